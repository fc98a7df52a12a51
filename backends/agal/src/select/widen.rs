//! Lets an operation with literals carry along what passes it by.
//!
//! In `vec4(t.rgb * 0.5, t.a)` the last component is `t.a * 1.0`: one multiplication with the literal
//! (0.5, 0.5, 0.5, 1.0) in place of a multiplication and a move.

use super::code::{Base, Code, Lane, Lanes, Target, ValueId};
use super::lower::OutputRegister;
use super::outputs::{count_reads, definitions};
use crate::isa::{Mask, Opcode};

/// Widens operations whose results go to one output together with lanes of their source.
pub(super) fn widen(code: &mut Code, outputs: &mut [OutputRegister]) {
    for index in 0..outputs.len() {
        let reads = count_reads(code, outputs);
        let definitions = definitions(code);
        let Some(output) = outputs.get_mut(index) else {
            continue;
        };
        let lanes = output.lanes;
        let used_here = |value: ValueId, mask: Mask| {
            mask.lanes().all(|lane| {
                let wanted = Some(Lane::Value(value, lane));
                let here = lanes.iter().filter(|lane| **lane == wanted).count() as u32;
                here > 0 && reads.get(&(value, lane)) == Some(&here)
            })
        };
        let carriers: Vec<usize> = lanes
            .iter()
            .flatten()
            .filter_map(|lane| match lane {
                Lane::Value(value, lane) => definitions.get(&(*value, *lane)).copied(),
                _ => None,
            })
            .collect();
        for carrier in carriers {
            let Some((value, mask)) = target(code, carrier) else {
                continue;
            };
            if used_here(value, mask) {
                carry(code, carrier, value, output);
            }
        }
    }
}

fn target(code: &Code, op: usize) -> Option<(ValueId, Mask)> {
    match code.ops.get(op)?.target {
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
