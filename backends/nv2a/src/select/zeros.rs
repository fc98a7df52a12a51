//! The zeros that values may be. The chip compares -0 as below +0, and 0 added to -0 makes +0 of it.

use crate::isa::Mac;
use crate::machine::{Operation, Program, VertexUnit};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{Lane, LaneRef, Op};

/// The zeros that a lane may hold, where attributes and uniforms hold +0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zero {
    /// +0: the chip's sums and products never give the other one.
    Plus,
    /// -0: +0 with the other sign.
    Minus,
    /// Either, as for a minimum of the two.
    Either,
}

/// Minima and maxima that may be -0: they hand a bit pattern on.
#[derive(Clone, Debug, Default)]
pub(super) struct Zeros {
    either: EntitySet<Lane>,
}

impl Zeros {
    /// The zeros of a program whose instructions stand in the order of their numbers.
    pub(super) fn of(program: &Program) -> Zeros {
        let mut zeros = Zeros::default();
        for op in program.ops.values() {
            zeros.note(op);
        }
        zeros
    }

    /// Notes the results of an instruction, after all that it reads.
    pub(super) fn note(&mut self, op: &Op<VertexUnit>) {
        let (Operation::Mac(code @ (Mac::Min | Mac::Max)), [a, b]) =
            (op.code, op.operands.as_slice())
        else {
            return;
        };
        for (result, (a, b)) in op.results.iter().zip(a.iter().zip(b)) {
            let positive = |lane: &LaneRef| lane.as_literal().is_some_and(|bits| bits >> 31 == 0);
            // A maximum with its own negative, or with what is not below +0, is not -0.
            let bounded = code == Mac::Max && (positive(a) || positive(b) || *a == b.negated());
            let minus = |lane: &LaneRef| self.of_lane(*lane) != Zero::Plus;
            if let Some(lane) = result
                && !bounded
                && (minus(a) || minus(b))
            {
                self.either.insert(*lane);
            }
        }
    }

    /// The zeros that a lane may hold.
    pub(super) fn of_lane(&self, lane: LaneRef) -> Zero {
        if lane
            .as_value()
            .is_some_and(|value| self.either.contains(value))
        {
            Zero::Either
        } else if lane.negate || lane.is(-0.0) {
            Zero::Minus
        } else {
            Zero::Plus
        }
    }
}
