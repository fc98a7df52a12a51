//! What can stand at a place: names in scope, built-ins and keywords; behind a dot members and swizzles.

use super::descriptions;
use super::hover::with_value;
use super::reading::Reading;
use retroshade_diagnostics::FileId;
use retroshade_frontend::typed::{Base, Declaration, DeclarationKind, Role, Selected, Type};
use std::collections::BTreeMap;

/// A name that is put where one is missing, so that what is around it can be read.
const PLACEHOLDER: &str = "completed_here";

/// The letters of swizzles.
const SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];

/// The word that is being written, which may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Bytes of the text.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// True if it stands behind a dot that is not part of a number.
    is_selection: bool,
}

/// Something that can stand in the place of the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    pub(crate) label: String,
    pub(crate) kind: Kind,
    /// As one would declare it; empty for keywords.
    pub(crate) detail: String,
    /// All overloads of a function that has several.
    pub(crate) overloads: Vec<String>,
    /// What a built-in name is.
    pub(crate) description: Option<&'static str>,
    /// Lower ones come first.
    pub(crate) rank: u8,
}

/// What a completion names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A member of a structure or block, a swizzle.
    Field,
    /// A function.
    Function,
    /// A structure.
    Structure,
    /// An interface block.
    Block,
    /// A constant or macro.
    Constant,
    /// A variable of the shader's own.
    Variable,
    /// A variable that others set or read: a uniform, an attribute, a varying.
    Interface,
    /// A word of the language.
    Keyword,
}

impl Word {
    /// The word at a byte of a text; `None` in a comment or a directive, where nothing is completed.
    pub(crate) fn at(text: &str, byte: usize) -> Option<Word> {
        let start = word_start(text, byte);
        (!is_aside(text, byte)).then(|| Word {
            start,
            end: byte + letters(text, byte),
            is_selection: follows_dot(text, start),
        })
    }

    /// The text with a name that can be read in the place of the word.
    pub(crate) fn replaced(self, text: &str) -> String {
        let before = text.get(..self.start).unwrap_or("");
        let after = text.get(self.end..).unwrap_or("");
        [before, PLACEHOLDER, after].concat()
    }
}

/// What can stand in the place of a word, of what was read of [`Word::replaced`]. `start` is the byte of the word in
/// the file.
pub(crate) fn completions(
    reading: Reading<'_>,
    file: FileId,
    start: usize,
    word: Word,
) -> Vec<Completion> {
    let at = u32::try_from(start).unwrap_or(u32::MAX);
    if word.is_selection {
        members(reading, file, at)
    } else {
        names(reading, file, at)
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Where the word begins that ends at a byte.
fn word_start(text: &str, byte: usize) -> usize {
    let before = text.get(..byte).unwrap_or("");
    before.trim_end_matches(is_letter).len()
}

/// Letters of the word that goes on at a byte.
fn letters(text: &str, byte: usize) -> usize {
    let behind = text.get(byte..).unwrap_or("");
    behind.len() - behind.trim_start_matches(is_letter).len()
}

/// True if a dot stands before a byte that is not part of a number.
fn follows_dot(text: &str, byte: usize) -> bool {
    let before = text.get(..byte).unwrap_or("").trim_end();
    let Some(before) = before.strip_suffix('.') else {
        return false;
    };
    let word = before.get(word_start(before, before.len())..).unwrap_or("");
    !word.starts_with(|first: char| first.is_ascii_digit())
}

/// True if a place is in a comment or a directive, where nothing is completed.
fn is_aside(text: &str, byte: usize) -> bool {
    let before = text.get(..byte).unwrap_or("");
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    line.trim_start().starts_with('#') || is_in_comment(before)
}

/// True if a text ends in a comment.
fn is_in_comment(mut text: &str) -> bool {
    while let Some(slash) = text.find("//").into_iter().chain(text.find("/*")).min() {
        let comment = &text[slash..];
        let end: &[&str] = if comment.starts_with("//") {
            &["\n", "\r"]
        } else {
            &["*/"]
        };
        let ends = end
            .iter()
            .filter_map(|end| Some(comment.get(2..)?.find(end)? + 2 + end.len()));
        let Some(behind) = ends.min() else {
            return true;
        };
        text = comment.get(behind..).unwrap_or("");
    }
    false
}

fn item(label: &str, kind: Kind, detail: String, rank: u8) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail,
        overloads: Vec::new(),
        description: None,
        rank,
    }
}

/// What can stand behind the dot before a name.
fn members(reading: Reading<'_>, file: FileId, at: u32) -> Vec<Completion> {
    let names = reading.names;
    let mut selections = names.selections.iter();
    let here = selections.find(|one| one.field.file == file && one.field.start == at);
    match here.map(|one| one.from) {
        None => Vec::new(),
        Some(Selected::Block(block)) => {
            let own = names
                .declarations
                .iter()
                .filter(|one| one.owner == Some(block));
            let field = Kind::Field;
            own.map(|one| item(&one.name, field, one.spelled.clone(), 0))
                .collect()
        }
        Some(Selected::Value(ty)) => match (ty.array, ty.base) {
            (None, Base::Vector { scalar, lanes }) if lanes > 1 => {
                let spell = |lanes: usize| {
                    let lanes = lanes as u8;
                    names.spell(Type {
                        base: Base::Vector { scalar, lanes },
                        array: None,
                    })
                };
                swizzles(lanes.into(), &spell)
            }
            _ => {
                let members = names.members(ty).into_iter();
                let field = Kind::Field;
                members
                    .map(|(name, ty)| item(name, field, names.spell(ty), 0))
                    .collect()
            }
        },
    }
}

/// Single components, and those from the first on.
fn swizzles(width: usize, spell: &dyn Fn(usize) -> String) -> Vec<Completion> {
    let mut items = Vec::new();
    for (rank, set) in (0u8..).zip(SETS) {
        let set = set.get(..width).unwrap_or(set);
        let single = set
            .char_indices()
            .map(|(at, letter)| set.get(at..at + letter.len_utf8()));
        let several = (2..=width).map(|count| set.get(..count));
        for swizzle in single.chain(several).flatten() {
            let detail = spell(swizzle.len());
            items.push(item(swizzle, Kind::Field, detail, rank));
        }
    }
    items
}

/// The names that are known at a place.
fn names(reading: Reading<'_>, file: FileId, at: u32) -> Vec<Completion> {
    let mut items = Vec::new();
    let mut visible: BTreeMap<&str, Vec<&Declaration>> = BTreeMap::new();
    for declaration in &reading.names.declarations {
        if declaration.name != PLACEHOLDER && reading.is_visible(declaration, file, at) {
            let known = visible.entry(&declaration.name).or_default();
            let overloads = declaration.kind == DeclarationKind::Function;
            if !overloads
                || known
                    .iter()
                    .any(|one| one.kind != DeclarationKind::Function)
            {
                known.clear();
            }
            known.push(declaration);
        }
    }
    for (name, declarations) in visible {
        let Some(first) = declarations.first() else {
            continue;
        };
        let all = declarations.iter().map(|one| one.spelled.clone()).collect();
        let rank = u8::from(first.scope.is_none());
        let mut one = item(name, kind(first), with_value(reading.names, first), rank);
        one.overloads = several(all);
        items.push(one);
    }
    let define = |span| format!("#define {}", reading.sources.text(span));
    for &(definition, extent) in &reading.names.macros {
        if reading.order(definition.file, definition.end) < reading.order(file, at) {
            let name = reading.sources.text(definition);
            let detail = define(extent);
            items.push(item(name, Kind::Constant, detail, 1));
        }
    }
    for (name, spelled) in reading.names.builtin_variables() {
        let mut one = item(name, Kind::Variable, spelled, 2);
        one.description = descriptions::of(name);
        items.push(one);
    }
    for (name, overloads) in reading.names.builtin_functions() {
        let first = overloads.first().cloned().unwrap_or_default();
        let mut one = item(name, Kind::Function, first, 2);
        one.overloads = several(overloads);
        one.description = descriptions::of(name);
        items.push(one);
    }
    let words = reading.names.keywords();
    items.extend(words.map(|word| item(word, Kind::Keyword, String::new(), 3)));
    items
}

/// The overloads, where there is more than one.
fn several(overloads: Vec<String>) -> Vec<String> {
    if overloads.len() > 1 {
        overloads
    } else {
        Vec::new()
    }
}

fn kind(declaration: &Declaration) -> Kind {
    match &declaration.kind {
        DeclarationKind::Function => Kind::Function,
        DeclarationKind::Structure => Kind::Structure,
        DeclarationKind::Member => Kind::Field,
        DeclarationKind::Global(Role::Constant) => Kind::Constant,
        DeclarationKind::Global(Role::Private) => Kind::Variable,
        DeclarationKind::Global(_) => Kind::Interface,
        DeclarationKind::Block => Kind::Block,
        DeclarationKind::Local | DeclarationKind::Parameter | DeclarationKind::Unknown => {
            Kind::Variable
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_of_numbers_select_nothing() {
        for (text, expected) in [
            ("color.", true),
            ("color .  ", true),
            ("v2.", true),
            ("f(x).", true),
            ("a[0].", true),
            ("1.", false),
            ("12.", false),
            ("x", false),
        ] {
            assert_eq!(follows_dot(text, text.len()), expected, "{text}");
        }
        assert_eq!(word_start("a + bc_1", 8), 4);
        assert_eq!(letters("abc+d", 1), 2);
    }

    #[test]
    fn nothing_is_completed_in_comments_and_directives() {
        for (text, expected) in [
            ("x ", false),
            ("// x ", true),
            ("/* x\n y ", true),
            ("/* x */ y ", false),
            ("// shaders/*.glsl\nx ", false),
            ("/* x // y\n z ", true),
            ("/* // */ x ", false),
            ("  #define A ", true),
        ] {
            assert_eq!(is_aside(text, text.len()), expected, "{text}");
        }
    }
}
