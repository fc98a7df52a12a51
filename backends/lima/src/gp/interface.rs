//! Which register every variable lives in: attributes and varyings by slot, uniforms one vector for
//! each slot from address 0, small ones sharing vectors, behind them what the driver supplies, behind that the literals.

use super::isa::{ATTRIBUTES, OUTPUTS, UNIFORMS};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Builtin, Input, Output, Shader, Uniform};
use retroshade_kit::interface::{Need, Placed, Reads, RegisterFile, share_small};

/// First registers.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Of each attribute that is read.
    pub attributes: IndexMap<Input, u32>,
    /// Of each output.
    pub outputs: IndexMap<Output, u32>,
    /// The place of each uniform that is read.
    pub uniforms: IndexMap<Uniform, Placed>,
    /// The first address behind the uniforms.
    pub constants: u32,
}

/// Assigns every variable its register.
///
/// # Errors
/// Bindings that do not fit, and what there are not enough registers for.
pub fn layout(shader: &Shader) -> Result<Layout, Diagnostics> {
    let mut errors = Diagnostics::new();
    let reads = Reads::of(shader);
    let interface = &shader.interface;

    let code = codes::limit::ATTRIBUTES;
    let mut file = RegisterFile::new("lima", "attributes", code, "a", ATTRIBUTES);
    let mut needs = Vec::new();
    for &input in reads.inputs.keys() {
        let variable = &interface.inputs[input];
        if variable.builtin.is_some() {
            let message = format!("lima vertex programs have no `{}`", variable.name);
            errors.push(
                Diagnostic::error(codes::target::UNSUPPORTED, message)
                    .at(variable.span, "used by the shader")
                    .with_help("send it as an attribute"),
            );
            continue;
        }
        needs.push((input, Need::of(variable)));
    }
    let attributes = file.assign(&needs, &mut errors);

    let code = codes::limit::VARYINGS;
    let mut file = RegisterFile::new("lima", "outputs beside the position", code, "v", OUTPUTS);
    // The rasteriser takes the position from output 0, whatever the shader writes.
    file.reserve(0);
    let outputs = interface.outputs.iter();
    let (position, mut rest): (Vec<_>, Vec<_>) =
        outputs.partition(|(_, variable)| variable.builtin == Some(Builtin::Position));
    rest.sort_by_key(|(_, variable)| variable.builtin == Some(Builtin::PointSize));
    let needs = rest.into_iter();
    let needs: Vec<_> = needs
        .map(|(output, variable)| (output, Need::of(variable)))
        .collect();
    let mut outputs = registers(file.assign(&needs, &mut errors));
    outputs.extend(position.into_iter().map(|(output, _)| (output, 0)));
    outputs.sort_keys();

    let code = codes::limit::CONSTANTS;
    let mut file = RegisterFile::new("lima", "uniforms", code, "u", UNIFORMS);
    let uniforms = reads.declared_uniforms().into_iter();
    let needs = uniforms.map(|uniform| (uniform, &interface.uniforms[uniform]));
    let uniforms = share_small(&mut file, needs, &mut errors);
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok(Layout {
            attributes: registers(attributes),
            outputs,
            uniforms,
            constants: file.end(),
        })
    }
}

fn registers<K: std::hash::Hash + Eq>(places: IndexMap<K, Placed>) -> IndexMap<K, u32> {
    let places = places.into_iter();
    places
        .map(|(key, placed)| (key, placed.register()))
        .collect()
}
