//! Programs as text, one instruction a line, blocks indented.

use crate::isa::{Meaning, Program, Token};
use retroshade_ir::Stage;

/// The text of a program in canonical form. It assembles to the same program.
pub fn disassemble(program: &Program) -> String {
    let mut text = String::new();
    let mut depth = 0usize;
    for token in &program.tokens {
        let meaning = token.opcode.info().meaning;
        if matches!(meaning, Meaning::Else | Meaning::EndIf) {
            depth = depth.saturating_sub(1);
        }
        text.extend(std::iter::repeat_n("  ", depth));
        text.push_str(&token_text(token, program.stage));
        text.push('\n');
        if matches!(meaning, Meaning::If(_) | Meaning::Else) {
            depth += 1;
        }
    }
    text
}

/// One instruction.
fn token_text(token: &Token, stage: Stage) -> String {
    let mut operands = Vec::new();
    operands.extend(token.dest.map(|dest| dest.display(stage)));
    operands.extend(token.a.map(|source| source.display(stage)));
    operands.extend(token.b.map(|source| source.display(stage)));
    operands.extend(token.sampler.map(|sampler| {
        let register = crate::isa::File::Sampler.register(stage, sampler.number);
        format!("{register} {}", sampler.flags())
    }));
    let name = token.opcode.row().name;
    if operands.is_empty() {
        name.to_owned()
    } else {
        format!("{name} {}", operands.join(", "))
    }
}
