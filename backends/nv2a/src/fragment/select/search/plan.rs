//! The stages that were found.

use super::super::places::{Chosen, Goal};
use crate::fragment::isa::Mapping;
use retroshade_combiner::poly::Poly;
use retroshade_combiner::split::Want;

/// What the lanes of the two constant colours of a stage must be.
pub(crate) type Colors = [[Option<Poly>; 4]; 2];

/// A value that a stage computes.
#[derive(Clone, Debug)]
pub(crate) struct Produced {
    /// What it is.
    pub(crate) goal: Goal,
    /// The code of the operation.
    pub(crate) operation: u32,
    /// An inner product.
    pub(crate) dot: bool,
    /// The inner product's blue goes to alpha, which is what is wanted.
    pub(crate) blue: bool,
    /// The sum is the one of the two products that MUX chooses.
    pub(crate) mux: bool,
    /// A and B, and C and D if there is a sum or a choice.
    pub(crate) operands: Vec<(Chosen, Want<3>)>,
}

/// What MUX tests in the alpha of spare 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tested {
    /// The alpha of texture 0, which is there from the start.
    First,
    /// A value of an earlier stage.
    Wanted(Goal),
}

/// A general combiner.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stage {
    pub(crate) rgb: Vec<Produced>,
    pub(crate) alpha: Vec<Produced>,
    /// What its choices go by.
    pub(crate) tested: Option<Tested>,
    /// Lanes of the two constants.
    pub(crate) constants: Colors,
}

/// The final combiner.
#[derive(Clone, Debug, Default)]
pub(crate) struct Final {
    /// A to D; `None` reads E F.
    pub(crate) rgb: Vec<(Option<Chosen>, Want<3>)>,
    /// E and F.
    pub(crate) product: Vec<(Chosen, Want<3>)>,
    /// G.
    pub(crate) alpha: Option<Chosen>,
    pub(crate) constants: Colors,
}

/// All combiners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) stages: Vec<Stage>,
    pub(crate) last: Final,
    /// No set-up has fewer general combiners, as far as polynomial identities go.
    pub(crate) bound: u32,
    /// Steps that the search took.
    pub(crate) steps: u32,
}

impl Plan {
    /// True if a constant is read through a mapping that doubles what its rounding costs.
    pub(crate) fn doubles_constants(&self) -> bool {
        let stages = self.stages.iter();
        let values = stages.flat_map(|stage| stage.rgb.iter().chain(&stage.alpha));
        let mut operands = values.flat_map(|value| &value.operands);
        operands.any(|(one, _)| {
            matches!(
                one,
                Chosen::Fixed(_, _, Mapping::Expand | Mapping::ExpandNegate)
            )
        })
    }
}
