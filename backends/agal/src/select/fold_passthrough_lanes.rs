//! Folds lanes that an operation with literals only has to pass through into that operation.
//!
//! In `vec4(t.rgb * 0.5, t.a)` the last component is `t.a * 1.0`: one multiplication with the literal
//! (0.5, 0.5, 0.5, 1.0) in place of a multiplication and a move. In `vec4(t.rgb * 0.5, 0.25)` it is
//! a moved 1 times 0.25, which still saves the move to the output.

use super::code::{Base, Code, Lane, Lanes, Op, Target, ValueId, ValueInfo};
use super::lower::OutputRegister;
use super::outputs::{count_reads, definitions};
use crate::isa::{File, Mask, Opcode};
use retroshade_ir::Stage;

/// Widens operations whose results go to one output together with lanes of their source.
pub(super) fn fold_passthrough_lanes(
    code: &mut Code,
    outputs: &mut [OutputRegister],
    stage: Stage,
) {
    // Until something is changed.
    let mut known = None;
    for index in 0..outputs.len() {
        let found = || (count_reads(code, outputs), definitions(code));
        let (reads, definitions) = known.get_or_insert_with(found);
        let mut changed = false;
        let Some(output) = outputs.get_mut(index) else {
            continue;
        };
        let lanes = output.lanes;
        let used_here = |value: ValueId, mask: Mask| {
            mask.lanes().all(|lane| {
                let wanted = Some(Lane::Value(value, lane));
                let here = lanes.iter().filter(|lane| **lane == wanted).count() as u32;
                here > 0 && reads.get(value, lane) == here
            })
        };
        let carriers: Vec<usize> = lanes
            .iter()
            .flatten()
            .filter_map(|lane| match lane {
                Lane::Value(value, lane) => definitions.get(*value, *lane),
                _ => None,
            })
            .collect();
        for &carrier in &carriers {
            let Some((value, mask)) = target(code, carrier) else {
                continue;
            };
            if used_here(value, mask) {
                carry(code, carrier, value, output);
                changed = true;
            }
        }
        // One operation that computes all components but literals can write those as well.
        if let Some(&carrier) = carriers.first()
            && let Some((value, mask)) = target(code, carrier)
            && used_here(value, mask)
            && written_at_once(output, stage)
            && output.lanes.iter().flatten().all(|lane| match lane {
                Lane::Value(other, _) => *other == value,
                Lane::Literal(_) | Lane::Undefined => true,
                Lane::Register(..) | Lane::Indirect(..) => false,
            })
        {
            carry_literals(code, carrier, value, output);
            changed = true;
        }
        if changed {
            known = None;
        }
    }
}

/// Whether one instruction has to write the whole output, as it does a colour.
fn written_at_once(output: &OutputRegister, stage: Stage) -> bool {
    output.file == File::Output && stage == Stage::Fragment
}

fn target(code: &Code, op: usize) -> Option<(ValueId, Mask)> {
    let op = code.ops.get(op)?;
    match op.target {
        // Its lanes lie in the register that it writes over.
        _ if op.flow.is_some() => None,
        Target::Value(value, mask) => Some((value, mask)),
        Target::None | Target::Output { .. } => None,
    }
}

/// The source lanes of an operation with literals, and the literal that changes nothing.
fn neutral(code: &Code, op: usize) -> Option<(Lanes, bool, f32)> {
    let op = code.ops.get(op)?;
    let literals = |lanes: &Lanes| {
        let mut lanes = lanes
            .as_slice()
            .iter()
            .filter(|lane| **lane != Lane::Undefined);
        lanes
            .next()
            .is_some_and(|lane| lane.base() == Base::Literals)
            && lanes.all(|lane| lane.base() == Base::Literals)
    };
    let number = match op.opcode {
        Opcode::Mul => 1.0,
        Opcode::Add | Opcode::Sub => 0.0,
        _ => return None,
    };
    if literals(&op.b) {
        return Some((op.a, false, number));
    }
    (op.opcode != Opcode::Sub && literals(&op.a)).then_some((op.b, true, number))
}

/// Whether two lanes lie in one register whatever scheduling does.
fn same_source(one: Lane, other: Lane) -> bool {
    match (one, other) {
        (Lane::Value(a, _), Lane::Value(b, _)) => a == b,
        (Lane::Register(..), Lane::Register(..)) => one.base() == other.base(),
        _ => false,
    }
}

/// Takes lanes of the output that come straight from an operation's source into the operation.
fn carry(code: &mut Code, op: usize, value: ValueId, output: &mut OutputRegister) {
    for component in output.lanes.iter_mut() {
        let Some(passing) = *component else { continue };
        let (Some((source, swapped, number)), Some((_, mask))) =
            (neutral(code, op), target(code, op))
        else {
            return;
        };
        let from_source = source
            .as_slice()
            .iter()
            .any(|lane| same_source(*lane, passing));
        // Other operations may write other lanes of the same value.
        let info = code.values.get(value.index()).copied().unwrap_or_default();
        let taken = mask.with(Mask::new(info.needed));
        let Some(free) = (0..4u8).find(|lane| !taken.has(*lane)) else {
            return;
        };
        if !from_source {
            continue;
        }
        let Some(op) = code.ops.get_mut(op) else {
            return;
        };
        let literal = Lane::Literal(number.to_bits());
        let (a, b) = if swapped {
            (literal, passing)
        } else {
            (passing, literal)
        };
        op.a.set(free.into(), a);
        op.b.set(free.into(), b);
        op.target = Target::Value(value, mask.with(Mask::lane(free)));
        *component = Some(Lane::Value(value, free));
        if let Some(info) = code.values.get_mut(value.index()) {
            info.needed |= 1 << free;
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
fn carry_literals(code: &mut Code, index: usize, value: ValueId, output: &mut OutputRegister) {
    let Some(op) = code.ops.get(index) else {
        return;
    };
    let literals = |lanes: &Lanes| {
        let defined = |lane: &&Lane| **lane != Lane::Undefined;
        let mut lanes = lanes.as_slice().iter().filter(defined).peekable();
        lanes.peek().is_some() && lanes.all(|lane| lane.literal().is_some())
    };
    let values = |lanes: &Lanes| {
        let mut lanes = lanes.as_slice().iter();
        lanes.all(|lane| matches!(lane, Lane::Value(..) | Lane::Undefined))
    };
    let literal_first = literals(&op.a);
    if !op.is_lanewise() || !(literal_first && values(&op.b) || literals(&op.b) && values(&op.a)) {
        return;
    }
    let mut wanted: Vec<u32> = output
        .lanes
        .iter()
        .flatten()
        .filter_map(|lane| lane.literal())
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    let numbers: Vec<f32> = wanted.iter().map(|bits| f32::from_bits(*bits)).collect();
    let info = code.values.get(value.index()).copied().unwrap_or_default();
    let Target::Value(_, mask) = op.target else {
        return;
    };
    let taken = mask.with(Mask::new(info.needed));
    let free: Vec<u8> = (0..4).filter(|lane| !taken.has(*lane)).collect();
    if wanted.is_empty() || wanted.len() > free.len() {
        return;
    }
    let Some(identities) = identities(op.opcode, literal_first, &numbers) else {
        return;
    };
    let mut bases: Vec<u32> = identities.iter().map(|(base, _)| base.to_bits()).collect();
    bases.sort_unstable();
    bases.dedup();
    let span = op.span;
    let held = code.value(ValueInfo {
        needed: (1u8 << bases.len()) - 1,
        ..ValueInfo::default()
    });
    let Some(op) = code.ops.get_mut(index) else {
        return;
    };
    let mut written = mask;
    for ((bits, (base, literal)), lane) in wanted.iter().zip(identities).zip(free) {
        let place = bases.iter().position(|bits| *bits == base.to_bits());
        let source = Lane::Value(held, place.unwrap_or(0) as u8);
        let mut operands = [source, Lane::Literal(literal.to_bits())];
        if literal_first {
            operands.reverse();
        }
        op.a.set(lane.into(), operands[0]);
        op.b.set(lane.into(), operands[1]);
        written = written.with(Mask::lane(lane));
        for component in &mut output.lanes {
            if *component == Some(Lane::Literal(*bits)) {
                *component = Some(Lane::Value(value, lane));
            }
        }
    }
    op.target = Target::Value(value, written);
    if let Some(info) = code.values.get_mut(value.index()) {
        info.needed |= written.bits();
    }
    let mov = Op {
        opcode: Opcode::Mov,
        target: Target::Value(held, Mask::new((1u8 << bases.len()) - 1)),
        a: Lanes::new(bases.into_iter().map(Lane::Literal)),
        b: Lanes::EMPTY,
        matrix: None,
        sampler: None,
        flow: None,
        span,
    };
    code.ops.insert(index, mov);
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
    fn makers_make_what_is_wanted() {
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
                    let result = match literal_first {
                        true => apply(opcode, literal, base),
                        false => apply(opcode, base, literal),
                    };
                    assert_eq!(result, wanted, "{opcode:?} {literal_first}");
                }
            }
        }
        assert!(identities(Opcode::Pow, false, &[1.0]).is_none());
    }
}
