//! Units, their fields, opcodes and registers. Everything here is on the page docs/lima-pp.md.

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

/// Output modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OutMod {
    /// None.
    #[default]
    None,
    /// Clamped to 0..1.
    Saturate,
    /// max(x, 0).
    Positive,
    /// Towards zero.
    Integer,
}

impl OutMod {
    /// Every one, in the order of the codes.
    pub const ALL: [OutMod; 4] = [
        OutMod::None,
        OutMod::Saturate,
        OutMod::Positive,
        OutMod::Integer,
    ];

    /// What it appends to an operation's name.
    pub const fn suffix(self) -> &'static str {
        match self {
            OutMod::None => "",
            OutMod::Saturate => "_sat",
            OutMod::Positive => "_pos",
            OutMod::Integer => "_int",
        }
    }

    /// The modifier of a code, 0 to 3.
    pub fn from_code(code: i64) -> OutMod {
        match code {
            1 => OutMod::Saturate,
            2 => OutMod::Positive,
            3 => OutMod::Integer,
            _ => OutMod::None,
        }
    }

    /// The value that is written.
    pub fn apply(self, value: f32) -> f32 {
        match self {
            OutMod::None => value,
            OutMod::Saturate if value.is_nan() => 0.0,
            OutMod::Saturate => value.clamp(0.0, 1.0),
            OutMod::Positive => value.max(0.0),
            OutMod::Integer => value.trunc(),
        }
    }
}

/// What an operation does, for the simulator.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// A function of the first operand, lane by lane.
    One(fn(f32) -> f32),
    /// A function of both operands, lane by lane.
    Two(fn(f32, f32) -> f32),
    /// The sum of the first lanes, copied to all.
    Sum(usize),
    /// A difference in the quad.
    Derivative {
        /// dFdy.
        vertical: bool,
    },
    /// By the scalar multiplier's result the first or the second operand.
    Select,
}

/// An operation of the multipliers, the adders, or of combine.
#[derive(Clone, Copy, Debug)]
pub struct OpRow {
    /// Code.
    pub code: i64,
    /// Name.
    pub name: &'static str,
    /// Meaning.
    pub meaning: Meaning,
    /// Whether it exists in the vector unit only.
    pub vector_only: bool,
}

impl OpRow {
    /// Whether it takes one operand.
    pub const fn is_unary(&self) -> bool {
        matches!(self.meaning, Meaning::One(_) | Meaning::Sum(_))
    }
}

const fn one(code: i64, name: &'static str, meaning: fn(f32) -> f32) -> OpRow {
    OpRow {
        code,
        name,
        meaning: Meaning::One(meaning),
        vector_only: false,
    }
}

const fn two(code: i64, name: &'static str, meaning: fn(f32, f32) -> f32) -> OpRow {
    OpRow {
        code,
        name,
        meaning: Meaning::Two(meaning),
        vector_only: false,
    }
}

const fn other(code: i64, name: &'static str, meaning: Meaning, vector_only: bool) -> OpRow {
    OpRow {
        code,
        name,
        meaning,
        vector_only,
    }
}

fn truth(value: bool) -> f32 {
    f32::from(u8::from(value))
}

fn turns(a: f32) -> f64 {
    // Whole turns are taken off first: the functions of the standard library are exact near zero.
    std::f64::consts::TAU * (f64::from(a) - f64::from(a).floor())
}

/// The multipliers' operations, vector and scalar.
pub const MUL: &[OpRow] = &[
    two(0, "mul", |a, b| a * b),
    two(1, "mul_x2", |a, b| a * b * 2.0),
    two(2, "mul_x4", |a, b| a * b * 4.0),
    two(3, "mul_x8", |a, b| a * b * 8.0),
    two(4, "mul_d16", |a, b| a * b * 0.0625),
    two(5, "mul_d8", |a, b| a * b * 0.125),
    two(6, "mul_d4", |a, b| a * b * 0.25),
    two(7, "mul_d2", |a, b| a * b * 0.5),
    one(8, "not", |a| truth(a == 0.0)),
    two(9, "and", |a, b| truth(a != 0.0 && b != 0.0)),
    two(10, "or", |a, b| truth(a != 0.0 || b != 0.0)),
    two(11, "xor", |a, b| truth((a != 0.0) != (b != 0.0))),
    two(12, "ne", |a, b| truth(a != b)),
    two(13, "gt", |a, b| truth(a > b)),
    two(14, "ge", |a, b| truth(a >= b)),
    two(15, "eq", |a, b| truth(a == b)),
    two(16, "min", f32::min),
    two(17, "max", f32::max),
    one(31, "mov", |a| a),
];

/// The adders' operations, vector and scalar.
pub const ADD: &[OpRow] = &[
    two(0, "add", |a, b| a + b),
    one(4, "fract", |a| a - a.floor()),
    two(8, "ne", |a, b| truth(a != b)),
    two(9, "gt", |a, b| truth(a > b)),
    two(10, "ge", |a, b| truth(a >= b)),
    two(11, "eq", |a, b| truth(a == b)),
    one(12, "floor", f32::floor),
    one(13, "ceil", f32::ceil),
    two(14, "min", f32::min),
    two(15, "max", f32::max),
    other(16, "sum3", Meaning::Sum(3), true),
    other(17, "sum4", Meaning::Sum(4), true),
    other(20, "dFdx", Meaning::Derivative { vertical: false }, false),
    other(21, "dFdy", Meaning::Derivative { vertical: true }, false),
    other(23, "sel", Meaning::Select, false),
    one(31, "mov", |a| a),
];

/// The scalar functions of combine.
pub const COMBINE: &[OpRow] = &[
    one(0, "rcp", |a| 1.0 / a),
    one(1, "mov", |a| a),
    one(2, "sqrt", f32::sqrt),
    one(3, "rsqrt", |a| 1.0 / a.sqrt()),
    one(4, "exp2", f32::exp2),
    one(5, "log2", f32::log2),
    one(6, "sin", |a| turns(a).sin() as f32),
    one(7, "cos", |a| turns(a).cos() as f32),
];

/// Codes of operations that the compiler names.
#[expect(missing_docs, reason = "the tables above say what each is")]
pub mod op {
    pub const MUL_MUL: i64 = 0;
    pub const MUL_MOV: i64 = 31;
    pub const ADD_ADD: i64 = 0;
    pub const ADD_MOV: i64 = 31;
    pub const SEL: i64 = 23;
    pub const DFDX: i64 = 20;
    pub const DFDY: i64 = 21;
    pub const ATAN: i64 = 8;
    pub const ATAN2: i64 = 9;
}

/// The operations of an arithmetic unit; empty for other units.
pub const fn operations(unit: Unit) -> &'static [OpRow] {
    match unit {
        Unit::VectorMul | Unit::ScalarMul => MUL,
        Unit::VectorAdd | Unit::ScalarAdd => ADD,
        Unit::Combine => COMBINE,
        _ => &[],
    }
}

/// The row of an operation's code.
pub fn operation(unit: Unit, code: i64) -> Option<&'static OpRow> {
    let row = operations(unit).iter().find(|row| row.code == code);
    row.filter(|row| !(row.vector_only && unit == Unit::ScalarAdd))
}

/// The row of an operation's name.
pub fn operation_named(unit: Unit, name: &str) -> Option<&'static OpRow> {
    let row = operations(unit).iter().find(|row| row.name == name);
    row.filter(|row| !(row.vector_only && unit == Unit::ScalarAdd))
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
