//! The passes every backend starts from, in order.

use crate::Capabilities;
use crate::opt::{ARRAYS, BRANCHES, CSE, DCE, INDEX, LOOPS, SIMPLIFY};
use crate::pass::Pipeline;

/// The passes that bring a shader into the form a target's capabilities describe. A backend may add
/// its own with [`Pipeline::then`].
pub fn standard(_capabilities: &Capabilities) -> Pipeline {
    Pipeline::new(&[SIMPLIFY, DCE, LOOPS, ARRAYS, INDEX, SIMPLIFY, CSE, DCE])
}
