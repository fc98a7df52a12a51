//! Operands as assembly languages write them: a sign, a name or number, an absolute value, lanes, an offset. What is
//! printed by a [`Style`] is read by it as the same.

use super::{Cursor, TokenKind, error_of, float_value, integer_value};
use crate::lanes::{LaneMask, Swizzle};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::LANES;
use std::borrow::Cow;

/// How a language writes operands.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// What follows the name of a register of which the absolute value is taken.
    pub absolute: &'static str,
    /// Characters that names of registers begin with; other words are labels.
    pub registers: &'static [char],
    /// The largest number after a slash: bits that mean nothing, but that a binary has.
    pub largest_spare: i64,
}

/// The register or name of an operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Base<'a> {
    /// A register.
    Register(Cow<'a, str>),
    /// A number, with its value as an integer if it is one.
    Number(f64, Option<i64>),
    /// Bits in hexadecimal.
    Bits(i64),
    /// A label.
    Label(Cow<'a, str>),
}

/// An operand as it stands in a text.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    /// True if a minus is before it.
    pub negative: bool,
    /// The register or name.
    pub base: Base<'a>,
    /// True if the absolute value is taken.
    pub absolute: bool,
    /// The letters after the dot.
    pub lanes: Option<Cow<'a, str>>,
    /// The register, with its lane, that is added to an index.
    pub offset: Option<Box<Written<'a>>>,
    /// The number after a slash.
    pub spare: Option<i64>,
    /// The place.
    pub span: Span,
}

/// An error about an operand.
pub fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    error_of(codes::assembler::OPERAND, span, message, "this operand")
}

impl<'a> Written<'a> {
    /// An operand that is only what it names.
    pub fn of(base: Base<'a>) -> Written<'a> {
        Written {
            negative: false,
            base,
            absolute: false,
            lanes: None,
            offset: None,
            spare: None,
            span: Span::NONE,
        }
    }

    /// A register by its name.
    pub fn register(name: impl Into<Cow<'a, str>>) -> Written<'a> {
        Written::of(Base::Register(name.into()))
    }

    /// An integer.
    pub fn integer(number: i64) -> Written<'a> {
        Written::of(Base::Number(number as f64, Some(number)))
    }

    /// The operand with letters of lanes.
    pub fn with_lanes(mut self, lanes: impl Into<Cow<'a, str>>) -> Written<'a> {
        self.lanes = Some(lanes.into());
        self
    }

    /// The operand with the lane of a swizzle in each place, unless they are all in order.
    pub fn swizzled(self, swizzle: Swizzle) -> Written<'a> {
        match swizzle {
            Swizzle::IDENTITY => self,
            // All four letters, also where the last ones are alike.
            swizzle => self.with_lanes(format!("{swizzle:?}")),
        }
    }

    /// The operand with the lanes of a mask, unless it is all of them; `_` is none.
    pub fn masked(self, mask: LaneMask) -> Written<'a> {
        match mask {
            LaneMask::ALL => self,
            LaneMask::NONE => self.with_lanes("_"),
            mask => self.with_lanes(mask.to_string()),
        }
    }

    /// The operand with one lane.
    pub fn lane(self, lane: u8) -> Written<'a> {
        self.with_lanes(LaneMask::lane(lane).to_string())
    }

    /// The text of the operand.
    pub fn written(&self, style: &Style) -> String {
        let mut text = String::new();
        if self.negative {
            text.push('-');
        }
        match &self.base {
            Base::Register(name) | Base::Label(name) => text.push_str(name),
            Base::Number(_, Some(whole)) => text.push_str(&whole.to_string()),
            // Prints with all its digits.
            Base::Number(number, None) => text.push_str(&format!("{number:?}")),
            Base::Bits(bits) => text.push_str(&format!("0x{bits:04x}")),
        }
        if self.absolute {
            text.push_str(style.absolute);
        }
        if let Some(lanes) = &self.lanes {
            text.push('.');
            text.push_str(lanes);
        }
        if let Some(offset) = &self.offset {
            text.push('+');
            text.push_str(&offset.written(style));
        }
        if let Some(spare) = self.spare {
            text.push_str(&format!("/{spare}"));
        }
        text
    }

    /// Reads an operand.
    ///
    /// # Errors
    /// What is none.
    pub fn read(style: &Style, cursor: &mut Cursor<'_, 'a>) -> Result<Written<'a>, Diagnostic> {
        let mut operand = Written::simple(style, cursor)?;
        if cursor.eat('+') {
            operand.offset = Some(Box::new(Written::simple(style, cursor)?));
        }
        if cursor.eat('/') {
            operand.spare = Some(cursor.integer(0..=style.largest_spare, "the number")?);
        }
        operand.span = operand.span.to(cursor.last_span());
        Ok(operand)
    }

    /// Reads an operand up to its lanes.
    fn simple(style: &Style, cursor: &mut Cursor<'_, 'a>) -> Result<Written<'a>, Diagnostic> {
        let start = cursor.peek().span;
        let negative = cursor.eat('-');
        let token = cursor.peek();
        let mut absolute = false;
        let base = match token.kind {
            TokenKind::Number => {
                let whole = integer_value(&token);
                match (whole, token.text.starts_with("0x")) {
                    (Some(bits), true) => Base::Bits(bits),
                    (whole, _) => {
                        let value = float_value(&token);
                        Base::Number(value.ok_or_else(|| cursor.expected("a number"))?, whole)
                    }
                }
            }
            TokenKind::Word if token.text.starts_with(style.registers) => {
                let name = token.text.strip_suffix(style.absolute);
                absolute = name.is_some();
                Base::Register(name.unwrap_or(token.text).into())
            }
            TokenKind::Word => Base::Label(token.text.into()),
            _ => return Err(cursor.expected("an operand")),
        };
        cursor.advance();
        let mut operand = Written {
            negative,
            absolute,
            ..Written::of(base)
        };
        if cursor.eat('.') {
            operand.lanes = Some(cursor.word("components")?.text.into());
        }
        operand.span = start.to(cursor.last_span());
        Ok(operand)
    }

    /// Reads the operands up to the next comma or the end of the line.
    ///
    /// # Errors
    /// What is none.
    pub fn list(
        style: &Style,
        cursor: &mut Cursor<'_, 'a>,
    ) -> Result<Vec<Written<'a>>, Diagnostic> {
        let mut list = Vec::new();
        while !cursor.at_line_end() && !cursor.peek().is_punct(',') {
            list.push(Written::read(style, cursor)?);
        }
        Ok(list)
    }

    /// The lanes of its letters, 0 to 3.
    fn letters(&self) -> Result<Vec<u8>, Diagnostic> {
        let text = self.lanes.as_deref().unwrap_or("");
        let lane = |letter: char| LANES.iter().position(|lane| *lane == letter);
        let letters = text
            .chars()
            .map(|letter| lane(letter).map(|lane| lane as u8));
        let letters: Option<Vec<u8>> = letters.collect();
        let letters = letters.filter(|letters| letters.len() <= 4);
        letters.ok_or_else(|| wrong(self.span, format!("`{text}` are no components")))
    }

    /// The lanes as those of a source; the last letter is repeated.
    ///
    /// # Errors
    /// Other letters.
    pub fn swizzle(&self) -> Result<Swizzle, Diagnostic> {
        let swizzle = Swizzle::of_letters(&self.letters()?);
        Ok(swizzle.unwrap_or(Swizzle::IDENTITY))
    }

    /// The lanes as those of a destination.
    ///
    /// # Errors
    /// Other letters, and letters in another order.
    pub fn mask(&self) -> Result<LaneMask, Diagnostic> {
        match self.lanes.as_deref() {
            None => Ok(LaneMask::ALL),
            Some("_") => Ok(LaneMask::NONE),
            Some(_) => {
                let letters = self.letters()?;
                if letters.windows(2).any(|pair| pair[0] >= pair[1]) {
                    let message = "the components of a destination stand in order, each once";
                    return Err(wrong(self.span, message));
                }
                Ok(letters.into_iter().collect())
            }
        }
    }

    /// The only lane.
    ///
    /// # Errors
    /// None, and several.
    pub fn component(&self) -> Result<u8, Diagnostic> {
        match (&self.base, self.letters()?.as_slice()) {
            (Base::Register(_), [lane]) => Ok(*lane),
            _ => Err(wrong(
                self.span,
                "one component of a register is needed here",
            )),
        }
    }

    /// Demands that neither sign nor absolute value is asked for.
    ///
    /// # Errors
    /// One of them.
    pub fn unmodified(&self) -> Result<(), Diagnostic> {
        if self.negative || self.absolute {
            let message = "there is no negation and no absolute value here";
            Err(wrong(self.span, message))
        } else {
            Ok(())
        }
    }

    /// A number without sign and lanes.
    ///
    /// # Errors
    /// Anything else.
    pub fn whole(&self) -> Result<i64, Diagnostic> {
        match self.base {
            Base::Number(_, Some(number)) if !self.negative && self.lanes.is_none() => Ok(number),
            _ => Err(wrong(self.span, "a whole number is needed here")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Syntax, lex};
    use retroshade_diagnostics::FileId;

    const STYLE: Style = Style {
        absolute: "_abs",
        registers: &['$'],
        largest_spare: 9,
    };

    fn read(text: &str) -> Result<Vec<String>, String> {
        let syntax = Syntax {
            line_comments: &[],
            block_comments: false,
            word_start: "$",
            word_rest: "",
        };
        let (tokens, _) = lex(&syntax, FileId(0), text);
        let list = Written::list(&STYLE, &mut Cursor::new(&tokens));
        let list = list.map_err(|error| error.message)?;
        Ok(list.iter().map(|one| one.written(&STYLE)).collect())
    }

    #[test]
    fn what_is_read_is_written_the_same() {
        let text = "$0 -$1_abs.wzyx 3 -8+$2.x 1.xy+-$1.y 0.5 0x7c00 label $3._/4";
        assert_eq!(read(text).unwrap().join(" "), text);
    }

    #[test]
    fn what_is_none_is_refused() {
        let message = read("$0/10").unwrap_err();
        assert_eq!(message, "the number must be in the range 0 to 9");
        assert!(read("+").unwrap_err().contains("expected an operand"));
        // An offset has no offset, and ends the operand.
        assert!(
            read("0+$1.x+$2.x")
                .unwrap_err()
                .contains("expected an operand")
        );
    }
}
