//! Control flow of programs as blocks.

use super::{ask, compile};
use serde_json::{Value, json};

const LOOP: &str = "precision mediump float;\nuniform float uEnd;\nvarying vec2 vUv;\nvoid main() {\n    float sum = 0.0;\n    \
    for (float i = 0.0; i < 90.0; i++) {\n        if (i > uEnd) break;\n        sum += sqrt(sum + vUv.x);\n    }\n    \
    gl_FragColor = vec4(sum);\n}\n";
const STRAIGHT: &str = "void main() {\n    gl_FragColor = vec4(1.0);\n}\n";
const CONDITION: &str = "attribute vec4 position;\nuniform bool uMany;\nuniform vec4 uMore[4];\nvarying vec4 vColor;\nvoid main() {\n    \
    vec4 sum = position;\n    if (uMany) {\n        sum = sqrt(abs(sum * uMore[0] + uMore[1])) + normalize(sum * uMore[2]) * log2(abs(uMore[3]) + sum);\n    }\n    \
    vColor = sum;\n    gl_Position = position;\n}\n";

fn asked(source: &str, stage: &str, target: &str) -> Value {
    let question = json!({ "source": source, "stage": stage, "target": target, "level": "normal" });
    ask("flow", &question)
}

fn blocks(answer: &Value) -> &[Value] {
    answer["flow"]["blocks"]
        .as_array()
        .unwrap_or_else(|| panic!("no blocks: {answer}"))
}

/// Every instruction is in a block, and every way leads to one.
fn check(answer: &Value) {
    let blocks = blocks(answer);
    for block in blocks {
        for next in block["next"].as_array().expect("ways") {
            assert!(
                next["block"]
                    .as_u64()
                    .is_some_and(|number| (number as usize) < blocks.len())
            );
        }
        let leaves = block["ends"] == true || !block["next"].as_array().expect("ways").is_empty();
        assert!(leaves, "{block}");
    }
    let numbers = |list: &Value| -> Vec<u64> {
        list.as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect()
    };
    let mut inside: Vec<u64> = blocks
        .iter()
        .flat_map(|block| numbers(&block["instructions"]))
        .collect();
    inside.sort_unstable();
    let lines = answer["flow"]["lines"].as_array().expect("lines");
    let all: Vec<u64> = lines
        .iter()
        .filter_map(|line| line["instruction"].as_u64())
        .collect();
    assert_eq!(inside, all, "{answer}");
}

#[test]
fn a_loop_leads_back() {
    let answer = asked(LOOP, "fragment", "lima");
    check(&answer);
    let back = |(number, block): (usize, &Value)| {
        let ways = block["next"].as_array().into_iter().flatten();
        ways.filter_map(|next| next["block"].as_u64())
            .any(|to| to as usize <= number)
    };
    assert!(blocks(&answer).iter().enumerate().any(back), "{answer}");
    let parts = blocks(&answer).iter().any(|block| {
        let ways: Vec<&Value> = block["next"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|next| &next["way"])
            .collect();
        ways.len() == 2 && ways.contains(&&json!("taken")) && ways.contains(&&json!("not taken"))
    });
    assert!(parts, "{answer}");
    assert_eq!(
        compile(LOOP, "fragment", "lima")["program"]["branches"],
        true
    );
}

#[test]
fn a_condition_parts_and_meets() {
    let answer = asked(CONDITION, "vertex", "pica200");
    check(&answer);
    assert!(blocks(&answer).len() >= 3, "{answer}");
}

#[test]
fn programs_without_branches_have_none() {
    for (source, stage, target) in [
        (STRAIGHT, "fragment", "lima"),
        (STRAIGHT, "fragment", "agal1"),
        (STRAIGHT, "fragment", "nv2a"),
        (STRAIGHT, "fragment", "pica200"),
        (CONDITION, "vertex", "nv2a"),
    ] {
        let answer = asked(source, stage, target);
        assert!(
            answer["absent"].is_string() && answer["flow"].is_null(),
            "{target}: {answer}"
        );
        assert_eq!(
            answer["diagnostics"]
                .as_array()
                .map(|all| all.iter().filter(|one| one["severity"] == "error").count()),
            Some(0)
        );
        assert_eq!(
            compile(source, stage, target)["program"]["branches"],
            false,
            "{target}"
        );
    }
    let wrong = asked("void main() { wrong; }", "fragment", "lima");
    assert!(
        wrong["flow"].is_null() && wrong["absent"].is_null(),
        "{wrong}"
    );
}
