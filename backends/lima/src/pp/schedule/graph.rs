//! The edges of a block's dependence graph: reads after writes, writes after reads, and order of memory.

use crate::pp::code::{Access, Address, Block, Cell, Kind, Node, Operand, Operation};
use retroshade_ir::entity::{EntityVec, SecondaryMap};

/// Why one operation comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The second reads what the first writes.
    Flow(Access),
    /// The second writes what the first reads.
    Anti(Access),
    /// Both write the same.
    Output,
    /// Memory: in another instruction.
    Memory,
    /// Not in a later instruction than the second.
    Order,
}

/// An edge as one of its ends sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The other end.
    pub(super) node: Node,
    pub(super) why: Why,
}

/// The operation of a block that writes all cells of an operand, for each operand of each operation.
pub(crate) type Origins = EntityVec<Node, Vec<Option<Node>>>;

/// The graph of a block. The comparison that ends the block is the last node.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) before: EntityVec<Node, Vec<Edge>>,
    pub(super) after: EntityVec<Node, Vec<Edge>>,
    /// As [`origins`].
    pub(super) origins: Origins,
}

/// For each operation of a block and each of its operands: the operation of the block that wrote all
/// its cells last, if it is one.
pub(crate) fn origins(block: &Block) -> Origins {
    let mut writer: SecondaryMap<Cell, Option<Node>> = SecondaryMap::new();
    let mut origins = Origins::new();
    for (node, operation) in block.operations.iter() {
        let origin = |operand: &Operand| {
            let mut writers = operand.cells().map(|cell| writer[cell]);
            let first = writers.next()??;
            writers.all(|other| other == Some(first)).then_some(first)
        };
        origins.push(operation.args.iter().map(origin).collect());
        for cell in &operation.dest {
            writer[*cell] = Some(node);
        }
    }
    origins
}

impl Graph {
    fn add(&mut self, first: Node, second: Node, why: Why) {
        let edge = Edge { node: first, why };
        if first != second && !self.before[second].contains(&edge) {
            self.before[second].push(edge);
            self.after[first].push(Edge { node: second, why });
        }
    }

    /// For each operation of the block how many others must be placed before it can be, if a block is
    /// filled from its end. The comparison at the end is placed from the start.
    pub(super) fn waiting(&self, block: &Block) -> EntityVec<Node, usize> {
        let end = block.comparison_node();
        let others = |node| {
            let edges = self.after[node].iter();
            edges.filter(|edge| edge.node < end).count()
        };
        block.operations.keys().map(others).collect()
    }

    /// The graph of a block with the comparison that ends it.
    pub(super) fn of(block: &Block, comparison: Option<&Operation>) -> Graph {
        let count = block.operations.len() + usize::from(comparison.is_some());
        let mut graph = Graph {
            before: EntityVec::filled(Vec::new(), count),
            after: EntityVec::filled(Vec::new(), count),
            origins: origins(block),
        };
        let mut writer: SecondaryMap<Cell, Option<Node>> = SecondaryMap::new();
        let mut readers: SecondaryMap<Cell, Vec<(Node, Access)>> = SecondaryMap::new();
        let mut loads: Vec<(Node, Address)> = Vec::new();
        let mut stores: Vec<(Node, Address)> = Vec::new();
        let mut quads: Vec<Node> = Vec::new();
        let end = comparison.map(|comparison| (block.comparison_node(), comparison));
        for (node, operation) in block.operations.iter().chain(end) {
            for (access, cell) in operation.reads() {
                if let Some(first) = writer[cell] {
                    graph.add(first, node, Why::Flow(access));
                }
                readers[cell].push((node, access));
            }
            for cell in &operation.dest {
                for (reader, access) in std::mem::take(&mut readers[*cell]) {
                    graph.add(reader, node, Why::Anti(access));
                }
                if let Some(first) = writer[*cell].replace(node) {
                    graph.add(first, node, Why::Output);
                }
            }
            graph.memory(node, operation, &mut loads, &mut stores);
            if operation.is_quad() {
                quads.push(node);
            }
            if node < block.comparison_node()
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
        node: Node,
        operation: &Operation,
        loads: &mut Vec<(Node, Address)>,
        stores: &mut Vec<(Node, Address)>,
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
