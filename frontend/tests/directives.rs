//! `#pragma retroshade …` in the interface of shaders, and what is refused.

mod running;

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
