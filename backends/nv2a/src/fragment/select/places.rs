//! What an operand can be.

use crate::fragment::isa::{Combiner, Input, Mapping, Register, Side};
use retroshade_combiner::poly::{Atom, AtomId, Poly, Polys, Reach};
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
pub(crate) enum OperandSource {
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
    reads: Vec<Read>,
    /// Constants are read through no mapping that doubles what their rounding costs.
    pub(crate) precise: bool,
    pub(crate) vectors: Candidates<3>,
    pub(crate) scalars: Candidates<1>,
    /// Atoms that red, green and blue of an operand can be: those of its own lane, and alphas. Blue is alpha's, too.
    readable: [Vec<AtomId>; 3],
    /// The fog's factor, which is there for the final combiner alone.
    factor: Option<AtomId>,
}

/// A mapping with its factor and summand.
type Map = (Mapping, f64, f64);

/// Mappings of a general combiner with their factor and summand, in the order in which they are tried.
const MAPPINGS: [Map; 8] = [
    (Mapping::Signed, 1.0, 0.0),
    (Mapping::Unsigned, 1.0, 0.0),
    (Mapping::UnsignedInvert, -1.0, 1.0),
    (Mapping::SignedNegate, -1.0, 0.0),
    (Mapping::Expand, 2.0, -1.0),
    (Mapping::ExpandNegate, -2.0, 1.0),
    (Mapping::HalfBias, 1.0, -0.5),
    (Mapping::HalfBiasNegate, -1.0, 0.5),
];

/// What operands can be after so many stages: a clamped value is read of an earlier stage.
pub(super) fn reach(stages: u32) -> Reach {
    Reach { stages, delay: 1 }
}

/// The number of terms that a value has.
pub(super) fn size(polys: &Polys, want: &Want<3>) -> usize {
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
        let readable = [0, 1, 2].map(|lane: usize| {
            let general = registers.iter().filter(|one| one.register != Register::FOG);
            let lanes = general.flat_map(|one| [one.lanes[lane], one.lanes[3]]);
            let polys = &flat.polys;
            lanes
                .flatten()
                .filter_map(|poly| polys.as_atom(poly))
                .collect()
        });
        let mut fogs = registers.iter().filter(|one| one.register == Register::FOG);
        let factor = fogs.next().and_then(|one| one.lanes[3]);
        let factor = factor.and_then(|poly| flat.polys.as_atom(poly));
        let splats = flat.scalars.iter().map(|poly| [*poly; 3]);
        let values: Vec<[Poly; 3]> = flat.vectors.iter().copied().chain(splats).collect();
        for vector in &values {
            let distinct = vector[0] != vector[1] && vector[1] != vector[2];
            if distinct && !vectors.contains(vector) {
                vectors.push(*vector);
            }
        }
        let scalars = flat.scalars.iter().map(|poly| [*poly]);
        Inputs {
            registers: registers.to_vec(),
            reads: reads(&mut flat.polys, registers),
            precise: false,
            vectors: Candidates::new(&rgb, values.into_iter(), vectors.clone()),
            scalars: Candidates::new(&lanes, scalars, vectors),
            readable,
            factor,
        }
    }

    /// True if a value may be there after so many stages, as far as its products tell.
    pub(crate) fn may_fit(&self, polys: &mut Polys, goal: &Goal, number: u32) -> bool {
        let (lanes, scalar) = match goal {
            Goal::Rgb(want) => (*want, splat(want).is_some()),
            Goal::Alpha(poly) => ([None, None, Some(*poly)], true),
        };
        let mut lanes = lanes.iter().enumerate();
        lanes.all(|(lane, poly)| {
            let Some(poly) = *poly else { return true };
            let poly = polys.as_clamped_signed(poly).unwrap_or(poly);
            let mut factor = self.factor.iter();
            if factor.any(|factor| polys.atoms_of(poly).contains(factor)) {
                return false;
            }
            if !reach(number).has(polys, &[Some(poly)]) {
                return false;
            }
            let profile = polys.profile(poly);
            if number > 1 || profile.holds {
                return true;
            }
            // Two products of what is read in their own lane, or the three of an inner product.
            let products = profile.pairs + profile.singles;
            let readable = |atom: &AtomId| {
                self.readable[lane].contains(atom) || matches!(polys.atom(*atom), Atom::Uniform(_))
            };
            scalar && products <= 3 || products <= 2 && polys.atoms_of(poly).iter().all(readable)
        })
    }

    /// True if the alpha of spare 0 is a value from the start: it starts as that of texture 0.
    pub(crate) fn starts_in_spare(&self, value: Poly) -> bool {
        let mut registers = self.registers.iter();
        let first = registers.find(|one| one.register == Register::texture(0));
        first.is_some_and(|one| one.lanes[3] == Some(value))
    }

    /// Everything that an operand can be, the cheapest first. `cut`: what the register
    /// may cut off, since the clamp at the end does.
    pub(crate) fn places(
        &self,
        polys: &mut Polys,
        want: &Want<3>,
        side: Side,
        combiner: Combiner,
        cut: Cut,
    ) -> Vec<OperandSource> {
        if let Some(input) = self.direct(want, side, combiner) {
            return vec![OperandSource::Direct(input)];
        }
        let mappings = MAPPINGS
            .iter()
            .filter(|(mapping, ..)| combiner == Combiner::General || is_final(*mapping));
        if want.iter().flatten().all(|poly| polys.is_fixed(*poly)) {
            let mut fixed = mappings.filter_map(|map| self.fixed(polys, want, map, cut));
            return fixed.next().into_iter().collect();
        }
        let mut wanted = Vec::new();
        let mut known: Vec<Want<3>> = Vec::new();
        for map in mappings {
            // Of mappings that read a value of the same register the first will do.
            let bare = read_through(polys, want, map, cut);
            if let Some(bare) = bare.filter(|bare| !known.contains(bare)) {
                known.push(bare);
                self.wanted(&bare, map.0, side, &mut wanted);
            }
        }
        wanted
    }

    /// A constant that a mapping makes a value of uniforms and literals.
    fn fixed(
        &self,
        polys: &mut Polys,
        want: &Want<3>,
        map: &Map,
        cut: Cut,
    ) -> Option<OperandSource> {
        let doubled = matches!(map.0, Mapping::Expand | Mapping::ExpandNegate);
        if self.precise && doubled {
            return None;
        }
        let value = before(polys, want, map);
        let limits = match (cut, map.0) {
            (Cut::Both, _) => (f64::NEG_INFINITY, f64::INFINITY),
            (Cut::Above, Mapping::Unsigned) => (0.0, f64::INFINITY),
            _ => (0.0, 1.0),
        };
        let mut lanes = value.iter().flatten();
        let fits = lanes.all(|poly| polys.is_within(*poly, limits));
        fits.then_some(OperandSource::Fixed(value, map.0))
    }

    fn wanted(
        &self,
        value: &Want<3>,
        mapping: Mapping,
        side: Side,
        found: &mut Vec<OperandSource>,
    ) {
        let scalar = splat(value);
        if side == Side::Alpha {
            let Some(one) = scalar else { return };
            found.push(OperandSource::Wanted(Goal::Alpha(one), mapping, true));
            let blue = Goal::Rgb([None, None, Some(one)]);
            found.push(OperandSource::Wanted(blue, mapping, false));
            return;
        }
        found.push(OperandSource::Wanted(Goal::Rgb(*value), mapping, false));
        if let Some(one) = scalar {
            found.push(OperandSource::Wanted(Goal::Alpha(one), mapping, true));
        }
    }

    /// A register from which a mapping reads a value.
    fn direct(&self, want: &Want<3>, side: Side, combiner: Combiner) -> Option<Input> {
        let is = |of: &dyn Fn(usize) -> Option<Poly>| {
            let mut lanes = want.iter().enumerate();
            lanes.all(|(lane, want)| want.is_none() || *want == of(lane))
        };
        let reads = self
            .reads
            .iter()
            .filter(|read| combiner == Combiner::General || is_final(read.mapping));
        for Read {
            register,
            mapping,
            lanes,
        } in reads
        {
            let there = combiner == Combiner::Final || *register != Register::FOG;
            let reads_alpha = there && is(&|_| lanes[3]);
            let other = match side {
                Side::Alpha => is(&|_| lanes[2]),
                Side::Rgb => is(&|lane| lanes[lane]),
            };
            if other || reads_alpha {
                return Some(Input {
                    register: *register,
                    alpha: !other,
                    mapping: *mapping,
                });
            }
        }
        None
    }
}

/// What a register is through a mapping.
#[derive(Debug)]
struct Read {
    register: Register,
    mapping: Mapping,
    lanes: [Option<Poly>; 4],
}

/// All that mappings make of zero and of the inputs, in the order in which they are tried.
fn reads(polys: &mut Polys, registers: &[InputRegister]) -> Vec<Read> {
    let zero = InputRegister {
        register: Register::ZERO,
        lanes: [Some(Polys::ZERO); 4],
    };
    let mut reads = Vec::new();
    for (mapping, factor, summand) in MAPPINGS {
        let summand = polys.constant(summand);
        for one in std::iter::once(&zero).chain(registers) {
            let lanes = one.lanes.map(|lane| {
                let scaled = polys.scale(lane?, factor);
                Some(polys.add(scaled, summand))
            });
            reads.push(Read {
                register: one.register,
                mapping,
                lanes,
            });
        }
    }
    reads
}

/// True if the final combiner has a mapping.
fn is_final(mapping: Mapping) -> bool {
    matches!(mapping, Mapping::Unsigned | Mapping::UnsignedInvert)
}

/// What a mapping makes a value of.
fn before(polys: &mut Polys, want: &Want<3>, (_, factor, summand): &Map) -> Want<3> {
    let summand = polys.constant(*summand);
    want.map(|lane| {
        let moved = polys.sub(lane?, summand);
        Some(polys.scale(moved, 1.0 / factor))
    })
}

/// What a register must hold so that a mapping reads a value of it; `None` where that is of no use, or the register
/// cannot hold it.
fn read_through(polys: &mut Polys, want: &Want<3>, map: &Map, cut: Cut) -> Option<Want<3>> {
    let mapping = map.0;
    let signed = matches!(mapping, Mapping::Signed | Mapping::SignedNegate);
    let mut lanes = want.iter().flatten();
    let negative = (f64::NEG_INFINITY, 0.0);
    if mapping == Mapping::SignedNegate && !lanes.all(|poly| polys.is_within(*poly, negative)) {
        return None;
    }
    let value = before(polys, want, map);
    let mut bare = value;
    // Through a mapping that cuts off what is negative, the value inside will do.
    for poly in bare.iter_mut().flatten().filter(|_| !signed) {
        *poly = polys.as_clamped(*poly).unwrap_or(*poly);
    }
    let inner = bare != value;
    let simpler = match mapping {
        Mapping::Signed | Mapping::Unsigned | Mapping::SignedNegate => true,
        // Of the colour itself, where all is cut off, either form may be the one that a stage computes.
        _ => inner || size(polys, &value) < size(polys, want) + usize::from(cut == Cut::Both),
    };
    if !simpler {
        return None;
    }
    // A clamped part read as it is must be stored clamped, which a stage does at 1 and -1 only.
    let clamped = |poly: &Poly| {
        let atom = polys.as_atom(*poly);
        atom.is_some_and(|atom| matches!(polys.atom(atom), Atom::Clamped(_)))
    };
    let clamped = signed && bare.iter().flatten().any(clamped);
    let limits = match (signed, cut) {
        (true, _) => (-1.0, 1.0),
        (false, Cut::Above) if mapping == Mapping::Unsigned => (0.0, f64::INFINITY),
        (false, _) => (0.0, 1.0),
    };
    let mut lanes = value.iter().flatten();
    let fits = cut == Cut::Both
        || lanes.all(|poly| polys.as_clamped(*poly).is_some() || polys.is_within(*poly, limits));
    (fits && !clamped).then_some(bare)
}
