//! The fragment processor (PP): a pipeline of units, each of which sees what those before it made in
//! the same instruction.
//!
//! ```text
//! isa          units, fields, operations of the instruction set     half  16-bit floats
//! bundle       instructions as data; words and back                 legal what the machine refuses
//! text         assembly in and out
//! issued       what each unit does in each instruction, for pictures
//! sim          runs programs, in half or single precision
//! capability   what is legal after the passes
//! range        how large values can become
//! colors       leaves out what no frame buffer takes            orientation  turns rows for `--invert-y`
//! interface    which register every variable lives in
//! machine      the processor as the machine IR sees it
//! select       the shader to instructions of the units
//! passes       what programs go through before scheduling, by the pipeline below
//! coalesce_vectors   vectors that copies connect become one
//! linearize    programs as blocks in the order of memory     code         these as data
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
pub mod bundle;
pub mod capability;
mod check;
mod coalesce_vectors;
pub mod code;
mod colors;
mod emit;
mod fragments;
pub mod generate;
pub mod half;
pub mod interface;
pub mod isa;
mod issued;
mod legal;
mod legalize_reads;
mod linearize;
mod live;
mod lowered;
pub mod machine;
mod orientation;
pub mod passes;
mod range;
mod reads;
mod reflect;
mod registers;
mod schedule;
pub mod select;
pub mod sim;
mod spill;
pub mod text;

pub use bundle::{Bundle, Prefetch, Program, Slot};
pub(crate) use fragments::Fragments;
pub use orientation::turn_rows;

use passes::{COALESCE_VECTORS, DCE, LEGALIZE_READS, Pass};

/// What every program goes through before it is laid out and scheduled.
pub const PIPELINE: &[Pass] = &[DCE, COALESCE_VECTORS, DCE, LEGALIZE_READS, DCE];
