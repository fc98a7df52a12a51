//! `lower_index`: indexing by literals becomes plain access, and by values a choice where the target
//! has nothing better.
//!
//! Needs nothing; is best after loops are unrolled. Gives: no indexed access with a literal index,
//! and none at all of a kind the target lacks; no index by columns of a matrix that must lie in rows; no `extract` and `insert` that the target lacks. A
//! choice looks at all elements: cost linear in their number, which is bounded.

use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Capabilities, Constant, Inst, MatrixLayout, Op, OpKind, Scalar, Shader, Swizzle, Type, Uniform,
    Use,
};
use retroshade_diagnostics::{Diagnostic, Span, codes};

/// The pass.
pub const INDEX: Pass = Pass {
    name: "lower_index",
    exactness: Exactness::Finite,
    run: |shader, capabilities| {
        if !shader.may_have(|data| is_indexed(data.op)) {
            return Ok(false);
        }
        rewrite(shader, capabilities, &mut LowerIndex)
    },
};

fn is_indexed(op: Op) -> bool {
    match op {
        Op::UniformIndexed { .. } | Op::InputIndexed { .. } | Op::Extract | Op::Insert => true,
        Op::Texture(texture) => texture.indexed,
        _ => false,
    }
}

/// The most elements that are tried in turn: with two operations for each, what is longer fits no chip without indices.
const MOST: u32 = 256;

struct LowerIndex;

/// A literal index, brought into `0..count` the way an index out of range means the nearest element.
pub(crate) fn literal_index(shader: &Shader, index: Use, count: u32) -> Option<u32> {
    let constant = shader.as_constant(index)?;
    let index = match constant.ty.scalar {
        Scalar::Int => constant.int(0),
        _ => constant.float(0) as i32,
    };
    let last = i32::try_from(count.saturating_sub(1)).unwrap_or(i32::MAX);
    u32::try_from(index.clamp(0, last)).ok()
}

/// The refusal to try so many elements in turn.
pub(crate) fn too_many(
    capabilities: &Capabilities,
    what: &str,
    count: u32,
    span: Span,
) -> Diagnostic {
    Diagnostic::error(
        codes::target::INDEX,
        format!(
            "{} cannot index {what} by a computed value, and it has too many elements to try in turn: \
             {count}, at most {MOST}",
            capabilities.target
        ),
    )
    .at(span, "indexed here")
}

/// True if so many elements may be tried in turn.
pub(crate) fn few(count: u32) -> bool {
    count <= MOST
}

/// Compares an index with `first`, `first + 1` and so on, `count` of them, four at a time.
fn compare(rw: &mut Rewriter<'_>, op: Op, index: Use, first: u32, count: u32) -> Vec<Use> {
    let scalar = rw.shader.ty(index.value).scalar;
    let mut found = Vec::new();
    for start in (0..count).step_by(4) {
        let lanes = (count - start).min(4) as u8;
        let numbers = (0..u32::from(lanes)).map(|lane| first + start + lane);
        let numbers = Constant::from_bits(
            scalar,
            numbers.map(|number| match scalar {
                Scalar::Int => number,
                _ => (number as f32).to_bits(),
            }),
        );
        let numbers = rw.constant(numbers);
        let wide = index.then(Swizzle::splat(0, lanes));
        let truths = rw.emit(op, &[wide, numbers]);
        found.extend((0..lanes).map(|lane| truths.then(Swizzle::splat(lane, 1))));
    }
    found
}

/// For each of `count` elements whether an index, one out of range included, means it.
pub(crate) fn one_hot(rw: &mut Rewriter<'_>, index: Use, count: u32) -> Vec<Use> {
    if count == 1 {
        return vec![rw.bool(true, 1)];
    }
    let mut hot = compare(rw, Op::Eq, index, 0, count);
    let after_first = compare(rw, Op::Ge, index, 1, 1)[0];
    hot[0] = rw.emit(Op::Not, &[after_first]);
    if let Some(last) = hot.last_mut() {
        *last = compare(rw, Op::Ge, index, count - 1, 1)[0];
    }
    hot
}

/// The element that an index means. There is at least one element; all have one type.
pub(crate) fn choose(rw: &mut Rewriter<'_>, index: Use, elements: &[Use]) -> Use {
    let lanes = elements[0].lanes();
    let float = rw.shader.ty(elements[0].value).scalar == Scalar::Float;
    let undefined = |rw: &Rewriter<'_>| {
        let op = |operand: &Use| rw.shader.def_op(operand.value);
        elements
            .iter()
            .any(|operand| op(operand) == Some(Op::Undefined))
    };
    // Without a select instruction a sum of which one term is not zero is shorter.
    if float && !rw.capabilities.native.contains(OpKind::Select) && !undefined(rw) {
        let count = elements.len() as u32;
        let hot = one_hot(rw, index, count);
        let mut sum: Option<Use> = None;
        for (&element, hot) in elements.iter().zip(hot) {
            let factor = rw.emit(Op::BoolToFloat, &[hot]);
            let term = rw.emit(Op::Mul, &[element, factor.then(Swizzle::splat(0, lanes))]);
            sum = Some(match sum {
                Some(sum) => rw.emit(Op::Add, &[term, sum]),
                None => term,
            });
        }
        return sum.unwrap_or(elements[0]);
    }
    let rest = elements.len() as u32 - 1;
    let reached = compare(rw, Op::Ge, index, 1, rest);
    let mut chosen = elements[0];
    for (&element, reached) in elements.iter().skip(1).zip(reached) {
        let wide = reached.then(Swizzle::splat(0, lanes));
        chosen = rw.emit(Op::Select, &[wide, element, chosen]);
    }
    chosen
}

/// An indexed access to slots of a variable.
struct Slots {
    base: u32,
    stride: u32,
    count: u32,
    native: bool,
    what: String,
    at: fn(Op, u32) -> Op,
}

impl Transform for LowerIndex {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let op = rw.inst(inst).op;
        let result = match op {
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => {
                if let Some(column) = self::column(rw, inst) {
                    let result = rw.shader.result(inst);
                    rw.replace(result, column);
                    return Ok(Visit::Done);
                }
                let variable = &rw.shader.interface.uniforms[uniform];
                let slots = Slots {
                    base,
                    stride,
                    count: variable.reachable(base, stride),
                    native: rw.capabilities.index.can_index(variable),
                    what: format!("uniform `{}`", variable.name),
                    at: uniform_slot,
                };
                match literal(rw, inst, uniform, &slots) {
                    Some(literal) => Some(literal),
                    None => indexed(rw, inst, &slots)?,
                }
            }
            Op::InputIndexed {
                input,
                base,
                stride,
            } => {
                let variable = &rw.shader.interface.inputs[input];
                let slots = Slots {
                    base,
                    stride,
                    count: variable.reachable(base, stride),
                    native: rw.capabilities.index.inputs,
                    what: format!("input `{}`", variable.name),
                    at: input_slot,
                };
                indexed(rw, inst, &slots)?
            }
            Op::Texture(texture) if texture.indexed => sampler(rw, inst)?,
            Op::Extract | Op::Insert if !rw.capabilities.native.contains(op.kind()) => {
                Some(lane_access(rw, inst))
            }
            _ => None,
        };
        let Some(with) = result else {
            return Ok(Visit::Keep);
        };
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}

fn uniform_slot(op: Op, slot: u32) -> Op {
    match op {
        Op::UniformIndexed { uniform, .. } => Op::Uniform { uniform, slot },
        other => other,
    }
}

fn input_slot(op: Op, slot: u32) -> Op {
    match op {
        Op::InputIndexed { input, .. } => Op::Input { input, slot },
        other => other,
    }
}

/// The literal that a literal index of a table means.
fn literal(rw: &mut Rewriter<'_>, inst: Inst, uniform: Uniform, slots: &Slots) -> Option<Use> {
    let index = *rw.inst(inst).args.first()?;
    let element = literal_index(rw.shader, index, slots.count)?;
    let slot = slots.base + slots.stride * element;
    let variable = &rw.shader.interface.uniforms[uniform];
    let numbers = variable.literal_slots().nth(slot as usize)?;
    let scalar = rw.shader.ty(rw.shader.result(inst)).scalar;
    let bits = numbers.iter().map(|number| match scalar {
        Scalar::Int => *number as i32 as u32,
        _ => number.to_bits(),
    });
    let constant = Constant::from_bits(scalar, bits);
    Some(rw.constant(constant))
}

fn indexed(rw: &mut Rewriter<'_>, inst: Inst, slots: &Slots) -> Result<Option<Use>, Diagnostic> {
    let data = rw.inst(inst);
    let (op, index, span) = (data.op, data.args[0], data.span);
    let ty = rw.shader.ty(rw.shader.result(inst));
    let read = |rw: &mut Rewriter<'_>, element: u32| {
        let slot = slots.base + slots.stride * element;
        rw.typed((slots.at)(op, slot), &[], ty)
    };
    if let Some(element) = literal_index(rw.shader, index, slots.count) {
        return Ok(Some(read(rw, element)));
    }
    if slots.native {
        return Ok(None);
    }
    if !few(slots.count) {
        return Err(too_many(rw.capabilities, &slots.what, slots.count, span));
    }
    let elements: Vec<Use> = (0..slots.count).map(|element| read(rw, element)).collect();
    if ty.scalar == Scalar::Bool && ty.lanes == 1 && rw.capabilities.index.boolean_file.is_some() {
        return Ok(Some(choose_truth(rw, index, &elements)));
    }
    Ok(Some(choose(rw, index, &elements)))
}

/// The bool that an index means, as logic: what asks for it can test the bools one by one.
fn choose_truth(rw: &mut Rewriter<'_>, index: Use, elements: &[Use]) -> Use {
    let hot = one_hot(rw, index, elements.len() as u32);
    let mut chosen: Option<Use> = None;
    for (&element, hot) in elements.iter().zip(hot) {
        let taken = rw.emit(Op::And, &[hot, element]);
        chosen = Some(match chosen {
            Some(before) => rw.emit(Op::Or, &[before, taken]),
            None => taken,
        });
    }
    chosen.unwrap_or(elements[0])
}

/// The columns beyond which an index is taken for one that means no column.
const FAR: i32 = 1 << 14;

/// A computed column of a matrix that must lie in rows, which have no register for it: the product of the
/// matrix with a vector of zeros and a one.
fn column(rw: &mut Rewriter<'_>, inst: Inst) -> Option<Use> {
    let data = rw.inst(inst);
    let Op::UniformIndexed {
        uniform,
        base,
        stride,
    } = data.op
    else {
        return None;
    };
    let variable = &rw.shader.interface.uniforms[uniform];
    let columns = u32::from(variable.shape.columns);
    let by_columns = variable.layout == MatrixLayout::Columns && stride % columns != 0;
    let layout = rw.capabilities.layout(variable);
    if !by_columns || layout != MatrixLayout::Rows {
        return None;
    }
    let (index, ty) = (data.args[0], rw.shader.ty(rw.shader.result(inst)));
    let count = variable.reachable(base, stride);
    let read = |rw: &mut Rewriter<'_>, number: u32| {
        let slot = base + stride * number;
        rw.typed(Op::Uniform { uniform, slot }, &[], ty)
    };
    if let Some(number) = literal_index(rw.shader, index, count) {
        return Some(read(rw, number));
    }
    if count == 1 {
        return Some(read(rw, 0));
    }
    // Column k is meant from k on, but not from k + 1 on; the first and the last by what lies beyond too.
    let last = count as i32 - 1;
    let from = (0..=last).map(|k| if k == 0 { -FAR } else { k }).collect();
    let to = (1..=last + 1)
        .map(|k| if k > last { FAR } else { k })
        .collect();
    let mut reached = |bounds: Vec<i32>| {
        let scalar = rw.shader.ty(index.value).scalar;
        let bits = bounds.into_iter().map(|bound| match scalar {
            Scalar::Int => bound as u32,
            _ => (bound as f32).to_bits(),
        });
        let bounds = rw.constant(Constant::from_bits(scalar, bits));
        let wide = index.then(Swizzle::splat(0, count as u8));
        let truths = rw.emit(Op::Ge, &[wide, bounds]);
        rw.emit(Op::BoolToFloat, &[truths])
    };
    let (from, to): (Use, Use) = (reached(from), reached(to));
    let hot = rw.emit(Op::Sub, &[from, to]);
    let mut args: Vec<Use> = (0..count).map(|number| read(rw, number)).collect();
    args.push(hot);
    Some(rw.emit(Op::MatVec, &args))
}

/// An indexed array of samplers.
fn sampler(rw: &mut Rewriter<'_>, inst: Inst) -> Result<Option<Use>, Diagnostic> {
    let data = rw.inst(inst).clone();
    let (Op::Texture(texture), Some((&index, args))) = (data.op, data.args.split_last()) else {
        return Ok(None);
    };
    let sampler = &rw.shader.interface.samplers[texture.sampler];
    let count = sampler
        .array
        .unwrap_or(1)
        .saturating_sub(texture.element)
        .max(1);
    let what = format!("sampler `{}`", sampler.name);
    let look_up = |rw: &mut Rewriter<'_>, element: u32| {
        let texture = crate::TextureOp {
            element: texture.element + element,
            indexed: false,
            ..texture
        };
        rw.typed(Op::Texture(texture), args, Type::float(4))
    };
    if let Some(element) = literal_index(rw.shader, index, count) {
        return Ok(Some(look_up(rw, element)));
    }
    if rw.capabilities.index.samplers {
        return Ok(None);
    }
    if !few(count) {
        return Err(too_many(rw.capabilities, &what, count, data.span));
    }
    let elements: Vec<Use> = (0..count).map(|element| look_up(rw, element)).collect();
    Ok(Some(choose(rw, index, &elements)))
}

/// A lane that a value chooses.
fn lane_access(rw: &mut Rewriter<'_>, inst: Inst) -> Use {
    let data = rw.inst(inst);
    let (op, vector, index) = (data.op, data.args[0], data.args[1]);
    let inserted = data.args.get(2).copied();
    let count = vector.lanes();
    let lane = |lane: u8| vector.then(Swizzle::splat(lane, 1));
    if let (Op::Insert, Some(scalar)) = (op, inserted) {
        let hot = one_hot(rw, index, count.into());
        let hot = compose(rw, &hot);
        let wide = scalar.then(Swizzle::splat(0, count));
        return rw.emit(Op::Select, &[hot, wide, vector]);
    }
    let float = rw.shader.ty(vector.value).scalar == Scalar::Float;
    if float && !rw.capabilities.native.contains(OpKind::Select) && count > 1 {
        let hot = one_hot(rw, index, count.into());
        let hot = compose(rw, &hot);
        let factors = rw.emit(Op::BoolToFloat, &[hot]);
        return rw.emit(Op::Dot, &[vector, factors]);
    }
    let lanes: Vec<Use> = (0..count).map(lane).collect();
    choose(rw, index, &lanes)
}

fn compose(rw: &mut Rewriter<'_>, parts: &[Use]) -> Use {
    match parts {
        [only] => *only,
        _ => rw.emit(Op::Compose, parts),
    }
}

#[cfg(test)]
mod tests {
    use super::INDEX;
    use crate::opt::testing::{agrees, changes_on, read, run_on};
    use crate::text::print;
    use crate::{Capabilities, Indexing, OpKind};

    const CHOOSING: Capabilities = Capabilities {
        index: Indexing {
            arrays: true,
            ..Indexing::NONE
        },
        ..Capabilities::FULL
    };

    #[test]
    fn literal_indices_are_plain_accesses() {
        let before = r#"shader fragment "a"
input in0 "v" vec4[3]
uniform uniform0 "u" mat2[3]
sampler sampler0 "s" d2[4]
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:i1 = const 1
  %1:i1 = const 7
  %2:f4 = input_indexed in0[0 + 1 * %1]
  %3:f2 = uniform_indexed uniform0[1 + 2 * %0]
  %4:f4 = texture sampler0[1 + %0] %3
  %5:f4 = add %2, %4
  yield %5
}
"#;
        let after = r#"shader fragment "a"
input in0 "v" vec4[3]
uniform uniform0 "u" mat2[3]
sampler sampler0 "s" d2[4]
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:i1 = const 1
  %1:i1 = const 7
  %2:f4 = input in0[2]
  %3:f2 = uniform uniform0[3]
  %4:f4 = texture sampler0[2] %3
  %5:f4 = add %2, %4
  yield %5
}
"#;
        changes_on(&[INDEX], &Capabilities::FULL, before, after);
    }

    const COMPUTED: &str = r#"shader vertex "a"
input in0 "v" vec4
uniform uniform0 "u" mat3[3]
uniform uniform1 "i" int[2]
output out0 "gl_Position" vec4 builtin=position
body {
  %0:f4 = input in0[0]
  %1:i1 = uniform uniform1[0]
  %2:i1 = uniform uniform1[1]
  %3:f3 = uniform_indexed uniform0[2 + 3 * %1]
  %4:f1 = extract %0, %2
  %5:f4 = insert %0.wzyx, %1, %4
  %6:f3 = add %5.xyz, %3
  %7:f4 = compose %6, %4
  yield %7
}
"#;

    #[test]
    fn computed_indices_are_choices() {
        let mut selecting = CHOOSING;
        selecting.native = selecting
            .native
            .without(OpKind::Extract)
            .without(OpKind::Insert);
        let mut adding = selecting.clone();
        adding.native = adding.native.without(OpKind::Select);
        for machine in [CHOOSING, selecting, adding] {
            let text = print(&agrees(&[INDEX], &machine, COMPUTED, 1e-6));
            assert!(!text.contains("uniform_indexed"));
            assert_eq!(
                text.contains("extract"),
                machine.native.contains(OpKind::Extract)
            );
        }
    }

    #[test]
    fn too_many_choices_are_refused() {
        let text = COMPUTED.replace("mat3[3]", "mat3[300]");
        let fault = run_on(&[INDEX], &CHOOSING, &mut read(&text)).unwrap_err();
        assert_eq!(fault.code.id, "E0311");
        assert!(fault.message.contains("uniform `u`"), "{}", fault.message);
    }
}
