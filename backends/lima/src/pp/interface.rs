//! Which register every variable lives in.

use super::isa::{SAMPLERS, UNIFORMS, VARYINGS};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Builtin, Input, SamplerId, Shader, Uniform};
use retroshade_kit::interface::{Need, Reads, RegisterFile, share_small};

/// Where a uniform starts: its vector, and its first component if it shares the vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformPlace {
    /// Number of the first vector.
    pub index: u32,
    /// First component.
    pub lane: u8,
}

/// The places of all variables that are used.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The first varying of each input that is no built-in.
    pub varyings: IndexMap<Input, u32>,
    /// The place of each uniform.
    pub uniforms: IndexMap<Uniform, UniformPlace>,
    /// The first sampler.
    pub samplers: IndexMap<SamplerId, u32>,
    /// Inputs that are built-in variables.
    pub builtins: Vec<Input>,
}

/// Assigns every variable that the shader uses its place. Uniforms of up to three components share vectors
/// with others in the order of their first use, so that one load fetches what is used together; arrays,
/// matrices and what is bound start vectors of their own.
///
/// # Errors
/// Bindings that do not fit, and what there are not enough places for.
pub fn layout(shader: &Shader) -> Result<Layout, Diagnostics> {
    let mut errors = Diagnostics::new();
    let reads = Reads::of(shader);
    let interface = &shader.interface;
    let mut layout = Layout::default();

    let code = codes::limit::VARYINGS;
    let mut file = RegisterFile::new("lima", "varyings", code, "v", VARYINGS);
    let mut needs = Vec::new();
    for &input in reads.inputs.keys() {
        let variable = &interface.inputs[input];
        match variable.builtin {
            None => needs.push((input, Need::of(variable))),
            Some(
                Builtin::FragCoord
                | Builtin::PointCoord
                | Builtin::FrontFacing
                | Builtin::LastFragColor
                | Builtin::LastFragDepth,
            ) => {
                layout.builtins.push(input);
            }
            Some(_) => {
                let message = format!("lima fragment programs have no `{}`", variable.name);
                errors.push(
                    Diagnostic::error(codes::target::UNSUPPORTED, message)
                        .at(variable.span, "used by the shader"),
                );
            }
        }
    }
    let varyings = file.assign(&needs, &mut errors).into_iter();
    layout.varyings = varyings
        .map(|(input, placed)| (input, placed.register()))
        .collect();

    let code = codes::limit::CONSTANTS;
    let mut file = RegisterFile::new("lima", "uniforms", code, "u", UNIFORMS);
    let uniforms = reads.uniforms.keys();
    let needs = uniforms.map(|uniform| (*uniform, &interface.uniforms[*uniform]));
    let places = share_small(&mut file, needs, &mut errors).into_iter();
    let places = places.map(|(uniform, placed)| {
        let (index, lane) = (placed.register(), placed.component());
        (uniform, UniformPlace { index, lane })
    });
    layout.uniforms = places.collect();

    let code = codes::limit::SAMPLERS;
    let mut file = RegisterFile::new("lima", "samplers", code, "s", SAMPLERS);
    let needs = reads.samplers.keys().map(|&id| {
        let sampler = &interface.samplers[id];
        (id, Need::of_sampler(sampler, sampler.array.unwrap_or(1)))
    });
    let needs: Vec<_> = needs.collect();
    let samplers = file.assign(&needs, &mut errors).into_iter();
    layout.samplers = samplers
        .map(|(id, placed)| (id, placed.register()))
        .collect();
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok(layout)
    }
}
