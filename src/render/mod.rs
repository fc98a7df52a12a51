//! Pictures of what a shader computes, without the machine it is for.
//!
//! Both stages run on the data of a run, by the reference interpreter or as machine code in the simulator of its
//! target, whichever target that is; what lies between them on a graphics chip is here.
//!
//! ```text
//! program    a shader that runs: interpreted or simulated
//! shaders    what the user gave, to programs  scene      programs, a mesh, values; from them a picture
//! defaults   values for what nobody gave, by names and types
//! camera     the matrices of the built-in view
//! mesh       quad, cube, sphere               obj      meshes from files
//! raster     triangles to fragments           batch    fragments to colours
//! budget     how much work a picture may be
//! stand_in   the stage that the user did not give
//! declared   what a record says that a program reads
//! assign     `--set NAME=VALUE`               picture  PNG in, PNG and APNG out
//! ```

mod assign;
mod batch;
mod budget;
mod camera;
mod declared;
mod defaults;
mod mesh;
mod obj;
mod picture;
mod program;
mod raster;
mod scene;
mod shaders;
mod stand_in;
mod varying;

pub use assign::{Assignment, load_textures};
pub use budget::STEPS;
pub use declared::declared;
pub use defaults::{Filled, fill, fill_inputs};
pub use mesh::{BUILT_IN, Mesh};
pub use picture::{Animation, Picture, read_image};
pub use program::Program;
pub use scene::{Scene, Surface};
pub use shaders::Shaders;

use crate::compiler::{Compilation, LanguageOptions, Source};
use retroshade_ir::Shader;

/// The most pixels in a row or a column of a picture.
pub const MOST_PIXELS: u32 = 4096;

/// Pixels of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Of a row, from 1 to [`MOST_PIXELS`].
    pub width: u32,
    /// Of a column, from 1 to [`MOST_PIXELS`].
    pub height: u32,
}

/// The moment that a picture shows, and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Pixels.
    pub size: Size,
    /// Seconds since the start.
    pub time: f32,
    /// The number of the picture in its sequence, from 0.
    pub frame: u32,
    /// Seconds from picture to picture.
    pub step: f32,
}

/// A vertex and a fragment shader, given in either order, checked against each other as GL's linker does.
pub fn read_pair(
    language: &LanguageOptions,
    one: &Source,
    other: &Source,
) -> Compilation<(Shader, Shader)> {
    crate::link::read_pair(language, one, other)
}
