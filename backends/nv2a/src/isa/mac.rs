//! The vector unit: four lanes wide, operands on ports A, B and C.

use super::Arithmetic;
use super::fields::MAC_FORMAT;
use super::{Info, Lanes, Port, Reads};
use Port::{A, B, C};
use Reads::{These, Written, WrittenOf};
use retroshade_kit::isa::{Row, Table};

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
    /// Its row.
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

type Eval = fn(&dyn Arithmetic, &[Lanes; 3]) -> Lanes;

const fn row(
    name: &'static str,
    op: Mac,
    operands: Operands,
    eval: Eval,
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
            broadcast: matches!(op, Mac::Dp3 | Mac::Dph | Mac::Dp4),
            eval,
            result,
        },
        note,
    }
}

fn lanes(a: &Lanes, b: &Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
    std::array::from_fn(|lane| f(a[lane], b[lane]))
}

static MAC_ROWS: [Row<Info<Mac>>; 13] = [
    row(
        "mov",
        Mac::Mov,
        ONE,
        |_, [a, ..]| *a,
        "a",
        "Bits pass unchanged.",
    ),
    row(
        "mul",
        Mac::Mul,
        TWO,
        |m, [a, b, _]| lanes(a, b, |a, b| m.mul(a, b)),
        "a * b",
        "0 times anything is +0.",
    ),
    row(
        "add",
        Mac::Add,
        &[(A, Written), (C, Written)],
        |m, [a, _, c]| lanes(a, c, |a, c| m.add(a, c)),
        "a + c",
        "Its second operand sits on port C, so an ILU operation beside it must read the same register.",
    ),
    row(
        "mad",
        Mac::Mad,
        &[(A, Written), (B, Written), (C, Written)],
        |m, [a, b, c]| std::array::from_fn(|l| m.add(m.mul(a[l], b[l]), c[l])),
        "a * b + c",
        "The product is rounded before the addition.",
    ),
    row(
        "dp3",
        Mac::Dp3,
        &[(A, These(7)), (B, These(7))],
        |m, [a, b, _]| [m.sum(&[m.mul(a[0], b[0]), m.mul(a[1], b[1]), m.mul(a[2], b[2])]); 4],
        "a.x*b.x + a.y*b.y + a.z*b.z in every lane",
        "Products are rounded, then summed at once.",
    ),
    row(
        "dph",
        Mac::Dph,
        &[(A, These(7)), (B, These(15))],
        |m, [a, b, _]| {
            [m.sum(&[
                m.mul(a[0], b[0]),
                m.mul(a[1], b[1]),
                m.mul(a[2], b[2]),
                m.flush(b[3]),
            ]); 4]
        },
        "a.x*b.x + a.y*b.y + a.z*b.z + b.w in every lane",
        "A point times a matrix row, with w taken as 1.",
    ),
    row(
        "dp4",
        Mac::Dp4,
        &[(A, These(15)), (B, These(15))],
        |m, [a, b, _]| [m.sum(&[0, 1, 2, 3].map(|l| m.mul(a[l], b[l]))); 4],
        "a.x*b.x + a.y*b.y + a.z*b.z + a.w*b.w in every lane",
        "Products are rounded, then summed at once.",
    ),
    row(
        "dst",
        Mac::Dst,
        &[(A, WrittenOf(6)), (B, WrittenOf(10))],
        |m, [a, b, _]| [super::ONE_BITS, m.mul(a[1], b[1]), a[2], b[3]],
        "(1, a.y*b.y, a.z, b.w)",
        "Attenuation: a = (_, d*d, d*d, _), b = (_, 1/d, _, 1/d).",
    ),
    row(
        "min",
        Mac::Min,
        TWO,
        |m, [a, b, _]| lanes(a, b, |a, b| if m.less(a, b) { a } else { b }),
        "a < b ? a : b",
        ORDERED,
    ),
    row(
        "max",
        Mac::Max,
        TWO,
        |m, [a, b, _]| lanes(a, b, |a, b| if m.less(a, b) { b } else { a }),
        "a < b ? b : a",
        ORDERED,
    ),
    row(
        "slt",
        Mac::Slt,
        TWO,
        |m, [a, b, _]| lanes(a, b, |a, b| truth(m.less(a, b))),
        "a < b ? 1 : 0",
        ORDERED,
    ),
    row(
        "sge",
        Mac::Sge,
        TWO,
        |m, [a, b, _]| lanes(a, b, |a, b| truth(!m.less(a, b))),
        "a >= b ? 1 : 0",
        ORDERED,
    ),
    row(
        "arl",
        Mac::Arl,
        &[(A, These(1))],
        |m, [a, ..]| [m.floor(a[0]) as u32; 4],
        "a0.x = floor(a.x)",
        "The only way to write a0; has no other result.",
    ),
];

const ORDERED: &str =
    "Compares as sign and magnitude: -NaN < -inf < -0 < +0 < inf < NaN, denormals included.";

fn truth(is: bool) -> u32 {
    if is { super::ONE_BITS } else { 0 }
}

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
