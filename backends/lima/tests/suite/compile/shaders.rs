//! Shaders with what is known of their code.

use crate::compile::common::{at, check, clip, shader};
use retroshade_kit::target::{Position, Target};
use retroshade_lima::LIMA;

const TRANSFORM: &str = r#"shader vertex "transform.vert"
    input in0 "a_position" vec4
    input in1 "a_color" vec4
    uniform uniform0 "u_mvp" mat4
    output out0 "gl_Position" vec4 builtin=position
    output out1 "v_color" vec4
    body {
      %0:f4 = input in0[0]
      %1:f4 = input in1[0]
      %2:f4 = uniform uniform0[0]
      %3:f4 = uniform uniform0[1]
      %4:f4 = uniform uniform0[2]
      %5:f4 = uniform uniform0[3]
      %6:f4 = matvec %2, %3, %4, %5, %0
      yield %6, %1
    }"#;

#[test]
fn a_transform_is_as_short_as_its_products() {
    let compiled = check(TRANSFORM);
    // Sixteen products on two multipliers, two sums behind the last.
    assert!(
        compiled.reflection.stats.instructions <= 11,
        "{}",
        compiled.assembly
    );
    assert!(compiled.reflection.stats.schedule_bound >= Some(8));
}

#[test]
fn the_viewport_comes_behind_the_position() {
    let shader = shader(TRANSFORM);
    let native = LIMA.compile(&shader, &at(Position::Native)).unwrap();
    let names: Vec<&str> = native
        .reflection
        .driver_uniforms
        .iter()
        .map(|variable| variable.name.as_str())
        .collect();
    assert_eq!(names, ["gl_mali_ViewportTransform"]);
    assert!(native.assembly.contains("rcp.c"), "{}", native.assembly);
    let clip = LIMA.compile(&shader, &clip()).unwrap();
    assert!(!clip.assembly.contains("rcp.c"));
    assert!(LIMA.compile(&shader, &at(Position::Divide)).is_err());
}

#[test]
fn functions_follow_their_patterns() {
    check(
        r#"shader vertex "functions.vert"
    input in0 "a" vec4
    output out0 "v" vec4
    body {
      %0:f4 = input in0[0]
      %1:f4 = abs %0
      %2:f4 = rcp %0
      %3:f4 = rsqrt %1
      %4:f4 = log2 %1
      %5:f4 = exp2 %4
      %6:f4 = sqrt %1
      %7:f4 = add %2, %3
      %8:f4 = add %4, %5
      %9:f4 = add %7, %8
      %10:f4 = add %9, %6
      yield %10
    }"#,
    );
}

#[test]
fn a_selection_keeps_its_sign() {
    // A known compiler folds the negation into the selection and loses it.
    check(
        r#"shader vertex "select.vert"
    input in0 "a" vec4
    input in1 "b" vec4
    output out0 "v" vec4
    body {
      %0:f4 = input in0[0]
      %1:f4 = input in1[0]
      %2:b4 = lt %0, %1
      %3:f4 = select %2, %0, %1
      %4:f4 = neg %3
      yield %4
    }"#,
    );
}

#[test]
fn an_indexed_uniform_is_one_load() {
    let compiled = LIMA.compile(
        &shader(
            r#"shader vertex "indexed.vert"
    input in0 "a" vec4
    uniform uniform0 "u" vec4[100]
    output out0 "v" vec4
    body {
      %0:f4 = input in0[0]
      %1:i1 = float_to_int %0.x
      %2:f4 = uniform_indexed uniform0[0 + 1 * %1]
      yield %2
    }"#,
        ),
        &clip(),
    );
    let compiled = compiled.unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(
        compiled.assembly.contains("load.u 0+A1"),
        "{}",
        compiled.assembly
    );
    assert!(
        compiled.reflection.stats.instructions <= 14,
        "{}",
        compiled.assembly
    );
}
