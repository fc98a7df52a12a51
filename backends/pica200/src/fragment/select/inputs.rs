//! What stages read without computing it.

use crate::fragment::isa::{Lanes, Operand, Source};
use retroshade_combiner::poly::{Atom, Poly, Polys};
use retroshade_combiner::shader::Flat;
use retroshade_combiner::split::{Candidates, Want};

/// A source and the value of each of its lanes.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    pub(crate) source: Source,
    /// Its lanes; `None` for lanes that nobody supplies.
    pub(crate) lanes: [Option<Poly>; 4],
}

/// All of them, for both sides of a stage.
#[derive(Debug)]
pub(crate) struct Inputs {
    rgb: Vec<([Poly; 3], Operand)>,
    alpha: Vec<(Poly, Operand)>,
    /// Candidates for operands of the rgb side.
    pub(crate) vectors: Candidates<3>,
    /// Candidates for operands of the alpha side.
    pub(crate) scalars: Candidates<1>,
}

impl Inputs {
    /// The inputs of a shader whose lookups and colours have their registers.
    pub(crate) fn new(flat: &mut Flat, registers: &[Register]) -> Inputs {
        // A lane that nobody supplies is like no value of the shader.
        let nobody = flat.polys.of_atom(Atom::Varying(u32::MAX, 0));
        let mut rgb: Vec<([Poly; 3], Operand)> = Vec::new();
        let mut alpha: Vec<(Poly, Operand)> = Vec::new();
        let mut vectors: Vec<[Poly; 3]> = Vec::new();
        for register in registers {
            let lane = |lane: usize| register.lanes[lane].unwrap_or(nobody);
            let operand = |lanes: Lanes| Operand {
                source: register.source,
                lanes,
                invert: false,
            };
            let plain = [lane(0), lane(1), lane(2)];
            rgb.push((plain, operand(Lanes::Rgb)));
            vectors.push(plain);
            for number in [3, 0, 1, 2] {
                let lanes = Lanes::of_lane(number);
                rgb.push(([lane(number); 3], operand(lanes)));
                alpha.push((lane(number), operand(lanes)));
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
        let of_rgb: Vec<[Poly; 3]> = rgb.iter().map(|(lanes, _)| *lanes).collect();
        let of_alpha: Vec<[Poly; 1]> = alpha.iter().map(|(lane, _)| [*lane]).collect();
        let scalars = flat.scalars.iter().map(|poly| [*poly]);
        Inputs {
            rgb,
            alpha,
            vectors: Candidates::new(&of_rgb, values.into_iter(), vectors),
            scalars: Candidates::new(&of_alpha, scalars, Vec::new()),
        }
    }
}

/// The number of lanes of a side, and how operands are found there.
pub(crate) trait Lanewise<const N: usize> {
    /// The operand that is a wanted value, if one is.
    fn operand(&self, polys: &mut Polys, want: &Want<N>) -> Option<Operand>;
}

impl Lanewise<3> for Inputs {
    fn operand(&self, polys: &mut Polys, want: &Want<3>) -> Option<Operand> {
        find(&self.rgb, polys, want)
    }
}

impl Lanewise<1> for Inputs {
    fn operand(&self, polys: &mut Polys, want: &Want<1>) -> Option<Operand> {
        let found = self.alpha.iter().find(|(lane, _)| Some(*lane) == want[0]);
        if let Some((_, operand)) = found {
            return Some(*operand);
        }
        let inverse = polys.complement(want[0]?);
        let found = self.alpha.iter().find(|(lane, _)| *lane == inverse)?;
        Some(Operand {
            invert: true,
            ..found.1
        })
    }
}

fn find(inputs: &[([Poly; 3], Operand)], polys: &mut Polys, want: &Want<3>) -> Option<Operand> {
    let matches = |lanes: &[Poly; 3], want: &Want<3>| {
        let mut pairs = lanes.iter().zip(want);
        pairs.all(|(lane, want)| want.is_none_or(|want| want == *lane))
    };
    if let Some((_, operand)) = inputs.iter().find(|(lanes, _)| matches(lanes, want)) {
        return Some(*operand);
    }
    let inverse = retroshade_combiner::split::complement(polys, want);
    let (_, operand) = inputs.iter().find(|(lanes, _)| matches(lanes, &inverse))?;
    Some(Operand {
        invert: true,
        ..*operand
    })
}
