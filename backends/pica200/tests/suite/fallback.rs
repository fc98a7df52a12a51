//! What the compiler does where the usual way is closed: programs that are longer than the code memory.

use retroshade_kit::agreement::{check_shader, shader};
use retroshade_kit::random::Random;
use retroshade_kit::target::{Compiled, Optimize, Options, Target};
use retroshade_pica200::PICA200;
use std::fmt::Write;

fn count(compiled: &Compiled, name: &str) -> usize {
    let lines = compiled.assembly.lines().map(str::trim);
    lines
        .filter(|line| line.split_whitespace().next() == Some(name))
        .count()
}

/// Two functions, called in an order without rhythm, so that no loop can replace the calls.
fn calls(count: u32) -> String {
    let mut text = String::from(
        "shader vertex \"long\"\ninput in0 \"v\" vec4\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {\n  %0:f4 = input in0[0]\n\
         %1:f4 = const (0.25, 0.125, 0.25, 0.125)\n",
    );
    let (mut last, mut next) = (0, 2);
    for call in 0..count {
        let steps: [&str; 6] = if call.count_ones() % 2 == 0 {
            [
                "mul %L.yzwx, %1",
                "add %L, %0.wzyx",
                "max %L, %0.zwxy",
                "mul %L.wxyz, %1",
                "min %L.yxwz, %0",
                "add %L.zyxw, %0.yyxx",
            ]
        } else {
            [
                "mul %L.wwxy, %1",
                "min %L, %0.xxyy",
                "add %L.yxzw, %0.zzxw",
                "mul %L.zxyw, %1",
                "max %L, %0.yzwx",
                "add %L.xzwy, %0",
            ]
        };
        for step in steps {
            let step = step.replace("%L", &format!("%{last}"));
            let _ = writeln!(text, "  %{next}:f4 = {step}");
            (last, next) = (next, next + 1);
        }
    }
    let _ = writeln!(text, "  yield %{last}\n}}");
    text
}

#[test]
fn a_program_that_does_not_fit_otherwise_gets_procedures() {
    let short = check_shader(&PICA200, &shader(&calls(60))).unwrap();
    assert_eq!(count(&short, "call"), 0);
    let words = short.reflection.stats.words;
    // By the same measure this one would take more than there are.
    assert!(words * 130 / 60 > 512, "{words}");
    let long = check_shader(&PICA200, &shader(&calls(130))).unwrap();
    assert!(count(&long, "call") > 20, "{}", long.assembly);
    assert!(long.reflection.stats.words <= 512);
}

#[test]
fn what_does_not_fit_even_so_is_refused_with_numbers() {
    let mut text = calls(1).replace("yield %7\n}", "");
    // A row of steps that looks random has next to nothing in common that a procedure could take.
    let mut last = 7;
    let swizzles = ["xyzw", "yzwx", "wzyx", "zwxy"];
    let mut random = Random::new(1);
    for _ in 0..560 {
        let hash = random.bits() as u32;
        let pick = |shift: u32| swizzles[(hash >> shift & 3) as usize];
        let op = ["add", "max", "min", "mul"][(hash >> 25 & 3) as usize];
        let _ = writeln!(
            text,
            "  %{}:f4 = {op} %{last}.{}, %0.{}",
            last + 1,
            pick(30),
            pick(27)
        );
        last += 1;
    }
    let _ = writeln!(text, "  yield %{last}\n}}");
    let refused = PICA200.compile(&shader(&text), &Options::default());
    let refused = refused.unwrap_err();
    let error = refused.iter().next().unwrap();
    assert_eq!(error.code.id, "E0401", "{error:?}");
    let numbers = error.message.contains("the limit is 512");
    assert!(numbers, "{error:?}");
}

/// What is certain not to fit is refused before anything is tried that takes long: the number is that of
/// the bound, not of words that were laid out.
#[test]
fn what_is_far_too_long_is_refused_by_the_bound() {
    for optimize in [
        Optimize::None,
        Optimize::Normal,
        Optimize::Size,
        Optimize::Most,
    ] {
        let options = Options {
            optimize,
            ..Options::default()
        };
        let refused = PICA200.compile(&shader(&calls(700)), &options).unwrap_err();
        let error = refused.iter().next().unwrap();
        assert_eq!(error.code.id, "E0401");
        assert!(
            error.message.contains("or more instruction words"),
            "{error:?}"
        );
    }
}

/// A loop inside so many conditions.
fn loop_inside(conditions: usize) -> String {
    let mut text = String::from(
        "shader vertex \"nested\"\ninput in0 \"p\" vec4\nuniform uniform0 \"u\" vec4[16]\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {\n  %0:f4 = input in0[0]\n\
         \u{20} %1:i1 = const 0\n  %2:i1 = const 200\n  %3:i1 = const 1\n",
    );
    let mut next = 4;
    for depth in 0..conditions {
        let (limit, holds, result) = (next, next + 1, next + 2);
        let _ = writeln!(
            text,
            "%{limit}:f4 = uniform uniform0[{depth}]\n%{holds}:b1 = lt %{limit}.x, %0.x\n\
             %{result}:f1 = if %{holds} {{"
        );
        next += 3;
    }
    let [sum, rounds, old, round, more, new, after] = std::array::from_fn(|k| next + k);
    let _ = writeln!(
        text,
        "%{sum}:f1, %{rounds}:i1 = loop (%{old}:f1 = %0.x, %{round}:i1 = %1) {{\n\
         %{more}:b1 = lt %{round}, %2\nif %{more} {{ yield }} else {{ break %{old}, %{round} }}\n\
         %{new}:f1 = mad %{old}, %0.y, %0.z\n%{after}:i1 = add %{round}, %3\n\
         continue %{new}, %{after}\n}}"
    );
    let mut result = sum;
    for depth in (0..conditions).rev() {
        let _ = writeln!(text, "yield %{result} }} else {{ yield %0.w }}");
        result = 4 + 3 * depth + 2;
    }
    let _ = writeln!(text, "yield %{result}.xxxx\n}}");
    text
}

#[test]
fn conditions_are_nested_as_deeply_as_the_chip_can_and_refused_beyond() {
    check_shader(&PICA200, &shader(&loop_inside(8))).unwrap();
    let refused = PICA200.compile(&shader(&loop_inside(9)), &Options::default());
    let refused = refused.unwrap_err();
    let error = refused.iter().next().unwrap();
    assert_eq!(error.code.id, "E0411", "{error:?}");
    assert!(error.message.contains("more deeply than 8"), "{error:?}");
}

/// Equal operations are joined, and so the sum of a counter with others of it: rounds are counted by the
/// counter's lane.
#[test]
fn a_loop_counts_by_the_lane_of_its_counter() {
    for (steps, lane) in [("5.0, 1.0", 'y'), ("40.0, 5.0", 'y'), ("2.0, 7.0", 'x')] {
        let shader = shader(&format!(
            "shader vertex \"lanes\"\ninput in0 \"p\" vec4\n\
             output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n  %0:f4 = input in0[0]\n\
             %1:f1 = const 0.0\n  %2:f1 = const 120.0\n  %3:f2 = const ({steps})\n\
             %4:f1, %5:f1, %6:f1 = loop (%7:f1 = %1, %8:f1 = %0.x, %9:f1 = %1) {{\n\
             %10:b1 = lt %7, %2\nif %10 {{ yield }} else {{ break %7, %8, %9 }}\n\
             %11:f2 = add %7.xx, %3\n%12:f1 = max %11.x, %8\n%13:f1 = max %12, %11.y\n\
             %14:f1 = const 1.0\n%15:f1 = add %9, %14\n\
             continue %11.{lane}, %13, %15\n}}\n\
             %16:f4 = compose %4, %5, %6, %6\nyield %16\n}}"
        ));
        check_shader(&PICA200, &shader).unwrap();
    }
}
