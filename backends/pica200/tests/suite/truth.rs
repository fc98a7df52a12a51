//! Conditions made of boolean uniforms and comparisons: for every combination of the booleans the
//! program does what the interpreter does, and it is as short as jumps make it.

use retroshade_ir::run::compare::{Functions, Tolerance};
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_kit::agreement::{compare_on, shader};
use retroshade_kit::target::{Compiled, Optimize, Options, Target};
use retroshade_pica200::PICA200;

/// A shader whose condition is `condition`, in terms of the booleans %1, %2, %3 and the comparisons
/// %5 and %6.
fn source(condition: &str, body: &str) -> String {
    format!(
        "shader vertex \"truth\"\ninput in0 \"v\" vec4\nuniform uniform0 \"a\" bool\n\
         uniform uniform1 \"b\" bool\nuniform uniform2 \"c\" bool\nuniform uniform3 \"u\" vec4\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n  %0:f4 = input in0[0]\n\
         %1:b1 = uniform uniform0[0]\n  %2:b1 = uniform uniform1[0]\n  %3:b1 = uniform uniform2[0]\n\
         %4:f4 = uniform uniform3[0]\n  %5:b1 = lt %0.x, %0.y\n  %6:b1 = lt %0.z, %4.w\n\
         {condition}\n{body}}}\n"
    )
}

/// Both arms compute something.
const BOTH: &str = "%20:f4 = if %10 { %21:f4 = mad %0, %4, %0.wzyx yield %21 } \
                    else { %22:f4 = mul %0, %4 %23:f4 = add %22, %22.yxwz yield %23 }\nyield %20\n";
/// Only one does.
const ONE: &str = "%20:f4 = if %10 { %21:f4 = mad %0, %4, %0.wzyx yield %21 } \
                   else { yield %0 }\nyield %20\n";

/// Compiles and compares for all values of the booleans and four samples.
fn check(text: &str, options: &Options) -> Compiled {
    let shader = shader(text);
    let compiled = PICA200.compile(&shader, options);
    let compiled = compiled.unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    for combination in 0..8_u8 {
        let mut inputs = RunInputs {
            sample_count: Some(4),
            ..RunInputs::default()
        };
        for (bit, name) in ["a", "b", "c"].into_iter().enumerate() {
            let value = vec![f32::from(combination >> bit & 1)];
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert(name.to_owned(), data);
        }
        let u = UniformData {
            shape: None,
            value: vec![2.0, -3.0, 0.5, 1.0],
        };
        inputs.uniforms.insert("u".to_owned(), u);
        let values = [[1.0, 2.0, 0.5, 4.0], [2.0, 1.0, 0.5, 3.0]];
        let far = values.map(|[x, y, _, w]| [x, y, 1.5, w]);
        let values = values.into_iter().chain(far).map(|v| v.to_vec()).collect();
        let data = InputData {
            shape: None,
            values,
        };
        inputs.attributes.insert("v".to_owned(), data);
        let tolerance = Tolerance::float32(Functions::Plain);
        compare_on(&PICA200, &shader, &compiled, &inputs, tolerance);
    }
    compiled
}

fn has(compiled: &Compiled, name: &str) -> usize {
    let lines = compiled.assembly.lines().map(str::trim);
    lines
        .filter(|line| line.split(' ').next() == Some(name))
        .count()
}

/// Conditions, the words of the whole program with both arms, and with one.
const CONDITIONS: &[(&str, u32, u32)] = &[
    ("%10:b1 = and %1, %2", 8, 6),
    ("%9:b1 = not %2\n%10:b1 = and %1, %9", 8, 6),
    ("%10:b1 = or %1, %2", 8, 6),
    ("%9:b1 = or %1, %2\n%10:b1 = not %9", 8, 6),
    ("%8:b1 = and %1, %2\n%10:b1 = or %8, %3", 9, 7),
    ("%8:b1 = or %1, %2\n%10:b1 = and %8, %3", 9, 7),
    (
        "%8:b1 = or %1, %2\n%9:b1 = not %3\n%10:b1 = and %9, %8",
        9,
        7,
    ),
    ("%10:b1 = and %1, %5", 9, 7),
    ("%10:b1 = or %5, %1", 9, 7),
    ("%9:b1 = not %1\n%10:b1 = or %6, %9", 9, 7),
    ("%8:b1 = and %5, %6\n%10:b1 = and %8, %1", 12, 10),
    (
        "%8:b1 = and %1, %5\n%9:b1 = and %2, %6\n%10:b1 = or %8, %9",
        12,
        10,
    ),
];

#[test]
fn conditions_of_several_booleans_are_jumps() {
    let mut found = String::new();
    let mut wanted = String::new();
    for (condition, both, one) in CONDITIONS {
        let words = [BOTH, ONE].map(|body| {
            let compiled = check(&source(condition, body), &Options::default());
            assert!(has(&compiled, "jmpu") > 0, "{}", compiled.assembly);
            compiled.reflection.stats.words
        });
        found += &format!("{condition:?} {words:?}\n");
        wanted += &format!("{condition:?} {:?}\n", [both, one]);
    }
    assert_eq!(found, wanted);
}

#[test]
fn without_optimization_and_for_size_they_do_the_same() {
    for optimize in [Optimize::None, Optimize::Size] {
        let options = Options {
            optimize,
            ..Options::default()
        };
        for (condition, ..) in CONDITIONS {
            for body in [BOTH, ONE] {
                check(&source(condition, body), &options);
            }
        }
    }
}

/// A boolean that is a number as well lies where it lies without: its declaration alone decides. Its register is read
/// by a condition that makes the number.
#[test]
fn booleans_that_are_numbers_too_stay_booleans() {
    let number = "%20:f1 = bool_to_float %1\n%21:f4 = if %10 { yield %0 } else { yield %4 }\n\
                  %22:f4 = mul %21, %20.xxxx\nyield %22\n";
    let compiled = check(&source("%10:b1 = and %1, %2", number), &Options::default());
    for declared in [".bool a", ".bool b"] {
        assert!(
            compiled.assembly.contains(declared),
            "{}",
            compiled.assembly
        );
    }
    let exclusive = source("%10:b1 = xor %1, %2", BOTH);
    let compiled = check(&exclusive, &Options::default());
    assert_eq!(has(&compiled, "jmpu"), 0, "{}", compiled.assembly);
}

/// One logical value that many conditions ask for is made once.
#[test]
fn a_condition_that_is_asked_often_is_a_number() {
    let step = |k: u32, before: u32| {
        format!(
            "%{k}:f4 = if %10 {{ %{}:f4 = mad %{before}, %4, %0.wzyx yield %{0} }} \
             else {{ yield %{before} }}\n%{}:f4 = add %{k}, %0.yzwx\n",
            k + 1,
            k + 2
        )
    };
    let mut body = String::new();
    let mut before = 0;
    for k in (20..70).step_by(5) {
        body += &step(k, before);
        before = k + 2;
    }
    body += &format!("yield %{before}\n");
    let compiled = check(&source("%10:b1 = and %1, %2", &body), &Options::default());
    assert_eq!(has(&compiled, "jmpu"), 0, "{}", compiled.assembly);
}

/// Conditions in loops that end them or their rounds, and conditions in conditions.
#[test]
fn such_conditions_leave_loops_and_stand_in_blocks() {
    let body = "%11:f1 = const 0.0\n%12:f1 = const 1.0\n%13:f1 = const 40.0\n\
        %20:f4, %21:f1 = loop (%22:f4 = %0, %23:f1 = %11) {\n\
          %24:b1 = ge %23, %13\n  if %24 { break %22, %23 } else { yield }\n\
          %25:f4 = add %22, %4\n  %26:f1 = add %23, %12\n  %27:b1 = lt %13, %25.x\n\
          %28:b1 = and %1, %27\n  if %28 { break %25, %26 } else { yield }\n\
          %29:b1 = or %2, %3\n\
          %30:f4 = if %29 { %31:b1 = ge %25.z, %25.w %32:b1 = and %31, %2\n\
            %33:f4 = if %32 { %34:f4 = mul %25, %25 yield %34 } else { yield %25.yxzw }\n\
            yield %33 } else { yield %25 }\n\
          continue %30, %26\n}\n%40:f4 = mul %20, %21.xxxx\nyield %40\n";
    for optimize in [Optimize::None, Optimize::Normal, Optimize::Size] {
        let options = Options {
            optimize,
            ..Options::default()
        };
        check(&source("", body), &options);
    }
}

/// Conditions of several booleans are rows of jumps, some of which are always taken, on a boolean that the file sets.
/// Where uniforms have all sixteen registers such conditions are numbers.
#[test]
fn all_sixteen_booleans_have_registers() {
    let mut text = String::from("shader vertex \"many\"\ninput in0 \"v\" vec4\n");
    let mut reads = String::from("%0:f4 = input in0[0]\n");
    let mut last = 0;
    for k in 0..16 {
        text += &format!("uniform uniform{k} \"b{k}\" bool\n");
        reads += &format!("%{}:b1 = uniform uniform{k}[0]\n", 2 * k + 1);
    }
    text += "output out0 \"gl_Position\" vec4 builtin=position\nbody {\n";
    for k in 0..8 {
        let (a, b) = (4 * k + 1, 4 * k + 3);
        let (both, result) = (100 + 10 * k, 101 + 10 * k);
        let (one, two) = (result + 1, result + 2);
        reads += &format!(
            "%{both}:b1 = and %{a}, %{b}\n%{result}:f4 = if %{both} {{ %{one}:f4 = add %{last}, \
             %0.wzyx yield %{one} }} else {{ %{two}:f4 = mul %{last}, %0 yield %{two} }}\n"
        );
        last = result;
    }
    text += &format!("{reads}yield %{last}\n}}\n");
    let compiled = PICA200.compile(&shader(&text), &Options::default());
    let compiled = compiled.unwrap();
    let assembly = &compiled.assembly;
    assert_eq!(has(&compiled, "jmpu"), 0, "{assembly}");
    assert!(!assembly.contains(".setb"), "{assembly}");
    for uniform in &compiled.reflection.uniforms {
        assert_eq!(uniform.register.as_deref(), Some(uniform.name.as_str()));
    }
    let more = text.replace("output out0", "uniform uniform16 \"b16\" bool\noutput out0");
    let more = more.replace("%0:f4 = input in0[0]", "%90:b1 = uniform uniform16[0]\n%91:f1 = bool_to_float %90\n%92:f4 = input in0[0]\n%0:f4 = mul %92, %91.xxxx");
    let refused = PICA200.compile(&shader(&more), &Options::default());
    let refused = refused.unwrap_err();
    let error = refused.iter().next().unwrap();
    assert_eq!(
        error.message,
        "pica200 has 16 boolean uniforms, but the shader needs 17"
    );
}
