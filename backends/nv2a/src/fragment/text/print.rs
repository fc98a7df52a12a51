//! Set-ups to text.

use crate::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, BUMP_MATRIX, CONTROL, CW0, CW1, Color, DOT_MAPPING,
    EXPANDED, FACTORS, FINAL_FACTORS, FOG_COLOR, FOG_ENABLE, Half, Input, Mapping, Mode,
    OPERATIONS, OWN_FACTORS, Register, Setup, Side, TESTS, color_of,
};
use std::fmt::Write;

/// The text of a set-up, which assembles to the same words.
pub fn print(setup: &Setup) -> String {
    let mut text = textures(setup);
    text.push_str("!!RC1.0\n");
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
            let writes = setup.stage(stage).iter().any(|half| half.output.writes());
            text.push_str("{\n");
            text.push_str(&body);
            if !writes {
                text.push_str("  rgb {\n    discard = zero.rgb * zero.rgb;\n  }\n");
            }
            text.push_str("}\n");
        }
    }
    text.push_str(&last(setup));
    text
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
    let Some(last) = modes.iter().rposition(|mode| *mode != Mode::None) else {
        return String::new();
    };
    let mut text = "!!TS1.0\n".to_owned();
    for unit in 0..=last.max(1) {
        let mode = modes[unit];
        let mut argument = match mode.is_dependent() {
            true => format!("tex{}", setup.feeds()[unit]),
            false => String::new(),
        };
        let mapping = match mode.is_dot() {
            true => setup.word(DOT_MAPPING) >> (4 * (unit - 1)) & 15,
            false => 0,
        };
        if mapping != 0 {
            argument = format!("expand({argument})");
        }
        for k in 0..mode.numbers() {
            let word = setup.word(BUMP_MATRIX + 64 * unit as u32 + 4 * k);
            let _ = write!(argument, ", {}", f32::from_bits(word));
        }
        let note = match mapping {
            0 | EXPANDED => String::new(),
            other => format!(" # dot_mapping {other}"),
        };
        let _ = writeln!(text, "{}({argument});{note}", mode_name(&modes, unit));
    }
    text
}

/// The name of an inner product depends on what it is for.
fn mode_name(modes: &[Mode; 4], unit: usize) -> String {
    if modes[unit] != Mode::Dot {
        return modes[unit].text().unwrap_or("nop").to_owned();
    }
    let purpose = modes[unit + 1..].iter().find(|mode| **mode != Mode::Dot);
    match purpose {
        Some(Mode::DotPlain) => "dot_product_2d_1of2".to_owned(),
        Some(Mode::DotSpecular) => format!("dot_product_reflect_cube_map_eye_from_qs_{unit}of3"),
        _ => format!("dot_product_cube_map_{unit}of3"),
    }
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
        if half.output.writes() {
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
    let products = if output.to[1] != 0 || output.to[2] != 0 {
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
    if output.to[2] != 0 {
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
    if setup.word(ALPHA_ENABLE) != 0 {
        let test = TESTS[(setup.word(ALPHA_FUNC) & 7) as usize];
        let _ = writeln!(text, "# alphatest a {test} {}", setup.word(ALPHA_REF));
    }
    text
}
