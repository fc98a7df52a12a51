//! What at least two backends share.
//!
//! * [`bits`], [`isa`], [`roundtrip`]: instruction tables as data, their encoder and decoder, and
//!   the tests every table must pass.
//! * [`lanes`]: write masks and swizzles.
//! * [`text`]: the lexical half of the assemblers.
//! * [`target`], [`reflect`]: what the rest of the compiler knows of a target, and what users learn
//!   of a compiled shader.
//! * [`schedule`]: programs as their machine issues them: units, values, ways.
//! * [`incumbent`]: the best program of a search, and the first limit that was in its way.
//! * [`interface`]: registers of the variables of an interface.
//! * [`settings`]: the settings of a target as a table, checked and explained by it.
//! * [`position`]: what settings make of `gl_Position`.
//! * [`finding`]: what a check of machine code finds.
//! * [`machine`]: what goes into a simulator and comes out.
//! * [`names`]: what names say where registers have fixed meanings.
//! * [`mir`]: the machine IR between selection and scheduling, and the passes over it.
//! * [`dependence`]: the dependence graph of straight-line code, its orders and chains.
//! * [`registers`]: allocation of registers lane by lane, and the proof of its result.
//! * [`agreement`]: whole targets compared with the reference interpreter, for their tests.
//! * [`random`]: seeded random numbers for tests and restarts.

#[cfg(feature = "tools")]
pub mod agreement;
pub mod bits;
pub mod dependence;
pub mod finding;
pub mod incumbent;
pub mod interface;
pub mod isa;
pub mod lanes;
pub mod listing;
pub mod machine;
pub mod mir;
pub mod names;
mod options;
pub use retroshade_ir::random;
pub mod position;
pub mod reflect;
pub mod registers;
#[cfg(feature = "tools")]
pub mod roundtrip;
pub mod schedule;
pub mod settings;
pub mod target;
pub mod text;
