//! Shaders whose code is known.

use crate::compile::common::{at, check, data, shader};
use retroshade_ir::run::compare::{Functions, Tolerance};
use retroshade_kit::agreement::compare_on;
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
    // No order has fewer: colour and position use different attributes, and both write an output.
    assert_eq!(compiled.reflection.stats.schedule_bound, Some(6));
    check(COLOURED);
}

/// A vertex shader of one attribute `a` and one uniform `u`, both vec4, that hands on `%9`.
fn of(body: &str) -> String {
    format!(
        r#"shader vertex "idiom.vert"
        input in0 "a" vec4
        uniform uniform0 "u" vec4
        output out0 "gl_Position" vec4 builtin=position
        body {{
          %0:f4 = input in0[0]
          %1:f4 = uniform uniform0[0]
          {body}
          yield %9
        }}"#
    )
}

fn assembly(body: &str) -> String {
    let compiled = check(&of(body));
    code(&compiled.assembly).join("\n")
}

#[test]
fn points_and_planes_are_homogeneous_products() {
    let found = assembly(
        "%2:f1 = const 1.0\n%3:f4 = compose %0.xyz, %2\n%4:f1 = dot %3, %1\n%9:f4 = compose %4, %4, %4, %4",
    );
    assert_eq!(found, "dph oPos, v13, c[96]");
    let found = assembly(
        "%2:f1 = const 0.0\n%3:f4 = compose %0.xyz, %2\n%4:f1 = dot %3, %1\n%9:f4 = compose %4, %4, %4, %4",
    );
    assert_eq!(found, "dp3 oPos, v13, c[96]");
}

#[test]
fn products_move_into_sums() {
    assert_eq!(
        assembly("%2:f4 = mul %0, %1\n%9:f4 = add %2, %0"),
        "mad oPos, v13, c[96], v13"
    );
    assert_eq!(
        assembly("%2:f4 = mul %0, %1\n%9:f4 = sub %0, %2"),
        "mad oPos, -v13, c[96], v13"
    );
}

#[test]
fn absolute_values_and_fractions_have_their_operations() {
    assert_eq!(assembly("%9:f4 = abs %0"), "max oPos, v13, -v13");
    let found = assembly("%2:f1 = fract %0.z\n%9:f4 = compose %2, %2, %2, %2");
    assert!(
        found.contains("expp r") && found.contains(".y, v13.z"),
        "{found}"
    );
}

#[test]
fn literals_beside_lanes_are_one_multiply_add() {
    let found = assembly("%2:f2 = const (0.0, 1.0)\n%9:f4 = compose %0.xy, %2");
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(found.starts_with("mad oPos, v13."), "{found}");
}

#[test]
fn position_is_read_back() {
    let source = r#"shader vertex "fog.vert"
        input in0 "a" vec4
        uniform uniform0 "u" vec4
        output out0 "gl_Position" vec4 builtin=position
        output out1 "v_fog" float
        body {
          %0:f4 = input in0[0]
          %1:f4 = uniform uniform0[0]
          %2:f4 = mul %0, %1
          yield %2, %2.w
        }"#;
    let compiled = check(source);
    assert_eq!(
        code(&compiled.assembly),
        ["mul oPos, v13, c[96]", "mov oFog.x, r12.w"]
    );
}

#[test]
fn two_uniforms_meet_through_a_temporary() {
    let source = r#"shader vertex "two.vert"
        input in0 "a" vec4
        uniform uniform0 "u" vec4
        uniform uniform1 "w" vec4
        output out0 "gl_Position" vec4 builtin=position
        output out1 "v_color" vec4
        body {
          %0:f4 = input in0[0]
          %1:f4 = uniform uniform0[0]
          %2:f4 = uniform uniform1[0]
          %3:f4 = mul %0, %1
          %4:f4 = add %3, %2
          %5:f4 = mul %1, %2
          yield %4, %5
        }"#;
    assert!(code(&check(source).assembly).len() <= 3);
}

#[test]
fn arrays_are_read_through_a0() {
    let source = r#"shader vertex "skin.vert"
        input in0 "a" vec4
        input in1 "a_index" vec2
        uniform uniform0 "u_bones" vec4[30]
        output out0 "gl_Position" vec4 builtin=position
        body {
          %0:f4 = input in0[0]
          %1:f2 = input in1[0]
          %20:f2 = abs %1
          %21:f2 = fract %20
          %22:f2 = sub %20, %21
          %2:f4 = uniform_indexed uniform0[0 + 3 * %22.x]
          %3:f4 = uniform_indexed uniform0[1 + 3 * %22.x]
          %4:f4 = uniform_indexed uniform0[2 + 3 * %22.y]
          %5:f1 = dot %0, %2
          %6:f1 = dot %0, %3
          %7:f4 = mul %0, %4
          %8:f4 = compose %5, %6, %5, %6
          %9:f4 = add %8, %7
          yield %9
        }"#;
    let found = check(source).assembly;
    assert_eq!(found.matches("arl a0").count(), 2, "{found}");
}

/// Comparisons of `%0` (an attribute) and `%1` (a uniform) at zeros of either sign.
#[test]
fn zeros_of_either_sign_are_equal() {
    let bodies = [
        "%2:f4 = const (0.0, 0.0, 0.0, 0.0)\n%9:f4 = slt %0, %2",
        "%2:f4 = const (0.0, 0.0, 0.0, 0.0)\n%9:f4 = sge %0, %2",
        "%2:f4 = const (0.0, 0.0, 0.0, 0.0)\n%9:f4 = slt %2, %0",
        "%2:f4 = const (0.0, 0.0, 0.0, 0.0)\n%9:f4 = sge %2, %0",
        "%2:f4 = const (-0.0, -0.0, -0.0, -0.0)\n%9:f4 = slt %2, %0",
        "%2:f4 = const (0.0, 0.0, 0.0, 0.0)\n%3:f4 = neg %0\n%9:f4 = slt %3, %2",
        "%2:f4 = const (0.0, 0.0, 0.0, 0.0)\n%3:f4 = neg %0\n%9:f4 = sge %2, %3",
    ];
    let rows = [[0.0, -0.0, 1.0, -1.0], [-0.0, 0.0, -1.0, 1.0]];
    for body in bodies {
        agrees_on(&of(body), &rows, [0.0; 4]);
    }
    // One side negated: the other is +0, as results of the chip are unless they are negated.
    for body in [
        "%2:f4 = neg %0\n%9:f4 = slt %2, %1",
        "%2:f4 = neg %0\n%9:f4 = sge %2, %1",
        "%2:f4 = neg %1\n%9:f4 = slt %2, %0",
        "%2:f4 = neg %1\n%9:f4 = sge %0, %2",
        "%2:f4 = neg %0\n%3:f4 = neg %1\n%9:f4 = sge %2, %3",
        "%2:f4 = neg %0\n%3:f4 = min %2, %1\n%4:f4 = neg %3\n%9:f4 = sge %3, %4",
        // The product is a negation, a zero or the other factor in the end.
        "%2:f4 = const (-1.0, 0.25, 1.0, 0.0)\n%3:f4 = mul %0, %2\n%9:f4 = sge %3, %0",
        "%2:f4 = const (-1.0, 0.25, 1.0, 0.0)\n%3:f4 = mul %0, %2\n%9:f4 = slt %3, %1",
        "%2:f4 = const (-1.0, -1.0, -1.0, -1.0)\n%3:f4 = mad %0, %2, %1\n%9:f4 = sge %3, %1",
        // Sums of zeros of either sign.
        "%2:f4 = neg %0\n%3:f4 = sub %2, %0\n%9:f4 = sge %3, %1",
    ] {
        agrees_on(&of(body), &[[0.0, 0.0, 1.0, -1.0]], [0.0, 1.0, -1.0, 0.0]);
    }
}

/// Compares with the interpreter on these values of `%0`, with `%1` the same for all.
fn agrees_on(source: &str, rows: &[[f32; 4]], uniform: [f32; 4]) {
    let shader = shader(source);
    let compiled = NV2A.compile(&shader, &at(Position::Clip)).unwrap();
    let mut inputs = data(&shader, 0);
    inputs.sample_count = Some(rows.len());
    for input in inputs.attributes.values_mut() {
        input.values = rows.iter().map(|row| row.to_vec()).collect();
    }
    for value in inputs.uniforms.values_mut() {
        value.value = uniform.to_vec();
    }
    compare_on(
        &NV2A,
        &shader,
        &compiled,
        &inputs,
        Tolerance::float32(Functions::Plain),
    );
}

/// An index is compared with every element, once for each of eight accesses: elements, truth values and
/// results only fit together where a choice needs one truth value and not two.
#[test]
fn elements_are_written_and_read_by_computed_indices() {
    let mut body = String::from("%0:f4 = input in0[0]\n%1:f1 = const 0.5\n");
    for number in 0..4 {
        let (index, value) = (10 + number, 20 + number);
        let before = if number == 0 { 0 } else { value - 1 };
        body += &format!(
            "%{index}:i1 = uniform uniform{number}[0]
             %{value}:f4 = mul %{before}.yzwx, %1.xxxx
             array_store array0[%{index}] = %{value}
            "
        );
    }
    for number in 0..4 {
        body += &format!(
            "%{}:f4 = array_load array0[%{}]\n",
            30 + number,
            10 + number
        );
    }
    let source = format!(
        r#"shader vertex "array.vert"
        input in0 "a" vec4
        uniform uniform0 "i" int
        uniform uniform1 "j" int
        uniform uniform2 "k" int
        uniform uniform3 "l" int
        output out0 "gl_Position" vec4 builtin=position
        array array0 "t" f4[4]
        body {{
          {body}
          %40:f4 = add %30, %31
          %41:f4 = add %32, %40
          %42:f4 = add %33, %41
          yield %42
        }}"#
    );
    let shader = shader(&source);
    let compiled = NV2A.compile(&shader, &at(Position::Clip)).unwrap();
    assert_eq!(code(&compiled.assembly).len(), 60, "{}", compiled.assembly);
    for indices in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 2, 1, 2], [0, 0, 0, 0]] {
        let mut inputs = data(&shader, 0);
        for (uniform, index) in inputs.uniforms.values_mut().zip(indices) {
            uniform.value = vec![index as f32];
        }
        let tolerance = Tolerance::float32(Functions::Plain);
        compare_on(&NV2A, &shader, &compiled, &inputs, tolerance);
    }
}

#[test]
fn scattered_dot_products_are_summed_by_columns() {
    let source = r#"shader vertex "poly.vert"
        input in0 "a" vec4
        uniform uniform0 "u" vec4
        output out0 "gl_Position" vec4 builtin=position
        body {
          %0:f4 = input in0[0]
          %1:f4 = uniform uniform0[0]
          %2:f3 = mul %0.xyz, %0.xyz
          %3:f3 = max %0.xyz, %1.www
          %4:f3 = mul %2, %3
          %10:f3 = compose %2.x, %3.x, %4.x
          %11:f3 = compose %2.y, %3.y, %4.y
          %12:f3 = compose %2.z, %3.z, %4.z
          %20:f1 = dot %10, %1.xyz
          %21:f1 = dot %11, %1.xyz
          %22:f1 = dot %12, %1.xyz
          %9:f4 = compose %20, %21, %22, %0.w
          yield %9
        }"#;
    // Three values, three sums, and w.
    let found = check(source).assembly;
    assert!(code(&found).len() <= 7, "{found}");
    assert!(!found.contains("dp3"), "{found}");
}

/// Reads three elements of an array at indices that are cut off behind the point, as `int(x)` is.
const THREE_INDICES: &str = r#"shader vertex "indices.vert"
    input in0 "a" vec4
    uniform uniform0 "u" vec4[8]
    output out0 "gl_Position" vec4 builtin=position
    body {
      %0:f4 = input in0[0]
      %1:f1 = const 0.0
      %2:f3 = fract %0.xyz
      %3:f3 = sub %0.xyz, %2
      %4:f3 = slt %0.xyz, %1.xxx
      %5:f3 = slt %1.xxx, %2
      %6:f3 = mad %4, %5, %3
      %7:f4 = uniform_indexed uniform0[0 + 1 * %6.x]
      %8:f4 = uniform_indexed uniform0[0 + 1 * %6.y]
      %9:f4 = uniform_indexed uniform0[0 + 1 * %6.z]
      %10:f4 = add %7, %8
      %11:f4 = add %10, %9
      yield %11
    }"#;

#[test]
fn lanes_of_both_signs_are_copied_once() {
    let compiled = NV2A
        .compile(&shader(THREE_INDICES), &at(Position::Clip))
        .unwrap();
    assert_vain(&compiled, None);
    assert!(
        code(&compiled.assembly).len() <= 13,
        "{}",
        compiled.assembly
    );
}

/// What `lit` makes by itself is not read from a literal register, which then is not listed.
#[test]
fn a_literal_that_no_slot_reads_is_not_listed() {
    let compiled = check(
        r#"shader vertex "one.vert"
        input in0 "a_position" vec4
        input in1 "a_texcoord0" vec2
        uniform uniform0 "u" mat4 rows
        output out0 "gl_Position" vec4 builtin=position
        output out1 "v_color" vec4
        body {
          %0:f4 = input in0[0]
          %1:f2 = input in1[0]
          %2:f4 = uniform uniform0[0]
          %3:f1 = dot %2, %0
          %4:f1 = const 1.0
          %5:f4 = mul %3.xxxx, %0
          %6:f3 = mul %1.xyx, %2.xyz
          %7:f4 = compose %6, %4
          yield %5, %7
        }"#,
    );
    assert!(
        compiled.assembly.contains("lit oD0.w"),
        "{}",
        compiled.assembly
    );
    assert_vain(&compiled, None);
    assert!(compiled.reflection.constants.is_empty());
}

fn assert_vain(compiled: &retroshade_kit::target::Compiled, wanted: Option<&str>) {
    let slots = retroshade_nv2a::container::read(&compiled.binary, None).unwrap();
    let program = retroshade_nv2a::decode::decode(&slots).unwrap();
    let vain = crate::compile::liveness::vain(&program, &compiled.reflection);
    assert_eq!(vain.as_deref(), wanted, "{}", compiled.assembly);
}
