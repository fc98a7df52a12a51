//! The disassembler.

use super::lines::{IDLE_CONSTANT, MARK};
use super::{End, assemble, group_line};
use crate::decode::{DecodeError, Decoded, decode_slot};
use crate::encode::{Filler, Words, encode_slot};
use crate::isa::SLOTS;
use retroshade_diagnostics::FileId;

/// The text of a program, a line for each slot, from which [`assemble`] makes the same words. Words that are no
/// slot become `.word`. A dump without an end is taken whole; the assembler ends it.
///
/// # Errors
/// If there are no words, or more than there is memory for.
pub fn disassemble(words: &[Words]) -> Result<String, DecodeError> {
    if words.is_empty() {
        return Err(DecodeError::Empty);
    }
    let slots: Vec<Option<Decoded>> = words.iter().map(|slot| decode_slot(slot).ok()).collect();
    let end = slots
        .iter()
        .position(|slot| slot.is_some_and(|slot| slot.last));
    let count = end.map_or(slots.len(), |end| end + 1);
    if count > SLOTS {
        return Err(DecodeError::TooLong);
    }
    let slots = &slots[..count];
    let filler = likely_filler(slots, words);
    let mut text = String::new();
    if filler == Filler::Constant {
        text.push_str(IDLE_CONSTANT);
        text.push('\n');
    }
    for (slot, words) in slots.iter().zip(words) {
        let Some(Decoded { slot, last, .. }) = slot else {
            let words = words.map(|word| format!("0x{word:08x}"));
            text.push_str(&format!(".word {}\n", words.join(", ")));
            continue;
        };
        let line = slot.to_string();
        let again = group_line(&line).and_then(|slot| encode_slot(&slot, *last, filler).ok());
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
fn likely_filler(slots: &[Option<Decoded>], words: &[Words]) -> Filler {
    let explained = |filler| {
        let slots = slots.iter().zip(words);
        let decoded = slots.filter_map(|(slot, words)| Some((slot.as_ref()?, words)));
        decoded
            .filter(|(decoded, words)| {
                encode_slot(&decoded.slot, decoded.last, filler).as_ref() == Ok(*words)
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
    assemble(FileId(0), &text, End::LastSlot).is_ok_and(|assembled| assembled.words == words)
}
