//! What `litp` left in the flags, so that a comparison with zero need not be made again.

use crate::isa::Condition;
use crate::select::code::{Code, Scalar, Source, Test};
use crate::select::light::at_least_zero;
use crate::select::live::needed;

/// The values whose signs the flags tell.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags {
    /// The word that set them; they are unknown if there is none.
    word: Option<usize>,
    x: Option<Source>,
    w: Option<Source>,
}

impl Flags {
    /// Those that a `litp` sets, from what it reads at each position.
    pub(super) fn of(word: usize, operand: &[(u8, Source)]) -> Flags {
        let at = |position: u8| {
            let found = operand.iter().find(|(other, _)| *other == position);
            found.map(|(_, source)| *source)
        };
        Flags {
            word: Some(word),
            x: at(0),
            w: at(3),
        }
    }

    /// Some scalars got other values.
    pub(super) fn wrote(&mut self, code: &Code, results: &[Scalar]) {
        let mut changed = false;
        for source in self.x.iter().chain(&self.w) {
            needed(code, source, &mut |scalar| {
                changed |= results.contains(&scalar)
            });
        }
        if changed {
            *self = Flags::default();
        }
    }

    /// The condition on the flags that a comparison comes to, and the word that set them.
    pub(super) fn tell(&self, test: &Test) -> Option<(Condition, usize)> {
        let word = self.word?;
        let source = at_least_zero(test)?;
        match source {
            _ if self.x == Some(source) => Some((Condition::x(true), word)),
            _ if self.w == Some(source) => Some((Condition::y(true), word)),
            _ => None,
        }
    }
}
