//! Which register every variable lives in.
//!
//! Order of the rules: a register fixed by the user, a location, the name, the first free register
//! (docs/nv2a.md, "Who goes where"). Constants and literals start at `c[96]`, the c0 of the console's
//! own numbering, and use the lower half when that is full; `c[58]` and `c[59]` hold the viewport.

pub mod names;
mod outputs;

pub use outputs::OutputPlace;
pub(crate) use outputs::named_output;

use crate::isa::{ATTRIBUTES, CONSTANTS};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Input, Interface, Output, Shader, Uniform};
use retroshade_kit::interface::{Need, Reads, RegisterFile, register_number};

/// c0 of the console's own numbering: where the upper half of the constants starts.
const FIRST: u32 = 96;
/// Registers of the viewport pair, which other code loads.
pub const VIEWPORT: [u8; 2] = [58, 59];

/// Registers of attributes, outputs and uniforms.
#[derive(Clone, Debug)]
pub struct Layout {
    /// First attribute register of each input that is read.
    pub attributes: IndexMap<Input, u8>,
    /// Place of each slot of each output.
    pub outputs: IndexMap<(Output, u32), OutputPlace>,
    /// First constant register of each uniform that is read.
    pub uniforms: IndexMap<Uniform, u8>,
    /// Constants that are taken; literals go into the others.
    pub constants: RegisterFile,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// Assigns every variable its register.
///
/// # Errors
/// Bindings that do not fit, and what there are not enough registers for.
pub fn assign(shader: &Shader) -> Result<Layout, Diagnostics> {
    let mut errors = Diagnostics::new();
    let reads = Reads::of(shader);
    let interface = &shader.interface;
    let mut layout = Layout {
        attributes: attributes(interface, &reads, &mut errors),
        outputs: IndexMap::new(),
        uniforms: IndexMap::new(),
        constants: constants(),
        warnings: Diagnostics::new(),
    };
    outputs::assign(interface, &mut layout, &mut errors);
    uniforms(interface, &reads, &mut layout, &mut errors);
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok(layout)
    }
}

/// The constant registers without those of the viewport.
pub fn constants() -> RegisterFile {
    let what = "constant registers beside the viewport";
    let file = RegisterFile::new("nv2a", what, codes::limit::CONSTANTS, "c", CONSTANTS);
    let mut file = file.in_order((FIRST..CONSTANTS).chain(0..FIRST));
    for register in VIEWPORT {
        file.reserve(register.into());
    }
    file
}

fn attributes(
    interface: &Interface,
    reads: &Reads,
    errors: &mut Diagnostics,
) -> IndexMap<Input, u8> {
    let mut needs = Vec::new();
    for &input in reads.inputs.keys() {
        let variable = &interface.inputs[input];
        if variable.builtin.is_some() {
            let message = format!("nv2a vertex programs have no `{}`", variable.name);
            errors.push(
                Diagnostic::error(codes::target::UNSUPPORTED, message)
                    .at(variable.span, "used by the shader")
                    .with_help("send it as an attribute"),
            );
            continue;
        }
        let need = Need {
            by_name: names::attribute(&variable.name).map(u32::from),
            ..Need::of(variable)
        };
        needs.push((input, need));
    }
    let code = codes::limit::ATTRIBUTES;
    let file = RegisterFile::new("nv2a", "attributes", code, "v", ATTRIBUTES.into());
    // v13 to v15 have no meaning to fixed function, then texture coordinates, then the others.
    let mut file = file.in_order((13..16).chain(9..13).chain(0..9));
    let places = file.assign(&needs, errors).into_iter();
    places
        .map(|(input, placed)| (input, placed.register() as u8))
        .collect()
}

fn uniforms(interface: &Interface, reads: &Reads, layout: &mut Layout, errors: &mut Diagnostics) {
    let mut needs = Vec::new();
    for uniform in reads.declared_uniforms() {
        let variable = &interface.uniforms[uniform];
        let bound = variable.bind.as_deref();
        let bound = bound.and_then(|bind| register_number(bind, "c"));
        let viewport = VIEWPORT
            .into_iter()
            .find(|own| bound == Some((*own).into()));
        match viewport.filter(|_| variable.slots() == 1) {
            // The viewport pair may be bound on purpose.
            Some(register) => {
                layout.uniforms.insert(uniform, register);
            }
            // A location of a uniform is a name for the API, not a register.
            None => needs.push((
                uniform,
                Need {
                    location: None,
                    ..Need::of(variable)
                },
            )),
        }
    }
    let places = layout.constants.assign(&needs, errors).into_iter();
    let places = places.map(|(uniform, placed)| (uniform, placed.register() as u8));
    layout.uniforms.extend(places);
    layout.uniforms.sort_unstable_keys();
}
