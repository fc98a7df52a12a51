//! Selects `litp` for maxima with zero where that saves a word.
//!
//! `litp` gives max(x, 0) and max(w, 0) of one operand and sets the flags to x >= 0 and w >= 0. It
//! is an instruction of fixed results, so what it gives must lie in x or w of some register
//! ([`Pin::Component`]). There are two uses:
//!
//! * of a uniform: `max` would read two uniform registers, of which one has to be copied first;
//! * of a value that a condition compares with zero right after: the comparison is not needed.
//!
//! Its middle results, a clamped exponent and zero, are what no shader asks for.

use crate::isa::{Comparison, Opcode};
use crate::machine::{Compare, Item, Program, VertexUnit, is_uniform, pair, single_result};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{BlockId, Counts, If, Lane, LaneRef, OpId, Operand, Pin, Storage};

/// The components that `litp` gives maxima in.
const COMPONENTS: [u8; 2] = [0, 3];

/// Selects `litp` in every block.
pub(super) fn select_litp(program: &mut Program) -> bool {
    let mut selection = Selection {
        writes: program.count_writes(),
        program,
        gone: EntitySet::new(),
        changed: false,
    };
    for block in selection.program.blocks_inner_first() {
        selection.of_uniforms(block);
        selection.before_conditions(block);
    }
    let Selection { gone, changed, .. } = selection;
    program.remove_ops(|id| gone.contains(id));
    changed
}

/// What a maximum with zero is taken of.
fn positive_part(program: &Program, item: &Item) -> Option<(OpId, Lane, LaneRef)> {
    let id = item.as_op()?;
    let op = &program.ops[id];
    let result = single_result(op)?;
    let (a, b) = pair(op)?;
    match (op.code, a.equals(0.0), b.equals(0.0)) {
        (Opcode::Max, false, true) => Some((id, result, a)),
        (Opcode::Max, true, false) => Some((id, result, b)),
        _ => None,
    }
}

/// The value of `x >= 0` or `0 <= x`.
pub(crate) fn at_least_zero(compare: &Compare) -> Option<LaneRef> {
    let [a, b] = compare.lanes;
    match compare.operator {
        Comparison::Ge if b.equals(0.0) && a.number().is_none() => Some(a),
        Comparison::Le if a.equals(0.0) && b.number().is_none() => Some(b),
        _ => None,
    }
}

/// What a condition asks to be at least zero.
fn asked(branch: &If<VertexUnit>) -> Option<LaneRef> {
    match branch.tests.as_slice() {
        [test] => at_least_zero(&Compare::of(test)?),
        _ => None,
    }
}

struct Selection<'a> {
    program: &'a mut Program,
    writes: Counts,
    /// Maxima that are results of others now.
    gone: EntitySet<OpId>,
    changed: bool,
}

impl Selection<'_> {
    /// Whether a result can be told to lie at a component.
    fn can_lie_at(&self, result: Lane, component: u8) -> bool {
        match self.program.output_of(result) {
            Some((_, at)) => at == component,
            None => self.writes[result] == 1,
        }
    }

    /// Makes an instruction a `litp` of these lanes with results at these components.
    fn become_litp(&mut self, id: OpId, results: &[(Lane, u8)], operand: Operand) {
        let op = &mut self.program.ops[id];
        op.code = Opcode::Litp;
        op.operands = std::iter::once(operand).collect();
        op.results = (0..4u8)
            .map(|at| {
                results
                    .iter()
                    .find(|(_, other)| *other == at)
                    .map(|(lane, _)| *lane)
            })
            .collect();
        for (lane, component) in results {
            let pin = &mut self.program.lanes[*lane].pin;
            pin.get_or_insert(Pin::Component(*component));
        }
        self.program.claim_results(id);
        self.changed = true;
    }

    /// One or two lanes of a vector operation on a uniform register. For more of them a copy of the register
    /// is no longer.
    fn of_uniforms(&mut self, block: BlockId) {
        type Maximum = (OpId, Lane, LaneRef);
        let mut groups: Vec<((u32, Storage, bool), Vec<Maximum>)> = Vec::new();
        for item in &self.program.blocks[block] {
            let Some((id, result, lane)) = positive_part(self.program, item) else {
                continue;
            };
            if !is_uniform(lane.storage()) {
                continue;
            }
            let key = (self.program.ops[id].group, lane.storage(), lane.negate);
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, maxima)) => maxima.push((id, result, lane)),
                None => groups.push((key, vec![(id, result, lane)])),
            }
        }
        groups.retain(|(_, maxima)| maxima.len() <= COMPONENTS.len());
        for (_, maxima) in groups {
            if self.combine(&maxima) {
                self.gone.extend(maxima.iter().skip(1).map(|(id, ..)| *id));
            } else {
                for maximum in maxima {
                    self.combine(&[maximum]);
                }
            }
        }
        let gone = &self.gone;
        let is_gone = |item: &Item| item.as_op().is_some_and(|id| gone.contains(id));
        self.program.blocks[block].retain(|item| !is_gone(item));
    }

    /// Makes the first of one or two maxima a `litp` that gives all of them, if their results can lie where
    /// it gives them.
    fn combine(&mut self, maxima: &[(OpId, Lane, LaneRef)]) -> bool {
        let results: Vec<Lane> = maxima.iter().map(|(_, result, _)| *result).collect();
        let Some(components) = self.components(&results) else {
            return false;
        };
        let placed: Vec<(Lane, u8)> = results
            .into_iter()
            .zip(components.iter().copied())
            .collect();
        // x, then w; both decide flags, also where one of them is not asked for.
        let at = |component: u8| components.iter().position(|other| *other == component);
        let lanes = COMPONENTS.map(|component| maxima[at(component).unwrap_or(0)].2);
        self.become_litp(maxima[0].0, &placed, lanes.into_iter().collect());
        true
    }

    /// A component for each of one or two results, all of them temporaries or lanes of one output register.
    fn components(&self, results: &[Lane]) -> Option<Vec<u8>> {
        let orders = [COMPONENTS, [COMPONENTS[1], COMPONENTS[0]]];
        let output = |lane: &Lane| self.program.output_of(*lane).map(|(reg, _)| reg);
        let first = output(results.first()?);
        if results.len() > COMPONENTS.len() || results.iter().any(|lane| output(lane) != first) {
            return None;
        }
        let fits = |components: &&[u8; 2]| {
            let mut pairs = results.iter().zip(*components);
            pairs.all(|(lane, component)| self.can_lie_at(*lane, *component))
        };
        let found = orders.iter().find(fits)?;
        Some(found.iter().take(results.len()).copied().collect())
    }

    /// A lone maximum before a condition that compares the same value with zero.
    fn before_conditions(&mut self, block: BlockId) {
        for at in 0..self.program.blocks[block].len() {
            let Some(Item::If(branch)) = self.program.blocks[block].get(at) else {
                continue;
            };
            if let Some(lane) = asked(branch)
                && let Some((id, result)) = self.maximum_before(block, at, lane)
            {
                let operand = [lane, lane].into_iter().collect();
                self.become_litp(id, &[(result, COMPONENTS[0])], operand);
            }
        }
    }

    /// The instruction that takes the maximum of a value with zero, before a condition and with nothing in
    /// between that changes the value or the flags.
    fn maximum_before(
        &self,
        block: BlockId,
        condition: usize,
        lane: LaneRef,
    ) -> Option<(OpId, Lane)> {
        let program = &*self.program;
        let items = &program.blocks[block];
        for item in items.iter().take(condition).rev() {
            let op = &program.ops[item.as_op()?];
            if let Some((id, result, of)) = positive_part(program, item)
                && of == lane
            {
                // A lane of a vector operation is no word of its own.
                let mut ops = program.ops_of(block).filter(|other| *other != id);
                let alone = ops.all(|other| program.ops[other].group != op.group);
                let fits = alone && self.can_lie_at(result, COMPONENTS[0]);
                return fits.then_some((id, result));
            }
            let changed = program.needed(lane);
            if op.code == Opcode::Litp || op.values().any(|result| Some(result) == changed) {
                return None;
            }
        }
        None
    }
}
