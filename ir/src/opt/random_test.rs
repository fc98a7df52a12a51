//! Random programs through every pass and through whole pipelines, judged by the interpreter.

use crate::generate::{Knobs, Sample, sample};
use crate::opt::testing::machines;
use crate::opt::*;
use crate::pass::{After, Hooks, Pass, Pipeline, Seen};
use crate::text::print;
use crate::verify::verify;
use crate::{Arithmetic, Capabilities, Indexing, OpKind, eval, pipeline};

/// Runs a pipeline on a random program; says whether the target takes it.
fn check(pipeline: &Pipeline, machine: &Capabilities, seed: u64, knobs: &Knobs) -> bool {
    let mut sample = sample(seed, knobs);
    if knobs.angles {
        // Polynomials are less exact than what the generator takes functions to be.
        sample.error = sample.error.max(2e-3);
    }
    let mut shader = sample.shader.clone();
    let mut hooks = Hooks {
        verify: true,
        ..Hooks::default()
    };
    if let Err(fault) = pipeline.run(&mut shader, machine, &mut hooks) {
        let refusal = fault.code.id.starts_with("E03") || fault.code.id.starts_with("E04");
        assert!(refusal, "{}, seed {seed}: {fault:?}", machine.target);
        return false;
    }
    let run = |shader| eval::run(shader, &sample.inputs).unwrap();
    if let Some(difference) = sample.difference(&run(&sample.shader), &run(&shader)) {
        let blame = blame(pipeline, machine, &sample);
        panic!("{}, seed {seed}: {difference}\n{blame}", machine.target);
    }
    true
}

/// The first pass after which the results are others, and the shader before and after it.
fn blame(pipeline: &Pipeline, machine: &Capabilities, sample: &Sample) -> String {
    let wanted = eval::run(&sample.shader, &sample.inputs).unwrap();
    let mut before = print(&sample.shader);
    let mut found = None;
    let mut look = |name: &'static str, seen: Seen<'_>| {
        let Some(shader) = seen.shader() else {
            return;
        };
        let outputs = eval::run(shader, &sample.inputs).unwrap();
        let after = print(shader);
        if found.is_none() && sample.difference(&wanted, &outputs).is_some() {
            found = Some(format!("{name} turned\n{before}\ninto\n{after}"));
        }
        before = after;
    };
    let mut hooks = Hooks {
        print_after: After::All,
        look: Some(&mut look),
        ..Hooks::default()
    };
    let mut shader = sample.shader.clone();
    let outcome = pipeline.run(&mut shader, machine, &mut hooks);
    found.unwrap_or_else(|| format!("no pass alone is to blame: {outcome:?}"))
}

/// Runs each pass alone on programs of many seeds.
fn check_passes(seeds: std::ops::Range<u64>) {
    const FLAT: Capabilities = Capabilities {
        branches: None,
        index: Indexing::NONE,
        arithmetic: Arithmetic::FLOATS,
        ..Capabilities::FULL
    };
    let passes: &[Pass] = &[SIMPLIFY, DCE, CSE, LOOPS, ARRAYS, INDEX, BRANCHES, INTS];
    for &pass in passes {
        let mut taken = 0;
        for seed in seeds.clone() {
            let knobs = Knobs {
                angles: false,
                loops: pass.name != "lower_branches",
                ..Knobs::default()
            };
            let pipeline = Pipeline::new(&[pass]);
            taken += u64::from(check(&pipeline, &FLAT, seed, &knobs));
        }
        let enough = (seeds.end - seeds.start) * 3 / 4;
        assert!(
            taken > enough,
            "{} refuses too much: takes {taken}",
            pass.name
        );
    }
}

/// Runs the standard pipeline of each machine on programs of many seeds.
fn check_pipelines(seeds: std::ops::Range<u64>, operations: u32) {
    for machine in machines() {
        let knobs = Knobs {
            derivatives: machine.native.contains(OpKind::Dfdx),
            operations,
            ..Knobs::default()
        };
        let pipeline = pipeline::standard();
        let mut taken = 0;
        for seed in seeds.clone() {
            let knobs = Knobs {
                angles: seed % 4 == 0,
                ..knobs.clone()
            };
            taken += u64::from(check(&pipeline, &machine, seed, &knobs));
        }
        let enough = (seeds.end - seeds.start) / 2;
        assert!(
            taken > enough,
            "{} refuses too much: takes {taken}",
            machine.target
        );
    }
}

#[test]
fn each_pass_keeps_the_meaning() {
    check_passes(0..12);
}

#[test]
fn standard_pipelines_keep_the_meaning() {
    check_pipelines(100..120, 60);
}

#[test]
#[ignore = "takes minutes; run it optimised, after changes of passes"]
fn many_programs_keep_their_meaning() {
    check_passes(0..2000);
    check_pipelines(0..4000, 60);
    check_pipelines(4000..5000, 300);
}

/// Joins operations of random programs in every way, and counts the programs where each joined some.
fn check_joinings(seeds: std::ops::Range<u64>) -> [u32; 4] {
    let ways = [
        Joining::Rows(1),
        Joining::Trees(1000),
        Joining::Trees(500),
        Joining::Trees(1),
    ];
    let machine = Capabilities::FULL;
    let mut joined = [0; 4];
    for seed in seeds {
        let sample = sample(seed, &Knobs::default());
        let wanted = eval::run(&sample.shader, &sample.inputs).unwrap();
        for (way, count) in ways.into_iter().zip(&mut joined) {
            let Some(form) = with_joined(&sample.shader, &machine, way) else {
                continue;
            };
            *count += 1;
            verify(&form).unwrap();
            let found = eval::run(&form, &sample.inputs).unwrap();
            if let Some(difference) = sample.difference(&wanted, &found) {
                let (before, after) = (print(&sample.shader), print(&form));
                panic!("{way:?}, seed {seed}: {difference}\n{before}\ninto\n{after}");
            }
        }
    }
    joined
}

#[test]
fn joined_operations_keep_the_meaning() {
    let joined = check_joinings(0..60);
    assert!(joined.iter().all(|&count| count > 20), "{joined:?}");
}

#[test]
#[ignore = "takes minutes; run it optimised, after changes of what joins operations"]
fn many_joined_operations_keep_their_meaning() {
    check_joinings(0..20_000);
}
