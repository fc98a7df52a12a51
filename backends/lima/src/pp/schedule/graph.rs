//! The edges of a block's dependence graph: reads after writes, writes after reads, and order of memory.

use crate::pp::code::{Access, Address, Block, Cell, Kind, Node, Operand, Operation};
use retroshade_ir::entity::{EntityVec, SecondaryMap};
use retroshade_kit::dependence::DependenceGraph;

/// Why an operation comes before another.
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

/// The operation of a block that writes all cells of an operand, for each operand of each operation.
pub(crate) type Origins = EntityVec<Node, Vec<Option<Node>>>;

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

/// The graph of a block with the comparison that ends it, which is the last node.
pub(super) fn dependences(
    block: &Block,
    comparison: Option<&Operation>,
) -> DependenceGraph<Node, Why> {
    let count = block.operations.len() + usize::from(comparison.is_some());
    let mut edges = Edges(Vec::new());
    let mut writer: SecondaryMap<Cell, Option<Node>> = SecondaryMap::new();
    let mut readers: SecondaryMap<Cell, Vec<(Node, Access)>> = SecondaryMap::new();
    let mut loads: Vec<(Node, Address)> = Vec::new();
    let mut stores: Vec<(Node, Address)> = Vec::new();
    let mut quads: Vec<Node> = Vec::new();
    let end = comparison.map(|comparison| (block.comparison_node(), comparison));
    for (node, operation) in block.operations.iter().chain(end) {
        for (access, cell) in operation.reads() {
            if let Some(first) = writer[cell] {
                edges.add(first, node, Why::Flow(access));
            }
            readers[cell].push((node, access));
        }
        for cell in &operation.dest {
            for (reader, access) in std::mem::take(&mut readers[*cell]) {
                edges.add(reader, node, Why::Anti(access));
            }
            if let Some(first) = writer[*cell].replace(node) {
                edges.add(first, node, Why::Output);
            }
        }
        edges.memory(node, operation, &mut loads, &mut stores);
        if operation.is_quad() {
            quads.push(node);
        }
        if node < block.comparison_node()
            && let Kind::Discard(_) = operation.kind
        {
            for quad in &quads {
                edges.add(*quad, node, Why::Order);
            }
        }
    }
    DependenceGraph::of(count, edges.0)
}

/// Edges of a block, those to one operation behind each other.
struct Edges(Vec<(Node, Node, Why)>);

impl Edges {
    /// Adds an edge, unless it is there already.
    fn add(&mut self, first: Node, second: Node, why: Why) {
        let edge = (first, second, why);
        let mut to_same = self.0.iter().rev().take_while(|edge| edge.1 == second);
        if first != second && to_same.all(|other| *other != edge) {
            self.0.push(edge);
        }
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
