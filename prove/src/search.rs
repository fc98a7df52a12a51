//! The exact values of constants in the code, where the likeliest is not it: numbers that round alike are told apart by
//! trying. A choice is kept if with it fewer results differ, or, if as many do, the reals of those that differ come
//! nearer to the source's (coordinate descent).
//!
//! This gives nothing away: a number never gets a value that does not round to it, and the program is compared
//! as a whole with the choices that were made.

use crate::compare::{Mode, Program, Seen};
use crate::domain::Choices;
use crate::point::Place;
use crate::verdict::Verdict;
use rustc_hash::FxHashMap;

/// Points that must tell beside the counterexamples.
const TELLING: usize = 1;
/// Points that are tried for them.
const TRIES: u64 = 24;
/// Counterexamples that choices are sought for.
const ROUNDS: usize = 8;
/// Trials in each of the ways, and in all of them together.
const TRIALS: usize = 200;
const ALL_TRIALS: usize = 1200;
/// What reals must come nearer by to count.
const NEARER: f64 = 0.99;

/// The proof with choices that were found, if there is one. They are sought at the point where results differed; where
/// the program as a whole then differs at another, at both, and so on (counterexample-guided, as in the synthesis of
/// programs from sketches: Solar-Lezama, 2008).
pub(crate) fn proof(program: &mut Program<'_>) -> Option<Verdict> {
    program.spent.set(0);
    let mut points = vec![program.counterexample.take()?];
    points.extend(other_points(program, &points[0]));
    let mut left = ALL_TRIALS;
    for _ in 0..ROUNDS {
        program.choices = [Measure::Lanes, Measure::Distance]
            .into_iter()
            .find_map(|measure| by(program, &points, measure, &mut left))?;
        let verdict = program.verdict();
        if !matches!(verdict, Verdict::Undecided(_)) {
            return Some(verdict);
        }
        let counterexample = program.counterexample.take()?;
        if points.contains(&counterexample) {
            return None;
        }
        points.push(counterexample);
    }
    None
}

/// The first points that say anything but this one.
pub(crate) fn other_points(program: &Program<'_>, counterexample: &Place) -> Vec<Place> {
    let others = (0..TRIES).map(Place::numbered);
    let telling = others.filter(|place| {
        let seen = program.at_point(&program.choices, place, Mode::Plain);
        place != counterexample && matches!(seen, Ok(Seen::Equal(_) | Seen::Different(_)))
    });
    telling.take(TELLING).collect()
}

fn by(
    program: &Program<'_>,
    points: &[Place],
    measure: Measure,
    left: &mut usize,
) -> Option<Choices> {
    let mut search = Search {
        program,
        points,
        measure,
        choices: program.choices.clone(),
        least: probe(program, points, &program.choices, Mode::Listed)?,
        left,
    };
    let (uses, listed) = (search.least.literals.clone(), search.least.listed.clone());
    let mut places: Vec<(u32, Option<usize>)> = Vec::new();
    for &(bits, _) in &uses {
        if !places.contains(&(bits, None)) {
            places.push((bits, None));
        }
    }
    search.descend(&places, &listed);
    // Several constants may have been rounded to one number.
    let single: Vec<_> = uses.iter().map(|&(bits, at)| (bits, Some(at))).collect();
    search.descend(&single, &listed);
    (search.least.lanes == 0).then_some(search.choices)
}

struct Search<'a> {
    program: &'a Program<'a>,
    points: &'a [Place],
    measure: Measure,
    choices: Choices,
    least: Probe,
    /// Trials that are left to all ways.
    left: &'a mut usize,
}

impl Search<'_> {
    /// Tries each candidate at each place, again and again as long as that helps and does not take too long.
    fn descend(&mut self, places: &[(u32, Option<usize>)], listed: &FxHashMap<u32, Vec<f64>>) {
        let mut helped = true;
        let mut trials = TRIALS.min(*self.left);
        *self.left -= trials;
        while helped && self.least.lanes > 0 && trials > 0 {
            helped = false;
            for &place in places {
                let kept = self.choices.get(&place).copied();
                let mut best = kept;
                let candidates = listed.get(&place.0).into_iter().flatten();
                for candidate in candidates.map(|real| real.to_bits()) {
                    if trials == 0 || !self.program.has_work_left() {
                        break;
                    }
                    if Some(candidate) == best {
                        continue;
                    }
                    trials -= 1;
                    self.choices.insert(place, candidate);
                    if let Some(probe) =
                        probe(self.program, self.points, &self.choices, Mode::Plain)
                        && probe.is_below(&self.least, self.measure)
                    {
                        self.least = probe;
                        best = Some(candidate);
                        helped = true;
                    }
                }
                match best {
                    Some(best) => self.choices.insert(place, best),
                    None => self.choices.remove(&place),
                };
                if self.least.lanes == 0 {
                    break;
                }
            }
        }
        *self.left += trials;
    }
}

/// What counts where as many results differ.
#[derive(Clone, Copy)]
enum Measure {
    /// Nothing.
    Lanes,
    /// That reals come nearer.
    Distance,
}

/// The outcome of running the points with other constants.
struct Probe {
    /// Results that differ.
    lanes: usize,
    /// How far their reals are from the source's.
    distance: f64,
    /// The exact values that each constant of the code may have, if that was asked.
    listed: FxHashMap<u32, Vec<f64>>,
    /// The constants of the code, and the instructions that use them.
    literals: Vec<(u32, usize)>,
}

impl Probe {
    fn is_below(&self, other: &Probe, measure: Measure) -> bool {
        let better = match measure {
            Measure::Lanes => false,
            Measure::Distance => self.distance < NEARER * other.distance,
        };
        self.lanes < other.lanes || self.lanes == other.lanes && better
    }
}

/// `None` if one of the points says nothing with these choices.
fn probe(program: &Program<'_>, points: &[Place], choices: &Choices, mode: Mode) -> Option<Probe> {
    let mut probe = Probe {
        lanes: 0,
        distance: 0.0,
        listed: FxHashMap::default(),
        literals: Vec::new(),
    };
    for place in points {
        match program.at_point(choices, place, mode).ok()? {
            Seen::Different(different) => {
                probe.lanes += different.lanes;
                probe.distance += different.distance;
                probe.literals = different.literals;
                for (bits, reals) in different.listed {
                    probe.listed.entry(bits).or_insert(reals);
                }
            }
            Seen::Equal(_) => {}
            Seen::Undefined | Seen::Rootless | Seen::Nothing => return None,
        }
    }
    Some(probe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_results_or_nearer_ones_are_better() {
        let of = |lanes, distance| Probe {
            lanes,
            distance,
            listed: FxHashMap::default(),
            literals: Vec::new(),
        };
        for (one, other, by_lanes, by_distance) in [
            ((2, 5.0), (3, 1.0), true, true),
            ((3, 1.0), (2, 5.0), false, false),
            ((2, 1.0), (2, 1.0), false, false),
            ((2, 0.995), (2, 1.0), false, false),
            ((2, 0.98), (2, 1.0), false, true),
            ((2, 1.0), (2, 0.98), false, false),
        ] {
            let (one, other) = (of(one.0, one.1), of(other.0, other.1));
            let found = [Measure::Lanes, Measure::Distance];
            let found = found.map(|measure| one.is_below(&other, measure));
            assert_eq!(found, [by_lanes, by_distance]);
        }
    }
}
