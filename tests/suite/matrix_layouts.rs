//! `--matrices=auto`: the layout of matrices in the shortest program.

use crate::folders::shaders_below;
use retroshade::{Compiled, Compiler, Matrices, Source, Stage, Target, find_target, stage_of_name};
use std::path::{Path, PathBuf};

const TARGETS: [&str; 3] = ["agal1", "nv2a", "pica200"];

fn compiled(target: &'static dyn Target, source: &Source, matrices: Matrices) -> Option<Compiled> {
    let mut compiler = Compiler::new(target);
    compiler.options.matrices = Some(matrices);
    compiler.compile(source).result
}

fn source(path: &PathBuf) -> Source {
    let text = std::fs::read_to_string(path).unwrap();
    let stage = stage_of_name(path).unwrap();
    Source::new(path.display().to_string(), stage, text)
}

fn instructions(compiled: &Compiled) -> u32 {
    compiled.reflection.stats.instructions
}

/// The layouts of a program's matrices, by name.
fn layouts(compiled: &Compiled) -> Vec<(&str, &'static str)> {
    let uniforms = compiled.reflection.uniforms.iter();
    uniforms
        .filter_map(|uniform| Some((uniform.name.as_str(), uniform.layout?.name())))
        .collect()
}

fn vertex(body: &str) -> Source {
    let text = format!(
        "attribute vec4 aPosition, aTexCoord; varying vec2 vTexCoord0; varying vec4 vColor; {body}"
    );
    Source::new("matrices.vert", Stage::Vertex, text)
}

/// Columns are shorter for the position, of which two lanes are literals, and rows for two lanes of a product.
const MIXED: &str = "uniform mat4 uTransform, uTexture;
    void main() { gl_Position = uTransform * vec4(aPosition.xy, 0.0, 1.0);
                  vTexCoord0 = (uTexture * aTexCoord).xy; }";

#[test]
fn no_fixed_layout_is_shorter() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = vec![vertex(MIXED)];
    for folder in ["examples", "tests/shaders/vertex"] {
        let paths = shaders_below(&root.join(folder));
        sources.extend(paths.iter().map(source));
    }
    sources.retain(|source| source.stage == Some(Stage::Vertex) && source.text.contains("mat"));
    let (mut compared, mut gained) = (0, 0);
    for target in TARGETS.map(|name| find_target(name).unwrap()) {
        for source in &sources {
            let length = |matrices| Some(instructions(&compiled(target, source, matrices)?));
            let fixed = [Matrices::Rows, Matrices::Columns].map(length);
            let auto = length(Matrices::Auto);
            for length in fixed.into_iter().flatten() {
                let auto = auto.expect("what compiles one way compiles with the choice");
                assert!(
                    auto <= length || source.text.contains("invariant gl_Position"),
                    "{} on {}: {auto}, not {length}",
                    source.name,
                    target.name()
                );
                compared += 1;
                gained += u32::from(auto < length);
            }
        }
    }
    assert!(compared > 40, "{compared}");
    assert!(gained > 5, "{gained}");
}

#[test]
fn each_matrix_has_its_own_layout() {
    for target in ["nv2a", "pica200"].map(|name| find_target(name).unwrap()) {
        let auto = compiled(target, &vertex(MIXED), Matrices::Auto).unwrap();
        let expected = [("uTransform", "columns"), ("uTexture", "rows")];
        assert_eq!(layouts(&auto), expected, "{}", target.name());
        for fixed in [Matrices::Rows, Matrices::Columns] {
            let fixed = compiled(target, &vertex(MIXED), fixed).unwrap();
            assert!(instructions(&auto) < instructions(&fixed));
        }
    }
}

#[test]
fn elements_of_an_array_lie_alike() {
    let source = vertex(
        "struct Turn { mat4 m; }; uniform Turn uTurns[2];
         void main() { gl_Position = uTurns[0].m * vec4(aPosition.xy, 0.0, 1.0);
                       vTexCoord0 = (uTurns[1].m * aTexCoord).xy; }",
    );
    for target in TARGETS.map(|name| find_target(name).unwrap()) {
        let auto = compiled(target, &source, Matrices::Auto).unwrap();
        let [first, second] = layouts(&auto)[..] else {
            panic!("{:?}", layouts(&auto));
        };
        assert_eq!(first.1, second.1, "{}", target.name());
    }
}

/// What rounds differently may not depend on the rest of the program.
#[test]
fn an_invariant_output_leaves_matrices_as_the_platform_has_them() {
    let source = vertex(&format!("invariant gl_Position; {MIXED}"));
    for (target, own) in [("nv2a", "columns"), ("pica200", "rows"), ("agal1", "rows")] {
        let auto = compiled(find_target(target).unwrap(), &source, Matrices::Auto).unwrap();
        assert!(
            layouts(&auto).iter().all(|(_, layout)| *layout == own),
            "{target}"
        );
    }
}
