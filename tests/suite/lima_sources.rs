//! The sources of lima's known vertex programs: what we make of them computes what they say.

use retroshade::ir::run::compare::compare;
use retroshade::ir::run::{Expected, InputData, RunInputs, UniformData};
use retroshade::ir::{Shader, Shape, eval};
use retroshade::kit::machine::{self, lane_count};
use retroshade::kit::random::Random;
use retroshade::{Compiler, LanguageOptions, Optimize, Position, Source, Stage, find_target};

const SAMPLES: usize = 16;

fn row(shape: Shape, random: &mut Random) -> Vec<f32> {
    let mut number = || (random.below(1500) as f32 + 100.0) / 512.0;
    (0..lane_count(shape)).map(|_| number()).collect()
}

fn inputs(shader: &Shader) -> RunInputs {
    let mut random = Random::new(11);
    let mut inputs = RunInputs {
        sample_count: Some(SAMPLES),
        ..RunInputs::default()
    };
    for variable in shader.interface.uniforms.values() {
        let data = UniformData {
            shape: Some(variable.shape),
            value: row(variable.shape, &mut random),
        };
        inputs.uniforms.insert(variable.name.clone(), data);
    }
    for variable in shader.interface.inputs.values() {
        let values = (0..SAMPLES)
            .map(|_| row(variable.shape, &mut random))
            .collect();
        let data = InputData {
            shape: Some(variable.shape),
            values,
        };
        inputs.attributes.insert(variable.name.clone(), data);
    }
    inputs
}

fn check(name: &str, text: &str) {
    let source = Source::new(name, Stage::Vertex, text);
    let lowered = LanguageOptions::default().lower(&source);
    let shader = lowered.result.unwrap_or_else(|| panic!("{name}"));
    let inputs = inputs(&shader);
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
        let result = compare(&expected, &found, target.tolerance(true));
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
