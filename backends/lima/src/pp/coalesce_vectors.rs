//! Coalescing of vectors: the two ends of a copy become one vector (Chaitin's coalescing, with exact live
//! ranges of lanes).
//!
//! Two vectors become one where the lanes that a copy connects are never live at once with different contents,
//! and together they have no more than four lanes. The kit's `coalesce_copies` is for lanes that have no
//! vectors yet: it would take lanes out of a register that other operands read whole.

use super::machine::{Program, copied};
use retroshade_ir::entity::{EntityVec, SecondaryMap};
use retroshade_kit::mir::ranges::{self, overlap, unite};
use retroshade_kit::mir::{Def, Lane, LaneRef, OpId, Pin, Vector, VectorId};
use std::ops::Range;

/// A lane of what is to be one vector.
#[derive(Clone, Debug)]
struct Member {
    /// The values that it is; the first gives it its name.
    values: Vec<Lane>,
    ranges: Vec<Range<u32>>,
    pin: Option<Pin>,
    /// How many instructions assign it, copies between its own values aside.
    writes: u32,
}

/// A web and a place in it.
type Place = (VectorId, u8);

/// Vectors that became one, under the name of the one that a copy wrote.
type Web = Vec<Member>;

struct Webs {
    webs: EntityVec<VectorId, Web>,
    /// The web of each value and its place there.
    place: SecondaryMap<Lane, Option<Place>>,
}

/// Unites the vectors that copies connect, in the order of the copies, and tells whether there were any.
pub(super) fn coalesce_vectors(program: &mut Program) -> bool {
    let mut webs = Webs::of(program);
    let mut changed = false;
    for id in program.ops_laid_out() {
        let pairs: Vec<(Lane, Lane)> = copied(program, id)
            .into_iter()
            .filter(|(_, lane)| !lane.is_modified())
            .filter_map(|(to, lane)| Some((to, lane.as_value()?)))
            .collect();
        changed |= webs.join(&pairs);
    }
    if changed {
        webs.rename(program);
    }
    changed
}

impl Webs {
    fn of(program: &Program) -> Webs {
        let ranges = ranges::live_ranges(program).of;
        let writes = program.count_writes();
        let mut place = SecondaryMap::new();
        let mut webs = EntityVec::new();
        for (id, vector) in program.vectors.iter() {
            let members = (0..).zip(&vector.lanes).map(|(at, lane)| {
                place[*lane] = Some((id, at));
                Member {
                    values: vec![*lane],
                    ranges: ranges[*lane].clone(),
                    pin: program.lanes[*lane].pin,
                    writes: writes[*lane],
                }
            });
            webs.push(members.collect());
        }
        Webs { webs, place }
    }

    /// Unites the webs of a copy's ends if that is right.
    fn join(&mut self, pairs: &[(Lane, Lane)]) -> bool {
        let places = pairs
            .iter()
            .map(|(to, from)| Some((self.place[*to]?, self.place[*from]?)));
        let Some(places) = places.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let Some(&((to, _), (from, _))) = places.first() else {
            return false;
        };
        if to == from {
            return false;
        }
        let Some((members, map)) = self.united(to, from, &places) else {
            return false;
        };
        for (old, new) in self.webs[from].iter().zip(map) {
            for value in &old.values {
                self.place[*value] = Some((to, new));
            }
        }
        self.webs[to] = members;
        self.webs[from].clear();
        true
    }

    /// The members of two webs as one, and the place there of each member of the second; `None` where some of
    /// them hold different things at once.
    fn united(
        &self,
        to: VectorId,
        from: VectorId,
        pairs: &[(Place, Place)],
    ) -> Option<(Web, Vec<u8>)> {
        let mut members = self.webs[to].clone();
        let mut map: Vec<Option<u8>> = vec![None; self.webs[from].len()];
        for ((_, to), (_, from)) in pairs {
            let known = map.contains(&Some(*to));
            let place = &mut map[usize::from(*from)];
            match place {
                Some(place) if place != to => return None,
                None if known => return None,
                _ => *place = Some(*to),
            }
        }
        let mut places = Vec::with_capacity(map.len());
        for (place, other) in map.into_iter().zip(&self.webs[from]) {
            let Some(place) = place else {
                places.push(members.len() as u8);
                members.push(other.clone());
                continue;
            };
            places.push(place);
            members[usize::from(place)].absorb(other)?;
        }
        // A register has each component once, even for lanes that are never live together.
        let clash = |(at, member): (usize, &Member)| {
            let mut others = members.iter().skip(at + 1);
            member.pin.is_some() && others.any(|other| other.pin == member.pin)
        };
        let fits = members.len() <= 4 && !members.iter().enumerate().any(clash);
        fits.then_some((members, places))
    }

    /// Gives values their names and drops copies of a value to itself.
    fn rename(self, program: &mut Program) {
        let mut names: SecondaryMap<Lane, Option<Lane>> = SecondaryMap::new();
        for (id, web) in self.webs.iter() {
            let mut lanes = Vector::default();
            for member in web {
                let Some(&name) = member.values.first() else {
                    continue;
                };
                let variable = |lane: &Lane| program.lanes[*lane].def == Def::Variable;
                if member.writes > 1 || member.values.iter().any(variable) {
                    program.lanes[name].def = Def::Variable;
                }
                for value in &member.values {
                    names[*value] = Some(name);
                    program.lanes[*value].vector = None;
                }
                program.lanes[name].vector = Some(id);
                program.lanes[name].pin = member.pin;
                lanes.lanes.push(name);
            }
            program.vectors[id] = lanes;
        }
        let name = |lane: Lane| names[lane].unwrap_or(lane);
        for lane in program.reads_mut() {
            if let Some(value) = lane.as_value() {
                *lane = LaneRef::value(name(value)).read_as(*lane);
            }
        }
        for op in program.ops.values_mut() {
            for lane in op.results.iter_mut().flatten() {
                *lane = name(*lane);
            }
        }
        for (lane, name) in names.iter() {
            if name.is_some_and(|name| name != lane) {
                program.lanes[lane].def = Def::Nowhere;
            }
        }
        drop_copies_in_place(program);
    }
}

impl Member {
    /// Takes in another, to which a copy connects it; `None` if both hold different things at once.
    fn absorb(&mut self, other: &Member) -> Option<()> {
        // A value that is assigned once and copied once is the same wherever both are live.
        let same = self.writes == 1 && other.writes == 1;
        let differ = overlap(&self.ranges, &other.ranges) && !same;
        let apart = self.pin.is_some() && other.pin.is_some() && self.pin != other.pin;
        if differ || apart {
            return None;
        }
        // One write of what both become was the copy.
        self.writes = (self.writes + other.writes).saturating_sub(1);
        self.pin = self.pin.or(other.pin);
        unite(&mut self.ranges, &other.ranges);
        self.values.extend(&other.values);
        Some(())
    }
}

/// Drops the lanes that copies copy to themselves.
fn drop_copies_in_place(program: &mut Program) {
    let ids: Vec<OpId> = program.ops.keys().collect();
    for id in ids.iter().copied() {
        let pairs = copied(program, id);
        let in_place = |at: usize, lane: Lane| {
            let pair = pairs.get(at);
            pair.is_some_and(|(_, from)| *from == LaneRef::value(lane))
        };
        program.drop_results(id, in_place);
    }
    let empty: Vec<bool> = ids.iter().map(|id| copies_nothing(program, *id)).collect();
    program.remove_ops(|id| empty[retroshade_ir::entity::EntityRef::index(id)]);
    let ids: Vec<OpId> = program.ops.keys().collect();
    ids.into_iter().for_each(|id| program.claim_results(id));
}

fn copies_nothing(program: &Program, id: OpId) -> bool {
    use retroshade_kit::mir::Machine;
    let op = &program.ops[id];
    op.code == super::machine::FragmentProcessor::COPY && op.results.is_empty()
}
