//! Raises the bound of a small block by exhausting what shorter programs could be.
//!
//! The search knows the units, the operation code that both accumulators share, and latencies. It leaves out
//! what the network, ports and registers forbid, so what does not fit here fits nowhere; that something
//! fits here says nothing. Rows are filled from the first. No row is left with room for an operation that is
//! ready, because an operation of one row that comes later can always come earlier instead; functions,
//! which take more than one row, may wait.

use crate::gp::code::{Block, From, Function, NodeOp};
use crate::gp::isa::TEMPORARY_LATENCY;
use std::collections::HashSet;

/// Operations of the largest block that is searched.
const LARGEST: usize = 128;
/// Rows above a function's first that it takes units in.
const AHEAD: usize = 4;

/// A bound no less than a known one, and no more than `most`. Each way to
/// fill a row takes from `steps`.
pub(super) fn raise(
    block: &Block,
    starts: &[u32],
    heights: &[u32],
    bound: u32,
    most: u32,
    steps: &mut u32,
) -> u32 {
    if block.nodes.len() > LARGEST || *steps == 0 {
        return bound;
    }
    let mut length = bound;
    while length < most {
        let search = Search::new(block, starts, heights, length);
        match search.and_then(|search| search.run(steps)) {
            // Nothing fits, not even the longest chain.
            Some(false) => length += 1,
            Some(true) | None => break,
        }
    }
    length
}

/// Units that a row has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Room {
    multipliers: u8,
    complex: bool,
    pass: bool,
}

const EMPTY: Room = Room {
    multipliers: 2,
    complex: true,
    pass: true,
};

/// The state before a row.
#[derive(Clone)]
struct State {
    row: u32,
    placed: u128,
    /// The first row in which each result can be read; for what is placed.
    readable: Vec<u32>,
    rooms: [Room; AHEAD],
}

struct Search<'a> {
    block: &'a Block,
    length: u32,
    /// The last row in which each operation can begin.
    latest: Vec<u32>,
    /// Operations with the same number are as good as one another.
    classes: Vec<usize>,
    /// States from which nothing fits: row, what is placed, when it can be read, units.
    failed: HashSet<(u32, u128, Vec<u32>, [Room; AHEAD])>,
}

impl<'a> Search<'a> {
    /// `None` if an operation alone needs more rows than there are, which a bound never says.
    fn new(block: &'a Block, starts: &[u32], heights: &[u32], length: u32) -> Option<Search<'a>> {
        let latest: Option<Vec<u32>> = heights.iter().map(|h| length.checked_sub(*h)).collect();
        let latest = latest?;
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); block.nodes.len()];
        for (index, node) in block.nodes.iter().enumerate() {
            for id in node.reads.iter().filter_map(|read| read.from.node()) {
                readers[id as usize].push(index);
            }
        }
        let mut classes: Vec<usize> = Vec::with_capacity(block.nodes.len());
        for index in 0..block.nodes.len() {
            let alike = |other: &usize| {
                block.nodes[*other].op == block.nodes[index].op
                    && latest[*other] == latest[index]
                    && starts[*other] == starts[index]
                    && readers[*other] == readers[index]
            };
            classes.push((0..index).find(alike).unwrap_or(index));
        }
        Some(Search {
            block,
            length,
            latest,
            classes,
            failed: HashSet::new(),
        })
    }

    /// Whether everything fits; `None` if there are no steps left.
    fn run(mut self, steps: &mut u32) -> Option<bool> {
        let state = State {
            row: 0,
            placed: 0,
            readable: vec![u32::MAX; self.block.nodes.len()],
            rooms: [EMPTY; AHEAD],
        };
        self.fits(state, steps)
    }

    fn fits(&mut self, mut state: State, steps: &mut u32) -> Option<bool> {
        let all = self.block.nodes.len() as u32;
        let ready = self.ready(&mut state);
        if state.placed.count_ones() == all {
            return Some(true);
        }
        *steps = steps.checked_sub(1)?;
        if !self.is_possible(&state) {
            return Some(false);
        }
        let waiting: Vec<u32> = state
            .readable
            .iter()
            .filter(|row| **row != u32::MAX)
            .map(|row| row.saturating_sub(state.row))
            .collect();
        let key = (state.row, state.placed, waiting, state.rooms);
        if self.failed.contains(&key) {
            return Some(false);
        }
        let choices = self.choices(&state, &ready);
        *steps = steps.checked_sub(choices.len() as u32)?;
        for choice in choices {
            let mut next = state.clone();
            for id in choice {
                self.begin(&mut next, id);
            }
            next.row += 1;
            next.rooms.rotate_left(1);
            next.rooms[AHEAD - 1] = EMPTY;
            if self.fits(next, steps)? {
                return Some(true);
            }
        }
        self.failed.insert(key);
        Some(false)
    }

    /// Operations that may begin in a row; copies, which any unit makes, begin at once.
    fn ready(&self, state: &mut State) -> Vec<usize> {
        let mut ready = Vec::new();
        for (index, node) in self.block.nodes.iter().enumerate() {
            if state.placed >> index & 1 != 0 || self.earliest(state, index) > state.row {
                continue;
            }
            match node.op {
                NodeOp::Move => self.begin(state, index),
                _ => ready.push(index),
            }
        }
        ready.sort_by_key(|index| (self.latest[*index], *index));
        ready
    }

    /// The first row in which an operation could begin; `u32::MAX` while something it reads has no place.
    fn earliest(&self, state: &State, index: usize) -> u32 {
        let reads = self.block.nodes[index].reads.iter();
        let rows = reads.filter_map(|read| {
            let row = state.readable[read.from.node()? as usize];
            Some(match read.from {
                From::Spilled(..) => row.saturating_add(TEMPORARY_LATENCY as u32 - 1),
                _ => row,
            })
        });
        rows.max().unwrap_or(0)
    }

    /// Places an operation in the row.
    fn begin(&self, state: &mut State, index: usize) {
        let op = self.block.nodes[index].op;
        state.placed |= 1 << index;
        state.readable[index] = state.row + op.latency();
        let rooms = &mut state.rooms;
        match op {
            NodeOp::Acc(_) | NodeOp::Move => {}
            NodeOp::Mul(_) => rooms[0].multipliers -= 1,
            NodeOp::Select => rooms[0].multipliers -= 2,
            NodeOp::SetAddress => rooms[0].complex = false,
            NodeOp::Function(function) => {
                let first = usize::from(function == Function::Exp2);
                rooms[first].multipliers -= 1;
                rooms[first].complex = false;
                rooms[first + 1].multipliers -= 2;
                match function {
                    Function::Exp2 => rooms[0].pass = false,
                    Function::Log2 => rooms[3].pass = false,
                    Function::Rcp | Function::Rsqrt => {}
                }
            }
        }
    }

    /// Whether the units of the rows have room for an operation that is ready.
    fn has_room(state: &State, op: NodeOp) -> bool {
        let rooms = &state.rooms;
        match op {
            NodeOp::Acc(_) | NodeOp::Move => true,
            NodeOp::Mul(_) => rooms[0].multipliers >= 1,
            NodeOp::Select => rooms[0].multipliers >= 2,
            NodeOp::SetAddress => rooms[0].complex,
            NodeOp::Function(function) => {
                let first = usize::from(function == Function::Exp2);
                rooms[first].multipliers >= 1
                    && rooms[first].complex
                    && rooms[first + 1].multipliers >= 2
                    && match function {
                        Function::Exp2 => rooms[0].pass,
                        Function::Log2 => rooms[3].pass,
                        Function::Rcp | Function::Rsqrt => true,
                    }
            }
        }
    }

    /// Whether every operation without a place still can come in time, as far as chains and the number of
    /// operations for the same units tell.
    fn is_possible(&self, state: &State) -> bool {
        let rows = (self.length - state.row.min(self.length)) as usize;
        let mut multipliers = vec![0u32; rows + 1];
        let mut accumulators = vec![0u32; rows + 1];
        let mut earliest = state.readable.clone();
        for (index, node) in self.block.nodes.iter().enumerate() {
            if state.placed >> index & 1 != 0 {
                continue;
            }
            let reads = node.reads.iter().filter_map(|read| read.from.node());
            let read = reads.map(|id| earliest[id as usize]).max().unwrap_or(0);
            let row = read.max(state.row);
            if row > self.latest[index] {
                return false;
            }
            earliest[index] = row + node.op.latency();
            let room = (self.latest[index] - state.row) as usize;
            match node.op {
                NodeOp::Acc(_) => accumulators[room] += 1,
                NodeOp::Mul(_) => multipliers[room] += 1,
                NodeOp::Select => multipliers[room] += 2,
                NodeOp::Function(function) => {
                    let first = room + usize::from(function == Function::Exp2);
                    multipliers[first.min(rows)] += 1;
                    multipliers[(first + 1).min(rows)] += 2;
                }
                NodeOp::SetAddress | NodeOp::Move => {}
            }
        }
        let taken = |room: &Room| 2 - u32::from(room.multipliers);
        let (mut needed, mut sums) = (0, 0);
        for row in 0..rows {
            needed += multipliers[row] + state.rooms.get(row).map_or(0, taken);
            sums += accumulators[row];
            let units = 2 * (row as u32 + 1);
            if needed > units || sums > units {
                return false;
            }
        }
        true
    }

    /// What may begin in a row: pairs for the accumulators, and what the multipliers and the complex unit do.
    fn choices(&self, state: &State, ready: &[usize]) -> Vec<Vec<usize>> {
        let mut codes: Vec<NodeOp> = Vec::new();
        for index in ready {
            let op = self.block.nodes[*index].op;
            if matches!(op, NodeOp::Acc(_)) && !codes.contains(&op) {
                codes.push(op);
            }
        }
        let of = |wanted: NodeOp| -> Vec<usize> {
            let op = |index: &usize| self.block.nodes[*index].op;
            ready.iter().copied().filter(|i| op(i) == wanted).collect()
        };
        let mut sums: Vec<Vec<usize>> = Vec::new();
        for code in codes {
            sums.extend(self.subsets(&of(code), 2));
        }
        if sums.is_empty() {
            sums.push(Vec::new());
        }
        let is_other = |index: &usize| !matches!(self.block.nodes[*index].op, NodeOp::Acc(_));
        let others: Vec<usize> = ready.iter().copied().filter(is_other).collect();
        let mut rest = Vec::new();
        self.fill(state.clone(), &others, Vec::new(), &mut rest);
        let pairs = |other: &Vec<usize>| -> Vec<Vec<usize>> {
            let join = |sum: &Vec<usize>| sum.iter().chain(other).copied().collect();
            sums.iter().map(join).collect()
        };
        rest.iter().flat_map(pairs).collect()
    }

    /// Every way to fill a row with operations for multipliers and the complex unit, in their order, so that
    /// none that takes one row only is left out in vain.
    fn fill(
        &self,
        state: State,
        others: &[usize],
        chosen: Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let Some((&index, later)) = others.split_first() else {
            let single = |op: NodeOp| matches!(op, NodeOp::Mul(_) | NodeOp::Select);
            let all = (0..self.block.nodes.len()).filter(|i| state.placed >> i & 1 == 0);
            let mut left = all.filter(|i| self.earliest(&state, *i) <= state.row);
            let fits = |i: usize| {
                let op = self.block.nodes[i].op;
                single(op) && Self::has_room(&state, op)
            };
            if !left.any(fits) {
                found.push(chosen);
            }
            return;
        };
        if Self::has_room(&state, self.block.nodes[index].op) {
            let mut next = state.clone();
            self.begin(&mut next, index);
            let mut more = chosen.clone();
            more.push(index);
            self.fill(next, later, more, found);
        }
        // Of those that are alike the first goes first.
        let class = self.classes[index];
        let unlike: Vec<usize> = later
            .iter()
            .copied()
            .filter(|other| self.classes[*other] != class)
            .collect();
        self.fill(state, &unlike, chosen, found);
    }

    /// Subsets of so many operations, or all if there are no more.
    fn subsets(&self, all: &[usize], count: usize) -> Vec<Vec<usize>> {
        if all.len() <= count {
            return vec![all.to_vec()];
        }
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut known: HashSet<(usize, usize)> = HashSet::new();
        for (number, a) in all.iter().enumerate() {
            for b in &all[number + 1..] {
                if known.insert((self.classes[*a], self.classes[*b])) {
                    found.push(vec![*a, *b]);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::raise;
    use crate::gp::code::{Block, End, From, Node, NodeOp, Place, Read};
    use crate::gp::isa::acc;
    use crate::gp::schedule::backward::priorities::starts as first_instructions;
    use crate::gp::schedule::lower_bound::bound;
    use crate::gp::schedule::{Task, heights};
    use retroshade_diagnostics::Span;
    use smallvec::smallvec;
    use std::collections::BTreeSet;

    /// Independent sums, each of an attribute and stored.
    fn sums(codes: &[u16]) -> Block {
        let node = |(code, lane): (&u16, u8)| Node {
            op: NodeOp::Acc(*code),
            reads: smallvec![Read::of(From::Attribute(0, lane)); 2],
            stores: smallvec![Place::Output(0, lane)],
            span: Span::NONE,
        };
        Block {
            nodes: codes.iter().zip(0..).map(node).collect(),
            end: End::Next,
        }
    }

    fn bounds(block: &Block, most: u32, mut steps: u32) -> (u32, u32) {
        let reserved = BTreeSet::new();
        let task = Task {
            block,
            reserved: &reserved,
            lowest: (2, 3),
        };
        let heights = heights(block);
        let starts = first_instructions(block);
        let bound = bound(&task, &starts, &heights);
        let raised = raise(block, &starts, &heights, bound, most, &mut steps);
        (bound, raised)
    }

    #[test]
    fn accumulators_share_their_operation() {
        // Two units for four operations, but never two different ones.
        let block = sums(&[acc::ADD, acc::MIN, acc::MAX, acc::GE]);
        assert_eq!(bounds(&block, 9, 1000), (2, 4));
        // Equal ones go together.
        let block = sums(&[acc::ADD, acc::MIN, acc::ADD, acc::MIN]);
        assert_eq!(bounds(&block, 9, 1000), (2, 2));
    }

    #[test]
    fn nothing_is_claimed_beyond_what_was_searched() {
        let block = sums(&[acc::ADD, acc::MIN, acc::MAX, acc::GE]);
        assert_eq!(bounds(&block, 3, 1000), (2, 3));
        assert_eq!(bounds(&block, 9, 0), (2, 2));
    }
}
