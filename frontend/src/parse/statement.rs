//! Statements.
//!
//! As with expressions, finished statements lie on a stack of the parser's own, [`Parser::finished`], so
//! that nesting costs little of the thread's stack.

use super::declaration::Begun;
use super::{Failed, Parse, Parser, STATEMENT_LIMIT};
use crate::lex::words::{Meaning, lookup, used_in_other_version};
use crate::lex::{Keyword, Punctuator, TokenKind};
use crate::syntax::{Condition, Expression, ExpressionKind, Statement, StatementKind};
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};

/// The parts of a `for` between the parentheses.
struct ForParts {
    init: Box<Statement>,
    condition: Option<Condition>,
    step: Option<Expression>,
}

impl Parser<'_> {
    /// `{ … }` without a scope of its own: the statements and the closing brace.
    pub(super) fn braces(&mut self) -> Parse<(Vec<Statement>, Span)> {
        let bottom = self.finished.len();
        let end = self.inside_braces()?;
        Ok((
            self.finished.split_off(bottom.min(self.finished.len())),
            end,
        ))
    }

    /// Pushes the statements between braces and gives the closing brace.
    fn inside_braces(&mut self) -> Parse<Span> {
        let open = self.bump().span;
        self.enter()?;
        let (depth, scope) = (self.depth, self.scopes.depth());
        while !self.at(Punctuator::RightBrace) && self.kind() != TokenKind::End {
            let (before, finished) = (self.position, self.finished.len());
            if self.statement().is_err() {
                self.restore(depth, scope);
                self.finished.truncate(finished);
                self.skip_statement();
                if self.position == before {
                    self.bump();
                }
            }
        }
        self.depth -= 1;
        self.close(Punctuator::RightBrace, open)
    }

    fn count_statement(&mut self) -> Parse<()> {
        self.statements += 1;
        if self.statements > STATEMENT_LIMIT {
            let message = format!("a function has more than {STATEMENT_LIMIT} statements");
            let diagnostic = Diagnostic::error(codes::STATEMENTS, message);
            let failed = self.report(diagnostic, self.token(), "the limit is reached here");
            self.give_up();
            return Err(failed);
        }
        Ok(())
    }

    /// Pushes a statement that began at `start` and ends before the present token.
    fn finish(&mut self, kind: StatementKind, start: Span) -> Parse<()> {
        let span = start.to(self.previous());
        self.finished.push(Statement { kind, span });
        Ok(())
    }

    /// Takes the statement that was pushed last.
    fn take(&mut self) -> Box<Statement> {
        let span = self.span();
        let empty = Statement {
            kind: StatementKind::Empty,
            span,
        };
        Box::new(self.finished.pop().unwrap_or(empty))
    }

    /// Reads a statement and pushes it.
    fn statement(&mut self) -> Parse<()> {
        self.count_statement()?;
        match self.kind() {
            TokenKind::Punctuator(Punctuator::LeftBrace) => self.block(),
            TokenKind::Punctuator(Punctuator::Semicolon) => self.empty_statement(),
            TokenKind::Keyword(keyword) => self.keyword_statement(keyword),
            TokenKind::Type(_) | TokenKind::Identifier(_) | TokenKind::Reserved(_) => {
                self.simple_statement()
            }
            _ => self.expression_statement(),
        }
    }

    fn empty_statement(&mut self) -> Parse<()> {
        let start = self.bump().span;
        self.finish(StatementKind::Empty, start)
    }

    fn block(&mut self) -> Parse<()> {
        let start = self.span();
        let (scope, bottom) = (self.scopes.depth(), self.finished.len());
        self.scopes.open();
        self.inside_braces()?;
        self.scopes.close_to(scope);
        self.finish_block(bottom, start)
    }

    fn finish_block(&mut self, bottom: usize, start: Span) -> Parse<()> {
        let statements = self.finished.split_off(bottom.min(self.finished.len()));
        self.finish(StatementKind::Block(statements), start)
    }

    fn keyword_statement(&mut self, keyword: Keyword) -> Parse<()> {
        match keyword {
            Keyword::If => self.if_statement(),
            Keyword::For => self.for_statement(),
            Keyword::While => self.while_statement(),
            Keyword::Do => self.do_statement(),
            Keyword::Switch => self.switch_statement(),
            Keyword::Return => self.return_statement(),
            Keyword::Break | Keyword::Continue | Keyword::Discard => self.jump(keyword),
            Keyword::Precision => self.local_precision(),
            Keyword::True | Keyword::False => self.expression_statement(),
            Keyword::Struct => self.declaration_statement(),
            Keyword::Case | Keyword::Default => self.label(keyword),
            Keyword::Else => Err(self.stray_else()),
            _ if self.at_qualifier() => self.declaration_statement(),
            _ => Err(self.expected("a statement")),
        }
    }

    /// A statement that begins with a type or a name: a declaration or an expression.
    fn simple_statement(&mut self) -> Parse<()> {
        if self.at_type() {
            return match self.begins_constructor() {
                true => self.expression_statement(),
                false => self.declaration_statement(),
            };
        }
        let (TokenKind::Identifier(symbol) | TokenKind::Reserved(symbol)) = self.kind() else {
            return self.expression_statement();
        };
        let word = lookup(symbol).filter(|_| used_in_other_version(symbol, self.version));
        if word.is_some_and(|word| word.meaning == Meaning::Key(Keyword::Switch)) {
            return Err(self.foreign_switch());
        }
        let next = self.kind_after(1);
        if word.is_some() && !matches!(next, TokenKind::Punctuator(_)) {
            return Err(self.other_version(symbol, self.token()));
        }
        match next {
            TokenKind::Identifier(_) | TokenKind::Reserved(_) => self.declaration_statement(),
            _ => self.expression_statement(),
        }
    }

    /// `switch` where the version has none: passes it whole.
    fn foreign_switch(&mut self) -> Failed {
        let token = self.token();
        let diagnostic = Diagnostic::error(codes::OTHER_VERSION, "ESSL 1.00 has no `switch`")
            .with_help("write `if` and `else if`, or begin the source with `#version 300 es`");
        let failed = self.report(diagnostic, token, "reserved");
        self.bump();
        let from = self.position;
        if self.at(Punctuator::LeftParen) {
            self.bump();
            self.skip_header(from);
        }
        failed
    }

    /// Whether a type stands before arguments and not before a name: `vec2(`, `S(`, `float[2](`.
    fn begins_constructor(&self) -> bool {
        match self.kind_after(1) {
            TokenKind::Punctuator(Punctuator::LeftParen) => return true,
            TokenKind::Punctuator(Punctuator::LeftBracket) => {}
            _ => return false,
        }
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(self.position + 1) {
            match token.kind {
                TokenKind::Punctuator(Punctuator::LeftBracket) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightBracket) => depth = depth.saturating_sub(1),
                TokenKind::Punctuator(Punctuator::Semicolon) | TokenKind::End => return false,
                _ => {}
            }
            if depth == 0 {
                let next = self.tokens.get(index + 1).map(|token| token.kind);
                return next == Some(TokenKind::Punctuator(Punctuator::LeftParen));
            }
        }
        false
    }

    fn declaration_statement(&mut self) -> Parse<()> {
        let start = self.span();
        let qualifiers = self.qualifiers()?;
        let kind = match self.begin(qualifiers, start)? {
            Begun::Variables(declaration) => StatementKind::Declaration(declaration),
            Begun::Function(head) if self.at(Punctuator::LeftBrace) => {
                self.nested_function(&head);
                StatementKind::Prototype(head)
            }
            Begun::Function(head) => {
                self.semicolon("after the declaration")?;
                StatementKind::Prototype(head)
            }
        };
        self.finish(kind, start)
    }

    fn expression_statement(&mut self) -> Parse<()> {
        let start = self.span();
        let expression = self.expression()?;
        self.semicolon("after the expression")?;
        self.finish(StatementKind::Expression(expression), start)
    }

    fn local_precision(&mut self) -> Parse<()> {
        let start = self.span();
        let statement = self.precision_statement()?;
        self.finish(StatementKind::Precision(statement), start)
    }

    /// `case e:` or `default:`
    fn label(&mut self, keyword: Keyword) -> Parse<()> {
        let start = self.bump().span;
        let kind = match keyword {
            Keyword::Case => StatementKind::Case(self.expression()?),
            _ => StatementKind::Default,
        };
        self.expect(Punctuator::Colon, "after the label")?;
        self.finish(kind, start)
    }

    fn stray_else(&mut self) -> Failed {
        let diagnostic = Diagnostic::error(codes::SYNTAX, "`else` without `if`");
        let failed = self.report(diagnostic, self.token(), "no `if` stands before this");
        self.bump();
        failed
    }

    fn jump(&mut self, keyword: Keyword) -> Parse<()> {
        let (kind, context) = match keyword {
            Keyword::Break => (StatementKind::Break, "after `break`"),
            Keyword::Continue => (StatementKind::Continue, "after `continue`"),
            _ => (StatementKind::Discard, "after `discard`"),
        };
        let start = self.bump().span;
        self.semicolon(context)?;
        self.finish(kind, start)
    }

    fn return_statement(&mut self) -> Parse<()> {
        let start = self.bump().span;
        let value = match self.at(Punctuator::Semicolon) {
            true => None,
            false => Some(self.expression()?),
        };
        self.semicolon("after `return`")?;
        self.finish(StatementKind::Return(value), start)
    }

    /// Pushes a statement inside another, in a scope of its own.
    fn body(&mut self) -> Parse<()> {
        self.enter()?;
        let scope = self.scopes.depth();
        self.scopes.open();
        if self.kind() == TokenKind::End || self.at(Punctuator::RightBrace) {
            return Err(self.expected("a statement"));
        }
        self.statement()?;
        self.scopes.close_to(scope);
        self.depth -= 1;
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

    fn if_statement(&mut self) -> Parse<()> {
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

    fn for_statement(&mut self) -> Parse<()> {
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
        let condition = match self.at(Punctuator::Semicolon) {
            true => None,
            false => Some(self.condition()?),
        };
        self.expect(Punctuator::Semicolon, "after the condition of `for`")?;
        let step = match self.at(Punctuator::RightParen) {
            true => None,
            false => Some(self.expression()?),
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
        self.scopes.declare(name.symbol, false);
        let span = start.to(self.previous());
        Ok(Condition::Declaration {
            qualifiers,
            specifier,
            name,
            initializer,
            span,
        })
    }

    fn while_statement(&mut self) -> Parse<()> {
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

    fn do_statement(&mut self) -> Parse<()> {
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

    fn switch_statement(&mut self) -> Parse<()> {
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

/// Stands for an expression that was in error; the tree is not used then.
fn placeholder(span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Bool(false),
        span,
    }
}
