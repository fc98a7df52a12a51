//! From the intermediate representation to instructions on single lanes.
//!
//! Vector operations become one operation for each lane with a common origin, by which packing later
//! finds them again. What a lane computes is simplified on the way, and the same computation is made
//! once. Composing, swizzling and negation cost nothing here: they are in the operands.

use super::code::{
    Address, Block, Code, Condition, Home, If, Lane, Loop, Node, Op as CodeOp, OutputLane, Scalar,
    Source, Test,
};
use super::interface::{Places, UniformPlace};
use crate::isa::{Comparison, Opcode};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Inst, MatrixLayout, Op, OpKind, Region, Shader, Terminator, Use, Value};
use std::collections::{BTreeSet, HashMap};

/// How tame a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Range {
    /// A number.
    Finite,
    /// A number or infinite.
    MaybeInfinite,
    /// Anything.
    MaybeNan,
}

/// How a scalar is computed, for patterns.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) opcode: Opcode,
    pub(super) operands: Vec<Vec<Source>>,
    pub(super) range: Range,
}

/// What is computed in the blocks around the current place, to find it again. Only looked up, never
/// listed.
type Known = HashMap<(Opcode, Vec<Vec<Source>>), Scalar>;

pub(super) struct Lowering<'a> {
    shader: &'a Shader,
    places: &'a Places,
    pub(super) code: Code,
    /// The lanes of each value; none before it is defined.
    values: Vec<Vec<Source>>,
    /// By scalar; absent for those that are assigned in several places.
    definitions: HashMap<Scalar, Definition>,
    ranges: HashMap<Scalar, Range>,
    blocks: Vec<Block>,
    known: Vec<Known>,
    addresses: Vec<HashMap<Source, Address>>,
    loops: Vec<OpenLoop>,
    origin: u32,
    span: Span,
    /// Boolean uniforms that decide conditions by themselves.
    decides: &'a BTreeSet<Inst>,
}

struct OpenLoop {
    parameters: Vec<Scalar>,
    results: Vec<Scalar>,
}

/// The uniform reads of a shader whose values only decide conditions, so that a boolean register can
/// take their place: booleans compared with zero by instructions that only conditions use.
pub(super) fn deciding_uniforms(shader: &Shader) -> BTreeSet<Inst> {
    let mut candidates = BTreeSet::new();
    let mut spoiled = BTreeSet::new();
    let uniform = |value: Value| {
        let inst = shader.def_inst(value)?;
        let Op::Uniform { uniform, .. } = shader.insts[inst].op else {
            return None;
        };
        let variable = &shader.interface.uniforms[uniform];
        let is_bool = variable.shape.scalar == retroshade_ir::Scalar::Bool;
        (is_bool && variable.slot_lanes() == 1).then_some(inst)
    };
    // Comparisons with zero, whose other uses than conditions spoil the uniform.
    let mut comparisons = HashMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            if let Some((read, _)) = boolean_test(shader, inst)
                && let (Some(read), Some(result)) = (uniform(read), data.results.first())
            {
                candidates.insert(read);
                comparisons.insert(*result, read);
                continue;
            }
            let is_condition = data.op == Op::If;
            for operand in &data.args {
                spoiled.extend(uniform(operand.value));
                if !is_condition {
                    spoiled.extend(comparisons.get(&operand.value));
                }
            }
        }
        for operand in shader.regions[region].end.uses() {
            spoiled.extend(uniform(operand.value));
            spoiled.extend(comparisons.get(&operand.value));
        }
    }
    candidates.retain(|inst| !spoiled.contains(inst));
    candidates
}

/// `x != 0` or `x == 0` of one lane: the value and whether it is `!=`.
fn boolean_test(shader: &Shader, inst: Inst) -> Option<(Value, bool)> {
    let data = &shader.insts[inst];
    let wanted = match data.op {
        Op::Ne => true,
        Op::Eq => false,
        _ => return None,
    };
    let [a, b] = data.args.as_slice() else {
        return None;
    };
    if a.lanes() != 1 {
        return None;
    }
    let is_zero = |operand: &Use| {
        let literal = shader.as_constant(*operand);
        literal.is_some_and(|literal| literal.bits[0] & 0x7fff_ffff == 0)
    };
    match (is_zero(a), is_zero(b)) {
        (false, true) => Some((a.value, wanted)),
        (true, false) => Some((b.value, wanted)),
        _ => None,
    }
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        shader: &'a Shader,
        places: &'a Places,
        decides: &'a BTreeSet<Inst>,
    ) -> Lowering<'a> {
        Lowering {
            shader,
            places,
            code: Code::default(),
            values: vec![Vec::new(); shader.values.len()],
            definitions: HashMap::new(),
            ranges: HashMap::new(),
            blocks: vec![Vec::new()],
            known: vec![Known::new()],
            addresses: vec![HashMap::new()],
            loops: Vec::new(),
            origin: 0,
            span: Span::NONE,
            decides,
        }
    }

    /// Lowers the whole body.
    pub(super) fn run(mut self) -> Result<Code, Diagnostic> {
        self.region(self.shader.body)?;
        self.outputs()?;
        self.code.body = self.blocks.pop().unwrap_or_default();
        Ok(self.code)
    }

    fn bug(&self, message: &str) -> Diagnostic {
        Diagnostic::bug("pica200 selection", message).at(self.span, "here")
    }

    fn refuse(&self, message: String) -> Diagnostic {
        Diagnostic::error(codes::target::UNSUPPORTED, format!("pica200: {message}"))
            .at(self.span, "here")
    }

    fn push(&mut self, node: Node) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(node);
        }
    }

    /// Lanes of an operand.
    fn lanes(&self, operand: Use) -> Result<Vec<Source>, Diagnostic> {
        let value = self.values.get(operand.value.index());
        let all = value.filter(|lanes| !lanes.is_empty());
        let all = all.ok_or_else(|| self.bug("a value is used before it is made"))?;
        let lanes = operand.swizzle.lanes().iter();
        lanes
            .map(|lane| all.get(usize::from(*lane)).copied())
            .collect::<Option<Vec<Source>>>()
            .ok_or_else(|| self.bug("a swizzle reads a lane that does not exist"))
    }

    /// The lanes of all operands of an instruction.
    fn operands(&self, inst: Inst) -> Result<Vec<Vec<Source>>, Diagnostic> {
        let args = self.shader.insts[inst].args.iter();
        args.map(|operand| self.lanes(*operand)).collect()
    }

    fn define(&mut self, value: Value, lanes: Vec<Source>) {
        if let Some(slot) = self.values.get_mut(value.index()) {
            *slot = lanes;
        }
    }

    fn range(&self, source: Source) -> Range {
        match source.lane {
            Lane::Scalar(scalar) => {
                let known = self.ranges.get(&scalar);
                known.copied().unwrap_or(Range::MaybeNan)
            }
            Lane::Literal(bits) if !f32::from_bits(bits).is_finite() => Range::MaybeNan,
            _ => Range::Finite,
        }
    }

    fn definition(&self, source: Source) -> Option<&Definition> {
        match source.lane {
            Lane::Scalar(scalar) => self.definitions.get(&scalar),
            _ => None,
        }
    }

    /// Begins operations of another vector operation.
    fn next_origin(&mut self) {
        self.origin += 1;
    }

    /// Makes an instruction with one result, or finds the one that computes the same.
    fn emit(&mut self, opcode: Opcode, operands: Vec<Vec<Source>>) -> Source {
        let key = (opcode, operands);
        for known in self.known.iter().rev() {
            if let Some(scalar) = known.get(&key) {
                return Source::scalar(*scalar);
            }
        }
        let (opcode, operands) = key.clone();
        let result = self.code.scalar();
        let range = self.result_range(opcode, &operands);
        self.ranges.insert(result, range);
        self.definitions.insert(
            result,
            Definition {
                opcode,
                operands: operands.clone(),
                range,
            },
        );
        if let Some(known) = self.known.last_mut() {
            known.insert(key, result);
        }
        self.push(Node::Op(CodeOp {
            opcode,
            results: vec![result],
            operands,
            origin: self.origin,
            span: self.span,
        }));
        Source::scalar(result)
    }

    fn result_range(&self, opcode: Opcode, operands: &[Vec<Source>]) -> Range {
        let worst = operands
            .iter()
            .flatten()
            .map(|source| self.range(*source))
            .max();
        let worst = worst.unwrap_or(Range::Finite);
        let is_square = |source: &Source| {
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

    pub(super) fn add(&mut self, a: Source, b: Source) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return Source::literal(x + y);
        }
        if a.is(0.0) {
            return b;
        }
        if b.is(0.0) {
            return a;
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.emit(Opcode::Add, vec![vec![a], vec![b]])
    }

    pub(super) fn mul(&mut self, a: Source, b: Source) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return Source::literal(x * y);
        }
        for (literal, other) in [(a, b), (b, a)] {
            match literal.value() {
                Some(0.0) => return Source::literal(0.0),
                Some(1.0) => return other,
                Some(-1.0) => return other.negated(),
                _ => {}
            }
        }
        // The sign goes to the first operand, so that equal products are found again.
        let negate = a.negate != b.negate;
        let (a, b) = (Source::plain(a.lane), Source::plain(b.lane));
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let product = self.emit(Opcode::Mul, vec![vec![a], vec![b]]);
        if negate { product.negated() } else { product }
    }

    fn max(&mut self, a: Source, b: Source) -> Source {
        self.select_one(Opcode::Max, f32::max, a, b)
    }

    fn min(&mut self, a: Source, b: Source) -> Source {
        self.select_one(Opcode::Min, f32::min, a, b)
    }

    fn select_one(
        &mut self,
        opcode: Opcode,
        fold: fn(f32, f32) -> f32,
        a: Source,
        b: Source,
    ) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return Source::literal(fold(x, y));
        }
        if a == b {
            return a;
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.emit(opcode, vec![vec![a], vec![b]])
    }

    /// `a >= b` or `a < b` as 1 or 0.
    fn set(&mut self, opcode: Opcode, a: Source, b: Source) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            let holds = if opcode == Opcode::Sge { x >= y } else { x < y };
            return Source::literal(if holds { 1.0 } else { 0.0 });
        }
        self.emit(opcode, vec![vec![a], vec![b]])
    }

    fn function(&mut self, opcode: Opcode, a: Source) -> Source {
        if let Some(x) = a.value() {
            let lanes = [[x; 4], [0.0; 4], [0.0; 4]];
            if let crate::isa::Meaning::Arithmetic(eval) = opcode.info().meaning {
                let folded = eval(crate::isa::Rules::default(), lanes)[0];
                if folded.is_finite() {
                    return Source::literal(folded);
                }
            }
        }
        self.emit(opcode, vec![vec![a]])
    }

    /// A copy into a scalar that is assigned in several places.
    fn assign(&mut self, to: Scalar, from: Source) {
        self.push(Node::Op(CodeOp {
            opcode: Opcode::Mov,
            results: vec![to],
            operands: vec![vec![from]],
            origin: self.origin,
            span: self.span,
        }));
    }

    fn region(&mut self, region: Region) -> Result<(), Diagnostic> {
        for &inst in &self.shader.regions[region].insts {
            self.span = self.shader.insts[inst].span;
            self.next_origin();
            self.inst(inst)?;
        }
        Ok(())
    }

    fn inst(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        match data.op {
            Op::If => return self.branch(inst),
            Op::Loop => return self.repeat(inst),
            Op::Lt | Op::Ge | Op::Eq | Op::Ne => return Ok(()),
            Op::Uniform { .. } if self.decides.contains(&inst) => return Ok(()),
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

    fn value(&mut self, inst: Inst, lanes: u8) -> Result<Vec<Source>, Diagnostic> {
        let op = self.shader.insts[inst].op;
        match op {
            Op::Constant(constant) => Ok(self.constant(&constant)),
            Op::Undefined => Ok(vec![Source::literal(0.0); lanes.into()]),
            Op::Input { input, slot } => {
                let first = self.places.inputs.get(&input.index()).copied();
                let register = first.and_then(|first| first.checked_add(u8::try_from(slot).ok()?));
                let register = register.ok_or_else(|| self.bug("an input has no register"))?;
                let lane = |lane| Source::plain(Lane::Input(register, lane));
                Ok((0..lanes).map(lane).collect())
            }
            Op::Uniform { uniform, slot } => {
                let lane = |lane| {
                    let (register, lane) = self.uniform_lane(uniform.index(), slot, lane)?;
                    Ok(Source::plain(Lane::Uniform(register, lane)))
                };
                (0..lanes).map(lane).collect()
            }
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => self.indexed(inst, uniform.index(), base, stride, lanes),
            Op::Compose => Ok(self.operands(inst)?.concat()),
            Op::Dot => {
                let operands = self.operands(inst)?;
                let [a, b] = operands.as_slice() else {
                    return Err(self.bug("a dot product of other than two vectors"));
                };
                let pairs: Vec<(Source, Source)> =
                    a.iter().copied().zip(b.iter().copied()).collect();
                Ok(vec![self.dot(&pairs)])
            }
            Op::MatVec => {
                let operands = self.operands(inst)?;
                let Some((vector, columns)) = operands.split_last() else {
                    return Err(self.bug("a matrix product without operands"));
                };
                let rows = columns.first().map_or(0, Vec::len);
                let row = |k: usize| -> Vec<Source> {
                    columns
                        .iter()
                        .filter_map(|column| column.get(k))
                        .copied()
                        .collect()
                };
                if (0..rows).all(|k| is_row(&row(k))) {
                    let products = (0..rows).map(|k| {
                        let row = row(k).into_iter();
                        let pairs: Vec<(Source, Source)> =
                            row.zip(vector.iter().copied()).collect();
                        self.dot(&pairs)
                    });
                    return Ok(products.collect());
                }
                Ok(self.columns_times(columns, vector))
            }
            Op::Select => self.select(inst),
            _ => self.lanewise(inst, op.kind()),
        }
    }

    fn constant(&self, constant: &retroshade_ir::Constant) -> Vec<Source> {
        let number = |bits: &u32| match constant.ty.scalar {
            retroshade_ir::Scalar::Float => f32::from_bits(*bits),
            retroshade_ir::Scalar::Int => *bits as i32 as f32,
            retroshade_ir::Scalar::Bool => f32::from(u8::from(*bits != 0)),
        };
        let lanes = constant.lanes().iter().map(number);
        lanes.map(Source::literal).collect()
    }

    /// The register and lane of a lane of a slot, whichever way the matrix lies.
    fn uniform_lane(&self, uniform: usize, slot: u32, lane: u8) -> Result<(u8, u8), Diagnostic> {
        let missing = || self.bug("a uniform has no register");
        let Some(UniformPlace::Float(first)) = self.places.uniforms.get(&uniform).copied() else {
            return Err(missing());
        };
        let variable = self.shader.interface.uniforms.values().nth(uniform);
        let variable = variable.ok_or_else(missing)?;
        let transposed =
            variable.layout == MatrixLayout::Columns && self.places.rows.contains(&uniform);
        let (offset, lane) = if transposed {
            let columns = u32::from(variable.shape.columns.max(1));
            let rows = u32::from(variable.shape.rows);
            (
                slot / columns * rows + u32::from(lane),
                (slot % columns) as u8,
            )
        } else {
            (slot, lane)
        };
        // The address arithmetic of the machine wraps within 128 registers, so what lies out of
        // range may name any register.
        let register = (u32::from(first).wrapping_add(offset)).min(95);
        Ok((register as u8, lane))
    }

    /// Registers from one step of an index to the next.
    fn register_stride(&self, uniform: usize, stride: u32) -> u32 {
        let variable = self.shader.interface.uniforms.values().nth(uniform);
        match variable {
            Some(v) if v.layout == MatrixLayout::Columns && self.places.rows.contains(&uniform) => {
                stride / u32::from(v.shape.columns.max(1)) * u32::from(v.shape.rows)
            }
            _ => stride,
        }
    }

    fn indexed(
        &mut self,
        inst: Inst,
        uniform: usize,
        base: u32,
        stride: u32,
        lanes: u8,
    ) -> Result<Vec<Source>, Diagnostic> {
        let operands = self.operands(inst)?;
        let Some(&[index]) = operands.first().map(Vec::as_slice) else {
            return Err(self.bug("an index is not one lane"));
        };
        let (index, offset) = self.split_index(index);
        let slot = i64::from(base).saturating_add(offset.saturating_mul(stride.into()));
        // What lies out of range is undefined.
        let slot = u32::try_from(slot.clamp(0, 1 << 16)).unwrap_or_default();
        let Some(index) = index else {
            let lane = |lane| {
                let (register, lane) = self.uniform_lane(uniform, slot, lane)?;
                Ok(Source::plain(Lane::Uniform(register, lane)))
            };
            return (0..lanes).map(lane).collect();
        };
        let stride = self.register_stride(uniform, stride);
        let scaled = self.mul(index, Source::literal(stride as f32));
        let address = self.address(scaled);
        let lane = |lane| {
            let (register, lane) = self.uniform_lane(uniform, slot, lane)?;
            Ok(Source::plain(Lane::Indexed(register, lane, address)))
        };
        (0..lanes).map(lane).collect()
    }

    /// Takes whole numbers off an index, and the truncation that `mova` does anyway.
    fn split_index(&self, index: Source) -> (Option<Source>, i64) {
        let mut index = index;
        let mut offset = 0;
        loop {
            if let Some(value) = index.value() {
                return (None, offset + value.trunc() as i64);
            }
            let Some(definition) = self.definition(index).filter(|d| d.opcode == Opcode::Add)
            else {
                return (Some(index), offset);
            };
            let (Some(&[a]), Some(&[b])) = (
                definition.operands.first().map(Vec::as_slice),
                definition.operands.get(1).map(Vec::as_slice),
            ) else {
                return (Some(index), offset);
            };
            let whole = |s: Source| s.value().filter(|v| v.fract() == 0.0 && v.abs() < 128.0);
            let (rest, literal) = match (whole(a), whole(b)) {
                (Some(value), None) => (b, value),
                (None, Some(value)) => (a, value),
                _ => return (Some(index), offset),
            };
            let sign = if index.negate { -1.0 } else { 1.0 };
            offset += (literal * sign) as i64;
            index = if index.negate { rest.negated() } else { rest };
        }
    }

    fn address(&mut self, index: Source) -> Address {
        for known in self.addresses.iter().rev() {
            if let Some(address) = known.get(&index) {
                return *address;
            }
        }
        let address = Address(self.code.addresses.len() as u32);
        self.code.addresses.push(index);
        if let Some(known) = self.addresses.last_mut() {
            known.insert(index, address);
        }
        address
    }

    /// A sum of products. Pairs with a zero vanish; a one lets `dph` do with three.
    pub(super) fn dot(&mut self, pairs: &[(Source, Source)]) -> Source {
        let alive = |pair: &&(Source, Source)| !pair.0.is(0.0) && !pair.1.is(0.0);
        let mut pairs: Vec<(Source, Source)> = pairs.iter().filter(alive).copied().collect();
        let (first, second) = unzip(&pairs);
        match pairs.len() {
            0 => Source::literal(0.0),
            _ if is_scattered(&first) || is_scattered(&second) => self.sum_of_products(&pairs),
            1 | 2 => self.sum_of_products(&pairs),
            3 if pairs.iter().any(|(a, b)| unit(*a) || unit(*b)) => self.dot_of_plane(&pairs),
            3 => {
                let (a, b) = unzip(&pairs);
                self.emit_dot(Opcode::Dp3, a, b)
            }
            _ => {
                let one = pairs.iter().position(|(a, b)| a.is(1.0) || b.is(1.0));
                if let Some(at) = one {
                    let (a, b) = pairs.remove(at);
                    let last = if a.is(1.0) { b } else { a };
                    if let Some(result) = self.homogeneous(&pairs, last) {
                        return result;
                    }
                    pairs.insert(at, (a, b));
                }
                let (a, b) = unzip(&pairs);
                self.emit_dot(Opcode::Dp4, a, b)
            }
        }
    }

    /// A sign that all lanes of a factor have is taken out, so that products of either sign are alike.
    fn emit_dot(&mut self, opcode: Opcode, mut a: Vec<Source>, mut b: Vec<Source>) -> Source {
        let mut negate = false;
        for lanes in [&mut a, &mut b] {
            let is_literal = lanes.iter().any(|lane| lane.value().is_some());
            if !is_literal && lanes.iter().all(|lane| lane.negate) {
                lanes.iter_mut().for_each(|lane| lane.negate = false);
                negate = !negate;
            }
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let product = self.emit(opcode, vec![a, b]);
        if negate { product.negated() } else { product }
    }

    /// `dph` of three products and a last summand, which must lie where one of the factors does.
    fn homogeneous(&mut self, pairs: &[(Source, Source)], last: Source) -> Option<Source> {
        let (a, b) = unzip(pairs);
        let together = |lanes: &[Source]| {
            let same = |s: &Source| s.lane.home() == last.lane.home() && s.negate == last.negate;
            lanes.iter().all(same)
        };
        let (first, mut second) = if together(&b) {
            (a, b)
        } else if together(&a) {
            (b, a)
        } else {
            return None;
        };
        second.push(last);
        Some(self.emit(Opcode::Dph, vec![first, second]))
    }

    /// `a x + b y + c`: a point of a plane. With three products of the last one's kind, one of them
    /// zero, `dph` takes a single instruction for each row.
    fn dot_of_plane(&mut self, pairs: &[(Source, Source)]) -> Source {
        let (ones, rest): (Vec<_>, Vec<_>) = pairs.iter().partition(|(a, b)| unit(*a) || unit(*b));
        if let ([(a, b)], [p, q]) = (ones.as_slice(), rest.as_slice()) {
            let (one, last) = if unit(*a) { (*a, *b) } else { (*b, *a) };
            let last = if one.negate { last.negated() } else { last };
            let side = |pick: fn(&(Source, Source)) -> Source| [pick(p), pick(q)];
            let (first, second) = (side(|pair| pair.0), side(|pair| pair.1));
            let near = |lanes: &[Source; 2]| {
                let same =
                    |s: &Source| s.lane.home() == last.lane.home() && s.negate == last.negate;
                lanes.iter().all(same) && matches!(last.lane, Lane::Uniform(..) | Lane::Indexed(..))
            };
            let rows = match (near(&first), near(&second)) {
                (_, true) => Some((first, second)),
                (true, false) => Some((second, first)),
                _ => None,
            };
            if let Some((point, row)) = rows {
                if point.iter().any(|lane| lane.negate) {
                    return self.sum_of_products(pairs);
                }
                // The third product is zero by its first factor; any lane will do for the other.
                let first = self.flattened(point);
                let second = vec![row[0], row[1], row[1], last];
                return self.emit(Opcode::Dph, vec![first, second]);
            }
        }
        self.sum_of_products(pairs)
    }

    /// (x, y, 0) in one register: copies of two lanes and a zero.
    fn flattened(&mut self, [x, y]: [Source; 2]) -> Vec<Source> {
        // One multiplication by (1, 1, 0) makes all three lanes.
        let factors = [(x, 1.0), (y, 1.0), (y, 0.0)];
        factors
            .into_iter()
            .map(|(lane, factor)| {
                let factor = Source::literal(factor);
                self.emit(Opcode::Mul, vec![vec![lane], vec![factor]])
            })
            .collect()
    }

    fn sum_of_products(&mut self, pairs: &[(Source, Source)]) -> Source {
        let mut sum = Source::literal(0.0);
        for (a, b) in pairs {
            let product = self.mul(*a, *b);
            self.next_origin();
            sum = self.add(sum, product);
        }
        sum
    }

    fn columns_times(&mut self, columns: &[Vec<Source>], vector: &[Source]) -> Vec<Source> {
        let rows = columns.first().map_or(0, Vec::len);
        let mut sums = vec![Source::literal(0.0); rows];
        for (column, factor) in columns.iter().zip(vector) {
            self.next_origin();
            let products: Vec<Source> =
                column.iter().map(|lane| self.mul(*lane, *factor)).collect();
            self.next_origin();
            sums = sums
                .iter()
                .zip(products)
                .map(|(sum, product)| self.add(*sum, product))
                .collect();
        }
        sums
    }

    fn lanewise(&mut self, inst: Inst, kind: OpKind) -> Result<Vec<Source>, Diagnostic> {
        let operands = self.operands(inst)?;
        let zero = Source::literal(0.0);
        let width = operands.first().map_or(0, Vec::len);
        let lane = |operand: usize, lane: usize| {
            let found = operands.get(operand).and_then(|lanes| lanes.get(lane));
            found.copied().unwrap_or(zero)
        };
        let all = |f: &mut dyn FnMut(usize) -> Source| (0..width).map(f).collect::<Vec<_>>();
        let one = Source::literal(1.0);
        Ok(match kind {
            OpKind::Neg => all(&mut |k| lane(0, k).negated()),
            OpKind::Abs => all(&mut |k| self.abs(lane(0, k))),
            OpKind::Floor => all(&mut |k| self.function(Opcode::Flr, lane(0, k))),
            OpKind::Fract => {
                let floors = all(&mut |k| self.function(Opcode::Flr, lane(0, k)));
                self.next_origin();
                let pairs = floors.iter().enumerate();
                pairs
                    .map(|(k, floor)| self.add(lane(0, k), floor.negated()))
                    .collect()
            }
            OpKind::Trunc => self.trunc(&all(&mut |k| lane(0, k))),
            OpKind::Sqrt => all(&mut |k| {
                let root = self.function(Opcode::Rsq, lane(0, k));
                self.function(Opcode::Rcp, root)
            }),
            OpKind::Rsqrt => all(&mut |k| self.function(Opcode::Rsq, lane(0, k))),
            OpKind::Rcp => all(&mut |k| self.function(Opcode::Rcp, lane(0, k))),
            OpKind::Exp2 => all(&mut |k| self.function(Opcode::Ex2, lane(0, k))),
            OpKind::Log2 => all(&mut |k| self.function(Opcode::Lg2, lane(0, k))),
            OpKind::Add => all(&mut |k| self.add(lane(0, k), lane(1, k))),
            OpKind::Sub => all(&mut |k| self.add(lane(0, k), lane(1, k).negated())),
            OpKind::Mul => all(&mut |k| self.mul(lane(0, k), lane(1, k))),
            OpKind::Min => all(&mut |k| self.min(lane(0, k), lane(1, k))),
            OpKind::Max => all(&mut |k| self.max(lane(0, k), lane(1, k))),
            OpKind::SetLt => all(&mut |k| self.set(Opcode::Slt, lane(0, k), lane(1, k))),
            OpKind::SetGe => all(&mut |k| self.set(Opcode::Sge, lane(0, k), lane(1, k))),
            OpKind::Step => all(&mut |k| self.set(Opcode::Sge, lane(1, k), lane(0, k))),
            OpKind::Saturate => {
                let low = all(&mut |k| self.max(lane(0, k), zero));
                self.next_origin();
                low.iter().map(|lane| self.min(*lane, one)).collect()
            }
            OpKind::Clamp => {
                let low = all(&mut |k| self.max(lane(0, k), lane(1, k)));
                self.next_origin();
                let lanes = low.iter().enumerate();
                lanes.map(|(k, low)| self.min(*low, lane(2, k))).collect()
            }
            OpKind::Mad => {
                let products = all(&mut |k| self.mul(lane(0, k), lane(1, k)));
                self.next_origin();
                let lanes = products.iter().enumerate();
                lanes
                    .map(|(k, product)| self.add(*product, lane(2, k)))
                    .collect()
            }
            other => {
                let message = format!("there is no way to do `{}` here", other.name());
                return Err(self.refuse(message));
            }
        })
    }

    fn abs(&mut self, x: Source) -> Source {
        let plain = Source::plain(x.lane);
        if x.value().is_some() {
            return plain;
        }
        self.max(plain, plain.negated())
    }

    /// Towards zero: the floor of the magnitude, with the sign put back.
    fn trunc(&mut self, lanes: &[Source]) -> Vec<Source> {
        let zero = Source::literal(0.0);
        let step = |this: &mut Self,
                    lanes: &[Source],
                    f: &mut dyn FnMut(&mut Self, usize, Source) -> Source| {
            this.next_origin();
            let lanes = lanes.iter().enumerate();
            lanes
                .map(|(k, lane)| f(this, k, *lane))
                .collect::<Vec<Source>>()
        };
        if lanes.iter().all(|lane| lane.value().is_some()) {
            let values = lanes.iter().filter_map(|lane| lane.value());
            return values.map(|value| Source::literal(value.trunc())).collect();
        }
        let magnitudes = step(self, lanes, &mut |this, _, lane| this.abs(lane));
        let floors = step(self, &magnitudes, &mut |this, _, lane| {
            this.function(Opcode::Flr, lane)
        });
        let negative = step(self, lanes, &mut |this, _, lane| {
            this.set(Opcode::Slt, lane, zero)
        });
        let twice = step(self, &floors, &mut |this, _, lane| this.add(lane, lane));
        let taken = step(self, &twice, &mut |this, k, lane| {
            let negative = negative.get(k).copied().unwrap_or(zero);
            this.mul(lane, negative).negated()
        });
        step(self, &taken, &mut |this, k, lane| {
            let floor = floors.get(k).copied().unwrap_or(zero);
            this.add(floor, lane)
        })
    }

    /// The comparisons of a boolean operand, lane by lane.
    fn tests(&mut self, operand: Use) -> Result<Vec<Test>, Diagnostic> {
        let inst = self.shader.def_inst(operand.value);
        let inst = inst.ok_or_else(|| self.bug("a condition is no comparison"))?;
        let operator = match self.shader.insts[inst].op {
            Op::Lt => Comparison::Lt,
            Op::Ge => Comparison::Ge,
            Op::Eq => Comparison::Eq,
            Op::Ne => Comparison::Ne,
            _ => return Err(self.bug("a condition is no comparison")),
        };
        let operands = self.operands(inst)?;
        let lane = |which: usize, lane: u8| {
            let found = operands
                .get(which)
                .and_then(|lanes| lanes.get(usize::from(lane)));
            found
                .copied()
                .ok_or_else(|| self.bug("a comparison has too few lanes"))
        };
        let lanes = operand.swizzle.lanes().iter();
        lanes
            .map(|&k| {
                Ok(Test {
                    operator,
                    sources: [lane(0, k)?, lane(1, k)?],
                })
            })
            .collect()
    }

    fn select(&mut self, inst: Inst) -> Result<Vec<Source>, Diagnostic> {
        let args = &self.shader.insts[inst].args;
        let [condition, accept, reject] = args.as_slice() else {
            return Err(self.bug("a selection of other than three operands"));
        };
        let (condition, accept, reject) = (*condition, self.lanes(*accept)?, self.lanes(*reject)?);
        if let Some(constant) = self.shader.as_constant(condition) {
            let lanes = constant.lanes().iter().zip(accept.iter().zip(&reject));
            return Ok(lanes
                .map(|(c, (a, r))| if *c != 0 { *a } else { *r })
                .collect());
        }
        let tests: Vec<Test> = self
            .tests(condition)?
            .into_iter()
            .map(|t| self.simplify(t))
            .collect();
        let mut results: Vec<Option<Source>> = Vec::with_capacity(tests.len());
        for (k, test) in tests.iter().enumerate() {
            let (a, r) = match (accept.get(k), reject.get(k)) {
                (Some(a), Some(r)) => (*a, *r),
                _ => return Err(self.bug("a selection has too few lanes")),
            };
            results.push(self.select_by_arithmetic(test, a, r));
        }
        // Lanes that are left share conditions where they test the same.
        for k in 0..tests.len() {
            if results.get(k).is_some_and(Option::is_some) {
                continue;
            }
            let same: Vec<usize> = (k..tests.len())
                .filter(|&other| tests[other] == tests[k] && results[other].is_none())
                .collect();
            let made = self.select_by_branch(&tests[k], &same, &accept, &reject);
            for (lane, source) in same.iter().zip(made) {
                results[*lane] = Some(source);
            }
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// A selection without a branch, where that is exact and not longer.
    fn select_by_arithmetic(&mut self, test: &Test, a: Source, r: Source) -> Option<Source> {
        if a == r {
            return Some(a);
        }
        let [x, y] = test.sources;
        let (holds, fails) = match test.operator {
            Comparison::Lt => (Opcode::Slt, Opcode::Sge),
            Comparison::Ge => (Opcode::Sge, Opcode::Slt),
            _ => return None,
        };
        if a.is(1.0) && r.is(0.0) {
            return Some(self.set(holds, x, y));
        }
        if a.is(0.0) && r.is(1.0) {
            return Some(self.set(fails, x, y));
        }
        if r.is(0.0) && self.range(a) < Range::MaybeNan {
            let set = self.set(holds, x, y);
            return Some(self.mul(set, a));
        }
        if a.is(0.0) && self.range(r) < Range::MaybeNan {
            let set = self.set(fails, x, y);
            return Some(self.mul(set, r));
        }
        if let (Some(av), Some(rv)) = (a.value(), r.value())
            && (av - rv) + rv == av
        {
            let set = self.set(holds, x, y);
            let scaled = self.mul(set, Source::literal(av - rv));
            return Some(self.add(scaled, r));
        }
        None
    }

    fn select_by_branch(
        &mut self,
        test: &Test,
        lanes: &[usize],
        accept: &[Source],
        reject: &[Source],
    ) -> Vec<Source> {
        let results: Vec<Scalar> = lanes.iter().map(|_| self.code.scalar()).collect();
        let arm = |this: &mut Self, values: &[Source]| {
            this.blocks.push(Vec::new());
            for (lane, result) in lanes.iter().zip(&results) {
                if let Some(value) = values.get(*lane) {
                    this.assign(*result, *value);
                }
            }
            this.blocks.pop().unwrap_or_default()
        };
        let accept_block = arm(self, accept);
        let reject_block = arm(self, reject);
        for (lane, result) in lanes.iter().zip(&results) {
            let both = [accept.get(*lane), reject.get(*lane)];
            let range = both.into_iter().flatten().map(|s| self.range(*s)).max();
            self.ranges
                .insert(*result, range.unwrap_or(Range::MaybeNan));
        }
        let node = If {
            condition: Condition::Test(*test),
            accept: accept_block,
            reject: reject_block,
            span: self.span,
        };
        self.push(Node::If(node));
        results.into_iter().map(Source::scalar).collect()
    }

    /// `x != 0` of something that was made as 1 or 0 by a comparison is that comparison.
    fn simplify(&self, test: Test) -> Test {
        let [a, b] = test.sources;
        let (value, wanted) = match (test.operator, a.is(0.0), b.is(0.0)) {
            (Comparison::Ne, _, true) => (a, true),
            (Comparison::Ne, true, _) => (b, true),
            (Comparison::Eq, _, true) => (a, false),
            (Comparison::Eq, true, _) => (b, false),
            _ => return test,
        };
        let Some(definition) = self.definition(value) else {
            return test;
        };
        let operands = (
            definition.operands.first().map(Vec::as_slice),
            definition.operands.get(1).map(Vec::as_slice),
        );
        let (Some(&[x]), Some(&[y])) = operands else {
            return test;
        };
        let operator = match (definition.opcode, wanted) {
            (Opcode::Slt, true) | (Opcode::Sge, false) => Comparison::Lt,
            (Opcode::Sge, true) | (Opcode::Slt, false) => Comparison::Ge,
            // 1 - x of a truth value turns it round.
            (Opcode::Add, _) if x.is(1.0) && y.negate || y.is(1.0) && x.negate => {
                let inner = if x.is(1.0) { y } else { x };
                let operator = if wanted {
                    Comparison::Eq
                } else {
                    Comparison::Ne
                };
                if !self.is_truth(inner.negated()) {
                    return test;
                }
                return self.simplify(Test {
                    operator,
                    sources: [inner.negated(), Source::literal(0.0)],
                });
            }
            _ => return test,
        };
        Test {
            operator,
            sources: [x, y],
        }
    }

    /// Whether a value is 1 or 0.
    fn is_truth(&self, value: Source) -> bool {
        !value.negate
            && self
                .definition(value)
                .is_some_and(|d| matches!(d.opcode, Opcode::Slt | Opcode::Sge))
    }

    fn branch(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        let (Some(&condition), [accept, reject]) = (data.args.first(), data.regions.as_slice())
        else {
            return Err(self.bug("a condition without arms"));
        };
        let (accept, reject) = (*accept, *reject);
        let mut results = Vec::new();
        for &value in &data.results {
            let lanes = self.shader.ty(value).lanes;
            let scalars: Vec<Scalar> = (0..lanes).map(|_| self.code.scalar()).collect();
            results.push((value, scalars));
        }
        let flat: Vec<Scalar> = results.iter().flat_map(|(_, s)| s.clone()).collect();
        if let Some(constant) = self.shader.as_constant(condition) {
            let taken = if constant.bool(0) { accept } else { reject };
            self.region(taken)?;
            self.leave(taken, &flat)?;
        } else {
            let (condition, flipped) = self.condition(condition)?;
            let (accept, reject) = if flipped {
                (reject, accept)
            } else {
                (accept, reject)
            };
            let span = self.span;
            let accept = self.arm(accept, &flat)?;
            let reject = self.arm(reject, &flat)?;
            self.push(Node::If(If {
                condition,
                accept,
                reject,
                span,
            }));
        }
        for (value, scalars) in results {
            self.define(value, scalars.into_iter().map(Source::scalar).collect());
        }
        Ok(())
    }

    /// What decides, and whether the arms are to be exchanged.
    fn condition(&mut self, operand: Use) -> Result<(Condition, bool), Diagnostic> {
        let inst = self.shader.def_inst(operand.value);
        if let Some((value, wanted)) = inst.and_then(|inst| boolean_test(self.shader, inst))
            && let Some(read) = self
                .shader
                .def_inst(value)
                .filter(|i| self.decides.contains(i))
            && let Op::Uniform { uniform, slot } = self.shader.insts[read].op
        {
            return match self.places.uniforms.get(&uniform.index()) {
                Some(UniformPlace::Boolean(first)) => {
                    let slot = u8::try_from(slot).unwrap_or(u8::MAX);
                    Ok((Condition::Boolean(first.saturating_add(slot)), !wanted))
                }
                Some(UniformPlace::Float(first)) => {
                    let slot = u8::try_from(slot).unwrap_or(u8::MAX);
                    let register = first.saturating_add(slot);
                    let test = Test {
                        operator: if wanted {
                            Comparison::Ne
                        } else {
                            Comparison::Eq
                        },
                        sources: [
                            Source::plain(Lane::Uniform(register, 0)),
                            Source::literal(0.0),
                        ],
                    };
                    Ok((Condition::Test(test), false))
                }
                None => Err(self.bug("a uniform has no register")),
            };
        }
        let tests = self.tests(operand)?;
        match tests.as_slice() {
            [test] => Ok((Condition::Test(self.simplify(*test)), false)),
            _ => Err(self.bug("a condition of several lanes")),
        }
    }

    fn arm(&mut self, region: Region, results: &[Scalar]) -> Result<Block, Diagnostic> {
        self.blocks.push(Vec::new());
        self.known.push(Known::new());
        self.addresses.push(HashMap::new());
        self.region(region)?;
        self.leave(region, results)?;
        self.known.pop();
        self.addresses.pop();
        Ok(self.blocks.pop().unwrap_or_default())
    }

    /// Hands the values at the end of a region on. `results` are those of the condition it is an arm
    /// of.
    fn leave(&mut self, region: Region, results: &[Scalar]) -> Result<(), Diagnostic> {
        self.next_origin();
        let end = &self.shader.regions[region].end;
        let mut values = Vec::new();
        for operand in end.uses() {
            values.extend(self.lanes(*operand)?);
        }
        let innermost = self
            .loops
            .last()
            .map(|l| (l.parameters.clone(), l.results.clone()));
        match (end, innermost) {
            (Terminator::Yield(_), _) => {
                for (result, value) in results.iter().zip(&values) {
                    let range = self.range(*value);
                    let known = self.ranges.entry(*result).or_insert(range);
                    *known = (*known).max(range);
                    self.assign(*result, *value);
                }
            }
            (Terminator::Break(_), Some((_, results))) => {
                for (result, value) in results.iter().zip(&values) {
                    self.assign(*result, *value);
                }
                self.push(Node::Break);
            }
            (Terminator::Continue(_), Some((parameters, _))) => {
                self.hand_round(&parameters, &values);
                self.push(Node::Continue);
            }
            (Terminator::Unreachable, _) => {}
            _ => return Err(self.bug("a region ends in the wrong way")),
        }
        Ok(())
    }

    /// Assigns all parameters at once: values that are parameters themselves go through copies.
    fn hand_round(&mut self, parameters: &[Scalar], values: &[Source]) {
        let is_parameter = |source: &Source| match source.lane {
            Lane::Scalar(scalar) => parameters.contains(&scalar),
            _ => false,
        };
        let mut moved = Vec::new();
        for (parameter, value) in parameters.iter().zip(values) {
            if *value == Source::scalar(*parameter) {
                continue;
            }
            let value = if is_parameter(value) {
                let copy = self.code.scalar();
                self.assign(copy, *value);
                Source::scalar(copy)
            } else {
                *value
            };
            moved.push((*parameter, value));
        }
        self.next_origin();
        for (parameter, value) in moved {
            self.assign(parameter, value);
        }
    }

    fn repeat(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        let Some(&body) = data.regions.first() else {
            return Err(self.bug("a loop without body"));
        };
        let span = self.span;
        let mut parameters = Vec::new();
        for &value in &self.shader.regions[body].parameters {
            let lanes = self.shader.ty(value).lanes;
            let scalars: Vec<Scalar> = (0..lanes).map(|_| self.code.scalar()).collect();
            self.define(value, scalars.iter().copied().map(Source::scalar).collect());
            parameters.extend(scalars);
        }
        let mut first = Vec::new();
        for operand in &data.args {
            first.extend(self.lanes(*operand)?);
        }
        for (parameter, value) in parameters.iter().zip(&first) {
            self.assign(*parameter, *value);
        }
        let mut results = Vec::new();
        for &value in &data.results {
            let lanes = self.shader.ty(value).lanes;
            let scalars: Vec<Scalar> = (0..lanes).map(|_| self.code.scalar()).collect();
            results.push((value, scalars));
        }
        self.loops.push(OpenLoop {
            parameters,
            results: results.iter().flat_map(|(_, s)| s.clone()).collect(),
        });
        let block = self.arm(body, &[])?;
        self.loops.pop();
        self.push(Node::Loop(Loop {
            body: block,
            rounds: None,
            span,
        }));
        for (value, scalars) in results {
            self.define(value, scalars.into_iter().map(Source::scalar).collect());
        }
        Ok(())
    }

    /// Copies what the body yields to the output registers.
    fn outputs(&mut self) -> Result<(), Diagnostic> {
        let shader = self.shader;
        let Terminator::Yield(uses) = &shader.regions[shader.body].end else {
            return Err(self.bug("the body does not end with its outputs"));
        };
        let slots = shader.interface.output_slots();
        for ((output, slot), operand) in slots.zip(uses) {
            let Some(place) = self.places.outputs.get(&output.index()).copied() else {
                continue;
            };
            self.next_origin();
            self.span = shader.interface.outputs[output].span;
            for (k, value) in self.lanes(*operand)?.into_iter().enumerate() {
                let lane = OutputLane {
                    register: place.register.saturating_add(slot as u8) & 15,
                    lane: place.lane + k as u8,
                };
                let to = self.code.output(lane);
                self.assign(to, value);
            }
        }
        Ok(())
    }
}

/// Whether lanes lie in one uniform register.
fn is_row(lanes: &[Source]) -> bool {
    let first = lanes.first().map(|source| source.lane.home());
    let fits = matches!(first, Some(Home::Uniform(_) | Home::Indexed(..)));
    fits && lanes.iter().all(|source| Some(source.lane.home()) == first)
}

/// Whether lanes lie in several uniform registers.
fn is_scattered(lanes: &[Source]) -> bool {
    let homes = lanes.iter().map(|source| source.lane.home());
    let mut uniforms = homes.filter(|home| home.is_wide() && *home != Home::Literal);
    let first = uniforms.next();
    uniforms.any(|home| Some(home) != first)
}

/// A factor of one, of either sign.
fn unit(source: Source) -> bool {
    source.value().is_some_and(|value| value.abs() == 1.0)
}

fn unzip(pairs: &[(Source, Source)]) -> (Vec<Source>, Vec<Source>) {
    pairs.iter().copied().unzip()
}
