//! Registers and units that the user chose.

use crate::shader::{Coordinate, Flat, Lookup, Varying};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::interface::register_number;
use retroshade_kit::reflect::Variable;

/// The unit that a lookup is bound to, of so many: by the binding of its sampler (`tex2`), `layout(binding = 2)`,
/// or the register of its coordinate, which `coordinate` spells without its number.
///
/// # Errors
/// A binding that names no unit.
pub fn unit(
    flat: &Flat,
    lookup: &Lookup,
    units: u32,
    coordinate: &str,
) -> Result<Option<u32>, Diagnostic> {
    let number =
        |text: &str, prefix: &str| register_number(text, prefix).filter(|number| *number < units);
    if let Some(bind) = &lookup.bind {
        return match number(bind, "tex") {
            Some(unit) => Ok(Some(unit)),
            None => {
                let message = format!("`{}` cannot be in `{bind}`", lookup.sampler);
                let last = units.saturating_sub(1);
                Err(Diagnostic::error(codes::target::BINDING, message)
                    .at(lookup.span, "looked up here")
                    .with_note(format!("the texture units are tex0 to tex{last}")))
            }
        };
    }
    let of_coordinate = match &lookup.coordinate {
        Coordinate::Varying(varying, _) => {
            let varying = &flat.varyings[*varying as usize];
            let bind = varying.bind.as_deref().or(varying.settled.as_deref());
            bind.and_then(|bind| number(bind, coordinate))
        }
        _ => None,
    };
    let binding = lookup.binding.filter(|unit| *unit < units);
    Ok(of_coordinate.or(binding))
}

/// Checks that varyings lie where they are bound to.
///
/// # Errors
/// The first that does not. `given`: those that no vertex program hands over; `known`: the registers that there are.
pub fn check(
    flat: &Flat,
    inputs: &[Variable],
    given: &dyn Fn(&Varying) -> bool,
    known: &str,
) -> Result<(), Diagnostic> {
    let is_there = |varying: &&Varying| {
        let Some(bind) = varying.bind.as_ref().filter(|_| !given(varying)) else {
            return true;
        };
        let mut own = inputs.iter().filter(|entry| entry.name == varying.name);
        own.any(|entry| entry.register.as_ref() == Some(bind))
    };
    match flat.varyings.iter().find(|varying| !is_there(varying)) {
        None => Ok(()),
        Some(varying) => Err(refused(varying, known)),
    }
}

/// The refusal of a varying's binding.
pub fn refused(varying: &Varying, known: &str) -> Diagnostic {
    let bind = varying.bind.as_deref().unwrap_or_default();
    let message = format!("`{}` cannot be in `{bind}`", varying.name);
    Diagnostic::error(codes::target::BINDING, message)
        .at(varying.span, "declared here")
        .with_note(format!(
            "the registers are {known}; another varying may be there already"
        ))
}
