//! The instruction list of the manual page, printed from the table so that it cannot drift.

use super::{Form, TABLE};

/// A Markdown table of all instructions: code, mnemonic, operands, effect.
pub fn manual() -> String {
    let mut text =
        String::from("| code | instruction | operands | effect |\n| --- | --- | --- | --- |\n");
    for row in TABLE.rows {
        let bits = row.format.fields.iter().find(|field| field.name == "code");
        let width = bits.map_or(6, |field| usize::from(field.range.width()));
        text.push_str(&format!(
            "| `{:0width$b}` | `{}` | {} | {} |\n",
            row.code,
            row.name,
            operands(row.info.form),
            row.note
        ));
    }
    text
}

/// Operands as they are written: W is a source that may be a uniform, n one that may not.
fn operands(form: Form) -> &'static str {
    match form {
        Form::Bare => "",
        Form::Two => "dst, W, n",
        Form::TwoInverted => "dst, n, W",
        Form::One => "dst, W",
        Form::Address => "a0 lanes, W",
        Form::Compare => "W, op, op, n",
        Form::Three => "dst, n, W, n",
        Form::ThreeInverted => "dst, n, n, W",
        Form::Call => "procedure",
        Form::CallFlags => "condition, procedure",
        Form::CallBoolean => "b, procedure",
        Form::IfFlags => "condition … `.else` … `.end`",
        Form::IfBoolean => "b … `.else` … `.end`",
        Form::Loop => "i … `.end`",
        Form::BreakFlags => "condition",
        Form::JumpFlags => "condition, label",
        Form::JumpBoolean => "[!]b, label",
        Form::SetEmit => "slot, [prim] [inv]",
    }
}
