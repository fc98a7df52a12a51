//! Comments that encode what RC1.0 has no syntax for.

use super::parse::{Reader, wrong};
use super::tokens::{Token, note};
use crate::fragment::container::is_known;
use crate::fragment::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, FOG_COLOR, FOG_OF_VERTEX, LIGHT_CONTROL, SPECULAR_ENABLE,
    TESTS,
};
use retroshade_diagnostics::Diagnostic;

/// A number of up to eight hexadecimal digits, with or without `0x`.
fn hex(token: Token<'_>, digits: &str) -> Result<u32, Diagnostic> {
    let digits = digits.trim();
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    u32::from_str_radix(digits, 16)
        .map_err(|_| wrong(token.span, "a word is a number like `0x00020000`"))
}

/// A method that belongs to fragment shaders.
fn known(token: Token<'_>, digits: &str) -> Result<u32, Diagnostic> {
    let method = hex(token, digits)?;
    if is_known(method) {
        Ok(method)
    } else {
        Err(wrong(
            token.span,
            format!("method {method:04X} is no part of a fragment shader"),
        ))
    }
}

impl Reader<'_, '_> {
    /// A comment that encodes words.
    pub(super) fn note(&mut self, token: Token<'_>) -> Result<(), Diagnostic> {
        let text = note(token.text);
        if text == "mux msb" {
            self.msb = true;
        } else if text == "fog from oFog" {
            self.words.extend(FOG_OF_VERTEX);
        } else if let Some(color) = text.strip_prefix("fog_color ") {
            let digits = color.trim().strip_prefix('#');
            let is_hex = |digits: &&str| digits.chars().all(|digit| digit.is_ascii_hexdigit());
            let digits = digits.filter(|digits| digits.len() == 6).filter(is_hex);
            let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
            let Some(number) = number else {
                return Err(wrong(
                    token.span,
                    "a colour looks like `# fog_color #ff8000`",
                ));
            };
            self.words.insert(FOG_COLOR, number.swap_bytes() >> 8);
        } else if let Some(which) = text.strip_prefix("color_sum inverts") {
            let bit = |name: &str, bit: u32| if which.contains(name) { bit } else { 0 };
            *self.cw1() |= bit("spare0", 0x20) | bit("col1", 0x40);
        } else if text == "alphatest off" {
            self.words.insert(ALPHA_ENABLE, 0);
        } else if let Some(number) = text.strip_prefix("specular_enable ") {
            self.words.insert(SPECULAR_ENABLE, hex(token, number)?);
        } else if let Some(number) = text.strip_prefix("light_control ") {
            self.words.insert(LIGHT_CONTROL, hex(token, number)?);
        } else if let Some(pair) = text.strip_prefix("word ") {
            let (method, word) = pair.trim().split_once(' ').unwrap_or((pair, ""));
            self.corrections
                .push((known(token, method)?, Some(hex(token, word)?)));
        } else if let Some(method) = text.strip_prefix("no word ") {
            self.corrections.push((known(token, method)?, None));
        } else if let Some(test) = text.strip_prefix("alphatest ") {
            let parts: Vec<&str> = test.split_whitespace().collect();
            let (name, reference) = match parts[..] {
                ["a", name] => (name, Some(0)),
                ["a", name, reference] => (name, reference.parse::<u8>().ok()),
                _ => ("", None),
            };
            let test = TESTS.iter().position(|own| *own == name);
            let (Some(test), Some(reference)) = (test, reference) else {
                return Err(wrong(
                    token.span,
                    "an alpha test looks like `# alphatest a >= 128`",
                ));
            };
            self.words.extend([
                (ALPHA_ENABLE, 1),
                (ALPHA_FUNC, 0x200 + test as u32),
                (ALPHA_REF, reference.into()),
            ]);
        }
        Ok(())
    }
}
