//! Value numbering: expressions in place of numbers, and those that a block has to compute.

use crate::fault::{Checked, demand};
use crate::gp::code::{
    Block, BlockId, End, From, Function, NodeId, NodeOp, Place, Read, VariableId,
};
use crate::gp::isa::{acc, complex};
use retroshade_ir::entity;
use retroshade_ir::entity::EntityVec;
use rustc_hash::FxHashMap;

entity! {
    /// The number of an expression.
    Id, "e"
}

/// An expression; equal ones have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Zero,
    Attribute(u8, u8),
    Memory(u16, u8, Option<Id>),
    /// What a variable holds when the block starts.
    Variable(VariableId),
    Acc(u16, (Id, bool), (Id, bool)),
    Mul(bool, Id, Id),
    Select(Id, Id, Id),
    Function(u16, Id),
    /// Partial results of functions.
    Table(u16, Id),
    Square(Id),
    Prepared(Id),
    RawLogarithm(Id),
}

#[derive(Default)]
pub(super) struct Expressions {
    known: FxHashMap<Key, Id>,
    keys: EntityVec<Id, Key>,
}

impl Expressions {
    pub(super) fn number(&mut self, key: Key) -> Id {
        if let Key::Acc(acc::MIN | acc::MAX, (a, false), (b, false)) = key
            && a == b
        {
            return a;
        }
        let keys = &mut self.keys;
        *self.known.entry(key).or_insert_with(|| keys.push(key))
    }

    fn known(&self, key: Key) -> Option<Id> {
        self.known.get(&key).copied()
    }

    pub(super) fn key(&self, id: Id) -> Key {
        self.keys[id]
    }
}

/// What a block must do.
#[derive(Default)]
pub(super) struct BlockEffects {
    pub(super) outputs: FxHashMap<(u8, u8), Id>,
    pub(super) variables: FxHashMap<VariableId, Id>,
    /// Condition and target of the branch.
    pub(super) branch: Option<(Id, BlockId)>,
    /// The operation that makes each expression first.
    definitions: FxHashMap<Id, NodeId>,
}

impl BlockEffects {
    /// The operation that an expression is the result of, or a partial result.
    pub(super) fn definition(&self, id: Id, expressions: &Expressions) -> Option<NodeId> {
        let whole = match expressions.key(id) {
            Key::Table(op, x) => expressions.known(Key::Function(op, x))?,
            Key::Prepared(x) => expressions.known(Key::Function(complex::EXP2, x))?,
            Key::RawLogarithm(x) => expressions.known(Key::Function(complex::LOG2, x))?,
            _ => id,
        };
        self.definitions.get(&whole).copied()
    }
}

/// The expressions that a block makes.
pub(super) fn effects(block: &Block, expressions: &mut Expressions) -> Checked<BlockEffects> {
    let mut nodes: EntityVec<NodeId, Id> = EntityVec::new();
    let mut result = BlockEffects::default();
    let read_of = |read: &Read, nodes: &EntityVec<NodeId, Id>, expressions: &mut Expressions| {
        let of = |id: NodeId| {
            let found = nodes.get(id).copied();
            found.ok_or("an operation reads a later one")
        };
        let id: Checked<Id> = Ok(match read.from {
            From::Node(id) => of(id)?,
            From::Attribute(register, lane) => expressions.number(Key::Attribute(register, lane)),
            From::Memory(address, lane) => expressions.number(Key::Memory(address, lane, None)),
            From::Indexed(address, lane, id) => {
                let offset = of(id)?;
                expressions.number(Key::Memory(address, lane, Some(offset)))
            }
            From::Variable(id) => expressions.number(Key::Variable(id)),
            From::Zero => expressions.number(Key::Zero),
            From::Literal(_) | From::Register(..) | From::Spilled(..) => {
                return Err("an operand has no meaning here".into());
            }
        });
        id
    };
    for (node_id, node) in block.nodes.iter() {
        let mut reads = Vec::new();
        for read in &node.reads {
            reads.push((read_of(read, &nodes, expressions)?, read.negate));
        }
        let zero = (expressions.number(Key::Zero), false);
        let id = match (node.op, reads.as_slice()) {
            (NodeOp::Move | NodeOp::SetAddress, &[(id, false)]) => id,
            (NodeOp::Acc(code), &[a]) => expressions.number(Key::Acc(code, a, zero)),
            (NodeOp::Acc(code), &[a, b]) => expressions.number(Key::Acc(code, a, b)),
            (NodeOp::Mul { negate }, &[(a, false), (b, false)]) => {
                expressions.number(Key::Mul(negate, a, b))
            }
            (NodeOp::Select, &[(no, false), (condition, false), (yes, false)]) => {
                expressions.number(Key::Select(no, condition, yes))
            }
            (NodeOp::Function(function), &[(a, false)]) => {
                let code = match function {
                    Function::Exp2 => complex::EXP2,
                    Function::Log2 => complex::LOG2,
                    Function::Rsqrt => complex::RSQRT,
                    Function::Rcp => complex::RCP,
                };
                expressions.number(Key::Function(code, a))
            }
            _ => return Err(format!("{node_id} has operands it cannot take").into()),
        };
        nodes.push(id);
        result.definitions.entry(id).or_insert(node_id);
        for place in &node.stores {
            match *place {
                Place::Output(register, lane) => {
                    result.outputs.insert((register, lane), id);
                }
                Place::Variable(variable) => {
                    result.variables.insert(variable, id);
                }
                _ => return Err(format!("{node_id} stores to no variable").into()),
            }
        }
    }
    if let End::Branch(read, target) = &block.end {
        demand(!read.negate, "a branch changes a sign")?;
        result.branch = Some((read_of(read, &nodes, expressions)?, *target));
    }
    Ok(result)
}
