//! Declarations: global ones, variables, functions.

use super::{Parse, Parser};
use crate::lex::{Keyword, Punctuator, TokenKind};
use crate::syntax::{
    BasicType, Declaration, Declarator, FunctionDefinition, FunctionHead, InterfaceBlock, Item,
    ItemKind, Name, Parameter, PrecisionStatement, Qualifier, QualifierKind, TypeSpecifier,
};
use crate::typed::Version;
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};

/// What qualifiers and a type turned out to begin.
pub(super) enum Begun {
    /// Variables, with the `;`.
    Variables(Declaration),
    /// A function up to the `)`.
    Function(FunctionHead),
}

impl Parser<'_> {
    /// The whole source.
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while self.kind() != TokenKind::End {
            let before = self.position;
            match self.item() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.restore(0, 0);
                    self.finished.clear();
                    self.skip_item();
                    if self.position == before {
                        self.bump();
                    }
                }
            }
        }
        items
    }

    fn item(&mut self) -> Parse<Item> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Punctuator(Punctuator::Semicolon) => {
                self.bump();
                ItemKind::Empty
            }
            TokenKind::Keyword(Keyword::Precision) => {
                ItemKind::Precision(self.precision_statement()?)
            }
            TokenKind::Punctuator(Punctuator::RightBrace) => {
                let diagnostic = Diagnostic::error(codes::SYNTAX, "`}` closes nothing");
                let failed = self.report(diagnostic, self.token(), "no `{` is open");
                self.bump();
                // What follows may be a fine declaration: only the brace is passed.
                return if self.at_type() || self.at_qualifier() {
                    self.item()
                } else {
                    Err(failed)
                };
            }
            TokenKind::Identifier(symbol)
                if self.is_of_other_version(symbol) && !self.scopes.is_type(symbol) =>
            {
                return Err(self.other_version(symbol, self.token()));
            }
            _ => return self.declaration_item(start),
        };
        Ok(Item {
            kind,
            span: start.to(self.previous()),
        })
    }

    fn declaration_item(&mut self, start: Span) -> Parse<Item> {
        let qualifiers = self.qualifiers()?;
        if !qualifiers.is_empty() {
            if self.at(Punctuator::Semicolon) {
                self.only_essl300("default qualifiers", self.token());
                let end = self.bump().span;
                return Ok(Item {
                    kind: ItemKind::DefaultQualifiers(qualifiers),
                    span: start.to(end),
                });
            }
            if let TokenKind::Identifier(symbol) = self.kind() {
                let only = qualifiers
                    .iter()
                    .all(|q| matches!(q.kind, QualifierKind::Invariant));
                let next = self.kind_after(1);
                let ends = [Punctuator::Comma, Punctuator::Semicolon].map(TokenKind::Punctuator);
                if only && (!self.scopes.is_type(symbol) || ends.contains(&next)) {
                    return self.invariant(start);
                }
                if next == TokenKind::Punctuator(Punctuator::LeftBrace) {
                    return self.interface_block(qualifiers, start);
                }
            }
        }
        match self.begin(qualifiers, start)? {
            Begun::Variables(declaration) => {
                let span = declaration.span;
                Ok(Item {
                    kind: ItemKind::Declaration(declaration),
                    span,
                })
            }
            Begun::Function(head) => self.function(head),
        }
    }

    /// `invariant a, b;`, behind the keyword.
    fn invariant(&mut self, start: Span) -> Parse<Item> {
        let mut names = Vec::new();
        loop {
            names.push(self.name("the name of a variable")?);
            if self.eat(Punctuator::Comma).is_none() {
                break;
            }
        }
        let end = self.semicolon("after the declaration")?;
        Ok(Item {
            kind: ItemKind::Invariant(names),
            span: start.to(end),
        })
    }

    /// `Name { … } instance;`, behind the qualifiers.
    fn interface_block(&mut self, qualifiers: Vec<Qualifier>, start: Span) -> Parse<Item> {
        self.only_essl300("uniform blocks", self.token());
        let name = self.name("the name of the block")?;
        let (members, _) = self.members("block")?;
        let mut instance = None;
        if !self.at(Punctuator::Semicolon) {
            let name = self.name("the name of the instance or `;`")?;
            let array = self.array_size()?;
            let span = array
                .as_ref()
                .map_or(name.span, |array| name.span.to(array.span));
            self.scopes.declare_name(name.symbol);
            instance = Some(Declarator {
                name,
                array,
                semantic: None,
                initializer: None,
                span,
            });
        }
        let end = self.semicolon("after the block")?;
        let block = InterfaceBlock {
            qualifiers,
            name,
            members,
            instance,
        };
        Ok(Item {
            kind: ItemKind::Block(block),
            span: start.to(end),
        })
    }

    /// `precision mediump float;`
    pub(super) fn precision_statement(&mut self) -> Parse<PrecisionStatement> {
        self.bump();
        let precision = self.precision()?;
        let specifier = self.type_specifier(" with a default precision")?;
        self.semicolon("after the precision statement")?;
        Ok(PrecisionStatement {
            precision,
            specifier,
        })
    }

    /// Variables with their `;`, or a function up to its `)`. The qualifiers were read.
    pub(super) fn begin(&mut self, qualifiers: Vec<Qualifier>, start: Span) -> Parse<Begun> {
        let after = if qualifiers.is_empty() {
            ""
        } else {
            " after the qualifiers"
        };
        let what = if self.scopes.depth() == 0 && qualifiers.is_empty() {
            " or another declaration"
        } else {
            after
        };
        let specifier = self.type_specifier(what)?;
        if self.at(Punctuator::Semicolon) {
            let span = start.to(self.bump().span);
            let declarators = Vec::new();
            return Ok(Begun::Variables(Declaration {
                qualifiers,
                specifier,
                declarators,
                span,
            }));
        }
        let name = self.name("a name")?;
        if self.at(Punctuator::LeftParen) {
            Ok(Begun::Function(
                self.head(qualifiers, specifier, name, start)?,
            ))
        } else {
            Ok(Begun::Variables(
                self.variables(qualifiers, specifier, name, start)?,
            ))
        }
    }

    /// The declarators from the first name on.
    fn variables(
        &mut self,
        qualifiers: Vec<Qualifier>,
        specifier: TypeSpecifier,
        first: Name,
        start: Span,
    ) -> Parse<Declaration> {
        let mut declarators = vec![self.declarator(first)?];
        while self.eat(Punctuator::Comma).is_some() {
            let name = self.name("the name of a variable")?;
            declarators.push(self.declarator(name)?);
        }
        let end = self.semicolon("after the declaration")?;
        Ok(Declaration {
            qualifiers,
            specifier,
            declarators,
            span: start.to(end),
        })
    }

    fn declarator(&mut self, name: Name) -> Parse<Declarator> {
        let array = self.array_size()?;
        let semantic = self.semantic()?;
        let mut initializer = None;
        if self.eat(Punctuator::Equal).is_some() {
            initializer = Some(self.initializer()?);
        }
        // The scope of the name begins behind its initialiser.
        self.scopes.declare_name(name.symbol);
        let span = name.span.to(self.previous());
        Ok(Declarator {
            name,
            array,
            semantic,
            initializer,
            span,
        })
    }

    /// The expression behind `=`.
    pub(super) fn initializer(&mut self) -> Parse<crate::syntax::Expression> {
        if self.at(Punctuator::LeftBrace) && self.dialect.is_cg() {
            return self.list();
        }
        if self.at(Punctuator::LeftBrace) {
            let message = "ESSL has no initialiser lists";
            let help = match self.version {
                Version::Essl100 => "assign the elements one by one",
                Version::Essl300 => "use a constructor, such as `float[2](1.0, 2.0)`",
            };
            let diagnostic = Diagnostic::error(codes::SYNTAX, message).with_help(help);
            return Err(self.report(diagnostic, self.token(), "unexpected `{`"));
        }
        self.assignment()
    }

    /// A function from the `(` to the `)`.
    fn head(
        &mut self,
        qualifiers: Vec<Qualifier>,
        result: TypeSpecifier,
        name: Name,
        start: Span,
    ) -> Parse<FunctionHead> {
        let open = self.bump().span;
        let mut parameters = Vec::new();
        let no_parameters = self.kind() == TokenKind::Type(BasicType::Void)
            && self.kind_after(1) == TokenKind::Punctuator(Punctuator::RightParen);
        if no_parameters {
            self.bump();
        } else if !self.at(Punctuator::RightParen) {
            loop {
                parameters.push(self.parameter()?);
                if self.eat(Punctuator::Comma).is_none() {
                    break;
                }
            }
        }
        let end = self.close(Punctuator::RightParen, open)?;
        let semantic = self.semantic()?;
        self.scopes.declare_name(name.symbol);
        Ok(FunctionHead {
            qualifiers,
            result,
            name,
            parameters,
            semantic,
            span: start.to(end),
        })
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.span();
        let qualifiers = self.qualifiers()?;
        let specifier = self.type_specifier(" of a parameter")?;
        let name = match self.kind() {
            TokenKind::Identifier(_) | TokenKind::Reserved(_) => Some(self.name("a name")?),
            _ => None,
        };
        let array = self.array_size()?;
        let semantic = self.semantic()?;
        self.no_default()?;
        Ok(Parameter {
            qualifiers,
            specifier,
            name,
            array,
            semantic,
            span: start.to(self.previous()),
        })
    }

    /// Parses the rest of a function at global scope, behind the `)`.
    fn function(&mut self, head: FunctionHead) -> Parse<Item> {
        let span = head.span;
        if let Some(end) = self.eat(Punctuator::Semicolon) {
            return Ok(Item {
                kind: ItemKind::Prototype(head),
                span: span.to(end),
            });
        }
        if !self.at(Punctuator::LeftBrace) {
            return Err(self.expected("`{` or `;` after the head of the function"));
        }
        let scope = self.scopes.depth();
        self.scopes.open();
        for parameter in &head.parameters {
            if let Some(name) = parameter.name {
                self.scopes.declare_name(name.symbol);
            }
        }
        self.statements = 0;
        let (body, end) = self.braces()?;
        self.scopes.close_to(scope);
        let definition = FunctionDefinition { head, body, end };
        Ok(Item {
            kind: ItemKind::Function(definition),
            span,
        })
    }

    /// Reports a function definition inside a function and passes its body.
    pub(super) fn nested_function(&mut self, head: &FunctionHead) {
        let name = self.names.text(head.name.symbol);
        let message = format!("the function `{name}` is defined inside a function");
        let diagnostic = Diagnostic::error(codes::NESTED_FUNCTION, message)
            .at(head.span, "functions stand at global scope")
            .with_help("is a `}` missing before it?");
        self.push(diagnostic);
        self.skip_braces();
    }
}
