//! What both languages of the XDK's assembler share: `#define NAME REPLACEMENT`, which most texts have for names of registers,
//! and numbers as C writes them.

use retroshade_diagnostics::{Diagnostic, Diagnostics, Span};
use retroshade_kit::text::{Cursor, Token, TokenKind, error, float_value};
use std::collections::BTreeMap;

/// Names within names; a name in its own replacement would go on for ever.
const DEPTH: usize = 16;
/// Tokens of a text.
const MOST_TOKENS: usize = 1 << 18;

/// The tokens of a text without its definitions, names replaced. A token of a replacement is where the name stands.
pub(crate) fn replaced<'a>(tokens: &[Token<'a>], errors: &mut Diagnostics) -> Vec<Token<'a>> {
    let mut names: BTreeMap<&str, Vec<Token<'a>>> = BTreeMap::new();
    let mut result = Vec::new();
    let mut lines = tokens.split_inclusive(|token| token.kind == TokenKind::Newline);
    for line in &mut lines {
        match line {
            [hash, define, name, rest @ ..]
                if hash.is_punct('#')
                    && define.is_word("define")
                    && name.kind == TokenKind::Word =>
            {
                if rest
                    .first()
                    .is_some_and(|token| token.is_punct('(') && !token.spaced)
                {
                    let message =
                        format!("`{}` takes arguments, which are not read here", name.text);
                    let help = "`cpp -P FILE` replaces them";
                    errors
                        .push(error(name.span, message, "a macro with arguments").with_help(help));
                }
                let own = rest.iter().copied().take_while(|token| !ends_line(token));
                names.insert(name.text, own.collect());
                result.extend(line.last().copied().filter(ends_line));
            }
            [hash, word, ..] if hash.is_punct('#') && word.spaced && !is_directive(word.text) => {
                // A remark of whoever wrote a listing.
                result.extend(line.last().copied().filter(ends_line));
            }
            _ => {
                for token in line {
                    put(*token, token.span, token.spaced, &names, DEPTH, &mut result);
                }
            }
        }
        if result.len() > MOST_TOKENS {
            let span = line.first().map_or(Span::NONE, |token| token.span);
            errors.push(error(span, "the text gets too long", "by the names in it"));
            return Vec::new();
        }
    }
    result
}

fn ends_line(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Newline | TokenKind::End)
}

/// True for words that a preprocessor knows behind `#`; behind a blank others are remarks.
fn is_directive(word: &str) -> bool {
    let known = [
        "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "pragma",
        "line", "error",
    ];
    known.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit())
}

fn put<'a>(
    token: Token<'a>,
    span: Span,
    spaced: bool,
    names: &BTreeMap<&str, Vec<Token<'a>>>,
    depth: usize,
    result: &mut Vec<Token<'a>>,
) {
    let replacement = names
        .get(token.text)
        .filter(|_| token.kind == TokenKind::Word && depth > 0 && result.len() <= MOST_TOKENS);
    match replacement {
        Some(tokens) => {
            for (index, inner) in tokens.iter().enumerate() {
                let spaced = if index == 0 { spaced } else { inner.spaced };
                put(*inner, span, spaced, names, depth - 1, result);
            }
        }
        None => result.push(Token {
            span,
            spaced,
            ..token
        }),
    }
}

/// The error about a directive that is not read.
pub(crate) fn for_a_preprocessor(cursor: &mut Cursor<'_, '_>) -> Diagnostic {
    let start = cursor.advance().span;
    let name = cursor.peek();
    let message = format!("`#{}` is for a preprocessor", name.text);
    error(start.to(name.span), message, "not read here").with_help(
        "`cpp -P FILE` includes files and chooses parts; of its directives `#define NAME REPLACEMENT` is read",
    )
}

/// Takes a number, with a sign and an `f` behind it.
///
/// # Errors
/// If something else is next.
pub(crate) fn number(cursor: &mut Cursor<'_, '_>) -> Result<f64, Diagnostic> {
    let negative = cursor.eat('-');
    let token = cursor.peek();
    let plain = || token.text.strip_suffix(['f', 'F'])?.parse().ok();
    let value: f64 = float_value(&token)
        .or_else(plain)
        .ok_or_else(|| cursor.expected("a number"))?;
    cursor.advance();
    let suffix = cursor.peek();
    if (suffix.is_word("f") || suffix.is_word("F")) && !suffix.spaced {
        cursor.advance();
    }
    Ok(if negative { -value } else { value })
}
