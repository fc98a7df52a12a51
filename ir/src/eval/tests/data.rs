use super::*;
use retroshade_diagnostics::codes::files;

#[test]
fn variables_are_read_slot_by_slot() {
    let text = "shader vertex \"\"
        input in0 \"a\" mat2
        input in1 \"n\" vec3
        uniform uniform0 \"m\" mat2x3[2]
        uniform uniform1 \"r\" mat2x3 rows
        uniform uniform2 \"i\" ivec2
        uniform uniform3 \"b\" bool
        output out0 \"columns\" mat2
        output out1 \"o\" vec3
        output out2 \"rows\" vec2[3]
        output out3 \"numbers\" vec3
        body {
          %0:f2 = input in0[0] %1:f2 = input in0[1] %2:f3 = input in1[0]
          %3:f3 = uniform uniform0[3]
          %4:f2 = uniform uniform1[0] %5:f2 = uniform uniform1[1] %6:f2 = uniform uniform1[2]
          %7:i2 = uniform uniform2[0] %8:f2 = uniform uniform2[0]
          %9:b1 = uniform uniform3[0] %10:f1 = bool_to_float %9
          %11:f3 = add %2, %3
          %12:f1 = int_to_float %7.x
          %13:f3 = compose %12, %8.y, %10
          yield %1, %0, %11, %4, %5, %6, %13
        }";
    let out = results(
        text,
        "{\"stage\": \"vert\",
          \"attributes\": {\"a\": {\"type\": \"mat2\", \"values\": [[1,2,3,4]]}, \"n\": [[1,1,1]]},
          \"uniforms\": {\"m\": {\"type\": \"mat2x3\", \"array\": 2, \"value\": [0,0,0,0,0,0,0,0,0,7,8,9]},
            \"r\": {\"type\": \"mat2x3\", \"value\": [1,2,3,4,5,6]}, \"i\": [-3, 4], \"b\": true}}",
    );
    assert_eq!(out.outputs["columns"], [[3.0, 4.0, 1.0, 2.0]]);
    assert_eq!(out.outputs["o"], [[8.0, 9.0, 10.0]]);
    assert_eq!(out.outputs["rows"], [[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]]);
    assert_eq!(out.outputs["numbers"], [[-3.0, 4.0, 1.0]]);
    assert!(out.stats["instructions"] > 10);
    assert_eq!(out.discarded, None);
}

#[test]
fn indices_choose_slots_and_stay_inside() {
    let text = "shader fragment \"\"
        input in0 \"v\" float
        input in1 \"w\" vec2[3]
        uniform uniform0 \"m\" mat2[2]
        output out0 \"o\" vec4
        body {
          %0:f1 = input in0[0]
          %1:i1 = float_to_int %0
          %2:f2 = uniform_indexed uniform0[1 + 2 * %1]
          %3:f2 = input_indexed in1[0 + 1 * %0]
          %4:f4 = compose %2, %3
          yield %4
        }";
    let out = results(
        text,
        "{\"varyings\": {\"v\": [0, 1, 2, -5], \"w\": [[1,2,3,4,5,6],[1,2,3,4,5,6],[1,2,3,4,5,6],[1,2,3,4,5,6]]},
          \"uniforms\": {\"m\": [10,11,12,13,14,15,16,17]}}",
    );
    assert_eq!(
        out.outputs["gl_FragColor"],
        [
            [12.0, 13.0, 1.0, 2.0],
            [16.0, 17.0, 3.0, 4.0],
            [16.0, 17.0, 5.0, 6.0],
            [12.0, 13.0, 1.0, 2.0]
        ]
    );
}

#[test]
fn members_of_arrays_of_structures_are_gathered() {
    let text = "shader vertex \"\"
        uniform uniform0 \"l[].c\" vec2[4] nested=(2)[2]
        uniform uniform1 \"k\" int
        output out0 \"o\" vec2
        body {
          %0:i1 = uniform uniform1[0]
          %1:f2 = uniform_indexed uniform0[0 + 1 * %0]
          yield %1
        }";
    let at = |k: usize| {
        let uniforms = format!(
            "\"l[0].c\": [1,2,3,4], \"l[1].c\": {{\"type\": \"vec2\", \"array\": 2, \"value\": [5,6,7,8]}}, \"k\": {k}"
        );
        results(text, &format!("{{\"uniforms\": {{{uniforms}}}}}")).outputs["o"].concat()
    };
    assert_eq!(
        [at(0), at(1), at(2), at(3)].concat(),
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    );
    // A leaf that is not given is inactive; one must be.
    let one = results(text, "{\"uniforms\": {\"l[1].c\": [5,6], \"k\": 2}}");
    assert_eq!(one.outputs["o"], [[5.0, 6.0]]);
    assert_eq!(
        error(text, "{\"uniforms\": {\"k\": 2}}").code,
        files::MISSING_INPUT
    );
}

const BRANCH: &str = "shader fragment \"\"
    input in0 \"v\" float
    uniform uniform0 \"a\" float
    uniform uniform1 \"b\" float
    uniform uniform2 \"dead\" float
    output out0 \"o\" float
    body {
      %0:f1 = input in0[0]
      %1:f1 = uniform uniform2[0]
      %2:f1 = const 2.0
      %3:b1 = lt %0, %2
      %4:f1 = if %3 {
        %5:f1 = uniform uniform0[0]
        yield %5
      } else {
        %6:f1 = uniform uniform1[0]
        yield %6
      }
      yield %4
    }";

#[test]
fn only_what_is_read_must_be_given() {
    let low = results(
        BRANCH,
        "{\"varyings\": {\"v\": [1]}, \"uniforms\": {\"a\": 7}}",
    );
    assert_eq!(low.outputs["gl_FragColor"], [[7.0]]);
    let found = error(
        BRANCH,
        "{\"varyings\": {\"v\": [1, 3]}, \"uniforms\": {\"a\": 7}}",
    );
    assert_eq!(
        found.message,
        "the run data has no value for the uniform `b`"
    );
    // No place in the source: the data is at fault.
    assert_eq!(found.primary, None);
    let found = error(
        BRANCH,
        "{\"varyings\": {\"v\": [1]}, \"uniforms\": {\"a\": [7, 8]}}",
    );
    assert_eq!(found.code, files::RUN_DATA);
    assert_eq!(
        error(BRANCH, "{}").message,
        "the run data has no value for the varying `v`, the uniform `a`, the uniform `b`"
    );
    let stage = error(BRANCH, "{\"stage\": \"vert\"}");
    assert_eq!(
        stage.message,
        "the run data is for a vertex shader, this is a fragment shader"
    );
}

#[test]
fn an_arm_that_is_never_taken_needs_nothing() {
    let text = "shader fragment \"\"
        uniform uniform0 \"never\" float
        uniform uniform1 \"u\" float
        output out0 \"o\" float
        body {
          %0:f1 = uniform uniform0[0]
          %1:f1 = uniform uniform1[0]
          %2:b1 = const false
          %3:f1 = if %2 {
            %4:b1 = lt %0, %1
            discard %4
            yield %0
          } else {
            yield %1
          }
          yield %3
        }";
    let out = results(text, "{\"uniforms\": {\"u\": 3}}");
    assert_eq!(out.outputs["gl_FragColor"], [[3.0]]);
}

#[test]
fn built_in_inputs() {
    let text = "shader fragment \"\"
        input in0 \"gl_FragCoord\" vec4 builtin=frag_coord
        input in1 \"gl_PointCoord\" vec2 builtin=point_coord
        input in2 \"gl_FrontFacing\" bool builtin=front_facing
        input in3 \"clip\" vec4 builtin=clip_position
        output out0 \"gl_FragColor\" vec4 builtin=frag_color
        output out1 \"gl_FragDepthEXT\" float builtin=frag_depth
        output out2 \"x\" vec4
        body {
          %0:f4 = input in0[0] %1:f2 = input in1[0] %2:b1 = input in2[0] %3:f4 = input in3[0]
          %4:f1 = bool_to_float %2
          %5:f4 = compose %0.xz, %1
          yield %5, %4, %3
        }";
    let data = "\"frag_coord\": [[48, 16, 0.75, 0.5]], \"point_coord\": [[0.25, 0.5]]";
    let out = results(text, &format!("{{{data}, \"front_facing\": [false]}}"));
    assert_eq!(out.outputs["gl_FragColor"], [[48.0, 0.75, 0.25, 0.5]]);
    assert_eq!(out.outputs["gl_FragDepth"], [[0.0]]);
    assert_eq!(out.outputs["x"], [[1.0, -1.0, 1.0, 2.0]]);
    let out = results(text, &format!("{{{data}}}"));
    assert_eq!(out.outputs["gl_FragDepth"], [[1.0]]);
    assert_eq!(
        error(text, "{}").message,
        "the run data has no value for the built-in `frag_coord`, the built-in `point_coord`"
    );
    let text = "shader vertex \"\"
        input in0 \"gl_VertexID\" int builtin=vertex_id
        input in1 \"gl_InstanceID\" int builtin=instance_id
        output out0 \"o\" int
        body { %0:i1 = input in0[0] %1:i1 = input in1[0] %2:i1 = sub %0, %1 yield %2 }";
    assert_eq!(
        results(text, "{\"samples\": 3}").outputs["o"].concat(),
        [0.0, 1.0, 2.0]
    );
}

#[test]
fn colours_are_named_by_their_place() {
    let named = |outputs: &[&str]| -> Vec<String> {
        let mut head = String::new();
        for (k, output) in outputs.iter().enumerate() {
            head.push_str(&format!("output out{k} {output}\n"));
        }
        let slots: usize = shader(&format!("shader fragment \"\"\n{head}body {{ open }}"))
            .interface
            .output_slots()
            .count();
        let uses = vec!["%0"; slots].join(", ");
        let text = format!("shader fragment \"\"\n{head}body {{ %0:f4 = undefined yield {uses} }}");
        results(&text, "{}").outputs.keys().cloned().collect()
    };
    assert_eq!(
        named(&["\"gl_FragData\" vec4[3] builtin=frag_data"]),
        ["gl_FragColor", "gl_FragData[1]", "gl_FragData[2]"]
    );
    assert_eq!(named(&["\"colour\" vec4"]), ["gl_FragColor"]);
    assert_eq!(
        named(&["\"b\" vec4 location=1", "\"a\" vec4 location=0"]),
        ["b", "gl_FragColor"]
    );
}

#[test]
fn a_faulty_shader_is_not_run() {
    let faulty = "shader vertex \"\"\noutput out0 \"o\" float\nbody { yield }";
    assert_eq!(
        error(faulty, "{}").severity,
        retroshade_diagnostics::Severity::Bug
    );
}
