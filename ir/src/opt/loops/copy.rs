//! Clones of instructions in a round of a loop.

use crate::opt::rewrite::Rewriter;
use crate::{Inst, Op, Operands};

/// Clones an instruction with its regions as they are.
pub(super) fn with_regions(rw: &mut Rewriter<'_>, inst: Inst) {
    if rw.inst(inst).regions.is_empty() {
        return simple(rw, inst);
    }
    let data = rw.inst(inst).clone();
    let args: Operands = data
        .args
        .iter()
        .map(|&operand| rw.resolve(operand))
        .collect();
    let mut regions = Vec::new();
    for &region in &data.regions {
        let source = rw.shader.regions[region].clone();
        let types: Vec<_> = source
            .parameters
            .iter()
            .map(|&value| rw.shader.ty(value))
            .collect();
        let new = rw.shader.make_region(&types);
        for (index, &parameter) in source.parameters.iter().enumerate() {
            let with = rw.shader.regions[new].parameters[index];
            let with = rw.shader.whole(with);
            rw.replace(parameter, with);
        }
        let end = rw.inside(new, |rw| {
            for &inst in &source.insts {
                with_regions(rw, inst);
            }
            let mut end = source.end.clone();
            for operand in end.uses_mut() {
                *operand = rw.resolve(*operand);
            }
            end
        });
        rw.shader.regions[new].end = end;
        regions.push(new);
    }
    let types: Vec<_> = data
        .results
        .iter()
        .map(|&value| rw.shader.ty(value))
        .collect();
    let new = rw.push(data.op, args, &types, regions);
    record(rw, inst, new);
}

/// Clones an instruction without regions, simplified if possible.
pub(super) fn simple(rw: &mut Rewriter<'_>, inst: Inst) {
    let data = rw.inst(inst).clone();
    let mut args = Operands::from_slice(&data.args);
    for operand in &mut args {
        *operand = rw.resolve(*operand);
    }
    let result = data.results.first().copied();
    match (data.op, result) {
        (Op::Constant(constant), Some(result)) => {
            let with = rw.constant(constant);
            rw.replace(result, with);
        }
        (Op::Undefined, Some(result)) => {
            let with = rw.undefined(rw.shader.ty(result));
            rw.replace(result, with);
        }
        (op, Some(result)) if op.kind().simple().is_some() => {
            let with = rw.emit(op, &args);
            rw.replace(result, with);
        }
        (Op::Discard, None) if rw.shader.as_constant(args[0]).is_some_and(|c| !c.bool(0)) => {}
        (op, result) => {
            let types: Vec<_> = result.iter().map(|&value| rw.shader.ty(value)).collect();
            let new = rw.push(op, args, &types, Vec::new());
            record(rw, inst, new);
        }
    }
}

/// From here on the results of `old` are those of `new`.
fn record(rw: &mut Rewriter<'_>, old: Inst, new: Inst) {
    for (index, result) in rw.inst(old).results.clone().into_iter().enumerate() {
        let with = rw.inst(new).results[index];
        let with = rw.shader.whole(with);
        rw.replace(result, with);
    }
}
