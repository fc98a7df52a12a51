//! The edges of a block's dependence graph: reads after writes, writes after reads, and order of memory.

use crate::pp::code::{Address, Block, Cell, Kind, Operand, Operation};

/// Why one operation comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The second reads what the first writes, by this operand.
    Flow(usize),
    /// The second writes what the first reads, by this operand.
    Anti(usize),
    /// Both write the same.
    Output,
    /// Memory: in another instruction.
    Memory,
    /// Not in a later instruction than the second.
    Order,
}

/// An edge as one of its ends sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The other end.
    pub(super) node: usize,
    pub(super) why: Why,
}

/// Something about each cell, by its number.
struct Cells<T>(Vec<T>);

impl<T: Clone + Default> Cells<T> {
    fn get(&self, cell: Cell) -> Option<&T> {
        self.0.get(cell.index())
    }

    fn slot(&mut self, cell: Cell) -> Option<&mut T> {
        if self.0.len() <= cell.index() {
            self.0.resize(cell.index() + 1, T::default());
        }
        self.0.get_mut(cell.index())
    }
}

/// The graph of a block. Nodes are operations by their position; the comparison that ends the block
/// comes after them all, as one more.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) before: Vec<Vec<Edge>>,
    pub(super) after: Vec<Vec<Edge>>,
    /// As [`origins`].
    pub(super) origins: Vec<Vec<Option<usize>>>,
}

/// For each operation of a block and each of its operands: the operation of the block that wrote all
/// its cells last, if it is one.
pub(crate) fn origins(block: &Block) -> Vec<Vec<Option<usize>>> {
    let mut writer: Cells<Option<usize>> = Cells(Vec::new());
    let mut origins = Vec::with_capacity(block.operations.len());
    for (node, operation) in block.operations.iter().enumerate() {
        let origin = |operand: &Operand| {
            let mut writers = operand
                .cells()
                .map(|cell| writer.get(cell).copied().flatten());
            let first = writers.next()??;
            writers.all(|other| other == Some(first)).then_some(first)
        };
        origins.push(operation.args.iter().map(origin).collect());
        for cell in &operation.dest {
            if let Some(writer) = writer.slot(*cell) {
                *writer = Some(node);
            }
        }
    }
    origins
}

impl Graph {
    fn add(&mut self, first: usize, second: usize, why: Why) {
        if first == second {
            return;
        }
        if let Some(list) = self.before.get_mut(second) {
            let known = list
                .iter()
                .any(|edge| edge.node == first && edge.why == why);
            if known {
                return;
            }
            list.push(Edge { node: first, why });
        }
        if let Some(list) = self.after.get_mut(first) {
            list.push(Edge { node: second, why });
        }
    }

    /// For each operation of the block how many others must be placed before it can be, if a block is
    /// filled from its end. The comparison at the end is placed from the start.
    pub(super) fn waiting(&self, block: &Block) -> Vec<usize> {
        let count = block.operations.len();
        let others = |edges: &Vec<Edge>| edges.iter().filter(|edge| edge.node < count).count();
        self.after.iter().take(count).map(others).collect()
    }

    /// The graph of a block with the comparison that ends it.
    pub(super) fn of(block: &Block, comparison: Option<&Operation>) -> Graph {
        let count = block.operations.len() + usize::from(comparison.is_some());
        let mut graph = Graph {
            before: vec![Vec::new(); count],
            after: vec![Vec::new(); count],
            origins: origins(block),
        };
        let mut writer: Cells<Option<usize>> = Cells(Vec::new());
        let mut readers: Cells<Vec<(usize, usize)>> = Cells(Vec::new());
        let mut loads: Vec<(usize, Address)> = Vec::new();
        let mut stores: Vec<(usize, Address)> = Vec::new();
        let mut quads: Vec<usize> = Vec::new();
        for (node, operation) in block.operations.iter().chain(comparison).enumerate() {
            for (number, cell) in operation.reads() {
                if let Some(Some(first)) = writer.get(cell) {
                    graph.add(*first, node, Why::Flow(number));
                }
                if let Some(readers) = readers.slot(cell) {
                    readers.push((node, number));
                }
            }
            for cell in &operation.dest {
                let before = readers.slot(*cell).map(std::mem::take);
                for (reader, number) in before.unwrap_or_default() {
                    graph.add(reader, node, Why::Anti(number));
                }
                if let Some(first) = writer.slot(*cell).and_then(|held| held.replace(node)) {
                    graph.add(first, node, Why::Output);
                }
            }
            graph.memory(node, operation, &mut loads, &mut stores);
            if operation.is_quad() {
                quads.push(node);
            }
            if node < block.operations.len()
                && let Kind::Discard(_) = operation.kind
            {
                for quad in &quads {
                    graph.add(*quad, node, Why::Order);
                }
            }
        }
        graph
    }

    fn memory(
        &mut self,
        node: usize,
        operation: &Operation,
        loads: &mut Vec<(usize, Address)>,
        stores: &mut Vec<(usize, Address)>,
    ) {
        for operand in &operation.args {
            if let Some(address) = operand.address().filter(|address| address.temporary) {
                for (store, other) in stores.iter() {
                    if address.may_alias(other) {
                        self.add(*store, node, Why::Memory);
                    }
                }
                loads.push((node, address));
            }
        }
        if let Kind::Store(address) | Kind::StoreLane(address, _) = operation.kind {
            for (load, other) in loads.iter() {
                if address.may_alias(other) {
                    self.add(*load, node, Why::Order);
                }
            }
            for (store, other) in stores.iter() {
                if address.may_alias(other) {
                    self.add(*store, node, Why::Memory);
                }
            }
            stores.push((node, address));
        }
    }
}
