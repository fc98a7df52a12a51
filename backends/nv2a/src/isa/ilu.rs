//! The scalar unit: one operand on port C.

use super::fields::ILU_FORMAT;
use super::{Argument, Info, Meaning, Part, Port, Reads};
use retroshade_kit::isa::{Row, Table};
use retroshade_kit::machine::numbers::Function;

/// A scalar operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "each variant is the operation of that name in `ILU_TABLE`"
)]
pub enum Ilu {
    Mov,
    Rcp,
    Rcc,
    Rsq,
    Expp,
    Logp,
    Lit,
}

/// Scalar operations by code; 0 is the absence of one.
pub static ILU_TABLE: Table<Info<Ilu>> = Table { rows: &ILU_ROWS };

impl Ilu {
    /// The row.
    pub fn row(self) -> &'static Row<Info<Ilu>> {
        // Rows stand in the order of the variants; a test holds them to it.
        &ILU_ROWS[self as usize]
    }

    /// What is known of it besides name and code.
    pub fn info(self) -> &'static Info<Ilu> {
        &self.row().info
    }

    /// The operation of a code.
    pub fn from_code(code: u64) -> Option<Ilu> {
        ILU_ROWS
            .iter()
            .find(|row| row.code == code)
            .map(|row| row.info.op)
    }

    /// True if it looks at one lane only, the one the x selector names.
    pub fn is_scalar(self) -> bool {
        !matches!(self, Ilu::Mov | Ilu::Lit)
    }
}

type Operands = &'static [(Port, Reads)];

const SCALAR: Operands = &[(Port::C, Reads::These(1))];

const X: &[Argument] = &[Argument::Lane(Port::C, 0)];
const SIZE: &[Argument] = &[Argument::Size(Port::C, 0)];

const fn row(
    name: &'static str,
    op: Ilu,
    operands: Operands,
    meaning: Meaning,
    result: &'static str,
    note: &'static str,
) -> Row<Info<Ilu>> {
    Row {
        name,
        format: &ILU_FORMAT,
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

static ILU_ROWS: [Row<Info<Ilu>>; 7] = [
    row(
        "mov",
        Ilu::Mov,
        &[(Port::C, Reads::Written)],
        Meaning::Lanes(Function::Copy),
        "c",
        "Bits pass unchanged.",
    ),
    row(
        "rcp",
        Ilu::Rcp,
        SCALAR,
        Meaning::Everywhere(Part::Of(Function::Reciprocal, X)),
        "1 / c.x in every lane",
        "1/0 is infinite.",
    ),
    row(
        "rcc",
        Ilu::Rcc,
        SCALAR,
        Meaning::Everywhere(Part::Of(Function::ClampedReciprocal, X)),
        "1 / c.x, magnitude clamped to 2^-64 .. 2^64, in every lane",
        "Keeps a division by w = 0 finite.",
    ),
    row(
        "rsq",
        Ilu::Rsq,
        SCALAR,
        Meaning::Everywhere(Part::Of(Function::ReciprocalSquareRoot, SIZE)),
        "1 / sqrt(|c.x|) in every lane",
        "",
    ),
    row(
        "expp",
        Ilu::Expp,
        SCALAR,
        Meaning::Each([
            Part::Of(Function::Exp2OfFloor, X),
            Part::Of(Function::Fraction, X),
            Part::Of(Function::Exp2, X),
            Part::One,
        ]),
        "(2^floor(c.x), c.x - floor(c.x), ~2^c.x, 1)",
        "x and y are exact, z comes from a table and is good to about 1.1e-4.",
    ),
    row(
        "logp",
        Ilu::Logp,
        SCALAR,
        Meaning::Each([
            Part::Of(Function::Exponent, SIZE),
            Part::Of(Function::Significand, SIZE),
            Part::Of(Function::Log2, SIZE),
            Part::One,
        ]),
        "(exponent, mantissa in [1,2), ~log2|c.x|, 1)",
        "x and y are exact, z comes from a table and is good to about 2.5e-4.",
    ),
    row(
        "lit",
        Ilu::Lit,
        &[(Port::C, Reads::These(11))],
        Meaning::Each([
            Part::One,
            Part::Of(Function::Positive, X),
            Part::Of(
                Function::LitPower,
                &[
                    Argument::Lane(Port::C, 0),
                    Argument::Lane(Port::C, 1),
                    Argument::Lane(Port::C, 3),
                ],
            ),
            Part::One,
        ]),
        "(1, max(c.x, 0), c.x > 0 ? ~c.y^c.w : 0, 1)",
        "The power goes through the tables of logp and expp; its exponent is clamped to about 128.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::roundtrip::table_round_trips;

    #[test]
    fn the_table_is_sound() {
        assert_eq!(ILU_TABLE.problems(), Vec::<String>::new());
        assert_eq!(table_round_trips(&ILU_TABLE, 100, 1), Ok(()));
        for (index, row) in ILU_ROWS.iter().enumerate() {
            assert_eq!(row.info.op as usize, index);
            assert_eq!(Ilu::from_code(row.code), Some(row.info.op));
        }
    }
}
