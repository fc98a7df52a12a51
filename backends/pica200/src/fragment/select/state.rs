//! What is wanted of the stages before.

use crate::fragment::isa::{Lanes, Operand, Side, Source};
use arrayvec::ArrayVec;
use retroshade_combiner::poly::Poly;
use retroshade_combiner::split::{Want, splat};

/// Values that must be in a stage's inputs when it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// Lanes of the previous result.
    pub(super) previous: [Option<Poly>; 4],
    /// Lanes of the buffer.
    pub(super) buffer: [Option<Poly>; 4],
}

impl State {
    pub(super) fn is_empty(&self) -> bool {
        self.previous
            .iter()
            .chain(&self.buffer)
            .all(Option::is_none)
    }

    fn register(&mut self, source: Source) -> &mut [Option<Poly>; 4] {
        match source {
            Source::Buffer => &mut self.buffer,
            _ => &mut self.previous,
        }
    }

    /// Wants lanes of a register; `false` if something else is wanted there.
    pub(super) fn want(&mut self, source: Source, lanes: &[(usize, Poly)]) -> bool {
        let register = self.register(source);
        for (lane, poly) in lanes {
            match register[*lane] {
                None => register[*lane] = Some(*poly),
                Some(there) if there == *poly => {}
                Some(_) => return false,
            }
        }
        true
    }
}

/// A way to hand a value on: which lanes of which register hold which polynomials, and how they are read.
pub(super) struct Hand {
    pub(super) operand: Operand,
    pub(super) lanes: ArrayVec<(usize, Poly), 3>,
}

/// Two registers, as they are or inverted, whole or a lane.
const HANDS: usize = 20;

/// All ways to hand on a value that an operand of a side reads, the most natural first. `inverse` is one
/// minus it.
pub(super) fn hands<const N: usize>(
    want: &Want<N>,
    inverse: &Want<N>,
    side: Side,
) -> ArrayVec<Hand, HANDS> {
    let mut hands = ArrayVec::new();
    for source in [Source::Previous, Source::Buffer] {
        for (want, invert) in [(want, false), (inverse, true)] {
            if side == Side::Rgb {
                let lanes = want.iter().enumerate();
                let lanes = lanes.filter_map(|(lane, poly)| Some((lane, (*poly)?)));
                hands.push(Hand {
                    operand: Operand {
                        source,
                        lanes: Lanes::Rgb,
                        invert,
                    },
                    lanes: lanes.collect(),
                });
            }
            let Some(one) = splat(want) else { continue };
            for lane in [3, 0, 1, 2] {
                hands.push(Hand {
                    operand: Operand {
                        source,
                        lanes: Lanes::of_lane(lane),
                        invert,
                    },
                    lanes: std::iter::once((lane, one)).collect(),
                });
            }
        }
    }
    hands
}
