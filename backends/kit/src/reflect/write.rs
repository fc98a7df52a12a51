//! The record as JSON: fields in their order, those that say nothing left out.
//!
//! By hand, because a build script would wait for the derived form's macros several times as long as for
//! the rest of the record.

use super::{Assumption, Constant, Layout, Line, Number, Reflection, Sampler, Stats, Variable};
use crate::options::{Placement, Position};
use serde_core::ser::{Serialize, SerializeMap, Serializer};

impl Serialize for Reflection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("schema", &self.schema)?;
        fields.serialize_entry("target", &self.target)?;
        fields.serialize_entry("stage", &self.stage)?;
        fields.serialize_entry("source", &self.source)?;
        fields.serialize_entry("inputs", &self.inputs)?;
        fields.serialize_entry("outputs", &self.outputs)?;
        fields.serialize_entry("uniforms", &self.uniforms)?;
        fields.serialize_entry("samplers", &self.samplers)?;
        fields.serialize_entry("constants", &self.constants)?;
        fields.serialize_entry("driver_uniforms", &self.driver_uniforms)?;
        fields.serialize_entry("features", &self.features)?;
        known(&mut fields, "state", &self.state)?;
        if !self.assumes.is_empty() {
            fields.serialize_entry("assumes", &self.assumes)?;
        }
        let Placement {
            position,
            clip_depth,
            invert_y,
        } = &self.placement;
        let position = Some(position.name()).filter(|_| *position != Position::default());
        known(&mut fields, "position", &position)?;
        known(&mut fields, "clip_depth", clip_depth)?;
        known(&mut fields, "invert_y", &invert_y.then_some(true))?;
        fields.serialize_entry("stats", &self.stats)?;
        known(&mut fields, "max_error", &self.max_error)?;
        known(&mut fields, "rounded", &self.rounded)?;
        if !self.lines.is_empty() {
            fields.serialize_entry("lines", &self.lines)?;
        }
        fields.end()
    }
}

impl Serialize for Variable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("name", &self.name)?;
        fields.serialize_entry("type", &self.ty)?;
        known(&mut fields, "builtin", &self.builtin)?;
        known(&mut fields, "array", &self.array)?;
        known(&mut fields, "stride", &self.stride)?;
        known(&mut fields, "main_elements", &self.main_elements)?;
        known(&mut fields, "register", &self.register)?;
        known(&mut fields, "file", &self.file)?;
        known(&mut fields, "index", &self.index)?;
        known(&mut fields, "components", &self.components)?;
        known(&mut fields, "layout", &self.layout.map(Layout::name))?;
        known(&mut fields, "matrix_stride", &self.matrix_stride)?;
        known(&mut fields, "semantic", &self.semantic)?;
        known(&mut fields, "part", &self.part)?;
        known(&mut fields, "expression", &self.expression)?;
        known(&mut fields, "live", &self.live)?;
        fields.end()
    }
}

impl Serialize for Sampler {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("name", &self.name)?;
        fields.serialize_entry("type", &self.ty)?;
        known(&mut fields, "array", &self.array)?;
        known(&mut fields, "register", &self.register)?;
        fields.serialize_entry("index", &self.index)?;
        if let Some(kind) = &self.kind {
            fields.serialize_entry("unit", &self.index)?;
            fields.serialize_entry("kind", kind)?;
        }
        fields.end()
    }
}

impl Serialize for Assumption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("name", &self.name)?;
        fields.serialize_entry("min", &self.min)?;
        fields.serialize_entry("max", &self.max)?;
        fields.end()
    }
}

impl Serialize for Constant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("register", &self.register)?;
        fields.serialize_entry("file", &self.file)?;
        fields.serialize_entry("index", &self.index)?;
        known(&mut fields, "components", &self.components)?;
        match &self.expression {
            Some(expression) => fields.serialize_entry("expression", expression)?,
            None => fields.serialize_entry("value", &self.value)?,
        }
        if self.embedded {
            fields.serialize_entry("embedded", &true)?;
        }
        fields.end()
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            value if value.is_finite() => serializer.serialize_f32(value),
            value if value.is_nan() => serializer.serialize_str("nan"),
            value if value > 0.0 => serializer.serialize_str("inf"),
            _ => serializer.serialize_str("-inf"),
        }
    }
}

impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("instructions", &self.instructions)?;
        fields.serialize_entry("words", &self.words)?;
        fields.serialize_entry("registers", &self.registers)?;
        if let Some(bound) = self.schedule_bound {
            fields.serialize_entry("schedule_bound", &bound)?;
        }
        if let Some(bound) = self.shader_bound {
            fields.serialize_entry("shader_bound", &bound)?;
        }
        for (name, count) in &self.more {
            fields.serialize_entry(name, count)?;
        }
        fields.end()
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("instruction", &self.instruction)?;
        fields.serialize_entry("file", &self.file)?;
        fields.serialize_entry("line", &self.line)?;
        fields.serialize_entry("column", &self.column)?;
        fields.end()
    }
}

/// Writes a field if there is something to write.
fn known<M: SerializeMap>(
    fields: &mut M,
    name: &str,
    value: &Option<impl Serialize>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => fields.serialize_entry(name, value),
        None => Ok(()),
    }
}

impl Reflection {
    /// The record as indented JSON, with a line end.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists cannot fail to serialise.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}
