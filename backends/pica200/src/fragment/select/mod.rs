//! Covers the colour of a shader with combiner stages, as few as possible.
//!
//! ```text
//! inputs   what stages read without computing it
//! halves   the functions of one side that end in a wanted value
//! state    what is wanted of the stages before
//! search   from the last stage backwards, with a growing number of stages
//! plan     the stages found
//! ```

mod halves;
mod inputs;
mod plan;
mod search;
mod state;

pub(crate) use inputs::{Inputs, Register};
pub(crate) use plan::{Plan, PlannedHalf, byte};
pub(crate) use search::search;
