//! How short a program of given operations can be at all.

use crate::gp::code::{Block, From, Function, NodeOp, Place};
use std::collections::BTreeSet;

/// A number of instructions that no program of these operations can beat: the longest chain, the
/// units, the ports and the stores.
pub(super) fn bound(block: &Block, heights: &[u32]) -> u32 {
    let (mut multipliers, mut accumulators, mut complex, mut pass, mut copies) = (0, 0, 0, 0, 0u32);
    let mut stored: BTreeSet<(u8, u16, u8)> = BTreeSet::new();
    let mut attributes = BTreeSet::new();
    let mut memory = BTreeSet::new();
    for node in &block.nodes {
        match node.op {
            NodeOp::Acc(_) => accumulators += 1,
            NodeOp::Mul(_) => multipliers += 1,
            NodeOp::Select => multipliers += 2,
            NodeOp::Move => copies += 1,
            NodeOp::SetAddress => complex += 1,
            NodeOp::Function(function) => {
                multipliers += 3;
                complex += 1;
                if matches!(function, Function::Exp2 | Function::Log2) {
                    pass += 1;
                }
            }
        }
        stored.extend(node.stores.iter().map(|place| match *place {
            Place::Output(register, lane) => (0, register.into(), lane / 2),
            Place::Register(register, lane) => (1, register.into(), lane / 2),
            Place::Temporary { address, lane, .. } => (2, address, lane / 2),
            Place::Variable(id) => (3, id as u16, 0),
        }));
        for read in &node.reads {
            match read.from {
                From::Attribute(register, _) => {
                    attributes.insert(register);
                }
                From::Memory(address, _) | From::Spilled(address, ..) => {
                    memory.insert((address, None));
                }
                From::Indexed(address, _, index) => {
                    memory.insert((address, Some(index)));
                }
                _ => {}
            }
        }
    }
    let units = [
        u32::div_ceil(multipliers, 2),
        u32::div_ceil(accumulators, 2),
        complex,
        pass,
        (multipliers + accumulators + pass + copies).div_ceil(5),
        (stored.len() as u32).div_ceil(2),
        attributes.len() as u32,
        memory.len() as u32,
        heights.iter().copied().max().unwrap_or(0),
    ];
    units.into_iter().max().unwrap_or(0).max(1)
}
