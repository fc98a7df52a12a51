//! The Nintendo 3DS (PICA200): the vertex unit, and the combiners that fragments go through.
//!
//! ```text
//! target      names, limits, options: what the rest of the compiler sees
//! capability  what is legal after the passes
//! machine     the chip as the machine IR sees it
//! counters    the integer registers of counted loops
//! settings    what users may set
//! interface   registers of inputs, uniforms and outputs; semantics of varyings by name
//! select      the shader's operations to the chip's, and the passes of the pipelines below
//! schedule    registers, layout, descriptors, and the proof of the result
//! generate    these in a row
//! header      C headers for citro3d projects
//! reflect     the record and the tables of the container
//! isa         the instruction set as data
//! reach       the words that a program can come to
//! rules       what the machine forbids, found by following every path
//! text        picasso's language, in and out
//! effects     what each word reads and writes
//! execute     what words do, in numbers of any kind
//! ways        the ways of control through a program, for pictures
//! sim         runs decoded words
//! simulate    registers of a run in, outputs, a trace and warnings out
//! container   SHBIN files
//! fragment    the other half of the chip: combiner stages, with rooms of the same names
//! ```

#![forbid(unsafe_code)]

mod best;
mod capability;
mod combiners;
pub mod container;
mod counters;
mod effects;
pub mod execute;
pub mod fragment;
mod generate;
mod header;
pub mod interface;
pub mod isa;
pub mod machine;
mod reach;
mod reflect;
pub mod rules;
pub mod schedule;
pub mod select;
mod settings;
pub mod sim;
mod simulate;
mod symbols;
mod target;
pub mod text;
mod vertices;
mod ways;

pub use simulate::{record, record_start};
pub use target::{PICA200, Pica200};
pub use vertices::read;

use select::*;

/// What every program goes through.
pub const PIPELINE: &[Pass] = &[
    DCE,
    SHARE_LITERAL_FACTORS,
    TAKE_OUT_FACTORS,
    FUSE_MULTIPLY_ADD,
    PROPAGATE_COPIES,
    DCE,
    SINK_INTO_ARMS,
    COALESCE_OUTPUTS,
    COALESCE_COPIES,
    DCE,
    REROLL,
    COALESCE_OUTPUTS,
    COALESCE_COPIES,
    DCE,
    INDEX_BY_COUNTER,
    DCE,
    LEGALIZE_READS,
    DCE,
];

/// What a program goes through at -O0.
pub const PLAIN: &[Pass] = &[
    DCE,
    PROPAGATE_COPIES,
    DCE,
    COALESCE_OUTPUTS,
    COALESCE_COPIES,
    DCE,
    LEGALIZE_READS,
    DCE,
];

/// What makes more code equal, before the ways to vectors, for programs with procedures.
pub const EQUATE: &[Pass] = &[
    MAKE_VERTICES_ALIKE,
    DCE,
    PASS_ARGUMENTS,
    COALESCE_COPIES,
    DCE,
];

/// Ways from lanes to vectors, from the one that is usually shortest to the one that needs fewest registers.
/// The shortest program wins, the earlier way among equals; -O0 takes the last.
pub const FINISH: [&[Pass]; 3] = [
    &[FORM_VECTORS_LIVE],
    &[FORM_VECTORS],
    &[FORM_VECTORS_OF_SOURCE],
];
