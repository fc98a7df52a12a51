//! Selection: from the representation to operations of the machine on values.
//!
//! ```text
//! lower      each operation of the representation to tokens without registers
//! arithmetic, place   parts of it: sums and products; indices and outputs
//! signed     negation that costs nothing until an operation cannot absorb it
//! matrix     dot products with consecutive constants become m33 and m44
//! texture    lookups and discarding
//! conditional   selects
//! predicate  if-conversion: predicated operations write their result in place
//! legalize   no two constants in one operation, the lanes of an operand in one register
//! fold_passthrough_lanes   operations carry lanes along that would need a move
//! outputs    operations that write outputs themselves, and moves
//! same_register   union-find of values that an operand reads together
//! slp        superword-level parallelism: alike operations on different lanes become one
//! rematerialize   values computed again where they are read, to free their temporaries
//! literals   numbers packed into constant registers
//! merge_predicated   operations under one comparison share its two tokens
//! copy_tied_operands   copies of values that a predicated operation overwrites
//! usage      constants that are read as rows of a matrix and by component
//! reachability   what depends on what
//! ```

mod arithmetic;
mod code;
mod conditional;
mod copy_tied_operands;
mod fold_passthrough_lanes;
mod legalize;
mod literals;
mod lower;
mod matrix;
mod merge_predicated;
mod outputs;
mod place;
mod predicate;
mod print;
mod reachability;
mod rematerialize;
mod same_register;
mod signed;
mod slp;
mod texture;
mod usage;

pub(crate) use code::{Code, Lane, Lanes, Matrix, Op, Target, ValueId, components};
pub(crate) use legalize::Sharing;
pub(crate) use merge_predicated::merge_predicated_ops;
pub(crate) use print::print;
pub(crate) use slp::Vectorize;
pub(crate) use usage::without_wasted_rows;

use crate::interface::Registers;
use crate::isa::{File, Version};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Shader;

/// Selected code and the literals that it needs.
#[derive(Clone, Debug)]
pub(crate) struct Selected {
    /// The code, with literals in their registers.
    pub(crate) code: Code,
    /// The register and the components of each pack of literals.
    pub(crate) literals: Vec<(u16, Vec<f32>)>,
    /// Whether operations were joined that [`Vectorize::Conservative`] leaves apart.
    pub(crate) risky: bool,
}

/// Selects instructions for a shader; literals stay in the operands.
///
/// # Errors
/// What the machine cannot do.
pub(crate) fn select(
    target: &'static str,
    version: Version,
    shader: &Shader,
    registers: &mut Registers,
    sharing: Sharing,
) -> Result<Code, Diagnostics> {
    let mut lowering = lower::Lowering::new(target, version, shader, registers);
    let mut outputs = lowering.body();
    let errors = std::mem::take(&mut lowering.errors);
    let mut code = std::mem::take(&mut lowering.code);
    drop(lowering);
    if errors.has_errors() {
        return Err(errors);
    }
    legalize::drop_dead(&mut code, &outputs);
    predicate::predicate_in_place(&mut code, &outputs);
    let attributes = attribute_lanes(registers, shader);
    let setting = legalize::Setting {
        attributes: &attributes,
        sharing,
    };
    legalize::legalize(&mut code, &setting);
    fold_passthrough_lanes::fold_passthrough_lanes(&mut code, &mut outputs, shader.stage);
    outputs::write(&mut code, &outputs, shader.stage);
    legalize::legalize(&mut code, &setting);
    legalize::drop_dead(&mut code, &[]);
    Ok(code)
}

/// Joins operations of selected code and gives literals their registers. `split` says whether
/// products may become dot products for the sake of constants that are read by component as well.
///
/// # Errors
/// Literals that find no constant register.
pub(crate) fn join(
    target: &'static str,
    mut code: Code,
    registers: &mut Registers,
    joining: Vectorize,
    split: bool,
) -> Result<Selected, Diagnostics> {
    let risky = slp::vectorize(&mut code, joining);
    copy_tied_operands::copy_tied_operands(&mut code);
    let literals = literals(target, &mut code, registers)?;
    usage::components_first(&mut code, split);
    Ok(Selected {
        code,
        literals,
        risky,
    })
}

/// Computes values again where they are needed, at most `budget` times in all.
pub(crate) fn rematerialize(code: &mut Code, budget: usize) {
    if rematerialize::rematerialize(code, budget) {
        // Where all readers of a value read another now, nobody needs the first.
        legalize::drop_dead(code, &[]);
    }
}

/// The number of components that the stream of each attribute register has.
fn attribute_lanes(registers: &Registers, shader: &Shader) -> Vec<u8> {
    let mut lanes = vec![4; 16];
    for (place, variable) in registers
        .inputs
        .iter()
        .zip(shader.interface.inputs.values())
    {
        let Some((File::Attribute, placed)) = place else {
            continue;
        };
        for slot in 0..placed.elements * placed.slots {
            let lane = placed.slot(slot);
            if let (0, Some(count)) = (lane % 4, lanes.get_mut((lane / 4) as usize)) {
                *count = variable.slot_lanes();
            }
        }
    }
    lanes
}

/// Gives literals their registers, after those of the uniforms.
fn literals(
    target: &'static str,
    code: &mut Code,
    registers: &mut Registers,
) -> Result<Vec<(u16, Vec<f32>)>, Diagnostics> {
    let packs = literals::pack(code);
    let total = registers.constants.taken.len();
    let used = registers.constants.used();
    let mut numbers = Vec::new();
    for pack in &packs {
        let Some(number) = registers.constants.first_empty() else {
            let (needed, literals) = (used + packs.len(), packs.len());
            let message =
                format!("{target} has {total} constant registers, but the shader needs {needed}");
            return Err(Diagnostic::error(codes::limit::CONSTANTS, message)
                .with_note(format!(
                    "{used} hold uniforms and {literals} hold literals, up to four each"
                ))
                .into());
        };
        if let Some(taken) = registers.constants.taken.get_mut(usize::from(number)) {
            *taken = (1 << pack.len()) - 1;
        }
        numbers.push(number);
    }
    literals::place(code, &packs, &numbers);
    let value = |pack: &literals::Pack| pack.iter().map(|bits| f32::from_bits(*bits)).collect();
    Ok(numbers.into_iter().zip(packs.iter().map(value)).collect())
}
