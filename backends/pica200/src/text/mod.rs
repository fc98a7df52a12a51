//! Assembly text in the language of picasso, the assembler that 3DS programs are written for.
//!
//! [`assemble`] gives the words, descriptors and container bytes that picasso gives for the same
//! text. Where picasso silently makes a program that cannot work, an error or a warning says so;
//! docs/pica200.md lists these places. [`disassemble`] prints text that assembles to the same bytes.
//!
//! Extensions, which only programs need that picasso could not have made: `.dvle` starts what would
//! be another file, `.word` is a raw instruction word, `.opdesc` fills the descriptor table, `@n`
//! after an instruction chooses a descriptor, `.nonop` switches padding off, and `0f3F0000` is a raw
//! float24 number.

mod argument;
mod block;
mod constant;
mod declare;
mod directive;
mod instruction;
mod memory;
mod nesting;
mod operand;
mod print;
mod statement;

pub use print::{Remarks, disassemble, disassemble_with, instruction_text};
pub use statement::{AssembleOptions, Assembled, assemble};

use retroshade_diagnostics::{Code, Diagnostic, Span, codes};
use retroshade_kit::text::Syntax;

/// Comments and names of the language.
const SYNTAX: Syntax = Syntax {
    line_comments: &[";"],
    block_comments: false,
    word_start: "$",
    word_rest: "$",
};

/// An error at a place.
fn fault(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message.into()).at(span, "here")
}

/// An error about an operand.
fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    fault(codes::assembler::OPERAND, span, message)
}
