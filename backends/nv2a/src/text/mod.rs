//! Assembly text in and out.
//!
//! * [`assemble`] reads the language of nv2a-vsh, NV_vertex_program 1.1 text where the text
//!   starts with `!!VP1`, and that of the XDK's assembler where it starts with `xvs.1.1`.
//! * [`disassemble`] prints the former, so that [`assemble`] gives back the same words. What the
//!   language cannot say (other contents of fields that nothing looks at, the choice of unit for a
//!   lone `mov`) stands in a comment that only this assembler reads. A slot that is none is `.word`
//!   with its four words.

pub(crate) mod defines;
mod dialect;
mod group;
mod lines;
mod operand;
mod parse;
mod print;
mod vp11;
mod xvs;

use dialect::Dialect;
pub(crate) use dialect::{first_word, foreign, is_text};
pub use print::{disassemble, survives};

use crate::encode::{Filler, Words, encode_slot};
use crate::isa::SLOTS;
use crate::program::{Program, Slot};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};

/// What a text says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assembled {
    /// The slots.
    pub program: Program,
    /// Their words, unused fields as the text's own tool fills them or as comments of the
    /// disassembler say.
    pub words: Vec<Words>,
    /// Constants that the text gives values, by the chip's numbers: the application loads them.
    pub constants: Vec<(u8, [f32; 4])>,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// A slot with its place in the text and the words a comment demands.
#[derive(Clone, Copy, Debug)]
struct Placed {
    slot: Slot,
    span: Span,
    exact: Option<(Words, Span)>,
    /// The words of `.word`, whatever they mean; the slot is empty then.
    raw: Option<Words>,
}

/// Which slot carries the FINAL bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// The last one of the program.
    #[default]
    LastSlot,
    /// An empty one behind it, as with the option `-e` of nv2a-vsh.
    Marker,
}

/// Assembles a text.
///
/// # Errors
/// Everything that is wrong with the text, with places in `file`.
pub fn assemble(file: FileId, text: &str, end: End) -> Result<Assembled, Diagnostics> {
    let mut assembled = Assembled::default();
    let (placed, mut warnings, filler) = match dialect::of(text) {
        Dialect::VertexProgram => {
            let (placed, warnings) = vp11::parse(file, text)?;
            (placed, warnings, Filler::Constant)
        }
        Dialect::Xdk => {
            let (placed, constants) = xvs::parse(file, text)?;
            assembled.constants = constants;
            (placed, Diagnostics::new(), Filler::Output)
        }
        Dialect::Own => {
            let (placed, warnings) = parse::parse(file, text)?;
            (placed, warnings, lines::filler(text))
        }
    };
    let mut errors = Diagnostics::new();
    let markers = usize::from(end == End::Marker);
    let count = placed.len() + markers;
    if let Some(first) = placed.get(SLOTS.saturating_sub(markers)) {
        let message = format!("the program needs {count} slots, nv2a has {SLOTS}");
        errors.push(
            Diagnostic::error(codes::limit::INSTRUCTIONS, message)
                .at(first.span, "the first slot that does not fit"),
        );
        return Err(errors);
    }
    for (index, placed) in placed.iter().enumerate() {
        match words_of(placed, index + 1 == count, filler) {
            Ok(words) => {
                if placed.slot.writes_r1_twice() {
                    warnings.push(
                        Diagnostic::warning(
                            codes::warning::BOTH_UNITS_WRITE_R1,
                            "both operations write r1, and which result stays is not known",
                        )
                        .at(placed.span, "in this slot"),
                    );
                }
                assembled.program.slots.push(placed.slot);
                assembled.words.push(words);
            }
            Err(diagnostic) => errors.push(diagnostic),
        }
    }
    if end == End::Marker {
        assembled.program.slots.push(Slot::default());
        assembled.words.push([0, 0, 0, 1]);
    }
    if assembled.words.is_empty() && errors.is_empty() {
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        errors.push(
            Diagnostic::error(codes::assembler::SYNTAX, "the text has no instruction")
                .at(Span::new(file, 0, end.min(1)), "nothing to assemble"),
        );
    }
    if errors.has_errors() {
        errors.extend(std::mem::take(&mut warnings));
        return Err(errors);
    }
    assembled.warnings = warnings;
    Ok(assembled)
}

/// The slot of a single line, if it is one.
fn group_line(line: &str) -> Option<Slot> {
    let (placed, _) = parse::parse(FileId(0), line).ok()?;
    match placed.as_slice() {
        [only] => Some(only.slot),
        _ => None,
    }
}

fn words_of(placed: &Placed, last: bool, filler: Filler) -> Result<Words, Diagnostic> {
    if let Some(raw) = placed.raw {
        return Ok(raw);
    }
    let words = encode_slot(&placed.slot, last, filler).map_err(|conflict| {
        Diagnostic::error(codes::assembler::SLOT, conflict.to_string())
            .at(placed.span, "in this slot")
    })?;
    let Some((exact, span)) = placed.exact else {
        return Ok(words);
    };
    // The text of two moves does not say which unit does which, so it may also be read as this.
    let same = crate::decode::decode_slot(&exact).is_ok_and(|decoded| {
        let text = decoded.slot.to_string();
        let read = || group_line(&text).is_some_and(|slot| slot == placed.slot);
        decoded.last == last && (text == placed.slot.to_string() || read())
    });
    if same {
        return Ok(exact);
    }
    Err(Diagnostic::error(
        codes::assembler::SLOT,
        "the words in the comment are not those of this slot",
    )
    .at(span, "these words")
    .and_at(placed.span, "this slot")
    .with_help("remove the comment, or correct one of the two"))
}
