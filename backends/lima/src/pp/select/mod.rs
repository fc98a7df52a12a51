//! From the shader to operations of the units.
//!
//! Copies are made wherever lanes must come together (vectors made of parts, results of branches,
//! what goes round a loop); a later step joins what can be one value. Modifiers, constants, uniforms
//! and inputs are folded into operands here.

mod compose;
mod flow;
mod modify;
mod operations;
mod scale;
mod texture;
mod view;

use super::code::{Block, Cell, Code, End, Input, Kind, Operand, Operation};
use super::interface::Layout;
use super::isa::OutMod;
use super::range::{self, Bounds};
use indexmap::IndexMap;
use retroshade_diagnostics::{Code as DiagnosticCode, Diagnostic, Diagnostics, Span};
use retroshade_ir::entity::{EntityRef, SecondaryMap};
use retroshade_ir::{Array, Builtin, Region, Shader, Terminator, Use, Value};
use view::{Place, View};

/// A place in the code that blocks branch to, before its number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label(usize);

/// The innermost loop.
#[derive(Clone, Debug)]
struct Loop {
    header: Label,
    exit: Label,
    /// The values carried round.
    carried: Vec<u32>,
    /// The results.
    results: Vec<u32>,
}

/// The last operation that made a value of the shader whole, for output modifiers.
#[derive(Clone, Copy, Debug)]
struct Definition {
    block: usize,
    operation: usize,
}

struct Select<'a> {
    shader: &'a Shader,
    layout: &'a Layout,
    code: Code,
    /// The operations of the block that is being made.
    current: Vec<Operation>,
    /// The block of each label.
    labels: Vec<Option<usize>>,
    /// Blocks that end in a branch, and its label.
    jumps: Vec<(usize, Label)>,
    views: SecondaryMap<Value, Option<View>>,
    definitions: SecondaryMap<Value, Option<Definition>>,
    uses: SecondaryMap<Value, u32>,
    /// By what the vectors of squares of lengths are multiplied, to stay in range.
    scales: SecondaryMap<Value, Option<f32>>,
    /// How large values can become.
    bounds: Bounds,
    /// Products of which only the whole part is wanted, towards zero.
    whole: SecondaryMap<Value, bool>,
    /// Indices of arrays of some length that the current block has limited to the array.
    limited: IndexMap<(Value, u8, u32), Cell>,
    /// Inputs that the current block has in values.
    inputs: IndexMap<Input, u32>,
    arrays: IndexMap<Array, i32>,
    loops: Vec<Loop>,
    warnings: Diagnostics,
    span: Span,
}

/// What selection gives.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The code.
    pub code: Code,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// Selects the operations of a prepared shader.
///
/// # Errors
/// What the processor cannot do.
pub fn select(shader: &Shader, layout: &Layout) -> Result<Selected, Diagnostics> {
    let mut select = Select {
        shader,
        layout,
        code: Code::default(),
        current: Vec::new(),
        labels: Vec::new(),
        jumps: Vec::new(),
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
        warnings: Diagnostics::new(),
        span: Span::NONE,
    };
    select.place_arrays();
    select.look_for_excess();
    select.look_for_whole_parts();
    select.body()?;
    select.resolve();
    Ok(Selected {
        code: select.code,
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
    fn place_arrays(&mut self) {
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
                self.arrays.insert(array, -(end.min(1 << 20) as i32));
            }
        }
        self.code.temporaries = end;
    }

    fn warn(&mut self, code: DiagnosticCode, message: String, label: &str) {
        let warning = Diagnostic::warning(code, message);
        self.warnings.push(warning.at(self.span, label));
    }

    fn push(&mut self, operation: Operation) {
        self.current.push(operation);
    }

    /// An operation with a result of its own.
    fn emit(&mut self, kind: Kind, args: Vec<Operand>, lanes: u8) -> u32 {
        let value = self.code.value(lanes);
        self.push(Operation {
            kind,
            args,
            dest: (0..lanes).map(|lane| Cell::new(value, lane)).collect(),
            modifier: OutMod::None,
            span: self.span,
        });
        value
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Ends the current block and starts the next.
    fn finish(&mut self, end: End) {
        let operations = std::mem::take(&mut self.current);
        self.code.blocks.push(Block { operations, end });
        self.forget();
    }

    /// Forgets what the block before had computed.
    fn forget(&mut self) {
        self.inputs.clear();
        self.limited.clear();
    }

    fn jump(&mut self, label: Label, condition: super::code::Condition, args: Vec<Operand>) {
        self.jumps.push((self.code.blocks.len(), label));
        self.finish(End::Branch {
            condition,
            args,
            target: usize::MAX,
        });
    }

    /// A label at the start of a new block.
    fn bind(&mut self, label: Label) {
        if !self.current.is_empty() {
            self.finish(End::Fall);
        }
        self.forget();
        if let Some(place) = self.labels.get_mut(label.0) {
            *place = Some(self.code.blocks.len());
        }
    }

    /// Puts numbers of blocks for labels.
    fn resolve(&mut self) {
        for (block, label) in std::mem::take(&mut self.jumps) {
            let number = self.labels.get(label.0).copied().flatten();
            if let Some(End::Branch { target, .. }) =
                self.code.blocks.get_mut(block).map(|block| &mut block.end)
            {
                *target = number.unwrap_or(usize::MAX);
            }
        }
    }

    fn body(&mut self) -> Result<(), Diagnostics> {
        let body = self.shader.body;
        self.region(body)?;
        let end = self.shader.regions[body].end.clone();
        if let Terminator::Yield(outputs) = end {
            self.outputs(&outputs)?;
        }
        let gone = self.current.last().is_some_and(|operation| {
            operation.kind == Kind::Discard(super::code::Condition::ALWAYS)
        });
        if self.code.color.is_none() && self.code.depth.is_none() && !gone {
            // The register of the colour is read whatever the shader leaves undefined.
            let black = View::new(Place::Const([0.0, 0.0, 0.0, 1.0]), 4);
            self.code.color = Some(self.output(black));
        }
        self.finish(End::Stop);
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
    fn output(&mut self, view: View) -> u32 {
        let value = self.code.value(view.lanes);
        if let Some(info) = self.code.values.get_mut(value as usize) {
            info.pins = [Some(0), Some(1), Some(2), Some(3)];
        }
        let cells = (0..view.lanes).map(|lane| Cell::new(value, lane)).collect();
        self.copy(cells, view);
        value
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
            let held = if depth {
                self.code.depth
            } else {
                self.code.color
            };
            if held.is_some() || slot > 0 {
                // Others were left out, and no shader writes one of these twice.
                return Err(Diagnostic::bug("lima select", "a second colour is left"));
            }
            let view = self.view(*operand)?;
            let value = self.output(view);
            match depth {
                true => self.code.depth = Some(value),
                false => self.code.color = Some(value),
            }
        }
        Ok(())
    }
}
