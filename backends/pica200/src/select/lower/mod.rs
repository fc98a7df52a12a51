//! From the intermediate representation to instructions on single lanes.
//!
//! Vector operations become one operation for each lane with a common group, by which packing later
//! finds them again. What a lane computes is simplified on the way, and the same computation is made
//! once. Composing, swizzling and negation cost nothing here: they are in the operands.

mod arithmetic;
mod choose;
mod control;
mod counted;
mod decide;
mod dot;
mod index;
mod truncate;
mod truth;
mod values;
mod vertex;

pub(super) use truth::{Decisions, Joined};

use super::emissions::Emissions;
use crate::interface::Places;
use crate::isa::Opcode;
use crate::machine::{If, Item, NanResult, Program, Test, one_lane};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_ir::{Inst, Op, Region, Shader, Stage, Use, Value};
use retroshade_kit::mir::{AddressId, Base, BlockId, Formula, Lane, LaneRef};
use rustc_hash::FxHashMap;
use vertex::Banks;

/// Whether a value may be infinite or NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Range {
    /// A number.
    Finite,
    /// A number or infinite.
    MaybeInfinite,
    /// Anything.
    MaybeNan,
}

/// How a scalar is computed, for patterns.
#[derive(Clone, Debug)]
struct Definition {
    opcode: Opcode,
    operands: Vec<Vec<LaneRef>>,
    range: Range,
}

/// What is computed in the blocks around the current place, to find it again. Only looked up, never
/// listed.
type Known = FxHashMap<(Opcode, Vec<Vec<LaneRef>>), Lane>;

pub(in crate::select) struct Lowering<'a> {
    shader: &'a Shader,
    places: &'a Places,
    program: Program,
    nan: NanResult,
    /// The lanes of each value; none before it is defined.
    values: SecondaryMap<Value, Vec<LaneRef>>,
    /// By scalar; absent for those that are assigned in several places.
    definitions: SecondaryMap<Lane, Option<Definition>>,
    ranges: SecondaryMap<Lane, Option<Range>>,
    /// Results of `max` and `min` that are numbers whatever their operands are.
    numbers: EntitySet<Lane>,
    /// The blocks around the current place.
    blocks: Vec<BlockId>,
    known: Vec<Known>,
    addresses: Vec<FxHashMap<LaneRef, AddressId>>,
    loops: Vec<OpenLoop>,
    /// Numbers of rounds that the machine counts.
    counts: Vec<u16>,
    group: u32,
    span: Span,
    /// What boolean uniforms decide.
    decisions: &'a Decisions,
    /// Truncations that the address register does by itself.
    indices: EntitySet<Inst>,
    /// Of a geometry shader, where its vertices go.
    emissions: &'a Emissions,
    banks: Banks,
}

/// What decides a conditional.
struct Condition {
    tests: Vec<Test>,
    formula: Formula,
}

impl Condition {
    fn of(test: Test) -> Condition {
        Condition {
            tests: vec![test],
            formula: Formula::Test(0, true),
        }
    }
}

struct OpenLoop {
    parameters: Vec<Lane>,
    results: Vec<Lane>,
    /// Results that a round sets when it ends, and to what.
    foot: Vec<(Lane, LaneRef)>,
}

impl<'a> Lowering<'a> {
    pub(in crate::select) fn new(
        shader: &'a Shader,
        places: &'a Places,
        decisions: &'a Decisions,
        emissions: &'a Emissions,
        nan: NanResult,
    ) -> Lowering<'a> {
        let program = Program::default();
        Lowering {
            shader,
            places,
            blocks: vec![program.body],
            program,
            nan,
            numbers: EntitySet::new(),
            values: SecondaryMap::with_len(shader.values.len()),
            definitions: SecondaryMap::new(),
            ranges: SecondaryMap::new(),
            known: vec![Known::default()],
            addresses: vec![FxHashMap::default()],
            loops: Vec::new(),
            counts: Vec::new(),
            group: 0,
            span: Span::NONE,
            decisions,
            indices: EntitySet::new(),
            emissions,
            banks: Banks::default(),
        }
    }

    /// Lowers the whole body.
    pub(in crate::select) fn run(mut self) -> Result<Program, Diagnostic> {
        let scale = |inst: Inst| match self.shader.insts[inst].op {
            Op::UniformIndexed { stride, .. } => Some(stride),
            Op::InputIndexed { input, .. } => {
                let place = self.places.inputs[input]?;
                (place.main == u32::MAX).then_some(place.stride.into())
            }
            _ => None,
        };
        self.indices = truncate::only_indices(self.shader, scale);
        self.region(self.shader.body)?;
        // The vertices of a geometry program have the outputs.
        if self.shader.stage != Stage::Geometry {
            self.outputs()?;
        }
        Ok(self.program)
    }

    fn bug(&self, message: &str) -> Diagnostic {
        Diagnostic::bug("pica200 selection", message).at(self.span, "here")
    }

    fn refuse(&self, message: String) -> Diagnostic {
        Diagnostic::error(codes::target::UNSUPPORTED, format!("pica200: {message}"))
            .at(self.span, "here")
    }

    fn push(&mut self, item: Item) {
        let block = self.blocks.last().copied().unwrap_or(self.program.body);
        self.program.blocks[block].push(item);
    }

    fn push_if(&mut self, condition: Condition, accept: BlockId, reject: BlockId, span: Span) {
        self.push(Item::If(If {
            tests: condition.tests,
            formula: condition.formula,
            accept,
            reject,
            span,
        }));
    }

    /// Begins a block.
    fn open_block(&mut self) {
        let block = self.program.blocks.push(Vec::new());
        self.blocks.push(block);
    }

    /// Ends the block that was begun last.
    fn close_block(&mut self) -> BlockId {
        self.blocks.pop().unwrap_or(self.program.body)
    }

    /// Begins a block in which new things become known.
    fn open_scope(&mut self) {
        self.banks = Banks::default();
        self.open_block();
        self.known.push(Known::default());
        self.addresses.push(FxHashMap::default());
    }

    fn close_scope(&mut self) -> BlockId {
        self.banks = Banks::default();
        self.known.pop();
        self.addresses.pop();
        self.close_block()
    }

    fn lanes(&self, operand: Use) -> Result<Vec<LaneRef>, Diagnostic> {
        let all = &self.values[operand.value];
        if all.is_empty() {
            return Err(self.bug("a value is used before it is made"));
        }
        let lanes = operand.swizzle.lanes().iter();
        lanes
            .map(|lane| all.get(usize::from(*lane)).copied())
            .collect::<Option<Vec<LaneRef>>>()
            .ok_or_else(|| self.bug("a swizzle reads a lane that does not exist"))
    }

    /// The lanes of all operands of an instruction.
    fn operands(&self, inst: Inst) -> Result<Vec<Vec<LaneRef>>, Diagnostic> {
        let args = self.shader.insts[inst].args.iter();
        args.map(|operand| self.lanes(*operand)).collect()
    }

    fn define(&mut self, value: Value, lanes: Vec<LaneRef>) {
        self.values[value] = lanes;
    }

    fn range(&self, source: LaneRef) -> Range {
        match source.base {
            Base::Value(lane) => self.ranges[lane].unwrap_or(Range::MaybeNan),
            Base::Literal(bits) if !f32::from_bits(bits).is_finite() => Range::MaybeNan,
            _ => Range::Finite,
        }
    }

    fn definition(&self, source: LaneRef) -> Option<&Definition> {
        self.definitions[source.as_value()?].as_ref()
    }

    /// True if a truncation is only there for an index.
    fn only_index(&self, inst: Inst) -> bool {
        self.indices.contains(inst)
    }

    /// Begins operations of another vector operation.
    fn next_group(&mut self) {
        self.group += 1;
    }

    /// Makes an instruction with one result, or finds the one that computes the same.
    fn emit(&mut self, opcode: Opcode, operands: Vec<Vec<LaneRef>>) -> LaneRef {
        let key = (opcode, operands);
        for known in self.known.iter().rev() {
            if let Some(scalar) = known.get(&key) {
                return LaneRef::value(*scalar);
            }
        }
        let (opcode, operands) = key.clone();
        let range = self.result_range(opcode, &operands);
        let lists = operands.iter().map(|lanes| lanes.iter().copied().collect());
        let id = self.program.add(opcode, lists, self.span);
        self.program.ops[id].group = self.group;
        let Some(result) = self.program.ops[id].values().next() else {
            return LaneRef::literal(0.0);
        };
        self.ranges[result] = Some(range);
        self.definitions[result] = Some(Definition {
            opcode,
            operands,
            range,
        });
        if let Some(known) = self.known.last_mut() {
            known.insert(key, result);
        }
        self.push(Item::Op(id));
        LaneRef::value(result)
    }

    fn result_range(&self, opcode: Opcode, operands: &[Vec<LaneRef>]) -> Range {
        let worst = operands
            .iter()
            .flatten()
            .map(|source| self.range(*source))
            .max();
        let worst = worst.unwrap_or(Range::Finite);
        let is_square = |source: &LaneRef| {
            let definition = self.definition(*source);
            definition.is_some_and(|d| {
                let dot = matches!(d.opcode, Opcode::Dp3 | Opcode::Dp4 | Opcode::Mul);
                dot && d.operands.first() == d.operands.get(1) && d.range == Range::Finite
            })
        };
        match opcode {
            Opcode::Sge | Opcode::Slt => Range::Finite,
            Opcode::Rcp | Opcode::Ex2 if worst == Range::Finite => Range::MaybeInfinite,
            Opcode::Rsq if operands.iter().flatten().all(is_square) => Range::MaybeInfinite,
            Opcode::Rsq | Opcode::Lg2 => Range::MaybeNan,
            Opcode::Add | Opcode::Mad | Opcode::Dp3 | Opcode::Dp4 | Opcode::Dph => {
                if worst == Range::Finite {
                    Range::Finite
                } else {
                    Range::MaybeNan
                }
            }
            _ => worst,
        }
    }

    /// A copy into a scalar that is assigned in several places.
    fn assign(&mut self, to: Lane, from: LaneRef) {
        let id = self
            .program
            .assign(Opcode::Mov, [one_lane(from)], [to], self.span);
        self.program.ops[id].group = self.group;
        self.push(Item::Op(id));
    }

    fn region(&mut self, region: Region) -> Result<(), Diagnostic> {
        for &inst in &self.shader.regions[region].insts {
            self.span = self.shader.insts[inst].span;
            self.next_group();
            self.inst(inst)?;
        }
        Ok(())
    }

    fn is_truth_vector(&self, inst: Inst) -> bool {
        let result = self.shader.insts[inst].results.first();
        result.is_some_and(|value| self.shader.ty(*value).scalar == retroshade_ir::Scalar::Bool)
    }

    fn inst(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        match data.op {
            Op::If => return self.branch(inst),
            Op::Loop => return self.repeat(inst),
            Op::EmitVertex => return self.emit_vertex(inst),
            Op::Lt | Op::Ge | Op::Eq | Op::Ne => return Ok(()),
            // Boolean registers and jumps take their place.
            _ if self.decisions.reads.contains(inst) || self.decisions.logic.contains(inst) => {
                return Ok(());
            }
            // Whoever reads truth values asks for the comparisons that made them.
            Op::Compose if self.is_truth_vector(inst) => return Ok(()),
            _ => {}
        }
        let Some(&result) = data.results.first() else {
            return Err(self.bug("an instruction without result"));
        };
        let lanes = self.shader.ty(result).lanes;
        let values = self.value(inst, lanes)?;
        if values.len() != usize::from(lanes) {
            return Err(self.bug("an operation has the wrong number of lanes"));
        }
        self.define(result, values);
        Ok(())
    }
}
