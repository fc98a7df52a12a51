//! What a fragment becomes.

use retroshade_kit::machine::effects::{File, Kind};
use retroshade_kit::machine::numbers::Comparison;
use retroshade_kit::machine::symbols::Symbol;

/// The colour of a fragment.
pub(super) const OUTPUT: File = File::new("out", Kind::Output);

/// What a fragment becomes.
pub(super) struct Shaded {
    pub(super) color: [Symbol; 4],
    /// When the fragment stays.
    pub(super) test: Option<Test>,
}

/// A comparison of alpha, before any fog, that decides whether a fragment stays.
pub(super) struct Test {
    pub(super) comparison: Comparison,
    pub(super) alpha: Symbol,
    pub(super) reference: Symbol,
}

impl Test {
    /// Of a chip's test, by what it says of three bytes.
    pub(super) fn new(keeps: impl Fn(u8, u8) -> bool, alpha: Symbol, reference: Symbol) -> Test {
        let comparison = Comparison {
            less: keeps(0, 1),
            equal: keeps(1, 1),
            greater: keeps(2, 1),
        };
        Test {
            comparison,
            alpha,
            reference,
        }
    }
}
