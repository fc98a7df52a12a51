//! Every bit position of a slot.
//!
//! A slot is four little-endian words, 128 bits here; bit 0 is the lowest of word 0. Word 0 and the
//! top four bits of word 1 are zero: the chip itself stores 92 bits (docs/nv2a.md, "The slot").

use retroshade_kit::bits::BitRange;
use retroshade_kit::isa::{Field, Format, code, number, zero};

/// The fields of one operand port.
#[derive(Clone, Copy, Debug)]
pub struct OperandFields {
    /// 1 = temporary, 2 = attribute, 3 = constant.
    pub mux: BitRange,
    /// Temporary index; for port C only the low two bits.
    pub temporary: BitRange,
    /// The upper bits of the temporary index, of port C.
    pub temporary_high: Option<BitRange>,
    /// Selectors: the two highest bits are those of x.
    pub swizzle: BitRange,
    /// Flips the sign.
    pub negate: BitRange,
}

/// Scalar operation.
pub const ILU: BitRange = BitRange::new(57, 60);
/// Vector operation.
pub const MAC: BitRange = BitRange::new(53, 57);
/// Constant index of all constant operands.
pub const CONSTANT: BitRange = BitRange::new(45, 53);
/// Attribute index of all attribute operands.
pub const ATTRIBUTE: BitRange = BitRange::new(41, 45);
/// Ports A, B, C.
pub const OPERANDS: [OperandFields; 3] = [
    OperandFields {
        mux: BitRange::new(90, 92),
        temporary: BitRange::new(92, 96),
        temporary_high: None,
        swizzle: BitRange::new(32, 40),
        negate: BitRange::new(40, 41),
    },
    OperandFields {
        mux: BitRange::new(75, 77),
        temporary: BitRange::new(77, 81),
        temporary_high: None,
        swizzle: BitRange::new(81, 89),
        negate: BitRange::new(89, 90),
    },
    OperandFields {
        mux: BitRange::new(124, 126),
        temporary: BitRange::new(126, 128),
        temporary_high: Some(BitRange::new(64, 66)),
        swizzle: BitRange::new(66, 74),
        negate: BitRange::new(74, 75),
    },
];
/// Lanes of the temporary that the MAC result goes to, x highest.
pub const MAC_MASK: BitRange = BitRange::new(120, 124);
/// The temporary that is written.
pub const TEMPORARY: BitRange = BitRange::new(116, 120);
/// Lanes of the temporary that the ILU result goes to.
pub const ILU_MASK: BitRange = BitRange::new(112, 116);
/// Lanes of the output port.
pub const OUTPUT_MASK: BitRange = BitRange::new(108, 112);
/// 1 = output register, 0 = constant register.
pub const OUTPUT_FILE: BitRange = BitRange::new(107, 108);
/// Output or constant number.
pub const OUTPUT_ADDRESS: BitRange = BitRange::new(99, 107);
/// The output port takes the result of 0 = MAC, 1 = ILU.
pub const OUTPUT_UNIT: BitRange = BitRange::new(98, 99);
/// Adds a0.x to the constant index.
pub const RELATIVE: BitRange = BitRange::new(97, 98);
/// The last slot of the program.
pub const FINAL: BitRange = BitRange::new(96, 97);

const fn named(name: &'static str, range: BitRange) -> Field {
    number(name, range.start, range.end)
}

const fn slot_fields(mac: Field, ilu: Field) -> [Field; 28] {
    let [a, b, c] = OPERANDS;
    [
        zero(0, 32),
        named("A_SWZ", a.swizzle),
        named("A_NEG", a.negate),
        named("V", ATTRIBUTE),
        named("CONST", CONSTANT),
        mac,
        ilu,
        zero(60, 64),
        number("C_R_HIGH", 64, 66),
        named("C_SWZ", c.swizzle),
        named("C_NEG", c.negate),
        named("B_MUX", b.mux),
        named("B_R", b.temporary),
        named("B_SWZ", b.swizzle),
        named("B_NEG", b.negate),
        named("A_MUX", a.mux),
        named("A_R", a.temporary),
        named("FINAL", FINAL),
        named("A0X", RELATIVE),
        named("OUT_MUX", OUTPUT_UNIT),
        named("OUT_ADDRESS", OUTPUT_ADDRESS),
        named("ORB", OUTPUT_FILE),
        named("O_MASK", OUTPUT_MASK),
        named("ILU_MASK", ILU_MASK),
        named("OUT_R", TEMPORARY),
        named("MAC_MASK", MAC_MASK),
        named("C_MUX", c.mux),
        named("C_R_LOW", c.temporary),
    ]
}

const MAC_FIELDS: [Field; 28] = slot_fields(code(MAC.start, MAC.end), named("ILU", ILU));
const ILU_FIELDS: [Field; 28] = slot_fields(named("MAC", MAC), code(ILU.start, ILU.end));

/// A slot seen from its vector operation.
pub static MAC_FORMAT: Format = Format {
    name: "slot (MAC)",
    width: 128,
    fields: &MAC_FIELDS,
};

/// A slot seen from its scalar operation.
pub static ILU_FORMAT: Format = Format {
    name: "slot (ILU)",
    width: 128,
    fields: &ILU_FIELDS,
};
