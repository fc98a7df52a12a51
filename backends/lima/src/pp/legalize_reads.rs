//! Legalises operands: an instruction reads a limited number from outside the registers, so the others are
//! copied.
//!
//! The kit's `legalize_reads` is for programs without nested blocks, and counts registers of classes; here numbers
//! count too, and a copy serves only so many instructions, since registers are few.

use super::code::Operand as Numbers;
use super::half;
use super::linearize::{Reader, numbers};
use super::machine::{FragmentProcessor, Item, Kind, Program, fetched, is_memory, lane};
use super::schedule::word::Word;
use retroshade_diagnostics::Span;
use retroshade_kit::mir::{
    AddressId, Base, BlockId, Lane, LaneRef, Machine, OpId, Operand, Reg, VectorId,
};

/// Makes every instruction, and every condition, fit an instruction word of its own: it fetches at most one thing
/// through the load unit, and its numbers have room in the constant fields. The rest is copied into registers
/// before. A copy of what is fetched serves the instructions of one straight line, at most `window` of them and at
/// least one. Tells whether there was anything to copy.
pub(super) fn legalize_reads(program: &mut Program, window: usize) -> bool {
    let before = program.ops.len();
    for block in program.blocks_outer_first() {
        let items = std::mem::take(&mut program.blocks[block]);
        let mut line = Line {
            program,
            block,
            window,
            held: Vec::new(),
            number: 0,
            span: Span::NONE,
        };
        for item in items {
            line.item(item);
        }
    }
    program.ops.len() > before
}

/// A fetch of the load unit: of a vector, or of one relative to an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fetch {
    reg: Reg,
    index: Option<Lane>,
}

/// A straight line of instructions of a block.
struct Line<'p> {
    program: &'p mut Program,
    block: BlockId,
    window: usize,
    /// Copies that still hold.
    held: Vec<(Fetch, VectorId)>,
    /// The number of the next instruction.
    number: usize,
    /// The source of the last instruction.
    span: Span,
}

impl Line<'_> {
    fn item(&mut self, item: Item) {
        match item {
            Item::Op(id) => self.op(id),
            Item::If(mut branch) => {
                for test in &mut branch.tests {
                    let mut operands: Vec<Operand> = test.operands.iter().cloned().collect();
                    self.fit(&mut operands, Reader::Branch);
                    test.operands = operands.into_iter().collect();
                }
                self.program.blocks[self.block].push(Item::If(branch));
                self.restart();
            }
            Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => {
                self.program.blocks[self.block].push(item);
                self.restart();
            }
        }
    }

    /// Begins another line.
    fn restart(&mut self) {
        self.held.clear();
        self.number = 0;
        self.span = Span::NONE;
    }

    fn op(&mut self, id: OpId) {
        if self.number.is_multiple_of(self.window) {
            self.held.clear();
        }
        self.number += 1;
        let op = &self.program.ops[id];
        let kind = op.code.kind;
        self.span = op.span;
        let mut operands: Vec<Operand> = op.operands.iter().cloned().collect();
        self.fit(&mut operands, Reader::of(kind));
        let op = &mut self.program.ops[id];
        op.operands = operands.into_iter().collect();
        let written: Vec<Lane> = op.values().collect();
        let stores = matches!(kind, Kind::Store(_) | Kind::StoreLane(..));
        self.held.retain(|(fetch, _)| {
            let moved = fetch.index.is_some_and(|index| written.contains(&index));
            !(moved || stores && is_memory(fetch.reg))
        });
        self.program.blocks[self.block].push(Item::Op(id));
    }

    fn fit(&mut self, operands: &mut [Operand], reader: Reader) {
        self.copy_fetches(operands);
        self.copy_numbers(operands, reader);
    }

    /// Copies lanes into a vector of their own.
    fn copy(&mut self, lanes: Operand) -> VectorId {
        let code = FragmentProcessor::COPY;
        let id = self.program.add(code, [lanes], self.span);
        self.program.blocks[self.block].push(Item::Op(id));
        self.program.give_vector(id)
    }

    /// Returns the fetch that an operand needs, and the address value of its index.
    fn fetch(&self, operand: &Operand) -> Option<(Fetch, Option<AddressId>)> {
        let (reg, address) = operand.iter().find_map(|lane| lane.as_register())?;
        let index = address.and_then(|address| self.program.addresses[address].index.as_value());
        Some((Fetch { reg, index }, address))
    }

    fn copy_fetches(&mut self, operands: &mut [Operand]) {
        let mut fetches: Vec<(Fetch, Option<AddressId>)> = Vec::new();
        for (fetch, address) in operands.iter().filter_map(|operand| self.fetch(operand)) {
            if fetches.iter().all(|(known, _)| *known != fetch) {
                fetches.push((fetch, address));
            }
        }
        if fetches.len() < 2 {
            return;
        }
        // What is held already need not be fetched again; of the others all but one are copied.
        let is_held =
            |held: &[(Fetch, VectorId)], fetch| held.iter().any(|(known, _)| *known == fetch);
        let missing = fetches
            .iter()
            .filter(|(fetch, _)| !is_held(&self.held, *fetch));
        let missing: Vec<(Fetch, Option<AddressId>)> = missing.copied().collect();
        for (fetch, address) in missing.iter().skip(1) {
            let whole = (0..4).map(|component| fetched(fetch.reg, *address, component));
            let vector = self.copy(whole.collect());
            self.held.push((*fetch, vector));
        }
        let direct = missing.first().or(fetches.first()).map(|(fetch, _)| *fetch);
        for operand in operands {
            let fetch = self.fetch(operand).map(|(fetch, _)| fetch);
            if fetch == direct {
                continue;
            }
            let held = self.held.iter().find(|(known, _)| Some(*known) == fetch);
            if let Some((_, vector)) = held {
                for lane in operand {
                    *lane = in_vector(self.program, *vector, *lane);
                }
            }
        }
    }

    /// Copies numbers until the constant fields of one instruction hold those that are left: the operands of
    /// fewest lanes first, since their copies have most units to choose from.
    fn copy_numbers(&mut self, operands: &mut [Operand], reader: Reader) {
        loop {
            let found = operands.iter().enumerate();
            let found = found.map(|(number, operand)| numbers(operand, reader, number));
            let found: Vec<Option<Numbers>> = found.collect();
            if Word::default()
                .with_operands(found.iter().flatten())
                .is_some()
            {
                return;
            }
            let known = operands.iter_mut().zip(found);
            let known = known.filter_map(|(operand, found)| Some((operand, found?)));
            let Some((operand, found)) = known.min_by_key(|(_, found)| found.lanes) else {
                return;
            };
            let magnitudes = found.numbers().unwrap_or_default().iter();
            let magnitudes = magnitudes.map(|bits| LaneRef::literal(half::to_f32(*bits)));
            let vector = self.copy(magnitudes.collect());
            let copied = self.program.vectors[vector].lanes.clone();
            // The condition of a select repeats one lane.
            for (lane, copy) in operand.iter_mut().zip(copied.iter().cycle()) {
                *lane = LaneRef::value(*copy).negated_if(found.negative);
            }
        }
    }
}

/// The lane of a copy of a whole register, with the modifiers of a lane of that register.
fn in_vector(program: &Program, vector: VectorId, read: LaneRef) -> LaneRef {
    let component = match read.base {
        Base::Reg(_, component) | Base::Indexed(_, _, component) => component,
        Base::Value(_) | Base::Literal(_) | Base::Undefined => return read,
    };
    match lane(program, vector, component) {
        Some(lane) => LaneRef::value(lane).read_as(read),
        None => read,
    }
}
