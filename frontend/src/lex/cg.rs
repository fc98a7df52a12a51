//! The words of Cg, and its literals with suffixes.

use super::{Keyword, TokenKind};
use crate::intern::Symbol;
use crate::syntax::{BasicType, SamplerShape, SamplerType};
use crate::typed::ScalarKind;

/// What a word is in Cg; `None` for words that change nothing here and are left out.
pub(crate) fn word(text: &str, symbol: Symbol) -> Option<TokenKind> {
    Some(match text {
        "extern" | "inline" | "packed" | "varying" => return None,
        "break" => TokenKind::Keyword(Keyword::Break),
        "case" => TokenKind::Keyword(Keyword::Case),
        "const" => TokenKind::Keyword(Keyword::Const),
        "continue" => TokenKind::Keyword(Keyword::Continue),
        "default" => TokenKind::Keyword(Keyword::Default),
        "discard" => TokenKind::Keyword(Keyword::Discard),
        "do" => TokenKind::Keyword(Keyword::Do),
        "else" => TokenKind::Keyword(Keyword::Else),
        "false" => TokenKind::Keyword(Keyword::False),
        "for" => TokenKind::Keyword(Keyword::For),
        "if" => TokenKind::Keyword(Keyword::If),
        "in" => TokenKind::Keyword(Keyword::In),
        "inout" => TokenKind::Keyword(Keyword::InOut),
        "out" => TokenKind::Keyword(Keyword::Out),
        "return" => TokenKind::Keyword(Keyword::Return),
        "static" => TokenKind::Keyword(Keyword::Static),
        "struct" => TokenKind::Keyword(Keyword::Struct),
        "switch" => TokenKind::Keyword(Keyword::Switch),
        "true" => TokenKind::Keyword(Keyword::True),
        "uniform" => TokenKind::Keyword(Keyword::Uniform),
        "while" => TokenKind::Keyword(Keyword::While),
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
    fn literals_have_suffixes() {
        assert_eq!(number("1.5h"), Some(1.5));
        assert_eq!(number("2f"), Some(2.0));
        assert_eq!(number("1e2x"), Some(100.0));
        assert_eq!(number("1.5q"), None);
        assert_eq!(number("infx"), None);
    }
}
