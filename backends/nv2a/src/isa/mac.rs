//! The vector unit: four lanes wide, operands on ports A, B and C.

use super::fields::MAC_FORMAT;
use super::{Argument, Info, Meaning, Part, Port, Reads};
use Port::{A, B, C};
use Reads::{These, Written, WrittenOf};
use retroshade_kit::isa::{Row, Table};
use retroshade_kit::machine::numbers::{Comparison, Function};

/// A vector operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "each variant is the operation of that name in `MAC_TABLE`"
)]
pub enum Mac {
    Mov,
    Mul,
    Add,
    Mad,
    Dp3,
    Dph,
    Dp4,
    Dst,
    Min,
    Max,
    Slt,
    Sge,
    Arl,
}

/// Vector operations by code; 0 is the absence of one, 14 and 15 do not exist.
pub static MAC_TABLE: Table<Info<Mac>> = Table { rows: &MAC_ROWS };

impl Mac {
    /// The row.
    pub fn row(self) -> &'static Row<Info<Mac>> {
        // Rows stand in the order of the variants; a test holds them to it.
        &MAC_ROWS[self as usize]
    }

    /// What is known of it besides name and code.
    pub fn info(self) -> &'static Info<Mac> {
        &self.row().info
    }

    /// The operation of a code.
    pub fn from_code(code: u64) -> Option<Mac> {
        MAC_ROWS
            .iter()
            .find(|row| row.code == code)
            .map(|row| row.info.op)
    }
}

type Operands = &'static [(Port, Reads)];

const ONE: Operands = &[(A, Written)];
const TWO: Operands = &[(A, Written), (B, Written)];

const fn row(
    name: &'static str,
    op: Mac,
    operands: Operands,
    meaning: Meaning,
    result: &'static str,
    note: &'static str,
) -> Row<Info<Mac>> {
    Row {
        name,
        format: &MAC_FORMAT,
        code: op as u64 + 1,
        fixed: &[],
        info: Info {
            op,
            operands,
            meaning,
            result,
        },
        note,
    }
}

static MAC_ROWS: [Row<Info<Mac>>; 13] = [
    row(
        "mov",
        Mac::Mov,
        ONE,
        Meaning::Lanes(Function::Copy),
        "a",
        "Bits pass unchanged.",
    ),
    row(
        "mul",
        Mac::Mul,
        TWO,
        Meaning::Lanes(Function::Multiply),
        "a * b",
        "0 times anything is +0.",
    ),
    row(
        "add",
        Mac::Add,
        &[(A, Written), (C, Written)],
        Meaning::Lanes(Function::Add),
        "a + c",
        "Its second operand sits on port C, so an ILU operation beside it must read the same register.",
    ),
    row(
        "mad",
        Mac::Mad,
        &[(A, Written), (B, Written), (C, Written)],
        Meaning::MultiplyAdd,
        "a * b + c",
        "The product is rounded before the addition.",
    ),
    row(
        "dp3",
        Mac::Dp3,
        &[(A, These(7)), (B, These(7))],
        Meaning::Dot(3),
        "a.x*b.x + a.y*b.y + a.z*b.z in every lane",
        "Products are rounded, then summed at once.",
    ),
    row(
        "dph",
        Mac::Dph,
        &[(A, These(7)), (B, These(15))],
        Meaning::HomogeneousDot,
        "a.x*b.x + a.y*b.y + a.z*b.z + b.w in every lane",
        "A point times a matrix row, with w taken as 1.",
    ),
    row(
        "dp4",
        Mac::Dp4,
        &[(A, These(15)), (B, These(15))],
        Meaning::Dot(4),
        "a.x*b.x + a.y*b.y + a.z*b.z + a.w*b.w in every lane",
        "Products are rounded, then summed at once.",
    ),
    row(
        "dst",
        Mac::Dst,
        &[(A, WrittenOf(6)), (B, WrittenOf(10))],
        Meaning::Each([
            Part::One,
            Part::Of(
                Function::Multiply,
                &[Argument::Lane(A, 1), Argument::Lane(B, 1)],
            ),
            Part::Of(Function::Copy, &[Argument::Lane(A, 2)]),
            Part::Of(Function::Copy, &[Argument::Lane(B, 3)]),
        ]),
        "(1, a.y*b.y, a.z, b.w)",
        "Attenuation: a = (_, d*d, d*d, _), b = (_, 1/d, _, 1/d).",
    ),
    row(
        "min",
        Mac::Min,
        TWO,
        Meaning::Lanes(Function::Minimum),
        "a < b ? a : b",
        ORDERED,
    ),
    row(
        "max",
        Mac::Max,
        TWO,
        Meaning::Lanes(Function::Maximum),
        "a < b ? b : a",
        ORDERED,
    ),
    row(
        "slt",
        Mac::Slt,
        TWO,
        Meaning::Lanes(Function::Compare(Comparison::LESS)),
        "a < b ? 1 : 0",
        ORDERED,
    ),
    row(
        "sge",
        Mac::Sge,
        TWO,
        Meaning::Lanes(Function::Compare(Comparison::GREATER_OR_EQUAL)),
        "a >= b ? 1 : 0",
        ORDERED,
    ),
    row(
        "arl",
        Mac::Arl,
        &[(A, These(1))],
        Meaning::Address,
        "a0.x = floor(a.x)",
        "The only way to write a0; has no other result.",
    ),
];

const ORDERED: &str =
    "Compares as sign and magnitude: -NaN < -inf < -0 < +0 < inf < NaN, denormals included.";

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::roundtrip::table_round_trips;

    #[test]
    fn the_table_is_sound() {
        assert_eq!(MAC_TABLE.problems(), Vec::<String>::new());
        assert_eq!(table_round_trips(&MAC_TABLE, 100, 1), Ok(()));
        for (index, row) in MAC_ROWS.iter().enumerate() {
            assert_eq!(row.info.op as usize, index);
            assert_eq!(Mac::from_code(row.code), Some(row.info.op));
        }
    }
}
