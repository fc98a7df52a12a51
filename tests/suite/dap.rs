//! `retroshade dap` as editors start it.

use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the adapter says to requests, in order.
fn said(requests: &[(&str, Value)]) -> Vec<Value> {
    let mut adapter = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .arg("dap")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = adapter.stdin.take().expect("its input");
    for (number, (command, arguments)) in requests.iter().enumerate() {
        let request = json!({ "seq": number + 1, "type": "request", "command": command, "arguments": arguments });
        let text = request.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
    }
    drop(input);
    let output = adapter.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let parts = text.split("Content-Length: ").skip(1);
    let bodies = parts.filter_map(|part| part.split_once("\r\n\r\n"));
    bodies
        .map(|(_, body)| serde_json::from_str(body).expect("JSON"))
        .collect()
}

#[test]
fn an_example_is_launched() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/phong.frag");
    let launch = json!({ "program": example, "target": "lima", "args": ["-O3"], "sample": 0 });
    let all = said(&[
        ("initialize", json!({ "adapterID": "retroshade" })),
        ("launch", launch),
        ("configurationDone", json!({})),
        ("stackTrace", json!({})),
        ("disconnect", json!({})),
    ]);
    let frame = all.iter().find_map(|one| one["body"]["stackFrames"].get(0));
    let source = &frame.expect("a frame")["source"];
    assert_eq!(source["path"], example.to_string_lossy().as_ref());
}

#[test]
fn what_does_not_compile_is_told_as_the_command_tells_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.vert");
    std::fs::write(&broken, "void main() {\n    gl_Position = nothing;\n}\n").expect("written");
    let all = said(&[
        ("launch", json!({ "program": broken, "target": "3ds" })),
        ("disconnect", json!({})),
    ]);
    let launched = all
        .iter()
        .find(|one| one["command"] == "launch")
        .expect("an answer");
    assert_eq!(launched["success"], false);
    assert!(
        launched["message"]
            .as_str()
            .is_some_and(|text| text.contains("unknown variable `nothing`")),
        "{launched}"
    );
    let output = all
        .iter()
        .find(|one| one["event"] == "output")
        .expect("the whole message");
    assert!(
        output["body"]["output"]
            .as_str()
            .is_some_and(|text| text.contains("broken.vert:2:19"))
    );
}
