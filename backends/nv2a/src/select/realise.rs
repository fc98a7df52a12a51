//! The graph to operations on registers: which lanes share a virtual register, what must be copied
//! so that one operand can read it, where literals are.

use super::Strategy;
use super::code::{AddressValue, Arg, Code, Keep, Op, Source, positions};
use super::graph::{Address, AddressId, Base, Graph, LaneRef, Node, NodeId, Shape, index};
use super::homes::Homes;
use super::literals::{Found, Literals, Pool};
use super::outputs::Emits;
use crate::interface::ConstantMap;
use crate::isa::Mask;
use crate::isa::registers::POSITION;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity::SecondaryMap;

/// How an operand can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Every lane is a literal.
    Literals,
    /// Lanes of one register of the interface, with one sign.
    Direct(Base, bool),
    /// Lanes of oPos, with one sign.
    Position(bool),
    /// Lanes that must share a virtual register.
    Shared,
}

pub(super) struct Realiser<'a> {
    pub(super) graph: &'a mut Graph,
    pub(super) emits: Emits,
    pub(super) strategy: &'a Strategy,
    pub(super) homes: Homes,
    /// Lane of oPos that holds a lane of a node.
    position: SecondaryMap<NodeId, [Option<u8>; 4]>,
    pub(super) live: Vec<Mask>,
}

/// Makes operations of a graph whose outputs are assigned to nodes.
///
/// # Errors
/// If literals do not find constant registers, and defects.
pub(super) fn realise(
    graph: &mut Graph,
    emits: Emits,
    strategy: &Strategy,
    constants: &mut ConstantMap,
) -> Result<Code, Diagnostic> {
    let mut realiser = Realiser {
        graph,
        emits,
        strategy,
        homes: Homes::default(),
        position: SecondaryMap::new(),
        live: Vec::new(),
    };
    realiser.find_live();
    realiser.find_position();
    realiser.give_homes();
    realiser.share();
    realiser.finish(constants)
}

impl Realiser<'_> {
    /// Lanes of each node that an output, an operand or a0 needs.
    fn find_live(&mut self) {
        let mut live: Vec<Mask> = vec![0; self.graph.nodes.len()];
        for (node, emit) in self.emits.iter().enumerate() {
            if let (Some(emit), Some(slot)) = (emit, live.get_mut(node)) {
                let lanes = emit.lanes.iter().flatten();
                *slot |= lanes.fold(0, |mask, lane| mask | 1 << lane);
            }
        }
        // Copies for outputs come after all they read, like every other node.
        for id in self.graph.nodes.keys().rev() {
            let wanted = live[index(id)];
            if wanted == 0 {
                continue;
            }
            let node = &self.graph.nodes[id];
            for (number, operand) in node.operands.iter().enumerate() {
                let needed = needed(node, number, wanted);
                for (position, lane) in operand.iter().enumerate() {
                    if needed >> position & 1 == 1 {
                        mark(&mut live, *lane, self.graph);
                    }
                }
            }
        }
        self.live = live;
    }

    fn find_position(&mut self) {
        for (number, emit) in self.emits.iter().enumerate() {
            let Some(emit) = emit.filter(|emit| emit.number == POSITION) else {
                continue;
            };
            let node: NodeId = retroshade_ir::entity::EntityRef::new(number);
            for (to, lane) in (0..).zip(emit.lanes) {
                let slot = lane.and_then(|lane| self.position[node].get_mut(usize::from(lane)));
                if let Some(slot) = slot {
                    slot.get_or_insert(to);
                }
            }
        }
    }

    pub(super) fn is_live(&self, node: NodeId) -> bool {
        self.live.get(index(node)).is_none_or(|lanes| *lanes != 0)
    }

    /// The lanes of an operand that count, by position.
    pub(super) fn operand(&self, node: NodeId, number: usize) -> Vec<(u8, LaneRef)> {
        let data = &self.graph.nodes[node];
        let wanted = self.live.get(index(node)).copied().unwrap_or(15);
        let needed = needed(data, number, wanted);
        let lanes = data.operands.get(number).into_iter().flatten();
        (0..)
            .zip(lanes.copied())
            .filter(|(position, _)| needed >> position & 1 == 1)
            .collect()
    }

    pub(super) fn classify(&self, lanes: &[LaneRef]) -> Class {
        let Some(first) = lanes.first().copied() else {
            return Class::Literals;
        };
        if lanes.iter().all(|lane| lane.as_literal().is_some()) {
            return Class::Literals;
        }
        let one_sign = lanes.iter().all(|lane| lane.negate == first.negate);
        let register = first.node().is_none() && first.as_literal().is_none();
        if one_sign && register && lanes.iter().all(|lane| lane.base == first.base) {
            return Class::Direct(first.base, first.negate);
        }
        if one_sign && lanes.iter().all(|lane| self.in_position(*lane).is_some()) {
            return Class::Position(first.negate);
        }
        Class::Shared
    }

    fn in_position(&self, lane: LaneRef) -> Option<u8> {
        *self.position[lane.node()?].get(usize::from(lane.lane))?
    }

    /// Gives a register to every node whose result is read from anywhere but oPos.
    fn give_homes(&mut self) {
        let mut kept: Vec<Mask> = vec![0; self.graph.nodes.len()];
        let mut keep = |lanes: &[LaneRef], class: Class| {
            for lane in lanes.iter().filter(|_| class == Class::Shared) {
                if let Some(slot) = lane.node().and_then(|node| kept.get_mut(index(node))) {
                    *slot |= 1 << lane.lane;
                }
            }
        };
        for node in self.graph.nodes.keys().filter(|node| self.is_live(*node)) {
            for number in 0..self.graph.nodes[node].operands.len() {
                let lanes: Vec<LaneRef> = self
                    .operand(node, number)
                    .iter()
                    .map(|(_, lane)| *lane)
                    .collect();
                keep(&lanes, self.classify(&lanes));
            }
        }
        for address in self.graph.addresses.values() {
            keep(&[address.index], self.classify(&[address.index]));
        }
        for (number, lanes) in kept.into_iter().enumerate() {
            if lanes != 0 {
                let node: NodeId = retroshade_ir::entity::EntityRef::new(number);
                let shape = self.graph.nodes[node].operation.shape();
                let emit = self.emits.get(number).copied().flatten();
                self.homes.add(node, lanes, shape, emit);
            }
        }
    }

    fn finish(self, constants: &mut ConstantMap) -> Result<Code, Diagnostic> {
        let mut pool = Pool::default();
        for node in self.graph.nodes.keys().filter(|node| self.is_live(*node)) {
            pool.add(&self.literals_of(node));
        }
        for address in self.graph.addresses.values() {
            pool.add(&[address.index.as_literal().into_iter().collect()]);
        }
        let literals = pool.place(constants)?;
        let mut code = Code::default();
        for node in self.graph.nodes.keys().filter(|node| self.is_live(*node)) {
            code.ops.push(self.op(node, &literals)?);
        }
        for address in self.graph.addresses.values() {
            let Address { index, span } = *address;
            let literal: Vec<u32> = index.as_literal().into_iter().collect();
            let found = literals.find(&[literal]).into_iter().next().flatten();
            let arg = self.arg(&[(0, index)], found)?;
            code.addresses.push(AddressValue { arg, span });
        }
        for lanes in self.homes.lane_counts() {
            code.registers.push(super::code::Virtual {
                lanes,
                ..Default::default()
            });
        }
        code.literals = literals.registers();
        Ok(code)
    }

    /// The literals of each operand; none for operands that read a register.
    fn literals_of(&self, node: NodeId) -> Vec<Vec<u32>> {
        let operands = 0..self.graph.nodes[node].operands.len();
        operands
            .map(|number| {
                let operand = self.operand(node, number);
                let lanes: Vec<LaneRef> = operand.iter().map(|(_, lane)| *lane).collect();
                match self.classify(&lanes) {
                    Class::Literals => lanes.iter().filter_map(|lane| lane.as_literal()).collect(),
                    _ => Vec::new(),
                }
            })
            .collect()
    }

    fn op(&self, node: NodeId, literals: &Literals) -> Result<Op, Diagnostic> {
        let data = &self.graph.nodes[node];
        let found = literals.find(&self.literals_of(node));
        let operands = found.into_iter().enumerate();
        let args: Result<Vec<Arg>, Diagnostic> = operands
            .map(|(number, found)| self.arg(&self.operand(node, number), found))
            .collect();
        let keep = self
            .homes
            .of(node)
            .map(|(register, lanes)| Keep { register, lanes });
        Ok(Op {
            operation: data.operation,
            args: args?,
            keep,
            emit: self.emits.get(index(node)).copied().flatten(),
            span: data.span,
        })
    }

    /// One operand: the register, and the lane for each position that counts.
    fn arg(&self, operand: &[(u8, LaneRef)], literals: Option<Found>) -> Result<Arg, Diagnostic> {
        let lanes: Vec<LaneRef> = operand.iter().map(|(_, lane)| *lane).collect();
        let fault = || Diagnostic::bug("nv2a select", "an operand cannot be read");
        let (source, found, negate) = match self.classify(&lanes) {
            Class::Direct(base, negate) => {
                let source = match base {
                    Base::Attribute(register) => Source::Attribute(register),
                    Base::Uniform(register) => Source::Constant(register),
                    Base::Relative(register, address) => Source::Relative(register, address),
                    Base::Node(_) | Base::Literal(_) => return Err(fault()),
                };
                (source, lanes.iter().map(|lane| lane.lane).collect(), negate)
            }
            Class::Position(negate) => {
                let found: Option<Vec<u8>> =
                    lanes.iter().map(|lane| self.in_position(*lane)).collect();
                (Source::Position, found.ok_or_else(fault)?, negate)
            }
            Class::Literals => {
                let (register, found, negate) = literals.ok_or_else(fault)?;
                (Source::Constant(register), found, negate)
            }
            Class::Shared => {
                let (register, found, negate) = self.homes.find(&lanes).ok_or_else(fault)?;
                (Source::Virtual(register), found, negate)
            }
        };
        let mut arg = Arg {
            source,
            lanes: [found.first().copied().unwrap_or(0); 4],
            needed: 0,
            negate,
        };
        for ((position, _), lane) in operand.iter().zip(found) {
            if let Some(slot) = arg.lanes.get_mut(usize::from(*position)) {
                *slot = lane;
                arg.needed |= 1 << position;
            }
        }
        Ok(arg)
    }
}

fn mark(live: &mut [Mask], lane: LaneRef, graph: &Graph) {
    let mut mark_one = |lane: LaneRef| {
        if let Some(slot) = lane.node().and_then(|node| live.get_mut(index(node))) {
            *slot |= 1 << lane.lane;
        }
    };
    mark_one(lane);
    if let Base::Relative(_, address) = lane.base {
        mark_one(index_of(graph, address));
    }
}

fn index_of(graph: &Graph, address: AddressId) -> LaneRef {
    graph.addresses[address].index
}

/// Positions of an operand that count when these lanes of the result are wanted.
fn needed(node: &Node, number: usize, wanted: Mask) -> Mask {
    if node.operation.shape() == Shape::Lanewise {
        wanted
    } else {
        positions(node.operation, number)
    }
}
