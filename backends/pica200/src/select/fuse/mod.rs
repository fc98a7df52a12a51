//! Sums and products: common factors are taken out of sums, literal factors are arranged so that lanes
//! share them, and a product that only a sum reads becomes part of it (`mad`).

mod factor;
mod literal;

pub(super) use factor::take_out_factors;
pub(super) use literal::share_literal_factors;

use crate::isa::Opcode;
use crate::machine::{Program, is_input, is_wide, one_lane, pair, single_result};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{BlockId, Lane, LaneRef, OpId};
use rustc_hash::FxHashMap;

/// Fresh groups for operations that take the place of lanes of one vector operation: the same for the same
/// step of the same operation.
struct Groups {
    next: u32,
    known: FxHashMap<(u32, u32), u32>,
}

impl Groups {
    fn new(program: &Program) -> Groups {
        Groups {
            next: program.new_group(),
            known: FxHashMap::default(),
        }
    }

    fn of(&mut self, group: u32, step: u32) -> u32 {
        *self.known.entry((group, step)).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// The place in a block of the instruction that makes each value, by opcode.
type Definitions = SecondaryMap<Lane, Option<(usize, OpId)>>;

fn definitions(program: &Program, block: BlockId, opcode: Opcode) -> Definitions {
    let mut found = Definitions::new();
    let mut twice: EntitySet<Lane> = EntitySet::new();
    for (at, item) in program.blocks[block].iter().enumerate() {
        if let Some(id) = item.as_op()
            && let op = &program.ops[id]
            && let Some(result) = single_result(op)
            && op.code == opcode
            && pair(op).is_some()
            && found[result].replace((at, id)).is_some()
        {
            twice.insert(result);
        }
    }
    for lane in &twice {
        found[lane] = None;
    }
    found
}

/// True if an instruction can read these lanes: one uniform or literal, one input register.
fn is_readable(lanes: &[LaneRef]) -> bool {
    let storages = || lanes.iter().map(|lane| lane.storage());
    let wide = storages().filter(|storage| is_wide(*storage));
    let mut inputs = storages().filter(|storage| is_input(*storage));
    let first = inputs.next();
    wide.count() <= 1 && inputs.all(|input| Some(input) == first)
}

/// `a b + c` as one instruction where the product has no other reader and the operands have room.
pub(super) fn fuse_multiply_add(program: &mut Program) -> bool {
    let reads = program.count_reads();
    let mut used: EntitySet<OpId> = EntitySet::new();
    for block in program.blocks_inner_first() {
        let products = definitions(program, block, Opcode::Mul);
        for at in 0..program.blocks[block].len() {
            let Some(id) = program.blocks[block][at].as_op() else {
                continue;
            };
            let op = &program.ops[id];
            let Some((a, b)) = pair(op).filter(|_| op.code == Opcode::Add) else {
                continue;
            };
            let fused = [(a, b), (b, a)].into_iter().find_map(|(factor, other)| {
                let lane = factor.as_value().filter(|lane| reads[*lane] == 1)?;
                let (place, product) = products[lane]?;
                let (x, y) = pair(&program.ops[product]).filter(|_| place < at)?;
                let x = if factor.negate { x.negated() } else { x };
                is_readable(&[x, y, other]).then_some((product, [x, y, other]))
            });
            if let Some((product, operands)) = fused {
                used.insert(product);
                let op = &mut program.ops[id];
                op.code = Opcode::Mad;
                op.operands = operands.into_iter().map(one_lane).collect();
            }
        }
    }
    program.remove_ops(|id| used.contains(id));
    !used.is_empty()
}
