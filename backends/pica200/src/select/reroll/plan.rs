//! Whether copies can be the rounds of one loop, and what differs between them.

use super::slots::{Slots, words};
use super::{Candidate, Facts, WORTH, count};
use crate::select::code::{Address, Block, Code, Lane, Scalar, ScalarMap, Scalars, Source};
use retroshade_ir::entity::SecondaryMap;

/// How the operands of the first copy change when it becomes the body of a loop.
pub(super) struct Plan {
    /// Lanes that differ: what each copy reads. Sorted.
    pub(super) varying: Vec<Vec<Source>>,
    /// For each operand lane of the first copy what it reads in each copy, where that differs.
    pub(super) slots: SecondaryMap<usize, Option<Vec<Source>>>,
    /// Values handed on: what the first copy reads, and the result of the copy before.
    pub(super) carried: SecondaryMap<usize, Option<Scalar>>,
    /// Addresses of the first copy whose index differs.
    pub(super) addresses: SecondaryMap<Address, Option<Vec<Source>>>,
    /// Results of the first copy by the results of the last, which are what is read after the loop.
    pub(super) last: ScalarMap<Scalar>,
    /// Output lanes that the last copy writes, with the results of the first that the loop leaves there.
    pub(super) outputs: Vec<(Scalar, Scalar)>,
}

impl Plan {
    pub(super) fn make(
        code: &Code,
        facts: &Facts,
        block: &Block,
        candidate: &Candidate,
    ) -> Option<Plan> {
        let copies: Vec<Slots> = (0..candidate.copies)
            .map(|k| Slots::of(candidate.copy(block, k)))
            .collect();
        let first = copies.first()?;
        let mut plan = Plan {
            varying: Vec::new(),
            slots: SecondaryMap::new(),
            carried: SecondaryMap::new(),
            addresses: SecondaryMap::new(),
            last: ScalarMap::new(),
            outputs: Vec::new(),
        };
        plan.check_results(code, facts, &copies)?;
        let made: Scalars = copies
            .iter()
            .flat_map(|slots| slots.results.iter().copied())
            .collect();
        for slot in 0..first.sources.len() {
            let row: Option<Vec<Source>> = copies
                .iter()
                .map(|slots| slots.sources.get(slot).copied())
                .collect();
            plan.classify(code, &copies, &made, slot, &row?)?;
        }
        plan.check_readers(code, facts, block, candidate, &copies)?;
        let size = words(candidate.copy(block, 0));
        let rotations = plan.varying.len();
        let after = size + 1 + 2 * rotations + plan.output_registers(code);
        let saved = (candidate.copies * size).checked_sub(after)?;
        (saved >= WORTH && 4 * rotations <= size + 4).then_some(plan)
    }

    /// Results are the same variable in all copies, or made once by each. An output lane can be written
    /// once only, so by no copy but the last, and then not in the loop but after it.
    fn check_results(&mut self, code: &Code, facts: &Facts, copies: &[Slots]) -> Option<()> {
        let first = copies.first()?;
        for (at, result) in first.results.iter().enumerate() {
            let row = copies.iter().map(|slots| slots.results.get(at).copied());
            let row: Vec<Scalar> = row.collect::<Option<_>>()?;
            let (last, earlier) = row.split_last()?;
            if earlier
                .iter()
                .any(|scalar| code.output_of(*scalar).is_some())
            {
                return None;
            }
            if row.iter().all(|scalar| scalar == result) {
                continue;
            }
            let once = |scalar: &Scalar| facts.writes.get(scalar.0 as usize) == Some(&1);
            let repeated = |(k, scalar): (usize, &Scalar)| row.iter().take(k).any(|s| s == scalar);
            if !row.iter().all(once) || row.iter().enumerate().any(repeated) {
                return None;
            }
            match code.output_of(*last) {
                Some(_) => self.outputs.push((*last, *result)),
                None => self.last[*last] = Some(*result),
            }
        }
        Some(())
    }

    /// Registers among the outputs that are written after the loop.
    fn output_registers(&self, code: &Code) -> usize {
        let outputs = self.outputs.iter();
        let mut registers: Vec<u8> = outputs
            .filter_map(|(output, _)| Some(code.output_of(*output)?.register))
            .collect();
        registers.sort_unstable();
        registers.dedup();
        registers.len()
    }

    fn classify(
        &mut self,
        code: &Code,
        copies: &[Slots],
        made: &Scalars,
        slot: usize,
        row: &[Source],
    ) -> Option<()> {
        let first = row.first()?;
        if row.iter().any(|source| source.negate != first.negate) {
            return None;
        }
        if let Lane::Indexed(register, lane, address) = first.lane {
            return self.classify_indexed(code, made, row, (register, lane, address));
        }
        if row.iter().all(|source| source == first) {
            // One copy's own result is not the same for all once it is made anew in each round.
            let shared = match first.lane {
                Lane::Scalar(scalar) => {
                    let by_all = |slots: &Slots| slots.results.contains(&scalar);
                    !made.contains(scalar) || copies.iter().all(by_all)
                }
                _ => true,
            };
            return shared.then_some(());
        }
        let scalars: Vec<Option<Scalar>> = row
            .iter()
            .map(|source| match source.lane {
                Lane::Scalar(scalar) => Some(scalar),
                _ => None,
            })
            .collect();
        let made_at = |copy: usize, scalar: Option<Scalar>| {
            let results = &copies.get(copy)?.results;
            results.iter().position(|result| Some(*result) == scalar)
        };
        // Made by the copy itself?
        if let Some(at) = made_at(0, scalars[0]) {
            let own = (0..row.len()).all(|k| made_at(k, scalars[k]) == Some(at));
            return own.then_some(());
        }
        let outside = |source: &Source| match source.lane {
            Lane::Scalar(scalar) => !made.contains(scalar),
            Lane::Indexed(..) => false,
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
        let plain: Vec<Source> = row
            .iter()
            .map(|source| Source::plain(source.lane))
            .collect();
        self.vary(&plain);
        self.slots[slot] = Some(plain);
        Some(())
    }

    /// Notes lanes that differ.
    fn vary(&mut self, lanes: &[Source]) {
        let found = self
            .varying
            .binary_search_by(|row| row.as_slice().cmp(lanes));
        if let Err(at) = found {
            self.varying.insert(at, lanes.to_vec());
        }
    }

    fn classify_indexed(
        &mut self,
        code: &Code,
        made: &Scalars,
        row: &[Source],
        (register, lane, address): (u8, u8, Address),
    ) -> Option<()> {
        let mut indices = Vec::new();
        for source in row {
            let Lane::Indexed(r, l, address) = source.lane else {
                return None;
            };
            if (r, l) != (register, lane) {
                return None;
            }
            indices.push(*code.addresses.get(address.0 as usize)?);
        }
        let first = indices.first()?;
        let outside = |source: &Source| match source.lane {
            Lane::Scalar(scalar) => !made.contains(scalar),
            Lane::Indexed(..) => false,
            _ => true,
        };
        let same_sign = indices.iter().all(|index| index.negate == first.negate);
        if !indices.iter().all(outside) || !same_sign {
            return None;
        }
        if indices.iter().any(|index| index != first) {
            let plain: Vec<Source> = indices
                .iter()
                .map(|index| Source::plain(index.lane))
                .collect();
            let known = self.addresses[address].as_ref();
            if known.is_some_and(|known| *known != plain) {
                return None;
            }
            self.vary(&plain);
            self.addresses[address] = Some(plain);
        }
        Some(())
    }

    /// What a copy makes is read by itself, by the next copy as handed on, or, of the last copy, by
    /// whoever comes after.
    fn check_readers(
        &self,
        code: &Code,
        facts: &Facts,
        block: &Block,
        candidate: &Candidate,
        copies: &[Slots],
    ) -> Option<()> {
        for (k, slots) in copies.iter().enumerate().take(copies.len() - 1) {
            let mut inside = vec![0; code.scalars.len()];
            count(code, candidate.copy(block, k), &mut inside);
            count(code, candidate.copy(block, k + 1), &mut inside);
            for result in &slots.results {
                let at = result.0 as usize;
                let variable = facts.writes.get(at) != Some(&1);
                if !variable && inside.get(at) != facts.reads.get(at) {
                    return None;
                }
            }
        }
        Some(())
    }
}
