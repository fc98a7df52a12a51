//! Stages that are compiled apart have their varyings in the same registers, by declaration; where that cannot be, an error says so.

use crate::harness::{TARGETS, done, run};
use retroshade::diagnostics::codes;
use retroshade::link::{Handed, disagreement, handed};
use retroshade::{Compiler, Source, Stage, find_target};
use retroshade_kit::reflect::Reflection;
use std::fs;

const ALL: [&str; 6] = ["agal1", "agal2", "agal3", "lima", "pica200", "nv2a"];

fn record(target: &str, stage: Stage, text: &str) -> Reflection {
    let compiler = Compiler::new(find_target(target).unwrap());
    let source = Source::new("a", stage, text);
    done(compiler.compile(&source)).reflection
}

fn between(target: &str, vertex: &str, fragment: &str) -> [Handed; 2] {
    [(Stage::Vertex, vertex), (Stage::Fragment, fragment)]
        .map(|(stage, text)| handed(find_target(target).unwrap(), &record(target, stage, text)))
}

fn agree(target: &str, vertex: &str, fragment: &str) -> bool {
    let [vertex, fragment] = between(target, vertex, fragment);
    let target = find_target(target).unwrap();
    disagreement(target, ("v", &vertex), ("f", &fragment), &[]).is_none()
}

/// Names that say nothing of colours go where the type says, in both stages.
#[test]
fn colours_by_type_are_colours_in_both_stages() {
    for name in [
        "vTint",
        "vLight",
        "vVertexColor",
        "v_tint",
        "vShade",
        "vDiff",
        "vC",
        "vRgb",
        "vRGBA",
        "vBrightness",
        "vColor0",
        "vCol",
    ] {
        for target in ALL {
            let vertex = format!(
                "attribute vec4 p; attribute vec2 t; varying vec4 {name}; varying vec2 vUv; void main() {{ gl_Position = p; vUv = t; {name} = p; }}"
            );
            let fragment = format!(
                "precision mediump float; varying vec4 {name}; varying vec2 vUv; uniform sampler2D s; void main() {{ gl_FragColor = texture2D(s, vUv) * {name}; }}"
            );
            assert!(agree(target, &vertex, &fragment), "{target}: {name}");
        }
        let vertex = format!(
            "attribute vec4 p; varying vec4 {name}; void main() {{ gl_Position = p; {name} = p; }}"
        );
        let output = &record("nv2a", Stage::Vertex, &vertex).outputs[0];
        assert_eq!(output.register.as_deref(), Some("oD0"), "{name}");
    }
}

/// What a body does with a varying changes no register: neither what it does not use, nor the order of use.
#[test]
fn use_decides_nothing() {
    let declared = "varying vec2 vA; varying vec2 vB; varying vec2 vC;";
    let vertices = ["vA = t; vB = t; vC = t;", "vC = t; vB = t.yx;", "vB = t;"];
    for target in ALL {
        for used in vertices {
            let vertex = format!(
                "attribute vec4 p; attribute vec2 t; {declared} void main() {{ gl_Position = p; {used} }}"
            );
            let fragment = format!(
                "precision mediump float; {declared} uniform sampler2D s; void main() {{ gl_FragColor = texture2D(s, vB); }}"
            );
            assert!(agree(target, &vertex, &fragment), "{target}: {used}");
        }
    }
}

/// A place or a direction keeps out of registers that hold 0 to 1, and the Xbox hands coordinates on as colours.
#[test]
fn coordinates_are_read_as_colours_where_the_chip_can() {
    let vertex =
        "attribute vec4 p; varying vec3 vNormal; void main() { gl_Position = p; vNormal = p.xyz; }";
    let fragment = "precision mediump float; varying vec3 vNormal; void main() { gl_FragColor = vec4(vNormal, 1.0); }";
    let record = record("nv2a", Stage::Fragment, fragment);
    assert_eq!(record.inputs[0].register.as_deref(), Some("oT0"));
    assert!(agree("nv2a", vertex, fragment));
}

#[test]
fn a_fragment_stage_says_where_it_cannot_keep_to_the_rule() {
    let twice = "precision mediump float; varying vec2 vUv; uniform sampler2D a, b; void main() { gl_FragColor = texture2D(a, vUv) * texture2D(b, vUv); }";
    for target in ["pica200", "nv2a"] {
        let compiler = Compiler::new(find_target(target).unwrap());
        let said = |text: &str| {
            let compiled = compiler.compile(&Source::new("a", Stage::Fragment, text));
            assert!(compiled.result.is_some());
            let all = compiled.diagnostics.into_iter();
            all.filter(|one| one.code == codes::warning::APART_REGISTER)
                .map(|one| one.message)
                .collect::<Vec<_>>()
        };
        let [message] = &said(twice)[..] else {
            panic!("{target}: one warning");
        };
        assert!(message.starts_with("`vUv` is read from "), "{message}");
        assert_eq!(
            said(&twice.replace("texture2D(b, vUv)", "vec4(0.5)")).len(),
            0,
            "{target}"
        );
    }
}

#[test]
fn other_declarations_do_not_agree() {
    let vertex = "attribute vec4 p; attribute vec2 t; varying vec2 vWall; varying vec2 vDecal; void main() { gl_Position = p; vWall = t; vDecal = t.yx; }";
    let fragment = "precision mediump float; varying vec2 vDecal; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vDecal); }";
    for target in ALL {
        assert!(!agree(target, vertex, fragment), "{target}");
    }
    let window = "precision mediump float; void main() { gl_FragColor = gl_FragCoord; }";
    for target in TARGETS {
        assert_eq!(agree(target, vertex, window), target == "lima", "{target}");
    }
}

#[test]
fn commands_and_packs_refuse_what_does_not_agree() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "wall.vert",
        "attribute vec4 p; attribute vec2 t; varying vec2 vWall; varying vec2 vDecal; void main() { gl_Position = p; vWall = t; vDecal = t.yx; }",
    );
    write(
        "wall.frag",
        "precision mediump float; varying vec2 vDecal; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vDecal); }",
    );
    write(
        "sky.frag",
        "precision mediump float; varying vec4 vSky; void main() { gl_FragColor = vSky; }",
    );
    write(
        "shaders.toml",
        "[pack]\noutput = \"out\"\ntargets = [\"agal1\", \"lima\"]\n[[shaders]]\nfiles = [\"*.vert\", \"*.frag\"]\n",
    );
    let run = |arguments: &str| run(folder.path(), arguments);
    for arguments in [
        "--target agal1 wall.vert wall.frag",
        "--target lima sky.frag wall.frag wall.vert",
        "pack shaders.toml",
        // Nothing is compiled again, and it is said again.
        "pack shaders.toml",
    ] {
        let (status, said) = run(arguments);
        assert_eq!(status, 1, "{arguments}: {said}");
        assert!(
            said.contains("`vDecal` is read from v0.x v0.y and written to v1.x v1.y"),
            "{said}"
        );
        assert!(said.contains("retroshade link --target "), "{said}");
    }
    // One is of no pair; or somebody knows better.
    assert_eq!(run("--target agal1 wall.vert sky.frag wall.vert").0, 2);
    assert_eq!(run("--target agal1 wall.vert").0, 0);
    let (status, said) = run("--target agal1 -Wno-error=varyings-apart wall.vert wall.frag");
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("warning[W0703]"), "{said}");
}
