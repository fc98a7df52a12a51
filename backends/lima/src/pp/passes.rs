//! Passes over programs, by their names.

use super::coalesce_vectors::coalesce_vectors;
use super::legalize_reads::legalize_reads;
use super::machine::Program;
use super::write_splats::write_splats;
use retroshade_ir::pass;
use retroshade_kit::mir::eliminate_dead_code;

/// Instructions that a copy of what was fetched may serve. Chosen, not measured: longer live ranges would be spilled.
const WINDOW: usize = 200;

/// A pass over a program.
pub type Pass = pass::Pass<Program, ()>;

retroshade_kit::passes! {
    /// Dead code elimination.
    DCE "dce" Exact = |program, ()| Ok(eliminate_dead_code(program));
    /// What makes a number writes the lanes that a copy spreads it to.
    WRITE_SPLATS "write_splats" Exact = |program, ()| Ok(write_splats(program));
    /// Vectors that copies connect become one.
    COALESCE_VECTORS "coalesce_vectors" Exact = |program, ()| Ok(coalesce_vectors(program));
    /// Copies of what one instruction cannot read together.
    LEGALIZE_READS "legalize_reads" Exact = |program, ()| Ok(legalize_reads(program, WINDOW));
}
