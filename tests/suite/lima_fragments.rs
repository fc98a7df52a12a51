//! Fragment programs of lima as a user gets them: the known examples, the files, the formats, and what
//! half floats make of a program.

use retroshade::format as written;
use retroshade::{Compiled, Compiler, Source, Stage, find_target};
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::{self, Watch};

fn compile(text: &str) -> (Compiled, Vec<&'static str>) {
    let compiler = Compiler::new(find_target("lima").expect("a target"));
    let compilation = compiler.compile(&Source::new("test.frag", Stage::Fragment, text));
    let warnings = compilation.diagnostics.iter();
    let warnings = warnings.map(|warning| warning.code.id).collect();
    let diagnostics = format!("{:?}", compilation.diagnostics);
    (compilation.result.expect(&diagnostics), warnings)
}

const COPY: &str = "precision mediump float;
uniform sampler2D uImage;
varying vec2 vAt;
void main() { gl_FragColor = texture2D(uImage, vAt); }";

const CLEAR: &str = "precision mediump float;
void main() { gl_FragColor = vec4(0.0, 0.0, 0.0, 1.0); }";

#[test]
fn the_known_examples_are_one_instruction_each() {
    let (copy, warnings) = compile(COPY);
    assert_eq!(
        copy.assembly,
        "stop, sync, load.v ^tex_coord 0, texld_2d 0, mov.v0 $0 ^tex_sampler\n"
    );
    assert!(warnings.is_empty());
    let (clear, _) = compile(CLEAR);
    assert_eq!(
        clear.assembly,
        "stop, mov.v0 $0 ^const0.yyyx, const0 1.0 0.0 0.0 0.0\n"
    );
}

/// The lanes of what a texture gives as one number in three lanes, in the ways that people write it.
#[test]
fn sums_of_lanes_are_one_instruction_however_they_are_written() {
    let ways = [
        "dot(c.rgb, vec3(0.25, 0.5, 0.25))",
        "c.r * 0.25 + c.g * 0.5 + c.b * 0.25",
        "dot(c, vec4(1.0))",
        "c.r + c.g + c.b + c.a",
        "(c.r + c.g + c.b) / 3.0",
    ];
    for way in ways {
        let (gray, _) = compile(&format!(
            "precision mediump float;
            uniform sampler2D uImage;
            varying vec2 vAt;
            void main() {{ vec4 c = texture2D(uImage, vAt); gl_FragColor = vec4(vec3({way}), c.a); }}"
        ));
        assert_eq!(
            gray.reflection.stats.instructions, 1,
            "{way}: {}",
            gray.assembly
        );
    }
}

#[test]
fn a_colour_left_undefined_is_written() {
    let (empty, _) = compile("precision mediump float; void main() { vec4 c; gl_FragColor = c; }");
    let (clear, _) = compile(CLEAR);
    assert_eq!(empty.assembly, clear.assembly);
}

#[test]
fn the_formats_of_other_tools_hold_the_file() {
    let target = find_target("lima").expect("a target");
    let mut compiler = Compiler::new(target);
    compiler.options.container = Some("raw".to_owned());
    let source = Source::new("clear.frag", Stage::Fragment, CLEAR);
    let raw = compiler.compile(&source).result.expect("a right shader");
    let text = |compiled: &Compiled, name: &str| {
        String::from_utf8(written(target, compiled, name, "clear").expect("a format"))
            .expect("text")
    };
    let c = text(&raw, "c");
    let numbers = c.split(|letter: char| !letter.is_ascii_hexdigit() && letter != 'x');
    let words: Vec<u32> = numbers
        .filter_map(|number| number.strip_prefix("0x"))
        .map(|digits| u32::from_str_radix(digits, 16).expect("a number"))
        .collect();
    assert_eq!(words, [0x0002_0425, 0x15c, 0x01e0_07cf, 0, 0]);
    assert!(c.starts_with("{\n") && c.ends_with("}\n"), "{c}");
    // Arm's file begins with its name.
    let (file, _) = compile(CLEAR);
    assert!(
        text(&file, "c").contains("0x3153424d"),
        "{}",
        text(&file, "c")
    );
}

/// The red of the first sample.
fn red(compiled: &Compiled, varying: f32, half: bool) -> f32 {
    let target = find_target("lima").expect("a target");
    let inputs = format!(r#"{{"varyings": {{"vX": {{"values": [[{varying}]]}}}}}}"#);
    let file = retroshade::diagnostics::FileId(0);
    let inputs = RunInputs::from_json(&inputs, file).expect("run data");
    let program = compiled.as_binary();
    let mut watch = Watch::default();
    if half {
        watch.settings.insert("half".to_owned(), "on".to_owned());
    }
    let outputs = machine::run_watched(target, program, &compiled.reflection, &inputs, &mut watch);
    outputs.expect("a run").outputs["gl_FragColor"][0][0]
}

#[test]
fn half_floats_round_and_overflow_in_the_simulator() {
    let square = "precision mediump float;
varying float vX;
void main() { gl_FragColor = vec4(vX * vX); }";
    let (compiled, _) = compile(square);
    assert_eq!(red(&compiled, 300.0, false), 90000.0);
    assert_eq!(red(&compiled, 300.0, true), f32::INFINITY);
    // 3.001 is 3.001953125, and the square lies between 9.0078125 and 9.015625.
    assert_eq!(red(&compiled, 3.001, true), 9.015625);
}

/// The colours for values of a varying `vX` and a uniform `uN`, in 32 bits or rounded to half floats.
fn colors(compiled: &Compiled, values: &[i32], uniform: i32, half: bool) -> Vec<Vec<f32>> {
    let target = find_target("lima").expect("a target");
    let rows: Vec<String> = values.iter().map(|value| format!("[{value}]")).collect();
    let inputs = format!(
        r#"{{"varyings": {{"vX": {{"values": [{}]}}}}, "uniforms": {{"uN": {{"value": [{uniform}]}}}}}}"#,
        rows.join(", ")
    );
    let file = retroshade::diagnostics::FileId(0);
    let inputs = RunInputs::from_json(&inputs, file).expect("run data");
    let mut watch = Watch::default();
    if half {
        watch.settings.insert("half".to_owned(), "on".to_owned());
    }
    let program = compiled.as_binary();
    let outputs = machine::run_watched(target, program, &compiled.reflection, &inputs, &mut watch);
    let mut outputs = outputs.expect("a run").outputs;
    outputs.shift_remove("gl_FragColor").expect("a colour")
}

/// Whether a divisor gives right quotients and rests.
fn divides(divisor: &str, number: i32, values: &[i32]) {
    let text = format!(
        "precision mediump float;
varying float vX;
uniform int uN;
void main() {{
    int x = int(vX);
    gl_FragColor = vec4(x / {divisor}, x - x / {divisor} * {divisor}, uN, 1.0);
}}"
    );
    let (compiled, _) = compile(&text);
    for half in [false, true] {
        let found = colors(&compiled, values, number, half);
        for (value, color) in values.iter().zip(found) {
            let right = [value / number, value % number].map(|part| part as f32);
            assert_eq!(
                color[..2],
                right,
                "{value} / {divisor}, {number}, half {half}"
            );
        }
    }
}

#[test]
fn ints_divide_as_far_as_half_floats_count() {
    let values: Vec<i32> = (-2048..=2048).collect();
    for number in [
        3, 5, 7, 9, 13, -3, -7, 10, 16, 63, 100, 255, 289, 1000, 2047,
    ] {
        divides(&number.to_string(), number, &values);
    }
    for number in [1, 3, -7, 63, 289, 1023, 2047] {
        divides("uN", number, &values);
    }
}

#[test]
fn whole_parts_of_products_are_those_of_the_literal() {
    let (compiled, _) = compile(
        "precision mediump float;
varying float vX;
uniform int uN;
void main() {
    float x = abs(vX);
    gl_FragColor = vec4(int(vX * 0.1), int(vX / 3.0), uN, floor(min(x, 512.0) * 0.2));
}",
    );
    let values: Vec<i32> = (-250..=250).collect();
    for half in [false, true] {
        let found = colors(&compiled, &values, 1, half);
        for (value, color) in values.iter().zip(found) {
            let right = [value / 10, value / 3, 1, value.abs() / 5].map(|part| part as f32);
            assert_eq!(color, right, "{value}, half {half}");
        }
    }
}

#[test]
fn large_factors_stay_in_range_where_their_product_does() {
    let (compiled, warnings) = compile(
        "precision mediump float;
varying float vX;
void main() { gl_FragColor = vec4(vX * 100000.0); }",
    );
    assert!(warnings.is_empty(), "{warnings:?}");
    let found = red(&compiled, 0.0078125, true);
    assert!((found - 781.25).abs() < 1.0, "{found}");
}

#[test]
fn lengths_of_pixel_coordinates_stay_in_range() {
    let (_, warnings) = compile(
        "precision mediump float;
void main() { gl_FragColor = vec4(length(gl_FragCoord.xy) / 1024.0); }",
    );
    assert!(warnings.is_empty(), "{warnings:?}");
}

#[test]
fn noise_by_permutations_is_warned_about() {
    let (_, warnings) = compile(
        "precision mediump float;
varying vec3 vX;
vec3 mod289(vec3 x) { return x - floor(x * (1.0 / 289.0)) * 289.0; }
void main() {
    vec3 x = mod289(vX);
    gl_FragColor = vec4(mod289((34.0 * x + 1.0) * x) / 289.0, 1.0);
}",
    );
    assert_eq!(warnings, ["W0522"]);
}

#[test]
fn colours_without_a_draw_buffer_are_left_out() {
    let text = "#extension GL_EXT_draw_buffers : require
precision mediump float;
uniform vec3 uColor;
varying vec3 vNormal;
void main() {
    gl_FragData[0] = vec4(uColor, 1.0);
    gl_FragData[2] = vec4(normalize(vNormal), 0.0);
}";
    let (compiled, warnings) = compile(text);
    assert_eq!(warnings, ["W0523"]);
    let outputs = &compiled.reflection.outputs;
    assert_eq!(outputs.len(), 1);
    assert_eq!(outputs[0].array, Some(1));
    assert!(compiled.reflection.inputs.is_empty());
    assert_eq!(compiled.reflection.stats.instructions, 1);
    let compiler = Compiler::new(find_target("lima").expect("a target"));
    let only = text.replace("gl_FragData[0] = vec4(uColor, 1.0);", "");
    let compilation = compiler.compile(&Source::new("test.frag", Stage::Fragment, only));
    assert!(compilation.result.is_none());
    let message = &compilation
        .diagnostics
        .iter()
        .next()
        .expect("an error")
        .message;
    assert!(message.contains("colour 2 only"), "{message}");
}
