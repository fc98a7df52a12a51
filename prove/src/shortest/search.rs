//! The search: instructions that give each lane of the outputs, with at most one result in between.

use super::family::Held;
use super::found::{Layout, Wanted};
use super::instructions::{Instruction, Machine, Operand, Operation, Register};
use super::pieces::Piece;
use super::results::{Powers, directions, inner_products, may_give, results};
use retroshade_kit::machine::numbers::Function;
use std::cell::Cell;
use std::collections::BTreeMap;

impl Layout {
    /// The registers of outputs, each with its lanes.
    pub(super) fn output_registers(&self) -> BTreeMap<(&str, u32), Vec<usize>> {
        let mut registers: BTreeMap<(&str, u32), Vec<usize>> = BTreeMap::new();
        for (place, lane) in self.outputs.iter().enumerate() {
            registers
                .entry((&lane.file, lane.register))
                .or_default()
                .push(place);
        }
        registers
    }
}

/// A search for programs of a shader.
pub(super) struct Search<'a> {
    pub(super) machine: &'a Machine,
    pub(super) layout: &'a Layout,
    /// The instructions of the program at hand.
    pub(super) length: u32,
    /// Lookups that every program makes.
    pub(super) lookups: u32,
    pub(super) powers: Powers,
    /// True if its exponents may be too large to go through.
    pub(super) is_deep: bool,
    pub(super) steps: Cell<u32>,
}

/// The result of an instruction on each piece, and what it is of.
struct Made<'a> {
    instruction: &'a Instruction,
    held: Vec<Held>,
    reads: u64,
    /// True if its lanes are all numbers of which some are below and some above any limit, whatever the literals.
    is_unbounded: bool,
}

impl Search<'_> {
    /// The least number of instructions with which a program may compute what is wanted on some pieces.
    pub(super) fn least(&self, pieces: &[&Piece]) -> u32 {
        let outputs = self.layout.output_registers();
        let is_free = |lane: usize| pieces.iter().all(|piece| piece.looked_up[lane]);
        let open: Vec<&Vec<usize>> = outputs
            .values()
            .filter(|lanes| !lanes.iter().all(|&lane| is_free(lane)))
            .collect();
        let written = open.len() as u32;
        // With more than one result in between each output may be one instruction.
        let deep = self.lookups
            + written
            + pieces
                .iter()
                .map(|piece| self.results_between(piece))
                .max()
                .unwrap_or(0)
                .max(2);
        let plain = self.machine.instructions(&self.layout.registers, false);
        let masks: Vec<u64> = plain
            .iter()
            .map(|one| self.mask(one, None, pieces))
            .collect();
        let free = (0..self.layout.outputs.len()).filter(|&lane| is_free(lane));
        let free = free.fold(0u64, |all, lane| all | 1 << lane);
        let least = |masks: &[u64]| -> Option<u32> {
            open.iter().map(|lanes| cover(lanes, free, masks)).sum()
        };
        let none_between = least(&masks)
            .filter(|_| self.are_coordinates(None, pieces))
            .map(|count| self.lookups + count);
        let most = deep.min(none_between.unwrap_or(u32::MAX));
        let one_between = self.lookups + 1 + written;
        if most < self.length || most <= one_between {
            // It makes no difference what else there is.
            return most.min(one_between);
        }
        let found = self.one_between(pieces, &plain, &masks, written, &least);
        most.min(found.map_or(most, |count| self.lookups + 1 + count))
    }

    /// The least number of instructions that write outputs where one makes a result that they read; `None` where there is no
    /// such program.
    fn one_between(
        &self,
        pieces: &[&Piece],
        plain: &[Instruction],
        masks: &[u64],
        written: u32,
        least: &dyn Fn(&[u64]) -> Option<u32>,
    ) -> Option<u32> {
        if self.is_deep {
            return Some(written);
        }
        let reached = masks.iter().fold(0, |all, mask| all | mask);
        let readers = self.machine.instructions(&self.layout.registers, true);
        // The lane that the fewest programs can have is asked for first.
        let mut hard: Vec<usize> = (0..self.layout.outputs.len())
            .filter(|lane| reached >> lane & 1 == 0)
            .collect();
        let needs = |lane: &usize| {
            pieces
                .iter()
                .map(|piece| piece.needed[*lane].count_ones())
                .max()
        };
        hard.sort_by_key(|lane| std::cmp::Reverse(needs(lane)));
        hard.retain(|&lane| !pieces.iter().all(|piece| piece.looked_up[lane]));
        let mut best: Option<u32> = None;
        for one in plain {
            let may_suffice = |&lane: &usize| {
                let needed = pieces.iter().fold(0, |all, piece| all | piece.needed[lane]);
                readers
                    .iter()
                    .any(|reader| needed & !(reader.reads() | one.reads()) == 0)
            };
            if !hard.iter().all(may_suffice) {
                continue;
            }
            let made = Made {
                instruction: one,
                held: pieces
                    .iter()
                    .map(|piece| self.made(one, piece, None))
                    .collect(),
                reads: one.reads(),
                is_unbounded: self.is_unbounded(one),
            };
            if !self.are_coordinates(Some(&made), pieces) {
                continue;
            }
            let is_read = |lane: usize| {
                readers
                    .iter()
                    .any(|reader| self.reaches(reader, Some(&made), lane, pieces))
            };
            if !hard.iter().all(|&lane| is_read(lane)) {
                continue;
            }
            let mut all = masks.to_vec();
            all.extend(
                readers
                    .iter()
                    .map(|reader| self.mask(reader, Some(&made), pieces)),
            );
            if let Some(count) = least(&all) {
                best = Some(best.map_or(count, |best| best.min(count)));
            }
            if self.steps.get() == 0 || best == Some(written) {
                return Some(written);
            }
        }
        best
    }

    /// The output lanes that an instruction may give, a bit each.
    fn mask(&self, instruction: &Instruction, made: Option<&Made<'_>>, pieces: &[&Piece]) -> u64 {
        let lanes = 0..self.layout.outputs.len();
        let reached = lanes.filter(|&lane| self.reaches(instruction, made, lane, pieces));
        reached.fold(0, |all, lane| all | 1 << lane)
    }

    fn reaches(
        &self,
        instruction: &Instruction,
        made: Option<&Made<'_>>,
        lane: usize,
        pieces: &[&Piece],
    ) -> bool {
        let reads = instruction.reads() | made.map_or(0, |made| made.reads);
        if pieces.iter().any(|piece| piece.needed[lane] & !reads != 0) {
            return false;
        }
        (0..pieces.len()).all(|piece| self.may(instruction, made, lane, pieces[piece], piece))
    }

    /// True unless an instruction cannot give a lane of an output on a piece.
    fn may(
        &self,
        instruction: &Instruction,
        made: Option<&Made<'_>>,
        lane: usize,
        piece: &Piece,
        number: usize,
    ) -> bool {
        let wanted = match &piece.wanted[lane] {
            Wanted::Anything => return true,
            Wanted::AtLimit { one } => return self.may_be_at_limit(instruction, made, *one),
            Wanted::Number(wanted) => wanted,
        };
        let Some(left) = self.steps.get().checked_sub(1) else {
            return true;
        };
        self.steps.set(left);
        let literal = Held::literal();
        let any = |operand: Operand| match (operand, made) {
            (Operand::Register(register), _) => &piece.registers[register].any,
            (Operand::Made, Some(made)) => &made.held[number],
            _ => &literal,
        };
        // Of products there are many: what the lane does not depend on is left out of them.
        let divides = made.is_some_and(|made| !made.instruction.is_polynomial());
        let own = |operand: Operand| match (operand, made) {
            (Operand::Register(register), _) => piece.registers[register].held_for(lane, divides),
            (Operand::Made, Some(made)) => {
                self.made(made.instruction, piece, Some((lane, divides)))
            }
            _ => Held::literal(),
        };
        let is_product = |others: &[Operand], width: u32| {
            let first = own(instruction.first);
            let mut others = others.iter();
            others.any(|&other| inner_products(&first, &own(other), width).may_be(wanted))
        };
        match instruction.operation {
            Operation::Lanes(function) => {
                let operands = [Some(instruction.first), instruction.second];
                let operands: Vec<&Held> = operands.into_iter().flatten().map(any).collect();
                may_give(wanted, function, &operands, self.powers)
            }
            Operation::Matrix { width, rows } => {
                let at = self.layout.outputs[lane].lane;
                let rows = instruction.rows.as_ref().filter(|_| at < rows as usize);
                rows.is_some_and(|rows| is_product(rows.of(at), width))
            }
            Operation::Product(width) => is_product(instruction.second.as_slice(), width),
            Operation::Cross => is_product(instruction.second.as_slice(), 2),
            Operation::Direction => directions(any(instruction.first)).may_be(wanted),
        }
    }

    /// What an instruction makes of registers on a piece, in any lane. `output`: a lane of an output, so that it is enough what
    /// that depends on, and whether there may be a division.
    fn made(
        &self,
        instruction: &Instruction,
        piece: &Piece,
        output: Option<(usize, bool)>,
    ) -> Held {
        let held = |operand: Operand| match (operand, output) {
            (Operand::Register(register), None) => piece.registers[register].any.clone(),
            (Operand::Register(register), Some((lane, divides))) => {
                piece.registers[register].held_for(lane, divides)
            }
            _ => Held::literal(),
        };
        let first = &held(instruction.first);
        let second = instruction.second.map(held);
        let second = second.as_ref();
        let mut made = match (instruction.operation, second) {
            (Operation::Lanes(function), second) => {
                let operands: Vec<&Held> = [Some(first), second].into_iter().flatten().collect();
                results(function, &operands, self.powers)
            }
            (Operation::Matrix { width, rows }, _) => {
                let mut all = Held::default();
                for row in 0..rows as usize {
                    let rows = instruction.rows.as_ref().map_or(&[][..], |all| all.of(row));
                    for &row in rows {
                        all.merge(inner_products(first, &held(row), width));
                    }
                }
                all
            }
            (Operation::Product(width), Some(second)) => inner_products(first, second, width),
            (Operation::Cross, Some(second)) => inner_products(first, second, 2),
            (Operation::Direction, _) => directions(first),
            _ => Held::anything(),
        };
        if self.is_signed(instruction) {
            made = made.signed();
        }
        made
    }

    /// True if a result is below 0 for some inputs, whatever the literals, or nothing but a literal.
    fn is_signed(&self, instruction: &Instruction) -> bool {
        let is_odd = match instruction.operation {
            Operation::Lanes(function) => matches!(
                function,
                Function::Copy
                    | Function::Negate
                    | Function::Add
                    | Function::Subtract
                    | Function::Multiply
                    | Function::Divide
            ),
            Operation::Product(_) | Operation::Cross | Operation::Matrix { .. } => true,
            Operation::Direction => false,
        };
        is_odd && self.has_unbounded(instruction)
    }

    /// True if an operand is a register of which each lane can be any number and which is no other operand.
    fn has_unbounded(&self, instruction: &Instruction) -> bool {
        let mut operands: Vec<Operand> = instruction.others().collect();
        operands.push(instruction.first);
        let is_alone =
            |operand: &Operand| operands.iter().filter(|other| *other == operand).count() == 1;
        operands.iter().any(|operand| match *operand {
            Operand::Register(register) => {
                self.layout.registers[register].is_unbounded && is_alone(operand)
            }
            Operand::Literal | Operand::Made => false,
        })
    }

    /// True if each lane of a result takes all numbers for some inputs, whatever the literals.
    fn is_unbounded(&self, instruction: &Instruction) -> bool {
        let is_all = match instruction.operation {
            Operation::Lanes(
                Function::Copy | Function::Negate | Function::Add | Function::Subtract,
            ) => true,
            Operation::Lanes(Function::Multiply) | Operation::Product(_) => {
                !instruction.has_literal(&self.layout.registers)
            }
            _ => false,
        };
        is_all && self.has_unbounded(instruction)
    }

    /// True unless an instruction cannot give 0 or less, or if `one` 1 or more, for all inputs.
    fn may_be_at_limit(
        &self,
        instruction: &Instruction,
        made: Option<&Made<'_>>,
        one: bool,
    ) -> bool {
        let mut operands: Vec<Operand> = instruction.others().collect();
        operands.push(instruction.first);
        let is_literal = instruction.has_literal(&self.layout.registers);
        let made = made.filter(|_| operands.contains(&Operand::Made));
        if let Some(made) = made {
            // A result that may be a number itself, or cancel.
            let shared = instruction.reads() & made.reads != 0;
            let is_twice = operands
                .iter()
                .filter(|operand| **operand == Operand::Made)
                .count()
                > 1;
            if !made.is_unbounded || shared || is_twice || instruction.rows.is_some() {
                return true;
            }
        }
        let is_unbounded = |operand: &Operand| match *operand {
            Operand::Register(register) => self.layout.registers[register].is_unbounded,
            Operand::Literal => false,
            Operand::Made => true,
        };
        let is_same = operands.len() == 2 && operands[0] == operands[1];
        let any_unbounded = operands.iter().any(is_unbounded);
        let all_bounded = operands.iter().all(|operand| !is_unbounded(operand));
        match instruction.operation {
            Operation::Lanes(Function::Copy) => is_literal,
            Operation::Lanes(
                Function::Negate | Function::Absolute | Function::Saturate | Function::Fraction,
            ) => false,
            Operation::Lanes(Function::Add | Function::Subtract) => is_same || !any_unbounded,
            Operation::Lanes(Function::Multiply) | Operation::Product(_) if one => {
                all_bounded && !is_literal
            }
            Operation::Lanes(Function::Multiply) | Operation::Product(_) => is_literal,
            Operation::Lanes(Function::Maximum) => one && is_literal,
            Operation::Lanes(Function::Minimum) => !one && is_literal,
            Operation::Lanes(Function::Divide) if !is_literal => is_same,
            Operation::Lanes(Function::Divide) => !one || !any_unbounded,
            _ => true,
        }
    }

    /// True unless some lookup's coordinates are in no register.
    fn are_coordinates(&self, made: Option<&Made<'_>>, pieces: &[&Piece]) -> bool {
        pieces.iter().enumerate().all(|(number, piece)| {
            let literal = Held::literal();
            let holders: Vec<&Held> = piece
                .registers
                .iter()
                .map(|contents| &contents.any)
                .chain([&literal])
                .chain(made.map(|made| &made.held[number]))
                .collect();
            piece.coordinates.iter().all(|place| {
                let holds = |held: &&Held| place.iter().all(|number| held.may_be(number));
                holders.iter().any(holds)
            })
        })
    }

    /// How many results there are at least between the registers that a lane of an output depends on and that lane: an
    /// instruction reads two sources, of which a matrix is one.
    fn results_between(&self, piece: &Piece) -> u32 {
        let sources = piece.needed.iter().map(|&needed| {
            let mut count = 0u32;
            let mut last: Option<&Register> = None;
            let mut registers: Vec<&Register> = Vec::new();
            for (place, register) in self.layout.registers.iter().enumerate() {
                if needed >> place & 1 == 1 {
                    registers.push(register);
                }
            }
            registers.sort();
            for register in registers {
                let is_row = last.is_some_and(|first| {
                    first.file == register.file
                        && register.kind == first.kind
                        && register.number < first.number + 4
                });
                if !is_row {
                    count += 1;
                    last = Some(register);
                }
            }
            count
        });
        match sources.max().unwrap_or(0) {
            0..=3 => 0,
            4 => 2,
            _ => 3,
        }
    }
}

/// The least number of instructions with some masks that write some lanes; `None` where they cannot.
fn cover(lanes: &[usize], free: u64, masks: &[u64]) -> Option<u32> {
    let mut kinds: Vec<u32> = Vec::new();
    for mask in masks {
        let bits = lanes.iter().enumerate();
        let kind = bits.fold(0, |all, (place, &lane)| {
            all | u32::from(mask >> lane & 1 == 1) << place
        });
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let bits = lanes.iter().enumerate();
    let free = bits.fold(0, |all, (place, &lane)| {
        all | u32::from(free >> lane & 1 == 1) << place
    });
    let whole = (1u32 << lanes.len()) - 1;
    let mut reached = vec![free];
    for count in 0..=lanes.len() as u32 {
        if reached.contains(&whole) {
            return Some(count);
        }
        let next: Vec<u32> = reached
            .iter()
            .flat_map(|one| kinds.iter().map(move |kind| one | kind))
            .collect();
        reached = next;
        reached.sort_unstable();
        reached.dedup();
    }
    None
}
