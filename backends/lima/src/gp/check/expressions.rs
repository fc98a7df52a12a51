//! The expressions that a block has to compute.

use crate::gp::code::{self, Block, BlockId, End, From, NodeId, NodeOp, Place, Read, VariableId};
use crate::gp::isa;
use retroshade_diagnostics::fault::{Checked, demand};
use retroshade_ir::entity::{EntityRef, EntityVec};
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::machine::numbers::{Component, Function, Numbers, Outside};
use retroshade_kit::machine::symbols::{Expression, Symbol, Symbols};
use rustc_hash::FxHashMap;

/// What a block must do.
#[derive(Default)]
pub(super) struct BlockEffects {
    pub(super) outputs: FxHashMap<(u8, u8), Symbol>,
    pub(super) variables: FxHashMap<VariableId, Symbol>,
    /// Condition and target of the branch.
    pub(super) branch: Option<(Symbol, BlockId)>,
    /// The operation that makes each expression first.
    pub(super) definitions: FxHashMap<Symbol, NodeId>,
}

/// What a variable holds when the block starts.
pub(super) fn variable(id: VariableId) -> Expression {
    Expression::Given(id.index() as u32)
}

/// The function of a node of the complex unit.
fn function(function: code::Function) -> Function {
    match function {
        code::Function::Exp2 => Function::Exp2,
        code::Function::Log2 => Function::Log2,
        code::Function::Rsqrt => Function::ReciprocalSquareRoot,
        code::Function::Rcp => Function::Reciprocal,
    }
}

/// The expressions that a block makes; those of uniforms and attributes are of the data of an image.
pub(super) fn effects(
    block: &Block,
    image: &RegisterImage,
    symbols: &mut Symbols,
) -> Checked<BlockEffects> {
    let mut block_symbols = BlockSymbols {
        image,
        symbols,
        nodes: EntityVec::new(),
    };
    let mut result = BlockEffects::default();
    for (node_id, node) in block.nodes.iter() {
        let symbol = block_symbols.computed(node.op, &node.reads);
        let symbol = symbol.map_err(|fault| fault.within("operation", node_id.index()))?;
        block_symbols.nodes.push(symbol);
        result.definitions.entry(symbol).or_insert(node_id);
        for place in &node.stores {
            match *place {
                Place::Output(register, lane) => {
                    result.outputs.insert((register, lane), symbol);
                }
                Place::Variable(variable) => {
                    result.variables.insert(variable, symbol);
                }
                _ => return Err(format!("{node_id} stores to no variable").into()),
            }
        }
    }
    if let End::Branch(read, target) = &block.end {
        demand(!read.negate, "a branch changes a sign")?;
        result.branch = Some((block_symbols.read(*read)?, *target));
    }
    Ok(result)
}

struct BlockSymbols<'a> {
    image: &'a RegisterImage,
    symbols: &'a mut Symbols,
    /// The results so far.
    nodes: EntityVec<NodeId, Symbol>,
}

impl BlockSymbols<'_> {
    fn computed(&mut self, op: NodeOp, reads: &[Read]) -> Checked<Symbol> {
        let mut operands = Vec::with_capacity(reads.len());
        for read in reads {
            operands.push(self.read(*read)?);
        }
        let free_signs = matches!(op, NodeOp::Acc(_));
        let signs = reads.iter().any(|read| read.negate);
        demand(free_signs || !signs, "an operand changes its sign")?;
        Ok(match (op, operands.as_slice()) {
            (NodeOp::Move | NodeOp::SetAddress, &[value]) => value,
            (NodeOp::Acc(code), operands) => {
                let row = isa::acc_row(code).ok_or("an unknown operation")?;
                let fits = row.function.arity() == operands.len();
                demand(fits, "an operation has operands it cannot take")?;
                self.symbols.applied(row.function, operands)
            }
            (NodeOp::Mul { negate }, &[_, _]) => {
                let product = self.symbols.applied(Function::Multiply, &operands);
                if negate {
                    self.symbols.applied(Function::Negate, &[product])
                } else {
                    product
                }
            }
            (NodeOp::Select, &[no, condition, yes]) => self
                .symbols
                .applied(Function::Select, &[condition, yes, no]),
            (NodeOp::Clamp, &[low, high, bounded]) => {
                self.symbols.applied(Function::Clamp, &[bounded, low, high])
            }
            (NodeOp::Function(of), &[_]) => self.symbols.applied(function(of), &operands),
            _ => return Err("an operation has operands it cannot take".into()),
        })
    }

    fn read(&mut self, read: Read) -> Checked<Symbol> {
        let value = match read.from {
            From::Node(id) => self.node(id)?,
            From::Attribute(register, lane) => self.outside(Outside::Input {
                file: "a",
                number: register.into(),
                lane,
                missing: 0.0,
            })?,
            From::Memory(address, lane) => self.uniform(address.into(), lane)?,
            From::Indexed(base, lane, id) => {
                let offset = self.node(id)?;
                let address = self.symbols.address(base.into(), Some(offset));
                let address = address?.ok_or("an index that nothing is known of")?;
                let component = Component::of_registers("u", lane);
                match self.symbols.indexed(component, address) {
                    Some(value) => value,
                    None => self.uniform(address.base, lane)?,
                }
            }
            From::Variable(id) => self.symbols.symbol(variable(id)),
            From::Zero => self.symbols.integer(0),
            From::Literal(_) | From::Register(..) | From::Spilled(..) => {
                return Err("an operand has no meaning here".into());
            }
        };
        Ok(if read.negate {
            self.symbols.applied(Function::Negate, &[value])
        } else {
            value
        })
    }

    fn node(&self, id: NodeId) -> Checked<Symbol> {
        let found = self.nodes.get(id).copied();
        Ok(found.ok_or("an operation reads a later one")?)
    }

    fn uniform(&mut self, number: i64, lane: u8) -> Checked<Symbol> {
        let number = u32::try_from(number).map_err(|_| "a uniform before the first")?;
        self.outside(Outside::Uniform {
            file: "u",
            number,
            lane,
        })
    }

    fn outside(&mut self, from: Outside) -> Checked<Symbol> {
        Ok(self.symbols.outside(self.image, from)?)
    }
}
