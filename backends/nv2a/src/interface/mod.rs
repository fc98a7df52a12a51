//! Which register every variable lives in.
//!
//! Order of the rules: a register fixed by the user, a location, the name, the first free register
//! (docs/nv2a.md, "Who goes where"). Constants and literals start at `c[96]`, the c0 of the console's
//! own numbering, and use the lower half when that is full; `c[58]` and `c[59]` hold the viewport.

pub mod names;
mod outputs;
mod uniforms;

pub use outputs::OutputPlace;
pub use uniforms::{ConstantMap, VIEWPORT};

use crate::isa::ATTRIBUTES;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::{Input, Interface, Op, Output, Shader, Uniform, Variable};
pub use retroshade_kit::names::depth_range;

/// Registers of attributes, outputs and uniforms.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// First attribute register of each input that is read.
    pub attributes: IndexMap<Input, u8>,
    /// Place of each slot of each output.
    pub outputs: IndexMap<(Output, u32), OutputPlace>,
    /// First constant register of each uniform that is read.
    pub uniforms: IndexMap<Uniform, u8>,
    /// Constants that are taken; literals go into the others.
    pub constants: ConstantMap,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// What a body reads.
struct Used {
    inputs: Vec<Input>,
    uniforms: Vec<Uniform>,
}

fn used(shader: &Shader) -> Used {
    let mut found = Used {
        inputs: Vec::new(),
        uniforms: Vec::new(),
    };
    for region in shader.live_regions() {
        for inst in &shader.regions[region].insts {
            match shader.insts[*inst].op {
                Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                    found.inputs.push(input)
                }
                Op::Uniform { uniform, .. }
                    if depth_range(&shader.interface.uniforms[uniform].name).is_some() => {}
                Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                    found.uniforms.push(uniform);
                }
                _ => {}
            }
        }
    }
    // Declaration order, whatever the order of reads.
    found.inputs.sort_unstable();
    found.inputs.dedup();
    found.uniforms.sort_unstable();
    found.uniforms.dedup();
    found
}

/// Assigns every variable its register.
///
/// # Errors
/// Bindings that do not fit, and what there are not enough registers for.
pub fn assign(shader: &Shader) -> Result<Layout, Diagnostics> {
    let mut errors = Diagnostics::new();
    let mut layout = Layout::default();
    let used = used(shader);
    attributes(&shader.interface, &used.inputs, &mut layout, &mut errors);
    outputs::assign(&shader.interface, &mut layout, &mut errors);
    uniforms::assign(&shader.interface, &used.uniforms, &mut layout, &mut errors);
    if errors.has_errors() {
        Err(errors)
    } else {
        Ok(layout)
    }
}

fn binding(variable: &Variable, register: &str, what: &str) -> Diagnostic {
    let message = format!("`{}` cannot be in `{register}`: {what}", variable.name);
    Diagnostic::error(codes::target::BINDING, message).at(variable.span, "declared here")
}

/// The number of a register such as `v3` or `c[96]`.
fn numbered(register: &str, file: char) -> Option<u32> {
    let rest = register.strip_prefix(file)?;
    let rest = match rest.strip_prefix('[') {
        Some(inside) => inside.strip_suffix(']')?,
        None => rest,
    };
    rest.parse().ok()
}

/// Which variable holds each of the sixteen attributes.
#[derive(Default)]
struct Attributes {
    owner: [Option<Span>; ATTRIBUTES as usize],
}

impl Attributes {
    fn is_free(&self, first: u32, count: u32) -> bool {
        (first..first.saturating_add(count)).all(|index| {
            let slot = self.owner.get(index as usize);
            slot.is_some_and(Option::is_none)
        })
    }

    fn take(&mut self, first: u32, count: u32, span: Span) {
        for slot in self
            .owner
            .iter_mut()
            .skip(first as usize)
            .take(count as usize)
        {
            *slot = Some(span);
        }
    }
}

fn attributes(
    interface: &Interface,
    inputs: &[Input],
    layout: &mut Layout,
    errors: &mut Diagnostics,
) {
    let mut taken = Attributes::default();
    let mut rest = Vec::new();
    for input in inputs {
        let variable = &interface.inputs[*input];
        if variable.builtin.is_some() {
            let message = format!("nv2a vertex programs have no `{}`", variable.name);
            errors.push(
                Diagnostic::error(codes::target::UNSUPPORTED, message)
                    .at(variable.span, "used by the shader")
                    .with_help("send it as an attribute"),
            );
            continue;
        }
        let fixed = match (&variable.bind, variable.location) {
            (Some(register), _) => match numbered(register, 'v') {
                Some(index) => Some(index),
                None => {
                    errors.push(binding(variable, register, "attributes are v0 to v15"));
                    continue;
                }
            },
            (None, location) => location,
        };
        let Some(index) = fixed else {
            rest.push(*input);
            continue;
        };
        if !taken.is_free(index, variable.slots()) {
            let register = format!("v{index}");
            errors.push(binding(
                variable,
                &register,
                "it does not exist or another attribute is there",
            ));
            continue;
        }
        taken.take(index, variable.slots(), variable.span);
        layout.attributes.insert(*input, index as u8);
    }
    rest.retain(|input| {
        let variable = &interface.inputs[*input];
        match names::attribute(&variable.name) {
            Some(index) if taken.is_free(index.into(), variable.slots()) => {
                taken.take(index.into(), variable.slots(), variable.span);
                layout.attributes.insert(*input, index);
                false
            }
            _ => true,
        }
    });
    // v13 to v15 have no meaning to fixed function, then texture coordinates, then the others.
    let order: Vec<u32> = (13..16).chain(9..13).chain(0..9).collect();
    for input in rest {
        let variable = &interface.inputs[input];
        let count = variable.slots();
        match order.iter().find(|first| taken.is_free(**first, count)) {
            Some(first) => {
                taken.take(*first, count, variable.span);
                layout.attributes.insert(input, *first as u8);
            }
            None => errors.push(too_many_attributes(interface, inputs, variable)),
        }
    }
    layout.attributes.sort_unstable_keys();
}

fn too_many_attributes(interface: &Interface, inputs: &[Input], variable: &Variable) -> Diagnostic {
    let needed: u32 = inputs
        .iter()
        .map(|input| interface.inputs[*input].slots())
        .sum();
    let message = format!("the shader needs {needed} attribute registers, nv2a has {ATTRIBUTES}");
    let label = format!(
        "no {} registers in a row are left for `{}`",
        variable.slots(),
        variable.name
    );
    Diagnostic::error(codes::limit::ATTRIBUTES, message).at(variable.span, label)
}
