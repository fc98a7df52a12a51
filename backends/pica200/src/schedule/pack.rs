//! Makes one vector instruction of operations on single lanes.
//!
//! Operations of a block that do the same may become one if neither needs the other, their operands
//! come from the same registers or can lie in one, and so can their results. Lanes of one vector
//! operation of the source are packed first, then whatever else fits; each pair that is packed saves
//! a word. What has to lie together is remembered in clusters.

use super::cluster::{Clusters, Room};
use crate::isa::Opcode;
use crate::select::code::{
    Block, Code, Home, Lane, Node, Op, Scalar, ScalarMap, Source, each_block_mut, each_op,
    is_lanewise,
};
use retroshade_ir::entity::{EntitySet, SecondaryMap};

/// Pairs that are looked at for one block, so that long blocks do not take quadratic time.
const PAIRS: usize = 40_000;
/// Nodes that are looked at to find out whether one needs another, for the same reason. Two that are
/// still open then count as one needing the other.
const STEPS: usize = 512;

/// How far packing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Lanes of one vector operation only.
    Origins,
    /// Everything that fits.
    All,
}

/// Packs every block.
pub(super) fn pack(code: &mut Code, room: &Room, effort: Effort) -> Clusters {
    let mut clusters = Clusters::new(code);
    // What is a vector already wants to lie together, results before operands, which can be copied.
    let mut vectors: Vec<Vec<Scalar>> = Vec::new();
    each_op(&code.body, &mut |op| {
        if op.results.len() > 1 {
            clusters.unite(&temporary_results(code, op), room);
        }
    });
    each_op(&code.body, &mut |op| {
        for lanes in op.operands.iter().filter(|lanes| lanes.len() > 1) {
            vectors.push(temporaries(lanes));
        }
    });
    let longest = vectors.iter().map(Vec::len).max().unwrap_or(0);
    for length in (2..=longest).rev() {
        for scalars in vectors.iter().filter(|scalars| scalars.len() == length) {
            clusters.unite(scalars, room);
        }
    }
    let mut body = std::mem::take(&mut code.body);
    each_block_mut(&mut body, &mut |block| {
        let nodes = std::mem::take(block);
        let mut packer = Packer::new(code, nodes, &mut clusters, room);
        packer.pack_origins();
        if effort == Effort::All {
            packer.pack_all();
        }
        *block = packer.finish();
    });
    code.body = body;
    clusters
}

/// The scalars among operand lanes.
pub(super) fn temporaries(lanes: &[Source]) -> Vec<Scalar> {
    lanes.iter().filter_map(temporary).collect()
}

/// The results of an operation that are no outputs.
pub(super) fn temporary_results(code: &Code, op: &Op) -> Vec<Scalar> {
    let is_temporary = |scalar: &Scalar| code.output_of(*scalar).is_none();
    op.results.iter().copied().filter(is_temporary).collect()
}

fn temporary(source: &Source) -> Option<Scalar> {
    match source.lane {
        Lane::Scalar(scalar) => Some(scalar),
        _ => None,
    }
}

/// What a node reads and writes, perhaps several times.
#[derive(Clone, Debug, Default)]
struct Effects {
    reads: Vec<Scalar>,
    writes: Vec<Scalar>,
}

fn effects(code: &Code, node: &Node, found: &mut Effects) {
    let read = |source: &Source, found: &mut Effects| {
        crate::select::live::needed(code, source, &mut |scalar| {
            found.reads.push(scalar);
        });
    };
    match node {
        Node::Op(op) => {
            op.sources().for_each(|source| read(source, found));
            found.writes.extend_from_slice(&op.results);
        }
        Node::If(branch) => {
            branch
                .condition
                .sources()
                .for_each(|source| read(source, found));
            let arms = branch.accept.iter().chain(&branch.reject);
            arms.for_each(|node| effects(code, node, found));
        }
        Node::Loop(repeat) => repeat
            .body
            .iter()
            .for_each(|node| effects(code, node, found)),
        Node::Break | Node::Continue => {}
    }
}

struct Packer<'a> {
    code: &'a Code,
    clusters: &'a mut Clusters,
    room: &'a Room,
    /// Nodes; those that were packed into others are gone.
    nodes: Vec<Option<Node>>,
    /// For each node those that must come before it, some of them several times.
    before: Vec<Vec<usize>>,
    /// For each node those that it must come before, as often.
    after: Vec<Vec<usize>>,
    /// For each node a number above those of all that it needs, so that most questions whether one needs
    /// another have an answer at once.
    rank: Vec<u32>,
    pairs: usize,
}

impl<'a> Packer<'a> {
    fn new(code: &'a Code, nodes: Block, clusters: &'a mut Clusters, room: &'a Room) -> Packer<'a> {
        let count = nodes.len();
        let mut packer = Packer {
            code,
            clusters,
            room,
            nodes: nodes.into_iter().map(Some).collect(),
            before: vec![Vec::new(); count],
            after: vec![Vec::new(); count],
            rank: vec![0; count],
            pairs: 0,
        };
        packer.find_dependences();
        // Nodes come after what they need.
        for at in 0..count {
            packer.raise(at, 0);
        }
        packer
    }

    fn depend(&mut self, first: usize, second: usize) {
        if first != second {
            self.before[second].push(first);
            self.after[first].push(second);
        }
    }

    fn find_dependences(&mut self) {
        let scalars = self.code.scalars.len();
        let mut written: ScalarMap<usize> = ScalarMap::with_len(scalars);
        let mut readers: SecondaryMap<Scalar, Vec<usize>> = SecondaryMap::with_len(scalars);
        for at in 0..self.nodes.len() {
            let mut found = Effects::default();
            let Some(node) = &self.nodes[at] else {
                continue;
            };
            let leaves = matches!(node, Node::Break | Node::Continue) || can_leave(node);
            effects(self.code, node, &mut found);
            for scalar in &found.reads {
                let list = &mut readers[*scalar];
                if list.last() != Some(&at) {
                    list.push(at);
                    if let Some(first) = written[*scalar] {
                        self.depend(first, at);
                    }
                }
            }
            for scalar in &found.writes {
                if let Some(first) = written[*scalar].replace(at) {
                    self.depend(first, at);
                }
                for reader in std::mem::take(&mut readers[*scalar]) {
                    self.depend(reader, at);
                }
            }
            if leaves {
                // Nothing moves across the place where a loop may be left.
                for first in 0..at {
                    self.depend(first, at);
                }
                for second in at + 1..self.nodes.len() {
                    self.depend(at, second);
                }
            }
        }
    }

    fn op(&self, at: usize) -> Option<&Op> {
        match self.nodes.get(at)? {
            Some(Node::Op(op)) if is_lanewise(op.opcode) => Some(op),
            _ => None,
        }
    }

    /// Gives a node at least this rank, and higher ones to those that need it where they must have them.
    fn raise(&mut self, node: usize, least: u32) {
        self.rank[node] = self.rank[node].max(least);
        let mut work = vec![node];
        while let Some(at) = work.pop() {
            let above = self.rank[at] + 1;
            for &next in &self.after[at] {
                if self.rank[next] < above {
                    self.rank[next] = above;
                    work.push(next);
                }
            }
        }
    }

    /// Whether the node `to` needs `from`, by however many steps; also true where that takes too long to
    /// find out.
    fn needs(&self, from: usize, to: usize) -> bool {
        let mut seen: EntitySet<usize> = EntitySet::new();
        let mut work = vec![from];
        let mut steps = 0;
        while let Some(at) = work.pop() {
            for &next in &self.after[at] {
                if next == to {
                    return true;
                }
                if self.rank[next] < self.rank[to] && seen.insert(next) {
                    work.push(next);
                }
            }
            steps += 1;
            if steps > STEPS {
                return true;
            }
        }
        false
    }

    /// The nodes that can be packed, those of one origin and opcode behind each other.
    fn packable(&self, origin: fn(&Op) -> u32) -> Vec<(u32, Opcode, usize)> {
        let places = 0..self.nodes.len();
        let ops = places.filter_map(|at| self.op(at).map(|op| (origin(op), op.opcode, at)));
        let mut sorted: Vec<(u32, Opcode, usize)> = ops.collect();
        sorted.sort_unstable();
        sorted
    }

    fn pack_origins(&mut self) {
        let sorted = self.packable(|op| op.origin);
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

    /// Packs the second node into the first if that is possible. `fresh` allows to bring together
    /// scalars that did not lie together before.
    fn try_pack(&mut self, first: usize, second: usize, fresh: bool) -> bool {
        for swap in [false, true] {
            if let Some(packed) = self.packed(first, second, swap, fresh)
                && let sets = self.sets(&packed)
                && !self.needs(first, second)
                && !self.needs(second, first)
                && self.clusters.unite_all(&sets, self.room)
            {
                self.merge(first, second, packed);
                return true;
            }
        }
        false
    }

    /// Results go to temporaries, or all to one output register.
    fn results_fit(&self, a: &Op, b: &Op) -> bool {
        let mut outputs = a.results.iter().chain(&b.results);
        let mut found = outputs.clone().map(|scalar| self.code.output_of(*scalar));
        let first = found.next().flatten().map(|output| output.register);
        outputs.all(|scalar| self.code.output_of(*scalar).map(|o| o.register) == first)
    }

    /// Both operations as one, the second with its first two operands exchanged if asked for; `None`
    /// if their lanes cannot be read and written together, or do not lie together yet and `fresh`
    /// does not allow that. Most pairs end here, so nothing is made before it is certain.
    fn packed(&self, first: usize, second: usize, swap: bool, fresh: bool) -> Option<Op> {
        let (a, b) = (self.op(first)?, self.op(second)?);
        let swaps = match a.opcode {
            Opcode::Max | Opcode::Min => !self.code.ordered,
            Opcode::Add | Opcode::Mul | Opcode::Mad => true,
            _ => false,
        };
        if a.opcode != b.opcode || swap && !swaps || a.results.len() + b.results.len() > 4 {
            return None;
        }
        let pairs = || {
            let others = (0..).map(|k: usize| if swap && k < 2 { 1 - k } else { k });
            a.operands
                .iter()
                .zip(others.map_while(|k| b.operands.get(k)))
        };
        for (mine, theirs) in pairs() {
            let (x, y) = (mine.first()?, theirs.first()?);
            let home = x.lane.home();
            if home != y.lane.home() || home != Home::Literal && x.negate != y.negate {
                return None;
            }
        }
        if !self.results_fit(a, b) {
            return None;
        }
        let together = |(mine, theirs): (&Vec<Source>, &Vec<Source>)| {
            let lanes = mine.iter().chain(theirs);
            self.clusters.share_root(lanes.filter_map(temporary))
        };
        if !fresh && !pairs().all(together) {
            return None;
        }
        Some(Op {
            results: [a.results.as_slice(), &b.results].concat(),
            operands: pairs().map(|(a, b)| [a.as_slice(), b].concat()).collect(),
            ..*a
        })
    }

    /// What the operation needs together: each operand, and the results.
    fn sets(&self, op: &Op) -> Vec<Vec<Scalar>> {
        let mut sets: Vec<Vec<Scalar>> =
            op.operands.iter().map(|lanes| temporaries(lanes)).collect();
        sets.push(temporary_results(self.code, op));
        sets
    }

    fn merge(&mut self, first: usize, second: usize, packed: Op) {
        self.nodes[first] = Some(Node::Op(packed));
        self.nodes[second] = None;
        for at in std::mem::take(&mut self.before[second]) {
            self.after[at].retain(|other| *other != second);
            self.depend(at, first);
        }
        for at in std::mem::take(&mut self.after[second]) {
            self.before[at].retain(|other| *other != second);
            self.depend(first, at);
        }
        self.raise(first, self.rank[second]);
    }

    /// The nodes in an order that respects what they need; the earliest of the source first.
    fn finish(mut self) -> Block {
        let mut waiting: Vec<usize> = self.before.iter().map(Vec::len).collect();
        let mut ready: EntitySet<usize> = (0..self.nodes.len())
            .filter(|&at| waiting[at] == 0 && self.nodes[at].is_some())
            .collect();
        let mut ordered = Vec::new();
        while let Some(at) = ready.pop_first() {
            ordered.extend(self.nodes[at].take());
            for &next in &self.after[at] {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    ready.insert(next);
                }
            }
        }
        ordered
    }
}

/// Whether a condition contains a way out of the loop around it.
fn can_leave(node: &Node) -> bool {
    match node {
        Node::If(branch) => branch
            .accept
            .iter()
            .chain(&branch.reject)
            .any(|node| matches!(node, Node::Break | Node::Continue) || can_leave(node)),
        Node::Op(_) | Node::Loop(_) | Node::Break | Node::Continue => false,
    }
}
