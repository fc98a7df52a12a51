//! Packs literals into as few constant registers as possible.
//!
//! The lanes of one operand must lie in one register; swizzles make their places free. Sets of
//! numbers that operands ask for are merged, those with most in common first.

use super::predicate::body;
use crate::machine::{Program, sources, sources_mut};
use retroshade_kit::mir::{LaneRef, LiteralRegister, OpId, Operand, Reg};
use smallvec::SmallVec;

/// The numbers of one register by their bits, in order of their components.
type Pack = SmallVec<[u32; 4]>;

/// Gives literals registers, the first of `free` first.
///
/// # Errors
/// How many registers the literals need, if there are fewer.
pub(super) fn pack_literals(program: &mut Program, free: &[Reg]) -> Result<bool, usize> {
    let packs = pack(program, &body(program));
    if packs.len() > free.len() {
        return Err(packs.len());
    }
    let registers = packs.into_iter().zip(free);
    program.literals = registers
        .map(|(words, reg)| LiteralRegister {
            reg: *reg,
            words: words.into_iter().collect(),
        })
        .collect();
    let literals = program.literals.clone();
    for op in program.ops.values_mut() {
        let tests = op
            .predicate
            .iter_mut()
            .flat_map(|predicate| &mut predicate.tests);
        let operands = tests.flat_map(|test| &mut test.operands);
        operands.for_each(|operand| place(operand, &literals));
        sources_mut(op)
            .iter_mut()
            .for_each(|operand| place(operand, &literals));
    }
    Ok(!literals.is_empty())
}

/// The registers of literals: numbers by their bits.
fn pack(program: &Program, ops: &[OpId]) -> Vec<Pack> {
    // Each with its numbers in order.
    let mut requests: Vec<Pack> = Vec::new();
    for id in ops {
        let op = &program.ops[*id];
        let tests = op.predicate.iter().flat_map(|predicate| &predicate.tests);
        let tested = tests.flat_map(|test| &test.operands);
        for operand in tested.chain(sources(op)) {
            let mut set = literals_of(operand);
            if !set.is_empty() {
                set.sort_unstable();
                set.dedup();
                requests.push(set);
            }
        }
    }
    requests.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    requests.dedup();
    let mut packs: Vec<Pack> = Vec::new();
    for set in requests {
        let missing = |pack: &Pack| set.iter().filter(|bits| !pack.contains(bits)).count();
        let room = |pack: &&mut Pack| pack.len() + missing(pack) <= 4;
        // Fewest new numbers; of those the fullest register.
        let best = packs
            .iter_mut()
            .filter(room)
            .min_by_key(|pack| (missing(pack), 4 - pack.len()));
        match best {
            Some(pack) => {
                for bits in set {
                    if !pack.contains(&bits) {
                        pack.push(bits);
                    }
                }
            }
            None => packs.push(set),
        }
    }
    packs
}

fn literals_of(operand: &Operand) -> Pack {
    operand
        .iter()
        .filter_map(|lane| lane.as_literal())
        .collect()
}

/// Replaces the literals of an operand by a register that holds them all.
fn place(operand: &mut Operand, registers: &[LiteralRegister]) {
    let wanted = literals_of(operand);
    let holds =
        |register: &&LiteralRegister| wanted.iter().all(|bits| register.words.contains(bits));
    let Some(register) = registers.iter().find(holds) else {
        return;
    };
    for lane in operand {
        let bits = lane.as_literal();
        let component = bits.and_then(|bits| register.words.iter().position(|held| *held == bits));
        if let Some(component) = component {
            *lane = LaneRef::register(register.reg, component as u8);
        }
    }
}
