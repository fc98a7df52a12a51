//! `-g`: names and places are comments, each beside its instruction, and the text still assembles to the
//! same program.

use retroshade::{Compiled, Compiler, Source, Target, stage_of_name, targets};
use std::path::{Path, PathBuf};

/// Folders with the part of their shaders that is taken: one of so many.
const FOLDERS: [(&str, usize); 3] = [
    ("examples", 1),
    ("tests/shaders/fragment", 9),
    ("tests/shaders/vertex", 9),
];

fn shaders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (folder, part) in FOLDERS {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("readable").path());
        let mut paths: Vec<PathBuf> = paths.filter(|path| stage_of_name(path).is_some()).collect();
        paths.sort();
        found.extend(paths.into_iter().step_by(part));
    }
    found
}

/// With and without names and places; `None` where the target refuses the shader.
fn compile(target: &'static dyn Target, path: &Path) -> Option<(Compiled, Compiled)> {
    let text = std::fs::read_to_string(path).expect("a text");
    let source = Source::new("shader", stage_of_name(path)?, text);
    let compiler = Compiler::new(target);
    let plain = compiler.compile(&source);
    let mut listed = compiler.compile(&source);
    listed.add_debug_information(target);
    Some((plain.result?, listed.result?))
}

#[test]
fn every_place_stands_beside_its_instruction() {
    for &target in targets() {
        let (mut instructions, mut places) = (0, 0);
        for path in shaders() {
            let Some((plain, listed)) = compile(target, &path) else {
                continue;
            };
            let context = format!("{} {}\n{}", target.name(), path.display(), listed.assembly);
            let stage = stage_of_name(&path).expect("a stage");
            let style = target.listing(stage);
            let lines = plain.assembly.lines();
            let code = lines.map(|line| line.split(style.comment).next().unwrap_or_default());
            let code = code.filter(|code| !code.trim().is_empty());
            let found = code.filter(|code| (style.is_instruction)(code)).count();
            assert_eq!(found, plain.spans.len(), "{context}");
            let shown = listed.assembly.matches(" shader:").count();
            assert_eq!(shown, listed.reflection.lines.len(), "{context}");
            instructions += found;
            places += shown;
        }
        let name = target.name();
        assert!(
            20 * places >= 17 * instructions,
            "{name}: {places} of {instructions}"
        );
    }
}

#[test]
fn the_text_assembles_to_the_same_program() {
    for &target in targets() {
        for path in shaders() {
            let Some((plain, listed)) = compile(target, &path) else {
                continue;
            };
            let stage = stage_of_name(&path);
            let program = |text: &str| {
                let options = Default::default();
                target.assemble(retroshade::diagnostics::FileId(0), text, stage, &options)
            };
            let (left, right) = (program(&plain.assembly), program(&listed.assembly));
            let context = format!("{} {}\n{}", target.name(), path.display(), listed.assembly);
            let right = right.unwrap_or_else(|errors| panic!("{errors:?}\n{context}"));
            assert_eq!(
                left.expect("its own text").binary,
                right.binary,
                "{context}"
            );
        }
    }
}
