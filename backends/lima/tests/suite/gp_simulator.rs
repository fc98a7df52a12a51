//! The simulator of vertex programs: what each unit computes, when results arrive, and what the machine leaves undefined.

use retroshade_diagnostics::FileId;
use retroshade_kit::machine::RegisterImage;
use retroshade_lima::gp::sim::{self, STEPS};
use retroshade_lima::gp::text::assemble;

/// Two vertices; attribute 0 is (3, -2, 0.5, n), attribute 1 is (n, 1, 4, 8).
fn image() -> RegisterImage {
    let rows = |row: fn(f32) -> [f32; 4]| vec![row(0.0), row(1.0)];
    let attributes = [
        (0, rows(|n| [3.0, -2.0, 0.5, n])),
        (1, rows(|n| [n, 1.0, 4.0, 8.0])),
    ];
    let uniforms = [
        (0, [10.0, 20.0, 30.0, 40.0]),
        (1, [-1.0, 1.0, 0.0, 7.0]),
        (2, [11.0; 4]),
    ];
    RegisterImage {
        samples: 2,
        uniforms: [("u".to_owned(), uniforms.into())].into(),
        inputs: [("a".to_owned(), attributes.into())].into(),
        ..RegisterImage::default()
    }
}

/// `v0` of both vertices, and the hazards.
fn run(text: &str) -> ([[f32; 4]; 2], Vec<String>) {
    let program = assemble(FileId(0), text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let run = sim::run(&program, &image(), STEPS);
    let hazards = run
        .hazards
        .into_iter()
        .map(|hazard| format!("{}: {}", hazard.instruction, hazard.message));
    let outputs = &run.outcome.outputs["v"];
    let rows = outputs
        .get(&0)
        .map_or([[f32::NAN; 4]; 2], |rows| [rows[0], rows[1]]);
    (rows, hazards.collect())
}

/// Programs that store one number to `v0.x`, and the number of the second vertex.
#[rustfmt::skip] // A row is a line.
const VALUES: &[(&str, f32)] = &[
    ("load.a 0, add.a0 ^r0.x ^r0.y, store.xy v0 ^a0 _", 1.0),
    ("load.a 0, add.a1 ^r0.x -^r0.y, store.xy v0 ^a1 _", 5.0),
    ("load.a 0, add.a0 -^r0.x ^r0.y, store.xy v0 ^a0 _", -5.0),
    ("load.a 0, add.a0 ^r0.z -0, store.xy v0 ^a0 _", 0.5),
    ("load.a 0, floor.a0 ^r0.z, store.xy v0 ^a0 _", 0.0),
    ("load.a 0, floor.a0 -^r0.z, store.xy v0 ^a0 _", -1.0),
    ("load.a 0, sign.a0 ^r0.y, store.xy v0 ^a0 _", -1.0),
    ("load.a 0, sign.a0 ^r0.x, store.xy v0 ^a0 _", 1.0),
    ("load.a 0, ge.a0 ^r0.x ^r0.x, store.xy v0 ^a0 _", 1.0),
    ("load.a 0, ge.a0 ^r0.y ^r0.x, store.xy v0 ^a0 _", 0.0),
    ("load.a 0, lt.a0 ^r0.x ^r0.x, store.xy v0 ^a0 _", 0.0),
    ("load.a 0, lt.a0 ^r0.y ^r0.x, store.xy v0 ^a0 _", 1.0),
    ("load.a 0, min.a0 ^r0.x ^r0.y, store.xy v0 ^a0 _", -2.0),
    ("load.a 0, max.a0 ^r0.x ^r0.y, store.xy v0 ^a0 _", 3.0),
    ("load.a 0, max.a0 ^r0.y -^r0.y, store.xy v0 ^a0 _", 2.0),
    ("load.a 0, mul.m0 ^r0.x ^r0.y, store.xy v0 ^m0 _", -6.0),
    ("load.a 0, mul.m1_neg ^r0.x ^r0.y, store.xy v0 ^m1 _", 6.0),
    ("load.a 0, mul.m0_neg ^r0.x 1, store.xy v0 ^m0 _", -3.0),
    ("load.a 0, mul.m0 ^r0.x 1, mul.m1 ^r0.y 1, store.xy v0 ^m1 _", -2.0),
    ("load.a 0, sel.m01 ^r0.x ^r0.w ^r0.y _, store.xy v0 ^m0 _", -2.0),
    ("load.a 0, load.u 1, sel.m01 ^r0.x ^u.z ^r0.y _, store.xy v0 ^m0 _", 3.0),
    ("load.a 0, mov.c ^r0.z, store.xy v0 ^c _", 0.5),
    ("load.a 0, mov.p ^r0.x, store.xy v0 ^p _", 3.0),
    ("load.a 0, load.u 1, clamp.p ^r0.x, store.xy v0 ^p _", 1.0),
    ("load.a 0, load.u 1, clamp.p ^r0.y, store.xy v0 ^p _", -1.0),
    ("load.u 0, mov.p ^u.w, store.xy v0 ^p _", 40.0),
    // Results are there for two instructions, port 0 for one.
    ("load.a 0, mov.p ^r0.x\nmov.p ^p[-1], store.xy v0 ^p _", 3.0),
    ("load.a 0, mov.p ^r0.x\nnop\nmov.p ^p[-2], store.xy v0 ^p _", 3.0),
    ("load.a 0, mov.p ^r0.x\nload.a 1, mov.p ^r0[-1].z, store.xy v0 ^p _", 0.5),
    // Registers answer after three instructions, through either port.
    ("load.a 0, mov.p ^r0.x, store.xy $4 _ ^p\nnop\nnop\nload.r0 4, mov.p ^r0.y, store.xy v0 ^p _", 3.0),
    ("load.a 0, mov.p ^r0.x, store.zw $4 ^p _\nnop\nnop\nload.r1 4, mov.p ^r1.z, store.xy v0 ^p _", 3.0),
    // Functions of two steps.
    ("load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\nload.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.z\nnop\nmov.p ^m0[-2], store.xy v0 ^p _", 2.0),
    ("load.a 1, complex2.m0 ^r0.z ^r0.z, rsqrt.c ^r0.z\nload.a 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.z\nnop\nmov.p ^m0[-2], store.xy v0 ^p _", 0.5),
    ("load.a 1, complex2.m0 ^r0.w ^r0.w, log2.c ^r0.w\nload.a 1, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.w\nnop\npostlog2.p ^m0[-2], store.xy v0 ^p _", 3.0),
    ("load.a 0, preexp2.p ^r0.x\ncomplex2.m0 ^p[-1] ^p[-1], exp2.c ^p[-1]\ncomplex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2]\nnop\nmov.p ^m0[-2], store.xy v0 ^p _", 8.0),
    // An address register answers after four instructions, and truncates.
    ("load.a 1, setA1.c ^r0.y\nnop\nnop\nnop\nload.u 0+A1, mov.p ^u.w, store.xy v0 ^p _", 7.0),
    ("load.a 0, setA3.c ^r0.z\nnop\nnop\nnop\nload.u 0+A3, mov.p ^u.x, store.xy v0 ^p _", 10.0),
    // A temporary lies at the address in A0, which serves its own instruction, and answers after four.
    ("load.a 0, load.u 2, setA0.c ^u.x, mov.p ^r0.x, store.xy t ^p _\nnop\nnop\nnop\nload.u 11, mov.p ^u.x, store.xy v0 ^p _", 3.0),
    // Branches are taken where the pass unit gives another number than 0; the second vertex has w = 1.
    ("load.a 0, mov.p ^r0.w, branch far\nload.a 0, mov.p ^r0.x, store.xy v0 ^p _\nfar:\nload.a 0, mov.p ^r0.y, store.xy v0 ^p _", -2.0),
    ("load.a 1, mov.p ^r0.y, branch far\nload.a 0, mov.p ^r0.x, store.xy v0 ^p _, branch end\nfar:\nload.a 0, mov.p ^r0.z, store.xy v0 ^p _\nend:\nnop", 0.5),
];

#[test]
fn units_compute_what_the_manual_says() {
    let mut wrong = String::new();
    for (text, wanted) in VALUES {
        let (rows, hazards) = run(text);
        let others = rows[1][1..].iter().any(|lane| !lane.is_nan());
        if !hazards.is_empty() || rows[1][0] != *wanted || others {
            wrong += &format!("{text}\n  {:?}, not {wanted}; {hazards:?}\n", rows[1]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn vertices_are_apart() {
    let (rows, _) = run(
        "load.a 0, sel.m01 ^r0.x ^r0.w ^r0.y _, mov.p ^r0.w, store.xy v0 ^m0 ^p, store.zw v0 _ ^p",
    );
    assert_eq!([rows[0][0], rows[0][1], rows[0][3]], [3.0, 0.0, 0.0]);
    assert_eq!([rows[1][0], rows[1][1], rows[1][3]], [-2.0, 1.0, 1.0]);
}

/// Programs and what in them the machine leaves undefined, with the number of its instruction.
#[rustfmt::skip] // A row is a line.
const HAZARDS: &[(&str, &str)] = &[
    ("load.r0 2, mov.p ^r0.x", "0: $2.x is read before it was written"),
    ("load.a 0, mov.p ^r0.x, store.xy $2 ^p _\nnop\nload.r0 2, mov.p ^r0.x", "2: $2.x is read less than 3 instructions after its store"),
    ("load.u 3, mov.p ^u.y", "0: a load from 3.y, which holds no uniform and no temporary"),
    ("load.u 0+A2, mov.p ^u.x", "0: A2 is used before it was set"),
    ("load.a 0, setA2.c ^r0.x\nnop\nnop\nload.u 0+A2, mov.p ^u.x", "3: A2 is used less than 4 instructions after it was set"),
    ("load.a 0, setA2.c ^r0.y\nnop\nnop\nnop\nload.u 0+A2, mov.p ^u.x", ""),
    ("load.a 1, mov.p ^r0.y, branch far\nfar:\nload.a 0, mov.p ^p[-1]", ""),
    ("load.a 1, mov.p ^r0.y, branch far\nnop\nfar:\nmov.p ^p[-1]", "2: ^p[-1] is read across a jump"),
    ("load.a 1, mov.p ^r0.y, branch far\nnop\nfar:\nnop\nmov.p ^p[-2]", "3: ^p[-2] is read across a jump"),
    ("load.a 1, mov.p ^r0.y, branch far\nnop\nfar:\nmov.p ^r0[-1].x", "2: port 0 of the instruction before is read across a jump"),
    ("load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\nload.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.z\nmov.p ^m0[-1]", "2: complex1 is read after one instruction, it takes two"),
    ("load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\nload.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.z, store.xy v0 ^m0 _", "1: complex1 is stored in its own instruction"),
    ("load.a 0, complex2.m0 ^r0.x ^r0.y", "0: complex2 has two different inputs"),
    ("load.a 0, complex1.m01 ^r0.x ^r0.x ^r0.x ^r0.x", "0: complex1 reads a number"),
    ("load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\nload.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.x", "1: the inputs of complex1 do not belong to one function"),
    ("load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\nload.a 0, complex1.m01 ^c[-1] ^m0[-1] ^r0.z ^r0.z", "1: the inputs of complex1 do not belong to one function"),
    ("load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\nload.a 0, complex1.m01 ^c[-1] ^r0.z ^c[-1] ^r0.z", "1: the inputs of complex1 do not belong to one function"),
    ("load.a 0, preexp2.p ^r0.x\ncomplex2.m0 ^p[-1] ^p[-1], exp2.c ^p[-1]\nload.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.x", "2: the inputs of complex1 do not belong to one function"),
    ("load.a 0, exp2.c ^r0.x", "0: exp2 goes with preexp2, the other functions without"),
    ("load.a 0, preexp2.p ^r0.x\nrcp.c ^p[-1]", "1: exp2 goes with preexp2, the other functions without"),
    ("load.a 0, preexp2.p ^r0.x\nmul.m0 ^p[-1] ^p[-1]", "1: ^m0 reads a result of preexp2"),
    ("load.a 0, rcp.c ^r0.x\nload.a 0, mul.m0 ^c[-1] ^r0.x", "1: ^m0 reads a table step of a function"),
    ("load.a 0, complex2.m0 ^r0.x ^r0.x\nclamp.p ^m0[-1]", "1: clamp reads a result of complex2"),
    ("load.a 0, complex2.m0 ^r0.z ^r0.z, log2.c ^r0.z\nload.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.z\nnop\nmov.p ^m0[-2], store.xy v0 ^p _", "3: a store reads a logarithm without postlog2"),
    ("load.a 0, postlog2.p ^r0.x", "0: postlog2 reads a number"),
    ("load.a 0, sel.m01_neg ^r0.x ^r0.y ^r0.z _", "0: sel with a negated result is not known to work"),
    ("mov.p ^m0[-1]", "0: ^m0[-1] is read across a jump"),
    ("nop\nmov.p ^m0[-1]", "1: ^p moves an undefined value"),
    ("load.a 0, mov.p ^r0.x, store.xy t ^p _", "0: a temporary is stored with no address in A0"),
    ("load.a 0, load.u 1, setA0.c ^u.y, mov.p ^r0.x, store.xy t ^p _", "0: a temporary is stored over a uniform"),
    ("load.a 0, load.u 2, setA0.c ^u.x, mov.p ^r0.x, store.xy t ^p _\nnop\nnop\nload.u 11, mov.p ^u.x", "3: a temporary is read less than 4 instructions after its store"),
];

#[test]
fn what_the_machine_leaves_undefined_is_named() {
    let mut wrong = String::new();
    for (text, wanted) in HAZARDS {
        let (_, hazards) = run(text);
        let named = match *wanted {
            "" => hazards.is_empty(),
            wanted => hazards.iter().filter(|hazard| *hazard == wanted).count() == 1,
        };
        if !named {
            wrong += &format!("{text}\n  {hazards:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// In a loop as well.
#[test]
fn a_hazard_is_named_once() {
    let text = "load.a 0, load.u 1, mov.p ^u.y\nagain:\nmov.p ^m0[-2]\nload.a 1, mov.p ^r0.y, branch again";
    let program = assemble(FileId(0), text).unwrap();
    let run = sim::run(&program, &image(), 100);
    let mut hazards: Vec<_> = run
        .hazards
        .iter()
        .map(|one| (one.instruction, &one.message))
        .collect();
    let count = hazards.len();
    assert!(count > 0);
    hazards.sort_unstable();
    hazards.dedup();
    assert_eq!(hazards.len(), count);
}

#[test]
fn programs_without_an_end_are_stopped() {
    let program = assemble(FileId(0), "again:\nload.a 1, mov.p ^r0.y, branch again").unwrap();
    assert!(sim::run(&program, &image(), 100).endless);
    let twice = assemble(FileId(0), "nop\nnop").unwrap();
    let run = sim::run(&twice, &image(), 2);
    assert_eq!((run.endless, run.outcome.executed), (false, 2));
    assert!(sim::run(&twice, &image(), 1).endless);
}
