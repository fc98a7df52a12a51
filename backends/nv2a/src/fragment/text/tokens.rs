//! Texts into tokens. `.rgb`, `.a` and `.b` belong to the register before them; any other point is an inner
//! product. Comments that say something become tokens that begin with `#`.

use retroshade_diagnostics::{FileId, Span};

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

/// What a comment that says something begins with.
const NOTES: [&str; 11] = [
    "dot_mapping ",
    "mux msb",
    "blue_to_alpha",
    "alphatest ",
    "color_sum inverts",
    "fog from oFog",
    "fog_color ",
    "specular_enable ",
    "light_control ",
    "word ",
    "no word ",
];

/// The text of a note, without the `#`.
pub(super) fn note(text: &str) -> &str {
    text.trim_start_matches('#').trim()
}

pub(super) fn tokens(file: FileId, text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = length(rest);
        let token = rest.get(..length).unwrap_or(rest);
        let is_note = token.starts_with('#')
            && NOTES
                .iter()
                .any(|note_text| note(token).starts_with(note_text));
        let is_comment =
            token.starts_with("//") || token.starts_with("/*") || token.starts_with('#');
        if is_note || !is_comment && !token.trim().is_empty() {
            let place = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
            tokens.push(Token {
                text: token.trim_end(),
                span: Span::new(file, place(at), place(at + token.trim_end().len())),
            });
        }
        at += length.max(1);
    }
    tokens
}

/// The length of the first token, blanks and comments counting as such.
fn length(rest: &str) -> usize {
    let while_in =
        |text: &str, is: &dyn Fn(char) -> bool| text.find(|c: char| !is(c)).unwrap_or(text.len());
    let Some(first) = rest.chars().next() else {
        return 0;
    };
    if first.is_whitespace() {
        return while_in(rest, &char::is_whitespace);
    }
    if rest.starts_with("//") || first == '#' {
        return rest.find(['\n', '\r']).unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if rest.starts_with("!!") {
        return while_in(rest, &|c: char| is_word(c) || c == '!' || c == '.');
    }
    if first.is_ascii_digit() {
        let mut end = while_in(rest, &|c: char| c.is_ascii_digit() || c == '.');
        let exponent = rest.get(end..).unwrap_or("");
        if exponent.starts_with(['e', 'E']) {
            let sign = usize::from(
                exponent
                    .get(1..)
                    .is_some_and(|rest| rest.starts_with(['+', '-'])),
            );
            let digits = exponent.get(1 + sign..).unwrap_or("");
            let digits = while_in(digits, &|c: char| c.is_ascii_digit());
            end += if digits > 0 { 1 + sign + digits } else { 0 };
        }
        return end;
    }
    if !is_word(first) {
        return first.len_utf8();
    }
    let end = while_in(rest, &is_word);
    let lanes = rest.get(end..).unwrap_or("");
    for lane in [".rgb", ".a", ".b"] {
        if let Some(after) = lanes.strip_prefix(lane)
            && !after.starts_with(is_word)
        {
            return end + lane.len();
        }
    }
    end
}
