//! Programs as text, one instruction a line, blocks indented.

use crate::isa::{File, Meaning, Program, Token};
use retroshade_ir::Stage;

/// The text of a program in canonical form. It assembles to the same program.
pub fn disassemble(program: &Program) -> String {
    let mut text = String::with_capacity(32 * program.tokens.len());
    let mut depth = 0usize;
    for token in &program.tokens {
        let meaning = token.opcode.info().meaning;
        if matches!(meaning, Meaning::Else | Meaning::EndIf) {
            depth = depth.saturating_sub(1);
        }
        text.extend(std::iter::repeat_n("  ", depth));
        text.push_str(&print_token(token, program.stage));
        text.push('\n');
        if matches!(meaning, Meaning::If(_) | Meaning::Else) {
            depth += 1;
        }
    }
    text
}

/// One instruction.
pub(crate) fn print_token(token: &Token, stage: Stage) -> String {
    let mut line = String::new();
    let text = &mut line;
    text.push_str(token.opcode.row().name);
    let mut separator = " ";
    if let Some(dest) = token.dest {
        text.push_str(separator);
        dest.print(stage, text);
        separator = ", ";
    }
    for source in [token.a, token.b].iter().flatten() {
        text.push_str(separator);
        source.print(stage, text);
        separator = ", ";
    }
    if let Some(sampler) = token.sampler {
        text.push_str(separator);
        File::Sampler.print(stage, sampler.number, text);
        text.push(' ');
        text.push_str(&sampler.flags());
    }
    line
}
