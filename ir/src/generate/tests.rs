use super::*;
use crate::OpKind;
use crate::essl;
use crate::verify::verify;
use crate::{eval, text};
use retroshade_diagnostics::FileId;
use std::collections::BTreeSet;

fn all_off() -> Knobs {
    Knobs {
        ints: false,
        bits: false,
        branches: false,
        loops: false,
        open_loops: false,
        indexing: false,
        textures: false,
        discard: false,
        derivatives: false,
        angles: false,
        ..Knobs::default()
    }
}

fn kinds(sample: &Sample) -> BTreeSet<OpKind> {
    sample
        .shader
        .insts
        .values()
        .map(|inst| inst.op.kind())
        .collect()
}

#[test]
fn programs_are_valid_run_and_read_back() {
    for seed in 0..80 {
        let sample = sample(seed, &Knobs::default());
        if let Err(faults) = verify(&sample.shader) {
            panic!("seed {seed}: {}\n{}", faults[0], sample.shader);
        }
        let outputs = match eval::run(&sample.shader, &sample.inputs) {
            Ok(outputs) => outputs,
            Err(errors) => panic!("seed {seed}: {errors:?}\n{}", sample.shader),
        };
        for (name, rows) in &outputs.outputs {
            assert!(
                rows.iter().flatten().all(|number| number.abs() <= 50.0),
                "seed {seed}: {name} is {rows:?}"
            );
        }
        let read = text::parse(&sample.shader.to_string(), FileId(0)).expect("reads back");
        assert_eq!(
            eval::run(&read, &sample.inputs).expect("runs").outputs,
            outputs.outputs
        );
    }
}

#[test]
fn a_seed_is_a_program() {
    let knobs = Knobs::default();
    let (one, two) = (sample(5, &knobs), sample(5, &knobs));
    assert_eq!(one.shader, two.shader);
    assert_eq!(one.inputs, two.inputs);
    assert_ne!(one.shader, sample(6, &knobs).shader);
}

#[test]
fn knobs_decide_what_appears() {
    let all: BTreeSet<OpKind> = (0..250)
        .flat_map(|seed| {
            kinds(&sample(
                seed,
                &Knobs {
                    bits: true,
                    ..Knobs::default()
                },
            ))
        })
        .collect();
    let absent: Vec<&str> = OpKind::ALL
        .iter()
        .filter(|kind| !all.contains(kind))
        .map(|kind| kind.name())
        .collect();
    assert_eq!(absent, ["undefined", "emit_vertex"]);
    let plain: BTreeSet<OpKind> = (0..200)
        .flat_map(|seed| kinds(&sample(seed, &all_off())))
        .collect();
    for kind in [
        OpKind::If,
        OpKind::Loop,
        OpKind::FloatToInt,
        OpKind::Texture,
        OpKind::Discard,
        OpKind::Dfdx,
        OpKind::Sin,
        OpKind::ArrayLoad,
        OpKind::Extract,
        OpKind::Shl,
    ] {
        assert!(!plain.contains(&kind), "{}", kind.name());
    }
}

#[test]
fn programs_depend_on_their_inputs() {
    let telling = (0..100)
        .filter(|&seed| {
            let sample = sample(seed, &Knobs::default());
            let outputs = eval::run(&sample.shader, &sample.inputs).expect("runs");
            let mut tables = outputs.outputs.values();
            tables.any(|rows| rows.iter().any(|row| *row != rows[0]))
        })
        .count();
    assert!(telling > 90, "{telling}");
}

/// Every float of the program moved by its last bit must stay within the stated error: the
/// bookkeeping of noise is not too small.
#[test]
fn the_stated_error_covers_another_rounding() {
    let knobs = Knobs::default();
    for seed in 0..80 {
        let sample = sample(seed, &knobs);
        let wanted = eval::run(&sample.shader, &sample.inputs).expect("runs");
        let mut other = sample.clone();
        reassociate(&mut other.shader);
        let found = eval::run(&other.shader, &sample.inputs).expect("runs");
        if let Some(difference) = sample.difference(&wanted, &found) {
            panic!("seed {seed}: {difference}\n{}", sample.shader);
        }
    }
}

/// Replaces mad and mix by what may round in another way: the difference is a few last bits.
fn reassociate(shader: &mut Shader) {
    let listed = shader.live_regions();
    for region in listed {
        let insts = std::mem::take(&mut shader.regions[region].insts);
        for inst in insts {
            let data = shader.insts[inst].clone();
            let mut builder = Builder::new(shader, region);
            match (data.op, data.args.as_slice()) {
                (Op::Mix, &[a, b, t]) => {
                    // a + t (b - a)
                    let difference = builder.op(Op::Sub, &[b, a]);
                    shader.insts[inst].op = Op::Mad;
                    shader.insts[inst].args = vec![t, difference, a].into();
                }
                (Op::Div, &[a, b]) if builder.shader.use_type(a).scalar == Scalar::Float => {
                    let inverse = builder.op(Op::Rcp, &[b]);
                    shader.insts[inst].op = Op::Mul;
                    shader.insts[inst].args = vec![a, inverse].into();
                }
                (Op::Pow, &[a, b]) => {
                    let logarithm = builder.op(Op::Log2, &[a]);
                    let product = builder.op(Op::Mul, &[logarithm, b]);
                    shader.insts[inst].op = Op::Exp2;
                    shader.insts[inst].args = vec![product].into();
                }
                _ => {}
            }
            shader.regions[region].insts.push(inst);
        }
    }
}

/// The samples tell programs apart: a single operation in place of another mostly shows.
#[test]
fn a_wrong_operation_shows() {
    let (mut tried, mut seen) = (0, 0);
    for seed in 0..40 {
        let sample = sample(seed, &Knobs::default());
        let wanted = eval::run(&sample.shader, &sample.inputs).expect("runs");
        for inst in sample.shader.insts.keys().step_by(7) {
            let data = &sample.shader.insts[inst];
            let other = match data.op {
                Op::Add => Op::Sub,
                Op::Min => Op::Max,
                Op::Max => Op::Min,
                Op::SetLt => Op::SetGe,
                Op::Lt => Op::Ge,
                Op::Floor => Op::Ceil,
                Op::Sin => Op::Cos,
                Op::Dot => Op::Distance,
                _ => continue,
            };
            let mut wrong = sample.clone();
            wrong.shader.insts[inst].op = other;
            // Some loops do not end any more.
            let limits = eval::Limits { steps: 10_000 };
            let found = eval::run_limited(&wrong.shader, &sample.inputs, limits);
            tried += 1;
            seen += usize::from(
                found.map_or(true, |found| sample.difference(&wanted, &found).is_some()),
            );
        }
    }
    assert!(tried > 100 && seen * 4 > tried * 3, "{seen} of {tried}");
}

#[test]
fn programs_are_written_as_sources() {
    let mut written = 0;
    for seed in 0..40 {
        let sample = sample(seed, &Knobs::default());
        let source = essl::write(&sample.shader).expect("nothing of ESSL 3.00");
        assert!(source.contains("void main() {"));
        assert_eq!(
            source.matches('{').count(),
            source.matches('}').count(),
            "{source}"
        );
        written += source.matches("for (int ").count();
        written += source.matches("while (true) ").count();
    }
    assert!(written > 5, "{written}");
    let bits = Knobs {
        bits: true,
        ..Knobs::default()
    };
    let refused = (0..40)
        .filter(|&seed| essl::write(&sample(seed, &bits).shader).is_err())
        .count();
    assert!(refused > 0);
}
