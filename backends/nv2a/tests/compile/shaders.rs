//! Shaders whose code is known.

use crate::common::{at, check, shader};
use retroshade_kit::target::{Position, Target};
use retroshade_nv2a::NV2A;

const COLOURED: &str = r#"shader vertex "coloured.vert"
    input in0 "a_position" vec4
    input in1 "a_color" vec4
    uniform uniform0 "u_mvp" mat4 rows
    output out0 "gl_Position" vec4 builtin=position
    output out1 "v_color" vec4
    body {
      %0:f4 = input in0[0]
      %1:f4 = input in1[0]
      %2:f4 = uniform uniform0[0]
      %3:f4 = uniform uniform0[1]
      %4:f4 = uniform uniform0[2]
      %5:f4 = uniform uniform0[3]
      %6:f1 = const 1.0
      %7:f4 = compose %0.xyz, %6
      %8:f1 = dot %2, %7
      %9:f1 = dot %3, %7
      %10:f1 = dot %4, %7
      %11:f1 = dot %5, %7
      %12:f4 = compose %8, %9, %10, %11
      yield %12, %1
    }"#;

/// Instructions without comments.
fn code(assembly: &str) -> Vec<&str> {
    assembly
        .lines()
        .filter(|line| !line.starts_with(';'))
        .collect()
}

#[test]
fn eight_slots_of_cgc_are_six() {
    let compiled = NV2A
        .compile(&shader(COLOURED), &at(Position::Divide))
        .unwrap();
    let code = code(&compiled.assembly);
    assert_eq!(code.len(), 6, "{}", compiled.assembly);
    check(COLOURED);
}
