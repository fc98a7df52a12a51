//! What is offered while one writes: completion, signatures.

use crate::client::{Client, place};
use serde_json::json;

const BEGIN: &str = "\
precision mediump float;
#define HALF 0.5
struct Light { vec3 color; float power; };
uniform Light uLight;
uniform sampler2D uTexture;
varying vec2 vUv;
float bright(vec3 color, float gamma) { float inner = gamma; return inner * color.x; }
void main() {
    vec4 texel = texture2D(uTexture, vUv);
    for (int i = 0; i < 2; i++) { float twice = 2.0; texel *= twice; }
";

/// A fragment shader that ends with a line which is being written.
fn shader(line: &str) -> String {
    format!("{BEGIN}    {line}\n    gl_FragColor = texel;\n}}\n")
}

#[test]
fn members_and_swizzles_are_offered_behind_dots() {
    let mut client = Client::new(json!({}));
    for (line, behind, first) in [
        (
            "texel.",
            "texel.",
            vec!["x", "y", "z", "w", "xy", "xyz", "xyzw", "r"],
        ),
        (
            "float z = vUv.",
            "vUv.",
            vec!["x", "y", "xy", "r", "g", "rg"],
        ),
        ("texel.rgb = uLight.", "uLight.", vec!["color", "power"]),
        ("texel.rgb = uLight.co", "uLight.co", vec!["color", "power"]),
        (
            "texel.rgb = uLight.color.x * 2.0;",
            "color.x",
            vec!["x", "y", "z", "xy"],
        ),
        (
            "texel.rgb *= (uLight.color + 1.0).",
            "+ 1.0).",
            vec!["x", "y", "z"],
        ),
        (
            "texel.rgb *= bright(uLight., 1.0);",
            "bright(uLight.",
            vec!["color", "power"],
        ),
    ] {
        let text = shader(line);
        client.open("a.frag", &text);
        let labels = client.completed("a.frag", &text, behind);
        assert_eq!(labels[..first.len().min(labels.len())], first, "{line}");
        assert!(!labels.contains(&"sin".to_owned()), "{line}");
    }
    let text = shader("float one = 1.");
    client.open("a.frag", &text);
    assert!(
        client
            .completed("a.frag", &text, "one = 1.")
            .contains(&"sin".to_owned())
    );
}

#[test]
fn names_in_scope_built_ins_and_keywords_are_offered() {
    let mut client = Client::new(json!({}));
    for (line, behind) in [
        ("", ";  }\n    "),
        ("texel = te", "= te"),
        ("if (te", "if (te"),
        ("texel = vec4(", "vec4("),
    ] {
        let text = shader(line);
        client.open("a.frag", &text);
        let behind = if line.is_empty() {
            "twice; }\n    "
        } else {
            behind
        };
        let labels = client.completed("a.frag", &text, behind);
        for name in [
            "texel",
            "uLight",
            "uTexture",
            "vUv",
            "bright",
            "Light",
            "gl_FragCoord",
            "texture2D",
            "mix",
            "float",
            "if",
            "HALF",
        ] {
            assert!(
                labels.iter().any(|label| label == name),
                "{line}: no {name}"
            );
        }
        for name in [
            "twice",
            "inner",
            "gamma",
            "i",
            "gl_Position",
            "textureLod",
            "completed_here",
        ] {
            assert!(!labels.iter().any(|label| label == name), "{line}: {name}");
        }
    }
    let text = shader("// te");
    client.open("a.frag", &text);
    assert_eq!(
        client.completed("a.frag", &text, "// te"),
        Vec::<String>::new()
    );
    let text = shader("").replace("return inner", "return in");
    client.open("a.frag", &text);
    let labels = client.completed("a.frag", &text, "return in");
    assert!(
        ["inner", "gamma", "color", "vUv"]
            .iter()
            .all(|name| labels.iter().any(|label| label == name))
    );
    assert!(!labels.contains(&"texel".to_owned()));
}

#[test]
fn signatures_of_own_and_built_in_functions_are_shown() {
    let mut client = Client::new(json!({}));
    for (line, behind, label, parameter) in [
        (
            "texel *= bright(uLight.color, ",
            "color, |",
            "float bright(vec3 color, float gamma)",
            1,
        ),
        (
            "texel *= bright(",
            "bright(|",
            "float bright(vec3 color, float gamma)",
            0,
        ),
        (
            "texel = mix(texel, vec4(1.0, 2.0, 3.0, 4.0), ",
            "4.0), |",
            "genType mix(genType, genType, genType)",
            2,
        ),
    ] {
        let text = shader(line);
        client.open("a.frag", &text);
        let params = json!({
            "textDocument": { "uri": client.uri("a.frag") },
            "position": place(&text, behind),
        });
        let help = client
            .request("textDocument/signatureHelp", params)
            .unwrap();
        assert_eq!(help["signatures"][0]["label"], label, "{line}");
        assert_eq!(help["activeParameter"], parameter, "{line}");
        let part = &help["signatures"][0]["parameters"][parameter]["label"];
        let at = |index: usize| part[index].as_u64().unwrap() as usize;
        assert!(
            label[at(0)..at(1)]
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == ' ')
        );
    }
}
