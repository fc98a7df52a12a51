//! Expressions, by precedence climbing.
//!
//! Finished operands lie on a stack of the parser's own, [`Parser::operands`], and not in the frames of
//! the functions: a level of nesting costs a few hundred bytes of the thread's stack even in an
//! unoptimised build. The functions that recurse only move operands; the nodes are built by those that
//! do not.

use super::operator::{self, ASSIGNMENT, COMMA, Infix, Level, infix};
use super::{Failed, Parse, Parser};
use crate::lex::{Punctuator, Token, TokenKind};
use crate::syntax::{AssignOperator, BinaryTerm, Expression, ExpressionKind};
use crate::typed::{BinaryOperator, Version};
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};

/// An expression with the number of levels of its tree.
pub(super) struct Operand {
    pub(super) expression: Expression,
    pub(super) height: u32,
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<Expression> {
        self.levels(COMMA)?;
        Ok(self.pop().expression)
    }

    /// An expression without commas of its own.
    pub(super) fn assignment(&mut self) -> Parse<Expression> {
        self.levels(ASSIGNMENT)?;
        Ok(self.pop().expression)
    }

    pub(super) fn pop(&mut self) -> Operand {
        let span = self.span();
        self.operands.pop().unwrap_or(Operand {
            expression: Expression {
                kind: ExpressionKind::Bool(false),
                span,
            },
            height: 1,
        })
    }

    /// Pushes a node above children of some height.
    pub(super) fn push_node(
        &mut self,
        kind: ExpressionKind,
        span: Span,
        children: u32,
    ) -> Parse<()> {
        let height = children + 1;
        if self.depth + height > self.nesting_limit {
            return Err(self.too_deep());
        }
        let expression = Expression { kind, span };
        self.operands.push(Operand { expression, height });
        Ok(())
    }

    /// Pushes an expression of operators that bind at least as tightly as `lowest`.
    pub(super) fn levels(&mut self, lowest: Level) -> Parse<()> {
        self.enter()?;
        self.operand()?;
        self.infix(lowest)?;
        self.depth -= 1;
        Ok(())
    }

    /// The infix operator at the present token, if it binds at least as tightly as `lowest`.
    #[inline]
    fn at_infix(&self, lowest: Level) -> Option<(Level, Infix)> {
        let TokenKind::Punctuator(punctuator) = self.kind() else {
            return None;
        };
        infix(punctuator).filter(|&(level, _)| level >= lowest)
    }

    /// The operators that follow the operand on the stack.
    fn infix(&mut self, lowest: Level) -> Parse<()> {
        while let Some((level, operator)) = self.at_infix(lowest) {
            match operator {
                Infix::Comma => self.comma()?,
                Infix::Assign(operator) => self.assign(operator)?,
                Infix::Select => self.select()?,
                Infix::Binary(_) => self.chain(level)?,
            }
        }
        Ok(())
    }

    /// Pushes an operand with what binds more tightly than `level` behind it.
    fn operand_above(&mut self, level: Level) -> Parse<()> {
        self.operand()?;
        if self.at_infix(level + 1).is_some() {
            self.enter()?;
            self.infix(level + 1)?;
            self.depth -= 1;
        }
        Ok(())
    }

    /// Operators of one precedence in a row.
    fn chain(&mut self, level: Level) -> Parse<()> {
        let bottom = self.operands.len();
        let mut operators = Vec::new();
        while let Some((found, Infix::Binary(operator))) = self.at_infix(level) {
            if found != level {
                break;
            }
            self.check_operator(operator);
            operators.push((operator, self.bump().span));
            if operators.len() >= self.chain_limit {
                return Err(self.too_long());
            }
            self.operand_above(level)?;
        }
        self.build_chain(bottom, operators)
    }

    fn build_chain(&mut self, bottom: usize, operators: Vec<(BinaryOperator, Span)>) -> Parse<()> {
        let operands = self.operands.split_off(bottom.min(self.operands.len()));
        let first = self.pop();
        let mut span = first.expression.span;
        let mut height = first.height;
        let mut rest = Vec::with_capacity(operands.len());
        for (
            Operand {
                expression: operand,
                height: found,
            },
            (operator, operator_span),
        ) in operands.into_iter().zip(operators)
        {
            height = height.max(found);
            span = span.to(operand.span);
            rest.push(BinaryTerm {
                operator,
                operator_span,
                operand,
            });
        }
        let first = Box::new(first.expression);
        self.push_node(ExpressionKind::Binary { first, rest }, span, height)
    }

    fn comma(&mut self) -> Parse<()> {
        let bottom = self.operands.len().saturating_sub(1);
        while self.eat(Punctuator::Comma).is_some() {
            if self.operands.len() - bottom >= self.chain_limit {
                return Err(self.too_long());
            }
            self.operand_above(COMMA)?;
        }
        let (items, height) = self.pop_list(bottom);
        let span = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.span(),
        };
        self.push_node(ExpressionKind::Comma(items), span, height)
    }

    /// Takes all operands above a position, with the height of the tallest.
    pub(super) fn pop_list(&mut self, bottom: usize) -> (Vec<Expression>, u32) {
        let operands = self.operands.split_off(bottom.min(self.operands.len()));
        let height = operands
            .iter()
            .map(|operand| operand.height)
            .max()
            .unwrap_or(0);
        (
            operands
                .into_iter()
                .map(|operand| operand.expression)
                .collect(),
            height,
        )
    }

    fn assign(&mut self, operator: Option<BinaryOperator>) -> Parse<()> {
        if let Some(operator) = operator {
            self.check_operator(operator);
        }
        let operator = AssignOperator {
            operator,
            span: self.bump().span,
        };
        self.levels(ASSIGNMENT)?;
        self.build_assign(operator)
    }

    fn build_assign(&mut self, operator: AssignOperator) -> Parse<()> {
        let (value, target) = (self.pop(), self.pop());
        let span = target.expression.span.to(value.expression.span);
        let height = target.height.max(value.height);
        let (target, value) = (Box::new(target.expression), Box::new(value.expression));
        self.push_node(
            ExpressionKind::Assign {
                operator,
                target,
                value,
            },
            span,
            height,
        )
    }

    fn select(&mut self) -> Parse<()> {
        self.bump();
        self.levels(COMMA)?;
        self.expect(Punctuator::Colon, "between the values of `?:`")?;
        self.levels(ASSIGNMENT)?;
        self.build_select()
    }

    fn build_select(&mut self) -> Parse<()> {
        let (reject, accept, condition) = (self.pop(), self.pop(), self.pop());
        let span = condition.expression.span.to(reject.expression.span);
        let height = condition.height.max(accept.height).max(reject.height);
        let kind = ExpressionKind::Select {
            condition: Box::new(condition.expression),
            accept: Box::new(accept.expression),
            reject: Box::new(reject.expression),
        };
        self.push_node(kind, span, height)
    }

    fn too_long(&mut self) -> Failed {
        let message = format!(
            "more than {} terms in one chain of operators",
            self.chain_limit
        );
        let diagnostic = Diagnostic::error(codes::CHAIN, message);
        let failed = self.report(diagnostic, self.token(), "the limit is reached here");
        self.give_up();
        failed
    }

    /// Reports an operator that ESSL 1.00 reserves, at the present token.
    fn check_operator(&mut self, operator: BinaryOperator) {
        if self.version == Version::Essl100 && operator::is_reserved(operator) {
            self.reserved_operator(self.token());
        }
    }

    pub(super) fn reserved_operator(&mut self, token: Token) {
        let TokenKind::Punctuator(punctuator) = token.kind else {
            return;
        };
        let text = punctuator.text();
        let message = format!("the operator `{text}` is reserved in ESSL 1.00");
        let mut diagnostic = Diagnostic::error(codes::RESERVED_OPERATOR, message);
        diagnostic = match punctuator {
            Punctuator::Ampersand => diagnostic.with_help("`&&` is the logical operator; bits of integers are `floor(x / 16.0)` and `mod(x, 16.0)` of floats"),
            Punctuator::Bar => diagnostic.with_help("`||` is the logical operator; bits that do not overlap are a sum"),
            Punctuator::Percent => diagnostic.with_help("`mod(x, y)` works on floats"),
            Punctuator::LessLess => diagnostic.with_help("a product with a power of 2: `x * 16`"),
            Punctuator::GreaterGreater => diagnostic.with_help("`floor(x / 16.0)` of floats"),
            _ => diagnostic,
        };
        diagnostic = diagnostic.with_help("ESSL 3.00 has it: `#version 300 es` in the first line");
        self.report(diagnostic, token, "");
    }
}
