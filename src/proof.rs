//! Proofs by identity testing, of programs and the sources that they are to compute.
//!
//! [`Compiler::prove`] proves what a compiler made, [`Compiler::prove_subject`] a program from anywhere,
//! [`Linker::prove`] a pair. The functions of `retroshade-prove` take shaders that are lowered already.

use crate::link::{Linker, Pair, Varying};
use crate::{Compilation, Compiled, Compiler, Source, Stage, Subject, verify};
use retroshade_ir::{Shader, deep};
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::target::Binary;
pub use retroshade_prove::*;

impl Compiler {
    /// Proves that a program which [`Compiler::compile`] made of a source computes what the source says. There is a
    /// verdict if the source can be read.
    pub fn prove(&self, source: &Source, compiled: &Compiled) -> Compilation<Verdict> {
        let lowered = self.language.lower(source);
        lowered.map(|shader| self.verdict(&shader, compiled.as_binary(), &compiled.reflection))
    }

    /// Proves that a program from anywhere, machine code or assembly, computes what a source says. There is a
    /// verdict if the source can be read, and a text assembled.
    ///
    /// * `record`: says in which registers the program has inputs and outputs, and what it makes of `gl_Position`. A
    ///   program of another compiler needs one that somebody wrote.
    /// * The options say its container.
    pub fn prove_subject(
        &self,
        source: &Source,
        subject: &Subject,
        record: &Reflection,
    ) -> Compilation<Verdict> {
        let mut lowered = self.language.lower_meaning(source);
        let shader = lowered.result.take();
        let mut read = lowered.map(|_| ());
        let verdict = shader.and_then(|shader| {
            let stage = Some(shader.stage);
            match verify::load(self.target, subject, stage, &self.options, &mut read) {
                Ok(program) => {
                    let binary = verify::binary(&program, &self.options);
                    Some(self.verdict(&shader, binary, record))
                }
                Err(errors) => {
                    read.diagnostics.extend(errors);
                    None
                }
            }
        });
        Compilation {
            sources: read.sources,
            diagnostics: read.diagnostics,
            includes: read.includes,
            missing: read.missing,
            result: verdict,
        }
    }

    /// Fills in the shader bound of a program's record, where one is known ([`shader_bound`]): it takes evaluations
    /// of the source, so that compiling does not look for it.
    pub fn add_shader_bound(&self, source: &Source, compiled: &mut Compiled) {
        let Some(shader) = self.language.lower_meaning(source).result else {
            return;
        };
        let record = &compiled.reflection;
        let bound = deep::guarded(|| shader_bound(&shader, record));
        let stats = &mut compiled.reflection.stats;
        stats.shader_bound = stats.shader_bound.or(bound.unwrap_or_default());
    }

    /// The verdict on a program of a shader. What machine code from anywhere does to the prover ends nothing else.
    fn verdict(&self, shader: &Shader, binary: Binary<'_>, record: &Reflection) -> Verdict {
        let binary = Binary {
            stage: Some(shader.stage),
            ..binary
        };
        let mut options = self.options.clone();
        record.placement.put_into(&mut options);
        deep::guarded(|| prove_with(shader, self.target, binary, record, &options))
            .unwrap_or_else(failed)
    }
}

impl Linker {
    /// Proves that the programs of a pair compute what the sources say, given in either order, and that they have
    /// each varying in the same register. The verdicts are on the vertex and on the fragment program; there are none
    /// if a source cannot be read.
    pub fn prove(&self, one: &Source, other: &Source, pair: &Pair) -> Option<[Verdict; 2]> {
        let Compiler {
            target, options, ..
        } = &self.compiler;
        let (feeder, fragment) = self.shaders(one, other)?;
        let feeder = half(&feeder, pair.feeder());
        let described;
        let mut fragment = half(&fragment, &pair.fragment);
        if target.is_fixed(Stage::Fragment) {
            described = in_varyings(pair);
            fragment.reflection = &described;
        }
        let verdicts = deep::guarded(|| prove_pair(*target, feeder, fragment, options));
        Some(verdicts.unwrap_or_else(|panic| [failed(panic.clone()), failed(panic)]))
    }
}

impl Linker {
    /// As [`Linker::prove`], of three shaders in any order. The verdicts are on the vertex, the geometry and the fragment
    /// program.
    pub fn prove_three(&self, sources: [&Source; 3], pair: &Pair) -> Option<[Verdict; 3]> {
        let shaders = sources.map(|source| self.compiler.language.lower(source).result);
        let of = |stage: Stage| {
            let mut all = sources.iter().zip(&shaders);
            let found =
                all.find(|(_, shader)| shader.as_ref().is_some_and(|shader| shader.stage == stage));
            found.map(|(source, _)| *source)
        };
        let vertex = self
            .compiler
            .prove(of(Stage::Vertex)?, &pair.vertex)
            .result?;
        let [geometry, fragment] = self.prove(of(Stage::Geometry)?, of(Stage::Fragment)?, pair)?;
        Some([vertex, geometry, fragment])
    }
}

/// The record of a pair's fixed fragment stage in terms of varyings: the one that was linked names registers, here the
/// inputs are what the varyings put into them.
fn in_varyings(pair: &Pair) -> Reflection {
    let mut record = pair.fragment.reflection.clone();
    let (builtins, registers): (Vec<Variable>, Vec<Variable>) = record
        .inputs
        .into_iter()
        .partition(|input| input.builtin.is_some());
    let entry = |varying: &Varying| {
        let mut own = registers.iter();
        let register = own.find(|one| one.name == varying.fragment_register);
        Variable {
            name: varying.name.clone(),
            ty: varying.ty.clone(),
            components: Some(varying.components.clone()),
            part: varying.part.clone(),
            expression: varying.expression.clone(),
            ..register.cloned().unwrap_or_default()
        }
    };
    record.inputs = pair.varyings.iter().map(entry).collect();
    record.inputs.extend(builtins);
    record
}

fn half<'a>(shader: &'a Shader, made: &'a Compiled) -> Half<'a> {
    Half {
        shader,
        binary: made.as_binary(),
        reflection: &made.reflection,
    }
}

fn failed(panic: deep::Panic) -> Verdict {
    Verdict::Undecided(format!("the prover failed: {panic}"))
}
