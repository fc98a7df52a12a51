//! Operands that read several nodes: the nodes share a virtual register where one has room, else
//! what is missing is copied.

use super::graph::{Base, LaneRef, Node, NodeId, Operation};
use super::literals::distinct;
use super::realise::{Class, Realiser};
use crate::isa::Mac;
use indexmap::IndexMap;
use retroshade_diagnostics::Span;

impl Realiser<'_> {
    /// Makes every operand readable: by merging registers, else by copies.
    pub(super) fn share(&mut self) {
        let nodes: Vec<NodeId> = self.graph.nodes.keys().collect();
        for node in nodes {
            if !self.is_live(node) {
                continue;
            }
            for number in 0..self.graph.nodes[node].operands.len() {
                let lanes: Vec<LaneRef> = self
                    .operand(node, number)
                    .iter()
                    .map(|(_, lane)| *lane)
                    .collect();
                if self.classify(&lanes) != Class::Shared || self.homes.find(&lanes).is_some() {
                    continue;
                }
                let one_sign = lanes
                    .windows(2)
                    .all(|pair| pair[0].negate == pair[1].negate);
                if one_sign && self.homes.merge(&lanes) {
                    continue;
                }
                let span = self.graph.nodes[node].span;
                self.copy_together(&lanes, span);
            }
        }
    }

    /// Copies lanes into one register, that of most of them where it has room.
    fn copy_together(&mut self, lanes: &[LaneRef], span: Span) {
        // The operand can flip the sign of all; the copies then serve operands of both signs.
        let flipped: Vec<LaneRef> = lanes.iter().map(|lane| lane.negated()).collect();
        let all_negated = lanes.iter().all(|lane| lane.negate);
        let lanes = if all_negated { &flipped } else { lanes };
        let one_sign = lanes
            .iter()
            .all(|lane| lane.as_literal().is_some() || !lane.negate);
        let host = if one_sign {
            self.gather(lanes);
            self.homes.best_host(lanes)
        } else {
            None
        };
        let host = host.unwrap_or_else(|| self.homes.fresh());
        let missing = self.homes.missing(host, lanes);
        let mut groups: IndexMap<(Option<Base>, bool), Vec<LaneRef>> = IndexMap::new();
        for lane in missing {
            let base = Some(lane.base).filter(|_| lane.as_literal().is_none());
            groups.entry((base, lane.negate)).or_default().push(lane);
        }
        if self.strategy.merge_literals
            && let Some((node, lanes)) = self.multiply_add(&groups, span)
        {
            self.homes.copy_into(host, node, &lanes);
            return;
        }
        for group in groups.into_values() {
            let node = self.push(Operation::Move, vec![group.clone()], span);
            self.homes.copy_into(host, node, &group);
        }
    }

    /// Puts the results among some lanes into one register where that leaves room for copies of the
    /// others: what is made there need not be copied there.
    fn gather(&mut self, lanes: &[LaneRef]) {
        let (made, others): (Vec<LaneRef>, Vec<LaneRef>) =
            lanes.iter().partition(|lane| self.homes.is_kept(**lane));
        let mut copies = others;
        copies.sort_unstable();
        copies.dedup();
        let room = 4usize.saturating_sub(copies.len());
        if made.len() > 1 && self.homes.lanes_together(&made) <= room {
            self.homes.merge(&made);
        }
    }

    /// Lanes of one attribute or node and some literals by one multiply-add.
    fn multiply_add(
        &mut self,
        groups: &IndexMap<(Option<Base>, bool), Vec<LaneRef>>,
        span: Span,
    ) -> Option<(NodeId, Vec<LaneRef>)> {
        let literals = groups.get(&(None, false))?;
        let mut others = groups.iter().filter(|(key, _)| key.0.is_some());
        let (key, lanes) = others.next()?;
        let single = others.next().is_none();
        let values = literals.iter().filter_map(|lane| lane.as_literal());
        let distinct = distinct(values.chain([0, 1f32.to_bits()]).collect());
        let uniform = matches!(key.0, Some(Base::Uniform(_) | Base::Relative(..)));
        let any = *lanes.first()?;
        if !single || uniform || distinct.len() > 4 {
            return None;
        }
        let (zero, one) = (LaneRef::literal(0.0), LaneRef::literal(1.0));
        let sources = [lanes.clone(), vec![any; literals.len()]].concat();
        let factors = [vec![one; lanes.len()], vec![zero; literals.len()]].concat();
        let terms = [vec![zero; lanes.len()], literals.clone()].concat();
        let node = self.push(
            Operation::Mac(Mac::Mad),
            vec![sources, factors, terms],
            span,
        );
        Some((node, [lanes.clone(), literals.clone()].concat()))
    }

    fn push(&mut self, operation: Operation, operands: Vec<Vec<LaneRef>>, span: Span) -> NodeId {
        let lanes = operands.first().map_or(1, Vec::len) as u8;
        let node = self.graph.nodes.push(Node {
            operation,
            operands,
            lanes,
            span,
        });
        self.live.push((1u8 << lanes.min(4)) - 1);
        self.emits.resize(self.graph.nodes.len(), None);
        node
    }
}
