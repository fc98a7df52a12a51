//! The instruction table of the manual page, printed from the tables.

use super::{ILU_TABLE, Info, MAC_TABLE, Port};
use retroshade_kit::isa::Row;

/// The table as Markdown, a line for each operation.
pub fn table() -> String {
    let mut text = String::from(
        "| unit | code | name | ports | result | |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for row in MAC_TABLE.rows {
        text.push_str(&line("MAC", row));
    }
    for row in ILU_TABLE.rows {
        text.push_str(&line("ILU", row));
    }
    text
}

fn line<Op>(unit: &str, row: &Row<Info<Op>>) -> String {
    let ports = row.info.operands.iter().map(|(port, _)| match port {
        Port::A => "A",
        Port::B => "B",
        Port::C => "C",
    });
    let ports: Vec<&str> = ports.collect();
    // A bar would end the cell.
    let result = row.info.result.replace('|', "\\|");
    format!(
        "| {unit} | {} | `{}` | {} | {result} | {} |\n",
        row.code,
        row.name,
        ports.join(" "),
        row.note
    )
}
