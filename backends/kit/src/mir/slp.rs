//! Superword-level parallelism (Larsen and Amarasinghe, 2000): instructions of a block that do the same on
//! single lanes become one vector instruction.
//!
//! Two may become one if neither needs the other, their operands come from the same registers or can lie in
//! one, and so can their results. Lanes of one vector operation of the source are packed first, then
//! whatever else fits; each pair saves an instruction. What has to lie together is kept in [`Clusters`].
//! Conditionals and loops of a block are nodes of its dependence graph, with everything inside.

use super::clusters::{Clusters, Room};
use super::{Base, BlockId, Item, Lane, LaneRef, Machine, Op, OpId, Operand, Program, Shape};
use crate::dependence::DependenceGraph;
use arrayvec::ArrayVec;
use retroshade_ir::entity::{EntitySet, SecondaryMap};

/// Pairs that are looked at for one block, so that long blocks do not take quadratic time.
const PAIRS: usize = 40_000;
/// Nodes that are looked at to find out whether one needs another, for the same reason. Two that are still
/// open then count as one needing the other.
const STEPS: usize = 512;

/// Which instructions may become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those of one group ([`Op::group`]).
    Groups,
    /// All that fit.
    All,
}

/// The rules of a chip for packing.
pub struct Packing<'a, M: Machine> {
    /// What a register holds.
    pub room: Room,
    /// Which instructions may become one.
    pub scope: Scope,
    /// Whether the first two operands of an opcode may change places.
    pub commutes: &'a dyn Fn(M::Opcode) -> bool,
}

/// Packs every block and gives what is to lie together.
pub(super) fn pack<M: Machine>(program: &mut Program<M>, packing: &Packing<'_, M>) -> Clusters {
    let mut clusters = seed(program, &packing.room);
    let mut gone: EntitySet<OpId> = EntitySet::new();
    for block in program.blocks_inner_first() {
        let mut packer = Packer::new(program, block, &mut clusters, packing);
        packer.pack_groups();
        if packing.scope == Scope::All {
            packer.pack_all();
        }
        packer.finish(block, &mut gone);
    }
    program.remove_ops(|id| gone.contains(id));
    clusters
}

/// Joins instructions where their operands and results fit into registers as they are wanted, so that no copy more is
/// needed as far as that can be told. The program stays in the state of lanes.
pub fn join_alike<M: Machine>(program: &mut Program<M>, packing: &Packing<'_, M>) -> bool {
    let before = program.ops.values().count();
    // Where values lie is decided again when vectors are formed.
    pack(program, packing);
    program.ops.values().count() < before
}

/// What is a vector already lies together, results before operands, which can be copied.
fn seed<M: Machine>(program: &Program<M>, room: &Room) -> Clusters {
    let mut clusters = Clusters::new(program);
    let ops = program.ops_outer_first();
    for id in &ops {
        let op = &program.ops[*id];
        if op.values().nth(1).is_some() {
            clusters.unite(&program.temporaries(op), room);
        }
    }
    let operands = ops.iter().flat_map(|id| &program.ops[*id].operands);
    let vectors = operands.filter(|operand| operand.len() > 1);
    let vectors: Vec<Vec<Lane>> = vectors.map(values).collect();
    let longest = vectors.iter().map(Vec::len).max().unwrap_or(0);
    for length in (2..=longest).rev() {
        for lanes in vectors.iter().filter(|lanes| lanes.len() == length) {
            clusters.unite(lanes, room);
        }
    }
    clusters
}

/// The values among the lanes of an operand.
pub(super) fn values(operand: &Operand) -> Vec<Lane> {
    operand.iter().filter_map(|lane| lane.as_value()).collect()
}

impl<M: Machine> Program<M> {
    /// The results of an instruction that are no components of outputs.
    pub fn temporaries(&self, op: &Op<M>) -> Vec<Lane> {
        let is_temporary = |lane: &Lane| self.output_of(*lane).is_none();
        op.values().filter(is_temporary).collect()
    }
}

/// True if two lanes can be read by one operand if values come to lie together.
fn can_share(a: LaneRef, b: LaneRef) -> bool {
    let same = match (a.base, b.base) {
        (Base::Value(_), Base::Value(_)) | (Base::Literal(_), Base::Literal(_)) => true,
        (Base::Reg(a, _), Base::Reg(b, _)) => a == b,
        (Base::Indexed(a, x, _), Base::Indexed(b, y, _)) => (a, x) == (b, y),
        _ => false,
    };
    same && a.negate == b.negate
}

/// Two instructions as one.
struct Packed {
    results: ArrayVec<Option<Lane>, 4>,
    operands: ArrayVec<Operand, 4>,
}

struct Packer<'a, 'p, M: Machine> {
    program: &'a mut Program<M>,
    clusters: &'a mut Clusters,
    packing: &'a Packing<'p, M>,
    /// Items; those that were packed into others are gone.
    nodes: Vec<Option<Item<M>>>,
    /// What must come before what, some of it several times.
    graph: DependenceGraph<usize>,
    /// For each node a number above those of all that it needs, so that most questions whether one needs
    /// another have an answer at once.
    rank: Vec<u32>,
    pairs: usize,
    gone: Vec<OpId>,
}

impl<'a, 'p, M: Machine> Packer<'a, 'p, M> {
    fn new(
        program: &'a mut Program<M>,
        block: BlockId,
        clusters: &'a mut Clusters,
        packing: &'a Packing<'p, M>,
    ) -> Packer<'a, 'p, M> {
        let items = std::mem::take(&mut program.blocks[block]);
        let count = items.len();
        let mut packer = Packer {
            program,
            clusters,
            packing,
            nodes: items.into_iter().map(Some).collect(),
            graph: DependenceGraph::of(0, []),
            rank: vec![0; count],
            pairs: 0,
            gone: Vec::new(),
        };
        // Those that were found last come first, as those of packed instructions do.
        let edges = packer.find_dependences();
        packer.graph = DependenceGraph::of(count, edges.into_iter().rev());
        // Nodes come after what they need.
        for at in 0..count {
            packer.raise(at, 0);
        }
        packer
    }

    /// Lists the lanes that a node reads and writes, perhaps several times.
    fn effects(&self, node: &Item<M>, reads: &mut Vec<Lane>, writes: &mut Vec<Lane>) {
        let program = &*self.program;
        program.each_item(std::slice::from_ref(node), &mut |item| match item {
            Item::Op(id) => {
                let op = &program.ops[*id];
                reads.extend(op.reads().filter_map(|lane| program.needed(lane)));
                writes.extend(op.values());
            }
            Item::If(branch) => {
                reads.extend(branch.reads().filter_map(|lane| program.needed(lane)));
            }
            Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
        });
    }

    fn find_dependences(&self) -> Vec<(usize, usize, ())> {
        let mut edges = Vec::new();
        let mut depend = |first: usize, second: usize| {
            if first != second {
                edges.push((first, second, ()));
            }
        };
        let lanes = self.program.lanes.len();
        let mut written: SecondaryMap<Lane, Option<usize>> = SecondaryMap::with_len(lanes);
        let mut readers: SecondaryMap<Lane, Vec<usize>> = SecondaryMap::with_len(lanes);
        // The last vertex that was made, and what wrote outputs since.
        let (mut emitted, mut outputs): (Option<usize>, Vec<usize>) = (None, Vec::new());
        for at in 0..self.nodes.len() {
            let Some(node) = &self.nodes[at] else {
                continue;
            };
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            self.effects(node, &mut reads, &mut writes);
            let leaves = self.program.leaves_loop(node);
            let is_output = |lane: &Lane| self.program.output_of(*lane).is_some();
            if self.program.emits(node) {
                outputs.drain(..).for_each(|writer| depend(writer, at));
                if let Some(before) = emitted.replace(at) {
                    depend(before, at);
                }
            } else if writes.iter().any(is_output) {
                if let Some(before) = emitted {
                    depend(before, at);
                }
                outputs.push(at);
            }
            for lane in reads {
                let list = &mut readers[lane];
                if list.last() != Some(&at) {
                    list.push(at);
                    if let Some(first) = written[lane] {
                        depend(first, at);
                    }
                }
            }
            for lane in writes {
                if let Some(first) = written[lane].replace(at) {
                    depend(first, at);
                }
                for reader in std::mem::take(&mut readers[lane]) {
                    depend(reader, at);
                }
            }
            if leaves {
                // Nothing moves across the place where a loop may be left.
                for first in 0..at {
                    depend(first, at);
                }
                for second in at + 1..self.nodes.len() {
                    depend(at, second);
                }
            }
        }
        edges
    }

    fn op(&self, at: usize) -> Option<(OpId, &Op<M>)> {
        let id = self.nodes.get(at)?.as_ref()?.as_op()?;
        let op = &self.program.ops[id];
        let is_plain = op.out.is_none() && op.predicate.is_none();
        (op.shape() == Shape::Lanewise && is_plain).then_some((id, op))
    }

    /// Gives a node at least this rank, and higher ones to those that need it where they must have them.
    fn raise(&mut self, node: usize, least: u32) {
        self.rank[node] = self.rank[node].max(least);
        let mut worklist = vec![node];
        while let Some(at) = worklist.pop() {
            let above = self.rank[at] + 1;
            for (next, ()) in self.graph.after(at) {
                if self.rank[next] < above {
                    self.rank[next] = above;
                    worklist.push(next);
                }
            }
        }
    }

    /// True if the node `to` needs `from`, by however many steps; also true where that takes too long to
    /// find out.
    fn needs(&self, from: usize, to: usize) -> bool {
        let mut seen: EntitySet<usize> = EntitySet::new();
        let mut worklist = vec![from];
        let mut steps = 0;
        while let Some(at) = worklist.pop() {
            let known = worklist.len();
            for (next, ()) in self.graph.after(at) {
                if next == to {
                    return true;
                }
                if self.rank[next] < self.rank[to] && seen.insert(next) {
                    worklist.push(next);
                }
            }
            worklist[known..].reverse();
            steps += 1;
            if steps > STEPS {
                return true;
            }
        }
        false
    }

    /// The nodes that can be packed, those of one group and opcode behind each other.
    fn packable(&self, group: fn(&Op<M>) -> u32) -> Vec<(u32, M::Opcode, usize)> {
        let ops = (0..self.nodes.len()).filter_map(|at| {
            let (_, op) = self.op(at)?;
            Some((group(op), op.code, at))
        });
        let mut sorted: Vec<(u32, M::Opcode, usize)> = ops.collect();
        sorted.sort_unstable();
        sorted
    }

    fn pack_groups(&mut self) {
        let sorted = self.packable(|op| op.group);
        for group in sorted.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let mut heads: Vec<usize> = Vec::new();
            for &(_, _, at) in group {
                let joined = heads.iter().any(|head| self.try_pack(*head, at, true));
                if !joined {
                    heads.push(at);
                }
            }
        }
    }

    fn pack_all(&mut self) {
        let sorted = self.packable(|_| 0);
        // First what needs no new neighbours, then the rest.
        for fresh in [false, true] {
            for group in sorted.chunk_by(|a, b| a.1 == b.1) {
                for (k, &(_, _, second)) in group.iter().enumerate() {
                    for &(_, _, first) in group.iter().take(k).rev() {
                        self.pairs += 1;
                        if self.pairs > PAIRS {
                            return;
                        }
                        if self.try_pack(first, second, fresh) {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Packs the second node into the first if that is possible. `fresh` allows to bring together values
    /// that did not lie together before.
    fn try_pack(&mut self, first: usize, second: usize, fresh: bool) -> bool {
        for swap in [false, true] {
            if let Some(packed) = self.packed(first, second, swap, fresh)
                && let sets = self.sets(&packed)
                && !self.needs(first, second)
                && !self.needs(second, first)
                && self.clusters.unite_all(&sets, &self.packing.room)
            {
                self.merge(first, second, packed);
                return true;
            }
        }
        false
    }

    /// Results go to temporaries, or all to one output register.
    fn results_fit(&self, a: &Op<M>, b: &Op<M>) -> bool {
        let output = |lane: Lane| self.program.output_of(lane).map(|(reg, _)| reg);
        let mut outputs = a.values().chain(b.values()).map(output);
        let first = outputs.next().flatten();
        outputs.all(|reg| reg == first)
    }

    /// Both instructions as one, the second with its first two operands exchanged if asked for; `None` if
    /// their lanes cannot be read and written together, or do not lie together yet and `fresh` does not
    /// allow that. Most pairs end here, so nothing is made before it is certain.
    fn packed(&self, first: usize, second: usize, swap: bool, fresh: bool) -> Option<Packed> {
        let ((_, a), (_, b)) = (self.op(first)?, self.op(second)?);
        if a.code != b.code
            || swap && !(self.packing.commutes)(a.code)
            || a.results.len() + b.results.len() > 4
        {
            return None;
        }
        let pairs = || {
            let others = (0..).map(|k: usize| if swap && k < 2 { 1 - k } else { k });
            a.operands
                .iter()
                .zip(others.map_while(|k| b.operands.get(k)))
        };
        for (mine, theirs) in pairs() {
            if !can_share(*mine.first()?, *theirs.first()?) {
                return None;
            }
        }
        if !self.results_fit(a, b) {
            return None;
        }
        let together = |(mine, theirs): (&Operand, &Operand)| {
            let lanes = mine.iter().chain(theirs);
            self.clusters
                .share_root(lanes.filter_map(|lane| lane.as_value()))
        };
        if !fresh && !pairs().all(together) {
            return None;
        }
        let joined = |(a, b): (&Operand, &Operand)| a.iter().chain(b).copied().collect();
        Some(Packed {
            results: a.results.iter().chain(&b.results).copied().collect(),
            operands: pairs().map(joined).collect(),
        })
    }

    /// What has to lie together: each operand, and the results.
    fn sets(&self, packed: &Packed) -> Vec<Vec<Lane>> {
        let mut sets: Vec<Vec<Lane>> = packed.operands.iter().map(values).collect();
        let results = packed.results.iter().flatten().copied();
        sets.push(
            results
                .filter(|lane| self.program.output_of(*lane).is_none())
                .collect(),
        );
        sets
    }

    fn merge(&mut self, first: usize, second: usize, packed: Packed) {
        if let Some((id, _)) = self.op(first) {
            let op = &mut self.program.ops[id];
            op.results = packed.results;
            op.operands = packed.operands;
            self.program.claim_results(id);
        }
        let gone = self.nodes[second].take().and_then(|item| item.as_op());
        self.gone.extend(gone);
        self.graph.merge(first, second);
        self.raise(first, self.rank[second]);
    }

    /// Puts the nodes back in an order that respects what they need; the earliest of the source first.
    fn finish(mut self, block: BlockId, gone: &mut EntitySet<OpId>) {
        let mut waiting = self.graph.waiting();
        let mut ready: EntitySet<usize> = (0..self.nodes.len())
            .filter(|&at| waiting[at] == 0 && self.nodes[at].is_some())
            .collect();
        let mut ordered = Vec::new();
        while let Some(at) = ready.pop_first() {
            ordered.extend(self.nodes[at].take());
            for (next, ()) in self.graph.after(at) {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    ready.insert(next);
                }
            }
        }
        self.program.blocks[block] = ordered;
        gone.extend(self.gone);
    }
}
