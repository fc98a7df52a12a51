//! The instruction table. Every bit position of a token is here and nowhere else.
//!
//! A token is 24 bytes, seen as six little-endian words: operation code, destination, source A and
//! source B (or sampler) of two words each.

use super::LaneMask;
use retroshade_kit::bits::BitRange;
use retroshade_kit::isa::{Field, Format, Kind, Row, Table, code, field, zero};
use retroshade_kit::machine::numbers::{Comparison, Function, VectorFunction};

/// An instruction, in the order of [`TABLE`].
#[expect(
    missing_docs,
    reason = "each variant is the instruction of that mnemonic in the table"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opcode {
    Mov,
    Add,
    Sub,
    Mul,
    Div,
    Rcp,
    Min,
    Max,
    Frc,
    Sqt,
    Rsq,
    Pow,
    Log,
    Exp,
    Nrm,
    Sin,
    Cos,
    Crs,
    Dp3,
    Dp4,
    Abs,
    Neg,
    Sat,
    M33,
    M44,
    M34,
    Ddx,
    Ddy,
    Ife,
    Ine,
    Ifg,
    Ifl,
    Els,
    Eif,
    Kil,
    Tex,
    Sge,
    Slt,
    Seq,
    Sne,
}

impl Opcode {
    /// The row of the table.
    pub fn row(self) -> &'static Row<OpInfo> {
        &TABLE.rows[self as usize]
    }

    /// What the table holds besides the encoding.
    pub fn info(self) -> &'static OpInfo {
        &self.row().info
    }
}

/// The second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// There is none.
    None,
    /// A source.
    Source,
    /// A sampler.
    Sampler,
    /// The first of this many consecutive registers, the rows of a matrix.
    Matrix(u8),
}

/// The versions and stages that have an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Where {
    /// Only in fragment programs.
    pub fragment_only: bool,
    /// Only from version 2 on.
    pub version_2: bool,
}

/// What an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Lane i of the result from lane i of A and B.
    Lanes(Function),
    /// The inner product of so many lanes of A and B, for every lane of the result.
    Product(u8),
    /// x, y and z of the result from x, y and z of A and B.
    Vector(VectorFunction),
    /// Lane i is the inner product of the first `width` lanes of A and of row i of B.
    Matrix {
        /// 3 or 4.
        width: u8,
    },
    /// The difference to the neighbour in the quad.
    Derivative {
        /// True for the neighbour above instead of beside.
        vertical: bool,
    },
    /// Texture lookup.
    Lookup,
    /// Discards where A is below 0.
    Kill,
    /// Opens a block that runs where the comparison of A and B holds.
    If(Comparison),
    /// Ends the first block, and opens one that runs where the comparison does not hold.
    Else,
    /// Closes a block.
    EndIf,
}

impl Meaning {
    /// The lanes of the sources, before their swizzles, that every lane of the result depends on; `None` where a lane
    /// depends on those at its place.
    pub fn lanes_read(self) -> Option<LaneMask> {
        let first = |count: u8| LaneMask::from_bits((1 << count) - 1);
        match self {
            Meaning::Lanes(_) | Meaning::Derivative { .. } => None,
            Meaning::Product(count) | Meaning::Matrix { width: count } => Some(first(count)),
            Meaning::Vector(_) => Some(LaneMask::XYZ),
            // Of a cube. Other lookups read fewer.
            Meaning::Lookup => Some(LaneMask::XYZ),
            Meaning::Kill | Meaning::If(_) => Some(LaneMask::X),
            Meaning::Else | Meaning::EndIf => Some(LaneMask::NONE),
        }
    }
}

/// What is true of an instruction besides its encoding.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    /// The same as the row's place in the table.
    pub opcode: Opcode,
    /// True if it writes a destination.
    pub dest: bool,
    /// True if it reads source A.
    pub first: bool,
    /// The kind of operand B.
    pub second: Second,
    /// True if exactly x, y and z must be written.
    pub xyz: bool,
    /// True if the sources must name a single lane.
    pub scalar: bool,
    /// Stages and versions.
    pub place: Where,
    /// What it computes.
    pub meaning: Meaning,
}

impl OpInfo {
    /// The number of sources, the sampler included.
    pub fn sources(&self) -> usize {
        usize::from(self.first) + usize::from(self.second != Second::None)
    }

    /// The number of operands in assembly text.
    pub fn operands(&self) -> usize {
        usize::from(self.dest) + self.sources()
    }

    /// The rows of its matrix operand, 1 for a plain source.
    pub fn rows(&self) -> u16 {
        match self.second {
            Second::Matrix(rows) => rows.into(),
            Second::None | Second::Source | Second::Sampler => 1,
        }
    }

    /// The components that it writes whenever it writes any: the runtime demands it of some
    /// instructions, and clients get others wrong that write fewer (portability rules P2, P3 and P8).
    pub fn whole(&self) -> LaneMask {
        match (self.xyz, self.meaning, self.second) {
            (true, ..) => LaneMask::XYZ,
            (_, Meaning::Lookup, _) | (.., Second::Matrix(_)) => LaneMask::ALL,
            _ => LaneMask::NONE,
        }
    }

    /// True if it opens a conditional block.
    pub fn is_if(&self) -> bool {
        matches!(self.meaning, Meaning::If(_))
    }

    /// True if the result of a lane depends on that lane of the sources only.
    pub fn is_lanewise(&self) -> bool {
        matches!(self.meaning, Meaning::Lanes(_) | Meaning::Derivative { .. })
    }
}

const CODE: Field = code(0, 32);

/// The bit ranges of the operand fields, for the verifier, which has to look at illegal tokens.
pub mod fields {
    use super::BitRange;

    /// The whole destination.
    pub const DEST: BitRange = BitRange::new(32, 64);
    /// The whole source A.
    pub const A: BitRange = BitRange::new(64, 128);
    /// The whole source B or sampler.
    pub const B: BitRange = BitRange::new(128, 192);

    /// Bits of a destination, counted from its first.
    pub mod dest {
        use super::BitRange;
        /// Register number.
        pub const NUMBER: BitRange = BitRange::new(0, 16);
        /// Write mask.
        pub const MASK: BitRange = BitRange::new(16, 20);
        /// Reserved.
        pub const RESERVED_MASK: BitRange = BitRange::new(20, 24);
        /// Register file.
        pub const FILE: BitRange = BitRange::new(24, 28);
        /// Reserved.
        pub const RESERVED_FILE: BitRange = BitRange::new(28, 32);
    }

    /// Bits of a source, counted from its first.
    pub mod source {
        use super::BitRange;
        /// Register number; of the index register where indirect.
        pub const NUMBER: BitRange = BitRange::new(0, 16);
        /// Added to the index.
        pub const OFFSET: BitRange = BitRange::new(16, 24);
        /// Swizzle.
        pub const SWIZZLE: BitRange = BitRange::new(24, 32);
        /// Register file.
        pub const FILE: BitRange = BitRange::new(32, 36);
        /// Reserved.
        pub const RESERVED_FILE: BitRange = BitRange::new(36, 40);
        /// File of the index register.
        pub const INDEX_FILE: BitRange = BitRange::new(40, 44);
        /// Reserved.
        pub const RESERVED_INDEX: BitRange = BitRange::new(44, 48);
        /// Lane of the index register.
        pub const INDEX_LANE: BitRange = BitRange::new(48, 50);
        /// Reserved.
        pub const RESERVED_FLAGS: BitRange = BitRange::new(50, 63);
        /// Whether it is indirect.
        pub const INDIRECT: BitRange = BitRange::new(63, 64);
    }

    /// Bits of a sampler, counted from its first.
    pub mod sampler {
        use super::BitRange;
        /// Sampler register.
        pub const NUMBER: BitRange = BitRange::new(0, 16);
        /// Level of detail bias in eighths, signed.
        pub const BIAS: BitRange = BitRange::new(16, 24);
        /// Reserved.
        pub const RESERVED: BitRange = BitRange::new(24, 32);
        /// Register file.
        pub const FILE: BitRange = BitRange::new(32, 36);
        /// Reserved.
        pub const RESERVED_FILE: BitRange = BitRange::new(36, 40);
        /// Texel format.
        pub const FORMAT: BitRange = BitRange::new(40, 44);
        /// Dimension.
        pub const DIMENSION: BitRange = BitRange::new(44, 48);
        /// Special flags.
        pub const SPECIAL: BitRange = BitRange::new(48, 52);
        /// Wrapping.
        pub const WRAP: BitRange = BitRange::new(52, 56);
        /// Mipmapping.
        pub const MIP: BitRange = BitRange::new(56, 60);
        /// Filter.
        pub const FILTER: BitRange = BitRange::new(60, 64);
    }
}

const fn place(base: BitRange, name: &'static str, range: BitRange, kind: Kind) -> Field {
    field(name, base.start + range.start, base.start + range.end, kind)
}

const fn reserved(base: BitRange, range: BitRange) -> Field {
    zero(base.start + range.start, base.start + range.end)
}

use fields::{A, B, DEST, dest, sampler, source};

const D_NUMBER: Field = place(DEST, "d.number", dest::NUMBER, Kind::Number);
const D_MASK: Field = place(DEST, "d.mask", dest::MASK, Kind::Number);
const D_ZERO_MASK: Field = reserved(DEST, dest::RESERVED_MASK);
const D_FILE: Field = place(DEST, "d.file", dest::FILE, Kind::Below(8));
const D_ZERO_FILE: Field = reserved(DEST, dest::RESERVED_FILE);
const NO_DEST: Field = zero(32, 64);

macro_rules! source_fields {
    ($base:ident: $($number:literal $offset:literal $swizzle:literal $file:literal $index_file:literal
        $index_lane:literal $indirect:literal)*) => {
        $([
            place($base, $number, source::NUMBER, Kind::Number),
            place($base, $offset, source::OFFSET, Kind::Number),
            place($base, $swizzle, source::SWIZZLE, Kind::Number),
            place($base, $file, source::FILE, Kind::Below(8)),
            reserved($base, source::RESERVED_FILE),
            place($base, $index_file, source::INDEX_FILE, Kind::Below(8)),
            reserved($base, source::RESERVED_INDEX),
            place($base, $index_lane, source::INDEX_LANE, Kind::Number),
            reserved($base, source::RESERVED_FLAGS),
            place($base, $indirect, source::INDIRECT, Kind::Number),
        ])*
    };
}

const A_FIELDS: [Field; 10] = source_fields!(A: "a.number" "a.offset" "a.swizzle" "a.file"
    "a.index_file" "a.index_lane" "a.indirect");
const B_FIELDS: [Field; 10] = source_fields!(B: "b.number" "b.offset" "b.swizzle" "b.file"
    "b.index_file" "b.index_lane" "b.indirect");
const S_FIELDS: [Field; 11] = [
    place(B, "s.number", sampler::NUMBER, Kind::Number),
    place(B, "s.bias", sampler::BIAS, Kind::Signed),
    reserved(B, sampler::RESERVED),
    place(B, "s.file", sampler::FILE, Kind::Fixed(5)),
    reserved(B, sampler::RESERVED_FILE),
    place(B, "s.format", sampler::FORMAT, Kind::Below(4)),
    place(B, "s.dimension", sampler::DIMENSION, Kind::Below(3)),
    place(B, "s.special", sampler::SPECIAL, Kind::Below(8)),
    place(B, "s.wrap", sampler::WRAP, Kind::Below(4)),
    place(B, "s.mip", sampler::MIP, Kind::Below(3)),
    place(B, "s.filter", sampler::FILTER, Kind::Below(6)),
];
const NO_B: [Field; 1] = [zero(128, 192)];
const D_FIELDS: [Field; 5] = [D_NUMBER, D_MASK, D_ZERO_MASK, D_FILE, D_ZERO_FILE];

const fn join<const N: usize>(lists: [&[Field]; 4]) -> [Field; N] {
    let mut all = [CODE; N];
    let (mut list, mut next) = (0, 0);
    while list < 4 {
        let mut index = 0;
        while index < lists[list].len() {
            all[next] = lists[list][index];
            next += 1;
            index += 1;
        }
        list += 1;
    }
    assert!(next == N, "the lists hold as many fields as the format");
    all
}

const fn format(name: &'static str, fields: &'static [Field]) -> Format {
    Format {
        name,
        width: 192,
        fields,
    }
}

static DA: Format = format(
    "d a",
    &const { join::<17>([&[CODE], &D_FIELDS, &A_FIELDS, &NO_B]) },
);
static DAB: Format = format(
    "d a b",
    &const { join::<26>([&[CODE], &D_FIELDS, &A_FIELDS, &B_FIELDS]) },
);
static DAS: Format = format(
    "d a s",
    &const { join::<27>([&[CODE], &D_FIELDS, &A_FIELDS, &S_FIELDS]) },
);
static ONLY_A: Format = format(
    "a",
    &const { join::<13>([&[CODE], &[NO_DEST], &A_FIELDS, &NO_B]) },
);
static AB: Format = format(
    "a b",
    &const { join::<22>([&[CODE], &[NO_DEST], &A_FIELDS, &B_FIELDS]) },
);
static BARE: Format = format(
    "bare",
    &const { join::<4>([&[CODE], &[NO_DEST], &[zero(64, 128)], &NO_B]) },
);

const ANYWHERE: Where = Where {
    fragment_only: false,
    version_2: false,
};
const FRAGMENT: Where = Where {
    fragment_only: true,
    version_2: false,
};
const V2: Where = Where {
    fragment_only: false,
    version_2: true,
};

const fn one_source(opcode: Opcode, meaning: Meaning) -> OpInfo {
    OpInfo {
        opcode,
        dest: true,
        first: true,
        second: Second::None,
        xyz: false,
        scalar: false,
        place: ANYWHERE,
        meaning,
    }
}

const fn two_sources(opcode: Opcode, meaning: Meaning) -> OpInfo {
    OpInfo {
        second: Second::Source,
        ..one_source(opcode, meaning)
    }
}

const fn unary(opcode: Opcode, function: Function) -> OpInfo {
    one_source(opcode, Meaning::Lanes(function))
}

const fn binary(opcode: Opcode, function: Function) -> OpInfo {
    two_sources(opcode, Meaning::Lanes(function))
}

const fn truth(opcode: Opcode, comparison: Comparison) -> OpInfo {
    binary(opcode, Function::Compare(comparison))
}

const fn matrix(opcode: Opcode, rows: u8, width: u8) -> OpInfo {
    OpInfo {
        second: Second::Matrix(rows),
        xyz: rows == 3,
        ..one_source(opcode, Meaning::Matrix { width })
    }
}

const fn derivative(opcode: Opcode, meaning: Meaning) -> OpInfo {
    OpInfo {
        place: Where {
            fragment_only: true,
            version_2: true,
        },
        ..one_source(opcode, meaning)
    }
}

const fn condition(opcode: Opcode, comparison: Comparison) -> OpInfo {
    OpInfo {
        dest: false,
        scalar: true,
        place: V2,
        ..two_sources(opcode, Meaning::If(comparison))
    }
}

const fn block(opcode: Opcode, meaning: Meaning) -> OpInfo {
    OpInfo {
        dest: false,
        first: false,
        place: V2,
        ..one_source(opcode, meaning)
    }
}

const fn row(
    name: &'static str,
    format: &'static Format,
    code: u64,
    info: OpInfo,
    note: &'static str,
) -> Row<OpInfo> {
    Row {
        name,
        format,
        code,
        fixed: &[],
        info,
        note,
    }
}

/// All instructions that a runtime accepts in versions 1 to 3.
pub static TABLE: Table<OpInfo> = Table { rows: &ROWS };

static ROWS: [Row<OpInfo>; 40] = [
    row(
        "mov",
        &DA,
        0x00,
        unary(Opcode::Mov, Function::Copy),
        "a; the only one-source instruction that may read a constant",
    ),
    row(
        "add",
        &DAB,
        0x01,
        binary(Opcode::Add, Function::Add),
        "a + b",
    ),
    row(
        "sub",
        &DAB,
        0x02,
        binary(Opcode::Sub, Function::Subtract),
        "a - b",
    ),
    row(
        "mul",
        &DAB,
        0x03,
        binary(Opcode::Mul, Function::Multiply),
        "a * b",
    ),
    row(
        "div",
        &DAB,
        0x04,
        binary(Opcode::Div, Function::Divide),
        "a / b",
    ),
    row(
        "rcp",
        &DA,
        0x05,
        unary(Opcode::Rcp, Function::Reciprocal),
        "1 / a",
    ),
    row(
        "min",
        &DAB,
        0x06,
        binary(Opcode::Min, Function::Minimum),
        "the smaller",
    ),
    row(
        "max",
        &DAB,
        0x07,
        binary(Opcode::Max, Function::Maximum),
        "the larger",
    ),
    row(
        "frc",
        &DA,
        0x08,
        unary(Opcode::Frc, Function::Fraction),
        "a - floor(a)",
    ),
    row(
        "sqt",
        &DA,
        0x09,
        unary(Opcode::Sqt, Function::SquareRoot),
        "square root; undefined below 0",
    ),
    row(
        "rsq",
        &DA,
        0x0a,
        unary(Opcode::Rsq, Function::ReciprocalSquareRoot),
        "1 / square root; undefined below 0",
    ),
    row(
        "pow",
        &DAB,
        0x0b,
        binary(Opcode::Pow, Function::Power),
        "a to the b; undefined for a below 0",
    ),
    row(
        "log",
        &DA,
        0x0c,
        unary(Opcode::Log, Function::Log2),
        "logarithm to base 2; undefined below 0",
    ),
    row(
        "exp",
        &DA,
        0x0d,
        unary(Opcode::Exp, Function::Exp2),
        "2 to the a",
    ),
    row(
        "nrm",
        &DA,
        0x0e,
        OpInfo {
            xyz: true,
            ..one_source(Opcode::Nrm, Meaning::Vector(VectorFunction::Normalize))
        },
        "a.xyz / length(a.xyz)",
    ),
    row(
        "sin",
        &DA,
        0x0f,
        unary(Opcode::Sin, Function::Sine),
        "sine of radians",
    ),
    row(
        "cos",
        &DA,
        0x10,
        unary(Opcode::Cos, Function::Cosine),
        "cosine of radians",
    ),
    row(
        "crs",
        &DAB,
        0x11,
        OpInfo {
            xyz: true,
            ..two_sources(Opcode::Crs, Meaning::Vector(VectorFunction::Cross))
        },
        "vector product of a.xyz and b.xyz",
    ),
    row(
        "dp3",
        &DAB,
        0x12,
        two_sources(Opcode::Dp3, Meaning::Product(3)),
        "inner product of lanes xyz, in every written lane",
    ),
    row(
        "dp4",
        &DAB,
        0x13,
        two_sources(Opcode::Dp4, Meaning::Product(4)),
        "inner product of lanes xyzw, in every written lane",
    ),
    row(
        "abs",
        &DA,
        0x14,
        unary(Opcode::Abs, Function::Absolute),
        "|a|",
    ),
    row("neg", &DA, 0x15, unary(Opcode::Neg, Function::Negate), "-a"),
    row(
        "sat",
        &DA,
        0x16,
        unary(Opcode::Sat, Function::Saturate),
        "clamped to 0..1",
    ),
    row(
        "m33",
        &DAB,
        0x17,
        matrix(Opcode::M33, 3, 3),
        "lane i = dot3(a, row i of b)",
    ),
    row(
        "m44",
        &DAB,
        0x18,
        matrix(Opcode::M44, 4, 4),
        "lane i = dot4(a, row i of b)",
    ),
    row(
        "m34",
        &DAB,
        0x19,
        matrix(Opcode::M34, 3, 4),
        "lane i = dot4(a, row i of b), three rows",
    ),
    row(
        "ddx",
        &DA,
        0x1a,
        derivative(Opcode::Ddx, Meaning::Derivative { vertical: false }),
        "horizontal difference in the quad",
    ),
    row(
        "ddy",
        &DA,
        0x1b,
        derivative(Opcode::Ddy, Meaning::Derivative { vertical: true }),
        "vertical difference in the quad",
    ),
    row(
        "ife",
        &AB,
        0x1c,
        condition(Opcode::Ife, Comparison::EQUAL),
        "if a == b",
    ),
    row(
        "ine",
        &AB,
        0x1d,
        condition(Opcode::Ine, Comparison::NOT_EQUAL),
        "if a != b",
    ),
    row(
        "ifg",
        &AB,
        0x1e,
        condition(Opcode::Ifg, Comparison::GREATER),
        "if a > b",
    ),
    row(
        "ifl",
        &AB,
        0x1f,
        condition(Opcode::Ifl, Comparison::LESS),
        "if a < b",
    ),
    row(
        "els",
        &BARE,
        0x20,
        block(Opcode::Els, Meaning::Else),
        "else",
    ),
    row(
        "eif",
        &BARE,
        0x21,
        block(Opcode::Eif, Meaning::EndIf),
        "end of the conditional",
    ),
    row(
        "kil",
        &ONLY_A,
        0x27,
        OpInfo {
            dest: false,
            scalar: true,
            place: FRAGMENT,
            ..one_source(Opcode::Kil, Meaning::Kill)
        },
        "discards the fragment where a < 0",
    ),
    row(
        "tex",
        &DAS,
        0x28,
        OpInfo {
            place: FRAGMENT,
            second: Second::Sampler,
            ..one_source(Opcode::Tex, Meaning::Lookup)
        },
        "texture lookup at a",
    ),
    row(
        "sge",
        &DAB,
        0x29,
        truth(Opcode::Sge, Comparison::GREATER_OR_EQUAL),
        "a >= b ? 1 : 0",
    ),
    row(
        "slt",
        &DAB,
        0x2a,
        truth(Opcode::Slt, Comparison::LESS),
        "a < b ? 1 : 0",
    ),
    row(
        "seq",
        &DAB,
        0x2c,
        truth(Opcode::Seq, Comparison::EQUAL),
        "a == b ? 1 : 0",
    ),
    row(
        "sne",
        &DAB,
        0x2d,
        truth(Opcode::Sne, Comparison::NOT_EQUAL),
        "a != b ? 1 : 0",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::roundtrip::table_round_trips;

    #[test]
    fn the_table_is_sound() {
        assert_eq!(TABLE.problems(), Vec::<String>::new());
        for (index, row) in TABLE.rows.iter().enumerate() {
            assert_eq!(row.info.opcode as usize, index, "{}", row.name);
        }
    }

    #[test]
    fn encodings_round_trip() {
        assert_eq!(table_round_trips(&TABLE, 200, 1), Ok(()));
    }

    #[test]
    fn formats_agree_with_the_operands() {
        for row in TABLE.rows {
            let info = row.info;
            assert_eq!(
                row.format.operand("d.mask").is_some(),
                info.dest,
                "{}",
                row.name
            );
            assert_eq!(
                row.format.operand("a.swizzle").is_some(),
                info.first,
                "{}",
                row.name
            );
            assert_eq!(
                row.format.operand("s.bias").is_some(),
                info.second == Second::Sampler
            );
            let source = matches!(info.second, Second::Source | Second::Matrix(_));
            assert_eq!(
                row.format.operand("b.swizzle").is_some(),
                source,
                "{}",
                row.name
            );
        }
    }
}
