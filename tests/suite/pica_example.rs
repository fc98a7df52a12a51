//! The program for the 3DS in `examples/3ds` and the header that its shader becomes.

use retroshade::{Compiler, Source, Stage, find_target, format};
use std::collections::BTreeSet;
use std::path::Path;

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/3ds");
    std::fs::read_to_string(folder.join(name)).expect("a file of the example")
}

fn header() -> String {
    let target = find_target("pica200").expect("the target");
    let source = Source::new("cube.vert", Stage::Vertex, read("cube.vert"));
    let compiled = Compiler::new(target).compile(&source).result;
    let compiled = compiled.expect("a right shader");
    let bytes = format(target, &compiled, "h", "cube.vert").expect("a header");
    String::from_utf8(bytes).expect("text")
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect()
}

/// Every uniform and attribute is set, by a name that the header defines.
#[test]
fn the_program_sets_what_the_header_defines() {
    let (program, header) = (read("main.c"), header());
    let used = words(&program);
    let defined = words(&header);
    let ours = |word: &&&str| word.starts_with("VSH_") || word.starts_with("cube_vert");
    let missing: Vec<_> = used
        .iter()
        .filter(ours)
        .filter(|w| !defined.contains(**w))
        .collect();
    assert!(missing.is_empty(), "{missing:?}\n{header}");
    let needed = |word: &&&str| word.starts_with("VSH_LOC") || word.starts_with("VSH_ATTR");
    let unset: Vec<_> = defined
        .iter()
        .filter(needed)
        .filter(|w| !used.contains(**w))
        .collect();
    assert!(unset.is_empty(), "{unset:?}");
}
