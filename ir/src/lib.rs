//! The intermediate representation: structured SSA with swizzled uses.
//!
//! One [`Shader`] holds a stage, an [`Interface`] and one body; all functions are inlined. A
//! [`Region`](RegionData) is a list of instructions that ends with a [`Terminator`]; `if` and `loop`
//! are instructions with regions of their own, whose results take the place of phi nodes. Values
//! are vectors of 1 to 4 lanes; every use of a value carries a [`Swizzle`], so there is no swizzle
//! instruction. Inside a region order means nothing but data and effects.
//!
//! ```text
//! build   builder with type checks          text    printed form, reads back
//! verify  every rule of a valid shader      eval    the reference interpreter
//! opt     one pass a file                   pass    pipelines, printing and verifying between passes
//! run     inputs and results as JSON        texture textures and a sampler in software
//! generate random shaders for tests          random  seeded random numbers
//! link    what lies between the shaders of a pair
//! outline what functions compute, found in a shader
//! locals  variables of the source, for debuggers
//! ```
//!
//! `essl`, `eval`, `generate`, `outline` and the JSON of `run` come with the feature `tools` only.

#![forbid(unsafe_code)]

pub mod build;
mod capability;
pub mod deep;
pub mod egraph;
pub mod entity;
#[cfg(feature = "tools")]
pub mod essl;
#[cfg(feature = "tools")]
pub mod eval;
#[cfg(feature = "tools")]
pub mod generate;
mod ids;
mod interface;
pub mod link;
pub mod lint;
pub mod locals;
mod op;
pub mod opt;
#[cfg(feature = "tools")]
pub mod outline;
pub mod pass;
pub mod pipeline;
pub mod random;
pub mod run;
mod shader;
mod shape;
pub mod text;
pub mod texture;
mod types;
pub mod verify;

pub use capability::{
    Arithmetic, Branches, Capabilities, Indexing, Loops, OpSet, ResultRounding, UniformMatrices,
    VectorWidth, Widths,
};
pub use ids::{Array, Input, Inst, Output, Region, SamplerId, Uniform, Value};
pub use interface::{
    Builtin, ClipDepth, Interface, Interpolation, Leaf, Nesting, Precision, Primitive, Sampler,
    SamplerKind, Stage, Variable,
};
pub use op::{Domain, Effect, LevelOfDetail, Op, OpKind, Signature, TextureOp};
pub use shader::{
    ArrayData, InstData, Operands, RegionData, Results, Shader, Terminator, Use, ValueData,
    ValueDef, WayOut,
};
pub use shape::{MatrixLayout, Shape};
pub use types::{Constant, LANES, Scalar, Swizzle, Type};
