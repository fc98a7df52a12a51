//! What the passes may leave standing for a vertex program.

use retroshade_ir::{Capabilities, OpKind, OpSet, VectorWidth};

/// The capabilities of the processor: scalar code, uniforms indexed through address registers.
pub const CAPABILITIES: Capabilities = Capabilities {
    target: "lima",
    native: OpSet::of(&[
        OpKind::Neg,
        OpKind::Abs,
        OpKind::Sign,
        OpKind::Floor,
        OpKind::Ceil,
        OpKind::Fract,
        OpKind::Rsqrt,
        OpKind::Rcp,
        OpKind::Exp2,
        OpKind::Log2,
        OpKind::Add,
        OpKind::Sub,
        OpKind::Mul,
        OpKind::Min,
        OpKind::Max,
        OpKind::SetLt,
        OpKind::SetGe,
        OpKind::SetEq,
        OpKind::SetNe,
        OpKind::Select,
        OpKind::Dot,
        OpKind::Mad,
        OpKind::UniformIndexed,
    ]),
    dot: retroshade_ir::Widths::ANY,
    index_uniforms: true,
    matrix_rows: true,
    width: VectorWidth::Scalar,
    ..Capabilities::MINIMAL
};
