//! The interface lines and the arrays.

use super::{Printer, quoted};
use crate::entity::EntityRef;
use crate::{Interpolation, MatrixLayout, Nesting, Sampler, Variable};
use std::fmt;

impl Printer<'_> {
    pub(super) fn declarations(&mut self) {
        let shader = self.shader;
        for (input, variable) in shader.interface.inputs.iter() {
            self.variable("input", input, variable);
        }
        for (uniform, variable) in shader.interface.uniforms.iter() {
            self.variable("uniform", uniform, variable);
        }
        for (sampler, data) in shader.interface.samplers.iter() {
            let text = sampler_text(data);
            let text = format!("sampler {sampler} {text}{}", self.span(data.span));
            self.line(0, &text);
        }
        for (output, variable) in shader.interface.outputs.iter() {
            self.variable("output", output, variable);
        }
        for (array, data) in shader.arrays.iter() {
            let (name, place) = (quoted(&data.name), self.span(data.span));
            let text = format!("array {array} {name} {}[{}]{place}", data.ty, data.len);
            self.line(0, &text);
        }
    }

    fn variable(&mut self, what: &str, entity: impl EntityRef + fmt::Display, variable: &Variable) {
        let mut text = format!("{what} {entity} {}", quoted(&variable.name));
        text.push(' ');
        text.push_str(&type_name(variable));
        if variable.layout == MatrixLayout::Rows {
            text.push_str(" rows");
        }
        if let Some(layout) = variable.declared {
            text.push_str(&format!(" declared={}", layout.name()));
        }
        if let Some(builtin) = variable.builtin {
            text.push_str(&format!(" builtin={}", builtin.name()));
        }
        if let Some(precision) = variable.precision {
            text.push_str(&format!(" precision={}", precision.name()));
        }
        text.push_str(match variable.interpolation {
            Interpolation::Smooth => "",
            Interpolation::Flat => " flat",
            Interpolation::Centroid => " centroid",
        });
        if variable.invariant {
            text.push_str(" invariant");
        }
        if let Some(location) = variable.location {
            text.push_str(&format!(" location={location}"));
        }
        if let Some(bind) = &variable.bind {
            text.push_str(&format!(" bind={}", quoted(bind)));
        }
        text.push_str(&nesting_text(variable.nesting.as_ref()));
        if let Some(values) = &variable.values {
            let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
            text.push_str(&format!(" values=({})", values.join(", ")));
        }
        text.push_str(&self.span(variable.span));
        self.line(0, &text);
    }
}

fn type_name(variable: &Variable) -> String {
    let array = variable.shape.array;
    let array = array.map_or(String::new(), |len| format!("[{len}]"));
    format!("{}{array}", variable.glsl_type())
}

fn sampler_text(sampler: &Sampler) -> String {
    let mut text = format!("{} {}", quoted(&sampler.name), sampler.kind.name());
    if let Some(len) = sampler.array {
        text.push_str(&format!("[{len}]"));
    }
    if let Some(binding) = sampler.binding {
        text.push_str(&format!(" binding={binding}"));
    }
    if let Some(bind) = &sampler.bind {
        text.push_str(&format!(" bind={}", quoted(bind)));
    }
    if let Some(flags) = &sampler.flags {
        text.push_str(&format!(" flags={}", quoted(flags)));
    }
    text.push_str(&nesting_text(sampler.nesting.as_ref()));
    text
}

/// ` nested=(2, 3)`, and the length of the member after it if it is an array: `[4]`.
fn nesting_text(nesting: Option<&Nesting>) -> String {
    let Some(nesting) = nesting else {
        return String::new();
    };
    let around: Vec<String> = nesting.around.iter().map(u32::to_string).collect();
    let inner = nesting
        .inner
        .map_or(String::new(), |len| format!("[{len}]"));
    format!(" nested=({}){inner}", around.join(", "))
}
