//! The operations of the arithmetic units: codes, names, and what they compute.

use super::Unit;

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

const fn other(code: i64, name: &'static str, meaning: Meaning) -> OpRow {
    OpRow {
        code,
        name,
        meaning,
        vector_only: false,
    }
}

const fn vector_only(row: OpRow) -> OpRow {
    OpRow {
        vector_only: true,
        ..row
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
    vector_only(other(16, "sum3", Meaning::Sum(3))),
    vector_only(other(17, "sum4", Meaning::Sum(4))),
    other(20, "dFdx", Meaning::Derivative { vertical: false }),
    other(21, "dFdy", Meaning::Derivative { vertical: true }),
    other(23, "sel", Meaning::Select),
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
