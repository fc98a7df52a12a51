//! What is legal after the passes for AGAL.

use crate::isa::Version;
use retroshade_ir::egraph::{Costs, INSTRUCTION};
use retroshade_ir::{
    Arithmetic, Capabilities, Indexing, MatrixLayout, OpKind, OpSet, Stage, UniformMatrices,
    VectorWidth, Widths,
};
use retroshade_kit::target::Options;

/// Operations that are one or two tokens.
const NATIVE: OpSet = OpSet::of(&[
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
    OpKind::Saturate,
    OpKind::Add,
    OpKind::Sub,
    OpKind::Mul,
    OpKind::Div,
    OpKind::Min,
    OpKind::Max,
    OpKind::Pow,
    OpKind::SetLt,
    OpKind::SetGe,
    OpKind::SetEq,
    OpKind::SetNe,
    OpKind::Normalize,
    OpKind::Dot,
    OpKind::Cross,
    OpKind::Discard,
]);

/// The same with selects left standing, which become conditionals.
pub(crate) fn with_conditionals(capabilities: &Capabilities) -> Capabilities {
    Capabilities {
        native: capabilities.native.with(OpKind::Select),
        ..capabilities.clone()
    }
}

/// The capabilities of one program.
pub(crate) fn capabilities(
    target: &'static str,
    version: Version,
    stage: Stage,
    options: &Options,
) -> Capabilities {
    let derivatives = OpSet::of(&[OpKind::Dfdx, OpKind::Dfdy]);
    let textures = OpSet::of(&[OpKind::Texture]);
    let vertex = stage == Stage::Vertex;
    let native = match (vertex, version) {
        (true, _) => NATIVE,
        (false, Version::V1) => NATIVE.union(textures),
        (false, _) => NATIVE.union(textures).union(derivatives),
    };
    let mut capabilities = options.with_matrices(Capabilities {
        target,
        native,
        dot: Widths::of(&[3, 4]),
        arithmetic: Arithmetic {
            quick_dot: true,
            ..Arithmetic::FLOATS
        },
        normalize: Widths::of(&[3]),
        index: Indexing {
            uniforms: vertex,
            literals: vertex,
            ..Indexing::NONE
        },
        // What `setProgramConstantsFromMatrix` uploads with `transposedMatrix`, and what `m44` takes.
        matrices: MatrixLayout::Rows,
        width: VectorWidth::Vec4,
        unroll_budget: Capabilities::MINIMAL
            .unroll_budget
            .min(UNROLLED * version.tokens()),
        ..Capabilities::MINIMAL
    });
    capabilities.uniform_matrices = UniformMatrices {
        // `m44` and `m33` read rows.
        whole: capabilities.matrices != MatrixLayout::Columns,
        // Two constants in one instruction take a copy of one.
        column_copies: 1,
    };
    capabilities
}

/// How many instructions loops may be written out to for each token that there may be: of what fits,
/// no real shader comes near it.
const UNROLLED: u32 = 16;

/// Every operation is a token, but for inner products of two lanes, which there are none of: a third lane is often
/// free.
pub(crate) const COSTS: Costs = Costs {
    operations: &[],
    dot2: INSTRUCTION * 3 / 2,
    fuses: false,
    copy: INSTRUCTION,
};
