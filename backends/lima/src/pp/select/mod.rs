//! From the shader to operations of the units.
//!
//! The program is in the state of vectors from the start. Copies are made wherever lanes must come together (vectors made of parts, results of branches,
//! what goes round a loop); a later step joins what can be one value. Modifiers, constants, uniforms
//! and inputs are folded into operands here.

mod compose;
mod flow;
mod loops;
mod modify;
mod operations;
mod scale;
mod texture;
mod undefined;
mod view;

use super::code::{Condition, Input};
use super::interface::Layout;
use super::isa::TEMPORARIES;
use super::machine::{self, COLOR, DEPTH, Item, Kind, Opcode, Program};
use super::range::{self, Bounds};
use indexmap::{IndexMap, IndexSet};
use retroshade_diagnostics::{Code as DiagnosticCode, Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::entity::{EntityRef, SecondaryMap};
use retroshade_ir::{Array, Builtin, Region, Shader, Terminator, Use, Value};
use retroshade_kit::mir::{
    AddressId, BlockId, Lane, LaneRef, OpId, Operand, Output, Reg, State, VectorId,
};
use view::{Place, View};

/// The innermost loop.
#[derive(Clone, Debug)]
struct Loop {
    /// The values carried round.
    carried: Vec<VectorId>,
    /// The results.
    results: Vec<VectorId>,
}

/// A run of instructions without control flow among them.
type Section = u32;

/// The last instruction that made a value of the shader whole, for output modifiers.
#[derive(Clone, Copy, Debug)]
struct Definition {
    section: Section,
    op: OpId,
}

struct Select<'a> {
    shader: &'a Shader,
    layout: &'a Layout,
    program: Program,
    /// The block that is being filled.
    block: BlockId,
    /// The run of instructions that is being made.
    section: Section,
    /// The last instruction.
    last: Option<OpId>,
    /// Address values by the lane of their index.
    addresses: IndexMap<Lane, AddressId>,
    /// Vectors of temporary memory in use.
    temporaries: u32,
    views: SecondaryMap<Value, Option<View>>,
    definitions: SecondaryMap<Value, Option<Definition>>,
    uses: SecondaryMap<Value, u32>,
    /// By what the vectors of squares of lengths are multiplied, to stay in range.
    scales: SecondaryMap<Value, Option<f32>>,
    /// How large values can become.
    bounds: Bounds,
    /// Products of which only the whole part is wanted, towards zero.
    whole: SecondaryMap<Value, bool>,
    /// Indices of arrays of some length that the current section has limited to the array.
    limited: IndexMap<(Value, u8, u32), Lane>,
    /// Inputs that the current section has in values.
    inputs: IndexMap<Input, VectorId>,
    arrays: IndexMap<Array, i32>,
    loops: Vec<Loop>,
    /// Magnitudes of the numbers that half floats stand for without being them, as bits.
    rounded: IndexSet<u32>,
    warnings: Diagnostics,
    span: Span,
}

/// What selection gives.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The program.
    pub program: Program,
    /// Vectors of temporary memory in use: those of local arrays.
    pub temporaries: u32,
    /// Magnitudes of the numbers that half floats stand for without being them.
    pub rounded: Vec<f32>,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// Selects the operations of a prepared shader.
///
/// # Errors
/// What the processor cannot do.
pub fn select(shader: &Shader, layout: &Layout) -> Result<Selected, Diagnostics> {
    let program = Program {
        state: State::Vectors,
        ..Program::default()
    };
    let mut select = Select {
        shader,
        layout,
        block: program.body,
        program,
        section: 0,
        last: None,
        addresses: IndexMap::new(),
        temporaries: 0,
        views: SecondaryMap::with_default(None),
        definitions: SecondaryMap::with_default(None),
        uses: count_uses(shader),
        scales: SecondaryMap::with_default(None),
        bounds: range::bounds(shader),
        whole: SecondaryMap::with_default(false),
        limited: IndexMap::new(),
        inputs: IndexMap::new(),
        arrays: IndexMap::new(),
        loops: Vec::new(),
        rounded: IndexSet::new(),
        warnings: Diagnostics::new(),
        span: Span::NONE,
    };
    select.place_arrays()?;
    select.look_for_excess();
    select.look_for_whole_parts();
    select.body()?;
    undefined::clear(&mut select.program);
    Ok(Selected {
        program: select.program,
        temporaries: select.temporaries,
        rounded: select
            .rounded
            .iter()
            .map(|bits| f32::from_bits(*bits))
            .collect(),
        warnings: select.warnings,
    })
}

fn count_uses(shader: &Shader) -> SecondaryMap<Value, u32> {
    let mut uses = SecondaryMap::new();
    for region in shader.live_regions() {
        let data = &shader.regions[region];
        let args = data.insts.iter().flat_map(|inst| &shader.insts[*inst].args);
        for operand in args.chain(data.end.uses()) {
            uses[operand.value] += 1;
        }
    }
    uses
}

impl Select<'_> {
    /// Local arrays lie at the end of temporary memory, a vector for each element.
    fn place_arrays(&mut self) -> Result<(), Diagnostic> {
        let mut used = vec![false; self.shader.arrays.len()];
        for region in self.shader.live_regions() {
            for inst in &self.shader.regions[region].insts {
                use retroshade_ir::Op;
                if let Op::ArrayLoad(array) | Op::ArrayStore(array) = self.shader.insts[*inst].op
                    && let Some(used) = used.get_mut(array.index())
                {
                    *used = true;
                }
            }
        }
        let mut end = 0u32;
        for (array, data) in self.shader.arrays.iter() {
            if used.get(array.index()).copied().unwrap_or(false) {
                end = end.saturating_add(data.len);
                self.arrays.insert(array, -(end.min(TEMPORARIES) as i32));
            }
        }
        if end > TEMPORARIES {
            let message = format!(
                "lima: local arrays need {end} vectors of temporary memory, and there are {TEMPORARIES}"
            );
            return Err(Diagnostic::error(codes::limit::TEMPORARIES, message));
        }
        self.temporaries = end;
        Ok(())
    }

    fn warn(&mut self, code: DiagnosticCode, message: String, label: &str) {
        let warning = Diagnostic::warning(code, message);
        self.warnings.push(warning.at(self.span, label));
    }

    /// Appends an instruction.
    fn push(&mut self, op: OpId) {
        self.program.blocks[self.block].push(Item::Op(op));
        self.last = Some(op);
    }

    /// An instruction with results of its own.
    fn emit(&mut self, code: impl Into<Opcode>, args: Vec<Operand>) -> VectorId {
        let op = self.program.add(code.into(), args, self.span);
        self.push(op);
        self.program.give_vector(op)
    }

    /// An instruction that assigns lanes.
    fn assign_lanes(&mut self, kind: Kind, args: Vec<Operand>, lanes: Vec<Lane>) {
        let op = self.program.assign(kind.into(), args, lanes, self.span);
        self.push(op);
    }

    fn lane(&self, vector: VectorId, place: u8) -> Lane {
        let lanes = &self.program.vectors[vector].lanes;
        lanes[usize::from(place).min(lanes.len() - 1)]
    }

    /// A vector of new values that nothing assigns yet.
    fn new_vector(&mut self, lanes: u8) -> VectorId {
        machine::new_vector(&mut self.program, lanes)
    }

    /// The address value of an index.
    fn address(&mut self, index: Lane) -> AddressId {
        let (program, span) = (&mut self.program, self.span);
        let new = || {
            let index = LaneRef::value(index);
            program
                .addresses
                .push(retroshade_kit::mir::Address { index, span })
        };
        *self.addresses.entry(index).or_insert_with(new)
    }

    /// Starts another section: what the one before had computed is not known there.
    fn next_section(&mut self) {
        self.section += 1;
        self.last = None;
        self.inputs.clear();
        self.limited.clear();
    }

    /// Fills another block with a function; gives the block.
    fn in_block(
        &mut self,
        fill: impl FnOnce(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<BlockId, Diagnostic> {
        let block = self.program.blocks.push(Vec::new());
        let around = std::mem::replace(&mut self.block, block);
        self.next_section();
        fill(self)?;
        self.next_section();
        self.block = around;
        Ok(block)
    }

    fn body(&mut self) -> Result<(), Diagnostics> {
        let body = self.shader.body;
        self.region(body)?;
        let end = self.shader.regions[body].end.clone();
        if let Terminator::Yield(outputs) = end {
            self.outputs(&outputs)?;
        }
        let last = self.last.map(|op| self.program.ops[op].code.kind);
        let gone = last == Some(Kind::Discard(Condition::ALWAYS));
        if self.program.outputs.is_empty() && !gone {
            // The register of the colour is read whatever the shader leaves undefined.
            let black = View::new(Place::Const([0.0, 0.0, 0.0, 1.0]), 4);
            self.output(COLOR, black);
        }
        Ok(())
    }

    fn region(&mut self, region: Region) -> Result<(), Diagnostic> {
        let shader = self.shader;
        for inst in &shader.regions[region].insts {
            self.span = shader.insts[*inst].span;
            self.inst(*inst)?;
        }
        Ok(())
    }

    /// A value that lies in its register as the frame buffer takes it.
    fn output(&mut self, reg: Reg, view: View) {
        let vector = self.new_vector(view.lanes);
        machine::pin_in_place(&mut self.program, vector);
        let values = self.program.vectors[vector].lanes.clone();
        self.copy(values.to_vec(), view);
        let mut lanes = [None; 4];
        for (lane, value) in lanes.iter_mut().zip(values) {
            *lane = Some(LaneRef::value(value));
        }
        let span = self.span;
        self.program.outputs.push(Output { reg, lanes, span });
    }

    /// The colour, and the depth where there is one.
    fn outputs(&mut self, outputs: &[Use]) -> Result<(), Diagnostic> {
        let shader = self.shader;
        for ((output, slot), operand) in shader.interface.output_slots().zip(outputs) {
            let variable = &shader.interface.outputs[output];
            self.span = variable.span;
            let undefined = shader.def_op(operand.value) == Some(retroshade_ir::Op::Undefined);
            if undefined {
                continue;
            }
            let depth = variable.builtin == Some(Builtin::FragDepth);
            let reg = if depth { DEPTH } else { COLOR };
            let held = self.program.outputs.iter().any(|held| held.reg == reg);
            if held || slot > 0 {
                // Others were left out, and no shader writes one of these twice.
                return Err(Diagnostic::bug("lima select", "a second colour is left"));
            }
            let view = self.view(*operand)?;
            self.output(reg, view);
        }
        Ok(())
    }
}
