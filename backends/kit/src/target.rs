//! What the rest of the compiler knows of a target.
//!
//! Nothing outside a backend matches on target names: the registry holds one [`Target`] for each
//! name on the command line and everything else goes through the trait.

pub use crate::options::{Optimize, Options, Position, has_sampler};

use crate::listing::{Encoded, Style};
use crate::machine::{InputFiles, Outcome, RegisterImage, Watch};
use crate::reflect::{Reflection, Variable};
use crate::schedule::Schedule;
use crate::verify::Finding;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span};
use retroshade_ir::pass::{Hooks, Report};
use retroshade_ir::run::compare::Tolerance;
use retroshade_ir::{Capabilities, Shader, Stage, pipeline};

/// A compiled shader.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program in the container asked for.
    pub binary: Vec<u8>,
    /// Further files by the name of their kind, such as PICA200's `opdesc`.
    pub side_files: IndexMap<&'static str, Vec<u8>>,
    /// The program in the target's assembly language, which assembles to the same program.
    pub assembly: String,
    /// The interface, with counts.
    pub reflection: Reflection,
    /// What deserves a look.
    pub warnings: Diagnostics,
    /// For each instruction, in the order of the program, the place in the source that it was made for,
    /// or [`Span::NONE`]; empty where a target does not keep that.
    pub spans: Vec<Span>,
}

impl Compiled {
    /// The program as the assembler's counterparts take it.
    pub fn as_binary(&self) -> Binary<'_> {
        Binary {
            bytes: &self.binary,
            container: None,
            stage: None,
            side_files: &self.side_files,
        }
    }
}

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

/// A program given to the assembler's counterparts: bytes in one of the target's containers.
#[derive(Clone, Copy, Debug)]
pub struct Binary<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// The container's name; `None` to tell it from the bytes.
    pub container: Option<&'a str>,
    /// The stage, for containers that do not say it.
    pub stage: Option<Stage>,
    /// Further files by the name of their kind.
    pub side_files: &'a IndexMap<&'static str, Vec<u8>>,
}

/// A chip, or one version of it.
pub trait Target: Sync {
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

    /// As [`Target::extension`], for programs of one stage.
    fn stage_extension(&self, stage: Stage) -> &'static str {
        let _ = stage;
        self.extension()
    }

    /// Inputs of a fixed fragment stage that other units of the machine give and no vertex program, by the
    /// names that bindings use.
    fn given_inputs(&self) -> &'static [&'static str] {
        &[]
    }

    /// The formats of [`Target::format`].
    fn formats(&self) -> &'static [&'static str] {
        &[]
    }

    /// A program as text for other tools' builds, in a format of this chip's world such as nv2a's
    /// `inl`; `None` for formats it does not know. `name` is an identifier.
    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        let _ = (compiled, format, name);
        None
    }

    /// How the assembly language of a stage is written.
    fn listing(&self, stage: Stage) -> Style;

    /// How far a right program's results may be from exact ones. `trigonometric`: the shader has a
    /// sine, an arc tangent or the like.
    fn tolerance(&self, trigonometric: bool) -> Tolerance {
        Tolerance::float32(trigonometric)
    }

    /// What lies between the programs of a pair; `None` without programs in both stages. Pairs of machines
    /// with a fixed fragment stage agree by the record of its settings.
    fn varyings(&self) -> Option<Varyings> {
        None
    }

    /// What the chip interpolates for a lane of an output of a vertex program: the value as written, unless the
    /// register is one that saturates.
    fn interpolated(&self, output: &Variable, value: f32) -> f32 {
        let _ = output;
        value
    }

    /// Checks machine code of both stages against the rules that runtime and hardware have for pairs.
    ///
    /// # Errors
    /// A defect: the pair came from one linking.
    fn check_pair(&self, vertex: &Compiled, fragment: &Compiled) -> Result<(), Diagnostics> {
        let _ = (vertex, fragment);
        Ok(())
    }

    /// Its limits; empty for a stage it does not have.
    fn limits(&self, stage: Stage) -> Vec<Limit>;

    /// What is legal in a program of this stage after the passes.
    fn capabilities(&self, stage: Stage, options: &Options) -> Capabilities;

    /// Turns a shader that went through the [`pipeline::standard`] into a program: selection,
    /// scheduling, allocation, packing, checks.
    ///
    /// # Errors
    /// What the target cannot do, limits exceeded, options that make no sense, and defects.
    fn generate(&self, shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        let compiled = self.generate_watched(shader, options, &mut Hooks::default())?;
        compiled.ok_or_else(|| Diagnostic::bug(self.name(), "the passes stopped early").into())
    }

    /// As [`Target::generate`], with hooks between the passes of the machine program; `None` where they
    /// stopped it early.
    ///
    /// # Errors
    /// As [`Target::generate`].
    fn generate_watched(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics>;

    /// The names of the passes inside [`Target::generate`] that hooks see, in order; some twice.
    fn machine_passes(&self, stage: Stage) -> Vec<&'static str> {
        let _ = stage;
        Vec::new()
    }

    /// The selected instructions before scheduling and allocation, for `--emit=select`; `None` where
    /// selection is no stage of its own.
    ///
    /// # Errors
    /// As [`Target::generate`].
    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        let _ = (shader, options);
        Ok(None)
    }

    /// Rewrites a shader by what the options and the chip ask of every shader, before the passes.
    ///
    /// # Errors
    /// What the target cannot do whatever the passes make of it.
    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        let _ = (shader, options);
        Ok(())
    }

    /// Brings a shader as the frontend made it into the form that [`Target::generate`] takes.
    ///
    /// # Errors
    /// As [`Target::adapt`]; bindings that do not fit, and what the passes find the target cannot do.
    fn prepare(
        &self,
        shader: &mut Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Report, Diagnostics> {
        options.apply_bindings(shader)?;
        self.adapt(shader, options)?;
        let capabilities = self.capabilities(shader.stage, options);
        let pipeline = pipeline::standard();
        Ok(pipeline.run(shader, &capabilities, hooks)?)
    }

    /// Compiles a shader as the frontend made it; `None` where the hooks stopped the passes early. A
    /// target that compiles a shader in several ways to know the best returns that program.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile_watched(
        &self,
        mut shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        let report = self.prepare(&mut shader, options, hooks)?;
        match report.stopped_after {
            Some(_) => Ok(None),
            None => self.generate_watched(&shader, options, hooks),
        }
    }

    /// Compiles a shader as the frontend made it.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile(&self, shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        let compiled = self.compile_watched(shader.clone(), options, &mut Hooks::default())?;
        compiled.ok_or_else(|| Diagnostic::bug(self.name(), "the passes stopped early").into())
    }

    /// Assembles a text. `stage` is for texts that do not say it.
    ///
    /// # Errors
    /// Everything wrong with the text, with places in `file`.
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics>;

    /// Assembles several texts into one file, which few containers have room for.
    ///
    /// # Errors
    /// As [`Target::assemble`]; several texts for a container that holds one program.
    fn assemble_all(
        &self,
        texts: &[(FileId, &str)],
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        match texts {
            [(file, text)] => self.assemble(*file, text, stage, options),
            _ => Err(one_program(self.name()).into()),
        }
    }

    /// Whether a container has room for several programs.
    fn joins(&self) -> bool {
        false
    }

    /// Fits the options of sources to the assembled programs that come into one file with them.
    fn beside(&self, assembled: &[Compiled], options: &mut Options) {
        let _ = (assembled, options);
    }

    /// Several compiled programs in one file, in their order.
    ///
    /// # Errors
    /// Programs that do not fit together; a container that holds one program.
    fn join(&self, programs: &[Compiled], options: &Options) -> Result<Vec<u8>, Diagnostics> {
        match programs {
            [only] => Ok(only.binary.clone()),
            _ => {
                let _ = options;
                Err(one_program(self.name()).into())
            }
        }
    }

    /// The text of a program, which assembles to the same program.
    ///
    /// # Errors
    /// If the bytes are no program of this target.
    fn disassemble(&self, program: Binary) -> Result<String, Diagnostics>;

    /// Checks machine code, wherever it comes from, against every rule of the machine and its runtime that
    /// can be told from the code alone.
    ///
    /// # Errors
    /// If the bytes are no program of this target.
    fn verify(&self, program: Binary, options: &Options) -> Result<Vec<Finding>, Diagnostics>;

    /// Checks what two programs that passed [`Target::verify`] must agree on to be used together.
    ///
    /// # Errors
    /// If the bytes are no programs of this target.
    fn verify_pair(
        &self,
        vertex: Binary,
        fragment: Binary,
        options: &Options,
    ) -> Result<Vec<Finding>, Diagnostics> {
        let _ = (vertex, fragment, options);
        Ok(Vec::new())
    }

    /// Whether bytes begin as one of this target's containers does.
    fn recognizes(&self, bytes: &[u8]) -> bool {
        let _ = bytes;
        false
    }

    /// The register files that bring data to programs of a stage, settings of fixed stages included.
    fn input_files(&self, stage: Stage) -> InputFiles;

    /// Where each instruction of a program is and of which words it is made, in the order of
    /// [`Target::disassemble`].
    ///
    /// # Errors
    /// If the bytes are no program of this target, or settings of a fixed stage, which has no instructions.
    fn instructions(&self, program: Binary) -> Result<Vec<Encoded>, Diagnostics>;

    /// What each unit of the machine does in each instruction. The record names the registers of outputs.
    ///
    /// # Errors
    /// If the bytes are no program of this target; settings of a fixed stage, which are no instructions.
    fn schedule(&self, program: Binary, reflection: &Reflection) -> Result<Schedule, Diagnostics>;

    /// What a program from anywhere tells of its registers: the stage, the names that its file has for
    /// registers and outputs, and the registers beside them that its code reads. A symbol of several
    /// registers has their number as [`Variable::array`].
    ///
    /// [`Variable::array`]: crate::reflect::Variable::array
    ///
    /// # Errors
    /// If the bytes are no program of this target, or nothing tells the stage.
    fn interface(&self, program: Binary) -> Result<Reflection, Diagnostics>;

    /// Runs a program for every sample of a register image.
    ///
    /// # Errors
    /// If the bytes are no program of this target, or the program does what the machine forbids.
    fn simulate(
        &self,
        program: Binary,
        reflection: &Reflection,
        image: &RegisterImage,
    ) -> Result<Outcome, Diagnostics>;

    /// As [`Target::simulate`], with the settings of a watch, and what it asks for written into it.
    ///
    /// # Errors
    /// As [`Target::simulate`]; a recording where the target makes none.
    fn simulate_watched(
        &self,
        program: Binary,
        reflection: &Reflection,
        image: &RegisterImage,
        watch: &mut Watch,
    ) -> Result<Outcome, Diagnostics> {
        if watch.recorder.is_some() {
            let message = format!("{} makes no recording of a run", self.name());
            return Err(
                Diagnostic::error(retroshade_diagnostics::codes::target::SETTING, message).into(),
            );
        }
        self.simulate(program, reflection, image)
    }
}

fn one_program(target: &str) -> Diagnostic {
    Diagnostic::error(
        retroshade_diagnostics::codes::target::SETTING,
        format!("a file of {target} holds one program"),
    )
}
