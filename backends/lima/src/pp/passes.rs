//! Passes over programs, by their names.

use super::coalesce_vectors::coalesce_vectors;
use super::machine::Program;
use retroshade_ir::pass;
use retroshade_kit::mir::eliminate_dead_code;

/// A pass over a program.
pub type Pass = pass::Pass<Program, ()>;

retroshade_kit::passes! {
    /// Dead code elimination.
    DCE "dce" = |program, ()| Ok(eliminate_dead_code(program));
    /// Vectors that copies connect become one.
    COALESCE_VECTORS "coalesce_vectors" = |program, ()| Ok(coalesce_vectors(program));
}
