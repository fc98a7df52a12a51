//! What is legal after the passes.

use crate::isa::IF_DEPTH;
use retroshade_ir::egraph::{Costs, INSTRUCTION};
use retroshade_ir::{
    Arithmetic, Branches, Capabilities, Indexing, Loops, MatrixLayout, OpKind, OpSet,
    ResultRounding, UniformMatrices, Variable, VectorWidth, Widths,
};
use retroshade_kit::target::{Optimize, Options};

/// Operations that are an instruction or two, or vanish in operands.
const NATIVE: OpSet = OpSet::of(&[
    OpKind::Neg,
    OpKind::Abs,
    OpKind::Floor,
    OpKind::Fract,
    OpKind::Trunc,
    OpKind::Sqrt,
    OpKind::Rsqrt,
    OpKind::Rcp,
    OpKind::Exp2,
    OpKind::Log2,
    OpKind::Saturate,
    OpKind::Clamp,
    OpKind::Add,
    OpKind::Sub,
    OpKind::Mul,
    OpKind::Mad,
    OpKind::Min,
    OpKind::Max,
    OpKind::Step,
    OpKind::SetLt,
    OpKind::SetGe,
    OpKind::Dot,
    OpKind::MatVec,
    OpKind::Lt,
    OpKind::Ge,
    OpKind::Eq,
    OpKind::Ne,
    OpKind::Select,
]);

/// Instructions after which a loop that may be left early is no longer unrolled: `for` and `breakc`
/// are two words, every round written out takes a condition.
const LEAVING: u32 = 12;
/// Instructions that unrolling may make in all: what does not fit the code memory by far is better
/// a loop.
const UNROLL: u32 = 400;

/// What choosing the slots of a strip takes about, in instructions: seven comparisons, as many conditions, and eight slots.
const CHOICE_OF_SLOT: u32 = 28;

/// What can be indexed by a value.
const INDEXING: Indexing = Indexing {
    uniforms: true,
    boolean_file: Some('b'),
    literals: true,
    ..Indexing::NONE
};

/// True if a uniform lies in registers of booleans.
pub(crate) fn is_boolean(uniform: &Variable) -> bool {
    INDEXING.in_boolean_file(uniform)
}

/// The capabilities of a vertex program.
pub(crate) fn capabilities(options: &Options) -> Capabilities {
    let (unroll_small, unroll_choosing) = match options.optimize {
        Optimize::None | Optimize::Size => (16, 64),
        Optimize::Normal | Optimize::Most => (64, UNROLL),
    };
    options.with_matrices(Capabilities {
        target: "pica200",
        native: NATIVE,
        scalar_only: OpSet::of(&[
            OpKind::Sqrt,
            OpKind::Rsqrt,
            OpKind::Rcp,
            OpKind::Exp2,
            OpKind::Log2,
        ]),
        dot: Widths::ANY,
        arithmetic: Arithmetic {
            quick_dot: true,
            significand_bits: 17,
            literal_bits: 17,
            // Emulators compute in 32-bit floats.
            rounding: ResultRounding::Unknown,
            ..Arithmetic::FLOATS
        },
        branches: Some(Branches {
            nesting: IF_DEPTH as u32,
            ..Branches::ANY
        }),
        loops: Some(Loops {
            unroll_small,
            unroll_leaving: LEAVING,
            unroll_choosing,
            unroll_emitting: unroll_small + 2 * CHOICE_OF_SLOT,
            ..Loops::ANY
        }),
        unroll_budget: UNROLL,
        index: INDEXING,
        width: VectorWidth::Vec4,
        // What citro3d's `C3D_FVUnifMtx4x4` uploads.
        matrices: MatrixLayout::Rows,
        // A product of two is 30 instructions by columns and 42 by rows, against the 16 that it would be of registers;
        // with `--matrices=auto`, which mixes the two, it is 24.
        uniform_matrices: UniformMatrices {
            whole: false,
            column_copies: 2,
        },
        ..Capabilities::MINIMAL
    })
}

/// The capabilities of a geometry program, which has eight times the code memory, and whose inputs only loops that are
/// written out can index.
pub(crate) fn of_geometry(of_vertex: Capabilities) -> Capabilities {
    Capabilities {
        unroll_budget: 8 * UNROLL,
        ..of_vertex
    }
}

/// Signs are free, and a product and a sum are one instruction.
pub(crate) const COSTS: Costs = Costs {
    operations: &[
        (OpKind::Neg, 0),
        (OpKind::Fract, 2 * INSTRUCTION),
        (OpKind::Saturate, 2 * INSTRUCTION),
        (OpKind::Clamp, 2 * INSTRUCTION),
        (OpKind::Trunc, 2 * INSTRUCTION),
        (OpKind::Select, 2 * INSTRUCTION),
        (OpKind::UniformIndexed, 0),
    ],
    dot2: INSTRUCTION,
    fuses: true,
    copy: INSTRUCTION,
};
