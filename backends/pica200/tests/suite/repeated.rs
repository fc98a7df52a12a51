//! Random steps done several times over, which selection rolls up: whatever the steps hand on, wherever
//! the last of them writes, and in however few registers what differs between them must lie.

use retroshade_ir::run::compare::Functions;
use retroshade_kit::agreement::{compare_on, data, shader};
use retroshade_kit::random::Random;
use retroshade_kit::target::{Chip, Optimize, Options, Target};
use retroshade_pica200::PICA200;
use std::fmt::Write;

/// A shader of `copies` equal rows of operations on a vector of `lanes`, which each row hands on to the
/// next; literals and swizzles of attributes differ from row to row.
fn rows(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut below = |limit: u64| (random.bits() >> 20) % limit;
    let lanes = 1 + below(4) as usize;
    let copies = 2 + below(5);
    let kinds: Vec<u64> = (0..3 + below(5)).map(|_| below(7)).collect();
    let same_literal = below(2) == 0;
    let constant_lanes = below(3) as usize;
    let mut text = String::from(
        "shader vertex \"rows\"\ninput in0 \"v\" vec4\nuniform uniform0 \"u\" vec4\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {\n  %0:f4 = input in0[0]\n\
         %1:f4 = uniform uniform0[0]\n",
    );
    let part = &"xyzw"[..lanes];
    let other = &"wxyz"[..lanes];
    let _ = writeln!(text, "  %2:f{lanes} = add %0.{part}, %1.{other}");
    let (mut last, mut next) = (2, 3);
    for copy in 0..copies {
        let literal = if same_literal {
            0.5
        } else {
            0.25 + 0.5 * copy as f32
        };
        let _ = writeln!(
            text,
            "  %{next}:f{lanes} = const {}",
            spread(literal, lanes)
        );
        let constant = next;
        next += 1;
        for kind in &kinds {
            let step = match kind {
                0 => format!("add %{last}, %{constant}"),
                1 => format!("mul %{last}, %{constant}"),
                2 => format!("mul %{last}, %1.{part}"),
                3 => format!("max %{last}, %0.{other}"),
                4 => format!("min %{last}, %1.{other}"),
                5 => format!("add %{last}, %0.{part}"),
                _ => format!("floor %{last}"),
            };
            let _ = writeln!(text, "  %{next}:f{lanes} = {step}");
            (last, next) = (next, next + 1);
        }
    }
    // The lanes beside those of the rows: literals, or what the attribute holds.
    let rest = 4 - lanes;
    let mut parts = vec![format!("%{last}")];
    for lane in 0..rest {
        if lane < constant_lanes {
            let _ = writeln!(text, "  %{next}:f1 = const 0.125");
            parts.push(format!("%{next}"));
            next += 1;
        } else {
            parts.push(format!("%0.{}", &"wzyx"[lane..=lane]));
        }
    }
    let _ = writeln!(
        text,
        "  %{next}:f4 = compose {}\n  yield %{next}\n}}",
        parts.join(", ")
    );
    text
}

fn spread(value: f32, lanes: usize) -> String {
    match lanes {
        1 => format!("{value:?}"),
        _ => format!("({})", vec![format!("{value:?}"); lanes].join(", ")),
    }
}

#[test]
fn rolled_rows_compute_what_the_rows_do() {
    let mut rolled = 0;
    for seed in 0..150 {
        let text = rows(seed);
        let shader = shader(&text);
        for optimize in [Optimize::None, Optimize::Size, Optimize::Normal] {
            let options = Options {
                optimize,
                ..Options::default()
            };
            let compiled = PICA200
                .compile(&shader, &options)
                .unwrap_or_else(|errors| panic!("seed {seed}: {errors:?}\n{text}"));
            if optimize == Optimize::Normal && compiled.assembly.contains("for i") {
                rolled += 1;
            }
            let stats = &compiled.reflection.stats;
            let bound = stats.schedule_bound;
            assert!(
                bound.is_none_or(|bound| bound <= stats.instructions),
                "{stats:?}"
            );
            let inputs = data(&shader, seed);
            compare_on(
                &PICA200,
                &shader,
                &compiled,
                &inputs,
                PICA200.tolerance(Functions::Plain),
            );
        }
    }
    assert!(rolled > 15, "{rolled} of 150 became loops");
}
