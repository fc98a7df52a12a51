//! Puts literals into uniform registers: each operand needs its literals in one register, in any
//! lanes, all with their sign or all with the other.

use crate::isa::UNIFORMS;
use crate::isa::float24::{Rounding, from_f32, to_f32};
use crate::machine::{Item, Program};
use arrayvec::ArrayVec;
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{LaneRef, Shortage, pack_words};

const SIGN: u32 = 1 << 23;

/// Registers of literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Literals {
    /// Register number and the float24 words in its lanes.
    pub(super) registers: Vec<(u8, ArrayVec<u32, 4>)>,
}

/// Where an operand finds its literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) register: u8,
    /// The lane of each literal of the operand.
    pub(super) lanes: Vec<u8>,
    pub(super) negate: bool,
}

/// The float24 word of a literal. There is one zero.
fn word(lane: &LaneRef) -> Option<u32> {
    let magnitude = lane.plain().number()?;
    let word = from_f32(magnitude, Rounding::Nearest);
    let is_signed = lane.is_negated() && !magnitude.is_nan();
    let sign = if is_signed && word != 0 { SIGN } else { 0 };
    Some(word ^ sign)
}

fn flipped(word: u32) -> u32 {
    if word == 0 { 0 } else { word ^ SIGN }
}

/// The literals of an operand; `None` for operands of another kind.
fn words(lanes: &[LaneRef]) -> Option<Vec<u32>> {
    lanes.iter().map(word).collect()
}

impl Literals {
    /// Collects the literals of a program into registers that are not taken, from the highest down.
    pub(super) fn collect(program: &Program, taken: &EntitySet<u8>) -> Result<Literals, Shortage> {
        let mut sets: Vec<Vec<u32>> = Vec::new();
        let mut add = |lanes: &[LaneRef]| {
            if let Some(mut words) = words(lanes).filter(|words| !words.is_empty()) {
                words.sort_unstable();
                words.dedup();
                sets.push(words);
            }
        };
        for op in program.ops.values() {
            op.operands.iter().for_each(|lanes| add(lanes));
        }
        for address in program.addresses.values() {
            add(&[address.index]);
        }
        for item in program.blocks.values().flatten() {
            if let Item::If(branch) = item {
                let operands = branch.tests.iter().flat_map(|test| &test.operands);
                operands.for_each(|lanes| add(lanes));
            }
        }
        sets.sort_unstable();
        sets.dedup();
        let registers = pack_words(&sets, Some(flipped));
        let free: Vec<u8> = (0..UNIFORMS)
            .rev()
            .filter(|k| !taken.contains(*k))
            .collect();
        if registers.len() > free.len() {
            return Err(Shortage {
                needed: registers.len(),
                free: free.len(),
            });
        }
        Ok(Literals {
            registers: free.into_iter().zip(registers).collect(),
        })
    }

    /// Where an operand finds its literals; `None` for operands of another kind.
    pub(super) fn find(&self, lanes: &[LaneRef]) -> Option<Place> {
        let words = words(lanes)?;
        for (register, held) in &self.registers {
            for negate in [false, true] {
                let lane = |word: &u32| {
                    let wanted = if negate { flipped(*word) } else { *word };
                    let at = held.iter().position(|held| *held == wanted)?;
                    u8::try_from(at).ok()
                };
                if let Some(lanes) = words.iter().map(lane).collect() {
                    return Some(Place {
                        register: *register,
                        lanes,
                        negate,
                    });
                }
            }
        }
        None
    }

    /// The number a literal has become.
    pub(super) fn value(&self, register: u8, lane: u8) -> Option<f32> {
        let (_, held) = self
            .registers
            .iter()
            .find(|(number, _)| *number == register)?;
        held.get(usize::from(lane)).copied().map(to_f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Opcode;
    use retroshade_diagnostics::Span;

    /// A program of copies of these literals.
    fn copies(lists: &[&[f32]]) -> Program {
        let mut program = Program::default();
        for literals in lists {
            let operand = literals
                .iter()
                .map(|value| LaneRef::literal(*value))
                .collect();
            program.append(Opcode::Mov, [operand], Span::NONE);
        }
        program
    }

    #[test]
    fn literals_share_registers_and_signs() {
        let program = copies(&[&[1.0, 2.0, 3.0], &[-1.0, -2.0], &[0.0, 1.0], &[5.0]]);
        let literals = Literals::collect(&program, &EntitySet::from_iter([95])).unwrap();
        assert_eq!(literals.registers.len(), 2);
        assert_eq!(literals.registers[0].0, 94);
        let minus = [LaneRef::literal(-2.0), LaneRef::literal(-1.0)];
        let place = literals.find(&minus).unwrap();
        assert!(place.negate && place.register == 94);
        let value = literals.value(94, place.lanes[0]);
        assert_eq!(value, Some(2.0));
        assert_eq!(literals.find(&[LaneRef::literal(9.0)]), None);
    }

    #[test]
    fn missing_registers_are_counted() {
        let numbers: Vec<[f32; 1]> = (0..20).map(|k| [k as f32 + 0.5]).collect();
        let lists: Vec<&[f32]> = numbers.iter().map(<[f32; 1]>::as_slice).collect();
        let taken: EntitySet<u8> = (0..92).collect();
        let error = Literals::collect(&copies(&lists), &taken).unwrap_err();
        assert_eq!((error.needed, error.free), (5, 4));
    }
}
