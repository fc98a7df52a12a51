//! What the machine makes of a shader: registers, counts, costs, on every target.

use crate::client::Client;
use serde_json::json;

const VERTEX: &str = "\
attribute vec4 aPosition;
attribute vec2 aUv;
uniform mat4 uMvp;
uniform vec4 uScale[2];
uniform vec4 uNever;
varying vec2 vUv;
const float TWICE = 2.0;
void main() {
    vUv = aUv * uScale[1].xy * (TWICE * 3.0);
    gl_Position = uMvp * aPosition;
}
";

const FRAGMENT: &str = "\
precision mediump float;
uniform sampler2D uTexture;
uniform vec4 uColor;
varying vec2 vUv;
void main() {
    vec4 texel = texture2D(uTexture, vUv);
    gl_FragColor = texel * uColor;
}
";

#[test]
fn every_target_tells_registers_counts_and_costs() {
    for target in ["agal1", "agal2", "agal3", "pica200", "lima", "nv2a"] {
        let mut client = Client::new(json!({ "target": target }));
        client.open("a.vert", VERTEX);
        assert!(client.diagnostics("a.vert").is_empty(), "{target}");
        let hints = client.hints("a.vert");
        let line = |line: &str| {
            let hint = hints
                .iter()
                .find_map(|hint| hint.strip_prefix(&format!("{line}: ")));
            hint.unwrap_or_else(|| panic!("{target}: no hint in line {line}: {hints:?}"))
        };
        // Four registers of a matrix, of an array as many as are used.
        assert!(line("2").contains('–'), "{target}: {hints:?}");
        assert_eq!(line("4"), "unused", "{target}");
        assert!(
            line("0") != "unused" && line("5") != "unused",
            "{target}: {hints:?}"
        );
        assert!(
            line("7").starts_with(&format!("{target}: ")) && line("7").contains("instructions"),
            "{target}: {hints:?}"
        );
        let hover = client.hover("a.vert", VERTEX, "uMvp * aPosition");
        assert!(
            hover.contains("uniform highp mat4 uMvp"),
            "{target}: {hover}"
        );
        assert!(
            hover.contains(&format!("{target}: {}", line("2"))),
            "{target}: {hover}"
        );
        assert!(
            hover.contains(&format!("{target}: this line takes ")),
            "{target}: {hover}"
        );
    }
}

#[test]
fn fragments_tell_registers_and_costs_where_they_are_programs() {
    for target in ["agal1", "agal2", "agal3", "lima"] {
        let mut client = Client::new(json!({ "target": target, "level": "3" }));
        client.open("a.frag", FRAGMENT);
        let hints = client.hints("a.frag");
        assert_eq!(hints.len(), 4, "{target}: {hints:?}");
        // An instruction can do the work of both lines.
        let parts = ["= texture2D|", "= texel"];
        let hovers = parts.map(|part| client.hover("a.frag", FRAGMENT, part));
        assert!(
            hovers.iter().any(|hover| hover.contains("this line takes")),
            "{target}: {hovers:?}"
        );
    }
    for target in ["nv2a", "pica200"] {
        let mut client = Client::new(json!({ "target": target }));
        client.open("a.frag", FRAGMENT);
        // Their arithmetic is short, which is a warning.
        let diagnostics = client.diagnostics("a.frag");
        assert!(
            diagnostics.iter().all(|one| one["severity"] == 2),
            "{target}"
        );
        let hints = client.hints("a.frag");
        assert!(
            hints.iter().any(|hint| hint.starts_with("4: ")),
            "{target}: {hints:?}"
        );
    }
}

#[test]
fn hovers_show_types_values_and_built_ins() {
    let mut client = Client::new(json!({ "target": "agal1" }));
    client.open("a.vert", VERTEX);
    let mut shown = |part: &str| client.hover("a.vert", VERTEX, part);
    assert!(shown("TWICE *").contains("const highp float TWICE = 2.0"));
    assert!(shown("TWICE *").contains("`float` = `6.0`"));
    assert!(shown("gl_Position").contains("out highp vec4 gl_Position"));
    assert!(shown("|* aPosition").contains("`vec4`"));
    assert!(shown("xy *").contains("`vec2`"));
    assert_eq!(shown("attribute"), "");
    let text = "#define HALF 0.5\nprecision mediump float;\nvoid main() { gl_FragColor = vec4(dot(vec2(HALF), vec2(1.0))); }\n";
    client.open("b.frag", text);
    let mut shown = |part: &str| client.hover("b.frag", text, part);
    assert!(shown("HALF)").contains("#define HALF 0.5"));
    assert!(shown("dot(").contains("float dot(genType, genType)"));
    assert!(shown("dot(").contains("`vec4` = `vec4(1.0, 1.0, 1.0, 1.0)`"));
}

#[test]
fn a_limit_that_is_exceeded_is_a_hint_and_an_error() {
    let mut text =
        "precision mediump float;\nuniform vec4 u[40];\nvoid main() {\n    vec4 sum = u[0];\n"
            .to_owned();
    for index in 0..40 {
        text.push_str(&format!("    sum += u[{index}] * sum;\n"));
    }
    text.push_str("    gl_FragColor = sum;\n}\n");
    let mut client = Client::new(json!({ "target": "agal1" }));
    client.open("a.frag", &text);
    let diagnostics = client.diagnostics("a.frag");
    assert_eq!(diagnostics.len(), 1);
    let message = diagnostics[0]["message"]
        .as_str()
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let hints = client.hints("a.frag");
    assert_eq!(hints, [format!("2: ✗ {message}")]);
    // The same shader on another target has no error; the client says so without another edit.
    let settings = json!({ "settings": { "retroshade": { "target": "lima" } } });
    client.notify("workspace/didChangeConfiguration", settings);
    assert!(client.diagnostics("a.frag").is_empty());
    assert!(
        client
            .hints("a.frag")
            .iter()
            .any(|hint| hint.contains("lima: "))
    );
}

#[test]
fn members_of_blocks_have_registers_by_the_names_of_gl() {
    let text = "#version 300 es\nuniform One { vec4 used; vec4 spare; } one;\nuniform Two { vec4 tint; };\nuniform Many { vec4 row; } many[2];\nvoid main() { gl_Position = one.used + tint + many[1].row; }\n";
    let mut client = Client::new(json!({ "target": "nv2a" }));
    client.open("a.vert", text);
    assert!(client.diagnostics("a.vert").is_empty());
    let hints = client.hints("a.vert");
    let of_line = |line: &str| {
        hints
            .iter()
            .filter_map(|hint| hint.strip_prefix(line))
            .collect::<Vec<_>>()
    };
    let one = of_line("1: ");
    assert!(
        one.len() == 2 && one[0].starts_with('c') && one[1] == "unused",
        "{hints:?}"
    );
    assert!(of_line("2: ")[0].starts_with('c'), "{hints:?}");
    // Which of the two is meant cannot be told in one place.
    assert!(of_line("3: ").is_empty(), "{hints:?}");
}
