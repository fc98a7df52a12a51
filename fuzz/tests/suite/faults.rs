//! Faults in the assembly of this repository's shaders. `cargo run -p retroshade-fuzz -- faults examples tests` puts many more
//! into them, or into those of any folder.

use retroshade::{Compiler, Source, Stage, find_target, stage_of_name};
use retroshade_fuzz::faults::{Effect, Kind, Program, Said, Tally};
use retroshade_ir::random::Random;
use std::fs;
use std::path::Path;

fn program(target: &str, stage: Stage, text: &str) -> Program {
    let compiler = Compiler::new(find_target(target).unwrap());
    let program = Program::new(compiler, Source::new("test", stage, text), 1);
    program.unwrap_or_else(|| panic!("{target} has no proved program of {text}"))
}

/// Two faults of each kind in some shaders with conditions and limits and some without: all that change a result are noticed.
fn are_noticed(target: &'static str, shaders: &[&str]) {
    let work = || {
        let mut random = Random::new(7);
        let (mut tally, mut missed) = (Tally::default(), Vec::new());
        for name in shaders {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
            let text = fs::read_to_string(&path).unwrap();
            let program = program(target, stage_of_name(&path).unwrap(), &text);
            for kind in Kind::ALL {
                let faults = (0..12).filter_map(|_| program.fault(kind, &mut random));
                for fault in faults.take(2) {
                    tally.add(&fault, true);
                    if fault.is_missed() {
                        missed.push(format!("{name}: {}: {}", kind.name(), fault.what));
                    }
                }
            }
        }
        (tally, missed)
    };
    let (tally, missed) = retroshade_ir::deep::guarded(work).unwrap();
    assert!(
        missed.is_empty(),
        "{target}: {tally}\n{}",
        missed.join("\n")
    );
    assert!(tally.all.changing > 20, "{target}: {tally}");
    assert!(tally.kinds.len() >= 7, "{target}: {tally}");
}

#[test]
fn faults_in_agal_are_noticed() {
    let shaders = [
        "examples/phong.frag",
        "tests/shaders/fragment/discard_last.frag",
        "tests/shaders/vertex/conditionals.vert",
    ];
    are_noticed("agal3", &shaders);
    are_noticed(
        "agal1",
        &[
            "examples/phong.frag",
            "examples/cube.vert",
            "examples/blur.frag",
        ],
    );
}

#[test]
fn faults_in_lima_are_noticed() {
    let shaders = [
        "examples/phong.frag",
        "tests/shaders/fragment/conditionals.frag",
        "tests/shaders/vertex/conditionals.vert",
    ];
    are_noticed("lima", &shaders);
}

#[test]
fn faults_in_nv2a_are_noticed() {
    let shaders = [
        "examples/cube.vert",
        "examples/particles.vert",
        "tests/shaders/vertex/conditionals.vert",
    ];
    are_noticed("nv2a", &shaders);
}

#[test]
fn faults_in_pica200_are_noticed() {
    let shaders = [
        "tests/shaders/vertex/loop_with_break.vert",
        "tests/shaders/vertex/conditionals.vert",
        "tests/shaders/vertex/nested_choices.vert",
    ];
    are_noticed("pica200", &shaders);
}

/// A fault that shows at numbers beyond 200 only, and one that shows nowhere.
#[test]
fn a_fault_is_judged_by_what_it_changes() {
    let text =
        "attribute vec4 p; varying float f; void main() { gl_Position = p; f = min(p.z, 200.0); }";
    let program = program("agal1", Stage::Vertex, text);
    let judge = |kind: Kind, from: &str, to: &str| {
        let faults = (0..200).filter_map(|seed| program.fault(kind, &mut Random::new(seed)));
        let wanted = format!("{from} -> {to}");
        let wanted = wanted.trim_end();
        let mut faults = faults.filter(|fault| fault.what.trim_end() == wanted);
        let fault = faults.next().unwrap_or_else(|| panic!("no fault {wanted}"));
        (fault.effect, fault.said)
    };
    let limit = "min v0, va0.z, vc0.x";
    let lost = judge(Kind::Operand, limit, "min v0, va0.z, va0.z");
    assert_eq!(lost, (Some(Effect::Results), Said::Different));
    assert_eq!(
        judge(Kind::Operand, limit, "min v0, vc0.x, va0.z"),
        (None, Said::Proved)
    );
    let twice = judge(Kind::Literal, "vc0: 200.0", "vc0: 400.0");
    assert_eq!(twice, (Some(Effect::Results), Said::Different));
    let missing = judge(Kind::Missing, limit, "");
    assert_eq!(missing, (Some(Effect::NoNumber), Said::Different));
}

/// A seed gives the same faults.
#[test]
fn faults_depend_on_the_seed_alone() {
    let text = "precision mediump float; varying vec4 v; void main() { gl_FragColor = v.x > 0.5 ? v : v.wzyx; }";
    let faults = || {
        let program = program("lima", Stage::Fragment, text);
        let mut random = Random::new(3);
        let faults = Kind::ALL
            .iter()
            .filter_map(|kind| program.fault(*kind, &mut random));
        faults
            .map(|fault| (fault.text, fault.effect, fault.said))
            .collect::<Vec<_>>()
    };
    let some = faults();
    assert!(some.len() > 4 && some == faults());
}
