//! Integer expressions of `#if`, `#elif` and `#line`.

use super::macros::Macros;
use crate::intern::{Interner, Symbol};
use crate::lex::raw::{RawKind, RawToken};
use crate::lex::{Punctuator, words};
use retroshade_diagnostics::codes::preprocessor as codes;
use retroshade_diagnostics::{Diagnostic, Span};

/// Levels of parentheses and prefix operators.
const DEPTH_LIMIT: u32 = 128;

/// An error; boxed because values are the common case.
pub(super) type Problem = Box<Diagnostic>;

/// Evaluates expanded tokens. Arithmetic is that of 32-bit ints and wraps.
pub(super) struct Evaluator<'t> {
    tokens: &'t [RawToken],
    position: usize,
    /// The directive, for errors at its end.
    line: Span,
    names: &'t Interner,
    macros: &'t Macros,
    depth: u32,
    /// The value of what is being read decides nothing: undefined names and divisions by zero in it
    /// are no errors.
    ignored: bool,
    undefined: Undefined,
}

/// What a name that is not defined is in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undefined {
    /// An error, as in GLSL.
    Error,
    /// 0, as in C and Cg.
    Zero,
}

impl<'t> Evaluator<'t> {
    pub(super) fn new(
        tokens: &'t [RawToken],
        line: Span,
        names: &'t Interner,
        macros: &'t Macros,
        undefined: Undefined,
    ) -> Evaluator<'t> {
        Evaluator {
            tokens,
            position: 0,
            line,
            names,
            macros,
            depth: 0,
            ignored: false,
            undefined,
        }
    }

    /// The value of an expression that takes all tokens.
    pub(super) fn whole(&mut self) -> Result<i32, Problem> {
        let value = self.expression(0)?;
        match self.rest().first() {
            None => Ok(value),
            Some(&token) => Err(self.unexpected(token)),
        }
    }

    /// The value of the expression that the tokens begin with.
    pub(super) fn beginning(&mut self) -> Result<i32, Problem> {
        self.expression(0)
    }

    /// What was not read yet.
    pub(super) fn rest(&self) -> &'t [RawToken] {
        self.tokens.get(self.position..).unwrap_or(&[])
    }

    fn problem(code: retroshade_diagnostics::Code, message: String, token: RawToken) -> Problem {
        let diagnostic = Diagnostic::error(code, message).at(token.span, "");
        Box::new(diagnostic.and_at(token.definition, "written in this macro"))
    }

    fn unexpected(&self, token: RawToken) -> Problem {
        let what = match token.kind {
            RawKind::Float(_) | RawKind::SuffixedFloat(_) => "a float has no place in a condition",
            RawKind::Uint(_) => "an unsigned literal has no place in a condition",
            RawKind::Punctuator(Punctuator::Equal) => "`=` has no place in a condition",
            _ => "the condition is not an integer expression",
        };
        let problem = Self::problem(codes::INVALID_CONDITION, what.to_owned(), token);
        if token.is(Punctuator::Equal) {
            Box::new(problem.with_help("`==` compares"))
        } else {
            problem
        }
    }

    fn missing(&self) -> Problem {
        let message = "the condition is incomplete";
        let end = Span::new(self.line.file, self.line.end, self.line.end);
        Box::new(
            Diagnostic::error(codes::INVALID_CONDITION, message).at(end, "an operand is missing"),
        )
    }

    /// An expression of operators that bind at least as tightly as `lowest`.
    fn expression(&mut self, lowest: u8) -> Result<i32, Problem> {
        let mut left = self.operand()?;
        while let Some(&token) = self.rest().first() {
            let RawKind::Punctuator(operator) = token.kind else {
                break;
            };
            let Some(precedence) = precedence(operator) else {
                break;
            };
            if precedence < lowest {
                break;
            }
            self.position += 1;
            let decided = match operator {
                Punctuator::AmpersandAmpersand => left == 0,
                Punctuator::BarBar => left != 0,
                _ => false,
            };
            let ignored = self.ignored;
            self.ignored |= decided;
            let right = self.expression(precedence + 1)?;
            self.ignored = ignored;
            left = match apply(operator, left, right) {
                Some(value) => value,
                None if self.ignored => 0,
                None => {
                    let message = "the condition divides by zero".to_owned();
                    return Err(Self::problem(codes::CONDITION_DIVISION, message, token));
                }
            };
        }
        Ok(left)
    }

    /// An operand with its prefix operators.
    fn operand(&mut self) -> Result<i32, Problem> {
        let Some(&token) = self.rest().first() else {
            return Err(self.missing());
        };
        self.position += 1;
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            let message = format!("the condition nests more than {DEPTH_LIMIT} levels deep");
            return Err(Self::problem(codes::INVALID_CONDITION, message, token));
        }
        let value = match token.kind {
            RawKind::Int(value) => value as i32,
            RawKind::Identifier(symbol) if symbol == words::DEFINED => self.is_defined(token)?,
            RawKind::Identifier(_) | RawKind::LongIdentifier(_) if self.ignored => 0,
            RawKind::Identifier(symbol)
                if self.undefined == Undefined::Zero && self.macros.find(symbol).is_none() =>
            {
                0
            }
            RawKind::Identifier(symbol) => return Err(self.undefined(token, symbol)),
            RawKind::Punctuator(Punctuator::Plus) => self.operand()?,
            RawKind::Punctuator(Punctuator::Minus) => self.operand()?.wrapping_neg(),
            RawKind::Punctuator(Punctuator::Tilde) => !self.operand()?,
            RawKind::Punctuator(Punctuator::Bang) => i32::from(self.operand()? == 0),
            RawKind::Punctuator(Punctuator::LeftParen) => {
                let value = self.expression(0)?;
                self.close(token)?;
                value
            }
            _ => return Err(self.unexpected(token)),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn close(&mut self, open: RawToken) -> Result<(), Problem> {
        match self.rest().first() {
            Some(token) if token.is(Punctuator::RightParen) => {
                self.position += 1;
                Ok(())
            }
            Some(&token) => Err(self.unexpected(token)),
            None => {
                let message = "a parenthesis is not closed in the condition".to_owned();
                Err(Self::problem(codes::INVALID_CONDITION, message, open))
            }
        }
    }

    /// `defined NAME` or `defined(NAME)`, behind the word.
    fn is_defined(&mut self, word: RawToken) -> Result<i32, Problem> {
        let parenthesis = self
            .rest()
            .first()
            .copied()
            .filter(|t| t.is(Punctuator::LeftParen));
        self.position += usize::from(parenthesis.is_some());
        let Some(symbol) = self.rest().first().and_then(RawToken::symbol) else {
            let message = "`defined` needs the name of a macro".to_owned();
            return Err(Self::problem(codes::INVALID_CONDITION, message, word));
        };
        self.position += 1;
        if let Some(open) = parenthesis {
            self.close(open)?;
        }
        Ok(i32::from(self.macros.find(symbol).is_some()))
    }

    fn undefined(&self, token: RawToken, symbol: Symbol) -> Problem {
        let text = super::driver::shorten(self.names.text(symbol));
        let function = self.macros.find(symbol).is_some() && !token.painted;
        let (message, help) = if function {
            (
                format!("macro `{text}` needs arguments in a condition"),
                format!("write `{text}(…)`"),
            )
        } else {
            (
                format!("`{text}` is not defined"),
                format!("guard it: `defined({text}) && …`, or use `#ifdef {text}`"),
            )
        };
        Box::new(Self::problem(codes::UNDEFINED_IN_CONDITION, message, token).with_help(help))
    }
}

/// How tightly an operator binds, 0 least; `None` for what is no operator of conditions.
fn precedence(operator: Punctuator) -> Option<u8> {
    use Punctuator::*;
    Some(match operator {
        BarBar => 0,
        AmpersandAmpersand => 1,
        Bar => 2,
        Caret => 3,
        Ampersand => 4,
        EqualEqual | BangEqual => 5,
        Less | Greater | LessEqual | GreaterEqual => 6,
        LessLess | GreaterGreater => 7,
        Plus | Minus => 8,
        Star | Slash | Percent => 9,
        _ => return None,
    })
}

/// `None` is a division by zero. Shifts by more than 31 or less than 0 bits give 0.
fn apply(operator: Punctuator, left: i32, right: i32) -> Option<i32> {
    use Punctuator::*;
    Some(match operator {
        BarBar => i32::from(left != 0 || right != 0),
        AmpersandAmpersand => i32::from(left != 0 && right != 0),
        Bar => left | right,
        Caret => left ^ right,
        Ampersand => left & right,
        EqualEqual => i32::from(left == right),
        BangEqual => i32::from(left != right),
        Less => i32::from(left < right),
        Greater => i32::from(left > right),
        LessEqual => i32::from(left <= right),
        GreaterEqual => i32::from(left >= right),
        LessLess => u32::try_from(right)
            .ok()
            .and_then(|bits| left.checked_shl(bits))
            .unwrap_or(0),
        GreaterGreater => u32::try_from(right)
            .ok()
            .and_then(|bits| left.checked_shr(bits))
            .unwrap_or(0),
        Plus => left.wrapping_add(right),
        Minus => left.wrapping_sub(right),
        Star => left.wrapping_mul(right),
        Slash if right == 0 => return None,
        Percent if right == 0 => return None,
        Slash => left.wrapping_div(right),
        Percent => left.wrapping_rem(right),
        _ => return None,
    })
}
