//! Blocks that are open, and whether a `nop` is due where one ends.

use retroshade_diagnostics::Span;

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Procedure,
    If,
    Loop,
}

impl BlockKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            BlockKind::Procedure => "procedure",
            BlockKind::If => "condition",
            BlockKind::Loop => "loop",
        }
    }
}

/// A block that is not closed yet.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Of a procedure.
    pub(super) name: String,
    /// The word of `ifc`, `ifu`, `for`; of a procedure its first.
    pub(super) start: usize,
    /// The first word of the else part.
    pub(super) other: Option<usize>,
    pub(super) span: Span,
}

/// Where `nop`s are due.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Padding {
    pub(super) automatic: bool,
    /// The last statement with an effect closed a condition or loop.
    pub(super) after_end: bool,
}

impl Padding {
    pub(super) fn new(automatic: bool) -> Padding {
        Padding {
            automatic,
            after_end: false,
        }
    }

    /// An instruction follows.
    pub(super) fn instruction(&mut self) {
        self.after_end = false;
    }

    pub(super) fn switch_off(&mut self) {
        self.automatic = false;
    }
}
