//! Superword-level parallelism: operations that do the same to different lanes become one.
//!
//! Two multiplications of scalars are one multiplication of two lanes, if their operands can lie
//! together: in one constant, in one input, or in temporaries that fit into one register. Operations are
//! looked at from the first to the last, so that a chain of operations that were joined joins all
//! the way. Operations that depend on each other are never joined; sets of operations reachable from
//! each are kept up to date for that.

use super::edit::{body, set_body};
use super::reachability::Reach;
use crate::isa::LaneMask;
use crate::machine::{Op, Operation, Program, is_lanewise, place, sources, target, vector_of};
use retroshade_kit::dependence::DependenceGraph;
use retroshade_kit::mir::clusters::{Clusters, Room};
use retroshade_kit::mir::{
    Def, Lane, LaneRef, OpId, Operand, Reg, Shape, Storage, Vector, VectorId,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Programs with more operations are left as they are, since pairs are looked at. Chosen, not measured: half the tokens
/// that agal3 allows.
const LONGEST: usize = 1024;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectorize {
    /// Not at all.
    None,
    /// Where results certainly fit into one register with all that they are read together with.
    Conservative,
    /// Wherever operands fit; copies may be needed later.
    Aggressive,
}

/// The outcome of joining operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Vectorized {
    /// True if operations were joined.
    pub(super) changed: bool,
    /// True if [`Vectorize::Conservative`] would have joined others.
    pub(super) risky: bool,
}

/// Joins operations where that is possible.
pub(super) fn vectorize(program: &mut Program, joining: Vectorize) -> Vectorized {
    let ops = body(program);
    if ops.len() > LONGEST || joining == Vectorize::None || !has_alike(program) {
        return Vectorized::default();
    }
    let mut combiner = Combiner::new(program, ops, joining);
    for op in 0..combiner.ops.len() {
        combiner.join(op);
    }
    combiner.finish()
}

/// True if there are two operations with the same key that have room in one register: the first two
/// that are joined have the keys they came with.
fn has_alike(program: &Program) -> bool {
    let keys = program.ops.values().filter_map(|op| key_of(program, op));
    let mut keys: SmallVec<[(Key, u32); 16]> =
        keys.map(|(key, mask)| (key, mask.count())).collect();
    keys.sort_unstable();
    let mut pairs = keys.windows(2);
    pairs.any(|pair| pair[0].0 == pair[1].0 && pair[0].1 + pair[1].1 <= 4)
}

/// The values that an operand reads.
fn values(operand: &Operand) -> Vec<Lane> {
    operand.iter().filter_map(|lane| lane.as_value()).collect()
}

/// The vectors that an operand reads, each once.
fn vectors_of(program: &Program, operand: &Operand) -> SmallVec<[VectorId; 4]> {
    let vectors = operand.iter().filter_map(|lane| vector_of(program, *lane));
    let mut vectors: SmallVec<[VectorId; 4]> = vectors.collect();
    vectors.sort_unstable();
    vectors.dedup();
    vectors
}

fn merge_all(together: &mut Clusters, lanes: &[Lane]) {
    for pair in lanes.windows(2) {
        together.merge(pair[0], pair[1]);
    }
}

/// Properties that operations must share to be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    operation: Operation,
    storages: [Storage; 2],
    /// The output register that is written, if one is.
    output: Option<Reg>,
}

struct Combiner<'a> {
    program: &'a mut Program,
    joining: Vectorize,
    result: Vectorized,
    /// Operations in order; `None` for one that was joined to another.
    ops: Vec<Option<OpId>>,
    reach: Reach,
    /// Which values share a register because an operand reads them together.
    together: Clusters,
    /// Operations by what they must share.
    open: BTreeMap<Key, Vec<usize>>,
}

impl Combiner<'_> {
    fn new(program: &mut Program, ops: Vec<OpId>, joining: Vectorize) -> Combiner<'_> {
        let mut together = Clusters::new(program);
        let lanes = |vector: &Vector, all: bool| {
            let lanes = vector.lanes.iter().copied();
            let stays = |lane: &Lane| all || program.lanes[*lane].def != Def::Nowhere;
            lanes.filter(stays).collect::<Vec<Lane>>()
        };
        for id in &ops {
            let op = &program.ops[*id];
            if let Some((vector, _)) = target(program, *id) {
                // What cannot be moved leaves no room for others where nobody reads it.
                let is_fixed = matches!(op.shape(), Shape::Fixed(_));
                merge_all(&mut together, &lanes(&program.vectors[vector], is_fixed));
            }
        }
        for id in &ops {
            for operand in sources(&program.ops[*id]) {
                merge_all(&mut together, &values(operand));
            }
        }
        Combiner {
            joining,
            result: Vectorized::default(),
            reach: Reach::new(program, &ops),
            ops: ops.into_iter().map(Some).collect(),
            together,
            open: BTreeMap::new(),
            program,
        }
    }

    fn op(&self, index: usize) -> Option<&Op> {
        Some(&self.program.ops[self.ops[index]?])
    }

    /// Joins an operation to an earlier one, or leaves it open for later ones.
    fn join(&mut self, index: usize) {
        let Some((key, mask)) = self.op(index).and_then(|op| key_of(self.program, op)) else {
            return;
        };
        let open = self.open.get(&key).into_iter().flatten();
        let best = open
            .filter_map(|&other| Some((self.worth(other, index, mask)?, other)))
            .max();
        match best {
            Some((_, other)) => {
                self.result.changed = true;
                self.result.risky |= self.is_risky(other, index);
                self.merge(other, index);
            }
            None => self.open.entry(key).or_default().push(index),
        }
    }

    /// How well an operation joins another: `None` where it cannot.
    fn worth(&self, one: usize, other: usize, mask: LaneMask) -> Option<u32> {
        let (first, second) = (self.op(one)?, self.op(other)?);
        let (_, taken) = key_of(self.program, first)?;
        if taken.count() + mask.count() > 4
            || self.reach.depends(one, other)
            || self.reach.depends(other, one)
        {
            return None;
        }
        if first.out.is_some() && taken.and(mask) != LaneMask::NONE {
            return None;
        }
        if self.joining == Vectorize::Conservative && self.is_risky(one, other) {
            return None;
        }
        let mut worth = 0;
        for (mine, theirs) in first.operands.iter().zip(&second.operands) {
            let both: Vec<Lane> = values(mine).into_iter().chain(values(theirs)).collect();
            if !self.together.may_unite(&both, &Room::Four) {
                return None;
            }
            // Lanes that already lie together cost nothing.
            let vectors = [mine, theirs].map(|operand| vectors_of(self.program, operand));
            worth += u32::from(vectors[0] == vectors[1] && !vectors[0].is_empty());
        }
        Some(worth)
    }

    /// True if the results of two operations may not fit into one register with all that they are
    /// read together with.
    fn is_risky(&self, one: usize, other: usize) -> bool {
        let ops = [one, other].map(|index| self.op(index).filter(|op| op.out.is_none()));
        let lanes: Vec<Lane> = ops.into_iter().flatten().flat_map(Op::values).collect();
        !self.together.may_unite(&lanes, &Room::Four)
    }

    fn merge(&mut self, one: usize, other: usize) {
        let (Some(id), Some(second)) = (self.ops[one], self.ops[other]) else {
            return;
        };
        let second = self.program.ops[second].clone();
        let first = &mut self.program.ops[id];
        let count = first.results.len() as u8;
        let lanes: Vec<Lane> = first.values().chain(second.values()).collect();
        first.results.extend(second.results.iter().copied());
        for (mine, theirs) in first.operands.iter_mut().zip(&second.operands) {
            mine.extend(theirs.iter().copied());
        }
        if let (Some(out), Some(more)) = (&mut first.out, &second.out) {
            // Other components of one output.
            for (from, more) in out.from.iter_mut().zip(more.from) {
                *from = more.map(|result| result + count).or(*from);
            }
        } else {
            self.unite(lanes);
        }
        self.program.claim_results(id);
        for operand in &self.program.ops[id].operands {
            merge_all(&mut self.together, &values(operand));
        }
        self.ops[other] = None;
        self.reach.join(one, other);
    }

    /// Makes lanes of two vectors one vector.
    fn unite(&mut self, lanes: Vec<Lane>) {
        merge_all(&mut self.together, &lanes);
        let lanes: SmallVec<[Lane; 4]> = lanes.into_iter().collect();
        let vector = self.program.vectors.push(Vector::default());
        for lane in &lanes {
            self.take_out(*lane);
            self.program.lanes[*lane].vector = Some(vector);
        }
        self.program.vectors[vector].lanes = lanes;
    }

    /// Puts a lane that nobody writes in the place of one in its vector: the others stay where they are.
    fn take_out(&mut self, lane: Lane) {
        if let Some((vector, place)) = self.program.slot(lane) {
            let other = self.program.new_lane();
            self.program.lanes[other].vector = Some(vector);
            self.program.vectors[vector].lanes[usize::from(place)] = other;
        }
    }

    /// Writes the operations back, in an order that respects data.
    fn finish(self) -> Vectorized {
        let left: Vec<OpId> = self.ops.into_iter().flatten().collect();
        let program = &*self.program;
        let operands = DependenceGraph::new(program.ops.len(), |id: OpId, before| {
            let reads = reads_in_order(program, id);
            before.extend(reads.filter_map(|lane| program.def_op(LaneRef::value(lane))));
        });
        let ordered = operands.post_order(left);
        set_body(self.program, ordered);
        self.result
    }
}

/// The values that an operation reads: those of its operands, then those of its indices.
pub(super) fn reads_in_order(program: &Program, id: OpId) -> impl Iterator<Item = Lane> + '_ {
    let reads = move || program.ops[id].reads();
    let values = reads().filter_map(|lane| lane.as_value());
    let indices = reads().filter_map(|lane| lane.address());
    values.chain(indices.filter_map(|address| program.addresses[address].index.as_value()))
}

/// What an operation must share with others, and the lanes that it writes.
fn key_of(program: &Program, op: &Op) -> Option<(Key, LaneMask)> {
    if !is_lanewise(op) || op.predicate.is_some() {
        return None;
    }
    let places = op.values().map(|lane| place(program, lane));
    if let Some(out) = &op.out {
        let own: SmallVec<[u8; 4]> = op.values().map(|lane| place(program, lane)).collect();
        let in_place = (0..4u8)
            .zip(out.from)
            .all(|(to, from)| from.is_none_or(|result| own.get(usize::from(result)) == Some(&to)));
        if !in_place {
            return None;
        }
    }
    let mask = match &op.out {
        Some(out) => LaneMask::from_bits(out.mask()),
        None => places.collect(),
    };
    let storage = |operand: &Operand| {
        let lane = operand.iter().find(|lane| !lane.is_undefined());
        lane.map_or(Storage::Any, |lane| lane.storage())
    };
    let mut storages = [Storage::Any; 2];
    for (slot, operand) in storages.iter_mut().zip(&op.operands) {
        *slot = storage(operand);
    }
    let output = op.out.map(|out| out.reg);
    let key = Key {
        operation: op.code,
        storages,
        output,
    };
    Some((key, mask))
}
