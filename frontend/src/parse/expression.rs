//! Expressions, by precedence climbing.
//!
//! A nested parenthesis costs three small stack frames: [`Parser::levels`], `operand`, `primary`.
//! Chains of one precedence cost none.

use super::operator::{self, ASSIGNMENT, COMMA, Infix, Level, SELECTION, infix};
use super::{Parse, Parser};
use crate::lex::{BasicType, Keyword, Punctuator, Token, TokenKind};
use crate::syntax::{
    AssignOperator, BinaryTerm, CHAIN_LIMIT, Callee, Expression, ExpressionKind, NESTING_LIMIT,
    Name, PostfixOperator, PrefixOperator, TypeName,
};
use crate::typed::{BinaryOperator, Version};
use retroshade_diagnostics::Diagnostic;
use retroshade_diagnostics::Span;
use retroshade_diagnostics::codes::syntax as codes;

/// An expression with the number of levels of its tree.
struct Tall {
    expression: Expression,
    height: u32,
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<Expression> {
        Ok(self.levels(COMMA)?.expression)
    }

    /// An expression without commas of its own.
    pub(super) fn assignment(&mut self) -> Parse<Expression> {
        Ok(self.levels(ASSIGNMENT)?.expression)
    }

    /// An expression of operators that bind at least as tightly as `lowest`.
    fn levels(&mut self, lowest: Level) -> Parse<Tall> {
        self.enter()?;
        let left = self.operand()?;
        let whole = self.infix(left, lowest)?;
        self.depth -= 1;
        Ok(whole)
    }

    /// The infix operator at the present token, if it binds at least as tightly as `lowest`.
    #[inline]
    fn at_infix(&self, lowest: Level) -> Option<(Level, Infix)> {
        let TokenKind::Punctuator(punctuator) = self.kind() else {
            return None;
        };
        infix(punctuator).filter(|&(level, _)| level >= lowest)
    }

    /// The operators that follow an operand.
    fn infix(&mut self, mut left: Tall, lowest: Level) -> Parse<Tall> {
        while let Some((level, operator)) = self.at_infix(lowest) {
            left = match operator {
                Infix::Comma => self.comma(left)?,
                Infix::Assign(operator) => self.assign(left, operator)?,
                Infix::Select => self.select(left)?,
                Infix::Binary(_) => self.chain(left, level)?,
            };
        }
        Ok(left)
    }

    /// An operand with what binds more tightly than `level` behind it.
    fn operand_above(&mut self, level: Level) -> Parse<Tall> {
        let operand = self.operand()?;
        if self.at_infix(level + 1).is_none() {
            return Ok(operand);
        }
        self.enter()?;
        let operand = self.infix(operand, level + 1)?;
        self.depth -= 1;
        Ok(operand)
    }

    /// Operators of one precedence in a row.
    fn chain(&mut self, left: Tall, level: Level) -> Parse<Tall> {
        let mut span = left.expression.span;
        let mut height = left.height;
        let mut rest = Vec::new();
        while let Some((found, Infix::Binary(operator))) = self.at_infix(level) {
            if found != level {
                break;
            }
            let token = self.token();
            self.check_operator(operator, token);
            self.bump();
            let operand = self.operand_above(level)?;
            height = height.max(operand.height);
            span = span.to(operand.expression.span);
            rest.push(BinaryTerm {
                operator,
                operator_span: token.span,
                operand: operand.expression,
            });
            if rest.len() >= CHAIN_LIMIT {
                return Err(self.too_long());
            }
        }
        let first = Box::new(left.expression);
        self.tall(ExpressionKind::Binary { first, rest }, span, height)
    }

    fn comma(&mut self, left: Tall) -> Parse<Tall> {
        let mut span = left.expression.span;
        let mut height = left.height;
        let mut items = vec![left.expression];
        while self.eat(Punctuator::Comma).is_some() {
            let item = self.operand_above(COMMA)?;
            height = height.max(item.height);
            span = span.to(item.expression.span);
            items.push(item.expression);
            if items.len() > CHAIN_LIMIT {
                return Err(self.too_long());
            }
        }
        self.tall(ExpressionKind::Comma(items), span, height)
    }

    fn assign(&mut self, target: Tall, operator: Option<BinaryOperator>) -> Parse<Tall> {
        let token = self.token();
        if let Some(operator) = operator {
            self.check_operator(operator, token);
        }
        self.bump();
        let value = self.levels(ASSIGNMENT)?;
        let span = target.expression.span.to(value.expression.span);
        let height = target.height.max(value.height);
        let kind = ExpressionKind::Assign {
            operator: AssignOperator {
                operator,
                span: token.span,
            },
            target: Box::new(target.expression),
            value: Box::new(value.expression),
        };
        self.tall(kind, span, height)
    }

    fn select(&mut self, condition: Tall) -> Parse<Tall> {
        debug_assert!(SELECTION > ASSIGNMENT);
        self.bump();
        let accept = self.levels(COMMA)?;
        self.expect(Punctuator::Colon, "between the values of `?:`")?;
        let reject = self.levels(ASSIGNMENT)?;
        let span = condition.expression.span.to(reject.expression.span);
        let height = condition.height.max(accept.height).max(reject.height);
        let kind = ExpressionKind::Select {
            condition: Box::new(condition.expression),
            accept: Box::new(accept.expression),
            reject: Box::new(reject.expression),
        };
        self.tall(kind, span, height)
    }

    /// A node above children of some height.
    fn tall(&mut self, kind: ExpressionKind, span: Span, children: u32) -> Parse<Tall> {
        let height = children + 1;
        if self.depth + height > NESTING_LIMIT {
            return Err(self.too_deep());
        }
        Ok(Tall {
            expression: Expression { kind, span },
            height,
        })
    }

    fn too_long(&mut self) -> super::Failed {
        let message = format!("more than {CHAIN_LIMIT} terms in one chain of operators");
        let diagnostic = Diagnostic::error(codes::CHAIN, message);
        let failed = self.report(diagnostic, self.token(), "the limit is reached here");
        self.give_up();
        failed
    }

    /// Reports operators that ESSL 1.00 reserves.
    fn check_operator(&mut self, operator: BinaryOperator, token: Token) {
        if self.version == Version::Essl100 && operator::is_reserved(operator) {
            self.reserved_operator(token);
        }
    }

    fn reserved_operator(&mut self, token: Token) {
        let TokenKind::Punctuator(punctuator) = token.kind else {
            return;
        };
        let text = punctuator.text();
        let message = format!("the operator `{text}` is reserved in ESSL 1.00");
        let mut diagnostic = Diagnostic::error(codes::RESERVED_OPERATOR, message);
        diagnostic = match punctuator {
            Punctuator::Ampersand => diagnostic.with_help("`&&` is the logical operator"),
            Punctuator::Bar => diagnostic.with_help("`||` is the logical operator"),
            Punctuator::Percent => diagnostic.with_help("`mod(x, y)` works on floats"),
            _ => diagnostic,
        };
        self.report(diagnostic, token, "");
    }

    /// An operand with its prefix and postfix operators.
    fn operand(&mut self) -> Parse<Tall> {
        let mut prefixes: Vec<(PrefixOperator, Span)> = Vec::new();
        while let Some(operator) = self.at_prefix() {
            let token = self.bump();
            if operator == PrefixOperator::BitNot && self.version == Version::Essl100 {
                self.reserved_operator(token);
            }
            prefixes.push((operator, token.span));
            if prefixes.len() > NESTING_LIMIT as usize {
                return Err(self.too_deep());
            }
        }
        let mut operand = self.primary()?;
        while let TokenKind::Punctuator(punctuator) = self.kind() {
            operand = match punctuator {
                Punctuator::Dot => self.field(operand)?,
                Punctuator::LeftBracket => self.index(operand)?,
                Punctuator::PlusPlus => self.postfix(operand, PostfixOperator::Increment)?,
                Punctuator::MinusMinus => self.postfix(operand, PostfixOperator::Decrement)?,
                _ => break,
            };
        }
        while let Some((operator, span)) = prefixes.pop() {
            let span = span.to(operand.expression.span);
            let height = operand.height;
            let kind = ExpressionKind::Prefix {
                operator,
                operand: Box::new(operand.expression),
            };
            operand = self.tall(kind, span, height)?;
        }
        Ok(operand)
    }

    fn at_prefix(&self) -> Option<PrefixOperator> {
        let TokenKind::Punctuator(punctuator) = self.kind() else {
            return None;
        };
        Some(match punctuator {
            Punctuator::Plus => PrefixOperator::Plus,
            Punctuator::Minus => PrefixOperator::Negate,
            Punctuator::Bang => PrefixOperator::Not,
            Punctuator::Tilde => PrefixOperator::BitNot,
            Punctuator::PlusPlus => PrefixOperator::Increment,
            Punctuator::MinusMinus => PrefixOperator::Decrement,
            _ => return None,
        })
    }

    fn postfix(&mut self, operand: Tall, operator: PostfixOperator) -> Parse<Tall> {
        let span = operand.expression.span.to(self.bump().span);
        let height = operand.height;
        let kind = ExpressionKind::Postfix {
            operator,
            operand: Box::new(operand.expression),
        };
        self.tall(kind, span, height)
    }

    fn index(&mut self, base: Tall) -> Parse<Tall> {
        let open = self.bump().span;
        let index = self.levels(COMMA)?;
        let end = self.close(Punctuator::RightBracket, open)?;
        let span = base.expression.span.to(end);
        let height = base.height.max(index.height);
        let (base, index) = (Box::new(base.expression), Box::new(index.expression));
        self.tall(ExpressionKind::Index { base, index }, span, height)
    }

    /// `.name` or `.name(…)`
    fn field(&mut self, base: Tall) -> Parse<Tall> {
        self.bump();
        let field = self.name("a member or components after `.`")?;
        let start = base.expression.span;
        let mut height = base.height;
        let base = Box::new(base.expression);
        if !self.at(Punctuator::LeftParen) {
            let span = start.to(field.span);
            return self.tall(ExpressionKind::Field { base, field }, span, height);
        }
        self.only_essl300("methods such as `.length()`", self.token());
        let (arguments, tallest, end) = self.arguments()?;
        height = height.max(tallest);
        let kind = ExpressionKind::Method {
            base,
            method: field,
            arguments,
        };
        self.tall(kind, start.to(end), height)
    }

    /// `(a, b)`, `()` or `(void)`: the arguments, the height of the tallest, the closing parenthesis.
    fn arguments(&mut self) -> Parse<(Vec<Expression>, u32, Span)> {
        let open = self.expect(Punctuator::LeftParen, "before the arguments")?;
        let mut arguments = Vec::new();
        let mut tallest = 0;
        let void = self.kind() == TokenKind::Type(BasicType::Void)
            && self.kind_after(1) == TokenKind::Punctuator(Punctuator::RightParen);
        if void {
            self.bump();
        } else if !self.at(Punctuator::RightParen) {
            loop {
                let argument = self.levels(ASSIGNMENT)?;
                tallest = tallest.max(argument.height);
                arguments.push(argument.expression);
                if self.eat(Punctuator::Comma).is_none() {
                    break;
                }
            }
        }
        let end = self.close(Punctuator::RightParen, open)?;
        Ok((arguments, tallest, end))
    }

    fn call(&mut self, callee: Callee, start: Span) -> Parse<Tall> {
        let (arguments, height, end) = self.arguments()?;
        self.tall(
            ExpressionKind::Call { callee, arguments },
            start.to(end),
            height,
        )
    }

    fn primary(&mut self) -> Parse<Tall> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Float(value) => ExpressionKind::Float(value),
            TokenKind::Int(value) => ExpressionKind::Int(value as i32),
            TokenKind::Uint(value) => ExpressionKind::Uint(value),
            TokenKind::Keyword(Keyword::True) => ExpressionKind::Bool(true),
            TokenKind::Keyword(Keyword::False) => ExpressionKind::Bool(false),
            TokenKind::Punctuator(Punctuator::LeftParen) => return self.parenthesized(),
            TokenKind::Type(_) => return self.constructor(),
            TokenKind::Identifier(symbol) => {
                if self.scopes.is_type(symbol) {
                    return self.constructor();
                }
                return self.named(Name {
                    symbol,
                    span: token.span,
                });
            }
            TokenKind::Reserved(symbol) => {
                self.reserved_word(symbol, token);
                return self.named(Name {
                    symbol,
                    span: token.span,
                });
            }
            _ => return Err(self.expected("an expression")),
        };
        self.bump();
        self.tall(kind, token.span, 0)
    }

    fn parenthesized(&mut self) -> Parse<Tall> {
        let open = self.bump().span;
        let mut inner = self.levels(COMMA)?;
        let end = self.close(Punctuator::RightParen, open)?;
        inner.expression.span = open.to(end);
        Ok(inner)
    }

    /// A variable or a call, at its name.
    fn named(&mut self, name: Name) -> Parse<Tall> {
        self.bump();
        match self.at(Punctuator::LeftParen) {
            true => self.call(Callee::Function(name), name.span),
            false => self.tall(ExpressionKind::Name(name), name.span, 0),
        }
    }

    /// `type(…)`, `type[n](…)`
    fn constructor(&mut self) -> Parse<Tall> {
        let (name, span) = self.type_name("")?;
        debug_assert!(!matches!(name, TypeName::Struct(_)));
        let specifier = self.array_type(name, span)?;
        if !self.at(Punctuator::LeftParen) {
            return Err(self.expected("`(` after the type, which is no value"));
        }
        self.call(Callee::Type(specifier), span)
    }
}
