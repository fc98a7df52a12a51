//! Outputs written by instructions: by the one that makes the value where it can, else by a copy. An
//! instruction writes one output beside its temporary for nothing.

use super::vectors::{CopyGroups, MergeCopies};
use super::{LaneRef, Machine, OpId, Operand, Out, Output, Part, Program, Reg, Shape, layouts};
use indexmap::IndexMap;

/// Lanes of an output that come from one place with one sign, with the components that they go to. All
/// literals are one place.
type Parts = IndexMap<(Option<Part>, bool), Vec<(u8, LaneRef)>>;

/// What a chip says of outputs.
pub struct OutputPolicy<M: Machine> {
    /// Whether an output is served before the others.
    pub is_first: fn(Reg) -> bool,
    /// Returns the opcode that copies these lanes to these components.
    pub copy: fn(&[(u8, LaneRef)]) -> M::Opcode,
    /// One instruction in place of several copies, where it has one.
    pub merge: Option<MergeCopies<M>>,
}

/// Writes every output and adds the copies that are needed at the end of the body. For bodies without
/// nested blocks.
pub fn write_outputs<M: Machine>(program: &mut Program<M>, policy: &OutputPolicy<M>) -> bool {
    let outputs = std::mem::take(&mut program.outputs);
    let any = !outputs.is_empty();
    let (first, others): (Vec<_>, Vec<_>) = outputs
        .into_iter()
        .partition(|output| (policy.is_first)(output.reg));
    for output in first.into_iter().chain(others) {
        let mut copies = Parts::new();
        for (key, lanes) in parts(program, &output) {
            let fused = match key {
                (Some(Part::Op(op)), false) => fuse(program, op, output.reg, &lanes),
                _ => None,
            };
            if fused.is_none() {
                copies.insert(key, lanes);
            }
        }
        copy(program, &output, copies, policy);
    }
    any
}

fn parts<M: Machine>(program: &Program<M>, output: &Output) -> Parts {
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

/// Makes an instruction write its results to an output, if it can.
fn fuse<M: Machine>(
    program: &mut Program<M>,
    id: OpId,
    reg: Reg,
    lanes: &[(u8, LaneRef)],
) -> Option<()> {
    let mut from = [None; 4];
    for (to, lane) in lanes {
        let (_, result) = program.def(*lane)?;
        from[usize::from(*to)] = Some(result);
    }
    let op = &mut program.ops[id];
    let results = op.results.len() as u8;
    let fits = match op.shape() {
        Shape::Broadcast => true,
        Shape::Fixed(_) => (0..)
            .zip(from)
            .all(|(to, from)| from.is_none_or(|from| from == to)),
        Shape::Lanewise => leaves_room(results, &from),
    };
    (fits && op.out.is_none()).then(|| op.out = Some(Out { reg, from }))
}

/// True if so many results of a lanewise instruction can be kept in one register besides: a component that
/// goes to an output holds the same result in a temporary.
fn leaves_room(results: u8, from: &[Option<u8>; 4]) -> bool {
    layouts(results).any(|layout| {
        let mut places = (0..results).zip(layout);
        places.all(|(result, at)| from[usize::from(at)].is_none_or(|from| from == result))
    })
}

/// Appends copies of what no instruction writes itself.
fn copy<M: Machine>(
    program: &mut Program<M>,
    output: &Output,
    mut copies: Parts,
    policy: &OutputPolicy<M>,
) {
    let lanes = |part: &Vec<(u8, LaneRef)>| part.iter().map(|(_, lane)| *lane).collect();
    let groups: CopyGroups = copies
        .iter()
        .map(|(key, part)| (*key, lanes(part)))
        .collect();
    if let Some(merged) = policy.merge.and_then(|merge| merge(&groups)) {
        let mut open: Vec<(u8, LaneRef)> = copies.drain(..).flat_map(|(_, part)| part).collect();
        let to = merged.copied.iter().filter_map(|lane| {
            let at = open.iter().position(|(_, other)| other == lane)?;
            Some(open.remove(at).0)
        });
        let to = to.collect();
        append(program, merged.code, merged.operands, output, to);
    }
    for part in copies.values() {
        let operand: Operand = part.iter().map(|(_, lane)| *lane).collect();
        let to = part.iter().map(|(to, _)| *to).collect();
        append(program, (policy.copy)(part), vec![operand], output, to);
    }
}

/// Appends an instruction whose results go to these components.
fn append<M: Machine>(
    program: &mut Program<M>,
    code: M::Opcode,
    operands: Vec<Operand>,
    output: &Output,
    to: Vec<u8>,
) {
    let id = program.append(code, operands, output.span);
    let mut from = [None; 4];
    for (result, to) in (0..).zip(to) {
        from[usize::from(to)] = Some(result);
    }
    let reg = output.reg;
    program.ops[id].out = Some(Out { reg, from });
}
