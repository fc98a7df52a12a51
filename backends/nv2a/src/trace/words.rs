//! Push buffers: a header of method and count, then as many words, and again.

use super::{Command, LOAD, UPLOAD};
use crate::fragment::isa::{CONTROL, PROGRAM};
use std::ops::Range;

/// Methods of a class.
const METHODS: u32 = 0x2000;
/// Bit of a header: all words go to the same method.
const SAME: u32 = 0x4000_0000;
/// Bits of a header that jumps, calls and returns have.
const OTHER: u32 = 0xa003_0003;

/// Method, count and whether the method goes up with each word.
fn header(word: u32) -> Option<(u32, usize, u32)> {
    let (method, count) = (word & 0x1ffc, word >> 18 & 0x7ff);
    let step = if word & SAME == 0 { 4 } else { 0 };
    let fits = word & OTHER == 0 && method + step * count <= METHODS;
    fits.then_some((method, count as usize, step))
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + Clone {
    bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
}

/// True if bytes are commands from start to end.
pub(super) fn is_buffer(bytes: &[u8]) -> bool {
    let words: Vec<u32> = words(bytes).collect();
    let whole = bytes.len().is_multiple_of(4) && !words.is_empty();
    whole && chain(&words, 0, &mut vec![false; words.len()]).end == words.len()
}

/// The commands that follow each other from a word on, up to one that was seen before.
fn chain(words: &[u32], first: usize, seen: &mut [bool]) -> Range<usize> {
    let mut at = first;
    while let Some((_, count, _)) = words.get(at).and_then(|word| header(*word)) {
        if at + count >= words.len() || seen.get(at).copied().unwrap_or(true) {
            break;
        }
        if let Some(seen) = seen.get_mut(at) {
            *seen = true;
        }
        at += 1 + count;
    }
    first..at
}

/// All recordings in bytes that send something to the units of programs, wherever in the bytes they are at a multiple of four.
pub(super) fn recordings(bytes: &[u8]) -> Vec<Vec<Command>> {
    let words: Vec<u32> = words(bytes).collect();
    // From a header that was seen in vain nothing is sent.
    let mut seen = vec![false; words.len()];
    let mut found = Vec::new();
    let mut first = 0;
    while first < words.len() {
        let header = words.get(first).and_then(|word| header(*word));
        let begins = header.is_some_and(|(method, count, _)| {
            first == 0 || count > 0 && (sends(method) || method == LOAD)
        });
        let range = if begins {
            chain(&words, first, &mut seen)
        } else {
            first..first
        };
        let commands = commands(&words, range.clone());
        if commands.iter().any(|command| sends(command.method)) {
            found.push(commands);
            first = range.end;
        } else {
            first += 1;
        }
    }
    found
}

/// True if a method sends a part of a program.
fn sends(method: u32) -> bool {
    UPLOAD.contains(&method) || [CONTROL, PROGRAM].contains(&method)
}

fn commands(words: &[u32], range: Range<usize>) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let Some((method, count, step)) = words.get(at).and_then(|word| header(*word)) else {
            break;
        };
        let data = words.get(at + 1..).unwrap_or_default().iter().take(count);
        for (number, value) in (0u32..).zip(data) {
            commands.push(Command {
                at: 4 * (at + 1 + number as usize),
                method: method + step * number,
                value: *value,
            });
        }
        at += 1 + count;
    }
    commands
}
