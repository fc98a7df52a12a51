//! What an operand can be.

use crate::fragment::isa::{Input, Mapping, Register};
use retroshade_combiner::poly::{Atom, Poly, Polys};
use retroshade_combiner::range::SLACK;
use retroshade_combiner::shader::Flat;
use retroshade_combiner::split::{Candidates, Want, splat};

/// A register that holds an input, and the value of each lane.
#[derive(Clone, Debug)]
pub(crate) struct InputRegister {
    pub(crate) register: Register,
    pub(crate) lanes: [Option<Poly>; 4],
}

/// A value that earlier stages compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Goal {
    /// Red, green, blue of a register.
    Rgb(Want<3>),
    /// Alpha of a register.
    Alpha(Poly),
}

/// Where an operand comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// A register that is there from the start.
    Direct(Input),
    /// A constant of the stage, through a mapping: what the constant's lanes must be.
    Fixed(Want<3>, Mapping),
    /// A value of an earlier stage; whether alpha is read.
    Wanted(Goal, Mapping, bool),
}

/// An operand that has its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Chosen {
    /// A register that is there from the start.
    Direct(Input),
    /// A constant of the stage: which one, whether its alpha is read.
    Fixed(usize, bool, Mapping),
    /// A value of an earlier stage; whether alpha is read.
    Wanted(Goal, Mapping, bool),
}

/// What a register may cut off a value, without a change of the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Nothing.
    Nothing,
    /// What is above 1.
    Above,
    /// What is outside of [0, 1].
    Both,
}

/// What stages read without computing it.
#[derive(Debug)]
pub(crate) struct Inputs {
    registers: Vec<InputRegister>,
    /// Constants are read through no mapping that doubles what their rounding costs.
    pub(crate) precise: bool,
    pub(crate) vectors: Candidates<3>,
    pub(crate) scalars: Candidates<1>,
}

/// Mappings of a general combiner with their factor and summand, in the order in which they are tried.
const MAPPINGS: [(Mapping, f64, f64); 8] = [
    (Mapping::Signed, 1.0, 0.0),
    (Mapping::Unsigned, 1.0, 0.0),
    (Mapping::UnsignedInvert, -1.0, 1.0),
    (Mapping::SignedNegate, -1.0, 0.0),
    (Mapping::Expand, 2.0, -1.0),
    (Mapping::ExpandNegate, -2.0, 1.0),
    (Mapping::HalfBias, 1.0, -0.5),
    (Mapping::HalfBiasNegate, -1.0, 0.5),
];

/// How many terms a value has.
fn size(polys: &Polys, want: &Want<3>) -> usize {
    let lanes = want.iter().flatten();
    lanes.map(|poly| polys.terms(*poly).len()).sum()
}

impl Inputs {
    pub(crate) fn new(flat: &mut Flat, registers: &[InputRegister]) -> Inputs {
        // A lane that nobody supplies is like no value of the shader.
        let nobody = flat.polys.of_atom(Atom::Varying(u32::MAX, 0));
        let mut rgb: Vec<[Poly; 3]> = Vec::new();
        let mut lanes: Vec<[Poly; 1]> = Vec::new();
        let mut vectors: Vec<[Poly; 3]> = Vec::new();
        for register in registers {
            let lane = |lane: usize| register.lanes[lane].unwrap_or(nobody);
            let plain = [lane(0), lane(1), lane(2)];
            vectors.push(plain);
            rgb.push(plain);
            // A lane that a product with a unit vector brings out is as good as read.
            for number in [3, 0, 1, 2] {
                rgb.push([lane(number); 3]);
                lanes.push([lane(number)]);
            }
        }
        let splats = flat.scalars.iter().map(|poly| [*poly; 3]);
        let values: Vec<[Poly; 3]> = flat.vectors.iter().copied().chain(splats).collect();
        for vector in &values {
            let distinct = vector[0] != vector[1] && vector[1] != vector[2];
            if distinct && !vectors.contains(vector) {
                vectors.push(*vector);
            }
        }
        Inputs {
            registers: registers.to_vec(),
            precise: false,
            vectors: Candidates {
                inputs: rgb,
                values,
                vectors: vectors.clone(),
            },
            scalars: Candidates {
                inputs: lanes,
                values: flat.scalars.iter().map(|poly| [*poly]).collect(),
                vectors,
            },
        }
    }

    /// Whether the alpha of spare 0 is a value from the start: it starts as that of texture 0.
    pub(crate) fn starts_in_spare(&self, value: Poly) -> bool {
        let mut registers = self.registers.iter();
        let first = registers.find(|one| one.register == Register::texture(0));
        first.is_some_and(|one| one.lanes[3] == Some(value))
    }

    /// Everything that an operand can be, the cheapest first. `last`: of the final combiner. `cut`: what the register
    /// may cut off, since the clamp at the end does.
    pub(crate) fn places(
        &self,
        polys: &mut Polys,
        want: &Want<3>,
        alpha: bool,
        last: bool,
        cut: Cut,
    ) -> Vec<Place> {
        let mut wanted = Vec::new();
        let mut fixed = None;
        for (mapping, factor, summand) in MAPPINGS {
            if last && !matches!(mapping, Mapping::Unsigned | Mapping::UnsignedInvert) {
                continue;
            }
            let summand = polys.constant(summand);
            let value = want.map(|lane| {
                let moved = polys.sub(lane?, summand);
                Some(polys.scale(moved, 1.0 / factor))
            });
            if let Some(input) = self.direct(&value, alpha, mapping) {
                return vec![Place::Direct(input)];
            }
            let lanes: Vec<Poly> = value.iter().flatten().copied().collect();
            if lanes.iter().all(|poly| polys.is_fixed(*poly)) {
                let doubled = matches!(mapping, Mapping::Expand | Mapping::ExpandNegate);
                let coarse = self.precise && doubled;
                if fixed.is_none() && !coarse && lanes.iter().all(|poly| polys.is_unit(*poly)) {
                    fixed = Some(Place::Fixed(value, mapping));
                }
                continue;
            }
            let signed = matches!(mapping, Mapping::Signed | Mapping::SignedNegate);
            let mut bare = value;
            let fits = bare.iter_mut().flatten().all(|poly| {
                // Through a mapping that cuts off what is negative, the value inside will do.
                if let Some(inner) = polys.as_clamped(*poly) {
                    if !signed {
                        *poly = inner;
                    }
                    return true;
                }
                let (low, high) = polys.range(*poly);
                let least = if signed { -1.0 } else { 0.0 };
                let above = cut == Cut::Above && mapping == Mapping::Unsigned;
                low >= least - SLACK && (above || high <= 1.0 + SLACK)
            });
            // A clamped part read as it is must be stored clamped, which a stage does at 1 and -1 only.
            let clamped = signed
                && bare
                    .iter()
                    .flatten()
                    .any(|poly| polys.as_clamped(*poly).is_some());
            let inner = bare != value;
            let simpler = match mapping {
                Mapping::Signed | Mapping::Unsigned => true,
                Mapping::UnsignedInvert => inner || size(polys, &value) < size(polys, want),
                Mapping::SignedNegate => lanes.iter().all(|poly| polys.range(*poly).0 >= -SLACK),
                _ => inner,
            };
            if (fits || cut == Cut::Both) && !clamped && simpler {
                self.wanted(&bare, mapping, alpha, &mut wanted);
            }
        }
        match fixed {
            Some(place) => vec![place],
            None => wanted,
        }
    }

    fn wanted(&self, value: &Want<3>, mapping: Mapping, alpha: bool, found: &mut Vec<Place>) {
        let scalar = splat(value);
        if alpha {
            let Some(one) = scalar else { return };
            found.push(Place::Wanted(Goal::Alpha(one), mapping, true));
            let blue = Goal::Rgb([None, None, Some(one)]);
            found.push(Place::Wanted(blue, mapping, false));
            return;
        }
        found.push(Place::Wanted(Goal::Rgb(*value), mapping, false));
        if let Some(one) = scalar {
            found.push(Place::Wanted(Goal::Alpha(one), mapping, true));
        }
    }

    /// A register that holds a value.
    fn direct(&self, value: &Want<3>, alpha: bool, mapping: Mapping) -> Option<Input> {
        if value.iter().flatten().all(|lane| *lane == Polys::ZERO) {
            return Some(Input {
                register: Register::ZERO,
                alpha,
                mapping,
            });
        }
        for register in &self.registers {
            let lanes = register.lanes;
            let is = |of: &dyn Fn(usize) -> Option<Poly>| {
                let mut pairs = value.iter().enumerate();
                pairs.all(|(lane, want)| want.is_none() || *want == of(lane))
            };
            let reads_alpha = is(&|_| lanes[3]);
            let other = match alpha {
                true => is(&|_| lanes[2]),
                false => is(&|lane| lanes[lane]),
            };
            if other || reads_alpha {
                return Some(Input {
                    register: register.register,
                    alpha: !other,
                    mapping,
                });
            }
        }
        None
    }
}
