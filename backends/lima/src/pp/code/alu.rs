//! The lane-wise operations of the arithmetic units.

/// A lane-wise operation of the arithmetic units, by its name in the instruction table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Alu {
    /// The name of its rows.
    pub name: &'static str,
    /// True if the multipliers have it.
    pub mul: bool,
    /// True if the adders have it.
    pub add: bool,
    /// True if the operands may be swapped.
    pub commutative: bool,
    /// The number of operands that it has.
    pub operands: usize,
}

macro_rules! alu {
    ($($name:ident $text:literal $mul:literal, $add:literal, $commutative:literal, $operands:literal;)*) => {
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
    MOV "mov" true, true, false, 1;
    MUL "mul" true, false, true, 2;
    MUL_X2 "mul_x2" true, false, true, 2;
    MUL_X4 "mul_x4" true, false, true, 2;
    MUL_X8 "mul_x8" true, false, true, 2;
    MUL_D16 "mul_d16" true, false, true, 2;
    MUL_D8 "mul_d8" true, false, true, 2;
    MUL_D4 "mul_d4" true, false, true, 2;
    MUL_D2 "mul_d2" true, false, true, 2;
    ADD "add" false, true, true, 2;
    MIN "min" true, true, true, 2;
    MAX "max" true, true, true, 2;
    NE "ne" true, true, true, 2;
    GT "gt" true, true, false, 2;
    GE "ge" true, true, false, 2;
    EQ "eq" true, true, true, 2;
    NOT "not" true, false, false, 1;
    FLOOR "floor" false, true, false, 1;
    CEIL "ceil" false, true, false, 1;
    FRACT "fract" false, true, false, 1;
    DFDX "dFdx" false, true, false, 2;
    DFDY "dFdy" false, true, false, 2;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pp::isa::{Layout, Op};

    #[test]
    fn the_table_has_them_where_it_is_said() {
        for alu in Alu::ALL {
            for (layout, has) in [
                (Layout::VectorMul, alu.mul),
                (Layout::ScalarMul, alu.mul),
                (Layout::VectorAdd, alu.add),
                (Layout::ScalarAdd, alu.add),
            ] {
                assert_eq!(Op::named(layout, alu.name).is_some(), has, "{}", alu.name);
            }
        }
    }
}
