//! Literals in constant registers: those of one operation share a register, since a slot reads a
//! single constant; otherwise as few registers as a greedy packing gives.

use super::code::LiteralRegister;
use crate::interface::ConstantMap;
use crate::isa::CONSTANTS;
use retroshade_diagnostics::{Diagnostic, codes};

/// The literals of each operation, as magnitudes.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    sets: Vec<Vec<u32>>,
}

/// The magnitude of a literal: operands flip signs for nothing.
fn magnitude(bits: u32) -> u32 {
    bits & 0x7fff_ffff
}

/// Values of one operand with one sign can be stored without it.
fn stored(values: &[u32]) -> (Vec<u32>, bool) {
    let negative = |bits: u32| bits >> 31 == 1;
    // Zero has either sign where nobody can tell: -0 only matters to a bit pattern.
    let all_negative = values.iter().all(|bits| negative(*bits));
    if all_negative && !values.is_empty() {
        return (values.iter().map(|bits| magnitude(*bits)).collect(), true);
    }
    (values.to_vec(), false)
}

/// Lanes of a register.
const LANES: usize = 4;

/// Each value once, in order.
pub(super) fn distinct(mut values: Vec<u32>) -> Vec<u32> {
    values.sort_unstable();
    values.dedup();
    values
}

fn union(operands: &[Vec<u32>]) -> Vec<u32> {
    let operands = operands.iter();
    distinct(operands.flat_map(|operand| stored(operand).0).collect())
}

impl Pool {
    /// Notes the literals of one operation's operands, which share a register if they fit.
    pub(super) fn add(&mut self, operands: &[Vec<u32>]) {
        let all = union(operands);
        if all.len() <= LANES {
            self.sets.extend(Some(all).filter(|set| !set.is_empty()));
        } else {
            self.sets.extend(
                operands
                    .iter()
                    .map(|operand| union(std::slice::from_ref(operand))),
            );
        }
    }

    /// Packs the sets into registers.
    pub(super) fn place(self, constants: &mut ConstantMap) -> Result<Literals, Diagnostic> {
        // Large sets first: they leave the least choice. Ties keep the order of the code.
        let largest = self.sets.iter().map(Vec::len).max().unwrap_or(0);
        let of_size = |size: usize| self.sets.iter().filter(move |set| set.len() == size);
        let mut registers: Vec<Vec<u32>> = Vec::new();
        for set in (0..=largest).rev().flat_map(of_size) {
            let cost =
                |register: &Vec<u32>| set.iter().filter(|value| !register.contains(value)).count();
            let fits = registers
                .iter_mut()
                .map(|register| (cost(register), register))
                .filter(|(cost, register)| cost + register.len() <= LANES)
                .min_by_key(|(cost, _)| *cost);
            match fits {
                Some((_, register)) => {
                    let new: Vec<u32> = set
                        .iter()
                        .copied()
                        .filter(|value| !register.contains(value))
                        .collect();
                    register.extend(new);
                }
                None => registers.push(set.clone()),
            }
        }
        let needed = registers.len();
        let mut placed = Vec::new();
        for lanes in registers {
            let Some(register) = constants.take(1) else {
                let free = placed.len();
                let message = format!(
                    "the literals need {needed} constant registers, {free} of {CONSTANTS} are left by the uniforms"
                );
                return Err(Diagnostic::error(codes::limit::CONSTANTS, message));
            };
            placed.push(LiteralRegister { register, lanes });
        }
        Ok(Literals { registers: placed })
    }
}

/// An operand's literals: register, lanes, sign.
pub(super) type Found = (u8, Vec<u8>, bool);

fn lanes_in(register: &LiteralRegister, operand: &[u32]) -> Option<Found> {
    let (values, negate) = stored(operand);
    let lanes: Option<Vec<u8>> = values
        .iter()
        .map(|value| {
            register
                .lanes
                .iter()
                .position(|lane| lane == value)
                .map(|lane| lane as u8)
        })
        .collect();
    lanes
        .filter(|lanes| !lanes.is_empty())
        .map(|lanes| (register.register, lanes, negate))
}

/// Literals with their registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Literals {
    registers: Vec<LiteralRegister>,
}

impl Literals {
    /// For each operand of an operation the register of its literals, the lane of each, and
    /// whether the operand flips the sign; `None` for one without literals.
    pub(super) fn find(&self, operands: &[Vec<u32>]) -> Vec<Option<Found>> {
        let together = self.registers.iter().find(|register| {
            let all = union(operands);
            all.iter().all(|value| register.lanes.contains(value))
        });
        operands
            .iter()
            .map(|operand| match together {
                Some(register) => lanes_in(register, operand),
                None => self
                    .registers
                    .iter()
                    .find_map(|register| lanes_in(register, operand)),
            })
            .collect()
    }

    /// All registers.
    pub(super) fn registers(self) -> Vec<LiteralRegister> {
        self.registers
    }
}
