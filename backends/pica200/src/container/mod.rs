//! SHBIN files: one block of code and operand descriptors (DVLP), and an executable (DVLE) for each
//! entry into it with its constants, output map and symbols, bound together by a DVLB header.
//!
//! The layout is the one picasso writes and libctru reads, described in docs/pica200.md. Numbers are
//! little-endian, tables are aligned to four bytes.

mod file;
mod link;
mod read;
mod write;

pub use link::LinkError;

use crate::isa::{
    BOOLEANS, Decoded, INTEGERS, Instruction, LaneMask, UNIFORMS, Undecodable, float24,
};
pub(crate) use file::{Container, OPDESC, RAW, SHBIN};

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shbin {
    /// Instruction words, shared by all executables.
    pub code: Vec<u32>,
    /// Operand descriptors, shared likewise.
    pub descriptors: Vec<u32>,
    /// Entries into the code.
    pub executables: Vec<Executable>,
}

/// An entry into the code and what the runtime must know of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Executable {
    /// Stage and, for geometry programs, what they take.
    pub kind: Kind,
    /// True if outputs of the vertex program are passed on beside those of this program.
    pub merge_outputs: bool,
    /// The first word that runs.
    pub start: u32,
    /// One past the last word of the entry procedure.
    pub end: u32,
    /// Input registers with a name: bit n is `v<n>`.
    pub inputs: u16,
    /// Output registers that are mapped: bit n is `o<n>`.
    pub outputs: u16,
    /// Values loaded before the program runs.
    pub constants: Vec<Constant>,
    /// What the fixed pipeline takes from the output registers.
    pub output_map: Vec<OutputMapping>,
    /// Names of inputs and uniforms.
    pub symbols: Vec<Symbol>,
}

/// The stage of an executable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Once a vertex.
    #[default]
    Vertex,
    /// Once a primitive.
    Geometry(Geometry),
}

impl Kind {
    /// The name of the stage.
    pub const fn stage(self) -> &'static str {
        match self {
            Kind::Vertex => "vertex",
            Kind::Geometry(_) => "geometry",
        }
    }
}

/// The input of a geometry program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// A fixed number of vertices in the input registers.
    Point,
    /// A varying number of vertices in uniforms, this many of them with all outputs.
    Variable {
        /// Vertices with all outputs.
        vertices: u8,
    },
    /// A fixed number of vertices in uniforms.
    Fixed {
        /// The first uniform register.
        start: u8,
        /// How many.
        vertices: u8,
    },
}

/// A value that the container carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// Of a boolean uniform.
    Boolean {
        /// `b0`..`b15`
        index: u8,
        /// Value.
        value: bool,
    },
    /// Of an integer uniform.
    Integer {
        /// `i0`..`i3`
        index: u8,
        /// x, y, z, w.
        value: [u8; 4],
    },
    /// Of a float uniform.
    Float {
        /// `c0`..`c95`
        index: u8,
        /// Float24 words of x, y, z, w.
        value: [u32; 4],
    },
}

impl Constant {
    /// The lanes of a float constant as float32 numbers.
    pub fn floats(&self) -> Option<[f32; 4]> {
        match self {
            Constant::Float { value, .. } => Some(value.map(float24::to_f32)),
            _ => None,
        }
    }
}

/// The use that the fixed pipeline makes of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Semantic {
    /// Clip coordinates.
    Position,
    /// The quaternion that turns tangent space into view space, for fragment lighting.
    NormalQuaternion,
    /// Primary colour.
    Color,
    /// Coordinates of texture 0.
    TexCoord0,
    /// The third coordinate of texture 0.
    TexCoord0W,
    /// Coordinates of texture 1.
    TexCoord1,
    /// Coordinates of texture 2.
    TexCoord2,
    /// The direction to the eye, for fragment lighting.
    View,
    /// Nothing: for geometry programs.
    Dummy,
}

impl Semantic {
    /// Each with its number in the output table (7 has no meaning), its long and its short spelling in assembly, and
    /// how many components the pipeline takes.
    const ROWS: [(Semantic, u16, &str, &str, u8); 9] = [
        (Semantic::Position, 0, "position", "pos", 4),
        (Semantic::NormalQuaternion, 1, "normalquat", "nquat", 4),
        (Semantic::Color, 2, "color", "clr", 4),
        (Semantic::TexCoord0, 3, "texcoord0", "tcoord0", 2),
        (Semantic::TexCoord0W, 4, "texcoord0w", "tcoord0w", 1),
        (Semantic::TexCoord1, 5, "texcoord1", "tcoord1", 2),
        (Semantic::TexCoord2, 6, "texcoord2", "tcoord2", 2),
        (Semantic::View, 8, "view", "view", 3),
        (Semantic::Dummy, 9, "dummy", "dummy", 4),
    ];

    /// The number in the output table.
    pub const fn number(self) -> u16 {
        Semantic::ROWS[self as usize].1
    }

    /// The semantic of a number in the output table.
    pub fn from_number(number: u16) -> Option<Semantic> {
        let row = Semantic::ROWS.iter().find(|row| row.1 == number);
        row.map(|row| row.0)
    }

    /// The spelling in assembly and reflection.
    pub const fn name(self) -> &'static str {
        Semantic::ROWS[self as usize].2
    }

    /// The names of all, as messages list them.
    pub fn names() -> String {
        Semantic::ROWS.map(|row| row.2).join(", ")
    }

    /// Returns the number of components that the pipeline takes.
    pub const fn components(self) -> u8 {
        Semantic::ROWS[self as usize].4
    }

    /// The semantic of a spelling in any letter case.
    pub fn from_name(name: &str) -> Option<Semantic> {
        let mut rows = Semantic::ROWS.iter();
        let found = rows.find(|(_, _, long, short, _)| {
            long.eq_ignore_ascii_case(name) || short.eq_ignore_ascii_case(name)
        });
        found.map(|row| row.0)
    }
}

/// One row of the output map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputMapping {
    /// The use that the pipeline makes of it.
    pub semantic: Semantic,
    /// The output register.
    pub register: u8,
    /// Which of its lanes.
    pub mask: LaneMask,
}

/// The registers a symbol can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolFile {
    /// `v`
    Input,
    /// `c`
    Float,
    /// `i`
    Integer,
    /// `b`
    Boolean,
}

impl SymbolFile {
    const ALL: [SymbolFile; 4] = [
        SymbolFile::Input,
        SymbolFile::Float,
        SymbolFile::Integer,
        SymbolFile::Boolean,
    ];

    /// The number of its first register in the symbol table, and how many there are.
    const fn numbers(self) -> (u16, u16) {
        match self {
            SymbolFile::Input => (0x00, 16),
            SymbolFile::Float => (0x10, UNIFORMS as u16),
            SymbolFile::Integer => (0x70, INTEGERS as u16),
            SymbolFile::Boolean => (0x78, BOOLEANS as u16),
        }
    }

    /// The letter in assembly and reflection.
    pub const fn letter(self) -> char {
        match self {
            SymbolFile::Input => 'v',
            SymbolFile::Float => 'c',
            SymbolFile::Integer => 'i',
            SymbolFile::Boolean => 'b',
        }
    }
}

/// A name for a row of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// Register file.
    pub file: SymbolFile,
    /// First register.
    pub first: u8,
    /// Last register, at least `first`.
    pub last: u8,
}

impl Shbin {
    /// Decodes every word.
    pub fn decode(&self) -> Vec<Result<Decoded, Undecodable>> {
        let words = self.code.iter();
        words
            .map(|word| Instruction::decode(*word, &self.descriptors))
            .collect()
    }
}
