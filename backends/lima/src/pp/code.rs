//! Laid out code: what scheduling takes. Blocks in the order of memory, with operations of the units on values
//! that have no registers yet.
//!
//! A *value* is a vector of the program, up to four lanes that will lie in one register; a *cell* is one of its
//! lanes. Most cells are written once, those that carry a result out of a branch or round a loop several times.
//! What the load unit fetches and what the constant fields hold is named by operands directly: it
//! costs no register.

mod alu;
mod lookup;

use super::isa::OutMod;
use retroshade_diagnostics::Span;
use retroshade_ir::LANES;
use retroshade_ir::entity;
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};
use retroshade_kit::mir::{OpId, VectorId};
use std::fmt;

pub use alu::Alu;
pub use lookup::{Coordinate, Input, Lookup, Projection};

entity! {
    /// An operation of a block, by its position there; the comparison that ends the block has the position behind
    /// the last.
    Node, "#"
}

/// One lane of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The value.
    pub value: VectorId,
    /// The lane, 0 to 3.
    pub lane: u8,
}

impl Cell {
    /// A lane of a value.
    pub const fn new(value: VectorId, lane: u8) -> Cell {
        Cell { value, lane }
    }
}

impl EntityRef for Cell {
    fn new(index: usize) -> Cell {
        Cell::new(VectorId::new(index / 4), (index % 4) as u8)
    }

    fn index(self) -> usize {
        self.value.index() * 4 + usize::from(self.lane)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LANES[usize::from(self.lane & 3)];
        write!(f, "{}.{letter}", self.value)
    }
}

/// A set of cells.
pub type Cells = EntitySet<Cell>;

/// The address of a fetch by the load unit: four components at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// Temporary memory, not uniforms.
    pub temporary: bool,
    /// In vectors; negative for temporaries.
    pub index: i32,
    /// Added to the index.
    pub offset: Option<Cell>,
}

impl Address {
    /// True if two accesses of temporary memory may meet the same vector.
    pub fn may_alias(&self, other: &Address) -> bool {
        self.offset.is_some() || other.offset.is_some() || self.index == other.index
    }
}

/// Where an operand finds its lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Lanes of one value.
    Value(VectorId, [u8; 4]),
    /// Lanes of what the load unit fetches.
    Load(Address, [u8; 4]),
    /// Half floats.
    Const([u16; 4]),
}

/// An operand: 1 to 4 lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Where the lanes are.
    pub source: Source,
    /// The number of them.
    pub lanes: u8,
    /// Negated, after the absolute value is taken.
    pub negative: bool,
    /// Absolute.
    pub absolute: bool,
}

impl Operand {
    /// An operand without modifiers.
    pub const fn new(source: Source, lanes: u8) -> Operand {
        Operand {
            source,
            lanes,
            negative: false,
            absolute: false,
        }
    }

    /// One cell.
    pub const fn cell(cell: Cell) -> Operand {
        Operand::new(Source::Value(cell.value, [cell.lane; 4]), 1)
    }

    /// The cells it reads, in the order of its lanes; those of the offset register not included.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let cells = match self.source {
            Source::Value(value, lanes) => Some(lanes.map(|lane| Cell::new(value, lane))),
            Source::Load(..) | Source::Const(_) => None,
        };
        cells.into_iter().flatten().take(self.lanes.into())
    }

    /// The numbers it is, if it is numbers.
    pub fn numbers(&self) -> Option<&[u16]> {
        match &self.source {
            Source::Const(bits) => bits.get(..self.lanes.into()),
            Source::Value(..) | Source::Load(..) => None,
        }
    }

    /// What the load unit must fetch for it.
    pub fn address(&self) -> Option<Address> {
        match self.source {
            Source::Load(address, _) => Some(address),
            Source::Value(..) | Source::Const(_) => None,
        }
    }

    /// True if it has a modifier.
    pub fn is_modified(&self) -> bool {
        self.negative || self.absolute
    }
}

/// Conditions of branches, as bits: 1 greater, 2 equal, 4 less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition(pub u8);

impl Condition {
    /// Always.
    pub const ALWAYS: Condition = Condition(7);

    /// The opposite.
    pub const fn inverse(self) -> Condition {
        Condition(7 - self.0)
    }
}

/// What an operation does. `A` is the address of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind<A = Address> {
    /// Lane by lane.
    Alu(Alu),
    /// The sum of the three or four lanes of its operand.
    Sum,
    /// Operands: the condition's two, then what is chosen if it holds and if not.
    Select(Alu),
    /// A scalar function by its code.
    Function(i64),
    /// First part of the arc tangent of a number.
    AtanFirst,
    /// First part of the angle of a point, from its y and x.
    AngleFirst,
    /// Second part of an arc tangent.
    AtanSecond,
    /// An input into a register.
    Input(Input),
    /// A lookup.
    Lookup(Lookup),
    /// Operand into temporary memory.
    Store(A),
    /// Operand of one lane into a component of temporary memory.
    StoreLane(A, u8),
    /// The colour or depth in the frame buffer.
    FrameRead {
        /// Colour, not depth.
        color: bool,
    },
    /// Ends the fragment without output if the comparison of the operands holds.
    Discard(Condition),
}

impl<A> Kind<A> {
    /// True if operands must lie in registers: units before the load unit, and the store unit, read
    /// nothing else.
    pub fn reads_registers_only(&self) -> bool {
        matches!(
            self,
            Kind::Lookup(_) | Kind::Input(_) | Kind::Store(_) | Kind::StoreLane(..)
        )
    }
}

/// What of an operation reads a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// An operand, by its number.
    Arg(usize),
    /// The offset of a store.
    StoreOffset,
    /// The offset of a load.
    LoadOffset,
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// What it does.
    pub kind: Kind,
    /// Operands.
    pub args: Vec<Operand>,
    /// The cells it writes, one for each lane of the result.
    pub dest: Vec<Cell>,
    /// Output modifier.
    pub modifier: OutMod,
    /// For each lane of a lookup's result, the component that it takes.
    pub components: [u8; 4],
    /// The instruction of the program that it is.
    pub id: OpId,
    /// The source it came from.
    pub span: Span,
}

impl Operation {
    /// The cells that it reads, those of offset registers included.
    pub fn reads(&self) -> impl Iterator<Item = (Access, Cell)> + '_ {
        let args = self.args.iter().enumerate();
        let operands = args.flat_map(|(number, operand)| {
            let offset = operand.address().and_then(|address| address.offset);
            let cells = operand.cells().map(move |cell| (Access::Arg(number), cell));
            cells.chain(offset.map(|cell| (Access::LoadOffset, cell)))
        });
        let store = match self.kind {
            Kind::Store(address) | Kind::StoreLane(address, _) => address.offset,
            _ => None,
        };
        operands.chain(store.map(|cell| (Access::StoreOffset, cell)))
    }

    /// True if it depends on the neighbours in the quad.
    pub fn is_quad(&self) -> bool {
        match self.kind {
            Kind::Alu(alu) => alu == Alu::DFDX || alu == Alu::DFDY,
            Kind::Lookup(lookup) => lookup.level != Some(true),
            _ => false,
        }
    }
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// In the block after it.
    Fall,
    /// In another block: after a comparison, or always.
    Branch {
        /// When.
        condition: Condition,
        /// What is compared, without modifiers; nothing if always.
        args: Vec<Operand>,
        /// The block.
        target: usize,
    },
    /// The program ends.
    Stop,
}

impl End {
    /// The addresses and cells it reads.
    pub fn args(&self) -> &[Operand] {
        match self {
            End::Branch { args, .. } => args,
            End::Fall | End::Stop => &[],
        }
    }
}

/// Operations without control flow among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// In an order that respects data and effects.
    pub operations: EntityVec<Node, Operation>,
    /// The end.
    pub end: End,
}

impl Block {
    /// The position of the comparison that ends the block, if there is one.
    pub fn comparison_node(&self) -> Node {
        Node::new(self.operations.len())
    }

    /// What its branch compares, as an operation of the branch unit: it reads what a discard on the same
    /// condition would read.
    pub fn comparison(&self) -> Option<Operation> {
        let End::Branch {
            condition, args, ..
        } = &self.end
        else {
            return None;
        };
        Some(Operation {
            kind: Kind::Discard(*condition),
            args: args.clone(),
            dest: Vec::new(),
            modifier: OutMod::None,
            components: [0, 1, 2, 3],
            // What ends a block comes from no instruction; nobody asks.
            id: OpId::new(0),
            span: Span::NONE,
        })
    }

    /// The cells that the end reads.
    pub fn end_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.end.args().iter().flat_map(|operand| {
            let offset = operand.address().and_then(|address| address.offset);
            operand.cells().chain(offset)
        })
    }
}

/// A value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueInfo {
    /// The number of lanes that it has, 1 to 4.
    pub lanes: u8,
    /// The component that each lane must take.
    pub pins: [Option<u8>; 4],
}

/// A program before scheduling.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// The values.
    pub values: EntityVec<VectorId, ValueInfo>,
    /// The blocks in the order of memory.
    pub blocks: Vec<Block>,
    /// The value that is the colour.
    pub color: Option<VectorId>,
    /// The value that is the depth, one lane.
    pub depth: Option<VectorId>,
    /// Vectors of temporary memory in use.
    pub temporaries: u32,
}

impl Code {
    /// A new value.
    pub fn value(&mut self, lanes: u8) -> VectorId {
        self.values.push(ValueInfo {
            lanes,
            pins: [None; 4],
        })
    }

    /// The cells that must hold their values when the program ends.
    pub fn outputs(&self) -> impl Iterator<Item = Cell> + '_ {
        [self.color, self.depth]
            .into_iter()
            .flatten()
            .flat_map(|value| {
                let lanes = self.values[value].lanes;
                (0..lanes).map(move |lane| Cell::new(value, lane))
            })
    }

    /// The blocks that may run after a block.
    pub fn successors(&self, block: usize) -> Vec<usize> {
        match &self.blocks[block].end {
            End::Fall => vec![block + 1],
            End::Branch {
                condition: Condition::ALWAYS,
                target,
                ..
            } => vec![*target],
            End::Branch { target, .. } => vec![block + 1, *target],
            End::Stop => Vec::new(),
        }
    }
}
