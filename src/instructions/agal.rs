//! AGAL.

use super::Operation;
use retroshade_agal::isa::{OpInfo, Second, TABLE};

pub(super) fn operations() -> Vec<Operation> {
    let rows = TABLE.rows.iter();
    let row = rows.map(|row| Operation {
        code: format!("0x{:02x}", row.code),
        name: row.name,
        operands: operands(&row.info),
        result: row.note.to_owned(),
        note: place(&row.info),
        ..Operation::default()
    });
    row.collect()
}

fn operands(info: &OpInfo) -> String {
    let mut operands = Vec::new();
    if info.dest {
        operands.push(if info.xyz { "dst.xyz" } else { "dst" }.to_owned());
    }
    if info.first {
        operands.push("a".to_owned());
    }
    match info.second {
        Second::None => {}
        Second::Source => operands.push("b".to_owned()),
        Second::Sampler => operands.push("sampler".to_owned()),
        Second::Matrix(rows) => operands.push(format!("{rows} rows")),
    }
    operands.join(", ")
}

/// The versions and stages that have an instruction.
fn place(info: &OpInfo) -> &'static str {
    match (info.place.fragment_only, info.place.version_2) {
        (false, false) => "everywhere",
        (true, false) => "fragments",
        (false, true) => "from agal2",
        (true, true) => "fragments, from agal2",
    }
}
