//! The questions of the page, without a page.

use super::{Example, Explorer};
use retroshade_ir::Stage;
use serde_json::{Value, json};

fn ask(name: &str, question: &Value) -> Value {
    let answer = Explorer::default().answer(name, question.to_string().as_bytes());
    serde_json::from_str(&answer.expect("a question of this name")).expect("JSON")
}

fn compile(source: &str, stage: &str, target: &str) -> Value {
    let question = json!({ "source": source, "stage": stage, "target": target, "level": "normal" });
    ask("compile", &question)
}

const TWO_LINES: &str = "precision mediump float;\nuniform vec4 uOne, uTwo;\nvoid main() {\n    vec4 sum = uOne + uTwo;\n    \
    gl_FragColor = sum * uTwo;\n}\n";

/// The lines of the source that the machine code of an answer comes from.
fn sources(answer: &Value) -> Vec<u64> {
    let lines = answer["program"]["lines"].as_array().expect("lines");
    lines
        .iter()
        .filter_map(|line| line["source"]["line"].as_u64())
        .collect()
}

#[test]
fn instructions_know_their_lines() {
    for target in ["agal1", "lima"] {
        let answer = compile(TWO_LINES, "fragment", target);
        let found = sources(&answer);
        assert!(found.contains(&5), "{target}: {answer}");
        assert!(
            found.iter().all(|line| [4, 5].contains(line)),
            "{target}: {found:?}"
        );
        let text: Vec<&str> = answer["program"]["lines"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|line| line["text"].as_str())
            .collect();
        assert!(
            text.iter().any(|line| line.contains("uOne")),
            "{target}: {text:?}"
        );
    }
}

#[test]
fn every_target_and_level_compiles_an_example() {
    let about = ask("about", &json!({}));
    let (vertex, fragment) = ("Textured cube, vertices", "Textured cube, fragments");
    for target in about["targets"].as_array().expect("targets") {
        for (stage, name) in [("vertex", vertex), ("fragment", fragment)] {
            let fixed = target["fixed"].as_array().expect("stages");
            let programs = target["stages"].as_array().expect("stages");
            let examples = about["examples"].as_array().expect("examples");
            let example = examples.iter().find(|example| example["name"] == name);
            let source = &example.expect("the example")["source"];
            for level in about["levels"].as_array().expect("levels") {
                let answer = ask(
                    "compile",
                    &json!({ "source": source, "stage": stage, "target": target["name"], "level": level[0] }),
                );
                let has = programs.contains(&stage.into()) || fixed.contains(&stage.into());
                assert_eq!(
                    answer["program"].is_object(),
                    has,
                    "{} {stage}: {answer}",
                    target["name"]
                );
            }
        }
    }
}

#[test]
fn counts_stand_beside_their_limits() {
    let answer = compile(TWO_LINES, "fragment", "agal1");
    let counts = answer["program"]["counts"].as_array().expect("counts");
    let instructions = counts.iter().find(|count| count["name"] == "instructions");
    let instructions = instructions.expect("a count of instructions");
    assert_eq!(instructions["most"], 200);
    assert!(
        instructions["value"]
            .as_u64()
            .is_some_and(|count| (2..=4).contains(&count))
    );
}

#[test]
fn messages_have_places_in_units_of_utf16() {
    let source = "// 𝄞 é\nvoid main() {\n    gl_FragColor = vec4(wrong);\n}\n";
    let answer = compile(source, "fragment", "agal1");
    assert_eq!(answer["program"], Value::Null);
    let message = &answer["diagnostics"][0];
    assert_eq!(
        (&message["line"], &message["severity"]),
        (&3.into(), &"error".into())
    );
    let units: Vec<u16> = source.encode_utf16().collect();
    let place = |name: &str| message[name].as_u64().expect("a place") as usize;
    let marked = String::from_utf16(&units[place("from")..place("to")]).expect("whole letters");
    assert_eq!(marked, "wrong");
}

#[test]
fn a_page_reads_no_files() {
    let source = format!("#include \"{}\"\nvoid main() {{}}\n", file!());
    let answer = compile(&source, "fragment", "agal1");
    let said = answer["diagnostics"].to_string();
    assert!(said.contains("not found"), "{said}");
    let absolute = "#include \"/etc/passwd\"\nvoid main() {}\n";
    let said = compile(absolute, "fragment", "agal1")["diagnostics"].to_string();
    assert!(
        said.contains("not found") && !said.contains("root:"),
        "{said}"
    );
}

#[test]
fn what_is_no_question_has_a_fault() {
    assert_eq!(Explorer::default().answer("format", b"{}"), None);
    for body in ["", "[]", "{}", "\u{fffd}", "{\"source\": 1}"] {
        let answer = Explorer::default().answer("compile", body.as_bytes());
        assert!(answer.expect("an answer").contains("fault"), "{body}");
    }
    for (target, stage, level) in [
        ("vax", "vertex", "most"),
        ("lima", "geometry", "most"),
        ("lima", "vertex", "x"),
    ] {
        let question = json!({ "source": "", "stage": stage, "target": target, "level": level });
        let fault = ask("compile", &question)["fault"].to_string();
        assert!(fault.contains("there is no"), "{fault}");
    }
}

#[test]
fn a_page_may_start_with_a_shader() {
    let start = Example {
        name: "mine.vert".to_owned(),
        stage: Stage::Vertex,
        source: "void main() {}".to_owned(),
    };
    let explorer = Explorer { start: Some(start) };
    let answer = explorer.answer("about", b"").expect("an answer");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["start"]["name"], "mine.vert");
    assert_eq!(answer["start"]["stage"], "vertex");
}
