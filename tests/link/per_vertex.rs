//! Work that moves from the fragment to the vertex shader. Where a fragment lies on a vertex, interpolation does nothing, so
//! the results are those of the pair as it was written.

use super::fixed::agrees;
use super::harness::{check, done, linker, rendered};
use retroshade::proof::Verdict;
use retroshade::{Source, Stage};

const LIT_VERTEX: &str = "attribute vec4 aPosition;
    attribute vec3 aNormal;
    attribute vec2 aUv;
    uniform mat4 uMvp;
    varying vec3 vNormal;
    varying vec2 vUv;
    void main() { gl_Position = uMvp * aPosition; vNormal = aNormal; vUv = aUv; }";

/// Two lights in a loop, a branch, a comparison.
const LIT_FRAGMENT: &str = "#pragma retroshade per_vertex
    precision mediump float;
    varying vec3 vNormal;
    varying vec2 vUv;
    uniform vec3 uLights[2];
    uniform vec3 uColors[2];
    uniform sampler2D uMap;
    void main() {
        vec3 n = normalize(vNormal);
        vec3 sum = vec3(0.05);
        for (int i = 0; i < 2; i++) {
            float amount = max(dot(n, uLights[i]), 0.0);
            if (amount > 0.7) amount *= 0.9;
            sum += amount * uColors[i] * 0.3;
        }
        gl_FragColor = vec4(texture2D(uMap, vUv).rgb * sum, 1.0);
    }";

fn sources(vertex: &str, fragment: &str) -> [Source; 2] {
    [
        Source::new("pair.vert", Stage::Vertex, vertex),
        Source::new("pair.frag", Stage::Fragment, fragment),
    ]
}

#[test]
fn light_moves_into_the_vertex_program() {
    for target in ["pica200", "nv2a"] {
        let pair = agrees(target, [LIT_VERTEX, LIT_FRAGMENT]);
        let names: Vec<&str> = pair.varyings.iter().map(|one| &*one.name).collect();
        assert!(names.contains(&"per_vertex_0"), "{target}: {names:?}");
        assert!(!names.contains(&"vNormal"), "{target}: {names:?}");
        // Without the directive there is no such set-up.
        let fragment = LIT_FRAGMENT.replace("#pragma retroshade per_vertex", "");
        let [vertex, fragment] = sources(LIT_VERTEX, &fragment);
        let plain = linker(target).link(&vertex, &fragment);
        assert!(plain.result.is_none(), "{target} lights fragments");
        // The option asks for the same.
        let mut asked = linker(target);
        asked.compiler.language.per_vertex = true;
        let again = done(asked.link(&vertex, &fragment));
        assert_eq!(again.vertex.binary, pair.vertex.binary, "{target}");
        assert_eq!(again.fragment.binary, pair.fragment.binary, "{target}");
    }
}

#[test]
fn programs_of_both_stages_give_what_was_written() {
    let [vertex, fragment] = sources(LIT_VERTEX, LIT_FRAGMENT);
    check(&vertex, &fragment);
    for target in ["agal1", "lima", "nv2a", "pica200"] {
        let linker = linker(target);
        let pair = done(linker.link(&vertex, &fragment));
        let verdicts = linker.prove(&vertex, &fragment, &pair);
        assert_eq!(
            verdicts,
            Some([Verdict::Proved, Verdict::Proved]),
            "{target}"
        );
    }
    for target in ["agal1", "lima"] {
        let pair = done(linker(target).link(&vertex, &fragment));
        let plain = LIT_FRAGMENT.replace("#pragma retroshade per_vertex", "");
        let [_, plain] = sources(LIT_VERTEX, &plain);
        let plain = done(linker(target).link(&vertex, &plain));
        let instructions = |compiled: &retroshade::Compiled| compiled.reflection.stats.instructions;
        let (moved, stayed) = (instructions(&pair.fragment), instructions(&plain.fragment));
        assert!(moved * 2 < stayed, "{target}: {moved} of {stayed}");
    }
}

/// What cannot move: lookups and what depends on them, the window. What only puts lanes together is no work.
#[test]
fn what_needs_the_fragment_stays() {
    let vertex =
        "attribute vec4 aPosition; attribute vec4 aColor; varying vec4 vColor; varying vec2 vUv;
        void main() { gl_Position = aPosition; vColor = aColor; vUv = aColor.xy; }";
    let fragment = "#pragma retroshade per_vertex
        precision mediump float;
        varying vec4 vColor; varying vec2 vUv; uniform sampler2D uMap;
        void main() {
            vec4 map = texture2D(uMap, vUv);
            gl_FragColor = map * map * gl_FragCoord.x + vec4(vColor.xyz, 0.5) * map.x;
        }";
    let [vertex, fragment] = sources(vertex, fragment);
    let pair = done(linker("lima").link(&vertex, &fragment));
    let names: Vec<&str> = pair.varyings.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["vColor", "vUv"]);
}

#[test]
fn a_truth_is_decided_where_it_is_read() {
    let vertex = "attribute vec4 aPosition; attribute vec4 aColor; varying vec4 vColor;
        void main() { gl_Position = aPosition; vColor = aColor; }";
    let fragment = "#pragma retroshade per_vertex
        precision mediump float; varying vec4 vColor; uniform sampler2D uMap; uniform float uEdge;
        void main() {
            vec4 map = texture2D(uMap, vColor.xy);
            gl_FragColor = vColor.x * vColor.y > uEdge ? map : map * 0.5;
        }";
    let [vertex, fragment] = sources(vertex, fragment);
    check(&vertex, &fragment);
    let pair = done(linker("lima").link(&vertex, &fragment));
    let moved = pair
        .varyings
        .iter()
        .filter(|one| one.name.starts_with("per_vertex"));
    assert_eq!(moved.map(|one| &*one.ty).collect::<Vec<_>>(), ["float"]);
}

#[test]
fn the_directive_needs_a_pair_and_its_form() {
    let alone = Source::new("alone.frag", Stage::Fragment, LIT_FRAGMENT);
    let compiled = linker("agal1").compiler.compile(&alone);
    let text = rendered(&compiled.sources, &compiled.diagnostics);
    assert!(
        compiled.result.is_some() && text.contains("W0414"),
        "{text}"
    );
    for (stage, line) in [
        (Stage::Vertex, "#pragma retroshade per_vertex"),
        (Stage::Fragment, "#pragma retroshade per_vertex vNormal"),
    ] {
        let text = format!("{line}\nvoid main() {{}}\n");
        let compiled = linker("agal1")
            .compiler
            .compile(&Source::new("a", stage, text));
        assert!(compiled.result.is_none());
        let text = rendered(&compiled.sources, &compiled.diagnostics);
        assert!(text.contains("per_vertex"), "{text}");
    }
}

#[test]
fn a_warning_says_that_nothing_moves() {
    let vertex =
        "attribute vec4 p;\nvarying vec2 uv;\nvoid main() { gl_Position = p; uv = p.xy; }\n";
    let lookup = "#pragma retroshade per_vertex\nprecision mediump float;\nvarying vec2 uv;\nuniform sampler2D s;\n\
        void main() { gl_FragColor = texture2D(s, uv); }\n";
    let work = lookup.replace("texture2D(s, uv)", "texture2D(s, uv * 2.0)");
    let mut linker = linker("agal1");
    let mut warnings = |fragment: &str, by_option: bool| -> Vec<String> {
        linker.compiler.language.per_vertex = by_option;
        let [one, other] = sources(vertex, fragment);
        let linked = linker.link(&one, &other);
        assert!(linked.result.is_some(), "{:?}", linked.diagnostics);
        let warnings = linked.diagnostics.iter();
        warnings.map(|one| one.code.id.to_owned()).collect()
    };
    assert_eq!(warnings(lookup, false), ["W0704"]);
    assert!(warnings(&work, false).is_empty());
    let (_, plain) = lookup.split_once('\n').expect("two lines");
    assert!(warnings(plain, false).is_empty());
    assert_eq!(warnings(plain, true), ["W0704"]);
}
