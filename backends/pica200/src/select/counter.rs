//! Indexes by the machine's own loop counter, `aL`, what a counted loop indexes by a variable that grows by the same number
//! in each round. The `mova` of each round goes, and where nothing else reads the variable its sum and its start as well.
//!
//! What each value is in terms of the variable at the start of a round is followed through the body, as far as it is a
//! whole multiple of that plus a whole number. (Induction variables, as in Aho, Lam, Sethi and Ullman, "Compilers", 9.1.)
//!
//! Only a loop without counted loops inside has `aL` for itself: the machine gives the outer loop its value back, but not
//! every emulator does.

use super::slots::change_reads;
use crate::counters::Counters;
use crate::isa::{LARGEST_OFFSET, Opcode, UNIFORMS};
use crate::machine::{Item, Op, Program, counter_address};
use retroshade_kit::mir::{AddressId, Base, BlockId, Lane, LaneRef, Loop, Reg};
use rustc_hash::FxHashMap;

/// Whole numbers beyond are of no use for an index.
const WHOLE: i64 = 4096;

/// Lets `aL` index wherever it can.
pub(super) fn index_by_counter(program: &mut Program) -> bool {
    let mut changed = false;
    for block in program.blocks_outer_first() {
        for at in 0..program.blocks[block].len() {
            if let Item::Loop(repeat) = program.blocks[block][at]
                && let Some(plan) = Plan::make(program, block, at, &repeat)
            {
                plan.apply(program, repeat.body);
                changed = true;
            }
        }
    }
    changed
}

/// How a loop indexes by `aL`.
struct Plan {
    step: u8,
    addresses: usize,
    /// For each register that is read behind an address the one to read behind `aL`.
    registers: FxHashMap<(AddressId, Reg), Reg>,
}

impl Plan {
    /// The plan for most addresses of a loop, `at` that place of a block; `None` if there are none.
    fn make(program: &Program, block: BlockId, at: usize, repeat: &Loop) -> Option<Plan> {
        let rounds = repeat.rounds?;
        let before = program.blocks[block].get(..at)?;
        let mut plans: Vec<Plan> = Vec::new();
        for lane in written(program, &program.blocks[repeat.body])? {
            let Some(first) = start(program, before, lane) else {
                continue;
            };
            let Some(walk) = Walk::through(program, repeat.body, lane) else {
                continue;
            };
            for (address, of) in &walk.addresses {
                let Some((step, registers)) = walk.behind_counter(of, first, rounds) else {
                    continue;
                };
                let known = plans.iter().position(|plan| plan.step == step);
                let known = known.unwrap_or_else(|| {
                    plans.push(Plan {
                        step,
                        addresses: 0,
                        registers: FxHashMap::default(),
                    });
                    plans.len() - 1
                });
                let plan = &mut plans[known];
                plan.addresses += 1;
                let registers = registers.into_iter();
                let registers = registers.map(|(from, to)| ((*address, from), to));
                plan.registers.extend(registers);
            }
        }
        let counters = Counters::of(program);
        plans.retain(|plan| counters.have_room(rounds, Some(plan.step)));
        plans
            .into_iter()
            .max_by_key(|plan| (plan.addresses, plan.step))
    }

    fn apply(&self, program: &mut Program, body: BlockId) {
        let by_counter = counter_address(program, self.step);
        let mut items = std::mem::take(&mut program.blocks[body]);
        change_reads(program, &mut items, &mut |lane| {
            if let Base::Indexed(reg, address, component) = lane.base
                && let Some(to) = self.registers.get(&(address, reg))
            {
                lane.base = Base::Indexed(*to, by_counter, component);
            }
        });
        program.blocks[body] = items;
    }
}

/// The values that items write; `None` if there are counted loops among them.
fn written(program: &Program, items: &[Item]) -> Option<Vec<Lane>> {
    let mut has_counted = false;
    let mut written = Vec::new();
    program.each_item(items, &mut |item| match item {
        Item::Op(id) => written.extend(program.ops[*id].values()),
        Item::Loop(inner) => has_counted |= inner.rounds.is_some(),
        Item::If(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
    });
    written.sort_unstable();
    written.dedup();
    (!has_counted).then_some(written)
}

/// The whole number that a variable holds behind some items, if that is certain.
fn start(program: &Program, items: &[Item], variable: Lane) -> Option<i64> {
    for item in items.iter().rev() {
        let Item::Op(id) = item else {
            if written(program, std::slice::from_ref(item))?.contains(&variable) {
                return None;
            }
            continue;
        };
        let op = &program.ops[*id];
        let result = op.results.iter().position(|lane| *lane == Some(variable));
        if let Some(result) = result {
            let copied = op
                .source(0, result as u8)
                .filter(|_| op.code == Opcode::Mov);
            return whole(copied?);
        }
    }
    None
}

/// The whole number that a literal is.
fn whole(lane: LaneRef) -> Option<i64> {
    let number = lane.number().filter(|number| number.fract() == 0.0)?;
    Some(number as i64).filter(|number| number.abs() <= WHOLE)
}

/// A multiple of a variable at the start of a round, and a number that is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Affine {
    factor: i64,
    offset: i64,
}

impl Affine {
    const fn number(offset: i64) -> Affine {
        Affine { factor: 0, offset }
    }

    fn plus(self, other: Affine) -> Option<Affine> {
        Affine {
            factor: self.factor + other.factor,
            offset: self.offset + other.offset,
        }
        .small()
    }

    fn times(self, other: Affine) -> Option<Affine> {
        let (of, by) = match (self.factor, other.factor) {
            (_, 0) => (self, other.offset),
            (0, _) => (other, self.offset),
            _ => return None,
        };
        Affine {
            factor: of.factor * by,
            offset: of.offset * by,
        }
        .small()
    }

    fn small(self) -> Option<Affine> {
        let is_small = self.factor.abs() <= WHOLE && self.offset.abs() <= WHOLE;
        is_small.then_some(self)
    }
}

/// What is known of values at a place. Only looked up, never listed.
type Known = FxHashMap<Lane, Affine>;

/// What a body reads behind an address.
struct Behind {
    /// The address at every place that reads behind it; `None` where that is unknown or not the same.
    index: Option<Affine>,
    registers: Vec<Reg>,
}

/// A way through the body of a loop.
struct Walk<'a> {
    program: &'a Program,
    variable: Lane,
    /// By how much the variable is larger at the end of a round.
    growth: Option<i64>,
    /// In the order of their first reads.
    addresses: Vec<(AddressId, Behind)>,
}

impl Walk<'_> {
    /// Follows all ways through a body; `None` if the variable does not grow by the same number on each.
    fn through(program: &Program, body: BlockId, variable: Lane) -> Option<Walk<'_>> {
        let mut walk = Walk {
            program,
            variable,
            growth: None,
            addresses: Vec::new(),
        };
        let start = Affine {
            factor: 1,
            offset: 0,
        };
        let mut known = Known::from_iter([(variable, start)]);
        if walk.block(body, &mut known, false)? {
            walk.end_round(&known)?;
        }
        Some(walk)
    }

    fn end_round(&mut self, known: &Known) -> Option<()> {
        let Affine { factor, offset } = *known.get(&self.variable)?;
        let growth = *self.growth.get_or_insert(offset);
        (factor == 1 && offset == growth).then_some(())
    }

    /// Follows a block, of a loop inside the body if `inner`. Whether control comes to its end; `None` where
    /// [`Walk::through`] has none.
    fn block(&mut self, block: BlockId, known: &mut Known, inner: bool) -> Option<bool> {
        for item in &self.program.blocks[block] {
            match item {
                Item::Op(id) => self.op(&self.program.ops[*id], known),
                Item::If(branch) => {
                    branch.reads().for_each(|lane| self.read(lane, known));
                    let mut rejected = known.clone();
                    let accepts = self.block(branch.accept, known, inner)?;
                    let rejects = self.block(branch.reject, &mut rejected, inner)?;
                    match (accepts, rejects) {
                        (true, true) => {
                            known.retain(|lane, value| rejected.get(lane) == Some(value));
                        }
                        (true, false) => {}
                        (false, true) => *known = rejected,
                        (false, false) => return Some(false),
                    }
                }
                Item::Loop(repeat) => {
                    for lane in written(self.program, &self.program.blocks[repeat.body])? {
                        known.remove(&lane);
                    }
                    self.block(repeat.body, &mut known.clone(), true)?;
                }
                Item::Break => return Some(false),
                Item::Continue => {
                    if !inner {
                        self.end_round(known)?;
                    }
                    return Some(false);
                }
                Item::Emission(..) => {}
            }
        }
        Some(true)
    }

    fn op(&mut self, op: &Op, known: &mut Known) {
        op.reads().for_each(|lane| self.read(lane, known));
        let values = (0..).zip(&op.results);
        let values: Vec<(Lane, Option<Affine>)> = values
            .filter_map(|(at, lane)| Some(((*lane)?, value(op, at, known))))
            .collect();
        for (lane, value) in values {
            match value {
                Some(value) => known.insert(lane, value),
                None => known.remove(&lane),
            };
        }
    }

    fn read(&mut self, lane: LaneRef, known: &Known) {
        let Base::Indexed(reg, address, _) = lane.base else {
            return;
        };
        let index = affine(self.program.addresses[address].index, known);
        let mut addresses = self.addresses.iter_mut();
        match addresses.find(|(id, _)| *id == address) {
            Some((_, behind)) => {
                behind.index = behind.index.filter(|known| Some(*known) == index);
                behind.registers.push(reg);
            }
            None => {
                let registers = vec![reg];
                self.addresses.push((address, Behind { index, registers }));
            }
        }
    }

    /// The step of `aL` in the place of an address, and for each register behind it the one behind `aL`, which is zero in the
    /// first round.
    fn behind_counter(
        &self,
        of: &Behind,
        first: i64,
        rounds: u16,
    ) -> Option<(u8, Vec<(Reg, Reg)>)> {
        let Affine { factor, offset } = of.index?;
        let step = factor * self.growth?;
        let last = step * (i64::from(rounds) - 1);
        let step = u8::try_from(step).ok().filter(|step| *step > 0)?;
        if last > LARGEST_OFFSET.into() {
            return None;
        }
        let moved = |reg: &Reg| {
            let number = i64::from(reg.number) + factor * first + offset;
            let number = u8::try_from(number)
                .ok()
                .filter(|number| *number < UNIFORMS)?;
            let to = Reg {
                number: number.into(),
                ..*reg
            };
            Some((*reg, to))
        };
        let registers = of.registers.iter().map(moved);
        Some((step, registers.collect::<Option<_>>()?))
    }
}

/// What an operand lane is, if that is known.
fn affine(lane: LaneRef, known: &Known) -> Option<Affine> {
    if let Some(number) = whole(lane) {
        return Some(Affine::number(number));
    }
    let value = *known.get(&lane.as_value()?)?;
    if lane.negate {
        value.times(Affine::number(-1))
    } else {
        Some(value)
    }
}

/// What a result of an instruction is, if that is known.
fn value(op: &Op, result: u8, known: &Known) -> Option<Affine> {
    let operand = |number: usize| affine(op.source(number, result)?, known);
    match op.code {
        // The floor of a whole number is the number.
        Opcode::Mov | Opcode::Flr => operand(0),
        Opcode::Add => operand(0)?.plus(operand(1)?),
        Opcode::Mul => operand(0)?.times(operand(1)?),
        Opcode::Mad => operand(0)?.times(operand(1)?)?.plus(operand(2)?),
        _ => None,
    }
}
