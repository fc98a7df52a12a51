//! The disassembler.

use super::lines::{IDLE_CONSTANT, MARK};
use super::{assemble, group_line};
use crate::decode::{DecodeError, decode};
use crate::encode::{Filler, Words, encode_slot};
use crate::program::Program;
use retroshade_diagnostics::FileId;

/// The text of a program, a line for each slot, from which [`assemble`] makes the same words.
///
/// # Errors
/// If the words are no program.
pub fn disassemble(words: &[Words]) -> Result<String, DecodeError> {
    let program = decode(words)?;
    let filler = likely_filler(&program, words);
    let mut text = String::new();
    if filler == Filler::Constant {
        text.push_str(IDLE_CONSTANT);
        text.push('\n');
    }
    let count = program.slots.len();
    for (index, (slot, words)) in program.slots.iter().zip(words).enumerate() {
        let line = slot.to_string();
        let again =
            group_line(&line).and_then(|slot| encode_slot(&slot, index + 1 == count, filler).ok());
        text.push_str(&line);
        if again != Some(*words) {
            let [_, first, second, third] = words;
            text.push_str(&format!(" {MARK}{first:08x} {second:08x} {third:08x}"));
        }
        text.push('\n');
    }
    if words.len() > count {
        let rest = words.len() - count;
        text.push_str(&format!(
            "// {rest} slots behind the end are never executed\n"
        ));
    }
    Ok(text)
}

/// The filler that explains more of the words.
fn likely_filler(program: &Program, words: &[Words]) -> Filler {
    let count = program.slots.len();
    let explained = |filler| {
        let slots = program.slots.iter().zip(words).enumerate();
        slots
            .filter(|(index, (slot, words))| {
                encode_slot(slot, index + 1 == count, filler).as_ref() == Ok(*words)
            })
            .count()
    };
    if explained(Filler::Constant) > explained(Filler::Output) {
        Filler::Constant
    } else {
        Filler::Output
    }
}

/// Assembles a program's own text again and tells whether the words are the same.
pub fn survives(words: &[Words]) -> bool {
    let Ok(text) = disassemble(words) else {
        return false;
    };
    assemble(FileId(0), &text, false).is_ok_and(|assembled| assembled.words == words)
}
