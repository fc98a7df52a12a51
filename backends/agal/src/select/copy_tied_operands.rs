//! Copies values that a predicated operation overwrites (its tied operands) where others still read them.

use super::predicate::{body, copy_tied};
use crate::machine::{Program, target, vector_of};
use indexmap::IndexMap;
use retroshade_kit::mir::{Item, OpId, VectorId};

/// Moves tied operands where the lanes of one vector are tied to those of several, since operations that
/// wrote lanes of one were joined with different others.
pub(super) fn copy_tied_operands(program: &mut Program) -> bool {
    let ops = body(program);
    let tied = |id: &OpId| program.ops[*id].predicate.is_some();
    let mut groups: IndexMap<VectorId, Vec<OpId>> = IndexMap::new();
    for id in ops.iter().copied().filter(tied) {
        if let Some((vector, _)) = target(program, id) {
            groups.entry(vector).or_default().push(id);
        }
    }
    let is_parted = |ids: &[OpId]| {
        let predicates = ids
            .iter()
            .filter_map(|id| program.ops[*id].predicate.as_ref());
        let over = predicates.flat_map(|predicate| &predicate.over);
        let mut vectors = over.filter_map(|lane| vector_of(program, *lane));
        let first = vectors.next();
        vectors.any(|vector| Some(vector) != first)
    };
    groups.retain(|_, ids| is_parted(ids));
    for ids in groups.values() {
        let copy = copy_tied(program, ids);
        let items = &mut program.blocks[program.body];
        let at = items
            .iter()
            .position(|item| item.as_op() == ids.first().copied());
        items.insert(at.unwrap_or(0), Item::Op(copy));
    }
    !groups.is_empty()
}
