//! Joins operations wherever in a run they are, with all that computes their operands.
//!
//! Two operations become one where neither needs the other. That saves an instruction, and costs the copies that bring
//! their operands into one register: lanes of one value need none, a value that is read nowhere else is made where it is
//! wanted, and operands that are alike operations themselves are joined first. What promises most is joined first. (The
//! trees of Porpodas and others, "Look-ahead SLP", CGO 2018.)

use super::Pack;
use super::candidate::{Candidate, Members, Scalars};
use crate::entity::{EntitySet, SecondaryMap};
use crate::{Inst, Op, Value};
use smallvec::SmallVec;

/// An instruction, in the unit of gains.
const INSTRUCTION: i32 = 1000;
/// Half the time a value that others read too can lie where it is wanted.
const SHARED: i32 = INSTRUCTION / 2;
/// Operations of a run that may be joined, so that pairs are few.
const MOST: usize = 160;
/// Operations of a run in all, since what each needs is listed.
const LONGEST: usize = 1024;
/// How far operands of operands are looked at.
const DEPTH: u32 = 6;
/// How often all pairs are looked at again.
const ROUNDS: u32 = 4;

/// One or several operations that are done at once.
struct Unit {
    op: Op,
    scalars: Scalars,
    members: Members,
    lanes: u8,
    /// What it needs, by numbers of instructions.
    needs: EntitySet<usize>,
}

/// Where lanes of an operand come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// The result of a unit.
    Unit(usize),
    /// A value that is not made by one.
    Other(Value),
    Literal,
}

type Origins = SmallVec<[Origin; 4]>;

/// How two units are joined: the gain, whether the first two operands of the second change places, and the operands
/// that are joined before.
#[derive(Clone)]
struct Join {
    gain: i32,
    exchanged: bool,
    operands: SmallVec<[(usize, usize); 3]>,
}

/// A run while its operations are joined.
pub(super) struct Forest<'a, 'b> {
    pack: &'a mut Pack<'b>,
    /// By the number of an instruction in the run: the unit that it is part of, by its first instruction.
    leader: Vec<usize>,
    units: Vec<Option<Unit>>,
    /// For each instruction of the run its number, from 1.
    number: SecondaryMap<Inst, usize>,
    least: i32,
}

impl<'a, 'b> Forest<'a, 'b> {
    /// Joins what gains at least so many thousandths of an instruction.
    pub(super) fn join(pack: &'a mut Pack<'b>, insts: &[Inst], least: u32) {
        if insts.len() > LONGEST {
            return;
        }
        let mut forest = Forest {
            leader: (0..insts.len()).collect(),
            units: Vec::with_capacity(insts.len()),
            number: SecondaryMap::with_len(pack.shader.insts.len()),
            least: least.cast_signed(),
            pack,
        };
        forest.find_units(insts);
        for _ in 0..ROUNDS {
            if !forest.round() {
                break;
            }
        }
        forest.finish();
    }

    fn find_units(&mut self, insts: &[Inst]) {
        let mut needs: Vec<EntitySet<usize>> = Vec::with_capacity(insts.len());
        for (number, &inst) in insts.iter().enumerate() {
            self.number[inst] = number + 1;
            let data = &self.pack.shader.insts[inst];
            let mut own = EntitySet::new();
            for operand in &data.args {
                let def = self.pack.shader.def_inst(operand.value);
                if let Some(before) = def.and_then(|def| self.number[def].checked_sub(1)) {
                    own.insert_all(&needs[before]);
                    own.insert(before);
                }
            }
            needs.push(own.clone());
            let op = data.op;
            let unit = self.pack.may_be_packed(inst).then(|| {
                let ty = self.pack.shader.ty(self.pack.shader.result(inst));
                Unit {
                    op,
                    scalars: self.pack.scalars(inst),
                    members: Members::from_iter([Candidate::new(inst, ty.lanes)]),
                    lanes: ty.lanes,
                    needs: own,
                }
            });
            self.units.push(unit);
        }
    }

    /// Joins what promises most; true if anything was joined.
    fn round(&mut self) -> bool {
        let units: Vec<usize> = (0..self.units.len())
            .filter(|&at| self.units[at].is_some())
            .collect();
        if units.len() > MOST {
            return false;
        }
        let mut pairs: Vec<(i32, usize, usize)> = Vec::new();
        for (place, &one) in units.iter().enumerate() {
            for &other in &units[place + 1..] {
                let gain = self.gain(one, other, DEPTH).map_or(0, |join| join.gain);
                if gain >= self.least {
                    pairs.push((-gain, one, other));
                }
            }
        }
        pairs.sort_unstable();
        let mut changed = false;
        for (_, one, other) in pairs {
            let join = self.gain(one, other, DEPTH);
            if join.is_some_and(|join| join.gain >= self.least) {
                changed |= self.commit(one, other, DEPTH);
            }
        }
        changed
    }

    /// What joining two units gains; `None` where they cannot be joined.
    fn gain(&self, one: usize, other: usize, depth: u32) -> Option<Join> {
        let (first, second) = (self.units[one].as_ref()?, self.units[other].as_ref()?);
        let fits = first.op == second.op
            && first.scalars == second.scalars
            && first.lanes + second.lanes <= 4
            && one != other
            && !self.needs_any(first, second)
            && !self.needs_any(second, first);
        if !fits {
            return None;
        }
        let straight = self.gain_in_order(first, second, false, depth);
        if !first.op.is_commutative() {
            return Some(straight);
        }
        let exchanged = self.gain_in_order(first, second, true, depth);
        Some(if exchanged.gain > straight.gain {
            exchanged
        } else {
            straight
        })
    }

    fn gain_in_order(&self, first: &Unit, second: &Unit, exchanged: bool, depth: u32) -> Join {
        let mut join = Join {
            gain: INSTRUCTION,
            exchanged,
            operands: SmallVec::new(),
        };
        let operands = self.pack.shader.insts[first.members[0].inst].args.len();
        for number in 0..operands {
            let others = match number {
                0 | 1 if exchanged => 1 - number,
                number => number,
            };
            let (mine, theirs) = (self.origins(first, number), self.origins(second, others));
            let mut both = mine.clone();
            both.extend(theirs.iter().copied());
            both.sort_unstable();
            both.dedup();
            let copies = self.copies(&both) - self.copies(&mine) - self.copies(&theirs);
            let mut best = -copies;
            if let ([Origin::Unit(x)], [Origin::Unit(y)]) = (&mine[..], &theirs[..])
                && x != y
                && depth > 0
                && let Some(below) = self.gain(*x, *y, depth - 1)
                && below.gain > best
            {
                best = below.gain;
                join.operands.push((*x, *y));
            }
            join.gain += best;
        }
        join
    }

    /// True if one unit needs another.
    fn needs_any(&self, one: &Unit, other: &Unit) -> bool {
        let mut members = other.members.iter();
        members.any(|member| one.needs.contains(self.number[member.inst] - 1))
    }

    /// Where the lanes of an operand come from.
    fn origins(&self, unit: &Unit, number: usize) -> Origins {
        let mut origins = Origins::new();
        for member in &unit.members {
            let operand = member.operand(self.pack.shader, number);
            for &lane in operand.swizzle.lanes() {
                let (value, _) = self.pack.follow((operand.value, lane));
                origins.push(self.origin(value));
            }
        }
        origins.sort_unstable();
        origins.dedup();
        origins
    }

    fn origin(&self, value: Value) -> Origin {
        if self.pack.shader.is_constant(value) {
            return Origin::Literal;
        }
        let def = self.pack.shader.def_inst(value);
        let number = def.and_then(|def| self.number[def].checked_sub(1));
        match number.map(|number| self.leader[number]) {
            Some(unit) if self.units[unit].is_some() => Origin::Unit(unit),
            _ => Origin::Other(value),
        }
    }

    /// The copies that bring these into one register, in thousandths.
    fn copies(&self, origins: &[Origin]) -> i32 {
        if origins.len() < 2 {
            return 0;
        }
        let copies = origins.iter().map(|origin| match origin {
            Origin::Unit(unit) => {
                let members = self.units[*unit].iter().flat_map(|unit| &unit.members);
                let mut values = members.map(|member| self.pack.shader.result(member.inst));
                if values.all(|value| self.pack.users[value].0 == 1) {
                    0
                } else {
                    SHARED
                }
            }
            Origin::Other(value) if self.is_placeable(*value) => SHARED,
            Origin::Other(_) | Origin::Literal => INSTRUCTION,
        });
        copies.sum()
    }

    /// True if the operation that makes a value can write it to any lane.
    fn is_placeable(&self, value: Value) -> bool {
        let op = self.pack.shader.def_op(value);
        op.is_some_and(|op| op.is_lanewise() || matches!(op, Op::Dot | Op::Rsqrt | Op::Rcp))
    }

    /// Joins two units, what they read before them; false where that turns out to be impossible.
    fn commit(&mut self, one: usize, other: usize, depth: u32) -> bool {
        let Some(join) = self.gain(one, other, depth) else {
            return false;
        };
        for (x, y) in join.operands {
            self.commit(x, y, depth - 1);
        }
        // What was joined below may have made one need the other.
        if self.gain(one, other, 0).is_none() {
            return false;
        }
        let Some(second) = self.units[other].take() else {
            return false;
        };
        for number in &mut self.leader {
            if *number == other {
                *number = one;
            }
        }
        let Some(first) = &mut self.units[one] else {
            return false;
        };
        let members = second.members.into_iter().map(|mut member| {
            member.exchanged ^= join.exchanged;
            member
        });
        first.members.extend(members);
        first.lanes += second.lanes;
        first.needs.insert_all(&second.needs);
        // Whatever needs a part needs all of it.
        let mut whole = first.needs.clone();
        let members: SmallVec<[usize; 4]> = first
            .members
            .iter()
            .map(|member| self.number[member.inst] - 1)
            .collect();
        members.iter().for_each(|&member| {
            whole.insert(member);
        });
        for unit in self.units.iter_mut().flatten() {
            if members.iter().any(|&member| unit.needs.contains(member)) {
                unit.needs.insert_all(&whole);
            }
        }
        true
    }

    /// Makes the joined operations, operands first.
    fn finish(self) {
        let mut groups: Vec<(usize, usize, Members)> = Vec::new();
        for (number, unit) in self.units.into_iter().enumerate() {
            if let Some(unit) = unit.filter(|unit| unit.members.len() > 1) {
                groups.push((unit.needs.iter().count(), number, unit.members));
            }
        }
        groups.sort_unstable_by_key(|(needs, number, _)| (*needs, *number));
        for (_, _, members) in groups {
            self.pack.pack(&members);
        }
    }
}
