//! The reflection record: where every input, output, uniform, sampler and literal of a compiled
//! shader lives. Field names and their order are public interface.
//!
//! A *lane* is one component of one register; its number is `4 × index + component`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The value of [`Reflection::schema`].
pub const SCHEMA: &str = "retroshade-reflection-1";

/// All that is known of one compiled shader from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reflection {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The target's name, as on the command line.
    pub target: String,
    /// `vertex` or `fragment`.
    pub stage: String,
    /// The source file as the user named it.
    #[serde(default)]
    pub source: String,
    /// Attributes of a vertex shader, varyings of a fragment shader.
    #[serde(default)]
    pub inputs: Vec<Variable>,
    /// Position, varyings; colours and depth.
    #[serde(default)]
    pub outputs: Vec<Variable>,
    /// One entry for each active leaf.
    #[serde(default)]
    pub uniforms: Vec<Variable>,
    /// Texture units.
    #[serde(default)]
    pub samplers: Vec<Sampler>,
    /// Literal values that must be in their registers before drawing.
    #[serde(default)]
    pub constants: Vec<Constant>,
    /// Values that the runtime must supply.
    #[serde(default)]
    pub driver_uniforms: Vec<Variable>,
    /// `discard`, `derivatives`, … : what the shader makes use of.
    #[serde(default)]
    pub features: Vec<String>,
    /// Counts.
    #[serde(default)]
    pub stats: Stats,
    /// Where instructions come from, in the order of the program; left out unless it is asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
}

/// The place in the source that an instruction was made for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The number of the instruction, 0 for the first.
    pub instruction: u32,
    /// The file, as `#line` gives it.
    pub file: String,
    /// The line, 1 for the first.
    pub line: u32,
    /// The character within the line, 1 for the first.
    pub column: u32,
}

impl Reflection {
    /// An empty record.
    pub fn new(target: &str, stage: &str) -> Reflection {
        Reflection {
            schema: SCHEMA.to_owned(),
            target: target.to_owned(),
            stage: stage.to_owned(),
            source: String::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            uniforms: Vec::new(),
            samplers: Vec::new(),
            constants: Vec::new(),
            driver_uniforms: Vec::new(),
            features: Vec::new(),
            stats: Stats::default(),
            lines: Vec::new(),
        }
    }

    /// The record as indented JSON, with a line end.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists cannot fail to serialise.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a record.
    ///
    /// # Errors
    /// The reader's message, with line and column, if the text is not JSON of this schema.
    pub fn from_json(text: &str) -> Result<Reflection, String> {
        let reflection: Reflection =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        if reflection.schema != SCHEMA {
            return Err(format!(
                "the schema is `{}`, not `{SCHEMA}`",
                reflection.schema
            ));
        }
        Ok(reflection)
    }
}

/// An input, output or uniform and its lanes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// As GL spells it: `uLights[0].color`.
    pub name: String,
    /// The GLSL type of one element.
    #[serde(rename = "type")]
    pub ty: String,
    /// `position`, `frag_coord`, … for `gl_*` variables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
    /// The number of elements of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<u32>,
    /// Lanes from one element to the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stride: Option<u32>,
    /// The first register as the target's assembly spells it; absent for a built-in input that is
    /// in no register.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<String>,
    /// The register file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The number of the first register in its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The lanes of a scalar, vector, or first group of a matrix, in order: `zw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<String>,
    /// Whether the groups of lanes of a matrix are its columns or its rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// Lanes from one group of a matrix to the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix_stride: Option<u32>,
    /// The meaning of an output for the fixed hardware behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
}

/// How a matrix lies in its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Each group of lanes is a column.
    Columns,
    /// Each group of lanes is a row.
    Rows,
}

/// A texture unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampler {
    /// As GL spells it.
    pub name: String,
    /// `sampler2D` or `samplerCube`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The number of units of an array of samplers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<u32>,
    /// As the target's assembly spells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<String>,
    /// The unit that the code names.
    pub index: u32,
}

/// A literal that must be in a register.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// As the target's assembly spells it.
    pub register: String,
    /// The register file.
    pub file: String,
    /// The register's number.
    pub index: u32,
    /// Its components from x on, 1 to 4.
    pub value: Vec<Number>,
    /// Whether the code or its container already carries it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
}

/// A 32-bit float that JSON can hold: what is not finite is written as `"nan"`, `"inf"`, `"-inf"`.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f32);

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            value if value.is_finite() => serializer.serialize_f32(value),
            value if value.is_nan() => serializer.serialize_str("nan"),
            value if value > 0.0 => serializer.serialize_str("inf"),
            _ => serializer.serialize_str("-inf"),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Spelling {
            Plain(f64),
            Named(String),
        }
        match Spelling::deserialize(deserializer)? {
            Spelling::Plain(value) => Ok(Number(value as f32)),
            Spelling::Named(name) => match name.as_str() {
                "nan" => Ok(Number(f32::NAN)),
                "inf" => Ok(Number(f32::INFINITY)),
                "-inf" => Ok(Number(f32::NEG_INFINITY)),
                _ => Err(serde::de::Error::custom(format!(
                    "`{name}` is not a number"
                ))),
            },
        }
    }
}

/// What `--stats` and the record's `stats` say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Instructions, slots, bundles or tokens, whichever the target counts.
    pub instructions: u32,
    /// 32-bit words of code.
    pub words: u32,
    /// Temporary registers used.
    pub registers: u32,
    /// A proved lower bound on `instructions` for the selected operations; 0 where none is known.
    #[serde(default)]
    pub lower_bound: u32,
    /// Counts of the target's own.
    #[serde(flatten)]
    pub more: IndexMap<String, u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Reflection {
        let mut reflection = Reflection::new("agal1", "vertex");
        reflection.uniforms.push(Variable {
            name: "uMvp".into(),
            ty: "mat4".into(),
            register: Some("vc0".into()),
            file: Some("vc".into()),
            index: Some(0),
            components: Some("xyzw".into()),
            layout: Some(Layout::Rows),
            matrix_stride: Some(4),
            ..Variable::default()
        });
        reflection.constants.push(Constant {
            register: "vc4".into(),
            file: "vc".into(),
            index: 4,
            value: vec![Number(0.1), Number(f32::NEG_INFINITY)],
            embedded: false,
        });
        reflection
    }

    #[test]
    fn json_reads_back_to_the_same() {
        let reflection = sample();
        assert_eq!(Reflection::from_json(&reflection.to_json()), Ok(reflection));
    }

    #[test]
    fn fields_are_spelled_and_ordered_as_documented() {
        let json = serde_json::to_string(&sample()).unwrap();
        assert!(json.contains(concat!(
            r#"{"name":"uMvp","type":"mat4","register":"vc0","file":"vc","index":0,"#,
            r#""components":"xyzw","layout":"rows","matrix_stride":4}"#
        )));
        assert!(json.contains(r#""value":[0.1,"-inf"]}"#), "{json}");
    }

    #[test]
    fn another_schema_is_refused() {
        let json = sample().to_json().replace("reflection-1", "reflection-9");
        assert!(Reflection::from_json(&json).is_err());
    }
}
