//! The passes every backend starts from, in order.

use crate::Capabilities;
use crate::opt::{
    ARRAYS, BOOLS, BRANCHES, COMPOSITE, CSE, DCE, INDEX, INTS, LAYOUT, LOOPS, REASSOCIATE, SIMPLIFY,
};
use crate::pass::{Pass, Pipeline};

/// Control flow and memory: loops are written out, memory and indices become values, arms are
/// executed together. Each needs what the one before folds.
const FLOW: &[Pass] = &[SIMPLIFY, DCE, LOOPS, ARRAYS, INDEX, CSE, SIMPLIFY, BRANCHES];

/// Operations that the target lacks.
const OPERATIONS: &[Pass] = &[
    SIMPLIFY,
    CSE,
    REASSOCIATE,
    DCE,
    LAYOUT,
    INTS,
    COMPOSITE,
    BOOLS,
];

/// Once more what folding and sharing find in the result.
const TIDY: &[Pass] = &[SIMPLIFY, CSE, DCE];

/// The passes that bring a shader into the form a target's capabilities describe. A backend may add
/// its own with [`Pipeline::then`].
pub fn standard(_capabilities: &Capabilities) -> Pipeline {
    Pipeline::new(FLOW).then(OPERATIONS).then(TIDY)
}
