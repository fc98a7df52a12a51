//! Statements with statements inside: `if`, loops, `switch`.

use super::{Parse, Parser};
use crate::lex::{Keyword, Punctuator, TokenKind};
use crate::syntax::{Condition, Expression, ExpressionKind, Statement, StatementKind};
use retroshade_diagnostics::Span;

/// The parts of a `for` between the parentheses.
struct ForParts {
    init: Box<Statement>,
    condition: Option<Condition>,
    step: Option<Expression>,
}

impl Parser<'_> {
    /// Pushes a statement inside another, in a scope of its own.
    fn body(&mut self) -> Parse<()> {
        // Braces count for themselves.
        let levels = u32::from(!self.at(Punctuator::LeftBrace));
        self.enter_levels(levels)?;
        let scope = self.scopes.depth();
        self.scopes.open();
        if self.kind() == TokenKind::End || self.at(Punctuator::RightBrace) {
            return Err(self.expected("a statement"));
        }
        self.statement()?;
        self.scopes.close_to(scope);
        self.depth -= levels;
        Ok(())
    }

    /// What stands between the parentheses behind a keyword. After an error inside it the parser is
    /// behind them all the same, so that the body is read as the body.
    fn header<T>(
        &mut self,
        keyword: &str,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<Option<Box<T>>> {
        let from = self.position;
        let open = self.expect(Punctuator::LeftParen, &format!("after `{keyword}`"))?;
        let (depth, scope) = (self.depth, self.scopes.depth());
        let found = read(self).and_then(|found| {
            self.close(Punctuator::RightParen, open)?;
            Ok(found)
        });
        match found {
            Ok(found) => Ok(Some(Box::new(found))),
            Err(_) => {
                self.restore(depth, scope);
                self.skip_header(from);
                Ok(None)
            }
        }
    }

    /// The expression between the parentheses behind a keyword.
    fn tested(&mut self, keyword: &str) -> Parse<Option<Box<Expression>>> {
        self.header(keyword, |parser| parser.expression())
    }

    pub(super) fn if_statement(&mut self) -> Parse<()> {
        let start = self.bump().span;
        let condition = self.tested("if")?;
        self.body()?;
        let otherwise = self.at_keyword(Keyword::Else);
        if otherwise {
            self.bump();
            self.body()?;
        }
        self.finish_if(condition, otherwise, start)
    }

    fn finish_if(
        &mut self,
        condition: Option<Box<Expression>>,
        otherwise: bool,
        start: Span,
    ) -> Parse<()> {
        let reject = otherwise.then(|| self.take());
        let accept = self.take();
        let condition = condition.map_or_else(|| placeholder(start), |condition| *condition);
        self.finish(
            StatementKind::If {
                condition,
                accept,
                reject,
            },
            start,
        )
    }

    pub(super) fn for_statement(&mut self) -> Parse<()> {
        let start = self.bump().span;
        let scope = self.scopes.depth();
        self.scopes.open();
        let parts = self.header("for", Self::for_parts)?;
        self.body()?;
        self.scopes.close_to(scope);
        self.finish_for(parts, start)
    }

    fn for_parts(&mut self) -> Parse<ForParts> {
        self.for_init()?;
        let init = self.take();
        let condition = if self.at(Punctuator::Semicolon) {
            None
        } else {
            Some(self.condition()?)
        };
        self.expect(Punctuator::Semicolon, "after the condition of `for`")?;
        let step = if self.at(Punctuator::RightParen) {
            None
        } else {
            Some(self.expression()?)
        };
        Ok(ForParts {
            init,
            condition,
            step,
        })
    }

    fn finish_for(&mut self, parts: Option<Box<ForParts>>, start: Span) -> Parse<()> {
        let body = self.take();
        let kind = match parts {
            Some(parts) => {
                let ForParts {
                    init,
                    condition,
                    step,
                } = *parts;
                StatementKind::For {
                    init,
                    condition,
                    step,
                    body,
                }
            }
            None => body.kind,
        };
        self.finish(kind, start)
    }

    /// Pushes the first part of a `for`, with its `;`.
    fn for_init(&mut self) -> Parse<()> {
        match self.kind() {
            TokenKind::Punctuator(Punctuator::Semicolon) => self.empty_statement(),
            TokenKind::Type(_) | TokenKind::Identifier(_) | TokenKind::Reserved(_) => {
                self.simple_statement()
            }
            TokenKind::Keyword(_) if self.at_qualifier() || self.at_type() => {
                self.declaration_statement()
            }
            _ => self.expression_statement(),
        }
    }

    /// The condition of `for` and `while`: an expression or `bool b = e`.
    fn condition(&mut self) -> Parse<Condition> {
        let declares = self.at_qualifier() || self.at_type() && !self.begins_constructor();
        if !declares {
            return Ok(Condition::Expression(self.expression()?));
        }
        let start = self.span();
        let qualifiers = self.qualifiers()?;
        let specifier = self.type_specifier("")?;
        let name = self.name("the name of a variable")?;
        self.expect(Punctuator::Equal, "in a declaration as condition")?;
        let initializer = self.initializer()?;
        self.scopes.declare_name(name.symbol);
        let span = start.to(self.previous());
        Ok(Condition::Declaration {
            qualifiers,
            specifier,
            name,
            initializer,
            span,
        })
    }

    pub(super) fn while_statement(&mut self) -> Parse<()> {
        let start = self.bump().span;
        let scope = self.scopes.depth();
        self.scopes.open();
        let condition = self.header("while", Self::condition)?;
        self.body()?;
        self.scopes.close_to(scope);
        self.finish_while(condition, start)
    }

    fn finish_while(&mut self, condition: Option<Box<Condition>>, start: Span) -> Parse<()> {
        let body = self.take();
        let condition = match condition {
            Some(condition) => *condition,
            None => Condition::Expression(placeholder(start)),
        };
        self.finish(StatementKind::While { condition, body }, start)
    }

    pub(super) fn do_statement(&mut self) -> Parse<()> {
        let start = self.bump().span;
        self.body()?;
        if !self.at_keyword(Keyword::While) {
            return Err(self.expected("`while` after the body of `do`"));
        }
        self.bump();
        let condition = self.tested("while")?;
        self.semicolon("after `do … while (…)`")?;
        self.finish_do(condition, start)
    }

    fn finish_do(&mut self, condition: Option<Box<Expression>>, start: Span) -> Parse<()> {
        let body = self.take();
        let condition = condition.map_or_else(|| placeholder(start), |condition| *condition);
        self.finish(StatementKind::DoWhile { body, condition }, start)
    }

    pub(super) fn switch_statement(&mut self) -> Parse<()> {
        let start = self.bump().span;
        let selector = self.tested("switch")?;
        if !self.at(Punctuator::LeftBrace) {
            return Err(self.expected("`{` after `switch (…)`"));
        }
        let (scope, bottom) = (self.scopes.depth(), self.finished.len());
        self.scopes.open();
        self.inside_braces()?;
        self.scopes.close_to(scope);
        self.finish_switch(selector, bottom, start)
    }

    fn finish_switch(
        &mut self,
        selector: Option<Box<Expression>>,
        bottom: usize,
        start: Span,
    ) -> Parse<()> {
        let body = self.finished.split_off(bottom.min(self.finished.len()));
        let selector = selector.map_or_else(|| placeholder(start), |selector| *selector);
        self.finish(StatementKind::Switch { selector, body }, start)
    }
}

/// A placeholder for an expression that was in error; the tree is not used then.
fn placeholder(span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Bool(false),
        span,
    }
}
