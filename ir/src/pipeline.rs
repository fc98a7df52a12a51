//! The passes every backend starts from, in order.

use crate::opt::{
    ARRAYS, BOOLS, BRANCHES, CARRIED, COMPOSITE, CSE, CSE_IN_SLICES, DCE, DOTS, EXACT_QUOTIENTS,
    FUSE, HOIST, INDEX, INTERFACE, INTS, INVARIANT, LANES, LOOPS, MATRIX_LAYOUT, NARROW, PACK,
    REASSOCIATE, SIMPLIFY, SUBSCRIPT, TABLES, TURN,
};
use crate::pass::{Pass, Pipeline};

/// Invariant outputs get computations of their own, which stay apart until all passes are done that decide by the
/// number of uses.
const SLICES: &[Pass] = &[INVARIANT];

/// Control flow: unroll loops, promote arrays to SSA values, if-convert. Each pass relies on constants folded
/// by the one before.
const FLOW: &[Pass] = &[
    SIMPLIFY,
    CARRIED,
    DCE,
    TABLES,
    LOOPS,
    TABLES,
    ARRAYS,
    INDEX,
    CSE_IN_SLICES,
    SIMPLIFY,
    SUBSCRIPT,
    BRANCHES,
];

/// Matrices are multiplied the short way, sums of products become inner products, then operations that
/// the target lacks are expanded: ints first, since their expansions need floats, then quotients whose whole
/// parts are wanted, while they are quotients, and truth last, since all others compare.
const OPERATIONS: &[Pass] = &[
    SIMPLIFY,
    CSE_IN_SLICES,
    REASSOCIATE,
    DOTS,
    DCE,
    NARROW,
    MATRIX_LAYOUT,
    INTS,
    EXACT_QUOTIENTS,
    COMPOSITE,
    BOOLS,
];

/// Widths: lanes that nobody reads go, then vectors are taken apart for scalar machines, and
/// scalars packed for vector machines.
const WIDTHS: &[Pass] = &[SIMPLIFY, CSE, DCE, NARROW, LANES, SIMPLIFY, PACK, FUSE];

/// Once more what folding and sharing find in the result; what is not used is not in the interface.
const TIDY: &[Pass] = &[HOIST, TURN, SIMPLIFY, CSE, DCE, INTERFACE];

/// What takes computations out of loops and branches into the body, as far as that can be done.
const FLATTENING: &[Pass] = &[
    SIMPLIFY, DCE, LOOPS, ARRAYS, SIMPLIFY, BRANCHES, SIMPLIFY, CSE, DCE,
];

/// The passes after which most of what a shader computes stands in its body, not in loops or branches: for whoever looks
/// at the body alone. Operations stay as they are.
pub fn flattening() -> Pipeline {
    Pipeline::new(FLATTENING)
}

/// The passes that bring a shader into the form a target's capabilities describe. A backend may add
/// its own with [`Pipeline::then`].
///
/// Afterwards, and before a backend's selection:
/// * each operation is one the target accepts in its width ([`Capabilities::accepts`](crate::Capabilities::accepts)), besides
///   constants, undefined values, inputs, uniforms and `compose`;
/// * where there are no bools, each condition of an `if`, discard or select is a comparison of floats;
/// * literals and undefined values stand at the head of the body or before their first use in it;
/// * there is no dead code and no unused variable, `gl_Position` excepted;
/// * uses read through composes: no operand is a lane of a `compose` whose part it could name.
pub fn standard() -> Pipeline {
    Pipeline::new(SLICES)
        .then(FLOW)
        .then(OPERATIONS)
        .then(WIDTHS)
        .then(TIDY)
}
