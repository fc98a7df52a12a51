//! The dependence graph of a block with heights, cells and demands: computed once, shared by every attempt.

use super::choice::{read_stage, units};
use super::graph::{Edge, Graph, Why};
use super::word::{stage, stage_of};
use crate::pp::code::{Address, Block, Cell, Code, Condition, End, Kind, Operand, Operation};
use crate::pp::isa::Unit;

/// A block with what is known of it.
pub(super) struct BlockDag<'a> {
    pub(super) block: &'a Block,
    /// What the block's branch compares, as an operation.
    pub(super) comparison: Option<Operation>,
    pub(super) graph: Graph,
    /// The earliest place of each operation if nothing but its operands mattered: instruction times
    /// eight plus stage.
    pub(super) depth: Vec<u32>,
    /// The units that can do each operation, those that leave most room first.
    pub(super) units: Vec<Vec<Unit>>,
    /// The cells that each operation reads, each once, numbered within the block.
    pub(super) reads: Vec<Vec<u32>>,
    /// The cells that each operation writes.
    pub(super) writes: Vec<Vec<u32>>,
    /// Of each operation that is a lookup, the lanes of its result that live on after the block, as bits.
    pub(super) survives: Vec<u8>,
    /// How many cells the block names.
    pub(super) cells: usize,
    /// Cells that are live when the block ends, those that its end reads included.
    pub(super) live: Vec<u32>,
    /// For each operation how many lanes are live before it if nothing changes its place; one more
    /// for the end of the block.
    pub(super) pressure: Vec<i64>,
    /// No schedule has fewer instructions, because of chains of operations or the number of units.
    pub(super) bound: usize,
}

/// Numbers for the cells of a block.
struct Numbers<'a> {
    /// The number of each cell of the code, by [`Cell::index`]; `u32::MAX` for those without.
    known: &'a mut [u32],
    named: Vec<usize>,
}

impl Numbers<'_> {
    fn of(&mut self, cell: Cell) -> u32 {
        match self.known.get_mut(cell.index()) {
            Some(number) => {
                if *number == u32::MAX {
                    *number = self.named.len() as u32;
                    self.named.push(cell.index());
                }
                *number
            }
            None => 0,
        }
    }

    fn all(&mut self, cells: impl Iterator<Item = Cell>) -> Vec<u32> {
        let mut numbers: Vec<u32> = cells.map(|cell| self.of(cell)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The dag of every block. `leaving` are the cells that live on after each.
pub(super) fn dag<'a>(code: &'a Code, leaving: &[Vec<Cell>]) -> Vec<BlockDag<'a>> {
    let mut known = vec![u32::MAX; code.values.len() * 4];
    let none = Vec::new();
    let blocks = code.blocks.iter().enumerate();
    blocks
        .map(|(index, block)| {
            let mut numbers = Numbers {
                known: &mut known,
                named: Vec::new(),
            };
            let dag = BlockDag::of(block, leaving.get(index).unwrap_or(&none), &mut numbers);
            for index in numbers.named {
                if let Some(number) = known.get_mut(index) {
                    *number = u32::MAX;
                }
            }
            dag
        })
        .collect()
}

impl<'a> BlockDag<'a> {
    fn of(block: &'a Block, leaving: &[Cell], numbers: &mut Numbers<'_>) -> BlockDag<'a> {
        let comparison = block.comparison();
        let graph = Graph::of(block, comparison.as_ref());
        let live = numbers.all(leaving.iter().copied().chain(block.end_cells()));
        let kept = numbers.all(leaving.iter().copied());
        let mut dag = BlockDag {
            block,
            comparison,
            depth: Vec::new(),
            units: Vec::new(),
            reads: Vec::new(),
            writes: Vec::new(),
            survives: Vec::new(),
            cells: 0,
            live,
            pressure: Vec::new(),
            bound: 0,
            graph,
        };
        for operation in &block.operations {
            let writes = numbers.all(operation.dest.iter().copied());
            let survives = match operation.kind {
                Kind::Lookup(_) => lanes_of(operation, |cell| {
                    kept.binary_search(&numbers.of(cell)).is_ok()
                }),
                _ => 0,
            };
            let reads = numbers.all(operation.reads().map(|(_, cell)| cell));
            dag.units.push(units(operation, operation.dest.len()));
            dag.survives.push(survives);
            dag.reads.push(reads);
            dag.writes.push(writes);
        }
        dag.cells = numbers.named.len();
        dag.pressure = dag.pressure_of((0..block.operations.len()).collect());
        dag.measure();
        dag
    }

    /// An operation by its node, the comparison that ends the block included.
    pub(super) fn operation(&self, node: usize) -> Option<&Operation> {
        let operations = &self.block.operations;
        match node == operations.len() {
            true => self.comparison.as_ref(),
            false => operations.get(node),
        }
    }

    /// Whether an operation may not be in the last instruction: the program ends there, and an
    /// instruction that may branch cannot also stop.
    pub(super) fn must_not_be_last(&self, node: usize) -> bool {
        let operation = self.block.operations.get(node);
        let branches = operation.is_some_and(|operation| {
            matches!(operation.kind, Kind::Discard(condition) if condition != Condition::ALWAYS)
        });
        branches && self.block.end == End::Stop
    }

    /// How many lanes are live before each operation of an order, and at the end.
    pub(super) fn pressure_of(&self, order: Vec<usize>) -> Vec<i64> {
        let mut live = vec![false; self.cells];
        for cell in &self.live {
            if let Some(live) = live.get_mut(*cell as usize) {
                *live = true;
            }
        }
        let mut alive = self.live.len() as i64;
        let mut pressure = vec![alive];
        for node in order.into_iter().rev() {
            for (cells, state) in [(&self.writes, false), (&self.reads, true)] {
                for cell in cells.get(node).into_iter().flatten() {
                    let Some(live) = live.get_mut(*cell as usize) else {
                        continue;
                    };
                    alive += i64::from(state) - i64::from(*live);
                    *live = state;
                }
            }
            pressure.push(alive);
        }
        pressure.reverse();
        pressure
    }

    /// Finds the earliest places and with them the length of the longest chain.
    fn measure(&mut self) {
        for (node, operation) in self.block.operations.iter().enumerate() {
            let units = self.units.get(node).map_or(&[][..], Vec::as_slice);
            let best = units
                .iter()
                .map(|&unit| self.earliest(node, operation, unit));
            let best = best.min().unwrap_or(0);
            self.depth.push(best);
        }
        let end = self
            .comparison
            .as_ref()
            .map(|comparison| self.earliest(self.block.operations.len(), comparison, Unit::Branch));
        let longest = self.depth.iter().copied().chain(end).max();
        let chain = longest.map_or(0, |depth| depth / stage::COUNT + 1);
        let all: Vec<usize> = (0..self.block.operations.len()).collect();
        let words = chain.max(u32::from(self.block.end != End::Fall));
        let demand = self.demand(&all).into_iter().zip(GROUPS);
        let units = demand.map(|(count, group)| count.div_ceil(group.count_ones()));
        let words = words.max(units.max().unwrap_or(0));
        self.bound = words.max(self.fetched()) as usize;
    }

    /// The earliest place of an operation in a unit, once those before it have theirs.
    fn earliest(&self, node: usize, operation: &Operation, unit: Unit) -> u32 {
        let before = self.graph.before.get(node).into_iter().flatten();
        let word = before.map(|edge: &Edge| {
            let time = self.depth.get(edge.node).copied().unwrap_or(0);
            let (word, done) = (time / stage::COUNT, time % stage::COUNT);
            let needed = match edge.why {
                Why::Flow(number) => u32::from(read_stage(operation, unit, number)),
                Why::Memory => 0,
                Why::Anti(_) | Why::Output | Why::Order => stage::COUNT,
            };
            word + u32::from(done >= needed)
        });
        word.max().unwrap_or(0) * stage::COUNT + u32::from(stage_of(unit))
    }

    /// How many different vectors the load unit fetches: one for an instruction.
    fn fetched(&self) -> u32 {
        let args = self.block.operations.iter().flat_map(|o| &o.args);
        let args = args.chain(self.block.end.args());
        let mut addresses: Vec<Address> = args.filter_map(Operand::address).collect();
        addresses.sort_unstable();
        addresses.dedup();
        addresses.len() as u32
    }

    /// Whether operations may fit a number of instructions, and the units in `open` besides, as far as
    /// counts tell: of those that only certain units can do there may not be more than these
    /// have room for.
    pub(super) fn fits(&self, nodes: &[usize], words: u32, open: u32) -> bool {
        let mut demand = self.demand(nodes).into_iter().zip(GROUPS);
        demand
            .all(|(count, group)| count <= group.count_ones() * words + (group & open).count_ones())
    }

    /// How many operations only the units of each group can do.
    fn demand(&self, nodes: &[usize]) -> [u32; GROUPS.len()] {
        let mut counts = [0u32; GROUPS.len()];
        for node in nodes {
            let units = self.units.get(*node).map_or(&[][..], Vec::as_slice);
            let mut able = units.iter().fold(0, |mask, unit| mask | bit(*unit));
            let operation = self.block.operations.get(*node);
            if operation.is_some_and(|o| matches!(o.kind, Kind::Lookup(_))) {
                // Its coordinate comes through the varying unit, as inputs do.
                able = bit(Unit::Varying);
            }
            for (count, group) in counts.iter_mut().zip(GROUPS) {
                *count += u32::from(able & !group == 0);
            }
        }
        counts
    }
}

/// The lanes of an operation's result of which something holds, as bits.
pub(super) fn lanes_of(operation: &Operation, mut holds: impl FnMut(Cell) -> bool) -> u8 {
    let lanes = operation.dest.iter().enumerate();
    lanes.fold(0, |lanes, (lane, cell)| {
        lanes | u8::from(holds(*cell)) << lane
    })
}

/// A unit as a bit.
const fn bit(unit: Unit) -> u32 {
    1 << unit as u32
}

const MULTIPLIERS: u32 = bit(Unit::VectorMul) | bit(Unit::ScalarMul);
const ADDERS: u32 = bit(Unit::VectorAdd) | bit(Unit::ScalarAdd);
const VECTORS: u32 = bit(Unit::VectorMul) | bit(Unit::VectorAdd);

/// Units that are counted together, as bits.
const GROUPS: [u32; 12] = [
    bit(Unit::Varying),
    bit(Unit::Store),
    bit(Unit::Combine),
    bit(Unit::VectorMul),
    bit(Unit::VectorAdd),
    VECTORS,
    MULTIPLIERS,
    ADDERS,
    bit(Unit::VectorMul) | bit(Unit::Combine),
    VECTORS | bit(Unit::Combine),
    MULTIPLIERS | ADDERS,
    MULTIPLIERS | ADDERS | bit(Unit::Combine),
];
