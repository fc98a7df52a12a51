//! What constants of the code stand for, where the likeliest is not it: numbers that round alike are told apart by
//! trying. A choice is kept if with it fewer results differ, or the reals of those that differ come nearer to the
//! source's (coordinate descent).
//!
//! This gives nothing away: a number never stands for anything that does not round to it, and the program is compared
//! as a whole with the choices that were made.

use crate::compare::{Point, Program, Seen};
use crate::domain::Choices;

/// Points that must tell.
const TELLING: usize = 2;
/// Points that are tried for them.
const TRIES: u64 = 24;
/// Candidates of a constant.
const CANDIDATES: usize = 12;
/// Trials in each of the ways.
const TRIALS: usize = 300;
/// What reals must come nearer by to count.
const NEARER: f64 = 0.99;

/// Choices with which no result differs, at a few points; `None` if there are none.
pub(crate) fn choices(program: &Program<'_>) -> Option<Choices> {
    [false, true]
        .into_iter()
        .find_map(|by_distance| by(program, by_distance))
}

fn by(program: &Program<'_>, by_distance: bool) -> Option<Choices> {
    program.spent.set(0);
    let mut search = Search {
        program,
        by_distance,
        choices: Choices::default(),
        least: probe(program, &Choices::default())?,
        trials: 0,
    };
    let uses = search.least.literals.clone();
    let mut places: Vec<(u32, Option<usize>)> = Vec::new();
    for &(bits, _) in &uses {
        if !places.contains(&(bits, None)) {
            places.push((bits, None));
        }
    }
    search.descend(&places);
    // One number may stand for several constants.
    let single: Vec<_> = uses.iter().map(|&(bits, at)| (bits, Some(at))).collect();
    search.trials = 0;
    search.descend(&single);
    (search.least.lanes == 0).then_some(search.choices)
}

struct Search<'a> {
    program: &'a Program<'a>,
    /// Whether it counts that reals come nearer.
    by_distance: bool,
    choices: Choices,
    least: Probe,
    trials: usize,
}

impl Search<'_> {
    /// Tries each candidate at each place, again and again as long as that helps and does not take too long.
    fn descend(&mut self, places: &[(u32, Option<usize>)]) {
        let mut helped = true;
        while helped && self.least.lanes > 0 && self.trials <= TRIALS {
            helped = false;
            for &place in places {
                let kept = self.choices.get(&place).copied();
                let mut best = kept;
                for candidate in (0..CANDIDATES).filter(|candidate| Some(*candidate) != kept) {
                    self.trials += 1;
                    if self.trials > TRIALS || !self.program.has_work_left() {
                        break;
                    }
                    self.choices.insert(place, candidate);
                    if let Some(probe) = probe(self.program, &self.choices)
                        && probe.is_below(&self.least, self.by_distance)
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
    }
}

/// What a few points say.
struct Probe {
    /// Results that differ.
    lanes: usize,
    /// How far their reals are from the source's.
    distance: f64,
    /// The constants of the code, and the instructions that use them.
    literals: Vec<(u32, usize)>,
}

impl Probe {
    fn is_below(&self, other: &Probe, by_distance: bool) -> bool {
        let nearer = self.distance < NEARER * other.distance;
        self.lanes < other.lanes || by_distance && self.lanes == other.lanes && nearer
    }
}

fn probe(program: &Program<'_>, choices: &Choices) -> Option<Probe> {
    let mut telling = 0;
    let mut probe = Probe {
        lanes: 0,
        distance: 0.0,
        literals: Vec::new(),
    };
    for number in 0..TRIES {
        match program.at_point(choices, Point::Free(number), 0).ok()? {
            Seen::Different(different) => {
                probe.lanes += different.lanes;
                probe.distance += different.distance;
                probe.literals = different.literals;
            }
            Seen::Equal(_) => {}
            Seen::Undefined | Seen::Rootless | Seen::Nothing => continue,
        }
        telling += 1;
        if telling == TELLING {
            return Some(probe);
        }
    }
    None
}
