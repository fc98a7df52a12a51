//! A flattened shader: what the stages of a chip have to compute, and of what.

use crate::expr::Expr;
use crate::poly::{Poly, Polys};
use retroshade_diagnostics::Span;
use std::rc::Rc;

/// A slot of a varying: a vector that the vertex program hands over.
#[derive(Clone, Debug)]
pub struct Varying {
    /// The name of the variable.
    pub name: String,
    /// The GLSL type.
    pub ty: String,
    /// Where it is declared.
    pub span: Span,
    /// A register or meaning that the user gave it.
    pub bind: Option<String>,
    /// The register in which a vertex program that is compiled apart leaves it.
    pub settled: Option<String>,
    /// Lanes that the colour is computed from, a bit each.
    pub colors: u8,
}

/// Where a lookup finds its texel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// Lanes of a varying, as they are.
    Varying(u32, Vec<u8>),
    /// Two lanes of an earlier lookup.
    Lookup(u32, [u8; 2]),
    /// Inner products of the colour of an earlier lookup with vectors that are handed over.
    Dots(u32, Vec<Dot>),
    /// Affine functions of varyings, which the vertex program computes.
    Affine(Vec<Poly>),
    /// Two lanes, moved by signed bytes of an earlier lookup's colour: a byte b encodes b / 127 below 128, for
    /// (b - 256) / 127 from there on.
    Moved {
        /// The lookup.
        by: u32,
        /// What is moved: [`Coordinate::Varying`] or [`Coordinate::Affine`].
        base: Box<Coordinate>,
        /// What blue adds to x and to y, then what green adds to them: of uniforms and literals.
        matrix: [Poly; 4],
        /// Where the texture stage scales the result by the red of the same color: a factor of that red, and what is
        /// added, of uniforms and literals.
        luminance: Option<[Poly; 2]>,
    },
    /// The direction of `2 n (n . eye) / (n . n) - eye`.
    Mirrored {
        /// The lookup of the normal.
        by: u32,
        /// The normal, as three inner products.
        dots: Vec<Dot>,
        /// The vector that is mirrored: [`Coordinate::Varying`] or [`Coordinate::Affine`], of three lanes.
        eye: Box<Coordinate>,
    },
}

impl Coordinate {
    /// The earlier lookup that it depends on.
    pub fn fed_by(&self) -> Option<u32> {
        match self {
            Coordinate::Varying(..) | Coordinate::Affine(_) => None,
            Coordinate::Lookup(by, _)
            | Coordinate::Dots(by, _)
            | Coordinate::Moved { by, .. }
            | Coordinate::Mirrored { by, .. } => Some(*by),
        }
    }

    /// The inner products that it is made of.
    pub fn dots(&self) -> &[Dot] {
        match self {
            Coordinate::Dots(_, dots) | Coordinate::Mirrored { dots, .. } => dots,
            _ => &[],
        }
    }

    /// One lane of what is handed over.
    pub fn lane(&self, lane: usize) -> Coordinate {
        let part = lane..lane + 1;
        match self {
            Coordinate::Varying(number, lanes) => {
                let lanes = lanes.get(part).unwrap_or_default();
                Coordinate::Varying(*number, lanes.to_vec())
            }
            Coordinate::Affine(lanes) => {
                Coordinate::Affine(lanes.get(part).unwrap_or_default().to_vec())
            }
            other => other.clone(),
        }
    }

    /// All that the vertex program hands over for it.
    pub fn handed_over(&self) -> Vec<&Coordinate> {
        let dots = self.dots().iter().map(|dot| &dot.with);
        match self {
            Coordinate::Varying(..) | Coordinate::Affine(_) => vec![self],
            Coordinate::Lookup(..) => Vec::new(),
            Coordinate::Dots(..) => dots.collect(),
            Coordinate::Moved { base, .. } => vec![&**base],
            Coordinate::Mirrored { eye, .. } => dots.chain([&**eye]).collect(),
        }
    }
}

/// An inner product of a lookup's red, green and blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dot {
    /// The colour's bytes b encode (b - 128) / 127, else for b / 255.
    pub signed: bool,
    /// The other vector: [`Coordinate::Varying`] or [`Coordinate::Affine`], of three lanes.
    pub with: Coordinate,
}

/// What a lookup does with its coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two lanes.
    Plain,
    /// Two lanes and their divisor.
    Projective,
    /// A direction of three.
    Cube,
}

/// A texture lookup.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The sampler's name, an element of an array spelled out.
    pub sampler: String,
    /// The GLSL type.
    pub ty: &'static str,
    /// A unit that the user gave it.
    pub bind: Option<String>,
    /// `layout(binding = N)`
    pub binding: Option<u32>,
    /// What it does.
    pub kind: Kind,
    /// Where.
    pub coordinate: Coordinate,
    /// The call.
    pub span: Span,
}

/// How a fragment's alpha compares with the reference if it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// It never stays.
    Never,
    /// <
    Less,
    /// <=
    LessEqual,
    /// ==
    Equal,
    /// !=
    NotEqual,
    /// >
    Greater,
    /// >=
    GreaterEqual,
}

/// The condition of [`crate::poly::Atom::Holds`]: `value >= 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What is compared with 0.
    pub value: Poly,
}

/// A shader as polynomials.
#[derive(Debug)]
pub struct Flat {
    /// All polynomials in it.
    pub polys: Polys,
    /// Red, green, blue, alpha before the clamp at the end.
    pub color: [Poly; 4],
    /// Where each lane was computed.
    pub spans: [Span; 4],
    /// Vectors that the source computes, for the first three lanes: candidates for values between stages.
    pub vectors: Vec<[Poly; 3]>,
    /// Scalars that it computes.
    pub scalars: Vec<Poly>,
    /// Slots of varyings.
    pub varyings: Vec<Varying>,
    /// Lookups, each once.
    pub lookups: Vec<Lookup>,
    /// Conditions of choices.
    pub conditions: Vec<Condition>,
    /// The alpha test: which fragments stay, and the reference.
    pub test: Option<(Keep, Poly)>,
    /// The name of the colour's variable, and its built-in name.
    pub output: (String, Option<&'static str>),
}

impl Flat {
    /// The lanes of a coordinate as formulas of the vertex program.
    pub fn coordinate(&self, lanes: &[Poly]) -> Vec<Expr> {
        let names: Vec<Rc<str>> = self
            .varyings
            .iter()
            .map(|varying| Rc::from(&*varying.name))
            .collect();
        let varying = |number: u32, lane: u8| {
            let place = number as usize;
            let single = self.varyings[place].ty == "float";
            Expr::Varying(names[place].clone(), lane, single)
        };
        let lanes = lanes.iter();
        lanes
            .map(|lane| self.polys.expression_with(*lane, &varying))
            .collect()
    }
}
