//! Operands as they stand in the text, before anyone knows what they are for.

use crate::pp::isa::{REGISTERS, source};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::LANES;
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::text::{Cursor, TokenKind, error_of, float_value, integer_value};

/// What an operand names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Base<'a> {
    /// A register, or a pipeline register with a code.
    Register(i64),
    /// `^v0`
    Vector,
    /// `^s0`
    Scalar,
    /// `^none`
    None,
    /// `^tex_coord`
    TexCoord,
    /// `^fragcoord`, `^pointcoord`, `^frontfacing`
    Special(&'a str),
    /// A number: whole if `.1` says so.
    Number(f64, Option<i64>),
    /// Bits in hexadecimal.
    Bits(i64),
    /// A name.
    Label(&'a str),
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand<'a> {
    pub(super) negative: bool,
    pub(super) base: Base<'a>,
    pub(super) absolute: bool,
    /// The letters after the dot.
    pub(super) lanes: Option<&'a str>,
    /// The number of the component of an offset register.
    pub(super) offset: Option<i64>,
    /// The number after a slash.
    pub(super) tail: Option<i64>,
    pub(super) span: Span,
}

/// An error about an operand.
pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    error_of(codes::assembler::OPERAND, span, message, "this operand")
}

fn register(text: &str, span: Span) -> Result<Base<'_>, Diagnostic> {
    let code = match text {
        "^const0" => source::CONST0,
        "^const1" => source::CONST1,
        "^tex_sampler" | "^texture" => source::TEXTURE,
        "^u" | "^uniform" => source::LOAD,
        "^v0" => return Ok(Base::Vector),
        "^s0" => return Ok(Base::Scalar),
        "^none" => return Ok(Base::None),
        "^tex_coord" | "^discard" => return Ok(Base::TexCoord),
        "^fragcoord" | "^pointcoord" | "^frontfacing" => return Ok(Base::Special(text)),
        _ => {
            let number = text.strip_prefix('$').and_then(|rest| rest.parse().ok());
            let number = number.filter(|number: &i64| *number < i64::from(REGISTERS));
            return number.map(Base::Register).ok_or_else(|| {
                error_of(
                    codes::assembler::REGISTER,
                    span,
                    format!("there is no register `{text}`"),
                    "registers are $0 to $5",
                )
            });
        }
    };
    Ok(Base::Register(code))
}

impl<'a> Operand<'a> {
    pub(super) fn read(cursor: &mut Cursor<'_, 'a>) -> Result<Operand<'a>, Diagnostic> {
        let mut operand = Operand::simple(cursor)?;
        if cursor.eat('+') {
            operand.offset = Some(Operand::simple(cursor)?.plain_scalar()?);
        }
        if cursor.eat('/') {
            operand.tail = Some(cursor.integer(0..=63, "the number")?);
        }
        operand.span = operand.span.to(cursor.last_span());
        Ok(operand)
    }

    /// Reads an operand up to its components.
    fn simple(cursor: &mut Cursor<'_, 'a>) -> Result<Operand<'a>, Diagnostic> {
        let start = cursor.peek().span;
        let negative = cursor.eat('-');
        let token = cursor.peek();
        let mut absolute = false;
        let base = match token.kind {
            TokenKind::Number => {
                let whole = integer_value(&token);
                match (whole, token.text.starts_with("0x")) {
                    (Some(bits), true) => Base::Bits(bits),
                    (whole, _) => Base::Number(
                        float_value(&token).ok_or_else(|| cursor.expected("a number"))?,
                        whole,
                    ),
                }
            }
            TokenKind::Word if token.text.starts_with(['$', '^']) => {
                let name = token.text.strip_suffix("_abs");
                absolute = name.is_some();
                register(name.unwrap_or(token.text), token.span)?
            }
            TokenKind::Word => Base::Label(token.text),
            _ => return Err(cursor.expected("an operand")),
        };
        cursor.advance();
        let mut operand = Operand {
            negative,
            base,
            absolute,
            lanes: None,
            offset: None,
            tail: None,
            span: start,
        };
        if cursor.eat('.') {
            operand.lanes = Some(cursor.word("components")?.text);
        }
        operand.span = start.to(cursor.last_span());
        Ok(operand)
    }

    /// The operands up to the next comma or the end of the line.
    pub(super) fn list(cursor: &mut Cursor<'_, 'a>) -> Result<Vec<Operand<'a>>, Diagnostic> {
        let mut list = Vec::new();
        while !cursor.at_line_end() && !cursor.peek().is_punct(',') {
            list.push(Operand::read(cursor)?);
        }
        Ok(list)
    }

    /// Whether it can stand first as the destination.
    pub(super) fn is_destination(&self) -> bool {
        match self.base {
            Base::Register(code) => code < source::CONST0,
            Base::Vector | Base::Scalar | Base::None | Base::TexCoord => true,
            Base::Special(_) | Base::Number(..) | Base::Bits(_) | Base::Label(_) => false,
        }
    }

    /// The component numbers of its letters.
    fn letters(&self) -> Result<Vec<u8>, Diagnostic> {
        let letters = self.lanes.unwrap_or("").chars();
        let numbers = letters.map(|letter| {
            let number = LANES.iter().position(|lane| *lane == letter);
            number.map(|number| number as u8)
        });
        let numbers: Option<Vec<u8>> = numbers.collect();
        let numbers = numbers.filter(|numbers| numbers.len() <= 4);
        numbers.ok_or_else(|| {
            let message = format!("`{}` are no components", self.lanes.unwrap_or(""));
            wrong(self.span, message)
        })
    }

    /// The bits of a swizzle; the last letter is repeated.
    pub(super) fn swizzle(&self) -> Result<i64, Diagnostic> {
        let swizzle = Swizzle::of_letters(&self.letters()?);
        Ok(swizzle.unwrap_or(Swizzle::IDENTITY).bits().into())
    }

    /// The bits of a write mask.
    pub(super) fn mask(&self) -> Result<i64, Diagnostic> {
        match self.lanes {
            None => Ok(15),
            Some("_") => Ok(0),
            Some(_) => {
                let letters = self.letters()?;
                if letters.windows(2).any(|pair| pair[0] >= pair[1]) {
                    let message = "the components of a destination stand in order, each once";
                    return Err(wrong(self.span, message));
                }
                Ok(letters.into_iter().collect::<LaneMask>().bits().into())
            }
        }
    }

    /// The code of a register without modifiers.
    pub(super) fn register(&self) -> Result<i64, Diagnostic> {
        match self.base {
            Base::Register(code) => Ok(code),
            _ => Err(wrong(self.span, "a register is needed here")),
        }
    }

    /// The number of one component of a register.
    pub(super) fn scalar(&self) -> Result<i64, Diagnostic> {
        match (self.base, self.letters()?.as_slice()) {
            (Base::Register(code), [lane]) => Ok(code << 2 | i64::from(*lane)),
            _ => Err(wrong(
                self.span,
                "one component of a register is needed here",
            )),
        }
    }

    /// As [`Operand::scalar`], without modifiers, which this place has no bits for.
    pub(super) fn plain_scalar(&self) -> Result<i64, Diagnostic> {
        if self.negative || self.absolute {
            let message = "there is no negation and no absolute value here";
            return Err(wrong(self.span, message));
        }
        self.scalar()
    }

    /// A number without sign, as for samplers.
    pub(super) fn number(&self) -> Result<i64, Diagnostic> {
        match self.base {
            Base::Number(_, Some(number)) if !self.negative && self.lanes.is_none() => Ok(number),
            _ => Err(wrong(self.span, "a whole number is needed here")),
        }
    }
}
