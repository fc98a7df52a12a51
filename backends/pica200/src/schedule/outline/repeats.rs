//! Finds the row of words that saves most as a procedure.

use super::{Frames, Item};
use crate::isa::{CALL_DEPTH, MAX_LENGTH};

/// A row of items that stands in several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    pub(super) length: usize,
    /// Part and first item of each place, in order; they do not overlap.
    pub(super) places: Vec<(usize, usize)>,
}

impl Repeat {
    /// Words that a procedure saves.
    fn saved(&self) -> usize {
        saved_by(self.places.len(), self.length)
    }
}

/// Words that a procedure of some length saves that is called in some places.
fn saved_by(places: usize, length: usize) -> usize {
    (places * length).saturating_sub(places + length)
}

/// The row that saves most; of equals the first.
pub(super) fn best(frames: &Frames<'_>) -> Option<Repeat> {
    let text = Text::new(frames);
    let mut best: Option<Repeat> = None;
    for start in 0..text.items.len() {
        let mut lengths: Vec<usize> = (start + 1..text.items.len())
            .filter_map(|other| text.common(start, other))
            .collect();
        lengths.sort_unstable();
        let mut last = 0;
        for (shorter, longest) in lengths.iter().copied().enumerate() {
            // It stands in no more places than there are others with so much in common.
            let places = lengths.len() - shorter + 1;
            let saved = best.as_ref().map_or(0, Repeat::saved);
            let known = longest == std::mem::replace(&mut last, longest);
            if known || saved_by(places, longest) <= saved {
                continue;
            }
            let Some(found) = text.repeat(frames, start, longest) else {
                continue;
            };
            if found.saved() > saved {
                best = Some(found);
            }
        }
    }
    best
}

/// The items of all parts one after the other.
struct Text {
    /// With the part and the place in it.
    items: Vec<(Item, usize, usize)>,
    /// For each pair of items, the first earlier, how many are equal from there on.
    common: Vec<u16>,
    /// For each item, how many can be in one procedure from there on.
    extent: Vec<usize>,
}

impl Text {
    fn new(frames: &Frames<'_>) -> Text {
        let parts = frames.parts.iter().enumerate();
        let items: Vec<(Item, usize, usize)> = parts
            .flat_map(|(part, items)| {
                let items = items.iter().enumerate();
                items.map(move |(at, item)| (*item, part, at))
            })
            .collect();
        let count = items.len();
        let mut extent = vec![0; count];
        let mut common = vec![0_u16; count * count];
        for at in (0..count).rev() {
            let (item, part, _) = &items[at];
            if item.kind.is_none() {
                continue;
            }
            let goes_on = items
                .get(at + 1)
                .is_some_and(|(next, other, _)| other == part && !next.aimed_at);
            extent[at] = 1 + if goes_on { extent[at + 1] } else { 0 };
            for other in at + 1..count {
                if items[other].0.kind == item.kind {
                    let next = (at + 1) * count + other + 1;
                    let rest = if other + 1 < count { common[next] } else { 0 };
                    common[at * count + other] = rest.saturating_add(1);
                }
            }
        }
        Text {
            items,
            common,
            extent,
        }
    }

    /// How many items are equal from two places on; `None` if fewer than two.
    fn common(&self, start: usize, other: usize) -> Option<usize> {
        let equal = self.common[start * self.items.len() + other];
        let length = usize::from(equal).min(self.extent[start]);
        let length = length.min(self.extent[other]);
        (length > 1).then_some(length)
    }

    /// The row that starts at an item, of some length or a little less, wherever it stands from there
    /// on.
    fn repeat(&self, frames: &Frames<'_>, start: usize, longest: usize) -> Option<Repeat> {
        let length = self.trimmed(frames, start, longest.min(MAX_LENGTH))?;
        let row = self.items[start..start + length].iter();
        let row: Vec<Item> = row.map(|(item, ..)| *item).collect();
        let depth = frames.depth_of(&row);
        let mut places = Vec::new();
        let mut free = start;
        for at in start..self.items.len() {
            let equal = at == start || self.common(start, at).is_some_and(|n| n >= length);
            let (_, part, place) = self.items[at];
            let fits = frames.above[part] + 1 + depth <= CALL_DEPTH;
            if at >= free && equal && fits && self.can_be_call(at, length) {
                free = at + length;
                places.push((part, place));
            }
        }
        Some(Repeat { length, places })
    }

    /// The length of a procedure that begins with an item, without what it cannot end on.
    fn trimmed(&self, frames: &Frames<'_>, start: usize, longest: usize) -> Option<usize> {
        let row = &self.items[start..start + longest];
        let is_end = |(item, ..): &(Item, usize, usize)| {
            item.calls.is_none() && !frames.is_address_move(item)
        };
        let length = row.iter().rposition(is_end)? + 1;
        let (first, ..) = &row[0];
        (length > 1 && !frames.is_address_move(first)).then_some(length)
    }

    /// True if a call can stand in the place of a row: something other than the end of a block or
    /// procedure follows.
    fn can_be_call(&self, at: usize, length: usize) -> bool {
        let (_, part, _) = &self.items[at];
        let next = self.items.get(at + length);
        next.is_some_and(|(next, other, _)| other == part && !next.closes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::emit::{Meaning, Word};
    use super::super::Program;
    use crate::isa::{Instruction, Opcode};
    use crate::text::{AssembleOptions, assemble};
    use retroshade_diagnostics::{FileId, Span};

    /// The words of a program that picasso's language says.
    fn words(body: &str) -> Vec<Word> {
        let text = format!(".out - position o0\n.proc main\n{body}\nend\n.end\n");
        let assembled = assemble(&[(FileId(0), &text)], AssembleOptions::default()).unwrap();
        let words = assembled.shbin.decode().into_iter();
        let word = |instruction: Instruction| Word {
            instruction,
            meaning: Meaning::default(),
            span: Span::NONE,
        };
        words
            .map(|decoded| word(decoded.unwrap().instruction))
            .collect()
    }

    fn opcodes(program: &Program) -> Vec<Opcode> {
        let words = program.words.iter();
        words.map(|word| word.instruction.opcode()).collect()
    }

    const ROW: &str = "mul r0, r0, r1\nadd r0, c0, r0\nrsq r2, r0.x\n";

    #[test]
    fn three_words_that_stand_twice_are_a_procedure() {
        let program = Program::outlined(words(&format!("{ROW}mov r1, r2\n{ROW}mov o0, r0")));
        let calls = opcodes(&program)
            .iter()
            .filter(|o| **o == Opcode::Call)
            .count();
        assert_eq!((program.words.len(), program.end, calls), (8, 5, 2));
        assert_eq!(program.before, [0, 3, 4, 7, 8, 0, 1, 2]);
    }

    #[test]
    fn two_words_that_stand_twice_stay() {
        let program = Program::outlined(words(
            "mul r0, r0, r1\nadd r0, c0, r0\nmov r1, r0\nmul r0, r0, r1\nadd r0, c0, r0\nmov o0, r0",
        ));
        assert!(!opcodes(&program).contains(&Opcode::Call));
    }

    #[test]
    fn a_block_does_not_end_on_a_call() {
        let body = format!("ifu b0\n{ROW}.end\n{ROW}mov o0, r0");
        let program = Program::outlined(words(&body));
        assert!(
            !opcodes(&program).contains(&Opcode::Call),
            "{:?}",
            opcodes(&program)
        );
        // With a word after it the block may.
        let program = Program::outlined(words(&format!(
            "ifu b0\n{ROW}mov r3, r0\n.end\n{ROW}mov o0, r0"
        )));
        let named = program.words[0].instruction.named_words().unwrap();
        assert_eq!((opcodes(&program)[1], named), (Opcode::Call, 3..3));
    }

    #[test]
    fn a_procedure_neither_begins_nor_ends_with_an_address_move() {
        let row =
            "mova a0.x, r0\nadd r0, c0[a0.x], r0\nmul r0, r0, r1\nrsq r2, r0.x\nmova a0.x, r2\n";
        let body = format!("{row}mov r1, c0[a0.x]\nmov r4, r2\n{row}mov r3, c0[a0.x]\nmov o0, r0");
        let program = Program::outlined(words(&body));
        let at = program.end;
        let first = program.words[at].instruction.opcode();
        let last = program.words[program.words.len() - 1].instruction.opcode();
        assert_eq!((first, last), (Opcode::Add, Opcode::Rsq));
    }
}
