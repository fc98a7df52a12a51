//! Selection: from the representation to operations of the machine on values.
//!
//! ```text
//! lower      each operation of the representation to operations without registers
//! arithmetic, place   parts of it: sums and products; indices and outputs
//! sign       negation that costs nothing until an operation cannot absorb it
//! matrix     dot products with consecutive constants become m33 and m44
//! texture    lookups and discarding
//! conditional   selects
//! predicate  if-conversion: predicated operations write their result in place
//! legalize   no two constants in one operation, the lanes of an operand in one register
//! fold_passthrough_lanes   operations carry lanes along that would need a move
//! outputs    operations that write outputs themselves, and moves
//! slp        superword-level parallelism: alike operations on different lanes become one
//! rematerialize   values computed again where they are read, to free their temporaries
//! merge_predicated   operations under one comparison share its two tokens
//! copy_tied_operands   copies of values that a predicated operation overwrites
//! usage      constants that are read as rows of a matrix and by component
//! edit       operations of the body in order, vectors with lanes at given places
//! reachability   what depends on what
//! ```

mod arithmetic;
mod conditional;
mod copy_tied_operands;
mod edit;
mod fold_passthrough_lanes;
mod legalize;
mod lower;
mod matrix;
mod merge_predicated;
mod outputs;
mod place;
mod predicate;
mod reachability;
mod rematerialize;
mod sign;
mod slp;
mod texture;
mod usage;

pub(crate) use merge_predicated::merge_predicated;

pub use legalize::Sharing;
pub use slp::Vectorize;

use crate::interface::Registers;
use crate::isa::{File, Version};
use crate::machine::{Program, constant};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Shader, Stage, pass};
use retroshade_kit::mir::{self, Reg, eliminate_dead_code};
use std::cell::Cell;

/// The context of passes.
#[derive(Clone, Debug)]
pub struct Context {
    /// The target's name in messages.
    pub target: &'static str,
    /// The stage.
    pub stage: Stage,
    /// How constants that must be moved are shared.
    pub sharing: Sharing,
    /// The number of components that the stream of each attribute has.
    pub attributes: Vec<u8>,
    /// How far operations are joined.
    pub vectorize: Vectorize,
    /// Set where operations were joined that [`Vectorize::Conservative`] leaves apart.
    pub risky: Cell<bool>,
    /// Constant registers for literals, and how many there are in all.
    pub free: (Vec<Reg>, usize),
    /// True if products may become dot products for the sake of constants that are read by component too.
    pub split: bool,
    /// How many operations may be repeated to free temporaries.
    pub repeats: usize,
}

impl Context {
    /// Makes the context once the interface has its registers.
    pub(crate) fn new(
        target: &'static str,
        shader: &Shader,
        registers: &Registers,
        sharing: Sharing,
        split: bool,
    ) -> Context {
        let constants = &registers.constants;
        let numbers = constants.free().map(|number| constant(number as u16));
        Context {
            target,
            stage: shader.stage,
            sharing,
            attributes: attribute_lanes(registers, shader),
            vectorize: Vectorize::None,
            risky: Cell::new(false),
            free: (numbers.collect(), constants.size() as usize),
            split,
            repeats: 0,
        }
    }
}

/// A pass over a program.
pub type Pass = pass::Pass<Program, Context>;

retroshade_kit::passes! {
    /// Dead code elimination.
    DCE "dce" Exact = |program, _| Ok(eliminate_dead_code(program));
    /// Predicated operations in the place of moves that have predicates.
    PREDICATE_IN_PLACE "predicate_in_place" Exact =
        |program, _| Ok(predicate::predicate_in_place(program));
    /// Each operand in one register or in values, and no two constants in an operation.
    LEGALIZE_READS "legalize_reads" Exact = |program, context| {
        Ok(legalize::legalize(program, context.sharing, &context.attributes))
    };
    /// Lanes of outputs carried along by operations that need not compute them.
    FOLD_PASSTHROUGH_LANES "fold_passthrough_lanes" SignOfZero = |program, context| {
        Ok(fold_passthrough_lanes::fold_passthrough_lanes(program, context.stage))
    };
    /// Outputs by the operations that compute them, else by moves.
    WRITE_OUTPUTS "write_outputs" Exact =
        |program, context| Ok(outputs::write_outputs(program, context.stage));
    /// Operations that do the same to different lanes as one.
    VECTORIZE "vectorize" Exact = |program, context| {
        let found = slp::vectorize(program, context.vectorize);
        context.risky.set(found.risky);
        Ok(found.changed)
    };
    /// Copies of tied operands that lie in several vectors.
    COPY_TIED_OPERANDS "copy_tied_operands" Exact =
        |program, _| Ok(copy_tied_operands::copy_tied_operands(program));
    /// Literals to constant registers.
    PACK_LITERALS "pack_literals" Exact = pack_literals;
    /// Constants that begin a matrix are read by component first.
    COMPONENTS_FIRST "components_first" Exact =
        |program, context| Ok(usage::components_first(program, context.split));
    /// Dot products in place of products of which some components are not read.
    SPLIT_PRODUCTS "split_products" Exact = |program, _| Ok(usage::split_products(program));
    /// Conditionals of operations with the same predicate.
    MERGE_PREDICATED "merge_predicated" Exact =
        |program, _| Ok(merge_predicated::merge_predicated(program));
    /// Values computed again where they are read.
    REMATERIALIZE "rematerialize" Exact =
        |program, context| Ok(rematerialize::rematerialize(program, context.repeats));
}

fn pack_literals(program: &mut Program, context: &Context) -> Result<bool, Diagnostic> {
    let stored = |bits: &[u32]| (bits.iter().copied().collect(), false);
    let (free, total) = &context.free;
    mir::pack_literals(program, stored, free.iter().copied()).map_err(|shortage| {
        let (target, literals) = (context.target, shortage.needed);
        let used = total - free.len();
        let needed = used + literals;
        let message =
            format!("{target} has {total} constant registers, but the shader needs {needed}");
        Diagnostic::error(codes::limit::CONSTANTS, message).with_note(format!(
            "{used} hold uniforms and {literals} hold literals, up to four each"
        ))
    })
}

/// Selects instructions for a shader; literals stay in the operands, outputs are still to be written.
///
/// # Errors
/// What the machine cannot do.
pub(crate) fn lower(
    target: &'static str,
    version: Version,
    shader: &Shader,
    registers: &mut Registers,
) -> Result<Program, Diagnostics> {
    let mut lowering = lower::Lowering::new(target, version, shader, registers);
    lowering.body();
    let errors = std::mem::take(&mut lowering.errors);
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok(lowering.program)
    }
}

/// The number of components that the stream of each attribute register has.
fn attribute_lanes(registers: &Registers, shader: &Shader) -> Vec<u8> {
    let mut lanes = vec![4; 16];
    for (input, variable) in shader.interface.inputs.iter() {
        let Some((File::Attribute, placed)) = registers.inputs[input] else {
            continue;
        };
        for slot in 0..placed.elements * placed.slots {
            let lane = placed.slot(slot);
            if lane % 4 == 0 {
                lanes[(lane / 4) as usize] = variable.slot_lanes();
            }
        }
    }
    lanes
}
