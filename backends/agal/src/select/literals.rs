//! Packs literals into as few constant registers as possible.
//!
//! The lanes of one operand must lie in one register; swizzles make their places free. Sets of
//! numbers that operands ask for are merged, those with most in common first.

use super::code::{Code, Lane, Lanes};
use crate::isa::File;
use smallvec::SmallVec;

/// The numbers of one register by their bits, in order of their components.
pub(crate) type Pack = SmallVec<[u32; 4]>;

/// The registers of literals: numbers by their bits.
pub(crate) fn pack(code: &Code) -> Vec<Pack> {
    // Each with its numbers in order.
    let mut requests: Vec<Pack> = Vec::new();
    for op in &code.ops {
        let guards = op.guarded().map_or(&[][..], |guarded| &guarded.guards);
        let compared = guards.iter().flat_map(|guard| [guard.a, guard.b]);
        requests.extend(compared.filter_map(|lane| Some(Pack::from_iter([lane.literal()?]))));
        for lanes in op.operands() {
            let mut set = literals_of(lanes);
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

fn literals_of(lanes: &Lanes) -> Pack {
    let mut literals = Pack::new();
    for bits in lanes.as_slice().iter().filter_map(|lane| lane.literal()) {
        literals.push(bits);
    }
    literals
}

/// Replaces literals by the registers that hold them; `numbers` gives the register of each pack.
pub(crate) fn place(code: &mut Code, packs: &[Pack], numbers: &[u16]) {
    let single = |lane: &mut Lane| {
        let Some(bits) = lane.literal() else { return };
        let mut places = packs.iter().zip(numbers);
        let component = |pack: &Pack| pack.iter().position(|held| *held == bits);
        let found = places.find_map(|(pack, number)| Some((*number, component(pack)?)));
        if let Some((number, component)) = found {
            *lane = Lane::Register(File::Constant, number, component as u8);
        }
    };
    for op in &mut code.ops {
        for guard in op
            .guarded_mut()
            .into_iter()
            .flat_map(|guarded| &mut guarded.guards)
        {
            single(&mut guard.a);
            single(&mut guard.b);
        }
        for lanes in [&mut op.a, &mut op.b] {
            let wanted = literals_of(lanes);
            if wanted.is_empty() {
                continue;
            }
            let mut places = packs.iter().zip(numbers);
            let holds = |(pack, _): &(&Pack, _)| wanted.iter().all(|bits| pack.contains(bits));
            let Some((pack, number)) = places.find(holds) else {
                continue;
            };
            for lane in lanes.as_mut_slice() {
                let Some(bits) = lane.literal() else { continue };
                if let Some(component) = pack.iter().position(|held| *held == bits) {
                    *lane = Lane::Register(File::Constant, *number, component as u8);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::{Op, Target};
    use super::*;
    use crate::isa::Opcode;
    use retroshade_diagnostics::Span;
    use std::collections::BTreeSet;

    fn code(lists: &[&[f32]]) -> Code {
        let op = |list: &&[f32]| Op {
            opcode: Opcode::Mov,
            target: Target::None,
            a: Lanes::new(list.iter().map(|number| Lane::Literal(number.to_bits()))),
            b: Lanes::EMPTY,
            matrix: None,
            sampler: None,
            flow: None,
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
        assert_eq!(packs.iter().map(|pack| pack.len()).sum::<usize>(), 6);
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
