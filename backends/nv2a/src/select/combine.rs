//! Patterns that the chip rewards: multiply-add, homogeneous dot products, the free maximum with zero of
//! LIT, clamping that the colour outputs do anyway. Instructions that nothing reads any more stay behind.

use crate::isa::{Ilu, Mac};
use crate::machine::{CONSTANT, Operation, Program, output};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{LaneRef, OpId, Operand, Part, Use, Users};

/// Outputs that the hardware clamps to 0..1.
const CLAMPED: [u8; 4] = [3, 4, 7, 8];

/// The result of LIT that is max(a, 0), and the number of its results.
const POSITIVE_OF_LIT: (usize, usize) = (1, 4);

/// All instructions of a program.
fn ids(program: &Program) -> Vec<OpId> {
    program.ops.keys().collect()
}

/// The lanes of an instruction's operand as an operand that reads these of its results sees them.
fn through(
    program: &Program,
    operand: &[LaneRef],
    lanes: &[LaneRef],
    negate: bool,
) -> Option<Operand> {
    let selected = lanes.iter().map(|lane| {
        let (_, result) = program.def(*lane)?;
        let lane = *operand.get(usize::from(result))?;
        Some(if negate { lane.negated() } else { lane })
    });
    selected.collect()
}

/// Whether all lanes are results of one instruction and of one sign; gives the sign.
fn of_one_op(program: &Program, lanes: &[LaneRef], op: OpId) -> Option<bool> {
    let first = lanes.first()?;
    let same = |lane: &LaneRef| program.def_op(*lane) == Some(op) && lane.negate == first.negate;
    lanes.iter().all(same).then_some(first.negate)
}

/// `fuse_multiply_add`: a * b, read by additions only, moves into them.
pub(super) fn fuse_multiply_add(program: &mut Program) -> bool {
    let users = Users::of(program);
    let mut any = false;
    for id in ids(program) {
        if program.ops[id].code != Operation::Mac(Mac::Mul) {
            continue;
        }
        let uses = users.of_op(id);
        let fits = |user: &Use| match user {
            Use::Operand(sum, number) => {
                let op = &program.ops[*sum];
                let operand = op.operands.get(usize::from(*number));
                op.code == Operation::Mac(Mac::Add)
                    && operand.is_some_and(|lanes| of_one_op(program, lanes, id).is_some())
            }
            Use::Elsewhere => false,
        };
        // a * b + a * b is found twice in the list and would lose one of the two.
        let sums = uses.iter().filter_map(|user| match user {
            Use::Operand(sum, _) => Some(*sum),
            Use::Elsewhere => None,
        });
        let distinct: EntitySet<OpId> = sums.clone().collect();
        if uses.is_empty() || distinct.iter().count() < sums.count() || !uses.iter().all(fits) {
            continue;
        }
        for user in uses {
            if let Use::Operand(sum, number) = user {
                any |= fuse(program, id, *sum, usize::from(*number)).is_some();
            }
        }
    }
    any
}

fn fuse(program: &mut Program, product: OpId, sum: OpId, number: usize) -> Option<()> {
    let [a, b] = program.ops[product].operands.as_slice() else {
        return None;
    };
    let lanes = &program.ops[sum].operands[number];
    let other = program.ops[sum].operands[1 - number.min(1)].clone();
    let negate = of_one_op(program, lanes, product)?;
    let a = through(program, a, lanes, negate)?;
    let b = through(program, b, lanes, false)?;
    let op = &mut program.ops[sum];
    op.code = Operation::Mac(Mac::Mad);
    op.operands = [a, b, other].into_iter().collect();
    Some(())
}

/// `homogeneous_dots`: four-lane dot products with a 1 or 0 in one lane.
pub(super) fn homogeneous_dots(program: &mut Program) -> bool {
    let mut any = false;
    for op in program.ops.values_mut() {
        if op.code != Operation::Mac(Mac::Dp4) {
            continue;
        }
        let [a, b] = op.operands.as_mut_slice() else {
            continue;
        };
        let find = |lanes: &[LaneRef], value: f32| lanes.iter().position(|lane| lane.is(value));
        if let Some(position) = find(a, 0.0).or_else(|| find(b, 0.0)) {
            a.remove(position);
            b.remove(position);
            op.code = Operation::Mac(Mac::Dp3);
            any = true;
        } else if let Some(position) = find(a, 1.0).or_else(|| find(b, 1.0)) {
            a.swap(position, 3);
            b.swap(position, 3);
            if !a.last().is_some_and(|lane| lane.is(1.0)) {
                std::mem::swap(a, b);
            }
            a.truncate(3);
            op.code = Operation::Mac(Mac::Dph);
            any = true;
        }
    }
    any
}

/// `positive_parts`: max(a, 0) of one lane, which LIT can do too. Of a uniform only LIT can, since 0 would
/// be a second constant.
pub(super) fn positive_parts(program: &mut Program) -> bool {
    let mut any = false;
    for id in ids(program) {
        let op = &program.ops[id];
        if op.code != Operation::Mac(Mac::Max) || op.results.len() != 1 {
            continue;
        }
        let is_zero = |operand: &Operand| operand.first().is_some_and(|lane| lane.is(0.0));
        let value = match op.operands.as_slice() {
            [_, b] if is_zero(b) => 0,
            [a, _] if is_zero(a) => 1,
            _ => continue,
        };
        let lane = op.operands[value].first();
        let uniform = lane.is_some_and(|lane| match program.part(*lane) {
            Part::Reg(reg) | Part::Indexed(reg, _) => reg.file == CONSTANT,
            Part::Op(_) | Part::Variable(_) | Part::Literal(_) | Part::Undefined => false,
        });
        let op = &mut program.ops[id];
        op.operands.swap(0, value);
        if uniform {
            let result = op.results[0];
            op.code = Operation::Ilu(Ilu::Lit);
            op.operands.truncate(1);
            let (positive, count) = POSITIVE_OF_LIT;
            let results = 0..count;
            op.results = results
                .map(|at| result.filter(|_| at == positive))
                .collect();
            program.claim_results(id);
        } else {
            op.code = Operation::Positive;
        }
        any = true;
    }
    any
}

/// `drop_clamps`: min(max(a, 0), 1) in front of an output that clamps.
pub(super) fn drop_clamps(program: &mut Program) -> bool {
    let mut any = false;
    for number in 0..program.outputs.len() {
        let before = program.outputs[number];
        if CLAMPED.iter().any(|clamped| output(*clamped) == before.reg) {
            let lanes = before
                .lanes
                .map(|lane| lane.map(|lane| unclamped(program, lane)));
            any |= lanes != before.lanes;
            program.outputs[number].lanes = lanes;
        }
    }
    any
}

/// What a lane was before it was clamped to 0..1 or a part of it.
fn unclamped(program: &Program, lane: LaneRef) -> LaneRef {
    let mut lane = lane;
    // Each step goes to an earlier instruction.
    while let Some((id, result)) = program.def(lane).filter(|_| !lane.negate) {
        let op = &program.ops[id];
        let bound = match op.code {
            Operation::Mac(Mac::Min) => 1.0,
            Operation::Mac(Mac::Max) => 0.0,
            _ => break,
        };
        let (Some(a), Some(b)) = (op.source(0, result), op.source(1, result)) else {
            break;
        };
        if b.is(bound) {
            lane = a;
        } else if a.is(bound) {
            lane = b;
        } else {
            break;
        }
    }
    lane
}
