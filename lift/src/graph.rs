//! The graph of basic blocks: dominators and natural loops by petgraph, and which registers are live.

use crate::blocks::{Block, BlockId, Code, Condition, End, Term, given_in};
use petgraph::algo::dominators::{self, Dominators};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Reversed;
use retroshade_kit::machine::effects::Place;
use retroshade_kit::machine::symbols::{Decision, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// The graph of blocks, and one node for the end of the program.
pub(crate) struct Graph {
    pub(crate) exit: BlockId,
    pub(crate) successors: Vec<Vec<BlockId>>,
    postdominators: Dominators<NodeIndex>,
    /// The bodies of natural loops by their headers.
    pub(crate) loops: BTreeMap<BlockId, BTreeSet<BlockId>>,
    pub(crate) is_reducible: bool,
}

impl Graph {
    pub(crate) fn new(code: &Code) -> Graph {
        let exit = code.blocks.len();
        let mut successors: Vec<Vec<BlockId>> =
            (0..exit).map(|block| code.successors(block)).collect();
        for next in successors.iter_mut().filter(|next| next.is_empty()) {
            next.push(exit);
        }
        successors.push(Vec::new());
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        let nodes: Vec<NodeIndex> = successors.iter().map(|_| graph.add_node(())).collect();
        for (block, next) in successors.iter().enumerate() {
            for next in next {
                graph.add_edge(nodes[block], nodes[*next], ());
            }
        }
        let dominators = dominators::simple_fast(&graph, nodes[0]);
        let postdominators = dominators::simple_fast(Reversed(&graph), nodes[exit]);
        let dominates = |header: BlockId, block: BlockId| {
            let mut above = dominators.dominators(nodes[block]).into_iter().flatten();
            above.any(|node| node == nodes[header])
        };
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (block, next) in successors.iter().enumerate() {
            next.iter().for_each(|next| predecessors[*next].push(block));
        }
        let mut loops: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
        let mut is_reducible = true;
        for (latch, header) in back_edges(&successors) {
            if !dominates(header, latch) {
                is_reducible = false;
                continue;
            }
            let body = loops
                .entry(header)
                .or_insert_with(|| BTreeSet::from([header]));
            let mut work = vec![latch];
            while let Some(block) = work.pop() {
                if body.insert(block) {
                    work.extend(&predecessors[block]);
                }
            }
        }
        Graph {
            exit,
            successors,
            postdominators,
            loops,
            is_reducible,
        }
    }

    /// The immediate postdominator; `None` for a block from which the program never ends.
    pub(crate) fn postdominator(&self, block: BlockId) -> Option<BlockId> {
        let node = self
            .postdominators
            .immediate_dominator(NodeIndex::new(block));
        node.map(NodeIndex::index)
    }

    /// Where control goes on behind a loop.
    pub(crate) fn exit_of(&self, header: BlockId) -> Option<BlockId> {
        let body = &self.loops[&header];
        let mut block = header;
        while let Some(next) = self.postdominator(block) {
            if !body.contains(&next) {
                return Some(next);
            }
            block = next;
        }
        None
    }

    /// The blocks on the ways from one that do not pass another.
    pub(crate) fn before(&self, from: BlockId, end: Option<BlockId>) -> BTreeSet<BlockId> {
        let mut found = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            for next in &self.successors[block] {
                if Some(*next) != end && found.insert(*next) {
                    work.push(*next);
                }
            }
        }
        found
    }
}

/// The edges to a block from which a search from the first one came: `(from, to)`.
fn back_edges(successors: &[Vec<BlockId>]) -> Vec<(BlockId, BlockId)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; successors.len()];
    let mut edges = Vec::new();
    let mut stack = vec![(0, 0)];
    states[0] = State::Open;
    while let Some((block, next)) = stack.last_mut() {
        let Some(&to) = successors[*block].get(*next) else {
            states[*block] = State::Done;
            stack.pop();
            continue;
        };
        *next += 1;
        match states[to] {
            State::New => {
                states[to] = State::Open;
                stack.push((to, 0));
            }
            State::Open => edges.push((*block, to)),
            State::Done => {}
        }
    }
    edges
}

/// What registers are live at the start of each block and, last, at the end of the program.
pub(crate) fn live(code: &Code, outputs: &BTreeSet<Place>) -> Vec<BTreeSet<Place>> {
    let places = |roots: Vec<Symbol>| {
        let numbers = given_in(&code.symbols, roots);
        let places = numbers.into_iter();
        let places = places.filter_map(|number| code.given.get_index(number as usize).copied());
        places.collect::<Vec<_>>()
    };
    let exit = code.blocks.len();
    let conditions: Vec<Vec<Place>> = code
        .blocks
        .iter()
        .map(|block| places(conditions(block).flat_map(operands).collect()))
        .collect();
    let mut live = vec![BTreeSet::new(); exit + 1];
    live[exit] = outputs.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in code.blocks.iter().enumerate().rev() {
            let mut next = code.successors(id);
            if next.is_empty() {
                next.push(exit);
            }
            let after: BTreeSet<Place> =
                next.iter().flat_map(|next| &live[*next]).copied().collect();
            let wanted = after
                .iter()
                .filter_map(|place| block.writes.get(place).copied());
            let mut here: BTreeSet<Place> = places(wanted.collect()).into_iter().collect();
            here.extend(
                after
                    .iter()
                    .filter(|place| !block.writes.contains_key(*place)),
            );
            here.extend(&conditions[id]);
            changed |= live[id] != here;
            live[id] = here;
        }
    }
    live
}

/// All that a block decides by.
pub(crate) fn conditions(block: &Block) -> impl Iterator<Item = &Condition> {
    let branch = match &block.end {
        End::Branch(condition, ..) => Some(condition),
        _ => None,
    };
    block.discards.iter().chain(branch)
}

pub(crate) fn operands(condition: &Condition) -> Vec<Symbol> {
    let of = |term: &Term| match term.decision {
        Decision::Compare(_, a, b) => vec![a, b],
        Decision::Holds(number) => vec![number],
    };
    condition.terms.iter().flat_map(of).collect()
}
