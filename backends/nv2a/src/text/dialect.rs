//! Which language a text is in, by what it begins with.

use super::xvs;
use crate::fragment::text::xps;
use crate::isa::{ILU_TABLE, MAC_TABLE};
use retroshade_diagnostics::{Diagnostic, FileId, Span, codes};

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// nv2a-vsh.
    Own,
    /// NV_vertex_program.
    VertexProgram,
    /// The XDK's assembler.
    Xdk,
}

/// The language of a text.
pub(super) fn of(text: &str) -> Dialect {
    let first = first_word(text).map_or("", |(word, _)| word);
    if xvs::is_header(&first.to_ascii_lowercase()) {
        Dialect::Xdk
    } else if text.trim_start().starts_with("!!VP") {
        Dialect::VertexProgram
    } else {
        Dialect::Own
    }
}

/// The first word that is no comment, with its place.
pub(crate) fn first_word(text: &str) -> Option<(&str, usize)> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let own = line.trim_start();
        let at = start + line.len() - own.len();
        start += line.len();
        // Sources in GLSL may begin with `#`, too, but so do names of constants: neither tells.
        let comment = ["//", ";", "/*", "#"]
            .iter()
            .any(|mark| own.starts_with(mark));
        let word = own
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .next();
        if let Some(word) = word.filter(|word| !comment && !word.is_empty()) {
            return Some((word, at));
        }
    }
    None
}

/// True if a text is a vertex program for this assembler: it begins with `!!VP`, a macro, or an operation.
pub(crate) fn is_text(text: &str) -> bool {
    let Some((word, _)) = first_word(text) else {
        return false;
    };
    let name = word.to_ascii_lowercase();
    let operation = MAC_TABLE.by_name(&name).is_some() || ILU_TABLE.by_name(&name).is_some();
    let foreign = FOREIGN.iter().any(|(mark, _)| name.starts_with(mark));
    name.starts_with("!!vp") || name.starts_with('%') || operation || foreign
}

/// How texts of other assemblers begin, and what those are.
const FOREIGN: &[(&str, &str)] = &[
    ("xvs.", "a version of the XDK's vertex shaders"),
    ("xvss.", "a vertex state shader of the XDK's assembler"),
    ("xvsw.", "a read/write vertex shader of the XDK's assembler"),
    ("vs.", "a vertex shader of Direct3D's assembler"),
    ("vs_", "a vertex shader of Direct3D's assembler"),
    ("xps.", "a version of the XDK's pixel shaders"),
    ("ps.", "a pixel shader of Direct3D's assembler"),
    ("ps_", "a pixel shader of Direct3D's assembler"),
    ("!!vsp", "an NV_vertex_program state program"),
    ("!!ps1", "a pixel shader for nvparse"),
];

/// The error about a text in the language of another assembler.
pub(crate) fn foreign(file: FileId, text: &str) -> Option<Diagnostic> {
    let (word, at) = first_word(text)?;
    let name = word.to_ascii_lowercase();
    if xvs::is_header(&name) || xps::is_header(&name) {
        return None;
    }
    let (_, what) = FOREIGN.iter().find(|(mark, _)| name.starts_with(mark))?;
    let offset = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let message = format!("`{word}` begins {what}, which this assembler does not read");
    Some(
        Diagnostic::error(codes::assembler::SYNTAX, message)
            .at(
                Span::new(file, offset(at), offset(at + word.len())),
                "another language",
            )
            .with_help(
                "it reads nv2a-vsh, NV_vertex_program (`!!VP1.1`), `xvs.1.1`, and TS1.0, RC1.0 and `xps.1.1` for fragments",
            ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_by_their_first_word() {
        for (text, own, other) in [
            ("; a comment\n  MOV oPos, v0\n", true, None),
            ("// a\n!!VP1.1\n", true, None),
            ("%matmul4x4 r0 v0 #m\n", true, None),
            ("attribute vec4 p;\nvoid main() {}\n", false, None),
            ("#version 100\nvoid main() {}\n", false, None),
            ("", false, None),
            ("; c\nxvs.1.1\nmov oPos, v0\n", true, None),
            ("xps.1.1\ntex t0\n", true, None),
            (
                "xvs.2.0\nmov oPos, v0\n",
                true,
                Some("`xvs.2.0` begins a version of the XDK's vertex shaders"),
            ),
            (
                "xvss.1.1\nmov c[0], v0\n",
                true,
                Some("`xvss.1.1` begins a vertex state shader of the XDK's assembler"),
            ),
            (
                "!!VSP1.0\n",
                true,
                Some("`!!VSP1.0` begins an NV_vertex_program state program"),
            ),
        ] {
            assert_eq!(is_text(text), own, "{text}");
            let found = foreign(FileId(0), text);
            assert_eq!(found.is_some(), other.is_some(), "{text}");
            if let (Some(found), Some(other)) = (found, other) {
                assert!(found.message.starts_with(other), "{}", found.message);
            }
        }
    }
}
