//! Completion, and what is known of a place.

use super::ask;
use serde_json::{Value, json};

const SHADER: &str = "// é 😀\nprecision mediump float;\nuniform vec4 uTint;\nvarying vec2 vUv;\n\
    void main() {\n    vec4 sum = uTint * sqrt(2.0);\n    gl_FragColor = sum.\n}\n";

/// Asks about the place behind the first `mark` of a text.
fn asked(name: &str, source: &str, mark: &str, more: Value) -> Value {
    let before = source.find(mark).expect("a mark") + mark.len();
    let at = source[..before].encode_utf16().count();
    let mut question = json!({ "source": source, "stage": "fragment", "target": "lima", "level": "normal", "at": at });
    for (key, value) in more.as_object().into_iter().flatten() {
        question[key] = value.clone();
    }
    ask(name, &question)
}

fn labels(answer: &Value) -> Vec<&str> {
    let list = answer["completions"].as_array().expect("completions");
    list.iter()
        .filter_map(|one| one["label"].as_str())
        .collect()
}

#[test]
fn what_can_stand_at_a_place_is_listed() {
    let answer = asked("complete", SHADER, "sum.", json!({}));
    let found = labels(&answer);
    assert_eq!(found[..5], ["x", "y", "z", "w", "xy"], "{answer}");
    let before: usize = SHADER.find("sum.\n").expect("it") + 4;
    let units = SHADER[..before].encode_utf16().count();
    assert_eq!(answer["from"], units);
    let answer = asked("complete", SHADER, "= uT", json!({}));
    let found = labels(&answer);
    for name in ["uTint", "vUv", "sqrt", "gl_FragCoord", "if"] {
        assert!(found.contains(&name), "no {name}");
    }
    let one = answer["completions"].as_array().into_iter().flatten();
    let sine = one.clone().find(|one| one["label"] == "sin").expect("sin");
    assert_eq!(sine["kind"], "function");
    assert_eq!(sine["description"], "The sine of an angle in radians.");
    assert!(labels(&asked("complete", SHADER, "// é", json!({}))).is_empty());
}

#[test]
fn preludes_flags_and_partners_are_known() {
    let toy = "void mainImage(out vec4 color, in vec2 place) {\n    color = iMo;\n}\n";
    let answer = asked("complete", toy, "= iMo", json!({}));
    assert!(labels(&answer).contains(&"iMouse"), "{answer}");
    assert_eq!(answer["from"], toy.find("iMo").expect("it"));
    let known = asked("explain", toy, "color = i", json!({}));
    assert_eq!(known["said"], json!([]), "there is no `iMo`");
    let known = asked(
        "explain",
        &toy.replace("iMo;", "iMouse;"),
        "= iM",
        json!({}),
    );
    assert_eq!(known["said"][0]["code"], "uniform highp vec4 iMouse");
    assert_eq!(known["from"], toy.find("iMo").expect("it"));
    let flags =
        json!({ "flags": "-DLIGHTS=3", "partner": "void main() { gl_Position = vec4(1.0); }" });
    let lights = "void main() {\n    gl_FragColor = vec4(LIGHTS);\n}\n";
    let known = asked("explain", lights, "vec4(LI", flags);
    assert_eq!(known["said"][0]["code"], "#define LIGHTS 3", "{known}");
}

#[test]
fn places_are_explained() {
    let known = asked("explain", SHADER, "= uTi", json!({}));
    assert_eq!(known["said"][0]["code"], "uniform mediump vec4 uTint");
    assert_eq!(known["variable"], "uTint");
    let from = SHADER.find("uTint *").expect("it");
    let units = SHADER[..from].encode_utf16().count();
    assert_eq!(
        (&known["from"], &known["to"]),
        (&units.into(), &(units + 5).into())
    );
    let known = asked("explain", SHADER, "* sq", json!({}));
    assert_eq!(
        known["said"][1]["text"],
        "The square root. Undefined where x < 0."
    );
    assert_eq!(known["variable"], Value::Null);
    let known = asked("explain", SHADER, "// ", json!({}));
    assert_eq!(known["said"], json!([]));
    // Behind the text, and in none.
    let question =
        json!({ "source": "", "stage": "vertex", "target": "lima", "level": "normal", "at": 99 });
    assert_eq!(ask("explain", &question)["said"], json!([]));
    assert!(ask("complete", &question)["completions"].is_array());
}

#[test]
fn a_program_says_where_its_variables_are() {
    let source = SHADER.replace("sum.", "sum;");
    let question =
        json!({ "source": source, "stage": "fragment", "target": "agal1", "level": "normal" });
    let answer = ask("compile", &question);
    assert_eq!(
        answer["program"]["places"]["uTint"],
        json!(["fc0"]),
        "{answer}"
    );
}
