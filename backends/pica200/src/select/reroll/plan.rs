//! Whether copies can be the rounds of one loop, and what differs between them.

use super::{COPIES, Candidate, ProgramUses, WORTH};
use crate::isa::LARGEST_OFFSET;
use crate::machine::{Item, Program, UNIFORM};
use crate::select::slots::{Slots, count_needs, words};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{AddressId, Base, Counts, Lane, LaneRef, Reg};

/// How the operands of the first copy change when it becomes the body of a loop.
pub(super) struct Plan {
    /// How far uniform registers of one copy are from those of the next that the loop reads behind `aL`.
    pub(super) step: Option<u8>,
    /// Whether an operand lane reads such a register.
    pub(super) counted: SecondaryMap<usize, bool>,
    /// Lanes that differ otherwise: what each copy reads. Sorted.
    pub(super) varying: Vec<Vec<LaneRef>>,
    /// For each operand lane of the first copy what it reads in each copy, where that differs.
    pub(super) slots: SecondaryMap<usize, Option<Vec<LaneRef>>>,
    /// Values handed on: what the first copy reads, and the result of the copy before.
    pub(super) carried: SecondaryMap<usize, Option<Lane>>,
    /// Addresses of the first copy whose index differs.
    pub(super) addresses: SecondaryMap<AddressId, Option<Vec<LaneRef>>>,
    /// Results of the first copy by the results of the last, which are what is read after the loop.
    pub(super) last: SecondaryMap<Lane, Option<Lane>>,
    /// Output lanes that the last copy writes, with the results of the first that the loop leaves there.
    pub(super) outputs: Vec<(Lane, Lane)>,
}

impl Plan {
    pub(super) fn make(
        program: &Program,
        facts: &ProgramUses,
        block: &[Item],
        candidate: &Candidate,
    ) -> Option<Plan> {
        let copies: Vec<Slots> = (0..candidate.copies)
            .map(|k| Slots::of(program, candidate.copy(block, k)))
            .collect();
        let first = copies.first()?;
        let rows: Option<Vec<Vec<LaneRef>>> = (0..first.reads.len())
            .map(|slot| {
                let row = copies.iter().map(|slots| slots.reads.get(slot).copied());
                row.collect()
            })
            .collect();
        let rows = rows?;
        let rounds = u16::try_from(candidate.copies).ok()?;
        let has_room = |step: &u8| facts.counters.have_room(rounds, Some(*step));
        let mut plan = Plan {
            step: most_common(rows.iter().filter_map(|row| distance(row))).filter(has_room),
            counted: SecondaryMap::new(),
            varying: Vec::new(),
            slots: SecondaryMap::new(),
            carried: SecondaryMap::new(),
            addresses: SecondaryMap::new(),
            last: SecondaryMap::new(),
            outputs: Vec::new(),
        };
        plan.check_results(program, facts, &copies)?;
        let made: EntitySet<Lane> = copies
            .iter()
            .flat_map(|slots| slots.results.iter().copied())
            .collect();
        for (slot, row) in rows.iter().enumerate() {
            plan.classify(program, &copies, &made, slot, row)?;
        }
        if plan.step.is_none() && !facts.counters.have_room(rounds, None)
            || candidate.copies > COPIES && !plan.varying.is_empty()
        {
            return None;
        }
        plan.check_readers(program, facts, block, candidate, &copies)?;
        let size = words(program, candidate.copy(block, 0));
        let rotations = plan.varying.len();
        let after = size + 1 + 2 * rotations + plan.output_registers(program);
        let saved = (candidate.copies * size).checked_sub(after)?;
        (saved >= WORTH && 4 * rotations <= size + 4).then_some(plan)
    }

    /// Results are the same variable in all copies, or made once by each. An output lane can be written
    /// once only, so by no copy but the last, and then not in the loop but after it.
    fn check_results(
        &mut self,
        program: &Program,
        facts: &ProgramUses,
        copies: &[Slots],
    ) -> Option<()> {
        let first = copies.first()?;
        for (at, result) in first.results.iter().enumerate() {
            let row = copies.iter().map(|slots| slots.results.get(at).copied());
            let row: Vec<Lane> = row.collect::<Option<_>>()?;
            let (last, earlier) = row.split_last()?;
            if earlier
                .iter()
                .any(|scalar| program.output_of(*scalar).is_some())
            {
                return None;
            }
            if row.iter().all(|scalar| scalar == result) {
                continue;
            }
            let once = |scalar: &Lane| facts.writes[*scalar] == 1;
            let repeated = |(k, scalar): (usize, &Lane)| row.iter().take(k).any(|s| s == scalar);
            if !row.iter().all(once) || row.iter().enumerate().any(repeated) {
                return None;
            }
            match program.output_of(*last) {
                Some(_) => self.outputs.push((*last, *result)),
                None => self.last[*last] = Some(*result),
            }
        }
        Some(())
    }

    /// Registers among the outputs that are written after the loop.
    fn output_registers(&self, program: &Program) -> usize {
        let outputs = self.outputs.iter();
        let mut registers: Vec<Reg> = outputs
            .filter_map(|(output, _)| Some(program.output_of(*output)?.0))
            .collect();
        registers.sort_unstable();
        registers.dedup();
        registers.len()
    }

    fn classify(
        &mut self,
        program: &Program,
        copies: &[Slots],
        made: &EntitySet<Lane>,
        slot: usize,
        row: &[LaneRef],
    ) -> Option<()> {
        let first = row.first()?;
        if row
            .iter()
            .any(|source| source.is_negated() != first.is_negated())
        {
            return None;
        }
        if let Base::Indexed(reg, address, component) = first.base {
            return self.classify_indexed(program, made, row, (reg, component, address));
        }
        if self.step.is_some() && distance(row) == self.step {
            self.counted[slot] = true;
            return Some(());
        }
        if row.iter().all(|source| source == first) {
            // One copy's own result is not the same for all once it is made anew in each round.
            let shared = first.as_value().is_none_or(|lane| {
                let by_all = |slots: &Slots| slots.results.contains(&lane);
                !made.contains(lane) || copies.iter().all(by_all)
            });
            return shared.then_some(());
        }
        let scalars: Vec<Option<Lane>> = row.iter().map(|lane| lane.as_value()).collect();
        let made_at = |copy: usize, scalar: Option<Lane>| {
            let results = &copies.get(copy)?.results;
            results.iter().position(|result| Some(*result) == scalar)
        };
        // Made by the copy itself?
        if let Some(at) = made_at(0, scalars[0]) {
            let own = (0..row.len()).all(|k| made_at(k, scalars[k]) == Some(at));
            return own.then_some(());
        }
        let outside = |source: &LaneRef| match source.base {
            Base::Value(scalar) => !made.contains(scalar),
            Base::Indexed(..) => false,
            _ => true,
        };
        if !outside(first) {
            return None;
        }
        // Handed on from the copy before?
        if let Some(at) = made_at(0, scalars[1]) {
            let handed = (1..row.len()).all(|k| made_at(k - 1, scalars[k]) == Some(at));
            self.carried[slot] = Some(*copies.first()?.results.get(at)?);
            return handed.then_some(());
        }
        if !row.iter().all(outside) {
            return None;
        }
        let plain: Vec<LaneRef> = row.iter().map(|source| source.plain()).collect();
        self.vary(&plain);
        self.slots[slot] = Some(plain);
        Some(())
    }

    /// Notes lanes that differ.
    fn vary(&mut self, lanes: &[LaneRef]) {
        let found = self
            .varying
            .binary_search_by(|row| row.as_slice().cmp(lanes));
        if let Err(at) = found {
            self.varying.insert(at, lanes.to_vec());
        }
    }

    fn classify_indexed(
        &mut self,
        program: &Program,
        made: &EntitySet<Lane>,
        row: &[LaneRef],
        place: (Reg, u8, AddressId),
    ) -> Option<()> {
        let mut indices = Vec::new();
        for source in row {
            let Base::Indexed(reg, address, component) = source.base else {
                return None;
            };
            if (reg, component) != (place.0, place.1) {
                return None;
            }
            indices.push(program.addresses[address].index);
        }
        let first = indices.first()?;
        let outside = |source: &LaneRef| match source.base {
            Base::Value(scalar) => !made.contains(scalar),
            Base::Indexed(..) => false,
            _ => true,
        };
        let same_sign = indices
            .iter()
            .all(|index| index.is_negated() == first.is_negated());
        if !indices.iter().all(outside) || !same_sign {
            return None;
        }
        if indices.iter().any(|index| index != first) {
            let plain: Vec<LaneRef> = indices.iter().map(|index| index.plain()).collect();
            let known = self.addresses[place.2].as_ref();
            if known.is_some_and(|known| *known != plain) {
                return None;
            }
            self.vary(&plain);
            self.addresses[place.2] = Some(plain);
        }
        Some(())
    }

    /// What a copy makes is read by itself, by the next copy as handed on, or, of the last copy, by
    /// whoever comes after.
    fn check_readers(
        &self,
        program: &Program,
        facts: &ProgramUses,
        block: &[Item],
        candidate: &Candidate,
        copies: &[Slots],
    ) -> Option<()> {
        for (k, slots) in copies.iter().enumerate().take(copies.len() - 1) {
            let mut inside = Counts::new();
            count_needs(program, candidate.copy(block, k), &mut inside);
            count_needs(program, candidate.copy(block, k + 1), &mut inside);
            for result in &slots.results {
                let variable = facts.writes[*result] != 1;
                if !variable && inside[*result] != facts.reads[*result] {
                    return None;
                }
            }
        }
        Some(())
    }
}

/// How far the uniform registers of a row are from one copy to the next, if the machine's loop counter can be so far on in each
/// of as many rounds.
fn distance(row: &[LaneRef]) -> Option<u8> {
    let register = |lane: &LaneRef| match lane.base {
        Base::Reg(reg, component) if reg.file == UNIFORM => Some((reg.number, component)),
        _ => None,
    };
    let (first, component) = register(row.first()?)?;
    let step = register(row.get(1)?)?
        .0
        .checked_sub(first)
        .filter(|step| *step > 0)?;
    for (copy, lane) in (0..).zip(row) {
        if register(lane)? != (first + copy * step, component) {
            return None;
        }
    }
    let last = usize::from(step) * (row.len() - 1);
    u8::try_from(step)
        .ok()
        .filter(|_| last <= usize::from(LARGEST_OFFSET))
}

/// The number that is there most often, the smallest among equals.
fn most_common(numbers: impl Iterator<Item = u8>) -> Option<u8> {
    let mut numbers: Vec<u8> = numbers.collect();
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|a, b| a == b);
    let longest = runs.max_by_key(|run| (run.len(), std::cmp::Reverse(run[0])))?;
    longest.first().copied()
}
