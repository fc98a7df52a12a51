//! The fragment processor (PP): a pipeline of units, each of which sees what those before it made in
//! the same instruction.
//!
//! ```text
//! isa          units, fields, operations of the instruction set     half  16-bit floats
//! bundle       instructions as data; words and back                 legal what the machine refuses
//! text         assembly in and out
//! sim          runs programs, in half or single precision
//! capability   what the passes may leave standing
//! range        how large values can become
//! colors       leaves out what no frame buffer takes
//! interface    which register every variable lives in
//! select       the shader to operations of the units     code, print  these as data and text
//! coalesce     joins what copies connect                 live         live ranges
//! schedule     packs operations into instructions
//! registers    lanes for results                         spill        memory for what finds none
//! emit         scheduled code as instructions            check        proves them
//! fit          schedules and registers that go together
//! generate     these in a row                            reflect      the record
//! fragments    the processor as the target asks for it
//! ```

pub mod bundle;
pub mod capability;
mod check;
mod coalesce;
pub mod code;
mod colors;
mod emit;
mod fit;
mod fragments;
pub mod generate;
pub mod half;
pub mod interface;
pub mod isa;
mod legal;
mod live;
mod print;
mod range;
mod reflect;
mod registers;
mod schedule;
pub mod select;
pub mod sim;
mod spill;
pub mod text;

pub use bundle::{Bundle, Prefetch, Program, Slot};
pub(crate) use fragments::Fragments;
