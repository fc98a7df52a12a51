//! What does not fit, said with numbers and places.

use crate::compile::common::{check_on, compile, shader};
use retroshade_agal::{AGAL1, AGAL2, AGAL3};
use retroshade_diagnostics::codes;
use retroshade_kit::target::{Optimize, Options, Target};

/// `count` vectors, each of which depends on all others.
fn crowd(count: usize) -> String {
    let mut lines = String::from(
        "shader fragment \"a\"\ninput in0 \"a\" vec4\n\
         output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n%0:f4 = input in0[0]\n\
         %1:f4 = sin %0 @0:900:909\n",
    );
    for index in 0..count {
        let op = if index % 2 == 0 { "cos" } else { "sin" };
        let place = format!("@0:{}:{}", 10 * index, 10 * index + 9);
        lines += &format!("%{}:f4 = {op} %{} {place}\n", index + 2, index + 1);
    }
    // Last come first: the first vector is needed when all others are there.
    let mut sum = count + 1;
    for (next, index) in (count + 2..).zip((1..=count).rev()) {
        lines += &format!("%{next}:f4 = pow %{sum}, %{index}\n");
        sum = next;
    }
    lines + &format!("yield %{sum}\n}}\n")
}

#[test]
fn temporaries_are_refused_with_numbers_and_places() {
    let source = crowd(12);
    let errors = compile(&AGAL1, &source).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(error.code, codes::limit::TEMPORARIES);
    assert_eq!(
        error.message,
        "agal1 has 8 temporaries of four components, but here the shader needs 52 components at \
         once and they find no place"
    );
    let notes = error.notes.join("\n");
    assert!(notes.contains("32 components would fit"), "{notes}");
    assert!(notes.contains("tokens of 200"), "{notes}");
    let needed: Vec<&str> = error
        .secondary
        .iter()
        .map(|label| label.message.as_str())
        .collect();
    assert_eq!(needed.len(), 8);
    assert!(
        needed
            .iter()
            .all(|label| *label == "needed later: 4 components")
    );
    check_on(&AGAL2, &source);
}

/// Sines and cosines of one another, each of which takes a token at least.
fn chain(length: usize) -> String {
    let mut lines = String::from(
        "shader fragment \"a\"\ninput in0 \"a\" vec4\n\
         output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n%0:f4 = input in0[0]\n",
    );
    for index in 0..length {
        let op = if index % 2 == 0 { "sin" } else { "cos" };
        lines += &format!("%{}:f4 = {op} %{index}\n", index + 1);
    }
    lines + &format!("yield %{length}\n}}\n")
}

#[test]
fn tokens_are_refused_with_numbers() {
    // What is much too long is not even ordered: then only the least number is known.
    for (length, needs) in [(201, "needs 201"), (805, "needs 202 at least")] {
        let source = chain(length);
        let errors = compile(&AGAL1, &source).unwrap_err();
        let error = errors.iter().next().unwrap();
        assert_eq!(error.code, codes::limit::INSTRUCTIONS);
        assert_eq!(
            error.message,
            format!("agal1 programs have at most 200 tokens, but the shader {needs}")
        );
        check_on(&AGAL2, &source);
    }
}

#[test]
fn tokens_are_refused_without_optimizing() {
    let options = Options {
        optimize: Optimize::None,
        ..Options::default()
    };
    let errors = AGAL1
        .compile(&shader(&chain(201)), &options)
        .expect_err("too long");
    let error = errors.iter().next().expect("an error");
    assert_eq!(error.code, codes::limit::INSTRUCTIONS);
}

#[test]
fn what_is_too_long_says_how_wide_it_is_besides() {
    let source = crowd(120);
    let errors = compile(&AGAL1, &source).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(error.code, codes::limit::INSTRUCTIONS);
    let note = "484 components at once, too, of which 8 temporaries have 32";
    assert!(error.notes.join("\n").contains(note), "{:?}", error.notes);
}

#[test]
fn the_least_number_of_temporaries_is_proved() {
    let source = crowd(5);
    let compiled = check_on(&AGAL1, &source);
    let stats = &compiled.reflection.stats;
    assert_eq!(stats.more["registers_bound"], u64::from(stats.registers));
    assert!(stats.more["registers_unpacked"] >= u64::from(stats.registers));
    let options = Options {
        optimize: Optimize::Most,
        ..Options::default()
    };
    let most = AGAL3.compile(&shader(&source), &options).unwrap();
    assert_eq!(most.reflection.stats.registers, stats.registers);
}

#[test]
fn built_in_variables_that_are_not_there_are_refused_by_name() {
    for (name, ty, builtin) in [
        ("gl_FrontFacing", "bool", "front_facing"),
        ("gl_PointCoord", "vec2", "point_coord"),
    ] {
        let value = if ty == "bool" { "b1" } else { "f2" };
        let colour = if ty == "bool" {
            "%1:f1 = bool_to_float %0\nyield %1.xxxx"
        } else {
            "yield %0.xyxy"
        };
        let source = format!(
            "shader fragment \"a\"\ninput in0 \"{name}\" {ty} builtin={builtin}\n\
             output out0 \"gl_FragColor\" vec4 builtin=frag_color\n\
             body {{\n%0:{value} = input in0[0]\n{colour}\n}}\n"
        );
        for target in [&AGAL1, &AGAL2, &AGAL3] {
            let errors = compile(target, &source).unwrap_err();
            let error = errors.iter().next().unwrap();
            assert_eq!(error.code, codes::target::UNSUPPORTED);
            assert!(
                error.message.ends_with(&format!("has no `{name}`")),
                "{}",
                error.message
            );
        }
    }
}

#[test]
fn the_size_of_points_is_dropped_with_a_warning() {
    let source = r#"shader vertex "a"
        input in0 "aPos" vec4
        output out0 "gl_Position" vec4 builtin=position
        output out1 "gl_PointSize" float builtin=point_size
        body {
          %0:f4 = input in0[0]
          yield %0, %0.x
        }"#;
    let compiled = check_on(&AGAL1, source);
    let warning = compiled.warnings.iter().next().unwrap();
    assert_eq!(warning.code, codes::warning::NO_POINTS);
    assert_eq!(compiled.assembly, "mov op, va0\n");
}

#[test]
fn the_vertex_program_hands_the_clip_position_on() {
    let source = r#"shader vertex "a"
        input in0 "aPos" vec4
        output out0 "gl_Position" vec4 builtin=position
        output out1 "clip_position" vec4 builtin=clip_position bind="v7"
        body {
          %0:f4 = input in0[0]
          yield %0, %0
        }"#;
    let mut options = Options::default();
    options.settings.insert("clip-depth".into(), "gl".into());
    let compiled = AGAL1.compile(&shader(source), &options).unwrap();
    assert!(
        compiled.assembly.contains("mov v7, va0\n"),
        "{}",
        compiled.assembly
    );
}
