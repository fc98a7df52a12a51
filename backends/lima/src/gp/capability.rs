//! What is legal after the passes for a vertex program.

use retroshade_ir::egraph::{Costs, INSTRUCTION};
use retroshade_ir::{
    Branches, Capabilities, Indexing, Loops, MatrixLayout, OpKind, OpSet, UniformMatrices,
    VectorWidth,
};
use retroshade_kit::target::{Optimize, Options};

/// Operations that are executed in vain rather than jumped around: a jump costs two instructions, and
/// around it nothing passes from unit to unit.
const FLATTEN: u32 = 48;

/// Instructions of the representation that a loop may become when it is written out, a vector one being as
/// many operations as it has lanes.
const UNROLL: u32 = 240;

/// The same where size counts: a loop takes an instruction or two for each branch, and a few around it.
const UNROLL_SIZE: u32 = 24;

/// Instructions after which a loop that may be left early stays a loop: a round of it that is written out is
/// executed in vain or in a condition of its own.
const LEAVING: u32 = 16;

/// Lanes of registers, of 64, for what a loop finds ready. More would go to memory where much is carried round.
const HOISTED: u32 = 12;

/// Operations that all loops together may become.
const UNROLL_ALL: u32 = 3000;

/// The capabilities of the processor at a level of optimisation.
pub fn capabilities(options: &Options) -> Capabilities {
    options.with_matrices(Capabilities {
        loops: Some(Loops {
            unroll_small: match options.optimize {
                Optimize::Size => UNROLL_SIZE,
                Optimize::None | Optimize::Normal | Optimize::Most => UNROLL,
            },
            unroll_leaving: LEAVING,
            hoisted_lanes: HOISTED,
            turned: true,
            ..Loops::ANY
        }),
        ..CAPABILITIES
    })
}

/// The capabilities of the processor: scalar code, uniforms indexed through address registers.
const CAPABILITIES: Capabilities = Capabilities {
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
    branches: Some(Branches {
        flatten_cost: FLATTEN,
        ..Branches::ANY
    }),
    unroll_budget: UNROLL_ALL,
    index: Indexing {
        uniforms: true,
        literals: true,
        ..Indexing::NONE
    },
    // As drivers upload uniforms: in the memory order of GL.
    matrices: MatrixLayout::Columns,
    // An instruction loads one vector of uniforms.
    uniform_matrices: UniformMatrices {
        whole: false,
        column_copies: 2,
    },
    width: VectorWidth::Scalar,
    ..Capabilities::MINIMAL
};

/// Operations by lanes, as far as they are known without a schedule: an instruction has two multipliers and two adders,
/// and one unit for functions. Signs are free.
pub const COSTS: Costs = Costs {
    operations: &[
        (OpKind::Neg, 0),
        (OpKind::Abs, 0),
        (OpKind::Add, INSTRUCTION / 2),
        (OpKind::Sub, INSTRUCTION / 2),
        (OpKind::Mul, INSTRUCTION / 2),
        (OpKind::Mad, INSTRUCTION / 2),
        (OpKind::Min, INSTRUCTION / 2),
        (OpKind::Max, INSTRUCTION / 2),
        (OpKind::SetLt, INSTRUCTION / 2),
        (OpKind::SetGe, INSTRUCTION / 2),
        (OpKind::Select, INSTRUCTION / 2),
        (OpKind::Dot, 2 * INSTRUCTION),
        (OpKind::UniformIndexed, 0),
    ],
    dot2: INSTRUCTION,
    fuses: false,
    copy: 0,
};
