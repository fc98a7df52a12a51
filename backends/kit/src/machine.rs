//! What goes into a simulator and comes out of it, in terms of registers and lanes.
//!
//! A simulator knows registers, a user knows names; [`crate::reflect`] connects the two.

use std::collections::BTreeMap;

/// One register of four floats.
pub type Register = [f32; 4];

/// What a register holds that nobody set: any use of it shows.
pub const UNSET: Register = [f32::NAN; 4];

/// The registers of one file that are the same for all samples.
pub type UniformFile = BTreeMap<u32, Register>;

/// The registers of one file with a value for each sample.
pub type SampleFile = BTreeMap<u32, Vec<Register>>;

/// How a lookup chooses its level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// From the neighbours of the quad, with a bias added.
    Implicit(f32),
    /// Given.
    Explicit(f32),
}

/// A texture as a simulator sees it.
pub trait Texture: std::fmt::Debug {
    /// Whether coordinates are directions into a cube.
    fn is_cube(&self) -> bool;

    /// The colour at a coordinate; two-dimensional textures look at the first two lanes.
    fn sample(&self, coordinate: [f32; 3], level: Level) -> [f32; 4];
}

/// Everything a program can read.
#[derive(Debug, Default)]
pub struct RegisterImage {
    /// The number of invocations, a multiple of four where `quads` is set.
    pub samples: usize,
    /// Whether samples 4q to 4q + 3 are the pixels (0,0) (1,0) (0,1) (1,1) of a quad with y
    /// upwards. Otherwise derivatives are zero.
    pub quads: bool,
    /// Uniforms, literals and driver uniforms by register file.
    pub uniforms: BTreeMap<String, UniformFile>,
    /// Attributes or varyings by register file.
    pub inputs: BTreeMap<String, SampleFile>,
    /// Textures by unit.
    pub textures: BTreeMap<u32, Box<dyn Texture>>,
    /// Window coordinates as `gl_FragCoord` has them, for machines with a unit for them.
    pub frag_coord: Option<Vec<Register>>,
    /// `gl_PointCoord`, for machines with a unit for it.
    pub point_coord: Option<Vec<[f32; 2]>>,
    /// `gl_FrontFacing`, for machines with a unit for it; missing means true.
    pub front_facing: Option<Vec<bool>>,
}

impl RegisterImage {
    /// A uniform register; [`UNSET`] where nobody set it.
    pub fn uniform(&self, file: &str, index: u32) -> Register {
        self.uniforms
            .get(file)
            .and_then(|file| file.get(&index))
            .copied()
            .unwrap_or(UNSET)
    }

    /// An input register of one sample, `missing` where nobody set it.
    pub fn input(&self, file: &str, index: u32, sample: usize, missing: Register) -> Register {
        let register = self.inputs.get(file).and_then(|file| file.get(&index));
        register
            .and_then(|samples| samples.get(sample))
            .copied()
            .unwrap_or(missing)
    }
}

/// What a program did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Written registers by file, as reflection names files; lanes nobody wrote are NaN.
    pub outputs: BTreeMap<String, SampleFile>,
    /// For each sample whether it was discarded.
    pub discarded: Vec<bool>,
    /// Instructions executed by the sample that executed most.
    pub executed: u64,
}
