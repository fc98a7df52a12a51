//! Two shaders that are linked.

use super::{ask, compile};
use serde_json::{Value, json};

const PAIRED_VERTEX: &str = "attribute vec4 position;\nattribute vec2 uv;\nvarying vec2 vUv;\nvarying vec4 vUnread;\n\
    void main() {\n    vUv = uv;\n    vUnread = position;\n    gl_Position = position;\n}\n";
const PAIRED_FRAGMENT: &str = "precision mediump float;\nvarying vec2 vUv;\nuniform sampler2D tex;\n\
    void main() {\n    gl_FragColor = texture2D(tex, vUv);\n}\n";

fn of_pair(stage: &str, target: &str, (source, partner): (&str, &str)) -> Value {
    json!({ "source": source, "stage": stage, "partner": partner, "target": target, "level": "normal" })
}

#[test]
fn the_programs_of_a_pair_are_linked() {
    for target in ["agal1", "lima", "nv2a", "pica200"] {
        let alone = compile(PAIRED_VERTEX, "vertex", target);
        let pair = of_pair("vertex", target, (PAIRED_VERTEX, PAIRED_FRAGMENT));
        let linked = ask("compile", &pair);
        let has = |answer: &Value| answer["program"]["lines"].to_string().contains("vUnread");
        // Nobody reads the second varying.
        assert!(has(&alone) && !has(&linked), "{target}: {linked}");
        let other = of_pair("fragment", target, (PAIRED_FRAGMENT, PAIRED_VERTEX));
        let other = ask("compile", &other);
        assert!(other["program"].is_object(), "{target}: {other}");
    }
}

#[test]
fn messages_about_the_partner_are_placed_in_its_text() {
    let wrong = PAIRED_VERTEX.replace("vUnread = position", "vUnread = nothing");
    let pair = of_pair("fragment", "agal1", (PAIRED_FRAGMENT, &wrong));
    let answer = ask("compile", &pair);
    assert!(answer["program"].is_null(), "{answer}");
    let message = &answer["diagnostics"][0];
    assert_eq!(
        (&message["partner"], &message["line"]),
        (&json!(true), &json!(7))
    );
    let from = message["from"].as_u64().expect("a place") as usize;
    assert!(wrong[from..].starts_with("nothing"), "{message}");
    let own = PAIRED_FRAGMENT.replace("tex, vUv", "tex, vNone");
    let answer = ask(
        "compile",
        &of_pair("fragment", "agal1", (&own, PAIRED_VERTEX)),
    );
    assert_eq!(
        answer["diagnostics"][0]["partner"],
        json!(false),
        "{answer}"
    );
}

#[test]
fn a_pair_is_drawn_and_stepped_through() {
    for target in ["agal1", "lima", "nv2a", "pica200"] {
        let mut asked = of_pair("fragment", target, (PAIRED_FRAGMENT, PAIRED_VERTEX));
        for (name, value) in [
            ("width", json!(32)),
            ("height", json!(24)),
            ("time", json!(0)),
            ("surface", json!("suited")),
            ("values", json!({})),
            ("x", json!(16)),
            ("y", json!(12)),
            ("vertex", json!(null)),
        ] {
            asked[name] = value;
        }
        let picture = ask("picture", &asked);
        assert!(picture["picture"]["png"].is_string(), "{target}: {picture}");
        let steps = ask("steps", &asked);
        assert!(steps["steps"]["steps"].is_array(), "{target}: {steps}");
        (asked["source"], asked["partner"]) = (PAIRED_VERTEX.into(), PAIRED_FRAGMENT.into());
        asked["stage"] = "vertex".into();
        let steps = ask("steps", &asked);
        assert!(steps["steps"]["vertices"].is_u64(), "{target}: {steps}");
    }
}
