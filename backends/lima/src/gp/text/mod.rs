//! Assembly: an instruction a line, its operations separated by commas, destinations left out where
//! the unit says them (docs/lima-gp.md, "Assembly").

mod parse;
mod print;

pub use parse::assemble;
pub(crate) use print::operations;
pub use print::print;

use retroshade_kit::text::Syntax;

/// What tokens look like.
pub(super) const SYNTAX: Syntax = Syntax {
    line_comments: &["#"],
    block_comments: false,
    word_start: "^$_",
    word_rest: "",
};
