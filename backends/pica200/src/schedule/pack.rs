//! Makes one vector instruction of operations on single lanes.
//!
//! Operations of a block that do the same may become one if neither needs the other, their operands
//! come from the same registers or can lie in one, and so can their results. Lanes of one vector
//! operation of the source are packed first, then whatever else fits; each pair that is packed saves
//! a word. What has to lie together is remembered in clusters.

use super::cluster::{Clusters, Room};
use crate::isa::Opcode;
use crate::select::code::{
    Block, Code, Home, Lane, Node, Op, Scalar, Source, each_block_mut, each_op, is_lanewise,
};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs that are looked at for one block, so that long blocks do not take quadratic time.
const PAIRS: usize = 40_000;

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
    // What is a vector already wants to lie together.
    let mut vectors: Vec<Vec<Scalar>> = Vec::new();
    each_op(&code.body, &mut |op| {
        for lanes in op.operands.iter().filter(|lanes| lanes.len() > 1) {
            vectors.push(temporaries(lanes));
        }
    });
    vectors.sort_by_key(|scalars| std::cmp::Reverse(scalars.len()));
    for scalars in &vectors {
        clusters.unite(scalars, room);
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
    let scalars = lanes.iter().filter_map(|source| match source.lane {
        Lane::Scalar(scalar) => Some(scalar),
        _ => None,
    });
    scalars.collect()
}

/// What a node reads and writes.
#[derive(Clone, Debug, Default)]
struct Effects {
    reads: BTreeSet<Scalar>,
    writes: BTreeSet<Scalar>,
}

fn effects(code: &Code, node: &Node, found: &mut Effects) {
    let read = |source: &Source, found: &mut Effects| {
        crate::select::live::needed(code, source, &mut |scalar| {
            found.reads.insert(scalar);
        });
    };
    match node {
        Node::Op(op) => {
            op.sources().for_each(|source| read(source, found));
            found.writes.extend(op.results.iter().copied());
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
    /// For each node those that must come before it.
    before: Vec<BTreeSet<usize>>,
    after: Vec<BTreeSet<usize>>,
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
            before: vec![BTreeSet::new(); count],
            after: vec![BTreeSet::new(); count],
            pairs: 0,
        };
        packer.find_dependences();
        packer
    }

    fn depend(&mut self, first: usize, second: usize) {
        if first != second {
            self.before[second].insert(first);
            self.after[first].insert(second);
        }
    }

    fn find_dependences(&mut self) {
        let mut written: BTreeMap<Scalar, usize> = BTreeMap::new();
        let mut readers: BTreeMap<Scalar, Vec<usize>> = BTreeMap::new();
        for at in 0..self.nodes.len() {
            let mut found = Effects::default();
            let Some(node) = &self.nodes[at] else {
                continue;
            };
            let leaves = matches!(node, Node::Break | Node::Continue) || can_leave(node);
            effects(self.code, node, &mut found);
            for scalar in &found.reads {
                if let Some(first) = written.get(scalar).copied() {
                    self.depend(first, at);
                }
                readers.entry(*scalar).or_default().push(at);
            }
            for scalar in &found.writes {
                if let Some(first) = written.insert(*scalar, at) {
                    self.depend(first, at);
                }
                for reader in readers.remove(scalar).unwrap_or_default() {
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

    /// Whether one node needs another, by however many steps.
    fn needs(&self, from: usize, to: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for &next in &self.after[at] {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
        false
    }

    fn pack_origins(&mut self) {
        let mut groups: BTreeMap<(u32, Opcode), Vec<usize>> = BTreeMap::new();
        for at in 0..self.nodes.len() {
            if let Some(op) = self.op(at) {
                groups.entry((op.origin, op.opcode)).or_default().push(at);
            }
        }
        for group in groups.into_values() {
            let mut heads: Vec<usize> = Vec::new();
            for at in group {
                let joined = heads.iter().any(|head| self.try_pack(*head, at, true));
                if !joined {
                    heads.push(at);
                }
            }
        }
    }

    fn pack_all(&mut self) {
        let mut by_opcode: BTreeMap<Opcode, Vec<usize>> = BTreeMap::new();
        for at in 0..self.nodes.len() {
            if let Some(op) = self.op(at) {
                by_opcode.entry(op.opcode).or_default().push(at);
            }
        }
        // First what needs no new neighbours, then the rest.
        for fresh in [false, true] {
            for group in by_opcode.values() {
                for (k, &second) in group.iter().enumerate() {
                    for &first in group.iter().take(k).rev() {
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
        let (Some(a), Some(b)) = (self.op(first).cloned(), self.op(second).cloned()) else {
            return false;
        };
        let (a, b) = (&a, &b);
        if a.opcode != b.opcode || a.results.len() + b.results.len() > 4 {
            return false;
        }
        if !self.results_fit(a, b) {
            return false;
        }
        let orders: &[bool] = match a.opcode {
            Opcode::Max | Opcode::Min if self.code.ordered => &[false],
            Opcode::Add | Opcode::Mul | Opcode::Max | Opcode::Min | Opcode::Mad => &[false, true],
            _ => &[false],
        };
        for &swap in orders {
            if let Some(packed) = self.packed(a, b, swap)
                && let Some(sets) = self.sets(&packed, fresh)
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

    /// Both operations as one, the second with its first two operands exchanged if asked for.
    fn packed(&self, a: &Op, b: &Op, swap: bool) -> Option<Op> {
        let mut packed = a.clone();
        packed.results.extend_from_slice(&b.results);
        let mut operands = b.operands.clone();
        if swap && operands.len() > 1 {
            operands.swap(0, 1);
        }
        for (mine, theirs) in packed.operands.iter_mut().zip(operands) {
            let (x, y) = (mine.first()?, theirs.first()?);
            let home = x.lane.home();
            if home != y.lane.home() || home != Home::Literal && x.negate != y.negate {
                return None;
            }
            mine.extend(theirs);
        }
        Some(packed)
    }

    /// What the operation needs together: each operand, and the results. `None` if some of it does
    /// not lie together yet and `fresh` does not allow that.
    fn sets(&self, op: &Op, fresh: bool) -> Option<Vec<Vec<Scalar>>> {
        let mut sets: Vec<Vec<Scalar>> =
            op.operands.iter().map(|lanes| temporaries(lanes)).collect();
        if !fresh && !sets.iter().all(|set| self.clusters.together(set)) {
            return None;
        }
        let temporary = |scalar: &Scalar| self.code.output_of(*scalar).is_none();
        sets.push(op.results.iter().copied().filter(temporary).collect());
        Some(sets)
    }

    fn merge(&mut self, first: usize, second: usize, packed: Op) {
        self.nodes[first] = Some(Node::Op(packed));
        self.nodes[second] = None;
        for at in std::mem::take(&mut self.before[second]) {
            self.after[at].remove(&second);
            self.depend(at, first);
        }
        for at in std::mem::take(&mut self.after[second]) {
            self.before[at].remove(&second);
            self.depend(first, at);
        }
    }

    /// The nodes in an order that respects what they need; the earliest of the source first.
    fn finish(mut self) -> Block {
        let mut waiting: Vec<usize> = self.before.iter().map(BTreeSet::len).collect();
        let mut ready: BTreeSet<usize> = (0..self.nodes.len())
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
