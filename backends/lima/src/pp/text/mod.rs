//! The assembly language: one instruction a line, units in the order of the pipeline.

mod item;
mod operand;
mod parse;
mod print;

pub use parse::assemble;
pub use print::disassemble;
pub(crate) use print::operations;

use retroshade_kit::text::Syntax;

/// Words may start with `$` (registers) and `^` (what lives in one instruction).
const SYNTAX: Syntax = Syntax {
    line_comments: &["#"],
    block_comments: false,
    word_start: "$^",
    word_rest: "",
};

/// Names of the branch conditions: bit 0 greater, bit 1 equal, bit 2 less.
const CONDITIONS: [&str; 8] = ["_nv", "_gt", "_eq", "_ge", "_lt", "_ne", "_le", ""];

#[cfg(test)]
mod tests;
