//! The reflection record: where every input, output, uniform, sampler and literal of a compiled
//! shader lives. Field names and their order are public interface.
//!
//! A *lane* is one component of one register; its number is `4 × index + component`.

mod entries;
mod expression;
#[cfg(feature = "tools")]
mod read;
mod write;

pub use entries::{Register, entries};
#[cfg(feature = "tools")]
pub use expression::Reader;
pub use expression::{Expression, scalar};
#[cfg(feature = "tools")]
pub use read::RecordError;

use crate::options::Placement;
use indexmap::IndexMap;
use retroshade_ir::{LANES, MatrixLayout, Shape};

/// The value of [`Reflection::schema`].
pub const SCHEMA: &str = "retroshade-reflection-1";

/// All that is known of one compiled shader from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflection {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The target's name, as on the command line.
    pub target: String,
    /// `vertex` or `fragment`.
    pub stage: String,
    /// The source file as the user named it.
    pub source: String,
    /// Attributes of a vertex shader, varyings of a fragment shader.
    pub inputs: Vec<Variable>,
    /// Position, varyings; colours and depth.
    pub outputs: Vec<Variable>,
    /// One entry for each active leaf.
    pub uniforms: Vec<Variable>,
    /// Texture units.
    pub samplers: Vec<Sampler>,
    /// Literal values that must be in their registers before drawing.
    pub constants: Vec<Constant>,
    /// Values that the runtime must supply.
    pub driver_uniforms: Vec<Variable>,
    /// `discard`, `derivatives`, … : what the shader makes use of.
    pub features: Vec<String>,
    /// How much state of the machine the program's other forms set, where a setting asks for more than it defines.
    pub state: Option<String>,
    /// Ranges that the code relies on.
    pub assumes: Vec<Assumption>,
    /// The largest difference in 1/255 between a colour of the machine and the exact one clamped to [0, 1],
    /// while what is assumed holds; of machines whose arithmetic is too short to leave it out.
    pub max_error: Option<f64>,
    /// The numbers, without sign and in single precision, that were rounded to fewer bits on the way to the code: a witness
    /// for proofs, to which a half float may be any of several numbers. `None` of targets that do not say.
    pub rounded: Option<Vec<Number>>,
    /// What a vertex program makes of `gl_Position` for the machine behind it.
    pub placement: Placement,
    /// Counts.
    pub stats: Stats,
    /// Where instructions come from, in the order of the program; left out unless it is asked for.
    pub lines: Vec<Line>,
}

/// The place in the source that an instruction was made for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
            state: None,
            assumes: Vec::new(),
            max_error: None,
            rounded: None,
            placement: Placement::default(),
            stats: Stats::default(),
            lines: Vec::new(),
        }
    }
}

/// A range that the code relies on: outside of it results are wrong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assumption {
    /// The uniform or varying.
    pub name: String,
    /// The least value.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// An input, output or uniform and its lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variable {
    /// As GL spells it: `uLights[0].color`.
    pub name: String,
    /// The GLSL type of one element.
    pub ty: String,
    /// `position`, `frag_coord`, … for `gl_*` variables.
    pub builtin: Option<String>,
    /// The number of elements of an array.
    pub array: Option<u32>,
    /// Lanes from one element to the next.
    pub stride: Option<u32>,
    /// The number of elements that are so far apart, where not all are; each further one is in the register behind the one
    /// before.
    pub main_elements: Option<u32>,
    /// The first register as the target's assembly spells it; absent for a built-in input that is
    /// in no register.
    pub register: Option<String>,
    /// The register file.
    pub file: Option<String>,
    /// The number of the first register in its file.
    pub index: Option<u32>,
    /// The lanes of a scalar, vector, or first group of a matrix, in order: `zw`.
    pub components: Option<String>,
    /// Whether the groups of lanes of a matrix are its columns or its rows.
    pub layout: Option<Layout>,
    /// Lanes from one group of a matrix to the next.
    pub matrix_stride: Option<u32>,
    /// The meaning of an output for the fixed hardware behind it.
    pub semantic: Option<String>,
    /// The components of a varying that go to these lanes, where that is not all of it in order.
    pub part: Option<String>,
    /// What the vertex program writes instead of the varying itself.
    pub expression: Option<Expression>,
    /// For each vector of the variable (elements of an array in order, their columns) the components that are in its
    /// lanes: `["", "xz"]`. `None` where all are. A varying of a linked pair has only those that the fragment program
    /// reads; its other lanes may hold other varyings.
    pub live: Option<Vec<String>>,
}

impl Variable {
    /// True if number `at` of the variable, in GL's order, is in its lane.
    pub fn is_live(&self, at: usize) -> bool {
        let Some(live) = &self.live else {
            return true;
        };
        let rows = Shape::from_glsl(&self.ty).map_or(4, |shape| usize::from(shape.rows.max(1)));
        let letter = LANES.get(at % rows).copied().unwrap_or('x');
        live.get(at / rows)
            .is_some_and(|vector| vector.contains(letter))
    }
}

/// How a matrix lies in its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Each group of lanes is a column.
    Columns,
    /// Each group of lanes is a row.
    Rows,
}

impl From<MatrixLayout> for Layout {
    fn from(layout: MatrixLayout) -> Layout {
        match layout {
            MatrixLayout::Columns => Layout::Columns,
            MatrixLayout::Rows => Layout::Rows,
        }
    }
}

impl Layout {
    /// In words, for comments: what a register of the matrix holds.
    pub fn words(self) -> &'static str {
        match self {
            Layout::Columns => "a column in each register",
            Layout::Rows => "a row in each register",
        }
    }

    /// As the record spells it.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Columns => "columns",
            Layout::Rows => "rows",
        }
    }
}

/// A texture unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sampler {
    /// As GL spells it.
    pub name: String,
    /// `sampler2D` or `samplerCube`.
    pub ty: String,
    /// The number of units of an array of samplers.
    pub array: Option<u32>,
    /// As the target's assembly spells it.
    pub register: Option<String>,
    /// The unit that the code names.
    pub index: u32,
    /// What the unit must be set to do, where units know several kinds of lookups: `2d`, `cube`, `proj`.
    pub kind: Option<String>,
}

/// A literal or computed number that must be in a register.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constant {
    /// As the target's assembly spells it.
    pub register: String,
    /// The register file.
    pub file: String,
    /// The register's number.
    pub index: u32,
    /// The components from x on, or those of `components`, 1 to 4.
    pub value: Vec<Number>,
    /// The components that are set, in the order of the value's.
    pub components: Option<String>,
    /// What the application computes instead of a fixed value, once for each draw.
    pub expression: Option<Expression>,
    /// True if the code or its container already carries it.
    pub embedded: bool,
}

impl Constant {
    /// A register whose name is its file and its number, for literals that the application uploads.
    pub fn literals(file: &str, index: u32, values: impl Iterator<Item = f32>) -> Constant {
        Constant {
            register: format!("{file}{index}"),
            file: file.to_owned(),
            index,
            value: values.map(Number).collect(),
            ..Constant::default()
        }
    }
}

/// A 32-bit float that JSON can hold: what is not finite is written as `"nan"`, `"inf"`, `"-inf"`.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f32);

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

/// The counts of `--stats` and of the record's `stats`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Instructions, slots, bundles or tokens, whichever the target counts.
    pub instructions: u32,
    /// 32-bit words of code.
    pub words: u32,
    /// Temporary registers used.
    pub registers: u32,
    /// A lower bound on `instructions` of programs of the operations that were selected, whatever their order, packing
    /// and registers. Programs of other operations may be shorter. `None` where none is known.
    pub schedule_bound: Option<u32>,
    /// A lower bound on `instructions` of every program that computes what the shader says, with its inputs and outputs
    /// in the registers of this record. `None` where none was looked for, or is known.
    pub shader_bound: Option<u32>,
    /// Counts of the target's own.
    pub more: IndexMap<String, u64>,
}

#[cfg(test)]
mod tests;
