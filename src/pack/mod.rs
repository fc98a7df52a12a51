//! Sets of shaders: a file describes sources, targets and permutations, and everything that changed since
//! the last run is compiled, on several threads.
//!
//! ```toml
//! [pack]
//! output = "build"                  # the folder of all outputs
//! targets = ["pica200", "agal1"]    # a target without programs of a stage leaves them out
//! include = ["shaders/include"]     # -I
//! flags = ["-O3"]                   # in the command line's spelling
//! reflection = true                 # JSON beside each program; so by default
//! listings = false                  # assembly beside each program
//! prove = true                      # prove each program; "require" makes a failure of what is not proved whole
//! names = "{target}/{folder}/{stem}{defines}.{stage}.{ext}"   # instead of TARGET/PATH
//! bundle = "shaders.pak"            # all programs in one file as well
//! bindings = ["c", "rust", "as3"]   # where each program is in the bundle
//!
//! [defines]                         # macros of all shaders
//! LIGHTS = 2
//!
//! [[shaders]]
//! files = ["shaders/**/*.vert"]
//! exclude = ["shaders/old/**"]
//!
//! [shaders.defines]                 # a list makes a program for each of its values
//! FOG = [true, false]               # defined as 1, and not defined
//! QUALITY = [1, 2]
//!
//! [[pairs]]                         # linked, so that both agree on varyings
//! vertex = "shaders/sprite.vert"
//! fragment = "shaders/sprite.frag"
//! targets = ["agal1", "lima"]
//! ```
//!
//! Outputs are `OUTPUT/TARGET/PATH`, with the macros that tell permutations apart in the name:
//! `build/pica200/shaders/cube.FOG.QUALITY_2.vert.shbin`. `OUTPUT/pack.json` says of every program what
//! it was made from. Neither depends on the number of threads, on earlier runs, or on where the folder is.
//!
//! ```text
//! manifest   the description        plan     the programs it asks for
//! index      `pack.json`, hashes    work     compiles what changed
//! saved      warnings to be said again       names   outputs by a template
//! bundle     all programs in one file, with bindings       pairs   links what belongs together
//! proofs     what is asked of proofs   proving  whether programs compute what their sources say
//! prune      removes what an earlier run wrote
//! ```

mod bundle;
mod fault;
mod index;
mod manifest;
mod names;
mod pairs;
mod plan;
mod proofs;
mod proving;
mod prune;
mod saved;
mod work;

use crate::{FileAccess, Settings, Stage, Target, include, plain, reason};
use manifest::Manifest;
use plan::{Plan, Unit};
pub use proofs::{Proof, Prove};
use retroshade_diagnostics::{Diagnostic, Diagnostics, SourceFile, SourceMap, Span, codes};
use retroshade_kit::reflect::Stats;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A set of shaders whose description has been read.
pub struct Pack {
    plan: Plan,
}

/// How a set is read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The files of the command.
    pub files: FileAccess,
    /// Folders that included files must lie in, beside those of the description.
    pub include_roots: Vec<PathBuf>,
}

/// How a source of a set is compiled.
#[derive(Clone)]
pub struct Entry<'a> {
    /// Macros, folders of includes, flags.
    pub settings: &'a Settings,
    /// The stage, if the description says it.
    pub stage: Option<Stage>,
    /// The targets that have programs of the stage, in the order of the description.
    pub targets: Vec<&'static dyn Target>,
    /// The source that it is linked with.
    pub partner: Option<&'a Path>,
}

/// How a set is worked on.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// How many threads compile.
    pub threads: usize,
    /// True if what has not changed is compiled all the same.
    pub force: bool,
    /// The only target to work on, if any.
    pub target: Option<&'a str>,
    /// True if nothing more is begun after a failure.
    pub fail_fast: bool,
    /// True if files of programs that the description no longer asks for are removed.
    pub prune: bool,
    /// Whether programs are proved; `None` leaves it to the description, where groups say their own in any case.
    pub prove: Option<Prove>,
}

/// Messages and the texts they point at.
#[derive(Clone, Debug)]
pub struct Messages {
    /// The texts.
    pub sources: SourceMap,
    /// The messages.
    pub diagnostics: Diagnostics,
}

/// The outcome of a set.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What there is to say, in the order of the sources.
    pub messages: Vec<Messages>,
    /// Every program that the description asks for, in order.
    pub programs: Vec<Program>,
    /// Files of programs that the description no longer asks for, relative to the folder of outputs: removed if
    /// the options say so.
    pub abandoned: Vec<String>,
    /// Of these, what was to be removed and was not.
    pub left_alone: Vec<LeftAlone>,
}

/// A file that `pack.json` names and that was not removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftAlone {
    /// The name in `pack.json`.
    pub file: String,
    /// Why.
    pub reason: &'static str,
}

/// One program of a set.
#[derive(Clone, Debug)]
pub struct Program {
    /// The source, relative to the description.
    pub source: String,
    /// The target's name.
    pub target: &'static str,
    /// The stage, if it was told before compiling, or by it.
    pub stage: Option<Stage>,
    /// The program's file, relative to the folder of outputs; empty where the target has no programs of
    /// the stage.
    pub output: String,
    /// The outcome.
    pub state: State,
    /// Bytes of the program; 0 if there is none.
    pub size: usize,
    /// The counts.
    pub stats: Stats,
    /// The verdict, if it was asked for and there is a program.
    pub proof: Option<Proof>,
}

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// It was compiled.
    Compiled,
    /// Nothing that it depends on has changed.
    Unchanged,
    /// There are errors, or a proof is missing that was required.
    Failed,
    /// Another failed before, and the options end the work there.
    Skipped,
}

impl Pack {
    /// Reads a description, finds the sources that it names, and announces the outputs.
    ///
    /// # Errors
    /// What is wrong with the description.
    pub fn open(path: &Path, reading: &Reading) -> Result<Pack, Messages> {
        let mut sources = SourceMap::new();
        let mut read = || {
            let text = include::read(&reading.files, path).map_err(|error| {
                let message = format!("cannot open `{}`: {}", path.display(), reason(&error));
                Diagnostic::error(codes::files::UNREADABLE, message)
            })?;
            let file = sources.add(SourceFile::new(path.to_string_lossy(), &*text));
            let manifest = Manifest::parse(&text).map_err(|why| {
                let range = why.span().unwrap_or_default();
                let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
                fault::fault(why.message())
                    .at(Span::new(file, offset(range.start), offset(range.end)), "")
            })?;
            Plan::new(&manifest, path.parent().unwrap_or(Path::new("")), reading)
        };
        match read() {
            Ok(plan) => Ok(Pack { plan }),
            Err(fault) => Err(Messages {
                sources,
                diagnostics: fault.into(),
            }),
        }
    }

    /// The number of sources, each permutation counted: so often `progress` of [`Pack::run`] is called.
    pub fn len(&self) -> usize {
        self.plan.units.len()
    }

    /// The sources and outputs of all programs, relative to the description and to the folder of outputs, with
    /// the names of their targets.
    pub fn list(&self) -> impl Iterator<Item = (&str, &'static str, &str)> {
        let programs = self.plan.units.iter().flat_map(|unit| unit.programs());
        programs.map(|(unit, job)| (unit.name.as_str(), job.target.name(), job.output.as_str()))
    }

    /// The folders in which a change may change the result: those of sources, and where includes are searched.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        let sources = self.units().flat_map(|unit| {
            let folder = unit.source.parent().map(Path::to_owned);
            let searched = unit.settings.language.include_directories.iter().cloned();
            folder.into_iter().chain(searched)
        });
        let named = sources.map(|folder| {
            if folder.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                folder
            }
        });
        named.filter(|folder| folder.is_dir()).collect()
    }

    /// The source files, those of several permutations as often.
    pub fn sources(&self) -> impl Iterator<Item = &Path> {
        self.units().map(|unit| unit.source.as_path())
    }

    /// How a source is compiled, linked if it is of a pair, the first of its permutations if it has several; `None` if
    /// the description does not name it.
    pub fn entry(&self, source: &Path) -> Option<Entry<'_>> {
        let source = plain(source);
        let units = self.plan.units.iter();
        let linked = units.filter_map(|unit| Some((unit, unit.partner.as_deref()?)));
        let linked = linked.flat_map(|(one, other)| [(one, other), (other, one)]);
        let linked = linked.map(|(unit, partner)| (unit, Some(partner)));
        let mut all = linked.chain(self.units().map(|unit| (unit, None)));
        let (unit, partner) = all.find(|(unit, _)| plain(&unit.source) == source)?;
        Some(Entry {
            settings: &unit.settings,
            stage: unit.asked,
            targets: unit.jobs.iter().map(|job| job.target).collect(),
            partner: partner.map(|partner| partner.source.as_path()),
        })
    }

    fn units(&self) -> impl Iterator<Item = &Unit> {
        let units = self.plan.units.iter();
        units.flat_map(|unit| std::iter::once(unit).chain(unit.partner.as_deref()))
    }

    /// The folder of outputs.
    pub fn output(&self) -> &Path {
        &self.plan.output
    }

    /// True if the description names no shader.
    pub fn is_empty(&self) -> bool {
        self.plan.units.is_empty()
    }

    /// Compiles what has changed and writes it. `progress` is called after each source, from any thread.
    pub fn run(&self, options: &Options<'_>, progress: &(dyn Fn() + Sync)) -> Outcome {
        work::run(&self.plan, options, progress)
    }
}
