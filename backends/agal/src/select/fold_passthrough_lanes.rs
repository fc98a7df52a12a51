//! Folds lanes that an operation with literals only has to pass through into that operation.
//!
//! In `vec4(t.rgb * 0.5, t.a)` the last component is `t.a * 1.0`: one multiplication with the literal
//! (0.5, 0.5, 0.5, 1.0) in place of a multiplication and a move. In `vec4(t.rgb * 0.5, 0.25)` it is
//! a moved 1 times 0.25, which still saves the move to the output.

use super::outputs::is_colour;
use crate::isa::Opcode;
use crate::machine::{Op, Program, is_lanewise, place, target, vector_of};
use retroshade_ir::Stage;
use retroshade_kit::mir::{
    Base, Counts, Def, Item, Lane, LaneRef, OpId, Operand, Storage, VectorId,
};

/// Widens operations whose results go to one output together with lanes of their source.
pub(super) fn fold_passthrough_lanes(program: &mut Program, stage: Stage) -> bool {
    let mut any = false;
    // Until something is changed.
    let mut known: Option<Counts> = None;
    for index in 0..program.outputs.len() {
        let reads = known.get_or_insert_with(|| program.count_reads());
        let output = program.outputs[index];
        let lanes = output.lanes;
        let used_here = |op: &Op| {
            op.values().all(|lane| {
                let wanted = Some(LaneRef::value(lane));
                let here = lanes.iter().filter(|lane| **lane == wanted).count() as u32;
                here > 0 && reads[lane] == here
            })
        };
        let carriers: Vec<OpId> = lanes
            .iter()
            .flatten()
            .filter_map(|lane| program.def_op(*lane))
            .filter(|id| is_plain(program, *id) && used_here(&program.ops[*id]))
            .collect();
        let first = lanes
            .iter()
            .flatten()
            .find_map(|lane| program.def_op(*lane));
        for id in &carriers {
            carry(program, *id, index);
        }
        // One operation that computes all components but literals can write those as well.
        if let Some(id) = first.filter(|id| carriers.contains(id))
            && is_colour(&output, stage)
            && let Some((vector, _)) = target(program, id)
        {
            carry_literals(program, id, vector, index);
        }
        if !carriers.is_empty() {
            (known, any) = (None, true);
        }
    }
    any
}

/// True if an operation writes a vector, and not over another.
fn is_plain(program: &Program, id: OpId) -> bool {
    program.ops[id].predicate.is_none() && target(program, id).is_some()
}

/// The source lanes of an operation with literals, which operand they are, and the literal that changes
/// nothing.
fn neutral(op: &Op) -> Option<(&Operand, bool, f32)> {
    let literals = |operand: &Operand| {
        let mut lanes = operand
            .iter()
            .filter(|lane| !lane.is_undefined())
            .peekable();
        lanes.peek().is_some() && lanes.all(|lane| lane.storage() == Storage::Literals)
    };
    let number = match op.code.opcode {
        Opcode::Mul => 1.0,
        Opcode::Add | Opcode::Sub => 0.0,
        _ => return None,
    };
    let [a, b] = op.operands.as_slice() else {
        return None;
    };
    if literals(b) {
        return Some((a, false, number));
    }
    (op.code.opcode != Opcode::Sub && literals(a)).then_some((b, true, number))
}

/// True if two lanes lie in one register whatever scheduling does.
fn same_source(program: &Program, one: LaneRef, other: LaneRef) -> bool {
    match (one.base, other.base) {
        (Base::Value(_), Base::Value(_)) => vector_of(program, one) == vector_of(program, other),
        (Base::Reg(a, _), Base::Reg(b, _)) => a == b,
        _ => false,
    }
}

/// The places of a vector that no operation writes.
fn free_places(program: &Program, vector: VectorId) -> Vec<u8> {
    let lanes = &program.vectors[vector].lanes;
    let is_free = |at: &u8| {
        let lane = lanes.get(usize::from(*at));
        lane.is_none_or(|lane| program.lanes[*lane].def == Def::Nowhere)
    };
    (0..4).filter(is_free).collect()
}

/// Makes an operation write one more lane of its vector, at a place that is free. Gives the lane.
fn widen(program: &mut Program, id: OpId, at: u8, operands: [LaneRef; 2]) -> Option<LaneRef> {
    let (vector, _) = target(program, id)?;
    while program.vectors[vector].lanes.len() <= usize::from(at) {
        let lane = program.new_lane();
        program.lanes[lane].vector = Some(vector);
        program.vectors[vector].lanes.push(lane);
    }
    let lane = program.vectors[vector].lanes[usize::from(at)];
    let results = program.ops[id].values().collect::<Vec<Lane>>();
    let before = results
        .iter()
        .filter(|lane| place(program, **lane) < at)
        .count();
    let op = &mut program.ops[id];
    op.results.insert(before, Some(lane));
    for (operand, lane) in op.operands.iter_mut().zip(operands) {
        operand.insert(before, lane);
    }
    program.claim_results(id);
    Some(LaneRef::value(lane))
}

/// Takes lanes of the output that come straight from an operation's source into the operation.
fn carry(program: &mut Program, id: OpId, output: usize) {
    for component in 0..4 {
        let Some(passing) = program.outputs[output].lanes[component] else {
            continue;
        };
        let (Some((source, swapped, number)), Some((vector, _))) =
            (neutral(&program.ops[id]), target(program, id))
        else {
            return;
        };
        let from_source = source
            .iter()
            .any(|lane| same_source(program, *lane, passing));
        // Other operations may write other lanes of the same vector.
        let Some(&free) = free_places(program, vector).first() else {
            return;
        };
        if !from_source {
            continue;
        }
        let mut operands = [passing, LaneRef::literal(number)];
        if swapped {
            operands.reverse();
        }
        if let Some(lane) = widen(program, id, free, operands) {
            program.outputs[output].lanes[component] = Some(lane);
        }
    }
}

/// For each wanted number what the source lane holds and the literal that makes the number of it.
fn identities(opcode: Opcode, literal_first: bool, wanted: &[f32]) -> Option<Vec<(f32, f32)>> {
    let from = |base: f32| wanted.iter().map(|number| (base, *number)).collect();
    let extreme = |pick: fn(f32, f32) -> f32| wanted.iter().copied().reduce(pick).map(from);
    match (opcode, literal_first) {
        (Opcode::Mul, _) | (Opcode::Div, true) => Some(from(1.0)),
        (Opcode::Div, false) => Some(wanted.iter().map(|number| (*number, 1.0)).collect()),
        (Opcode::Add, _) | (Opcode::Sub, true) => Some(from(0.0)),
        (Opcode::Sub, false) => Some(wanted.iter().map(|number| (0.0, -number)).collect()),
        (Opcode::Max, _) => extreme(f32::min),
        (Opcode::Min, _) => extreme(f32::max),
        _ => None,
    }
}

/// Makes an operation, which computes all other components of an output from a temporary and
/// literals, compute the literals too: from a number that is moved beside its source.
fn carry_literals(program: &mut Program, id: OpId, vector: VectorId, output: usize) {
    let op = &program.ops[id];
    let is_literals = |operand: &Operand| {
        let mut lanes = operand
            .iter()
            .filter(|lane| !lane.is_undefined())
            .peekable();
        lanes.peek().is_some() && lanes.all(|lane| lane.as_literal().is_some())
    };
    let is_values = |operand: &Operand| {
        let mut lanes = operand.iter();
        lanes.all(|lane| lane.is_undefined() || lane.as_value().is_some())
    };
    let [a, b] = op.operands.as_slice() else {
        return;
    };
    let literal_first = is_literals(a);
    let fits = literal_first && is_values(b) || is_literals(b) && is_values(a);
    let lanes = program.outputs[output].lanes;
    let others = |lane: &LaneRef| match lane.base {
        Base::Value(_) => vector_of(program, *lane) == Some(vector),
        Base::Literal(_) | Base::Undefined => true,
        Base::Reg(..) | Base::Indexed(..) => false,
    };
    if !is_lanewise(op) || !fits || !lanes.iter().flatten().all(others) {
        return;
    }
    let literals = lanes.iter().flatten().filter_map(|lane| lane.as_literal());
    let mut wanted: Vec<u32> = literals.collect();
    wanted.sort_unstable();
    wanted.dedup();
    let numbers: Vec<f32> = wanted.iter().map(|bits| f32::from_bits(*bits)).collect();
    let free = free_places(program, vector);
    if wanted.is_empty() || wanted.len() > free.len() {
        return;
    }
    let Some(identities) = identities(op.code.opcode, literal_first, &numbers) else {
        return;
    };
    let mut bases: Vec<u32> = identities.iter().map(|(base, _)| base.to_bits()).collect();
    bases.sort_unstable();
    bases.dedup();
    let span = op.span;
    let operand: Operand = bases.iter().map(|bits| LaneRef::bits(*bits)).collect();
    let held = program.add(Opcode::Mov.into(), [operand], span);
    program.give_vector(held);
    let results: Vec<LaneRef> = program.results(held).collect();
    for ((bits, (base, literal)), at) in wanted.iter().zip(identities).zip(free) {
        let from = bases.iter().position(|bits| *bits == base.to_bits());
        let mut operands = [results[from.unwrap_or(0)], LaneRef::literal(literal)];
        if literal_first {
            operands.reverse();
        }
        let lane = widen(program, id, at, operands);
        for component in &mut program.outputs[output].lanes {
            if *component == Some(LaneRef::bits(*bits)) {
                *component = lane;
            }
        }
    }
    let body = program.body;
    let at = program.ops_of(body).position(|other| other == id);
    program.blocks[body].insert(at.unwrap_or(0), Item::Op(held));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(opcode: Opcode, a: f32, b: f32) -> f32 {
        match opcode {
            Opcode::Mul => a * b,
            Opcode::Div => a / b,
            Opcode::Add => a + b,
            Opcode::Sub => a - b,
            Opcode::Min => a.min(b),
            _ => a.max(b),
        }
    }

    #[test]
    fn identities_give_the_wanted_numbers() {
        let opcodes = [
            Opcode::Mul,
            Opcode::Div,
            Opcode::Add,
            Opcode::Sub,
            Opcode::Min,
            Opcode::Max,
        ];
        for opcode in opcodes {
            for literal_first in [false, true] {
                let wanted = [0.0, 1.0, -2.5];
                let made = identities(opcode, literal_first, &wanted).unwrap();
                assert_eq!(made.len(), wanted.len());
                for ((base, literal), wanted) in made.into_iter().zip(wanted) {
                    let result = if literal_first {
                        apply(opcode, literal, base)
                    } else {
                        apply(opcode, base, literal)
                    };
                    assert_eq!(result, wanted, "{opcode:?} {literal_first}");
                }
            }
        }
        assert!(identities(Opcode::Pow, false, &[1.0]).is_none());
    }
}
