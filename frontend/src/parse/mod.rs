//! Tokens to syntax: recursive descent, precedence climbing for expressions.
//!
//! One token of look-ahead decides almost everything, nothing is ever parsed twice. Recursion is bounded
//! by [`NESTING_LIMIT`]; the depth of the tree, which is more than that of the recursion, as well.
//!
//! After an error the parser goes on behind the statement or declaration at fault, so that one run finds
//! several; the tree is then incomplete and good for nothing but further syntax errors.

#![deny(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

mod cg;
mod control;
mod declaration;
mod expression;
mod operand;
mod operator;
mod problem;
mod scopes;
mod statement;
mod types;

use crate::dialect::Dialect;
use crate::intern::{Interner, Symbol};
use crate::lex::{Keyword, Punctuator, Spacing, Token, TokenKind};
use crate::preprocess::Preprocessed;
use crate::syntax::{CHAIN_LIMIT, NESTING_LIMIT, Name, Statement, TranslationUnit};
use crate::typed::Version;
use expression::Operand;
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Diagnostics, SourceMap, Span};
use retroshade_ir::deep::limit;
use scopes::Scopes;

/// Statements in one function.
pub const STATEMENT_LIMIT: usize = 20_000;

/// Syntax errors after which the rest of a source is not looked at.
const ERROR_LIMIT: usize = 100;

/// Levels that the definition of a structure counts for.
const STRUCT_LEVELS: u32 = 16;

/// Levels that the size of an array counts for.
const ARRAY_LEVELS: u32 = 4;

/// Parses a preprocessed source. With an error in `diagnostics` the result is incomplete.
pub fn parse(
    source: &Preprocessed,
    sources: &SourceMap,
    names: &Interner,
    diagnostics: &mut Diagnostics,
) -> TranslationUnit {
    let mut parser = Parser {
        tokens: &source.tokens,
        position: 0,
        version: source.version,
        dialect: source.dialect,
        sources,
        names,
        diagnostics,
        scopes: Scopes::new(names.count()),
        depth: 0,
        nesting_limit: limit(NESTING_LIMIT),
        chain_limit: limit(CHAIN_LIMIT) as usize,
        statements: 0,
        operands: Vec::new(),
        finished: Vec::new(),
        errors: 0,
        reported: None,
        reserved_words: Vec::new(),
    };
    // The one type of the language whose name is an identifier.
    if let Some(symbol) = names.get("gl_DepthRangeParameters") {
        parser.scopes.declare_type(symbol);
    }
    let items = parser.items();
    TranslationUnit {
        version: source.version,
        dialect: source.dialect,
        entry: source.entry.clone(),
        extensions: source.extensions.clone(),
        invariant_all: source.invariant_all,
        directives: source.directives.clone(),
        items,
    }
}

/// A construct that could not be parsed; the error was reported.
struct Failed;

type Parse<T> = Result<T, Failed>;

struct Parser<'a> {
    tokens: &'a [Token],
    position: usize,
    version: Version,
    dialect: Dialect,
    sources: &'a SourceMap,
    names: &'a Interner,
    diagnostics: &'a mut Diagnostics,
    scopes: Scopes,
    /// Levels of nesting around the present token.
    depth: u32,
    nesting_limit: u32,
    chain_limit: usize,
    /// Statements of the present function so far.
    statements: usize,
    /// The operands of the expression being read.
    operands: Vec<Operand>,
    /// Statements that are read but not yet part of another.
    finished: Vec<Statement>,
    errors: usize,
    /// The position of the last error: a second one at the same token says nothing new.
    reported: Option<usize>,
    /// Reserved words that were reported.
    reserved_words: Vec<Symbol>,
}

/// What stands behind the last token; there always is an end token, so this is never seen.
const NOTHING: Token = Token {
    kind: TokenKind::End,
    spacing: Spacing::Line,
    span: Span::NONE,
    definition: Span::NONE,
};

impl<'a> Parser<'a> {
    /// The present token.
    #[inline]
    fn token(&self) -> Token {
        self.tokens.get(self.position).copied().unwrap_or(NOTHING)
    }

    /// The kind of the present token.
    #[inline]
    fn kind(&self) -> TokenKind {
        self.tokens
            .get(self.position)
            .map_or(TokenKind::End, |token| token.kind)
    }

    /// The kind of a token further on.
    #[inline]
    fn kind_after(&self, ahead: usize) -> TokenKind {
        self.tokens
            .get(self.position + ahead)
            .map_or(TokenKind::End, |token| token.kind)
    }

    /// The span of the present token.
    #[inline]
    fn span(&self) -> Span {
        self.token().span
    }

    /// The span of the token before.
    fn previous(&self) -> Span {
        let before = self
            .position
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index));
        before.map_or(self.span(), |token| token.span)
    }

    /// Goes to the next token and gives the one that was left. The end is never left.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.position += 1;
        }
        token
    }

    #[inline]
    fn at(&self, punctuator: Punctuator) -> bool {
        self.kind() == TokenKind::Punctuator(punctuator)
    }

    #[inline]
    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.kind() == TokenKind::Keyword(keyword)
    }

    /// Takes a punctuator if it is there.
    #[inline]
    fn eat(&mut self, punctuator: Punctuator) -> Option<Span> {
        self.at(punctuator).then(|| self.bump().span)
    }

    /// Takes a punctuator or reports that it is missing.
    fn expect(&mut self, punctuator: Punctuator, context: &str) -> Parse<Span> {
        match self.eat(punctuator) {
            Some(span) => Ok(span),
            None => Err(self.missing(punctuator, context)),
        }
    }

    /// Takes the bracket that closes `open`.
    fn close(&mut self, punctuator: Punctuator, open: Span) -> Parse<Span> {
        match self.eat(punctuator) {
            Some(span) => Ok(span),
            None => Err(self.unclosed(punctuator, open)),
        }
    }

    /// Takes a `;`. If a new line begins instead, one is reported missing and parsing goes on.
    fn semicolon(&mut self, context: &str) -> Parse<Span> {
        if let Some(span) = self.eat(Punctuator::Semicolon) {
            return Ok(span);
        }
        let goes_on = self.token().spacing == Spacing::Line || self.at(Punctuator::RightBrace);
        let failed = self.missing(Punctuator::Semicolon, context);
        if goes_on && self.kind() != TokenKind::End {
            Ok(self.previous())
        } else {
            Err(failed)
        }
    }

    /// Takes a name, `what` it is to be the name of.
    fn name(&mut self, what: &str) -> Parse<Name> {
        let token = self.token();
        match token.kind {
            TokenKind::Identifier(symbol) => {
                self.bump();
                Ok(Name {
                    symbol,
                    span: token.span,
                })
            }
            TokenKind::Reserved(symbol) => {
                self.reserved_word(symbol, token);
                self.bump();
                Ok(Name {
                    symbol,
                    span: token.span,
                })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Goes one level deeper. Every success is paired with a `self.depth -= 1`, or `self.depth` is
    /// restored where parsing goes on after an error.
    fn enter(&mut self) -> Parse<()> {
        self.enter_levels(1)
    }

    /// Like [`Parser::enter`] for what takes the stack of several levels and never nests much.
    fn enter_levels(&mut self, levels: u32) -> Parse<()> {
        if self.depth + levels > self.nesting_limit {
            return Err(self.too_deep());
        }
        self.depth += levels;
        Ok(())
    }

    fn too_deep(&mut self) -> Failed {
        let message = format!("more than {} levels of nesting", self.nesting_limit);
        let diagnostic = Diagnostic::error(codes::NESTING, message);
        let failed = self.report(diagnostic, self.token(), "too deep here");
        // Whatever follows closes what is open; there is nothing more to learn from it.
        self.give_up();
        failed
    }

    /// Forgets what an error left half done within the construct that began at this depth.
    fn restore(&mut self, depth: u32, scope: usize) {
        self.depth = depth;
        self.scopes.close_to(scope);
        self.operands.clear();
    }

    /// Ends parsing.
    fn give_up(&mut self) {
        self.position = self.tokens.len().saturating_sub(1);
        self.reported = Some(self.position);
    }
}
