//! `write_outputs`: which instruction writes which components of which output. An instruction writes one
//! output beside its temporary for nothing; what none can write itself is copied.

use super::literals::distinct;
use crate::isa::Mac;
use crate::isa::registers::POSITION;
use crate::machine::{Operation, Program, output};
use indexmap::IndexMap;
use retroshade_kit::mir::{LaneRef, OpId, Operand, Out, Output, Part, Shape, layouts};

/// Lanes of an output that come from one place with one sign, with the components that they go to. All
/// literals are one place.
type Parts = IndexMap<(Option<Part>, bool), Vec<(u8, LaneRef)>>;

fn parts(program: &Program, output: &Output) -> Parts {
    let mut parts = Parts::new();
    for (to, lane) in (0..).zip(output.lanes) {
        let Some(lane) = lane else { continue };
        let part = Some(program.part(lane)).filter(|_| lane.as_literal().is_none());
        parts
            .entry((part, lane.negate))
            .or_default()
            .push((to, lane));
    }
    parts
}

/// Writes every output and adds the copies that are needed. `merges` allows a copy of lanes and literals
/// to be one multiply-add.
pub(super) fn write_outputs(program: &mut Program, merges: bool) -> bool {
    let outputs = std::mem::take(&mut program.outputs);
    let any = !outputs.is_empty();
    // The position first: what it takes can be read back from it.
    let (first, others): (Vec<_>, Vec<_>) = outputs
        .into_iter()
        .partition(|slot| slot.reg == output(POSITION));
    for output in first.into_iter().chain(others) {
        let mut copies = Parts::new();
        for (key, lanes) in parts(program, &output) {
            let writer = match key {
                (Some(Part::Op(op)), false) => {
                    fused(program, op, &output, &lanes).map(|out| (op, out))
                }
                _ => None,
            };
            match writer {
                Some((op, out)) => program.ops[op].out = Some(out),
                None => {
                    copies.insert(key, lanes);
                }
            }
        }
        if merges {
            merge_literals(program, &output, &mut copies);
        }
        for lanes in copies.values() {
            copy(program, &output, lanes);
        }
    }
    any
}

/// How an instruction can write these lanes itself, if it can.
fn fused(program: &Program, id: OpId, output: &Output, lanes: &[(u8, LaneRef)]) -> Option<Out> {
    let op = &program.ops[id];
    let is_fixed = matches!(op.shape(), Shape::Fixed(_));
    let mut from = [None; 4];
    for (to, lane) in lanes {
        let (_, result) = program.def(*lane)?;
        if is_fixed && *to != result {
            return None;
        }
        from[usize::from(*to)] = Some(result);
    }
    let out = Out {
        reg: output.reg,
        from,
    };
    (op.out.is_none() && leaves_room(program, id, out)).then_some(out)
}

/// Whether all results can be kept in one register besides: a component that goes to an output holds the
/// same result in a temporary.
fn leaves_room(program: &Program, id: OpId, out: Out) -> bool {
    let op = &program.ops[id];
    let count = op.results.len();
    let mut layouts = layouts(count as u8);
    op.shape() != Shape::Lanewise
        || layouts.any(|layout| {
            let mut places = (0..).zip(layout).take(count);
            places.all(|(result, at)| {
                let from = out.from[usize::from(at)];
                from.is_none_or(|from| from == result)
            })
        })
}

/// Appends an instruction whose results go to these components.
fn append(
    program: &mut Program,
    operation: Operation,
    operands: impl IntoIterator<Item = Operand>,
    output: &Output,
    to: impl Iterator<Item = u8>,
) {
    let id = program.append(operation, operands, output.span);
    let mut from = [None; 4];
    for (result, to) in (0..).zip(to) {
        from[usize::from(to)] = Some(result);
    }
    let reg = output.reg;
    program.ops[id].out = Some(Out { reg, from });
}

fn copy(program: &mut Program, output: &Output, lanes: &[(u8, LaneRef)]) {
    // One in x or w is a result of LIT, whatever its operand is.
    let mut places = lanes.iter();
    let ones = places.all(|(to, lane)| matches!(to, 0 | 3) && lane.is(1.0));
    let operation = if ones {
        Operation::One
    } else {
        Operation::Move
    };
    let operand: Operand = lanes.iter().map(|(_, lane)| *lane).collect();
    append(
        program,
        operation,
        [operand],
        output,
        lanes.iter().map(|(to, _)| *to),
    );
}

/// Literals beside lanes that must be copied anyway: one multiply-add by 1 and 0 does both.
fn merge_literals(program: &mut Program, output: &Output, copies: &mut Parts) {
    let mut others = copies.iter().filter(|((part, _), _)| part.is_some());
    let (Some(literals), Some((source, lanes)), None) =
        (copies.get(&(None, false)), others.next(), others.next())
    else {
        return;
    };
    let (to, values): (Vec<u8>, Vec<LaneRef>) = lanes.iter().chain(literals).copied().unzip();
    let Some(operands) = multiply_add(*source, &values[..lanes.len()], &values[lanes.len()..])
    else {
        return;
    };
    let source = *source;
    append(
        program,
        Operation::Mac(Mac::Mad),
        operands,
        output,
        to.into_iter(),
    );
    copies.shift_remove(&source);
    copies.shift_remove(&(None, false));
}

/// Operands of a multiply-add by 1 and 0 that copies lanes of one part and literals, if the chip can do
/// that: a uniform would be a second constant, and the literals must share a register with 0 and 1.
pub(super) fn multiply_add(
    (part, _): (Option<Part>, bool),
    lanes: &[LaneRef],
    literals: &[LaneRef],
) -> Option<[Operand; 3]> {
    let values = literals.iter().filter_map(|lane| lane.as_literal());
    let words = distinct(values.chain([0, 1f32.to_bits()]).collect());
    let constant = match part? {
        Part::Reg(reg) | Part::Indexed(reg, _) => reg.file == crate::machine::CONSTANT,
        Part::Op(_) | Part::Variable(_) | Part::Literal(_) => false,
    };
    let any = *lanes.first()?;
    if constant || words.len() > 4 {
        return None;
    }
    let (zero, one) = (LaneRef::literal(0.0), LaneRef::literal(1.0));
    let of_lanes = lanes.iter().map(|lane| [*lane, one, zero]);
    let of_literals = literals.iter().map(|literal| [any, zero, *literal]);
    let rows: Vec<[LaneRef; 3]> = of_lanes.chain(of_literals).collect();
    Some([0, 1, 2].map(|number| rows.iter().map(|row| row[number]).collect()))
}
