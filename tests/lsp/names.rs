//! Definitions, references, new names, outlines.

use crate::client::{Client, place};
use serde_json::{Value, json};

const SHADER: &str = "\
precision mediump float;
struct Light { vec3 color; float power; };
uniform Light uLight;
uniform float x;
float half_of(float x) { return x * 0.5; }
vec3 half_of(vec3 v) { return v * 0.5; }
void main() {
    float y = x;
    {
        float x = half_of(y);
        y += x;
    }
    vec3 color = half_of(uLight.color) * uLight.power;
    gl_FragColor = vec4(color, y + x);
}
";

fn lines(answer: &Value) -> Vec<(u64, u64)> {
    let places = answer.as_array().unwrap().iter();
    let start = |one: &Value| {
        let start = &one["range"]["start"];
        (
            start["line"].as_u64().unwrap(),
            start["character"].as_u64().unwrap(),
        )
    };
    places.map(start).collect()
}

#[test]
fn references_respect_scopes_members_and_overloads() {
    let mut client = Client::new(json!({}));
    client.open("a.frag", SHADER);
    let mut found = |part: &str| lines(&client.at("references", "a.frag", SHADER, part).unwrap());
    assert_eq!(found("x;\nfloat half"), [(3, 14), (7, 14), (13, 35)]);
    assert_eq!(found("x) { return"), [(4, 20), (4, 32)]);
    assert_eq!(found("x = half_of(y)"), [(9, 14), (10, 13)]);
    assert_eq!(found("color; float"), [(1, 20), (12, 32)]);
    assert_eq!(found("color = half"), [(12, 9), (13, 24)]);
    assert_eq!(found("half_of(float"), [(4, 6), (9, 18)]);
    assert_eq!(found("half_of(vec3"), [(5, 5), (12, 17)]);
    assert_eq!(found("Light uLight"), [(1, 7), (2, 8)]);
}

#[test]
fn definitions_are_found_through_includes_and_macros() {
    let mut client = Client::new(json!({}));
    let library = "#define TINT uTint\nuniform vec4 uTint;\nvec4 tinted(vec4 c);\nvec4 tinted(vec4 c) { return c * TINT; }\n";
    let root = "precision mediump float;\n#include \"lib.glsl\"\nvoid main() { gl_FragColor = tinted(TINT); }\n";
    client.write("lib.glsl", library);
    client.open("a.frag", root);
    let mut found = |part: &str| {
        let answer = client.at("definition", "a.frag", root, part).unwrap();
        (
            answer["uri"].as_str().map(|uri| uri.ends_with("lib.glsl")),
            answer["range"]["start"].clone(),
        )
    };
    assert_eq!(
        found("tinted"),
        (Some(true), place(library, "tinted(vec4 c) {"))
    );
    assert_eq!(found("|TINT"), (Some(true), place(library, "uTint;")));
    assert_eq!(
        found("#inc|lude"),
        (Some(true), json!({ "line": 0, "character": 0 }))
    );
    assert_eq!(found("gl_Frag").0, None);
    // In the included file, which no stage is told for, names are those of the shader that includes it.
    client.open("lib.glsl", library);
    let answer = client
        .at("references", "lib.glsl", library, "tinted(vec4 c);")
        .unwrap();
    let ends = |one: &Value| one["uri"].as_str().unwrap().ends_with("a.frag");
    let (of_root, of_library): (Vec<Value>, Vec<Value>) =
        answer.as_array().unwrap().iter().cloned().partition(ends);
    assert_eq!(lines(&of_root.into()), [(2, 29)]);
    assert_eq!(lines(&of_library.into()), [(2, 5), (3, 5)]);
}

#[test]
fn names_are_changed_everywhere_and_nowhere_else() {
    let mut client = Client::new(json!({}));
    client.open("a.frag", SHADER);
    let answer = client
        .rename("a.frag", SHADER, "x = half_of(y)", "z")
        .unwrap();
    let expected = SHADER
        .replace("float x = half_of(y)", "float z = half_of(y)")
        .replace("y += x", "y += z");
    assert_eq!(client.edited(&answer, "a.frag", SHADER), expected);
    let answer = client
        .rename("a.frag", SHADER, "half_of(vec3", "dimmed")
        .unwrap();
    let expected = SHADER
        .replace("half_of(vec3", "dimmed(vec3")
        .replace("half_of(uLight", "dimmed(uLight");
    assert_eq!(client.edited(&answer, "a.frag", SHADER), expected);
    let answer = client
        .rename("a.frag", SHADER, "power; }", "watts")
        .unwrap();
    assert_eq!(
        client.edited(&answer, "a.frag", SHADER),
        SHADER.replace("power", "watts")
    );
    let range = client
        .at("prepareRename", "a.frag", SHADER, "uLight.power")
        .unwrap();
    assert_eq!(range["placeholder"], "uLight");
}

#[test]
fn shaders_that_share_a_file_are_renamed_together() {
    let mut client = Client::new(json!({}));
    let library = "uniform vec4 uTint;\n";
    let vertex = "#include \"lib.glsl\"\nvoid main() { gl_Position = uTint; }\n";
    let fragment = "precision mediump float;\n#include \"lib.glsl\"\nvoid main() { gl_FragColor = uTint * uTint; }\n";
    client.write("lib.glsl", library);
    client.open("a.vert", vertex);
    client.open("a.frag", fragment);
    let answer = client.rename("a.vert", vertex, "uTint", "uShade").unwrap();
    for (name, text) in [
        ("lib.glsl", library),
        ("a.vert", vertex),
        ("a.frag", fragment),
    ] {
        assert_eq!(
            client.edited(&answer, name, text),
            text.replace("uTint", "uShade"),
            "{name}"
        );
    }
}

#[test]
fn what_cannot_be_renamed_is_refused_with_a_reason() {
    let mut client = Client::new(json!({}));
    let text = "#define TINT uTint\nprecision mediump float;\nuniform vec4 uTint;\nuniform vec4 uOther;\nfloat f(float a) { float b = a; return b; }\nvoid main() { gl_FragColor = TINT * dot(uOther, uOther) * f(1.0); }\n";
    client.open("a.frag", text);
    for (part, new, reason) in [
        (
            "gl_FragColor",
            "x",
            "`gl_FragColor` is part of the language",
        ),
        ("dot(", "x", "`dot` is part of the language"),
        ("main", "x", "`main` is where the program begins"),
        ("uTint;", "x", "`uTint` comes from the macro in `TINT`"),
        ("TINT *", "x", "`uTint` comes from the macro in `TINT`"),
        ("uOther;", "uTint", "`uTint` is the name of something else"),
        ("b = a", "a", "`a` is the name of something else"),
        ("uOther;", "vec4", "`vec4` is a word of the language"),
        ("uOther;", "sin", "`sin` is a built-in function"),
        ("uOther;", "gl_x", "names that begin with `gl_`"),
        ("uOther;", "a-b", "`a-b` is not a name"),
        ("uOther;", "", "is not a name"),
        ("uOther;", "TINT", "`TINT` is a macro"),
        ("precision", "x", "there is no name here"),
        ("= TINT|", "x", "comes from the macro"),
    ] {
        let refused = client.rename("a.frag", text, part, new).unwrap_err();
        assert!(refused.contains(reason), "{part}: {refused}");
    }
}

#[test]
fn the_outline_has_members_and_whole_functions() {
    let mut client = Client::new(json!({}));
    client.open("a.frag", SHADER);
    let params = json!({ "textDocument": { "uri": client.uri("a.frag") } });
    let symbols = client
        .request("textDocument/documentSymbol", params)
        .unwrap();
    let symbols = symbols.as_array().unwrap();
    let names: Vec<&str> = symbols
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["Light", "uLight", "x", "half_of", "half_of", "main"]
    );
    assert_eq!(symbols[0]["children"][1]["detail"], "mediump float power");
    assert_eq!(symbols[5]["range"]["start"]["line"], 6);
    assert_eq!(
        symbols[5]["range"]["end"],
        json!({ "line": 14, "character": 1 })
    );
    let highlights = client
        .at("documentHighlight", "a.frag", SHADER, "y = x")
        .unwrap();
    assert_eq!(lines(&highlights), [(7, 10), (9, 26), (10, 8), (13, 31)]);
}

#[test]
fn the_shaders_of_a_pair_have_varyings_in_common() {
    let mut client = Client::new(json!({}));
    let vertex = "attribute vec4 aPosition;\nuniform vec4 uTint;\nvarying vec4 vColor;\nvarying vec2 vUv;\nvoid main() { vUv = aPosition.xy; vColor = uTint; gl_Position = aPosition; }\n";
    let fragment = "precision mediump float;\nvarying vec2 vUv;\nvarying vec4 vColor;\nvoid main() { float vTint = vUv.x; gl_FragColor = vColor * vTint; }\n";
    client.write("a.vert", vertex);
    client.write("a.frag", fragment);
    client.write(
        "shaders.toml",
        "[pack]\ntargets = [\"agal1\"]\n[[pairs]]\nvertex = \"a.vert\"\nfragment = \"a.frag\"\n",
    );
    client.open("a.vert", vertex);
    let answer = client.rename("a.vert", vertex, "vColor;", "vTone").unwrap();
    assert_eq!(
        client.edited(&answer, "a.vert", vertex),
        vertex.replace("vColor", "vTone")
    );
    assert_eq!(
        client.edited(&answer, "a.frag", fragment),
        fragment.replace("vColor", "vTone")
    );
    // The new name has to be free in both, and a uniform of one shader is its own.
    let refused = client
        .rename("a.vert", vertex, "vColor;", "vTint")
        .unwrap_err();
    assert!(
        refused.contains("`vTint` is the name of something else"),
        "{refused}"
    );
    let answer = client.rename("a.vert", vertex, "uTint;", "uShade").unwrap();
    assert!(answer["changes"].as_object().unwrap().len() == 1);
    // Registers are those of the linked programs, and an error of the other shader is shown in it.
    client.open("a.frag", fragment);
    let registers = |hints: Vec<String>, lines: [&str; 2]| {
        let register = |line: &str| {
            hints
                .iter()
                .find_map(|hint| hint.strip_prefix(line))
                .unwrap()
                .to_owned()
        };
        lines.map(register)
    };
    let [color, uv] = registers(client.hints("a.vert"), ["2: ", "3: "]);
    let [uv_read, color_read] = registers(client.hints("a.frag"), ["1: ", "2: "]);
    assert_eq!((&color, &uv), (&color_read, &uv_read));
    client.change(
        "a.frag",
        2,
        &[json!({ "text": fragment.replace("varying vec4", "varying vec3").replace("= vColor", "= vec4(vColor, 1.0)") })],
    );
    let wrong = client.wait(|message| {
        message["params"]["diagnostics"]
            .to_string()
            .contains("vColor")
    });
    assert_eq!(wrong["method"], "textDocument/publishDiagnostics");
}
