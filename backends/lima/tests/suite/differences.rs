//! Where sources on the vertex processor contradict each other: which is followed, and why.

use retroshade_diagnostics::FileId;
use retroshade_kit::machine::RegisterImage;
use retroshade_lima::gp::sim::{self, Run};
use retroshade_lima::gp::{Program, text};
use std::collections::BTreeMap;

/// Runs a text for one vertex with `u0` and `u1`.
fn run(source: &str, uniforms: [[f32; 4]; 2]) -> Run {
    let program = text::assemble(FileId(0), source).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    let file: BTreeMap<u32, [f32; 4]> = (0..).zip(uniforms).collect();
    let image = RegisterImage {
        samples: 1,
        uniforms: BTreeMap::from([("u".to_owned(), file)]),
        ..RegisterImage::default()
    };
    sim::run(&program, &image, sim::STEPS)
}

/// The lanes of `v0`.
fn output(run: &Run) -> [f32; 4] {
    let file = run.outcome.outputs.get("v").expect("outputs");
    file[&0][0]
}

const NOTHING: [f32; 4] = [0.0; 4];

#[test]
fn a_selection_takes_the_first_input_of_m1_where_it_is_true() {
    // The published formula gives the two values the other way round; programs known to draw right
    // pictures do not.
    let source = "sel.m01 ^u.x ^u.z ^u.y _, store.xy v0 ^m0 _\n";
    let truth = run(source, [[10.0, 20.0, 1.0, 0.0], NOTHING]);
    assert_eq!((output(&truth)[0], truth.hazards.len()), (20.0, 0));
    let falsehood = run(source, [[10.0, 20.0, 0.0, 0.0], NOTHING]);
    assert_eq!(output(&falsehood)[0], 10.0);
}

#[test]
fn a_function_ends_with_table_square_table_argument() {
    // The published list says that all four inputs are taken, but not in which order.
    let right = "complex2.m0 ^u.x ^u.x, rcp.c ^u.x
        complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.x
        nop
        mul.m0 ^m0[-2] 1, store.xy v0 ^m0 _\n";
    let found = run(right, [[4.0; 4], NOTHING]);
    assert_eq!((output(&found)[0], found.hazards.len()), (0.25, 0));
    let wrong = right.replace("^c[-1] ^m0[-1] ^c[-1] ^u.x", "^m0[-1] ^u.x ^m0[-1] ^c[-1]");
    assert!(
        text::assemble(FileId(0), &wrong).is_err()
            || !run(&wrong, [[4.0; 4], NOTHING]).hazards.is_empty()
    );
}

#[test]
fn a_function_answers_after_two_instructions_only() {
    // The published latency counts differently; known programs read it as the result of two
    // instructions ago.
    let early = "complex2.m0 ^u.x ^u.x, rcp.c ^u.x
        complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^u.x
        mul.m0 ^m0[-1] 1, store.xy v0 ^m0 _\n";
    assert!(!run(early, [[4.0; 4], NOTHING]).hazards.is_empty());
}

#[test]
fn a_clamp_takes_the_lower_bound_from_x() {
    // The published list has the bounds the other way round; Arm's own programs limit 1/w with the constant
    // (-1e10, 1e10, 0, 0).
    let source = "clamp.p ^u.z, store.xy v0 ^p _\n";
    for (number, wanted) in [(0.5, 0.5), (-7.0, -2.0), (7.0, 3.0)] {
        let found = run(source, [[-2.0, 3.0, number, 0.0], NOTHING]);
        assert_eq!((output(&found)[0], found.hazards.len()), (wanted, 0));
    }
}

#[test]
fn code_22_is_a_number_as_second_input_only() {
    // Listed twice, as result of c and as identity, without saying where it is which.
    let found = run(
        "add.a0 ^u.x 0, mul.m1 ^u.y 1, store.xy v0 ^a0 ^m1\n",
        [[3.0, 5.0, 0.0, 0.0], NOTHING],
    );
    assert_eq!(output(&found)[..2], [3.0, 5.0]);
    let copied = run(
        "mov.c ^u.x\nadd.a0 ^c[-1] 0, store.xy v0 ^a0 _\n",
        [[7.0; 4], NOTHING],
    );
    assert_eq!((output(&copied)[0], copied.hazards.len()), (7.0, 0));
    assert!(text::assemble(FileId(0), "mov.c ^u.x\nadd.a0 ^u.x ^c[-1]\n").is_err());
}

#[test]
fn codes_8_to_11_are_refused() {
    // "8 is unused" on one side, "unknown" on the other: nothing may depend on them.
    let program = text::assemble(FileId(0), "mov.p ^u.x\n").unwrap();
    for code in 8..=11u32 {
        let mut words = program.encode().unwrap();
        words[3] = words[3] & !(31 << 15) | code << 15;
        assert!(Program::decode(&words).is_err(), "{code}");
    }
}

#[test]
fn a_negated_selection_is_a_hazard() {
    // Believed to work, but the one compiler that counts on it loses the sign.
    let source = "sel.m01 ^u.x ^u.z ^u.y _, store.xy v0 ^m0 _\n";
    let mut program = text::assemble(FileId(0), source).unwrap();
    program.instructions[0].set(retroshade_lima::gp::isa::Field::Mul0Negate, 1);
    let file = BTreeMap::from([(0, [1.0, 2.0, 1.0, 0.0])]);
    let image = RegisterImage {
        samples: 1,
        uniforms: BTreeMap::from([("u".to_owned(), file)]),
        ..RegisterImage::default()
    };
    assert!(!sim::run(&program, &image, sim::STEPS).hazards.is_empty());
}

#[test]
fn registers_answer_three_instructions_after_the_store() {
    // "Three instructions" is the difference of the instructions' numbers.
    let source = |idle: usize| {
        let idle = "nop\n".repeat(idle);
        format!("mov.p ^u.x, store.xy $1 ^p _\n{idle}load.r1 1, mov.p ^r1.x, store.xy v0 ^p _\n")
    };
    let on_time = run(&source(2), [[9.0; 4], NOTHING]);
    assert_eq!((output(&on_time)[0], on_time.hazards.len()), (9.0, 0));
    assert!(!run(&source(1), [[9.0; 4], NOTHING]).hazards.is_empty());
}

#[test]
fn temporaries_answer_after_four_instructions_and_address_registers_too() {
    let stored = |idle: usize| {
        let idle = "nop\n".repeat(idle);
        format!(
            "load.u 1, mov.p ^u.y\n\
             load.u 1, setA0.c ^u.x, mul.m1 ^p[-1] 1, store.xy t ^m1 _\n{idle}\
             load.u 7, mov.p ^u.x, store.xy v0 ^p _\n"
        )
    };
    let uniforms = [NOTHING, [7.0, 42.0, 0.0, 0.0]];
    let on_time = run(&stored(3), uniforms);
    assert_eq!((output(&on_time)[0], on_time.hazards.len()), (42.0, 0));
    assert!(!run(&stored(2), uniforms).hazards.is_empty());
    let addressed = |idle: usize| {
        let idle = "nop\n".repeat(idle);
        format!("load.u 0, setA1.c ^u.x\n{idle}load.u 0+A1, mov.p ^u.y, store.xy v0 ^p _\n")
    };
    let uniforms = [[1.0, 0.0, 0.0, 0.0], [0.0, 6.0, 0.0, 0.0]];
    let on_time = run(&addressed(3), uniforms);
    assert_eq!((output(&on_time)[0], on_time.hazards.len()), (6.0, 0));
    assert!(!run(&addressed(2), uniforms).hazards.is_empty());
}
