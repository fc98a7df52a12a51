//! Registers that one instruction cannot read together, such as two constants: one of the two is copied
//! to a vector. Greedy vertex cover: the register in most conflicts is copied first, so that few copies
//! serve many instructions.

use super::names::Location;
use super::{LaneRef, Machine, Mask, OpId, Operand, Program};
use indexmap::IndexMap;
use retroshade_diagnostics::Span;

/// Two registers that an instruction reads and may not.
type Conflict = (OpId, Location, Location);

/// Copies until no instruction reads two registers of a class ([`Machine::exclusive`]). Among registers in
/// equally many conflicts the one of higher `rank` is copied, then the lower one. For bodies without nested
/// blocks.
pub fn legalize_reads<M: Machine>(program: &mut Program<M>, rank: fn(Location) -> u32) -> bool {
    let mut degree: IndexMap<Location, usize> = IndexMap::new();
    let mut open: Vec<Conflict> = Vec::new();
    for id in program.ops.keys() {
        for (a, b) in conflicts(program, id) {
            *degree.entry(a).or_default() += 1;
            *degree.entry(b).or_default() += 1;
            open.push((id, a, b));
        }
    }
    degree.sort_unstable_keys();
    let mut copies = Vec::new();
    while let Some(chosen) = best(&degree, rank) {
        let users = open.iter().filter(|(_, a, b)| *a == chosen || *b == chosen);
        let mut users: Vec<OpId> = users.map(|(id, ..)| *id).collect();
        users.dedup();
        copies.push(copy(program, chosen, &users));
        open.retain(|(_, a, b)| {
            let done = *a == chosen || *b == chosen;
            if done {
                for side in [a, b] {
                    let count = &mut degree[side];
                    *count = count.saturating_sub(1);
                }
            }
            !done
        });
    }
    program.place_before_readers(&copies);
    !copies.is_empty()
}

/// The pairs of registers that an instruction reads and may not, each once.
fn conflicts<M: Machine>(program: &Program<M>, id: OpId) -> Vec<(Location, Location)> {
    let operands = program.ops[id].operands.iter();
    let locations = operands.filter_map(|operand| Some(program.location(*operand.first()?)?.0));
    let locations: Vec<(u8, Location)> = locations
        .filter_map(|location| Some((M::exclusive(location)?, location)))
        .collect();
    let mut found = Vec::new();
    for (number, (class, location)) in locations.iter().enumerate() {
        for (other_class, other) in locations.iter().take(number) {
            let pair = (*location.min(other), *location.max(other));
            if class == other_class && location != other && !found.contains(&pair) {
                found.push(pair);
            }
        }
    }
    found
}

fn best(degree: &IndexMap<Location, usize>, rank: fn(Location) -> u32) -> Option<Location> {
    let mut found: Option<(Location, usize)> = None;
    for (location, count) in degree.iter().filter(|(_, count)| **count > 0) {
        if found.is_none_or(|(other, most)| (*count, rank(*location)) > (most, rank(other))) {
            found = Some((*location, *count));
        }
    }
    found.map(|(location, _)| location)
}

/// Copies the components of a register that some instructions read, and makes them read the copy.
fn copy<M: Machine>(program: &mut Program<M>, location: Location, users: &[OpId]) -> OpId {
    let reads = |program: &Program<M>, lane: LaneRef| {
        let (other, component) = program.location(lane)?;
        (other == location).then_some(component)
    };
    let mut components: Mask = 0;
    let mut source = [None; 4];
    for id in users {
        for lane in program.ops[*id].operands.iter().flatten() {
            if let Some(component) = reads(program, *lane) {
                components |= 1 << component;
                source[usize::from(component & 3)] = Some(LaneRef {
                    negate: false,
                    ..*lane
                });
            }
        }
    }
    let operand: Operand = source.iter().flatten().copied().collect();
    let span = users.first().map_or(Span::NONE, |id| program.ops[*id].span);
    let copy = program.add(M::COPY, [operand], span);
    let results = program.ops[copy].results.clone();
    program.give_vector(copy);
    for id in users {
        let mut operands = program.ops[*id].operands.clone();
        for lane in operands.iter_mut().flatten() {
            if let Some(component) = reads(program, *lane) {
                let before = components & ((1 << component) - 1);
                if let Some(Some(copied)) = results.get(before.count_ones() as usize) {
                    *lane = LaneRef {
                        negate: lane.negate,
                        ..LaneRef::value(*copied)
                    };
                }
            }
        }
        program.ops[*id].operands = operands;
    }
    copy
}
