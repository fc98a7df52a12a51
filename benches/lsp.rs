//! What one waits for in an editor: answers of `retroshade lsp` about a shader of 300 lines, over pipes, each after an
//! edit. Milliseconds from the request to its answer, the median and the worst of the rounds.
//!
//! ```sh
//! cargo bench --bench lsp
//! ```
//!
//! `hover`, `inlayHint` and `diagnostics` wait for the machine code of the edited text, the others for the frontend.

#[path = "../tests/lsp/client.rs"]
#[allow(dead_code, reason = "the tests ask for more")]
mod client;

use client::{Client, place, position};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Edits of each document.
const ROUNDS: usize = 40;

/// The requests of a round.
const METHODS: [&str; 9] = [
    "completion",
    "signatureHelp",
    "definition",
    "references",
    "rename",
    "documentSymbol",
    "hover",
    "inlayHint",
    "diagnostics",
];

fn main() {
    println!(
        "{:18}{}",
        "milliseconds",
        METHODS.map(|name| format!("{name:>16}")).concat()
    );
    for (target, stage) in [
        ("lima", "frag"),
        ("agal1", "frag"),
        ("agal2", "frag"),
        ("lima", "vert"),
        ("pica200", "vert"),
        ("nv2a", "vert"),
        ("agal1", "vert"),
    ] {
        measure(target, stage);
    }
}

/// A shader of 300 lines: a library of which `main` uses a part, as shaders of games are.
fn shader(stage: &str) -> String {
    let fragment = stage == "frag";
    let mut text = if fragment {
        "precision mediump float;\nvarying vec4 vInput;\n"
    } else {
        "attribute vec4 aInput;\nuniform mat4 uMvp;\n"
    }
    .to_owned();
    text.push_str("struct Light {\n    vec3 color;\n    vec3 direction;\n    float power;\n};\nuniform Light uLight;\nuniform vec4 uTint;\n\n");
    let number = |text: &str| text.lines().count();
    let mut functions = 0;
    while number(&text) + 10 < 280 {
        text.push_str(&format!(
            "// The {functions}. way to light a surface.\nvec3 light_{functions}(vec3 normal, vec3 albedo, float rough) {{\n    \
             const float BIAS = 0.5 * {functions}.0 + 0.25;\n    float facing = max(dot(normal, uLight.direction), 0.0);\n    \
             float wrapped = facing * 0.5 + BIAS;\n    vec3 diffuse = albedo * uLight.color * wrapped;\n    \
             vec3 shine = uLight.color * (rough * uLight.power);\n    return mix(diffuse, shine, 0.25);\n}}\n\n"
        ));
        functions += 1;
    }
    let input = if fragment { "vInput" } else { "aInput" };
    text.push_str(&format!(
        "void main() {{\n    vec3 sum = {input}.xyz;\n    float rough = {input}.w;\n"
    ));
    for index in 0..4 {
        text.push_str(&format!(
            "    sum += light_{index}(sum, uTint.rgb, rough);\n"
        ));
    }
    while number(&text) < 298 {
        text.push_str("    // Nothing more.\n");
    }
    text.push_str(if fragment {
        "    gl_FragColor = vec4(sum, rough);\n}\n"
    } else {
        "    gl_Position = uMvp * vec4(sum, rough);\n}\n"
    });
    assert_eq!(number(&text), 300);
    text
}

fn measure(target: &str, stage: &str) {
    let name = format!("bench.{stage}");
    let text = shader(stage);
    let mut client = Client::new(json!({ "target": target }));
    client.open(&name, &text);
    assert_eq!(client.diagnostics(&name), Vec::<Value>::new(), "{target}");
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); METHODS.len()];
    let mut version = 1;
    for round in 0..ROUNDS {
        for (method, times) in METHODS.iter().zip(&mut times) {
            version += 1;
            // A digit of a constant changes, so that the machine code does.
            let at = text.find("0.25;").unwrap_or(0) + 3;
            let range = json!({ "start": position(&text, at), "end": position(&text, at + 1) });
            let digit = ((round + version as usize) % 9 + 1).to_string();
            client.change(&name, version, &[json!({ "range": range, "text": digit })]);
            if *method == "diagnostics" {
                // The messages have to change, so that something is published: an error goes.
                client.change(&name, version, &[json!({ "text": format!("{text}x") })]);
                client.diagnostics(&name);
            }
            let start = Instant::now();
            ask(&mut client, method, &name, &text, version);
            times.push(start.elapsed());
        }
    }
    let mut line = String::new();
    for times in &mut times {
        times.sort();
        let milliseconds =
            |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        let (median, worst) = (times.get(times.len() / 2), times.last());
        line.push_str(&format!(
            "{:>9.1} {:>6.1}",
            milliseconds(median),
            milliseconds(worst)
        ));
    }
    println!("{:18}{line}", format!("{target} .{stage}"));
}

fn ask(client: &mut Client, method: &str, name: &str, text: &str, version: i64) {
    if method == "diagnostics" {
        client.change(name, version, &[json!({ "text": text })]);
        client.diagnostics(name);
        return;
    }
    let part = match method {
        "signatureHelp" => "max(|dot",
        "rename" | "references" => "sum = ",
        _ => "uLight.power",
    };
    let params = json!({
        "textDocument": { "uri": client.uri(name) },
        "position": place(text, part),
        "newName": "total",
        "range": { "start": position(text, 0), "end": position(text, text.len()) },
        "context": { "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false },
    });
    let answer = client.request(&format!("textDocument/{method}"), params);
    assert!(answer.is_ok_and(|answer| !answer.is_null()), "{method}");
}
