//! The infix operators and their levels.

use crate::lex::Punctuator;
use crate::typed::BinaryOperator;

/// How tightly an infix operator binds; more is tighter.
pub(super) type Level = u8;

/// `,`
pub(super) const COMMA: Level = 0;
/// `=` and its relatives, from the right.
pub(super) const ASSIGNMENT: Level = 1;
/// `?:`
const SELECTION: Level = 2;

/// An infix operator.
#[derive(Clone, Copy)]
pub(super) enum Infix {
    Comma,
    Assign(Option<BinaryOperator>),
    Select,
    Binary(BinaryOperator),
}

/// The infix operator that a punctuator is.
#[inline]
pub(super) fn infix(punctuator: Punctuator) -> Option<(Level, Infix)> {
    use BinaryOperator as B;
    use Punctuator as P;
    let assign = |operator| Some((ASSIGNMENT, Infix::Assign(Some(operator))));
    let binary = |level, operator| Some((level, Infix::Binary(operator)));
    match punctuator {
        P::Comma => Some((COMMA, Infix::Comma)),
        P::Equal => Some((ASSIGNMENT, Infix::Assign(None))),
        P::PlusEqual => assign(B::Add),
        P::MinusEqual => assign(B::Subtract),
        P::StarEqual => assign(B::Multiply),
        P::SlashEqual => assign(B::Divide),
        P::PercentEqual => assign(B::Remainder),
        P::LessLessEqual => assign(B::ShiftLeft),
        P::GreaterGreaterEqual => assign(B::ShiftRight),
        P::AmpersandEqual => assign(B::BitAnd),
        P::BarEqual => assign(B::BitOr),
        P::CaretEqual => assign(B::BitXor),
        P::Question => Some((SELECTION, Infix::Select)),
        P::BarBar => binary(3, B::Or),
        P::CaretCaret => binary(4, B::Xor),
        P::AmpersandAmpersand => binary(5, B::And),
        P::Bar => binary(6, B::BitOr),
        P::Caret => binary(7, B::BitXor),
        P::Ampersand => binary(8, B::BitAnd),
        P::EqualEqual => binary(9, B::Equal),
        P::BangEqual => binary(9, B::NotEqual),
        P::Less => binary(10, B::Less),
        P::Greater => binary(10, B::Greater),
        P::LessEqual => binary(10, B::LessEqual),
        P::GreaterEqual => binary(10, B::GreaterEqual),
        P::LessLess => binary(11, B::ShiftLeft),
        P::GreaterGreater => binary(11, B::ShiftRight),
        P::Plus => binary(12, B::Add),
        P::Minus => binary(12, B::Subtract),
        P::Star => binary(13, B::Multiply),
        P::Slash => binary(13, B::Divide),
        P::Percent => binary(13, B::Remainder),
        _ => None,
    }
}

/// True if ESSL 1.00 reserves an operator.
pub(super) fn is_reserved(operator: BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(
        operator,
        B::Remainder | B::ShiftLeft | B::ShiftRight | B::BitAnd | B::BitOr | B::BitXor
    )
}
