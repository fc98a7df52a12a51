//! What copies read differently, what that costs as arguments of a procedure, and what the procedure saves.

use super::rows::Rows;
use crate::isa::Opcode;
use crate::machine::{Program, UNIFORM};
use crate::select::slots::{Slots, count_needs};
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{Base, Counts, Lane, LaneRef, Storage};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of the whole program.
pub(super) struct Facts {
    writes: Counts,
    /// The number of times that each value is needed.
    needs: Counts,
    /// For each value the last step that needs it.
    last_need: SecondaryMap<Lane, usize>,
}

impl Facts {
    pub(super) fn of(program: &Program, rows: &Rows) -> Facts {
        let mut facts = Facts {
            writes: program.count_writes(),
            needs: Counts::with_len(program.lanes.len()),
            last_need: SecondaryMap::with_len(program.lanes.len()),
        };
        count_needs(program, &program.blocks[program.body], &mut facts.needs);
        for step in 0..rows.len() {
            for lane in rows.slots(program, step, 1).reads {
                if let Some(value) = program.needed(lane) {
                    facts.last_need[value] = step;
                }
            }
        }
        facts
    }
}

/// What becomes of an operand lane of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It stays.
    None,
    /// It reads an argument; what it is there has the signs of the operands.
    Argument(usize),
    /// It reads its uniform register behind the address register.
    Offset,
}

/// An argument of a procedure.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    /// What it is in each copy.
    pub(super) actual: Vec<LaneRef>,
    /// Arguments of one number are lanes of one operand.
    pub(super) bundle: usize,
}

/// Copies that become equal, and how.
pub(super) struct Plan {
    /// The first step of each copy.
    pub(super) places: Vec<usize>,
    /// Steps of each.
    pub(super) length: usize,
    /// For each operand lane of a copy what becomes of it.
    pub(super) changes: Vec<Change>,
    pub(super) arguments: Vec<Argument>,
    /// For each copy how far its uniform registers are behind those of the first, if that is an argument.
    pub(super) offsets: Option<Vec<i32>>,
    /// The results that get a common name, by their numbers among those of a copy, and for each copy whether it is read behind it.
    pub(super) results: Vec<(usize, Vec<bool>)>,
    /// Words that are saved, by an estimate.
    pub(super) saved: i32,
}

/// The step of an operand lane in its row, and the number of its operand there.
type Place = (usize, usize);

impl Plan {
    /// True if copies differ in nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.arguments.is_empty() && self.offsets.is_none()
    }

    /// How some rows of the same shapes become equal; `None` if they cannot.
    pub(super) fn make(
        program: &Program,
        rows: &Rows,
        facts: &Facts,
        places: &[usize],
        length: usize,
    ) -> Option<Plan> {
        let copies: Vec<Slots> = places
            .iter()
            .map(|place| rows.slots(program, *place, length))
            .collect();
        let operands = rows.operands(program, *places.first()?, length);
        let mut plan = Plan {
            places: places.to_vec(),
            length,
            changes: Vec::new(),
            arguments: Vec::new(),
            offsets: None,
            results: Vec::new(),
            saved: 0,
        };
        plan.name_results(program, facts, &copies)?;
        let mut differing: Vec<(usize, Vec<LaneRef>)> = Vec::new();
        for slot in 0..operands.len() {
            plan.changes.push(Change::None);
            let row = copies.iter().map(|copy| copy.reads.get(slot).copied());
            let row: Vec<LaneRef> = row.collect::<Option<_>>()?;
            if differs(program, &copies, &row)? {
                differing.push((slot, row));
            }
        }
        plan.find_offsets(&copies, &operands, &differing);
        plan.find_arguments(&operands, differing);
        plan.saved = plan.estimate(program, rows, &operands, facts, &copies);
        Some(plan)
    }

    /// Results that differ get a common name if each is assigned once.
    fn name_results(&mut self, program: &Program, facts: &Facts, copies: &[Slots]) -> Option<()> {
        let first = copies.first()?;
        let inside: Vec<Counts> = copies
            .iter()
            .map(|copy| {
                let mut inside = Counts::new();
                for value in copy.reads.iter().filter_map(|lane| program.needed(*lane)) {
                    inside[value] += 1;
                }
                inside
            })
            .collect();
        for (at, result) in first.results.iter().enumerate() {
            let row = copies.iter().map(|copy| copy.results.get(at).copied());
            let row: Vec<Lane> = row.collect::<Option<_>>()?;
            let is_output = program.output_of(*result).is_some();
            if is_output || row.iter().all(|lane| lane == result) {
                continue;
            }
            let is_free =
                |lane: &Lane| facts.writes[*lane] == 1 && program.component_of(*lane).is_none();
            if !row.iter().all(is_free) {
                return None;
            }
            let is_read_behind = row.iter().zip(&inside);
            let is_read_behind =
                is_read_behind.map(|(lane, inside)| facts.needs[*lane] > inside[*lane]);
            self.results.push((at, is_read_behind.collect()));
        }
        Some(())
    }

    /// Finds the distance between uniform registers that most operands have in common. The copies have one address register for
    /// it, which is set before the first instruction: so that one must read behind it, and no operand behind another one.
    fn find_offsets(
        &mut self,
        copies: &[Slots],
        operands: &[Place],
        differing: &[(usize, Vec<LaneRef>)],
    ) {
        let mut reads = copies.iter().flat_map(|copy| &copy.reads);
        if reads.any(|lane| lane.address().is_some()) {
            return;
        }
        let mut found: Vec<(Vec<i32>, FxHashSet<Place>)> = Vec::new();
        for (slot, row) in differing {
            let Some(distances) = distances(row) else {
                continue;
            };
            let known = found.iter().position(|(known, _)| *known == distances);
            let at = known.unwrap_or_else(|| {
                found.push((distances, FxHashSet::default()));
                found.len() - 1
            });
            found[at].1.insert(operands[*slot]);
        }
        // One operand is moved as quickly.
        found.retain(|(_, at)| at.len() > 1 && at.iter().any(|(step, _)| *step == 0));
        let Some((offsets, _)) = found.into_iter().reduce(|best, next| {
            if next.1.len() > best.1.len() {
                next
            } else {
                best
            }
        }) else {
            return;
        };
        for (slot, row) in differing {
            if distances(row).as_ref() == Some(&offsets) {
                self.changes[*slot] = Change::Offset;
            }
        }
        self.offsets = Some(offsets);
    }

    fn find_arguments(&mut self, operands: &[Place], differing: Vec<(usize, Vec<LaneRef>)>) {
        let mut known: FxHashMap<Vec<LaneRef>, usize> = FxHashMap::default();
        let mut bundles: FxHashMap<Place, usize> = FxHashMap::default();
        for (slot, mut row) in differing {
            if self.changes[slot] != Change::None {
                continue;
            }
            if keeps_sign(&row) {
                row.iter_mut().for_each(|lane| *lane = lane.plain());
            }
            let next = bundles.len();
            let bundle = *bundles.entry(operands[slot]).or_insert(next);
            let argument = *known.entry(row).or_insert_with_key(|row| {
                self.arguments.push(Argument {
                    actual: row.clone(),
                    bundle,
                });
                self.arguments.len() - 1
            });
            self.changes[slot] = Change::Argument(argument);
        }
    }

    /// Words that are saved if the copies become calls. Copies that are equal already are counted once, and what all copies
    /// have in common could be a procedure before.
    fn estimate(
        &self,
        program: &Program,
        rows: &Rows,
        operands: &[Place],
        facts: &Facts,
        copies: &[Slots],
    ) -> i32 {
        let mut different: FxHashSet<Vec<LaneRef>> = FxHashSet::default();
        let mut after = rows.words(self.places[0], self.length);
        for (copy, place) in self.places.iter().enumerate() {
            let mut actual: Vec<LaneRef> =
                self.arguments.iter().map(|of| of.actual[copy]).collect();
            let offset = self.offsets.as_ref().map(|offsets| offsets[copy]);
            actual.extend(offset.map(|offset| LaneRef::literal(offset as f32)));
            if !different.insert(actual) {
                continue;
            }
            let call = 1 + i32::from(offset.is_some());
            let next = self.places.get(copy + 1);
            let results = self.results.iter().filter(|(at, is_read_behind)| {
                let lane = copies[copy].results[*at];
                let lasts = next.is_some_and(|next| facts.last_need[lane] >= *next);
                is_read_behind[copy] && lasts
            });
            let mut kept: Vec<usize> = results
                .map(|(at, _)| rows.step_of_result(*place, *at))
                .collect();
            kept.dedup();
            let moves = self.moves(program, facts, &copies[copy], copy);
            after += call + moves + kept.len() as i32;
        }
        self.words_before(rows, operands, different.len() as i32) - after
    }

    /// Words of so many different copies as they are, with procedures of what they have in common.
    fn words_before(&self, rows: &Rows, operands: &[Place], copies: i32) -> i32 {
        let mut is_different = vec![false; self.length];
        let changed = operands.iter().zip(&self.changes);
        let changed = changed.filter(|(_, change)| **change != Change::None);
        let read = changed.map(|((step, _), _)| *step);
        let made = self.results.iter();
        let made = made.map(|(at, _)| rows.step_of_result(self.places[0], *at));
        read.chain(made).for_each(|step| is_different[step] = true);
        let (mut words, mut equal) = (0, 0);
        for (step, is_different) in is_different.into_iter().enumerate() {
            let own = rows.words(self.places[0] + step, 1);
            if is_different {
                words += (copies * equal).min(copies + equal) + copies * own;
                equal = 0;
            } else {
                equal += own;
            }
        }
        words + (copies * equal).min(copies + equal)
    }

    /// Copies to the arguments of a call, but for those that vanish since nobody else reads what they copy.
    fn moves(&self, program: &Program, facts: &Facts, slots: &Slots, copy: usize) -> i32 {
        let mut moves: FxHashSet<(usize, Storage)> = FxHashSet::default();
        for argument in &self.arguments {
            let lane = argument.actual[copy];
            let vanishes = lane.as_value().is_some_and(|value| {
                let inside = slots
                    .reads
                    .iter()
                    .filter(|read| read.as_value() == Some(value));
                let made_by = program.def_op(lane).map(|id| program.ops[id].code);
                !lane.is_modified()
                    && made_by.is_some_and(|code| code != Opcode::Mov)
                    && facts.writes[value] == 1
                    && facts.needs[value] as usize == inside.count()
            });
            if !vanishes {
                moves.insert((argument.bundle, lane.storage()));
            }
        }
        moves.len() as i32
    }
}

/// True if copies read different lanes, none of which they made themselves; `None` if they cannot become equal.
fn differs(program: &Program, copies: &[Slots], row: &[LaneRef]) -> Option<bool> {
    let first = row.first()?;
    let own = |copy: &Slots, lane: &LaneRef| {
        let value = program.needed(*lane)?;
        copy.results.iter().position(|result| *result == value)
    };
    let owned: Vec<Option<usize>> = copies
        .iter()
        .zip(row)
        .map(|(copy, lane)| own(copy, lane))
        .collect();
    if owned.iter().all(Option::is_none) {
        let differs = row.iter().any(|lane| lane != first);
        let is_defined = !row.iter().any(|lane| lane.is_undefined());
        return (is_defined || !differs).then_some(differs);
    }
    let is_alike = |lane: &LaneRef| {
        lane.address().is_none() && (lane.negate, lane.absolute) == (first.negate, first.absolute)
    };
    let is_equal = row.iter().all(|lane| lane == first);
    let fits = is_equal || row.iter().all(is_alike) && owned.iter().all(|own| *own == owned[0]);
    fits.then_some(false)
}

/// How far uniform registers are behind the first, if lanes are the same components of such registers.
fn distances(row: &[LaneRef]) -> Option<Vec<i32>> {
    let register = |lane: &LaneRef| match lane.base {
        Base::Reg(reg, component) if reg.file == UNIFORM => {
            Some((i32::from(reg.number), (component, lane.negate)))
        }
        _ => None,
    };
    let (first, place) = register(row.first()?)?;
    let distance = |lane: &LaneRef| {
        let (number, other) = register(lane)?;
        (other == place).then_some(number - first)
    };
    row.iter().map(distance).collect()
}

/// True if the operands keep their signs when the lanes of a row become an argument.
pub(super) fn keeps_sign(row: &[LaneRef]) -> bool {
    let is_literal = |lane: &LaneRef| lane.as_literal().is_some();
    let negate = row.first().map(|lane| lane.negate);
    !row.iter().any(is_literal) && row.iter().all(|lane| Some(lane.negate) == negate)
}
