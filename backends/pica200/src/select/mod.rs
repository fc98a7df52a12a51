//! Selection: from the intermediate representation to instructions of the chip on lanes that have no register
//! yet, and the passes that bring them to vector registers.
//!
//! ```text
//! emissions   the slots that vertices of a geometry shader go to
//! lower       vector operations to instructions on lanes
//! fuse        share_literal_factors, take_out_factors, fuse_multiply_add
//! sink        sink_into_arms: what one arm of a conditional needs is computed there
//! reroll      copies of the same code become a counted loop
//! counter     index_by_counter: `aL` indexes what a counted loop indexes by its counter
//! legalize    legalize_reads: what one instruction cannot read together is copied
//! alike       make_vertices_alike: vertices that are made alike have the same code
//! procedures  pass_arguments: copies of the same code read what differs in the same registers
//! slots       operands and results of rows of code
//! ```

mod alike;
mod counter;
mod emissions;
mod fuse;
mod legalize;
mod lower;
mod procedures;
mod reroll;
mod sink;
mod slots;

use crate::interface::{self, Places, Usage};
use crate::machine::{self, NanResult, Program};
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::{Shader, pass};
use retroshade_kit::mir::clusters::Room;
use retroshade_kit::mir::coalesce::{coalesce_copies, coalesce_outputs, propagate_copies};
use retroshade_kit::mir::slp::{Packing, Scope};
use retroshade_kit::mir::{eliminate_dead_code, pack_vectors, ranges};

/// Options of selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// True if to look for shorter code.
    pub optimize: bool,
    /// The larger and the smaller of a number and NaN.
    pub nan: NanResult,
    /// The reader of the varyings.
    pub consumer: interface::Consumer,
    /// Where a geometry program finds its input; `None` for the cheapest.
    pub input: Option<interface::InputMode>,
    /// True if an output is invariant: what rounds by other operations around a product is left out.
    pub invariant: bool,
}

/// A pass over a program.
pub type Pass = pass::Pass<Program, Settings>;

retroshade_kit::passes! {
    /// Dead code elimination.
    DCE "dce" Exact = |program, _| Ok(eliminate_dead_code(program));
    /// Products with a literal where lanes of one vector can share the literal.
    SHARE_LITERAL_FACTORS "share_literal_factors" Rounding =
        |program, settings| Ok(!settings.invariant && fuse::share_literal_factors(program));
    /// Common factors of sums.
    TAKE_OUT_FACTORS "take_out_factors" Rounding =
        |program, settings| Ok(!settings.invariant && fuse::take_out_factors(program));
    /// a * b + c in one instruction.
    FUSE_MULTIPLY_ADD "fuse_multiply_add" Exact = |program, _| Ok(fuse::fuse_multiply_add(program));
    /// Readers of copies read the originals.
    PROPAGATE_COPIES "propagate_copies" Exact = |program, _| Ok(propagate_copies(program));
    /// Computations into the arm that needs them.
    SINK_INTO_ARMS "sink_into_arms" Exact = |program, _| Ok(sink::sink_into_arms(program));
    /// Outputs by the instructions that make the values.
    COALESCE_OUTPUTS "coalesce_outputs" Exact = |program, _| Ok(coalesce_outputs(program));
    /// Both ends of copies as one value.
    COALESCE_COPIES "coalesce_copies" Exact = |program, _| Ok(coalesce_copies(program));
    /// Copies of the same code as counted loops.
    REROLL "reroll" Exact = |program, _| Ok(reroll::reroll(program));
    /// `aL` in the place of addresses that move on with the rounds of a counted loop.
    INDEX_BY_COUNTER "index_by_counter" Exact =
        |program, _| Ok(counter::index_by_counter(program));
    /// Copies of what one instruction cannot read together.
    LEGALIZE_READS "legalize_reads" Exact =
        |program, settings| Ok(legalize::legalize_reads(program, settings.nan));
    /// Vertices that are made alike with the same code.
    MAKE_VERTICES_ALIKE "make_vertices_alike" Exact =
        |program, _| Ok(alike::make_vertices_alike(program));
    /// Copies of the same code with arguments.
    PASS_ARGUMENTS "pass_arguments" Exact = |program, _| Ok(procedures::pass_arguments(program));
    /// Vectors of whatever fits; a register holds more than four lanes if four are live at once.
    FORM_VECTORS_LIVE "form_vectors_live" Exact = |program, settings| {
        let room = Room::FourLive(ranges::live_ranges(program));
        Ok(form_vectors(program, settings, room, Scope::All))
    };
    /// Vectors of whatever fits.
    FORM_VECTORS "form_vectors" Exact =
        |program, settings| Ok(form_vectors(program, settings, Room::Four, Scope::All));
    /// Vectors of what was one in the source.
    FORM_VECTORS_OF_SOURCE "form_vectors_of_source" Exact =
        |program, settings| Ok(form_vectors(program, settings, Room::Four, Scope::Groups));
}

fn form_vectors(program: &mut Program, settings: &Settings, room: Room, scope: Scope) -> bool {
    let commutes = |opcode| machine::commutes(opcode, settings.nan);
    let packing = Packing {
        room,
        scope,
        commutes: &commutes,
    };
    pack_vectors(program, &packing)
}

/// Makes the instructions of a shader that went through the target's pipeline, and says where its interface
/// lives.
///
/// # Errors
/// Too many variables for the registers, bindings that cannot be, operations that the chip cannot
/// do.
pub fn lower(shader: &Shader, settings: &Settings) -> Result<(Program, Places), Diagnostics> {
    let places = interface::place(
        shader,
        &Usage::of(shader),
        settings.consumer,
        settings.input,
    )?;
    let joined = match places.free_boolean() {
        Some(_) => lower::Joined::ByJumps,
        None => lower::Joined::ByArithmetic,
    };
    let decisions = lower::Decisions::of(shader, joined);
    let emissions = emissions::Emissions::of(shader);
    let lowering = lower::Lowering::new(shader, &places, &decisions, &emissions, settings.nan);
    let program = lowering.run()?;
    Ok((program, places))
}
