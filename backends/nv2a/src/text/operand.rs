//! Registers, masks and swizzles of the nv2a-vsh language.

use super::group::Destination;
use crate::isa::registers::{attribute_by_name, output_by_name};
use crate::isa::{CONSTANTS, Mask, POSITION_VIEW, TEMPORARIES, XYZW};
use crate::program::{Operand, Register, Target, Write};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::lanes::{Swizzle, lane_of_letter};
use retroshade_kit::text::{Cursor, TokenKind, error, error_of, integer_value};

/// A named constant register, or four of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Uniform {
    pub(super) first: u8,
    pub(super) rows: u8,
    pub(super) span: Span,
}

/// Named constants in the order of declaration.
pub(super) type Uniforms = IndexMap<String, Uniform>;

fn register(span: Span, message: impl Into<String>) -> Diagnostic {
    error_of(
        codes::assembler::REGISTER,
        span,
        message,
        "no such register",
    )
}

/// The letters behind a dot that touches the register, if there is one.
fn suffix<'a>(cursor: &mut Cursor<'_, 'a>) -> Result<Option<(&'a str, Span)>, Diagnostic> {
    if !cursor.peek().is_punct('.') {
        return Ok(None);
    }
    if cursor.peek().spaced {
        return Err(cursor.expected("the dot right behind the register"));
    }
    cursor.advance();
    let token = cursor.peek();
    if token.spaced || token.kind != TokenKind::Word {
        return Err(cursor.expected("lanes right behind the dot"));
    }
    cursor.advance();
    Ok(Some((token.text, token.span)))
}

/// A write mask: letters in the order x y z w, each at most once.
pub(super) fn mask(cursor: &mut Cursor<'_, '_>) -> Result<Mask, Diagnostic> {
    let Some((letters, span)) = suffix(cursor)? else {
        return Ok(XYZW);
    };
    let mut mask: Mask = 0;
    for letter in letters.chars() {
        match lane_of_letter(letter) {
            // A lane below or at one that was named is out of order or named twice.
            Some(lane) if mask >> lane == 0 => mask |= 1 << lane,
            Some(_) => {
                let message = format!("the write mask `.{letters}` is not in the order xyzw");
                return Err(error(span, message, "each lane at most once, in order"));
            }
            None => {
                let message = format!("`{letter}` is no lane");
                return Err(error(span, message, "lanes are x y z w or r g b a"));
            }
        }
    }
    Ok(mask)
}

/// A swizzle of one to four letters; the last one is repeated for those that are missing.
pub(super) fn swizzle(cursor: &mut Cursor<'_, '_>) -> Result<Swizzle, Diagnostic> {
    let Some((letters, span)) = suffix(cursor)? else {
        return Ok(Swizzle::IDENTITY);
    };
    let mut lanes = Vec::new();
    for letter in letters.chars() {
        let Some(lane) = lane_of_letter(letter) else {
            let message = format!("`{letter}` is no lane");
            return Err(error(span, message, "lanes are x y z w or r g b a"));
        };
        lanes.push(lane);
    }
    Swizzle::of_letters(&lanes).ok_or_else(|| {
        let message = format!("the swizzle `.{letters}` has more than four lanes");
        error(span, message, "one to four letters")
    })
}

/// The number behind a register's letter, in either case of the letter.
fn numbered(text: &str, letter: char) -> Option<u32> {
    let rest = text.strip_prefix([letter, letter.to_ascii_uppercase()])?;
    let digits = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    // A number too long for 32 bits is out of range like any other.
    digits.then(|| rest.parse().unwrap_or(u32::MAX))
}

fn constant_index(index: i64, span: Span) -> Result<u8, Diagnostic> {
    u8::try_from(index)
        .ok()
        .filter(|index| u32::from(*index) < CONSTANTS)
        .ok_or_else(|| {
            let last = CONSTANTS - 1;
            register(span, format!("there is no constant {index}")).with_help(format!(
                "constants are c[0] to c[{last}], in hardware numbers"
            ))
        })
}

fn whole(cursor: &mut Cursor<'_, '_>) -> Result<i64, Diagnostic> {
    let token = cursor.peek();
    let value = integer_value(&token).ok_or_else(|| cursor.expected("the number of a constant"))?;
    cursor.advance();
    Ok(value)
}

/// What stands between the brackets of `c[…]`.
fn bracketed(cursor: &mut Cursor<'_, '_>) -> Result<Register, Diagnostic> {
    cursor.punct('[')?;
    let start = cursor.peek().span;
    let address = |cursor: &Cursor<'_, '_>| {
        let token = cursor.peek();
        token.is_word("A0") || token.is_word("a0")
    };
    let (index, relative) = if address(cursor) {
        cursor.advance();
        if cursor.peek().is_punct('.') {
            return Err(cursor.expected("`+`; a0 has a single lane and takes no suffix here"));
        }
        if !cursor.eat('+') {
            return Err(cursor
                .expected("`+` and a number")
                .with_help("write c[A0+0] for the register that a0 alone selects"));
        }
        (whole(cursor)?, true)
    } else {
        let index = whole(cursor)?;
        let relative = cursor.eat('+');
        if relative && !address(cursor) {
            return Err(cursor.expected("`A0`"));
        }
        if relative {
            cursor.advance();
        }
        (index, relative)
    };
    let index = constant_index(index, start.to(cursor.last_span()))?;
    cursor.punct(']')?;
    Ok(if relative {
        Register::Relative(index)
    } else {
        Register::Constant(index)
    })
}

/// A name made of letters, digits and `_` right behind `#`.
pub(super) fn uniform_name<'a>(cursor: &mut Cursor<'_, 'a>) -> Result<(&'a str, Span), Diagnostic> {
    let token = cursor.peek();
    let plain = token
        .text
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let word = matches!(token.kind, TokenKind::Word | TokenKind::Number);
    if !word || !plain || token.spaced {
        return Err(cursor.expected("the name of a uniform right behind `#`"));
    }
    cursor.advance();
    Ok((token.text, token.span))
}

/// `#name` or `#name[row]`, as the first register and whether a row was given.
pub(super) fn uniform_reference(
    cursor: &mut Cursor<'_, '_>,
    uniforms: &Uniforms,
) -> Result<(Uniform, Option<u8>), Diagnostic> {
    cursor.punct('#')?;
    let (name, span) = uniform_name(cursor)?;
    let Some(uniform) = uniforms.get(name).copied() else {
        return Err(
            register(span, format!("the uniform `#{name}` is not defined")).with_help(format!(
                "define it above: `#{name} vector 96` or `#{name} matrix4 96`"
            )),
        );
    };
    if !cursor.peek().is_punct('[') || cursor.peek().spaced {
        return Ok((uniform, None));
    }
    cursor.advance();
    let start = cursor.peek().span;
    let row = whole(cursor)?;
    let span = start.to(cursor.last_span());
    cursor.punct(']')?;
    match u8::try_from(row) {
        Ok(row) if row < uniform.rows => Ok((uniform, Some(row))),
        _ => {
            let message = format!(
                "`#{name}` has {} registers, there is no [{row}]",
                uniform.rows
            );
            Err(register(span, message).and_at(uniform.span, "defined here"))
        }
    }
}

/// A register that can be read.
pub(super) fn readable(
    cursor: &mut Cursor<'_, '_>,
    uniforms: &Uniforms,
) -> Result<Register, Diagnostic> {
    let token = cursor.peek();
    if token.is_punct('#') {
        let (uniform, row) = uniform_reference(cursor, uniforms)?;
        return Ok(Register::Constant(uniform.first + row.unwrap_or(0)));
    }
    if token.kind != TokenKind::Word {
        return Err(cursor.expected("a register to read"));
    }
    let out_of_range = |what: &str| {
        Err(register(token.span, format!("there is no register `{}`", token.text)).with_help(what))
    };
    if let Some(index) = numbered(token.text, 'r') {
        if index > u32::from(POSITION_VIEW) {
            return out_of_range("temporaries are r0 to r11; r12 reads back oPos");
        }
        cursor.advance();
        return Ok(Register::Temporary(index as u8));
    }
    if let Some(index) = numbered(token.text, 'v') {
        if index > 15 {
            return out_of_range("attributes are v0 to v15");
        }
        cursor.advance();
        return Ok(Register::Attribute(index as u8));
    }
    if let Some(index) = numbered(token.text, 'c') {
        cursor.advance();
        return constant_index(i64::from(index), token.span).map(Register::Constant);
    }
    let bracket = cursor.peek_at(1);
    if matches!(token.text, "c" | "C") && bracket.is_punct('[') && !bracket.spaced {
        cursor.advance();
        return bracketed(cursor);
    }
    if let Some(index) = attribute_by_name(token.text) {
        cursor.advance();
        return Ok(Register::Attribute(index));
    }
    let diagnostic = cursor.expected("a register to read");
    Err(match output_by_name(token.text) {
        Some(0) => diagnostic.with_help("oPos is read back as r12"),
        Some(_) => diagnostic.with_help("only oPos can be read back, as r12"),
        None => diagnostic,
    })
}

/// An operand: sign, register, swizzle.
pub(super) fn operand(
    cursor: &mut Cursor<'_, '_>,
    uniforms: &Uniforms,
) -> Result<Operand, Diagnostic> {
    let negate = cursor.eat('-');
    let register = readable(cursor, uniforms)?;
    Ok(Operand {
        register,
        swizzle: swizzle(cursor)?,
        negate,
    })
}

/// A destination with its mask; `a0` takes `.x` alone.
pub(super) fn destination(
    cursor: &mut Cursor<'_, '_>,
    uniforms: &Uniforms,
) -> Result<Destination, Diagnostic> {
    let token = cursor.peek();
    if token.is_word("_") {
        cursor.advance();
        return Ok(Destination::Nowhere);
    }
    if token.is_word("a0") || token.is_word("A0") {
        cursor.advance();
        let lanes = if cursor.peek().is_punct('.') {
            mask(cursor)?
        } else {
            1
        };
        if lanes != 1 {
            return Err(error(
                cursor.last_span(),
                "a0 has a single lane",
                "only .x can be written",
            ));
        }
        return Ok(Destination::Address);
    }
    if let (TokenKind::Word, Some(index)) = (token.kind, numbered(token.text, 'r')) {
        if index >= u32::from(TEMPORARIES) {
            let diagnostic = register(token.span, format!("`{}` cannot be written", token.text));
            return Err(if index == u32::from(POSITION_VIEW) {
                diagnostic.with_help("r12 reads back oPos; write oPos")
            } else {
                diagnostic.with_help("temporaries are r0 to r11")
            });
        }
        cursor.advance();
        let mask = mask(cursor)?;
        return Ok(Destination::Temporary(Write {
            to: index as u8,
            mask,
        }));
    }
    let to = if let Some(number) = output_by_name(token.text) {
        cursor.advance();
        Target::Output(number)
    } else if token.is_punct('#') || token.text.starts_with(['c', 'C']) {
        match readable(cursor, uniforms)? {
            Register::Constant(index) => Target::Constant(index),
            _ => {
                let span = token.span.to(cursor.last_span());
                let message = "constants can only be written at a fixed number";
                return Err(error(span, message, "written relative to a0"));
            }
        }
    } else {
        return Err(cursor.expected("a register to write"));
    };
    let mask = mask(cursor)?;
    Ok(Destination::Output(Write { to, mask }))
}
