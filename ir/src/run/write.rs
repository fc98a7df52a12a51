//! Writes results: numbers with the fewest digits that read back to the same float, a sample a line.

use super::{InputData, Mode, Row, RunInputs, RunOutputs};
use crate::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use crate::{Shader, Shape};
use indexmap::IndexMap;
use std::collections::BTreeSet;

impl RunInputs {
    /// The data as JSON with a line end, which reads back to the same but for expectations, which are left out.
    pub fn to_json(&self) -> String {
        self.written(&BTreeSet::new())
    }

    /// As [`RunInputs::to_json`], for a template: unsigned types are spelled as the shader declares them.
    pub fn to_json_for(&self, shader: &Shader) -> String {
        let interface = &shader.interface;
        let variables = interface.uniforms.values().chain(interface.inputs.values());
        let unsigned = variables.filter(|variable| variable.unsigned);
        let leaves = unsigned.flat_map(|variable| variable.leaves());
        self.written(&leaves.map(|leaf| leaf.name).collect())
    }

    /// `unsigned`: the names of uniforms and inputs of unsigned types.
    fn written(&self, unsigned: &BTreeSet<String>) -> String {
        let typed = |name: &str, shape: Option<Shape>| {
            let Some(shape) = shape else {
                return String::new();
            };
            let name = if unsigned.contains(name) {
                shape.unsigned_glsl()
            } else {
                shape.glsl()
            };
            let array = shape.array;
            let array = array.map_or(String::new(), |length| format!("\"array\": {length}, "));
            format!("\"type\": {}, {array}", quoted(&name))
        };
        let input = |name: &str, data: &InputData| {
            format!(
                "{{{}\"values\": {}}}",
                typed(name, data.shape),
                table(&data.values)
            )
        };
        let mut parts = Vec::new();
        if let Some(stage) = self.stage {
            parts.push(format!(" \"stage\": {}", quoted(stage.name())));
        }
        if let Some(count) = self.sample_count {
            parts.push(format!(" \"samples\": {count}"));
        }
        if self.mode == Mode::Quads {
            parts.push(" \"mode\": \"quads\"".to_owned());
        }
        push_named(&mut parts, "uniforms", &self.uniforms, |name, data| {
            format!(
                "{{{}\"value\": {}}}",
                typed(name, data.shape),
                list(&data.value)
            )
        });
        push_named(&mut parts, "textures", &self.textures, |_, data| {
            texture(data)
        });
        push_named(&mut parts, "attributes", &self.attributes, input);
        push_named(&mut parts, "varyings", &self.varyings, input);
        for (name, rows) in [
            ("frag_coord", &self.frag_coord),
            ("point_coord", &self.point_coord),
        ] {
            parts.extend(
                rows.as_ref()
                    .map(|rows| format!(" \"{name}\": {}", table(rows))),
            );
        }
        if let Some(facing) = &self.front_facing {
            parts.push(format!(" \"front_facing\": {facing:?}"));
        }
        format!("{{\n{}\n}}\n", parts.join(",\n"))
    }
}

fn push_named<T>(
    parts: &mut Vec<String>,
    key: &str,
    entries: &IndexMap<String, T>,
    write: impl Fn(&str, &T) -> String,
) {
    if entries.is_empty() {
        return;
    }
    let entry = |(name, data): (&String, &T)| format!("  {}: {}", quoted(name), write(name, data));
    let lines: Vec<String> = entries.iter().map(entry).collect();
    parts.push(format!(" \"{key}\": {{\n{}\n }}", lines.join(",\n")));
}

fn texture(data: &TextureData) -> String {
    let kind = match data.kind {
        TextureKind::D2 => "2d",
        TextureKind::Cube => "cube",
    };
    let filter = match data.filter {
        Filter::Nearest => "nearest",
        Filter::Linear => "linear",
    };
    let wrap = match data.wrap {
        Wrap::Repeat => "repeat",
        Wrap::Clamp => "clamp",
        Wrap::Mirror => "mirror",
    };
    let mipmap = match data.mipmap {
        Mipmap::None => "none",
        Mipmap::Nearest => "nearest",
        Mipmap::Linear => "linear",
    };
    let source = match &data.source {
        TextureSource::Pattern(number) => format!("\"pattern\": {number}"),
        TextureSource::File(name) => format!("\"file\": {}", quoted(name)),
        TextureSource::Texels(image) => {
            let texels: Vec<Row> = image.texels().iter().map(|texel| texel.to_vec()).collect();
            let (width, height) = (image.width, image.height);
            format!(
                "\"size\": [{width}, {height}], \"texels\": {}",
                table(&texels)
            )
        }
    };
    format!(
        "{{\"kind\": \"{kind}\", {source}, \"filter\": \"{filter}\", \"wrap\": \"{wrap}\", \"mipmap\": \"{mipmap}\"}}"
    )
}

fn list(row: &[f32]) -> String {
    let numbers: Vec<String> = row.iter().map(|&value| number(value)).collect();
    format!("[{}]", numbers.join(", "))
}

fn table(rows: &[Row]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| list(row)).collect();
    format!("[{}]", rows.join(", "))
}

impl RunOutputs {
    /// The results as JSON with a line end: `outputs`, `vertices` and `triangles` of a program that makes them,
    /// `discarded`, `arithmetic`, `stats`.
    pub fn to_json(&self) -> String {
        let mut text = String::from("{\n \"outputs\": {");
        for (position, (name, rows)) in self.outputs.iter().enumerate() {
            text.push_str(if position == 0 { "\n  " } else { ",\n  " });
            text.push_str(&quoted(name));
            text.push_str(": ");
            push_table(&mut text, rows);
        }
        text.push_str(if self.outputs.is_empty() { "}" } else { "\n }" });
        if let Some(emitted) = &self.emitted {
            let (vertices, triangles) = (&emitted.vertices, &emitted.triangles);
            text.push_str(&format!(
                ",\n \"vertices\": {vertices:?},\n \"triangles\": {triangles:?}"
            ));
        }
        if let Some(discarded) = &self.discarded {
            let flags: Vec<&str> = discarded
                .iter()
                .map(|&gone| if gone { "true" } else { "false" })
                .collect();
            text.push_str(&format!(",\n \"discarded\": [{}]", flags.join(", ")));
        }
        if let Some(format) = self.format {
            text.push_str(&format!(",\n \"arithmetic\": {}", quoted(format.name())));
        }
        if !self.stats.is_empty() {
            let counts: Vec<String> = self
                .stats
                .iter()
                .map(|(name, count)| format!("{}: {count}", quoted(name)))
                .collect();
            text.push_str(&format!(",\n \"stats\": {{{}}}", counts.join(", ")));
        }
        text.push_str("\n}\n");
        text
    }
}

fn push_table(text: &mut String, rows: &[Row]) {
    text.push('[');
    for (index, row) in rows.iter().enumerate() {
        text.push_str(if index == 0 { "\n   [" } else { ",\n   [" });
        let row = list(row);
        text.push_str(row.trim_start_matches('['));
    }
    text.push_str(if rows.is_empty() { "]" } else { "\n  ]" });
}

/// A JSON number, or a string where JSON has none for the value.
fn number(value: f32) -> String {
    if value.is_nan() {
        "\"nan\"".into()
    } else if value.is_infinite() {
        if value > 0.0 { "\"inf\"" } else { "\"-inf\"" }.into()
    } else {
        // `Debug` of a float is its shortest exact form, with an exponent where that is shorter.
        format!("{value:?}")
    }
}

fn quoted(name: &str) -> String {
    // A string cannot fail to serialise.
    serde_json::to_string(name).unwrap_or_default()
}
