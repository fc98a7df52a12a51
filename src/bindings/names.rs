//! GL's names as identifiers of other languages.
//!
//! Words are told apart by underscores, punctuation and capitals: `uLights[0].baseColor` is the four
//! words `u`, `lights`, `0`, `base`, `color`.

/// Words that no program may be called, in any language with bindings. A name gets an underscore.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "auto", "await", "become", "box", "break", "case", "cast", "catch", "char",
    "class", "const", "continue", "crate", "default", "delete", "do", "double", "dyn", "dynamic", "each",
    "else", "enum", "export", "extends", "extern", "false", "final", "finally", "float", "fn", "for",
    "function", "gen", "get", "goto", "if", "impl", "implements", "import", "in", "include", "inline", "int",
    "interface", "internal", "is", "let", "long", "loop", "macro", "match", "mod", "move", "mut",
    "namespace", "native", "new", "null", "operator", "override", "package", "priv", "private", "protected",
    "pub", "public", "ref", "register", "restrict", "return", "self", "set", "short", "signed", "sizeof",
    "static", "struct", "super", "switch", "this", "throw", "to", "trait", "true", "try", "type", "typedef",
    "typeof", "union", "unsafe", "unsigned", "unsized", "untyped", "use", "using", "var", "virtual", "void",
    "volatile", "where", "while", "with", "words", "yield",
];

/// The name of a variable as a constant: the letter of its kind, then its words in capitals. A first
/// word that says the kind already is not repeated: `uMvp` and `mvp` are both `U_MVP`.
pub fn constant_name(prefix: &str, synonyms: &[&str], name: &str) -> String {
    let mut words = words(name);
    if words.len() > 1 && synonyms.contains(&words[0].as_str()) {
        words.remove(0);
    }
    format!("{prefix}_{}", words.join("_").to_ascii_uppercase())
}

/// A name, with `_2`, `_3` … where an earlier one is the same.
pub fn unique(name: String, taken: &mut Vec<String>) -> String {
    let mut candidate = name.clone();
    let mut number = 2;
    while taken.contains(&candidate) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    taken.push(candidate.clone());
    candidate
}

/// The names of programs made from these sources, each once and in their order: `shaders/cube.vert` is
/// `cube_vert`, with its folders (`shaders_cube_vert`) where another source would have the same name.
pub fn module_names<'a>(sources: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let sources: Vec<&str> = sources.into_iter().collect();
    let short: Vec<String> = sources.iter().map(|source| short_name(source)).collect();
    let mut counts = std::collections::BTreeMap::new();
    for name in &short {
        *counts.entry(name.as_str()).or_insert(0u32) += 1;
    }
    let mut taken = Vec::new();
    let names = sources.iter().zip(&short).map(|(source, short)| {
        let name = if counts.get(short.as_str()) > Some(&1) {
            module_name(source)
        } else {
            short.clone()
        };
        unique(name, &mut taken)
    });
    names.collect()
}

/// A source's name without its folders.
fn short_name(source: &str) -> String {
    let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
    module_name(name.strip_suffix(".glsl").unwrap_or(name))
}

/// True if a language with bindings has another use for the word.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// A text as an identifier in lower case that is no reserved word.
pub(super) fn module_name(text: &str) -> String {
    let mut name = words(text).join("_");
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if RESERVED.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// The words of a name in lower case, at least one.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let after = letters.get(at + 1);
        // `aUv`, and the last capital of `MVPMatrix`.
        let hump = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase() || after.is_some_and(char::is_ascii_lowercase)
            });
        if hump {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        word.push(letter.to_ascii_lowercase());
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    if words.is_empty() {
        words.push("shader".to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_constants_with_the_letter_of_their_kind() {
        for (name, constant) in [
            ("uMvp", "U_MVP"),
            ("u_mvp", "U_MVP"),
            ("mvp", "U_MVP"),
            ("uMVPMatrix", "U_MVP_MATRIX"),
            ("uLights[0].baseColor", "U_LIGHTS_0_BASE_COLOR"),
            ("u", "U_U"),
            ("unit", "U_UNIT"),
            ("uv2", "U_UV2"),
            ("light0Color", "U_LIGHT0_COLOR"),
        ] {
            assert_eq!(constant_name("U", &["u"], name), constant, "{name}");
        }
    }

    #[test]
    fn programs_are_named_apart() {
        let names = |sources: &[&str]| module_names(sources.iter().copied());
        assert_eq!(names(&["shaders/cube.vert"]), ["cube_vert"]);
        assert_eq!(
            names(&["a/cube.vert", "b/cube.vert", "a/sky.frag"]),
            ["a_cube_vert", "b_cube_vert", "sky_frag"]
        );
        assert_eq!(
            names(&["x-y.vert", "x_y.vert", "X.Y.vert"]),
            ["x_y_vert", "x_y_vert_2", "x_y_vert_3"]
        );
        assert_eq!(
            names(&["match.glsl", "3d.glsl", "é.glsl", "MyCube.vs"]),
            ["match_", "_3d", "shader", "my_cube_vs"]
        );
    }
}
