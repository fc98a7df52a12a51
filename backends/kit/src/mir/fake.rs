//! A chip of three instructions with a pipeline of its own: what a new chip must say, and the programs that
//! the kit's tests are made of.

use super::*;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::pass::{Exactness, Pass};

/// `copy`, `add` and a `dot` of three lanes; one constant and one attribute an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fake;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Opcode {
    Copy,
    Add,
    Dot,
}

const ROWS: [(&str, Opcode, Shape, usize); 3] = [
    ("copy", Opcode::Copy, Shape::Lanewise, 1),
    ("add", Opcode::Add, Shape::Lanewise, 2),
    ("dot", Opcode::Dot, Shape::Broadcast, 2),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Positive;

impl Machine for Fake {
    type Opcode = Opcode;
    type Condition = Positive;

    const NAME: &'static str = "fake";
    const FILES: &'static [FileInfo] = FileInfo::VERTEX;
    const COPY: Opcode = Opcode::Copy;
    const ABSOLUTE: bool = true;

    fn name(op: Opcode) -> &'static str {
        ROWS[op as usize].0
    }

    fn opcode(name: &str) -> Option<Opcode> {
        ROWS.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    fn condition_name(_: Positive) -> &'static str {
        "positive"
    }

    fn condition(name: &str) -> Option<(Positive, usize)> {
        (name == "positive").then_some((Positive, 1))
    }

    fn shape(op: Opcode) -> Shape {
        ROWS[op as usize].2
    }

    fn operands(op: Opcode) -> usize {
        ROWS[op as usize].3
    }

    fn components(_: Opcode, _: usize) -> Mask {
        7
    }

    fn reads_back(reg: Reg) -> bool {
        reg.number == 0
    }

    fn exclusive(location: Location) -> Option<u8> {
        match location {
            Location::Vector(_) => None,
            Location::Reg(reg) | Location::Indexed(reg, _) => (reg.file < 2).then_some(reg.file),
        }
    }
}

type FakePass = Pass<Program<Fake>, ()>;

pub(super) const DCE: FakePass = Pass {
    name: "dce",
    exactness: Exactness::Exact,
    run: |program, ()| Ok(eliminate_dead_code(program)),
};
pub(super) const FORM_VECTORS: FakePass = Pass {
    name: "form_vectors",
    exactness: Exactness::Exact,
    run: |program, ()| vectors::form_vectors(program, None),
};
pub(super) const PACK_LITERALS: FakePass = Pass {
    name: "pack_literals",
    exactness: Exactness::Exact,
    run: |program, ()| {
        let stored = |bits: &[u32]| (bits.iter().copied().collect(), false);
        let pool = (8..12).map(|number| Reg { file: 1, number });
        pack_literals(program, stored, pool).map_err(|shortage| {
            let message = format!("{} registers of {}", shortage.needed, shortage.free);
            Diagnostic::bug("pack_literals", message)
        })
    },
};
pub(super) const LEGALIZE_READS: FakePass = Pass {
    name: "legalize_reads",
    exactness: Exactness::Exact,
    run: |program, ()| Ok(legalize_reads(program, |_| 0)),
};

/// From lanes to what a scheduler takes.
pub(super) const PIPELINE: &[FakePass] = &[DCE, FORM_VECTORS, PACK_LITERALS, DCE, LEGALIZE_READS];
