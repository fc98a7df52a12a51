//! Random sources: what the frontend makes of a shader written as ESSL must mean what the shader
//! means.

use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile};
use retroshade_ir::essl;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::{Shader, Stage, eval};

fn compiled(stage: Stage, source: &str) -> Result<Shader, Diagnostics> {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("random", source));
    let mut diagnostics = Diagnostics::new();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    compile(&mut request).ok_or(diagnostics)
}

fn check(knobs: &Knobs, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut sample = sample(seed, knobs);
        // Literals are folded and products taken in another order.
        sample.error *= 2.0;
        let source = essl::write(&sample.shader).expect("ESSL 1.00");
        let shader = match compiled(sample.shader.stage, &source) {
            Ok(shader) => shader,
            Err(messages) => {
                let first = messages.iter().next().map(|message| &message.message);
                panic!("seed {seed}: {first:?}\n{source}");
            }
        };
        let run = |shader: &Shader| match eval::run(shader, &sample.inputs) {
            Ok(outputs) => outputs,
            Err(errors) => panic!("seed {seed}: {errors:?}\n{source}"),
        };
        if let Some(difference) = sample.difference(&run(&sample.shader), &run(&shader)) {
            panic!("seed {seed}: {difference}\n{source}\n{shader}");
        }
    }
}

#[test]
fn small_sources() {
    let knobs = Knobs {
        operations: 20,
        ..Knobs::default()
    };
    check(&knobs, 0..40);
}

#[test]
fn sources() {
    check(&Knobs::default(), 100..130);
}

#[test]
#[ignore = "minutes: for a machine that has nothing else to do"]
fn many_sources() {
    for (operations, seeds) in [(15, 0..5_000), (60, 5_000..8_000), (200, 8_000..8_500)] {
        let knobs = Knobs {
            operations,
            ..Knobs::default()
        };
        check(&knobs, seeds);
    }
}
