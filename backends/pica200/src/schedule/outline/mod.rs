//! Makes procedures of words that stand in a program several times.
//!
//! What can go into a procedure are words without jumps, conditions or loops. A call is a word, so a
//! row of n words that stands in k places saves k n - k - n of them. Procedures may call others, as
//! deep as the machine's stack of calls is. Of the machine's rules (docs/pica200.md, "Hazards") two
//! matter here: no block and no procedure ends on a call, and no two `mova` meet where a procedure
//! returns.
//!
//! ```text
//! repeats  the row of words that saves most
//! align    before registers are given: the same ones for copies of the same code
//! ```

pub(super) mod align;
mod repeats;

use super::emit::{Meaning, Word};
use crate::isa::{CALL_DEPTH, Combine, Condition, Instruction, Opcode, VERTEX_WORDS, canonical};
use repeats::Repeat;
use retroshade_ir::entity::SecondaryMap;

/// Procedures that are made at most.
const PROCEDURES: usize = 64;
/// Programs of more words are left alone: procedures cannot bring them within the code memory, and
/// every word is compared with every other.
pub(super) const WORDS: usize = 2 * VERTEX_WORDS;

/// The words of a program in their final places.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// The main program, then the procedures.
    pub(super) words: Vec<Word>,
    /// The number of words of the main program.
    pub(super) end: usize,
    /// The words as they were laid out, without calls.
    pub(super) laid: Vec<Word>,
    /// For each word how many laid out words run before it in the main program or in its procedure.
    /// A word of a procedure is the laid out word at the sum of this number and those of the calls
    /// that lead to it.
    pub(super) before: Vec<usize>,
}

impl Program {
    /// A program without calls.
    pub(super) fn plain(laid: Vec<Word>) -> Program {
        Program {
            words: laid.clone(),
            end: laid.len(),
            before: (0..laid.len()).collect(),
            laid,
        }
    }

    /// A program with calls where they save words.
    pub(super) fn outlined(laid: Vec<Word>) -> Program {
        if laid.len() > WORDS {
            return Program::plain(laid);
        }
        let mut frames = Frames::new(&laid);
        while frames.parts.len() <= PROCEDURES {
            let Some(repeat) = repeats::best(&frames) else {
                break;
            };
            frames.take_out(&repeat);
        }
        if frames.parts.len() == 1 {
            return Program::plain(laid);
        }
        let mut program = frames.place();
        program.laid = laid;
        program
    }
}

/// A word of the main program or of a procedure.
#[derive(Clone, Copy, Debug)]
struct Item {
    /// The number of the laid out word it is, or of the first one that it runs where it stands first.
    laid: usize,
    /// The part that it calls, if it is a call.
    calls: Option<usize>,
    /// Equal for items that do the same; `None` for those that cannot be in a procedure.
    kind: Option<usize>,
    /// Laid out words before it in its part.
    before: usize,
    /// Something goes to this place, so it cannot lie within a procedure, only at its start.
    aimed_at: bool,
    /// A block ends before this place, so no call can stand right before it.
    closes: bool,
}

/// The main program and the procedures.
struct Frames<'a> {
    laid: &'a [Word],
    parts: Vec<Vec<Item>>,
    /// For each part how many calls are open at most while it runs.
    above: Vec<usize>,
    /// For each part how many calls it opens at most, one within the other.
    below: Vec<usize>,
    /// Kinds below this are those of words; a call of part k has the kind `kinds + k`.
    kinds: usize,
}

impl<'a> Frames<'a> {
    fn new(laid: &'a [Word]) -> Frames<'a> {
        let mut kinds: Vec<Instruction> = Vec::new();
        let mut items: Vec<Item> = Vec::with_capacity(laid.len());
        for (at, word) in laid.iter().enumerate() {
            let is_plain = matches!(
                word.instruction,
                Instruction::Arithmetic { .. }
                    | Instruction::MoveAddress { .. }
                    | Instruction::Compare { .. }
                    | Instruction::SetEmit { .. }
                    | Instruction::Bare(Opcode::Emit)
            );
            let kind = is_plain.then(|| {
                let instruction = canonical(&word.instruction);
                let known = kinds.iter().position(|other| *other == instruction);
                known.unwrap_or_else(|| {
                    kinds.push(instruction);
                    kinds.len() - 1
                })
            });
            items.push(Item {
                laid: at,
                calls: None,
                kind,
                before: at,
                aimed_at: false,
                closes: false,
            });
        }
        for word in laid {
            for (place, closes) in places(&word.instruction).into_iter().flatten() {
                // The place behind the last word is none that an item stands at.
                if let Some(item) = items.get_mut(place) {
                    item.aimed_at = true;
                    item.closes |= closes;
                }
            }
        }
        Frames {
            laid,
            parts: vec![items],
            above: vec![0],
            below: vec![0],
            kinds: kinds.len(),
        }
    }

    fn is_address_move(&self, item: &Item) -> bool {
        item.calls.is_none() && self.laid[item.laid].instruction.opcode() == Opcode::Mova
    }

    /// Makes a procedure of a row of items.
    fn take_out(&mut self, repeat: &Repeat) {
        let (from, start) = repeat.places[0];
        let mut body = self.parts[from][start..start + repeat.length].to_vec();
        let first = body[0].before;
        for item in &mut body {
            item.before -= first;
            item.aimed_at = false;
            item.closes = false;
        }
        let part = self.parts.len();
        let kind = Some(self.kinds + part);
        // From the last place to the first, so that the numbers of the others stay right.
        for &(from, start) in repeat.places.iter().rev() {
            let items = &mut self.parts[from];
            let call = Item {
                calls: Some(part),
                kind,
                ..items[start]
            };
            items.splice(start..start + repeat.length, [call]);
        }
        self.parts.push(body);
        self.count_calls();
    }

    /// Finds out how deep calls are. No part calls itself, and chains of calls are short.
    fn count_calls(&mut self) {
        self.above = vec![0; self.parts.len()];
        self.below = vec![0; self.parts.len()];
        for _ in 0..CALL_DEPTH {
            for part in 0..self.parts.len() {
                let items = &self.parts[part];
                self.below[part] = self.depth_of(items);
                let open = self.above[part] + 1;
                for called in items.iter().filter_map(|item| item.calls) {
                    self.above[called] = self.above[called].max(open);
                }
            }
        }
    }

    /// The number of calls that a row of items opens at most, one within the other.
    fn depth_of(&self, items: &[Item]) -> usize {
        let called = items.iter().filter_map(|item| item.calls);
        called.map(|part| 1 + self.below[part]).max().unwrap_or(0)
    }

    /// All parts one after the other.
    fn place(&self) -> Program {
        let mut starts = Vec::with_capacity(self.parts.len());
        let mut total = 0;
        for items in &self.parts {
            starts.push(total);
            total += items.len();
        }
        // Where the laid out words of the main program are now, for what goes there.
        let main = self.parts[0].iter().enumerate();
        let mut now: SecondaryMap<usize, Option<usize>> = SecondaryMap::new();
        main.for_each(|(at, item)| now[item.before] = Some(at));
        let mut program = Program {
            end: self.parts[0].len(),
            ..Program::default()
        };
        for item in self.parts.iter().flatten() {
            let word = &self.laid[item.laid];
            program.before.push(item.before);
            program.words.push(match item.calls {
                None => Word {
                    instruction: moved(word.instruction, &now),
                    ..word.clone()
                },
                Some(part) => Word {
                    instruction: call(starts[part], self.parts[part].len()),
                    meaning: Meaning::default(),
                    span: word.span,
                },
            });
        }
        program
    }
}

fn call(start: usize, length: usize) -> Instruction {
    Instruction::Flags {
        opcode: Opcode::Call,
        condition: Condition {
            combine: Combine::Or,
            x: false,
            y: false,
        },
        target: u16::try_from(start).unwrap_or(u16::MAX),
        length: u8::try_from(length).unwrap_or(u8::MAX),
    }
}

/// The places that a word of flow goes to or that end its blocks, each with whether a block ends
/// there.
fn places(instruction: &Instruction) -> [Option<(usize, bool)>; 2] {
    if let Some(named) = instruction.named_words() {
        let closes = instruction.opcode().is_if();
        return [
            Some((named.start, closes)),
            closes.then_some((named.end, true)),
        ];
    }
    match *instruction {
        Instruction::Loop { last, .. } => [Some((usize::from(last) + 1, true)), None],
        _ => [None, None],
    }
}

/// A word of flow with its places as they are now. What cannot be said stays and is found by the
/// replay.
fn moved(instruction: Instruction, now: &SecondaryMap<usize, Option<usize>>) -> Instruction {
    let place = |old: usize| now[old].unwrap_or(old);
    let mut moved = instruction;
    match &mut moved {
        Instruction::Flags { target, length, .. } | Instruction::Boolean { target, length, .. } => {
            let start = place(usize::from(*target));
            let end = place(usize::from(*target) + usize::from(*length));
            // The bit that inverts `jmpu` is kept elsewhere; jumps have no length.
            *length = u8::try_from(end.saturating_sub(start)).unwrap_or(*length);
            *target = u16::try_from(start).unwrap_or(*target);
        }
        Instruction::Loop { last, .. } => {
            let end = place(usize::from(*last) + 1);
            *last = u16::try_from(end.saturating_sub(1)).unwrap_or(*last);
        }
        _ => {}
    }
    moved
}
