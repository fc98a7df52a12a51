//! Programs that a recording of commands sends to the chip: of the words of a push buffer, or of an emulator's log of methods.
//!
//! A vertex program is what is uploaded from a load pointer on up to the slot that ends a program; a set-up of the
//! fragment side is what its methods hold when something is drawn, and at the end.

mod log;
mod words;

use crate::container::{self, Container};
use crate::decode::decode_slot;
use crate::encode::Words;
use crate::fragment::container as settings;
use crate::fragment::isa::{CONTROL, PROGRAM, Setup};
use crate::isa::SLOTS;
use retroshade_ir::Stage;
use std::collections::BTreeSet;

/// SET_TRANSFORM_PROGRAM: 32 words, each the word of a slot that its number modulo 4 says; the last of a slot moves the load
/// pointer on.
const UPLOAD: std::ops::Range<u32> = 0x0b00..0x0b80;
/// SET_TRANSFORM_PROGRAM_LOAD: the load pointer, in slots.
const LOAD: u32 = 0x1e9c;
/// SET_BEGIN_END: 0 ends a primitive, others begin one.
const BEGIN_END: u32 = 0x17fc;

/// A program of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Where the first of its words is in the recording, in bytes.
    pub start: usize,
    /// Its stage.
    pub stage: Stage,
    /// The program in its container: raw slots, or pairs of method and word.
    pub bytes: Vec<u8>,
}

/// A word for a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Command {
    /// Where it is, in bytes.
    at: usize,
    method: u32,
    value: u32,
}

/// True if bytes are a recording and nothing else: an emulator's log, or commands from start to end.
pub fn is_recording(bytes: &[u8]) -> bool {
    log::is_log(bytes) || words::is_buffer(bytes) && !sent(bytes).is_empty()
}

/// The programs in bytes that hold recordings, each once.
pub fn sent(bytes: &[u8]) -> Vec<Sent> {
    let recordings = if log::is_log(bytes) {
        vec![log::commands(bytes)]
    } else {
        words::recordings(bytes)
    };
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for commands in recordings {
        let mut chip = Chip::default();
        for command in commands {
            chip.take(command);
        }
        chip.drawn();
        all.extend(
            chip.sent
                .into_iter()
                .filter(|sent| known.insert(sent.bytes.clone())),
        );
    }
    all
}

/// What the chip holds that matters here.
#[derive(Default)]
struct Chip {
    /// The load pointer, and the slot that is being written.
    load: usize,
    slot: Words,
    /// Slots since the load pointer was set or a program ended, and where the first of them is.
    slots: Vec<Words>,
    start: usize,
    /// Methods of the fragment side, where the first of them that changed is.
    setup: Setup,
    changed: Option<usize>,
    sent: Vec<Sent>,
}

impl Chip {
    fn take(&mut self, Command { at, method, value }: Command) {
        if UPLOAD.contains(&method) {
            self.upload(at, (method as usize / 4) % 4, value);
        } else if method == LOAD {
            self.load = value as usize;
            self.slots.clear();
        } else if method == BEGIN_END && value != 0 {
            self.drawn();
        } else if settings::is_known(method)
            && self.setup.words.insert(method, value) != Some(value)
        {
            self.changed.get_or_insert(at);
        }
    }

    fn upload(&mut self, at: usize, word: usize, value: u32) {
        if self.slots.is_empty() && word == 0 {
            self.start = at;
        }
        if let Some(place) = self.slot.get_mut(word) {
            *place = value;
        }
        if word < 3 {
            return;
        }
        self.load += 1;
        self.slots.push(self.slot);
        let decoded = decode_slot(&self.slot);
        if decoded.is_err() || self.load > SLOTS {
            self.slots.clear();
        } else if decoded.is_ok_and(|slot| slot.last) {
            let slots = std::mem::take(&mut self.slots);
            self.sent.push(Sent {
                start: self.start,
                stage: Stage::Vertex,
                bytes: container::write(&slots, Container::Raw),
            });
        }
    }

    /// Something is drawn with what the methods of the fragment side hold.
    fn drawn(&mut self) {
        let sets = [CONTROL, PROGRAM];
        let complete = sets
            .iter()
            .any(|method| self.setup.words.contains_key(method));
        if !complete {
            return;
        }
        if let Some(start) = self.changed.take() {
            self.sent.push(Sent {
                start,
                stage: Stage::Fragment,
                bytes: settings::write(&self.setup),
            });
        }
    }
}

#[cfg(test)]
mod tests;
