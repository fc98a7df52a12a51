//! The sources of lima's known vertex programs: what we make of them computes what they say.

use retroshade::{Compiler, LanguageOptions, Optimize, Position, Source, Stage, find_target};
use retroshade_ir::eval;
use retroshade_ir::run::Expected;
use retroshade_ir::run::compare::{Functions, compare};
use retroshade_kit::agreement::data_of;
use retroshade_kit::machine;

fn check(name: &str, text: &str) {
    let source = Source::new(name, Stage::Vertex, text);
    let lowered = LanguageOptions::default().lower(&source);
    let shader = lowered.result.unwrap_or_else(|| panic!("{name}"));
    // Positive numbers: these programs take roots and powers.
    let inputs = data_of(&shader, 11, |random| {
        (random.below(1500) as f32 + 100.0) / 512.0
    });
    let wanted = eval::run(&shader, &inputs).unwrap_or_else(|fault| panic!("{name}: {fault:?}"));
    let expected = Expected {
        outputs: wanted.outputs,
        ..Expected::default()
    };
    let target = find_target("lima").expect("a target");
    for level in [Optimize::None, Optimize::Normal] {
        let mut compiler = Compiler::new(target);
        compiler.options.optimize = level;
        compiler.options.position = Position::Clip;
        let compilation = compiler.compile(&source);
        let compiled = compilation
            .result
            .unwrap_or_else(|| panic!("{name}: {:?}", compilation.diagnostics));
        let binary = compiled.as_binary();
        let found = machine::run(target, binary, &compiled.reflection, &inputs)
            .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let result = compare(
            &expected,
            &found,
            target.tolerance(Functions::Trigonometric),
        );
        assert!(result.agrees(), "{name}: {:#?}", result.differences);
    }
}

#[test]
fn sources_of_known_programs_compile_to_what_they_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/backends/lima/tests/vectors");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the vectors") {
        let path = entry.expect("a readable folder").path();
        let name = path.display().to_string();
        if !name.ends_with("_vert.json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let vector: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        check(&name, vector["source"].as_str().expect("a source"));
        count += 1;
    }
    assert!(count >= 17, "{count} vectors");
}
