//! The assembly language: one instruction a line, units in the order of the pipeline. Operands are read and printed by
//! what the table lists for each operation.

mod operand;
mod parse;
mod print;

pub use parse::assemble;
pub use print::disassemble;
pub(crate) use print::operations;

use retroshade_kit::text::Syntax;
use retroshade_kit::text::operand::Style;

/// Words may start with `$` (registers) and `^` (what lives in one instruction).
const SYNTAX: Syntax = Syntax {
    line_comments: &["#"],
    block_comments: false,
    word_start: "$^",
    word_rest: "",
};

const STYLE: Style = Style {
    absolute: "_abs",
    registers: &['$', '^'],
    largest_spare: 63,
};

#[cfg(test)]
mod tests;
