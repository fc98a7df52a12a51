//! Computes outputs of vertices where the vertices are made, so that vertices that are made alike have the same code.
//!
//! Code that several vertices of a geometry program share can be a procedure only if it stands there as often as there
//! are vertices. Selection computes each value once: a position that is needed again is copied to the output, while the
//! others are computed there. This pass goes the other way (rematerialization, as in Briggs, Cooper and Torczon, PLDI
//! 1992, for another reason): in the place of such a copy it computes the value again, where the same instruction
//! writes the same component for another vertex. Then whatever writes outputs moves to the vertex that it is for, in the
//! order of the registers.

use crate::isa::Opcode;
use crate::machine::{Item, Op, Program};
use retroshade_kit::mir::{BlockId, Def, LaneRef, OpId, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// Makes the vertices of a program alike, if it makes any.
pub(super) fn make_vertices_alike(program: &mut Program) -> bool {
    let emits = program.blocks[program.body]
        .iter()
        .any(|item| program.emits(item));
    if !emits {
        return false;
    }
    let mut changed = recompute(program);
    for block in program.blocks_outer_first() {
        changed |= gather(program, block);
    }
    changed
}

/// Instructions of one opcode that write one component of an output register.
type Kind = ((Reg, u8), Opcode);

/// Computes again what is copied to an output, where another instruction does the same for another vertex.
fn recompute(program: &mut Program) -> bool {
    let mut makers: FxHashMap<Kind, FxHashSet<OpId>> = FxHashMap::default();
    let mut copies: Vec<(OpId, Kind, OpId)> = Vec::new();
    for id in program.ops_laid_out() {
        let op = &program.ops[id];
        let Some(output) = single_output(program, op) else {
            continue;
        };
        let made_by = copied_from(program, op);
        let maker = made_by.unwrap_or(id);
        let kind = (output, program.ops[maker].code);
        makers.entry(kind).or_default().insert(maker);
        copies.extend(made_by.map(|maker| (id, kind, maker)));
    }
    copies.retain(|(_, kind, _)| makers[kind].len() > 1);
    for (copy, _, maker) in &copies {
        let (code, operands) = {
            let op = &program.ops[*maker];
            (op.code, op.operands.clone())
        };
        let op = &mut program.ops[*copy];
        (op.code, op.operands) = (code, operands);
    }
    !copies.is_empty()
}

/// The component of an output register that is all that an instruction writes.
fn single_output(program: &Program, op: &Op) -> Option<(Reg, u8)> {
    match op.results.as_slice() {
        [Some(only)] => program.output_of(*only),
        _ => None,
    }
}

/// The instruction that makes what another one copies, if it can stand in the place of the copy as well.
fn copied_from(program: &Program, op: &Op) -> Option<OpId> {
    let [lanes] = op.operands.as_slice() else {
        return None;
    };
    let &[lane] = lanes.as_slice() else {
        return None;
    };
    if op.code != Opcode::Mov || lane.is_modified() {
        return None;
    }
    let id = program.def_op(lane)?;
    let made = &program.ops[id];
    let fits = made.code != Opcode::Mov
        && made.results.len() == 1
        && made.reads().all(|lane| is_stable(program, lane));
    fits.then_some(id)
}

/// True if what a lane holds never changes: it is no variable.
fn is_stable(program: &Program, lane: LaneRef) -> bool {
    let value = program.needed(lane);
    value.is_none_or(|value| matches!(program.lanes[value].def, Def::Op(..)))
}

/// Moves what writes outputs in a block to the vertex that it is for.
fn gather(program: &mut Program, block: BlockId) -> bool {
    let items = std::mem::take(&mut program.blocks[block]);
    let before: Vec<Option<OpId>> = items.iter().map(Item::as_op).collect();
    let mut placed: Vec<Item> = Vec::with_capacity(items.len());
    let mut waiting: Vec<((Reg, u8), OpId)> = Vec::new();
    let place = |waiting: &mut Vec<((Reg, u8), OpId)>, placed: &mut Vec<Item>| {
        waiting.sort_by_key(|(output, _)| *output);
        placed.extend(waiting.drain(..).map(|(_, id)| Item::Op(id)));
    };
    for item in items {
        if let Item::Op(id) = item {
            let op = &program.ops[id];
            let may_wait = op.reads().all(|lane| is_stable(program, lane));
            match single_output(program, op).filter(|_| may_wait) {
                Some(output) => waiting.push((output, id)),
                None => placed.push(item),
            }
        } else {
            place(&mut waiting, &mut placed);
            placed.push(item);
        }
    }
    place(&mut waiting, &mut placed);
    let changed = placed.iter().map(Item::as_op).ne(before);
    program.blocks[block] = placed;
    changed
}
