//! Units, their fields, opcodes and registers. Everything here is on the page docs/lima-pp.md.

mod fields;
mod operations;

pub use fields::{Argument, Field, FieldRow, Layout};
pub use operations::{
    ADD, COMBINE, MUL, Meaning, OpRow, OutMod, op, operation, operation_named, operations,
};

/// The most 32-bit words of an instruction: control word and all units.
pub const MAX_WORDS: usize = 19;
/// Registers of four lanes.
pub const REGISTERS: u16 = 6;
/// Varyings of four lanes.
pub const VARYINGS: u32 = 12;
/// Samplers that drivers have descriptors for.
pub const SAMPLERS: u32 = 16;
/// Vectors of uniforms that an offset register reaches.
pub const UNIFORMS: u32 = 2048;
/// Vectors of temporary memory for each fragment that the 16-bit index reaches.
pub const TEMPORARIES: u32 = 8192;

/// The function units in the order of the pipeline, then the two constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the units' own names")]
pub enum Unit {
    Varying,
    Texture,
    Load,
    VectorMul,
    ScalarMul,
    VectorAdd,
    ScalarAdd,
    Combine,
    Store,
    Branch,
    Const0,
    Const1,
}

impl Unit {
    /// Every unit, in the order of the control word's bits 7 to 18.
    pub const ALL: [Unit; 12] = [
        Unit::Varying,
        Unit::Texture,
        Unit::Load,
        Unit::VectorMul,
        Unit::ScalarMul,
        Unit::VectorAdd,
        Unit::ScalarAdd,
        Unit::Combine,
        Unit::Store,
        Unit::Branch,
        Unit::Const0,
        Unit::Const1,
    ];

    /// Bits of its field.
    pub const fn bits(self) -> u16 {
        match self {
            Unit::Varying => 34,
            Unit::Texture => 62,
            Unit::Load | Unit::Store => 41,
            Unit::VectorMul => 43,
            Unit::ScalarMul | Unit::Combine => 30,
            Unit::VectorAdd => 44,
            Unit::ScalarAdd => 31,
            Unit::Branch => 73,
            Unit::Const0 | Unit::Const1 => 64,
        }
    }

    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Varying => "varying unit",
            Unit::Texture => "texture unit",
            Unit::Load => "load unit",
            Unit::VectorMul => "vector multiplier",
            Unit::ScalarMul => "scalar multiplier",
            Unit::VectorAdd => "vector adder",
            Unit::ScalarAdd => "scalar adder",
            Unit::Combine => "combine unit",
            Unit::Store => "store unit",
            Unit::Branch => "branch unit",
            Unit::Const0 => "first constant",
            Unit::Const1 => "second constant",
        }
    }

    /// The name in statistics.
    pub const fn key(self) -> &'static str {
        match self {
            Unit::Varying => "varying",
            Unit::Texture => "texture",
            Unit::Load => "load",
            Unit::VectorMul => "vector_mul",
            Unit::ScalarMul => "scalar_mul",
            Unit::VectorAdd => "vector_add",
            Unit::ScalarAdd => "scalar_add",
            Unit::Combine => "combine",
            Unit::Store => "store",
            Unit::Branch => "branch",
            Unit::Const0 => "const0",
            Unit::Const1 => "const1",
        }
    }
}

/// The first word of a discard.
pub const DISCARD_WORD: u32 = 0x007f_0003;
/// The constant bits of a texture lookup.
pub const TEXTURE_FIXED: i64 = 0x39001;
/// The sampler type of cube maps; flat ones have 0.
pub const TEXTURE_CUBE: i64 = 31;
/// The destination of the varying unit that feeds the texture unit alone, and the offset register
/// that is none.
pub const NONE: i64 = 15;

/// Codes of sources that are no registers.
pub mod source {
    /// The first constant of the instruction.
    pub const CONST0: i64 = 12;
    /// The second constant of the instruction.
    pub const CONST1: i64 = 13;
    /// The result of the texture unit.
    pub const TEXTURE: i64 = 14;
    /// The result of the load unit.
    pub const LOAD: i64 = 15;
}

/// Where the varying unit takes its value: bits 2-3.
pub mod varying {
    /// An interpolated varying.
    pub const INPUT: i64 = 0;
    /// A register.
    pub const REGISTER: i64 = 1;
    /// A direction for a cube map, gl_FragCoord, or a register to be normalised.
    pub const CUBE: i64 = 2;
    /// gl_PointCoord and gl_FrontFacing.
    pub const SPECIAL: i64 = 3;
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUTS: [Layout; 17] = [
        Layout::VaryingIndex,
        Layout::VaryingRegister,
        Layout::Texture,
        Layout::Load,
        Layout::VectorMul,
        Layout::ScalarMul,
        Layout::VectorAdd,
        Layout::ScalarAdd,
        Layout::CombineScalar,
        Layout::CombineScalarToVector,
        Layout::CombineVectorToScalar,
        Layout::CombineMul,
        Layout::Store,
        Layout::FrameRead,
        Layout::Branch,
        Layout::Discard,
        Layout::Const,
    ];

    #[test]
    fn fields_lie_inside_their_unit_and_apart() {
        for layout in LAYOUTS {
            let mut used = 0u128;
            for row in layout.fields() {
                let mask = ((1u128 << row.width) - 1) << row.start;
                assert_eq!(used & mask, 0, "{layout:?} {}", row.name);
                assert!(row.start + row.width <= layout.unit().bits());
                used |= mask;
            }
        }
    }

    #[test]
    fn all_units_together_are_nineteen_words() {
        let bits: u16 = Unit::ALL.iter().map(|unit| unit.bits()).sum();
        assert_eq!(bits, 557);
        assert_eq!(usize::from(bits.div_ceil(32)) + 1, MAX_WORDS);
    }

    #[test]
    fn names_and_codes_are_found() {
        for unit in [Unit::VectorMul, Unit::VectorAdd, Unit::Combine] {
            for row in operations(unit) {
                assert_eq!(operation(unit, row.code).unwrap().name, row.name);
                assert_eq!(operation_named(unit, row.name).unwrap().code, row.code);
            }
        }
        assert!(operation_named(Unit::ScalarAdd, "sum3").is_none());
    }
}
