//! Truncations of what is only an index: the address register truncates by itself.

use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_ir::{Inst, Op, Shader, Use, Value};

/// Truncations whose results are only indices of uniforms that are not scaled, perhaps with whole
/// numbers added first.
pub(in crate::select) fn only_indices(
    shader: &Shader,
    scale: impl Fn(Inst) -> Option<u32>,
) -> EntitySet<Inst> {
    let mut readers: SecondaryMap<Value, Vec<Inst>> = SecondaryMap::new();
    let mut handed_on: EntitySet<Value> = EntitySet::new();
    let mut truncations = Vec::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            for operand in &data.args {
                readers[operand.value].push(inst);
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
            !handed_on.contains(*value) && readers[*value].iter().all(test)
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
