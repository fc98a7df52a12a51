//! The fragment processor (PP): a pipeline of units, each of which sees what those before it made in
//! the same instruction.
//!
//! ```text
//! isa          units, the table of operations, instructions as data, their bits    half  16-bit floats
//! program      instructions in the order of memory; words and back
//! text         assembly in and out
//! effects      what instructions read and write                     rules what the machine refuses
//! execute      what instructions do, in numbers of any kind         sim   runs them in floats
//! capability   what is legal after the passes
//! range        how large values can become
//! colors       leaves out what no frame buffer takes            orientation  turns rows for `--invert-y`
//! interface    which register every variable lives in
//! machine      the processor as the machine IR sees it
//! select       the shader to instructions of the units
//! passes       what programs go through before scheduling, by the pipeline below
//! coalesce_vectors   vectors that copies connect become one
//! linearize    programs as blocks in the order of memory     code         these as data
//! write_splats       what makes a number writes the lanes that a copy spreads it to
//! legalize_reads     copies of what one instruction cannot read together
//! live         live ranges of laid out and scheduled code
//! schedule     bottom-up list scheduling into instructions
//! registers    register allocation by lanes               spill        values in temporary memory
//! emit         scheduled code as instructions            check        replays them symbolically
//! allocate     alternates scheduling, allocation and spilling until a program fits
//! lowered      a program with what it was encoded from
//! generate     these in a row                            reflect      the record
//! fragments    the processor as the target asks for it
//! ```

mod allocate;
pub mod capability;
mod check;
mod coalesce_vectors;
pub mod code;
mod colors;
mod effects;
mod emit;
mod execute;
mod fragments;
pub mod generate;
pub mod half;
pub mod interface;
pub mod isa;
mod legalize_reads;
mod linearize;
mod live;
mod lowered;
pub mod machine;
mod orientation;
pub mod passes;
pub mod program;
mod range;
mod reflect;
mod registers;
mod rules;
mod schedule;
pub mod select;
pub mod sim;
mod spill;
pub mod text;
mod write_splats;

pub use execute::Machine;
pub(crate) use fragments::Fragments;
pub use isa::{Instruction, Operation, Prefetch};
pub use orientation::turn_rows;
pub use program::Program;

use passes::{COALESCE_VECTORS, DCE, LEGALIZE_READS, Pass, WRITE_SPLATS};

/// The passes of every program before it is laid out and scheduled.
pub const PIPELINE: &[Pass] = &[
    DCE,
    WRITE_SPLATS,
    COALESCE_VECTORS,
    DCE,
    LEGALIZE_READS,
    DCE,
];
