//! The shader as data: entities, instructions, regions.

use crate::entity::{EntityRef, EntityVec};
use crate::ids::{Array, Inst, Region, Value};
use crate::{Interface, Op, Stage, Swizzle, Type};
use retroshade_diagnostics::Span;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// The operands of an instruction. Most have three at most, which then need no memory of their own.
pub type Operands = SmallVec<[Use; 3]>;

/// The results of an instruction. Most have one.
pub type Results = SmallVec<[Value; 1]>;

/// A value as an operand reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The value.
    pub value: Value,
    /// The lanes in the order in which the operand sees them.
    pub swizzle: Swizzle,
}

/// In one step, since hashing operands is much of what finding equal instructions costs.
impl Hash for Use {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64((self.value.index() as u64) << 16 | u64::from(self.swizzle.bits()));
    }
}

impl Use {
    /// `value.swizzle`
    pub fn new(value: Value, swizzle: Swizzle) -> Use {
        Use { value, swizzle }
    }

    /// The lanes `outer` of this use: `self.outer`.
    pub fn then(self, outer: Swizzle) -> Use {
        Use {
            value: self.value,
            swizzle: self.swizzle.then(outer),
        }
    }

    /// Returns the number of lanes that the operand sees.
    pub fn lanes(self) -> u8 {
        self.swizzle.len()
    }
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueDef {
    /// Result number `1` of an instruction.
    Result(Inst, u32),
    /// Parameter number `1` of a region (of a loop body: the values carried round).
    Parameter(Region, u32),
}

/// A test by which a loop may be left; see [`Shader::way_out`].
#[derive(Clone, Copy, Debug)]
pub struct WayOut<'a> {
    /// The condition, of one lane.
    pub condition: Use,
    /// True if the loop is left where the condition holds, false if where it does not.
    pub leaves_if: bool,
    /// What the loop gives then.
    pub results: &'a [Use],
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueData {
    /// Type.
    pub ty: Type,
    /// Definition.
    pub def: ValueDef,
}

/// An instruction.
#[derive(Debug, PartialEq)]
pub struct InstData {
    /// What it does.
    pub op: Op,
    /// Operands; for `loop` the first values carried.
    pub args: Operands,
    /// Results; most instructions have one.
    pub results: Results,
    /// `if`: accept, reject. `loop`: body.
    pub regions: Vec<Region>,
    /// The source it came from.
    pub span: Span,
}

/// Lists are copied whole; their own way is one item after the other.
impl Clone for InstData {
    fn clone(&self) -> InstData {
        InstData {
            op: self.op,
            args: Operands::from_slice(&self.args),
            results: Results::from_slice(&self.results),
            regions: self.regions.clone(),
            span: self.span,
        }
    }
}

/// How a region ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// Not built yet; invalid in a finished shader.
    Open,
    /// The end of an `if` arm (values are the results of the `if`), or of the body (values are the
    /// outputs, one use for each slot of [`Interface::output_slots`]; of a geometry shader none: its vertices have them).
    Yield(Vec<Use>),
    /// Leaves the innermost enclosing loop; values are the results of the loop.
    Break(Vec<Use>),
    /// Starts the next round of the innermost enclosing loop; values are its parameters.
    Continue(Vec<Use>),
    /// Control never arrives here: both arms of a last `if` leave, or a last loop has no `break`.
    Unreachable,
}

impl Terminator {
    /// The values handed on.
    pub fn uses(&self) -> &[Use] {
        match self {
            Terminator::Open | Terminator::Unreachable => &[],
            Terminator::Yield(uses) | Terminator::Break(uses) | Terminator::Continue(uses) => uses,
        }
    }

    /// The values handed on, to change.
    pub fn uses_mut(&mut self) -> &mut [Use] {
        match self {
            Terminator::Open | Terminator::Unreachable => &mut [],
            Terminator::Yield(uses) | Terminator::Break(uses) | Terminator::Continue(uses) => uses,
        }
    }
}

/// A list of instructions.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionData {
    /// Values that come in: of a loop body the carried ones; of other regions none.
    pub parameters: Vec<Value>,
    /// Instructions in an order that respects data and effects.
    pub insts: Vec<Inst>,
    /// The end.
    pub end: Terminator,
}

/// A memory object of the invocation. Its content is undefined at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayData {
    /// The name in the source, for people.
    pub name: String,
    /// Type of an element.
    pub ty: Type,
    /// Number of elements. An index outside `0..len` reads and writes some element of this array.
    pub len: u32,
    /// The declaration.
    pub span: Span,
}

/// A whole shader.
///
/// Entities are never removed from their vectors; what no region lists any more is dead. Values
/// defined in a region are visible in that region after their definition and in the regions nested
/// there.
#[derive(Clone, Debug, PartialEq)]
pub struct Shader {
    /// Stage.
    pub stage: Stage,
    /// The name of the source file, for people.
    pub name: String,
    /// Variables shared with the world.
    pub interface: Interface,
    /// Values.
    pub values: EntityVec<Value, ValueData>,
    /// Instructions.
    pub insts: EntityVec<Inst, InstData>,
    /// Regions.
    pub regions: EntityVec<Region, RegionData>,
    /// Memory objects.
    pub arrays: EntityVec<Array, ArrayData>,
    /// The body of `main` with everything inlined.
    pub body: Region,
}

impl Shader {
    /// An empty shader whose body is still open.
    pub fn new(stage: Stage, name: impl Into<String>) -> Shader {
        let mut regions = EntityVec::new();
        let body = regions.push(RegionData {
            parameters: Vec::new(),
            insts: Vec::new(),
            end: Terminator::Open,
        });
        Shader {
            stage,
            name: name.into(),
            interface: Interface::default(),
            values: EntityVec::new(),
            insts: EntityVec::new(),
            regions,
            arrays: EntityVec::new(),
            body,
        }
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The type an operand sees.
    pub fn use_type(&self, operand: Use) -> Type {
        self.ty(operand.value).with_lanes(operand.lanes())
    }

    /// The instruction that makes a value; `None` for a region's parameter.
    pub fn def_inst(&self, value: Value) -> Option<Inst> {
        match self.values[value].def {
            ValueDef::Result(inst, _) => Some(inst),
            ValueDef::Parameter(..) => None,
        }
    }

    /// The operation that makes a value; `None` for a region's parameter.
    pub fn def_op(&self, value: Value) -> Option<Op> {
        self.def_inst(value).map(|inst| self.insts[inst].op)
    }

    /// The literal an operand reads, swizzled, if its value is one.
    pub fn as_constant(&self, operand: Use) -> Option<crate::Constant> {
        match self.def_op(operand.value) {
            Some(Op::Constant(constant)) => Some(constant.swizzled(operand.swizzle)),
            _ => None,
        }
    }

    /// True if a value is a literal.
    pub fn is_constant(&self, value: Value) -> bool {
        let inst = self.def_inst(value);
        inst.is_some_and(|inst| matches!(self.insts[inst].op, Op::Constant(_)))
    }

    /// True if there may be an instruction of which `is` holds: one that is dead counts, too. For
    /// passes to see cheaply that they have nothing to do.
    pub fn may_have(&self, is: impl Fn(&InstData) -> bool) -> bool {
        self.insts.values().any(is)
    }

    /// True if a vertex shader declares an output `invariant`. How that one rounds may then depend on nothing but
    /// its own slice: a backend leaves out what chooses between roundings by the length of the whole program.
    pub fn has_invariant_output(&self) -> bool {
        let mut outputs = self.interface.outputs.values();
        self.stage == Stage::Vertex && outputs.any(|output| output.invariant)
    }

    /// Every list of outputs that is handed on, each with a use for each slot of [`Interface::output_slots`]: the values of
    /// the body's end, or those of each vertex that a geometry shader makes. Empty if the end is never reached.
    pub fn handed_on(&self) -> Vec<&[Use]> {
        if self.stage != Stage::Geometry {
            return match &self.regions[self.body].end {
                Terminator::Yield(uses) => vec![uses],
                _ => Vec::new(),
            };
        }
        let emits = self.emits();
        let emits = emits.iter();
        emits
            .filter_map(|&inst| self.insts[inst].args.get(1..))
            .collect()
    }

    /// Every instruction that hands on a vertex, in the order of regions and within them of instructions.
    pub fn emits(&self) -> Vec<Inst> {
        if self.stage != Stage::Geometry {
            return Vec::new();
        }
        let regions = self.live_regions().into_iter();
        let insts = regions.flat_map(|region| &self.regions[region].insts);
        let emits = insts.filter(|&&inst| self.insts[inst].op == Op::EmitVertex);
        emits.copied().collect()
    }

    /// What an instruction of a loop's body decides, if it is an `if` that does nothing but leave the loop or go on behind
    /// it.
    pub fn way_out(&self, inst: Inst) -> Option<WayOut<'_>> {
        let data = &self.insts[inst];
        let (Op::If, &[condition], &[accept, reject], []) = (
            data.op,
            data.args.as_slice(),
            data.regions.as_slice(),
            data.results.as_slice(),
        ) else {
            return None;
        };
        let arms = [accept, reject].map(|arm| &self.regions[arm]);
        let (leaves_if, results) = match arms.map(|arm| &arm.end) {
            [Terminator::Break(results), Terminator::Yield(_)] => (true, results),
            [Terminator::Yield(_), Terminator::Break(results)] => (false, results),
            _ => return None,
        };
        let does_nothing_else = arms.iter().all(|arm| arm.insts.is_empty());
        does_nothing_else.then_some(WayOut {
            condition,
            leaves_if,
            results,
        })
    }

    /// A use of all lanes of a value in order.
    pub fn whole(&self, value: Value) -> Use {
        Use::new(value, Swizzle::identity(self.ty(value).lanes))
    }

    /// The first result of an instruction. Only for operations that have one.
    pub fn result(&self, inst: Inst) -> Value {
        self.insts[inst].results[0]
    }

    /// Makes an instruction that no region lists yet, with fresh results.
    pub fn make_inst(
        &mut self,
        op: Op,
        args: impl Into<Operands>,
        results: &[Type],
        regions: Vec<Region>,
        span: Span,
    ) -> Inst {
        let inst = self.insts.push(InstData {
            op,
            args: args.into(),
            results: Results::new(),
            regions,
            span,
        });
        for (index, &ty) in results.iter().enumerate() {
            let def = ValueDef::Result(inst, index as u32);
            let value = self.values.push(ValueData { ty, def });
            self.insts[inst].results.push(value);
        }
        inst
    }

    /// Makes an empty open region with parameters of the given types.
    pub fn make_region(&mut self, parameters: &[Type]) -> Region {
        let region = self.regions.push(RegionData {
            parameters: Vec::new(),
            insts: Vec::new(),
            end: Terminator::Open,
        });
        let values = parameters
            .iter()
            .enumerate()
            .map(|(index, &ty)| {
                self.values.push(ValueData {
                    ty,
                    def: ValueDef::Parameter(region, index as u32),
                })
            })
            .collect();
        self.regions[region].parameters = values;
        region
    }

    /// Every region that is reachable from the body, each before those nested in it.
    pub fn live_regions(&self) -> Vec<Region> {
        let mut found = vec![self.body];
        if self.regions.len() == 1 {
            return found;
        }
        let mut next = 0;
        while let Some(&region) = found.get(next) {
            next += 1;
            for &inst in &self.regions[region].insts {
                found.extend(&self.insts[inst].regions);
            }
        }
        found
    }
}
