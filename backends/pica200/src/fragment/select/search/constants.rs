//! Colours for the constants of a stage.

use super::super::state::hands;
use super::{Partial, Search, set};
use crate::fragment::isa::{Lanes, Operand, Side, Source};
use retroshade_combiner::split::splat;

impl Search<'_, '_> {
    /// Gives constants their lanes: of the stage's own colour, else of the buffer's first one.
    pub(super) fn constants(&mut self, number: usize, partial: Partial) -> bool {
        let mut own = partial.clone();
        if allocate(&mut own, None) {
            return self.go_on(number, own);
        }
        if number < 2 {
            return false;
        }
        for (elsewhere, (side, place, want)) in partial.fixed.iter().copied().enumerate() {
            let hands = match side {
                Side::Rgb => hands(&want, &want, side),
                Side::Alpha => hands(&[want[0]], &[want[0]], side),
            };
            let hands = hands.into_iter().filter(|hand| !hand.operand.invert);
            for hand in hands.filter(|hand| hand.operand.source == Source::Buffer) {
                let mut partial = partial.clone();
                if !partial.next.want(Source::Buffer, &hand.lanes)
                    || !allocate(&mut partial, Some(elsewhere))
                {
                    continue;
                }
                set(&mut partial.stage, side, place, hand.operand);
                if self.go_on(number, partial) {
                    return true;
                }
            }
        }
        false
    }
}

/// Puts the constants into the stage's own colour, but for one that goes elsewhere.
fn allocate(partial: &mut Partial, elsewhere: Option<usize>) -> bool {
    let fixed = partial.fixed.clone();
    let here = |scalars: bool| {
        let all = fixed.iter().enumerate();
        let here = all.filter(move |(index, _)| Some(*index) != elsewhere);
        here.filter(move |(_, (_, _, want))| splat(want).is_some() == scalars)
    };
    // Vectors first: they have no choice.
    for (_, (side, place, want)) in here(false) {
        for (slot, poly) in partial.stage.constant.iter_mut().zip(want) {
            let Some(poly) = poly else { continue };
            match slot {
                Some(there) if there != poly => return false,
                _ => *slot = Some(*poly),
            }
        }
        let operand = Operand::plain(Source::Constant, Side::Rgb);
        set(&mut partial.stage, *side, *place, operand);
    }
    for (_, (side, place, want)) in here(true) {
        let Some(one) = splat(want) else { continue };
        let constant = &mut partial.stage.constant;
        let same = constant.iter().rposition(|lane| *lane == Some(one));
        let free = constant.iter().rposition(Option::is_none);
        let Some(lane) = same.or(free) else {
            return false;
        };
        constant[lane] = Some(one);
        let operand = Operand {
            source: Source::Constant,
            lanes: Lanes::of_lane(lane),
            invert: false,
        };
        set(&mut partial.stage, *side, *place, operand);
    }
    true
}
