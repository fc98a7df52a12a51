//! Registers, masks and swizzles of NV_vertex_program.

use super::{Destination, Parser};
use crate::isa::{CONSTANTS, Mask, TEMPORARIES, XYZW};
use crate::program::{Operand, Register, Target, Write};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::lanes::Swizzle;
use retroshade_kit::text::{error, error_of, integer_value};

/// What the chip's constant numbers are ahead of the extension's.
const CONSTANT_BIAS: i64 = 96;

/// Attribute names of the extension and the chip's numbers.
const ATTRIBUTES: [(&str, u8); 10] = [
    ("OPOS", 0),
    ("WGHT", 1),
    ("NRML", 2),
    ("COL0", 3),
    ("COL1", 4),
    ("FOGC", 5),
    ("TEX0", 9),
    ("TEX1", 10),
    ("TEX2", 11),
    ("TEX3", 12),
];

/// Output names of the extension and the chip's numbers.
const OUTPUTS: [(&str, u8); 11] = [
    ("HPOS", 0),
    ("COL0", 3),
    ("COL1", 4),
    ("FOGC", 5),
    ("PSIZ", 6),
    ("BFC0", 7),
    ("BFC1", 8),
    ("TEX0", 9),
    ("TEX1", 10),
    ("TEX2", 11),
    ("TEX3", 12),
];

fn register_error(span: Span, message: impl Into<String>) -> Diagnostic {
    error_of(
        codes::assembler::REGISTER,
        span,
        message,
        "no such register",
    )
}

impl Parser<'_, '_> {
    fn mask(&mut self) -> Result<Mask, Diagnostic> {
        if !self.cursor.eat('.') {
            return Ok(XYZW);
        }
        let token = self.cursor.word("a write mask")?;
        let mut mask: Mask = 0;
        for letter in token.text.chars() {
            match "xyzw".find(letter) {
                Some(lane) if mask >> lane == 0 => mask |= 1 << lane,
                _ => {
                    let message = format!("`.{}` is no write mask", token.text);
                    return Err(error(token.span, message, "lanes in the order xyzw"));
                }
            }
        }
        Ok(mask)
    }

    pub(super) fn destination(&mut self) -> Result<Destination, Diagnostic> {
        let token = self.cursor.word("a register to write")?;
        if token.is_word("A0") {
            let mask = self.mask()?;
            if mask != 1 {
                return Err(error(token.span, "only A0.x can be written", "here"));
            }
            return Ok(Destination::Address);
        }
        if let Some(index) = temporary(token.text) {
            if index >= u32::from(TEMPORARIES) {
                return Err(register_error(
                    token.span,
                    format!("`{}` cannot be written", token.text),
                )
                .with_help("temporaries are R0 to R11"));
            }
            let mask = self.mask()?;
            return Ok(Destination::Temporary(Write {
                to: index as u8,
                mask,
            }));
        }
        let to = match token.text {
            "o" => Target::Output(self.output()?),
            "c" => {
                self.cursor.punct('[')?;
                let span = self.cursor.peek().span;
                let index = self.whole()?;
                let to = Target::Constant(constant(index, span)?);
                self.cursor.punct(']')?;
                to
            }
            _ => {
                let message = format!("`{}` is no register to write", token.text);
                return Err(register_error(token.span, message));
            }
        };
        let mask = self.mask()?;
        Ok(Destination::Output(Write { to, mask }))
    }

    fn output(&mut self) -> Result<u8, Diagnostic> {
        self.cursor.punct('[')?;
        let token = self.cursor.word("the name of an output")?;
        let found = OUTPUTS.iter().find(|(name, _)| *name == token.text);
        let Some((_, number)) = found else {
            let message = format!("nv2a has no output o[{}]", token.text);
            return Err(register_error(token.span, message)
                .with_help("outputs are HPOS COL0 COL1 BFC0 BFC1 FOGC PSIZ TEX0 to TEX3"));
        };
        self.cursor.punct(']')?;
        Ok(*number)
    }

    fn whole(&mut self) -> Result<i64, Diagnostic> {
        let token = self.cursor.peek();
        let value = integer_value(&token).ok_or_else(|| self.cursor.expected("a number"))?;
        self.cursor.advance();
        Ok(value)
    }

    pub(super) fn operand(&mut self, scalar: bool) -> Result<Operand, Diagnostic> {
        let negate = self.cursor.eat('-');
        let token = self.cursor.word("a register to read")?;
        let register = match token.text {
            "v" => Register::Attribute(self.attribute()?),
            "c" => self.constant()?,
            text => match temporary(text) {
                Some(index) if index <= 12 => Register::Temporary(index as u8),
                _ => {
                    let message = format!("`{text}` is no register to read");
                    return Err(register_error(token.span, message));
                }
            },
        };
        Ok(Operand {
            register,
            swizzle: self.swizzle(scalar)?,
            negate,
        })
    }

    /// `v[n]` or `v[NAME]`.
    fn attribute(&mut self) -> Result<u8, Diagnostic> {
        self.cursor.punct('[')?;
        let token = self.cursor.advance();
        let number = integer_value(&token);
        let found = match number {
            // The extension has its texture coordinates one lower than the chip.
            Some(index @ 0..=7) => Some(index as u8),
            Some(index @ 8..=14) => Some(index as u8 + 1),
            Some(_) => None,
            None => ATTRIBUTES
                .iter()
                .find(|(name, _)| *name == token.text)
                .map(|(_, index)| *index),
        };
        let Some(index) = found else {
            let message = format!("nv2a has no attribute v[{}]", token.text);
            return Err(register_error(token.span, message).with_help(
                "attributes are v[0] to v[14], OPOS WGHT NRML COL0 COL1 FOGC TEX0 to TEX3",
            ));
        };
        if index > 8 {
            self.warnings.push(
                Diagnostic::warning(
                    codes::warning::RENUMBERED_ATTRIBUTE,
                    format!("v[{}] is the chip's v{index}", token.text),
                )
                .at(token.span, "texture coordinates start at v9 on nv2a"),
            );
        }
        self.cursor.punct(']')?;
        Ok(index)
    }

    /// `c[n]`, `c[A0.x]`, `c[A0.x + n]`, `c[A0.x - n]`.
    fn constant(&mut self) -> Result<Register, Diagnostic> {
        self.cursor.punct('[')?;
        let start = self.cursor.peek().span;
        let relative = self.cursor.eat_word("A0");
        let mut index = 0;
        if relative {
            self.cursor.punct('.')?;
            if !self.cursor.eat_word("x") {
                return Err(self.cursor.expected("`x`"));
            }
            if self.cursor.eat('-') {
                index = -self.whole()?;
            } else if self.cursor.eat('+') {
                index = self.whole()?;
            }
        } else {
            index = self.whole()?;
        }
        let span = start.to(self.cursor.last_span());
        if relative && !(-64..=63).contains(&index) {
            let message = format!("the offset {index} is not in the range -64 to 63");
            return Err(error(span, message, "out of range"));
        }
        let index = constant(index, span)?;
        self.cursor.punct(']')?;
        Ok(if relative {
            Register::Relative(index)
        } else {
            Register::Constant(index)
        })
    }

    /// Missing letters are x, except that a single one is repeated for all where the operation is not
    /// scalar.
    fn swizzle(&mut self, scalar: bool) -> Result<Swizzle, Diagnostic> {
        if !self.cursor.eat('.') {
            if scalar {
                return Err(self
                    .cursor
                    .expected("a lane such as `.x`; the operation is scalar"));
            }
            return Ok(Swizzle::IDENTITY);
        }
        let token = self.cursor.word("a swizzle")?;
        let lanes: Option<Vec<u8>> = token
            .text
            .chars()
            .map(|letter| "xyzw".find(letter).map(|lane| lane as u8))
            .collect();
        match lanes.as_deref() {
            Some(&[lane]) if scalar => Ok(Swizzle::new([lane, 0, 0, 0])),
            Some(&[lane]) => Ok(Swizzle::splat(lane)),
            Some(lanes) if lanes.len() <= 4 && !scalar => {
                let lane = |at| lanes.get(at).copied().unwrap_or(0);
                Ok(Swizzle::new(std::array::from_fn(lane)))
            }
            _ => {
                let message = format!("`.{}` is no swizzle of this operand", token.text);
                let label = if scalar {
                    "one lane"
                } else {
                    "one to four lanes"
                };
                Err(error(token.span, message, label))
            }
        }
    }
}

fn temporary(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('R')?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u32::MAX))
}

fn constant(index: i64, span: Span) -> Result<u8, Diagnostic> {
    let number = index.saturating_add(CONSTANT_BIAS);
    u8::try_from(number)
        .ok()
        .filter(|number| u32::from(*number) < CONSTANTS)
        .ok_or_else(|| {
            register_error(span, format!("there is no constant c[{index}]"))
                .with_help("constants are c[0] to c[95] here, the chip's c[96] to c[191]")
        })
}
