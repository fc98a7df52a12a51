//! What is legal after the passes for a fragment program.

use retroshade_ir::egraph::{Costs, INSTRUCTION};
use retroshade_ir::{
    Arithmetic, Branches, Capabilities, Indexing, Loops, OpKind, OpSet, ResultRounding,
    VectorWidth, Widths,
};

/// The capabilities of the processor: vectors of four, branches, loops, everything indexed.
pub const CAPABILITIES: Capabilities = Capabilities {
    target: "lima",
    native: OpSet::of(&[
        OpKind::Neg,
        OpKind::Abs,
        OpKind::Floor,
        OpKind::Ceil,
        OpKind::Fract,
        OpKind::Trunc,
        OpKind::Sqrt,
        OpKind::Rsqrt,
        OpKind::Rcp,
        OpKind::Exp2,
        OpKind::Log2,
        OpKind::Sin,
        OpKind::Cos,
        OpKind::Atan,
        OpKind::Atan2,
        OpKind::Saturate,
        OpKind::Dfdx,
        OpKind::Dfdy,
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
        OpKind::Texture,
        OpKind::Discard,
        OpKind::If,
        OpKind::Loop,
        OpKind::UniformIndexed,
        OpKind::InputIndexed,
        OpKind::ArrayLoad,
        OpKind::ArrayStore,
        // Comparisons that feed branches, discards and selects.
        OpKind::Lt,
        OpKind::Ge,
        OpKind::Eq,
        OpKind::Ne,
    ]),
    scalar_only: OpSet::of(&[
        OpKind::Sqrt,
        OpKind::Rsqrt,
        OpKind::Rcp,
        OpKind::Exp2,
        OpKind::Log2,
        OpKind::Sin,
        OpKind::Cos,
        OpKind::Atan,
        OpKind::Atan2,
    ]),
    dot: Widths::of(&[2, 3, 4]),
    arithmetic: Arithmetic {
        select_per_lane: false,
        // Products and the sum of their lanes are two units of one instruction.
        quick_dot: true,
        // Half floats.
        literal_bits: 11,
        // What `half=off` simulates has 24 bits.
        rounding: ResultRounding::Unknown,
        ..Arithmetic::FLOATS
    },
    free_clamps: true,
    branches: Some(Branches {
        // An `if` costs a branch and ends two instructions early; a select costs no more than its slot.
        flatten_cost: 12,
        nesting: 64,
        ..Branches::ANY
    }),
    loops: Some(Loops {
        unroll_small: 48,
        // A register of six.
        hoisted_lanes: 4,
        ..Loops::ANY
    }),
    index: Indexing::ALL,
    projective_textures: true,
    width: VectorWidth::Vec4,
    ..Capabilities::MINIMAL
};

/// Operations by kind, as far as they are known without a schedule: an instruction has a unit for each kind, so most
/// operations share one. Signs, and clamps of results, are free.
pub const COSTS: Costs = Costs {
    operations: &[
        (OpKind::Neg, 0),
        (OpKind::Abs, 0),
        (OpKind::Saturate, 0),
        (OpKind::UniformIndexed, 0),
    ],
    dot2: INSTRUCTION,
    fuses: false,
    copy: INSTRUCTION / 2,
};
