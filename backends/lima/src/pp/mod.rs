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
//! colors       leaves out what no frame buffer takes
//! interface    which register every variable lives in
//! select       the shader to operations of the units     code, print  these as data and text
//! coalesce     merges values that copies connect         live         live ranges
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
mod coalesce;
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
mod live;
mod lowered;
mod print;
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
