//! The record of a translation as JSON: public interface, described in `docs/translating.md`.

use crate::Language;
use crate::interface::{Interface, Texture};
use crate::layout::{Member, Storage, layout_name, stored};
use crate::locations::Located;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Interpolation, SamplerKind, Scalar, Stage};
use serde_json::{Map, Value, json};

/// The value of `schema`.
pub const SCHEMA: &str = "retroshade-translation-1";

impl Interface {
    /// The record as JSON, indented, with a line end. Keys are in the order of the alphabet.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists cannot fail to serialise.
        let mut text = serde_json::to_string_pretty(&self.value()).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The register space of HLSL: 0 unless a group was asked for.
    pub(crate) fn register_space(&self) -> u32 {
        self.asked_group.unwrap_or_default()
    }

    fn value(&self) -> Value {
        let mut record = Map::new();
        let mut put = |key: &str, value: Value| record.insert(key.to_owned(), value);
        put("schema", SCHEMA.into());
        put("language", self.language.name().into());
        if let Some(version) = self.glsl {
            put("version", version.name().into());
        }
        put("source", self.source.clone().into());
        put("stage", self.stage.name().into());
        put("entry_point", self.entry_point.clone().into());
        if self.stage == Stage::Vertex {
            put("clip_depth", self.clip_depth.name().into());
            put("invert_y", self.invert_y.into());
        }
        put("inputs", self.variables(&self.inputs));
        put("outputs", self.variables(&self.outputs));
        put("uniforms", self.uniforms());
        let textures = self.textures.iter().map(|texture| self.texture(texture));
        put("textures", textures.collect());
        Value::Object(record)
    }

    fn variables(&self, list: &[Located]) -> Value {
        list.iter().map(|located| self.variable(located)).collect()
    }

    fn variable(&self, located: &Located) -> Value {
        let variable = &located.variable;
        let mut entry = Map::new();
        let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
        put("name", variable.name.clone().into());
        put("type", variable.glsl_type().into());
        if let Some(array) = variable.shape.array {
            put("array", array.into());
        }
        if let Some(builtin) = variable.builtin {
            put("builtin", builtin.name().into());
        }
        if let Some(location) = located.location {
            put("location", location.into());
            put("locations", variable.slots().into());
        }
        let flat = variable.shape.scalar != Scalar::Float;
        match variable.interpolation {
            _ if variable.builtin.is_some() => {}
            _ if flat => {
                put("interpolation", "flat".into());
            }
            Interpolation::Smooth => {}
            Interpolation::Flat => {
                put("interpolation", "flat".into());
            }
            Interpolation::Centroid => {
                put("interpolation", "centroid".into());
            }
        }
        Value::Object(entry)
    }

    fn uniforms(&self) -> Value {
        if self.block.members.is_empty() {
            return Value::Null;
        }
        let members = self.block.members.iter().map(|member| self.member(member));
        let members: Vec<Value> = members.flatten().collect();
        let mut block = Map::new();
        let mut put = |key: &str, value: Value| block.insert(key.to_owned(), value);
        match self.language {
            Language::Wgsl | Language::SpirV => {
                put("group", self.group.into());
                put("binding", 0.into());
            }
            Language::Hlsl => {
                put("register", "b0".into());
                put("space", self.register_space().into());
            }
            Language::Msl => {
                put("buffer", 0.into());
            }
            Language::Glsl => {
                put("block", self.glsl_block.clone().into());
            }
        }
        put("size", self.block.size.into());
        put("used", self.has_block().into());
        put("members", members.into());
        Value::Object(block)
    }

    /// An entry for each variable that GL knows.
    fn member(&self, member: &Member) -> Vec<Value> {
        let variable = &self.uniforms[member.uniform.index()];
        let leaves = variable.leaves();
        let entry = |leaf: retroshade_ir::Leaf| {
            let mut entry = Map::new();
            let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
            let apart = 16 * variable.slots_per_element();
            put("name", leaf.name.into());
            put("type", variable.glsl_type().into());
            put(
                "offset",
                (member.offset + apart * leaf.first_element).into(),
            );
            if let Some(array) = leaf.array {
                put("array", array.into());
                put("array_stride", apart.into());
            }
            if let Some(layout) = layout_name(variable) {
                put("matrix", layout.into());
                put("matrix_stride", 16.into());
            }
            let size = match (leaf.array, member.storage) {
                (None, Storage::Vector) => member.size,
                (None, _) if variable.shape.columns > 1 => apart,
                (None, _) => 4 * u32::from(variable.slot_lanes()),
                (Some(count), _) => apart * count,
            };
            put("size", size.into());
            let stored = match stored(variable) {
                (Scalar::Float, _) => "float",
                (_, true) => "uint",
                (_, false) => "int",
            };
            put("stored", stored.into());
            put("used", member.used.into());
            if let Some(values) = &variable.values {
                put("values", values.clone().into());
            }
            Value::Object(entry)
        };
        leaves.into_iter().map(entry).collect()
    }

    fn texture(&self, texture: &Texture) -> Value {
        let mut entry = Map::new();
        let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
        put("name", texture.gl_name.clone().into());
        put(
            "type",
            match texture.kind {
                SamplerKind::D2 => "sampler2D",
                SamplerKind::Cube => "samplerCube",
                SamplerKind::External => "samplerExternalOES",
            }
            .into(),
        );
        put("used", texture.used.into());
        match self.language {
            Language::Wgsl | Language::SpirV => {
                put("group", self.group.into());
                put("texture_binding", texture.binding.into());
                put("sampler_binding", (texture.binding + 1).into());
            }
            Language::Hlsl => {
                put("space", self.register_space().into());
                put("texture_register", format!("t{}", texture.number).into());
                put("sampler_register", format!("s{}", texture.number).into());
            }
            Language::Msl => {
                put("texture", texture.number.into());
                put("sampler", texture.number.into());
            }
            Language::Glsl => {
                if let Some(name) = &texture.glsl_name {
                    put("uniform", json!(name));
                }
            }
        }
        Value::Object(entry)
    }
}
