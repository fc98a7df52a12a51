//! Shaders in a Cargo build script.
//!
//! ```no_run
//! // build.rs
//! retroshade::build::Build::new()
//!     .target("pica200")
//!     .include("shaders")
//!     .define("LIGHTS", "2")
//!     .file("shaders/cube.vert")      // to OUT_DIR/shaders/cube.vert.shbin
//!     .bindings("shaders.rs")
//!     .run();
//! ```
//!
//! ```ignore
//! // src/main.rs
//! mod shaders { include!(concat!(env!("OUT_DIR"), "/shaders.rs")); }
//! // shaders::cube_vert::CODE: &[u8] at an address that is a multiple of four, CODE_WORDS: &[u32],
//! // shaders::cube_vert::U_MVP: Register { file: "c", index: 0, count: 4, .. }
//! ```
//!
//! The compiler is a build dependency alone (`default-features = false` leaves out what only the command
//! line needs): nothing of it becomes part of the program, and no other tool has to be installed. Outputs
//! go below `OUT_DIR` in folders that mirror the sources, and are written only where they differ from
//! what is there.
//!
//! ```text
//! mod          the builder             plan     what is to be compiled, and where it goes
//! environment  what Cargo and the user set       report   what came of it, and Cargo's lines
//! watch        what Cargo has to watch           compile  the work itself
//! ```
//!
//! Environment variables let whoever builds change things without an edit of the script; each is
//! announced to Cargo:
//!
//! | variable | meaning |
//! | --- | --- |
//! | `RETROSHADE_TARGET` | a target instead of the script's |
//! | `RETROSHADE_FLAGS` | more flags, as for [`Build::flag`], with blanks between them |
//! | `RETROSHADE_OPT` | `0`, `1`, `2`, `3` or `s` instead of the script's effort |
//! | `RETROSHADE_WERROR` | unless empty or `0`: warnings are errors |
//! | `RETROSHADE_KEEP` | unless empty or `0`: assembly listings and reflection JSON beside the outputs |

mod compile;
mod environment;
mod plan;
mod report;
#[cfg(test)]
mod tests;
mod watch;

pub use report::{Message, Output, Report};

use crate::Stage;
use std::path::{Path, PathBuf};

/// A description of shaders to compile.
#[derive(Clone, Debug, Default)]
pub struct Build {
    target: Option<String>,
    files: Vec<File>,
    directories: Vec<PathBuf>,
    pairs: Vec<Pair>,
    flags: Vec<String>,
    bindings: Vec<PathBuf>,
    shared_types: bool,
    listings: bool,
    variables: bool,
    out_dir: Option<PathBuf>,
}

/// A source and its stage, where the name does not tell it.
#[derive(Clone, Debug)]
struct File {
    path: PathBuf,
    stage: Option<Stage>,
}

/// Two sources whose programs belong together.
#[derive(Clone, Debug)]
struct Pair {
    name: String,
    vertex: PathBuf,
    fragment: PathBuf,
}

impl Build {
    /// An empty description.
    pub fn new() -> Build {
        Build::default()
    }

    /// The target by the name it has on the command line: `pica200`, `nv2a`, `lima`, `agal1` … The last
    /// call counts; for several targets make several builds, each with bindings and an
    /// [`Build::out_dir`] of its own.
    pub fn target(&mut self, name: impl Into<String>) -> &mut Build {
        self.target = Some(name.into());
        self
    }

    /// A folder searched for includes, after that of the including file.
    pub fn include(&mut self, folder: impl AsRef<Path>) -> &mut Build {
        self.flag("-I").flag(folder.as_ref().to_string_lossy())
    }

    /// Defines a macro in all sources.
    pub fn define(&mut self, name: &str, value: &str) -> &mut Build {
        self.flag("-D").flag(format!("{name}={value}"))
    }

    /// A flag as on the command line, if it changes what code is made: `-O3`, `-finvert-y`,
    /// `--bind=uMvp=c4`, `-Werror`, … (see [`Settings::apply`](crate::Settings::apply)).
    pub fn flag(&mut self, flag: impl Into<String>) -> &mut Build {
        self.flags.push(flag.into());
        self
    }

    /// A source, relative to the package. Its stage is that of its extension, or of
    /// `#pragma shader_stage(…)` in a `.glsl`.
    pub fn file(&mut self, path: impl Into<PathBuf>) -> &mut Build {
        self.files.push(File {
            path: path.into(),
            stage: None,
        });
        self
    }

    /// Several sources.
    pub fn files<P: Into<PathBuf>>(&mut self, paths: impl IntoIterator<Item = P>) -> &mut Build {
        for path in paths {
            self.file(path);
        }
        self
    }

    /// A source of this stage, whatever its name says.
    pub fn file_of_stage(&mut self, stage: Stage, path: impl Into<PathBuf>) -> &mut Build {
        self.files.push(File {
            path: path.into(),
            stage: Some(stage),
        });
        self
    }

    /// All sources in a folder and below it whose extension tells a stage, in the order of their names.
    /// Cargo then watches the whole folder, so that a new shader is noticed.
    pub fn directory(&mut self, path: impl Into<PathBuf>) -> &mut Build {
        self.directories.push(path.into());
        self
    }

    /// A vertex and a fragment source that are linked: checked against each other, with registers for the
    /// varyings that both programs use. The programs are `NAME.vertex` and `NAME.fragment` in `OUT_DIR`,
    /// and `NAME_vertex` and `NAME_fragment` in bindings.
    pub fn pair(
        &mut self,
        name: impl Into<String>,
        vertex: impl Into<PathBuf>,
        fragment: impl Into<PathBuf>,
    ) -> &mut Build {
        self.pairs.push(Pair {
            name: name.into(),
            vertex: vertex.into(),
            fragment: fragment.into(),
        });
        self
    }

    /// Writes a file below `OUT_DIR` with all programs in a form that other code can use: by its
    /// extension a Rust module (`.rs`), a C header (`.h`) or JSON (`.json`).
    ///
    /// A class for Stage3D in ActionScript (`.as`) or Haxe (`.hx`) holds one pair: that whose name makes
    /// the name of the class, or else the only one. The folders of the file are the packages.
    pub fn bindings(&mut self, path: impl Into<PathBuf>) -> &mut Build {
        self.bindings.push(path.into());
        self
    }

    /// Whether Rust bindings use the types of the crate `retroshade-shader`, a dependency of the package then, in place of types of their
    /// own. All shaders of a program, in several files and from macros, have the same types then, uniforms have
    /// functions that store them, and attributes a structure of vertices.
    pub fn shared_types(&mut self, wanted: bool) -> &mut Build {
        self.shared_types = wanted;
        self
    }

    /// Whether assembly listings and reflection JSON are written beside the programs.
    pub fn listings(&mut self, wanted: bool) -> &mut Build {
        self.listings = wanted;
        self
    }

    /// Whether the path of each program is given to the package's code as an environment variable:
    /// `env!("RETROSHADE_CUBE_VERT")`.
    pub fn variables(&mut self, wanted: bool) -> &mut Build {
        self.variables = wanted;
        self
    }

    /// A folder for outputs instead of `OUT_DIR`.
    pub fn out_dir(&mut self, path: impl Into<PathBuf>) -> &mut Build {
        self.out_dir = Some(path.into());
        self
    }

    /// Compiles everything and tells Cargo about it on standard output. If anything failed, the messages
    /// are on standard error too, with the sources' lines, and the script ends with status 1.
    pub fn run(&self) {
        match self.try_run() {
            Ok(report) => report.print(),
            Err(report) => {
                report.print();
                std::process::exit(1);
            }
        }
    }

    /// Compiles everything and prints nothing.
    ///
    /// # Errors
    /// A report with at least one error. All sources have been compiled nevertheless, and what did
    /// not fail has been written; bindings are written only if nothing failed.
    pub fn try_run(&self) -> Result<Report, Report> {
        compile::run(self, &environment::Environment::of_process())
    }
}
