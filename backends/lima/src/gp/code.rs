//! The shader as scalar operations of the units, before any of them has a place.

use super::isa::acc;
use retroshade_diagnostics::Span;
use smallvec::SmallVec;

/// A value of the graph.
pub type NodeId = u32;

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

/// A scalar that lives across blocks: of the shader's loops, conditions, and what several blocks read.
pub type VariableId = u32;

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
    /// Its source.
    pub from: From,
    /// Whether its sign is changed.
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
    Mul(bool),
    /// Reads no, condition, yes; none negated.
    Select,
    /// A function of one read, not negated.
    Function(Function),
    /// A copy of one read, not negated.
    Move,
    /// Sets an address register to one read, not negated.
    SetAddress,
}

impl NodeOp {
    /// Instructions from this operation to the first that can read its result.
    pub fn latency(self) -> u32 {
        match self {
            NodeOp::Acc(_) | NodeOp::Mul(_) | NodeOp::Select | NodeOp::Move => 1,
            NodeOp::Function(Function::Rsqrt | Function::Rcp) => 3,
            NodeOp::Function(Function::Exp2 | Function::Log2) | NodeOp::SetAddress => 4,
        }
    }

    /// Whether it is an accumulator's one-operand operation.
    pub fn is_single_acc(self) -> bool {
        matches!(self, NodeOp::Acc(acc::FLOOR | acc::SIGN))
    }
}

/// What an operation reads.
pub type Reads = SmallVec<[Read; 3]>;

/// Where an operation stores its result, mostly nowhere or to one place.
pub type Stores = SmallVec<[Place; 2]>;

/// An operation.
#[derive(Debug, PartialEq, Eq)]
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

impl Clone for Node {
    /// Programs are copied for every form: what is read as one piece rather than one by one.
    fn clone(&self) -> Node {
        Node {
            op: self.op,
            reads: Reads::from_slice(&self.reads),
            stores: Stores::from_slice(&self.stores),
            span: self.span,
        }
    }
}

/// The number of a block.
pub type BlockId = u32;

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
    pub nodes: Vec<Node>,
    /// What follows.
    pub end: End,
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Blocks in the order in which they are laid out.
    pub blocks: Vec<Block>,
    /// How many variables there are.
    pub variables: u32,
    /// Literals in uniform memory, packed from [`Code::first_literal`] on.
    pub literals: Vec<u32>,
    /// The first address of the literals.
    pub first_literal: u32,
    /// Vectors of temporaries behind the literals.
    pub temporaries: u32,
}

impl Block {
    /// How often each result is read or stored.
    pub fn uses(&self) -> Vec<usize> {
        let mut uses: Vec<usize> = self.nodes.iter().map(|node| node.stores.len()).collect();
        let end = match &self.end {
            End::Branch(read, _) => Some(read),
            End::Next => None,
        };
        let reads = self.nodes.iter().flat_map(|node| &node.reads).chain(end);
        for id in reads.filter_map(|read| read.from.node()) {
            if let Some(count) = uses.get_mut(id as usize) {
                *count += 1;
            }
        }
        uses
    }
}

impl std::fmt::Display for Read {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lane = |lane: &u8| ["x", "y", "z", "w"].get(usize::from(*lane)).unwrap_or(&"?");
        if self.negate {
            f.write_str("-")?;
        }
        match &self.from {
            From::Node(id) => write!(f, "%{id}"),
            From::Attribute(number, l) => write!(f, "a{number}.{}", lane(l)),
            From::Memory(address, l) => write!(f, "u{address}.{}", lane(l)),
            From::Indexed(address, l, id) => write!(f, "u[{address} + %{id}].{}", lane(l)),
            From::Literal(bits) => write!(f, "{:?}", f32::from_bits(*bits)),
            From::Zero => f.write_str("0"),
            From::Variable(id) => write!(f, "@{id}"),
            From::Register(register, l) => write!(f, "${register}.{}", lane(l)),
            From::Spilled(address, l, _) => write!(f, "t{address}.{}", lane(l)),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lane = |lane: u8| ["x", "y", "z", "w"].get(usize::from(lane)).unwrap_or(&"?");
        match *self {
            Place::Output(register, l) => write!(f, "v{register}.{}", lane(l)),
            Place::Variable(id) => write!(f, "@{id}"),
            Place::Register(register, l) => write!(f, "${register}.{}", lane(l)),
            Place::Temporary {
                address, lane: l, ..
            } => write!(f, "t{address}.{}", lane(l)),
        }
    }
}

impl std::fmt::Display for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, node) in self.nodes.iter().enumerate() {
            let name = match node.op {
                NodeOp::Acc(code) => super::isa::acc_row(code).map_or("?", |row| row.name),
                NodeOp::Mul(false) => "mul",
                NodeOp::Mul(true) => "mul_neg",
                NodeOp::Select => "sel",
                NodeOp::Function(Function::Exp2) => "exp2",
                NodeOp::Function(Function::Log2) => "log2",
                NodeOp::Function(Function::Rsqrt) => "rsqrt",
                NodeOp::Function(Function::Rcp) => "rcp",
                NodeOp::Move => "mov",
                NodeOp::SetAddress => "set_address",
            };
            let reads: Vec<String> = node.reads.iter().map(Read::to_string).collect();
            write!(f, "%{index} = {name} {}", reads.join(", "))?;
            for place in &node.stores {
                write!(f, " -> {place}")?;
            }
            f.write_str("\n")?;
        }
        match self.end {
            End::Next => Ok(()),
            End::Branch(read, target) => writeln!(f, "branch {read}, b{target}"),
        }
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, block) in self.blocks.iter().enumerate() {
            if self.blocks.len() > 1 {
                writeln!(f, "b{index}:")?;
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
    use super::{Block, Code, End, Node, NodeOp, Place, Read, Reads, Stores};
    use retroshade_diagnostics::Span;

    /// An operation of two reads.
    pub(in crate::gp) fn node(op: NodeOp, reads: [Read; 2], stores: Vec<Place>) -> Node {
        Node {
            op,
            reads: Reads::from_slice(&reads),
            stores: Stores::from_vec(stores),
            span: Span::NONE,
        }
    }

    /// A program of one block.
    pub(in crate::gp) fn program(nodes: Vec<Node>) -> Code {
        let end = End::Next;
        Code {
            blocks: vec![Block { nodes, end }],
            ..Code::default()
        }
    }
}
