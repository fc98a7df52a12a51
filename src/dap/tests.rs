//! A client that steps through a small shader.

use super::{Launched, serve};
use crate::compiler::{Compiler, Source};
use crate::debug::{Program, Session};
use crate::{Binary, Stage, find_target};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::run::{InputData, RunInputs};
use retroshade_kit::machine::{Recorder, Watch};
use serde_json::{Value, json};

const TEXT: &str = "attribute vec4 p;\nvarying vec4 c;\nvoid main() {\n    vec4 q = p * p;\n    c = q + p;\n    gl_Position = sqrt(q);\n}\n";

fn session(launched: &Launched) -> Result<Session, Fault> {
    if launched.program != "a.vert" {
        return Err("no such file\nsecond line\n".into());
    }
    let target = find_target(&launched.target).ok_or("no such target")?;
    let (compiler, source) = (
        Compiler::new(target),
        Source::new("a.vert", Stage::Vertex, TEXT),
    );
    let compilation = compiler.compile(&source);
    let compiled = compilation.result.expect("this shader is right");
    let mut inputs = RunInputs::default();
    let rows = vec![vec![1.0, 4.0, 9.0, 16.0]];
    let rows = InputData {
        shape: None,
        values: rows,
    };
    inputs.attributes.insert("p".to_owned(), rows);
    let mut watch = Watch {
        recorder: Some(Recorder::new(0)),
        ..Watch::default()
    };
    let binary = || Binary {
        stage: Some(Stage::Vertex),
        ..compiled.as_binary()
    };
    let run = (&inputs, &mut watch);
    let program = Program::compiled(
        "a".to_owned(),
        target,
        (&compiled, binary()),
        &compilation.sources,
        run,
        "",
    );
    let code = (binary(), &compiled.reflection);
    let program = program.expect("it runs");
    let program = program.with_locals(&compiler, &source, code, (&inputs, 0));
    let session = Session::new(program.clone());
    // A second program of the same sources, as that of a pair is.
    let is_pair = launched.words == ["twice"];
    Ok(if is_pair {
        session.then(program)
    } else {
        session
    })
}

/// What a client gets for its requests, in order.
fn played(requests: &[(&str, Value)]) -> Vec<Value> {
    let mut input = Vec::new();
    for (number, (command, arguments)) in requests.iter().enumerate() {
        let request = json!({ "seq": number + 1, "type": "request", "command": command, "arguments": arguments });
        let text = request.to_string();
        input.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    }
    let mut output = Vec::new();
    serve(&mut input.as_slice(), &mut output, &session).expect("pipes in memory");
    let text = String::from_utf8(output).expect("text");
    let parts = text.split("Content-Length: ").skip(1);
    let bodies = parts.filter_map(|part| part.split_once("\r\n\r\n"));
    bodies
        .map(|(_, body)| serde_json::from_str(body).expect("JSON"))
        .collect()
}

fn launch(target: &str) -> (&'static str, Value) {
    ("launch", json!({ "program": "a.vert", "target": target }))
}

/// The answer to the request of a number.
fn answer(all: &[Value], number: u64) -> &Value {
    let mut answers = all.iter();
    answers
        .find(|one| one["request_seq"] == number)
        .expect("an answer")
}

#[test]
fn local_variables_are_a_scope() {
    for target in ["pica200", "nv2a", "agal1", "lima"] {
        let mut requests = vec![
            launch(target),
            ("configurationDone", json!({})),
            ("scopes", json!({})),
            ("evaluate", json!({ "expression": "q" })),
        ];
        // A shader of so few lines is over after as many steps.
        for _ in 0..20 {
            requests.push(("stepIn", json!({ "granularity": "instruction" })));
            requests.push(("scopes", json!({})));
            requests.push(("variables", json!({ "variablesReference": 1 })));
            requests.push(("evaluate", json!({ "expression": "q.yx" })));
        }
        let all = played(&requests);
        // A root of a square and a sum of a product are formulas of `p` on these: no register ever holds `q`.
        let is_lost = ["pica200", "nv2a"].contains(&target);
        // Otherwise it is not assigned at the start.
        let at_start = if is_lost { "optimised out" } else { "-" };
        assert_eq!(answer(&all, 4)["body"]["result"], at_start, "{target}");
        let rows = (0..20).map(|round| 6 + 4 * round);
        let shown = rows.filter_map(|request| {
            let scope = &answer(&all, request)["body"]["scopes"][0];
            if scope["name"] != "Locals" {
                return None;
            }
            let row = &answer(&all, request + 1)["body"]["variables"][0];
            let lanes = &answer(&all, request + 2)["body"]["result"];
            Some((row["name"].clone(), row["value"].clone(), lanes.clone()))
        });
        let shown: Vec<(Value, Value, Value)> = shown.collect();
        if is_lost {
            let values = shown.iter().map(|(_, value, _)| value);
            assert!(!shown.is_empty() && values.clone().all(|value| value == "optimised out"));
            continue;
        }
        let held = shown.iter().find(|(_, value, _)| value == "1, 16, 81, 256");
        let (name, _, lanes) = held.unwrap_or_else(|| panic!("{target}: {shown:?}"));
        let name = name.as_str().unwrap_or_default();
        assert!(name.starts_with("q ("), "{target}: {name}");
        assert_eq!(lanes, "16, 1", "{target}");
    }
}

#[test]
fn a_program_is_stepped_through_by_lines_and_instructions() {
    for target in ["pica200", "nv2a", "agal1", "lima"] {
        let instruction = json!({ "granularity": "instruction" });
        let all = played(&[
            ("initialize", json!({})),
            launch(target),
            ("configurationDone", json!({})),
            ("stackTrace", json!({})),
            ("next", instruction.clone()),
            ("stackTrace", json!({})),
            ("stepBack", instruction),
            ("stackTrace", json!({})),
            ("continue", json!({})),
            ("scopes", json!({})),
            ("variables", json!({ "variablesReference": 1 })),
            ("continue", json!({})),
            ("disconnect", json!({})),
        ]);
        assert!(
            all.iter()
                .filter(|one| one["type"] == "response")
                .all(|one| one["success"] == true),
            "{all:?}"
        );
        let numbers: Vec<u64> = all.iter().filter_map(|one| one["seq"].as_u64()).collect();
        assert_eq!(numbers, (1..=all.len() as u64).collect::<Vec<_>>());
        let frame = |number: u64| answer(&all, number)["body"]["stackFrames"][0].clone();
        assert_eq!(frame(4), frame(8), "{target}");
        assert_ne!(frame(4)["name"], frame(6)["name"], "{target}");
        assert_eq!(frame(4)["source"]["name"], "a.vert");
        assert!(
            (4..=6).contains(&frame(4)["line"].as_u64().expect("a line")),
            "{target}"
        );
        let variables = answer(&all, 11)["body"]["variables"]
            .as_array()
            .expect("registers")
            .len();
        assert!(variables > 0, "{target}");
        let events: Vec<&str> = all.iter().filter_map(|one| one["event"].as_str()).collect();
        let wanted = [
            "initialized",
            "stopped",
            "stopped",
            "stopped",
            "stopped",
            "terminated",
            "terminated",
        ];
        assert_eq!(events, wanted, "{target}");
    }
}

#[test]
fn moves_end_at_breakpoints_of_lines_and_of_instructions() {
    let path = std::path::absolute("a.vert").expect("a path");
    let breakpoints = json!({
        "source": { "path": path }, "breakpoints": [{ "line": 1 }, { "line": 6 }, { "line": 7 }],
    });
    let all = played(&[
        launch("pica200"),
        ("setBreakpoints", breakpoints),
        (
            "setBreakpoints",
            json!({ "source": { "path": "/other.frag" }, "breakpoints": [{ "line": 3 }] }),
        ),
        ("configurationDone", json!({})),
        ("continue", json!({})),
        ("stackTrace", json!({})),
        (
            "setInstructionBreakpoints",
            json!({ "breakpoints": [{ "instructionReference": "0x1" }, { "instructionReference": "0x999" }] }),
        ),
        ("restart", json!({})),
        ("continue", json!({})),
        ("stackTrace", json!({})),
        (
            "disassemble",
            json!({ "memoryReference": "0x0", "instructionOffset": -1, "instructionCount": 3 }),
        ),
    ]);
    let set = &answer(&all, 2)["body"]["breakpoints"];
    assert_eq!((&set[0]["line"], &set[1]["line"]), (&json!(5), &json!(6)));
    assert_eq!(set[2]["verified"], false);
    assert_eq!(answer(&all, 3)["body"]["breakpoints"][0]["verified"], false);
    assert_eq!(answer(&all, 6)["body"]["stackFrames"][0]["line"], 6);
    let set = &answer(&all, 7)["body"]["breakpoints"];
    assert_eq!(
        (&set[0]["verified"], &set[1]["verified"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        answer(&all, 10)["body"]["stackFrames"][0]["instructionPointerReference"],
        "0x1"
    );
    let code = answer(&all, 11)["body"]["instructions"]
        .as_array()
        .expect("code");
    assert_eq!(code.len(), 3);
    assert_eq!(code[0]["presentationHint"], "invalid");
    assert!(
        code[1]["instruction"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
}

#[test]
fn values_are_asked_by_name() {
    let all = played(&[
        launch("pica200"),
        ("evaluate", json!({ "expression": "p", "context": "hover" })),
        (
            "evaluate",
            json!({ "expression": "nobody", "context": "hover" }),
        ),
        (
            "evaluate",
            json!({ "expression": "step", "context": "repl" }),
        ),
    ]);
    let found = answer(&all, 2)["body"]["result"].as_str().expect("a value");
    assert!(found.contains("16"), "{found}");
    assert_eq!(answer(&all, 3)["success"], false);
    assert_eq!(all.last().expect("an event")["event"], "stopped");
}

#[test]
fn what_cannot_be_done_is_said() {
    let all = played(&[
        ("threads", json!({})),
        (
            "launch",
            json!({ "program": "b.vert", "target": "pica200" }),
        ),
        ("launch", json!({})),
        ("attach", json!({})),
        launch("pica200"),
        ("gotoTargets", json!({})),
    ]);
    for (number, said) in [
        (1, "no program was launched"),
        (2, "no such file"),
        (3, "`program`"),
        (4, "launched"),
        (6, "gotoTargets"),
    ] {
        let one = answer(&all, number);
        assert_eq!(one["success"], false, "{one}");
        assert!(
            one["message"]
                .as_str()
                .is_some_and(|text| text.contains(said)),
            "{one}"
        );
    }
    // All of a long text is shown where programs write.
    let output = all
        .iter()
        .find(|one| one["event"] == "output")
        .expect("an output");
    assert!(
        output["body"]["output"]
            .as_str()
            .is_some_and(|text| text.contains("second line"))
    );
}

#[test]
fn the_programs_of_a_pair_have_addresses_of_their_own() {
    let twice = json!({ "program": "a.vert", "target": "agal1", "args": ["twice"] });
    let at = |reference: &str| json!({ "breakpoints": [{ "instructionReference": reference }] });
    let code = json!({ "memoryReference": "0x10000", "instructionCount": 2 });
    let all = played(&[
        ("launch", twice),
        ("setInstructionBreakpoints", at("0x10001")),
        ("configurationDone", json!({})),
        ("continue", json!({})),
        ("stackTrace", json!({})),
        ("disassemble", code),
        ("setInstructionBreakpoints", at("0x20001")),
        ("continue", json!({})),
        ("continue", json!({})),
    ]);
    let body = |number: u64| &answer(&all, number)["body"];
    assert_eq!(body(2)["breakpoints"][0]["verified"], true);
    let frame = &body(5)["stackFrames"][0];
    assert_eq!(frame["instructionPointerReference"], "0x10001");
    assert_eq!(frame["source"]["name"], "a.vert");
    let rows = body(6)["instructions"].as_array().expect("rows");
    let addresses: Vec<&Value> = rows.iter().map(|row| &row["address"]).collect();
    assert_eq!(addresses, ["0x10000", "0x10001"]);
    assert_eq!(body(7)["breakpoints"][0]["verified"], false);
    let events: Vec<&str> = all.iter().filter_map(|one| one["event"].as_str()).collect();
    assert_eq!(
        events,
        ["initialized", "stopped", "stopped", "stopped", "terminated"]
    );
}
