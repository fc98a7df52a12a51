//! What both chips do with options and shader before they look for stages.

use crate::flatten::{Abilities, flatten};
use crate::shader::Flat;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Shader;
use retroshade_kit::settings::{self, Setting};
use retroshade_kit::target::{Optimize, Options};

/// Checks the options and flattens a prepared shader; `container` is the one that set-ups have.
///
/// # Errors
/// Options that make no sense, and what the chip's fragment side cannot do.
pub fn prepare(
    shader: &Shader,
    options: &Options,
    abilities: Abilities,
    container: &str,
    table: &[Setting],
) -> Result<Flat, Diagnostics> {
    let target = abilities.target;
    demand_container(target, container, options)?;
    settings::check(target, table, &options.settings)?;
    options.refuse_sampler_states(target)?;
    let abilities = Abilities {
        linked: options.linked,
        ..abilities
    };
    let mut flat = flatten(shader, abilities)?;
    for varying in &mut flat.varyings {
        varying.settled = options.settled.get(&varying.name).cloned();
    }
    if options.optimize == Optimize::Most {
        flat.polys.be_patient();
    }
    Ok(flat)
}

/// An error for options that ask for another container than the one that set-ups have.
///
/// # Errors
/// If they do.
pub fn demand_container(target: &str, own: &str, options: &Options) -> Result<(), Diagnostic> {
    match options.container.as_deref() {
        Some(other) if other != own => {
            let message = format!("`{other}` holds no fragment shaders of {target}");
            Err(Diagnostic::error(codes::target::SETTING, message)
                .with_help(format!("use --container {own}")))
        }
        _ => Ok(()),
    }
}
