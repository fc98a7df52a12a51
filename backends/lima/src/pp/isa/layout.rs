//! The fields of each unit: which bits they take, and what part of an operation they hold.

use super::{DISCARD_WORD, Unit};

/// What a field holds. Operands are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A number that the operation's row in the table states.
    Fixed,
    /// The output modifier.
    Modifier,
    /// The register that is written, 4 bits: nothing if no lane is.
    Destination,
    /// The lane that is written, as 4 times the register and the component.
    DestinationLane,
    /// Whether the lane is written; without such a field it is.
    Enabled,
    /// The register that is written, also if no lane is, or the texture unit's coordinate.
    Target,
    /// The register that is written whole.
    Whole,
    /// The lanes that are written.
    Mask,
    /// A source that is a vector.
    Register(usize),
    /// A source that is a lane, as 4 times the register and the component.
    Component(usize),
    /// Which component each lane of a vector is.
    Swizzle(usize),
    /// Whether a source's sign changes, after [`Part::Absolute`].
    Negative(usize),
    /// Whether a source's sign is dropped.
    Absolute(usize),
    /// Whether the first source is what the multiplier makes.
    Passed,
    /// An index in memory, or of a sampler.
    Index,
    /// The width of what is accessed, as a code.
    Width,
    /// The lane that is added to the index, if [`Part::HasOffset`].
    Offset,
    /// Whether there is an offset.
    HasOffset,
    /// The register of the lane that is added to the index; [`super::NONE`] is none.
    OffsetVector,
    /// The component of that lane.
    OffsetLane,
    /// How many words away a branch goes.
    Distance,
    /// The number of words of the instruction that it goes to.
    Length,
    /// A half float.
    Number(usize),
}

/// A field in a layout.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// What it holds.
    pub part: Part,
    /// The name in tables of golden programs.
    pub name: &'static str,
    /// The lowest bit within the unit.
    pub start: u16,
    /// The number of bits.
    pub width: u16,
    /// True if the value is two's complement.
    pub signed: bool,
}

const fn row(part: Part, name: &'static str, start: u16, width: u16) -> Field {
    Field {
        part,
        name,
        start,
        width,
        signed: false,
    }
}

const fn signed(part: Part, name: &'static str, start: u16, width: u16) -> Field {
    Field {
        signed: true,
        ..row(part, name, start, width)
    }
}

/// The forms in which units come; most have one. Bits in no field are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "docs/lima-pp.md describes each")]
pub enum Layout {
    VaryingIndex,
    VaryingRegister,
    Texture,
    Load,
    VectorMul,
    ScalarMul,
    VectorAdd,
    ScalarAdd,
    CombineScalar,
    CombineScalarToVector,
    CombineVectorToScalar,
    CombineMul,
    Store,
    FrameRead,
    Branch,
    Discard,
    Const,
}

const VECTOR: [Field; 13] = [
    row(Part::Register(0), "arg0_src", 0, 4),
    row(Part::Swizzle(0), "arg0_swz", 4, 8),
    row(Part::Absolute(0), "arg0_abs", 12, 1),
    row(Part::Negative(0), "arg0_neg", 13, 1),
    row(Part::Register(1), "arg1_src", 14, 4),
    row(Part::Swizzle(1), "arg1_swz", 18, 8),
    row(Part::Absolute(1), "arg1_abs", 26, 1),
    row(Part::Negative(1), "arg1_neg", 27, 1),
    row(Part::Destination, "dest", 28, 4),
    row(Part::Mask, "mask", 32, 4),
    row(Part::Modifier, "outmod", 36, 2),
    row(Part::Fixed, "op", 38, 5),
    row(Part::Passed, "mul_in", 43, 1),
];

const SCALAR: [Field; 11] = [
    row(Part::Component(0), "arg0_src", 0, 6),
    row(Part::Absolute(0), "arg0_abs", 6, 1),
    row(Part::Negative(0), "arg0_neg", 7, 1),
    row(Part::Component(1), "arg1_src", 8, 6),
    row(Part::Absolute(1), "arg1_abs", 14, 1),
    row(Part::Negative(1), "arg1_neg", 15, 1),
    row(Part::DestinationLane, "dest", 16, 6),
    row(Part::Enabled, "out_en", 22, 1),
    row(Part::Modifier, "outmod", 23, 2),
    row(Part::Fixed, "op", 25, 5),
    row(Part::Passed, "mul_in", 30, 1),
];

const VARYING_INDEX: &[Field] = &[
    row(Part::Fixed, "persp", 0, 2),
    row(Part::Fixed, "source", 2, 2),
    row(Part::Width, "align", 5, 2),
    row(Part::OffsetVector, "off_vec", 10, 4),
    row(Part::OffsetLane, "off_scl", 16, 2),
    row(Part::Index, "index", 18, 6),
    row(Part::Target, "dest", 24, 4),
    row(Part::Mask, "mask", 28, 4),
];

const VARYING_REGISTER: &[Field] = &[
    row(Part::Fixed, "persp", 0, 2),
    row(Part::Fixed, "source", 2, 2),
    row(Part::Fixed, "norm6", 6, 1),
    row(Part::Fixed, "norm7", 7, 1),
    row(Part::Register(0), "src", 10, 4),
    row(Part::Negative(0), "neg", 14, 1),
    row(Part::Absolute(0), "abs", 15, 1),
    row(Part::Swizzle(0), "swz", 16, 8),
    row(Part::Target, "dest", 24, 4),
    row(Part::Mask, "mask", 28, 4),
];

const TEXTURE: &[Field] = &[
    row(Part::Component(0), "lod_reg", 0, 6),
    row(Part::Offset, "off_reg", 6, 6),
    row(Part::Fixed, "explicit_lod", 17, 1),
    row(Part::Fixed, "lod_en", 18, 1),
    row(Part::Fixed, "type", 24, 5),
    row(Part::HasOffset, "off_en", 29, 1),
    row(Part::Index, "index", 30, 12),
    row(Part::Fixed, "fixed", 42, 20),
];

const LOAD: &[Field] = &[
    row(Part::Fixed, "source", 0, 2),
    row(Part::Width, "align", 10, 2),
    row(Part::Offset, "off_reg", 18, 6),
    row(Part::HasOffset, "off_en", 24, 1),
    signed(Part::Index, "index", 25, 16),
];

const COMBINE_SCALAR: &[Field] = &[
    row(Part::Fixed, "dest_vec", 0, 1),
    row(Part::Fixed, "arg1_en", 1, 1),
    row(Part::Fixed, "op", 2, 4),
    row(Part::Absolute(1), "arg1_abs", 6, 1),
    row(Part::Negative(1), "arg1_neg", 7, 1),
    row(Part::Component(1), "arg1_src", 8, 6),
    row(Part::Absolute(0), "arg0_abs", 14, 1),
    row(Part::Negative(0), "arg0_neg", 15, 1),
    row(Part::Component(0), "arg0_src", 16, 6),
    row(Part::Modifier, "outmod", 22, 2),
    row(Part::DestinationLane, "dest", 24, 6),
];

const COMBINE_SCALAR_TO_VECTOR: &[Field] = &[
    row(Part::Fixed, "dest_vec", 0, 1),
    row(Part::Fixed, "arg1_en", 1, 1),
    row(Part::Fixed, "op", 2, 4),
    row(Part::Absolute(1), "arg1_abs", 6, 1),
    row(Part::Negative(1), "arg1_neg", 7, 1),
    row(Part::Component(1), "arg1_src", 8, 6),
    row(Part::Absolute(0), "arg0_abs", 14, 1),
    row(Part::Negative(0), "arg0_neg", 15, 1),
    row(Part::Component(0), "arg0_src", 16, 6),
    row(Part::Mask, "mask", 22, 4),
    row(Part::Target, "dest", 26, 4),
];

const COMBINE_VECTOR_TO_SCALAR: &[Field] = &[
    row(Part::Fixed, "dest_vec", 0, 1),
    row(Part::Fixed, "arg1_en", 1, 1),
    row(Part::Swizzle(0), "arg1_swz", 2, 8),
    row(Part::Register(0), "arg1_src", 10, 4),
    row(Part::Modifier, "outmod", 22, 2),
    row(Part::DestinationLane, "dest", 24, 6),
];

const COMBINE_MUL: &[Field] = &[
    row(Part::Fixed, "dest_vec", 0, 1),
    row(Part::Fixed, "arg1_en", 1, 1),
    row(Part::Swizzle(1), "arg1_swz", 2, 8),
    row(Part::Register(1), "arg1_src", 10, 4),
    row(Part::Absolute(0), "arg0_abs", 14, 1),
    row(Part::Negative(0), "arg0_neg", 15, 1),
    row(Part::Component(0), "arg0_src", 16, 6),
    row(Part::Mask, "mask", 22, 4),
    row(Part::Target, "dest", 26, 4),
];

const STORE: &[Field] = &[
    row(Part::Fixed, "dest_kind", 0, 2),
    row(Part::Component(0), "src", 4, 6),
    row(Part::Width, "align", 10, 2),
    row(Part::Offset, "off_reg", 18, 6),
    row(Part::HasOffset, "off_en", 24, 1),
    signed(Part::Index, "index", 25, 16),
];

const FRAME_READ: &[Field] = &[
    row(Part::Fixed, "color", 0, 1),
    row(Part::Fixed, "kind", 1, 5),
    row(Part::Whole, "dest", 6, 4),
    row(Part::Fixed, "align", 10, 2),
];

const BRANCH: &[Field] = &[
    row(Part::Component(1), "arg1_src", 4, 6),
    row(Part::Component(0), "arg0_src", 10, 6),
    row(Part::Fixed, "gt", 16, 1),
    row(Part::Fixed, "eq", 17, 1),
    row(Part::Fixed, "lt", 18, 1),
    signed(Part::Distance, "target", 41, 27),
    row(Part::Length, "next_count", 68, 5),
];

const DISCARD: &[Field] = &[row(Part::Fixed, "word", 0, 32)];

const CONST: &[Field] = &[
    row(Part::Number(0), "x", 0, 16),
    row(Part::Number(1), "y", 16, 16),
    row(Part::Number(2), "z", 32, 16),
    row(Part::Number(3), "w", 48, 16),
];

impl Layout {
    /// Every one.
    pub const ALL: [Layout; 17] = [
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

    /// The fields.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Layout::VaryingIndex => VARYING_INDEX,
            Layout::VaryingRegister => VARYING_REGISTER,
            Layout::Texture => TEXTURE,
            Layout::Load => LOAD,
            // The multipliers' fields are the adders' without the last.
            Layout::VectorMul => VECTOR.split_at(12).0,
            Layout::ScalarMul => SCALAR.split_at(10).0,
            Layout::VectorAdd => &VECTOR,
            Layout::ScalarAdd => &SCALAR,
            Layout::CombineScalar => COMBINE_SCALAR,
            Layout::CombineScalarToVector => COMBINE_SCALAR_TO_VECTOR,
            Layout::CombineVectorToScalar => COMBINE_VECTOR_TO_SCALAR,
            Layout::CombineMul => COMBINE_MUL,
            Layout::Store => STORE,
            Layout::FrameRead => FRAME_READ,
            Layout::Branch => BRANCH,
            Layout::Discard => DISCARD,
            Layout::Const => CONST,
        }
    }

    /// The unit it belongs to; the constants share one layout.
    pub const fn unit(self) -> Unit {
        match self {
            Layout::VaryingIndex | Layout::VaryingRegister => Unit::Varying,
            Layout::Texture => Unit::Texture,
            Layout::Load => Unit::Load,
            Layout::VectorMul => Unit::VectorMul,
            Layout::ScalarMul => Unit::ScalarMul,
            Layout::VectorAdd => Unit::VectorAdd,
            Layout::ScalarAdd => Unit::ScalarAdd,
            Layout::CombineScalar
            | Layout::CombineScalarToVector
            | Layout::CombineVectorToScalar
            | Layout::CombineMul => Unit::Combine,
            Layout::Store | Layout::FrameRead => Unit::Store,
            Layout::Branch | Layout::Discard => Unit::Branch,
            Layout::Const => Unit::Const0,
        }
    }

    /// The layout of a unit whose low 32 bits are `low`.
    pub const fn of(unit: Unit, low: u32) -> Layout {
        match unit {
            Unit::Varying => match (low >> 2 & 3, low & 3) {
                (1, _) | (2, 1 | 2) => Layout::VaryingRegister,
                _ => Layout::VaryingIndex,
            },
            Unit::Texture => Layout::Texture,
            Unit::Load => Layout::Load,
            Unit::VectorMul => Layout::VectorMul,
            Unit::ScalarMul => Layout::ScalarMul,
            Unit::VectorAdd => Layout::VectorAdd,
            Unit::ScalarAdd => Layout::ScalarAdd,
            Unit::Combine => match low & 3 {
                0 => Layout::CombineScalar,
                1 => Layout::CombineScalarToVector,
                2 => Layout::CombineVectorToScalar,
                _ => Layout::CombineMul,
            },
            Unit::Store => match low >> 2 & 3 {
                3 => Layout::FrameRead,
                _ => Layout::Store,
            },
            Unit::Branch if low == DISCARD_WORD => Layout::Discard,
            Unit::Branch => Layout::Branch,
            Unit::Const0 | Unit::Const1 => Layout::Const,
        }
    }
}
