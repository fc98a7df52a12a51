//! Packs literals into as few constant registers as possible.
//!
//! The lanes of one operand must lie in one register; swizzles make their places free. Sets of
//! numbers that operands ask for are merged, those with most in common first.

use super::code::{Code, Lane};
use crate::isa::File;
use std::collections::{BTreeMap, BTreeSet};

/// The numbers of one register by their bits, in order of their components.
pub(crate) type Pack = Vec<u32>;

/// The registers of literals: numbers by their bits.
pub(crate) fn pack(code: &Code) -> Vec<Pack> {
    let mut requests: BTreeSet<BTreeSet<u32>> = BTreeSet::new();
    for op in &code.ops {
        for lanes in op.operands() {
            let set: BTreeSet<u32> = lanes
                .as_slice()
                .iter()
                .filter_map(|lane| lane.literal())
                .collect();
            if !set.is_empty() {
                requests.insert(set);
            }
        }
    }
    let mut order: Vec<BTreeSet<u32>> = requests.into_iter().collect();
    order.sort_by_key(|set| (usize::MAX - set.len(), set.clone()));
    let mut packs: Vec<Pack> = Vec::new();
    for set in order {
        let missing = |pack: &Pack| set.iter().filter(|bits| !pack.contains(bits)).count();
        let room = |pack: &&mut Pack| pack.len() + missing(pack) <= 4;
        // Fewest new numbers; of those the fullest register.
        let best = packs
            .iter_mut()
            .filter(room)
            .min_by_key(|pack| (missing(pack), 4 - pack.len()));
        match best {
            Some(pack) => {
                let new: Vec<u32> = set
                    .iter()
                    .copied()
                    .filter(|bits| !pack.contains(bits))
                    .collect();
                pack.extend(new);
            }
            None => packs.push(set.into_iter().collect()),
        }
    }
    packs
}

/// Replaces literals by the registers that hold them; `numbers` gives the register of each pack.
pub(crate) fn place(code: &mut Code, packs: &[Pack], numbers: &[u16]) {
    let mut found: BTreeMap<u32, Vec<(usize, u8)>> = BTreeMap::new();
    for (index, pack) in packs.iter().enumerate() {
        for (component, bits) in pack.iter().enumerate() {
            found
                .entry(*bits)
                .or_default()
                .push((index, component as u8));
        }
    }
    for op in &mut code.ops {
        for lanes in [&mut op.a, &mut op.b] {
            let wanted: Vec<u32> = lanes
                .as_slice()
                .iter()
                .filter_map(|lane| lane.literal())
                .collect();
            let pack = packs
                .iter()
                .position(|pack| wanted.iter().all(|bits| pack.contains(bits)));
            let Some(index) = pack.filter(|_| !wanted.is_empty()) else {
                continue;
            };
            for lane in lanes.as_mut_slice() {
                let Some(bits) = lane.literal() else { continue };
                let place = found
                    .get(&bits)
                    .and_then(|list| list.iter().find(|place| place.0 == index));
                if let (Some((_, component)), Some(number)) = (place, numbers.get(index)) {
                    *lane = Lane::Register(File::Constant, *number, *component);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::{Lanes, Op, Target};
    use super::*;
    use crate::isa::Opcode;
    use retroshade_diagnostics::Span;

    fn code(lists: &[&[f32]]) -> Code {
        let op = |list: &&[f32]| Op {
            opcode: Opcode::Mov,
            target: Target::None,
            a: Lanes::new(list.iter().map(|number| Lane::Literal(number.to_bits()))),
            b: Lanes::EMPTY,
            matrix: None,
            sampler: None,
            span: Span::NONE,
        };
        Code {
            ops: lists.iter().map(op).collect(),
            ..Code::default()
        }
    }

    #[test]
    fn sets_that_overlap_share_a_register() {
        let code = code(&[&[1.0, 2.0, 3.0], &[3.0, 4.0], &[4.0], &[5.0, 6.0]]);
        let packs = pack(&code);
        assert_eq!(packs.len(), 2);
        assert_eq!(packs.iter().map(Vec::len).sum::<usize>(), 6);
    }

    #[test]
    fn zeros_of_different_signs_are_different() {
        assert_eq!(pack(&code(&[&[0.0, -0.0]]))[0].len(), 2);
    }

    #[test]
    fn operands_find_their_register() {
        let mut code = code(&[&[1.0, 2.0], &[2.0, 7.0, 8.0, 9.0]]);
        let packs = pack(&code);
        place(&mut code, &packs, &[10, 11]);
        for op in &code.ops {
            let registers: BTreeSet<_> = op.a.as_slice().iter().map(|lane| lane.base()).collect();
            assert_eq!(registers.len(), 1);
            assert!(op.a.as_slice().iter().all(|lane| lane.literal().is_none()));
        }
    }
}
