//! What a recording of a run has of each instruction: what it wrote, what is on its way, and what units hold.

use retroshade_diagnostics::FileId;
use retroshade_kit::machine::{Kind, Recorder, Recording, RegisterImage, Watch};
use retroshade_lima::gp;
use retroshade_lima::pp::{self, sim::Precision};

fn image() -> RegisterImage {
    let rows = |row: fn(f32) -> [f32; 4]| (0..4).map(|n| row(n as f32)).collect();
    let inputs = |row| [(0, rows(row))].into();
    let uniforms = [(0, [2.0, 100.0, 0.5, -1.0]), (1, [11.0; 4])];
    RegisterImage {
        samples: 4,
        quads: true,
        uniforms: [("u".to_owned(), uniforms.into())].into(),
        inputs: [
            ("a".to_owned(), inputs(|n| [3.0, -2.0, 0.5, n])),
            ("v".to_owned(), inputs(|n| [n, 0.5, 10.0 * n, 2.0])),
        ]
        .into(),
        ..RegisterImage::default()
    }
}

fn watch(sample: usize) -> Watch {
    Watch {
        recorder: Some(Recorder::new(sample)),
        ..Watch::default()
    }
}

fn vertex(text: &str) -> Recording {
    let program = gp::text::assemble(FileId(0), text).unwrap();
    let mut watch = watch(1);
    let run = gp::sim::run_watched(&program, &image(), 100, &mut watch);
    assert_eq!(run.hazards, [], "{text}");
    watch.recorder.unwrap().finish()
}

fn fragment(text: &str, sample: usize) -> Recording {
    let (program, _) = pp::text::assemble(FileId(0), text).unwrap();
    let mut watch = watch(sample);
    pp::sim::run_watched(&program, &image(), Precision::Float, 100, &mut watch).unwrap();
    watch.recorder.unwrap().finish()
}

/// Instructions that ran, and what each did.
fn effects(recording: &Recording) -> Vec<(usize, String)> {
    let steps = recording.steps.iter();
    steps
        .map(|step| (step.instruction, recording.effect(step)))
        .collect()
}

/// What a lane holds after so many steps.
fn held(recording: &Recording, kind: Kind, name: &str, lane: usize, steps: usize) -> Option<f32> {
    let is_it = |change: &&retroshade_kit::machine::Change| {
        let register = &recording.registers[change.register];
        (register.kind, register.name.as_str(), change.lane) == (kind, name, lane)
    };
    let mut changes = recording.steps[..steps]
        .iter()
        .flat_map(|step| &step.changes);
    changes.rfind(is_it).and_then(|change| change.to)
}

fn rows(rows: &[(usize, &str)]) -> Vec<(usize, String)> {
    rows.iter()
        .map(|(at, text)| (*at, (*text).to_owned()))
        .collect()
}

/// A register, and what it holds after each instruction.
type Row<'a> = (Kind, &'static str, usize, &'a [Option<f32>]);

fn check(recording: &Recording, wanted: &[Row<'_>]) {
    for (kind, name, lane, values) in wanted {
        let steps = 1..=recording.steps.len();
        let found: Vec<Option<f32>> = steps
            .map(|steps| held(recording, *kind, name, *lane, steps))
            .collect();
        assert_eq!(found, *values, "{name} lane {lane}");
    }
}

#[test]
fn vertex_registers_are_pending_until_they_answer() {
    let recording = vertex(
        "load.a 0, mov.p ^r0.x, store.xy $4 _ ^p\nnop\nnop\nload.r0 4, mov.p ^r0.y, store.xy v0 ^p _",
    );
    let wanted = [(0, "$4.y = 3"), (1, ""), (2, ""), (3, "v0.x = 3")];
    assert_eq!(effects(&recording), rows(&wanted));
    let three = Some(3.0);
    check(
        &recording,
        &[
            (Kind::Pending, "$4", 1, &[three, three, None, None]),
            (Kind::Temporary, "$4", 1, &[None, None, three, three]),
            (Kind::Temporary, "$4", 0, &[None; 4]),
            (Kind::Pipeline, "^p[-1]", 0, &[three, None, None, three]),
            (Kind::Pipeline, "^p[-2]", 0, &[None, three, None, None]),
            (Kind::Output, "v0", 0, &[None, None, None, three]),
        ],
    );
}

#[test]
fn vertex_memory_and_addresses_take_their_time() {
    let recording = vertex(
        "load.a 0, load.u 1, setA0.c ^u.x, mov.p ^r0.x, store.xy t ^p _\nnop\nnop\nnop\n\
         load.u 11, mov.p ^u.x, store.xy v0 ^p _",
    );
    assert_eq!(effects(&recording)[0], (0, "u11.x = 3".to_owned()));
    let three = Some(3.0);
    check(
        &recording,
        &[
            (Kind::Pending, "u11", 0, &[three, three, three, None, None]),
            (Kind::Memory, "u11", 0, &[None, None, None, three, three]),
        ],
    );
}

#[test]
fn partial_results_of_functions_are_told() {
    let recording = vertex(
        "load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\n\
         load.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.z\nnop\nmov.p ^m0[-2], store.xy v0 ^p _",
    );
    let wanted = [
        (
            0,
            "^m0[-1] is a result of complex2, of 0.5; ^c[-1] is a table step of a function, of 0.5",
        ),
        (1, ""),
        (2, ""),
        (3, "v0.x = 2"),
    ];
    assert_eq!(effects(&recording), rows(&wanted));
    // complex1 is late by one instruction.
    let two = Some(2.0);
    let row: Row<'_> = (Kind::Pipeline, "^m0[-2]", 0, &[None, None, two, None]);
    check(&recording, &[row]);
}

#[test]
fn fragments_write_registers_and_units_hold_for_an_instruction() {
    let text = "load.v $1 0, mov.v0 $0 ^const0.xxxx, const0 1.0 4.0\n\
                stop, load.u 0, mul.v0 $0.xy $1.xw ^u.xy";
    let recording = fragment(text, 1);
    let wanted = [
        (0, "$1.xyzw = 1, 0.5, 10, 2; $0.xyzw = 1, 1, 1, 1"),
        (1, "$0.xy = 2, 200"),
    ];
    assert_eq!(effects(&recording), rows(&wanted));
    check(
        &recording,
        &[
            (Kind::Temporary, "$0", 1, &[Some(1.0), Some(200.0)]),
            (Kind::Temporary, "$0", 3, &[Some(1.0); 2]),
            (Kind::Pipeline, "^const0", 1, &[Some(4.0), None]),
            (Kind::Pipeline, "^u", 2, &[None, Some(0.5)]),
        ],
    );
}

#[test]
fn fragments_that_part_record_their_own_way() {
    let text = "load.v $1 0, branch_lt $1.x ^const0.x L1, const0 2.0\n\
                stop, mov.v0 $0 $1\nL1:\nstop, discard";
    let first = (0, "$1.xyzw = 1, 0.5, 10, 2");
    assert_eq!(
        effects(&fragment(text, 1)),
        rows(&[first, (2, "discarded")])
    );
    let other = [
        (0, "$1.xyzw = 3, 0.5, 30, 2"),
        (1, "$0.xyzw = 3, 0.5, 30, 2"),
    ];
    assert_eq!(effects(&fragment(text, 3)), rows(&other));
}

#[test]
fn fragment_memory_is_that_of_the_fragment() {
    let text = "load.v $1 0, mul.v0 $2 $1 ^const0.xxxx, store.t -8+$1.x $2, const0 3.0\n\
                stop, load.t -8+$1.x, mov.v0 $0 ^u";
    let recording = fragment(text, 2);
    check(
        &recording,
        &[
            (Kind::Memory, "t-6", 0, &[Some(6.0); 2]),
            (Kind::Memory, "t-6", 2, &[Some(60.0); 2]),
            (Kind::Memory, "t-8", 0, &[None; 2]),
        ],
    );
}
