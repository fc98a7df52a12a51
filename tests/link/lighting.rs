//! The lighting unit of the Nintendo 3DS between the two halves of a pair.

use super::harness::{done, linker, rendered};
use retroshade::{LanguageOptions, Prelude, Source, Stage};
use retroshade_ir::eval;
use retroshade_ir::run::{InputData, RunInputs};
use std::f32::consts::{FRAC_PI_4, FRAC_PI_6, FRAC_PI_8};

const VERTEX: &str = "attribute vec3 aPosition;
    attribute vec3 aNormal;
    attribute vec2 aUv;
    uniform mat4 uModelView, uProjection;
    uniform mat3 uNormal;
    varying vec2 vUv;
    varying vec4 vUnread;
    void main() {
        vec4 place = uModelView * vec4(aPosition, 1.0);
        lightQuaternion = quaternionOf(normalize(uNormal * aNormal));
        lightView = -place.xyz;
        vUv = aUv;
        vUnread = place;
        gl_Position = uProjection * place;
    }";

const FRAGMENT: &str = "varying vec2 vUv;
    uniform sampler2D uMap;
    void main() {
        vec4 map = texture2D(uMap, vUv);
        gl_FragColor = vec4(map.rgb * lightDiffuse.rgb + lightSpecular.rgb, map.a);
    }";

fn sources(vertex: &str, fragment: &str) -> [Source; 2] {
    [
        Source::new("lit.vert", Stage::Vertex, vertex),
        Source::new("lit.frag", Stage::Fragment, fragment),
    ]
}

#[test]
fn what_the_unit_takes_is_kept() {
    let mut linker = linker("pica200");
    linker.compiler.language.prelude = Some(Prelude::Nintendo3ds);
    let [vertex, fragment] = sources(VERTEX, FRAGMENT);
    let pair = done(linker.link(&vertex, &fragment));
    let assembly = &pair.vertex.assembly;
    for semantic in ["normalquat", "view", "texcoord0"] {
        assert!(assembly.contains(semantic), "{semantic}: {assembly}");
    }
    assert_eq!(pair.dropped, ["vUnread"]);
    let settings = &pair.fragment.assembly;
    assert!(settings.contains("tex0 * light0 + light1"), "{settings}");
    // Who does not ask for light needs no normals.
    let unlit = FRAGMENT.replace("lightDiffuse.rgb + lightSpecular.rgb", "vec3(0.5)");
    let [vertex, fragment] = sources(VERTEX, &unlit);
    let pair = done(linker.link(&vertex, &fragment));
    assert!(!pair.vertex.assembly.contains("normalquat"));
    assert_eq!(pair.dropped, ["lightQuaternion", "lightView", "vUnread"]);
    // A program with light that is compiled alone hands on the same.
    let alone = done(linker.compiler.compile(&vertex));
    assert!(alone.assembly.contains("normalquat") && alone.assembly.contains("view"));
}

#[test]
fn mistakes_are_told_by_the_lines_of_the_user() {
    let mut linker = linker("pica200");
    linker.compiler.language.prelude = Some(Prelude::Nintendo3ds);
    let wrong = VERTEX.replace("quaternionOf(normalize", "quaternionOff(normalize");
    let compiled = linker
        .compiler
        .compile(&Source::new("lit.vert", Stage::Vertex, wrong));
    let text = rendered(&compiled.sources, &compiled.diagnostics);
    assert!(text.contains("lit.vert:10:"), "{text}");
    let modern = "#version 300 es\nin vec4 p;\nvoid main() { gl_Position = p; }";
    let compiled = linker
        .compiler
        .compile(&Source::new("new.vert", Stage::Vertex, modern));
    let text = rendered(&compiled.sources, &compiled.diagnostics);
    assert!(
        text.contains("--prelude 3ds puts declarations ahead"),
        "{text}"
    );
}

/// A vector that a quaternion turns, as the unit does it.
fn turned(q: [f32; 4], v: [f32; 3]) -> [f32; 3] {
    let cross = |a: [f32; 3], b: [f32; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let axis = [q[0], q[1], q[2]];
    let first = cross(axis, v);
    let first = [0, 1, 2].map(|lane| first[lane] + q[3] * v[lane]);
    let second = cross(axis, first);
    [0, 1, 2].map(|lane| v[lane] + 2.0 * second[lane])
}

/// A normal and a tangent, at right angles.
type Frame = ([f32; 3], [f32; 3]);

/// Directions all over the sphere, with a tangent for each; the poles among them.
fn frames() -> Vec<Frame> {
    let mut frames = Vec::new();
    for turn in 0..12 {
        for tilt in 0..=8 {
            for spin in 0..8 {
                let steps = [turn as f32, tilt as f32, spin as f32];
                let [a, b, c] = [
                    steps[0] * FRAC_PI_6,
                    steps[1] * FRAC_PI_8,
                    steps[2] * FRAC_PI_4,
                ];
                let normal = [b.sin() * a.cos(), b.sin() * a.sin(), b.cos()];
                let one = [b.cos() * a.cos(), b.cos() * a.sin(), -b.sin()];
                let other = [-a.sin(), a.cos(), 0.0];
                let tangent = [0, 1, 2].map(|lane| one[lane] * c.cos() + other[lane] * c.sin());
                frames.push((normal, tangent));
            }
        }
    }
    frames
}

#[test]
fn quaternions_turn_the_axes_to_normal_and_tangent() {
    let source = "attribute vec3 aNormal; attribute vec3 aTangent; varying vec4 plain;
        void main() { lightQuaternion = quaternionOf(aNormal, aTangent); plain = quaternionOf(aNormal); gl_Position = vec4(0.0); }";
    let language = LanguageOptions {
        prelude: Some(Prelude::Nintendo3ds),
        ..LanguageOptions::default()
    };
    let shader = done(language.lower(&Source::new("a.vert", Stage::Vertex, source)));
    let frames = frames();
    let rows = |of: fn(&Frame) -> [f32; 3]| InputData {
        shape: None,
        values: frames.iter().map(|frame| of(frame).to_vec()).collect(),
    };
    let mut inputs = RunInputs {
        sample_count: Some(frames.len()),
        ..RunInputs::default()
    };
    inputs
        .attributes
        .insert("aNormal".to_owned(), rows(|frame| frame.0));
    inputs
        .attributes
        .insert("aTangent".to_owned(), rows(|frame| frame.1));
    let outputs = eval::run(&shader, &inputs).expect("it runs");
    for (number, (normal, tangent)) in frames.iter().enumerate() {
        let quaternion = |name: &str| {
            let row = &outputs.outputs[name][number];
            let found = [row[0], row[1], row[2], row[3]];
            // The unit makes it one of length 1, which it is but for rounding.
            let length: f32 = found.iter().map(|lane| lane * lane).sum();
            assert!((length - 1.0).abs() < 1e-3, "{name}: {found:?}");
            found
        };
        let near = |found: [f32; 3], wanted: &[f32; 3]| {
            let off = found.iter().zip(wanted).map(|(a, b)| (a - b).abs());
            assert!(off.fold(0.0, f32::max) < 5e-3, "{found:?} for {wanted:?}");
        };
        let both = quaternion("lightQuaternion");
        near(turned(both, [0.0, 0.0, 1.0]), normal);
        near(turned(both, [1.0, 0.0, 0.0]), tangent);
        near(turned(quaternion("plain"), [0.0, 0.0, 1.0]), normal);
    }
}
