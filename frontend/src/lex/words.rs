//! The words that are not names, by language version.

use crate::extension::Extension;
use crate::intern::{Interner, Symbol};
use crate::syntax::{BasicType, SamplerShape, SamplerType};
use crate::typed::{ScalarKind, Version};
use Meaning::{Key, Nothing};
use SamplerShape::{Cube, D2, D2Array, D3, External};
use ScalarKind::{Bool, Float, Int, Uint};
use Status::{Free, Reserved, Used};
use std::sync::LazyLock;

/// A word with a meaning in the grammar, types aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// `attribute`
    Attribute,
    /// `break`
    Break,
    /// `case`
    Case,
    /// `centroid`
    Centroid,
    /// `const`
    Const,
    /// `continue`
    Continue,
    /// `default`
    Default,
    /// `discard`
    Discard,
    /// `do`
    Do,
    /// `else`
    Else,
    /// `false`
    False,
    /// `flat`
    Flat,
    /// `for`
    For,
    /// `highp`
    Highp,
    /// `if`
    If,
    /// `in`
    In,
    /// `inout`
    InOut,
    /// `invariant`
    Invariant,
    /// `layout`
    Layout,
    /// `lowp`
    Lowp,
    /// `mediump`
    Mediump,
    /// `out`
    Out,
    /// `precision`
    Precision,
    /// `return`
    Return,
    /// `smooth`
    Smooth,
    /// `static` (Cg)
    Static,
    /// `struct`
    Struct,
    /// `switch`
    Switch,
    /// `true`
    True,
    /// `uniform`
    Uniform,
    /// `varying`
    Varying,
    /// `while`
    While,
}

/// The status of a word in one version of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// An ordinary identifier.
    Free,
    /// It has its [`Meaning`].
    Used,
    /// No program may use it.
    Reserved,
}

/// What a word means where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A keyword.
    Key(Keyword),
    /// A type.
    Type(BasicType),
    /// It is only ever reserved.
    Nothing,
}

/// A row of [`WORDS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    text: &'static str,
    essl100: Status,
    essl300: Status,
    pub(crate) meaning: Meaning,
}

impl Word {
    /// True if desktop GLSL of this number has the word as an ordinary identifier, though ESSL 3.00 reserves it.
    pub(crate) fn is_free_in_desktop(&self, number: u32) -> bool {
        let mut rows = RESERVED_SINCE.iter();
        rows.any(|(word, since)| *word == self.text && number < *since)
    }

    /// The status in a version.
    pub(crate) fn status(&self, version: Version) -> Status {
        match version {
            Version::Essl100 => self.essl100,
            Version::Essl300 => self.essl300,
        }
    }
}

/// True if a word that is free in one version is used by the other.
pub(crate) fn used_in_other_version(symbol: Symbol, version: Version) -> bool {
    let other = match version {
        Version::Essl100 => Version::Essl300,
        Version::Essl300 => Version::Essl100,
    };
    lookup(symbol).is_some_and(|word| word.status(version) != Used && word.status(other) == Used)
}

/// The words that a version gives a meaning.
pub(crate) fn used(version: Version) -> impl Iterator<Item = &'static str> {
    let used = WORDS
        .iter()
        .filter(move |word| word.status(version) == Used);
    used.map(|word| word.text)
}

/// True if no program of a version may declare a name of this spelling.
pub(crate) fn is_taken(text: &str, version: Version) -> bool {
    let mut words = WORDS.iter();
    words.any(|word| word.text == text && word.status(version) != Free)
}

impl Interner {
    /// An interner that knows the words of the language and nothing else: in their order, so that a symbol's index is
    /// the row of its word.
    pub fn new() -> Interner {
        static NAMES: LazyLock<Interner> = LazyLock::new(|| {
            let mut names = Interner::empty();
            let words = WORDS.iter().map(|word| word.text).chain(MACROS);
            let words = words.chain(Extension::ALL.into_iter().map(Extension::name));
            words.for_each(|word| {
                names.intern(word);
            });
            names
        });
        NAMES.with_room()
    }
}

/// Words of the preprocessor, of which every interner knows the symbols: they are behind those of
/// [`WORDS`], and those of the extensions behind these.
const MACROS: [&str; 6] = [
    "defined",
    "__LINE__",
    "__FILE__",
    "__VERSION__",
    "GL_ES",
    "GL_FRAGMENT_PRECISION_HIGH",
];

/// `defined`
pub(crate) const DEFINED: Symbol = Symbol(WORDS.len() as u32);
/// `__LINE__`
pub(crate) const LINE: Symbol = Symbol(WORDS.len() as u32 + 1);
/// `__FILE__`
pub(crate) const FILE: Symbol = Symbol(WORDS.len() as u32 + 2);
/// `__VERSION__`
pub(crate) const VERSION: Symbol = Symbol(WORDS.len() as u32 + 3);
/// `GL_ES`
pub(crate) const GL_ES: Symbol = Symbol(WORDS.len() as u32 + 4);
/// `GL_FRAGMENT_PRECISION_HIGH`
pub(crate) const PRECISION_HIGH: Symbol = Symbol(WORDS.len() as u32 + 5);

/// The symbol of an extension's name.
pub(crate) const fn extension_symbol(extension: Extension) -> Symbol {
    Symbol((WORDS.len() + MACROS.len()) as u32 + extension as u32)
}

/// The row of a word that is not free in all versions.
#[inline]
pub(crate) fn lookup(symbol: Symbol) -> Option<&'static Word> {
    WORDS.get(symbol.index())
}

const fn word(text: &'static str, essl100: Status, essl300: Status, meaning: Meaning) -> Word {
    Word {
        text,
        essl100,
        essl300,
        meaning,
    }
}

const fn key(keyword: Keyword) -> Meaning {
    Key(keyword)
}

const fn vector(scalar: ScalarKind, lanes: u8) -> Meaning {
    Meaning::Type(BasicType::Vector { scalar, lanes })
}

const fn matrix(columns: u8, rows: u8) -> Meaning {
    Meaning::Type(BasicType::Matrix { columns, rows })
}

const fn sampler(scalar: ScalarKind, shape: SamplerShape) -> Meaning {
    Meaning::Type(BasicType::Sampler(SamplerType {
        scalar,
        shape,
        shadow: false,
    }))
}

const fn shadow(shape: SamplerShape) -> Meaning {
    Meaning::Type(BasicType::Sampler(SamplerType {
        scalar: Float,
        shape,
        shadow: true,
    }))
}

/// Words that ESSL 3.00 reserves and desktop GLSL from the number on: chapter 3.6 of GLSL 1.20, 1.30, 3.30, 4.00 and
/// 4.20. Words that give ESSL 3.00 a meaning (`uint`, `layout`) keep it in every desktop source.
const RESERVED_SINCE: &[(&str, u32)] = &[
    ("active", 130),
    ("common", 130),
    ("filter", 130),
    ("noperspective", 130),
    ("partition", 130),
    ("patch", 400),
    ("sample", 400),
    ("subroutine", 400),
    ("atomic_uint", 420),
    ("coherent", 420),
    ("readonly", 420),
    ("resource", 420),
    ("restrict", 420),
    ("writeonly", 420),
];

/// Chapter 3.6 ("Keywords") of both specifications, and `samplerExternalOES`.
const WORDS: &[Word] = &[
    word("attribute", Used, Reserved, key(Keyword::Attribute)),
    word("break", Used, Used, key(Keyword::Break)),
    word("case", Free, Used, key(Keyword::Case)),
    word("centroid", Free, Used, key(Keyword::Centroid)),
    word("const", Used, Used, key(Keyword::Const)),
    word("continue", Used, Used, key(Keyword::Continue)),
    word("default", Reserved, Used, key(Keyword::Default)),
    word("discard", Used, Used, key(Keyword::Discard)),
    word("do", Used, Used, key(Keyword::Do)),
    word("else", Used, Used, key(Keyword::Else)),
    word("false", Used, Used, key(Keyword::False)),
    word("flat", Reserved, Used, key(Keyword::Flat)),
    word("for", Used, Used, key(Keyword::For)),
    word("highp", Used, Used, key(Keyword::Highp)),
    word("if", Used, Used, key(Keyword::If)),
    word("in", Used, Used, key(Keyword::In)),
    word("inout", Used, Used, key(Keyword::InOut)),
    word("invariant", Used, Used, key(Keyword::Invariant)),
    word("layout", Free, Used, key(Keyword::Layout)),
    word("lowp", Used, Used, key(Keyword::Lowp)),
    word("mediump", Used, Used, key(Keyword::Mediump)),
    word("out", Used, Used, key(Keyword::Out)),
    word("precision", Used, Used, key(Keyword::Precision)),
    word("return", Used, Used, key(Keyword::Return)),
    word("smooth", Free, Used, key(Keyword::Smooth)),
    word("struct", Used, Used, key(Keyword::Struct)),
    word("switch", Reserved, Used, key(Keyword::Switch)),
    word("true", Used, Used, key(Keyword::True)),
    word("uniform", Used, Used, key(Keyword::Uniform)),
    word("varying", Used, Reserved, key(Keyword::Varying)),
    word("while", Used, Used, key(Keyword::While)),
    word("void", Used, Used, Meaning::Type(BasicType::Void)),
    word("float", Used, Used, vector(Float, 1)),
    word("int", Used, Used, vector(Int, 1)),
    word("uint", Free, Used, vector(Uint, 1)),
    word("bool", Used, Used, vector(Bool, 1)),
    word("vec2", Used, Used, vector(Float, 2)),
    word("vec3", Used, Used, vector(Float, 3)),
    word("vec4", Used, Used, vector(Float, 4)),
    word("ivec2", Used, Used, vector(Int, 2)),
    word("ivec3", Used, Used, vector(Int, 3)),
    word("ivec4", Used, Used, vector(Int, 4)),
    word("uvec2", Free, Used, vector(Uint, 2)),
    word("uvec3", Free, Used, vector(Uint, 3)),
    word("uvec4", Free, Used, vector(Uint, 4)),
    word("bvec2", Used, Used, vector(Bool, 2)),
    word("bvec3", Used, Used, vector(Bool, 3)),
    word("bvec4", Used, Used, vector(Bool, 4)),
    word("mat2", Used, Used, matrix(2, 2)),
    word("mat3", Used, Used, matrix(3, 3)),
    word("mat4", Used, Used, matrix(4, 4)),
    word("mat2x2", Free, Used, matrix(2, 2)),
    word("mat2x3", Free, Used, matrix(2, 3)),
    word("mat2x4", Free, Used, matrix(2, 4)),
    word("mat3x2", Free, Used, matrix(3, 2)),
    word("mat3x3", Free, Used, matrix(3, 3)),
    word("mat3x4", Free, Used, matrix(3, 4)),
    word("mat4x2", Free, Used, matrix(4, 2)),
    word("mat4x3", Free, Used, matrix(4, 3)),
    word("mat4x4", Free, Used, matrix(4, 4)),
    word("sampler2D", Used, Used, sampler(Float, D2)),
    word("samplerCube", Used, Used, sampler(Float, Cube)),
    word("sampler3D", Reserved, Used, sampler(Float, D3)),
    word("sampler2DArray", Free, Used, sampler(Float, D2Array)),
    word("samplerExternalOES", Used, Used, sampler(Float, External)),
    word("isampler2D", Free, Used, sampler(Int, D2)),
    word("isampler3D", Free, Used, sampler(Int, D3)),
    word("isamplerCube", Free, Used, sampler(Int, Cube)),
    word("isampler2DArray", Free, Used, sampler(Int, D2Array)),
    word("usampler2D", Free, Used, sampler(Uint, D2)),
    word("usampler3D", Free, Used, sampler(Uint, D3)),
    word("usamplerCube", Free, Used, sampler(Uint, Cube)),
    word("usampler2DArray", Free, Used, sampler(Uint, D2Array)),
    word("sampler2DShadow", Reserved, Used, shadow(D2)),
    word("samplerCubeShadow", Free, Used, shadow(Cube)),
    word("sampler2DArrayShadow", Free, Used, shadow(D2Array)),
    word("active", Free, Reserved, Nothing),
    word("asm", Reserved, Reserved, Nothing),
    word("atomic_uint", Free, Reserved, Nothing),
    word("cast", Reserved, Reserved, Nothing),
    word("class", Reserved, Reserved, Nothing),
    word("coherent", Free, Reserved, Nothing),
    word("common", Free, Reserved, Nothing),
    word("double", Reserved, Reserved, Nothing),
    word("dvec2", Reserved, Reserved, Nothing),
    word("dvec3", Reserved, Reserved, Nothing),
    word("dvec4", Reserved, Reserved, Nothing),
    word("enum", Reserved, Reserved, Nothing),
    word("extern", Reserved, Reserved, Nothing),
    word("external", Reserved, Reserved, Nothing),
    word("filter", Free, Reserved, Nothing),
    word("fixed", Reserved, Reserved, Nothing),
    word("fvec2", Reserved, Reserved, Nothing),
    word("fvec3", Reserved, Reserved, Nothing),
    word("fvec4", Reserved, Reserved, Nothing),
    word("goto", Reserved, Reserved, Nothing),
    word("half", Reserved, Reserved, Nothing),
    word("hvec2", Reserved, Reserved, Nothing),
    word("hvec3", Reserved, Reserved, Nothing),
    word("hvec4", Reserved, Reserved, Nothing),
    word("iimage1D", Free, Reserved, Nothing),
    word("iimage1DArray", Free, Reserved, Nothing),
    word("iimage2D", Free, Reserved, Nothing),
    word("iimage2DArray", Free, Reserved, Nothing),
    word("iimage3D", Free, Reserved, Nothing),
    word("iimageBuffer", Free, Reserved, Nothing),
    word("iimageCube", Free, Reserved, Nothing),
    word("image1D", Free, Reserved, Nothing),
    word("image1DArray", Free, Reserved, Nothing),
    word("image2D", Free, Reserved, Nothing),
    word("image2DArray", Free, Reserved, Nothing),
    word("image3D", Free, Reserved, Nothing),
    word("imageBuffer", Free, Reserved, Nothing),
    word("imageCube", Free, Reserved, Nothing),
    word("inline", Reserved, Reserved, Nothing),
    word("input", Reserved, Reserved, Nothing),
    word("interface", Reserved, Reserved, Nothing),
    word("isampler1D", Free, Reserved, Nothing),
    word("isampler1DArray", Free, Reserved, Nothing),
    word("isampler2DMS", Free, Reserved, Nothing),
    word("isampler2DMSArray", Free, Reserved, Nothing),
    word("isampler2DRect", Free, Reserved, Nothing),
    word("isamplerBuffer", Free, Reserved, Nothing),
    word("long", Reserved, Reserved, Nothing),
    word("namespace", Reserved, Reserved, Nothing),
    word("noinline", Reserved, Reserved, Nothing),
    word("noperspective", Free, Reserved, Nothing),
    word("output", Reserved, Reserved, Nothing),
    word("packed", Reserved, Free, Nothing),
    word("partition", Free, Reserved, Nothing),
    word("patch", Free, Reserved, Nothing),
    word("public", Reserved, Reserved, Nothing),
    word("readonly", Free, Reserved, Nothing),
    word("resource", Free, Reserved, Nothing),
    word("restrict", Free, Reserved, Nothing),
    word("sample", Free, Reserved, Nothing),
    word("sampler1D", Reserved, Reserved, Nothing),
    word("sampler1DArray", Free, Reserved, Nothing),
    word("sampler1DArrayShadow", Free, Reserved, Nothing),
    word("sampler1DShadow", Reserved, Reserved, Nothing),
    word("sampler2DMS", Free, Reserved, Nothing),
    word("sampler2DMSArray", Free, Reserved, Nothing),
    word("sampler2DRect", Reserved, Reserved, Nothing),
    word("sampler2DRectShadow", Reserved, Reserved, Nothing),
    word("sampler3DRect", Reserved, Reserved, Nothing),
    word("samplerBuffer", Free, Reserved, Nothing),
    word("short", Reserved, Reserved, Nothing),
    word("sizeof", Reserved, Reserved, Nothing),
    word("static", Reserved, Reserved, Nothing),
    word("subroutine", Free, Reserved, Nothing),
    word("superp", Reserved, Reserved, Nothing),
    word("template", Reserved, Reserved, Nothing),
    word("this", Reserved, Reserved, Nothing),
    word("typedef", Reserved, Reserved, Nothing),
    word("uimage1D", Free, Reserved, Nothing),
    word("uimage1DArray", Free, Reserved, Nothing),
    word("uimage2D", Free, Reserved, Nothing),
    word("uimage2DArray", Free, Reserved, Nothing),
    word("uimage3D", Free, Reserved, Nothing),
    word("uimageBuffer", Free, Reserved, Nothing),
    word("uimageCube", Free, Reserved, Nothing),
    word("union", Reserved, Reserved, Nothing),
    word("unsigned", Reserved, Reserved, Nothing),
    word("usampler1D", Free, Reserved, Nothing),
    word("usampler1DArray", Free, Reserved, Nothing),
    word("usampler2DMS", Free, Reserved, Nothing),
    word("usampler2DMSArray", Free, Reserved, Nothing),
    word("usampler2DRect", Free, Reserved, Nothing),
    word("usamplerBuffer", Free, Reserved, Nothing),
    word("using", Reserved, Reserved, Nothing),
    word("volatile", Reserved, Reserved, Nothing),
    word("writeonly", Free, Reserved, Nothing),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_words_are_their_rows() {
        let names = Interner::new();
        for (row, word) in WORDS.iter().enumerate() {
            assert_eq!(
                names.get(word.text).map(Symbol::index),
                Some(row),
                "{}",
                word.text
            );
        }
    }

    #[test]
    fn symbols_of_macros_are_constants() {
        let names = Interner::new();
        let constants = [DEFINED, LINE, FILE, VERSION, GL_ES, PRECISION_HIGH];
        for (symbol, name) in constants.into_iter().zip(MACROS) {
            assert_eq!(names.get(name), Some(symbol), "{name}");
        }
        for extension in Extension::ALL {
            let name = extension.name();
            assert_eq!(names.get(name), Some(extension_symbol(extension)), "{name}");
        }
    }

    #[test]
    fn words_that_desktop_versions_free_are_only_ever_reserved() {
        for (text, _) in RESERVED_SINCE {
            let word = WORDS.iter().find(|word| word.text == *text);
            let meaning = word.map(|word| (word.essl300, word.meaning));
            assert_eq!(meaning, Some((Reserved, Nothing)), "{text}");
        }
    }

    #[test]
    fn what_is_used_has_a_meaning() {
        for word in WORDS {
            let used = word.essl100 == Used || word.essl300 == Used;
            assert_eq!(used, word.meaning != Nothing, "{}", word.text);
        }
    }
}
