//! What the passes may leave standing for a vertex program.

use retroshade_ir::{Capabilities, OpKind, OpSet, VectorWidth};

/// Operations that are executed in vain rather than jumped around: a jump costs two instructions, and
/// around it nothing passes from unit to unit.
const FLATTEN: u32 = 48;

/// Operations that a loop may become when it is written out.
const UNROLL: u32 = 240;

/// Operations that all loops together may become.
const UNROLL_ALL: u32 = 3000;

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
    branches: true,
    flatten_cost: FLATTEN,
    nesting: u32::MAX,
    loops: true,
    unroll_small: UNROLL,
    unroll_budget: UNROLL_ALL,
    index_uniforms: true,
    matrix_rows: true,
    width: VectorWidth::Scalar,
    ..Capabilities::MINIMAL
};
