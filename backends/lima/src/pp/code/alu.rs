//! The lane-wise operations of the arithmetic units.

/// A lane-wise operation of the arithmetic units: its code in each stage that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Alu {
    /// Name, for people.
    pub name: &'static str,
    /// Code in the multipliers.
    pub mul: Option<i64>,
    /// Code in the adders.
    pub add: Option<i64>,
    /// Whether the operands may be swapped.
    pub commutative: bool,
    /// How many operands it has.
    pub operands: usize,
}

macro_rules! alu {
    ($($name:ident $text:literal $mul:expr, $add:expr, $commutative:literal, $operands:literal;)*) => {
        /// The lane-wise operations.
        #[expect(missing_docs, reason = "the instruction set says what each is")]
        impl Alu {
            $(pub const $name: Alu = Alu {
                name: $text,
                mul: $mul,
                add: $add,
                commutative: $commutative,
                operands: $operands,
            };)*

            /// All of them.
            pub const ALL: &[Alu] = &[$(Alu::$name),*];
        }
    };
}

alu! {
    MOV "mov" Some(31), Some(31), false, 1;
    MUL "mul" Some(0), None, true, 2;
    MUL_X2 "mul_x2" Some(1), None, true, 2;
    MUL_X4 "mul_x4" Some(2), None, true, 2;
    MUL_X8 "mul_x8" Some(3), None, true, 2;
    MUL_D16 "mul_d16" Some(4), None, true, 2;
    MUL_D8 "mul_d8" Some(5), None, true, 2;
    MUL_D4 "mul_d4" Some(6), None, true, 2;
    MUL_D2 "mul_d2" Some(7), None, true, 2;
    ADD "add" None, Some(0), true, 2;
    MIN "min" Some(16), Some(14), true, 2;
    MAX "max" Some(17), Some(15), true, 2;
    NE "ne" Some(12), Some(8), true, 2;
    GT "gt" Some(13), Some(9), false, 2;
    GE "ge" Some(14), Some(10), false, 2;
    EQ "eq" Some(15), Some(11), true, 2;
    NOT "not" Some(8), None, false, 1;
    FLOOR "floor" None, Some(12), false, 1;
    CEIL "ceil" None, Some(13), false, 1;
    FRACT "fract" None, Some(4), false, 1;
    DFDX "dFdx" None, Some(20), false, 2;
    DFDY "dFdy" None, Some(21), false, 2;
}

impl Alu {
    /// A product times a power of two that the multipliers have.
    pub fn scaled_product(power: f32) -> Option<Alu> {
        let powers = [
            (2.0, Alu::MUL_X2),
            (4.0, Alu::MUL_X4),
            (8.0, Alu::MUL_X8),
            (0.0625, Alu::MUL_D16),
            (0.125, Alu::MUL_D8),
            (0.25, Alu::MUL_D4),
            (0.5, Alu::MUL_D2),
        ];
        let found = powers.into_iter().find(|(known, _)| *known == power);
        found.map(|(_, alu)| alu)
    }
}
