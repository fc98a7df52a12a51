//! x
use retroshade_ir::text::parse;
use retroshade_kit::target::{Options, Target};
use retroshade_pica200::PICA200;

#[test]
fn tri() {
    let text = std::fs::read_to_string(std::env::var("IRFILE").unwrap()).unwrap();
    let mut shader = parse(&text, retroshade_diagnostics::FileId(0)).unwrap_or_else(|e| panic!("{e:#?}"));
    PICA200.prepare(&mut shader, &Options::default(), &mut Default::default()).unwrap();
    println!("{}", retroshade_ir::text::print(&shader));
    println!("{}", PICA200.selection(&shader, &Options::default()).unwrap().unwrap());
    match PICA200.generate(&shader, &Options::default()) {
        Ok(c) => println!("{}\n{}", c.assembly, c.reflection.stats.words),
        Err(e) => panic!("{e:#?}"),
    }
}
