//! The verdict over many points.

use crate::POINTS;
use crate::arms::Arms;
use crate::compare::{Equal, Mode, Program, Seen};
use crate::domain::Sites;
use crate::point::Place;
use crate::verdict::Verdict;
use rustc_hash::FxHashMap;

#[cfg(test)]
mod tests;

/// Points that are tried.
const TRIES: u64 = 1024;
/// Points that are taken beyond those of a proof, for arms in which a number was seen beyond its limits only.
const MORE_POINTS: u32 = 192;
/// With fewer stable points among these there is no proof.
const FEWEST: u32 = 16;
/// Instructions of the source that all points of a proof together may take, lest long loops take minutes.
pub(crate) const WORK: u64 = 2_000_000;
/// How often the elements of a point are drawn again where roots are missing,
const REDRAWS: u64 = 32;
/// and those of all points.
const ALL_REDRAWS: u64 = 512;
/// Points with comparisons turned round that are tried for arms which inputs do not take.
const FORCED: u64 = 256;

/// What the points so far have shown.
#[derive(Default)]
struct Tally {
    /// Points at which something was compared, and all of it was equal.
    stable: u32,
    /// Points at which the language leaves everything open.
    vacuous: u32,
    /// Points at which the source has a defined result and the program has not.
    undefined: u32,
    /// Points at which results differ, maybe for want of a root.
    rootless: u32,
    /// The comparisons of the program, and whether the source makes them at some point.
    sites: Sites,
    /// Where the numbers were alike: by output and lane.
    alike: FxHashMap<(usize, usize), Alike>,
    /// How many there are in all.
    results: usize,
    /// The most numbers that were compared at one point.
    most: usize,
    /// The arms that were taken at points where so many were.
    arms: Arms,
    /// Outputs of the shader that the program does not have.
    left_out: Vec<String>,
}

/// The arms that were taken where a number of the results was alike.
#[derive(Default)]
struct Alike {
    /// Points at which it was the same, if there is one.
    identical: Option<Arms>,
    /// Points at which it was alike only because both programs' are beyond the limits of a colour.
    by_limits: Arms,
}

impl Alike {
    /// Whether the number was the same in each arm, and not only beyond its limits.
    fn is_settled(&self) -> bool {
        let identical = self.identical.as_ref();
        identical.is_some_and(|identical| self.by_limits.are_within(identical))
    }
}

impl Tally {
    fn add(&mut self, equal: Equal) {
        self.results = self.results.max(equal.results);
        if equal.compared == 0 && !equal.discarded {
            self.vacuous += 1;
            self.left_out = equal.left_out;
            return;
        }
        self.stable += 1;
        for (site, explained) in &equal.sites {
            *self.sites.entry(*site).or_default() |= explained;
        }
        if equal.compared > self.most {
            // Points where the language left more open saw less of the arms.
            (self.most, self.arms) = (equal.compared, Arms::default());
        }
        self.add_arms(&equal);
        for number in equal.by_limits {
            self.alike
                .entry(number)
                .or_default()
                .by_limits
                .extend(&equal.arms);
        }
        if !equal.left_out.is_empty() {
            self.left_out = equal.left_out;
        }
    }

    /// Adds the arms of a point to those of all, and to those of each number that is the same there.
    fn add_arms(&mut self, equal: &Equal) {
        if equal.compared == self.most || equal.discarded {
            self.arms.extend(&equal.arms);
        }
        for &number in &equal.identical {
            let identical = &mut self.alike.entry(number).or_default().identical;
            identical.get_or_insert_default().extend(&equal.arms);
        }
    }

    /// How many numbers of the results are open, in some arm or all.
    fn open(&self) -> u32 {
        let settled = self.alike.values().filter(|alike| alike.is_settled());
        self.results.saturating_sub(settled.count()) as u32
    }

    /// Whether there are points enough.
    fn is_enough(&self) -> bool {
        let beyond_limits = || self.alike.values().any(|alike| !alike.is_settled());
        self.stable >= POINTS + MORE_POINTS || self.stable >= POINTS && !beyond_limits()
    }

    /// The verdict, if points enough are stable, or at all of them the language leaves everything open.
    fn verdict(self) -> Option<Verdict> {
        let open = self.open();
        let Tally {
            undefined,
            rootless,
            left_out,
            ..
        } = self;
        if self.stable == 0 && self.vacuous >= FEWEST {
            return Some(Verdict::ProvedOnCells {
                points: self.vacuous,
                unexplained: 0,
                open: self.results as u32,
                arms: 0,
                undefined,
                rootless,
                left_out,
            });
        }
        let unexplained = self.sites.values().filter(|explained| !**explained);
        let on_cells = Verdict::ProvedOnCells {
            points: self.stable,
            unexplained: unexplained.count() as u32,
            open,
            arms: self.arms.missing(),
            undefined,
            rootless,
            left_out,
        };
        (self.stable >= FEWEST).then(|| on_cells.normalized())
    }
}

impl Program<'_> {
    /// What is known of it at many points.
    pub(crate) fn verdict(&self) -> Verdict {
        self.redrawn.set(0);
        self.endless.set(0);
        self.counterexample.set(None);
        let mut tally = Tally::default();
        let mut numbers = 0..TRIES;
        while !tally.is_enough()
            && self.has_work_left()
            && let Some(number) = numbers.next()
        {
            match self.at_cell(number) {
                Ok(Seen::Equal(equal)) => tally.add(equal),
                Ok(Seen::Undefined) => tally.undefined += 1,
                Ok(Seen::Different(different)) => return Verdict::Undecided(different.first),
                Ok(Seen::Rootless) => tally.rootless += 1,
                Ok(Seen::Nothing) => {}
                Err(verdict) => return verdict,
            }
        }
        let mut numbers = 0..FORCED;
        while tally.stable >= FEWEST
            && tally.arms.missing() > 0
            && self.has_work_left()
            && let Some(number) = numbers.next()
        {
            let place = Place::numbered(number);
            if let Ok(Seen::Equal(equal)) = self.at_point(&self.choices, place, Mode::Forced) {
                tally.add_arms(&equal);
            }
        }
        if tally.stable >= FEWEST
            && let Err(verdict) = self.compare_at_ties()
        {
            return verdict;
        }
        let why = match () {
            () if self.endless.get() > 0 => "the source takes too many steps",
            () if tally.undefined > tally.stable => "the program has no defined result",
            () => "too few points are stable",
        };
        let verdict = tally.verdict();
        verdict.unwrap_or_else(|| Verdict::Undecided(why.to_owned()))
    }

    /// Whether more points may be evaluated.
    pub(crate) fn has_work_left(&self) -> bool {
        self.spent.get() < WORK
    }

    /// What a point says, and if it lacks roots others on the same pieces of the functions.
    pub(crate) fn at_cell(&self, number: u64) -> Result<Seen, Verdict> {
        let mut place = Place::numbered(number);
        loop {
            let seen = self.at_point(&self.choices, place, Mode::Free)?;
            let redrawn = self.redrawn.get();
            let again = place.redraw < REDRAWS && redrawn < ALL_REDRAWS && self.has_work_left();
            if matches!(seen, Seen::Different(_)) {
                self.counterexample.set(Some(place));
            }
            if !again || !matches!(seen, Seen::Rootless) {
                return Ok(seen);
            }
            self.redrawn.set(redrawn + 1);
            place.redraw += 1;
        }
    }
}
