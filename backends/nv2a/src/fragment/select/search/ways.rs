//! The ways to make one value in one stage.

use super::super::forms::{Inner, Products, Shape, gains, inners, shapes};
use super::super::places::{Cut, Goal, OperandSource, reach, size};
use super::{Search, Tested};
use crate::fragment::isa::{Combiner, Side};
use retroshade_combiner::poly::{Poly, Polys, Reach};
use retroshade_combiner::split::{Candidates, Want, all_are, splat};
use std::rc::Rc;

/// One way to make a value, with the places that each operand can have.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) operation: u32,
    pub(super) dot: bool,
    /// It is a choice by this.
    pub(super) mux: Option<Tested>,
    pub(super) operands: Vec<(Want<3>, Rc<Vec<OperandSource>>)>,
    /// Terms of the longest operand that earlier stages compute.
    pub(super) left: usize,
}

/// A choice before its operands have places.
struct Unplaced<'a> {
    operation: u32,
    dot: bool,
    mux: Option<u32>,
    operands: &'a [Want<3>],
}

fn unplaced<'a, const N: usize>(shape: &Shape<N>, operands: &'a [Want<3>]) -> Unplaced<'a> {
    Unplaced {
        operation: shape.operation,
        dot: false,
        mux: shape.mux,
        operands,
    }
}

/// What a combiner computes lane by lane to leave a value, which it clamps to [-1, 1].
fn all_shapes<const N: usize>(
    polys: &mut Polys,
    want: &Want<N>,
    candidates: &Candidates<N>,
    known: &mut Products<N>,
    reach: Reach,
) -> Vec<Shape<N>> {
    let mut limits = [(-1.0, 1.0); N];
    let mut bare = *want;
    for (lane, limits) in bare.iter_mut().zip(&mut limits) {
        let Some(poly) = *lane else { continue };
        if let Some(inner) = polys.as_clamped_signed(poly) {
            *lane = Some(inner);
            continue;
        }
        // What is wanted although it is beyond [-1, 1] is read through a mapping to [0, 1].
        if !polys.is_within(poly, (-1.0, 1.0)) {
            *limits = (0.0, 1.0);
        }
    }
    let mut found = shapes(polys, &bare, candidates, known, reach);
    found.extend(gains(polys, &bare, &limits, candidates));
    found
}

fn all_wanted(places: &[OperandSource]) -> bool {
    let mut places = places.iter();
    places.all(|place| matches!(place, OperandSource::Wanted(..)))
}

impl Search<'_, '_> {
    /// The ways to make a value whose operands earlier stages may have, if `number` stages are left with this one.
    pub(super) fn choices(&mut self, goal: &Goal, number: usize) -> Rc<Vec<Choice>> {
        if let Some((most, known)) = self.choices.get(goal)
            && *most >= number
        {
            return known.clone();
        }
        let reach = reach(number as u32 - 1);
        let found: Vec<Choice> = match goal {
            Goal::Rgb(want) => {
                let shapes: Vec<Shape<3>> = self.vector_shapes(want, reach);
                let mut found: Vec<Choice> = shapes
                    .iter()
                    .filter_map(|shape| self.choice(&unplaced(shape, &shape.operands), Side::Rgb))
                    .collect();
                if let Some(one) = splat(want) {
                    found.extend(self.dots(one).iter().cloned());
                }
                found
            }
            Goal::Alpha(poly) => {
                let shapes: Vec<Shape<1>> = self.scalar_shapes(*poly, reach);
                shapes
                    .iter()
                    .filter_map(|shape| {
                        let wide: Vec<Want<3>> =
                            shape.operands.iter().map(|one| [one[0]; 3]).collect();
                        self.choice(&unplaced(shape, &wide), Side::Alpha)
                    })
                    .collect()
            }
        };
        let mut found = found;
        found.sort_by_key(|choice| {
            let wanted = choice.operands.iter();
            let wanted = wanted.filter(|(_, places)| all_wanted(places));
            (wanted.count(), choice.operands.len(), choice.operation)
        });
        let found = Rc::new(found);
        self.choices.insert(*goal, (number, found.clone()));
        found
    }

    fn vector_shapes(&mut self, want: &Want<3>, reach: Reach) -> Vec<Shape<3>> {
        let (inputs, known) = (self.inputs, &mut self.vector_products);
        all_shapes(self.polys, want, &inputs.vectors, known, reach)
    }

    fn scalar_shapes(&mut self, poly: Poly, reach: Reach) -> Vec<Shape<1>> {
        let (inputs, known) = (self.inputs, &mut self.scalar_products);
        all_shapes(self.polys, &[Some(poly)], &inputs.scalars, known, reach)
    }

    /// Everything that an operand of a general combiner can be.
    pub(super) fn places(&mut self, want: &Want<3>, side: Side) -> Rc<Vec<OperandSource>> {
        if let Some(known) = self.places.get(&(*want, side)) {
            return known.clone();
        }
        let inputs = self.inputs;
        let places = inputs.places(self.polys, want, side, Combiner::General, Cut::Nothing);
        let places = Rc::new(places);
        self.places.insert((*want, side), places.clone());
        places
    }

    /// The inner products that a scalar is.
    pub(super) fn dots(&mut self, value: Poly) -> Rc<Vec<Choice>> {
        if let Some(known) = self.dots.get(&value) {
            return known.clone();
        }
        let inners: Vec<Inner> = inners(self.polys, value, &self.inputs.vectors);
        let found: Vec<Choice> = inners
            .into_iter()
            .filter_map(|inner| {
                let unplaced = Unplaced {
                    operation: inner.operation,
                    dot: true,
                    mux: None,
                    operands: &inner.operands,
                };
                self.choice(&unplaced, Side::Rgb)
            })
            .collect();
        let found = Rc::new(found);
        self.dots.insert(value, found.clone());
        found
    }

    fn choice(&mut self, unplaced: &Unplaced, side: Side) -> Option<Choice> {
        let mux = match unplaced.mux {
            Some(condition) => Some(*self.tests.get(condition as usize)?),
            None => None,
        };
        let mut placed = Vec::with_capacity(unplaced.operands.len());
        for want in unplaced.operands {
            let places = self.places(want, side);
            if places.is_empty() {
                return None;
            }
            placed.push((*want, places));
        }
        // A sum with nothing is a product.
        if mux.is_none()
            && placed.len() == 4
            && (0..4).any(|place| all_are(&placed[place].0, Polys::ZERO))
        {
            return None;
        }
        let wanted = placed.iter().filter(|(_, places)| all_wanted(places));
        let left = wanted.map(|(want, _)| size(self.polys, want)).max();
        Some(Choice {
            left: left.unwrap_or(0),
            operation: unplaced.operation,
            dot: unplaced.dot,
            mux,
            operands: placed,
        })
    }
}
