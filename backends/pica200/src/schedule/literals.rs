//! Puts literals into uniform registers: each operand needs its literals in one register, in any
//! lanes, all with their sign or all with the other.

use crate::isa::UNIFORMS;
use crate::isa::float24::{Rounding, from_f32, to_f32};
use crate::select::code::{Block, Lane, Node, Op, Source, each_block};
use retroshade_ir::entity::EntitySet;

const SIGN: u32 = 1 << 23;

/// Registers of literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Literals {
    /// Register number and the float24 words in its lanes.
    pub(super) registers: Vec<(u8, Vec<u32>)>,
}

/// There are not enough registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoRoom {
    pub(super) needed: usize,
    pub(super) free: usize,
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
fn word(source: &Source) -> Option<u32> {
    let Lane::Literal(bits) = source.lane else {
        return None;
    };
    let word = from_f32(f32::from_bits(bits), Rounding::Nearest);
    let sign = if source.negate && word != 0 { SIGN } else { 0 };
    Some(word ^ sign)
}

fn flipped(word: u32) -> u32 {
    if word == 0 { 0 } else { word ^ SIGN }
}

/// The literals of an operand; `None` for operands of another kind.
fn words(lanes: &[Source]) -> Option<Vec<u32>> {
    lanes.iter().map(word).collect()
}

impl Literals {
    /// Collects the literals of a program into registers that are not taken, from the highest down.
    pub(super) fn collect(body: &Block, taken: &EntitySet<u8>) -> Result<Literals, NoRoom> {
        let mut sets: Vec<Vec<u32>> = Vec::new();
        let mut add = |lanes: &[Source]| {
            if let Some(mut words) = words(lanes).filter(|words| !words.is_empty()) {
                words.sort_unstable();
                words.dedup();
                sets.push(words);
            }
        };
        each_block(body, &mut |block| {
            for node in block {
                match node {
                    Node::Op(Op { operands, .. }) => operands.iter().for_each(|o| add(o)),
                    Node::If(branch) => {
                        for test in branch.condition.tests() {
                            test.sources
                                .iter()
                                .for_each(|s| add(std::slice::from_ref(s)));
                        }
                    }
                    Node::Loop(_) | Node::Break | Node::Continue => {}
                }
            }
        });
        // The largest first.
        sets.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        sets.dedup();
        let mut registers: Vec<Vec<u32>> = Vec::new();
        for set in &sets {
            place(&mut registers, set);
        }
        let free: Vec<u8> = (0..UNIFORMS)
            .rev()
            .filter(|k| !taken.contains(*k))
            .collect();
        if registers.len() > free.len() {
            return Err(NoRoom {
                needed: registers.len(),
                free: free.len(),
            });
        }
        Ok(Literals {
            registers: free.into_iter().zip(registers).collect(),
        })
    }

    /// Where an operand finds its literals; `None` for operands of another kind.
    pub(super) fn find(&self, lanes: &[Source]) -> Option<Place> {
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

/// Puts a set where it adds least.
fn place(registers: &mut Vec<Vec<u32>>, set: &[u32]) {
    let mut best: Option<(usize, usize, Vec<u32>)> = None;
    for (at, held) in registers.iter().enumerate() {
        for negate in [false, true] {
            let wanted = set
                .iter()
                .map(|word| if negate { flipped(*word) } else { *word });
            let mut missing: Vec<u32> = wanted.filter(|word| !held.contains(word)).collect();
            let fits = held.len() + missing.len() <= 4;
            if fits && best.as_ref().is_none_or(|(cost, ..)| missing.len() < *cost) {
                missing.sort_unstable();
                best = Some((missing.len(), at, missing));
            }
        }
    }
    match best {
        Some((_, at, missing)) => {
            if let Some(held) = registers.get_mut(at) {
                held.extend(missing);
            }
        }
        None => registers.push(set.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Opcode;
    use crate::select::code::Scalar;
    use retroshade_diagnostics::Span;

    fn op(literals: &[f32]) -> Node {
        Node::Op(Op {
            opcode: Opcode::Mov,
            results: vec![Scalar(0)],
            operands: vec![literals.iter().map(|v| Source::literal(*v)).collect()],
            origin: 0,
            span: Span::NONE,
        })
    }

    #[test]
    fn literals_share_registers_and_signs() {
        let body = vec![
            op(&[1.0, 2.0, 3.0]),
            op(&[-1.0, -2.0]),
            op(&[0.0, 1.0]),
            op(&[5.0]),
        ];
        let literals = Literals::collect(&body, &EntitySet::from_iter([95])).unwrap();
        assert_eq!(literals.registers.len(), 2);
        assert_eq!(literals.registers[0].0, 94);
        let minus = [Source::literal(-2.0), Source::literal(-1.0)];
        let place = literals.find(&minus).unwrap();
        assert!(place.negate && place.register == 94);
        let value = literals.value(94, place.lanes[0]);
        assert_eq!(value, Some(2.0));
        assert_eq!(literals.find(&[Source::literal(9.0)]), None);
    }

    #[test]
    fn missing_registers_are_counted() {
        let body: Vec<Node> = (0..20).map(|k| op(&[k as f32 + 0.5])).collect();
        let taken: EntitySet<u8> = (0..92).collect();
        let error = Literals::collect(&body, &taken).unwrap_err();
        assert_eq!((error.needed, error.free), (5, 4));
    }
}
