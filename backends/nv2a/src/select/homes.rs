//! Virtual registers while they grow: which lanes of which node share one.

use super::code::{Emit, VirtualId, layouts};
use super::graph::{LaneRef, NodeId, Shape};
use crate::isa::Mask;
use indexmap::IndexMap;
use retroshade_ir::entity::SecondaryMap;

/// What is kept of a node.
#[derive(Clone, Copy, Debug)]
struct Home {
    register: VirtualId,
    /// For each lane of the result the virtual lane.
    lanes: [Option<u8>; 4],
    shape: Shape,
    emit: Option<Emit>,
}

impl Home {
    /// As [`super::code::Op::allows`], before there are operations.
    fn allows(&self, place: &[u8; 4]) -> bool {
        self.lanes.iter().enumerate().all(|(lane, kept)| {
            let Some(kept) = kept else { return true };
            let at = place[usize::from(kept & 3)];
            let emitted = self.emit.and_then(|emit| emit.lanes[usize::from(at & 3)]);
            match self.shape {
                Shape::Broadcast => true,
                Shape::Fixed => usize::from(at) == lane,
                Shape::Lanewise => emitted.is_none_or(|emitted| usize::from(emitted) == lane),
            }
        })
    }
}

#[derive(Clone, Debug, Default)]
struct Register {
    lanes: u8,
    members: Vec<NodeId>,
    /// Copies that were made into it, and their lanes.
    copies: IndexMap<LaneRef, u8>,
}

/// All virtual registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Homes {
    homes: SecondaryMap<NodeId, Option<Home>>,
    registers: Vec<Register>,
}

impl Homes {
    /// Gives a node a register of its own for these lanes of its result.
    pub(super) fn add(&mut self, node: NodeId, lanes: Mask, shape: Shape, emit: Option<Emit>) {
        let register = self.registers.len();
        let mut kept = [None; 4];
        let mut count = 0;
        for (lane, slot) in kept.iter_mut().enumerate() {
            if lanes >> lane & 1 == 1 {
                *slot = Some(count);
                count += 1;
            }
        }
        self.homes[node] = Some(Home {
            register,
            lanes: kept,
            shape,
            emit,
        });
        self.registers.push(Register {
            lanes: count,
            members: vec![node],
            copies: IndexMap::new(),
        });
    }

    /// The register and lanes of a node, if it has any.
    pub(super) fn of(&self, node: NodeId) -> Option<(VirtualId, [Option<u8>; 4])> {
        self.homes[node].map(|home| (home.register, home.lanes))
    }

    /// Where a lane of a node is kept.
    fn place(&self, lane: LaneRef) -> Option<(VirtualId, u8)> {
        let home = self.homes[lane.node()?]?;
        let kept = home.lanes.get(usize::from(lane.lane)).copied().flatten()?;
        Some((home.register, kept))
    }

    /// Whether a lane is a result that has a place.
    pub(super) fn is_kept(&self, lane: LaneRef) -> bool {
        self.place(lane).is_some()
    }

    /// How many lanes the registers of these have in total.
    pub(super) fn lanes_together(&self, lanes: &[LaneRef]) -> usize {
        let places = lanes.iter().filter_map(|lane| self.place(*lane));
        let mut ids: Vec<VirtualId> = places.map(|place| place.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let registers = ids.iter().filter_map(|id| self.registers.get(*id));
        registers.map(|register| usize::from(register.lanes)).sum()
    }

    /// The lanes of one register that hold all of these, with their own sign or with the other, if
    /// there is such a register.
    pub(super) fn find(&self, lanes: &[LaneRef]) -> Option<(VirtualId, Vec<u8>, bool)> {
        let first = *lanes.first()?;
        if let Some((register, _)) = self.place(first)
            && let Some(found) = self.in_register(register, lanes, first.negate)
        {
            return Some((register, found, first.negate));
        }
        let copied = |lane: LaneRef, negate: bool| {
            let holders = (0..self.registers.len())
                .filter(move |id| self.registers[*id].copies.contains_key(&lane));
            holders
                .filter_map(|id| Some((id, self.in_register(id, lanes, negate)?, negate)))
                .next()
        };
        copied(first, false).or_else(|| copied(first.negated(), true).filter(|_| first.negate))
    }

    /// The virtual lanes that hold these with one sign.
    fn in_register(&self, register: VirtualId, lanes: &[LaneRef], negate: bool) -> Option<Vec<u8>> {
        let lanes = lanes.iter().map(|lane| {
            let here = self
                .place(*lane)
                .filter(|(place, _)| *place == register && lane.negate == negate);
            let wanted = if negate { lane.negated() } else { *lane };
            let copied = self.registers.get(register)?.copies.get(&wanted).copied();
            here.map(|(_, kept)| kept).or(copied)
        });
        lanes.collect()
    }

    fn has_layout(&self, lanes: u8, members: impl Iterator<Item = Home> + Clone) -> bool {
        layouts(lanes).any(|place| members.clone().all(|home| home.allows(&place)))
    }

    fn members(&self, register: VirtualId) -> impl Iterator<Item = Home> + Clone {
        let members = self
            .registers
            .get(register)
            .map(|register| register.members.as_slice());
        members
            .unwrap_or_default()
            .iter()
            .filter_map(|node| self.homes[*node])
    }

    /// Puts all nodes of these lanes into one register, if it can hold them.
    pub(super) fn merge(&mut self, lanes: &[LaneRef]) -> bool {
        let places: Option<Vec<(VirtualId, u8)>> =
            lanes.iter().map(|lane| self.place(*lane)).collect();
        let Some(places) = places else { return false };
        let mut ids: Vec<VirtualId> = places.iter().map(|place| place.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let total: u32 = ids
            .iter()
            .filter_map(|id| self.registers.get(*id))
            .map(|r| u32::from(r.lanes))
            .sum();
        let Some((&into, rest)) = ids.split_first() else {
            return false;
        };
        if total > 4 {
            return false;
        }
        let mut offset = self
            .registers
            .get(into)
            .map_or(0, |register| register.lanes);
        let mut moved = Vec::new();
        for id in rest {
            moved.extend(self.members(*id).map(|home| shifted(home, into, offset)));
            offset += self.registers.get(*id).map_or(0, |register| register.lanes);
        }
        let all: Vec<Home> = self.members(into).chain(moved.iter().copied()).collect();
        if !self.has_layout(offset, all.iter().copied()) {
            return false;
        }
        let mut offset = self
            .registers
            .get(into)
            .map_or(0, |register| register.lanes);
        for id in rest {
            let Some(register) = self.registers.get_mut(*id).map(std::mem::take) else {
                continue;
            };
            for node in &register.members {
                let home = &mut self.homes[*node];
                *home = home.map(|home| shifted(home, into, offset));
            }
            if let Some(target) = self.registers.get_mut(into) {
                target.members.extend(&register.members);
                let copies = register.copies.into_iter();
                target
                    .copies
                    .extend(copies.map(|(lane, at)| (lane, at + offset)));
                offset += register.lanes;
                target.lanes = offset;
            }
        }
        true
    }

    /// The register that already holds most of these lanes and has room for copies of the others.
    pub(super) fn best_host(&self, lanes: &[LaneRef]) -> Option<VirtualId> {
        let mut best: Option<(usize, VirtualId)> = None;
        let hosts = lanes
            .iter()
            .filter_map(|lane| self.place(*lane))
            .map(|place| place.0);
        for id in hosts {
            let missing = self.missing(id, lanes);
            let register = self.registers.get(id)?;
            let lanes_then = usize::from(register.lanes) + missing.len();
            let fits = lanes_then <= 4 && self.has_layout(lanes_then as u8, self.members(id));
            if fits && best.is_none_or(|(count, _)| missing.len() < count) {
                best = Some((missing.len(), id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// Lanes that are not in a register, each once.
    pub(super) fn missing(&self, register: VirtualId, lanes: &[LaneRef]) -> Vec<LaneRef> {
        let mut missing = Vec::new();
        for lane in lanes {
            if self.in_register(register, &[*lane], false).is_none() && !missing.contains(lane) {
                missing.push(*lane);
            }
        }
        missing
    }

    /// An empty register for copies.
    pub(super) fn fresh(&mut self) -> VirtualId {
        self.registers.push(Register::default());
        self.registers.len() - 1
    }

    /// Notes that a node copies these lanes into a register, a virtual lane each.
    pub(super) fn copy_into(&mut self, register: VirtualId, node: NodeId, lanes: &[LaneRef]) {
        let Some(target) = self.registers.get_mut(register) else {
            return;
        };
        let mut kept = [None; 4];
        for (slot, lane) in kept.iter_mut().zip(lanes) {
            *slot = Some(target.lanes);
            target.copies.insert(*lane, target.lanes);
            target.lanes += 1;
        }
        target.members.push(node);
        self.homes[node] = Some(Home {
            register,
            lanes: kept,
            shape: Shape::Lanewise,
            emit: None,
        });
    }

    /// Lanes of every register; those that were merged away have none.
    pub(super) fn lane_counts(&self) -> impl Iterator<Item = u8> {
        self.registers.iter().map(|register| register.lanes)
    }
}

fn shifted(home: Home, register: VirtualId, by: u8) -> Home {
    Home {
        register,
        lanes: home.lanes.map(|lane| lane.map(|lane| lane + by)),
        ..home
    }
}
