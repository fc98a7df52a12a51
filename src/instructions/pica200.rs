//! Vertex and geometry programs of the Nintendo 3DS.

use super::Operation;
use retroshade_pica200::isa::{Form, Row, TABLE};

pub(super) fn operations() -> Vec<Operation> {
    let row = |row: &'static Row| {
        let code = row.format.fields.iter().find(|field| field.name == "code");
        let width = code.map_or(6, |field| usize::from(field.range.width()));
        Operation {
            code: format!("`{:0width$b}`", row.code),
            name: row.name,
            operands: operands(row.info.form).to_owned(),
            result: row.note.to_owned(),
            ..Operation::default()
        }
    };
    TABLE.rows.iter().map(row).collect()
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
