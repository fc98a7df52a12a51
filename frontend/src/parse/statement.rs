//! Statements.

use super::declaration::Begun;
use super::{Parse, Parser, STATEMENT_LIMIT};
use crate::lex::words::{Meaning, lookup, used_in_other_version};
use crate::lex::{Keyword, Punctuator, TokenKind};
use crate::syntax::{Condition, Expression, ExpressionKind, Statement, StatementKind};
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};

impl Parser<'_> {
    /// `{ … }` without a scope of its own: the statements and the closing brace.
    pub(super) fn braces(&mut self) -> Parse<(Vec<Statement>, Span)> {
        let open = self.bump().span;
        self.enter()?;
        let mut statements = Vec::new();
        let depth = self.depth;
        let scope = self.scopes.depth();
        while !self.at(Punctuator::RightBrace) && self.kind() != TokenKind::End {
            let before = self.position;
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(_) => {
                    self.depth = depth;
                    self.scopes.close_to(scope);
                    self.skip_statement();
                    if self.position == before {
                        self.bump();
                    }
                }
            }
        }
        self.depth -= 1;
        let end = self.close(Punctuator::RightBrace, open)?;
        Ok((statements, end))
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

    pub(super) fn statement(&mut self) -> Parse<Statement> {
        self.count_statement()?;
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Punctuator(Punctuator::LeftBrace) => {
                let scope = self.scopes.depth();
                self.scopes.open();
                let (statements, _) = self.braces()?;
                self.scopes.close_to(scope);
                StatementKind::Block(statements)
            }
            TokenKind::Punctuator(Punctuator::Semicolon) => {
                self.bump();
                StatementKind::Empty
            }
            TokenKind::Keyword(keyword) => self.keyword_statement(keyword, start)?,
            TokenKind::Type(_) | TokenKind::Identifier(_) | TokenKind::Reserved(_) => {
                self.simple_statement(start)?
            }
            _ => self.expression_statement()?,
        };
        Ok(Statement {
            kind,
            span: start.to(self.previous()),
        })
    }

    fn keyword_statement(&mut self, keyword: Keyword, start: Span) -> Parse<StatementKind> {
        match keyword {
            Keyword::If => self.if_statement(),
            Keyword::For => self.for_statement(),
            Keyword::While => self.while_statement(),
            Keyword::Do => self.do_statement(),
            Keyword::Switch => self.switch_statement(),
            Keyword::Return => self.return_statement(),
            Keyword::Break => self.jump(StatementKind::Break, "after `break`"),
            Keyword::Continue => self.jump(StatementKind::Continue, "after `continue`"),
            Keyword::Discard => self.jump(StatementKind::Discard, "after `discard`"),
            Keyword::Precision => Ok(StatementKind::Precision(self.precision_statement()?)),
            Keyword::True | Keyword::False => self.expression_statement(),
            Keyword::Struct => self.declaration_statement(start),
            Keyword::Case => {
                self.bump();
                let value = self.expression()?;
                self.expect(Punctuator::Colon, "after the value of `case`")?;
                Ok(StatementKind::Case(value))
            }
            Keyword::Default => {
                self.bump();
                self.expect(Punctuator::Colon, "after `default`")?;
                Ok(StatementKind::Default)
            }
            Keyword::Else => {
                let diagnostic = Diagnostic::error(codes::SYNTAX, "`else` without `if`");
                let failed = self.report(diagnostic, self.token(), "no `if` stands before this");
                self.bump();
                Err(failed)
            }
            _ if self.at_qualifier() => self.declaration_statement(start),
            _ => Err(self.expected("a statement")),
        }
    }

    /// A statement that begins with a type or a name: a declaration or an expression.
    fn simple_statement(&mut self, start: Span) -> Parse<StatementKind> {
        if self.at_type() {
            return match self.begins_constructor() {
                true => self.expression_statement(),
                false => self.declaration_statement(start),
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
            TokenKind::Identifier(_) | TokenKind::Reserved(_) => self.declaration_statement(start),
            _ => self.expression_statement(),
        }
    }

    /// `switch` where the version has none: passes it whole.
    fn foreign_switch(&mut self) -> super::Failed {
        let token = self.token();
        let diagnostic = Diagnostic::error(codes::OTHER_VERSION, "ESSL 1.00 has no `switch`")
            .with_help("write `if` and `else if`, or begin the source with `#version 300 es`");
        let failed = self.report(diagnostic, token, "reserved");
        let from = self.position + 1;
        self.bump();
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

    fn declaration_statement(&mut self, start: Span) -> Parse<StatementKind> {
        let qualifiers = self.qualifiers()?;
        match self.begin(qualifiers, start)? {
            Begun::Variables(declaration) => Ok(StatementKind::Declaration(declaration)),
            Begun::Function(head) if self.at(Punctuator::LeftBrace) => {
                self.nested_function(&head);
                Ok(StatementKind::Prototype(head))
            }
            Begun::Function(head) => {
                self.semicolon("after the declaration")?;
                Ok(StatementKind::Prototype(head))
            }
        }
    }

    fn expression_statement(&mut self) -> Parse<StatementKind> {
        let expression = self.expression()?;
        self.semicolon("after the expression")?;
        Ok(StatementKind::Expression(expression))
    }

    fn jump(&mut self, kind: StatementKind, context: &str) -> Parse<StatementKind> {
        self.bump();
        self.semicolon(context)?;
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parse<StatementKind> {
        self.bump();
        let value = match self.at(Punctuator::Semicolon) {
            true => None,
            false => Some(self.expression()?),
        };
        self.semicolon("after `return`")?;
        Ok(StatementKind::Return(value))
    }

    /// A statement inside another, in a scope of its own.
    fn body(&mut self) -> Parse<Box<Statement>> {
        self.enter()?;
        let scope = self.scopes.depth();
        self.scopes.open();
        if self.kind() == TokenKind::End || self.at(Punctuator::RightBrace) {
            return Err(self.expected("a statement"));
        }
        let statement = self.statement()?;
        self.scopes.close_to(scope);
        self.depth -= 1;
        Ok(Box::new(statement))
    }

    /// What stands between the parentheses behind a keyword. After an error inside it the parser is
    /// behind them all the same, so that the body is read as the body.
    fn header<T>(
        &mut self,
        keyword: &str,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<Option<T>> {
        let from = self.position;
        let open = self.expect(Punctuator::LeftParen, &format!("after `{keyword}`"))?;
        let depth = self.depth;
        let found = read(self).and_then(|found| {
            self.close(Punctuator::RightParen, open)?;
            Ok(found)
        });
        match found {
            Ok(found) => Ok(Some(found)),
            Err(_) => {
                self.depth = depth;
                self.skip_header(from);
                Ok(None)
            }
        }
    }

    fn if_statement(&mut self) -> Parse<StatementKind> {
        self.bump();
        let condition = self.header("if", |parser| parser.expression())?;
        let accept = self.body()?;
        let mut reject = None;
        if self.at_keyword(Keyword::Else) {
            self.bump();
            reject = Some(self.body()?);
        }
        let condition = condition.unwrap_or_else(|| placeholder(self.span()));
        Ok(StatementKind::If {
            condition,
            accept,
            reject,
        })
    }

    fn for_statement(&mut self) -> Parse<StatementKind> {
        self.bump();
        let scope = self.scopes.depth();
        self.scopes.open();
        let parts = self.header("for", |parser| {
            let init = Box::new(parser.for_init()?);
            let condition = match parser.at(Punctuator::Semicolon) {
                true => None,
                false => Some(parser.condition()?),
            };
            parser.expect(Punctuator::Semicolon, "after the condition of `for`")?;
            let step = match parser.at(Punctuator::RightParen) {
                true => None,
                false => Some(parser.expression()?),
            };
            Ok((init, condition, step))
        })?;
        let body = self.body()?;
        self.scopes.close_to(scope);
        let (init, condition, step) = parts.unwrap_or_else(|| {
            let empty = Statement {
                kind: StatementKind::Empty,
                span: self.span(),
            };
            (Box::new(empty), None, None)
        });
        Ok(StatementKind::For {
            init,
            condition,
            step,
            body,
        })
    }

    /// The first part of a `for`, with its `;`.
    fn for_init(&mut self) -> Parse<Statement> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Punctuator(Punctuator::Semicolon) => {
                self.bump();
                StatementKind::Empty
            }
            TokenKind::Type(_) | TokenKind::Identifier(_) | TokenKind::Reserved(_) => {
                self.simple_statement(start)?
            }
            TokenKind::Keyword(_) if self.at_qualifier() || self.at_type() => {
                self.declaration_statement(start)?
            }
            _ => self.expression_statement()?,
        };
        Ok(Statement {
            kind,
            span: start.to(self.previous()),
        })
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

    fn while_statement(&mut self) -> Parse<StatementKind> {
        self.bump();
        let scope = self.scopes.depth();
        self.scopes.open();
        let condition = self.header("while", |parser| parser.condition())?;
        let body = self.body()?;
        self.scopes.close_to(scope);
        let condition =
            condition.unwrap_or_else(|| Condition::Expression(placeholder(self.span())));
        Ok(StatementKind::While { condition, body })
    }

    fn do_statement(&mut self) -> Parse<StatementKind> {
        self.bump();
        let body = self.body()?;
        if !self.at_keyword(Keyword::While) {
            return Err(self.expected("`while` after the body of `do`"));
        }
        self.bump();
        let condition = self.header("while", |parser| parser.expression())?;
        self.semicolon("after `do … while (…)`")?;
        let condition = condition.unwrap_or_else(|| placeholder(self.span()));
        Ok(StatementKind::DoWhile { body, condition })
    }

    fn switch_statement(&mut self) -> Parse<StatementKind> {
        self.bump();
        let selector = self.header("switch", |parser| parser.expression())?;
        if !self.at(Punctuator::LeftBrace) {
            return Err(self.expected("`{` after `switch (…)`"));
        }
        let scope = self.scopes.depth();
        self.scopes.open();
        let (body, _) = self.braces()?;
        self.scopes.close_to(scope);
        let selector = selector.unwrap_or_else(|| placeholder(self.span()));
        Ok(StatementKind::Switch { selector, body })
    }
}

/// Stands for an expression that was in error; the tree is not used then.
fn placeholder(span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Bool(false),
        span,
    }
}
