//! Passes over the representation, one a file.

mod arrays;
mod blends;
mod bools;
pub(crate) mod bound;
mod branches;
mod carried;
mod composite;
#[cfg(test)]
mod composite_test;
mod cse;
mod dce;
mod dots;
mod exact_quotients;
#[cfg(test)]
mod exact_quotients_test;
mod exits;
pub(crate) mod fold;
mod fuse;
#[cfg(test)]
mod growth_test;
mod hoist;
mod index;
mod interface;
mod ints;
mod invariant;
mod join_dots;
mod lanes;
mod literal_matrix;
mod loops;
#[cfg(test)]
mod loops_test;
mod matrix_layout;
#[cfg(test)]
mod matrix_layout_test;
mod narrow;
#[cfg(test)]
mod out_of_range_test;
mod pack;
#[cfg(test)]
mod pack_test;
mod pattern;
mod position;
mod products;
#[cfg(test)]
mod random_test;
mod reassociate;
mod rewrite;
mod rules;
#[cfg(test)]
mod rules_test;
mod simplify;
#[cfg(test)]
mod simplify_test;
mod spread_dots;
mod subscript;
mod tables;
#[cfg(test)]
pub(crate) mod testing;
mod turn;
mod undefine;

pub use arrays::ARRAYS;
pub use bools::BOOLS;
pub use bound::is_nonnegative;
pub use branches::BRANCHES;
pub use carried::CARRIED;
pub use composite::COMPOSITE;
pub use cse::{CSE, CSE_IN_SLICES};
pub use dce::DCE;
pub use dots::DOTS;
pub use exact_quotients::EXACT_QUOTIENTS;
pub use fuse::FUSE;
pub use hoist::HOIST;
pub use index::INDEX;
pub use interface::INTERFACE;
pub use ints::INTS;
pub use invariant::INVARIANT;
pub use join_dots::with_joined_dots;
pub use lanes::LANES;
pub use literal_matrix::{By, Reach, with_literal_matrices};
pub use loops::LOOPS;
pub use matrix_layout::MATRIX_LAYOUT;
pub use narrow::NARROW;
pub use pack::{Joining, PACK, with_joined};
pub(crate) use position::with_depth;
pub use position::{convert_depth, invert_y};
pub use reassociate::REASSOCIATE;
pub use simplify::SIMPLIFY;
pub use spread_dots::with_spread_dots;
pub use subscript::SUBSCRIPT;
pub use tables::TABLES;
pub use turn::TURN;
pub use undefine::undefine_output;
