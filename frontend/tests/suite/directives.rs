//! `#pragma retroshade …` in the interface of shaders, and what is refused.

use crate::running;

use retroshade_ir::Stage;
use running::{attempt, shader};

const BODY: &str = "
    uniform sampler2D uMap;
    uniform vec4 uTint;
    varying vec2 vUv;
    uniform vec4 uIdle;
    void main() { gl_FragColor = texture2D(uMap, vUv) * uTint; }";

fn source(directive: &str) -> String {
    format!("precision mediump float;\n#pragma retroshade {directive}\n{BODY}")
}

#[test]
fn variables_are_bound() {
    let shader = shader(Stage::Fragment, &source("bind uTint fc3"));
    let bound = |name: &str| {
        let uniforms = &mut shader.interface.uniforms.values();
        let found = uniforms.find(|variable| variable.name == name);
        found.and_then(|variable| variable.bind.clone())
    };
    assert_eq!(bound("uTint").as_deref(), Some("fc3"));
}

#[test]
fn samplers_have_flags_and_registers() {
    let lines = "sampler uMap 2d, nearest,clamp\n#pragma retroshade bind uMap fs2";
    let shader = shader(Stage::Fragment, &source(lines));
    let sampler = shader.interface.samplers.values().next().unwrap();
    assert_eq!(sampler.flags.as_deref(), Some("2d,nearest,clamp"));
    assert_eq!(sampler.bind.as_deref(), Some("fs2"));
}

#[test]
fn what_is_declared_and_idle_may_be_named() {
    assert!(attempt(Stage::Fragment, &source("bind uIdle fc0")).is_ok());
}

const MATRICES: &str = "
    struct Turn { mat3 m; vec3 v; };
    struct Two { Turn turns[2]; mat2 n; };
    uniform mat4 uM[2];
    uniform Two uTwo[2];
    uniform Turn uIdle;
    uniform vec4 uTint;
    attribute vec4 a;
    void main() {
        gl_Position = uM[0] * a + uM[1] * a + uTint;
        gl_Position.xyz += uTwo[0].turns[1].m * a.xyz + uTwo[1].turns[0].m * a.xyz + uTwo[0].turns[1].v;
        gl_Position.xy += uTwo[1].n * a.xy;
    }";

/// The layouts that a directive gives matrices: `uM rows`.
fn layouts(directive: &str, body: &str) -> Result<Vec<String>, &'static str> {
    let text = format!("#pragma retroshade {directive}\n{body}");
    let shader = attempt(Stage::Vertex, &text)?;
    let uniforms = shader.interface.uniforms.values();
    let said = uniforms.filter_map(|v| Some(format!("{} {}", v.name, v.declared?.name())));
    Ok(said.collect())
}

#[test]
fn matrices_have_layouts() {
    for (directive, said) in [
        ("matrix uM rows", "uM rows"),
        ("matrix uM columns", "uM columns"),
        ("matrix uTwo.n rows", "uTwo[0].n rows uTwo[1].n rows"),
        ("matrix uTwo[1].n rows", "uTwo[1].n rows"),
        ("matrix uTwo[0].turns[1].m rows", "uTwo[0].turns[1].m rows"),
        (
            "matrix uTwo[1].turns rows",
            "uTwo[1].turns[0].m rows uTwo[1].turns[1].m rows",
        ),
        (
            "matrix uTwo[1] rows",
            "uTwo[1].turns[0].m rows uTwo[1].turns[1].m rows uTwo[1].n rows",
        ),
        ("matrix uIdle rows", "uIdle.m rows"),
        (
            "matrix uTwo[0].n rows\n#pragma retroshade matrix uM columns",
            "uM columns uTwo[0].n rows",
        ),
    ] {
        let found = layouts(directive, MATRICES).map(|said| said.join(" "));
        assert_eq!(found.as_deref(), Ok(said), "{directive}");
    }
    for directive in [
        "matrix uM",
        "matrix uM diagonal",
        "matrix uM rows columns",
        "matrix uM[1] rows",
        "matrix uTint rows",
        "matrix uTwo.turns.v rows",
        "matrix uM rows\n#pragma retroshade matrix uM columns",
    ] {
        assert_eq!(
            layouts(directive, MATRICES).err(),
            Some("E0303"),
            "{directive}"
        );
    }
    for directive in [
        "matrix uTwo.k rows",
        "matrix uNothing rows",
        "matrix a rows",
    ] {
        assert_eq!(
            layouts(directive, MATRICES).err(),
            Some("E0302"),
            "{directive}"
        );
    }
}

#[test]
fn blocks_give_their_matrices_layouts() {
    let body = "
        struct Turn { mat3 m; };
        layout(row_major) uniform;
        layout(std140) uniform A { mat4 a; layout(column_major) mat2x3 b; vec4 c; Turn t[2]; };
        layout(column_major) uniform B { mat4 a; layout(row_major) mat2 b[2]; } block;
        layout(row_major, column_major) uniform C { mat4 d; };
        uniform mat4 plain;
        void main() {
            vec4 v = (a + block.a + d + plain) * c + vec4(b * c.xy, 0.0);
            gl_Position = v + vec4(t[0].m * v.xyz + t[1].m * v.xyz, 0.0);
            gl_Position.xy += block.b[0] * v.xy + block.b[1] * v.xy;
        }";
    let text = format!("#version 300 es\n{body}");
    let shader = attempt(Stage::Vertex, &text).unwrap();
    let uniforms = shader.interface.uniforms.values();
    let said: Vec<_> = uniforms
        .filter_map(|v| Some((v.name.as_str(), v.declared?.name())))
        .collect();
    assert_eq!(
        said,
        [
            ("a", "rows"),
            ("b", "columns"),
            ("t[0].m", "rows"),
            ("t[1].m", "rows"),
            ("B.a", "columns"),
            ("B.b", "rows"),
            ("d", "columns"),
        ]
    );
    // What a directive says besides must be the same.
    let again = |way| format!("#version 300 es\n#pragma retroshade matrix a {way}\n{body}");
    assert!(attempt(Stage::Vertex, &again("rows")).is_ok());
    assert_eq!(
        attempt(Stage::Vertex, &again("columns")).err(),
        Some("E0303")
    );
}

#[test]
fn directives_that_make_no_sense_are_refused() {
    for (directive, code) in [
        ("bind uTint", "E0303"),
        ("sampler uMap", "E0303"),
        ("blend uMap add", "E0303"),
        ("bind uNothing fc0", "E0302"),
        ("sampler uNothing linear", "E0302"),
        ("bind uTint fc0\n#pragma retroshade bind uTint fc1", "E0302"),
        (
            "sampler uMap linear\n#pragma retroshade sampler uMap nearest",
            "E0302",
        ),
    ] {
        assert_eq!(
            attempt(Stage::Fragment, &source(directive)).err(),
            Some(code),
            "{directive}"
        );
    }
}
