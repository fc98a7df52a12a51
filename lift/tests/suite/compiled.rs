//! Programs of our own, with the record of their compilation.

use crate::{lowered, target};
use retroshade_ir::{Stage, essl, verify};
use retroshade_kit::target::{Options, Position};
use retroshade_lift::lift;
use retroshade_prove::{Verdict, prove_with};

/// Name, targets, stage, source.
type Row = (&'static str, &'static [&'static str], Stage, &'static str);

const VERTEX: &[&str] = &["agal1", "agal3", "nv2a", "lima", "pica200"];
const FRAGMENT: &[&str] = &["agal1", "agal2", "agal3", "lima"];

const ROWS: &[Row] = &[
    (
        "matrices",
        VERTEX,
        Stage::Vertex,
        "attribute vec4 a; attribute vec3 n; uniform mat4 m; uniform mat3 k; uniform vec3 light; varying vec3 c;
         void main() { c = vec3(max(dot(normalize(k * n), light), 0.0)); gl_Position = m * a; }",
    ),
    (
        "two matrices and a literal",
        VERTEX,
        Stage::Vertex,
        "attribute vec2 a; uniform mat4 m, v; uniform float h;
         void main() { gl_Position = m * (v * vec4(a.x, h, a.y, 1.0)); }",
    ),
    (
        "palette",
        VERTEX,
        Stage::Vertex,
        "attribute vec4 a; attribute float i; uniform vec4 p[8];
         void main() { gl_Position = a + p[int(i)] * p[int(i) + 1].x; }",
    ),
    (
        "an index that an index chooses",
        &["pica200"],
        Stage::Vertex,
        "attribute vec4 a; attribute float i; uniform vec4 p[8]; varying vec2 u[1];
         void main() { gl_Position = a + p[int(p[int(i)].y)]; u[0] = a.xy; }",
    ),
    (
        "comparisons",
        &["agal1", "agal3", "nv2a", "lima"],
        Stage::Vertex,
        "attribute vec4 a; uniform vec2 u; varying vec2 c;
         void main() { c = a.x < u.x ? step(a.yz, u) : fract(a.zw) - u; gl_Position = a; }",
    ),
    (
        "lookups",
        FRAGMENT,
        Stage::Fragment,
        "precision mediump float; varying vec2 v; uniform sampler2D s; uniform samplerCube k; uniform float f;
         void main() { vec4 c = texture2D(s, v * 2.0); gl_FragColor = mix(c, textureCube(k, c.xyz), f); }",
    ),
    (
        "discard",
        FRAGMENT,
        Stage::Fragment,
        "precision mediump float; varying vec3 v; uniform float f;
         void main() { if (v.x < f) discard; gl_FragColor = vec4(v * v.yzx, 1.0); }",
    ),
    (
        "branches",
        &["agal2", "agal3", "lima"],
        Stage::Fragment,
        "precision mediump float; varying vec3 v; uniform sampler2D s; uniform float f;
         void main() {
             vec4 c = vec4(v, 1.0);
             if (v.x < f) {
                 if (v.y < f) c = vec4(texture2D(s, v.yz).xyz, f); else c.xy *= v.z;
                 c.z += c.x * f;
             }
             gl_FragColor = c;
         }",
    ),
    (
        "loop",
        &["lima"],
        Stage::Fragment,
        "precision mediump float; varying vec3 v; uniform float f;
         void main() {
             vec3 c = v;
             for (int i = 0; i < 60; i++) { if (c.x > f) break; c = c.yzx * 1.25 + v; }
             gl_FragColor = vec4(c, 1.0);
         }",
    ),
    (
        "functions",
        FRAGMENT,
        Stage::Fragment,
        "precision mediump float; varying vec4 v;
         void main() { gl_FragColor = vec4(sin(v.x), exp2(v.y), sqrt(abs(v.z)), pow(abs(v.w), 2.5)); }",
    ),
];

#[test]
fn what_is_lifted_is_the_program() {
    let mut faults = Vec::new();
    for (name, targets, stage, text) in ROWS {
        for target_name in *targets {
            if let Err(fault) = round(*stage, text, target_name) {
                faults.push(format!("{name} on {target_name}: {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Compiles, lifts, proves, writes, compiles what was written, proves it.
fn round(stage: Stage, text: &str, name: &str) -> Result<(), String> {
    let target = target(name);
    let shader = lowered(stage, text);
    let compiled = target.compile(&shader, &Options::default());
    let compiled = compiled.map_err(|errors| format!("{errors:?}"))?;
    let (binary, record) = (compiled.as_binary(), &compiled.reflection);
    let lifted = lift(binary, record, &Default::default())
        .map_err(|errors| format!("{errors:?}"))?
        .shader;
    verify::verify(&lifted).map_err(|faults| format!("{faults:?}"))?;
    // What it writes is what the machine wants.
    let options = Options {
        position: Position::Clip,
        ..Options::default()
    };
    let verdict = prove_with(&lifted, target, binary, record, &options);
    if !verdict.is_proof() {
        return Err(format!("{verdict:?}"));
    }
    let source = essl::write(&lifted)?;
    let again = lowered(stage, &source);
    let second = target.compile(&again, &options);
    let second = second.map_err(|errors| format!("{errors:?} in {source}"))?;
    let verdict = prove_with(
        &again,
        target,
        second.as_binary(),
        &second.reflection,
        &options,
    );
    if !verdict.is_proof() {
        return Err(format!("compiled again: {verdict:?} in {source}"));
    }
    let [before, after] = [record, &second.reflection].map(|record| record.stats.instructions);
    // An index is kept inside of its array once more.
    if after <= before + 3 {
        Ok(())
    } else {
        Err(format!("{before} instructions become {after} in {source}"))
    }
}

/// A program that is read back as something else is told from the original.
#[test]
fn another_program_is_not_proved() {
    let (_, _, stage, text) = ROWS[0];
    let target = target("agal1");
    let options = Options::default();
    let compiled = target.compile(&lowered(stage, text), &options).unwrap();
    let other = text.replace(
        "max(dot(normalize(k * n), light), 0.0)",
        "dot(normalize(k * n), light)",
    );
    let other = target.compile(&lowered(stage, &other), &options).unwrap();
    let lifted = lift(other.as_binary(), &other.reflection, &Default::default())
        .unwrap()
        .shader;
    let clip = Options {
        position: Position::Clip,
        ..options
    };
    let verdict = prove_with(
        &lifted,
        target,
        compiled.as_binary(),
        &compiled.reflection,
        &clip,
    );
    assert!(matches!(verdict, Verdict::Different(_)), "{verdict:?}");
}

/// The machine completes what an attribute does not have.
#[test]
fn short_attributes_are_completed() {
    let text = "attribute vec3 p; attribute float x; uniform mat4 m; varying vec2 v;
        void main() { gl_Position = m * vec4(p, 1.0); v = vec2(x, 0.0); }";
    for name in VERTEX {
        let target = target(name);
        let compiled = target.compile(&lowered(Stage::Vertex, text), &Options::default());
        let compiled = compiled.unwrap();
        let lifted = lift(
            compiled.as_binary(),
            &compiled.reflection,
            &Default::default(),
        );
        let source = essl::write(&lifted.unwrap().shader).unwrap();
        let is_product = source.contains("m * vec4(p, 1.0)");
        // The Mali-400 brings its viewport along, and products of columns.
        assert!(is_product || *name == "lima" || *name == "nv2a", "{source}");
        assert!(source.contains("v = vec2(x, 0.0);"), "{name}: {source}");
        let body = source.split("void main").nth(1).unwrap();
        let unset = body
            .lines()
            .find(|line| !line.contains('=') && line.contains(';'));
        assert_eq!(unset, None, "{name}: {source}");
    }
}

/// The source of a matrix program is what a person would have written.
#[test]
fn idioms_come_back() {
    let (_, _, stage, text) = ROWS[0];
    let compiled = target("agal1").compile(&lowered(stage, text), &Options::default());
    let compiled = compiled.unwrap();
    let source = essl::write(
        &lift(
            compiled.as_binary(),
            &compiled.reflection,
            &Default::default(),
        )
        .unwrap()
        .shader,
    )
    .unwrap();
    assert!(source.contains("gl_Position = m * a;"), "{source}");
    assert!(
        source.contains("max(dot(normalize(k * n), light), 0.0)"),
        "{source}"
    );
}

/// Sources whose programs bring positions to the screen in different ways.
const SCREENS: &[(&str, &[&str], &str)] = &[
    (
        "a matrix",
        &["nv2a", "lima"],
        "attribute vec4 a; uniform mat4 m; varying vec4 c; void main() { gl_Position = m * a; c = a.wzyx; }",
    ),
    (
        "a computed position",
        &["nv2a", "lima"],
        "attribute vec4 a; uniform mat4 m; uniform vec4 d; varying vec2 c;
         void main() { vec4 p = m * a + d; p.xy -= p.w * d.zw; c = p.zw * d.x; gl_Position = p; }",
    ),
    (
        "w is 1",
        &["nv2a", "lima"],
        "attribute vec2 a; varying vec2 c; void main() { c = a; gl_Position = vec4(a * 2.0 - 1.0, 0.5, 1.0); }",
    ),
    (
        "as far as possible",
        &["nv2a", "lima"],
        "attribute vec3 a; uniform mat4 m; varying vec3 c;
         void main() { c = a; gl_Position = (m * vec4(a, 0.0)).xyww; }",
    ),
    (
        "branches and points",
        &["lima"],
        "attribute vec4 a; uniform mat4 m; uniform float size; uniform vec4 d;
         void main() {
             vec4 p = m * a;
             for (int i = 0; i < 40; i++) { if (p.x > d.x) break; p = p * d + a; }
             gl_Position = p; gl_PointSize = size / p.w;
         }",
    ),
];

/// Without its tail a program is the source that it was compiled from, whose program has the same instructions again.
#[test]
fn tails_of_the_platform_are_dropped() {
    let dropped = retroshade_lift::Options {
        position: retroshade_lift::Position::Clip,
        ..retroshade_lift::Options::default()
    };
    for (name, targets, text) in SCREENS {
        for chip in *targets {
            let target = target(chip);
            let options = Options::default();
            let compiled = target.compile(&lowered(Stage::Vertex, text), &options);
            let compiled = compiled.unwrap();
            let (binary, record) = (compiled.as_binary(), &compiled.reflection);
            let lifted = lift(binary, record, &dropped);
            let lifted = lifted.unwrap_or_else(|errors| panic!("{name} on {chip}: {errors:?}"));
            let source = essl::write(&lifted.shader).unwrap();
            for driver in ["viewport", "Viewport", "gl_mali", "PointSizeParameters"] {
                assert!(!source.contains(driver), "{name} on {chip}: {source}");
            }
            for record in [record, &lifted.record] {
                let verdict = prove_with(&lifted.shader, target, binary, record, &options);
                assert!(
                    verdict.is_proof(),
                    "{name} on {chip}: {verdict:?} in {source}"
                );
            }
            let again = target.compile(&lowered(Stage::Vertex, &source), &options);
            let again = again.unwrap().reflection.stats.instructions;
            assert!(
                again <= record.stats.instructions,
                "{name} on {chip}: {again} instructions instead of {} in {source}",
                record.stats.instructions
            );
        }
    }
}
