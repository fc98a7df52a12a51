//! Literals to constant registers: first fit decreasing, the largest set of literals first, into the
//! register where it adds the fewest words.

use super::{LaneRef, LiteralRegister, Machine, Operand, Program, Reg};
use arrayvec::ArrayVec;

/// The words to store for the literals of an operand, and whether the operand then flips the sign.
pub type Words = (ArrayVec<u32, 4>, bool);

/// There are fewer free registers than literals need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Registers that the literals need.
    pub needed: usize,
    /// Registers that are free.
    pub free: usize,
}

/// Operands that consist of literals read constant registers instead. The literals of one instruction
/// share a register where they fit. `stored` says which words an operand's literals are kept as; `pool`
/// has the free registers, the first to take first.
///
/// # Errors
/// If the registers do not suffice.
pub fn pack_literals<M: Machine>(
    program: &mut Program<M>,
    stored: fn(&[u32]) -> Words,
    pool: impl Iterator<Item = Reg>,
) -> Result<bool, Shortage> {
    let mut packer = Packer {
        stored,
        registers: Vec::new(),
    };
    let mut sets = Vec::new();
    for op in program.ops.values() {
        packer.note(&mut sets, &op.operands);
        for test in op.predicate.iter().flat_map(|predicate| &predicate.tests) {
            packer.note(&mut sets, &test.operands);
        }
    }
    let indices: Vec<Operand> = program.addresses.values().map(index_of).collect();
    for index in &indices {
        packer.note(&mut sets, std::slice::from_ref(index));
    }
    let registers = pack_words(&sets, None);
    let needed = registers.len();
    packer.registers = registers
        .into_iter()
        .zip(pool)
        .map(|(words, reg)| LiteralRegister { reg, words })
        .collect();
    if packer.registers.len() < needed {
        return Err(Shortage {
            needed,
            free: packer.registers.len(),
        });
    }
    for op in program.ops.values_mut() {
        packer.rewrite(&mut op.operands);
        let predicate = op.predicate.iter_mut();
        for test in predicate.flat_map(|predicate| &mut predicate.tests) {
            packer.rewrite(&mut test.operands);
        }
    }
    for (address, index) in program.addresses.values_mut().zip(indices) {
        let mut index = [index];
        packer.rewrite(&mut index);
        address.index = index[0].first().copied().unwrap_or(address.index);
    }
    program.literals = packer.registers;
    Ok(needed > 0)
}

fn index_of(address: &super::Address) -> Operand {
    std::iter::once(address.index).collect()
}

/// The bits of an operand that consists of literals, without lanes that may be anything.
fn literals(operand: &Operand) -> Option<ArrayVec<u32, 4>> {
    let defined = operand.iter().filter(|lane| !lane.is_undefined());
    defined.map(|lane| lane.as_literal()).collect()
}

struct Packer {
    stored: fn(&[u32]) -> Words,
    registers: Vec<LiteralRegister>,
}

impl Packer {
    /// The words of several operands, each once, in ascending order.
    fn union(&self, operands: &[Operand]) -> Vec<u32> {
        let operands = operands.iter().filter_map(literals);
        let mut words: Vec<u32> = operands.flat_map(|bits| (self.stored)(&bits).0).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Notes what should share a register: the words of all operands, else those of each.
    fn note(&self, sets: &mut Vec<Vec<u32>>, operands: &[Operand]) {
        let all = self.union(operands);
        if all.len() <= LANES {
            sets.extend(Some(all).filter(|set| !set.is_empty()));
        } else {
            let each = operands
                .iter()
                .map(|operand| self.union(std::slice::from_ref(operand)));
            sets.extend(each.filter(|set| !set.is_empty()));
        }
    }

    /// The literals of operands become components of registers: of one that has all of them, if there is
    /// one.
    fn rewrite(&self, operands: &mut [Operand]) {
        let all = self.union(operands);
        let has_all =
            |register: &&LiteralRegister| all.iter().all(|word| register.words.contains(word));
        let together = self.registers.iter().find(has_all);
        for operand in operands {
            let Some(bits) = literals(operand).filter(|bits| !bits.is_empty()) else {
                continue;
            };
            let (words, negate) = (self.stored)(&bits);
            let mut candidates = together.into_iter().chain(&self.registers);
            let found = candidates.find_map(|register| lanes_in(register, &words, negate));
            let defined = operand.iter_mut().filter(|lane| !lane.is_undefined());
            for (lane, found) in defined.zip(found.into_iter().flatten()) {
                *lane = found;
            }
        }
    }
}

fn lanes_in(register: &LiteralRegister, words: &[u32], negate: bool) -> Option<Operand> {
    let lanes = words.iter().map(|word| {
        let at = register.words.iter().position(|other| other == word)?;
        let lane = LaneRef::register(register.reg, at as u8);
        Some(LaneRef { negate, ..lane })
    });
    lanes.collect()
}

/// Components of a register.
const LANES: usize = 4;

/// Packs sets of words into registers, the largest set first, each into the register where it adds the fewest words. If
/// there is a way to flip words, a set may be kept with all of its words flipped, which its readers undo.
pub fn pack_words(sets: &[Vec<u32>], flip: Option<fn(u32) -> u32>) -> Vec<ArrayVec<u32, LANES>> {
    // Large sets leave the least choice. Ties keep the order of the code.
    let largest = sets.iter().map(Vec::len).max().unwrap_or(0);
    let of_size = |size: usize| sets.iter().filter(move |set| set.len() == size);
    let mut registers: Vec<ArrayVec<u32, LANES>> = Vec::new();
    for set in (0..=largest).rev().flat_map(of_size) {
        let flipped = flip.map(|flip| {
            let mut words: Vec<u32> = set.iter().map(|word| flip(*word)).collect();
            words.sort_unstable();
            words
        });
        let forms = || std::iter::once(set).chain(&flipped);
        let added = |register: &[u32], form: &[u32]| {
            let missing = form.iter().filter(|word| !register.contains(word));
            missing.count()
        };
        let places = registers.iter().enumerate();
        let fits = places
            .flat_map(|(at, register)| forms().map(move |form| (at, register, form)))
            .map(|(at, register, form)| (added(register, form), register.len(), at, form))
            .filter(|(added, held, ..)| added + held <= LANES)
            .min_by_key(|(added, ..)| *added);
        match fits {
            Some((.., at, form)) => {
                for word in form {
                    if !registers[at].contains(word) {
                        registers[at].push(*word);
                    }
                }
            }
            None => registers.push(set.iter().copied().collect()),
        }
    }
    registers
}
