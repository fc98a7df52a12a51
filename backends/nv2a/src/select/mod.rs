//! Selection: the shader's operations to instructions of the chip on lanes, and the passes that bring them
//! to vector registers.
//!
//! ```text
//! lower      the body of the shader to instructions
//! build      appends instructions        indices    values of a0
//! math       functions the chip has in part
//! precision  which values are below highp
//! fold       fold_lanes                  transpose  dots_to_columns
//! compare    equate_zeros                zeros      which values may be -0
//! combine    drop_clamps, fuse_multiply_add, homogeneous_dots, positive_parts
//! (the kit)  join_alike
//! copies     how literals are stored, what copies, merged copies
//! ```

mod build;
mod combine;
mod compare;
mod copies;
mod fold;
mod indices;
mod lower;
mod math;
mod precision;
mod transpose;
mod zeros;

pub use lower::{Request, lower};
pub use math::Accuracy;

use crate::isa::{CONSTANTS, Mac, SLOTS};

use crate::machine::{self, Operation, Program, VertexUnit};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::pass;
use retroshade_kit::interface::RegisterFile;
use retroshade_kit::mir::clusters::Room;
use retroshade_kit::mir::slp::{Packing, Scope, join_alike};
use retroshade_kit::mir::vectors::form_vectors;
use retroshade_kit::mir::{Location, eliminate_dead_code, legalize_reads, write_outputs};

/// A pass over a program; it is told which constant registers are free.
pub type Pass = pass::Pass<Program, RegisterFile>;

retroshade_kit::passes! {
    /// Lanes that are 0 or a lane of an operand.
    FOLD_LANES "fold_lanes" SignOfZero = |program, _| Ok(fold::fold_lanes(program));
    /// Scattered dot products by columns.
    DOTS_TO_COLUMNS "dots_to_columns" Rounding = |program, _| Ok(transpose::dots_to_columns(program));
    /// Comparisons in spite of two zeros.
    EQUATE_ZEROS "equate_zeros" SignOfZero = |program, _| Ok(compare::equate_zeros(program));
    /// Clamps in front of outputs that clamp.
    DROP_CLAMPS "drop_clamps" Exact = |program, _| Ok(combine::drop_clamps(program));
    /// a * b + c in one instruction.
    FUSE_MULTIPLY_ADD "fuse_multiply_add" Exact = |program, _| Ok(combine::fuse_multiply_add(program));
    /// DPH and DP3 for DP4 with a literal 1 or 0.
    HOMOGENEOUS_DOTS "homogeneous_dots" SignOfZero = |program, _| Ok(combine::homogeneous_dots(program));
    /// max(a, 0) of one lane.
    POSITIVE_PARTS "positive_parts" Exact = |program, _| Ok(combine::positive_parts(program));
    /// Operations that do the same to different lanes as one.
    JOIN_ALIKE "join_alike" Exact =
        |program, _| Ok(program.ops.len() <= MOST_JOINED && join_alike(program, &PACKING));
    /// Dead code elimination.
    DCE "dce" Exact = |program, _| Ok(eliminate_dead_code(program));
    /// Outputs by the instructions themselves, else by copies; lanes and literals by one multiply-add.
    WRITE_OUTPUTS_MERGED "write_outputs_merged" Exact =
        |program, _| Ok(write_outputs(program, &copies::outputs(Some(copies::merge_copies))));
    /// The same with a copy for each.
    WRITE_OUTPUTS "write_outputs" Exact = |program, _| Ok(write_outputs(program, &copies::outputs(None)));
    /// Vector registers; copies of lanes and literals by one multiply-add.
    FORM_VECTORS_MERGED "form_vectors_merged" Exact =
        |program, _| form_vectors(program, Some(copies::merge_copies));
    /// The same with a copy for each.
    FORM_VECTORS "form_vectors" Exact = |program, _| form_vectors(program, None);
    /// Literals to constant registers.
    PACK_LITERALS "pack_literals" Exact = pack_literals;
    /// Copies of constants and attributes that one instruction cannot read together.
    LEGALIZE_READS "legalize_reads" Exact = |program, _| Ok(legalize_reads(program, copy_rank));
}

/// Operations of a program whose operations are joined: with more of them it hardly fits, and all pairs are looked at.
const MOST_JOINED: usize = 2 * SLOTS;

/// How operations are joined.
const PACKING: Packing<'static, VertexUnit> = Packing {
    room: Room::Four,
    scope: Scope::All,
    commutes: &|code| {
        let products_and_sums = [Mac::Mul, Mac::Add, Mac::Mad].map(Operation::Mac);
        products_and_sums.contains(&code)
    },
};

fn pack_literals(program: &mut Program, constants: &RegisterFile) -> Result<bool, Diagnostic> {
    let pool = constants
        .free()
        .map(|register| machine::constant(register as u8));
    let packed = retroshade_kit::mir::pack_literals(program, copies::stored, pool);
    packed.map_err(|shortage| {
        let (needed, free) = (shortage.needed, shortage.free);
        let message = format!(
            "the literals need {needed} constant registers, {free} of {CONSTANTS} are left by the uniforms"
        );
        Diagnostic::error(codes::limit::CONSTANTS, message)
    })
}

/// A constant rather than one behind a0, whose copy would bind a0.
fn copy_rank(location: Location) -> u32 {
    u32::from(!matches!(location, Location::Indexed(..)))
}
