//! From raw tokens to those of the parser: words get their meaning, wrong tokens their messages.

use super::driver::{Preprocessor, shorten};
use crate::extension::Extension;
use crate::lex::raw::{Invalid, RawKind, RawToken};
use crate::lex::words::{self, Meaning, Status};
use crate::lex::{IDENTIFIER_LIMIT, Keyword, TOKEN_LIMIT, Token, TokenKind, cg};
use crate::syntax::{BasicType, SamplerShape, SamplerType};
use crate::typed::{ScalarKind, Version};
use retroshade_diagnostics::codes::preprocessor as codes;
use retroshade_diagnostics::{Diagnostic, Span};

impl Preprocessor<'_> {
    /// Turns a token that no macro wants into one for the parser.
    pub(super) fn emit(&mut self, token: RawToken) {
        self.pristine = false;
        let Some(kind) = self.convert(token) else {
            return;
        };
        if self.output.tokens.len() >= TOKEN_LIMIT {
            if !self.stopped {
                let message = format!("the source has more than {TOKEN_LIMIT} tokens");
                let at = "the limit is reached here";
                self.fail(Diagnostic::error(codes::TOO_MANY_TOKENS, message).at(token.span, at));
                self.stopped = true;
            }
            return;
        }
        let RawToken {
            spacing,
            span,
            definition,
            ..
        } = token;
        self.output.tokens.push(Token {
            kind,
            spacing,
            span,
            definition,
        });
    }

    #[inline]
    fn convert(&mut self, token: RawToken) -> Option<TokenKind> {
        match token.kind {
            RawKind::Identifier(symbol) if self.output.dialect.is_cg() => {
                cg::word(self.names.text(symbol), symbol)
            }
            RawKind::Identifier(symbol) => Some(match words::lookup(symbol) {
                None => TokenKind::Identifier(symbol),
                Some(word) => match (self.status(word), word.meaning) {
                    (Status::Used, Meaning::Key(keyword)) => TokenKind::Keyword(keyword),
                    (Status::Used, Meaning::Type(basic)) => TokenKind::Type(basic),
                    (Status::Reserved, Meaning::Type(basic)) if self.enabled(basic) => {
                        TokenKind::Type(basic)
                    }
                    (Status::Reserved, _) => TokenKind::Reserved(symbol),
                    _ => TokenKind::Identifier(symbol),
                },
            }),
            RawKind::Punctuator(punctuator) => Some(TokenKind::Punctuator(punctuator)),
            RawKind::Float(value) => Some(TokenKind::Float(value)),
            RawKind::Int(value) => Some(TokenKind::Int(value)),
            _ => self.convert_unusual(token),
        }
    }

    /// Returns the status of a word. Desktop GLSL has the storage of version 1.20 beside the newer words, and reserves some later.
    #[inline]
    fn status(&self, word: &words::Word) -> Status {
        let storage = matches!(
            word.meaning,
            Meaning::Key(Keyword::Attribute | Keyword::Varying)
        );
        let desktop = self.output.dialect.is_desktop();
        if desktop && storage {
            Status::Used
        } else if desktop && word.is_free_in_desktop(self.version_number) {
            Status::Free
        } else {
            word.status(self.output.version)
        }
    }

    /// True if an extension turns a reserved word into a type.
    fn enabled(&self, basic: BasicType) -> bool {
        const TEXTURE_3D: SamplerType = SamplerType {
            scalar: ScalarKind::Float,
            shape: SamplerShape::D3,
            shadow: false,
        };
        basic == BasicType::Sampler(TEXTURE_3D)
            && self.output.extensions.allows(Extension::Texture3D)
    }

    /// Reports what is no token, and gives what replaces it while parsing goes on.
    fn convert_unusual(&mut self, token: RawToken) -> Option<TokenKind> {
        let old = self.output.version == Version::Essl100;
        let invalid = |code, message: &str| Diagnostic::error(code, message);
        let (kind, diagnostic) = match token.kind {
            RawKind::Uint(value) if !old => return Some(TokenKind::Uint(value)),
            RawKind::SuffixedFloat(value) if !old => return Some(TokenKind::Float(value)),
            RawKind::Uint(value) => (
                Some(TokenKind::Int(value)),
                invalid(codes::INVALID_NUMBER, "ESSL 1.00 has no unsigned literals")
                    .with_help("drop the `u`, or begin the source with `#version 300 es`"),
            ),
            RawKind::SuffixedFloat(value) => (
                Some(TokenKind::Float(value)),
                invalid(
                    codes::INVALID_NUMBER,
                    "ESSL 1.00 has no suffixes on literals",
                )
                .with_help("drop the `f`: every literal with a point is a float"),
            ),
            RawKind::LongIdentifier(symbol) => {
                let length = self.names.text(symbol).len();
                let message = format!(
                    "the identifier has {length} characters, the limit is {IDENTIFIER_LIMIT}"
                );
                let diagnostic = Diagnostic::error(codes::IDENTIFIER_TOO_LONG, message);
                (Some(TokenKind::Identifier(symbol)), diagnostic)
            }
            RawKind::Hash => {
                self.output.unusable = true;
                if self.sources.text(before(token.spelling())) == "#" {
                    return None;
                }
                (None, stray_hash())
            }
            RawKind::String => {
                self.output.unusable = true;
                let message = if self.output.dialect.is_cg() {
                    "there are no strings here: annotations belong to CgFX"
                } else {
                    "ESSL has no string literals"
                };
                (None, invalid(codes::STRING_LITERAL, message))
            }
            RawKind::Invalid(Invalid::Number) if self.output.dialect.is_cg() => {
                match cg::number(self.sources.text(token.spelling())) {
                    Some(value) => return Some(TokenKind::Float(value)),
                    None => self.invalid_token(token, Invalid::Number),
                }
            }
            RawKind::Invalid(reason) => {
                // What is left would be missing something, unless this is an odd kind of blank.
                let text = self.sources.text(token.spelling());
                let character = reason == Invalid::Character;
                self.output.unusable |= character && !text.chars().all(char::is_whitespace);
                self.invalid_token(token, reason)
            }
            // Parameters are replaced during expansion, line ends and the end never come here.
            _ => return None,
        };
        self.report_at_token(diagnostic, token, "");
        kind
    }

    fn invalid_token(&self, token: RawToken, reason: Invalid) -> (Option<TokenKind>, Diagnostic) {
        let text = self.sources.text(token.spelling());
        let zero = Some(TokenKind::Int(0));
        let number = |message: String| Diagnostic::error(codes::INVALID_NUMBER, message);
        match reason {
            Invalid::Character | Invalid::Comment => {
                let message = match text.chars().next() {
                    Some(c) if c.is_control() => {
                        format!(
                            "the character U+{:04X} is not part of the language",
                            c as u32
                        )
                    }
                    Some(c) if c.is_ascii() => format!("`{c}` is not part of the language"),
                    _ => format!("`{}` is not part of the language", shorten(text)),
                };
                let diagnostic = Diagnostic::error(codes::INVALID_CHARACTER, message);
                if text.is_ascii() {
                    (None, diagnostic)
                } else {
                    (
                        None,
                        diagnostic.with_note("only comments may contain non-ASCII text"),
                    )
                }
            }
            Invalid::Number => (zero, number(format!("`{}` is not a number", shorten(text)))),
            Invalid::Octal => (
                zero,
                number(format!("`{}` has a digit that is not octal", shorten(text)))
                    .with_help("a leading 0 makes an integer octal"),
            ),
            Invalid::Hexadecimal => (
                zero,
                number(format!("`{}` is not a hexadecimal number", shorten(text))),
            ),
            Invalid::TooLarge => {
                let message = format!("the integer `{}` is too large", shorten(text));
                let note = "the largest integer is 4294967295";
                (
                    zero,
                    Diagnostic::error(codes::INTEGER_TOO_LARGE, message).with_note(note),
                )
            }
        }
    }
}

/// `#` where no directive begins.
pub(super) fn stray_hash() -> Diagnostic {
    let note = "a directive begins its line; ESSL has no operators `#` and `##`";
    Diagnostic::error(codes::INVALID_CHARACTER, "`#` inside a line").with_note(note)
}

/// The byte before a span.
fn before(span: Span) -> Span {
    Span::new(span.file, span.start.saturating_sub(1), span.start)
}
