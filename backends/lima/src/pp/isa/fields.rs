//! The fields of each unit: which bits they take.

use super::{DISCARD_WORD, Unit};

/// A field of a unit. One name serves all units that have such a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the layouts say where each is")]
pub enum Field {
    Arg0Src,
    Arg0Swizzle,
    Arg0Abs,
    Arg0Neg,
    Arg1Src,
    Arg1Swizzle,
    Arg1Abs,
    Arg1Neg,
    Dest,
    Mask,
    OutMod,
    Op,
    MulIn,
    OutEn,
    Perspective,
    Source,
    Align,
    OffsetVector,
    OffsetLane,
    Index,
    Normalize6,
    Normalize7,
    Src,
    Neg,
    Abs,
    Swizzle,
    LodReg,
    OffsetReg,
    ExplicitLod,
    LodEn,
    Type,
    OffsetEn,
    Fixed,
    DestVector,
    Arg1En,
    DestKind,
    Color,
    Kind,
    Gt,
    Eq,
    Lt,
    Target,
    NextCount,
    Word,
    X,
    Y,
    Z,
    W,
}

/// The fields of one of the two operands of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The register; of scalar operands the number of a component.
    pub src: Field,
    /// Of vector operands.
    pub swizzle: Field,
    /// Whether the sign changes, after [`Argument::absolute`].
    pub negative: Field,
    /// Whether the sign is dropped.
    pub absolute: Field,
}

impl Argument {
    /// The first operand: the one that can come from the multiplier beside an adder.
    pub const FIRST: Argument = Argument {
        src: Field::Arg0Src,
        swizzle: Field::Arg0Swizzle,
        negative: Field::Arg0Neg,
        absolute: Field::Arg0Abs,
    };

    /// The second operand.
    pub const SECOND: Argument = Argument {
        src: Field::Arg1Src,
        swizzle: Field::Arg1Swizzle,
        negative: Field::Arg1Neg,
        absolute: Field::Arg1Abs,
    };

    /// The operand at a position: 0 is the first.
    pub const fn at(position: usize) -> Argument {
        match position {
            0 => Argument::FIRST,
            _ => Argument::SECOND,
        }
    }
}

/// A field in a layout.
#[derive(Clone, Copy, Debug)]
pub struct FieldRow {
    /// The field.
    pub field: Field,
    /// The name in tables of golden programs.
    pub name: &'static str,
    /// The lowest bit within the unit.
    pub start: u16,
    /// The number of bits.
    pub width: u16,
    /// Whether the value is two's complement.
    pub signed: bool,
}

const fn row(field: Field, name: &'static str, start: u16, width: u16) -> FieldRow {
    FieldRow {
        field,
        name,
        start,
        width,
        signed: false,
    }
}

const fn signed(field: Field, name: &'static str, start: u16, width: u16) -> FieldRow {
    FieldRow {
        field,
        name,
        start,
        width,
        signed: true,
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

const VECTOR: [FieldRow; 13] = [
    row(Field::Arg0Src, "arg0_src", 0, 4),
    row(Field::Arg0Swizzle, "arg0_swz", 4, 8),
    row(Field::Arg0Abs, "arg0_abs", 12, 1),
    row(Field::Arg0Neg, "arg0_neg", 13, 1),
    row(Field::Arg1Src, "arg1_src", 14, 4),
    row(Field::Arg1Swizzle, "arg1_swz", 18, 8),
    row(Field::Arg1Abs, "arg1_abs", 26, 1),
    row(Field::Arg1Neg, "arg1_neg", 27, 1),
    row(Field::Dest, "dest", 28, 4),
    row(Field::Mask, "mask", 32, 4),
    row(Field::OutMod, "outmod", 36, 2),
    row(Field::Op, "op", 38, 5),
    row(Field::MulIn, "mul_in", 43, 1),
];

const SCALAR: [FieldRow; 11] = [
    row(Field::Arg0Src, "arg0_src", 0, 6),
    row(Field::Arg0Abs, "arg0_abs", 6, 1),
    row(Field::Arg0Neg, "arg0_neg", 7, 1),
    row(Field::Arg1Src, "arg1_src", 8, 6),
    row(Field::Arg1Abs, "arg1_abs", 14, 1),
    row(Field::Arg1Neg, "arg1_neg", 15, 1),
    row(Field::Dest, "dest", 16, 6),
    row(Field::OutEn, "out_en", 22, 1),
    row(Field::OutMod, "outmod", 23, 2),
    row(Field::Op, "op", 25, 5),
    row(Field::MulIn, "mul_in", 30, 1),
];

const VARYING_INDEX: &[FieldRow] = &[
    row(Field::Perspective, "persp", 0, 2),
    row(Field::Source, "source", 2, 2),
    row(Field::Align, "align", 5, 2),
    row(Field::OffsetVector, "off_vec", 10, 4),
    row(Field::OffsetLane, "off_scl", 16, 2),
    row(Field::Index, "index", 18, 6),
    row(Field::Dest, "dest", 24, 4),
    row(Field::Mask, "mask", 28, 4),
];

const VARYING_REGISTER: &[FieldRow] = &[
    row(Field::Perspective, "persp", 0, 2),
    row(Field::Source, "source", 2, 2),
    row(Field::Normalize6, "norm6", 6, 1),
    row(Field::Normalize7, "norm7", 7, 1),
    row(Field::Src, "src", 10, 4),
    row(Field::Neg, "neg", 14, 1),
    row(Field::Abs, "abs", 15, 1),
    row(Field::Swizzle, "swz", 16, 8),
    row(Field::Dest, "dest", 24, 4),
    row(Field::Mask, "mask", 28, 4),
];

const TEXTURE: &[FieldRow] = &[
    row(Field::LodReg, "lod_reg", 0, 6),
    row(Field::OffsetReg, "off_reg", 6, 6),
    row(Field::ExplicitLod, "explicit_lod", 17, 1),
    row(Field::LodEn, "lod_en", 18, 1),
    row(Field::Type, "type", 24, 5),
    row(Field::OffsetEn, "off_en", 29, 1),
    row(Field::Index, "index", 30, 12),
    row(Field::Fixed, "fixed", 42, 20),
];

const LOAD: &[FieldRow] = &[
    row(Field::Source, "source", 0, 2),
    row(Field::Align, "align", 10, 2),
    row(Field::OffsetReg, "off_reg", 18, 6),
    row(Field::OffsetEn, "off_en", 24, 1),
    signed(Field::Index, "index", 25, 16),
];

const COMBINE_SCALAR: &[FieldRow] = &[
    row(Field::DestVector, "dest_vec", 0, 1),
    row(Field::Arg1En, "arg1_en", 1, 1),
    row(Field::Op, "op", 2, 4),
    row(Field::Arg1Abs, "arg1_abs", 6, 1),
    row(Field::Arg1Neg, "arg1_neg", 7, 1),
    row(Field::Arg1Src, "arg1_src", 8, 6),
    row(Field::Arg0Abs, "arg0_abs", 14, 1),
    row(Field::Arg0Neg, "arg0_neg", 15, 1),
    row(Field::Arg0Src, "arg0_src", 16, 6),
    row(Field::OutMod, "outmod", 22, 2),
    row(Field::Dest, "dest", 24, 6),
];

const COMBINE_SCALAR_TO_VECTOR: &[FieldRow] = &[
    row(Field::DestVector, "dest_vec", 0, 1),
    row(Field::Arg1En, "arg1_en", 1, 1),
    row(Field::Op, "op", 2, 4),
    row(Field::Arg1Abs, "arg1_abs", 6, 1),
    row(Field::Arg1Neg, "arg1_neg", 7, 1),
    row(Field::Arg1Src, "arg1_src", 8, 6),
    row(Field::Arg0Abs, "arg0_abs", 14, 1),
    row(Field::Arg0Neg, "arg0_neg", 15, 1),
    row(Field::Arg0Src, "arg0_src", 16, 6),
    row(Field::Mask, "mask", 22, 4),
    row(Field::Dest, "dest", 26, 4),
];

const COMBINE_VECTOR_TO_SCALAR: &[FieldRow] = &[
    row(Field::DestVector, "dest_vec", 0, 1),
    row(Field::Arg1En, "arg1_en", 1, 1),
    row(Field::Arg1Swizzle, "arg1_swz", 2, 8),
    row(Field::Arg1Src, "arg1_src", 10, 4),
    row(Field::OutMod, "outmod", 22, 2),
    row(Field::Dest, "dest", 24, 6),
];

const COMBINE_MUL: &[FieldRow] = &[
    row(Field::DestVector, "dest_vec", 0, 1),
    row(Field::Arg1En, "arg1_en", 1, 1),
    row(Field::Arg1Swizzle, "arg1_swz", 2, 8),
    row(Field::Arg1Src, "arg1_src", 10, 4),
    row(Field::Arg0Abs, "arg0_abs", 14, 1),
    row(Field::Arg0Neg, "arg0_neg", 15, 1),
    row(Field::Arg0Src, "arg0_src", 16, 6),
    row(Field::Mask, "mask", 22, 4),
    row(Field::Dest, "dest", 26, 4),
];

const STORE: &[FieldRow] = &[
    row(Field::DestKind, "dest_kind", 0, 2),
    row(Field::Src, "src", 4, 6),
    row(Field::Align, "align", 10, 2),
    row(Field::OffsetReg, "off_reg", 18, 6),
    row(Field::OffsetEn, "off_en", 24, 1),
    signed(Field::Index, "index", 25, 16),
];

const FRAME_READ: &[FieldRow] = &[
    row(Field::Color, "color", 0, 1),
    row(Field::Kind, "kind", 1, 5),
    row(Field::Dest, "dest", 6, 4),
    row(Field::Align, "align", 10, 2),
];

const BRANCH: &[FieldRow] = &[
    row(Field::Arg1Src, "arg1_src", 4, 6),
    row(Field::Arg0Src, "arg0_src", 10, 6),
    row(Field::Gt, "gt", 16, 1),
    row(Field::Eq, "eq", 17, 1),
    row(Field::Lt, "lt", 18, 1),
    signed(Field::Target, "target", 41, 27),
    row(Field::NextCount, "next_count", 68, 5),
];

const DISCARD: &[FieldRow] = &[row(Field::Word, "word", 0, 32)];

const CONST: &[FieldRow] = &[
    row(Field::X, "x", 0, 16),
    row(Field::Y, "y", 16, 16),
    row(Field::Z, "z", 32, 16),
    row(Field::W, "w", 48, 16),
];

impl Layout {
    /// Its fields.
    pub const fn fields(self) -> &'static [FieldRow] {
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
