//! Geometry shaders: their primitives, inputs and vertices, by the triangles that come out, and what is refused.

use crate::running;
use crate::support;

use retroshade_diagnostics::FileId;
use retroshade_diagnostics::codes::{self, Code, semantic};
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Stage, eval};
use running::shader;
use support::check;

/// A shader that takes triangles, with an input and an output.
fn triangles(body: &str) -> String {
    format!(
        "#version 310 es\n#extension GL_EXT_geometry_shader : require\nlayout(triangles) in;\n\
         layout(triangle_strip, max_vertices = 12) out;\nprecision highp float;\n\
         uniform float count;\nin float v[];\nout float o;\n{body}"
    )
}

/// The vertices' `o` and the triangles of one primitive whose vertices have `v` 1, 2 and 3.
fn run(source: &str, count: f32) -> (Vec<f32>, Vec<[usize; 3]>) {
    let inputs = format!(
        r#"{{"stage": "geom", "varyings": {{"v": [[1, 2, 3]]}}, "uniforms": {{"count": [{count}]}}}}"#
    );
    let RunOutputs {
        outputs, emitted, ..
    } = results(source, &inputs);
    let emitted = emitted.expect("vertices");
    assert_eq!(emitted.vertices, [outputs["o"].len()]);
    (outputs["o"].concat(), emitted.triangles)
}

fn results(source: &str, inputs: &str) -> RunOutputs {
    let shader = shader(Stage::Geometry, source);
    let inputs = RunInputs::from_json(inputs, FileId(0)).expect("run data");
    eval::run(&shader, &inputs).expect("a run")
}

#[test]
fn strips_become_triangles_with_their_windings() {
    let source = triangles(
        "void main() { for (int i = 0; i < 5; i++) { o = float(i); EmitVertex(); } EndPrimitive();
         for (int i = 0; i < v.length(); i++) { o = v[i]; EmitVertex(); } o = 9.0; EmitVertex(); }",
    );
    let (vertices, triangles) = run(&source, 0.0);
    assert_eq!(vertices, [0.0, 1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 9.0]);
    let first = [[0, 1, 2], [2, 1, 3], [2, 3, 4]];
    assert_eq!(triangles[..3], first);
    assert_eq!(triangles[3..], [[5, 6, 7], [7, 6, 8]]);
}

#[test]
fn strips_go_through_functions_loops_and_conditions() {
    // The numbers of vertices are known when the shader runs only, and longer than one round of the ring of numbers.
    let source = triangles(
        "void put(float x) { o = x; if (x != 3.0) EmitVertex(); }
         void main() { for (float n = 0.0; n < count; n += 1.0) put(n); EndPrimitive(); if (count > 50.0) return; put(7.0); }",
    );
    let (vertices, triangles) = run(&source, 12.0);
    assert_eq!(vertices[..5], [0.0, 1.0, 2.0, 4.0, 5.0]);
    assert_eq!((vertices.len(), triangles.len()), (12, 9));
    assert_eq!(triangles[7..], [[8, 7, 9], [8, 9, 10]]);
    assert_eq!(run(&source, 60.0).0.len(), 59);
    assert_eq!(run(&source, 0.0), (vec![7.0], Vec::new()));
}

#[test]
fn outputs_keep_their_values_for_the_next_vertex() {
    let source =
        triangles("void main() { o = v[0]; EmitVertex(), EmitVertex(); o += 1.0; EmitVertex(); }");
    assert_eq!(run(&source, 0.0), (vec![1.0, 1.0, 2.0], vec![[0, 1, 2]]));
}

#[test]
fn positions_and_matrices_of_any_number_of_vertices_come_in() {
    let source = "#version 320 es
        layout(vertices = 5) in; layout(triangle_strip) out; layout(max_vertices = 3) out;
        uniform int which;
        in mat2 turn[]; in flat int kind[5]; out vec4 o;
        void main() {
            for (int i = 0; i < 3; i++) {
                gl_Position = gl_in[i + 2].gl_Position * float(gl_in.length());
                o = vec4(turn[i][1], turn[which][0]) + float(kind[4]);
                EmitVertex();
            }
        }";
    let positions: Vec<String> = (0..5).map(|k| format!("{k}, 0, 0, 1")).collect();
    let turns: Vec<String> = (0..5).map(|k| format!("{k}, 1{k}, 2{k}, 3{k}")).collect();
    let inputs = format!(
        r#"{{"varyings": {{"gl_Position": [[{}]], "turn": [[{}]], "kind": [[0, 0, 0, 0, 100]]}}, "uniforms": {{"which": [3]}}}}"#,
        positions.join(", "),
        turns.join(", ")
    );
    let outputs = results(source, &inputs).outputs;
    assert_eq!(outputs["gl_Position"][2], [20.0, 0.0, 0.0, 5.0]);
    assert_eq!(outputs["o"][1], [121.0, 131.0, 103.0, 113.0]);
}

#[test]
fn blocks_have_an_instance_for_each_vertex() {
    let source = "#version 310 es
        #extension GL_EXT_geometry_shader : require
        layout(lines) in; layout(triangle_strip, max_vertices = 3) out;
        precision highp float;
        uniform int which;
        in Corner { vec2 uv; float size; } corners[];
        out Made { vec4 tint; } made;
        void main() {
            for (int i = 0; i < 3; i++) {
                made.tint = vec4(corners[1].uv, corners[which].size, float(corners.length()));
                EmitVertex();
            }
        }";
    let inputs = r#"{"varyings": {"Corner.uv": [[1, 2, 3, 4]], "Corner.size": [[5, 6]]}, "uniforms": {"which": [0]}}"#;
    let outputs = results(source, inputs).outputs;
    assert_eq!(outputs["Made.tint"][0], [3.0, 4.0, 5.0, 2.0]);
}

#[test]
fn places_are_those_of_the_source() {
    let (shader, sources) = running::compiled(
        Stage::Geometry,
        &triangles("void main() { o = v[1]; EmitVertex(); }"),
    );
    let span = shader.insts[shader.emits()[0]].span;
    assert_eq!(sources.text(span), "EmitVertex()");
}

/// A code, words of the message, and the source behind `#version 310 es`.
type Row = (Code, &'static str, &'static str);

#[rustfmt::skip] // A row is a line.
const REFUSED: &[Row] = &[
    (semantic::LAYOUT, "does not say what primitives it takes", "layout(triangle_strip, max_vertices = 3) out; void main() {}"),
    (semantic::LAYOUT, "does not say what primitives it takes", "in vec4 a[3]; layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; void main() {}"),
    (semantic::LAYOUT, "does not say what it makes", "layout(lines) in; void main() {}"),
    (semantic::LAYOUT, "how many vertices it makes at most", "layout(lines) in; layout(triangle_strip) out; void main() {}"),
    (semantic::LAYOUT, "two kinds of primitives", "layout(lines) in; layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; void main() {}"),
    (semantic::LAYOUT, "`quads` is no primitive", "layout(quads) in; layout(triangle_strip, max_vertices = 3) out; void main() {}"),
    (semantic::LAYOUT, "must be between 1 and 256", "layout(points) in; layout(triangle_strip, max_vertices = 257) out; void main() {}"),
    (semantic::LAYOUT, "must be 1", "layout(points, invocations = 2) in; layout(triangle_strip, max_vertices = 3) out; void main() {}"),
    (semantic::UNSUPPORTED_FEATURE, "no target makes points of primitives", "layout(points) in; layout(points, max_vertices = 3) out; void main() {}"),
    (semantic::UNSUPPORTED_FEATURE, "no target makes lines of primitives", "layout(points) in; layout(line_strip, max_vertices = 3) out; void main() {}"),
    (semantic::UNSUPPORTED_FEATURE, "`gl_Layer` is not supported", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { gl_Layer = 1; }"),
    (semantic::INTERFACE_TYPE, "array with an element for each vertex", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; in vec4 a; void main() {}"),
    (semantic::INTERFACE_TYPE, "has 2 elements, but the primitive has 3 vertices", "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in vec4 a[2]; void main() {}"),
    (semantic::INTERFACE_TYPE, "structures do not pass", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; struct S { vec4 a; }; in S s[]; void main() {}"),
    (semantic::INTERFACE_TYPE, "array with an element for each vertex", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; in B { vec4 a; } b; void main() { b.a; }"),
    (semantic::INTERFACE_TYPE, "array with an element for each vertex", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; in B { vec4 a; }; void main() { a; }"),
    (semantic::INTERFACE_TYPE, "has 2 elements, but the primitive has 3 vertices", "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in B { vec4 a; vec4 c; } b[2]; void main() {}"),
    (semantic::INTERFACE_TYPE, "cannot be an array", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; in B { vec4 a[2]; } b[]; void main() {}"),
    (semantic::LAYOUT, "does not say what primitives it takes", "in B { vec4 a; } b[]; layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() {}"),
    (semantic::BLOCK, "is needed here", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; in B { vec4 a; } b[]; void main() { b.a; }"),
    (semantic::BLOCK, "cannot be an array here", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; out B { vec4 a; } b[2]; void main() {}"),
    (semantic::INDEX_RANGE, "the index 1 is out of range", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { gl_Position = gl_in[1].gl_Position; EmitVertex(); }"),
    (semantic::UNKNOWN_MEMBER, "gl_PointSize` is not supported", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { gl_Position = vec4(gl_in[0].gl_PointSize); }"),
    (semantic::WRONG_KIND, "vertex by vertex", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { gl_in; }"),
    (semantic::VOID_USE, "a value is needed", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { float x = EmitVertex(); }"),
    (semantic::JUMP, "fragment shaders only", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { discard; }"),
    (codes::semantic::NO_OVERLOAD, "no overload `EmitVertex(int)`", "layout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { EmitVertex(1); }"),
];

#[test]
fn what_is_wrong_is_said_once() {
    for (code, words, body) in REFUSED {
        let source = format!("#version 310 es\nprecision highp float;\n{body}");
        let messages = check("test.geom", Stage::Geometry, &source).diagnostics;
        let errors: Vec<_> = messages
            .iter()
            .filter(|message| message.severity > retroshade_diagnostics::Severity::Warning)
            .collect();
        let [error] = errors.as_slice() else {
            panic!("{body}: {errors:#?}");
        };
        assert_eq!(error.code, *code, "{body}");
        assert!(error.message.contains(words), "{}", error.message);
        assert!(error.primary.is_some(), "{body}");
    }
}

#[test]
fn other_stages_and_versions_have_no_vertices_to_make() {
    let messages = check(
        "test.vert",
        Stage::Vertex,
        "#version 310 es\nvoid main() { EmitVertex(); }",
    )
    .diagnostics;
    assert!(
        messages
            .iter()
            .any(|m| m.message.contains("geometry shaders only"))
    );
    let messages = check(
        "test.geom",
        Stage::Geometry,
        "#version 300 es\nvoid main() {}",
    )
    .diagnostics;
    assert!(
        messages
            .iter()
            .any(|m| m.message.contains("ESSL 3.10 or later"))
    );
}
