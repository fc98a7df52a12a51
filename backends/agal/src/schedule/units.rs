//! Which lanes share a register.
//!
//! All lanes of an operand must lie in one temporary. Values start as units of their own; each set of
//! lanes that an operand reads together merges the units of its lanes where they fit into one
//! register, going by when each lane is live in the chosen order. Where they do not, lanes are copied
//! before the operand is read.

use super::code::{Code, Lanes, Op, Target};
use super::fit::{Member, Members, fits};
use super::graph::{Graph, Var, overwritten, var_of, written};
use super::needs::{
    Need, Needs, POINTS, READ, Read, WRITE, end_of_reads, is_among, last_reads, needs,
};
use crate::isa::LaneMask;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;

/// A move of lanes within temporaries, before the operation at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Copy {
    /// The place in the order.
    pub(crate) place: usize,
    /// From where to where.
    pub(crate) lanes: Renamed,
}

/// Variables, each with the one that takes its place.
pub(crate) type Renamed = SmallVec<[(Var, Var); 4]>;

/// The result.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    /// The lanes of each unit; empty for one that was merged into another.
    pub(crate) units: Vec<Members>,
    /// The unit of each variable.
    pub(crate) unit_of: Vec<usize>,
    /// For each variable of the code the one whose component it shares: the first of those that are tied to one another, or itself.
    pub(crate) representatives: Vec<Var>,
    /// Copies in order.
    pub(crate) copies: Vec<Copy>,
    /// For each operation and operand the variables that it reads in place of others.
    pub(crate) renamed: FxHashMap<(usize, usize), Renamed>,
}

impl Units {
    /// The variable whose component another shares.
    pub(crate) fn representative(&self, var: Var) -> Var {
        self.representatives[var.index()]
    }
}

/// The place of each operation in an order.
fn places(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &op) in order.iter().enumerate() {
        places[op] = place;
    }
    places
}

/// Lanes of several values that operands read together.
struct Request {
    /// Sorted, each once.
    vars: SmallVec<[Var; 4]>,
    /// In order.
    reads: SmallVec<[Read; 2]>,
}

/// Which lanes may share a register for being read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merging {
    /// All that fit: fewest copies.
    Any,
    /// No more than four in all: units that are easy to place, and more copies.
    Narrow,
}

/// How units are formed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forming {
    /// Which lanes may share a register.
    pub(crate) merging: Merging,
    /// True if matrix products leave the register of their vector as it is (portability rule P9).
    pub(crate) apart: bool,
}

pub(crate) fn form(code: &Code, graph: &Graph, order: &[usize], how: Forming) -> Units {
    let places = places(order);
    let mut former = Former::new(code, graph, &places, how);
    for Request { vars, reads } in requests(code, order) {
        former.request(&vars, &reads);
    }
    former.units.copies.sort_by_key(|copy| copy.place);
    former.units
}

/// In the order of their first reads.
fn requests(code: &Code, order: &[usize]) -> Vec<Request> {
    let mut requests: Vec<Request> = Vec::new();
    // Looked up only, never iterated.
    let mut known: FxHashMap<SmallVec<[Var; 4]>, usize> = FxHashMap::default();
    for (place, &index) in order.iter().enumerate() {
        code.ops[index].each_operand(0, &mut |operand, lanes| {
            if is_of_one_value(lanes) {
                return;
            }
            let lanes = lanes.as_slice().iter().copied();
            let mut vars: SmallVec<[Var; 4]> = lanes.filter_map(var_of).collect();
            vars.sort_unstable();
            vars.dedup();
            let read = (place, index, operand);
            match known.get(&vars).and_then(|found| requests.get_mut(*found)) {
                Some(request) => request.reads.push(read),
                None => {
                    known.insert(vars.clone(), requests.len());
                    let reads = smallvec![read];
                    requests.push(Request { vars, reads });
                }
            }
        });
    }
    requests
}

/// True if lanes are together as they are.
fn is_of_one_value(lanes: &Lanes) -> bool {
    let mut vars = lanes.as_slice().iter().filter_map(|lane| var_of(*lane));
    let first = vars.next().map(|var| var.0 / 4);
    vars.all(|var| Some(var.0 / 4) == first)
}

/// Units that become one for an operand.
struct Joined {
    /// The first takes in the others.
    units: SmallVec<[usize; 4]>,
    /// Which of the operand's lanes are copied,
    moved: SmallVec<[usize; 4]>,
    /// in how many moves.
    copies: usize,
    members: Members,
}

struct Former<'a> {
    code: &'a Code,
    graph: &'a Graph,
    places: &'a [usize],
    units: Units,
    how: Forming,
    /// For each variable of the code until when each operand, or a copy, needs it; empty until
    /// something is copied.
    needs: Vec<Needs>,
}

impl<'a> Former<'a> {
    fn new(code: &'a Code, graph: &'a Graph, places: &'a [usize], how: Forming) -> Former<'a> {
        let last = last_reads(code, graph, places, how.apart);
        let variables = graph.readers.len();
        let mut units = Units {
            units: std::iter::repeat_with(Members::new)
                .take(code.values.len())
                .collect(),
            unit_of: (0..variables).map(|var| var / 4).collect(),
            representatives: (0..variables as u32).map(Var).collect(),
            copies: Vec::new(),
            renamed: FxHashMap::default(),
        };
        for (index, op) in code.ops.iter().enumerate() {
            // Operations without others under or over them are nearly all there are.
            let inside = op.flow.as_ref().map(|_| op.all());
            for inner in inside.into_iter().flatten() {
                let start = places[index] as u32 * POINTS + WRITE;
                for (new, old) in overwritten(inner) {
                    let representative = units.representative(old);
                    units.representatives[new.index()] = representative;
                    let end = last[new.index()].max(start + 1);
                    let members = units.units[representative.index() / 4].iter_mut();
                    for member in members.filter(|member| member.var == Some(representative)) {
                        member.range.end = end.max(member.range.end);
                    }
                }
            }
            let (Target::Value(_, mask), Some((value, all))) = (op.target, written(code, op))
            else {
                continue;
            };
            let fixed = code.values[value.index()].fixed;
            let start = places[index] as u32 * POINTS + WRITE;
            for lane in all.lanes() {
                let var = Var::new(value, lane);
                let read = mask.and(LaneMask::lane(lane)) != LaneMask::NONE;
                let end = if read {
                    last[var.index()].max(start + 1)
                } else {
                    start + 1
                };
                units.units[value.index()].push(Member {
                    var: read.then_some(var),
                    range: start..end,
                    component: fixed.then_some(lane),
                });
            }
        }
        Former {
            code,
            graph,
            places,
            units,
            how,
            needs: Vec::new(),
        }
    }

    fn unit(&self, var: Var) -> usize {
        self.units.unit_of[self.units.representative(var).index()]
    }

    /// Brings lanes that are read together into one unit.
    fn request(&mut self, vars: &[Var], reads: &[Read]) {
        let mut involved: SmallVec<[usize; 4]> = vars.iter().map(|var| self.unit(*var)).collect();
        involved.sort_unstable();
        involved.dedup();
        if involved.len() == 1 {
            return;
        }
        if self.merge_all(&involved) {
            return;
        }
        self.copy(vars, &involved, reads);
    }

    /// Merges units if they fit into one register together.
    fn merge_all(&mut self, involved: &[usize]) -> bool {
        let units = involved.iter().map(|unit| &self.units.units[*unit]);
        let count: usize = units.clone().map(SmallVec::len).sum();
        if self.how.merging == Merging::Narrow && count > 4 {
            return false;
        }
        // Most are few, and fit for that.
        let free = |members: &Members| members.iter().all(|member| member.component.is_none());
        if count > 4 || !units.clone().all(free) {
            let members: SmallVec<[Member; 16]> = units.flatten().cloned().collect();
            if !fits(&members) {
                return false;
            }
        }
        let Some((&first, rest)) = involved.split_first() else {
            return true;
        };
        for &other in rest {
            for member in std::mem::take(&mut self.units.units[other]) {
                if let Some(var) = member.var {
                    self.units.unit_of[var.index()] = first;
                }
                self.units.units[first].push(member);
            }
        }
        true
    }

    /// Merges the units that fit into one register together with copies of the other lanes, or copies all lanes into a new
    /// unit. Lanes that nobody else needs are copied as soon as they are there, since that frees their register; where these
    /// find no place, and others, just before they are read.
    fn copy(&mut self, vars: &[Var], involved: &[usize], reads: &[Read]) {
        if self.needs.is_empty() {
            self.needs = needs(
                self.code,
                self.graph,
                self.places,
                self.how.apart,
                &self.units.representatives,
            );
        }
        let (Some(&(place, ..)), Some(&(until, last, _))) = (reads.first(), reads.last()) else {
            return;
        };
        let apart = self.how.apart && self.code.ops.get(last).is_some_and(Op::is_product);
        let end = end_of_reads(until, apart);
        let early = self.early_places(vars, reads, place);
        let late = vec![place; vars.len()];
        for places in [&early, &late] {
            let joined = involved
                .iter()
                .filter_map(|&unit| self.join(unit, involved, (vars, places), end));
            if let Some(best) = joined.min_by_key(|joined| joined.copies) {
                return self.commit(best, (vars, places), reads);
            }
        }
        let unit = self.units.units.len();
        self.units.units.push(Members::new());
        let moved: SmallVec<[usize; 4]> = (0..vars.len()).collect();
        let members = self.fresh_members(&moved, &early, end);
        let alone = Joined {
            units: smallvec![unit],
            copies: self.sources(vars, &moved),
            moved,
            members,
        };
        self.commit(alone, (vars, &early), reads);
    }

    /// A unit with copies of the lanes that an operand reads besides, and with as many of their units as fit in the place
    /// of copies; `None` if nothing fits.
    fn join(
        &self,
        first: usize,
        involved: &[usize],
        (vars, places): (&[Var], &[usize]),
        end: u32,
    ) -> Option<Joined> {
        let mut units: SmallVec<[usize; 4]> = smallvec![first];
        let mut best = None;
        let others = involved.iter().filter(|other| **other != first);
        let others = others.filter(|_| self.how.merging == Merging::Any);
        for other in std::iter::once(None).chain(others.map(Some)) {
            let mut tried = units.clone();
            tried.extend(other.copied());
            let moved: SmallVec<[usize; 4]> = (0..vars.len())
                .filter(|index| !tried.contains(&self.unit(vars[*index])))
                .collect();
            let members = tried.iter().flat_map(|unit| &self.units.units[*unit]);
            let mut members: Members = members.cloned().collect();
            // Those that stay must stay as long as the copies are read.
            for member in &mut members {
                let is_read = |var| {
                    vars.iter()
                        .any(|read| self.units.representative(*read) == var)
                };
                if member.var.is_some_and(is_read) {
                    member.range.end = member.range.end.max(end);
                }
            }
            members.extend(self.fresh_members(&moved, places, end));
            if fits(&members) {
                units.clone_from(&tried);
                best = Some(Joined {
                    units: tried,
                    copies: self.sources(vars, &moved),
                    moved,
                    members,
                });
            }
        }
        best
    }

    /// For each variable where it can be copied first: after the last of those in its register is
    /// there, if nobody else needs them, else where the first operand reads it.
    fn early_places(&self, vars: &[Var], reads: &[Read], first: usize) -> Vec<usize> {
        let place = |unit: usize| {
            let mut place = 0;
            for &var in vars.iter().filter(|var| self.unit(**var) == unit) {
                let var = self.units.representative(var);
                let needs = &self.needs[var.index()];
                let here = |need: &Need| is_among(need, reads);
                let mut members = self.units.units[unit]
                    .iter()
                    .filter(|member| member.var == Some(var));
                match members.next() {
                    Some(member) if needs.iter().all(here) => {
                        place = place.max(member.range.start as usize / POINTS as usize + 1);
                    }
                    _ => return first,
                }
            }
            place.min(first)
        };
        vars.iter().map(|var| place(self.unit(*var))).collect()
    }

    /// How many registers lanes come from.
    fn sources(&self, vars: &[Var], moved: &[usize]) -> usize {
        let mut units: SmallVec<[usize; 4]> =
            moved.iter().map(|index| self.unit(vars[*index])).collect();
        units.sort_unstable();
        units.dedup();
        units.len()
    }

    /// Lanes for copies, numbered after all variables so far.
    fn fresh_members(&self, moved: &[usize], places: &[usize], end: u32) -> Members {
        let first = self.units.unit_of.len() as u32;
        let start = |number: usize, index: usize| {
            places[index] as u32 * POINTS + (2 * number as u32 + 1).min(READ - 1)
        };
        let numbered = moved.iter().enumerate();
        numbered
            .map(|(number, &index)| Member {
                var: Some(Var(first + number as u32)),
                range: start(number, index)..end,
                component: None,
            })
            .collect()
    }

    /// Enters a unit for an operand, and its copies.
    fn commit(&mut self, joined: Joined, (vars, places): (&[Var], &[usize]), reads: &[Read]) {
        let Joined {
            units,
            moved,
            members,
            ..
        } = joined;
        let unit = units[0];
        for &other in &units {
            for member in std::mem::take(&mut self.units.units[other]) {
                if let Some(var) = member.var {
                    self.units.unit_of[var.index()] = unit;
                }
            }
        }
        let first = self.units.unit_of.len() as u32;
        let mut renamed = Renamed::new();
        let mut by_source: BTreeMap<(usize, usize), Renamed> = BTreeMap::new();
        for (number, &index) in moved.iter().enumerate() {
            let pair = (vars[index], Var(first + number as u32));
            renamed.push(pair);
            let source = (places[index], self.unit(pair.0));
            by_source.entry(source).or_default().push(pair);
        }
        self.units.unit_of.extend(moved.iter().map(|_| unit));
        self.units.units[unit] = members;
        for &index in &moved {
            self.release(vars[index], places[index], reads);
        }
        let copies = by_source.into_iter();
        self.units
            .copies
            .extend(copies.map(|((place, _), lanes)| Copy { place, lanes }));
        for &(_, op, operand) in reads {
            self.units.renamed.insert((op, operand), renamed.clone());
        }
    }

    /// A variable is copied at a place for the operands that read it so far: it is live no longer
    /// than others need it.
    fn release(&mut self, var: Var, place: usize, reads: &[Read]) {
        let var = self.units.representative(var);
        let needs = &mut self.needs[var.index()];
        needs.retain(|need| !is_among(need, reads));
        needs.push(Need {
            end: place as u32 * POINTS + READ,
            reader: None,
        });
        let end = needs.iter().map(|need| need.end).max().unwrap_or(0);
        let unit = self.unit(var);
        for member in &mut self.units.units[unit] {
            if member.var == Some(var) {
                member.range.end = end.max(member.range.start + 1);
            }
        }
    }
}
