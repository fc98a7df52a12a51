//! Qualifiers, type specifiers, structures.

use super::{ARRAY_LEVELS, Failed, Parse, Parser, STRUCT_LEVELS};
use crate::intern::Symbol;
use crate::lex::{Keyword, Punctuator, Token, TokenKind};
use crate::syntax::{
    ArraySize, Declarator, LayoutItem, LayoutValue, Member, Qualifier, QualifierKind,
    StructSpecifier, TypeName, TypeSpecifier,
};
use crate::typed::Version;
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Precision;

impl Parser<'_> {
    /// True if the present token begins a type specifier.
    pub(super) fn at_type(&self) -> bool {
        match self.kind() {
            TokenKind::Type(_) | TokenKind::Keyword(Keyword::Struct) => true,
            TokenKind::Identifier(symbol) => self.scopes.is_type(symbol),
            _ => false,
        }
    }

    /// True if the present token is a qualifier.
    pub(super) fn at_qualifier(&self) -> bool {
        matches!(self.kind(), TokenKind::Keyword(keyword) if qualifier(keyword).is_some())
            || self.at_keyword(Keyword::Layout)
    }

    /// The qualifiers before a type, in any number.
    pub(super) fn qualifiers(&mut self) -> Parse<Vec<Qualifier>> {
        let mut qualifiers = Vec::new();
        while let TokenKind::Keyword(keyword) = self.kind() {
            if keyword == Keyword::Layout {
                qualifiers.push(self.layout()?);
                continue;
            }
            let Some(kind) = qualifier(keyword) else {
                break;
            };
            let span = self.bump().span;
            qualifiers.push(Qualifier { kind, span });
        }
        Ok(qualifiers)
    }

    /// `layout(location = 0, std140)`
    fn layout(&mut self) -> Parse<Qualifier> {
        let start = self.bump().span;
        let open = self.expect(Punctuator::LeftParen, "after `layout`")?;
        let mut items = Vec::new();
        loop {
            // `shared` is the one layout word that is no identifier in some versions.
            let name = self.name("a layout qualifier")?;
            let mut value = None;
            if self.eat(Punctuator::Equal).is_some() {
                let (TokenKind::Int(number) | TokenKind::Uint(number)) = self.kind() else {
                    return Err(self.expected("an integer"));
                };
                value = Some(LayoutValue {
                    value: number,
                    span: self.bump().span,
                });
            }
            items.push(LayoutItem { name, value });
            if self.eat(Punctuator::Comma).is_none() {
                break;
            }
        }
        let end = self.close(Punctuator::RightParen, open)?;
        Ok(Qualifier {
            kind: QualifierKind::Layout(items),
            span: start.to(end),
        })
    }

    /// `lowp`, `mediump` or `highp`.
    pub(super) fn precision(&mut self) -> Parse<Precision> {
        let precision = match self.kind() {
            TokenKind::Keyword(Keyword::Lowp) => Precision::Low,
            TokenKind::Keyword(Keyword::Mediump) => Precision::Medium,
            TokenKind::Keyword(Keyword::Highp) => Precision::High,
            _ => return Err(self.expected("`lowp`, `mediump` or `highp`")),
        };
        self.bump();
        Ok(precision)
    }

    /// A type with the array part that may stand before the name.
    pub(super) fn type_specifier(&mut self, after: &str) -> Parse<TypeSpecifier> {
        let (name, span) = self.type_name(after)?;
        self.array_type(name, span)
    }

    /// The array part behind the word of a type. Whether the version of the language has it is the checker's
    /// affair.
    pub(super) fn array_type(&mut self, name: TypeName, span: Span) -> Parse<TypeSpecifier> {
        if !self.at(Punctuator::LeftBracket) {
            return Ok(TypeSpecifier {
                name,
                array: None,
                span,
            });
        }
        let array = self.array_size()?;
        let span = array.as_ref().map_or(span, |array| span.to(array.span));
        Ok(TypeSpecifier { name, array, span })
    }

    /// The word of a type, or a structure. `after` says what came before, for the message.
    pub(super) fn type_name(&mut self, after: &str) -> Parse<(TypeName, Span)> {
        let token = self.token();
        let name = match token.kind {
            TokenKind::Type(basic) => TypeName::Basic(basic),
            TokenKind::Keyword(Keyword::Struct) if self.at_elaborated_type() => {
                self.bump();
                return self.type_name(after);
            }
            TokenKind::Keyword(Keyword::Struct) => {
                let specifier = self.struct_specifier()?;
                let span = specifier.span;
                return Ok((TypeName::Struct(Box::new(specifier)), span));
            }
            TokenKind::Identifier(symbol) if self.scopes.is_type(symbol) => {
                TypeName::Named(crate::syntax::Name {
                    symbol,
                    span: token.span,
                })
            }
            TokenKind::Identifier(symbol) if self.is_of_other_version(symbol) => {
                return Err(self.other_version(symbol, token));
            }
            TokenKind::Identifier(symbol)
                if matches!(self.kind_after(1), TokenKind::Identifier(_)) =>
            {
                return Err(self.unknown_type(symbol, token));
            }
            _ => return Err(self.expected(&format!("a type{after}"))),
        };
        self.bump();
        Ok((name, token.span))
    }

    fn unknown_type(&mut self, symbol: Symbol, token: Token) -> Failed {
        let text = self.names.text(symbol);
        if let Some(failed) = self.refused_in_cg(text, token) {
            return failed;
        }
        let message = format!("unknown type `{text}`");
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_TYPE, message);
        if let Some(name) = essl_name(text).filter(|_| !self.dialect.is_cg()) {
            diagnostic = diagnostic.with_help(format!("the type is called `{name}` in ESSL"));
        }
        self.report(diagnostic, token, "no structure of this name is in scope")
    }

    /// `[n]`, if there is one. More than one is an error.
    pub(super) fn array_size(&mut self) -> Parse<Option<ArraySize>> {
        let Some(open) = self.eat(Punctuator::LeftBracket) else {
            return Ok(None);
        };
        self.enter_levels(ARRAY_LEVELS)?;
        let size = if !self.at(Punctuator::RightBracket) {
            Some(Box::new(self.expression()?))
        } else if self.version == Version::Essl300 {
            None
        } else {
            return Err(self.expected("the size of the array"));
        };
        self.depth -= ARRAY_LEVELS;
        let end = self.close(Punctuator::RightBracket, open)?;
        if self.at(Punctuator::LeftBracket) {
            let message = "arrays of arrays do not exist in this language version";
            let diagnostic = Diagnostic::error(codes::OTHER_VERSION, message)
                .with_help("use one dimension and compute the index, or an array of structures");
            return Err(self.report(diagnostic, self.token(), "a second dimension"));
        }
        Ok(Some(ArraySize {
            size,
            span: open.to(end),
        }))
    }

    /// `struct S { … }`
    fn struct_specifier(&mut self) -> Parse<StructSpecifier> {
        let start = self.bump().span;
        let name = if self.at(Punctuator::LeftBrace) {
            None
        } else {
            Some(self.name("the name of the structure or `{`")?)
        };
        self.enter_levels(STRUCT_LEVELS)?;
        let (members, end) = self.members("structure")?;
        self.depth -= STRUCT_LEVELS;
        if let Some(name) = name {
            self.scopes.declare_type(name.symbol);
        }
        Ok(StructSpecifier {
            name,
            members,
            span: start.to(end),
        })
    }

    /// `{ members }` of a structure or block.
    pub(super) fn members(&mut self, what: &str) -> Parse<(Vec<Member>, Span)> {
        let open = self.expect(Punctuator::LeftBrace, &format!("to begin the {what}"))?;
        let mut members = Vec::new();
        let (depth, scope) = (self.depth, self.scopes.depth());
        let errors = self.errors;
        while !self.at(Punctuator::RightBrace) && self.kind() != TokenKind::End {
            let before = self.position;
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => {
                    self.restore(depth, scope);
                    self.skip_statement();
                    if self.position == before {
                        self.bump();
                    }
                }
            }
        }
        if members.is_empty() && self.errors == errors && self.at(Punctuator::RightBrace) {
            let message = format!("a {what} needs at least one member");
            let diagnostic = Diagnostic::error(codes::EMPTY_STRUCT, message);
            self.report(diagnostic, self.token(), "nothing before this");
        }
        let end = self.close(Punctuator::RightBrace, open)?;
        Ok((members, end))
    }

    fn member(&mut self) -> Parse<Member> {
        let start = self.span();
        let qualifiers = self.qualifiers()?;
        let specifier = self.type_specifier(" or `}`")?;
        let mut declarators = Vec::new();
        loop {
            let name = self.name("the name of a member")?;
            let array = self.array_size()?;
            let semantic = self.semantic()?;
            let span = name.span.to(self.previous());
            declarators.push(Declarator {
                name,
                array,
                semantic,
                initializer: None,
                span,
            });
            if self.eat(Punctuator::Comma).is_none() {
                break;
            }
        }
        let end = self.semicolon("after the member")?;
        Ok(Member {
            qualifiers,
            specifier,
            declarators,
            span: start.to(end),
        })
    }
}

/// What ESSL calls the types of other shading languages.
fn essl_name(text: &str) -> Option<&'static str> {
    Some(match text {
        "float2" | "half2" => "vec2",
        "float3" | "half3" => "vec3",
        "float4" | "half4" => "vec4",
        "int2" => "ivec2",
        "int3" => "ivec3",
        "int4" => "ivec4",
        "bool2" => "bvec2",
        "bool3" => "bvec3",
        "bool4" => "bvec4",
        "float2x2" => "mat2",
        "float3x3" => "mat3",
        "float4x4" | "matrix" => "mat4",
        "Texture2D" | "texture2D" => "sampler2D",
        "TextureCube" | "textureCube" => "samplerCube",
        _ => return None,
    })
}

/// The qualifier that a keyword is, `layout` aside.
fn qualifier(keyword: Keyword) -> Option<QualifierKind> {
    Some(match keyword {
        Keyword::Const => QualifierKind::Const,
        Keyword::Attribute => QualifierKind::Attribute,
        Keyword::Varying => QualifierKind::Varying,
        Keyword::Uniform => QualifierKind::Uniform,
        Keyword::In => QualifierKind::In,
        Keyword::Out => QualifierKind::Out,
        Keyword::InOut => QualifierKind::InOut,
        Keyword::Invariant => QualifierKind::Invariant,
        Keyword::Flat => QualifierKind::Flat,
        Keyword::Smooth => QualifierKind::Smooth,
        Keyword::Centroid => QualifierKind::Centroid,
        Keyword::Static => QualifierKind::Static,
        Keyword::Lowp => QualifierKind::Precision(Precision::Low),
        Keyword::Mediump => QualifierKind::Precision(Precision::Medium),
        Keyword::Highp => QualifierKind::Precision(Precision::High),
        _ => return None,
    })
}
