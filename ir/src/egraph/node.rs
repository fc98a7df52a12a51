//! Nodes of an e-graph.

use crate::{Op, Swizzle, Value, entity};
use smallvec::SmallVec;

entity! {
    /// A set of nodes with equal values.
    #[expect(unreachable_pub, reason = "entities are public, this one in a room that is not")]
    Class, "class"
}

/// What a node computes of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Head {
    /// A value that comes from outside of the graph.
    Leaf(Value),
    /// The selected lanes of the operand.
    Swizzle(Swizzle),
    /// An operation; literals and `compose` are some.
    Op(Op),
}

/// The operands of a node.
pub(crate) type Operands = SmallVec<[Class; 4]>;

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) head: Head,
    pub(crate) operands: Operands,
}

impl Node {
    pub(crate) fn new(head: Head, operands: &[Class]) -> Node {
        Node {
            head,
            operands: Operands::from_slice(operands),
        }
    }

    /// The operation, if it is one.
    pub(crate) fn op(&self) -> Option<Op> {
        match self.head {
            Head::Op(op) => Some(op),
            Head::Leaf(_) | Head::Swizzle(_) => None,
        }
    }
}
