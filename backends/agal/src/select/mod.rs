//! Selection: from the representation to operations of the machine on values.
//!
//! ```text
//! lower     each operation of the representation to tokens without registers
//! arithmetic, place  parts of it: sums and products; indices and outputs
//! signed    negation that costs nothing until somebody needs it
//! matrix    dot products with consecutive constants become m33 and m44
//! texture   lookups and discarding
//! conditional  selects
//! settle    what conditionals write, and over what
//! legalise  no two constants in one operation, operands in one register
//! widen     operations carry along what passes them by
//! outputs   operations that write outputs themselves, and moves
//! together  values that share a register
//! combine   operations that do the same to different lanes become one
//! recompute  values computed again to free their temporaries
//! literals  numbers into constant registers
//! blocks    operations under one comparison together
//! displace  moves of what is written over
//! usage     constants that are read as rows of a matrix and by component
//! reach     what depends on what
//! ```

mod arithmetic;
mod blocks;
mod code;
mod combine;
mod conditional;
mod displace;
mod legalise;
mod literals;
mod lower;
mod matrix;
mod outputs;
mod place;
mod print;
mod reach;
mod recompute;
mod settle;
mod signed;
mod texture;
mod together;
mod usage;
mod widen;

pub(crate) use blocks::form as blocks;
pub(crate) use code::{Code, Lane, Lanes, Matrix, Op, Target, ValueId, components};
pub(crate) use combine::Joining;
pub(crate) use legalise::Sharing;
pub(crate) use print::print;
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
    /// Whether operations were joined that [`Joining::Careful`] leaves apart.
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
    legalise::drop_dead(&mut code, &outputs);
    settle::settle(&mut code, &outputs);
    let attributes = attribute_lanes(registers, shader);
    let setting = legalise::Setting {
        attributes: &attributes,
        sharing,
    };
    legalise::legalise(&mut code, &setting);
    widen::widen(&mut code, &mut outputs, shader.stage);
    outputs::write(&mut code, &outputs, shader.stage);
    legalise::legalise(&mut code, &setting);
    legalise::drop_dead(&mut code, &[]);
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
    joining: Joining,
    split: bool,
) -> Result<Selected, Diagnostics> {
    let risky = combine::combine(&mut code, joining);
    displace::reunite(&mut code);
    let literals = literals(target, &mut code, registers)?;
    usage::components_first(&mut code, split);
    Ok(Selected {
        code,
        literals,
        risky,
    })
}

/// Computes values again where they are needed, at most `budget` times in all.
pub(crate) fn recompute(code: &mut Code, budget: usize) {
    if recompute::recompute(code, budget) {
        // Where all readers of a value read another now, nobody needs the first.
        legalise::drop_dead(code, &[]);
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
