//! Shaders in the printed form of the representation: how long the code is that is made of them.

use retroshade_diagnostics::FileId;
use retroshade_ir::text::parse;
use retroshade_kit::target::{Compiled, Options, Target};
use retroshade_pica200::PICA200;

fn compile(text: &str) -> Compiled {
    let shader = parse(text, FileId(0)).unwrap();
    PICA200.compile(&shader, &Options::default()).unwrap()
}

/// The best hand-written code that is known for these takes as many words.
#[test]
fn code_is_as_short_as_by_hand() {
    let light = compile(include_str!("ir/fragment_light.ir"));
    assert_eq!(light.reflection.stats.words, 27, "{}", light.assembly);
    let cube = compile(include_str!("ir/textured_cube.ir"));
    assert_eq!(cube.reflection.stats.words, 26, "{}", cube.assembly);
}

#[test]
fn assembly_gives_the_same_bytes() {
    let light = compile(include_str!("ir/fragment_light.ir"));
    let again = PICA200.assemble(FileId(0), &light.assembly, None, &Options::default());
    assert_eq!(again.unwrap().binary, light.binary);
}

#[test]
fn the_same_shader_gives_the_same_bytes() {
    let text = include_str!("ir/textured_cube.ir");
    assert_eq!(compile(text).binary, compile(text).binary);
}
