//! Lanes with a sign: negation is pushed down to the uses that cannot take it up.
//!
//! The machine has no operand modifiers. Most operations can take their sign from elsewhere: a sum
//! becomes a difference, a product hands its sign on, a literal takes it up. So lanes have signs while a
//! shader is lowered, and none in the operands that come of it.

use retroshade_kit::mir::{LaneRef, Operand};

/// At most four lanes by their numbers.
pub(super) fn lanes_by(count: u8, lane: impl Fn(u8) -> LaneRef) -> Operand {
    (0..count.min(4)).map(lane).collect()
}

/// True if a lane has a sign that is not its own.
fn is_signed(lane: &&LaneRef) -> bool {
    lane.as_literal().is_none() && !lane.is_undefined()
}

/// Whether all lanes that have signs are negated; `None` where they differ.
pub(super) fn common_sign<'a>(lanes: impl Iterator<Item = &'a LaneRef>) -> Option<bool> {
    let mut signs = lanes.filter(is_signed).map(|lane| lane.negate);
    let first = signs.next().unwrap_or(false);
    signs.all(|sign| sign == first).then_some(first)
}

/// Takes a common sign out of a list: the lanes, and whether all of them are negated. `None` where
/// lanes differ in sign.
pub(super) fn factor(list: &[LaneRef]) -> Option<(Operand, bool)> {
    let negative = common_sign(list.iter())?;
    let lanes = list.iter().map(|lane| lane.negated_if(negative));
    Some((lanes.collect(), negative))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::File;
    use crate::machine::input;

    fn lane(component: u8) -> LaneRef {
        LaneRef::register(input(File::Varying, 0), component)
    }

    #[test]
    fn literals_take_up_a_sign() {
        let list = [lane(0).negated(), LaneRef::literal(2.0)];
        let (lanes, negative) = factor(&list).unwrap();
        assert!(negative);
        assert_eq!(lanes.as_slice(), [lane(0), LaneRef::literal(-2.0)]);
    }

    #[test]
    fn different_signs_have_no_common_one() {
        assert_eq!(factor(&[lane(0), lane(1).negated()]), None);
    }
}
