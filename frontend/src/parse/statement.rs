//! Statements.
//!
//! As with expressions, finished statements lie on a stack of the parser's own, [`Parser::finished`], so
//! that nesting costs little of the thread's stack.

use super::declaration::Begun;
use super::{Failed, Parse, Parser, STATEMENT_LIMIT};
use crate::lex::words::{Meaning, lookup};
use crate::lex::{Keyword, Punctuator, TokenKind};
use crate::syntax::{Statement, StatementKind};
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};

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
    pub(super) fn inside_braces(&mut self) -> Parse<Span> {
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
    pub(super) fn finish(&mut self, kind: StatementKind, start: Span) -> Parse<()> {
        let span = start.to(self.previous());
        self.finished.push(Statement { kind, span });
        Ok(())
    }

    /// Takes the statement that was pushed last.
    pub(super) fn take(&mut self) -> Box<Statement> {
        let span = self.span();
        let empty = Statement {
            kind: StatementKind::Empty,
            span,
        };
        Box::new(self.finished.pop().unwrap_or(empty))
    }

    /// Reads a statement and pushes it.
    pub(super) fn statement(&mut self) -> Parse<()> {
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

    pub(super) fn empty_statement(&mut self) -> Parse<()> {
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
    pub(super) fn simple_statement(&mut self) -> Parse<()> {
        if self.at_type() {
            return if self.begins_constructor() {
                self.expression_statement()
            } else {
                self.declaration_statement()
            };
        }
        let (TokenKind::Identifier(symbol) | TokenKind::Reserved(symbol)) = self.kind() else {
            return self.expression_statement();
        };
        let word = lookup(symbol).filter(|_| self.is_of_other_version(symbol));
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

    /// True if a type stands before arguments and not before a name: `vec2(`, `S(`, `float[2](`.
    pub(super) fn begins_constructor(&self) -> bool {
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

    pub(super) fn declaration_statement(&mut self) -> Parse<()> {
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

    pub(super) fn expression_statement(&mut self) -> Parse<()> {
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
        let mut diagnostic = Diagnostic::error(codes::SYNTAX, "`else` without `if`");
        let mut label = "no `if` stands before this";
        if let Some(open) = self.if_still_open() {
            label = "inside the block of an `if`";
            diagnostic = diagnostic
                .and_at(open, "this `if`")
                .with_help("its block lacks the `}` before `else`");
        }
        let failed = self.report(diagnostic, self.token(), label);
        self.bump();
        failed
    }

    /// The `if` to which the innermost block around this token belongs.
    fn if_still_open(&self) -> Option<Span> {
        let brace =
            self.opened_before(self.position, Punctuator::LeftBrace, Punctuator::RightBrace)?;
        let close = brace.checked_sub(1)?;
        let is_head = self.tokens.get(close)?.kind == TokenKind::Punctuator(Punctuator::RightParen);
        let head = is_head.then_some(close)?;
        let open = self.opened_before(head, Punctuator::LeftParen, Punctuator::RightParen)?;
        let word = self.tokens.get(open.checked_sub(1)?)?;
        (word.kind == TokenKind::Keyword(Keyword::If)).then_some(word.span)
    }

    /// The last token of a kind before a position that no token of the other kind closes.
    fn opened_before(&self, position: usize, open: Punctuator, close: Punctuator) -> Option<usize> {
        let before = self.tokens.get(..position)?.iter().enumerate().rev();
        let mut closed = 0usize;
        for (at, token) in before {
            if token.kind == TokenKind::Punctuator(close) {
                closed += 1;
            } else if token.kind == TokenKind::Punctuator(open) {
                match closed.checked_sub(1) {
                    Some(rest) => closed = rest,
                    None => return Some(at),
                }
            }
        }
        None
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
        let value = if self.at(Punctuator::Semicolon) {
            None
        } else {
            Some(self.expression()?)
        };
        self.semicolon("after `return`")?;
        self.finish(StatementKind::Return(value), start)
    }
}
