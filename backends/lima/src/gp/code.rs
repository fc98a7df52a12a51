//! The shader as scalar operations of the units, before any of them has a place.

use super::isa::acc;
use retroshade_diagnostics::Span;
use retroshade_ir::LANES;
use retroshade_ir::entity;
use retroshade_ir::entity::{EntityRef, EntityVec};
use smallvec::SmallVec;

entity! {
    /// An operation of a block, and its result.
    NodeId, "%"
}

entity! {
    /// A scalar that lives across blocks: of the shader's loops, conditions, and what several blocks read.
    VariableId, "@"
}

entity! {
    /// A block, by its position in the program; the end of the program has the position behind the last.
    BlockId, "b"
}

/// Where a scalar comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum From {
    /// The result of an operation.
    Node(NodeId),
    /// A lane of an attribute.
    Attribute(u8, u8),
    /// A lane of uniform memory.
    Memory(u16, u8),
    /// A lane of uniform memory behind an address that an operation sets.
    Indexed(u16, u8, NodeId),
    /// A literal that has no place in uniform memory yet, by its bits.
    Literal(u32),
    /// The number 0 as second input of an accumulator.
    Zero,
    /// What a variable holds when the block starts.
    Variable(VariableId),
    /// A lane of a register that holds a variable.
    Register(u8, u8),
    /// A lane of a temporary to which the block's operation stores its result.
    Spilled(u16, u8, NodeId),
}

impl From {
    /// The operation of the block that must come before a reader.
    pub fn node(self) -> Option<NodeId> {
        match self {
            From::Node(id) | From::Indexed(_, _, id) | From::Spilled(_, _, id) => Some(id),
            _ => None,
        }
    }

    /// As [`From::node`], to change.
    pub fn node_mut(&mut self) -> Option<&mut NodeId> {
        match self {
            From::Node(id) | From::Indexed(_, _, id) | From::Spilled(_, _, id) => Some(id),
            _ => None,
        }
    }
}

/// Where a result is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A lane of an output.
    Output(u8, u8),
    /// A variable that has no place yet.
    Variable(VariableId),
    /// A lane of a register.
    Register(u8, u8),
    /// A lane of a temporary, and the lane of uniform memory that holds its address as a number.
    Temporary {
        /// Address.
        address: u16,
        /// Lane.
        lane: u8,
        /// Address and lane of the literal.
        literal: (u16, u8),
    },
}

impl Place {
    /// The half of a store, 0 for xy and 1 for zw.
    pub fn lane(self) -> u8 {
        match self {
            Place::Output(_, lane) | Place::Register(_, lane) => lane,
            Place::Temporary { lane, .. } => lane,
            Place::Variable(_) => 0,
        }
    }
}

/// A scalar as an operation reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Read {
    /// The source.
    pub from: From,
    /// True if its sign is changed.
    pub negate: bool,
}

impl Read {
    /// The source as it is.
    pub fn of(from: From) -> Read {
        Read {
            from,
            negate: false,
        }
    }

    /// With the other sign.
    pub fn negated(self) -> Read {
        Read {
            negate: !self.negate,
            ..self
        }
    }
}

/// A function of the complex unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the functions' own names")]
pub enum Function {
    Exp2,
    Log2,
    Rsqrt,
    Rcp,
}

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NodeOp {
    /// An accumulator's operation by its code; negation of reads is free.
    Acc(u16),
    /// A product, negated or not; reads are not negated.
    Mul {
        /// The result is negated.
        negate: bool,
    },
    /// Reads no, condition, yes; none negated.
    Select,
    /// A function of one read, not negated.
    Function(Function),
    /// Reads two bounds, which are the first two lanes of a vector of uniform memory, and what is brought between them;
    /// none negated.
    Clamp,
    /// A copy of one read, not negated.
    Move,
    /// Sets an address register to one read, not negated.
    SetAddress,
}

impl NodeOp {
    /// Instructions from this operation to the first that can read its result.
    pub fn latency(self) -> u32 {
        match self {
            NodeOp::Acc(_) | NodeOp::Mul { .. } | NodeOp::Select | NodeOp::Clamp | NodeOp::Move => {
                1
            }
            NodeOp::Function(Function::Rsqrt | Function::Rcp) => 3,
            NodeOp::Function(Function::Exp2 | Function::Log2) | NodeOp::SetAddress => 4,
        }
    }

    /// True if it is an accumulator's one-operand operation.
    pub fn is_single_acc(self) -> bool {
        matches!(self, NodeOp::Acc(acc::FLOOR | acc::SIGN))
    }
}

/// The operands that an operation reads.
pub type Reads = SmallVec<[Read; 3]>;

/// Where an operation stores its result, mostly nowhere or to one place.
pub type Stores = SmallVec<[Place; 2]>;

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it does.
    pub op: NodeOp,
    /// What it reads, 1 to 3 scalars.
    pub reads: Reads,
    /// Where its result goes besides the operations that read it.
    pub stores: Stores,
    /// The source that it came from.
    pub span: Span,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// The next block follows.
    #[default]
    Next,
    /// Another block follows where the scalar is not 0, otherwise the next one.
    Branch(Read, BlockId),
}

/// Operations without control flow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Operations, each behind those it reads.
    pub nodes: EntityVec<NodeId, Node>,
    /// What follows.
    pub end: End,
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Blocks in the order in which they are laid out.
    pub blocks: EntityVec<BlockId, Block>,
    /// The number of variables.
    pub variables: u32,
    /// Literals in uniform memory, packed from [`Code::first_literal`] on.
    pub literals: Vec<u32>,
    /// The first address of the literals.
    pub first_literal: u32,
    /// Vectors of temporaries behind the literals.
    pub temporaries: u32,
}

impl Block {
    /// All that its operations and its end read.
    pub fn reads(&self) -> impl Iterator<Item = &Read> {
        let reads = self.nodes.values().flat_map(|node| &node.reads);
        reads.chain(self.end.condition())
    }

    /// As [`Block::reads`], to change.
    pub fn reads_mut(&mut self) -> impl Iterator<Item = &mut Read> {
        let reads = self.nodes.values_mut().flat_map(|node| &mut node.reads);
        reads.chain(self.end.condition_mut())
    }

    /// All places that its operations store to.
    pub fn stores(&self) -> impl Iterator<Item = Place> {
        let stores = self.nodes.values().flat_map(|node| &node.stores);
        stores.copied()
    }

    /// The number of times that each result is read or stored.
    pub fn uses(&self) -> EntityVec<NodeId, usize> {
        let stores = self.nodes.values().map(|node| node.stores.len());
        let mut uses: EntityVec<NodeId, usize> = stores.collect();
        for id in self.reads().filter_map(|read| read.from.node()) {
            uses[id] += 1;
        }
        uses
    }

    /// Keeps some operations, in an order in which each comes behind those it reads.
    pub fn reorder(&mut self, order: impl IntoIterator<Item = NodeId>) {
        let nodes = std::mem::take(&mut self.nodes);
        let mut nodes: EntityVec<NodeId, Option<Node>> = nodes.into_iter().map(Some).collect();
        // What is read and not kept would have a number that no operation has.
        let mut names = EntityVec::filled(NodeId::new(nodes.len()), nodes.len());
        for id in order {
            names[id] = NodeId::new(self.nodes.len());
            self.nodes.extend(nodes[id].take());
        }
        for id in self.reads_mut().filter_map(|read| read.from.node_mut()) {
            *id = names[*id];
        }
    }
}

impl End {
    /// What decides where control goes.
    pub fn condition(&self) -> Option<&Read> {
        match self {
            End::Branch(read, _) => Some(read),
            End::Next => None,
        }
    }

    /// As [`End::condition`], to change.
    pub fn condition_mut(&mut self) -> Option<&mut Read> {
        match self {
            End::Branch(read, _) => Some(read),
            End::Next => None,
        }
    }
}

impl Code {
    /// The blocks that may follow a block, or the end of the program.
    pub fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let target = match self.blocks[block].end {
            End::Branch(_, target) => Some(target),
            End::Next => None,
        };
        std::iter::once(BlockId::new(block.index() + 1)).chain(target)
    }

    /// The number of operations that it has.
    pub fn operations(&self) -> usize {
        self.blocks.values().map(|block| block.nodes.len()).sum()
    }
}

impl std::fmt::Display for Read {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lane = |lane: &u8| LANES[usize::from(*lane)];
        if self.negate {
            f.write_str("-")?;
        }
        match &self.from {
            From::Node(id) => write!(f, "{id}"),
            From::Attribute(number, l) => write!(f, "a{number}.{}", lane(l)),
            From::Memory(address, l) => write!(f, "u{address}.{}", lane(l)),
            From::Indexed(address, l, id) => write!(f, "u[{address} + {id}].{}", lane(l)),
            From::Literal(bits) => write!(f, "{:?}", f32::from_bits(*bits)),
            From::Zero => f.write_str("0"),
            From::Variable(id) => write!(f, "{id}"),
            From::Register(register, l) => write!(f, "${register}.{}", lane(l)),
            From::Spilled(address, l, _) => write!(f, "t{address}.{}", lane(l)),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lane = |lane: u8| LANES[usize::from(lane)];
        match *self {
            Place::Output(register, l) => write!(f, "v{register}.{}", lane(l)),
            Place::Variable(id) => write!(f, "{id}"),
            Place::Register(register, l) => write!(f, "${register}.{}", lane(l)),
            Place::Temporary {
                address, lane: l, ..
            } => write!(f, "t{address}.{}", lane(l)),
        }
    }
}

impl std::fmt::Display for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (id, node) in self.nodes.iter() {
            let name = match node.op {
                NodeOp::Acc(code) => super::isa::acc_row(code).map_or("?", |row| row.name),
                NodeOp::Mul { negate: false } => "mul",
                NodeOp::Mul { negate: true } => "mul_neg",
                NodeOp::Select => "sel",
                NodeOp::Function(Function::Exp2) => "exp2",
                NodeOp::Function(Function::Log2) => "log2",
                NodeOp::Function(Function::Rsqrt) => "rsqrt",
                NodeOp::Function(Function::Rcp) => "rcp",
                NodeOp::Clamp => "clamp",
                NodeOp::Move => "mov",
                NodeOp::SetAddress => "set_address",
            };
            let reads: Vec<String> = node.reads.iter().map(Read::to_string).collect();
            write!(f, "{id} = {name} {}", reads.join(", "))?;
            for place in &node.stores {
                write!(f, " -> {place}")?;
            }
            f.write_str("\n")?;
        }
        match self.end {
            End::Next => Ok(()),
            End::Branch(read, target) => writeln!(f, "branch {read}, {target}"),
        }
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (id, block) in self.blocks.iter() {
            if self.blocks.len() > 1 {
                writeln!(f, "{id}:")?;
            }
            write!(f, "{block}")?;
        }
        for (index, values) in (self.first_literal..).zip(self.literals.chunks(4)) {
            let values: Vec<String> = values
                .iter()
                .map(|bits| format!("{:?}", f32::from_bits(*bits)))
                .collect();
            writeln!(f, "u{index} = {}", values.join(", "))?;
        }
        Ok(())
    }
}

/// Programs of the tests.
#[cfg(test)]
pub(super) mod samples {
    use super::{Block, Code, End, From, Node, NodeId, NodeOp, Place, Read, Reads, Stores};
    use retroshade_diagnostics::Span;
    use retroshade_ir::entity::{EntityRef, EntityVec};

    /// An operation of two reads.
    pub(in crate::gp) fn node(op: NodeOp, reads: [Read; 2], stores: Vec<Place>) -> Node {
        Node {
            op,
            reads: Reads::from_slice(&reads),
            stores: Stores::from_vec(stores),
            span: Span::NONE,
        }
    }

    /// The result of an operation.
    pub(in crate::gp) fn result(number: usize) -> From {
        From::Node(NodeId::new(number))
    }

    /// A program of one block.
    pub(in crate::gp) fn program(nodes: Vec<Node>) -> Code {
        let block = Block {
            nodes: nodes.into_iter().collect(),
            end: End::Next,
        };
        Code {
            blocks: EntityVec::filled(block, 1),
            ..Code::default()
        }
    }
}
