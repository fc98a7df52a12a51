//! What `litp` left in the flags, so that a comparison with zero need not be made again.

use crate::isa::Condition;
use crate::machine::{Compare, Program};
use crate::select::litp::at_least_zero;
use retroshade_kit::mir::{Lane, LaneRef};

/// The values whose signs the flags tell.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags {
    x: Option<LaneRef>,
    w: Option<LaneRef>,
}

impl Flags {
    /// Those that a `litp` sets, from what it reads at each position.
    pub(super) fn of(operand: &[(u8, LaneRef)]) -> Flags {
        let at = |position: u8| {
            let found = operand.iter().find(|(other, _)| *other == position);
            found.map(|(_, source)| *source)
        };
        Flags { x: at(0), w: at(3) }
    }

    /// Some values changed.
    pub(super) fn wrote(&mut self, program: &Program, results: impl Iterator<Item = Lane>) {
        let lanes = [self.x, self.w].into_iter().flatten();
        let told: Vec<Lane> = lanes.filter_map(|lane| program.needed(lane)).collect();
        if results.into_iter().any(|result| told.contains(&result)) {
            *self = Flags::default();
        }
    }

    /// The condition on the flags that a comparison comes to.
    pub(super) fn tell(&self, compare: &Compare) -> Option<Condition> {
        let source = at_least_zero(compare)?;
        match source {
            _ if self.x == Some(source) => Some(Condition::x(true)),
            _ if self.w == Some(source) => Some(Condition::y(true)),
            _ => None,
        }
    }
}
