//! What the grammar of Cg has beyond that of GLSL: semantics, casts, initialiser lists.

use super::expression::Operand;
use super::{Failed, Parse, Parser};
use crate::lex::cg::refused;
use crate::lex::{Keyword, Punctuator, Token, TokenKind};
use crate::syntax::{Expression, ExpressionKind, Semantic};
use retroshade_diagnostics::Diagnostic;
use retroshade_diagnostics::codes::syntax as codes;

impl Parser<'_> {
    /// `: TEXCOORD0`, `: register(c4)`, if there is one and the source is Cg.
    pub(super) fn semantic(&mut self) -> Parse<Option<Semantic>> {
        if !self.dialect.is_cg() || self.eat(Punctuator::Colon).is_none() {
            return Ok(None);
        }
        let name = self.name("a semantic such as `POSITION` behind `:`")?;
        let mut register = None;
        if let Some(open) = self.eat(Punctuator::LeftParen) {
            register = Some(self.name("the name of a register")?);
            self.close(Punctuator::RightParen, open)?;
        }
        Ok(Some(Semantic { name, register }))
    }

    /// Reports the value that a parameter has where nobody gives it one.
    pub(super) fn no_default(&mut self) -> Parse<()> {
        if !self.dialect.is_cg() || !self.at(Punctuator::Equal) {
            return Ok(());
        }
        let message = "parameters have no values of their own here";
        let diagnostic = Diagnostic::error(codes::SYNTAX, message)
            .with_help("upload the value, or write a `static const` at global scope");
        Err(self.report(diagnostic, self.token(), "a value for a parameter"))
    }

    /// True if `(` and a type in parentheses stand here, before what it converts.
    pub(super) fn at_cast(&self) -> bool {
        let is_type = match self.kind_after(1) {
            TokenKind::Type(_) => true,
            TokenKind::Identifier(symbol) => self.scopes.is_type(symbol),
            _ => false,
        };
        let closes = self.kind_after(2) == TokenKind::Punctuator(Punctuator::RightParen);
        self.dialect.is_cg() && is_type && closes
    }

    /// True if `struct` stands before the name of a structure that is known.
    pub(super) fn at_elaborated_type(&self) -> bool {
        let known = match self.kind_after(1) {
            TokenKind::Identifier(symbol) => self.scopes.is_type(symbol),
            _ => false,
        };
        let defines = self.kind_after(2) == TokenKind::Punctuator(Punctuator::LeftBrace);
        self.dialect.is_cg() && self.at_keyword(Keyword::Struct) && known && !defines
    }

    /// `{ a, { b, c } }`
    pub(super) fn list(&mut self) -> Parse<Expression> {
        self.enter()?;
        let open = self.bump().span;
        let mut items = Vec::new();
        while !self.at(Punctuator::RightBrace) {
            items.push(self.initializer()?);
            if self.eat(Punctuator::Comma).is_none() {
                break;
            }
        }
        let end = self.close(Punctuator::RightBrace, open)?;
        self.depth -= 1;
        // The height of the list is bounded by the depth at which its items were read.
        let span = open.to(end);
        self.push_node(ExpressionKind::List(items), span, 0)?;
        let Operand { expression, .. } = self.pop();
        Ok(expression)
    }

    /// Reports a word of Cg for what is not there; `None` if the source is not Cg or the word is no such word.
    pub(super) fn refused_in_cg(&mut self, text: &str, token: Token) -> Option<Failed> {
        let (why, help) = refused(text).filter(|_| self.dialect.is_cg())?;
        let message = format!("`{text}` is not supported: {why}");
        let diagnostic = Diagnostic::error(codes::RESERVED_WORD, message).with_help(help);
        Some(self.report(diagnostic, token, "not in this compiler"))
    }
}
