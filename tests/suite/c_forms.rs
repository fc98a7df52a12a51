//! Fragment shaders as C: the header for citro3d and the lines for nxdk, compiled without a warning against stubs
//! that keep what they are given, and run. What arrives is the set-up with the constants in their places, what nxdk's own
//! tool pushes for the same text, and none of the state that the application holds.
//!
//! Without a C compiler these tests only say so.

use retroshade::diagnostics::FileId;
use retroshade::{Compiled, Compiler, Source, Stage, Target, TargetOptions, find_target, format};
use retroshade_ir::run::{RunInputs, UniformData};
use retroshade_kit::machine;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Shaders with constants of all kinds: none, literals, uniforms as they are, computed, of arrays and matrices, in the
/// alpha test.
const SHADERS: [(&str, &str); 5] = [
    (
        "plain",
        "precision mediump float; varying vec2 v; varying vec4 c; uniform sampler2D t;
         void main() { gl_FragColor = texture2D(t, v) * c; }",
    ),
    (
        "literal",
        "precision mediump float; varying vec2 v; uniform sampler2D t;
         void main() { vec4 s = texture2D(t, v); gl_FragColor = vec4(mix(s.rgb, vec3(1.0, 0.5, 0.25), 0.2), s.a); }",
    ),
    (
        "fade",
        "precision mediump float; varying vec2 v; uniform sampler2D t; uniform vec4 fade; uniform float amount;
         void main() { vec4 s = texture2D(t, v);
             gl_FragColor = vec4(mix(s.rgb, fade.rgb, fade.a * clamp(amount * 2.0, 0.0, 1.0)), s.a); }",
    ),
    (
        "parts",
        "precision mediump float; varying vec4 c; uniform vec3 tint[2]; uniform mat3 turn; uniform float cut;
         void main() { vec4 r = vec4(c.rgb * (turn * tint[1]), c.a);
             if (r.a < cut * 0.5) discard;
             gl_FragColor = r; }",
    ),
    (
        "chosen",
        "precision mediump float; varying vec4 c; uniform float k; uniform bool on; struct L { vec4 color; }; uniform L lights[2];
         void main() { vec4 add = on ? lights[1].color : vec4(sqrt(k), abs(sin(k)), max(k, 0.25), pow(k, 2.0));
             gl_FragColor = min(c + add * 0.5, 1.0); }",
    ),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/c-stubs")
}

/// True if there is a C compiler; tells that tests are left out if not.
fn has_compiler() -> bool {
    let found = Command::new("cc").arg("--version").output().is_ok();
    if !found {
        eprintln!("LEFT OUT: there is no `cc`, so that generated C is not compiled");
    }
    found
}

fn compile(target: &str, name: &str, text: &str) -> (&'static dyn Target, Compiled) {
    let target = find_target(target).unwrap();
    let source = Source::new(format!("{name}.frag"), Stage::Fragment, text);
    let compilation = Compiler::new(target).compile(&source);
    let messages: Vec<&String> = compilation
        .diagnostics
        .iter()
        .map(|one| &one.message)
        .collect();
    let compiled = compilation
        .result
        .unwrap_or_else(|| panic!("{name}: {messages:?}"));
    (target, compiled)
}

/// Fog behind the stages, or in the final combiner.
const FOG: (&str, &str) = (
    "foggy",
    "#pragma retroshade bind thin fog
     precision mediump float; varying vec4 c; varying float thin; uniform vec3 fog; uniform float k;
     void main() { gl_FragColor = vec4(mix(fog * vec3(1.0, k, 0.5), c.rgb, thin), c.a); }",
);

/// Coordinates that a lookup moves by a matrix, which only the Xbox has: floats beside the bytes of constants.
const BUMP: (&str, &str) = (
    "bump",
    "precision mediump float; varying vec2 v; uniform sampler2D b, t; uniform mat2 turn; uniform vec4 tint;
     void main() { vec2 s = texture2D(b, v).bg; s = (s * 255.0 - 256.0 * step(0.5, s)) / 127.0;
         gl_FragColor = texture2D(t, v + mat2(turn[0].x, turn[1].y, 0.25, -turn[0].y) * s) * tint; }",
);

/// The same, and what is looked up scaled by the red of that lookup.
const LUMINANCE: (&str, &str) = (
    "luminance",
    "precision mediump float; varying vec2 v; uniform sampler2D b, t; uniform float dark; uniform vec4 tint;
     void main() { vec4 by = texture2D(b, v); vec2 s = (by.bg * 255.0 - 256.0 * step(0.5, by.bg)) / 127.0;
         gl_FragColor = vec4(texture2D(t, v + s * 0.5).rgb * (1.0 - by.r * dark), 1.0) * tint; }",
);

/// The uniforms of a record with values in [0, 1].
fn values(compiled: &Compiled) -> Vec<(String, Vec<f32>)> {
    let uniforms = compiled.reflection.uniforms.iter().enumerate();
    uniforms
        .map(|(number, uniform)| {
            let lanes = match uniform.ty.as_str() {
                "mat3" => 9,
                "mat2" => 4,
                "vec4" => 4,
                "vec3" => 3,
                _ => 1,
            };
            let lanes = lanes * uniform.array.unwrap_or(1) as usize;
            let value = |lane| match uniform.ty.as_str() {
                "bool" => 1.0,
                _ => ((lane * 29 + number * 17) % 64) as f32 / 64.0,
            };
            (uniform.name.clone(), (0..lanes).map(value).collect())
        })
        .collect()
}

/// Register or method to word: the container with the constants that the record's expressions give.
fn expected(target: &dyn Target, compiled: &Compiled) -> BTreeMap<u32, u32> {
    let mut inputs = RunInputs {
        sample_count: Some(1),
        ..RunInputs::default()
    };
    for (name, value) in values(compiled) {
        let data = UniformData { shape: None, value };
        inputs.uniforms.insert(name, data);
    }
    let mut record = compiled.reflection.clone();
    record.inputs.clear();
    record.samplers.clear();
    let image = machine::place(&record, &inputs).unwrap_or_else(|fault| panic!("{fault:?}"));
    let (words, _) = compiled.binary.as_chunks::<4>();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let mut state: BTreeMap<u32, u32> = words.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0 + 0.5).floor() as u32;
    for (file, registers) in &image.uniforms {
        for (&index, lanes) in registers {
            if file == "bump" || file == "luminance" {
                let first = if file == "bump" { 0x1B28 } else { 0x1B38 };
                for (place, lane) in (0..).zip(lanes).filter(|(_, lane)| !lane.is_nan()) {
                    let method = first + 64 * index + 4 * place;
                    *state.get_mut(&method).unwrap() = lane.to_bits();
                }
                continue;
            }
            let (place, shifts) = place_of(target.name(), file, index);
            let word = state.get_mut(&place).unwrap();
            for (lane, shift) in lanes.iter().zip(shifts) {
                if !lane.is_nan() {
                    *word = *word & !(0xFF << shift) | byte(*lane) << shift;
                }
            }
        }
    }
    state
}

/// The register of a constant, and where red, green, blue and alpha lie in it.
fn place_of(target: &str, file: &str, index: u32) -> (u32, [u32; 4]) {
    let abgr = [0, 8, 16, 24];
    let argb = [16, 8, 0, 24];
    match (target, file) {
        ("pica200", "const") => {
            let bases = [0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8];
            (bases[index as usize] + 3, abgr)
        }
        ("pica200", "buffer") => (0x0FD, abgr),
        ("pica200", "fogcolor") => (0x0E1, abgr),
        ("pica200", "alpharef") => (0x104, [8, 0, 0, 0]),
        ("nv2a", "fogcolor") => (0x2A8, abgr),
        ("nv2a", "alpharef") => (0x340, [0, 0, 0, 0]),
        ("nv2a", _) => {
            let last = file == "c1";
            let base = if last { 0xA80 } else { 0xA60 };
            match index {
                8 => (0x1E20 + 4 * u32::from(last), argb),
                _ => (base + 4 * index, argb),
            }
        }
        _ => panic!("{target} {file}"),
    }
}

/// As [`run_in_order`], the last word of each place.
fn run(main: &str, more: &[PathBuf]) -> BTreeMap<u32, u32> {
    run_in_order(main, more).into_iter().collect()
}

/// Compiles and runs a program in C; its standard output is pairs of numbers.
fn run_in_order(main: &str, more: &[PathBuf]) -> Vec<(u32, u32)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("main.c");
    std::fs::write(&path, main).unwrap();
    let program = folder.path().join("main");
    let built = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(self::folder())
        .arg(&path)
        .args(more)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}\n{main}");
    let ran = Command::new(&program).output().unwrap();
    assert!(ran.status.success());
    let text = String::from_utf8(ran.stdout).unwrap();
    let pair = |line: &str| {
        let (place, word) = line.split_once(' ')?;
        let number = |text: &str| u32::from_str_radix(text, 16).ok();
        Some((number(place)?, number(word)?))
    };
    text.lines().map(|line| pair(line).unwrap()).collect()
}

/// The values of uniforms as lines of C: `before` stands before each name.
fn assignments(compiled: &Compiled, before: &str) -> String {
    let mut text = String::new();
    for (name, value) in values(compiled) {
        let name: String = name
            .chars()
            .filter(|letter| *letter != ']')
            .map(|letter| {
                if letter.is_ascii_alphanumeric() {
                    letter
                } else {
                    '_'
                }
            })
            .collect();
        let list: Vec<String> = value.iter().map(|one| format!("{one:?}f")).collect();
        let list = list.join(", ");
        let _ = writeln!(
            text,
            "{{ const float list[] = {{ {list} }}; memcpy(&{before}{name}, list, sizeof list); }}"
        );
    }
    text
}

#[test]
fn headers_for_citro3d_set_the_stages() {
    if !has_compiler() {
        return;
    }
    for (name, text) in SHADERS.into_iter().chain([FOG]) {
        let (target, compiled) = compile("pica200", name, text);
        let header = format(target, &compiled, "c", name).unwrap();
        let header = String::from_utf8(header).unwrap();
        let own = tempfile::tempdir().unwrap();
        let path = own.path().join("shader.h");
        std::fs::write(&path, &header).unwrap();
        let set = if compiled.reflection.uniforms.is_empty() {
            String::new()
        } else {
            format!(
                "{name}_uniforms u;\n{}{name}_set(&u);\n",
                assignments(&compiled, "u.")
            )
        };
        let main = format!(
            "#include <stdio.h>\n#include <string.h>\n#include \"{}\"\nint main(void)\n{{\n{name}_bind();\n{set}{SHOW}",
            path.display()
        );
        let found = run(&main, &[folder().join("citro3d.c")]);
        let mut wanted = expected(target, &compiled);
        // citro3d switches units on by the textures that are bound.
        wanted.remove(&0x080);
        assert_eq!(found, wanted, "{name}\n{header}");
    }
}

/// The example uses the header of the tutorial's shader.
#[test]
fn the_example_for_citro3d_compiles() {
    if !has_compiler() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/tutorial-3ds.md")).unwrap();
    let (_, block) = page.split_once("```glsl file=textured.frag\n").unwrap();
    let (text, _) = block.split_once("```").unwrap();
    // By itself the shader may not move its coordinate.
    let text = text.replace("vTexCoord + uSlide", "vTexCoord");
    let (target, compiled) = compile("pica200", "textured", &text);
    let header = format(target, &compiled, "h", "textured_frag").unwrap();
    let own = tempfile::tempdir().unwrap();
    std::fs::write(own.path().join("textured.frag.h"), header).unwrap();
    let example = root.join("examples/3ds/fragments.c");
    let built = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"])
        .arg("-I")
        .arg(folder())
        .arg("-I")
        .arg(own.path())
        .arg(example)
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
}

/// Prints the registers that the stub's state is.
const SHOW: &str = "
static const unsigned bases[] = { 0x0C0, 0x0C8, 0x0D0, 0x0D8, 0x0F0, 0x0F8 };
for (int i = 0; i < 6; i++) {
    u32 words[5];
    memcpy(words, &stub_stages[i], sizeof words);
    for (unsigned k = 0; k < 5; k++) printf(\"%x %x\\n\", bases[i] + k, (unsigned)words[k]);
}
printf(\"e0 %x\\nfd %x\\n104 %x\\n\", (unsigned)stub_stores, (unsigned)stub_buffer, (unsigned)stub_test);
if (stub_has_fog) printf(\"e1 %x\\n\", (unsigned)stub_fog);
return 0;
}
";

/// What the container of a compiled fragment has, but for the alpha test that is off: lines leave that one to the
/// application.
fn pushed(target: &dyn Target, compiled: &Compiled) -> BTreeMap<u32, u32> {
    let mut words = expected(target, compiled);
    if words.get(&0x300) == Some(&0) {
        words.remove(&0x300);
    }
    words
}

/// Compiles and runs lines between `pb_begin` and `pb_end` after a text of declarations; what arrives, in its order.
fn recorded(before: &str, blocks: &[&str]) -> Vec<(u32, u32)> {
    let blocks: Vec<String> = blocks
        .iter()
        .map(|lines| format!("{{\nuint32_t *p = pb_begin();\n{lines}\npb_end(p);\n}}\n"))
        .collect();
    let main = format!(
        "#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n#include <pbkit/pbkit.h>\n\
         int main(void)\n{{\n{before}\n{}return 0;\n}}\n",
        blocks.concat()
    );
    run_in_order(&main, &[])
}

/// A file with a text, in a folder that lasts as long as the test.
fn written(folder: &tempfile::TempDir, name: &str, text: &[u8]) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    format!("#include \"{}\"", path.display())
}

#[test]
fn lines_for_nxdk_push_the_words() {
    if !has_compiler() {
        return;
    }
    for (name, text) in SHADERS.into_iter().chain([FOG, BUMP, LUMINANCE]) {
        let (target, compiled) = compile("nv2a", name, text);
        let lines = format(target, &compiled, "inl", name).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let include = written(&folder, "shader.inl", &lines);
        let lines = String::from_utf8(lines).unwrap();
        // The declarations stand in the lines, as comments.
        let declared = lines.lines().filter_map(|line| line.strip_prefix("//   "));
        let declared: Vec<&str> = declared.collect();
        let before = format!("{}\n{}", declared.join("\n"), assignments(&compiled, ""));
        let found: BTreeMap<u32, u32> = recorded(&before, &[&include]).into_iter().collect();
        assert_eq!(found, pushed(target, &compiled), "{name}\n{lines}");
    }
}

#[test]
fn headers_for_nxdk_push_the_words_of_a_draw() {
    if !has_compiler() {
        return;
    }
    for (name, text) in SHADERS.into_iter().chain([FOG, BUMP, LUMINANCE]) {
        let (target, compiled) = compile("nv2a", name, text);
        let header = format(target, &compiled, "h", name).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let include = written(&folder, "shader.h", &header);
        let (before, call) = if compiled.reflection.uniforms.is_empty() {
            (String::new(), format!("p = {name}_push(p);"))
        } else {
            (
                format!("{name}_uniforms u;\n{}", assignments(&compiled, "u.")),
                format!("p = {name}_push(p, &u);"),
            )
        };
        let main = format!(
            "#include <string.h>\n{include}\nint main(void)\n{{\n{before}\nuint32_t *p = pb_begin();\n{call}\npb_end(p);\nreturn 0;\n}}\n"
        );
        let found = run(&main, &[]);
        assert_eq!(
            found,
            pushed(target, &compiled),
            "{name}\n{}",
            String::from_utf8_lossy(&header)
        );
    }
}

/// Lists of words have no place for what constants are computed of.
#[test]
fn lists_of_words_refuse_constants_of_uniforms() {
    for (target, able) in [
        ("nv2a", "`-mfmt=inl` and `-mfmt=h` can"),
        ("pica200", "`-mfmt="),
    ] {
        let (_, plain) = compile(target, SHADERS[0].0, SHADERS[0].1);
        let (target, fade) = compile(target, SHADERS[2].0, SHADERS[2].1);
        for name in ["num", "rust"] {
            assert!(format(target, &plain, name, "plain").is_ok());
            let refusal = format(target, &fade, name, "fade").unwrap_err();
            assert!(
                refusal.message.contains("it depends on uniforms"),
                "{}",
                refusal.message
            );
            assert!(refusal.help[0].starts_with(able), "{:?}", refusal.help);
        }
    }
}

/// Assembles a fragment's text with a setting of state.
fn assembled(text: &str, state: &str) -> (&'static dyn Target, Compiled) {
    let target = find_target("nv2a").unwrap();
    let mut options = TargetOptions::default();
    options
        .settings
        .insert("state".to_owned(), state.to_owned());
    let compiled = target.assemble(FileId(0), text, Some(Stage::Fragment), &options);
    (
        target,
        compiled.unwrap_or_else(|errors| panic!("{errors:?}")),
    )
}

/// The lines of a text, with the methods that they push in their order.
fn lines_of(text: &str, state: &str) -> (Vec<u8>, Vec<(u32, u32)>) {
    let (target, compiled) = assembled(text, state);
    let lines = format(target, &compiled, "inl", "text").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let include = written(&folder, "text.inl", &lines);
    let found = recorded("", &[&include]);
    (lines, found)
}

/// A texture times the diffuse colour, as many clients have it.
const TEXTURED: &str = "!!TS1.0\ntexture_2d();\nnop();\n!!RC1.0\n{\n  rgb {\n    col0 = tex0.rgb * col0.rgb;\n  }\n  \
    alpha {\n    col0 = tex0.a * col0.a;\n  }\n}\nout.rgb = unsigned(col0.rgb);\nout.a = unsigned(col0.a);\n";

/// Texts with the words that fp20compiler of nxdk pushes for them.
#[rustfmt::skip] // A row is a line.
const FP20: &[(&str, &[(u32, u32)])] = &[
    (TEXTURED, &[
        (0x260, 0xd8d4_1010), (0x288, 0x0000_0004), (0x28c, 0x0000_1400), (0xaa0, 0x0000_0040), (0xac0, 0xc8c4_0000),
        (0x1e40, 0x0000_0040), (0x1e60, 0x0000_0001), (0x1e70, 0x0000_0001), (0x1e78, 0),
    ]),
    ("!!RC1.0\n{\n  rgb {\n    spare0 = expand(col0) . expand(tex1);\n  }\n}\nout.rgb = spare0;\nout.a = unsigned_invert(zero.b);\n", &[
        (0x260, 0x1010_1010), (0x288, 0x0000_000c), (0x28c, 0x0000_2000), (0xaa0, 0), (0xac0, 0x4449_0000),
        (0x1e40, 0x0000_20c0), (0x1e60, 0x0000_0001),
    ]),
    ("!!TS1.0\ntexture_2d();\ntexture_2d();\nnop();\nnop();\n", &[(0x1e70, 0x21), (0x1e78, 0)]),
    // The application's constant and its second colour.
    ("!!RC1.0\nout.rgb = col1.rgb * const0.rgb;\nout.a = col1.a;\n", &[
        (0x260, 0x1010_1010), (0x288, 0x0501_0000), (0x28c, 0x0000_1500), (0xaa0, 0), (0xac0, 0x1010_1010), (0x1e40, 0),
        (0x1e60, 0x0000_0001),
    ]),
];

#[test]
fn texts_push_what_fp20compiler_pushes() {
    if !has_compiler() {
        return;
    }
    for (text, words) in FP20 {
        let (lines, found) = lines_of(text, "program");
        let lines = String::from_utf8_lossy(&lines).into_owned();
        assert_eq!(found, *words, "{text}\n{lines}");
    }
    let (lines, _) = lines_of(FP20[3].0, "program");
    let lines = String::from_utf8(lines).unwrap();
    for left in [
        "// reads the second colour: the application sets SPECULAR_ENABLE (0x03B8) to 0x1\n",
        "// reads the second colour: the application sets LIGHT_CONTROL (0x0294) to 0x20000\n",
        "// the application sets SPECULAR_FOG_FACTOR (0x1E20)\n",
    ] {
        assert!(lines.contains(left), "{lines}");
    }
}

/// A client that sets the alpha test once and switches it by a call of its own, in between it loads programs: ClassiCube
/// and mh1 for the Xbox do.
#[test]
fn the_applications_alpha_test_survives_a_program() {
    if !has_compiler() {
        return;
    }
    let once = "p = pb_push1(p, 0x33C, 0x206);\np = pb_push1(p, 0x340, 0x7F);";
    let on = "p = pb_push1(p, 0x300, 1);";
    let folder = tempfile::tempdir().unwrap();
    let (target, plain) = compile("nv2a", SHADERS[0].0, SHADERS[0].1);
    let plain = format(target, &plain, "inl", "plain").unwrap();
    let plain = written(&folder, "plain.inl", &plain);
    let (text, _) = lines_of(TEXTURED, "program");
    let text = written(&folder, "text.inl", &text);
    for program in [&plain, &text] {
        let at_draw: BTreeMap<u32, u32> = recorded("", &[once, on, program]).into_iter().collect();
        let test = [0x300, 0x33c, 0x340].map(|method| at_draw.get(&method).copied());
        assert_eq!(test, [Some(1), Some(0x206), Some(0x7f)], "{program}");
    }
    // Who asks for all that a draw needs gets it.
    let (_, found) = lines_of(TEXTURED, "draw");
    assert!(found.contains(&(0x300, 0)), "{found:x?}");
}

/// The alpha of the second colour is 1 unless LIGHT_CONTROL lets it through.
#[test]
fn the_second_colours_alpha_arrives() {
    if !has_compiler() {
        return;
    }
    let shader = |result: &str| {
        format!(
            "precision mediump float; varying vec4 vColor, vColor1; void main() {{ gl_FragColor = {result}; }}"
        )
    };
    let alpha = shader("vec4(mix(vColor1.rgb, vColor.rgb, vColor1.a), vColor.a)");
    let color = shader("vec4(vColor1.rgb * vColor.rgb, vColor.a)");
    let first = shader("vColor");
    for (text, wanted) in [
        (alpha, [Some(0x20000), Some(1)]),
        (color, [None, Some(1)]),
        (first, [None, None]),
    ] {
        let (target, compiled) = compile("nv2a", "second", &text);
        let lines = format(target, &compiled, "inl", "second").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let include = written(&folder, "second.inl", &lines);
        let found: BTreeMap<u32, u32> = recorded("", &[&include]).into_iter().collect();
        let found = [0x294, 0x3b8].map(|method| found.get(&method).copied());
        assert_eq!(found, wanted, "{text}");
        let lines = String::from_utf8(lines).unwrap();
        let says = lines.contains("// state that stays after the draw, for the second colour: ");
        assert_eq!(says, wanted[1].is_some(), "{lines}");
    }
}

/// The rows of a vertex program load their own literals, in blocks that debug builds of pbkit take.
#[test]
fn vertex_programs_load_their_literals() {
    if !has_compiler() {
        return;
    }
    let few = "attribute vec4 p; attribute vec3 n; varying vec4 c; void main() { gl_Position = p; c = vec4(n * 0.25 + 3.0, 7.0); }";
    let table: Vec<String> = (0..40)
        .map(|k| format!("vec4({k}.5, 1.0, -2.0, {k}.25)"))
        .collect();
    let many = format!(
        "attribute vec4 p; attribute float i; varying vec4 c; void main() {{ vec4 t[40]; {} gl_Position = p; c = t[int(i)]; }}",
        table
            .iter()
            .enumerate()
            .map(|(k, row)| format!("t[{k}] = {row};"))
            .collect::<String>()
    );
    for text in [few, &many] {
        let target = find_target("nv2a").unwrap();
        let source = Source::new("v.vert", Stage::Vertex, text);
        let compiled = Compiler::new(target).compile(&source).result.unwrap();
        let lines = format(target, &compiled, "inl", "v").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let include = written(&folder, "v.inl", &lines);
        let rows = format!(
            "static const uint32_t rows[] = {{\n{include}\n}};\nprintf(\"0 %x\\n\", (unsigned)(sizeof rows / 16));"
        );
        let literals =
            format!("#define RETROSHADE_LITERALS\n{include}\n#undef RETROSHADE_LITERALS");
        let found = recorded(&rows, &[&literals]);
        assert_eq!(found[0], (0, compiled.reflection.stats.instructions));
        let mut registers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut load = 0;
        for (method, word) in &found[1..] {
            if *method == 0x1ea4 {
                load = *word;
                continue;
            }
            assert!((0xb80..0xc00).contains(method), "{method:x}");
            let register = registers.entry(load).or_default();
            register.push(*word);
            load += u32::from(register.len() == 4);
        }
        let wanted: BTreeMap<u32, Vec<u32>> = compiled
            .reflection
            .constants
            .iter()
            .map(|constant| {
                let mut value: Vec<u32> =
                    constant.value.iter().map(|one| one.0.to_bits()).collect();
                value.resize(4, 0);
                (constant.index, value)
            })
            .collect();
        assert!(!wanted.is_empty());
        assert_eq!(registers, wanted, "{}", String::from_utf8_lossy(&lines));
    }
}
