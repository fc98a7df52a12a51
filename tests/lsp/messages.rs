//! Diagnostics as one types, and what remedies them.

use crate::client::{Client, position};
use serde_json::{Value, json};

const FRAGMENT: &str = "precision mediump float;\nuniform vec4 uColor; // 😀\nvoid main() {\n    gl_FragColor = uColor;\n}\n";

fn said(diagnostics: &[Value]) -> Vec<String> {
    let said = diagnostics.iter().map(|one| {
        let start = &one["range"]["start"];
        let message = one["message"].as_str().unwrap().lines().next().unwrap();
        format!(
            "{}:{} {} {message}",
            start["line"],
            start["character"],
            one["code"].as_str().unwrap()
        )
    });
    said.collect()
}

#[test]
fn errors_come_and_go_as_one_types() {
    let mut client = Client::new(json!({ "target": "agal1" }));
    client.open("a.frag", FRAGMENT);
    assert_eq!(client.diagnostics("a.frag"), Vec::<Value>::new());
    // `uColor` becomes `uColour`, behind a character of two units.
    let at = FRAGMENT.rfind("r;").unwrap();
    let range = json!({ "start": position(FRAGMENT, at), "end": position(FRAGMENT, at) });
    client.change("a.frag", 2, &[json!({ "range": range, "text": "u" })]);
    let diagnostics = client.diagnostics("a.frag");
    let expected = ["3:19 E0302 the variable `uColour`"];
    let found = said(&diagnostics);
    assert!(
        found.len() == 1 && found[0].contains("uColour") && found[0].starts_with("3:19"),
        "{found:?} {expected:?}"
    );
    // Two edits in one notification, the second in the text after the first; then the whole text.
    let start = json!({ "line": 3, "character": 4 });
    let erased = json!({ "start": start, "end": { "line": 3, "character": 99 } });
    let empty = json!({ "start": start, "end": start });
    client.change(
        "a.frag",
        3,
        &[
            json!({ "range": erased, "text": "" }),
            json!({ "range": empty, "text": "gl_FragColor = uColor" }),
        ],
    );
    let found = said(&client.diagnostics("a.frag"));
    assert!(found.len() == 1 && found[0].contains("`;`"), "{found:?}");
    client.change("a.frag", 4, &[json!({ "text": FRAGMENT })]);
    assert_eq!(client.diagnostics("a.frag"), Vec::<Value>::new());
    assert!(client.end().success());
}

#[test]
fn errors_of_an_included_file_stand_in_it() {
    let mut client = Client::new(json!({ "target": "nv2a" }));
    let root = "#include \"lib/light.glsl\"\nattribute vec4 aPosition;\nvoid main() { gl_Position = lit(aPosition); }\n";
    client.write("lib/light.glsl", "vec4 lit(vec4 x) { return x * 0.5; }\n");
    client.open("a.vert", root);
    assert_eq!(client.diagnostics("a.vert"), Vec::<Value>::new());
    // A file without a stage is part of other shaders, or not compiled at all.
    client.open("other.glsl", "float x;\n");
    let alone = client.diagnostics("other.glsl");
    assert!(alone.len() == 1 && alone[0]["severity"] == 3, "{alone:?}");
    // What an editor has open goes before the file.
    client.open(
        "lib/light.glsl",
        "vec4 lit(vec4 x) {\n  return x * half;\n}\n",
    );
    let found = said(&client.diagnostics("lib/light.glsl"));
    assert!(
        found[0].starts_with("1:13") && found[0].contains("`half`"),
        "{found:?}"
    );
    client.change(
        "lib/light.glsl",
        2,
        &[json!({ "text": "vec4 lit(vec4 x) { return x; }\n" })],
    );
    assert_eq!(client.diagnostics("lib/light.glsl"), Vec::<Value>::new());
    // An included file that is gone is an error of the shader.
    client.change(
        "a.vert",
        2,
        &[json!({ "text": root.replace("light", "dark") })],
    );
    let found = said(&client.diagnostics("a.vert"));
    assert!(
        found[0].starts_with("0:9") && found[0].contains("cannot include"),
        "{found:?}"
    );
    client.write("lib/dark.glsl", "vec4 lit(vec4 x) { return -x; }\n");
    let changed = json!({ "uri": client.uri("lib/dark.glsl"), "type": 1 });
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [changed] }),
    );
    assert_eq!(client.diagnostics("a.vert"), Vec::<Value>::new());
    // A closed document has no messages any more.
    client.change("a.vert", 3, &[json!({ "text": "x" })]);
    assert_eq!(client.diagnostics("a.vert").len(), 1);
    let document = json!({ "textDocument": { "uri": client.uri("a.vert") } });
    client.notify("textDocument/didClose", document);
    assert_eq!(client.diagnostics("a.vert"), Vec::<Value>::new());
}

#[test]
fn suggested_edits_are_code_actions() {
    let mut client = Client::new(json!({ "target": "agal2" }));
    let text = "precision mediump float;\nuniform float uScale;\nvoid main() {\n    float x = uScale * 2;\n    gl_FragColor = vec4(x);\n}\n";
    client.open("a.frag", text);
    let diagnostics = client.diagnostics("a.frag");
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    let params = json!({
        "textDocument": { "uri": client.uri("a.frag") },
        "range": diagnostics[0]["range"],
        "context": { "diagnostics": diagnostics },
    });
    let actions = client.request("textDocument/codeAction", params).unwrap();
    assert_eq!(actions[0]["kind"], "quickfix");
    let fixed = client.edited(&actions[0]["edit"], "a.frag", text);
    assert_eq!(fixed, text.replace("* 2;", "* 2.0;"));
    client.change("a.frag", 2, &[json!({ "text": fixed })]);
    assert_eq!(client.diagnostics("a.frag"), Vec::<Value>::new());
}

#[test]
fn unused_names_are_told_where_flags_ask() {
    let mut client = Client::new(json!({ "target": "lima", "flags": ["-Wunused"] }));
    client.open("a.frag", &FRAGMENT.replace("= uColor", "= vec4(1.0)"));
    let diagnostics = client.diagnostics("a.frag");
    assert_eq!(diagnostics[0]["code"], "W0122");
    assert_eq!(diagnostics[0]["severity"], 2);
    assert_eq!(diagnostics[0]["tags"], json!([1]));
}

#[test]
fn wgsl_has_messages_and_costs() {
    let mut client = Client::new(json!({ "target": "agal1" }));
    let text = "@fragment\nfn main(@location(0) color: vec4f) -> @location(0) vec4f {\n    return color * 0.5;\n}\n";
    client.open("a.wgsl", text);
    assert_eq!(client.diagnostics("a.wgsl"), Vec::<Value>::new());
    let hover = client.hover("a.wgsl", text, "return");
    assert!(hover.contains("agal1: this line takes"), "{hover}");
    client.change(
        "a.wgsl",
        2,
        &[json!({ "text": text.replace("color * 0.5", "colour * 0.5") })],
    );
    let found = said(&client.diagnostics("a.wgsl"));
    assert!(
        found.len() == 1 && found[0].starts_with("2:11"),
        "{found:?}"
    );
}

#[test]
fn a_description_of_a_set_decides_and_its_faults_are_shown() {
    let mut client = Client::new(json!({}));
    let text = "precision mediump float;\nvoid main() {\n#ifndef FOG\n#error no fog\n#endif\n    gl_FragColor = vec4(FOG);\n}\n";
    let set = "[pack]\ntargets = [\"agal1\"]\n[[shaders]]\nfiles = [\"sky.glsl\"]\nstage = \"fragment\"\n[shaders.defines]\nFOG = \"0.5\"\n";
    client.write("sky.glsl", text);
    client.write("shaders.toml", set);
    client.open("sky.glsl", text);
    assert_eq!(client.diagnostics("sky.glsl"), Vec::<Value>::new());
    assert!(client.hints("sky.glsl")[0].contains("agal1"));
    client.write("shaders.toml", &set.replace("[\"agal1\"]", "[\"agal9\"]"));
    let changed = json!({ "uri": client.uri("shaders.toml"), "type": 2 });
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [changed] }),
    );
    let found = client.wait(|message| {
        message["params"]["diagnostics"]
            .to_string()
            .contains("agal9")
    });
    assert_eq!(found["method"], "textDocument/publishDiagnostics");
}
