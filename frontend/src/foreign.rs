//! Sources that do not compile since they are written for something else: one message that says for what, instead of one for
//! each difference.

use crate::intern::Interner;
use crate::lex::{Keyword, Punctuator, Token, TokenKind, cg};
use crate::preprocess::Preprocessed;
use retroshade_diagnostics::codes::{language, semantic, syntax};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity};

/// What HLSL has and Cg has not.
const ONLY_HLSL: &[&str] = &[
    "Texture2D",
    "TextureCube",
    "SamplerState",
    "cbuffer",
    "SV_Position",
    "SV_POSITION",
    "SV_Target",
    "SV_TARGET",
];

/// What stands behind a colon in HLSL and Cg, without its number.
const SEMANTICS: &[&str] = &[
    "POSITION",
    "NORMAL",
    "COLOR",
    "TEXCOORD",
    "FOG",
    "PSIZE",
    "ATTR",
    "TANGENT",
    "BINORMAL",
    "BLENDWEIGHT",
    "BLENDINDICES",
    "DIFFUSE",
    "SPECULAR",
    "SV_Position",
    "SV_POSITION",
    "SV_Target",
    "SV_TARGET",
    "register",
];

/// What three.js declares for the shaders of a `ShaderMaterial`.
const OF_THREE: &[&str] = &[
    "projectionMatrix",
    "modelViewMatrix",
    "modelMatrix",
    "viewMatrix",
    "normalMatrix",
    "cameraPosition",
];

/// The message that stands for all errors of a source, if it is plainly written for something else.
pub(crate) fn foreign(
    source: &Preprocessed,
    names: &Interner,
    errors: &Diagnostics,
) -> Option<Diagnostic> {
    let tokens = Tokens {
        tokens: &source.tokens,
        names,
    };
    let is_unknown = |name: &str| {
        let quoted = format!("`{name}`");
        errors.iter().any(|error| {
            let is_error = error.severity == Severity::Error;
            is_error && error.code == language::UNKNOWN_NAME && error.message.contains(&quoted)
        })
    };
    tokens
        .image_shader()
        .or_else(|| tokens.hlsl())
        .or_else(|| tokens.three(&is_unknown))
}

struct Tokens<'a> {
    tokens: &'a [Token],
    names: &'a Interner,
}

impl<'a> Tokens<'a> {
    /// The names with their places among the tokens.
    fn identifiers(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let (tokens, names) = (self.tokens.iter().enumerate(), self.names);
        tokens.filter_map(move |(at, token)| match token.kind {
            TokenKind::Identifier(symbol) | TokenKind::Reserved(symbol) => {
                Some((at, names.text(symbol)))
            }
            _ => None,
        })
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn is(&self, at: usize, punctuator: Punctuator) -> bool {
        self.kind(at) == Some(TokenKind::Punctuator(punctuator))
    }

    /// `mainImage` where `main` is missing.
    fn image_shader(&self) -> Option<Diagnostic> {
        if self.identifiers().any(|(_, name)| name == "main") {
            return None;
        }
        let image = |(at, name): &(usize, &str)| {
            *name == "mainImage" && self.is(at + 1, Punctuator::LeftParen)
        };
        let (at, _) = self.identifiers().find(image)?;
        let message = "this is an image shader of Shadertoy, which has no `main`";
        Some(
            Diagnostic::error(semantic::MAIN, message)
                .at(self.tokens.get(at)?.span, "Shadertoy's own `main` calls it")
                .with_help("read it with --shadertoy, which adds what Shadertoy does"),
        )
    }

    /// A type of HLSL or Cg in a declaration, and a semantic or another such type.
    fn hlsl(&self) -> Option<Diagnostic> {
        let is_foreign = |name: &str| cg::is_number(name) || ONLY_HLSL.contains(&name);
        let defined = |at: usize| {
            at.checked_sub(1).and_then(|before| self.kind(before))
                == Some(TokenKind::Keyword(Keyword::Struct))
        };
        let declares = |at: usize| matches!(self.kind(at + 1), Some(TokenKind::Identifier(_)));
        let mut types = self
            .identifiers()
            .filter(|(at, name)| is_foreign(name) && !defined(*at) && declares(*at));
        let (first, name) = types.next()?;
        let is_semantic = |(at, name): (usize, &str)| {
            let behind_colon = at
                .checked_sub(1)
                .is_some_and(|before| self.is(before, Punctuator::Colon));
            let plain = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
            behind_colon && SEMANTICS.contains(&plain)
        };
        let known = types.next().is_some() || self.identifiers().any(is_semantic);
        if !known {
            return None;
        }
        let span = self.tokens.get(first)?.span;
        let is_hlsl = |(_, name): (usize, &str)| ONLY_HLSL.contains(&name);
        if !self.identifiers().any(is_hlsl) {
            let message = format!("this is Cg or HLSL: GLSL has no type `{name}`");
            return Some(
                Diagnostic::error(syntax::UNKNOWN_TYPE, message)
                    .at(span, "the first word that is not GLSL")
                    .with_note("what old HLSL shares with Cg is read as Cg")
                    .with_help("read it with -x cg, or call the file .vs.cg or .ps.cg"),
            );
        }
        let message = format!("this is HLSL: GLSL has no type `{name}`");
        Some(
            Diagnostic::error(syntax::UNKNOWN_TYPE, message)
                .at(span, "the first word that is not GLSL")
                .with_note("`float4` is `vec4`, `float4x4` is `mat4`, `mul(m, v)` is `m * v` or `v * m`, `lerp` is `mix`, `saturate(x)` is `clamp(x, 0.0, 1.0)`, `tex2D` is `texture2D`")
                .with_note("what has a semantic is an attribute, a varying, `gl_Position` or `gl_FragColor`; parameters that are `uniform` are declared outside of `main`")
                .with_help("the page `From Cg to GLSL` of the book has each construct beside its GLSL"),
        )
    }

    /// A name of three.js that is used and not declared.
    fn three(&self, is_unknown: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
        let (at, name) = self
            .identifiers()
            .find(|(_, name)| OF_THREE.contains(name) && is_unknown(name))?;
        let message = format!(
            "`{name}` is not declared here: three.js does that before it compiles a shader"
        );
        Some(
            Diagnostic::error(language::UNKNOWN_NAME, message)
                .at(self.tokens.get(at)?.span, "not declared in this scope")
                .with_help("read it with --prelude three, which declares what three.js does"),
        )
    }
}
