//! The words of Cg, and its literals with suffixes.

use super::{Keyword, TokenKind};
use crate::intern::Symbol;
use crate::syntax::{BasicType, SamplerShape, SamplerType};
use crate::typed::ScalarKind;

/// The words that have a meaning in the grammar.
const KEYWORDS: &[(&str, Keyword)] = &[
    ("break", Keyword::Break),
    ("case", Keyword::Case),
    ("const", Keyword::Const),
    ("continue", Keyword::Continue),
    ("default", Keyword::Default),
    ("discard", Keyword::Discard),
    ("do", Keyword::Do),
    ("else", Keyword::Else),
    ("false", Keyword::False),
    ("for", Keyword::For),
    ("if", Keyword::If),
    ("in", Keyword::In),
    ("inout", Keyword::InOut),
    ("out", Keyword::Out),
    ("return", Keyword::Return),
    ("static", Keyword::Static),
    ("struct", Keyword::Struct),
    ("switch", Keyword::Switch),
    ("true", Keyword::True),
    ("uniform", Keyword::Uniform),
    ("while", Keyword::While),
];

/// The types that an editor proposes.
const TYPES: &[&str] = &[
    "void",
    "bool",
    "bool2",
    "bool3",
    "bool4",
    "int",
    "int2",
    "int3",
    "int4",
    "float",
    "float2",
    "float3",
    "float4",
    "half",
    "half2",
    "half3",
    "half4",
    "fixed",
    "fixed2",
    "fixed3",
    "fixed4",
    "float2x2",
    "float3x3",
    "float3x4",
    "float4x3",
    "float4x4",
    "sampler2D",
    "samplerCUBE",
];

/// Keywords and names of types, for editors.
pub(crate) fn used() -> impl Iterator<Item = &'static str> {
    let keywords = KEYWORDS.iter().map(|(word, _)| *word);
    keywords.chain(TYPES.iter().copied())
}

/// What a word is in Cg; `None` for words that change nothing here and are left out.
pub(crate) fn word(text: &str, symbol: Symbol) -> Option<TokenKind> {
    if let Some((_, keyword)) = KEYWORDS.iter().find(|(word, _)| *word == text) {
        return Some(TokenKind::Keyword(*keyword));
    }
    Some(match text {
        "extern" | "inline" | "packed" | "varying" => return None,
        "void" => TokenKind::Type(BasicType::Void),
        "sampler2D" => sampler(SamplerShape::D2),
        "samplerCUBE" => sampler(SamplerShape::Cube),
        _ if REFUSED.iter().any(|(words, ..)| words.contains(&text)) => TokenKind::Reserved(symbol),
        _ => match numeric(text) {
            Some(Numeric::Type(basic)) => TokenKind::Type(basic),
            Some(Numeric::Thin) => TokenKind::Reserved(symbol),
            None => TokenKind::Identifier(symbol),
        },
    })
}

/// True if no program may declare a name of this spelling.
pub(crate) fn is_taken(text: &str) -> bool {
    !matches!(word(text, Symbol(0)), Some(TokenKind::Identifier(_)))
}

/// True if Cg has a type of numbers of this name, as HLSL does.
pub(crate) fn is_number(text: &str) -> bool {
    matches!(numeric(text), Some(Numeric::Type(_)))
}

fn sampler(shape: SamplerShape) -> TokenKind {
    TokenKind::Type(BasicType::Sampler(SamplerType {
        scalar: ScalarKind::Float,
        shape,
        shadow: false,
    }))
}

/// A type of numbers.
enum Numeric {
    Type(BasicType),
    /// A matrix of one row or one column.
    Thin,
}

/// `float`, `half3`, `fixed4x4`. A matrix of R rows and C columns is one of R columns with C components: its columns are
/// Cg's rows. `half` and `fixed` are floats, as they are for the profile vp20.
fn numeric(text: &str) -> Option<Numeric> {
    let kinds = [
        ("float", ScalarKind::Float),
        ("half", ScalarKind::Float),
        ("fixed", ScalarKind::Float),
        ("int", ScalarKind::Int),
        ("bool", ScalarKind::Bool),
    ];
    let mut kinds = kinds.into_iter();
    let (scalar, size) =
        kinds.find_map(|(name, kind)| Some((kind, text.strip_prefix(name)?.as_bytes())))?;
    let vector = |lanes| Numeric::Type(BasicType::Vector { scalar, lanes });
    Some(match *size {
        [] => vector(1),
        [lanes @ b'1'..=b'4'] => vector(lanes - b'0'),
        [b'1', b'x', b'1'..=b'4'] | [b'2'..=b'4', b'x', b'1'] => Numeric::Thin,
        [rows @ b'2'..=b'4', b'x', columns @ b'2'..=b'4'] if scalar == ScalarKind::Float => {
            Numeric::Type(BasicType::Matrix {
                columns: rows - b'0',
                rows: columns - b'0',
            })
        }
        _ => return None,
    })
}

/// The value of a literal with a suffix: `1.0h`, `0.5x`, `1f`.
pub(crate) fn number(text: &str) -> Option<f32> {
    let body = text.strip_suffix(['f', 'F', 'h', 'H', 'x', 'X'])?;
    let digits = |byte: u8| byte.is_ascii_digit() || b".eE+-".contains(&byte);
    let value: f32 = body.parse().ok().filter(|_| body.bytes().all(digits))?;
    Some(value.min(f32::MAX))
}

/// Words of Cg for what is not there, why, and what to do.
const REFUSED: &[(&[&str], &str, &str)] = &[
    (
        &["interface"],
        "interfaces are not supported",
        "write a structure, and functions that take it",
    ),
    (
        &["sampler1D", "isampler1D"],
        "none of the machines has one-dimensional textures",
        "declare a `sampler2D` and give its image a height of 1",
    ),
    (
        &["sampler3D"],
        "none of the machines has three-dimensional textures",
        "use a `sampler2D` that has the slices side by side",
    ),
    (
        &["samplerRECT"],
        "there are no samplers that take coordinates in texels",
        "declare a `sampler2D` and divide coordinates by the size of the image",
    ),
    (
        &["sampler"],
        "a sampler needs its kind",
        "declare a `sampler2D` or a `samplerCUBE`",
    ),
    (
        &["row_major", "column_major"],
        "matrices have no order in their declaration here",
        "a row of the matrix takes a register; `#pragma retroshade matrix NAME rows` lays it out by columns of Cg",
    ),
    (
        &["typedef"],
        "types have no second names",
        "write `#define NAME TYPE`",
    ),
    (
        &["sampler_state", "texture2D", "technique10"],
        "states belong to CgFX, of which there is nothing here",
        "set them in the application",
    ),
    (
        &["asm", "asm_fragment", "goto", "class", "template", "this"],
        "the word is reserved",
        "use another name",
    ),
];

/// Words that are names like others, but where they stand for a type: those of CgFX.
const EFFECTS: &[&str] = &["technique", "pass", "texture", "string", "compile"];

/// Why a word is refused and what to do about it.
pub(crate) fn refused(text: &str) -> Option<(&'static str, &'static str)> {
    if EFFECTS.contains(&text) {
        return Some((
            "it belongs to CgFX, of which there is nothing here",
            "compile the functions alone: state and passes are the application's",
        ));
    }
    if let Some(Numeric::Thin) = numeric(text) {
        return Some((
            "a matrix has two rows and two columns at least",
            "use a vector such as `float4`",
        ));
    }
    let mut rows = REFUSED.iter();
    rows.find_map(|&(words, why, help)| words.contains(&text).then_some((why, help)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_cg_are_columns() {
        let symbol = Symbol(0);
        assert_eq!(
            word("float3x4", symbol),
            Some(TokenKind::Type(BasicType::Matrix {
                columns: 3,
                rows: 4
            }))
        );
        assert_eq!(
            word("half2", symbol),
            Some(TokenKind::Type(BasicType::Vector {
                scalar: ScalarKind::Float,
                lanes: 2
            }))
        );
        assert_eq!(word("float5", symbol), Some(TokenKind::Identifier(symbol)));
        assert_eq!(word("float1x4", symbol), Some(TokenKind::Reserved(symbol)));
        assert_eq!(word("varying", symbol), None);
        assert_eq!(word("vec4", symbol), Some(TokenKind::Identifier(symbol)));
    }

    #[test]
    fn editors_propose_words_of_the_language() {
        let symbol = Symbol(0);
        for text in used() {
            assert_ne!(
                word(text, symbol),
                Some(TokenKind::Identifier(symbol)),
                "{text}"
            );
        }
    }

    #[test]
    fn literals_have_suffixes() {
        assert_eq!(number("1.5h"), Some(1.5));
        assert_eq!(number("2f"), Some(2.0));
        assert_eq!(number("1e2x"), Some(100.0));
        assert_eq!(number("1.5q"), None);
        assert_eq!(number("infx"), None);
    }
}
