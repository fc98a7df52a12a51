//! The ways of control through a program, with the stacks that the machine keeps, for pictures: a word of a procedure
//! is a step for each place that it is called from.

use crate::container::{Constant, Shbin};
use crate::effects::Words;
use crate::isa::{Instruction, Opcode};
use crate::rules::Hazard;
use crate::rules::paths::{At, Domain, follow};
use crate::text::instruction_text;
use retroshade_kit::schedule::{Loop, Schedule, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Describes the first program of a file.
pub(crate) fn schedule(shbin: &Shbin) -> Schedule {
    let decoded = shbin.decode();
    let mut ways = Ways::default();
    let mut constants = &[][..];
    if let Some(executable) = shbin.executables.first() {
        follow(&decoded, executable, &mut ways);
        constants = &executable.constants;
    }
    let instructions = decoded.iter().map(|word| word.as_ref().ok());
    let texts = instructions.map(|one| {
        let text = one.map(|decoded| instruction_text(&decoded.instruction));
        text.into_iter().collect()
    });
    Schedule {
        loops: ways.loops(constants),
        steps: ways.steps(),
        ..Schedule::of(&Words::of(shbin), texts.collect(), Vec::new())
    }
}

/// A word, and the calls that are open there.
type Node = (usize, Vec<usize>);

/// The ways of control, as the paths of a check find them.
#[derive(Default)]
struct Ways {
    /// The words that run, in the order of discovery.
    numbers: BTreeMap<Node, usize>,
    nodes: Vec<Node>,
    follows: BTreeSet<(usize, usize)>,
    ends: BTreeSet<usize>,
    /// The counted loops: the calls around each, the words of its body, the integer with its count.
    loops: BTreeSet<(Vec<usize>, usize, usize, u8)>,
}

impl Ways {
    /// The loops whose counts the file sets.
    fn loops(&self, constants: &[Constant]) -> Vec<Loop> {
        let found = self
            .loops
            .iter()
            .filter_map(|(calls, start, last, integer)| {
                let count = constants.iter().find_map(|constant| match constant {
                    Constant::Integer { index, value } if index == integer => Some(value[0]),
                    _ => None,
                })?;
                let head = self.numbers.get(&(*start, calls.clone()))?;
                // What procedures do that are called from the body belongs to it.
                let is_inside = |(_, (row, open)): &(usize, &Node)| {
                    let at = open.get(calls.len()).unwrap_or(row);
                    open.starts_with(calls) && (*start..=*last).contains(at)
                };
                let body = self.nodes.iter().enumerate().filter(is_inside);
                Some(Loop {
                    head: *head,
                    body: body.map(|(number, _)| number).collect(),
                    rounds: u32::from(count) + 1,
                })
            });
        found.collect()
    }

    fn steps(self) -> Vec<Step> {
        let mut steps: Vec<Step> = self
            .nodes
            .iter()
            .enumerate()
            .map(|(number, (row, _))| Step {
                row: *row,
                next: Vec::new(),
                ends: self.ends.contains(&number),
            })
            .collect();
        for (from, to) in self.follows {
            if let Some(step) = steps.get_mut(from) {
                step.next.push(to);
            }
        }
        steps
    }
}

impl Domain for Ways {
    /// The words that may have run right before.
    type State = BTreeSet<usize>;

    fn start(&self) -> BTreeSet<usize> {
        BTreeSet::new()
    }

    fn join(&self, a: &BTreeSet<usize>, b: &BTreeSet<usize>) -> BTreeSet<usize> {
        a | b
    }

    fn step(
        &mut self,
        at: &At<'_>,
        instruction: &Instruction,
        before: BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let node = (at.pc, at.calls.to_vec());
        let next = self.nodes.len();
        let number = *self.numbers.entry(node.clone()).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        self.follows
            .extend(before.into_iter().map(|before| (before, number)));
        if instruction.opcode() == Opcode::End {
            self.ends.insert(number);
        }
        if let Instruction::Loop { integer, last } = instruction {
            let (start, last) = (at.pc + 1, usize::from(*last));
            self.loops
                .insert((at.calls.to_vec(), start, last, *integer));
        }
        BTreeSet::from([number])
    }

    /// Programs with hazards are drawn as far as they can be followed.
    fn report(&mut self, _: usize, _: Hazard) {}
}
