//! The shader as scalar operations of the units, before any of them has a place.

use super::isa::acc;

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

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it does.
    pub op: NodeOp,
    /// What it reads, 1 to 3 scalars.
    pub reads: Vec<Read>,
    /// Output registers and lanes that its result is stored to.
    pub stores: Vec<(u8, u8)>,
}

/// Straight-line code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Operations, each behind those it reads.
    pub nodes: Vec<Node>,
    /// Literals in uniform memory, packed from [`Code::first_literal`] on.
    pub literals: Vec<u32>,
    /// The first address of the literals.
    pub first_literal: u32,
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
        }
    }
}

impl std::fmt::Display for Code {
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
            for (register, lane) in &node.stores {
                let lane = ["x", "y", "z", "w"].get(usize::from(*lane)).unwrap_or(&"?");
                write!(f, " -> v{register}.{lane}")?;
            }
            f.write_str("\n")?;
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
