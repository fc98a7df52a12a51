//! The final combiner.

use super::super::forms::products;
use super::super::places::{Chosen, Cut, OperandSource, reach};
use super::allocate::allocate;
use super::plan::{Colors, Final};
use super::{Search, wanted};
use crate::fragment::isa::{Combiner, Side};
use retroshade_combiner::poly::{Poly, Polys, Reach};
use retroshade_combiner::split::{
    Form, Halves, Products, Useful, Want, all_are, scaled, splat, splits,
};
use std::rc::Rc;

/// What the final combiner computes.
const LAST: [Form; 5] = [
    Form::Same,
    Form::Product,
    Form::Sum,
    Form::MultiplyAdd,
    Form::Mix,
];

/// What the final combiner's A to D are to be, and E and F if one of them is their product.
#[derive(Clone, Debug)]
pub(super) struct Last {
    rgb: [Want<3>; 4],
    product: Option<([Want<3>; 2], [bool; 4])>,
}

impl Search<'_, '_> {
    /// All ways to end in a colour whose operands may be there after so many stages.
    pub(super) fn lasts(&mut self, want: Want<3>, number: usize) -> Vec<Last> {
        let reach = reach(number as u32);
        let zero = want.map(|_| Some(Polys::ZERO));
        let one = want.map(|_| Some(Polys::ONE));
        let mut found = Vec::new();
        let plain = |rgb: [Want<3>; 4]| Last { rgb, product: None };
        let useful = Useful {
            forms: &LAST,
            scales: 0,
            reach,
            products: Products::Any,
            halves: Halves::Never,
        };
        for split in splits(self.polys, &want, &self.inputs.vectors, useful) {
            let at = |number: usize| split.operands[number];
            match split.form {
                Form::Same => found.push(plain([zero, zero, zero, at(0)])),
                Form::Product => found.push(plain([at(0), at(1), zero, zero])),
                Form::Sum => {
                    found.push(plain([at(0), one, zero, at(1)]));
                }
                Form::MultiplyAdd => found.push(plain([at(0), at(1), zero, at(2)])),
                Form::Mix => found.push(plain([at(2), at(1), at(0), zero])),
                _ => {}
            }
        }
        let mut all = Vec::new();
        let mut with_products = Vec::new();
        for last in found {
            self.with_products(&last, reach, &mut with_products);
            if last
                .rgb
                .iter()
                .all(|operand| reach.has(self.polys, operand))
            {
                all.push(last);
            }
        }
        all.append(&mut with_products);
        // Twice a product: AB + EF.
        let half = scaled(self.polys, &want, 0.5);
        for [a, b] in self.products(&half, reach).iter().copied() {
            all.push(Last {
                rgb: [a, b, zero, half],
                product: Some(([a, b], [false, false, false, true])),
            });
        }
        all
    }

    fn products(&mut self, want: &Want<3>, reach: Reach) -> Rc<Vec<[Want<3>; 2]>> {
        let (inputs, known) = (self.inputs, &mut self.vector_products);
        products(self.polys, want, &inputs.vectors, known, reach)
    }

    /// The same with an operand, or two equal ones, as E F.
    fn with_products(&mut self, last: &Last, reach: Reach, all: &mut Vec<Last>) {
        let there = last.rgb.map(|operand| reach.has(self.polys, &operand));
        for place in 0..4 {
            let want = last.rgb[place];
            let same = last.rgb.map(|other| other == want);
            let first = same.iter().position(|same| *same) == Some(place);
            let others = (0..4).all(|other| there[other] || same[other]);
            if !first || !others || splat(&want).is_some_and(|one| self.polys.is_fixed(one)) {
                continue;
            }
            for factors in self.products(&want, reach).iter() {
                all.push(Last {
                    rgb: last.rgb,
                    product: Some((*factors, same)),
                });
            }
        }
    }

    /// True if stages are found before a final combiner whose alpha is `alpha`.
    pub(super) fn last(
        &mut self,
        number: usize,
        last: &Last,
        alpha: OperandSource,
        color: Poly,
    ) -> bool {
        let mut items: Vec<(Want<3>, Rc<Vec<OperandSource>>)> = Vec::new();
        for (place, want) in last.rgb.iter().enumerate() {
            if last.product.as_ref().is_some_and(|(_, which)| which[place]) {
                continue;
            }
            let alone = place == 3 && (0..3).all(|other| all_are(&last.rgb[other], Polys::ZERO));
            let cut = match place {
                3 if alone => Cut::Both,
                // The rest of the sum is not negative, and the sum cut off at 1.
                3 => Cut::Above,
                _ => Cut::Nothing,
            };
            items.push((*want, self.last_operand(want, cut)));
        }
        for want in last.product.iter().flat_map(|(wants, _)| wants) {
            items.push((*want, self.last_operand(want, Cut::Nothing)));
        }
        items.push(([Some(color); 3], Rc::new(vec![alpha])));
        let fits = items
            .iter()
            .all(|(_, places)| places.iter().any(|place| self.place_fits(place, number)));
        fits && self.last_places(number, last, &items, &mut Vec::with_capacity(items.len()))
    }

    fn last_operand(&mut self, want: &Want<3>, cut: Cut) -> Rc<Vec<OperandSource>> {
        let (side, combiner) = (Side::Rgb, Combiner::Final);
        Rc::new(self.inputs.places(self.polys, want, side, combiner, cut))
    }

    /// Places the operands of the final combiner, one after the other, and finds the stages before it.
    fn last_places(
        &mut self,
        number: usize,
        last: &Last,
        items: &[(Want<3>, Rc<Vec<OperandSource>>)],
        chosen: &mut Vec<OperandSource>,
    ) -> bool {
        let Some((_, places)) = items.get(chosen.len()) else {
            let alpha = items.len() - 1;
            let sides = (0..items.len()).map(|place| place == alpha);
            let places: Vec<(bool, OperandSource)> = sides.zip(chosen.iter().copied()).collect();
            let mut constants = [[None; 4]; 2];
            let Some(done) = allocate(&places, &mut constants) else {
                return false;
            };
            let wants = items.iter().map(|(want, _)| *want);
            self.last = finished(last, done.into_iter().zip(wants), constants);
            return self.solve(number, &wanted(&[], chosen));
        };
        if self.is_over() {
            return false;
        }
        for place in places.iter() {
            if let OperandSource::Wanted(goal, ..) = place
                && (number == 0 || !self.goal_fits(goal, number))
            {
                continue;
            }
            chosen.push(*place);
            let found = self.last_places(number, last, items, chosen);
            chosen.pop();
            if found {
                return true;
            }
        }
        false
    }
}

/// The final combiner with its operands in their places: those of A to D that are no product, E and F, alpha.
fn finished(
    last: &Last,
    mut operands: impl Iterator<Item = (Chosen, Want<3>)>,
    constants: Colors,
) -> Final {
    let mut done = Final {
        constants,
        ..Final::default()
    };
    for (place, want) in last.rgb.iter().enumerate() {
        let product = last.product.as_ref().is_some_and(|(_, which)| which[place]);
        let operand = if product { None } else { operands.next() };
        done.rgb.push(match operand {
            None => (None, *want),
            Some((one, want)) => (Some(one), want),
        });
    }
    if last.product.is_some() {
        done.product = operands.by_ref().take(2).collect();
    }
    done.alpha = operands.next().map(|(one, _)| one);
    done
}
