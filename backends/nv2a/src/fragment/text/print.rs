//! Set-ups to text.

use super::parse::parse;
use super::stages::{self, COMPARATORS};
use crate::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, BUMP_MATRIX, CLIP_MODE, CONTROL, CW0, CW1, Color,
    DOT_MAPPING, EXPANDED, EYE_VECTOR, FACTORS, FINAL_FACTORS, FOG_COLOR, FOG_ENABLE, Half, Input,
    LIGHT_CONTROL, Mapping, Mode, OPERATIONS, OWN_FACTORS, Output, Register, SPECULAR_ENABLE,
    Setup, Side, TESTS, Words, color_of,
};
use retroshade_diagnostics::FileId;
use std::fmt::Write;

/// The inputs of a side of a combiner that a text says nothing of: the alpha of zero, unsigned.
const UNUSED: [Input; 4] = [Input {
    register: Register::ZERO,
    alpha: true,
    mapping: Mapping::Unsigned,
}; 4];

/// The text of a set-up, which assembles to the same words.
pub fn print(setup: &Setup) -> String {
    let mut text = String::new();
    if setup.has_textures() {
        text.push_str(&textures(setup));
    }
    if setup.has_combiners() {
        text.push_str(&combiners(setup));
    }
    for (method, name) in [
        (SPECULAR_ENABLE, "specular_enable"),
        (LIGHT_CONTROL, "light_control"),
    ] {
        if let Some(word) = setup.words.get(&method) {
            let _ = match word {
                0 | 1 => writeln!(text, "# {name} {word}"),
                _ => writeln!(text, "# {name} 0x{word:08x}"),
            };
        }
    }
    text.push_str(&corrections(setup, &text));
    text
}

/// Notes for the words that the lines so far do not come to: fields that no line has a place for.
fn corrections(setup: &Setup, text: &str) -> String {
    let mut notes = String::new();
    let read = parse(FileId(0), text).map_or_else(|_| Words::new(), |read| read.words);
    for (method, word) in &setup.words {
        if read.get(method) != Some(word) {
            let _ = writeln!(notes, "# word {method:04x} {word:08x}");
        }
    }
    for method in read.keys().filter(|one| !setup.words.contains_key(one)) {
        let _ = writeln!(notes, "# no word {method:04x}");
    }
    notes
}

fn combiners(setup: &Setup) -> String {
    let mut text = "!!RC1.0\n".to_owned();
    let muxes =
        (0..setup.count()).any(|stage| setup.stage(stage).iter().any(|half| half.output.mux));
    if muxes && setup.word(CONTROL) >> 8 & 15 != 0 {
        text.push_str("# mux msb\n");
    }
    if setup.words.contains_key(&FOG_ENABLE) {
        text.push_str("# fog from oFog\n");
    }
    if let Some(word) = setup.words.get(&FOG_COLOR) {
        let [red, green, blue, _] = word.to_le_bytes();
        let _ = writeln!(text, "# fog_color #{red:02x}{green:02x}{blue:02x}");
    }
    for (which, method) in FINAL_FACTORS.iter().enumerate() {
        if let Some(word) = setup.words.get(method) {
            let _ = writeln!(text, "const{which} = {};", color(color_of(*word)));
        }
    }
    for stage in 0..setup.count() {
        let body = stage_text(setup, stage);
        if !body.is_empty() || setup.count() > 1 {
            text.push_str("{\n");
            text.push_str(&body);
            if !setup.stage(stage).iter().any(is_said) {
                // Other assemblers want a product.
                text.push_str("  rgb {\n");
                for _ in 0..2 {
                    text.push_str("    discard = unsigned(zero.a) * unsigned(zero.a);\n");
                }
                text.push_str("  }\n");
            }
            text.push_str("}\n");
        }
    }
    text.push_str(&last(setup));
    text
}

/// True if one side of a stage is other than where a text has nothing of it.
fn is_said(half: &Half) -> bool {
    half.output != Output::default() || half.inputs != UNUSED
}

/// A number that gives the byte back whether times 255 is rounded or, as in fp20compiler, cut off.
fn decimal(byte: u8) -> String {
    let digits = (u32::from(byte) * 10_000).div_ceil(255);
    format!("{}.{:04}", digits / 10_000, digits % 10_000)
}

fn color(color: Color) -> String {
    format!("({})", color.map(decimal).join(", "))
}

fn input(input: Input, side: Side) -> String {
    let name = input.register.name().unwrap_or("zero");
    let lanes = match (input.register, side, input.alpha) {
        (Register::SUM | Register::PRODUCT, ..) => "",
        (_, _, true) => ".a",
        (_, Side::Alpha, false) => ".b",
        (_, Side::Rgb, false) => ".rgb",
    };
    let text = format!("{name}{lanes}");
    match input.mapping {
        Mapping::Unsigned => format!("unsigned({text})"),
        Mapping::UnsignedInvert => format!("unsigned_invert({text})"),
        Mapping::Expand => format!("expand({text})"),
        Mapping::ExpandNegate => format!("-expand({text})"),
        Mapping::HalfBias => format!("half_bias({text})"),
        Mapping::HalfBiasNegate => format!("-half_bias({text})"),
        Mapping::Signed => text,
        Mapping::SignedNegate => format!("-{text}"),
    }
}

fn textures(setup: &Setup) -> String {
    let modes = setup.modes().map(|mode| mode.unwrap_or(Mode::None));
    let last = modes.iter().rposition(|mode| *mode != Mode::None);
    let mut text = "!!TS1.0\n".to_owned();
    // fp20compiler takes no fewer than two stages.
    for unit in 0..=last.map_or(1, |last| last.max(1)) {
        let mode = modes[unit];
        let mut argument = if mode.is_dependent() {
            format!("tex{}", setup.other_inputs()[unit])
        } else {
            String::new()
        };
        let mapping = if mode.is_dot() {
            setup.word(DOT_MAPPING) >> (4 * (unit - 1)) & 15
        } else {
            0
        };
        if mapping != 0 {
            argument = format!("expand({argument})");
        }
        let name = stages::name(&modes, unit);
        if let Some(word) = setup.words.get(&CLIP_MODE).filter(|_| mode == Mode::Clip) {
            let bits = word >> (4 * unit);
            let kept = [0, 1, 2, 3].map(|lane| COMPARATORS[(bits >> lane & 1) as usize]);
            argument = kept.join(", ");
        }
        let numbers = (0..mode.numbers()).map(|k| BUMP_MATRIX + 64 * unit as u32 + 4 * k);
        let eye = (0..3).map(|k| EYE_VECTOR + 4 * k);
        let eye = eye.filter(|_| name.ends_with("const_eye_1of3"));
        for word in numbers.chain(eye).filter_map(|one| setup.words.get(&one)) {
            let _ = write!(argument, ", {}", f32::from_bits(*word));
        }
        let note = match mapping {
            0 | EXPANDED => String::new(),
            other => format!(" # dot_mapping {other}"),
        };
        let _ = writeln!(text, "{name}({argument});{note}");
    }
    text
}

fn stage_text(setup: &Setup, stage: u32) -> String {
    let mut text = String::new();
    let own = setup.word(CONTROL) & OWN_FACTORS != 0;
    for (which, base) in FACTORS.iter().enumerate() {
        let Some(word) = setup.words.get(&(base + 4 * stage)) else {
            continue;
        };
        if own || setup.words.get(&FINAL_FACTORS[which]) != Some(word) {
            let _ = writeln!(text, "  const{which} = {};", color(color_of(*word)));
        }
    }
    for (side, half) in Side::BOTH.into_iter().zip(&setup.stage(stage)) {
        if is_said(half) {
            let _ = writeln!(text, "  {} {{\n{}  }}", side.name(), half_text(half, side));
        }
    }
    text
}

fn half_text(half: &Half, side: Side) -> String {
    let mut text = String::new();
    let output = half.output;
    let name = |register: u8| match register {
        0 => "discard",
        other => Register(other).name().unwrap_or("discard"),
    };
    // A second product whose result is dropped is said where its inputs are not those of a text without it.
    let [_, _, c, d] = half.inputs;
    let unused = match side {
        Side::Rgb => Input::of(0),
        Side::Alpha => UNUSED[0],
    };
    let second = output.to[1] != 0 || output.to[2] != 0 || output.mux;
    let products = if second || output.dot[1] || output.blue[1] || [c, d] != [unused; 2] {
        2
    } else {
        1
    };
    for number in 0..products {
        let operator = if output.dot[number] { "." } else { "*" };
        let note = if output.blue[number] {
            " # blue_to_alpha"
        } else {
            ""
        };
        let [one, other] = [0, 1].map(|k| input(half.inputs[2 * number + k], side));
        let _ = writeln!(
            text,
            "    {} = {one} {operator} {other};{note}",
            name(output.to[number])
        );
    }
    if output.to[2] != 0 || output.mux {
        let kind = if output.mux { "mux" } else { "sum" };
        let _ = writeln!(text, "    {} = {kind}();", name(output.to[2]));
    }
    let operation = OPERATIONS
        .iter()
        .find(|(code, _)| *code == output.operation && *code != 0);
    if let Some((_, name)) = operation {
        let _ = writeln!(text, "    {name}();");
    }
    text
}

fn last(setup: &Setup) -> String {
    let mut text = String::new();
    let flags = setup.word(CW1);
    if flags & 0x80 != 0 {
        text.push_str("clamp_color_sum();\n");
    }
    if flags & 0x60 != 0 {
        text.push_str("# color_sum inverts");
        text.push_str(if flags & 0x20 != 0 { " spare0" } else { "" });
        text.push_str(if flags & 0x40 != 0 { " col1" } else { "" });
        text.push('\n');
    }
    let inputs = setup.last();
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|number| input(inputs[number], Side::Rgb));
    let reads_product = inputs[..4]
        .iter()
        .any(|input| input.register == Register::PRODUCT);
    if flags >> 16 != 0 || reads_product {
        let _ = writeln!(text, "final_product = {e} * {f};");
    }
    let word = setup.word(CW0);
    if word >> 8 == 0 {
        let _ = writeln!(text, "out.rgb = {d};");
    } else {
        let rest = if word & 255 == 0 {
            String::new()
        } else {
            format!(" + {d}")
        };
        let _ = writeln!(text, "out.rgb = lerp({a}, {b}, {c}){rest};");
    }
    let _ = writeln!(text, "out.a = {};", input(inputs[6], Side::Alpha));
    if setup.words.get(&ALPHA_ENABLE) == Some(&0) {
        text.push_str("# alphatest off\n");
    }
    if setup.word(ALPHA_ENABLE) != 0 {
        let test = TESTS[(setup.word(ALPHA_FUNC) & 7) as usize];
        let _ = writeln!(text, "# alphatest a {test} {}", setup.word(ALPHA_REF));
    }
    text
}
