//! Set-ups to text.

use crate::fragment::isa::{
    Color, Fog, Function, Half, Lanes, Operand, STORES, Setup, Side, Source, Stage,
};
use std::fmt::Write;

/// The text of a set-up, which assembles to the same words.
pub fn print(setup: &Setup) -> String {
    let mut text = String::new();
    let units: Vec<String> = setup
        .units
        .iter()
        .enumerate()
        .filter_map(|(unit, set)| Some((unit, (*set)?)))
        .map(|(unit, set)| {
            if unit == usize::from(set) {
                format!("unit{unit}")
            } else {
                format!("unit{unit} texcoord{set}")
            }
        })
        .collect();
    if !units.is_empty() {
        let _ = writeln!(text, "units {}", units.join(", "));
    }
    if setup.buffer != [0; 4] || setup.reads_buffer() {
        let _ = writeln!(text, "buffer {}", color(setup.buffer));
    }
    for (number, stage) in setup.stages[..setup.length()].iter().enumerate() {
        let _ = writeln!(text, "stage{number} {}", parts(stage, number));
    }
    if let Some((test, reference)) = setup.alpha_test {
        let _ = writeln!(text, "alphatest a {} {reference}", test.text());
    }
    let words = [
        (setup.fog != Fog::Off).then(|| setup.fog.text()),
        setup.density.then_some("density"),
        setup.flip.then_some("flip"),
    ];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    if !words.is_empty() {
        let _ = writeln!(text, "fog {}", words.join(" "));
    }
    if let Some([red, green, blue]) = setup.fog_color {
        let _ = writeln!(text, "fogcolor {}", color([red, green, blue, 0]));
    }
    text
}

fn color([red, green, blue, alpha]: Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}")
}

fn parts(stage: &Stage, number: usize) -> String {
    let mut parts = vec![format!("rgb = {}", half(&stage.rgb, Side::Rgb))];
    match stage.rgb.function {
        Function::Dot3Alpha if stage.alpha.scale == 0 => {}
        Function::Dot3Alpha => parts.push(format!("a{}", scale(stage.alpha.scale))),
        _ => parts.push(format!("a = {}", half(&stage.alpha, Side::Alpha))),
    }
    let reads_constant = stage
        .used()
        .any(|(_, operand)| operand.source == Source::Constant);
    if reads_constant || stage.color != [255; 4] {
        parts.push(format!("const {}", color(stage.color)));
    }
    let kept = [("rgb", stage.store[0]), ("a", stage.store[1])];
    let kept: Vec<&str> = kept
        .iter()
        .filter(|(_, kept)| *kept && number < STORES)
        .map(|(name, _)| *name)
        .collect();
    if !kept.is_empty() {
        parts.push(format!("store {}", kept.join(" ")));
    }
    parts.join("; ")
}

fn half(half: &Half, side: Side) -> String {
    let operands: Vec<String> = half.used().map(|one| operand(one, side)).collect();
    let at = |number: usize| operands.get(number).map_or("", String::as_str);
    let (a, b, c) = (at(0), at(1), at(2));
    let form = match half.function {
        // Alone it needs no parentheses, unless a scale follows.
        Function::Replace => a.to_owned(),
        Function::Modulate => format!("{a} * {b}"),
        Function::Add => format!("{a} + {b}"),
        Function::AddSigned => format!("{a} + {b} - 0.5"),
        Function::Interpolate => format!("mix({b}, {a}, {c})"),
        Function::Subtract => format!("{a} - {b}"),
        Function::Dot3 => format!("dot3({a}, {b})"),
        Function::Dot3Alpha => format!("dot3a({a}, {b})"),
        Function::MultiplyAdd => format!("{a} * {b} + {c}"),
        Function::AddMultiply => format!("({a} + {b}) * {c}"),
    };
    form + scale(half.scale)
}

fn scale(exponent: u8) -> &'static str {
    match exponent {
        0 => "",
        1 => " x2",
        _ => " x4",
    }
}

fn operand(operand: Operand, side: Side) -> String {
    let source = operand.source.text();
    let text = match (side, operand.lanes) {
        (Side::Rgb, Lanes::Rgb) => source.to_owned(),
        (_, lanes) => format!("{source}.{}", lanes.text()),
    };
    if operand.invert {
        format!("(1 - {text})")
    } else {
        text
    }
}
