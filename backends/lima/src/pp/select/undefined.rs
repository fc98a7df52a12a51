//! Values that nothing assigns: whoever reads one reads anything.

use crate::pp::machine::{FragmentProcessor, Program};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{Lane, LaneRef, Machine, OpId};

/// Makes readers of what nothing assigns read anything. Copies of it go, but for those that are all an output
/// gets, which then lies in some register.
pub(super) fn clear(program: &mut Program) {
    let outputs = program.outputs.iter().flat_map(|output| output.lanes);
    let outputs: EntitySet<Lane> = outputs.flatten().filter_map(LaneRef::as_value).collect();
    loop {
        let writes = program.count_writes();
        for lane in program.reads_mut() {
            if lane.as_value().is_some_and(|value| writes[value] == 0) {
                *lane = LaneRef::UNDEFINED;
            }
        }
        let copies: Vec<OpId> = program
            .ops
            .iter()
            .filter(|(_, op)| op.code == FragmentProcessor::COPY)
            .map(|(id, _)| id)
            .collect();
        let mut changed = false;
        for id in copies {
            let op = &program.ops[id];
            let is_undefined = |lane: &LaneRef| lane.is_undefined();
            let whole = op.operands.iter().flatten().all(is_undefined);
            if whole && op.values().any(|lane| outputs.contains(lane)) {
                continue;
            }
            let lanes = op.operands.first().cloned().unwrap_or_default();
            changed |= program.drop_results(id, |at, _| lanes.get(at).is_some_and(is_undefined));
        }
        if !changed {
            return;
        }
        let gone: EntitySet<OpId> = program
            .ops
            .iter()
            .filter(|(_, op)| op.code == FragmentProcessor::COPY && op.results.is_empty())
            .map(|(id, _)| id)
            .collect();
        program.remove_ops(|id| gone.contains(id));
    }
}
