//! Points at which decisions go the ways that random points have not shown.
//!
//! A comparison turns where the difference of its two numbers is 0. As most differences are affine in some input, that
//! is found by a secant step, over elements and over reals: at another number for one input, with the others as they
//! were, the difference is another, and both together say where it is 0. There two numbers are equal, so that `>` is
//! told from `>=`; a little further the comparison comes out otherwise. Where no input can turn a comparison, it is
//! said to come out otherwise in both programs: what agrees then has been seen, what does not has not.

use crate::compare::{Equal, Mode, Program, Seen};
use crate::domain::{Decided, Domain, Lever, Range, Turn};
use crate::field::Element;
use crate::point::{Moved, Place, Point, apart};
use crate::sampling::Tally;
use crate::sides::{self, Fork, Ways};
use crate::verdict::Verdict;
use indexmap::IndexMap;
use retroshade_ir::Scalar;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// Points from which inputs are moved: the first ones, and those that show something new.
const ALL_BASES: usize = 48;
/// Points at which inputs are moved, at most,
const MOVED_POINTS: u32 = 400;
/// and points at which comparisons are turned.
const TURNED_POINTS: u32 = 200;
/// Inputs of one point that are moved.
const LEVERS: usize = 24;
/// How far an input is moved for the secant, relative to its size.
const STEP: f32 = 1.0 / 1024.0;
/// How far beyond the place where a comparison turns, relative to the way there.
const BEYOND: [f64; 2] = [1.25, 3.0];
/// Inputs are no larger.
const LARGEST: f64 = 1e5;
/// Points at which a comparison that no input turns is turned.
const TURNED: usize = 3;
/// How many comparisons are turned at one point at most.
const ROUNDS: usize = 3;

impl Program<'_> {
    /// Compares both where decisions go the ways that are missing; an error is a verdict at once.
    pub(crate) fn steer(&self, tally: &mut Tally, bases: Vec<Place>) -> Result<(), Verdict> {
        let mut search = Search {
            program: self,
            tally,
            bases,
            left: MOVED_POINTS,
        };
        let mut next = 0;
        while let Some(base) = search.bases.get(next).cloned()
            && !search.tally.missing().is_empty()
        {
            search.from(&base)?;
            next += 1;
        }
        search.turn()
    }
}

struct Search<'a> {
    program: &'a Program<'a>,
    tally: &'a mut Tally,
    bases: Vec<Place>,
    /// Points that it may still take.
    left: u32,
}

/// A point that was evaluated.
struct Look {
    point: Point,
    /// The ways of decisions that show there: where one shows another will.
    visible: Ways,
}

impl Look {
    fn domain(&self) -> &Domain {
        &self.point.domain
    }

    /// A number of the point: its real, its element, and what it is.
    fn lever(&self, lever: Lever) -> Option<(f64, Element, Scalar, Range)> {
        match lever {
            Lever::Input(input) => {
                let drawn = self.point.drawn.get(input)?;
                Some((drawn.real.into(), drawn.element, drawn.scalar, drawn.range))
            }
            Lever::Lookup(lookup) => {
                let (real, element) = self.domain().lookups.get(&lookup).copied()?;
                Some((real, element, Scalar::Float, Range::UNIT))
            }
        }
    }
}

impl Search<'_> {
    /// Moves one number of a point after the other to where decisions go the ways that are missing.
    fn from(&mut self, base: &Place) -> Result<(), Verdict> {
        let Some(start) = self.look(base)? else {
            return Ok(());
        };
        let decisions = &start.domain().decisions;
        let mut levers: IndexMap<Lever, usize> = IndexMap::new();
        for (fork, _) in self.open(&start) {
            let decided = decisions.get(&fork);
            for lever in decided.map_or(Vec::new(), |one| start.domain().tape.levers(one.node)) {
                if levers.len() < LEVERS || levers.contains_key(&lever) {
                    *levers.entry(lever).or_default() += 1;
                }
            }
        }
        // First what moves few decisions: where others stay as they are they mask none.
        levers.sort_by(|_, count, _, other| count.cmp(other));
        for (lever, _) in levers {
            self.pull(base, &start, lever)?;
        }
        Ok(())
    }

    /// Moves one number of a point.
    fn pull(&mut self, base: &Place, start: &Look, lever: Lever) -> Result<(), Verdict> {
        let Some((real, element, scalar, range)) = start.lever(lever) else {
            return Ok(());
        };
        let steps = match scalar {
            Scalar::Bool => vec![1.0 - 2.0 * real],
            Scalar::Int => vec![1.0],
            Scalar::Float => {
                let small = f64::from(STEP * (real.abs() as f32).max(STEP));
                vec![small, real.abs().max(1.0)]
            }
        };
        for step in steps {
            // What is bounded stays so.
            let both = [real + step, real - step];
            let Some(far) = both.into_iter().find(|far| range.has(*far)) else {
                continue;
            };
            let moved = moved(lever, scalar, far);
            let open = self.open(start);
            if open.is_empty() {
                return Ok(());
            }
            let Some(end) = self.look(&base.with(moved))? else {
                continue;
            };
            let old = (real, element);
            for (fork, ways) in open {
                let (before, after) = (
                    start.domain().decisions.get(&fork),
                    end.domain().decisions.get(&fork),
                );
                let (Some(before), Some(after)) = (before, after) else {
                    continue;
                };
                for way in sides::each(ways) {
                    let line = Line {
                        old,
                        moved,
                        before,
                        after,
                    };
                    for target in line.targets(way, scalar) {
                        let inside = range.has(target.real.into());
                        if !self.is_missing(fork, way) || !inside {
                            break;
                        }
                        self.look(&base.with(target))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The decisions of a point that have ways which are missing.
    fn open(&self, look: &Look) -> Vec<(Fork, u64)> {
        let mut missing = self.tally.missing();
        missing.retain(|(fork, _)| look.visible.of(*fork) != 0);
        missing
    }

    fn is_missing(&self, fork: Fork, way: u64) -> bool {
        let mut missing = self.tally.missing().into_iter();
        missing.any(|(other, ways)| other == fork && ways & way != 0)
    }

    /// Compares both at a point, which becomes a base if it shows something new.
    fn look(&mut self, place: &Place) -> Result<Option<Look>, Verdict> {
        let Some(equal) = self.compare(place)? else {
            return Ok(None);
        };
        let is_new = self.tally.add_ways(&equal);
        if is_new && self.bases.len() < ALL_BASES && !self.bases.contains(place) {
            self.bases.push(place.clone());
        }
        Ok(Some(Look {
            visible: equal.ways(),
            point: equal.point,
        }))
    }

    /// Compares both at a point; `None` if it says nothing, or there were too many.
    fn compare(&mut self, place: &Place) -> Result<Option<Box<Equal>>, Verdict> {
        if self.left == 0 || !self.program.has_work_left() {
            return Ok(None);
        }
        self.left -= 1;
        let seen = if place.turned.is_empty() {
            self.program.at_place(place)?
        } else {
            self.program
                .at_point(&self.program.choices, place, Mode::Plain)?
        };
        Ok(match seen {
            Seen::Equal(equal) => Some(equal),
            _ => None,
        })
    }

    /// Turns comparisons that no input turns.
    fn turn(&mut self) -> Result<(), Verdict> {
        self.left = TURNED_POINTS;
        let mut bases = std::mem::take(&mut self.bases);
        for _ in 0..ROUNDS {
            bases = self.turn_from(&bases)?;
        }
        Ok(())
    }

    /// Turns each comparison with ways that are missing at some of these points. One that makes a difference anywhere is
    /// dropped. Gives the points that showed something.
    fn turn_from(&mut self, bases: &[Place]) -> Result<Vec<Place>, Verdict> {
        type Agreeing = Vec<(Place, Box<Equal>)>;
        let mut agreed: IndexMap<(Fork, u64), Agreeing> = IndexMap::new();
        let mut disputed: FxHashSet<(Fork, u64)> = FxHashSet::default();
        for base in bases {
            let missing = self.tally.missing();
            let (Some(equal), false) = (self.compare(base)?, missing.is_empty()) else {
                continue;
            };
            let visible = equal.ways();
            for (fork, ways) in missing {
                if visible.of(fork) == 0 {
                    continue;
                }
                let decisions = &equal.point.domain.decisions;
                let Some(decided) = decisions.get(&fork).filter(|one| one.turns) else {
                    continue;
                };
                for way in sides::each(ways) {
                    let known = agreed.get(&(fork, way)).map_or(0, Vec::len);
                    if known >= TURNED || disputed.contains(&(fork, way)) {
                        continue;
                    }
                    let place = base.turning(Turn {
                        element: decided.element,
                        order: order_of(way),
                    });
                    if self.left == 0 || !self.program.has_work_left() {
                        return Ok(Vec::new());
                    }
                    self.left -= 1;
                    let seen = self
                        .program
                        .at_point(&self.program.choices, &place, Mode::Plain)?;
                    match seen {
                        Seen::Equal(equal) => {
                            agreed.entry((fork, way)).or_default().push((place, equal));
                        }
                        Seen::Different(_) => {
                            disputed.insert((fork, way));
                        }
                        Seen::Undefined | Seen::Rootless | Seen::Nothing => {}
                    }
                }
            }
        }
        let mut places = Vec::new();
        for (turned, points) in agreed {
            if disputed.contains(&turned) {
                continue;
            }
            for (place, equal) in points {
                self.tally.add_ways(&equal);
                places.push(place);
            }
        }
        Ok(places)
    }
}

fn order_of(way: u64) -> Ordering {
    match way {
        sides::LESS => Ordering::Less,
        sides::EQUAL => Ordering::Equal,
        _ => Ordering::Greater,
    }
}

/// A decision at two numbers for one input.
struct Line<'a> {
    old: (f64, Element),
    moved: Moved,
    before: &'a Decided,
    after: &'a Decided,
}

impl Line<'_> {
    /// Numbers for the input at which the decision goes a way, if it is affine in the input.
    fn targets(&self, way: u64, scalar: Scalar) -> Vec<Moved> {
        let (start, end) = (self.old.0, f64::from(self.moved.real));
        let change = self.after.real - self.before.real;
        if change == 0.0 || start == end {
            return Vec::new();
        }
        let slope = change / (end - start);
        let at = |value: f64| start + (value - self.before.real) / slope;
        let here = self.before.real;
        let reals = match way {
            sides::EQUAL => return self.zero(at(0.0), scalar).into_iter().collect(),
            sides::LESS | sides::GREATER => {
                let sign = if way == sides::LESS { -1.0 } else { 1.0 };
                let size = here.abs().max(slope.abs() * f64::from(STEP));
                BEYOND.map(|far| at(sign * far * size)).to_vec()
            }
            way => vec![at(sides::element_of(way) as f64 + 0.5)],
        };
        let reals = reals.into_iter().map(|real| match scalar {
            Scalar::Float => real,
            Scalar::Int if way > sides::GREATER => real.floor(),
            Scalar::Int if real > start => real.ceil(),
            Scalar::Int => real.floor(),
            Scalar::Bool => end,
        });
        let reals = reals.filter(|real| real.abs() <= LARGEST);
        // The tie may stand for a side.
        let tie = self.zero(at(0.0), scalar).filter(|_| way <= sides::GREATER);
        reals
            .map(|real| moved(self.moved.lever, scalar, real))
            .chain(tie)
            .collect()
    }

    /// The number for the input at which the difference is 0, in both numbers.
    fn zero(&self, real: f64, scalar: Scalar) -> Option<Moved> {
        if real.abs() > LARGEST {
            return None;
        }
        if scalar != Scalar::Float {
            let whole = real.round();
            let fits = (real - whole).abs() < 1e-6;
            return fits.then(|| moved(self.moved.lever, scalar, whole));
        }
        let change = (self.after.element - self.before.element).inverse()?;
        let slope = change * (self.moved.element - self.old.1);
        let element = self.old.1 - self.before.element * slope;
        let exact = Element::from_f64((real as f32).into()) == Some(element);
        Some(Moved {
            element,
            real: if exact {
                real as f32
            } else {
                apart(real as f32)
            },
            ..self.moved
        })
    }
}

/// A number of a point that is moved.
fn moved(lever: Lever, scalar: Scalar, real: f64) -> Moved {
    let real = match scalar {
        Scalar::Float => apart(real as f32),
        Scalar::Int | Scalar::Bool => real as f32,
    };
    let element = match scalar {
        Scalar::Float => Element::from_bits(!u64::from(real.to_bits()) << 24),
        Scalar::Int | Scalar::Bool => Element::from_f64(real.into()).unwrap_or_default(),
    };
    Moved {
        lever,
        real,
        element,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(element: Element, real: f64) -> Decided {
        Decided {
            element,
            real,
            node: 0,
            turns: true,
        }
    }

    /// The difference `2 x - 3`, at 1 and moved to 1.25, is 0 at 1.5; one that does not change is nowhere.
    #[test]
    fn zeros_of_affine_functions_are_found_in_both_numbers() {
        let element = |number: f64| Element::from_f64(number).unwrap();
        let difference = |x: f64, factor: f64| {
            let real = factor * x - 3.0;
            decided(element(real), real)
        };
        let lever = Lever::Input(2);
        let step = moved(lever, Scalar::Float, 1.25);
        let step = Moved {
            element: element(1.25),
            real: 1.25,
            ..step
        };
        let of = |factor: f64, way: u64, scalar: Scalar| {
            let (before, after) = (difference(1.0, factor), difference(1.25, factor));
            let line = Line {
                old: (1.0, element(1.0)),
                moved: step,
                before: &before,
                after: &after,
            };
            line.targets(way, scalar)
        };
        let found = of(2.0, sides::EQUAL, Scalar::Float);
        assert_eq!((found[0].lever, found[0].real), (lever, 1.5));
        assert_eq!(found[0].element, element(1.5));
        // The difference is -1 at 1: beyond by a quarter, and by three times as much.
        let reals = |found: Vec<Moved>| found.iter().map(|one| one.real).collect::<Vec<_>>();
        let near = |found: Vec<Moved>, wanted: &[f32]| {
            let pairs = reals(found).into_iter().zip(wanted);
            pairs.fold(0.0, |most: f32, (one, other)| most.max((one - other).abs())) < 1e-4
        };
        assert!(near(of(2.0, sides::GREATER, Scalar::Float), &[2.125, 3.0]));
        assert!(near(of(2.0, sides::LESS, Scalar::Float), &[0.875, 0.0]));
        assert_eq!(reals(of(2.0, sides::GREATER, Scalar::Int)), [3.0, 3.0]);
        assert!(of(2.0, sides::EQUAL, Scalar::Int).is_empty());
        assert!(near(of(2.0, sides::element(4, 9), Scalar::Float), &[3.75]));
        assert!(of(0.0, sides::EQUAL, Scalar::Float).is_empty());
        // What lies too far away says nothing.
        assert!(of(2f64.powi(-40), sides::EQUAL, Scalar::Float).is_empty());
    }
}
