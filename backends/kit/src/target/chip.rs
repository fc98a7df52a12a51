//! What a target is.

use crate::listing::Style;
use crate::machine::InputFiles;
use crate::reflect::Variable;
use retroshade_ir::run::compare::Tolerance;
use retroshade_ir::{ClipDepth, Stage};
use std::ops::Range;

/// A limit of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited, in words: `temporaries`.
    pub name: &'static str,
    /// How many there are.
    pub value: u32,
}

/// The registers through which the vertex program of a pair hands values to the fragment program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Varyings {
    /// How many registers of four components there are.
    pub registers: u32,
    /// What the names of the registers begin with, in both programs.
    pub prefix: &'static str,
    /// The number in a vertex program of the register that is number 0 in a fragment program.
    pub vertex_first: u32,
    /// Whether a fragment program reads `gl_FragCoord` from a register with the clip-space position,
    /// which the vertex program must write.
    pub clip_position: bool,
}

impl Varyings {
    /// The numbers of the registers in programs of a stage.
    pub fn range(&self, stage: Stage) -> Range<u32> {
        let first = match stage {
            Stage::Vertex => self.vertex_first,
            Stage::Fragment => 0,
        };
        first..first.saturating_add(self.registers)
    }
}

/// A chip, or one version of it: its names, stages, files and limits.
pub trait Chip: Sync {
    /// The name on the command line: `lima`, `pica200`, `nv2a`, `agal1`.
    fn name(&self) -> &'static str;

    /// The stages it has programs for.
    fn stages(&self) -> &'static [Stage];

    /// The stages that run no programs, but are set up by registers: only some shaders fit there.
    fn fixed_stages(&self) -> &'static [Stage] {
        &[]
    }

    /// Its containers, the default first.
    fn containers(&self) -> &'static [&'static str];

    /// What files in its containers begin with, where they begin with what no other file does.
    fn magic(&self) -> &'static [&'static [u8]] {
        &[]
    }

    /// What names of default outputs end with, without the dot: that of the first container.
    fn extension(&self) -> &'static str {
        self.containers().first().copied().unwrap_or("bin")
    }

    /// As [`Chip::extension`], for programs of one stage.
    fn stage_extension(&self, stage: Stage) -> &'static str {
        let _ = stage;
        self.extension()
    }

    /// Inputs of a fixed fragment stage that other units of the machine give and no vertex program, by the
    /// names that bindings use.
    fn given_inputs(&self) -> &'static [&'static str] {
        &[]
    }

    /// What lies between the programs of a pair; `None` without programs in both stages. Pairs of machines
    /// with a fixed fragment stage agree by the record of its settings.
    fn varyings(&self) -> Option<Varyings> {
        None
    }

    /// Its limits; empty for a stage it does not have.
    fn limits(&self, stage: Stage) -> Vec<Limit>;

    /// The register files that bring data to programs of a stage, settings of fixed stages included.
    fn input_files(&self, stage: Stage) -> InputFiles;

    /// How the assembly language of a stage is written.
    fn listing(&self, stage: Stage) -> Style;

    /// The range of z between its near and far plane.
    fn clip_depth(&self) -> ClipDepth;

    /// How far a right program's results may be from exact ones. `trigonometric`: the shader has a
    /// sine, an arc tangent or the like.
    fn tolerance(&self, trigonometric: bool) -> Tolerance {
        Tolerance::float32(trigonometric)
    }

    /// Whether `run` and `debug` round numbers as the machine does unless told otherwise: where nothing but the
    /// machine runs programs, and no emulator computes more exactly.
    fn rounds(&self) -> bool {
        false
    }

    /// What the chip interpolates for a lane of an output of a vertex program: the value as written, unless the
    /// register is one that saturates.
    fn interpolated(&self, output: &Variable, value: f32) -> f32 {
        let _ = output;
        value
    }
}
