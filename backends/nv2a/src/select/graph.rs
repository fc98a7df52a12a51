//! The shader as the chip's operations, before registers: nodes whose operands name, for each lane,
//! where it comes from. Negation, swizzles and composition cost nothing here; what cannot be read by
//! one operand is sorted out when the graph is realised (`realise`).

use crate::isa::{Ilu, Mac, Mask};
use retroshade_diagnostics::Span;
use retroshade_ir::entity;
use retroshade_ir::entity::{EntityVec, SecondaryMap};

entity! {
    /// An operation.
    NodeId, "n"
}
entity! {
    /// A value of the address register.
    AddressId, "a"
}

/// Where a lane comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// A lane of a node's result.
    Node(NodeId),
    /// An attribute register.
    Attribute(u8),
    /// A constant register that a uniform is in.
    Uniform(u8),
    /// A constant register that many behind a0.
    Relative(u8, AddressId),
    /// Bits of a literal; the lane is 0, the sign is in the bits.
    Literal(u32),
}

/// One lane as an operand reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneRef {
    /// What holds it.
    pub base: Base,
    /// The lane there, 0 to 3.
    pub lane: u8,
    /// Whether the sign is flipped; never for literals.
    pub negate: bool,
}

impl LaneRef {
    /// A literal.
    pub fn literal(value: f32) -> LaneRef {
        LaneRef::bits(value.to_bits())
    }

    /// A literal by its bits.
    pub fn bits(bits: u32) -> LaneRef {
        LaneRef {
            base: Base::Literal(bits),
            lane: 0,
            negate: false,
        }
    }

    /// A lane of a register or node.
    pub fn of(base: Base, lane: u8) -> LaneRef {
        LaneRef {
            base,
            lane,
            negate: false,
        }
    }

    /// The same lane with the other sign.
    pub fn negated(self) -> LaneRef {
        match self.base {
            Base::Literal(bits) => LaneRef::bits(bits ^ 1 << 31),
            _ => LaneRef {
                negate: !self.negate,
                ..self
            },
        }
    }

    /// The bits, if it is a literal.
    pub fn as_literal(self) -> Option<u32> {
        match self.base {
            Base::Literal(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether it is this literal.
    pub fn is(self, value: f32) -> bool {
        self.as_literal() == Some(value.to_bits())
    }

    /// The node, if it is a lane of one.
    pub fn node(self) -> Option<NodeId> {
        match self.base {
            Base::Node(node) => Some(node),
            _ => None,
        }
    }
}

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A vector operation.
    Mac(Mac),
    /// A scalar operation.
    Ilu(Ilu),
    /// A copy, by either unit.
    Move,
    /// max(a, 0) of one lane: MAX with a literal, or the y result of LIT.
    Positive,
    /// 1 in x, w or both of an output: a copy of a literal, or results of LIT on anything.
    One,
}

/// How results relate to operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Lane i of the result from lane i of each operand: any lanes in any order can be had.
    Lanewise,
    /// One lane, which the hardware puts into all.
    Broadcast,
    /// Four lanes with a meaning each: they cannot be moved.
    Fixed,
}

impl Operation {
    /// The shape of its result.
    pub fn shape(self) -> Shape {
        match self {
            Operation::Move | Operation::Positive | Operation::One => Shape::Lanewise,
            Operation::Mac(Mac::Dp3 | Mac::Dph | Mac::Dp4) => Shape::Broadcast,
            Operation::Mac(Mac::Dst) => Shape::Fixed,
            Operation::Mac(_) => Shape::Lanewise,
            Operation::Ilu(Ilu::Rcp | Ilu::Rcc | Ilu::Rsq) => Shape::Broadcast,
            Operation::Ilu(Ilu::Expp | Ilu::Logp | Ilu::Lit) => Shape::Fixed,
            Operation::Ilu(Ilu::Mov) => Shape::Lanewise,
        }
    }
}

/// An operation with its operands.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it does.
    pub operation: Operation,
    /// For each operand the lanes it reads: as many as the result has for lanewise operations, as
    /// the hardware looks at for others.
    pub operands: Vec<Vec<LaneRef>>,
    /// Lanes of the result: 1 to 4 for lanewise operations, 1 for broadcasts, 4 for fixed ones.
    pub lanes: u8,
    /// The source.
    pub span: Span,
}

/// What a0 is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address {
    /// The lane whose floor it is.
    pub index: LaneRef,
    /// The source.
    pub span: Span,
}

/// One slot of an output.
#[derive(Clone, Debug)]
pub struct OutputSlot {
    /// The output's number.
    pub number: u8,
    /// For each lane of the register what goes there.
    pub lanes: [Option<LaneRef>; 4],
    /// The declaration.
    pub span: Span,
}

/// A shader.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Operations, each after those it reads.
    pub nodes: EntityVec<NodeId, Node>,
    /// Values of a0.
    pub addresses: EntityVec<AddressId, Address>,
    /// What leaves the program; one entry for each register.
    pub outputs: Vec<OutputSlot>,
    /// Lanes of minima and maxima that may be -0, as [`Graph::add`] finds them.
    pub minus_zeros: SecondaryMap<NodeId, Mask>,
}

/// The zeros that a lane may hold, where attributes and uniforms hold +0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// +0: the chip's sums and products never give the other one.
    Plus,
    /// -0: +0 with the other sign.
    Minus,
    /// Either, as for a minimum of the two.
    Either,
}

/// The zeros that a lane may hold. `minus_zeros` is that of the graph it belongs to.
pub fn zero_of(minus_zeros: &SecondaryMap<NodeId, Mask>, lane: LaneRef) -> Zero {
    let either = lane
        .node()
        .is_some_and(|node| minus_zeros[node] >> lane.lane & 1 == 1);
    match either {
        true => Zero::Either,
        false if lane.negate || lane.is(-0.0) => Zero::Minus,
        false => Zero::Plus,
    }
}

impl Graph {
    /// Adds a node and gives the lanes of its result.
    pub fn add(
        &mut self,
        operation: Operation,
        operands: Vec<Vec<LaneRef>>,
        span: Span,
    ) -> Vec<LaneRef> {
        let lanes = match operation.shape() {
            Shape::Lanewise => operands.first().map_or(1, Vec::len) as u8,
            Shape::Broadcast => 1,
            Shape::Fixed => 4,
        };
        let minus_zeros = self.possible_minus_zeros(operation, &operands);
        let id = self.nodes.push(Node {
            operation,
            operands,
            lanes,
            span,
        });
        self.minus_zeros[id] = minus_zeros;
        (0..lanes)
            .map(|lane| LaneRef::of(Base::Node(id), lane))
            .collect()
    }

    /// Lanes of a minimum or maximum that may be -0: it hands a bit pattern on.
    fn possible_minus_zeros(&self, operation: Operation, operands: &[Vec<LaneRef>]) -> Mask {
        let (Operation::Mac(op @ (Mac::Min | Mac::Max)), [a, b]) = (operation, operands) else {
            return 0;
        };
        let mut mask = 0;
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            let positive = |lane: &LaneRef| lane.as_literal().is_some_and(|bits| bits >> 31 == 0);
            // A maximum with its own negative, or with what is not below +0, is not -0.
            let bounded = op == Mac::Max && (positive(a) || positive(b) || *a == b.negated());
            let minus = |lane: &LaneRef| zero_of(&self.minus_zeros, *lane) != Zero::Plus;
            if !bounded && (minus(a) || minus(b)) {
                mask |= 1 << at;
            }
        }
        mask
    }

    /// Adds a vector operation.
    pub fn mac(&mut self, op: Mac, operands: Vec<Vec<LaneRef>>, span: Span) -> Vec<LaneRef> {
        self.add(Operation::Mac(op), operands, span)
    }

    /// Adds a scalar operation on one lane and gives all lanes of its result.
    pub fn ilu_lanes(&mut self, op: Ilu, operand: LaneRef, span: Span) -> Vec<LaneRef> {
        self.add(Operation::Ilu(op), vec![vec![operand]], span)
    }

    /// Every place that names a lane: operands, outputs, indices.
    pub fn lanes_mut(&mut self) -> impl Iterator<Item = &mut LaneRef> {
        let nodes = self.nodes.values_mut();
        let outputs = self.outputs.iter_mut();
        let indices = self
            .addresses
            .values_mut()
            .map(|address| &mut address.index);
        nodes
            .flat_map(|node| node.operands.iter_mut().flatten())
            .chain(outputs.flat_map(|output| output.lanes.iter_mut().flatten()))
            .chain(indices)
    }

    /// For each node the lanes that something reads, from the outputs on.
    pub fn live_lanes(&self) -> Vec<u8> {
        let mut live = vec![0u8; self.nodes.len()];
        let mark = |live: &mut Vec<u8>, lane: LaneRef| {
            if let Some(slot) = lane.node().and_then(|node| live.get_mut(index(node))) {
                *slot |= 1 << lane.lane;
            }
        };
        for lane in self
            .outputs
            .iter()
            .flat_map(|output| output.lanes)
            .flatten()
        {
            self.mark_with_address(&mut live, lane, &mark);
        }
        for id in self.nodes.keys().rev() {
            let node = &self.nodes[id];
            let wanted = live[index(id)];
            if wanted == 0 {
                continue;
            }
            for operand in &node.operands {
                for (position, lane) in operand.iter().enumerate() {
                    if node.operation.shape() != Shape::Lanewise || wanted >> position & 1 == 1 {
                        self.mark_with_address(&mut live, *lane, &mark);
                    }
                }
            }
        }
        live
    }

    fn mark_with_address(
        &self,
        live: &mut Vec<u8>,
        lane: LaneRef,
        mark: &impl Fn(&mut Vec<u8>, LaneRef),
    ) {
        mark(live, lane);
        if let Base::Relative(_, address) = lane.base {
            mark(live, self.addresses[address].index);
        }
    }
}

/// The number of a value of a0.
pub fn address_index(address: AddressId) -> usize {
    retroshade_ir::entity::EntityRef::index(address)
}

/// The number of a node.
pub fn index(node: NodeId) -> usize {
    retroshade_ir::entity::EntityRef::index(node)
}
