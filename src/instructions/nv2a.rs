//! Vertex programs of the Xbox.

use super::Operation;
use retroshade_kit::isa::Row;
use retroshade_nv2a::isa::{ILU_TABLE, Info, MAC_TABLE, Port};

pub(super) fn operations() -> Vec<Operation> {
    let vectors = MAC_TABLE.rows.iter().map(|row| operation("MAC", row));
    let scalars = ILU_TABLE.rows.iter().map(|row| operation("ILU", row));
    vectors.chain(scalars).collect()
}

fn operation<Op>(unit: &'static str, row: &Row<Info<Op>>) -> Operation {
    let ports = row.info.operands.iter().map(|(port, _)| match port {
        Port::A => "a",
        Port::B => "b",
        Port::C => "c",
    });
    let operands: Vec<&str> = std::iter::once("dst").chain(ports).collect();
    Operation {
        unit,
        code: row.code.to_string(),
        name: row.name,
        operands: operands.join(", "),
        result: row.info.result.to_owned(),
        note: row.note,
        ..Operation::default()
    }
}
