//! Simulators in terms of names.
//!
//! A simulator knows registers, a user knows names; the reflection record connects the two. With the
//! feature `tools` there is `run`, which places the data of a run into a [`RegisterImage`], lets the
//! target simulate its program, and gathers the outputs. It knows no target. A [`Recorder`] in the [`Watch`] of a
//! run writes down every step of one sample.

pub mod effects;
pub mod floats;
pub mod functions;
pub mod numbers;
mod reads;
mod record;
#[cfg(feature = "tools")]
mod run;
pub mod runner;
pub mod symbols;
mod trap;

pub use effects::Kind;
pub use reads::{InputFiles, RegistersRead, Role};
pub use record::{Change, Held, NOTHING, Recorder, Recording, RegisterName, Step, Write};
#[cfg(feature = "tools")]
pub use run::{gather, lane_count, lanes_of, place, role_of, run, run_registers, run_watched};
pub use trap::Trap;

use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::run::{Emitted, NumberFormat};
use retroshade_ir::texture::Texture;
use std::collections::BTreeMap;

/// The feature of a record whose program runs for each primitive and makes vertices.
pub const GEOMETRY_PROGRAM: &str = "geometry";

/// One register of four floats.
pub type Register = [f32; 4];

/// What a register holds that nobody set: any use of it shows.
pub const UNSET: Register = [f32::NAN; 4];

/// What the vertex fetch gives for components that a stream does not have.
pub const MISSING: Register = [0.0, 0.0, 0.0, 1.0];

/// The registers of one file that are the same for all samples.
pub type UniformFile = BTreeMap<u32, Register>;

/// The registers of one file with a value for each sample.
pub type SampleFile = BTreeMap<u32, Vec<Register>>;

/// Everything a program can read.
#[derive(Debug, Default)]
pub struct RegisterImage {
    /// The number of invocations, a multiple of four where `quads` is set.
    pub samples: usize,
    /// True if samples 4q to 4q + 3 are the pixels (0,0) (1,0) (0,1) (1,1) of a quad with y
    /// upwards. Otherwise derivatives are zero.
    pub quads: bool,
    /// Uniforms, literals and driver uniforms by register file.
    pub uniforms: BTreeMap<String, UniformFile>,
    /// Attributes or varyings by register file.
    pub inputs: BTreeMap<String, SampleFile>,
    /// Textures by unit.
    pub textures: BTreeMap<u32, Texture>,
    /// Window coordinates as `gl_FragCoord` has them, for machines with a unit for them.
    pub frag_coord: Option<Vec<Register>>,
    /// `gl_PointCoord`, for machines with a unit for it.
    pub point_coord: Option<Vec<[f32; 2]>>,
    /// `gl_FrontFacing`, for machines with a unit for it; missing means true.
    pub front_facing: Option<Vec<bool>>,
    /// The colours in the frame buffer, for machines that read them.
    pub last_color: Option<Vec<Register>>,
    /// The depths in the frame buffer, for machines that read them.
    pub last_depth: Option<Vec<f32>>,
}

impl RegisterImage {
    /// A uniform register; [`UNSET`] where nobody set it.
    pub fn uniform(&self, file: &str, index: u32) -> Register {
        let register = self.uniforms.get(file).and_then(|file| file.get(&index));
        register.copied().unwrap_or(UNSET)
    }

    /// An input register of one sample, `missing` where nobody set it.
    pub fn input(&self, file: &str, index: u32, sample: usize, missing: Register) -> Register {
        let register = self.inputs.get(file).and_then(|file| file.get(&index));
        register
            .and_then(|samples| samples.get(sample))
            .copied()
            .unwrap_or(missing)
    }

    /// The level of detail of an implicit lookup by one sample, before any bias: from the
    /// coordinates of its neighbours in quads, 0 elsewhere. `coordinates` has one for each sample.
    pub fn implicit_level(
        &self,
        texture: &Texture,
        coordinates: &[[f32; 3]],
        sample: usize,
    ) -> f32 {
        if !self.quads || !texture.has_levels() {
            return 0.0;
        }
        let at = |index: usize| coordinates.get(index).copied().unwrap_or([f32::NAN; 3]);
        let difference = |from: usize, to: usize| {
            let (from, to) = (at(from), at(to));
            [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
        };
        let dx = difference(sample & !1, sample | 1);
        let dy = difference(sample & !2, sample | 2);
        texture.level_of_detail(at(sample), dx, dy)
    }
}

/// What a program did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Written registers by file, as reflection names files; lanes nobody wrote are NaN.
    pub outputs: BTreeMap<String, SampleFile>,
    /// For each sample whether it was discarded.
    pub discarded: Vec<bool>,
    /// What was computed with, if the simulator knows several formats.
    pub format: Option<NumberFormat>,
    /// Instructions executed by the sample that executed most.
    pub executed: u64,
    /// Of a program that makes vertices of a primitive: what it made. `outputs` then have a value for each vertex,
    /// those of a sample behind those of the one before.
    pub emitted: Option<Emitted>,
}

/// How a run is watched, and what was seen.
#[derive(Debug, Default)]
pub struct Watch {
    /// The target's settings for its simulator, such as PICA200's `float24=on`. A simulator does
    /// not look at settings for the compiler.
    pub settings: IndexMap<String, String>,
    /// True if numbers are rounded as the machine rounds them where the settings do not say, and not left
    /// as exact as the simulator can.
    pub rounds: bool,
    /// Instructions after which a vertex or fragment is stopped; `None` for as many as the simulator allows.
    pub most_steps: Option<u64>,
    /// Writes down every instruction of a sample.
    pub recorder: Option<Recorder>,
    /// What the program did that is dangerous on the machine.
    pub warnings: Diagnostics,
}

impl Watch {
    /// The recorder, if it records this sample.
    pub fn records(&mut self, sample: usize) -> Option<&mut Recorder> {
        let recorder = self.recorder.as_mut();
        recorder.filter(|recorder| recorder.sample == sample)
    }
}
