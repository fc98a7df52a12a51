//! What names are, for editors that colour them.

use crate::client::Client;
use serde_json::{Value, json};

const SHADER: &str = "\
precision mediump float;
#define HALF 0.5
#define TWICE(x) (2.0 * (x))
struct Light { vec3 color; };
uniform Light uLight;
uniform sampler2D uTexture; // é
varying vec2 vUv;
const float LIMIT = 0.25;
vec3 lit(vec3 color, float share) { return color * share; }
void main() {
    vec4 texel = texture2D(uTexture, vUv);
    texel.rgb = lit(uLight.color, TWICE(LIMIT) * HALF);
    gl_FragColor = texel + gl_FragCoord;
}
";

/// Each token of an answer: its line, its text, its type with its modifiers.
fn spelled(text: &str, legend: &Value, answer: &Value) -> Vec<(usize, String, String)> {
    let numbers: Vec<usize> = answer["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap() as usize)
        .collect();
    let (mut line, mut start) = (0, 0);
    let token = |token: &[usize]| {
        if token[0] > 0 {
            start = 0;
        }
        line += token[0];
        start += token[1];
        let units: Vec<u16> = text.lines().nth(line).unwrap().encode_utf16().collect();
        let word = String::from_utf16(&units[start..start + token[2]]).unwrap();
        let mut kind = legend["tokenTypes"][token[3]].as_str().unwrap().to_owned();
        for (bit, name) in legend["tokenModifiers"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            if token[4] >> bit & 1 == 1 {
                kind.push_str(&format!(".{}", name.as_str().unwrap()));
            }
        }
        (line, word, kind)
    };
    numbers.chunks(5).map(token).collect()
}

#[test]
fn names_are_told_apart() {
    let mut client = Client::raw();
    let result = client.initialize(Value::Null, json!({}));
    let provider = &result["capabilities"]["semanticTokensProvider"];
    assert_eq!(provider["full"], true);
    client.open("a.frag", SHADER);
    let params = json!({ "textDocument": { "uri": client.uri("a.frag") } });
    let answer = client
        .request("textDocument/semanticTokens/full", params)
        .unwrap();
    let found = spelled(SHADER, &provider["legend"], &answer);
    for (line, word, kind) in [
        (1, "HALF", "macro.declaration"),
        (3, "Light", "struct.declaration"),
        (3, "vec3", "type.defaultLibrary"),
        (3, "color", "property.declaration"),
        (4, "Light", "struct"),
        (4, "uLight", "variable.declaration.readonly.uniform"),
        (5, "uTexture", "variable.declaration.readonly.sampler"),
        (6, "vUv", "variable.declaration.readonly.input"),
        (7, "LIMIT", "variable.declaration.readonly"),
        (8, "lit", "function.declaration"),
        (8, "share", "parameter.declaration"),
        (8, "share", "parameter"),
        (10, "texel", "variable.declaration"),
        (10, "texture2D", "function.defaultLibrary"),
        (11, "rgb", "property"),
        (11, "color", "property"),
        (11, "TWICE", "macro"),
        (11, "LIMIT", "variable.readonly"),
        (11, "HALF", "macro"),
        (12, "gl_FragColor", "variable.defaultLibrary.output"),
        (12, "gl_FragCoord", "variable.readonly.defaultLibrary.input"),
    ] {
        let expected = (line, word.to_owned(), kind.to_owned());
        assert!(
            found.contains(&expected),
            "{expected:?} is not in {found:#?}"
        );
    }
    // Words of the grammar are left to it, and nothing is told twice.
    assert!(
        found
            .iter()
            .all(|(_, word, _)| word != "uniform" && word != "return")
    );
    let places: Vec<(usize, &str)> = found
        .iter()
        .map(|(line, word, _)| (*line, word.as_str()))
        .collect();
    assert_eq!(
        places
            .iter()
            .filter(|place| **place == (11, "LIMIT"))
            .count(),
        1
    );
}

#[test]
fn a_text_with_errors_keeps_its_colours() {
    let mut client = Client::new(json!({}));
    let text = "uniform vec4 uTint;\nvoid main() {\n    gl_FragColor = uTint * wrong;\n    gl_FragColor = \n}\n";
    client.open("a.frag", text);
    let params = json!({ "textDocument": { "uri": client.uri("a.frag") } });
    let answer = client
        .request("textDocument/semanticTokens/full", params)
        .unwrap();
    let count = answer["data"].as_array().unwrap().len();
    assert!(count >= 5 * 4 && count.is_multiple_of(5), "{answer}");
}
