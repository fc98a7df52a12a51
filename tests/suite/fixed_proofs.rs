//! Proofs of set-ups of combiners.

use retroshade::link::Linker;
use retroshade::proof::Verdict;
use retroshade::{Compiled, Compiler, Source, Stage, find_target};
use std::path::PathBuf;

const TARGETS: [&str; 2] = ["pica200", "nv2a"];

fn verdict(compiler: &Compiler, source: &Source, compiled: &Compiled) -> Verdict {
    compiler.prove(source, compiled).result.unwrap()
}

fn fragment(text: &str) -> Source {
    Source::new("proof.frag", Stage::Fragment, text)
}

/// Of what combiners compute in exact numbers most is proved, and nothing is found to be different.
#[test]
fn most_shaders_of_this_project_are_proved() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixed-fragment");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|name| name == "frag"))
        .collect();
    paths.sort();
    for target in TARGETS {
        let compiler = Compiler::new(find_target(target).unwrap());
        let (mut proved, mut all, mut others) = (0, 0, String::new());
        for path in &paths {
            let source = fragment(&std::fs::read_to_string(path).unwrap());
            let Some(compiled) = compiler.compile(&source).result else {
                continue;
            };
            let verdict = verdict(&compiler, &source, &compiled);
            let name = path.file_name().unwrap().to_string_lossy();
            assert!(
                !matches!(verdict, Verdict::Different(_)),
                "{target} {name}: {verdict}"
            );
            all += 1;
            proved += usize::from(verdict == Verdict::Proved);
            if verdict != Verdict::Proved {
                others += &format!("{name}: {verdict}\n");
            }
        }
        println!("{target}: {proved} of {all} proved\n{others}");
        assert!(
            proved * 10 >= all * 8,
            "{target}: {proved} of {all} proved\n{others}"
        );
    }
}

/// Coordinates that move into the vertex program, parts of varyings, fog.
#[test]
fn pairs_are_proved_register_by_register() {
    let vertex = "attribute vec4 p; attribute vec4 uvs; attribute vec4 color; uniform mat4 m; uniform vec2 range;\n\
        varying vec4 vUvs; varying vec3 vTint; varying float vFade, vClear;\n\
        void main() { gl_Position = m * p; vUvs = uvs; vTint = clamp(color.rgb, 0.0, 1.0); vFade = color.a; vClear = p.z * range.x + range.y; }";
    let text = |last: &str| {
        format!(
            "#pragma retroshade bind vClear fog\nprecision highp float; varying vec4 vUvs; varying vec3 vTint;\n\
             varying float vFade, vClear; uniform sampler2D one, other; uniform vec2 move; uniform vec3 fog; uniform float k;\n\
             void main() {{ vec4 t = texture2D(one, vUvs.xy + move * k); vec4 u = texture2D(other, vUvs.zw - vUvs.xy);\n\
             gl_FragColor = vec4({last}, u.a * vFade); }}"
        )
    };
    let plain = text("t.rgb * vTint");
    let foggy = text("mix(fog, t.rgb * vTint, vClear)");
    for (target, body) in [("pica200", &plain), ("nv2a", &plain), ("nv2a", &foggy)] {
        let linker = Linker::new(Compiler::new(find_target(target).unwrap()));
        let vertex = Source::new("pair.vert", Stage::Vertex, vertex);
        let fragment = fragment(body);
        let pair = linker.link(&vertex, &fragment).result.unwrap();
        let verdicts = linker.prove(&vertex, &fragment, &pair).unwrap();
        assert_eq!(
            verdicts,
            [Verdict::Proved, Verdict::Proved],
            "{target}: {body}"
        );
        // A program that moves coordinates otherwise is not that of this vertex shader.
        let other = fragment.text.replace("move * k", "move");
        let other = linker.link(&vertex, &super::fixed_proofs::fragment(&other));
        let mut mixed = pair;
        mixed.vertex = other.result.unwrap().vertex;
        let [first, _] = linker.prove(&vertex, &fragment, &mixed).unwrap();
        assert!(!first.is_proof(), "{target}: {first}");
    }
}
