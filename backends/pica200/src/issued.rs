//! What each word does, for pictures and counts of programs. The unit does one thing at a time; the columns tell
//! kinds of words apart.

use crate::container::{Constant, Shbin};
use crate::isa::{Combine, Destination, Index, Instruction, Opcode, SourceRegister};
use crate::text::instruction_text;
use crate::verify::Hazard;
use crate::verify::paths::{At, Domain, follow};
use retroshade_kit::machine::Kind;
use retroshade_kit::schedule::{Cell, File, Loop, Read, Row, Schedule, Step};
use std::collections::{BTreeMap, BTreeSet};

const ARITHMETIC: usize = 0;
const ADDRESS: usize = 1;
const COMPARE: usize = 2;
const CONTROL: usize = 3;

const TEMPORARY: File = File::new("r", Kind::Temporary);
const OUTPUT: File = File::new("o", Kind::Output);
const OFFSET: File = File::new("a", Kind::Address);
const FLAG: File = File::new("cmp", Kind::Flag);
/// The component of the offsets that is the counter of loops.
const COUNTER: u8 = 1 << 2;

/// Describes the first program of a file.
pub(crate) fn schedule(shbin: &Shbin) -> Schedule {
    let words = shbin.decode();
    let rows = words.iter().map(|word| Row {
        cells: word
            .iter()
            .map(|decoded| cell(&decoded.instruction))
            .collect(),
    });
    let mut ways = Ways::default();
    if let Some(executable) = shbin.executables.first() {
        follow(&words, executable, &mut ways);
    }
    let constants = shbin
        .executables
        .first()
        .map_or(&[][..], |one| &one.constants);
    Schedule {
        units: vec!["arithmetic", "address", "compare", "control"],
        rows: rows.collect(),
        loops: ways.loops(constants),
        steps: ways.steps(),
        ..Schedule::default()
    }
}

fn cell(instruction: &Instruction) -> Cell {
    let unit = match instruction {
        Instruction::Arithmetic { .. } => ARITHMETIC,
        Instruction::MoveAddress { .. } => ADDRESS,
        Instruction::Compare { .. } => COMPARE,
        _ => CONTROL,
    };
    let mut cell = Cell {
        unit,
        text: instruction_text(instruction),
        ..Cell::default()
    };
    for (number, source) in instruction.sources().iter().enumerate() {
        if let Some(register) = SourceRegister::as_temporary(source.register) {
            let lanes = instruction.lanes_read(number).bits();
            let places = TEMPORARY.lanes(register.into(), lanes);
            cell.reads.extend(places.map(Read::place));
        }
    }
    let offset = match instruction.index() {
        Index::None => 0,
        Index::AddressX => 1,
        Index::AddressY => 2,
        Index::Loop => COUNTER,
    };
    cell.reads.extend(OFFSET.lanes(0, offset).map(Read::place));
    match instruction {
        Instruction::Arithmetic {
            destination, mask, ..
        } => {
            let place = match Destination::as_temporary(*destination) {
                Some(register) => TEMPORARY.lanes(register.into(), mask.bits()),
                None => OUTPUT.lanes(destination.number().into(), mask.bits()),
            };
            cell.writes.extend(place);
        }
        Instruction::MoveAddress { mask, .. } => {
            cell.writes.extend(OFFSET.lanes(0, mask.bits() & 3));
        }
        Instruction::Compare { .. } => cell.writes.extend(FLAG.lanes(0, 3)),
        Instruction::Loop { .. } => cell.writes.extend(OFFSET.lanes(0, COUNTER)),
        Instruction::Flags {
            opcode, condition, ..
        } if *opcode != Opcode::Call => {
            let flags = match condition.combine {
                Combine::X => 1,
                Combine::Y => 2,
                Combine::Or | Combine::And => 3,
            };
            cell.reads.extend(FLAG.lanes(0, flags).map(Read::place));
        }
        _ => {}
    }
    cell
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
