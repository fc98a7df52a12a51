//! Who reads what: boolean uniforms that only decide conditions, and truncations of what is only an
//! index.

use retroshade_ir::{Inst, Op, Shader, Use, Value};
use std::collections::{BTreeSet, HashMap};

/// The uniform reads of a shader whose values only decide conditions, so that a boolean register can
/// take their place: booleans compared with zero by instructions that only conditions use.
pub(in crate::select) fn deciding_uniforms(shader: &Shader) -> BTreeSet<Inst> {
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
pub(super) fn boolean_test(shader: &Shader, inst: Inst) -> Option<(Value, bool)> {
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

/// Truncations whose results are only indices of uniforms that are not scaled, perhaps with whole
/// numbers added first.
pub(in crate::select) fn only_indices(
    shader: &Shader,
    scale: impl Fn(Inst) -> Option<u32>,
) -> BTreeSet<Inst> {
    let mut readers: HashMap<Value, Vec<Inst>> = HashMap::new();
    let mut handed_on: BTreeSet<Value> = BTreeSet::new();
    let mut truncations = Vec::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            for operand in &data.args {
                readers.entry(operand.value).or_default().push(inst);
            }
            if data.op == Op::Trunc {
                truncations.push(inst);
            }
        }
        let end = shader.regions[region].end.uses();
        handed_on.extend(end.iter().map(|operand| operand.value));
    }
    let adds_whole_number = |inst: Inst| {
        let data = &shader.insts[inst];
        let whole = |operand: &Use| {
            let literal = shader.as_constant(*operand);
            literal.is_some_and(|literal| {
                literal.lanes().iter().all(|bits| {
                    let value = f32::from_bits(*bits);
                    value.fract() == 0.0 && value.abs() < 128.0
                })
            })
        };
        matches!(data.op, Op::Add | Op::Sub) && data.args.last().is_some_and(whole)
            || data.op == Op::Add && data.args.first().is_some_and(whole)
    };
    let is_index = |inst: Inst| {
        // A sum is looked through once: sums of sums are folded.
        let unscaled = |inst: &Inst| scale(*inst) == Some(1);
        let result = shader.insts[inst].results.first();
        let all = |value: &Value, test: &dyn Fn(&Inst) -> bool| {
            let list = readers.get(value).map_or(&[][..], Vec::as_slice);
            !handed_on.contains(value) && list.iter().all(test)
        };
        let through_sum = |inst: &Inst| {
            let result = shader.insts[*inst].results.first();
            unscaled(inst)
                || adds_whole_number(*inst) && result.is_some_and(|value| all(value, &unscaled))
        };
        result.is_some_and(|value| all(value, &through_sum))
    };
    truncations
        .into_iter()
        .filter(|inst| is_index(*inst))
        .collect()
}
