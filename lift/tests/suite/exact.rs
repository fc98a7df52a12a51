//! Exact shaders: the interpreter gives for every number what the simulator of the machine gives.

use crate::{lowered, target};
use retroshade_diagnostics::FileId;
use retroshade_ir::random::Random;
use retroshade_ir::run::fill::{Component, Draw, fill};
use retroshade_ir::texture::{TextureData, TextureKind};
use retroshade_ir::{Shader, Stage, essl, eval, verify};
use retroshade_kit::machine::run;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Options};
use retroshade_lift::{Semantics, lift};
use std::fmt::Write;
use std::path::Path;

const SPECIAL: [f32; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -2.0,
    3.0,
    f32::MAX,
    -f32::MAX,
    1e30,
    0.25,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// As many of them are finite.
const FINITE: usize = 11;

/// Numbers among which many that are special are.
struct Specials<'a> {
    random: &'a mut Random,
    numbers: &'a [f32],
}

impl Draw for Specials<'_> {
    fn number(&mut self, _: Component<'_>) -> f32 {
        *self.random.pick(self.numbers).unwrap()
    }

    fn texture(&mut self, _: TextureKind, _: u32) -> TextureData {
        unreachable!("vertex programs of these chips look nothing up")
    }
}

const EXACT: retroshade_lift::Options = retroshade_lift::Options {
    semantics: Semantics::Exact,
    position: retroshade_lift::Position::Native,
};

/// A random program.
struct Made {
    text: String,
    /// Whether it has functions that no two implementations round alike.
    nearly: bool,
    /// Whether it compares: no shader knows the sign of what is no number, which the Xbox orders by.
    orders: bool,
}

/// The samples and lanes of `gl_Position` in which a shader computes something else than a program, as text.
fn differences(
    shader: &Shader,
    record: &Reflection,
    chip: &str,
    binary: Binary<'_>,
    program: &Made,
    random: &mut Random,
) -> String {
    let numbers = if program.orders {
        &SPECIAL[..FINITE]
    } else {
        &SPECIAL[..]
    };
    let inputs = fill(shader, 24, &mut Specials { random, numbers });
    let meant = eval::run(shader, &inputs).unwrap();
    let found = run(target(chip), binary, record, &inputs).unwrap();
    let mut told = String::new();
    for (name, rows) in &meant.outputs {
        for (sample, (expected, found)) in rows.iter().zip(&found.outputs[name]).enumerate() {
            for (lane, pair) in expected.iter().zip(found).enumerate() {
                // No shader tells denormals from zero.
                let [a, b] = [pair.0, pair.1].map(|n| if n.is_subnormal() { 0.0 } else { *n });
                let near = program.nearly && (a - b).abs() <= 1e-4 * f32::abs(b);
                if a == b || (a.is_nan() && b.is_nan()) || near {
                    continue;
                }
                writeln!(
                    told,
                    "{name} of sample {sample}, lane {lane}: shader {a:?}, program {b:?}"
                )
                .unwrap();
            }
        }
    }
    told
}

/// A random operand.
fn operand(random: &mut Random, file: &[&str]) -> String {
    let lanes: String = (0..4)
        .map(|_| *random.pick(&['x', 'y', 'z', 'w']).unwrap())
        .collect();
    let minus = if random.one_in(4) { "-" } else { "" };
    format!("{minus}{}.{lanes}", random.pick(file).unwrap())
}

fn nv2a(random: &mut Random) -> Made {
    let orders = random.one_in(2);
    let mut text = String::new();
    writeln!(text, "MOV r0, v2;\nMOV r1, v3;").unwrap();
    for place in 0..1 + random.below(4) {
        let (name, count) = *random
            .pick(
                &[
                    ("MUL", 2),
                    ("MAD", 3),
                    ("ADD", 2),
                    ("DP3", 2),
                    ("DP4", 2),
                    ("DPH", 2),
                    ("MIN", 2),
                    ("MAX", 2),
                    ("SLT", 2),
                    ("SGE", 2),
                ][..if orders { 10 } else { 6 }],
            )
            .unwrap();
        // A slot reads one attribute and one constant.
        let outside = *random.pick(&["v0", "v1", "c[0]", "c[2]"]).unwrap();
        let file = ["r0", "r1", outside];
        let operands: Vec<String> = (0..count).map(|_| operand(random, &file)).collect();
        writeln!(text, "{name} r{}, {};", place % 2, operands.join(", ")).unwrap();
    }
    let nearly = random.one_in(2);
    if nearly {
        let name = random
            .pick(&["RCP", "RCC", "RSQ", "EXPP", "LOGP", "LIT"])
            .unwrap();
        let scalar = if *name == "LIT" { "" } else { ".x" };
        writeln!(text, "{name} r2, r0{scalar};\nMOV oPos, r2;").unwrap();
    } else {
        writeln!(text, "MUL oPos, r0, r1;").unwrap();
    }
    Made {
        text,
        nearly,
        orders,
    }
}

fn pica200(random: &mut Random) -> Made {
    let mut text = String::from(
        ".in v0 v0\n.in v1 v1\n.in v2 v2\n.in v3 v3\n.fvec k[3]\n.out - position o0\n.proc main\nmov r0, v2\nmov r1, v3\n",
    );
    let files = ["v0", "r0", "r1"];
    for place in 0..1 + random.below(4) {
        let (name, count) = *random
            .pick(&[
                ("mul", 2),
                ("add", 2),
                ("dp3", 2),
                ("dp4", 2),
                ("min", 2),
                ("max", 2),
                ("slt", 2),
                ("sge", 2),
            ])
            .unwrap();
        let mut operands: Vec<String> = (0..count).map(|_| operand(random, &files[1..])).collect();
        // One operand may be of a file without bounds.
        operands[0] = operand(random, &["v0", "v1", "r0", "k[1]"]);
        writeln!(text, "{name} r{}, {}", place % 2, operands.join(", ")).unwrap();
    }
    let nearly = random.one_in(2);
    if nearly {
        let name = random.pick(&["rcp", "rsq", "ex2", "lg2"]).unwrap();
        writeln!(text, "{name} r1, r0.x").unwrap();
    }
    text += "mul r0, r0, r1\nmov o0, r0\nend\n.end\n";
    Made {
        text,
        nearly,
        orders: false,
    }
}

fn agal(random: &mut Random) -> Made {
    let mut text = String::from("mov vt0, va2\nmov vt1, va3\n");
    for place in 0..1 + random.below(4) {
        let (name, count) = *random
            .pick(&[
                ("mul", 2),
                ("add", 2),
                ("sub", 2),
                ("div", 2),
                ("dp3", 2),
                ("dp4", 2),
                ("slt", 2),
                ("sge", 2),
                ("frc", 1),
                ("abs", 1),
            ])
            .unwrap();
        let files = ["va0", "va1", "vt0", "vt1"];
        let operands: Vec<String> = (0..count)
            .map(|_| operand(random, &files).trim_start_matches('-').to_owned())
            .collect();
        writeln!(text, "{name} vt{}, {}", place % 2, operands.join(", ")).unwrap();
    }
    text += "add op, vt0, vt1\n";
    Made {
        text,
        nearly: false,
        orders: false,
    }
}

/// Of random programs, for all numbers that are special.
#[test]
fn special_numbers_are_what_the_machine_makes_of_them() {
    type Program = fn(&mut Random) -> Made;
    for (chip, program) in [
        ("nv2a", nv2a as Program),
        ("pica200", pica200),
        ("agal1", agal),
    ] {
        let mut random = Random::new(48);
        for _ in 0..120 {
            let program = program(&mut random);
            let text = &program.text;
            let assembled = target(chip)
                .assemble(FileId(0), text, Some(Stage::Vertex), &Options::default())
                .unwrap_or_else(|errors| panic!("{errors:?} in {text}"));
            let binary = assembled.as_binary();
            let known = target(chip).read(binary).unwrap().interface().unwrap();
            let lifted = lift(binary, &known, &EXACT).unwrap();
            verify::verify(&lifted.shader).unwrap();
            for function in &lifted.functions {
                verify::verify(&function.body).unwrap();
            }
            let mut told = differences(
                &lifted.shader,
                &lifted.record,
                chip,
                binary,
                &program,
                &mut random,
            );
            let source = essl::write_calling(&lifted.shader, &lifted.functions).unwrap();
            if told.is_empty() {
                // The text says the same.
                let again = lowered(Stage::Vertex, &source);
                told = differences(&again, &lifted.record, chip, binary, &program, &mut random);
            }
            assert!(told.is_empty(), "{chip}:\n{text}\n{told}\n{source}");
        }
    }
}

/// Of all golden code whose functions everybody rounds alike.
#[test]
fn golden_code_is_exact() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().collect();
    files.sort_by_key(|file| file.file_name());
    let mut random = Random::new(49);
    let mut count = 0;
    for file in files {
        let name = file.file_name().into_string().unwrap();
        let parts: Vec<&str> = name.rsplitn(4, '.').collect();
        let &["s", chip @ ("nv2a" | "pica200" | "agal1"), "vert", _] = parts.as_slice() else {
            continue;
        };
        let program = Made {
            text: std::fs::read_to_string(file.path()).unwrap(),
            nearly: false,
            orders: true,
        };
        let words = [
            "rsq", "expp", "logp", "lit ", "ex2", "lg2", "exp ", "log ", "pow", "sin", "cos",
            "nrm", "sqt",
        ];
        if words.iter().any(|word| program.text.contains(word)) {
            continue;
        }
        let assembled = target(chip)
            .assemble(
                FileId(0),
                &program.text,
                Some(Stage::Vertex),
                &Options::default(),
            )
            .unwrap();
        let binary = assembled.as_binary();
        let known = target(chip).read(binary).unwrap().interface().unwrap();
        let Ok(lifted) = lift(binary, &known, &EXACT) else {
            continue;
        };
        // Indices of such numbers lead out of every array.
        let mut uniforms = lifted.shader.interface.uniforms.values();
        if uniforms.any(|uniform| uniform.shape.array.is_some()) {
            continue;
        }
        let told = differences(
            &lifted.shader,
            &lifted.record,
            chip,
            binary,
            &program,
            &mut random,
        );
        let source = essl::write_calling(&lifted.shader, &lifted.functions).unwrap();
        assert!(told.is_empty(), "{name}:\n{told}\n{source}");
        count += 1;
    }
    assert!(count > 25, "{count}");
}

/// What a processor computes that no shader can say is refused.
#[test]
fn half_floats_have_no_exact_source() {
    let text = "load.v $0.xyzw 0\nstop, sync, mov.v1 $0 $0\n";
    let lima = target("lima");
    let assembled = lima
        .assemble(FileId(0), text, Some(Stage::Fragment), &Options::default())
        .unwrap();
    let binary = assembled.as_binary();
    let known = lima.read(binary).unwrap().interface().unwrap();
    let errors = lift(binary, &known, &EXACT).unwrap_err();
    let message = &errors.iter().next().unwrap().message;
    assert!(message.contains("half floats"), "{message}");
}
