//! Products with matrices: what they write, and where.

use crate::compile::common::{check, check_on};
use retroshade_agal::AGAL1;

/// A vertex shader whose varyings are made of `body`, with the rows of a product of the position in
/// `%7` to `%10` and those of another in `%15` to `%17`.
fn products(outputs: &str, body: &str) -> String {
    check(&format!(
        r#"shader vertex "a"
        input in0 "aPos" vec4
        uniform uniform0 "uModel" mat4 rows
        uniform uniform1 "uMvp" mat4 rows
        output out0 "gl_Position" vec4 builtin=position
        {outputs}
        body {{
          %0:f4 = input in0[0]
          %3:f4 = uniform uniform0[0]
          %4:f4 = uniform uniform0[1]
          %5:f4 = uniform uniform0[2]
          %6:f4 = uniform uniform0[3]
          %7:f1 = dot %3, %0
          %8:f1 = dot %4, %0
          %9:f1 = dot %5, %0
          %10:f1 = dot %6, %0
          %11:f4 = uniform uniform1[0]
          %12:f4 = uniform uniform1[1]
          %13:f4 = uniform uniform1[2]
          %14:f4 = uniform uniform1[3]
          %15:f1 = dot %11, %0
          %16:f1 = dot %12, %0
          %17:f1 = dot %13, %0
          %18:f1 = dot %14, %0
          %19:f4 = compose %15, %16, %17, %18
          {body}
        }}"#
    ))
}

#[test]
fn a_product_writes_components_that_nobody_reads() {
    let text = products(
        r#"output out1 "vPlace" vec3"#,
        "%20:f3 = compose %7, %8, %9\nyield %19, %20",
    );
    assert_eq!(text, "m44 v0, va0, vc0\nm44 op, va0, vc4\n");
    let text = products(r#"output out1 "vHeight" float"#, "yield %19, %8");
    assert!(!text.contains("m44 v0."), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn a_component_beside_a_product_is_written_after_it() {
    // The operation that makes it comes first in the source.
    let text = products(
        r#"output out1 "vPlace" vec4"#,
        "%20:f1 = add %0.x, %0.y\n%21:f4 = compose %7, %8, %9, %20\nyield %19, %21",
    );
    let at = |line: &str| text.find(line).unwrap_or_else(|| panic!("{line}: {text}"));
    assert!(at("m44 v0, va0, vc0") < at("add v0.w"), "{text}");
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn a_product_takes_another_temporary_than_its_vector() {
    let text = check(
        r#"shader fragment "a"
        input in0 "vNormal" vec3
        uniform uniform0 "uTurn" mat3 rows
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f3 = input in0[0]
          %1:f3 = normalize %0
          %2:f3 = uniform uniform0[0]
          %3:f3 = uniform uniform0[1]
          %4:f3 = uniform uniform0[2]
          %5:f1 = dot %2, %1
          %6:f1 = dot %3, %1
          %7:f1 = dot %4, %1
          %8:f1 = const 1
          %9:f4 = compose %5, %6, %7, %8
          yield %9
        }"#,
    );
    assert!(text.contains("m33 ft1.xyz, ft0.xyz, fc0"), "{text}");
}

#[test]
fn a_product_leaves_components_out_where_no_room_is_left_for_them() {
    // Seven vectors and a number are needed before a product of which three components are, and after.
    let lines = |line: fn(usize) -> String| (0..7).map(line).collect::<Vec<_>>().join("\n");
    let source = format!(
        r#"shader vertex "a"
        {}
        input in7 "a7" vec4
        uniform uniform0 "uM" mat4 rows
        output out0 "gl_Position" vec4 builtin=position
        {}
        body {{
          {}
          %7:f4 = input in7[0]
          %8:f1 = sin %7.x
          {}
          %20:f1 = dot %10, %11
          %21:f1 = dot %12, %13
          %22:f1 = dot %14, %15
          %23:f1 = dot %16, %16
          %24:f1 = add %20, %21
          %25:f1 = add %22, %23
          %26:f1 = add %24, %25
          %27:f1 = add %26, %8
          %30:f4 = uniform uniform0[0]
          %31:f4 = uniform uniform0[1]
          %32:f4 = uniform uniform0[2]
          %34:f1 = dot %30, %27.xxxx
          %35:f1 = dot %31, %27.xxxx
          %36:f1 = dot %32, %27.xxxx
          %37:f4 = compose %34, %35, %36, %34
          {}
          %50:f4 = mul %37, %8.xxxx
          yield %50, %40, %41, %42, %43, %44, %45, %46
        }}"#,
        lines(|k| format!(r#"input in{k} "a{k}" vec4"#)),
        lines(|k| format!(r#"output out{} "v{k}" vec4"#, k + 1)),
        lines(|k| format!("%{k}:f4 = input in{k}[0]")),
        lines(|k| format!("%{}:f4 = sin %{k}", k + 10)),
        lines(|k| format!("%{}:f4 = add %{}, %37", k + 40, k + 10)),
    );
    let compiled = check_on(&AGAL1, &source);
    assert!(!compiled.assembly.contains("m44"), "{}", compiled.assembly);
    assert_eq!(compiled.reflection.stats.registers, 8);
}
