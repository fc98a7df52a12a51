//! The record from JSON. Fields that the schema does not have are passed over: a later version may.

use super::{
    Assumption, Constant, Expression, Layout, Line, Number, Reflection, SCHEMA, Sampler, Stats,
    Variable,
};
use crate::options::{Placement, Position};
use indexmap::IndexMap;
use serde_core::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};
use std::fmt;

/// Why a text is no record. Places of fields are such as `uniforms[2].name`.
#[derive(Debug)]
pub enum RecordError {
    /// It is no JSON, and where.
    Json(serde_json::Error),
    /// The schema is another.
    Schema(String),
    /// A field is missing.
    Missing(String),
    /// The record itself, or the field at a place, is not what it must be.
    Not(Option<String>, &'static str),
    /// The counts are not what they must be.
    Stats(serde_json::Error),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Json(error) => error.fmt(f),
            RecordError::Schema(found) => write!(f, "the schema is `{found}`, not `{SCHEMA}`"),
            RecordError::Missing(field) => write!(f, "`{field}` is missing"),
            RecordError::Not(None, what) => write!(f, "it is not {what}"),
            RecordError::Not(Some(field), what) => write!(f, "`{field}` is not {what}"),
            RecordError::Stats(fault) => write!(f, "`stats`: {fault}"),
        }
    }
}

impl std::error::Error for RecordError {}

type Read<T> = Result<T, RecordError>;

impl Reflection {
    /// Reads a record.
    ///
    /// # Errors
    /// If the text is not JSON or a field is missing or not of its type.
    pub fn from_json(text: &str) -> Read<Reflection> {
        let tree: Value = serde_json::from_str(text).map_err(RecordError::Json)?;
        let record = Object::new(String::new(), &tree)?;
        let schema = record.text("schema")?;
        if schema != SCHEMA {
            return Err(RecordError::Schema(schema));
        }
        let stats = record.fields.get("stats");
        Ok(Reflection {
            target: record.text("target")?,
            stage: record.text("stage")?,
            source: record.known_text("source")?.unwrap_or_default(),
            inputs: record.objects("inputs", variable)?,
            outputs: record.objects("outputs", variable)?,
            uniforms: record.objects("uniforms", variable)?,
            samplers: record.objects("samplers", sampler)?,
            constants: record.objects("constants", constant)?,
            driver_uniforms: record.objects("driver_uniforms", variable)?,
            features: record.list("features", "a list of strings", string)?,
            state: record.known_text("state")?,
            assumes: record.objects("assumes", assumption)?,
            max_error: record.known("max_error", "a number", Value::as_f64)?,
            rounded: record.known("rounded", "a list of numbers", numbers)?,
            placement: Placement {
                position: record
                    .known("position", "`native`, `divide` or `clip`", position)?
                    .unwrap_or_default(),
                clip_depth: record.known_text("clip_depth")?,
                invert_y: record.known("invert_y", "true or false", Value::as_bool)? == Some(true),
            },
            stats: match stats {
                Some(counts) => Stats::deserialize(counts).map_err(RecordError::Stats)?,
                None => Stats::default(),
            },
            lines: record.objects("lines", line)?,
            schema,
        })
    }
}

fn variable(from: &Object) -> Read<Variable> {
    Ok(Variable {
        name: from.text("name")?,
        ty: from.text("type")?,
        builtin: from.known_text("builtin")?,
        array: from.known_number("array")?,
        stride: from.known_number("stride")?,
        main_elements: from.known_number("main_elements")?,
        register: from.known_text("register")?,
        file: from.known_text("file")?,
        index: from.known_number("index")?,
        components: from.known_text("components")?,
        layout: from.known("layout", "`columns` or `rows`", layout)?,
        matrix_stride: from.known_number("matrix_stride")?,
        semantic: from.known_text("semantic")?,
        part: from.known_text("part")?,
        expression: from.known("expression", "an expression", Expression::from_json)?,
        live: from.known("live", "a list of strings", strings)?,
    })
}

fn sampler(from: &Object) -> Read<Sampler> {
    Ok(Sampler {
        name: from.text("name")?,
        ty: from.text("type")?,
        array: from.known_number("array")?,
        register: from.known_text("register")?,
        index: from.number("index")?,
        kind: from.known_text("kind")?,
    })
}

fn assumption(from: &Object) -> Read<Assumption> {
    let bound = |name: &str| from.needed(name, from.known(name, "a number", Value::as_f64)?);
    Ok(Assumption {
        name: from.text("name")?,
        min: bound("min")?,
        max: bound("max")?,
    })
}

fn constant(from: &Object) -> Read<Constant> {
    Ok(Constant {
        register: from.text("register")?,
        file: from.text("file")?,
        index: from.number("index")?,
        value: from.list("value", "a list of numbers", number)?,
        components: from.known_text("components")?,
        expression: from.known("expression", "an expression", Expression::from_json)?,
        embedded: from.known("embedded", "true or false", Value::as_bool)? == Some(true),
    })
}

fn line(from: &Object) -> Read<Line> {
    Ok(Line {
        instruction: from.number("instruction")?,
        file: from.text("file")?,
        line: from.number("line")?,
        column: from.number("column")?,
    })
}

impl<'de> Deserialize<'de> for Stats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stats, D::Error> {
        let mut counts = IndexMap::<String, u64>::deserialize(deserializer)?;
        let mut own = |name: &'static str| match counts.shift_remove(name) {
            Some(count) => u32::try_from(count)
                .map(Some)
                .map_err(|_| Error::custom(format!("`{name}` has more than 32 bits"))),
            None => Ok(None),
        };
        let schedule_bound = own("schedule_bound")?;
        let shader_bound = own("shader_bound")?;
        let mut own = |name| own(name)?.ok_or_else(|| Error::missing_field(name));
        Ok(Stats {
            instructions: own("instructions")?,
            words: own("words")?,
            registers: own("registers")?,
            schedule_bound,
            shader_bound,
            more: counts,
        })
    }
}

fn position(value: &Value) -> Option<Position> {
    let mut spaces = Position::ALL.into_iter();
    spaces.find(|space| value.as_str() == Some(space.name()))
}

fn layout(value: &Value) -> Option<Layout> {
    let mut layouts = [Layout::Columns, Layout::Rows].into_iter();
    layouts.find(|layout| value.as_str() == Some(layout.name()))
}

fn numbers(value: &Value) -> Option<Vec<Number>> {
    value.as_array()?.iter().map(number).collect()
}

fn number(value: &Value) -> Option<Number> {
    let float = match value {
        Value::Number(number) => number.as_f64()? as f32,
        Value::String(name) => match name.as_str() {
            "nan" => f32::NAN,
            "inf" => f32::INFINITY,
            "-inf" => f32::NEG_INFINITY,
            _ => return None,
        },
        _ => return None,
    };
    Some(Number(float))
}

fn strings(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(string).collect()
}

fn string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// An object of the record.
struct Object<'a> {
    /// Where it stands, such as `uniforms[2]`; empty for the record itself.
    place: String,
    fields: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    fn new(place: String, value: &'a Value) -> Read<Object<'a>> {
        match value {
            Value::Object(fields) => Ok(Object { place, fields }),
            _ => {
                let place = (!place.is_empty()).then_some(place);
                Err(RecordError::Not(place, "an object"))
            }
        }
    }

    /// A field's name with the place of the object.
    fn path(&self, name: &str) -> String {
        match self.place.as_str() {
            "" => name.to_owned(),
            place => format!("{place}.{name}"),
        }
    }

    /// A field that may be missing; `what` it must be is for the error.
    fn known<T>(
        &self,
        name: &str,
        what: &'static str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Read<Option<T>> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match read(value) {
                Some(value) => Ok(Some(value)),
                None => Err(RecordError::Not(Some(self.path(name)), what)),
            },
        }
    }

    fn needed<T>(&self, name: &str, value: Option<T>) -> Read<T> {
        value.ok_or_else(|| RecordError::Missing(self.path(name)))
    }

    fn known_text(&self, name: &str) -> Read<Option<String>> {
        self.known(name, "a string", string)
    }

    fn text(&self, name: &str) -> Read<String> {
        self.needed(name, self.known_text(name)?)
    }

    fn known_number(&self, name: &str) -> Read<Option<u32>> {
        let read = |value: &Value| u32::try_from(value.as_u64()?).ok();
        self.known(name, "a whole number of 32 bits", read)
    }

    fn number(&self, name: &str) -> Read<u32> {
        self.needed(name, self.known_number(name)?)
    }

    /// A list, empty where it is missing.
    fn list<T>(
        &self,
        name: &str,
        what: &'static str,
        read: fn(&Value) -> Option<T>,
    ) -> Read<Vec<T>> {
        let items = |value: &'a Value| value.as_array()?.iter().map(read).collect();
        Ok(self.known(name, what, items)?.unwrap_or_default())
    }

    /// A list of objects, empty where it is missing.
    fn objects<T>(&self, name: &str, read: fn(&Object) -> Read<T>) -> Read<Vec<T>> {
        let items = self.known(name, "a list", Value::as_array)?;
        let items = items.map_or(&[][..], Vec::as_slice).iter().enumerate();
        let read = |(index, value)| {
            let place = format!("{}[{index}]", self.path(name));
            read(&Object::new(place, value)?)
        };
        items.map(read).collect()
    }
}
