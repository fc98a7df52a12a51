//! How far the combiners' colour may be from the exact one, in each arithmetic.

use super::isa::{Input, Mapping, Register, UNITS};
use super::select::{Chosen, Goal, Plan, Produced};
use super::sim::Arithmetic;
use retroshade_combiner::error::{Interval, Valued, sum};
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::split::Want;
use rustc_hash::FxHashMap;

/// The error of a lookup that its stage scales, in steps of 1/255: its texel, the luminance and their product are
/// rounded, half a step each. Numbers of uniforms make a factor in [0, 1].
pub(super) fn of_scaled(polys: &Polys, [scale, offset]: [Poly; 2]) -> f64 {
    let numbers = [scale, offset].map(|number| polys.as_number(number));
    let [Some(scale), Some(offset)] = numbers else {
        return 1.5;
    };
    let largest = offset.abs().max((scale + offset).abs());
    0.5 * (largest.max(1.0) + scale.abs().max(1.0) + 1.0)
}

/// A bound on the difference of a lane of the result from the exact value, in steps of 1/255. `scaled`: the errors of
/// the lookups that their texture stages scale.
pub(super) fn of(
    polys: &mut Polys,
    plan: &Plan,
    color: [Poly; 4],
    scaled: [Option<f64>; UNITS as usize],
) -> f64 {
    let bounds = Arithmetic::ALL.map(|arithmetic| {
        let mut bounds = Bounds {
            polys: &mut *polys,
            arithmetic,
            scaled,
            values: FxHashMap::default(),
            constants: [[None; 4]; 2],
        };
        bounds.all(plan, color)
    });
    bounds.into_iter().fold(0.0, f64::max)
}

struct Bounds<'a> {
    polys: &'a mut Polys,
    arithmetic: Arithmetic,
    scaled: [Option<f64>; UNITS as usize],
    /// Errors of values in registers, a lane each; alpha has one.
    values: FxHashMap<Goal, [Interval; 3]>,
    constants: [[Option<Poly>; 4]; 2],
}

impl Bounds<'_> {
    fn all(&mut self, plan: &Plan, color: [Poly; 4]) -> f64 {
        for stage in &plan.stages {
            self.constants = stage.constants;
            let made: Vec<(Goal, [Interval; 3])> = stage
                .rgb
                .iter()
                .chain(&stage.alpha)
                .map(|value| (value.goal, self.produced(value)))
                .collect();
            self.values.extend(made);
        }
        self.constants = plan.last.constants;
        let mut worst: f64 = 0.0;
        for lane in 0..3 {
            let product = match plan.last.product[..] {
                [(e, e_want), (f, f_want)] => {
                    let (e, f) = (
                        self.operand(&e, &e_want, lane),
                        self.operand(&f, &f_want, lane),
                    );
                    let error = e.product(f);
                    let whole =
                        is_whole(&plan.last.product[0].0) || is_whole(&plan.last.product[1].0);
                    Some(sum(&[error, self.rounding(whole)]))
                }
                _ => None,
            };
            let at = |bounds: &mut Self, place: usize| -> Valued {
                let Some((chosen, want)) = plan.last.rgb.get(place) else {
                    return Valued::default();
                };
                match chosen {
                    Some(chosen) => bounds.operand(chosen, want, lane),
                    None => bounds.valued(want[lane], product.unwrap_or_default()),
                }
            };
            let [a, b, c, d] = [at(self, 0), at(self, 1), at(self, 2), at(self, 3)];
            let at = |place: usize| plan.last.rgb.get(place).and_then(|(one, _)| one.as_ref());
            let whole = |place: usize| at(place).is_some_and(is_whole);
            let exact = whole(0) || whole(1) && whole(2);
            let apart = b.range + -c.range;
            let mixed = [
                b.error.hull(c.error),
                a.error * apart.clamp(-1.0, 1.0),
                d.error,
                self.rounding(exact),
            ];
            worst = worst.max(sum(&mixed).size());
        }
        let alpha = plan
            .last
            .alpha
            .map(|chosen| self.operand(&chosen, &[Some(color[3]); 3], 2));
        worst.max(alpha.map_or(0.0, |alpha| alpha.error.size()))
    }

    /// The error of a lookup in a register that its stage scales.
    fn scaled(&self, register: Register) -> Option<Interval> {
        let mut units = (0..).zip(self.scaled);
        let own = units.find(|(unit, _)| register == Register::texture(*unit));
        let (_, error) = own?;
        error.map(|error| Interval::new(-error, error))
    }

    /// What rounding a product to a step does; whether a factor is -1, 0 or 1, which leaves a whole number of steps.
    fn rounding(&self, whole: bool) -> Interval {
        match self.arithmetic {
            Arithmetic::Fixed if !whole => Interval::HALF,
            _ => Interval::default(),
        }
    }

    fn valued(&mut self, value: Option<Poly>, error: Interval) -> Valued {
        let range = value.map_or((-1.0, 1.0), |poly| self.polys.range(poly));
        Valued {
            range: Interval::from(range).clamp(-1.0, 1.0),
            error,
        }
    }

    /// An operand's error after its mapping.
    fn operand(&mut self, chosen: &Chosen, want: &Want<3>, lane: usize) -> Valued {
        let (error, mapping) = match chosen {
            Chosen::Direct(Input {
                register,
                mapping,
                alpha,
            }) => {
                let error = match *register {
                    Register::ZERO => Interval::default(),
                    // The stage leaves alpha as it is.
                    _ if *alpha => Interval::HALF,
                    register => self.scaled(register).unwrap_or(Interval::HALF),
                };
                (error, *mapping)
            }
            Chosen::Fixed(which, alpha, mapping) => {
                let lane = if *alpha { 3 } else { lane };
                (self.constant(self.constants[*which][lane]), *mapping)
            }
            Chosen::Wanted(goal, mapping, alpha) => {
                let errors = self.values.get(goal).copied().unwrap_or_default();
                (errors[if *alpha { 0 } else { lane }], *mapping)
            }
        };
        let half = match self.arithmetic {
            Arithmetic::Exact => Interval::default(),
            // One half is encoded as 128/255.
            Arithmetic::Fixed => Interval::point(0.5),
        };
        let mapped = match mapping {
            Mapping::Unsigned | Mapping::Signed => error,
            Mapping::UnsignedInvert | Mapping::SignedNegate => -error,
            Mapping::Expand => error.scale(2.0),
            Mapping::ExpandNegate => (-error).scale(2.0),
            Mapping::HalfBias => error + -half,
            Mapping::HalfBiasNegate => half + -error,
        };
        self.valued(want[lane], mapped)
    }

    /// True for a constant that is exactly -1, 0 or 1 behind its mapping.
    fn is_whole_constant(&self, chosen: &Chosen, value: Option<Poly>) -> bool {
        let Chosen::Fixed(_, _, mapping) = chosen else {
            return false;
        };
        let number = value.and_then(|poly| self.polys.as_number(poly));
        match mapping {
            Mapping::Unsigned
            | Mapping::UnsignedInvert
            | Mapping::Signed
            | Mapping::SignedNegate => {
                number.is_some_and(|number| [-1.0, 0.0, 1.0].contains(&number))
            }
            // No byte is one half.
            Mapping::Expand | Mapping::ExpandNegate => {
                number.is_some_and(|number| number.abs() == 1.0)
            }
            Mapping::HalfBias | Mapping::HalfBiasNegate => false,
        }
    }

    /// A constant's byte against its value.
    fn constant(&self, lane: Option<Poly>) -> Interval {
        match lane.and_then(|poly| self.polys.as_number(poly)) {
            None => Interval::HALF,
            Some(number) => {
                let exact = number.clamp(0.0, 1.0) * 255.0;
                Interval::point((exact + 0.5).floor() - exact)
            }
        }
    }

    fn produced(&mut self, value: &Produced) -> [Interval; 3] {
        let lanes: [Interval; 3] = std::array::from_fn(|lane| {
            // A choice is as far off as the worse of the two.
            let lane = if value.dot || matches!(value.goal, Goal::Rgb(_)) {
                lane
            } else {
                2
            };
            let mut parts = Vec::new();
            for pair in value.operands.chunks_exact(2) {
                let [(a, a_want), (b, b_want)] = [pair[0], pair[1]];
                let whole = [(&a, a_want), (&b, b_want)]
                    .into_iter()
                    .any(|(one, want)| is_whole(one) || self.is_whole_constant(one, want[lane]));
                let rounding = self.rounding(whole);
                let (a, b) = (
                    self.operand(&a, &a_want, lane),
                    self.operand(&b, &b_want, lane),
                );
                parts.push(sum(&[a.product(b), rounding]));
            }
            match (value.mux, &parts[..]) {
                (true, [one, other]) => one.hull(*other),
                _ => sum(&parts),
            }
        });
        let lanes = if value.dot { [sum(&lanes); 3] } else { lanes };
        let fixed = self.arithmetic == Arithmetic::Fixed;
        let bias = if fixed && value.operation & 1 == 1 {
            Interval::point(-0.5)
        } else {
            Interval::default()
        };
        let factor = [1.0, 2.0, 4.0, 0.5][(value.operation >> 1 & 3) as usize];
        let halving = if fixed && value.operation == 6 {
            Interval::HALF
        } else {
            Interval::default()
        };
        lanes.map(|lane| {
            let scaled = (lane + bias).scale(factor);
            sum(&[scaled, halving]).hull(Interval::default())
        })
    }
}

/// True if an operand is -1, 0 or 1 whatever the fragment is.
fn is_whole(chosen: &Chosen) -> bool {
    let Chosen::Direct(input) = chosen else {
        return false;
    };
    let halved = matches!(input.mapping, Mapping::HalfBias | Mapping::HalfBiasNegate);
    input.register == Register::ZERO && !halved
}
