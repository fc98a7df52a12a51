//! The dependence graph of a block with the units and ports that its operations need, found once for all
//! attempts.

use super::Task;
use super::forward::{Cell, cell_of};
use crate::gp::code::{From, Function, Node, NodeId, NodeOp, Place, Read};
use crate::gp::isa::REGISTERS;
use retroshade_ir::entity;
use retroshade_ir::entity::EntityVec;
use std::collections::BTreeMap;

/// Kinds of units that operations compete for: multipliers, accumulators, complex, and all that hold
/// results.
pub(super) const KINDS: usize = 4;
pub(super) const UNITS: [u32; KINDS] = [2, 2, 1, 5];

entity! {
    /// A half of a store of a block.
    RootId, "s"
}

/// Both components of one half of a store, which belong together.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) stores: Vec<(Place, NodeId)>,
    /// The lowest row that may have it.
    pub(super) lowest: usize,
}

/// What an operation takes of a kind of units, and how many instructions come before it at least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub(super) kind: usize,
    pub(super) count: u8,
    pub(super) start: u32,
}

/// The dependence graph of a block.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: EntityVec<NodeId, Node>,
    pub(super) end: Option<Read>,
    pub(super) roots: EntityVec<RootId, Root>,
    /// The first instruction, counted from the start of the block, that can hold each result.
    pub(super) starts: EntityVec<NodeId, u32>,
    /// Readers and stores of each result.
    pub(super) uses: EntityVec<NodeId, u16>,
    /// Places of variables that the block stores to, in order.
    pub(super) cells: Vec<Cell>,
    /// Lanes that are not free for results.
    pub(super) reserved: [[bool; 4]; REGISTERS as usize],
    pub(super) vectors: Vectors,
    /// What each operation takes; unused entries have a count of 0.
    pub(super) demands: EntityVec<NodeId, [Demand; 5]>,
}

impl Graph {
    pub(super) fn new(task: &Task<'_>, starts: &EntityVec<NodeId, u32>) -> Graph {
        let nodes = &task.block.nodes;
        let uses = task.block.uses();
        let mut cells = Vec::new();
        let mut groups: BTreeMap<Half, Root> = BTreeMap::new();
        for (id, node) in nodes.iter() {
            for place in &node.stores {
                cells.extend(cell_of(*place));
                let (half, lowest) = half_of(*place, task.lowest);
                let root = groups.entry(half).or_insert(Root {
                    stores: Vec::new(),
                    lowest,
                });
                root.stores.push((*place, id));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        let mut reserved = [[false; 4]; REGISTERS as usize];
        for (register, lane) in task.reserved {
            reserved[usize::from(*register)][usize::from(*lane)] = true;
        }
        let demands = nodes.values().zip(starts.values());
        let demands = demands.map(|(node, start)| demands_of(node.op, *start));
        Graph {
            nodes: nodes.clone(),
            end: task.block.end.condition().copied(),
            roots: groups.into_values().collect(),
            demands: demands.collect(),
            vectors: Vectors::new(nodes),
            starts: starts.clone(),
            uses: uses.values().map(|uses| *uses as u16).collect(),
            cells,
            reserved,
        }
    }

    /// The number of a place of a variable that the block stores to.
    pub(super) fn cell(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }
}

/// What a half of a store goes to: the kind of place, its number, and which half.
pub(super) type Half = (u8, u16, u8);

/// The half that a component is stored with, and the lowest row that may have it: `lowest` is for registers
/// and for temporaries.
pub(super) fn half_of(place: Place, lowest: (usize, usize)) -> (Half, usize) {
    let (kind, number, lowest) = match place {
        Place::Output(number, _) => (0, number.into(), 0),
        Place::Register(number, _) => (1, number.into(), lowest.0),
        Place::Temporary { address, .. } => (2, address, lowest.1),
        Place::Variable(_) => (3, 0, 0),
    };
    ((kind, number, place.lane() / 2), lowest)
}

/// What an operation takes whose result stands `start` instructions behind the first at least.
pub(super) fn demands_of(op: NodeOp, start: u32) -> [Demand; 5] {
    let (mul, acc, complex, all) = (0, 1, 2, 3);
    let mut demands = [Demand {
        kind: 0,
        count: 0,
        start: 0,
    }; 5];
    // Kind, count, and instructions before the result's.
    let taken: &[(usize, u8, u32)] = match op {
        NodeOp::Acc(_) => &[(acc, 1, 0), (all, 1, 0)],
        NodeOp::Mul { .. } => &[(mul, 1, 0), (all, 1, 0)],
        NodeOp::Select => &[(mul, 2, 0), (all, 2, 0)],
        NodeOp::Clamp => &[(all, 1, 0)],
        // Any unit copies, the complex one too if the result is only stored.
        NodeOp::Move => &[],
        NodeOp::SetAddress => &[(complex, 1, 0)],
        NodeOp::Function(Function::Rcp | Function::Rsqrt | Function::Exp2) => &[
            (mul, 2, 0),
            (all, 2, 0),
            (mul, 1, 1),
            (all, 1, 1),
            (complex, 1, 1),
        ],
        NodeOp::Function(Function::Log2) => &[
            (mul, 2, 2),
            (all, 3, 2),
            (mul, 1, 3),
            (all, 1, 3),
            (complex, 1, 3),
        ],
    };
    for (demand, (kind, count, before)) in demands.iter_mut().zip(taken) {
        *demand = Demand {
            kind: *kind,
            count: *count,
            start: start.saturating_sub(*before),
        };
    }
    demands
}

/// A vector of uniform memory: its address, and the operation that sets the address register behind which it
/// lies, if there is one.
type Vector = (u16, Option<NodeId>);

/// Vectors of uniform memory and the operations that read them.
#[derive(Debug, Default)]
pub(super) struct Vectors {
    /// The number of the vector that each operation reads first, if it reads any.
    of: EntityVec<NodeId, Option<u16>>,
    addresses: Vec<u16>,
    /// How many products and how many other operations read each vector.
    pub(super) readers: Vec<[u16; 2]>,
}

impl Vectors {
    fn new(nodes: &EntityVec<NodeId, Node>) -> Vectors {
        let mut vectors = Vectors::default();
        let mut numbers: BTreeMap<Vector, u16> = BTreeMap::new();
        for node in nodes.values() {
            let number = vector(node).map(|vector| {
                let number = *numbers
                    .entry(vector)
                    .or_insert(vectors.addresses.len() as u16);
                if usize::from(number) == vectors.addresses.len() {
                    vectors.addresses.push(vector.0);
                    vectors.readers.push([0; 2]);
                }
                vectors.readers[usize::from(number)][usize::from(!is_product(node.op))] += 1;
                number
            });
            vectors.of.push(number);
        }
        vectors
    }

    /// The vector that an operation reads, and whether other operations than products count it.
    pub(super) fn read_by(
        &self,
        nodes: &EntityVec<NodeId, Node>,
        id: NodeId,
    ) -> Option<(usize, usize)> {
        let number = self.of[id]?;
        let kind = usize::from(!is_product(nodes[id].op));
        Some((number.into(), kind))
    }

    /// True if an operation reads a vector of an address.
    pub(super) fn reads(&self, id: NodeId, address: u16) -> bool {
        self.of[id].is_some_and(|number| self.addresses[usize::from(number)] == address)
    }
}

/// Instructions that must load a vector for so many products and other operations, two of each at once.
pub(super) fn loads(readers: [u16; 2]) -> u32 {
    let [products, others] = readers;
    u32::from(products.max(others).div_ceil(2))
}

fn is_product(op: NodeOp) -> bool {
    matches!(op, NodeOp::Mul { .. })
}

/// The vector that an operation reads first.
fn vector(node: &Node) -> Option<Vector> {
    node.reads.iter().find_map(|read| match read.from {
        From::Memory(address, _) => Some((address, None)),
        From::Indexed(address, _, id) => Some((address, Some(id))),
        _ => None,
    })
}
