//! Registers of the language.

use crate::isa::CONSTANTS;
use crate::program::{Operand, Register, Target, Write};
use crate::text::group::Destination;
use crate::text::operand::{self, Uniforms};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::lanes::Swizzle;
use retroshade_kit::text::{Cursor, TokenKind, error_of, integer_value};

/// The chip's number of c0.
const FIRST: i64 = 96;

/// True if a constant is next.
fn is_constant(cursor: &Cursor<'_, '_>) -> bool {
    let token = cursor.peek();
    let rest = token.text.strip_prefix(['c', 'C']);
    token.kind == TokenKind::Word
        && rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `c5`, `c-38`, `c[5]`, `c[-38]`, `c[a0.x + 5]`.
pub(super) fn constant(cursor: &mut Cursor<'_, '_>) -> Result<Register, Diagnostic> {
    if !is_constant(cursor) {
        return Err(cursor.expected("a constant"));
    }
    let token = cursor.advance();
    let start = token.span;
    let digits = token.text.get(1..).unwrap_or_default();
    if !digits.is_empty() {
        let index = digits.parse().unwrap_or(i64::MAX);
        return numbered(index, start).map(Register::Constant);
    }
    if cursor.eat('-') {
        let number = whole(cursor)?;
        let span = start.to(cursor.last_span());
        return numbered(-number, span).map(Register::Constant);
    }
    cursor.punct('[')?;
    let (mut index, mut relative) = (0i64, false);
    let mut sign = if cursor.eat('-') { -1 } else { 1 };
    loop {
        if sign > 0 && !relative && (cursor.eat_word("a0") || cursor.eat_word("A0")) {
            relative = true;
            if cursor.eat('.') && !cursor.eat_word("x") {
                return Err(cursor.expected("`x`"));
            }
        } else {
            index = index.saturating_add(sign * whole(cursor)?);
        }
        sign = match cursor.peek().kind {
            TokenKind::Punct('+') => 1,
            TokenKind::Punct('-') => -1,
            _ => break,
        };
        cursor.advance();
    }
    let span = start.to(cursor.last_span());
    cursor.punct(']')?;
    let index = numbered(index, span)?;
    Ok(if relative {
        Register::Relative(index)
    } else {
        Register::Constant(index)
    })
}

fn whole(cursor: &mut Cursor<'_, '_>) -> Result<i64, Diagnostic> {
    let token = cursor.peek();
    let value = integer_value(&token).ok_or_else(|| cursor.expected("the number of a constant"))?;
    cursor.advance();
    Ok(value)
}

/// The chip's number of a constant.
fn numbered(index: i64, span: Span) -> Result<u8, Diagnostic> {
    let number = u8::try_from(index.saturating_add(FIRST)).ok();
    number
        .filter(|number| u32::from(*number) < CONSTANTS)
        .ok_or_else(|| {
            let message = format!("there is no constant c[{index}]");
            error_of(
                codes::assembler::REGISTER,
                span,
                message,
                "no such register",
            )
            .with_help("constants are c[-96] to c[95], the chip's c[0] to c[191]")
        })
}

/// An operand, and whether its lanes are written.
pub(super) fn operand(cursor: &mut Cursor<'_, '_>) -> Result<(Operand, bool), Diagnostic> {
    let negate = cursor.eat('-');
    let register = if is_constant(cursor) {
        constant(cursor)?
    } else {
        operand::readable(cursor, &Uniforms::new())?
    };
    let said = cursor.peek().is_punct('.');
    let swizzle: Swizzle = operand::swizzle(cursor)?;
    let operand = Operand {
        register,
        swizzle,
        negate,
    };
    Ok((operand, said))
}

/// A destination with its mask.
pub(super) fn destination(cursor: &mut Cursor<'_, '_>) -> Result<Destination, Diagnostic> {
    if !is_constant(cursor) {
        return operand::destination(cursor, &Uniforms::new());
    }
    let start = cursor.peek().span;
    match constant(cursor)? {
        Register::Constant(index) => Ok(Destination::Output(Write {
            to: Target::Constant(index),
            mask: operand::mask(cursor)?,
        })),
        _ => {
            let span = start.to(cursor.last_span());
            let message = "constants can only be written at a fixed number";
            let label = "written relative to a0";
            Err(error_of(codes::assembler::REGISTER, span, message, label))
        }
    }
}
