//! What is known of the value of a class.

use crate::egraph::node::Head;
use crate::opt::fold::fold;
use crate::{Constant, Op, Scalar, Type};
use smallvec::SmallVec;

/// Facts that hold of every lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    /// The value itself.
    pub(crate) literal: Option<Constant>,
    /// True if it is 0 or 1.
    pub(crate) is_truth: bool,
    /// True if it is an integer, which rounding would make something else.
    pub(crate) is_integral: bool,
}

impl Facts {
    /// Both hold.
    pub(crate) fn and(self, other: Facts) -> Facts {
        Facts {
            literal: self.literal.or(other.literal),
            is_truth: self.is_truth || other.is_truth,
            is_integral: self.is_integral || other.is_integral,
        }
    }

    fn of_literal(literal: Constant) -> Facts {
        let facts = Facts {
            literal: Some(literal),
            ..Facts::default()
        };
        Facts {
            is_truth: facts.is_made_of(|number| number == 0.0 || number == 1.0),
            ..facts
        }
    }

    /// What follows from the operation and the facts of its operands.
    pub(crate) fn of(head: Head, operands: &[Facts], ty: Type) -> Facts {
        let every = |is: &dyn Fn(&Facts) -> bool| operands.iter().all(is);
        let op = match head {
            Head::Leaf(_) => return Facts::default(),
            Head::Swizzle(swizzle) => {
                return Facts {
                    literal: operands[0].literal.map(|literal| literal.swizzled(swizzle)),
                    ..operands[0]
                };
            }
            Head::Op(Op::Constant(literal)) => return Facts::of_literal(literal),
            Head::Op(op) => op,
        };
        let literals: SmallVec<[Constant; 4]> =
            operands.iter().filter_map(|facts| facts.literal).collect();
        if !operands.is_empty()
            && literals.len() == operands.len()
            && let Some(literal) = fold(op, &literals)
            && literal.ty == ty
        {
            return Facts::of_literal(literal);
        }
        let is_truth = match op {
            Op::SetLt | Op::SetGe | Op::SetEq | Op::SetNe | Op::BoolToFloat | Op::Step => true,
            Op::Min | Op::Max | Op::Mul | Op::Compose => every(&|facts| facts.is_truth),
            Op::Sub => operands[1].is_truth && operands[0].is_made_of(|number| number == 1.0),
            Op::Saturate | Op::Abs => operands[0].is_truth,
            _ => false,
        };
        let is_whole =
            |facts: &Facts| facts.is_integral || facts.is_made_of(|number| number.fract() == 0.0);
        let is_integral = ty.scalar == Scalar::Float
            && match op {
                Op::Floor | Op::Ceil | Op::Trunc | Op::Round | Op::IntToFloat => true,
                Op::Add | Op::Sub | Op::Mul | Op::Min | Op::Max | Op::Neg | Op::Abs => {
                    every(&is_whole) && operands.iter().any(|facts| facts.is_integral)
                }
                Op::Compose => every(&|facts| facts.is_integral),
                _ => false,
            };
        Facts {
            literal: None,
            is_truth,
            is_integral,
        }
    }

    /// True if the value is a literal all of whose lanes are such numbers.
    fn is_made_of(&self, is: impl Fn(f32) -> bool) -> bool {
        let holds = |literal: Constant| {
            literal.ty.scalar == Scalar::Float
                && (0..literal.ty.lanes).all(|lane| is(literal.float(lane)))
        };
        self.literal.is_some_and(holds)
    }
}
