//! Reads run data. The JSON tree is read by hand rather than by a derived reader, so that a message can
//! name the entry at fault: `uniforms.uTint.value[2]`.

use super::{Expected, InputData, Mode, Row, RunInputs, UniformData, fault};
use crate::texture::{Filter, Image, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use crate::{Shape, Stage};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, FileId, Span};
use serde_json::{Map, Value};

/// Side length a texture may have, and the length of an array: keeps a size from overflowing.
const LARGEST: u64 = 1 << 16;

impl RunInputs {
    /// Reads run data; `file` is the text's place in the source map.
    ///
    /// # Errors
    /// The text is not JSON (with its position), or an entry is of the wrong kind (with its name).
    pub fn from_json(text: &str, file: FileId) -> Result<RunInputs, Diagnostic> {
        let tree: Value = serde_json::from_str(text).map_err(|error| syntax(text, file, &error))?;
        let root = object(&tree, "the run data")?;
        known(root)?;
        let stage = match root.get("stage") {
            None => None,
            Some(value) => Some(match string(value, "stage")? {
                "vert" | "vertex" => Stage::Vertex,
                "frag" | "fragment" => Stage::Fragment,
                "geom" | "geometry" => Stage::Geometry,
                other => {
                    return Err(fault(format!(
                        "stage is `{other}`, expected `vert`, `frag` or `geom`"
                    )));
                }
            }),
        };
        let mode = match root.get("mode").filter(|value| !value.is_null()) {
            None => Mode::Points,
            Some(value) => match string(value, "mode")? {
                "points" => Mode::Points,
                "quads" => Mode::Quads,
                other => {
                    return Err(fault(format!(
                        "mode is `{other}`, expected `points` or `quads`"
                    )));
                }
            },
        };
        Ok(RunInputs {
            stage,
            mode,
            sample_count: optional(root, "samples", |value, path| {
                count(value, path).map(|n| n as usize)
            })?,
            uniforms: named(root, "uniforms", uniform)?,
            textures: named(root, "textures", texture)?,
            attributes: named(root, "attributes", input)?,
            varyings: named(root, "varyings", input)?,
            frag_coord: optional(root, "frag_coord", table)?,
            point_coord: optional(root, "point_coord", table)?,
            front_facing: optional(root, "front_facing", bools)?,
            expected: expected(root)?,
        })
    }
}

/// What run data may have at the top: what is read here, then what the files of corpora say of themselves.
const ENTRIES: &[&str] = &[
    "stage",
    "mode",
    "samples",
    "uniforms",
    "textures",
    "attributes",
    "varyings",
    "frag_coord",
    "point_coord",
    "front_facing",
    "outputs",
    "discarded",
    "status",
    "robust",
    "sensitivity",
    "stats",
    "schema",
    "shader",
    "essl",
    "attempt",
    "score",
    "repeatable",
    "second_driver",
    "comment",
];

/// Refuses entries that nobody reads: a word with a slip in it would leave its values out in silence.
fn known(root: &Map<String, Value>) -> Result<(), Diagnostic> {
    let Some(name) = root.keys().find(|name| !ENTRIES.contains(&name.as_str())) else {
        return Ok(());
    };
    let error = fault(format!("run data has no entry `{name}`"));
    let close = ENTRIES
        .iter()
        .map(|entry| (strsim::damerau_levenshtein(entry, name), entry))
        .filter(|(distance, entry)| *distance <= 1 + entry.len() / 4)
        .min_by_key(|(distance, _)| *distance);
    Err(match close {
        _ if name == "inputs" => error.with_help(
            "the inputs of a vertex shader are `attributes`, those of a fragment shader `varyings`",
        ),
        Some((_, entry)) => error.with_help(format!("did you mean `{entry}`?")),
        None => error.with_help(
            "it has `uniforms`, `textures`, `attributes`, `varyings`, `frag_coord`, `point_coord`, `front_facing`, `mode`, `outputs`",
        ),
    })
}

type Parse<T> = fn(&Value, &str) -> Result<T, Diagnostic>;

fn syntax(text: &str, file: FileId, error: &serde_json::Error) -> Diagnostic {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let at = (line_start + error.column().saturating_sub(1)).min(text.len());
    let at = (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0);
    let at = u32::try_from(at).unwrap_or(u32::MAX);
    // The position is in the label; the reader's message repeats it at its end.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    fault("the run data is not JSON").at(Span::new(file, at, at), message)
}

fn object<'a>(value: &'a Value, path: &str) -> Result<&'a Map<String, Value>, Diagnostic> {
    value
        .as_object()
        .ok_or_else(|| fault(format!("{path} is not an object")))
}

fn list<'a>(value: &'a Value, path: &str) -> Result<&'a [Value], Diagnostic> {
    match value.as_array() {
        Some(items) => Ok(items),
        None => Err(fault(format!("{path} is not a list"))),
    }
}

fn string<'a>(value: &'a Value, path: &str) -> Result<&'a str, Diagnostic> {
    value
        .as_str()
        .ok_or_else(|| fault(format!("{path} is not a string")))
}

fn count(value: &Value, path: &str) -> Result<u32, Diagnostic> {
    match value.as_u64() {
        Some(n) if n <= LARGEST => Ok(n as u32),
        _ => Err(fault(format!(
            "{path} is not a whole number from 0 to {LARGEST}"
        ))),
    }
}

fn optional<T>(
    root: &Map<String, Value>,
    key: &str,
    parse: Parse<T>,
) -> Result<Option<T>, Diagnostic> {
    match root.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => parse(value, key).map(Some),
    }
}

fn named<T>(
    root: &Map<String, Value>,
    key: &str,
    parse: Parse<T>,
) -> Result<IndexMap<String, T>, Diagnostic> {
    let Some(value) = root.get(key).filter(|value| !value.is_null()) else {
        return Ok(IndexMap::new());
    };
    let entries = object(value, key)?.iter();
    entries
        .map(|(name, value)| Ok((name.clone(), parse(value, &format!("{key}.{name}"))?)))
        .collect()
}

/// A number; `"nan"`, `"inf"`, `"-inf"`; `null` for what is undefined; `true` and `false` as 1 and 0.
fn number(value: &Value, path: &str) -> Result<f32, Diagnostic> {
    let found = match value {
        Value::Number(number) => number.as_f64().map(|number| number as f32),
        Value::Bool(truth) => Some(f32::from(*truth)),
        Value::Null => Some(f32::NAN),
        Value::String(word) => match word.as_str() {
            "nan" => Some(f32::NAN),
            "inf" => Some(f32::INFINITY),
            "-inf" => Some(f32::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    };
    found.ok_or_else(|| fault(format!("{path} is not a number")))
}

/// A list of numbers; a single number is a list of one.
fn row(value: &Value, path: &str) -> Result<Row, Diagnostic> {
    match value.as_array() {
        None => Ok(vec![number(value, path)?]),
        Some(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| number(item, &format!("{path}[{index}]")))
            .collect(),
    }
}

fn table(value: &Value, path: &str) -> Result<Vec<Row>, Diagnostic> {
    list(value, path)?
        .iter()
        .enumerate()
        .map(|(index, item)| row(item, &format!("{path}[{index}]")))
        .collect()
}

fn bools(value: &Value, path: &str) -> Result<Vec<bool>, Diagnostic> {
    Ok(row(value, path)?
        .iter()
        .map(|&value| value != 0.0)
        .collect())
}

fn shape(entry: &Map<String, Value>, path: &str) -> Result<Option<Shape>, Diagnostic> {
    let Some(value) = entry.get("type") else {
        return Ok(None);
    };
    let name = string(value, &format!("{path}.type"))?;
    let mut shape = Shape::from_glsl(name)
        .ok_or_else(|| fault(format!("{path}.type is `{name}`, which is no GLSL type")))?;
    let length = match entry.get("array").filter(|value| !value.is_null()) {
        None => 0,
        Some(value) => count(value, &format!("{path}.array"))?,
    };
    shape.array = (length > 0).then_some(length);
    Ok(Some(shape))
}

fn field<'a>(
    entry: &'a Map<String, Value>,
    key: &str,
    path: &str,
) -> Result<&'a Value, Diagnostic> {
    entry
        .get(key)
        .ok_or_else(|| fault(format!("{path} has no `{key}`")))
}

fn uniform(value: &Value, path: &str) -> Result<UniformData, Diagnostic> {
    let Some(entry) = value.as_object() else {
        let value = row(value, path)?;
        return Ok(UniformData { shape: None, value });
    };
    Ok(UniformData {
        shape: shape(entry, path)?,
        value: row(field(entry, "value", path)?, &format!("{path}.value"))?,
    })
}

fn input(value: &Value, path: &str) -> Result<InputData, Diagnostic> {
    let Some(entry) = value.as_object() else {
        let values = table(value, path)?;
        return Ok(InputData {
            shape: None,
            values,
        });
    };
    Ok(InputData {
        shape: shape(entry, path)?,
        values: table(field(entry, "values", path)?, &format!("{path}.values"))?,
    })
}

/// A word of a closed list.
fn choice<T: Copy>(
    entry: &Map<String, Value>,
    key: &str,
    path: &str,
    default: T,
    words: &[(&str, T)],
) -> Result<T, Diagnostic> {
    let Some(value) = entry.get(key) else {
        return Ok(default);
    };
    let path = format!("{path}.{key}");
    let word = string(value, &path)?;
    if let Some((_, meaning)) = words.iter().find(|(known, _)| *known == word) {
        return Ok(*meaning);
    }
    let known: Vec<String> = words
        .iter()
        .map(|(known, _)| format!("`{known}`"))
        .collect();
    Err(fault(format!(
        "{path} is `{word}`, expected {}",
        known.join(" or ")
    )))
}

fn texture(value: &Value, path: &str) -> Result<TextureData, Diagnostic> {
    let entry = object(value, path)?;
    let kinds = [("2d", TextureKind::D2), ("cube", TextureKind::Cube)];
    let filters = [("nearest", Filter::Nearest), ("linear", Filter::Linear)];
    let wraps = [
        ("repeat", Wrap::Repeat),
        ("clamp", Wrap::Clamp),
        ("mirror", Wrap::Mirror),
    ];
    let mipmaps = [
        ("none", Mipmap::None),
        ("nearest", Mipmap::Nearest),
        ("linear", Mipmap::Linear),
    ];
    Ok(TextureData {
        kind: choice(entry, "kind", path, TextureKind::D2, &kinds)?,
        filter: choice(entry, "filter", path, Filter::Linear, &filters)?,
        wrap: choice(entry, "wrap", path, Wrap::Repeat, &wraps)?,
        mipmap: choice(entry, "mipmap", path, Mipmap::None, &mipmaps)?,
        source: source(entry, path)?,
    })
}

fn source(entry: &Map<String, Value>, path: &str) -> Result<TextureSource, Diagnostic> {
    match (entry.get("pattern"), entry.get("file"), entry.get("texels")) {
        (Some(value), None, None) => {
            let pattern = count(value, &format!("{path}.pattern"))?;
            Ok(TextureSource::Pattern(pattern))
        }
        (None, Some(value), None) => {
            let name = string(value, &format!("{path}.file"))?;
            Ok(TextureSource::File(name.to_owned()))
        }
        (None, None, Some(value)) => {
            let size = list(field(entry, "size", path)?, &format!("{path}.size"))?;
            let [width, height] = size else {
                return Err(fault(format!("{path}.size is not [width, height]")));
            };
            let rows = table(value, &format!("{path}.texels"))?;
            let texels = rows
                .iter()
                .map(|row| <[f32; 4]>::try_from(row.as_slice()))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|_| fault(format!("{path}.texels has a texel that is not 4 numbers")))?;
            let width = count(width, &format!("{path}.size[0]"))?;
            let height = count(height, &format!("{path}.size[1]"))?;
            Ok(TextureSource::Texels(Image::new(width, height, texels)))
        }
        _ => Err(fault(format!(
            "{path} needs one of `pattern`, `file`, `texels`"
        ))),
    }
}

fn expected(root: &Map<String, Value>) -> Result<Option<Expected>, Diagnostic> {
    let Some(outputs) = root.get("outputs").filter(|value| !value.is_null()) else {
        return Ok(None);
    };
    let mut expected = Expected::default();
    for (name, value) in object(outputs, "outputs")? {
        // Both `name: rows` and `name: {"values": rows}` are in use.
        let path = format!("outputs.{name}");
        let rows = match value.as_object() {
            Some(entry) => field(entry, "values", &path)?,
            None => value,
        };
        expected.outputs.insert(name.clone(), table(rows, &path)?);
    }
    if let Some(status) = root.get("status").filter(|value| !value.is_null()) {
        let status = string(status, "status")?;
        let comparable = ["ok", "constant"].contains(&status);
        expected.not_comparable = (!comparable).then(|| status.to_owned());
    }
    expected.discarded = optional(root, "discarded", bools)?;
    expected.robust = optional(root, "robust", bools)?;
    if let Some(value) = root.get("sensitivity").filter(|value| !value.is_null()) {
        let entry = object(value, "sensitivity")?;
        expected.sensitivity = optional(entry, "rel_2^-21", row)?;
        expected.coarse_sensitivity = optional(entry, "rel_2^-11", row)?;
    }
    Ok(Some(expected))
}
