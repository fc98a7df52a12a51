//! Value numbering: expressions in place of numbers, and those that a block has to compute.

use crate::gp::code::{Block, End, From, Function, NodeOp, Place, Read, VariableId};
use crate::gp::isa::{acc, complex};
use rustc_hash::FxHashMap;

/// The number of an expression.
pub(super) type Id = u32;

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
    keys: Vec<Key>,
}

impl Expressions {
    pub(super) fn number(&mut self, key: Key) -> Id {
        if let Key::Acc(acc::MIN | acc::MAX, (a, false), (b, false)) = key
            && a == b
        {
            return a;
        }
        let next = self.keys.len() as Id;
        let keys = &mut self.keys;
        *self.known.entry(key).or_insert_with(|| {
            keys.push(key);
            next
        })
    }

    fn known(&self, key: Key) -> Option<Id> {
        self.known.get(&key).copied()
    }

    pub(super) fn key(&self, id: Id) -> Option<Key> {
        self.keys.get(id as usize).copied()
    }
}

/// What a block must do.
#[derive(Default)]
pub(super) struct BlockEffects {
    pub(super) outputs: FxHashMap<(u8, u8), Id>,
    pub(super) variables: FxHashMap<VariableId, Id>,
    /// Condition and target of the branch.
    pub(super) branch: Option<(Id, u32)>,
    /// The operation that makes each expression first.
    definitions: FxHashMap<Id, usize>,
}

impl BlockEffects {
    /// The operation that an expression is the result of, or a partial result.
    pub(super) fn definition(&self, id: Id, expressions: &Expressions) -> Option<usize> {
        let whole = match expressions.key(id)? {
            Key::Table(op, x) => expressions.known(Key::Function(op, x))?,
            Key::Prepared(x) => expressions.known(Key::Function(complex::EXP2, x))?,
            Key::RawLogarithm(x) => expressions.known(Key::Function(complex::LOG2, x))?,
            _ => id,
        };
        self.definitions.get(&whole).copied()
    }
}

/// The expressions that a block makes.
pub(super) fn wanted(block: &Block, expressions: &mut Expressions) -> Result<BlockEffects, String> {
    let mut nodes: Vec<Id> = Vec::with_capacity(block.nodes.len());
    let mut result = BlockEffects::default();
    let read_of = |read: &Read, nodes: &[Id], expressions: &mut Expressions| {
        let of = |id: u32| {
            let found = nodes.get(id as usize).copied();
            found.ok_or_else(|| "an operation reads a later one".to_owned())
        };
        Ok::<Id, String>(match read.from {
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
                return Err("an operand has no meaning here".to_owned());
            }
        })
    };
    for (index, node) in block.nodes.iter().enumerate() {
        let mut reads = Vec::new();
        for read in &node.reads {
            reads.push((read_of(read, &nodes, expressions)?, read.negate));
        }
        let zero = (expressions.number(Key::Zero), false);
        let id = match (node.op, reads.as_slice()) {
            (NodeOp::Move | NodeOp::SetAddress, &[(id, false)]) => id,
            (NodeOp::Acc(code), &[a]) => expressions.number(Key::Acc(code, a, zero)),
            (NodeOp::Acc(code), &[a, b]) => expressions.number(Key::Acc(code, a, b)),
            (NodeOp::Mul(negate), &[(a, false), (b, false)]) => {
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
            _ => return Err(format!("operation {index} has operands it cannot take")),
        };
        nodes.push(id);
        result.definitions.entry(id).or_insert(index);
        for place in &node.stores {
            match *place {
                Place::Output(register, lane) => {
                    result.outputs.insert((register, lane), id);
                }
                Place::Variable(variable) => {
                    result.variables.insert(variable, id);
                }
                _ => return Err(format!("operation {index} stores to no variable")),
            }
        }
    }
    if let End::Branch(read, target) = &block.end {
        if read.negate {
            return Err("a branch changes a sign".to_owned());
        }
        result.branch = Some((read_of(read, &nodes, expressions)?, *target));
    }
    Ok(result)
}
