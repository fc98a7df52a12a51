//! Bit positions, input codes and operations. Everything here is on the page docs/lima-gp.md.

use retroshade_kit::bits::BitRange;
use retroshade_kit::machine::numbers::{Comparison, Function};

/// 32-bit words of an instruction.
pub const WORDS: usize = 4;
/// Instructions of the program memory.
pub const INSTRUCTIONS: usize = 512;
/// Vectors of uniforms, constants and temporaries that the driver interface has room for.
pub const UNIFORMS: u32 = 304;
/// Attribute registers.
pub const ATTRIBUTES: u32 = 16;
/// Registers of four lanes.
pub const REGISTERS: u8 = 16;
/// Outputs, gl_Position among them.
pub const OUTPUTS: u32 = 13;
/// Instructions from the store of a register to the first load that sees it.
pub const REGISTER_LATENCY: usize = 3;
/// Instructions from the store of a temporary to the first load that sees it.
pub const TEMPORARY_LATENCY: usize = 4;
/// Instructions from the setting of an address register to the first load that may use it.
pub const ADDRESS_LATENCY: usize = 4;

/// A field of the instruction.
#[derive(Clone, Copy, Debug)]
pub struct FieldRow {
    /// The field.
    pub field: Field,
    /// The name.
    pub name: &'static str,
    /// The bits.
    pub bits: BitRange,
    /// What an instruction that does nothing has here.
    pub idle: u16,
}

macro_rules! fields {
    ($($name:ident $text:literal $start:literal + $width:literal = $idle:literal;)*) => {
        /// Names of the fields.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the table says what each is")]
        pub enum Field { $($name,)* }

        /// Every field, in the order of its bits.
        pub const FIELDS: &[FieldRow] = &[$(FieldRow {
            field: Field::$name,
            name: $text,
            bits: BitRange::new($start, $start + $width),
            idle: $idle,
        },)*];
    };
}

fields! {
    Mul0A "mul0_src0" 0 + 5 = 21;
    Mul0B "mul0_src1" 5 + 5 = 21;
    Mul1A "mul1_src0" 10 + 5 = 21;
    Mul1B "mul1_src1" 15 + 5 = 21;
    Mul0Negate "mul0_neg" 20 + 1 = 0;
    Mul1Negate "mul1_neg" 21 + 1 = 0;
    Acc0A "acc0_src0" 22 + 5 = 21;
    Acc0B "acc0_src1" 27 + 5 = 21;
    Acc1A "acc1_src0" 32 + 5 = 21;
    Acc1B "acc1_src1" 37 + 5 = 21;
    Acc0NegateA "acc0_src0_neg" 42 + 1 = 0;
    Acc0NegateB "acc0_src1_neg" 43 + 1 = 0;
    Acc1NegateA "acc1_src0_neg" 44 + 1 = 0;
    Acc1NegateB "acc1_src1_neg" 45 + 1 = 0;
    LoadAddress "load_addr" 46 + 9 = 0;
    LoadOffset "load_offset" 55 + 3 = 7;
    Port0 "reg0_addr" 58 + 4 = 0;
    Port0Attribute "reg0_attr" 62 + 1 = 0;
    Port1 "reg1_addr" 63 + 4 = 0;
    StoreXyTemporary "store0_temp" 67 + 1 = 0;
    StoreZwTemporary "store1_temp" 68 + 1 = 0;
    Branch "branch" 69 + 1 = 0;
    BranchNear "branch_lo" 70 + 1 = 0;
    StoreX "store0_x" 71 + 3 = 7;
    StoreY "store0_y" 74 + 3 = 7;
    StoreZ "store1_z" 77 + 3 = 7;
    StoreW "store1_w" 80 + 3 = 7;
    AccOp "acc_op" 83 + 3 = 0;
    ComplexOp "complex_op" 86 + 4 = 0;
    StoreXyAddress "store0_addr" 90 + 4 = 0;
    StoreXyVarying "store0_varying" 94 + 1 = 0;
    StoreZwAddress "store1_addr" 95 + 4 = 0;
    StoreZwVarying "store1_varying" 99 + 1 = 0;
    MulOp "mul_op" 100 + 3 = 0;
    PassOp "pass_op" 103 + 3 = 2;
    ComplexInput "complex_src" 106 + 5 = 21;
    PassInput "pass_src" 111 + 5 = 21;
    Flags "flags" 116 + 4 = 0;
    BranchTarget "branch_target" 120 + 8 = 0;
}

/// The number of fields.
pub const FIELD_COUNT: usize = FIELDS.len();

/// Values of [`Field::Flags`].
pub mod flags {
    /// With a store to a temporary.
    pub const TEMPORARY: u16 = 12;
    /// With a branch.
    pub const BRANCH: u16 = 13;
}

/// The offset field of a load without an address register.
pub const NO_OFFSET: u16 = 7;
/// The store source that leaves a component.
pub const NO_STORE: u16 = 7;

/// The function units, in the order of their store codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the units' own names")]
pub enum Unit {
    Acc0,
    Acc1,
    Mul0,
    Mul1,
    Pass,
    Complex,
}

impl Unit {
    /// Every unit.
    pub const ALL: [Unit; 6] = [
        Unit::Acc0,
        Unit::Acc1,
        Unit::Mul0,
        Unit::Mul1,
        Unit::Pass,
        Unit::Complex,
    ];

    /// The code of a store's source.
    pub const fn store_code(self) -> u16 {
        match self {
            Unit::Acc0 => 0,
            Unit::Acc1 => 1,
            Unit::Mul0 => 2,
            Unit::Mul1 => 3,
            Unit::Pass => 4,
            Unit::Complex => 6,
        }
    }

    /// The unit of a store's source.
    pub fn from_store_code(code: u16) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| unit.store_code() == code)
    }

    /// The name in assembly.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Acc0 => "^a0",
            Unit::Acc1 => "^a1",
            Unit::Mul0 => "^m0",
            Unit::Mul1 => "^m1",
            Unit::Pass => "^p",
            Unit::Complex => "^c",
        }
    }

    /// The input code of its result one instruction later.
    pub const fn previous(self) -> u16 {
        match self {
            Unit::Acc0 => 16,
            Unit::Acc1 => 17,
            Unit::Mul0 => 18,
            Unit::Mul1 => 19,
            Unit::Pass => 20,
            Unit::Complex => 22,
        }
    }

    /// The input code of its result two instructions later.
    pub const fn before(self) -> Option<u16> {
        match self {
            Unit::Acc0 => Some(24),
            Unit::Acc1 => Some(25),
            Unit::Mul0 => Some(26),
            Unit::Mul1 => Some(27),
            Unit::Pass => Some(23),
            Unit::Complex => None,
        }
    }
}

/// The input code for nothing.
pub const NOTHING: u16 = 21;
/// The input code of the complex result; as second input of acc the number 0, of mul the number 1.
pub const IDENTITY: u16 = 22;

/// What an input code selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A lane of the attribute or register on port 0.
    Port0(u8),
    /// A lane of the register on port 1.
    Port1(u8),
    /// A lane of the uniform or temporary.
    Memory(u8),
    /// A lane of what was on port 0 one instruction ago.
    Port0Before(u8),
    /// A unit's result of one instruction ago.
    Previous(Unit),
    /// A unit's result of two instructions ago.
    Before(Unit),
    /// Nothing.
    Nothing,
}

impl Source {
    /// The source of a code; `None` for the codes nobody knows (8 to 11) and those out of range.
    pub fn from_code(code: u16) -> Option<Source> {
        let lane = (code & 3) as u8;
        let unit = |unit: Unit, age| match age {
            1 => Some(Source::Previous(unit)),
            _ => Some(Source::Before(unit)),
        };
        match code {
            0..=3 => Some(Source::Port0(lane)),
            4..=7 => Some(Source::Port1(lane)),
            12..=15 => Some(Source::Memory(lane)),
            16 => unit(Unit::Acc0, 1),
            17 => unit(Unit::Acc1, 1),
            18 => unit(Unit::Mul0, 1),
            19 => unit(Unit::Mul1, 1),
            20 => unit(Unit::Pass, 1),
            NOTHING => Some(Source::Nothing),
            IDENTITY => unit(Unit::Complex, 1),
            23 => unit(Unit::Pass, 2),
            24 => unit(Unit::Acc0, 2),
            25 => unit(Unit::Acc1, 2),
            26 => unit(Unit::Mul0, 2),
            27 => unit(Unit::Mul1, 2),
            28..=31 => Some(Source::Port0Before(lane)),
            _ => None,
        }
    }

    /// The spelling in assembly.
    pub fn name(self) -> &'static str {
        let of = |lane: u8, names: [&'static str; 4]| names.get(usize::from(lane)).copied();
        let name = match self {
            Source::Port0(lane) => of(lane, ["^r0.x", "^r0.y", "^r0.z", "^r0.w"]),
            Source::Port1(lane) => of(lane, ["^r1.x", "^r1.y", "^r1.z", "^r1.w"]),
            Source::Memory(lane) => of(lane, ["^u.x", "^u.y", "^u.z", "^u.w"]),
            Source::Port0Before(lane) => {
                of(lane, ["^r0[-1].x", "^r0[-1].y", "^r0[-1].z", "^r0[-1].w"])
            }
            Source::Previous(unit) => Some(match unit {
                Unit::Acc0 => "^a0[-1]",
                Unit::Acc1 => "^a1[-1]",
                Unit::Mul0 => "^m0[-1]",
                Unit::Mul1 => "^m1[-1]",
                Unit::Pass => "^p[-1]",
                Unit::Complex => "^c[-1]",
            }),
            Source::Before(unit) => Some(match unit {
                Unit::Acc0 => "^a0[-2]",
                Unit::Acc1 => "^a1[-2]",
                Unit::Mul0 => "^m0[-2]",
                Unit::Mul1 => "^m1[-2]",
                Unit::Pass => "^p[-2]",
                Unit::Complex => "^c[-2]",
            }),
            Source::Nothing => Some("_"),
        };
        name.unwrap_or("?")
    }
}

/// An operation of the accumulators.
#[derive(Clone, Copy, Debug)]
pub struct AccRow {
    /// Code.
    pub code: u16,
    /// Name.
    pub name: &'static str,
    /// What it computes of one operand or two.
    pub function: Function,
}

/// Codes of the accumulators' operations.
#[expect(missing_docs, reason = "the table says what each is")]
pub mod acc {
    pub const ADD: u16 = 0;
    pub const FLOOR: u16 = 1;
    pub const SIGN: u16 = 2;
    pub const GE: u16 = 4;
    pub const LT: u16 = 5;
    pub const MIN: u16 = 6;
    pub const MAX: u16 = 7;
}

/// The accumulators' operations.
pub const ACC: &[AccRow] = &[
    AccRow {
        code: acc::ADD,
        name: "add",
        function: Function::Add,
    },
    AccRow {
        code: acc::FLOOR,
        name: "floor",
        function: Function::Floor,
    },
    AccRow {
        code: acc::SIGN,
        name: "sign",
        function: Function::Sign,
    },
    AccRow {
        code: acc::GE,
        name: "ge",
        function: Function::Compare(Comparison::GREATER_OR_EQUAL),
    },
    AccRow {
        code: acc::LT,
        name: "lt",
        function: Function::Compare(Comparison::LESS),
    },
    AccRow {
        code: acc::MIN,
        name: "min",
        function: Function::Minimum,
    },
    AccRow {
        code: acc::MAX,
        name: "max",
        function: Function::Maximum,
    },
];

/// Codes of the multipliers' operations.
#[expect(missing_docs, reason = "docs/lima-gp.md has the patterns")]
pub mod mul {
    pub const MUL: u16 = 0;
    pub const COMPLEX1: u16 = 1;
    pub const COMPLEX2: u16 = 3;
    pub const SELECT: u16 = 4;
}

/// The multipliers' operations: code and name.
pub const MUL: &[(u16, &str)] = &[
    (mul::MUL, "mul"),
    (mul::COMPLEX1, "complex1"),
    (mul::COMPLEX2, "complex2"),
    (mul::SELECT, "sel"),
];

/// Codes of the complex unit's operations.
#[expect(missing_docs, reason = "docs/lima-gp.md has the patterns")]
pub mod complex {
    pub const IDLE: u16 = 0;
    pub const EXP2: u16 = 2;
    pub const LOG2: u16 = 3;
    pub const RSQRT: u16 = 4;
    pub const RCP: u16 = 5;
    pub const MOV: u16 = 9;
    /// Address registers 0 and 1, from the pass unit.
    pub const SET_A01: u16 = 10;
    pub const SET_A0: u16 = 12;
}

/// The complex unit's operations: code and name.
pub const COMPLEX: &[(u16, &str)] = &[
    (complex::IDLE, "nop"),
    (complex::EXP2, "exp2"),
    (complex::LOG2, "log2"),
    (complex::RSQRT, "rsqrt"),
    (complex::RCP, "rcp"),
    (complex::MOV, "mov"),
    (complex::SET_A01, "setA01"),
    (complex::SET_A0, "setA0"),
    (13, "setA1"),
    (14, "setA2"),
    (15, "setA3"),
];

/// Codes of the pass unit's operations.
#[expect(missing_docs, reason = "docs/lima-gp.md has the patterns")]
pub mod pass {
    pub const MOV: u16 = 2;
    pub const PREEXP2: u16 = 4;
    pub const POSTLOG2: u16 = 5;
    pub const CLAMP: u16 = 6;
}

/// The pass unit's operations: code and name.
pub const PASS: &[(u16, &str)] = &[
    (pass::MOV, "mov"),
    (pass::PREEXP2, "preexp2"),
    (pass::POSTLOG2, "postlog2"),
    (pass::CLAMP, "clamp"),
];

/// The name of a code in one of the tables above.
pub fn name_of(table: &[(u16, &'static str)], code: u16) -> Option<&'static str> {
    let row = table.iter().find(|row| row.0 == code);
    row.map(|row| row.1)
}

/// The address registers that a complex operation sets.
pub fn addresses_set(code: u16) -> std::ops::Range<u16> {
    match code {
        complex::SET_A01 => 0..2,
        complex::SET_A0..=15 => code - complex::SET_A0..code - complex::SET_A0 + 1,
        _ => 0..0,
    }
}

/// The row of an accumulators' operation.
pub fn acc_row(code: u16) -> Option<&'static AccRow> {
    ACC.iter().find(|row| row.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_cover_the_instruction_once() {
        let mut next = 0;
        for (index, row) in FIELDS.iter().enumerate() {
            assert_eq!(row.bits.start, next, "{}", row.name);
            assert_eq!(row.field as usize, index);
            assert!(u64::from(row.idle) <= row.bits.max());
            next = row.bits.end;
        }
        assert_eq!(usize::from(next), 32 * WORDS);
    }

    #[test]
    fn every_unit_is_read_through_its_codes() {
        for unit in Unit::ALL {
            assert_eq!(
                Source::from_code(unit.previous()),
                Some(Source::Previous(unit))
            );
            if let Some(code) = unit.before() {
                assert_eq!(Source::from_code(code), Some(Source::Before(unit)));
            }
            assert_eq!(Unit::from_store_code(unit.store_code()), Some(unit));
        }
    }
}
