//! The verdict over many points.

use crate::POINTS;
use crate::compare::{Agreement, Equal, Mode, Program, Seen};
use crate::domain::{Lever, Sites};
use crate::numeric;
use crate::point::Place;
use crate::sides::{self, Fork, Site, Ways};
use crate::source;
use crate::verdict::Verdict;
use retroshade_ir::Inst;
use retroshade_ir::entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

#[cfg(test)]
mod tests;

/// Points that are tried.
const TRIES: u64 = 1024;
/// Points that are taken beyond those of a proof, for numbers that were seen beyond their limits only.
const MORE_POINTS: u32 = 192;
/// Points that are taken beyond those for ways of decisions that none has shown.
const MISSING_POINTS: usize = 256;
/// With fewer stable points among these there is no proof.
const FEWEST: u32 = 16;
/// Instructions of both that all points of a proof together may take, lest long loops take minutes.
pub(crate) const WORK: u64 = 4_000_000;
/// Points from which inputs are moved at first: those that showed something new.
const BASES: usize = 24;
/// The number of times that the elements of a point are drawn again where roots are missing,
const REDRAWS: u64 = 32;
/// and those of all points.
const ALL_REDRAWS: u64 = 512;

/// Evidence from the points so far.
#[derive(Default)]
pub(crate) struct Tally {
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
    /// Decisions of the program that rounding makes.
    rounding: FxHashSet<Site>,
    /// The ways that decisions can go,
    demanded: Ways,
    /// and those that showed in results.
    shown: Ways,
    /// Instructions of the source on which no output of the program depends.
    unread: FxHashSet<usize>,
    /// The numbers that were compared, by output and lane.
    alike: FxHashMap<(usize, usize), Alike>,
    /// The number of them in all.
    results: usize,
    /// Outputs of the shader that the program does not have.
    left_out: Vec<String>,
}

/// What was seen of a number of the results.
#[derive(Default)]
struct Alike {
    /// The ways that showed in it where it was the same number.
    number: Option<Ways>,
    /// The same where it was the same formula, too.
    formula: Option<Ways>,
    /// The ways that it depends on where it was alike only because both programs' are beyond the limits of a colour.
    limits: Option<Ways>,
}

impl Alike {
    /// True if the number was the same in each way, and not only beyond its limits.
    fn is_settled(&self) -> bool {
        match (&self.limits, &self.formula) {
            (None, formula) => formula.is_some() || self.number.is_some(),
            (Some(limits), Some(formula)) => limits.are_within(formula),
            (Some(_), None) => false,
        }
    }
}

impl Tally {
    /// Adds a point; true if it shows something new.
    fn add(&mut self, equal: &Equal) -> bool {
        self.results = self.results.max(equal.results);
        // Of a way that leads out of a table nothing is asked.
        let domain = &equal.point.domain;
        self.shown.extend(&domain.ways_in(&[domain.beyond]));
        if equal.compared == 0 && !equal.discarded {
            self.vacuous += 1;
            self.left_out.clone_from(&equal.left_out);
            return false;
        }
        self.stable += 1;
        if !equal.left_out.is_empty() {
            self.left_out.clone_from(&equal.left_out);
        }
        self.add_ways(equal)
    }

    /// Adds what a point shows beside those that make a proof; true if it is something new.
    pub(crate) fn add_ways(&mut self, equal: &Equal) -> bool {
        let domain = &equal.point.domain;
        self.shown.extend(&domain.ways_in(&[domain.beyond]));
        for (site, explained) in &domain.sites {
            *self.sites.entry(*site).or_default() |= explained;
        }
        // Of the program that counts which shows: it may compute what the source does not need.
        let is_noted =
            domain.demanded.are_within(&self.demanded) && domain.rounding.is_subset(&self.rounding);
        if !is_noted {
            let visible = equal.ways();
            let shows = |fork: Fork| match fork {
                Fork::Source(_) => true,
                Fork::Program(_) => visible.of(fork) != 0,
            };
            self.demanded.extend_where(&domain.demanded, shows);
            let rounding = domain.rounding.iter();
            let rounding = rounding.filter(|site| shows(Fork::Program(**site)));
            self.rounding.extend(rounding);
        }
        let mut is_new = false;
        let mut free = Vec::new();
        if equal.discarded {
            free.push(equal.path);
        }
        for lane in &equal.lanes {
            let alike = self.alike.entry(lane.place).or_default();
            if !lane.limited {
                free.extend([equal.path, lane.node]);
                alike.formula.get_or_insert_default();
                continue;
            }
            let seen = match lane.agreement {
                Agreement::Limits => alike.limits.get_or_insert_default(),
                Agreement::Number => alike.number.get_or_insert_default(),
                Agreement::Formula => alike.formula.get_or_insert_default(),
            };
            if !domain.gone.are_within(seen) {
                let ways = domain.ways_in(&[equal.path, lane.node]);
                seen.extend(&ways);
                if lane.agreement != Agreement::Limits {
                    is_new |= self.shown.extend(&ways);
                }
            }
        }
        if !domain.gone.are_within(&self.shown) {
            is_new |= self.shown.extend(&domain.ways_in(&free));
        }
        is_new
    }

    /// The ways that decisions can go and that showed nowhere.
    pub(crate) fn missing(&self) -> Vec<(Fork, u64)> {
        let mut missing = self.demanded.without(&self.shown);
        missing.retain(|(fork, _)| {
            !self.is_same(*fork)
                && match fork {
                    Fork::Source(site) => !self.unread.contains(&site.0),
                    // What shows nowhere decides nothing: machine code computes in lanes that nobody reads.
                    Fork::Program(_) => self.shown.of(*fork) != 0,
                }
        });
        missing
    }

    /// True if a comparison is of two formulas that are the same wherever it shows: then it is one where both are the same
    /// number, too.
    fn is_same(&self, fork: Fork) -> bool {
        let shown = self.shown.of(fork);
        shown & sides::SAME != 0 && shown & sides::APART == 0
    }

    /// Counts comparisons of the program that are none of the source's.
    fn unexplained(&self) -> usize {
        let sites = self.sites.iter();
        let unexplained =
            sites.filter(|(site, explained)| !**explained && !self.is_same(Fork::Program(**site)));
        unexplained.count()
    }

    /// How many numbers of the results are open, in some way or all.
    fn open(&self) -> u32 {
        let settled = self.alike.values().filter(|alike| alike.is_settled());
        self.results.saturating_sub(settled.count()) as u32
    }

    /// True if there are points enough.
    fn is_enough(&self) -> bool {
        let beyond_limits = || self.alike.values().any(|alike| !alike.is_settled());
        self.stable >= POINTS + MORE_POINTS || self.stable >= POINTS && !beyond_limits()
    }

    /// The verdict, if points enough are stable, or at all of them the language leaves everything open.
    fn verdict(self, name: &dyn Fn(Fork, u64) -> String) -> Option<Verdict> {
        let open = self.open();
        let missing = self.missing();
        let unexplained = self.unexplained() as u32;
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
                rounded: 0,
                open: self.results as u32,
                unseen: Vec::new(),
                undefined,
                rootless,
                left_out,
            });
        }
        let unseen = missing
            .into_iter()
            .flat_map(|(fork, ways)| sides::each(ways).map(move |way| name(fork, way)));
        let on_cells = Verdict::ProvedOnCells {
            points: self.stable,
            unexplained,
            rounded: self.rounding.len() as u32,
            open,
            unseen: unseen.collect(),
            undefined,
            rootless,
            left_out,
        };
        (self.stable >= FEWEST).then(|| on_cells.normalized())
    }
}

impl Program<'_> {
    /// Draws the verdict from all points.
    pub(crate) fn verdict(&self) -> Verdict {
        self.redrawn.set(0);
        self.endless.set(0);
        self.counterexample.replace(None);
        match self.tally() {
            Ok(verdict) | Err(verdict) => verdict,
        }
    }

    fn tally(&self) -> Result<Verdict, Verdict> {
        let mut tally = Tally::default();
        let mut bases = Vec::new();
        let mut numbers = 0..TRIES;
        while !tally.is_enough()
            && self.has_work_left()
            && let Some(number) = numbers.next()
        {
            match self.at_cell(number)? {
                Seen::Equal(equal) => {
                    if tally.add(&equal) && bases.len() < BASES {
                        bases.push(Place::numbered(number));
                    }
                }
                Seen::Undefined => tally.undefined += 1,
                Seen::Rootless => tally.rootless += 1,
                Seen::Different(_) | Seen::Nothing => {}
            }
        }
        let is_left_out = |name: &str| tally.left_out.iter().any(|other| other == name);
        tally.unread = source::unread(self.shader, &|name| !is_left_out(name));
        if tally.stable >= FEWEST {
            self.steer(&mut tally, bases)?;
            self.draw_more(&mut tally, numbers)?;
        }
        let why = match () {
            () if self.endless.get() > 0 => "the source takes too many steps",
            () if tally.undefined > tally.stable => "the program has no defined result",
            () => "too few points are stable",
        };
        let verdict = tally.verdict(&|fork, way| self.name(fork, way));
        Ok(verdict.unwrap_or_else(|| Verdict::Undecided(why.to_owned())))
    }

    /// Compares both at further points while ways of decisions are missing: what a hash of the inputs decides no single
    /// input moves there.
    fn draw_more(&self, tally: &mut Tally, numbers: Range<u64>) -> Result<(), Verdict> {
        for number in numbers.take(MISSING_POINTS) {
            if tally.missing().is_empty() || !self.has_work_left() {
                break;
            }
            if let Seen::Equal(equal) = self.at_cell(number)? {
                tally.add_ways(&equal);
            }
        }
        Ok(())
    }

    /// A way of a decision for people.
    fn name(&self, fork: Fork, way: u64) -> String {
        let what = match fork {
            Fork::Source((inst, _)) => {
                let inst = self.shader.insts.get(Inst::new(inst));
                inst.map_or("?", |inst| inst.op.kind().name()).to_owned()
            }
            Fork::Program((number, _)) => format!("instruction {number}"),
        };
        let way = match way {
            sides::LESS => "less".to_owned(),
            sides::EQUAL => "equal".to_owned(),
            sides::GREATER => "greater".to_owned(),
            way => format!("element {}", sides::element_of(way)),
        };
        format!("{what} {way}")
    }

    /// True if more points may be evaluated.
    pub(crate) fn has_work_left(&self) -> bool {
        self.spent.get() < WORK
    }

    /// Compares both at a point, and if it lacks roots at others on the same pieces of the functions.
    pub(crate) fn at_cell(&self, number: u64) -> Result<Seen, Verdict> {
        let mut place = Place::numbered(number);
        loop {
            let seen = self.at_place(&place)?;
            let redrawn = self.redrawn.get();
            let again = place.redraw < REDRAWS && redrawn < ALL_REDRAWS && self.has_work_left();
            if !again || !matches!(seen, Seen::Rootless) {
                return Ok(seen);
            }
            self.redrawn.set(redrawn + 1);
            place.redraw += 1;
        }
    }

    /// Compares both at a point that inputs can have; a difference is a verdict at once.
    pub(crate) fn at_place(&self, place: &Place) -> Result<Seen, Verdict> {
        match self.at_point(&self.choices, place, Mode::Plain)? {
            Seen::Different(different) => Err(self.refuted(place, different.first)),
            seen => Ok(seen),
        }
    }

    /// The verdict where formulas differ: numbers at the same point decide whether results do.
    fn refuted(&self, place: &Place, first: String) -> Verdict {
        let is_input = |lever: Lever| matches!(lever, Lever::Input(_));
        let is_whole = place.moved.iter().all(|moved| is_input(moved.lever));
        let places = std::slice::from_ref(place);
        let difference = numeric::difference(self, if is_whole { places } else { &[] });
        self.counterexample.replace(Some(place.clone()));
        match difference {
            Some(difference) => Verdict::Different(difference),
            None => Verdict::Undecided(first),
        }
    }
}
