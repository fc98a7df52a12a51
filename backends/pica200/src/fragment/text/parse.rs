//! Text to set-ups.

use crate::fragment::isa::{
    Color, Fog, Function, Half, Lanes, Operand, STAGES, STORES, Setup, Side, Source, Stage, Test,
    UNITS,
};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span};
use retroshade_kit::text::{Cursor, Syntax, TokenKind, error, lex};

const SYNTAX: Syntax = Syntax {
    line_comments: &["//"],
    block_comments: false,
    word_start: "#",
    word_rest: "",
};

/// Reads a set-up, with the place of each stage's line.
///
/// # Errors
/// Everything wrong with the text, a message for each line.
pub fn parse(file: FileId, text: &str) -> Result<(Setup, Vec<Span>), Diagnostics> {
    let (tokens, mut errors) = lex(&SYNTAX, file, text);
    let mut cursor = Cursor::new(&tokens);
    let mut setup = Setup::default();
    let mut places = vec![Span::NONE; STAGES];
    loop {
        cursor.skip_newlines();
        if cursor.at_end() {
            break;
        }
        let start = cursor.peek().span;
        let result = line(&mut cursor, &mut setup, &mut places, start);
        if let Err(problem) = result.and_then(|()| cursor.line_end()) {
            errors.push(problem);
            cursor.skip_line();
        }
    }
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok((setup, places))
    }
}

fn line(
    cursor: &mut Cursor,
    setup: &mut Setup,
    places: &mut [Span],
    start: Span,
) -> Result<(), Diagnostic> {
    let word = cursor.word("`units`, `buffer`, `stage0` to `stage5`, `alphatest` or `fog`")?;
    match word.text {
        "units" => units(cursor, setup),
        "buffer" => {
            setup.buffer = color(cursor)?;
            Ok(())
        }
        "alphatest" => alpha_test(cursor, setup),
        "fog" => fog(cursor, setup),
        "fogcolor" => {
            let [red, green, blue, _] = color(cursor)?;
            setup.fog_color = Some([red, green, blue]);
            Ok(())
        }
        name => {
            let number = name.strip_prefix("stage");
            let number = number.and_then(|number| number.parse::<usize>().ok());
            let Some(number) = number.filter(|number| *number < STAGES) else {
                let message = format!("`{name}` begins no line of a set-up");
                return Err(error(word.span, message, "here"));
            };
            places[number] = start;
            stage(cursor, &mut setup.stages[number], number)?;
            places[number] = start.to(cursor.last_span());
            Ok(())
        }
    }
}

fn numbered(cursor: &mut Cursor, prefix: &str, below: usize) -> Result<usize, Diagnostic> {
    let last = below.saturating_sub(1);
    let what = format!("`{prefix}0` to `{prefix}{last}`");
    let token = cursor.peek();
    let number = token.text.strip_prefix(prefix);
    let number = number.and_then(|number| number.parse::<usize>().ok());
    match number.filter(|number| *number < below) {
        Some(number) => {
            cursor.advance();
            Ok(number)
        }
        None => Err(cursor.expected(&what)),
    }
}

fn units(cursor: &mut Cursor, setup: &mut Setup) -> Result<(), Diagnostic> {
    loop {
        let unit = numbered(cursor, "unit", UNITS + 1)?;
        let place = cursor.last_span();
        let own = if unit == UNITS { 0 } else { unit };
        let mut set = own;
        if cursor.peek().text.starts_with("texcoord") {
            set = numbered(cursor, "texcoord", 3)?;
        }
        if unit < UNITS && set != unit && (unit, set) != (2, 1) {
            let message = format!("unit {unit} cannot take the coordinates {set}");
            return Err(error(place.to(cursor.last_span()), message, "here")
                .with_note("units 0 and 1 take their own, unit 2 its own or those of unit 1"));
        }
        setup.units[unit] = Some(set as u8);
        if !cursor.eat(',') {
            return Ok(());
        }
    }
}

fn color(cursor: &mut Cursor) -> Result<Color, Diagnostic> {
    let what = "a colour such as `#ff8000ff`";
    let token = cursor.word(what)?;
    let digits = token.text.strip_prefix('#').filter(|hex| hex.len() == 8);
    let value = digits.and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let value = value.ok_or_else(|| {
        let message = format!(
            "`{}` is no colour: red, green, blue and alpha have two hexadecimal digits each",
            token.text
        );
        error(token.span, message, "here")
    })?;
    Ok(value.to_be_bytes())
}

fn alpha_test(cursor: &mut Cursor, setup: &mut Setup) -> Result<(), Diagnostic> {
    if !cursor.eat_word("a") {
        return Err(cursor.expected("`a`: alpha is what is tested"));
    }
    let start = cursor.peek().span;
    let mut name = String::new();
    while matches!(cursor.peek().kind, TokenKind::Punct('<' | '>' | '=' | '!')) {
        name.push_str(cursor.advance().text);
    }
    if name.is_empty() {
        name = cursor.word("a comparison")?.text.to_owned();
    }
    let Some(test) = Test::named(&name) else {
        let names: Vec<&str> = Test::ALL.iter().map(|test| test.text()).collect();
        let message = format!("`{name}` is no comparison; there are {}", names.join(" "));
        return Err(error(start.to(cursor.last_span()), message, "here"));
    };
    let reference = cursor.integer(0..=255, "the reference")?;
    setup.alpha_test = Some((test, reference as u8));
    Ok(())
}

fn fog(cursor: &mut Cursor, setup: &mut Setup) -> Result<(), Diagnostic> {
    while !cursor.at_line_end() {
        let word = cursor.word("`linear`, `gas`, `density` or `flip`")?;
        match word.text {
            "density" => setup.density = true,
            "flip" => setup.flip = true,
            name => match Fog::named(name).filter(|fog| *fog != Fog::Off) {
                Some(fog) => setup.fog = fog,
                None => {
                    let message = format!("`{name}` is no kind of fog");
                    return Err(error(word.span, message, "here"));
                }
            },
        }
    }
    Ok(())
}

fn stage(cursor: &mut Cursor, stage: &mut Stage, number: usize) -> Result<(), Diagnostic> {
    loop {
        let word = cursor.word("`rgb`, `a`, `const` or `store`")?;
        match word.text {
            "rgb" => {
                cursor.punct('=')?;
                stage.rgb = half(cursor, Side::Rgb)?;
            }
            "a" if cursor.peek().kind == TokenKind::Word => {
                stage.alpha.scale = scale(cursor);
            }
            "a" => {
                cursor.punct('=')?;
                stage.alpha = half(cursor, Side::Alpha)?;
            }
            "const" => stage.color = color(cursor)?,
            "store" => store(cursor, stage, number, word.span)?,
            name => {
                let message = format!("`{name}` is no part of a stage");
                return Err(error(word.span, message, "here")
                    .with_help("the parts are `rgb =`, `a =`, `const` and `store`"));
            }
        }
        if !cursor.eat(';') || cursor.at_line_end() {
            break;
        }
    }
    if stage.rgb.function == Function::Dot3Alpha {
        let kept = stage.alpha.scale;
        stage.alpha = Half {
            scale: kept,
            ..Half::pass(Side::Alpha)
        };
    }
    Ok(())
}

fn store(
    cursor: &mut Cursor,
    stage: &mut Stage,
    number: usize,
    place: Span,
) -> Result<(), Diagnostic> {
    if number >= STORES {
        let message = format!("stage {number} cannot store: only stages 0 to 3 can");
        return Err(error(place, message, "here"));
    }
    let before = stage.store;
    while cursor.peek().kind == TokenKind::Word {
        let word = cursor.advance();
        match word.text {
            "rgb" => stage.store[0] = true,
            "a" => stage.store[1] = true,
            name => {
                let message = format!("`{name}` cannot be stored: `rgb` and `a` can");
                return Err(error(word.span, message, "here"));
            }
        }
    }
    if stage.store == before {
        Err(cursor.expected("`rgb` or `a`"))
    } else {
        Ok(())
    }
}

fn scale(cursor: &mut Cursor) -> u8 {
    if cursor.eat_word("x2") {
        1
    } else if cursor.eat_word("x4") {
        2
    } else {
        0
    }
}

fn half(cursor: &mut Cursor, side: Side) -> Result<Half, Diagnostic> {
    let mut half = form(cursor, side)?;
    half.scale = scale(cursor);
    Ok(half)
}

fn is_one(cursor: &Cursor, ahead: usize) -> bool {
    let token = cursor.peek_at(ahead);
    token.kind == TokenKind::Number && token.text == "1"
}

fn form(cursor: &mut Cursor, side: Side) -> Result<Half, Diagnostic> {
    let name = cursor.peek();
    match name.text {
        "mix" => {
            cursor.advance();
            let [b, a, c] = arguments(cursor, side)?;
            return Ok(Half::new(Function::Interpolate, &[a, b, c]));
        }
        "dot3" | "dot3a" => {
            cursor.advance();
            let [a, b] = arguments(cursor, side)?;
            if side == Side::Alpha {
                let message = "the alpha side of a stage has no inner product";
                return Err(error(name.span, message, "here")
                    .with_help("write `rgb = dot3a(…)`, whose result goes to alpha, too"));
            }
            let function = match name.text {
                "dot3" => Function::Dot3,
                _ => Function::Dot3Alpha,
            };
            return Ok(Half::new(function, &[a, b]));
        }
        _ => {}
    }
    if is_one(cursor, 0) {
        return Ok(Half::new(Function::Replace, &[complement(cursor, side)?]));
    }
    if cursor.peek().is_punct('(') && !is_one(cursor, 1) {
        cursor.advance();
        let a = operand(cursor, side)?;
        cursor.punct('+')?;
        let b = operand(cursor, side)?;
        cursor.punct(')')?;
        cursor.punct('*')?;
        let c = operand(cursor, side)?;
        return Ok(Half::new(Function::AddMultiply, &[a, b, c]));
    }
    let a = operand(cursor, side)?;
    if cursor.eat('*') {
        let b = operand(cursor, side)?;
        if cursor.eat('+') {
            let c = operand(cursor, side)?;
            return Ok(Half::new(Function::MultiplyAdd, &[a, b, c]));
        }
        return Ok(Half::new(Function::Modulate, &[a, b]));
    }
    if cursor.eat('-') {
        let b = operand(cursor, side)?;
        return Ok(Half::new(Function::Subtract, &[a, b]));
    }
    if !cursor.eat('+') {
        return Ok(Half::new(Function::Replace, &[a]));
    }
    let b = operand(cursor, side)?;
    if cursor.eat('-') {
        let half = cursor.peek();
        if half.text != "0.5" {
            return Err(cursor.expected("`0.5`"));
        }
        cursor.advance();
        return Ok(Half::new(Function::AddSigned, &[a, b]));
    }
    Ok(Half::new(Function::Add, &[a, b]))
}

fn arguments<const N: usize>(cursor: &mut Cursor, side: Side) -> Result<[Operand; N], Diagnostic> {
    let mut operands = [Operand::plain(Source::Previous, side); N];
    cursor.punct('(')?;
    for (number, slot) in operands.iter_mut().enumerate() {
        if number > 0 {
            cursor.punct(',')?;
        }
        *slot = operand(cursor, side)?;
    }
    cursor.punct(')')?;
    Ok(operands)
}

fn operand(cursor: &mut Cursor, side: Side) -> Result<Operand, Diagnostic> {
    if !cursor.eat('(') {
        return source(cursor, side);
    }
    let operand = complement(cursor, side)?;
    cursor.punct(')')?;
    Ok(operand)
}

/// `1 - x`
fn complement(cursor: &mut Cursor, side: Side) -> Result<Operand, Diagnostic> {
    if !is_one(cursor, 0) {
        return Err(cursor.expected("`1 -` and a source"));
    }
    cursor.advance();
    cursor.punct('-')?;
    Ok(Operand {
        invert: true,
        ..source(cursor, side)?
    })
}

fn source(cursor: &mut Cursor, side: Side) -> Result<Operand, Diagnostic> {
    let token = cursor.word("a source")?;
    let Some(source) = Source::named(token.text) else {
        let names: Vec<&str> = Source::ALL.iter().map(|source| source.text()).collect();
        let message = format!("`{}` is no source", token.text);
        return Err(error(token.span, message, "here")
            .with_note(format!("the sources are {}", names.join(", "))));
    };
    let mut operand = Operand::plain(source, side);
    if cursor.eat('.') {
        let what = match side {
            Side::Rgb => "`r`, `g`, `b` or `a`",
            Side::Alpha => "`a`, `r`, `g` or `b`",
        };
        let lanes = cursor.word(what)?;
        operand.lanes = Lanes::named(lanes.text)
            .filter(|lanes| side == Side::Rgb || *lanes != Lanes::Rgb)
            .ok_or_else(|| {
                let message = format!("`.{}` is no lane here: {what} can stand", lanes.text);
                error(lanes.span, message, "here")
            })?;
    }
    Ok(operand)
}
