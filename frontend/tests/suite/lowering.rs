//! The interface and the shape of lowered shaders, and values of what naga lacks.

use crate::running;

use retroshade_diagnostics::{SourceMap, Span};
use retroshade_ir::{Op, OpKind, Shader, Stage};
use running::{color, compiled, shader};

fn ops(shader: &Shader) -> Vec<OpKind> {
    shader
        .live_regions()
        .into_iter()
        .flat_map(|region| shader.regions[region].insts.clone())
        .map(|inst| shader.insts[inst].op.kind())
        .collect()
}

fn count(shader: &Shader, kind: OpKind) -> usize {
    ops(shader).into_iter().filter(|&op| op == kind).count()
}

#[test]
fn the_interface_has_gl_names_and_qualifiers() {
    let text = "
        struct Light { vec3 color; mat2 turn; float weights[3]; };
        uniform Light uLights[2];
        uniform struct { sampler2D image; vec2 size; } uTextures[2];
        uniform mat4 uMvp;
        attribute vec4 aPosition;
        invariant varying mediump vec2 vCoord[2];
        void main() {
            gl_Position = uMvp * aPosition * uLights[1].color.x * uTextures[0].size.x;
            vCoord[0] = uLights[0].turn * gl_Position.xy + texture2D(uTextures[1].image, gl_Position.xy).xy;
            vCoord[1] = vec2(uLights[0].weights[2]);
        }";
    let shader = shader(Stage::Vertex, text);
    let uniforms: Vec<String> = shader
        .interface
        .uniforms
        .values()
        .map(|variable| {
            let array = variable
                .shape
                .array
                .map_or_else(String::new, |n| format!("[{n}]"));
            format!("{} {}{array}", variable.shape.glsl(), variable.name)
        })
        .collect();
    assert_eq!(
        uniforms,
        [
            "vec3 uLights[0].color",
            "vec3 uLights[1].color",
            "mat2 uLights[0].turn",
            "mat2 uLights[1].turn",
            "float uLights[0].weights[3]",
            "float uLights[1].weights[3]",
            "vec2 uTextures[0].size",
            "vec2 uTextures[1].size",
            "mat4 uMvp",
        ]
    );
    let samplers: Vec<&str> = shader
        .interface
        .samplers
        .values()
        .map(|sampler| sampler.name.as_str())
        .collect();
    assert_eq!(samplers, ["uTextures[0].image", "uTextures[1].image"]);
    let outputs: Vec<(&str, bool)> = shader
        .interface
        .outputs
        .values()
        .map(|variable| (variable.name.as_str(), variable.invariant))
        .collect();
    assert_eq!(outputs, [("vCoord", true), ("gl_Position", false)]);
}

#[test]
fn elements_that_an_index_chooses_are_one_variable() {
    let text = "
        precision highp float;
        struct Light { vec3 color; float weights[2]; };
        uniform Light uLights[3];
        uniform float uIndex;
        void main() {
            int i = int(uIndex);
            gl_FragColor = vec4(uLights[i].color, uLights[2].weights[i]);
        }";
    let shader = shader(Stage::Fragment, text);
    let names: Vec<String> = shader
        .interface
        .uniforms
        .values()
        .flat_map(|variable| variable.leaves())
        .map(|leaf| format!("{} at {}", leaf.name, leaf.first_element))
        .collect();
    assert_eq!(
        names,
        [
            "uLights[0].color at 0",
            "uLights[1].color at 1",
            "uLights[2].color at 2",
            "uLights[0].weights at 0",
            "uLights[1].weights at 2",
            "uLights[2].weights at 4",
            "uIndex at 0",
        ]
    );
    let inputs: [(&str, &[f32]); 7] = [
        ("uLights[0].color", &[1.0, 2.0, 3.0]),
        ("uLights[1].color", &[4.0, 5.0, 6.0]),
        ("uLights[2].color", &[7.0, 8.0, 9.0]),
        ("uLights[0].weights", &[10.0, 11.0]),
        ("uLights[1].weights", &[12.0, 13.0]),
        ("uLights[2].weights", &[14.0, 15.0]),
        ("uIndex", &[1.0]),
    ];
    assert_eq!(color(text, &inputs), [4.0, 5.0, 6.0, 15.0]);
}

#[test]
fn rich_operations_survive() {
    let text = "
        precision highp float;
        uniform vec3 a; uniform float f; uniform mat3 m;
        void main() {
            vec3 c = mix(a, a.zyx, f) + normalize(a) + mod(a, 2.0) + mod(a, a) + clamp(a, 0.0, f);
            c += reflect(a, c) + refract(a, c, f) + smoothstep(0.0, f, a) + m * a + a * m;
            gl_FragColor = vec4(c, step(f, 0.5));
        }";
    let shader = shader(Stage::Fragment, text);
    for (kind, times) in [
        (OpKind::Normalize, 1),
        (OpKind::Mod, 2),
        (OpKind::Mix, 1),
        (OpKind::Clamp, 1),
        (OpKind::Reflect, 1),
        (OpKind::Refract, 1),
        (OpKind::Smoothstep, 1),
        (OpKind::MatVec, 1),
        (OpKind::Dot, 3),
        (OpKind::Step, 1),
        (OpKind::Div, 0),
    ] {
        assert_eq!(count(&shader, kind), times, "{kind:?}");
    }
}

#[test]
fn a_discard_that_is_all_an_if_does_has_the_condition() {
    let text = "
        precision highp float;
        uniform float u;
        void main() {
            if (u > 0.5) discard;
            if (u < 0.1) { } else { discard; }
            gl_FragColor = vec4(u);
        }";
    let shader = shader(Stage::Fragment, text);
    assert_eq!(count(&shader, OpKind::Discard), 2);
    assert_eq!(count(&shader, OpKind::If), 0);
}

#[test]
fn variables_of_one_round_do_not_go_round() {
    let text = "
        precision highp float;
        uniform float u;
        void main() {
            float sum = 0.0;
            for (int i = 0; i < 4; i++) {
                float x = u * 2.0;
                vec2 y;
                y.x = x; y.y = sum;
                sum += x > 1.0 ? y.x : y.y + 1.0;
            }
            gl_FragColor = vec4(sum);
        }";
    let shader = shader(Stage::Fragment, text);
    let carried: Vec<usize> = shader
        .insts
        .values()
        .filter(|inst| inst.op == Op::Loop)
        .map(|inst| inst.args.len())
        .collect();
    // The sum, the counter, and `y`, which is only ever written in parts.
    assert_eq!(carried, [3]);
}

#[test]
fn known_conditions_leave_one_arm() {
    let text = "
        precision highp float;
        uniform float u;
        const bool on = false;
        void main() {
            gl_FragColor = vec4(0.0);
            if (on) gl_FragColor = vec4(u);
            if (!on) { if (1 > 2) discard; else gl_FragColor.x = 1.0; }
        }";
    let shader = shader(Stage::Fragment, text);
    assert_eq!(count(&shader, OpKind::If), 0);
    assert_eq!(count(&shader, OpKind::Discard), 0);
    assert_eq!(color(text, &[("u", &[7.0])]), [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn instructions_know_their_source() {
    let text = "precision highp float;\nuniform vec2 a;\nvoid main() { gl_FragColor = vec4(sin(a.x) * a.yyyy); }\n";
    let (shader, sources): (Shader, SourceMap) = compiled(Stage::Fragment, text);
    let of = |kind: OpKind| -> Vec<Span> {
        let insts = shader.insts.values();
        insts
            .filter(|inst| inst.op.kind() == kind)
            .map(|inst| inst.span)
            .collect()
    };
    let texts = |kind| -> Vec<&str> {
        of(kind)
            .into_iter()
            .map(|span| sources.text(span))
            .collect()
    };
    assert_eq!(texts(OpKind::Sin), ["sin(a.x)"]);
    assert_eq!(texts(OpKind::Mul), ["sin(a.x) * a.yyyy"]);
}

#[test]
fn matrices_of_two_rows_in_structures() {
    let text = "
        struct S { mat2 m; float f; };
        struct A { mat2 n[2]; };
        uniform S u;
        uniform A v;
        uniform float k;
        void main() {
            S s = u;
            s.m[1] = vec2(7.0, 8.0);
            s.m[0].x *= 10.0;
            s.m[0][1] += 0.5;
            A a;
            a.n[0] = v.n[0];
            a.n[1] = s.m * 2.0;
            int i = int(k);
            a.n[i][i].yx += vec2(0.25, 0.5);
            S t = S(a.n[1], 1.0);
            mat2 r = t.m + s.m;
            gl_FragColor = vec4(r[0], t.m[i]) + vec4(t == s, a.n[0] == v.n[0], u.m[i]);
        }";
    let inputs: [(&str, &[f32]); 4] = [
        ("u.m", &[1.0, 2.0, 3.0, 4.0]),
        ("u.f", &[0.0]),
        ("v.n", &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]),
        ("k", &[1.0]),
    ];
    assert_eq!(color(text, &inputs), [30.0, 8.5, 17.5, 20.25]);
}

#[test]
fn constructors_of_every_kind() {
    let text = "
        uniform vec4 u;
        void main() {
            bvec3 b = bvec3(u.xyz);
            mat2 m = mat2(u);
            mat3 n = mat3(m[0], b, u);
            vec3 c = vec3(b) + vec3(b.x) + vec3(ivec3(u.xyz));
            ivec2 i = ivec2(u.w, b.y);
            vec2 d = vec2(b.yz) + vec2(i);
            mat3 e = mat3(m);
            mat2 f = mat2(3);
            gl_FragColor = vec4(c.x, d.y + n[1].x, n[1][2] + e[2][2], float(u) + f[1][1] + e[1].x);
        }";
    assert_eq!(
        color(text, &[("u", &[1.5, 0.0, 2.5, 3.5])]),
        [3.0, 1.0, 2.5, 7.0]
    );
}

#[test]
fn dynamic_indices_of_everything() {
    let text = "
        uniform float k;
        uniform float list[4];
        uniform mat3 m;
        uniform mat2 ms[2];
        struct P { vec2 a; float b[3]; };
        float pick(float values[4], int i) { return values[i]; }
        void put(inout float values[4], int i, float x) { values[i] = x; }
        void main() {
            int i = int(k);
            float own[4];
            for (int j = 0; j < 4; j++) own[j] = list[j] * 2.0;
            put(own, i, 100.0);
            P p[2];
            p[0].a = vec2(1.0); p[1].a = vec2(2.0);
            p[i].b[i + 1] = 5.0;
            p[i].a.y = 9.0;
            mat3 n = m;
            n[i][i + 1] = 50.0;
            n[i].x = 60.0;
            vec4 v = vec4(0.0);
            v[i] = own[i] + pick(own, 0);
            gl_FragColor = vec4(v.y, p[1].b[2] + p[i].a.y, n[1].x + n[1].z + m[i][2], ms[i][i][1] + list[i]);
        }";
    let inputs: [(&str, &[f32]); 4] = [
        ("k", &[1.0]),
        ("list", &[1.0, 2.0, 3.0, 4.0]),
        ("m", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]),
        ("ms", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]),
    ];
    assert_eq!(color(text, &inputs), [102.0, 14.0, 116.0, 10.0]);
}

#[test]
fn scalar_geometry_and_matrix_products_by_component() {
    let text = "
        uniform float x;
        void main() {
            float a = normalize(x) + dot(x, 3.0) + length(x) + distance(x, 1.0);
            float b = reflect(x, 2.0) + faceforward(x, x, 1.0);
            mat2 m = matrixCompMult(mat2(x), mat2(5.0, 1.0, 1.0, 7.0));
            gl_FragColor = vec4(a, b, m[0][0] + m[1][0], m[1][1]);
        }";
    assert_eq!(color(text, &[("x", &[-2.0])]), [-2.0, 12.0, -10.0, -14.0]);
}

#[test]
fn structures_and_matrices_compare() {
    let text = "
        struct Inner { vec2 v; bool b; };
        struct Outer { Inner inner; mat2 m; };
        uniform float u;
        void main() {
            Outer a = Outer(Inner(vec2(u), true), mat2(u));
            Outer b = a;
            float same = float(a == b);
            b.inner.b = false;
            gl_FragColor = vec4(same, a == b, a != b, mat2(u) != mat2(1.0));
        }";
    assert_eq!(color(text, &[("u", &[1.0])]), [1.0, 0.0, 1.0, 0.0]);
}

#[test]
fn arrays_in_structures_are_handed_on() {
    let text = "
        struct S { vec2 pad; float w[3]; mat2 m[2]; };
        uniform S u;
        float pick(float values[3], int i) { return values[i]; }
        void fill(out float values[3], float x) { values[0] = x; values[1] = x + 1.0; values[2] = x + 2.0; }
        float corner(mat2 m[2]) { return m[1][1][1]; }
        void main() {
            S s;
            fill(s.w, 5.0);
            gl_FragColor = vec4(pick(u.w, 2), pick(s.w, 1), corner(u.m), 0.0);
        }";
    let inputs: [(&str, &[f32]); 3] = [
        ("u.pad", &[0.0, 0.0]),
        ("u.w", &[1.0, 2.0, 3.0]),
        ("u.m", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]),
    ];
    assert_eq!(color(text, &inputs), [3.0, 6.0, 8.0, 0.0]);
}
