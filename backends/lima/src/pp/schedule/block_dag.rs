//! The dependence graph of a block with heights, cells and demands: computed once, shared by every attempt.

use super::choice::{read_stage, units};
use super::graph::{Origins, Why, dependences, origins};
use super::word::stage;
use crate::pp::code::{Address, Block, Cell, Code, Condition, End, Kind, Node, Operand, Operation};
use crate::pp::isa::Unit;
use retroshade_ir::entity;
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec, SecondaryMap};
use retroshade_kit::dependence::DependenceGraph;

entity! {
    /// A cell that a block names, numbered within the block.
    BlockCell, "c"
}

/// A block with what is known of it.
pub(super) struct BlockDag<'a> {
    pub(super) block: &'a Block,
    /// What the block's branch compares, as an operation.
    pub(super) comparison: Option<Operation>,
    /// What waits for what. The comparison that ends the block is the last node.
    pub(super) graph: DependenceGraph<Node, Why>,
    pub(super) origins: Origins,
    /// The earliest place of each operation if nothing but its operands mattered: instruction times
    /// eight plus stage.
    pub(super) depth: EntityVec<Node, u32>,
    /// The units that can do each operation, those that leave most room first.
    pub(super) units: EntityVec<Node, Vec<Unit>>,
    /// The cells that each operation reads, each once.
    pub(super) reads: EntityVec<Node, Vec<BlockCell>>,
    /// The cells that each operation writes.
    pub(super) writes: EntityVec<Node, Vec<BlockCell>>,
    /// Of each operation that is a lookup, the lanes of its result that live on after the block, as bits.
    pub(super) survives: EntityVec<Node, u8>,
    /// The number of cells that the block names.
    pub(super) cells: usize,
    /// Cells that are live when the block ends, those that its end reads included.
    pub(super) live: Vec<BlockCell>,
    /// For each operation how many lanes are live before it if nothing changes its place; one more
    /// for the end of the block.
    pub(super) pressure: Vec<i64>,
    /// No schedule has fewer instructions, because of chains of operations or the number of units.
    pub(super) bound: usize,
}

/// Numbers for the cells of a block.
struct Numbers<'a> {
    known: &'a mut SecondaryMap<Cell, Option<BlockCell>>,
    named: Vec<Cell>,
}

impl Numbers<'_> {
    fn of(&mut self, cell: Cell) -> BlockCell {
        *self.known[cell].get_or_insert_with(|| {
            self.named.push(cell);
            BlockCell::new(self.named.len() - 1)
        })
    }

    fn all(&mut self, cells: impl Iterator<Item = Cell>) -> Vec<BlockCell> {
        let mut numbers: Vec<BlockCell> = cells.map(|cell| self.of(cell)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The dag of every block. `leaving` are the cells that live on after each.
pub(super) fn dag<'a>(code: &'a Code, leaving: &[Vec<Cell>]) -> Vec<BlockDag<'a>> {
    let mut known = SecondaryMap::with_len(code.values.len() * 4);
    let blocks = code.blocks.iter().zip(leaving);
    blocks
        .map(|(block, leaving)| {
            let mut numbers = Numbers {
                known: &mut known,
                named: Vec::new(),
            };
            let dag = BlockDag::of(block, leaving, &mut numbers);
            for cell in numbers.named {
                known[cell] = None;
            }
            dag
        })
        .collect()
}

impl<'a> BlockDag<'a> {
    fn of(block: &'a Block, leaving: &[Cell], numbers: &mut Numbers<'_>) -> BlockDag<'a> {
        let comparison = block.comparison();
        let graph = dependences(block, comparison.as_ref());
        let live = numbers.all(leaving.iter().copied().chain(block.end_cells()));
        let kept = numbers.all(leaving.iter().copied());
        let mut dag = BlockDag {
            block,
            comparison,
            depth: EntityVec::new(),
            units: EntityVec::new(),
            reads: EntityVec::new(),
            writes: EntityVec::new(),
            survives: EntityVec::new(),
            cells: 0,
            live,
            pressure: Vec::new(),
            bound: 0,
            graph,
            origins: origins(block),
        };
        for operation in block.operations.values() {
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
        let order: Vec<Node> = block.operations.keys().collect();
        dag.pressure = dag.pressure_of(&order);
        dag.measure();
        dag
    }

    /// For each operation of the block how many others must be placed before it can be, if a block is
    /// filled from its end. The comparison at the end is placed from the start.
    pub(super) fn waiting(&self) -> EntityVec<Node, usize> {
        let end = self.block.comparison_node();
        let others = |node| self.graph.after(node).filter(|edge| edge.0 < end).count();
        self.block.operations.keys().map(others).collect()
    }

    /// An operation by its node, the comparison that ends the block included.
    pub(super) fn operation(&self, node: Node) -> &Operation {
        let comparison = self.comparison.as_ref();
        let comparison = comparison.filter(|_| node == self.block.comparison_node());
        comparison.unwrap_or_else(|| &self.block.operations[node])
    }

    /// True if an operation may not be in the last instruction: the program ends there, and an
    /// instruction that may branch cannot also stop.
    pub(super) fn must_not_be_last(&self, node: Node) -> bool {
        let kind = self.block.operations[node].kind;
        self.block.end == End::Stop
            && matches!(kind, Kind::Discard(condition) if condition != Condition::ALWAYS)
    }

    /// How many lanes are live before each operation of an order, and at the end.
    pub(super) fn pressure_of(&self, order: &[Node]) -> Vec<i64> {
        let mut live: EntitySet<BlockCell> = self.live.iter().copied().collect();
        let mut alive = self.live.len() as i64;
        let mut pressure = vec![alive];
        for node in order.iter().rev() {
            for cell in &self.writes[*node] {
                alive -= i64::from(live.remove(*cell));
            }
            for cell in &self.reads[*node] {
                alive += i64::from(live.insert(*cell));
            }
            pressure.push(alive);
        }
        pressure.reverse();
        pressure
    }

    /// Finds the earliest places and with them the length of the longest chain.
    fn measure(&mut self) {
        for (node, operation) in self.block.operations.iter() {
            let units = self.units[node].iter();
            let best = units.map(|&unit| self.earliest(node, operation, unit));
            let best = best.min().unwrap_or(0);
            self.depth.push(best);
        }
        let comparison = self.comparison.as_ref();
        let end = comparison.map(|comparison| {
            self.earliest(self.block.comparison_node(), comparison, Unit::Branch)
        });
        let longest = self.depth.values().copied().chain(end).max();
        let chain = longest.map_or(0, |depth| depth / stage::COUNT + 1);
        let all: Vec<Node> = self.block.operations.keys().collect();
        let words = chain.max(u32::from(self.block.end != End::Fall));
        let demand = self.demand(&all).into_iter().zip(GROUPS);
        let units = demand.map(|(count, group)| count.div_ceil(group.count_ones()));
        let words = words.max(units.max().unwrap_or(0));
        self.bound = words.max(self.fetched()) as usize;
    }

    /// The earliest place of an operation in a unit, once those before it have theirs.
    fn earliest(&self, node: Node, operation: &Operation, unit: Unit) -> u32 {
        let word = self.graph.before(node).map(|(first, why)| {
            let time = self.depth[first];
            let (word, done) = (time / stage::COUNT, time % stage::COUNT);
            let needed = match why {
                Why::Flow(number) => u32::from(read_stage(operation, unit, number)),
                Why::Memory => 0,
                Why::Anti(_) | Why::Output | Why::Order => stage::COUNT,
            };
            word + u32::from(done >= needed)
        });
        word.max().unwrap_or(0) * stage::COUNT + u32::from(unit.stage())
    }

    /// How many different vectors the load unit fetches: one for an instruction.
    fn fetched(&self) -> u32 {
        let args = self.block.operations.values().flat_map(|o| &o.args);
        let args = args.chain(self.block.end.args());
        let mut addresses: Vec<Address> = args.filter_map(Operand::address).collect();
        addresses.sort_unstable();
        addresses.dedup();
        addresses.len() as u32
    }

    /// True if operations may fit a number of instructions, and the units in `open` besides, as far as
    /// counts tell: of those that only certain units can do there may not be more than these
    /// have room for.
    pub(super) fn fits(&self, nodes: &[Node], words: u32, open: u32) -> bool {
        let mut demand = self.demand(nodes).into_iter().zip(GROUPS);
        demand
            .all(|(count, group)| count <= group.count_ones() * words + (group & open).count_ones())
    }

    /// How many operations only the units of each group can do.
    fn demand(&self, nodes: &[Node]) -> [u32; GROUPS.len()] {
        let mut counts = [0u32; GROUPS.len()];
        for node in nodes {
            let units = self.units[*node].iter();
            let mut able = units.fold(0, |mask, unit| mask | bit(*unit));
            if matches!(self.block.operations[*node].kind, Kind::Lookup(_)) {
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
