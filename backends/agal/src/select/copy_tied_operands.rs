//! Copies values that a predicated operation overwrites (its tied operands) where others still read them.

use super::edit::{body, order_by_reads};
use super::predicate::copy_tied;
use crate::machine::{Program, target, vector_of};
use indexmap::IndexMap;
use retroshade_kit::mir::{Item, OpId, VectorId};

/// Moves tied operands where the lanes of one vector are tied to those of several, since operations that
/// wrote lanes of one were joined with different others.
pub(super) fn copy_tied_operands(program: &mut Program) -> bool {
    copy_tied_of(program, |_, over| {
        let mut vectors = over.iter().flatten();
        let first = vectors.next();
        vectors.any(|vector| Some(vector) != first)
    })
}

/// Moves what some vectors are tied to. `is_moved` gets a vector and the vectors of what its lanes are tied to.
pub(super) fn copy_tied_of(
    program: &mut Program,
    is_moved: impl Fn(VectorId, &[Option<VectorId>]) -> bool,
) -> bool {
    let tied = |id: &OpId| program.ops[*id].predicate.is_some();
    let mut groups: IndexMap<VectorId, Vec<OpId>> = IndexMap::new();
    for id in body(program).into_iter().filter(tied) {
        if let Some((vector, _)) = target(program, id) {
            groups.entry(vector).or_default().push(id);
        }
    }
    groups.retain(|vector, ids| {
        let predicates = ids
            .iter()
            .filter_map(|id| program.ops[*id].predicate.as_ref());
        let over = predicates.flat_map(|predicate| &predicate.over);
        let over: Vec<_> = over.map(|lane| vector_of(program, *lane)).collect();
        is_moved(*vector, &over)
    });
    for ids in groups.values() {
        let copy = copy_tied(program, ids);
        let items = &mut program.blocks[program.body];
        let at = items
            .iter()
            .position(|item| item.as_op() == ids.first().copied());
        items.insert(at.unwrap_or(0), Item::Op(copy));
    }
    // A copy reads what operations between the first and the last of its group compute.
    if !groups.is_empty() {
        order_by_reads(program);
    }
    !groups.is_empty()
}
