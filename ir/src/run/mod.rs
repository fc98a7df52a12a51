//! The data of `retroshade run`: what goes into a shader and what comes out of it.
//!
//! One JSON schema serves inputs, results and expectations, so that a file of expected values can be
//! given as inputs as it is. Values are in GL's order: matrices column by column, arrays element by
//! element, whatever a target makes of them. [`RunInputs::from_json`] reads, [`RunOutputs::to_json`]
//! writes, [`compare`](mod@compare) judges, `fill` makes data for tests.
//!
//! ```json
//! {
//!   "stage": "frag", "samples": 2, "mode": "points",
//!   "uniforms": {"uTint": {"type": "vec3", "array": 0, "value": [1, 0.5, 0.25]}},
//!   "textures": {"uMap": {"kind": "2d", "pattern": 0, "filter": "linear", "wrap": "repeat"}},
//!   "varyings": {"vUv": {"type": "vec2", "array": 0, "values": [[0, 0], [0.5, 1]]}},
//!   "outputs": {"gl_FragColor": [[1, 1, 1, 1], [0, 0, 0, 1]]}
//! }
//! ```

pub mod compare;
#[cfg(feature = "tools")]
pub mod fill;
#[cfg(feature = "tools")]
mod read;
#[cfg(feature = "tools")]
mod write;

use crate::texture::TextureData;
use crate::{Shape, Stage};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, codes};

/// One sample's numbers, flattened in GL's order. What is undefined is NaN.
pub type Row = Vec<f32>;

/// How samples lie to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Samples are independent: every derivative is 0, implicit lookups use level 0.
    #[default]
    Points,
    /// Samples 4q to 4q + 3 are the pixels (0,0) (1,0) (0,1) (1,1) of a quad, y upwards.
    Quads,
}

/// The values of one uniform.
#[derive(Clone, Debug, PartialEq)]
pub struct UniformData {
    /// The type as the file states it; `None` where it leaves that to the shader.
    pub shape: Option<Shape>,
    /// All elements.
    pub value: Row,
}

/// The values of one attribute or varying.
#[derive(Clone, Debug, PartialEq)]
pub struct InputData {
    /// The type as the file states it; `None` where it leaves that to the shader.
    pub shape: Option<Shape>,
    /// A row for each sample.
    pub values: Vec<Row>,
}

/// The results that a file expects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    /// Rows by output name; NaN is not compared.
    pub outputs: IndexMap<String, Vec<Row>>,
    /// Which samples are discarded; `None` means that none is.
    pub discarded: Option<Vec<bool>>,
    /// Which samples may be compared; `None` means that all may.
    pub robust: Option<Vec<bool>>,
    /// For each sample the largest change of an output when inputs move by a relative 2^-21.
    pub sensitivity: Option<Row>,
    /// The same for 2^-11.
    pub coarse_sensitivity: Option<Row>,
    /// Why there is nothing to compare: a `status` other than `ok` and `constant`.
    pub not_comparable: Option<String>,
}

/// Everything a shader reads in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunInputs {
    /// The stage the data is meant for, if stated.
    pub stage: Option<Stage>,
    /// The number of samples, if stated; else the tables tell.
    pub sample_count: Option<usize>,
    /// Points or quads.
    pub mode: Mode,
    /// By GL name (`uLights[0].color`, arrays without `[0]`).
    pub uniforms: IndexMap<String, UniformData>,
    /// By sampler name, elements of arrays with `[k]`.
    pub textures: IndexMap<String, TextureData>,
    /// Inputs of a vertex shader.
    pub attributes: IndexMap<String, InputData>,
    /// Inputs of a fragment or geometry shader; of the latter a row has those of all vertices of a primitive.
    pub varyings: IndexMap<String, InputData>,
    /// `gl_FragCoord`, rows of 4.
    pub frag_coord: Option<Vec<Row>>,
    /// `gl_PointCoord`, rows of 2.
    pub point_coord: Option<Vec<Row>>,
    /// `gl_FrontFacing`; missing means true.
    pub front_facing: Option<Vec<bool>>,
    /// What should come out.
    pub expected: Option<Expected>,
}

/// The numbers that a simulator computes with, where it can do so in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberFormat {
    /// IEEE floats of 32 bits.
    Float32,
    /// PICA200's floats of 24 bits: 16 bits behind the leading one, 7 of exponent.
    Float24,
    /// IEEE floats of 16 bits.
    Half,
}

impl NumberFormat {
    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            NumberFormat::Float32 => "float32",
            NumberFormat::Float24 => "float24",
            NumberFormat::Half => "half",
        }
    }
}

/// Everything a shader writes in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunOutputs {
    /// Rows by output name. The first colour is `gl_FragColor` however the source names it. The
    /// rows of discarded samples are 0.
    pub outputs: IndexMap<String, Vec<Row>>,
    /// Which samples were discarded; `None` where the shader has no `discard`.
    pub discarded: Option<Vec<bool>>,
    /// The number format of the computation, if the machine's simulator knows several.
    pub format: Option<NumberFormat>,
    /// Of a program that makes vertices: what it made.
    pub emitted: Option<Emitted>,
    /// Counts, such as `instructions`.
    pub stats: IndexMap<String, u64>,
}

/// Vertices and triangles of a program that makes them of primitives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// The number of vertices that each sample made: rows of the outputs.
    pub vertices: Vec<usize>,
    /// Triangles in the order in which they were sent on: numbers of rows, in the order of their winding.
    pub triangles: Vec<[usize; 3]>,
}

/// An error about the data, without a place in the shader's source.
pub(crate) fn fault(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::files::RUN_DATA, message)
}

/// The beginning of every message about a missing value.
const MISSING: &str = "the run data has no value for ";

/// Several values that are missing as one message.
pub fn all_missing(errors: Vec<Diagnostic>) -> Option<Diagnostic> {
    let mut errors = errors.into_iter();
    let mut first = errors.next()?;
    let mut more = 0;
    for error in errors {
        let thing = error
            .message
            .strip_prefix(MISSING)
            .unwrap_or(&error.message);
        first.message.push_str(", ");
        first.message.push_str(thing);
        more += 1;
    }
    if more > 0 {
        let help = "`retroshade run --template` writes all of them, with values to change";
        first.help = vec![help.to_owned()];
    }
    Some(first)
}

fn missing(what: &str, name: &str, remedy: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        codes::files::MISSING_INPUT,
        format!("{MISSING}the {what} `{name}`"),
    )
    .with_help(remedy)
}

impl RunInputs {
    /// The number of samples: as stated, or as long as the first table, or 1.
    ///
    /// # Errors
    /// Names the table whose length differs, or the mode that does not fit the number.
    pub fn samples(&self) -> Result<usize, Diagnostic> {
        let inputs = self.attributes.iter().chain(&self.varyings);
        let mut tables: Vec<(&str, usize)> = inputs
            .map(|(name, data)| (name.as_str(), data.values.len()))
            .collect();
        for (name, table) in [
            ("frag_coord", &self.frag_coord),
            ("point_coord", &self.point_coord),
        ] {
            tables.extend(table.as_ref().map(|rows| (name, rows.len())));
        }
        if let Some(facing) = &self.front_facing {
            tables.push(("front_facing", facing.len()));
        }
        let first = tables.first().map_or(1, |&(_, rows)| rows);
        let count = self.sample_count.unwrap_or(first);
        if let Some((name, rows)) = tables.iter().find(|(_, rows)| *rows != count) {
            return Err(fault(format!(
                "`{name}` has {rows} rows, but there are {count} samples"
            )));
        }
        if self.mode == Mode::Quads && !count.is_multiple_of(4) {
            return Err(fault(format!(
                "mode `quads` needs a multiple of 4 samples, not {count}"
            )));
        }
        Ok(count)
    }

    /// The lanes of a uniform in GL's order, `shape` long. Elements beyond those given are NaN.
    ///
    /// An entry may be the whole variable (`a`, `a[0]`), or `name` may be one element or column of an
    /// entry (`a[2]`). `gl_DepthRange` is 0 to 1 unless given.
    ///
    /// # Errors
    /// The uniform is missing, or is of another type.
    pub fn uniform(&self, name: &str, shape: Shape) -> Result<Row, Diagnostic> {
        if let Some(data) = find(&self.uniforms, name) {
            check_shape("uniform", name, data.shape, shape, false)?;
            return fitted("uniform", name, &data.value, shape);
        }
        let part = element_of(name).and_then(|(whole, element)| {
            let data = find(&self.uniforms, whole)?;
            part(data, element, shape)
        });
        part.or_else(|| state(name)).ok_or_else(|| {
            let remedy = format!(
                "add \"uniforms\": {{\"{name}\": {{\"type\": \"{}\", \"value\": […]}}}}",
                shape.glsl()
            );
            missing("uniform", name, remedy)
        })
    }

    /// The inputs of a stage, by GL name: attributes, or varyings.
    pub fn table_mut(&mut self, stage: Stage) -> &mut IndexMap<String, InputData> {
        match stage {
            Stage::Vertex => &mut self.attributes,
            Stage::Fragment | Stage::Geometry => &mut self.varyings,
        }
    }

    /// The rows of an attribute (vertex stage) or varying (other stages) in GL's order, each
    /// `shape` long. Lanes that an attribute lacks are those of (0, 0, 0, 1).
    ///
    /// # Errors
    /// The input is missing, or is of another type.
    pub fn input(&self, stage: Stage, name: &str, shape: Shape) -> Result<Vec<Row>, Diagnostic> {
        let (what, key, table) = match stage {
            Stage::Vertex => ("attribute", "attributes", &self.attributes),
            Stage::Fragment | Stage::Geometry => ("varying", "varyings", &self.varyings),
        };
        let Some(data) = find(table, name) else {
            let remedy = format!(
                "add \"{key}\": {{\"{name}\": {{\"type\": \"{}\", \"values\": [[…], …]}}}}",
                shape.glsl()
            );
            return Err(missing(what, name, remedy));
        };
        let fetched = stage == Stage::Vertex && shape.columns == 1 && shape.array.is_none();
        check_shape(what, name, data.shape, shape, fetched)?;
        let rows = data.values.iter().map(|row| match data.shape {
            Some(given) if fetched && given.columns == 1 => Ok(fetch(row, shape.rows)),
            _ => fitted(what, name, row, shape),
        });
        rows.collect()
    }

    /// `gl_FragCoord`, rows of 4.
    ///
    /// # Errors
    /// It is missing, or its rows are of another length.
    pub fn frag_coord(&self) -> Result<Vec<Row>, Diagnostic> {
        special("frag_coord", self.frag_coord.as_deref(), 4)
    }

    /// `gl_PointCoord`, rows of 2.
    ///
    /// # Errors
    /// It is missing, or its rows are of another length.
    pub fn point_coord(&self) -> Result<Vec<Row>, Diagnostic> {
        special("point_coord", self.point_coord.as_deref(), 2)
    }

    /// The texture of a sampler; `element` counts in an array of samplers.
    ///
    /// # Errors
    /// The texture is missing.
    pub fn texture(&self, name: &str, element: Option<u32>) -> Result<&TextureData, Diagnostic> {
        let full = match element {
            Some(element) => format!("{name}[{element}]"),
            None => name.to_owned(),
        };
        let found = self.textures.get(&full).or_else(|| match element {
            Some(0) | None => find(&self.textures, name),
            Some(_) => None,
        });
        found.ok_or_else(|| {
            let remedy = format!(
                "add \"textures\": {{\"{full}\": {{\"kind\": \"2d\", \"pattern\": 0, \
                 \"filter\": \"linear\", \"wrap\": \"repeat\"}}}}"
            );
            missing("sampler", &full, remedy)
        })
    }
}

/// What GL's state is unless an application changes it.
fn state(name: &str) -> Option<Row> {
    match name {
        "gl_DepthRange.near" => Some(vec![0.0]),
        "gl_DepthRange.far" | "gl_DepthRange.diff" => Some(vec![1.0]),
        _ => None,
    }
}

/// An entry by its GL name, with or without `[0]` after an array.
fn find<'a, T>(table: &'a IndexMap<String, T>, name: &str) -> Option<&'a T> {
    let plain = name.strip_suffix("[0]").unwrap_or(name);
    table
        .get(name)
        .or_else(|| table.get(plain))
        .or_else(|| table.get(&format!("{plain}[0]")))
}

/// `a[2]` as `a` and 2.
fn element_of(name: &str) -> Option<(&str, usize)> {
    let (whole, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((whole, index.parse().ok()?))
}

/// Element, or column of a matrix, of an entry that must state its type.
fn part(data: &UniformData, element: usize, wanted: Shape) -> Option<Row> {
    let given = data.shape?;
    let (size, fits) = match given.array {
        Some(_) => (
            lanes(given) / given.elements().max(1) as usize,
            (given.columns, given.rows) == (wanted.columns, wanted.rows),
        ),
        None => (
            usize::from(given.rows),
            given.columns > 1 && (1, given.rows) == (wanted.columns, wanted.rows),
        ),
    };
    let start = element.checked_mul(size)?;
    let found = data.value.get(start..start.checked_add(size)?)?;
    fits.then(|| found.to_vec())
}

/// Numbers in a value of a type.
pub(crate) fn lanes(shape: Shape) -> usize {
    usize::from(shape.columns) * usize::from(shape.rows) * shape.elements() as usize
}

fn check_shape(
    what: &str,
    name: &str,
    given: Option<Shape>,
    wanted: Shape,
    fetched: bool,
) -> Result<(), Diagnostic> {
    let Some(given) = given else { return Ok(()) };
    let same = (given.scalar, given.columns) == (wanted.scalar, wanted.columns)
        && (given.rows == wanted.rows || fetched);
    // GL trims an array to the elements in use and ignores what is given beyond them; a single element
    // is an array of one.
    let short = given.elements() <= wanted.elements();
    if same && (short || wanted.array.is_some()) {
        return Ok(());
    }
    let array = |shape: Shape| shape.array.map_or(String::new(), |len| format!("[{len}]"));
    Err(fault(format!(
        "the {what} `{name}` is declared {}{}, but the run data has {}{}",
        wanted.glsl(),
        array(wanted),
        given.glsl(),
        array(given)
    )))
}

/// A row cut out for a shape: arrays may be short or long, all else must fit.
fn fitted(what: &str, name: &str, row: &[f32], shape: Shape) -> Result<Row, Diagnostic> {
    let wanted = lanes(shape);
    let element = wanted / shape.elements().max(1) as usize;
    let elements =
        shape.array.is_some() && !row.is_empty() && row.len().is_multiple_of(element.max(1));
    if row.len() != wanted && !elements {
        return Err(fault(format!(
            "the {what} `{name}` needs {wanted} numbers, but the run data has {}",
            row.len()
        )));
    }
    let mut row = row.to_vec();
    row.resize(wanted, f32::NAN);
    Ok(row)
}

/// What the fetch unit makes of an attribute of fewer or more lanes.
fn fetch(row: &[f32], lanes: u8) -> Row {
    (0..usize::from(lanes))
        .map(|lane| row.get(lane).copied().unwrap_or([0.0, 0.0, 0.0, 1.0][lane]))
        .collect()
}

fn special(name: &str, rows: Option<&[Row]>, lanes: usize) -> Result<Vec<Row>, Diagnostic> {
    let rows =
        rows.ok_or_else(|| missing("built-in", name, format!("add \"{name}\": [[…], …] to it")))?;
    match rows.iter().find(|row| row.len() != lanes) {
        None => Ok(rows.to_vec()),
        Some(row) => Err(fault(format!(
            "a row of `{name}` has {} numbers, not {lanes}",
            row.len()
        ))),
    }
}

#[cfg(test)]
mod tests;
