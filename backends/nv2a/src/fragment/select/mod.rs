//! Covers the colour of a shader with combiners, as few general ones as possible.
//!
//! ```text
//! places    what an operand can be: an input, a constant, a value of an earlier stage, each with a mapping
//! forms     the products and sums that end in a wanted value
//! search    from the final combiner backwards, with a growing number of stages
//! finish    registers for values, words for stages
//! ```

mod finish;
mod forms;
mod places;
mod search;

pub(crate) use finish::{ConstantLanes, finish};
pub(crate) use places::{Chosen, Goal, InputRegister, Inputs};
pub(crate) use search::{Plan, Produced, search};
