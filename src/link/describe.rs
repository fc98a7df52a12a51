//! The reflection of a pair: varyings under their own names, though the programs know registers only.

use super::Pair;
use super::check::Partners;
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::link::{self, Register};
use retroshade_ir::{LANES, Output, Shader, Variable};
use retroshade_kit::reflect::{self, Expression};
use retroshade_kit::target::Varyings;
use serde_json::{Value, json};

/// A varying that both programs of a pair have.
#[derive(Clone, Debug, PartialEq)]
pub struct Varying {
    /// The name in the fragment shader.
    pub name: String,
    /// The name in the vertex shader, which differs in WGSL only.
    pub vertex_name: String,
    /// The GLSL type of one element.
    pub ty: String,
    /// The number of elements of an array, up to the last that is read.
    pub array: Option<u32>,
    /// The first register in the vertex program; the slots that follow (columns of a matrix, elements of
    /// an array) are in the registers that follow.
    pub vertex_register: String,
    /// The same register in the fragment program.
    pub fragment_register: String,
    /// The components of each slot, such as `zw`.
    pub components: String,
    /// The components of the varying that go there, where that is not all of it in order.
    pub part: Option<String>,
    /// For each vector of the varying the components that the registers hold, where those are not all: the fragment
    /// program reads no others.
    pub live: Option<Vec<String>>,
    /// What the vertex program writes instead of a varying: a coordinate that the fragment shader computes.
    pub expression: Option<Expression>,
}

impl Varying {
    pub(super) fn to_json(&self) -> Value {
        let mut record = json!({
            "name": self.name,
            "type": self.ty,
            "vertex_register": self.vertex_register,
            "fragment_register": self.fragment_register,
            "components": self.components,
        });
        if let Some(array) = self.array {
            record["array"] = json!(array);
        }
        if self.vertex_name != self.name {
            record["vertex_name"] = json!(self.vertex_name);
        }
        if let Some(part) = &self.part {
            record["part"] = json!(part);
        }
        if let Some(live) = &self.live {
            record["live"] = json!(live);
        }
        if let Some(expression) = &self.expression {
            record["expression"] = json!(expression);
        }
        record
    }
}

/// The varyings as the sources declare them, for the time when the shaders know registers only.
pub(super) struct Names {
    /// By the name in the fragment shader: the declaration there, and the output that feeds it.
    shared: IndexMap<String, (Variable, Output, String)>,
    /// All varyings of the vertex shader.
    written: Vec<String>,
}

impl Names {
    pub(super) fn of(vertex: &Shader, fragment: &Shader, partners: &Partners) -> Names {
        let inputs = &fragment.interface.inputs;
        let outputs = &vertex.interface.outputs;
        let shared = partners.iter().map(|(&input, &output)| {
            let variable = inputs[input].clone();
            let fed = outputs[output].name.clone();
            (variable.name.clone(), (variable, output, fed))
        });
        let written = outputs.values().filter(|output| output.builtin.is_none());
        Names {
            shared: shared.collect(),
            written: written.map(|output| output.name.clone()).collect(),
        }
    }

    /// The output that feeds an input of this name.
    pub(super) fn partner(&self, name: &str) -> Option<Output> {
        self.shared.get(name).map(|(_, output, _)| *output)
    }
}

/// Where one varying lies.
struct Placed<'a> {
    variable: &'a Variable,
    vertex_name: &'a str,
    varying: &'a link::Varying,
}

impl Placed<'_> {
    fn components(&self) -> String {
        let first = (self.varying.lane % 4) as usize;
        let lanes = usize::from(self.variable.slot_lanes());
        "xyzw".chars().skip(first).take(lanes).collect()
    }

    /// The number of elements of an array, up to the last that is read.
    fn array(&self) -> Option<u32> {
        let length = self.variable.shape.array?;
        if self.varying.whole {
            return Some(length);
        }
        let per_element = self.variable.slots_per_element().max(1);
        let read = (self.varying.read.len() as u32).div_ceil(per_element);
        Some(length.min(read.max(1)))
    }

    /// The components of each vector that are in the registers, unless all are.
    fn live(&self) -> Option<Vec<String>> {
        if self.varying.whole {
            return None;
        }
        let lanes = usize::from(self.variable.slot_lanes());
        let elements = self.array().unwrap_or(1);
        let vectors = elements.saturating_mul(self.variable.slots_per_element());
        let live = (0..vectors as usize).map(|slot| {
            let read = self.varying.read.get(slot).copied().unwrap_or(0);
            let letters = LANES.iter().take(lanes).enumerate();
            letters
                .filter(|(lane, _)| read >> lane & 1 == 1)
                .map(|(_, letter)| *letter)
                .collect()
        });
        let live: Vec<String> = live.collect();
        live.iter()
            .any(|vector| vector.len() < lanes)
            .then_some(live)
    }

    /// The entry of the reflection of a program in which register 0 is number `first`.
    fn entry(&self, name: &str, between: Varyings, first: u32) -> reflect::Variable {
        let index = (self.varying.lane / 4).saturating_add(first);
        let array = self.array();
        let per_element = self.variable.slots_per_element();
        reflect::Variable {
            name: name.to_owned(),
            ty: self.variable.glsl_type(),
            array,
            stride: array.map(|_| self.varying.step * per_element),
            register: Some(format!("{}{index}", between.prefix)),
            file: Some(between.prefix.to_owned()),
            index: Some(index),
            components: Some(self.components()),
            matrix_stride: (self.variable.shape.columns > 1).then_some(self.varying.step),
            live: self.live(),
            ..reflect::Variable::default()
        }
    }
}

/// Puts the varyings in the place of the registers in both records, and lists what was agreed.
///
/// # Errors
/// A defect: a program does not use the register it was given.
pub(super) fn describe(
    pair: &mut Pair,
    names: &Names,
    varyings: &[(String, link::Varying)],
    registers: &[Register],
    between: Varyings,
) -> Result<(), Diagnostic> {
    let bug = |name: &str| Diagnostic::bug("link", format!("`{name}` is not where it was put"));
    for register in registers {
        let number = register.number.saturating_add(between.vertex_first);
        let written = &pair.vertex.reflection.outputs;
        let read = &pair.fragment.reflection.inputs;
        let at = |list: &[reflect::Variable]| {
            let mut list = list.iter();
            let found = list.find(|variable| variable.name == register.name);
            found.map(|variable| {
                (
                    variable.index,
                    variable.components.as_deref() == Some("xyzw"),
                )
            })
        };
        let read = at(read).is_none_or(|read| read == (Some(register.number), true));
        if at(written) != Some((Some(number), true)) || !read {
            return Err(bug(&register.name));
        }
    }
    let is_register = |variable: &reflect::Variable| {
        registers
            .iter()
            .any(|register| register.name == variable.name)
    };
    let mut placed = Vec::new();
    for (name, varying) in varyings {
        let (variable, _, vertex_name) = names.shared.get(name).ok_or_else(|| bug(name))?;
        placed.push(Placed {
            variable,
            vertex_name,
            varying,
        });
    }
    let has_name = |variable: &reflect::Variable, name: &dyn Fn(&Placed<'_>) -> bool| {
        variable.builtin.is_none() && placed.iter().any(name)
    };
    let outputs = &mut pair.vertex.reflection.outputs;
    outputs.retain(|variable| {
        let same = |placed: &Placed<'_>| placed.vertex_name == variable.name;
        !is_register(variable) && !has_name(variable, &same)
    });
    let first = between.vertex_first;
    outputs.extend(
        placed
            .iter()
            .map(|one| one.entry(one.vertex_name, between, first)),
    );
    let inputs = &mut pair.fragment.reflection.inputs;
    inputs.retain(|variable| {
        let same = |placed: &Placed<'_>| placed.variable.name == variable.name;
        !is_register(variable) && !has_name(variable, &same)
    });
    let entries = placed
        .iter()
        .map(|one| one.entry(&one.variable.name, between, 0));
    inputs.splice(..0, entries);
    let register = |entry: reflect::Variable| entry.register.unwrap_or_default();
    pair.varyings = placed
        .iter()
        .map(|one| Varying {
            name: one.variable.name.clone(),
            vertex_name: one.vertex_name.to_owned(),
            ty: one.variable.glsl_type(),
            array: one.array(),
            vertex_register: register(one.entry("", between, first)),
            fragment_register: register(one.entry("", between, 0)),
            components: one.components(),
            part: None,
            live: one.live(),
            expression: None,
        })
        .collect();
    let used = |name: &String| placed.iter().any(|one| one.vertex_name == name);
    pair.dropped = names
        .written
        .iter()
        .filter(|name| !used(name))
        .cloned()
        .collect();
    Ok(())
}
