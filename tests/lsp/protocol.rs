//! The session itself: its beginning and end, what is malformed, what is cancelled, what takes long.

use crate::client::Client;
use retroshade_kit::random::Random;
use serde_json::{Value, json};

#[test]
fn a_session_begins_and_ends_as_the_protocol_has_it() {
    let mut client = Client::raw();
    let refused = client.request("textDocument/hover", json!({})).unwrap_err();
    assert_eq!(refused["code"], -32002);
    client.notify("textDocument/didOpen", json!({}));
    let result = client.initialize(Value::Null, json!({}));
    let capabilities = &result["capabilities"];
    assert_eq!(capabilities["textDocumentSync"]["change"], 2);
    assert!(capabilities.get("documentFormattingProvider").is_none());
    let again = client
        .request("initialize", json!({ "capabilities": {} }))
        .unwrap_err();
    assert_eq!(again["code"], -32600);
    client.request("shutdown", Value::Null).unwrap();
    let late = client.request("textDocument/hover", json!({})).unwrap_err();
    assert_eq!(late["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(0));
    let mut client = Client::new(json!({}));
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().code(), Some(1));
}

#[test]
fn what_is_malformed_is_answered_with_codes_and_the_session_goes_on() {
    let mut client = Client::new(json!({}));
    for (text, code) in [
        ("{", -32700),
        ("[1]", -32600),
        ("7", -32600),
        (r#"{"id": 90, "method": {}}"#, -32600),
        (r#"{"id": 91, "method": "no/such"}"#, -32601),
        (r#"{"id": 92, "method": "textDocument/hover"}"#, -32602),
        (
            r#"{"id": 93, "method": "textDocument/hover", "params": {"textDocument": 5}}"#,
            -32602,
        ),
        (
            r#"{"id": 94, "method": "textDocument/rename", "params": {"textDocument": {"uri": "a b"}}}"#,
            -32602,
        ),
    ] {
        client.send_text(text);
        let answer = client.wait(|message| message.get("error").is_some());
        assert_eq!(answer["error"]["code"], code, "{text}");
    }
    // Notifications have no answers; those that make no sense change nothing.
    client.notify("no/such", json!({}));
    client.notify("textDocument/didChange", json!({ "textDocument": {} }));
    client.notify("textDocument/didClose", json!(null));
    client.change("never-opened.frag", 1, &[json!({ "text": "x" })]);
    client.send_text(r#"{"jsonrpc": "2.0", "id": 12345, "result": {}}"#);
    let document = json!({ "textDocument": { "uri": "file:///never.frag" } });
    assert_eq!(
        client
            .request("textDocument/documentSymbol", document)
            .unwrap(),
        Value::Null
    );
    assert!(client.end().success());
}

/// Every request at every kind of place in texts of every kind: an answer or an error of the protocol, and never one
/// of a defect.
#[test]
fn no_place_and_no_text_is_too_odd() {
    let mut client = Client::new(json!({}));
    let texts = [
        "",
        "\u{feff}",
        "é😀\r\n\rvoid",
        "void main() { x. }",
        "void main() { gl_FragColor = vec4(1.0).; } #",
        "#define A(x) x\n#define B A(\nB B) A(A",
        "struct S { S s; }; S s = S(s.s.s",
        "#include \"a.frag\"\nvoid main() {}",
        "void f(void f) { f(f); } precision mediump float; void main() { f(1); { float f; f; } }",
        "#version 300 es\nuniform B { vec4 a; } b[2]; void main() { b[0]. ; b.a; }",
        "/* open",
    ];
    let methods = [
        "hover",
        "completion",
        "signatureHelp",
        "definition",
        "references",
        "documentHighlight",
        "prepareRename",
        "rename",
        "documentSymbol",
        "inlayHint",
        "codeAction",
    ];
    for text in texts {
        client.open("a.frag", text);
        for (line, character) in [
            (0, 0),
            (0, 3),
            (0, 14),
            (0, 16),
            (0, 45),
            (1, 1),
            (2, 4),
            (4_000_000_000u32, 4_000_000_000u32),
        ] {
            let position = json!({ "line": line, "character": character });
            for method in methods {
                let params = json!({
                    "textDocument": { "uri": client.uri("a.frag") },
                    "position": position,
                    "newName": "fresh",
                    "range": { "start": position, "end": position },
                    "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
                });
                if let Err(error) = client.request(&format!("textDocument/{method}"), params) {
                    assert_eq!(
                        error["code"], -32803,
                        "{method} at {position} of {text:?}: {error}"
                    );
                }
            }
        }
    }
    assert!(client.end().success());
}

#[test]
fn what_is_cancelled_is_not_answered_otherwise() {
    let mut client = Client::new(json!({ "target": "lima", "level": "3" }));
    client.open("a.frag", &long());
    // The hover waits for machine code, the cancellation comes before it.
    let params = json!({
        "textDocument": { "uri": client.uri("a.frag") },
        "position": { "line": 0, "character": 0 },
    });
    let id = client.ask("textDocument/hover", params);
    client.notify("$/cancelRequest", json!({ "id": id }));
    match client.answer(id) {
        Err(error) => assert_eq!(error["code"], -32800),
        Ok(_) => panic!("the hover was not cancelled"),
    }
}

/// A shader whose compilation takes some time.
fn long() -> String {
    let mut text = "precision mediump float;\nuniform vec4 u[4];\nvarying vec4 v;\nvoid main() {\n    vec4 sum = v;\n".to_owned();
    for index in 0..150 {
        text.push_str(&format!(
            "    sum = sin(sum * u[{}] + v.yzwx) * fract(sum);\n",
            index % 4
        ));
    }
    text.push_str("    gl_FragColor = sum;\n}\n");
    text
}

#[test]
fn a_shader_that_takes_long_does_not_hold_up_newer_texts() {
    let mut client = Client::new(json!({ "target": "lima", "level": "3" }));
    let text = long();
    client.open("a.frag", &text);
    for version in 2..20 {
        let text = text.replace("yzwx", ["xyzw", "wzyx"][version as usize % 2]);
        client.change("a.frag", version, &[json!({ "text": text })]);
    }
    let wrong = text.replace("vec4 sum = v;", "vec4 sum = nothing;");
    client.change("a.frag", 20, &[json!({ "text": wrong })]);
    let published = client.wait(|message| {
        let params = &message["params"];
        message["method"] == "textDocument/publishDiagnostics" && params["version"] == 20
    });
    assert!(
        published["params"]["diagnostics"]
            .to_string()
            .contains("nothing")
    );
    // Names are known at once, whatever is being compiled.
    client.change("a.frag", 21, &[json!({ "text": text })]);
    let answer = client.at("references", "a.frag", &text, "sum = v").unwrap();
    assert_eq!(answer.as_array().unwrap().len(), 452);
}

#[test]
fn settings_come_from_the_client_when_it_has_them() {
    let mut client = Client::raw();
    let capabilities = json!({ "workspace": {
        "configuration": true,
        "didChangeWatchedFiles": { "dynamicRegistration": true },
        "inlayHint": { "refreshSupport": true },
    } });
    client.initialize(json!({ "target": "ps2" }), capabilities);
    let shown = client.wait(|message| message["method"] == "window/showMessage");
    assert!(
        shown["params"]["message"]
            .as_str()
            .unwrap()
            .contains("there is no target `ps2`")
    );
    let watch = client.wait(|message| message["method"] == "client/registerCapability");
    assert!(watch["params"].to_string().contains("shaders.toml"));
    let asked = client.wait(|message| message["method"] == "workspace/configuration");
    let settings = json!([{ "target": "nv2a", "hints": { "registers": false } }]);
    let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": settings });
    client.send_text(&answer.to_string());
    let text = "attribute vec4 aPosition;\nvoid main() { gl_Position = aPosition; }\n";
    client.open("a.vert", text);
    assert!(client.diagnostics("a.vert").is_empty());
    client.wait(|message| message["method"] == "workspace/inlayHint/refresh");
    let hints = client.hints("a.vert");
    assert!(
        hints.len() == 1 && hints[0].starts_with("1: nv2a: "),
        "{hints:?}"
    );
}

/// Edits at random places of a shader, most of which break it, with a request after each.
#[test]
fn random_edits_break_nothing() {
    const PIECES: [&str; 16] = [
        "float",
        "(",
        ")",
        "{",
        "}",
        ";",
        ".",
        "#define A ",
        "\n",
        "😀",
        "vec4(",
        "uTime",
        "/*",
        "*/",
        "=",
        "",
    ];
    let text = include_str!("../../examples/water.frag");
    let methods = [
        "hover",
        "completion",
        "signatureHelp",
        "references",
        "documentSymbol",
        "inlayHint",
    ];
    let mut client = Client::new(json!({ "target": "agal3" }));
    let mut numbers = Random::new(12345);
    let mut random = |below: usize| numbers.below(below as u64) as usize;
    client.open("a.frag", text);
    for version in 2..400 {
        if version % 40 == 0 {
            client.change("a.frag", version, &[json!({ "text": text })]);
        }
        let (line, character) = (random(40), random(60));
        let start = json!({ "line": line, "character": character });
        let end = json!({ "line": line + random(2), "character": character + random(4) });
        let edit = json!({ "range": { "start": start, "end": end }, "text": PIECES[random(PIECES.len())] });
        client.change("a.frag", version, &[edit]);
        let params = json!({
            "textDocument": { "uri": client.uri("a.frag") },
            "position": start,
            "range": { "start": { "line": 0, "character": 0 }, "end": end },
            "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false },
        });
        let method = methods[random(methods.len())];
        let answer = client.request(&format!("textDocument/{method}"), params);
        assert!(answer.is_ok(), "{method} in version {version}: {answer:?}");
    }
    client.change("a.frag", 500, &[json!({ "text": text })]);
    let hints = client.hints("a.frag");
    assert!(
        hints.iter().any(|hint| hint.contains("agal3: ")),
        "{hints:?}"
    );
    assert!(client.end().success());
}
