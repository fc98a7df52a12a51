//! Operands that cannot meet in a slot: two constants, two attributes. One of the two is copied to
//! a temporary; which one is chosen so that few copies serve many operations.

use super::code::{Arg, Code, Keep, Op, OpId, Source, Virtual};
use super::graph::Operation;
use crate::isa::Mask;
use indexmap::IndexMap;

/// What only one of can be read in a slot.
fn key(source: Source) -> Option<(u8, Source)> {
    match source {
        Source::Attribute(_) => Some((0, source)),
        Source::Constant(_) | Source::Relative(..) => Some((1, source)),
        Source::Virtual(_) | Source::Position => None,
    }
}

/// The pairs of sources that meet in an operation and may not.
fn clashes(op: &Op) -> Vec<(Source, Source)> {
    let keys: Vec<(u8, Source)> = op.args.iter().filter_map(|arg| key(arg.source)).collect();
    let mut found = Vec::new();
    for (number, (file, source)) in keys.iter().enumerate() {
        for (other_file, other) in keys.iter().take(number) {
            if file == other_file && source != other {
                let pair = (*source.min(other), *source.max(other));
                if !found.contains(&pair) {
                    found.push(pair);
                }
            }
        }
    }
    found
}

/// Copies until no operation has a clash.
pub(super) fn resolve(code: &mut Code) {
    // How many operations would be helped by a copy of each source.
    let mut degree: IndexMap<Source, usize> = IndexMap::new();
    let mut open: Vec<(OpId, Source, Source)> = Vec::new();
    for (id, op) in code.ops.iter().enumerate() {
        for (a, b) in clashes(op) {
            *degree.entry(a).or_default() += 1;
            *degree.entry(b).or_default() += 1;
            open.push((id, a, b));
        }
    }
    degree.sort_unstable_keys();
    while let Some(chosen) = best(&degree) {
        let users = open.iter().filter(|(_, a, b)| *a == chosen || *b == chosen);
        let mut users: Vec<OpId> = users.map(|(id, ..)| *id).collect();
        users.dedup();
        copy(code, chosen, &users);
        open.retain(|(_, a, b)| {
            let done = *a == chosen || *b == chosen;
            if done {
                for side in [a, b] {
                    if let Some(count) = degree.get_mut(side) {
                        *count = count.saturating_sub(1);
                    }
                }
            }
            !done
        });
    }
}

/// The source in most clashes; a constant rather than one behind a0, whose copy would bind a0.
fn best(degree: &IndexMap<Source, usize>) -> Option<Source> {
    let rank = |source: &Source| !matches!(source, Source::Relative(..));
    let mut found: Option<(&Source, &usize)> = None;
    for (source, count) in degree.iter().filter(|(_, count)| **count > 0) {
        if found.is_none_or(|(other, most)| (*count, rank(source)) > (*most, rank(other))) {
            found = Some((source, count));
        }
    }
    found.map(|(source, _)| *source)
}

/// Copies the lanes of a source that some operations need and makes them read the copy.
fn copy(code: &mut Code, source: Source, users: &[OpId]) {
    let mut wanted: Mask = 0;
    for id in users {
        let args = code
            .ops
            .get(*id)
            .map(|op| op.args.as_slice())
            .unwrap_or_default();
        for arg in args.iter().filter(|arg| arg.source == source) {
            wanted |= register_lanes(arg);
        }
    }
    let mut place = [None; 4];
    let mut lanes = Vec::new();
    for (lane, slot) in (0u8..).zip(&mut place) {
        if wanted >> lane & 1 == 1 {
            *slot = Some(lanes.len() as u8);
            lanes.push(lane);
        }
    }
    let register = code.registers.len();
    let span = users
        .first()
        .and_then(|id| code.ops.get(*id))
        .map(|op| op.span);
    code.registers.push(Virtual {
        lanes: lanes.len() as u8,
        ..Virtual::default()
    });
    for id in users {
        let args = code
            .ops
            .get_mut(*id)
            .map(|op| op.args.as_mut_slice())
            .unwrap_or_default();
        for arg in args.iter_mut().filter(|arg| arg.source == source) {
            arg.source = Source::Virtual(register);
            arg.lanes = arg
                .lanes
                .map(|lane| place[usize::from(lane & 3)].unwrap_or(0));
        }
    }
    let count = lanes.len();
    code.ops.push(Op {
        operation: Operation::Move,
        args: vec![Arg {
            source,
            lanes: std::array::from_fn(|at| lanes.get(at).or(lanes.last()).copied().unwrap_or(0)),
            needed: ((1u16 << count) - 1) as Mask,
            negate: false,
        }],
        keep: Some(Keep {
            register,
            lanes: std::array::from_fn(|at| (at < count).then_some(at as u8)),
        }),
        emit: None,
        span: span.unwrap_or(retroshade_diagnostics::Span::NONE),
    });
}

/// Lanes of the register that an operand reads.
fn register_lanes(arg: &Arg) -> Mask {
    let lanes = arg.lanes.iter().enumerate();
    lanes
        .filter(|(at, _)| arg.needed >> at & 1 == 1)
        .fold(0, |mask, (_, lane)| mask | 1 << lane)
}
