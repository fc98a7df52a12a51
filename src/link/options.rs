//! Options for each of the programs of a pair.

use super::check::Partners;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Shader;
use retroshade_kit::target::{Options, has_sampler};

/// Options for each of the programs.
pub(super) struct StageOptions {
    pub(super) vertex: Options,
    pub(super) fragment: Options,
}

impl StageOptions {
    /// Gives each shader the bindings and sampler states that concern it; those of varyings go to the fragment
    /// shader's. Names that neither shader has are added to the errors.
    pub(super) fn of(
        all: &Options,
        vertex: &Shader,
        fragment: &Shader,
        errors: &mut Diagnostics,
    ) -> StageOptions {
        let mut options = StageOptions {
            vertex: all.clone(),
            fragment: all.clone(),
        };
        // The vertex shader's varyings go where the fragment program reads them, or nowhere.
        let is_varying = |name: &str| {
            let mut outputs = vertex.interface.outputs.values();
            outputs.any(|output| output.builtin.is_none() && output.name == name)
        };
        for name in all.bindings.keys() {
            let (in_vertex, in_fragment) = (has(vertex, name), has(fragment, name));
            if !in_vertex || is_varying(name) {
                options.vertex.bindings.shift_remove(name);
            }
            if !in_fragment {
                options.fragment.bindings.shift_remove(name);
            }
            if !in_vertex && !in_fragment {
                let message =
                    format!("cannot bind `{name}`: neither shader has a variable of this name");
                errors.push(Diagnostic::error(codes::target::BINDING, message));
            }
        }
        errors.extend(
            all.unknown_samplers(|name| has_sampler(vertex, name) || has_sampler(fragment, name)),
        );
        for (shader, options) in [
            (vertex, &mut options.vertex),
            (fragment, &mut options.fragment),
        ] {
            options.samplers.retain(|name, _| has_sampler(shader, name));
        }
        options
    }

    /// Options for a vertex shader before a geometry shader, and those for what follows it. A binding goes to the vertex shader
    /// if it has an attribute or a uniform of the name, and to the others if not or if they have the name too; its outputs
    /// go where the geometry program reads them.
    pub(super) fn of_first(all: &Options, vertex: &Shader, others: &[&Shader]) -> [Options; 2] {
        let [mut first, mut rest] = [all.clone(), all.clone()];
        let interface = &vertex.interface;
        let own = |name: &str| {
            let mut own = interface.inputs.values().chain(interface.uniforms.values());
            own.any(|variable| variable.name == name)
        };
        first.bindings.retain(|name, _| own(name));
        rest.bindings
            .retain(|name, _| !own(name) || others.iter().any(|shader| has(shader, name)));
        first.samplers.retain(|name, _| has_sampler(vertex, name));
        [first, rest]
    }

    /// The same where the fragment stage is fixed: the container is that of programs.
    pub(super) fn for_fixed(mut self) -> StageOptions {
        self.fragment.container = None;
        self
    }
}

/// Gives bindings of the vertex shader's varyings to the inputs that they feed.
pub(super) fn hand_bindings_on(
    vertex: &mut Shader,
    fragment: &mut Shader,
    partners: &Partners,
    errors: &mut Diagnostics,
) {
    for (&input, &output) in partners {
        let output = &mut vertex.interface.outputs[output];
        let Some(theirs) = output.bind.take() else {
            continue;
        };
        let input = &mut fragment.interface.inputs[input];
        match &input.bind {
            Some(ours) if *ours != theirs => errors.push(
                Diagnostic::error(
                    codes::target::BINDING,
                    format!("the varying `{}` is bound to two registers", input.name),
                )
                .at(input.span, ours.clone())
                .and_at(output.span, theirs),
            ),
            _ => input.bind = Some(theirs),
        }
    }
}

/// True if a shader has a variable that can be bound.
fn has(shader: &Shader, name: &str) -> bool {
    let interface = &shader.interface;
    let variables = interface.inputs.values().chain(interface.outputs.values());
    let mut variables = variables.chain(interface.uniforms.values());
    variables.any(|variable| variable.name == name) || has_sampler(shader, name)
}
