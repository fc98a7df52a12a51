//! The zeros that values may be. A sum of zeros and a product with a zero are +0 on the chip; -0 comes from
//! operands that are read with the other sign.

use crate::isa::Mac;
use crate::machine::{Operation, Program, VertexUnit};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{Lane, LaneRef, Op};

/// Results that may be either zero, where attributes and uniforms hold +0: minima and maxima, which hand a
/// bit pattern on.
#[derive(Clone, Debug, Default)]
pub(super) struct Zeros {
    either: EntitySet<Lane>,
}

impl Zeros {
    /// The zeros of a program whose minima and maxima stand in the order of their numbers, without copies.
    pub(super) fn of(program: &Program) -> Zeros {
        let mut zeros = Zeros::default();
        for op in program.ops.values() {
            zeros.note(op);
        }
        zeros
    }

    /// Notes the results of an instruction, after all that it reads.
    fn note(&mut self, op: &Op<VertexUnit>) {
        let (Operation::Mac(code @ (Mac::Min | Mac::Max)), [a, b]) =
            (op.code, op.operands.as_slice())
        else {
            return;
        };
        for (result, (a, b)) in op.results.iter().zip(a.iter().zip(b)) {
            let literal = |lane: &LaneRef| lane.as_literal().map(f32::from_bits);
            // A minimum with a negative number is no zero, a maximum with what is not below +0 is not -0.
            let bounds = |lane: &LaneRef| match (code, literal(lane)) {
                (Mac::Min, Some(bound)) => bound < 0.0,
                (_, Some(bound)) => bound.is_sign_positive(),
                (_, None) => false,
            };
            let magnitude = code == Mac::Max && *a == b.negated();
            if let Some(lane) = result
                && !magnitude
                && !bounds(a)
                && !bounds(b)
                && (self.may_be_minus(*a) || self.may_be_minus(*b))
            {
                self.either.insert(*lane);
            }
        }
    }

    /// True if a lane may be -0.
    pub(super) fn may_be_minus(&self, lane: LaneRef) -> bool {
        self.is_either(lane) || lane.negate || lane.is(-0.0)
    }

    /// True if a lane may be +0.
    pub(super) fn may_be_plus(&self, lane: LaneRef) -> bool {
        self.is_either(lane) || !(lane.negate || lane.is(-0.0))
    }

    fn is_either(&self, lane: LaneRef) -> bool {
        let value = lane.as_value();
        value.is_some_and(|value| self.either.contains(value))
    }
}
