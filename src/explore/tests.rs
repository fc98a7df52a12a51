//! The questions of the page, without a page.

mod flow;
mod pairs;
mod textures;
mod writing;

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
        ("lima", "compute", "most"),
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

#[test]
fn passes_show_what_they_changed() {
    let question = |pass: Option<&str>| json!({ "source": TWO_LINES, "stage": "fragment", "target": "nv2a", "level": "normal", "pass": pass });
    let mut asked = question(None);
    asked["source"] = "attribute vec4 a;\nvoid main() {\n    gl_Position = a;\n    \
        for (int i = 0; i < 2; i++) gl_Position *= a;\n}\n"
        .into();
    asked["stage"] = "vertex".into();
    let answer = ask("passes", &asked);
    let steps = answer["passes"]["steps"].as_array().expect("passes");
    assert_eq!(steps[0]["name"], "frontend");
    let machine = steps.iter().filter(|step| step["machine"] == true);
    assert!(machine.count() > 3, "{answer}");
    // Each step can be asked for; those that changed something differ from what was there before.
    let unrolled = steps.iter().find(|step| step["name"] == "lower_loops");
    assert_eq!(unrolled.expect("the pass")["changed"], true, "{steps:?}");
    asked["pass"] = "lower_loops".into();
    let answer = ask("passes", &asked);
    assert_eq!(answer["passes"]["shown"], "lower_loops");
    let lines = answer["passes"]["lines"].as_array().expect("lines");
    let of_kind = |kind: &str| -> Vec<&str> {
        let found = lines.iter().filter(|line| line["kind"] == kind);
        found.filter_map(|line| line["text"].as_str()).collect()
    };
    assert!(of_kind("gone").iter().any(|line| line.contains("loop")));
    assert!(of_kind("new").iter().any(|line| line.contains("mul")));
    assert!(!of_kind("same").is_empty());
    // A text with errors has no passes.
    let mut wrong = question(None);
    wrong["source"] = "void main() { wrong }".into();
    let answer = ask("passes", &wrong);
    assert_eq!(answer["passes"], Value::Null);
    assert_eq!(answer["diagnostics"][0]["severity"], "error");
}

#[test]
fn differences_are_of_code_and_counts() {
    let question = |target: &str, level: &str| {
        json!({ "source": TWO_LINES, "stage": "fragment", "target": "agal1", "level": "normal",
            "other": { "target": target, "level": level } })
    };
    let kinds = |answer: &Value| -> Vec<String> {
        let lines = answer["difference"]["lines"].as_array().expect("lines");
        let mut kinds: Vec<String> = lines.iter().map(|line| line["kind"].to_string()).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    };
    let same = ask("difference", &question("agal1", "normal"));
    assert_eq!(kinds(&same), ["\"same\""]);
    let other = ask("difference", &question("lima", "normal"));
    assert!(kinds(&other).contains(&"\"gone\"".to_owned()), "{other}");
    let counts = other["difference"]["counts"].as_array().expect("counts");
    let instructions = counts.iter().find(|count| count["name"] == "instructions");
    let instructions = instructions.expect("instructions");
    assert!(instructions["value"].is_u64() && instructions["other"].is_u64());
    let fault = ask("difference", &question("vax", "normal"))["fault"].to_string();
    assert!(fault.contains("there is no target"), "{fault}");
}

#[test]
fn schedules_know_their_lines() {
    let question =
        json!({ "source": TWO_LINES, "stage": "fragment", "target": "lima", "level": "normal" });
    let answer = ask("schedule", &question);
    let svg = answer["schedule"]["svg"].as_str().expect("a picture");
    assert!(
        svg.contains("data-line=\"5\"") && svg.contains("vector adder"),
        "{svg}"
    );
    assert!(
        answer["schedule"]["facts"]
            .to_string()
            .contains("shortest path")
    );
    let fixed = json!({ "source": "void main() { gl_FragColor = vec4(0.5); }", "stage": "fragment", "target": "pica200",
        "level": "normal" });
    let answer = ask("schedule", &fixed);
    // Nothing is wrong with the shader.
    let said = answer["absent"].to_string();
    assert!(said.contains("settings, not instructions"), "{answer}");
    assert_eq!(answer["diagnostics"], json!([]));
}

#[test]
fn flags_count_but_for_those_of_the_page() {
    let source =
        "uniform mat4 m;\nattribute vec4 p;\nvoid main() { gl_Position = m * p * SCALE; }\n";
    let asked = |flags: &str| {
        ask(
            "compile",
            &json!({ "source": source, "stage": "vertex", "target": "pica200", "level": "normal", "flags": flags }),
        )
    };
    let instructions = |flags: &str| {
        let answer = asked(flags);
        let counts = answer["program"]["counts"].as_array().cloned();
        let counts = counts.unwrap_or_else(|| panic!("{answer}"));
        let count = counts.into_iter().find(|one| one["name"] == "instructions");
        count.unwrap()["value"].as_u64().unwrap()
    };
    let scaled = instructions("-DSCALE=2.0 --position=clip");
    assert!(instructions("-DSCALE=1.0 --position=clip") < scaled);
    let unknown = asked("");
    assert_eq!(unknown["diagnostics"][0]["code"], "E0102", "{unknown}");
    for (flags, said) in [
        ("-O3", "each pane has its level"),
        ("-I/etc", "reads no files"),
        ("-frobnicate", "'-frobnicate' is no flag"),
        ("-D", "argument to '-D' is missing"),
    ] {
        let fault = asked(flags)["fault"].to_string();
        assert!(fault.contains(said), "{flags}: {fault}");
    }
    // Warnings are asked for and hidden as on the command line.
    let quiet = asked("-DSCALE=1.0 -Wunused");
    assert_eq!(quiet["diagnostics"], json!([]), "{quiet}");
}

#[test]
fn an_image_of_shadertoy_is_told_by_its_text_and_keeps_its_places() {
    let source = "// An image.\nvoid mainImage(out vec4 color, in vec2 place) {\n    color = vec4(sin(iTime), wrong, 0.0, 1.0);\n}\n";
    let ask_for = |source: &str| {
        ask(
            "compile",
            &json!({ "source": source, "stage": "fragment", "target": "agal1", "level": "normal" }),
        )
    };
    let answer = ask_for(source);
    let at = source.find("wrong").unwrap();
    assert_eq!(answer["diagnostics"][0]["from"], at, "{answer}");
    let answer = ask_for(&source.replace("wrong", "place.x"));
    let lines = answer["program"]["lines"].as_array().cloned();
    let lines = lines.unwrap_or_else(|| panic!("{answer}"));
    let from: Vec<u64> = lines
        .iter()
        .filter_map(|line| line["source"]["line"].as_u64())
        .collect();
    assert!(
        from.contains(&3) && from.iter().all(|line| *line <= 4),
        "{from:?}"
    );
}

/// A shader that takes long has fewer pixels, and more of them once the page has waited.
#[test]
fn a_patient_page_gets_more_pixels() {
    let source = "precision mediump float;\nvarying vec2 vUv;\nvoid main() {\n    float sum = 0.0;\n    for (int i = 0; i < 500; i++) {\n        \
        sum += sin(sum + vUv.x + float(i));\n    }\n    gl_FragColor = vec4(sum);\n}\n";
    let pixels = |patient: bool| {
        let mut question = flat(&json!({}));
        question["source"] = source.into();
        question["target"] = "lima".into();
        (question["width"], question["height"]) = (512.into(), 512.into());
        question["patient"] = patient.into();
        let answer = ask("picture", &question);
        assert_eq!(answer["picture"]["patient"], patient, "{answer}");
        answer["picture"]["width"].as_u64().unwrap()
    };
    let (quick, patient) = (pixels(false), pixels(true));
    assert!(quick <= patient, "{quick} {patient}");
}

/// The question of a picture of a shader that computes one colour.
fn flat(values: &Value) -> Value {
    let source = "precision mediump float;\nuniform vec3 uTint;\nuniform float uTime;\nuniform mat4 uMatrix;\n\
        void main() { gl_FragColor = vec4(uTint, 1.0) * (1.0 + 0.0 * uTime * uMatrix[0].x); }";
    json!({ "source": source, "stage": "fragment", "target": "agal1", "level": "normal", "width": 16, "height": 8,
        "time": 2.0, "surface": "rectangle", "values": values })
}

/// The colour of the first pixel of an answer's picture.
fn first_pixel(answer: &Value) -> [u8; 4] {
    use base64::Engine;
    let text = answer["picture"]["png"].as_str().expect("a picture");
    let file = base64::prelude::BASE64_STANDARD
        .decode(text)
        .expect("base 64");
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .expect("PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    [pixels[0], pixels[1], pixels[2], pixels[3]]
}

#[test]
fn pictures_are_drawn_with_the_values_of_the_page() {
    let answer = ask(
        "picture",
        &flat(&json!({ "uTint": [1.0, 0.0, 0.4], "uGone": [1.0], "uTime": [1.0, 2.0] })),
    );
    assert_eq!(first_pixel(&answer), [255, 0, 102, 255], "{answer}");
    let uniforms = answer["picture"]["uniforms"].as_array().expect("uniforms");
    let named = |name: &str| uniforms.iter().find(|uniform| uniform["name"] == name);
    let tint = named("uTint").expect("a control");
    assert_eq!(
        (&tint["type"], &tint["follows"]),
        (&"vec3".into(), &false.into())
    );
    assert_eq!(tint["value"][0], 1.0);
    let time = named("uTime").expect("a control");
    assert_eq!(
        (&time["value"][0], &time["follows"]),
        (&2.0.into(), &true.into())
    );
    assert!(named("uMatrix").is_none(), "{uniforms:?}");
    let without = ask("picture", &flat(&json!({})));
    assert_eq!(first_pixel(&without), [204, 204, 204, 255]);
}

#[test]
fn pictures_take_a_bounded_time() {
    let mut asked = flat(&json!({}));
    asked["source"] = "precision highp float;\nuniform float u;\nvoid main() { float a = u;\n\
        for (int i = 0; i < 1500; i++) { a = fract(a * 1.7 + 0.1); if (a > 2.0) break; }\n\
        gl_FragColor = vec4(a); }"
        .into();
    asked["target"] = "lima".into();
    (asked["width"], asked["height"]) = (512.into(), 512.into());
    let start = std::time::Instant::now();
    let answer = ask("picture", &asked);
    let width = answer["picture"]["width"].as_u64();
    assert!(width.is_some_and(|width| width < 512), "{answer}");
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    asked["source"] = "precision highp float;\nuniform float u;\nvoid main() { float a = 0.0;\n\
        for (;;) { a = fract(a + u); if (a > 2.0) break; }\n gl_FragColor = vec4(a); }"
        .into();
    let answer = ask("picture", &asked);
    let said = answer["diagnostics"].to_string();
    assert!(said.contains("more than 20000 instructions"), "{said}");
    for side in [0, 100_000] {
        asked["width"] = side.into();
        assert!(ask("picture", &asked)["fault"].is_string());
    }
}

const GRADIENT: &str = "precision mediump float;\nuniform float uEdge;\nvarying vec2 vUv;\nvoid main() {\n    vec2 place = vUv * vUv;\n    \
    gl_FragColor = vec4(place, uEdge, 1.0);\n}\n";

/// What the page gets for a pixel of a picture of 16 by 12.
fn steps(
    source: &str,
    stage: &str,
    target: &str,
    (x, y): (u32, u32),
    vertex: Option<u32>,
) -> Value {
    let question = json!({
        "source": source, "stage": stage, "target": target, "level": "normal", "width": 16, "height": 12,
        "time": 0.0, "surface": "suited", "values": { "uEdge": [0.25] }, "x": x, "y": y, "vertex": vertex,
    });
    ask("steps", &question)
}

/// Goes through all steps as the page does, and back. Gives what registers hold at the end.
fn followed(steps: &Value) -> Vec<Vec<Value>> {
    let list = |value: &Value| value.as_array().cloned().expect("a list");
    let start: Vec<Vec<Value>> = list(&steps["start"]).iter().map(list).collect();
    let changes: Vec<Value> = list(&steps["steps"])
        .iter()
        .flat_map(|step| list(&step["changes"]))
        .collect();
    let set = |held: &mut Vec<Vec<Value>>, change: &Value, value: usize| {
        let place = |at: usize| change[at].as_u64().expect("a number") as usize;
        held[place(0)][place(1)] = change[value].clone();
    };
    let mut held = start.clone();
    changes.iter().for_each(|change| set(&mut held, change, 3));
    let mut back = held.clone();
    changes
        .iter()
        .rev()
        .for_each(|change| set(&mut back, change, 2));
    assert_eq!(back, start);
    held
}

/// The numbers of the register that a variable is in.
fn value_of(steps: &Value, held: &[Vec<Value>], variable: &str) -> Vec<f32> {
    let registers = steps["registers"].as_array().expect("registers");
    let is = |one: &Value| one["variables"] == variable && one["kind"] != "inputs";
    let register = registers.iter().position(is);
    let lanes = held[register.expect("a register")].iter();
    lanes
        .filter_map(|lane| lane.as_str()?.parse().ok())
        .collect()
}

#[test]
fn a_pixel_ends_with_its_colour_in_the_picture() {
    for target in ["lima", "agal1", "agal2", "nv2a", "pica200"] {
        let fixed = "precision mediump float;\nvarying vec4 vColor;\nuniform float uEdge;\nvoid main() {\n    \
            gl_FragColor = vec4(vColor.rgb * 0.5, uEdge);\n}\n";
        let programmed = matches!(target, "lima" | "agal1" | "agal2");
        let source = if programmed { GRADIENT } else { fixed };
        for place in [(0, 0), (5, 3), (15, 11)] {
            let answer = steps(source, "fragment", target, place, None);
            let steps = &answer["steps"];
            assert!(
                steps.is_object() && steps["stopped"].is_null(),
                "{target}: {answer}"
            );
            assert!(steps["vertices"].is_null());
            let held = followed(steps);
            let color = value_of(steps, &held, "gl_FragColor");
            assert_eq!(color.len(), 4, "{target}: {answer}");
            if programmed {
                let uv = [
                    (place.0 as f32 + 0.5) / 16.0,
                    1.0 - (place.1 as f32 + 0.5) / 12.0,
                ];
                let wanted = [uv[0] * uv[0], uv[1] * uv[1], 0.25, 1.0];
                let near = color
                    .iter()
                    .zip(wanted)
                    .all(|(one, other)| (one - other).abs() < 2e-3);
                assert!(near, "{target} at {place:?}: {color:?}, not {wanted:?}");
            }
        }
    }
}

#[test]
fn steps_belong_to_rows_and_lines() {
    let answer = steps(GRADIENT, "fragment", "agal2", (3, 3), None);
    let rows = answer["steps"]["lines"].as_array().expect("rows");
    for step in answer["steps"]["steps"].as_array().expect("steps") {
        let row = rows
            .iter()
            .find(|row| row["instruction"] == step["instruction"]);
        let line = row.and_then(|row| row["source"]["line"].as_u64());
        assert!(line.is_some_and(|line| (5..=6).contains(&line)), "{step}");
    }
}

#[test]
fn local_variables_have_places() {
    let source = "precision mediump float;\nvarying vec2 vUv;\nuniform float uEdge;\nvoid main() {\n    \
        float height = vUv.x * vUv.y;\n    gl_FragColor = vec4(height, height * uEdge, 0.0, 1.0);\n}\n";
    for target in ["agal1", "lima"] {
        let answer = steps(source, "fragment", target, (8, 6), None);
        let locals = answer["steps"]["locals"].as_array().expect("a list");
        let [height] = &locals[..] else {
            panic!("{target}: {locals:?}");
        };
        assert_eq!(height["function"], "main");
        assert_eq!(height["name"], "height");
        assert_eq!(height["line"], 5, "{target}");
        // Register, lane, from, to.
        let stay = &height["lanes"][0][0];
        assert_eq!(stay[2], height["from"], "{target}: {height}");
        let register = stay[0].as_u64().expect("a register") as usize;
        assert!(
            answer["steps"]["registers"][register].is_object(),
            "{target}"
        );
    }
}

#[test]
fn vertices_are_chosen_by_place_or_number() {
    let source = "attribute vec4 aPosition;\nuniform mat4 uMvp;\nvarying vec4 vColor;\nvoid main() {\n    \
        gl_Position = uMvp * aPosition;\n    vColor = aPosition;\n}\n";
    for target in ["lima", "pica200", "nv2a", "agal1"] {
        let [one, other] =
            [(0, 0), (15, 11)].map(|place| steps(source, "vertex", target, place, None));
        let (one, other) = (&one["steps"]["sample"], &other["steps"]["sample"]);
        assert!(
            one.is_u64() && other.is_u64() && one != other,
            "{target}: {one} {other}"
        );
        let second = steps(source, "vertex", target, (0, 0), Some(1));
        assert_eq!(second["steps"]["sample"], 1, "{target}");
        assert!(second["steps"]["vertices"].as_u64() > Some(4));
        followed(&second["steps"]);
        // There are not so many.
        let last = steps(source, "vertex", target, (0, 0), Some(1_000_000));
        assert!(last["steps"]["sample"].as_u64() < last["steps"]["vertices"].as_u64());
    }
}

#[test]
fn pixels_without_fragments_and_endless_shaders_are_told() {
    let sphere = "precision mediump float;\nvarying vec3 vNormal;\nvoid main() {\n    gl_FragColor = vec4(vNormal, 1.0);\n}\n";
    let answer = steps(sphere, "fragment", "agal1", (0, 0), None);
    assert_eq!(answer["fault"], "nothing is drawn at pixel 0, 0");
    assert!(steps(sphere, "fragment", "agal1", (8, 6), None)["steps"].is_object());
    assert!(steps(sphere, "fragment", "agal1", (8, u32::MAX), None)["fault"].is_string());
    let endless = "precision highp float;\nvarying vec2 vUv;\nvoid main() {\n    float a = 0.0;\n    \
        for (;;) { a += vUv.x; if (a > 9e9) break; }\n    gl_FragColor = vec4(a);\n}\n";
    let answer = steps(endless, "fragment", "lima", (0, 0), None);
    let stopped = answer["steps"]["stopped"].as_str().expect("a reason");
    assert!(stopped.contains("more than 2000"), "{stopped}");
    assert!(
        answer["steps"]["steps"]
            .as_array()
            .is_some_and(|steps| steps.len() > 300)
    );
    let wrong = steps(
        "void main() { gl_FragColor = wrong; }",
        "fragment",
        "lima",
        (0, 0),
        None,
    );
    assert!(
        wrong["steps"].is_null()
            && wrong["diagnostics"]
                .as_array()
                .is_some_and(|list| !list.is_empty())
    );
}

/// The bytes of a file in a question.
fn lifted(name: &str, bytes: &[u8], stage: &str, target: &str) -> Value {
    use base64::Engine;
    let bytes = base64::prelude::BASE64_STANDARD.encode(bytes);
    let question =
        json!({ "name": name, "bytes": bytes, "stage": stage, "target": target, "program": null });
    ask("lift", &question)
}

#[test]
fn programs_become_sources_beside_which_they_are_shown() {
    let source = "attribute vec4 a; uniform mat4 m; void main() { gl_Position = m * a; }";
    for target in ["pica200", "nv2a", "agal1", "lima"] {
        let compiler = crate::Compiler::new(crate::find_target(target).unwrap());
        let source = crate::Source::new("a", Stage::Vertex, source);
        let compiled = compiler.compile(&source).result.unwrap();
        let answer = lifted("a.bin", &compiled.binary, "vertex", target);
        assert_eq!(answer["target"], target, "{answer}");
        let question = json!({
            "source": answer["source"], "stage": answer["stage"], "target": target, "level": "normal", "placed": true,
            "other": { "text": answer["text"], "instructions": answer["instructions"] },
        });
        let difference = ask("difference", &question);
        let counts = &difference["difference"]["counts"][0];
        assert_eq!(counts["value"], counts["other"], "{target}: {difference}");
    }
}

#[test]
fn texts_and_files_with_several_programs_are_lifted() {
    let answer = lifted("a.agal", b"m44 op, va0, vc0\n", "vertex", "agal1");
    let source = answer["source"].as_str().expect("a source");
    assert!(source.contains("gl_Position = vc0 * va0;"), "{source}");
    let answer = lifted("a.agal", b"m44 op, va0\n", "vertex", "agal1");
    assert_eq!(answer["diagnostics"][0]["severity"], "error", "{answer}");
    let answer = lifted("a.bin", &[1, 2, 3], "vertex", "nv2a");
    assert!(answer["diagnostics"][0]["message"].is_string(), "{answer}");
    let answer = lifted(
        "a.swf",
        b"FWS\x15\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        "vertex",
        "agal1",
    );
    assert!(answer["fault"].is_string(), "{answer}");
}

#[test]
fn a_geometry_shader_is_compiled_and_drawn() {
    let source = include_str!("../../examples/3ds/sprite.geom");
    let answer = compile(source, "geometry", "pica200");
    assert!(answer["program"].is_object(), "{answer}");
    let asked = json!({
        "source": source, "stage": "geometry", "target": "pica200", "level": "normal", "width": 32, "height": 24,
        "time": 0, "surface": "suited", "values": {}, "x": 16, "y": 12, "vertex": null,
    });
    let picture = ask("picture", &asked);
    assert!(picture["picture"]["png"].is_string(), "{picture}");
    let steps = ask("steps", &asked);
    assert!(
        steps["steps"].is_object() || steps["fault"].is_string(),
        "{steps}"
    );
    let answer = compile(source, "geometry", "nv2a");
    assert!(answer["program"].is_null(), "{answer}");
}
