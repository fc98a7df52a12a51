//! Text to shader. Types and operands are taken as stated; whether they fit each other is for the
//! verifier to say. What the printed form cannot express does not parse.

mod body;
mod declarations;

use super::lex::{Kind, Token, tokens};
use crate::{ClipDepth, Primitive, Scalar, Shader, Stage, Swizzle, Type, Value};
use retroshade_diagnostics::{Diagnostic, FileId, Span, codes};
use std::collections::HashMap;

/// Reads the printed form of a shader; `file` is the text's place in the source map.
///
/// # Errors
/// The first thing that is no printed form, with its place.
pub fn parse(text: &str, file: FileId) -> Result<Shader, Diagnostic> {
    // Places are 32-bit byte offsets.
    if u32::try_from(text.len()).is_err() {
        let message = "the text is longer than 4 GiB";
        return Err(Diagnostic::error(codes::ir::IR_SYNTAX, message));
    }
    Parser {
        text,
        file,
        tokens: tokens(text),
        next: 0,
        shader: Shader::new(Stage::Fragment, ""),
        values: HashMap::new(),
    }
    .shader()
}

struct Parser<'a> {
    text: &'a str,
    file: FileId,
    tokens: Vec<Token>,
    next: usize,
    shader: Shader,
    /// Values by the number in the text. Looked up, never iterated.
    values: HashMap<u32, Value>,
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    fn shader(mut self) -> Parsed<Shader> {
        self.word("shader")?;
        let stage = self.any_word("a stage")?;
        self.shader.stage = match stage {
            "vertex" => Stage::Vertex,
            "fragment" => Stage::Fragment,
            "geometry" => Stage::Geometry,
            _ => return Err(self.fault_before("expected `vertex`, `fragment` or `geometry`")),
        };
        self.shader.name = self.string()?;
        if self.is_word("clip_depth") {
            self.word("clip_depth")?;
            self.mark('=')?;
            self.shader.interface.clip_depth = self.choice(ClipDepth::ALL, ClipDepth::name)?;
        }
        if self.accept_word("vertices") {
            self.mark('=')?;
            let vertices = self.number()?;
            let main_vertices = if self.accept_word("main_vertices") {
                self.mark('=')?;
                Some(self.number()?)
            } else {
                None
            };
            self.word("max_vertices")?;
            self.mark('=')?;
            self.shader.interface.primitive = Some(Primitive {
                vertices,
                main_vertices,
                max_vertices: self.number()?,
            });
        }
        self.declarations()?;
        self.word("body")?;
        self.body()?;
        if self.peek().kind != Kind::End {
            return Err(self.fault("expected the end of the text"));
        }
        Ok(self.shader)
    }

    fn peek(&self) -> Token {
        // The last token is the end, which is never passed.
        self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn advance(&mut self) -> Token {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn spelling(&self, token: Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    fn place(&self, token: Token) -> Span {
        Span::new(self.file, token.start as u32, token.end as u32)
    }

    fn error(&self, token: Token, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(codes::ir::IR_SYNTAX, message).at(self.place(token), "")
    }

    /// An error at the next token, which is quoted.
    fn fault(&self, message: impl Into<String>) -> Diagnostic {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the text".into(),
            _ => format!("`{}`", self.spelling(token)),
        };
        self.error(token, format!("{}, found {found}", message.into()))
    }

    /// An error at the token before the next one.
    fn fault_before(&self, message: impl Into<String>) -> Diagnostic {
        let token = self.tokens[self.next.saturating_sub(1).min(self.tokens.len() - 1)];
        self.error(token, message)
    }

    fn is_word(&self, word: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Word && self.spelling(token) == word
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next += 1;
        }
        found
    }

    fn word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) {
            Ok(())
        } else {
            Err(self.fault(format!("expected `{word}`")))
        }
    }

    fn any_word(&mut self, what: &str) -> Parsed<&'a str> {
        if self.peek().kind == Kind::Word {
            let token = self.advance();
            Ok(self.spelling(token))
        } else {
            Err(self.fault(format!("expected {what}")))
        }
    }

    fn accept(&mut self, mark: char) -> bool {
        let found = self.peek().kind == Kind::Mark(mark);
        if found {
            self.next += 1;
        }
        found
    }

    fn mark(&mut self, mark: char) -> Parsed<()> {
        if self.accept(mark) {
            Ok(())
        } else {
            Err(self.fault(format!("expected `{mark}`")))
        }
    }

    /// A whole number of 32 bits without sign.
    fn number(&mut self) -> Parsed<u32> {
        let token = self.peek();
        let number = match token.kind {
            Kind::Number => self.spelling(token).parse().ok(),
            _ => None,
        };
        let number = number
            .ok_or_else(|| self.fault(format!("expected a number from 0 to {}", u32::MAX)))?;
        self.next += 1;
        Ok(number)
    }

    fn string(&mut self) -> Parsed<String> {
        let token = self.peek();
        let inner = match token.kind {
            Kind::String => self.spelling(token).strip_prefix('"'),
            _ => return Err(self.fault("expected a string")),
        };
        let unescaped = inner
            .and_then(|inner| inner.strip_suffix('"'))
            .and_then(unescape);
        let text = unescaped.ok_or_else(|| self.error(token, "this string has no end"))?;
        self.next += 1;
        Ok(text)
    }

    /// A word that is `prefix` and a number below `count`.
    fn entity(&mut self, prefix: &str, count: usize) -> Parsed<usize> {
        let token = self.peek();
        let number = match token.kind {
            Kind::Word => self.spelling(token).strip_prefix(prefix),
            _ => None,
        };
        let number = number.and_then(|digits| digits.parse::<usize>().ok());
        match number {
            Some(number) if number < count => {
                self.next += 1;
                Ok(number)
            }
            Some(_) => Err(self.fault("this is not declared")),
            None => Err(self.fault(format!("expected `{prefix}` and a number"))),
        }
    }

    /// `f1` to `f4`, `i1` to `i4`, `b1` to `b4`.
    fn ty(&mut self) -> Parsed<Type> {
        let token = self.peek();
        let spelling = self.spelling(token).as_bytes();
        let scalar = match spelling.first() {
            Some(b'f') => Some(Scalar::Float),
            Some(b'i') => Some(Scalar::Int),
            Some(b'b') => Some(Scalar::Bool),
            _ => None,
        };
        let lanes = match spelling.get(1..) {
            Some([digit @ b'1'..=b'4']) => Some(digit - b'0'),
            _ => None,
        };
        match (token.kind, scalar, lanes) {
            (Kind::Word, Some(scalar), Some(lanes)) => {
                self.next += 1;
                Ok(Type { scalar, lanes })
            }
            _ => Err(self.fault("expected a type such as `f4`, `i1`, `b2`")),
        }
    }

    fn swizzle(&mut self) -> Parsed<Swizzle> {
        let token = self.peek();
        let lane = |letter: u8| match letter {
            b'x' => Some(0),
            b'y' => Some(1),
            b'z' => Some(2),
            b'w' => Some(3),
            _ => None,
        };
        let lanes: Option<Vec<u8>> = self.spelling(token).bytes().map(lane).collect();
        let swizzle = lanes.and_then(|lanes| Swizzle::new(&lanes));
        let swizzle = swizzle.ok_or_else(|| self.fault("expected 1 to 4 of the lanes `xyzw`"))?;
        self.next += 1;
        Ok(swizzle)
    }

    /// `@file:start:end`, or nothing.
    fn span(&mut self) -> Parsed<Span> {
        if !self.accept('@') {
            return Ok(Span::NONE);
        }
        let file = FileId(self.number()?);
        self.mark(':')?;
        let start = self.number()?;
        self.mark(':')?;
        let end = self.number()?;
        if file == Span::NONE.file || start > end {
            return Err(self.fault_before("this is no place in a source"));
        }
        Ok(Span::new(file, start, end))
    }
}

/// The text of a string between its quotes; `None` if an escape is none.
fn unescape(inner: &str) -> Option<String> {
    let mut text = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next()? {
            letter @ ('"' | '\\') => text.push(letter),
            'u' => {
                let rest = letters.as_str().strip_prefix('{')?;
                let (digits, rest) = rest.split_once('}')?;
                text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                letters = rest.chars();
            }
            _ => return None,
        }
    }
    Some(text)
}
