//! Shaders in the printed form: what comes out, and that it computes what the interpreter computes.

use crate::compile::common::{check, check_on, compile};
use retroshade_agal::{AGAL1, AGAL2};
use retroshade_diagnostics::codes;

#[test]
fn a_matrix_times_a_position_is_one_token() {
    let text = check(
        r#"shader vertex "a"
        input in0 "aPos" vec3
        uniform uniform0 "uMvp" mat4 rows
        output out0 "gl_Position" vec4 builtin=position
        output out1 "vUv" vec2
        body {
          %0:f3 = input in0[0]
          %1:f1 = const 1
          %2:f4 = compose %0, %1
          %3:f4 = uniform uniform0[0]
          %4:f4 = uniform uniform0[1]
          %5:f4 = uniform uniform0[2]
          %6:f4 = uniform uniform0[3]
          %7:f1 = dot %3, %2
          %8:f1 = dot %4, %2
          %9:f1 = dot %5, %2
          %10:f1 = dot %6, %2
          %11:f4 = compose %7, %8, %9, %10
          yield %11, %0.yx
        }"#,
    );
    assert_eq!(text, "m44 op, va0, vc0\nmov v0, va0.yxy\n");
}

#[test]
fn a_texture_times_a_colour() {
    let text = check(
        r#"shader fragment "a"
        input in0 "vUv" vec2
        input in1 "vColor" vec4
        sampler sampler0 "uMap" d2
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f2 = input in0[0]
          %1:f4 = texture sampler0[0] %0
          %2:f4 = input in1[0]
          %3:f4 = mul %1, %2
          yield %3
        }"#,
    );
    assert_eq!(
        text,
        "tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>\nmul oc, ft0, v1\n"
    );
}

#[test]
fn a_lookup_is_changed_in_place() {
    let text = check(
        r#"shader fragment "a"
        input in0 "vUv" vec2
        uniform uniform0 "uTint" vec3
        sampler sampler0 "uMap" d2
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f2 = input in0[0]
          %1:f4 = texture sampler0[0] %0
          %2:f3 = uniform uniform0[0]
          %3:f3 = mul %1.xyz, %2
          %4:f4 = compose %3, %1.w
          yield %4
        }"#,
    );
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn negation_is_taken_up() {
    let text = check(
        r#"shader fragment "a"
        input in0 "a" vec4
        input in1 "b" vec4
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = input in0[0]
          %1:f4 = input in1[0]
          %2:f4 = neg %0
          %3:f4 = mul %2, %1
          %4:f4 = add %1, %3
          %5:f4 = const (0.5, 0.25, 0.125, 1)
          %6:f4 = max %2, %5
          %7:f4 = add %4, %6
          yield %7
        }"#,
    );
    assert!(!text.contains("neg"), "{text}");
    assert_eq!(text.lines().count(), 4, "{text}");
}

#[test]
fn two_constants_do_not_meet() {
    let text = check(
        r#"shader fragment "a"
        uniform uniform0 "a" vec4
        uniform uniform1 "b" vec3
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = uniform uniform0[0]
          %1:f3 = uniform uniform1[0]
          %2:f1 = const 0.5
          %3:f3 = mul %0.xyz, %1
          %4:f3 = mul %0.yzw, %2.xxx
          %5:f3 = add %3, %4
          %6:f1 = sqrt %0.w
          %7:f1 = abs %6
          %8:f4 = compose %5, %2
          yield %8
        }"#,
    );
    assert_eq!(text.matches("mov ft").count(), 2, "{text}");
}

#[test]
fn scalars_of_many_places_come_together() {
    check(
        r#"shader fragment "a"
        input in0 "a" vec4
        input in1 "b" vec4
        uniform uniform0 "u" vec4
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = input in0[0]
          %1:f4 = input in1[0]
          %2:f4 = uniform uniform0[0]
          %3:f4 = const (0.5, 3, 2, 0.25)
          %4:f4 = compose %0.x, %1.y, %2.z, %3.w
          %5:f4 = compose %1.x, %1.x, %0.z, %3.x
          %6:f4 = mul %4, %5
          %7:f3 = normalize %4.wzx
          %8:f3 = cross %7, %5.xyw
          %9:f1 = dot %8, %6.xyz
          %10:f4 = compose %9, %8.zy, %6.w
          yield %10
        }"#,
    );
}

#[test]
fn window_coordinates_come_from_the_clip_position() {
    let compiled = check_on(
        &AGAL1,
        r#"shader fragment "a"
        input in0 "gl_FragCoord" vec4 builtin=frag_coord
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = input in0[0]
          yield %0
        }"#,
    );
    let reflection = &compiled.reflection;
    assert_eq!(
        reflection.inputs[0].builtin.as_deref(),
        Some("clip_position")
    );
    assert_eq!(reflection.driver_uniforms[0].name, "viewport_size");
}

#[test]
fn discards_keep_the_other_samples() {
    for comparison in [
        "lt %0.x, %1",
        "ge %0.x, %1",
        "eq %0.x, %0.y",
        "ne %2, %3",
        "lt %3, %2",
        "ge %0.y, %3",
    ] {
        check(&format!(
            r#"shader fragment "a"
            input in0 "a" vec4
            output out0 "gl_FragColor" vec4 builtin=frag_color
            body {{
              %0:f4 = input in0[0]
              %1:f1 = const 0.5
              %2:f1 = slt %0.z, %1
              %3:f1 = const 0
              %4:b1 = {comparison}
              discard %4
              yield %0
            }}"#
        ));
    }
}

#[test]
fn uniforms_are_indexed_by_a_value() {
    let text = check(
        r#"shader vertex "a"
        input in0 "aPos" vec4
        uniform uniform0 "uBones" mat4[3] rows
        uniform uniform1 "uColors" vec4[4]
        output out0 "gl_Position" vec4 builtin=position
        output out1 "vColor" vec4
        body {
          %0:f4 = input in0[0]
          %1:f1 = const 0
          %2:f1 = sge %0.x, %1
          %3:f4 = uniform_indexed uniform0[0+4*%2]
          %4:f4 = uniform_indexed uniform0[1+4*%2]
          %5:f4 = uniform_indexed uniform0[2+4*%2]
          %6:f4 = uniform_indexed uniform0[3+4*%2]
          %7:f1 = dot %0, %3
          %8:f1 = dot %0, %4
          %9:f1 = dot %0, %5
          %10:f1 = dot %0, %6
          %11:f4 = compose %7, %8, %9, %10
          %12:f4 = uniform_indexed uniform1[2+1*%2]
          yield %11, %12
        }"#,
    );
    assert_eq!(text.matches("m44 op, va0, vc[").count(), 1, "{text}");
}

#[test]
fn derivatives_need_version_2() {
    let source = r#"shader fragment "a"
        input in0 "a" vec4
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = input in0[0]
          %1:f4 = dfdx %0
          %2:f4 = dfdy %0
          %3:f4 = sub %1, %2
          yield %3
        }"#;
    check_on(&AGAL2, source);
    let errors = compile(&AGAL1, source).unwrap_err();
    assert!(
        errors
            .iter()
            .any(|error| error.code == codes::target::UNSUPPORTED)
    );
}

#[test]
fn cube_maps_and_projection() {
    check(
        r#"shader fragment "a"
        input in0 "a" vec3
        sampler sampler0 "uSky" cube
        sampler sampler1 "uMap" d2
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f3 = input in0[0]
          %1:f4 = texture sampler0[0] %0
          %2:f4 = texture sampler1[0] project %0
          %3:f4 = min %1, %2
          yield %3
        }"#,
    );
}

#[test]
fn limits_are_said_with_numbers() {
    let mut lines = String::new();
    for index in 0..30 {
        lines += &format!("uniform uniform{index} \"u{index}\" vec4\n");
    }
    lines += "input in0 \"a\" vec4\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n";
    lines += "%0:f4 = input in0[0]\n";
    for index in 0..30 {
        let (uniform, sum) = (2 * index + 1, 2 * index + 2);
        lines += &format!(
            "%{uniform}:f4 = uniform uniform{index}[0]\n%{sum}:f4 = add %{}, %{uniform}\n",
            2 * index
        );
    }
    let source = format!("shader fragment \"a\"\n{lines}yield %60\n}}\n");
    let errors = compile(&AGAL1, &source).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(error.code, codes::limit::CONSTANTS);
    assert_eq!(
        error.message,
        "agal1 has 28 constant registers, but the shader needs 30, even when small ones share registers"
    );
    check_on(&AGAL2, &source);
}

#[test]
fn depth_and_direction_of_the_position_follow_the_settings() {
    use retroshade_kit::target::{Options, Target};
    let source = r#"shader vertex "a"
        input in0 "aPos" vec4
        output out0 "gl_Position" vec4 builtin=position
        body {
          %0:f4 = input in0[0]
          yield %0
        }"#;
    let mut options = Options::default();
    options.settings.insert("clip-depth".into(), "gl".into());
    options.settings.insert("invert-y".into(), "on".into());
    let compiled = AGAL1
        .compile(&crate::compile::common::shader(source), &options)
        .unwrap();
    let text = compiled.assembly;
    for part in [
        "add vt0.x, va0.z, va0.w",
        "mul op.z, vt0.x, vc0.x",
        "neg op.y, va0.y",
        "mov op.xw, va0.xxxw",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn selection_is_printed() {
    use retroshade_kit::target::{Options, Target};
    let source = r#"shader fragment "a"
        input in0 "a" vec4
        uniform uniform0 "u" vec2
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = input in0[0]
          %1:f2 = uniform uniform0[0]
          %2:f2 = add %0.zw, %1
          %3:f4 = compose %2, %0.xy
          yield %3
        }"#;
    let shader = crate::compile::common::shader(source);
    let text = AGAL1
        .selection(&shader, &Options::default())
        .unwrap()
        .unwrap();
    assert_eq!(
        text,
        "mir agal lanes\n\
         vector t0 = %0 %1\n\
         vector t1 = %2 %3 %4 %5\n\
         vector t2 = %6 %7\n\
         %0 %1 = add [v0.zw] [c0.xy]\n\
         %6 %7 = mov [v0.xy]\n\
         %2 %3 %4 %5 = mov [%0 %1 %6 %7] -> o0 = %2 %3 %4 %5\n"
    );
}

#[test]
fn what_passes_an_operation_with_literals_by_is_carried_along() {
    let text = check(
        r#"shader fragment "a"
        input in0 "a" vec2
        sampler sampler0 "uMap" d2
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f2 = input in0[0]
          %1:f4 = texture sampler0[0] %0
          %2:f1 = const 0.5
          %3:f3 = mul %1.xyz, %2.xxx
          %4:f4 = compose %3, %1.w
          yield %4
        }"#,
    );
    assert_eq!(text.lines().last(), Some("mul oc, ft0, fc0.xxxy"), "{text}");
}

#[test]
fn what_is_never_written_is_written_all_the_same() {
    let text = check(
        r#"shader fragment "a"
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = undefined
          %1:b1 = const true
          discard %1
          yield %0
        }"#,
    );
    assert_eq!(text, "mov ft0.x, fc0.x\nkil ft0.x\nmov oc, fc0.y\n");
}

#[test]
fn parts_of_a_value_do_not_overwrite_each_other() {
    let text = check(
        r#"shader vertex "a"
        input in0 "a" vec4
        uniform uniform0 "u" float
        uniform uniform1 "w" float
        output out0 "gl_Position" vec4 builtin=position
        output out1 "b" vec4
        body {
          %0:f4 = input in0[0]
          %1:f1 = uniform uniform0[0]
          %2:f1 = const 0.5
          %3:f2 = compose %1, %2
          %4:f2 = add %0.xy, %3
          %5:f4 = compose %4, %0.xy
          yield %0, %5
        }"#,
    );
    assert!(text.contains("add v0.x, va0.x, vc0.x"), "{text}");
}

#[test]
fn the_depth_range_is_known() {
    let text = check_on(
        &AGAL1,
        r#"shader fragment "a"
        uniform uniform0 "gl_DepthRange.far" float
        input in0 "a" vec4
        output out0 "gl_FragColor" vec4 builtin=frag_color
        body {
          %0:f4 = input in0[0]
          yield %0
        }"#,
    );
    assert_eq!(text.reflection.uniforms, []);
}
