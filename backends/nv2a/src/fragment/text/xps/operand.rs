//! Registers of the language: what is written and what is read.

use super::stages::factor;
use super::{Parser, constant_number};
use crate::fragment::isa::{Input, Mapping, Register, Side};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::text::{TokenKind, error, error_of};

/// A source before it is known which side of a combiner reads it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) register: Place,
    pub(super) mapping: Mapping,
    pub(super) lane: Option<Lane>,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Register(Register),
    Constant(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Color,
    Alpha,
    Blue,
}

impl Parser<'_, '_> {
    /// A register to write, by number, with the sides that its mask names; `discard` is none.
    pub(super) fn destination(&mut self) -> Result<(u8, [bool; 2]), Diagnostic> {
        let token = self.cursor.word("a register to write")?;
        let lower = token.text.to_ascii_lowercase();
        let register = match lower.as_str() {
            "discard" => 0,
            name => match named(name) {
                Some(register) if register.is_writable() => register.0,
                _ => {
                    let message = format!("`{}` is no register to write", token.text);
                    let label = "r0, r1, v0, v1, t0 to t3, discard";
                    return Err(error_of(
                        codes::assembler::REGISTER,
                        token.span,
                        message,
                        label,
                    ));
                }
            },
        };
        if !self.cursor.eat('.') {
            return Ok((register, [true; 2]));
        }
        let mask = self.cursor.word("a mask")?;
        let sides = match mask.text.to_ascii_lowercase().as_str() {
            "rgba" => [true; 2],
            "rgb" => [true, false],
            "a" => [false, true],
            _ => {
                let message = format!("`.{}` is no mask", mask.text);
                return Err(error(mask.span, message, ".rgb, .a or .rgba"));
            }
        };
        Ok((register, sides))
    }

    /// `-r0`, `1-r0`, `t1_bx2`, `v0.a`, `c0`, `zero`.
    pub(super) fn source(&mut self) -> Result<Source, Diagnostic> {
        let start = self.cursor.peek();
        let inverted = start.kind == TokenKind::Number && start.text == "1";
        if inverted {
            self.cursor.advance();
            self.cursor.punct('-')?;
        }
        let negative = !inverted && self.cursor.eat('-');
        let token = self.cursor.word("a register to read")?;
        let lower = token.text.to_ascii_lowercase();
        let (name, mut modifier) = match lower.split_once('_') {
            Some((name, modifier)) => (name, modifier.to_owned()),
            None => (lower.as_str(), String::new()),
        };
        let mut lane = None;
        if self.cursor.eat('.') {
            let word = self.cursor.word("a lane")?;
            let text = word.text.to_ascii_lowercase();
            let (letters, behind) = text.split_once('_').unwrap_or((&text, ""));
            if !behind.is_empty() {
                behind.clone_into(&mut modifier);
            }
            lane = Some(match letters {
                "rgb" => Lane::Color,
                "a" => Lane::Alpha,
                "b" => Lane::Blue,
                _ => {
                    let message = format!("`.{letters}` is no lane that is read");
                    return Err(error(word.span, message, ".rgb, .a or .b"));
                }
            });
        }
        let span = start.span.to(self.cursor.last_span());
        let mapping = match (modifier.as_str(), negative, inverted) {
            ("", false, false) => Mapping::Signed,
            ("", true, _) => Mapping::SignedNegate,
            ("", _, true) => Mapping::UnsignedInvert,
            ("bias", false, false) => Mapping::HalfBias,
            ("bias", true, _) => Mapping::HalfBiasNegate,
            ("bx2", false, false) => Mapping::Expand,
            ("bx2", true, _) => Mapping::ExpandNegate,
            ("sat", false, false) => Mapping::Unsigned,
            _ => {
                let message = "the combiners do not read a register this way";
                let help = "there are -r, 1-r, r_bias, r_bx2, r_sat, -r_bias, -r_bx2";
                return Err(error(span, message, "here").with_help(help));
            }
        };
        let register = match constant_number(name) {
            Some(number) => Place::Constant(number),
            None => Place::Register(named(name).ok_or_else(|| {
                let message = format!("`{}` is no register to read", token.text);
                error_of(
                    codes::assembler::REGISTER,
                    token.span,
                    message,
                    "no such register",
                )
            })?),
        };
        Ok(Source {
            register,
            mapping,
            lane,
            span,
        })
    }
}

/// A source as one side reads it.
pub(super) fn input(
    source: &Source,
    side: Side,
    saturated: &[[bool; 16]; 2],
    constants: &mut [Option<u32>; 2],
) -> Result<Input, Diagnostic> {
    let register = match source.register {
        Place::Register(register) => register,
        Place::Constant(number) => factor(constants, number)
            .ok_or_else(|| error(source.span, "a combiner has two constants", "a third one"))?,
    };
    let alpha = match (source.lane, side) {
        (Some(Lane::Alpha), _) | (None, Side::Alpha) => true,
        (Some(Lane::Blue), Side::Alpha) | (None | Some(Lane::Color), Side::Rgb) => false,
        (Some(Lane::Blue), Side::Rgb) => {
            return Err(error(
                source.span,
                "blue is read for alpha alone",
                "for colours",
            ));
        }
        (Some(Lane::Color), Side::Alpha) => {
            return Err(error(source.span, "alpha has one lane", "three of them"));
        }
    };
    let clamped = saturated[usize::from(alpha)][usize::from(register.0 & 15)];
    let mapping = match source.mapping {
        Mapping::Signed if clamped => Mapping::Unsigned,
        Mapping::SignedNegate if clamped => {
            let message =
                "a register behind `_sat` cannot be negated: the chip has no such way to read it";
            return Err(error(source.span, message, "saturated before"));
        }
        other => other,
    };
    Ok(Input {
        register,
        alpha,
        mapping,
    })
}

/// The mapping that gives the opposite.
pub(super) fn negated(mapping: Mapping) -> Option<Mapping> {
    match mapping {
        Mapping::Signed => Some(Mapping::SignedNegate),
        Mapping::SignedNegate => Some(Mapping::Signed),
        Mapping::HalfBias => Some(Mapping::HalfBiasNegate),
        Mapping::HalfBiasNegate => Some(Mapping::HalfBias),
        Mapping::Expand => Some(Mapping::ExpandNegate),
        Mapping::ExpandNegate => Some(Mapping::Expand),
        Mapping::Unsigned | Mapping::UnsignedInvert => None,
    }
}

/// A register by its name in this language.
fn named(name: &str) -> Option<Register> {
    Some(match name {
        "r0" => Register::SPARE0,
        "r1" => Register::SPARE1,
        "v0" => Register::COLORS[0],
        "v1" => Register::COLORS[1],
        "t0" => Register::texture(0),
        "t1" => Register::texture(1),
        "t2" => Register::texture(2),
        "t3" => Register::texture(3),
        "zero" => Register::ZERO,
        "fog" => Register::FOG,
        "sum" => Register::SUM,
        "prod" => Register::PRODUCT,
        _ => return None,
    })
}
