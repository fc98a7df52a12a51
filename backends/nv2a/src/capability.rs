//! What is legal after the passes for a vertex program.

use retroshade_ir::egraph::{Costs, INSTRUCTION};
use retroshade_ir::{
    Arithmetic, Capabilities, Indexing, MatrixLayout, OpKind, OpSet, ResultRounding,
    UniformMatrices, VectorWidth, Widths,
};

/// The capabilities of the chip: straight-line float code, uniforms indexed through a0.
pub const CAPABILITIES: Capabilities = Capabilities {
    target: "nv2a",
    native: OpSet::of(&[
        OpKind::Neg,
        OpKind::Abs,
        OpKind::Fract,
        OpKind::Sqrt,
        OpKind::Rsqrt,
        OpKind::Rcp,
        OpKind::Exp2,
        OpKind::Log2,
        OpKind::Sin,
        OpKind::Cos,
        OpKind::Pow,
        OpKind::Saturate,
        OpKind::Add,
        OpKind::Sub,
        OpKind::Mul,
        OpKind::Mad,
        OpKind::Min,
        OpKind::Max,
        OpKind::SetLt,
        OpKind::SetGe,
        OpKind::Dot,
        OpKind::Cross,
        OpKind::UniformIndexed,
    ]),
    // Nothing is scalar only: scalar operations are split here, so that the arithmetic around them
    // is not.
    dot: Widths::of(&[3, 4]),
    arithmetic: Arithmetic {
        quick_dot: true,
        zero_times_anything: true,
        // The chip truncates, emulators do not.
        rounding: ResultRounding::NearestOrTowardZero,
        ..Arithmetic::FLOATS
    },
    index: Indexing {
        uniforms: true,
        literals: true,
        ..Indexing::NONE
    },
    // The memory order of GL, and of Direct3D's row vectors: register k is the kth group of four floats.
    matrices: MatrixLayout::Columns,
    // A product of two is 22 to 26 instructions, against the 16 that it would be of registers.
    uniform_matrices: UniformMatrices {
        whole: false,
        column_copies: 2,
    },
    width: VectorWidth::Vec4,
    ..Capabilities::MINIMAL
};

/// Signs are free, and a product and a sum are one operation. Scalar functions run beside the vector unit, so that
/// hardly half of them take a slot.
pub const COSTS: Costs = Costs {
    operations: &[
        (OpKind::Neg, 0),
        (OpKind::Rcp, 400),
        (OpKind::Rsqrt, 400),
        (OpKind::Exp2, 400),
        (OpKind::Log2, 400),
        (OpKind::Fract, 1500),
        (OpKind::Saturate, 2 * INSTRUCTION),
        (OpKind::Cross, 2 * INSTRUCTION),
        (OpKind::Pow, 2 * INSTRUCTION),
        (OpKind::UniformIndexed, 0),
    ],
    dot2: INSTRUCTION,
    fuses: true,
    copy: INSTRUCTION,
};
