//! The interpreter beside a driver of OpenGL ES: what comes of each answer, and, where Mesa is, whether they agree.

use retroshade_fuzz::driver::{Drivers, GLES};
use retroshade_fuzz::judge::compare_with_driver;
use retroshade_fuzz::text::{Initial, Program, Stmt};
use retroshade_fuzz::{Failure, Kind, Knobs, Sample, sample};
use retroshade_ir::Stage;
use retroshade_ir::run::RunInputs;
use std::process::{Command, Stdio};

/// A program that gives a constant.
fn constant() -> Sample {
    Sample {
        seed: 1,
        stage: Stage::Fragment,
        program: Program {
            head: "precision highp float;\n".into(),
            globals: Vec::new(),
            main: vec![Stmt::new(
                "gl_FragColor = vec4(1.0, 2.0, 3.0, 4.0);",
                Vec::new(),
            )],
        },
        inputs: RunInputs {
            sample_count: Some(1),
            ..RunInputs::default()
        },
        rounded: Vec::new(),
        size: 4.0,
        reads: Vec::new(),
    }
}

/// What comes of a driver that answers each request with a line.
#[cfg(target_os = "linux")]
fn answered(line: &str) -> Result<(), Failure> {
    compare_with_driver(&constant(), &Drivers::new(&format!("sed -u s/.*/{line}/")))
}

#[cfg(target_os = "linux")]
#[test]
fn answers_of_a_driver_are_held_against_the_interpreter() {
    let results = |row: &str| answered(&format!("{{\"outputs\":{{\"gl_FragColor\":[{row}]}}}}"));
    assert_eq!(results("[1,2,3,4]"), Ok(()));
    let message = |failure: Result<(), Failure>| failure.unwrap_err().to_string();
    assert_eq!(
        message(results("[1,2,3,5]")),
        "driver: gl_FragColor[3] of sample 0 is 5, wanted 4"
    );
    assert_eq!(
        message(answered("{\"outputs\":{}}")),
        "driver: gl_FragColor is missing"
    );
    assert_eq!(
        message(answered(
            "{\"outputs\":{\"gl_FragColor\":[[1,2,3,4]]},\"discarded\":[true]}"
        )),
        "driver: sample 0 is discarded: true, wanted false"
    );
    assert_eq!(
        message(answered("{\"error\":\"0:1\"}")),
        "refusal: the driver refuses the shader: 0:1"
    );
    let nonsense = message(answered("nonsense"));
    assert!(nonsense.contains("is no results"), "{nonsense}");
}

#[test]
fn a_driver_that_is_not_there_is_named() {
    for command in ["", "no-such-driver"] {
        let failure = compare_with_driver(&constant(), &Drivers::new(command)).unwrap_err();
        assert_eq!(failure.kind, Kind::Refusal);
        assert!(failure.message.contains("is not there"), "{failure}");
    }
}

/// Of each program, variables without a value too, which get numbers by way of uniforms.
#[test]
fn the_interpreter_agrees_with_a_driver() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let command = GLES.replace("fuzz/", &format!("{root}/fuzz/"));
    let mut words = command.split(' ');
    let probe = Command::new(words.next().unwrap_or_default())
        .args(words)
        .arg("--probe")
        .stderr(Stdio::null())
        .status();
    if !probe.is_ok_and(|status| status.success()) {
        eprintln!(
            "SKIPPED: no Python with a software driver of OpenGL ES 3, the interpreter stands alone"
        );
        return;
    }
    let drivers = Drivers::new(&command);
    let mut faults = Vec::new();
    for seed in 0..300 {
        let knobs = Knobs {
            essl300: Some(seed % 4 == 0),
            ..Knobs::default()
        };
        let sample = sample(seed, &knobs);
        if let Err(failure) = compare_with_driver(&sample, &drivers) {
            let text = sample.program.text(Initial::Uniform);
            faults.push(format!("seed {seed}: {failure}\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
