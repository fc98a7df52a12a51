//! NV2A, the original Xbox's GPU: vertex programs.
//!
//! ```text
//! target      the chip as the rest of the compiler sees it
//! capability  what is legal after the passes
//! nan_clamp   what `-fnan-clamp` asks for
//! position    what follows gl_Position: division, viewport
//! interface   which register every variable lives in
//! machine     the chip as the machine IR sees it
//! select      the shader's operations to the chip's, and the passes of the pipeline below
//! schedule    order, pairs, registers; and the checker that proves the result
//! generate    these in a row
//! isa         operations of both units, registers, bit positions
//! program     slots as data         encode, decode   slots and words
//! text        nv2a-vsh, NV_vertex_program and XDK text in, nv2a-vsh text out
//! rules       checks microcode from anywhere
//! effects     what units read and write: for pictures, rules, stepping, the interface of foreign code
//! execute     what slots do, in numbers of any kind
//! sim         runs slots, rounding to nearest or exact to the bit
//! trace       programs in push buffers and logs
//! container   files around the words     format   programs as C     reflect   the record
//! ```

#![forbid(unsafe_code)]

pub mod capability;
pub mod container;
pub mod decode;
mod effects;
pub mod encode;
pub mod execute;
pub mod format;
pub mod fragment;
pub mod generate;
pub mod interface;
pub mod isa;
pub mod machine;
mod nan_clamp;
pub mod position;
pub mod program;
mod reflect;
pub mod rules;
pub mod schedule;
pub mod select;
pub mod settings;
pub mod sim;
pub mod target;
pub mod text;
pub mod trace;
mod vertices;

pub use target::{NV2A, Nv2a};

use select::*;

/// Rewrites that pay in some programs only. Each works on the result of the one before; every result is
/// tried, and the last that found something to do is the usual choice.
pub const REWRITES: &[Pass] = &[FOLD_LANES, DOTS_TO_COLUMNS];

/// Those of [`REWRITES`] that never round differently, for shaders with an invariant output.
pub const EXACT_REWRITES: &[Pass] = &[FOLD_LANES];

/// What every program goes through. After the first pass no value may become -0 that was +0.
pub const PIPELINE: &[Pass] = &[
    EQUATE_ZEROS,
    DROP_CLAMPS,
    FUSE_MULTIPLY_ADD,
    HOMOGENEOUS_DOTS,
    POSITIVE_PARTS,
    DCE,
];

/// What pays in some programs only, after [`PIPELINE`]: the result is tried beside the program without it.
pub const JOINS: &[Pass] = &[JOIN_ALIKE];

/// Ways from lanes to what the scheduler takes; both are tried, the first is the usual choice. A copy of
/// lanes and literals is one multiply-add by 1 and 0, or two copies.
pub const FINISH: [&[Pass]; 2] = [
    &[
        WRITE_OUTPUTS_MERGED,
        FORM_VECTORS_MERGED,
        DCE,
        PACK_LITERALS,
        LEGALIZE_READS,
    ],
    &[
        WRITE_OUTPUTS,
        FORM_VECTORS,
        DCE,
        PACK_LITERALS,
        LEGALIZE_READS,
    ],
];
