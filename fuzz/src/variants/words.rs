//! A preprocessed source as words, each with the white space before it. Directives are one word each.

/// The words; together they are the text.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let blank = rest.len() - rest.trim_start().len();
        let body = &rest[blank..];
        let length = if body.starts_with('#') {
            body.find('\n').unwrap_or(body.len())
        } else {
            word_length(body)
        };
        let (word, left) = rest.split_at(blank + length);
        words.push(word.to_owned());
        rest = left;
    }
    words
}

fn word_length(text: &str) -> usize {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let number = text.starts_with(|c: char| c.is_ascii_digit())
        || (text.starts_with('.') && text[1..].starts_with(|c: char| c.is_ascii_digit()));
    let mut before = ' ';
    let inside = |c: char| {
        let exponent = number && matches!(before, 'e' | 'E') && matches!(c, '+' | '-');
        before = c;
        is_word(c) || exponent || (number && c == '.')
    };
    let length = text.chars().take_while({
        let mut inside = inside;
        move |&c| inside(c)
    });
    match length.map(char::len_utf8).sum() {
        0 => text.chars().next().map_or(0, char::len_utf8),
        length => length,
    }
}

/// A word without its white space.
pub(super) fn bare(word: &str) -> &str {
    word.trim_start()
}

/// True if a word is a float literal.
pub(super) fn is_float(word: &str) -> bool {
    let word = bare(word);
    word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && word.len() > 1
        && word.contains('.')
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_the_text() {
        let text = "#version 100\nfloat a = 1.5e-3+b.xy;\n\tx[1] = .5;\n";
        let found = words(text);
        assert_eq!(found.concat(), text);
        for word in [" 1.5e-3", "+", "b", ".", "xy", " .5"] {
            assert!(found.iter().any(|other| other == word), "{word}: {found:?}");
        }
    }
}
