//! Which lanes share a register.
//!
//! All lanes of an operand must lie in one temporary. Values start as units of their own; each set of
//! lanes that an operand reads together merges the units of its lanes where they fit into one
//! register, going by when each lane is live in the chosen order. Where they do not, lanes are copied
//! before the operand is read.

use super::graph::{Graph, Var, var_of, written};
use crate::isa::Mask;
use crate::select::{Code, Target};
use std::collections::BTreeMap;
use std::ops::Range;

/// Points of the operation at a place in the order. Copies lie before the reads.
const POINTS: u32 = 32;
const READ: u32 = POINTS - 2;
const WRITE: u32 = POINTS - 1;

/// A lane of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// The variable; `None` for a component that is written and never read.
    pub(crate) var: Option<Var>,
    /// When it is live.
    pub(crate) range: Range<u32>,
    /// The component that it must have.
    pub(crate) component: Option<u8>,
}

impl Member {
    fn overlaps(&self, other: &Member) -> bool {
        self.range.start < other.range.end && other.range.start < self.range.end
    }
}

/// A move of lanes within temporaries, before the operation at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Copy {
    /// The place in the order.
    pub(crate) place: usize,
    /// From where to where.
    pub(crate) lanes: Vec<(Var, Var)>,
}

/// The result.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    /// The lanes of each unit; empty for one that was merged into another.
    pub(crate) units: Vec<Vec<Member>>,
    /// The unit of each variable.
    pub(crate) unit_of: Vec<usize>,
    /// Copies in order.
    pub(crate) copies: Vec<Copy>,
    /// For each operation and operand the variables that it reads in place of others.
    pub(crate) renamed: BTreeMap<(usize, usize), Vec<(Var, Var)>>,
}

/// The place of each operation in an order.
fn places(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &op) in order.iter().enumerate() {
        places[op] = place;
    }
    places
}

/// Lanes that operands read together, with the (place, operation, operand)s that do.
type Requests = BTreeMap<Vec<Var>, Vec<(usize, usize, usize)>>;

/// Forms units for an order.
pub(crate) fn form(code: &Code, graph: &Graph, order: &[usize]) -> Units {
    let places = places(order);
    let mut former = Former::new(code, graph, &places);
    let mut requests: Vec<_> = requests(code, &places).into_iter().collect();
    requests.sort_by_key(|(vars, reads)| (reads.first().copied(), vars.clone()));
    for (vars, reads) in requests {
        former.request(&vars, &reads);
    }
    former.units.copies.sort_by_key(|copy| copy.place);
    former.units
}

fn requests(code: &Code, places: &[usize]) -> Requests {
    let mut requests = Requests::new();
    for (index, op) in code.ops.iter().enumerate() {
        for (operand, lanes) in op.operands().into_iter().enumerate() {
            let mut vars: Vec<Var> = lanes
                .as_slice()
                .iter()
                .copied()
                .filter_map(var_of)
                .collect();
            vars.sort_unstable();
            vars.dedup();
            if vars.len() > 1 {
                requests
                    .entry(vars)
                    .or_default()
                    .push((places[index], index, operand));
            }
        }
    }
    for reads in requests.values_mut() {
        reads.sort_unstable();
    }
    requests
}

struct Former {
    units: Units,
}

impl Former {
    fn new(code: &Code, graph: &Graph, places: &[usize]) -> Former {
        let mut last = vec![0u32; graph.readers.len()];
        for (op, reads) in graph.reads.iter().enumerate() {
            for var in reads {
                let point = places[op] as u32 * POINTS + READ;
                last[var.index()] = last[var.index()].max(point + 1);
            }
        }
        let mut units = Units {
            units: vec![Vec::new(); code.values.len()],
            unit_of: (0..graph.readers.len()).map(|var| var / 4).collect(),
            copies: Vec::new(),
            renamed: BTreeMap::new(),
        };
        for (index, op) in code.ops.iter().enumerate() {
            let (Target::Value(_, mask), Some((value, all))) = (op.target, written(code, op))
            else {
                continue;
            };
            let fixed = code
                .values
                .get(value.index())
                .is_some_and(|info| info.fixed);
            let start = places[index] as u32 * POINTS + WRITE;
            for lane in all.lanes() {
                let var = Var::new(value, lane);
                let read = mask.and(Mask::lane(lane)) != Mask::NONE;
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
        Former { units }
    }

    fn unit(&self, var: Var) -> usize {
        self.units.unit_of.get(var.index()).copied().unwrap_or(0)
    }

    /// Brings lanes that are read together into one unit.
    fn request(&mut self, vars: &[Var], reads: &[(usize, usize, usize)]) {
        let mut involved: Vec<usize> = vars.iter().map(|var| self.unit(*var)).collect();
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
        let members: Vec<Member> = involved
            .iter()
            .flat_map(|unit| self.units.units[*unit].iter().cloned())
            .collect();
        if !fits(&members) {
            return false;
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

    /// Copies lanes into the unit that most of them can join, or into a new one.
    fn copy(&mut self, vars: &[Var], involved: &[usize], reads: &[(usize, usize, usize)]) {
        let (Some(&(place, ..)), Some(&(until, ..))) = (reads.first(), reads.last()) else {
            return;
        };
        let end = until as u32 * POINTS + READ + 1;
        let mut best: Option<(usize, usize, Vec<Member>)> = None;
        for &unit in involved {
            let moved: Vec<Var> = vars
                .iter()
                .copied()
                .filter(|var| self.unit(*var) != unit)
                .collect();
            let copies = self.sources(&moved);
            let mut members = self.units.units[unit].clone();
            // Those that stay must stay as long as the copies are read.
            for member in &mut members {
                if member.var.is_some_and(|var| vars.contains(&var)) {
                    member.range.end = member.range.end.max(end);
                }
            }
            members.extend(self.fresh_members(&moved, place, end));
            if fits(&members) && best.as_ref().is_none_or(|(count, ..)| copies < *count) {
                best = Some((copies, unit, members));
            }
        }
        let (unit, moved, members) = match best {
            Some((_, unit, members)) => {
                let moved = vars
                    .iter()
                    .copied()
                    .filter(|var| self.unit(*var) != unit)
                    .collect();
                (unit, moved, members)
            }
            None => {
                self.units.units.push(Vec::new());
                let moved: Vec<Var> = vars.to_vec();
                let members = self.fresh_members(&moved, place, end);
                (self.units.units.len() - 1, moved, members)
            }
        };
        self.commit(unit, moved, members, place, reads);
    }

    /// How many registers lanes come from.
    fn sources(&self, vars: &[Var]) -> usize {
        let mut units: Vec<usize> = vars.iter().map(|var| self.unit(*var)).collect();
        units.sort_unstable();
        units.dedup();
        units.len()
    }

    /// Lanes for copies, numbered after all variables so far.
    fn fresh_members(&self, moved: &[Var], place: usize, end: u32) -> Vec<Member> {
        let first = self.units.unit_of.len() as u32;
        let start = |index: u32| place as u32 * POINTS + (2 * index + 1).min(READ - 1);
        (0..moved.len() as u32)
            .map(|index| Member {
                var: Some(Var(first + index)),
                range: start(index)..end,
                component: None,
            })
            .collect()
    }

    fn commit(
        &mut self,
        unit: usize,
        moved: Vec<Var>,
        members: Vec<Member>,
        place: usize,
        reads: &[(usize, usize, usize)],
    ) {
        let first = self.units.unit_of.len() as u32;
        let renamed: Vec<(Var, Var)> = moved
            .iter()
            .enumerate()
            .map(|(index, var)| (*var, Var(first + index as u32)))
            .collect();
        let mut by_source: BTreeMap<usize, Vec<(Var, Var)>> = BTreeMap::new();
        for (from, to) in &renamed {
            by_source
                .entry(self.unit(*from))
                .or_default()
                .push((*from, *to));
        }
        self.units.unit_of.extend(moved.iter().map(|_| unit));
        self.units.units[unit] = members;
        self.units
            .copies
            .extend(by_source.into_values().map(|lanes| Copy { place, lanes }));
        for &(_, op, operand) in reads {
            self.units.renamed.insert((op, operand), renamed.clone());
        }
    }
}

/// Whether lanes can lie in one register: each in its own component while live.
fn fits(members: &[Member]) -> bool {
    let mut order: Vec<&Member> = members.iter().collect();
    order.sort_by_key(|member| {
        (
            member.component.is_none(),
            member.range.start,
            member.range.end,
        )
    });
    let mut chosen: Vec<u8> = Vec::with_capacity(order.len());
    let mut steps = 4096u32;
    assign(&order, &mut chosen, &mut steps)
}

fn assign(order: &[&Member], chosen: &mut Vec<u8>, steps: &mut u32) -> bool {
    let Some(member) = order.get(chosen.len()) else {
        return true;
    };
    for component in 0..4 {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if member.component.is_some_and(|wanted| wanted != component) {
            continue;
        }
        let free = order
            .iter()
            .zip(chosen.iter())
            .all(|(other, taken)| *taken != component || !other.overlaps(member));
        if free {
            chosen.push(component);
            if assign(order, chosen, steps) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(range: Range<u32>, component: Option<u8>) -> Member {
        Member {
            var: None,
            range,
            component,
        }
    }

    #[test]
    fn components_are_used_again() {
        let lookup: Vec<Member> = (0..4).map(|lane| member(1..9, Some(lane))).collect();
        let mut all = lookup.clone();
        all.push(member(9..12, None));
        assert!(fits(&all));
        all.push(member(8..9, None));
        assert!(!fits(&all));
    }

    #[test]
    fn fixed_components_go_first() {
        let members = [
            member(0..9, None),
            member(0..9, None),
            member(3..9, Some(0)),
            member(3..9, Some(1)),
        ];
        assert!(fits(&members));
    }
}
