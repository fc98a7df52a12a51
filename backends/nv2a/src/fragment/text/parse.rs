//! Text to set-ups.

use super::tokens::{Token, note, tokens};
use crate::fragment::isa::{
    ALPHA_ICW, ALPHA_OCW, COLOR_ICW, COLOR_OCW, CONTROL, CW0, CW1, Combiner, FACTORS,
    FINAL_FACTORS, Input, MUX_MSB, Mapping, OPERATIONS, OWN_FACTORS, Output, Register, STAGES,
    Setup, Side, Words, color_word,
};
use retroshade_diagnostics::{Diagnostic, FileId, Span, codes};

/// Reads a set-up: what the text says and nothing else. A text with `!!TS1.0` alone sets the texture stages, one with
/// `!!RC1.0` alone the combiners; constants that it does not give are the application's.
///
/// # Errors
/// The first thing that is wrong with the text.
pub(super) fn parse(file: FileId, text: &str) -> Result<Setup, Diagnostic> {
    let tokens = tokens(file, text);
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        words: Words::new(),
        has_combiners: false,
        stages: Vec::new(),
        shared: [None; 2],
        msb: false,
        corrections: Vec::new(),
    };
    reader.all()?;
    reader.finish()
}

/// A general combiner: inputs and outputs of both sides, constants of its own.
#[derive(Default)]
struct Stage {
    sides: [Option<(u32, u32)>; 2],
    constants: [Option<u32>; 2],
}

pub(super) struct Reader<'t, 'a> {
    pub(super) tokens: &'t [Token<'a>],
    pub(super) at: usize,
    pub(super) words: Words,
    has_combiners: bool,
    stages: Vec<Stage>,
    shared: [Option<u32>; 2],
    pub(super) msb: bool,
    /// Words that notes set or take away in the end.
    pub(super) corrections: Vec<(u32, Option<u32>)>,
}

pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::assembler::SYNTAX, message).at(span, "here")
}

impl<'a> Reader<'_, 'a> {
    pub(super) fn peek(&self) -> &'a str {
        self.tokens.get(self.at).map_or("", |token| token.text)
    }

    pub(super) fn span(&self) -> Span {
        let place = self.tokens.get(self.at).or(self.tokens.last());
        place.map_or(Span::NONE, |token| token.span)
    }

    pub(super) fn take(&mut self) -> Token<'a> {
        let span = self.span();
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token.unwrap_or(Token { text: "", span })
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        if self.eat(text) {
            Ok(())
        } else {
            Err(self.unexpected(&format!("`{text}`")))
        }
    }

    fn unexpected(&self, due: &str) -> Diagnostic {
        let found = match self.peek() {
            "" => "the end of the text".to_owned(),
            other => format!("`{other}`"),
        };
        wrong(self.span(), format!("expected {due}, found {found}"))
    }

    /// `( ) ;`
    fn call(&mut self) -> Result<(), Diagnostic> {
        self.expect("(")?;
        self.expect(")")?;
        self.expect(";")
    }

    pub(super) fn number(&mut self) -> Result<f32, Diagnostic> {
        let negative = self.eat("-");
        let number = self.peek().parse::<f32>();
        let Ok(number) = number else {
            return Err(self.unexpected("a number"));
        };
        self.at += 1;
        Ok(if negative { -number } else { number })
    }

    fn all(&mut self) -> Result<(), Diagnostic> {
        while self.at < self.tokens.len() {
            let token = self.take();
            self.has_combiners |= token.text != "!!TS1.0" && !token.text.starts_with('#');
            match token.text {
                "!!TS1.0" => self.textures()?,
                "!!RC1.0" => {}
                "const0" | "const1" => {
                    let constant = self.constant()?;
                    once(&mut self.shared, token, constant)?;
                }
                "{" if self.stages.len() as u32 == STAGES => {
                    return Err(wrong(
                        token.span,
                        format!("there are {STAGES} general combiners"),
                    ));
                }
                "{" => {
                    let stage = self.stage()?;
                    self.stages.push(stage);
                }
                text if text.starts_with('#') => self.note(token)?,
                _ => self.last(token)?,
            }
        }
        Ok(())
    }

    /// `= ( red , green , blue , alpha ) ;`, cut to bytes as fp20compiler does.
    fn constant(&mut self) -> Result<u32, Diagnostic> {
        self.expect("=")?;
        self.expect("(")?;
        let mut color = [0; 4];
        for (number, lane) in color.iter_mut().enumerate() {
            if number > 0 {
                self.expect(",")?;
            }
            // The cast keeps what is out of range at its end.
            *lane = (self.number()? * 255.0) as u8;
        }
        self.expect(")")?;
        self.expect(";")?;
        Ok(color_word(color))
    }

    fn stage(&mut self) -> Result<Stage, Diagnostic> {
        let mut stage = Stage::default();
        while !self.eat("}") {
            let token = self.take();
            match token.text {
                "const0" | "const1" => {
                    let constant = self.constant()?;
                    once(&mut stage.constants, token, constant)?;
                }
                "rgb" if stage.sides[0].is_none() => stage.sides[0] = Some(self.side(Side::Rgb)?),
                "alpha" if stage.sides[1].is_none() => {
                    stage.sides[1] = Some(self.side(Side::Alpha)?)
                }
                other => {
                    let message = format!("`{other}` is no part of a general combiner");
                    return Err(wrong(token.span, message));
                }
            }
        }
        Ok(stage)
    }

    /// One side of a stage: its input and output words.
    fn side(&mut self, side: Side) -> Result<(u32, u32), Diagnostic> {
        self.expect("{")?;
        let (mut inputs, mut output) = (0, Output::default());
        let mut products = 0;
        while !self.eat("}") {
            let token = self.take();
            if self.peek() == "(" {
                let operation = OPERATIONS.iter().find(|(_, name)| *name == token.text);
                let Some((code, _)) = operation else {
                    return Err(wrong(
                        token.span,
                        format!("`{}` is no operation", token.text),
                    ));
                };
                self.call()?;
                output.operation = *code;
                continue;
            }
            let to = self.destination(token, side)?;
            self.expect("=")?;
            if matches!(self.peek(), "sum" | "mux") {
                output.mux = self.take().text == "mux";
                output.to[2] = to;
                self.call()?;
                continue;
            }
            if products == 2 {
                return Err(wrong(token.span, "one side of a combiner has two products"));
            }
            let a = self.mapped(side, Combiner::General)?;
            let mut b = Input::of(match side {
                Side::Rgb => 0x20,
                Side::Alpha => 0x30,
            });
            if self.peek() == "*" || self.peek() == "." {
                output.dot[products] = self.take().text == ".";
                b = self.mapped(side, Combiner::General)?;
            }
            self.expect(";")?;
            inputs |= (u32::from(a.byte()) << 8 | u32::from(b.byte())) << [16, 0][products];
            output.to[products] = to;
            if self.peek().starts_with('#') && note(self.peek()) == "blue_to_alpha" {
                self.at += 1;
                output.blue[products] = true;
            }
            products += 1;
        }
        let unused = match side {
            Side::Rgb => [0; 3],
            Side::Alpha => [0x1010_1010, 0x1010, 0],
        };
        Ok((inputs | unused[products], output.word()))
    }

    fn destination(&self, token: Token<'a>, side: Side) -> Result<u8, Diagnostic> {
        match token.text.split('.').next() {
            Some("discard") => Ok(0),
            _ => Ok(register(token, side)?.0.0),
        }
    }

    /// A register with a mapping.
    fn mapped(&mut self, side: Side, combiner: Combiner) -> Result<Input, Diagnostic> {
        let negative = self.eat("-");
        let mut token = self.take();
        let mapping = match (token.text, negative) {
            ("unsigned", false) => Some(Mapping::Unsigned),
            ("unsigned_invert", false) => Some(Mapping::UnsignedInvert),
            ("expand", false) => Some(Mapping::Expand),
            ("expand", true) => Some(Mapping::ExpandNegate),
            ("half_bias", false) => Some(Mapping::HalfBias),
            ("half_bias", true) => Some(Mapping::HalfBiasNegate),
            _ => None,
        };
        if mapping.is_some() {
            self.expect("(")?;
            token = self.take();
            self.expect(")")?;
        }
        let plain = match (combiner, negative) {
            (Combiner::General, false) => Mapping::Signed,
            (Combiner::General, true) => Mapping::SignedNegate,
            (Combiner::Final, false) => Mapping::Unsigned,
            (Combiner::Final, true) => {
                return Err(wrong(token.span, "the final combiner negates nothing"));
            }
        };
        let mut mapping = mapping.unwrap_or(plain);
        if token.text.split('.').next() == Some("one") {
            mapping = match mapping {
                Mapping::Signed | Mapping::Unsigned => Mapping::UnsignedInvert,
                _ => return Err(wrong(token.span, "`one` takes no mapping")),
            };
        }
        let (register, is_alpha) = register(token, side)?;
        Ok(Input {
            register,
            alpha: is_alpha,
            mapping,
        })
    }

    /// A statement of the final combiner.
    fn last(&mut self, token: Token<'a>) -> Result<(), Diagnostic> {
        if token.text == "clamp_color_sum" {
            *self.cw1() |= 0x80;
            return self.call();
        }
        let known = ["final_product", "out.a", "out.rgb", "out"].contains(&token.text);
        if !known {
            return Err(wrong(
                token.span,
                format!("`{}` begins no statement", token.text),
            ));
        }
        self.expect("=")?;
        match token.text {
            "final_product" => {
                let e = self.mapped(Side::Rgb, Combiner::Final)?;
                self.expect("*")?;
                let f = self.mapped(Side::Rgb, Combiner::Final)?;
                let word = u32::from(e.byte()) << 24 | u32::from(f.byte()) << 16;
                *self.cw1() |= word;
            }
            "out.a" => {
                let alpha = self.mapped(Side::Alpha, Combiner::Final)?;
                let word = self.cw1();
                *word = *word & !0xFF00 | u32::from(alpha.byte()) << 8;
            }
            _ => {
                let word = self.last_rgb(token)?;
                self.words.insert(CW0, word);
            }
        }
        self.expect(";")
    }

    /// E, F, G and flags of the final combiner: G reads the alpha of zero unless the text says more.
    pub(super) fn cw1(&mut self) -> &mut u32 {
        self.words.entry(CW1).or_insert(0x1000)
    }

    /// `a * b`, `lerp(a, b, c)`, a register, and a sum of one of them with another.
    fn last_rgb(&mut self, statement: Token<'a>) -> Result<u32, Diagnostic> {
        let mut mix = [0u8; 3];
        let first = self.term(&mut mix)?;
        let mut rest = first;
        if self.eat("+") {
            let second = self.term(&mut mix)?;
            if let (Some(one), Some(_)) = (first, second) {
                // x + y = x * 1 + y
                mix = [one, 0x20, 0];
            }
            rest = second.or(first);
        }
        // A cannot read the colour sum, but a product is the same with its factors exchanged.
        let is_sum = |byte: u8| Input::of(byte).register == Register::SUM;
        if is_sum(mix[0]) && mix[2] == 0 {
            mix.swap(0, 1);
        }
        if is_sum(mix[0]) {
            let message = "the colour sum cannot be the first factor here: A of the final combiner does not read it";
            return Err(wrong(statement.span, message));
        }
        let [a, b, c] = mix.map(u32::from);
        Ok(a << 24 | b << 16 | c << 8 | u32::from(rest.unwrap_or(0)))
    }

    /// A term: a register alone, else what goes to A, B and C.
    fn term(&mut self, mix: &mut [u8; 3]) -> Result<Option<u8>, Diagnostic> {
        if self.eat("lerp") {
            self.expect("(")?;
            for (number, slot) in mix.iter_mut().enumerate() {
                if number > 0 {
                    self.expect(",")?;
                }
                *slot = self.mapped(Side::Rgb, Combiner::Final)?.byte();
            }
            self.expect(")")?;
            return Ok(None);
        }
        let one = self.mapped(Side::Rgb, Combiner::Final)?.byte();
        if self.eat("*") {
            *mix = [one, self.mapped(Side::Rgb, Combiner::Final)?.byte(), 0];
            return Ok(None);
        }
        Ok(Some(one))
    }

    fn finish(mut self) -> Result<Setup, Diagnostic> {
        if self.has_combiners {
            self.combiners();
        }
        for (method, word) in self.corrections {
            match word {
                Some(word) => self.words.insert(method, word),
                None => self.words.remove(&method),
            };
        }
        if self.words.is_empty() {
            let message =
                "the text says nothing: `!!TS1.0` begins texture stages, `!!RC1.0` combiners";
            return Err(Diagnostic::error(codes::assembler::SYNTAX, message));
        }
        Ok(Setup { words: self.words })
    }

    /// The words of all combiners, once everything is read.
    fn combiners(&mut self) {
        let stages = self.stages.len().max(1) as u32;
        let local = self.stages.iter().any(|stage| stage.constants != [None; 2]);
        let control =
            stages | if self.msb { MUX_MSB } else { 0 } | if local { OWN_FACTORS } else { 0 };
        self.words.insert(CONTROL, control);
        self.words.entry(CW0).or_default();
        self.cw1();
        for number in 0..stages {
            let stage = self.stages.get(number as usize);
            let none = (0x1010_1010, 0);
            let side = |which: usize| stage.and_then(|stage| stage.sides[which]).unwrap_or(none);
            let (rgb, alpha) = (side(0), side(1));
            self.words.extend([
                (COLOR_ICW + 4 * number, rgb.0),
                (COLOR_OCW + 4 * number, rgb.1),
                (ALPHA_ICW + 4 * number, alpha.0),
                (ALPHA_OCW + 4 * number, alpha.1),
            ]);
            for (which, base) in FACTORS.iter().enumerate() {
                let own = stage.and_then(|stage| stage.constants[which]);
                let inputs = [rgb.0, alpha.0].map(u32::to_be_bytes);
                let mut inputs = inputs.iter().flatten().map(|byte| Input::of(*byte));
                let reads = inputs.any(|input| input.register == Register::CONSTANTS[which]);
                let constant = if local {
                    own.or(self.shared[which].filter(|_| reads))
                } else {
                    self.shared[which].filter(|_| number == 0)
                };
                if let Some(word) = constant {
                    self.words.insert(base + 4 * number, word);
                }
            }
        }
        for (method, shared) in FINAL_FACTORS.iter().zip(self.shared) {
            if let Some(word) = shared {
                self.words.insert(*method, word);
            }
        }
    }
}

/// Keeps a constant by its name, `const0` or `const1`.
///
/// # Errors
/// It was given before.
fn once(constants: &mut [Option<u32>; 2], token: Token, word: u32) -> Result<(), Diagnostic> {
    let slot = &mut constants[usize::from(token.text == "const1")];
    match slot.replace(word) {
        None => Ok(()),
        Some(_) => Err(wrong(
            token.span,
            format!("`{}` is given twice", token.text),
        )),
    }
}

/// A register and whether its alpha is meant.
fn register(token: Token, side: Side) -> Result<(Register, bool), Diagnostic> {
    let alpha = side == Side::Alpha;
    let (base, lanes) = token.text.split_once('.').unwrap_or((token.text, ""));
    let base = if base == "one" { "zero" } else { base };
    let found =
        Register::named(base).filter(|_| !(lanes == "rgb" && alpha || lanes == "b" && !alpha));
    let Some(register) = found else {
        return Err(wrong(
            token.span,
            format!("`{}` is no register here", token.text),
        ));
    };
    Ok((register, lanes == "a" || lanes.is_empty() && alpha))
}
