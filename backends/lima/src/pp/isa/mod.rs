//! Units, their fields, opcodes and registers. Everything here is on the page docs/lima-pp.md.

mod codec;
mod instruction;
mod layout;
mod table;

pub use instruction::{
    Address, Component, Dest, Instruction, Jump, Operation, Prefetch, Register, Source, To, exists,
};
pub use layout::{Field, Layout, Part};
pub use table::{
    ADD, COMBINE, Division, Form, FrameBuffer, Level, MUL, Meaning, Memory, Op, OutMod, Row,
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

    /// The stage of the pipeline, 0 to 7; the two multipliers and the two adders are side by side.
    pub const fn stage(self) -> u8 {
        match self {
            Unit::Varying => 0,
            Unit::Texture => 1,
            Unit::Load => 2,
            Unit::VectorMul | Unit::ScalarMul => 3,
            Unit::VectorAdd | Unit::ScalarAdd => 4,
            Unit::Combine => 5,
            Unit::Store => 6,
            Unit::Branch | Unit::Const0 | Unit::Const1 => 7,
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
/// The code of the texture unit's coordinate as a destination, and of an offset that is none.
pub const NONE: u8 = 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_lie_inside_their_unit_and_apart() {
        for layout in Layout::ALL {
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
    fn operations_are_told_apart_by_their_fields_and_by_their_operands() {
        for layout in Layout::ALL {
            for op in Op::all(layout) {
                let operation = Operation::new(op);
                let bits = operation.to_bits().unwrap();
                let again = Operation::from_bits(op.unit, bits).unwrap();
                assert_eq!(again.op, op, "{}", op.row.name);
                for (name, _) in op.row.fixed {
                    let mut fields = layout.fields().iter();
                    let there =
                        fields.any(|field| field.name == *name && field.part == Part::Fixed);
                    assert!(there, "{}: {name}", op.row.name);
                }
                let alike = Op::all(layout).filter(|other| {
                    (other.row.name, other.row.forms) == (op.row.name, op.row.forms)
                });
                assert_eq!(alike.count(), 1, "{}", op.row.name);
            }
        }
        assert!(Op::named(Layout::ScalarAdd, "sum3").is_none());
    }
}
