//! TS1.0 and RC1.0 as nvparse defines them and nxdk's fp20compiler reads them, and texts of the XDK's assembler, `xps.1.1`.
//!
//! What these have no words for stands in comments, so that other assemblers still read the text: `# mux msb`
//! (without it `mux()` tests the least significant bit: fp20compiler never sets the other), `# blue_to_alpha`
//! after a product, `# color_sum inverts spare0 col1`, `# alphatest a > 128`, `# fog from oFog` (fog is on, and its
//! factor is that output of the vertex program), `# fog_color #rrggbb`, `# alphatest off`,
//! `# specular_enable 1` and `# light_control 0x00020000` (the second colour, and its alpha),
//! `# word 1E60 00000002` and `# no word 1E78` for what no other line says,
//! `# dot_mapping 1` after an inner product of a texture stage whose bytes `expand` does not read the same way.

mod notes;
mod parse;
mod print;
mod stages;
mod tokens;
pub(crate) mod xps;

pub use print::print;

use super::isa::Setup;
use crate::text::first_word;
use retroshade_diagnostics::{Diagnostics, FileId};

/// Reads a set-up in either language: what the text says and nothing else.
///
/// # Errors
/// What is wrong with the text.
pub fn parse(file: FileId, text: &str) -> Result<Setup, Diagnostics> {
    if is_xps(text) {
        return xps::parse(file, text);
    }
    Ok(parse::parse(file, text)?)
}

fn is_xps(text: &str) -> bool {
    first_word(text).is_some_and(|(word, _)| xps::is_header(&word.to_ascii_lowercase()))
}

/// True if a text is one of these: what it begins with, comments aside, tells.
pub fn is_text(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut lines =
        lines.filter(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#'));
    let first = lines.next();
    let own = |line: &str| line.starts_with("!!TS1.0") || line.starts_with("!!RC1.0");
    first.is_some_and(own) || is_xps(text)
}
