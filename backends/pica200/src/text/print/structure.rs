//! Where procedures and blocks begin and end, found from the words.

use crate::container::Shbin;
use crate::isa::{Decoded, Instruction, Opcode};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct Procedure {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: String,
}

/// A condition or loop, by the address of the word that opens it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The end of the first part.
    pub(super) other: usize,
    /// The end of the whole.
    pub(super) end: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    /// In the order of their addresses, without gaps.
    pub(super) procedures: Vec<Procedure>,
    pub(super) blocks: SecondaryMap<usize, Option<Block>>,
    pub(super) labels: EntitySet<usize>,
    /// Words that steer the program in a way that has no spelling.
    raw: EntitySet<usize>,
}

impl Structure {
    pub(super) fn find(shbin: &Shbin, words: &[Option<Decoded>]) -> Structure {
        let mut structure = Structure::default();
        structure.find_procedures(shbin, words);
        let procedures = structure.procedures.iter();
        let ranges: Vec<(usize, usize)> = procedures.map(|one| (one.start, one.end)).collect();
        for (start, end) in ranges {
            structure.find_blocks(words, start, end);
        }
        structure.find_labels(words);
        structure
    }

    pub(super) fn is_raw(&self, address: usize) -> bool {
        self.raw.contains(address)
    }

    /// The name of the procedure that starts at an address.
    pub(super) fn name_at(&self, address: usize) -> String {
        let found = self.procedures.iter().find(|p| p.start == address);
        found.map_or_else(|| format!("code{address}"), |p| p.name.clone())
    }

    fn find_procedures(&mut self, shbin: &Shbin, words: &[Option<Decoded>]) {
        let size = words.len();
        // By start, apart from each other.
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        let add = |ranges: &mut Vec<(usize, usize)>, start: usize, end: usize| {
            let at = ranges.partition_point(|range| range.0 < start);
            let follows = at.checked_sub(1).and_then(|before| ranges.get(before));
            let apart = follows.is_none_or(|before| before.1 <= start)
                && ranges.get(at).is_none_or(|after| end <= after.0);
            if start < end && end <= size && apart {
                ranges.insert(at, (start, end));
            }
        };
        for executable in &shbin.executables {
            let (start, end) = (executable.start as usize, executable.end as usize);
            add(&mut ranges, start, end);
        }
        let entries: Vec<usize> = ranges.iter().map(|range| range.0).collect();
        for (address, word) in words.iter().enumerate() {
            let Some((start, end)) = word.and_then(|word| called(&word.instruction)) else {
                continue;
            };
            add(&mut ranges, start, end);
            if ranges.binary_search(&(start, end)).is_err() {
                self.raw.insert(address);
            }
        }
        let mut at = 0;
        for (start, end) in ranges.into_iter().chain([(size, size)]) {
            if at < start {
                self.add_procedure(at, start, format!("code{at}"));
            }
            if start < end {
                let name = match entries.as_slice() {
                    [only] if *only == start => "main".to_owned(),
                    _ if entries.contains(&start) => format!("main{start}"),
                    _ => format!("proc{start}"),
                };
                self.add_procedure(start, end, name);
            }
            at = end;
        }
    }

    fn add_procedure(&mut self, start: usize, end: usize, name: String) {
        self.procedures.push(Procedure { start, end, name });
    }

    /// Finds blocks that nest inside a range; the words of others are raw.
    fn find_blocks(&mut self, words: &[Option<Decoded>], start: usize, end: usize) {
        let mut open: Vec<usize> = vec![end];
        let mut loops = Vec::new();
        for address in start..end {
            open.retain(|limit| *limit > address);
            let limit = open.last().copied().unwrap_or(end);
            let Some(word) = words.get(address).copied().flatten() else {
                continue;
            };
            let opcode = word.instruction.opcode();
            if opcode.is_break()
                && !loops
                    .iter()
                    .any(|body: &Range<usize>| body.contains(&address))
            {
                self.raw.insert(address);
            }
            let Some(block) = opened(&word.instruction) else {
                continue;
            };
            if address + 1 >= block.other || block.end > limit {
                self.raw.insert(address);
                continue;
            }
            self.blocks[address] = Some(block);
            if opcode == Opcode::Loop {
                loops.push(address..block.end);
            }
            if block.end > block.other {
                open.push(block.end);
            }
            open.push(block.other);
        }
    }

    fn find_labels(&mut self, words: &[Option<Decoded>]) {
        for (address, word) in words.iter().enumerate() {
            let Some(word) = word else {
                continue;
            };
            let (Instruction::Flags { target, .. } | Instruction::Boolean { target, .. }) =
                word.instruction
            else {
                continue;
            };
            if word.instruction.opcode().is_jump() {
                let target = usize::from(target);
                if target <= words.len() {
                    self.labels.insert(target);
                } else {
                    self.raw.insert(address);
                }
            }
        }
    }

    /// The code of each executable, if it lies in the order of the executables and no labels, which
    /// belong to one part of the text, are needed.
    pub(super) fn sections(&self, shbin: &Shbin) -> Option<Vec<Range<usize>>> {
        let count = shbin.executables.len();
        if count < 2 {
            return None;
        }
        let starts: Vec<usize> = shbin.executables.iter().map(|e| e.start as usize).collect();
        if !self.labels.is_empty() || starts.windows(2).any(|pair| pair[0] >= pair[1]) {
            return None;
        }
        let mut sections = Vec::new();
        let mut at = 0;
        for k in 0..count {
            // Procedures between two entries go with the program before them.
            let end = starts.get(k + 1).copied().unwrap_or(shbin.code.len());
            sections.push(at..end);
            at = end;
        }
        Some(sections)
    }
}

/// The range that a call runs.
fn called(instruction: &Instruction) -> Option<(usize, usize)> {
    let named = instruction.named_words()?;
    let is_call = instruction.opcode().is_call();
    is_call.then_some((named.start, named.end))
}

fn opened(instruction: &Instruction) -> Option<Block> {
    if let Some(named) = instruction.named_words() {
        return instruction.opcode().is_if().then_some(Block {
            other: named.start,
            end: named.end,
        });
    }
    match instruction {
        Instruction::Loop { last, .. } => {
            let end = usize::from(*last) + 1;
            Some(Block { other: end, end })
        }
        _ => None,
    }
}
