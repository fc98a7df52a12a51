//! Lanes with a sign: negation costs nothing until somebody needs it.
//!
//! The machine has no operand modifiers. Most operations can take their sign from elsewhere: a sum
//! becomes a difference, a product hands its sign on, a literal takes it up.

use super::code::{Lane, Lanes};
use smallvec::SmallVec;

/// The lanes of an operand or a result.
pub(crate) type SignedLanes = SmallVec<[Signed; 4]>;

/// A lane, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Signed {
    /// The lane.
    pub(crate) lane: Lane,
    /// Whether its negation is meant; never set for literals.
    pub(crate) negative: bool,
}

impl Signed {
    /// The lane as it is.
    pub(crate) fn plain(lane: Lane) -> Signed {
        Signed {
            lane,
            negative: false,
        }
    }

    /// A number.
    pub(crate) fn number(value: f32) -> Signed {
        Signed::plain(Lane::Literal(value.to_bits()))
    }

    /// The same with a sign put before it.
    pub(crate) fn negated_if(self, negate: bool) -> Signed {
        match self.lane {
            _ if !negate => self,
            Lane::Literal(bits) => Signed::plain(Lane::Literal(bits ^ 1 << 31)),
            Lane::Undefined => self,
            Lane::Value(..) | Lane::Register(..) | Lane::Indirect(..) => Signed {
                lane: self.lane,
                negative: !self.negative,
            },
        }
    }

    /// The number, if it is a literal.
    pub(crate) fn as_number(self) -> Option<f32> {
        self.lane.literal().map(f32::from_bits)
    }
}

/// At most four lanes by their numbers.
pub(crate) fn lanes_by(count: u8, lane: impl Fn(u8) -> Signed) -> SignedLanes {
    SignedLanes::from_buf_and_len([0, 1, 2, 3].map(lane), usize::from(count.min(4)))
}

/// Takes a common sign out of a list: the lanes, and whether all of them are negated. `None` where
/// lanes differ in sign.
pub(crate) fn factor(list: &[Signed]) -> Option<(Lanes, bool)> {
    let signed = |operand: &&Signed| !matches!(operand.lane, Lane::Literal(_) | Lane::Undefined);
    let negative = list
        .iter()
        .find(signed)
        .is_some_and(|operand| operand.negative);
    if list
        .iter()
        .filter(signed)
        .any(|operand| operand.negative != negative)
    {
        return None;
    }
    Some((
        Lanes::new(list.iter().map(|operand| operand.negated_if(negative).lane)),
        negative,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::code::ValueId;

    fn value(lane: u8) -> Signed {
        Signed::plain(Lane::Value(ValueId(0), lane))
    }

    #[test]
    fn literals_take_up_a_sign() {
        let list = [value(0).negated_if(true), Signed::number(2.0)];
        let (lanes, negative) = factor(&list).unwrap();
        assert!(negative);
        assert_eq!(lanes.as_slice(), [value(0).lane, Signed::number(-2.0).lane]);
    }

    #[test]
    fn different_signs_have_no_common_one() {
        assert_eq!(factor(&[value(0), value(1).negated_if(true)]), None);
    }
}
