//! Registers of varyings by their declarations alone: name, type and order, never use. Both stages of a pair come to the same
//! registers, though each is compiled without the other (docs/linking.md).

use super::{Fit, Need, RegisterFile};
use crate::names::{Shade, shade};
use crate::reflect::Reflection;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Shader, Stage, Variable};
use std::ops::Range;

/// Registers, or semantics of outputs, by the names of varyings.
pub type Settled = IndexMap<String, String>;

/// The varyings of a shader in the order of their declarations.
pub fn varyings(shader: &Shader) -> impl Iterator<Item = &Variable> {
    let interface = &shader.interface;
    let (inputs, outputs) = match shader.stage {
        Stage::Vertex | Stage::Geometry => (None, Some(interface.outputs.values())),
        Stage::Fragment => (Some(interface.inputs.values()), None),
    };
    let all = inputs.into_iter().flatten();
    let all = all.chain(outputs.into_iter().flatten());
    all.filter(|variable| variable.builtin.is_none())
}

/// Writes settled registers into the varyings of a shader as bindings.
pub fn bind(shader: &mut Shader, settled: &Settled) {
    let interface = &mut shader.interface;
    let varyings: Vec<&mut Variable> = match shader.stage {
        Stage::Vertex | Stage::Geometry => interface.outputs.values_mut().collect(),
        Stage::Fragment => interface.inputs.values_mut().collect(),
    };
    let varyings = varyings.into_iter();
    for variable in varyings.filter(|variable| variable.builtin.is_none()) {
        if variable.bind.is_none() {
            variable.bind = settled.get(&variable.name).cloned();
        }
    }
}

/// For machines with programs in both stages: a register for each vector in the order of the declarations, or, where these are
/// not enough and `shares` allows it, components of shared registers. Nothing where that does not fit either: then registers
/// go by use.
///
/// * `prefix`, `registers`: the names of the registers, and the numbers that they have in this stage.
pub fn in_order(
    shader: &Shader,
    prefix: &'static str,
    registers: Range<u32>,
    shares: Sharing,
) -> Settled {
    let variables: Vec<&Variable> = varyings(shader).collect();
    let needs: Vec<Need> = variables
        .iter()
        .map(|variable| Need::of_slots(variable, variable.slots()))
        .collect();
    let code = codes::limit::VARYINGS;
    let mut file = RegisterFile::new("", "varyings", code, prefix, registers.end);
    (0..registers.start).for_each(|register| file.reserve(register));
    let fits: &[Fit] = match shares {
        Sharing::Never => &[Fit::Registers],
        Sharing::Components => &[Fit::Registers, Fit::Lanes],
    };
    let mut tries = fits.iter();
    let places = tries.find_map(|fit| file.clone().place_all(&needs, *fit).ok());
    let mut settled = Settled::new();
    for (variable, placed) in variables.iter().zip(places.unwrap_or_default()) {
        // A binding has each slot in the next register.
        let spread = placed.elements <= 1 || placed.stride == placed.slots.saturating_mul(4);
        if !spread {
            return Settled::new();
        }
        if variable.bind.is_none() && variable.location.is_none() {
            let register = placed.register();
            let component = ["", ".y", ".z", ".w"].get(usize::from(placed.component()));
            let component = component.copied().unwrap_or_default();
            settled.insert(
                variable.name.clone(),
                format!("{prefix}{register}{component}"),
            );
        }
    }
    settled
}

/// Whether varyings of stages that are compiled apart may share a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Each vector has a register of its own.
    Never,
    /// Small ones share one where registers are short.
    Components,
}

/// The registers of a machine whose fragment stage is fixed, by their meanings.
pub struct Meanings<'a> {
    /// The register that the name of a varying means.
    pub named: &'a dyn Fn(&Variable) -> Option<String>,
    /// Registers of colours, which hold 0 to 1.
    pub colors: &'a [&'a str],
    /// Registers of texture coordinates.
    pub coordinates: &'a [&'a str],
    /// True if three or four components may go where texture coordinates do.
    pub wide_coordinates: bool,
}

/// For machines with a fixed fragment stage: what its name means, else by its type: one or two components are a texture coordinate, three
/// or four a colour unless the name says that they are a place or a direction. Of what has a register already only the
/// first gets it. Arrays and matrices have none by this rule.
pub fn by_meaning(shader: &Shader, meanings: &Meanings<'_>) -> Settled {
    let mut settled = Settled::new();
    let mut taken: Vec<String> = varyings(shader)
        .filter_map(|variable| variable.bind.clone())
        .collect();
    let open: Vec<&Variable> = varyings(shader)
        .filter(|variable| variable.bind.is_none() && variable.slots() == 1)
        .collect();
    let mut settle = |variable: &Variable, mut wanted: &mut dyn Iterator<Item = String>| {
        if settled.contains_key(&variable.name) {
            return;
        }
        if let Some(free) = Iterator::find(&mut wanted, |register| !taken.contains(register)) {
            taken.push(free.clone());
            settled.insert(variable.name.clone(), free);
        }
    };
    for variable in &open {
        settle(variable, &mut (meanings.named)(variable).into_iter());
    }
    let all = |registers: &[&str]| registers.iter().map(|name| (*name).to_owned()).collect();
    let colors: Vec<String> = all(meanings.colors);
    let coordinates: Vec<String> = all(meanings.coordinates);
    let is_wide = |variable: &Variable| variable.slot_lanes() > 2;
    // What is a colour by its name comes before what is one by its type.
    for variable in open.iter().filter(|variable| is_wide(variable)) {
        if shade(&variable.name) == Shade::Color {
            settle(variable, &mut colors.iter().cloned());
        }
    }
    for variable in &open {
        let colors = colors
            .iter()
            .filter(|_| is_wide(variable) && shade(&variable.name) != Shade::Geometry);
        let coordinates = coordinates
            .iter()
            .filter(|_| !is_wide(variable) || meanings.wide_coordinates);
        settle(variable, &mut colors.chain(coordinates).cloned());
    }
    settled
}

/// A warning about what a fixed fragment stage reads elsewhere than a vertex program that is compiled apart puts it.
pub fn doubts(shader: &Shader, record: &Reflection, settled: &Settled) -> Option<Diagnostic> {
    let mut doubts: Vec<(&Variable, String)> = Vec::new();
    for entry in &record.inputs {
        let Some(variable) = varyings(shader).find(|variable| variable.name == entry.name) else {
            continue;
        };
        if variable.bind.is_some() || entry.index.is_none() || entry.builtin.is_some() {
            continue;
        }
        let register = entry.register.as_deref().unwrap_or_default();
        let components = entry.components.as_deref().unwrap_or("xyzw");
        let in_place = match &entry.part {
            Some(part) => part == components,
            None => "xyzw".starts_with(components),
        };
        let name = &entry.name;
        let reads = format!("`{name}` is read from {register}");
        let sentence = match settled.get(name) {
            Some(own) if own == register && in_place => continue,
            Some(own) if own == register => {
                format!("{reads}, but from other components than its own")
            }
            Some(own) => {
                format!("{reads}, but a vertex program that is compiled apart has it in {own}")
            }
            None => format!(
                "{reads}, but a vertex program that is compiled apart has no register for it"
            ),
        };
        doubts.push((variable, sentence));
    }
    let mut list = doubts.into_iter();
    let (variable, sentence) = list.next()?;
    let mut warning = Diagnostic::warning(codes::warning::APART_REGISTER, sentence)
        .at(variable.span, "declared here");
    for (_, sentence) in list {
        warning = warning.with_note(sentence);
    }
    Some(warning.with_help("`retroshade link` compiles both shaders for each other"))
}
