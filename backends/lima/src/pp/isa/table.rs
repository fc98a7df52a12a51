//! The operations of all units: names, the fields that tell them from others, operands, and what they mean.

use super::layout::Layout;
use super::{DISCARD_WORD, TEXTURE_CUBE, TEXTURE_FIXED, Unit};
use retroshade_ir::Builtin;
use retroshade_kit::machine::numbers::{Comparison, Function, VectorFunction};

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

    /// What it does to a result.
    pub const fn function(self) -> Function {
        match self {
            OutMod::None => Function::Copy,
            OutMod::Saturate => Function::Saturate,
            OutMod::Positive => Function::Positive,
            OutMod::Integer => Function::Truncate,
        }
    }
}

/// The division on the way of a vector to the texture unit or a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// None.
    None,
    /// By the third component.
    Z,
    /// By the fourth component.
    W,
}

/// What memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Uniforms.
    Uniforms,
    /// The temporary memory of a fragment.
    Temporaries,
}

/// What a lookup says of the level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nothing.
    Implicit,
    /// What its source is added to.
    Bias,
    /// That it is its source.
    Explicit,
}

/// A buffer of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameBuffer {
    /// The colour.
    Color,
    /// The depth.
    Depth,
}

/// The function of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A function of the sources, lane by lane.
    Lanes(Function),
    /// The sum of the first lanes, in every lane.
    Sum(u8),
    /// The first source where the scalar multiplier's result is not 0, else the second.
    Select,
    /// The first source, a scalar, times the second.
    Scale,
    /// A function that gives several lanes, of the scalars that are the sources.
    Several(VectorFunction),
    /// A function of the first and the third lane of the source.
    Octant,
    /// A varying, divided.
    Varying(Division),
    /// A varying as the direction of a lookup in a cube.
    VaryingDirection,
    /// What other units of the chip give.
    Input(Builtin),
    /// A register, divided.
    Vector(Division),
    /// A register as the direction of a lookup in a cube.
    Direction,
    /// A register as a vector of length 1.
    Normalize,
    /// A lookup.
    Lookup {
        /// True if in a cube.
        cube: bool,
        /// At which level.
        level: Level,
    },
    /// Memory, for the other units of the instruction.
    Load(Memory),
    /// A register to temporary memory.
    Store,
    /// A buffer of the frame to a register.
    FrameRead(FrameBuffer),
    /// A jump where a comparison of the sources holds.
    Branch(Comparison),
    /// The end of the fragment, without output.
    Discard,
    /// Four numbers for the other units of the instruction.
    Constant,
}

/// An operand as it stands in the text, and which part of the operation it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The destination.
    Dest,
    /// A source.
    Source(usize),
    /// A source that means nothing: there if any of its bits is set.
    Spare(usize),
    /// What is accessed: an index, with its width and offset.
    Address,
    /// A sampler, with its offset.
    Sampler,
    /// An input by name, whose address has a code as a rule.
    Input(&'static str, u8),
    /// What is stored: a register or a component, by the width of the address.
    Stored,
    /// The label of an instruction.
    Label,
    /// One to four numbers.
    Numbers,
}

/// An operation.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in the text, without output modifier and unit.
    pub name: &'static str,
    /// The values of fields of [`Part::Fixed`](super::Part::Fixed) that are not 0, by their names.
    pub fixed: &'static [(&'static str, i64)],
    /// The operands in the order of the text.
    pub forms: &'static [Form],
    /// The function that the operation computes.
    pub meaning: Meaning,
}

impl Row {
    /// The sources that it reads.
    pub fn sources(&self) -> impl Iterator<Item = usize> {
        self.forms.iter().filter_map(|form| match form {
            Form::Source(number) => Some(*number),
            Form::Stored => Some(0),
            _ => None,
        })
    }

    /// True if only the vector units have it.
    pub const fn is_vector_only(&self) -> bool {
        matches!(self.meaning, Meaning::Sum(_))
    }

    /// The value of a fixed field; 0 where the row does not say.
    pub fn fixed(&self, name: &str) -> i64 {
        let mut fixed = self.fixed.iter();
        fixed
            .find(|(field, _)| *field == name)
            .map_or(0, |(_, value)| *value)
    }
}

const ONE: &[Form] = &[Form::Dest, Form::Source(0), Form::Spare(1)];
const TWO: &[Form] = &[Form::Dest, Form::Source(0), Form::Source(1)];
const ONE_ONLY: &[Form] = &[Form::Dest, Form::Source(0)];

/// An operation of a multiplier or an adder.
macro_rules! arithmetic {
    ($($code:literal $name:literal $forms:ident $meaning:expr;)*) => {
        &[$(Row { name: $name, fixed: &[("op", $code)], forms: $forms, meaning: $meaning },)*]
    };
}

const fn lanes(function: Function) -> Meaning {
    Meaning::Lanes(function)
}

const fn compare(comparison: Comparison) -> Meaning {
    Meaning::Lanes(Function::Compare(comparison))
}

/// The multipliers' operations, vector and scalar.
pub static MUL: &[Row] = arithmetic! {
    0 "mul" TWO lanes(Function::Multiply);
    1 "mul_x2" TWO lanes(Function::ScaledProduct(1));
    2 "mul_x4" TWO lanes(Function::ScaledProduct(2));
    3 "mul_x8" TWO lanes(Function::ScaledProduct(3));
    4 "mul_d16" TWO lanes(Function::ScaledProduct(-4));
    5 "mul_d8" TWO lanes(Function::ScaledProduct(-3));
    6 "mul_d4" TWO lanes(Function::ScaledProduct(-2));
    7 "mul_d2" TWO lanes(Function::ScaledProduct(-1));
    8 "not" ONE lanes(Function::Not);
    9 "and" TWO lanes(Function::And);
    10 "or" TWO lanes(Function::Or);
    11 "xor" TWO lanes(Function::Xor);
    12 "ne" TWO compare(Comparison::NOT_EQUAL);
    13 "gt" TWO compare(Comparison::GREATER);
    14 "ge" TWO compare(Comparison::GREATER_OR_EQUAL);
    15 "eq" TWO compare(Comparison::EQUAL);
    16 "min" TWO lanes(Function::Minimum);
    17 "max" TWO lanes(Function::Maximum);
    31 "mov" ONE lanes(Function::Copy);
};

/// The adders' operations, vector and scalar.
pub static ADD: &[Row] = arithmetic! {
    0 "add" TWO lanes(Function::Add);
    4 "fract" ONE lanes(Function::Fraction);
    8 "ne" TWO compare(Comparison::NOT_EQUAL);
    9 "gt" TWO compare(Comparison::GREATER);
    10 "ge" TWO compare(Comparison::GREATER_OR_EQUAL);
    11 "eq" TWO compare(Comparison::EQUAL);
    12 "floor" ONE lanes(Function::Floor);
    13 "ceil" ONE lanes(Function::Ceiling);
    14 "min" TWO lanes(Function::Minimum);
    15 "max" TWO lanes(Function::Maximum);
    16 "sum3" ONE Meaning::Sum(3);
    17 "sum4" ONE Meaning::Sum(4);
    20 "dFdx" TWO lanes(Function::AcrossQuad);
    21 "dFdy" TWO lanes(Function::AlongQuad);
    23 "sel" TWO Meaning::Select;
    31 "mov" ONE lanes(Function::Copy);
};

/// The scalar functions of combine.
pub static COMBINE: &[Row] = arithmetic! {
    0 "rcp" ONE_ONLY lanes(Function::Reciprocal);
    1 "mov" ONE_ONLY lanes(Function::Copy);
    2 "sqrt" ONE_ONLY lanes(Function::SquareRoot);
    3 "rsqrt" ONE_ONLY lanes(Function::ReciprocalSquareRoot);
    4 "exp2" ONE_ONLY lanes(Function::Exp2);
    5 "log2" ONE_ONLY lanes(Function::Log2);
    6 "sin" ONE_ONLY lanes(Function::SineOfTurns);
    7 "cos" ONE_ONLY lanes(Function::CosineOfTurns);
};

/// Any other operation.
macro_rules! rows {
    ($($name:literal [$($field:literal = $value:expr),*] [$($form:expr),*] $meaning:expr;)*) => {
        &[$(Row {
            name: $name,
            fixed: &[$(($field, $value)),*],
            forms: &[$($form),*],
            meaning: $meaning,
        },)*]
    };
}

static SCALAR_TO_VECTOR: &[Row] = rows! {
    "atan_pt1" ["dest_vec" = 1, "op" = 8] [Form::Dest, Form::Source(0)]
        Meaning::Several(VectorFunction::OctantOfNumber);
    "atan2_pt1" ["dest_vec" = 1, "op" = 9] [Form::Dest, Form::Source(0), Form::Source(1)]
        Meaning::Several(VectorFunction::OctantOfPoint);
};

static VECTOR_TO_SCALAR: &[Row] = rows! {
    "atan_pt2" ["arg1_en" = 1] [Form::Dest, Form::Source(0)] Meaning::Octant;
};

static SCALE: &[Row] = rows! {
    "mul" ["dest_vec" = 1, "arg1_en" = 1] [Form::Dest, Form::Source(0), Form::Source(1)] Meaning::Scale;
};

static VARYING_INDEX: &[Row] = rows! {
    "load" [] [Form::Dest, Form::Address] Meaning::Varying(Division::None);
    "load_projz" ["persp" = 2] [Form::Dest, Form::Address] Meaning::Varying(Division::Z);
    "load_projw" ["persp" = 3] [Form::Dest, Form::Address] Meaning::Varying(Division::W);
    "load_cube" ["source" = 2] [Form::Dest, Form::Address] Meaning::VaryingDirection;
    "load" ["source" = 2, "persp" = 3] [Form::Dest, Form::Input("^fragcoord", 3)]
        Meaning::Input(Builtin::FragCoord);
    "load" ["source" = 3] [Form::Dest, Form::Input("^pointcoord", 1)]
        Meaning::Input(Builtin::PointCoord);
    "load" ["source" = 3, "persp" = 1] [Form::Dest, Form::Input("^frontfacing", 0)]
        Meaning::Input(Builtin::FrontFacing);
};

static VARYING_REGISTER: &[Row] = rows! {
    "load" ["source" = 1] [Form::Dest, Form::Source(0)] Meaning::Vector(Division::None);
    "load_projz" ["source" = 1, "persp" = 2] [Form::Dest, Form::Source(0)] Meaning::Vector(Division::Z);
    "load_projw" ["source" = 1, "persp" = 3] [Form::Dest, Form::Source(0)] Meaning::Vector(Division::W);
    "load_cube" ["source" = 2, "persp" = 1] [Form::Dest, Form::Source(0)] Meaning::Direction;
    "load_norm" ["source" = 2, "persp" = 2, "norm7" = 1] [Form::Dest, Form::Source(0)] Meaning::Normalize;
    "load_norm6" ["source" = 2, "persp" = 2, "norm6" = 1] [Form::Dest, Form::Source(0)] Meaning::Normalize;
    "load_norm0" ["source" = 2, "persp" = 2] [Form::Dest, Form::Source(0)] Meaning::Normalize;
};

const fn lookup_2d(level: Level) -> Meaning {
    Meaning::Lookup { cube: false, level }
}

const fn lookup_cube(level: Level) -> Meaning {
    Meaning::Lookup { cube: true, level }
}

static TEXTURE: &[Row] = rows! {
    "texld_2d" ["fixed" = TEXTURE_FIXED] [Form::Sampler] lookup_2d(Level::Implicit);
    "texldb_2d" ["fixed" = TEXTURE_FIXED, "lod_en" = 1] [Form::Sampler, Form::Source(0)]
        lookup_2d(Level::Bias);
    "texldl_2d" ["fixed" = TEXTURE_FIXED, "lod_en" = 1, "explicit_lod" = 1] [Form::Sampler, Form::Source(0)]
        lookup_2d(Level::Explicit);
    "texld_cube" ["fixed" = TEXTURE_FIXED, "type" = TEXTURE_CUBE] [Form::Sampler]
        lookup_cube(Level::Implicit);
    "texldb_cube" ["fixed" = TEXTURE_FIXED, "type" = TEXTURE_CUBE, "lod_en" = 1]
        [Form::Sampler, Form::Source(0)] lookup_cube(Level::Bias);
    "texldl_cube" ["fixed" = TEXTURE_FIXED, "type" = TEXTURE_CUBE, "lod_en" = 1, "explicit_lod" = 1]
        [Form::Sampler, Form::Source(0)] lookup_cube(Level::Explicit);
};

static LOAD: &[Row] = rows! {
    "load.u" [] [Form::Address] Meaning::Load(Memory::Uniforms);
    "load.t" ["source" = 3] [Form::Address] Meaning::Load(Memory::Temporaries);
};

static STORE: &[Row] = rows! {
    "store.t" ["dest_kind" = 3] [Form::Address, Form::Stored] Meaning::Store;
};

static FRAME_READ: &[Row] = rows! {
    "fb_color.t" ["color" = 1, "kind" = 7, "align" = 2] [Form::Dest] Meaning::FrameRead(FrameBuffer::Color);
    "fb_depth.t" ["kind" = 7, "align" = 2] [Form::Dest] Meaning::FrameRead(FrameBuffer::Depth);
};

/// Branches have no operands where the comparison does not matter.
macro_rules! branch {
    ($($name:literal $bits:literal;)*) => {
        &[$(Row {
            name: $name,
            fixed: &[("gt", $bits & 1), ("eq", $bits >> 1 & 1), ("lt", $bits >> 2 & 1)],
            forms: match $bits {
                7 => &[Form::Spare(0), Form::Spare(1), Form::Label],
                _ => &[Form::Source(0), Form::Source(1), Form::Label],
            },
            meaning: Meaning::Branch(Comparison::from_bits($bits)),
        },)*]
    };
}

/// In the order of the bits of their comparisons: 1 greater, 2 equal, 4 less.
static BRANCH: &[Row] = branch! {
    "branch_nv" 0;
    "branch_gt" 1;
    "branch_eq" 2;
    "branch_ge" 3;
    "branch_lt" 4;
    "branch_ne" 5;
    "branch_le" 6;
    "branch" 7;
};

static DISCARD: &[Row] = rows! {
    "discard" ["word" = DISCARD_WORD as i64] [] Meaning::Discard;
};

static CONST: &[Row] = rows! {
    "const" [] [Form::Numbers] Meaning::Constant;
};

impl Layout {
    /// The operations that are encoded so; the scalar adder does not have all of its list.
    pub const fn rows(self) -> &'static [Row] {
        match self {
            Layout::VaryingIndex => VARYING_INDEX,
            Layout::VaryingRegister => VARYING_REGISTER,
            Layout::Texture => TEXTURE,
            Layout::Load => LOAD,
            Layout::VectorMul | Layout::ScalarMul => MUL,
            Layout::VectorAdd | Layout::ScalarAdd => ADD,
            Layout::CombineScalar => COMBINE,
            Layout::CombineScalarToVector => SCALAR_TO_VECTOR,
            Layout::CombineVectorToScalar => VECTOR_TO_SCALAR,
            Layout::CombineMul => SCALE,
            Layout::Store => STORE,
            Layout::FrameRead => FRAME_READ,
            Layout::Branch => BRANCH,
            Layout::Discard => DISCARD,
            Layout::Const => CONST,
        }
    }

    /// What follows the names of its operations and their modifiers in the text.
    pub const fn suffix(self) -> &'static str {
        match self {
            Layout::VaryingIndex | Layout::VaryingRegister => ".v",
            Layout::VectorMul => ".v0",
            Layout::ScalarMul => ".s0",
            Layout::VectorAdd => ".v1",
            Layout::ScalarAdd => ".s1",
            Layout::CombineScalar
            | Layout::CombineScalarToVector
            | Layout::CombineVectorToScalar
            | Layout::CombineMul => ".s2",
            Layout::Texture
            | Layout::Load
            | Layout::Store
            | Layout::FrameRead
            | Layout::Branch
            | Layout::Discard
            | Layout::Const => "",
        }
    }
}

/// Which operation a unit does.
#[derive(Clone, Copy, Debug)]
pub struct Op {
    /// The unit.
    pub unit: Unit,
    /// The form in which it is encoded.
    pub layout: Layout,
    /// The row in the table.
    pub row: &'static Row,
}

impl PartialEq for Op {
    fn eq(&self, other: &Op) -> bool {
        self.unit == other.unit && self.layout == other.layout && std::ptr::eq(self.row, other.row)
    }
}

impl Eq for Op {}

impl Op {
    /// The operations of a layout.
    pub fn all(layout: Layout) -> impl Iterator<Item = Op> {
        let rows = layout.rows().iter();
        let rows = rows.filter(move |row| layout != Layout::ScalarAdd || !row.is_vector_only());
        rows.map(move |row| Op {
            unit: layout.unit(),
            layout,
            row,
        })
    }

    /// The operation of a layout that does something.
    pub fn that(layout: Layout, meaning: Meaning) -> Option<Op> {
        Op::all(layout).find(|op| op.row.meaning == meaning)
    }

    /// The operation of a layout with a name.
    pub fn named(layout: Layout, name: &str) -> Option<Op> {
        Op::all(layout).find(|op| op.row.name == name)
    }

    /// The operation of a layout with a code.
    pub fn coded(layout: Layout, code: i64) -> Option<Op> {
        Op::all(layout).find(|op| op.row.fixed("op") == code)
    }

    /// A constant.
    pub fn constant(unit: Unit) -> Option<Op> {
        let op = Op::named(Layout::Const, "const")?;
        Some(Op { unit, ..op })
    }
}
