//! What a program needs of its compiled shaders, without `std` and without the compiler.
//!
//! [`include_shader!`] compiles a file, [`shader!`] a text, each to a module of constants and functions:
//!
//! ```
//! mod lit {
//!     retroshade_shader::shader!(vertex, pica200, "
//!         attribute vec3 aPosition;
//!         attribute vec4 aColor;
//!         uniform mat4 uMvp;
//!         varying vec4 vColor;
//!         void main() {
//!             gl_Position = uMvp * vec4(aPosition, 1.0);
//!             vColor = aColor;
//!         }
//!     ");
//! }
//!
//! let mut unit = [[0.0; 4]; 96];
//! let moved = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [5.0, 0.0, 0.0, 1.0]];
//! lit::set_u_mvp(&mut unit, moved);
//! // Rows, as this machine has matrices: the translation is at the end of the first register.
//! assert_eq!(unit[lit::U_MVP.index as usize], [1.0, 0.0, 0.0, 5.0]);
//! assert_eq!(lit::Vertex::ATTRIBUTES[1].offset, 12);
//! ```
//!
//! Build scripts write the same with `retroshade::build::Build::shared_types`, so that all of a program's shaders have one set of types.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "macros")]
#[doc(hidden)]
pub use retroshade_macros as __macros;

/// Compiles a file where the macro stands. The path is relative to the package; a change of the file, or of one that
/// it includes, compiles it again. Flags of the command line that change code may follow as strings.
///
/// ```ignore
/// mod cube { retroshade_shader::include_shader!("shaders/cube.vert", pica200, "-DLIGHTS=2", "-O3"); }
/// ```
#[cfg(any(feature = "macros", doc))]
#[macro_export]
macro_rules! include_shader {
    ($($input:tt)*) => { $crate::__macros::include_shader! { $crate, $($input)* } };
}

/// Compiles a text: its stage (`vertex` or `fragment`), the target, the text, flags.
#[cfg(any(feature = "macros", doc))]
#[macro_export]
macro_rules! shader {
    ($($input:tt)*) => { $crate::__macros::shader! { $crate, $($input)* } };
}

/// The place of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The register file, as the target's assembly spells it.
    pub file: &'static str,
    /// The number of the first register in its file.
    pub index: u32,
    /// The number of registers that the variable takes.
    pub count: u32,
    /// The components of one register that hold a scalar, a vector, or a row or column.
    pub components: &'static str,
    /// The layout of a matrix in its registers.
    pub layout: Layout,
    /// The number of elements of an array, else 1.
    pub elements: u32,
    /// Components from one element to the next, four to a register; 0 if there is one element.
    pub stride: u32,
}

/// How registers hold a matrix. Groups are four components, one register, apart unless `stride` says
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// It is no matrix.
    Plain,
    /// Each group of components is a row: upload the transpose of what OpenGL takes.
    Rows {
        /// The number of rows.
        groups: u32,
        /// Components from one row to the next.
        stride: u32,
    },
    /// Each group of components is a column, as OpenGL has it.
    Columns {
        /// The number of columns.
        groups: u32,
        /// Components from one column to the next.
        stride: u32,
    },
}

/// The texture units of a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampler {
    /// The first unit.
    pub unit: u32,
    /// The number of units that an array of samplers takes, else 1.
    pub count: u32,
}

/// A literal that must be uploaded to its register before drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// The register file, as the target's assembly spells it.
    pub file: &'static str,
    /// The number of the register in its file.
    pub index: u32,
    /// The components; what the program does not read is 0.
    pub value: [f32; 4],
}

/// An attribute in a structure of vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name in the shader.
    pub name: &'static str,
    /// Where the program reads it.
    pub register: Register,
    /// Floats, all columns of a matrix together.
    pub components: u32,
    /// Bytes from the beginning of a vertex.
    pub offset: usize,
}

/// Registers that a program can write: a copy of a unit's, which is uploaded later, or the unit itself.
pub trait Registers {
    /// A register of a file, as the target's assembly spells it (`c`; `b` and `i` of the 3DS are files of their own).
    fn register(&mut self, file: &'static str, index: u32) -> &mut [f32; 4];
}

/// Registers of one file from number 0.
///
/// # Panics
/// If a program has more registers.
impl<const N: usize> Registers for [[f32; 4]; N] {
    fn register(&mut self, _: &'static str, index: u32) -> &mut [f32; 4] {
        &mut self[index as usize]
    }
}

impl Register {
    /// Puts the numbers of a variable into its registers: in OpenGL's order, element by element, matrices column by
    /// column, whatever the layout. Elements that are not given stay as they are.
    pub fn store(&self, to: &mut impl Registers, values: &[f32]) {
        let (groups, step, rows) = match self.layout {
            Layout::Plain => (1, 4, false),
            Layout::Rows { groups, stride } => (groups, stride, true),
            Layout::Columns { groups, stride } => (groups, stride, false),
        };
        let size = values.len() as u32 / self.elements.max(1);
        let width = size / groups.max(1);
        for (at, value) in (0..).zip(values) {
            let (element, within) = (at / size.max(1), at % size.max(1));
            let (group, place) = if rows {
                // Column by column, and each column has a number of every group.
                (within % groups, within / groups)
            } else {
                (within / width.max(1), within % width.max(1))
            };
            let component = self.components.as_bytes().get(place as usize);
            let component =
                component.and_then(|letter| b"xyzw".iter().position(|known| known == letter));
            let lane = element * self.stride + group * step + component.unwrap_or(0) as u32;
            to.register(self.file, self.index + lane / 4)[lane as usize % 4] = *value;
        }
    }
}

/// Writes the literals of a program, which it expects in its registers.
pub fn store_constants(to: &mut impl Registers, constants: &[Constant]) {
    for constant in constants {
        *to.register(constant.file, constant.index) = constant.value;
    }
}

/// Bytes at an address that is a multiple of four, which `include_bytes!` does not guarantee.
#[doc(hidden)]
#[derive(Debug)]
#[repr(C, align(4))]
pub struct Aligned4<T: ?Sized>(pub T);

/// Little-endian words.
#[doc(hidden)]
pub const fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    let mut at = 0;
    while at < N {
        words[at] = u32::from_le_bytes([
            bytes[4 * at],
            bytes[4 * at + 1],
            bytes[4 * at + 2],
            bytes[4 * at + 3],
        ]);
        at += 1;
    }
    words
}
