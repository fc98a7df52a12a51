//! Compiles GLSL ES to the machine code of GPUs that the shader world left behind.
//!
//! ```text
//! compiler   text to IR to a program      registry   the targets by name
//! limits     places for errors about a whole shader
//! collection files that hold programs among other things
//! access     the files of a command: no output is an input
//! include    files for #include           warnings   which warnings are shown
//! format     programs as text for other tools' builds
//! build      what a Cargo build script calls         settings   flags without a command line
//! pack       sets of shaders, described in a file
//! render     pictures of what shaders compute
//! naming     stages and outputs by file names        parallel   many sources at once
//! bindings   what the code around a program needs to know, in several languages
//! link       pairs of a vertex and a fragment program
//! verify     programs from anywhere, by the rules of their machine     proof      and by their sources
//! shorten    shorter programs from programs
//! schedule   pictures of programs, unit by unit
//! counts     counts and limits             explore    what the page of `explore` asks
//! instructions  the operations of each machine, as its manual page lists them
//! translate  sources in WGSL, SPIR-V, HLSL, MSL, GLSL
//! debug      a program instruction by instruction, forwards and back
//! assist     what editors show while a shader is written
//! lsp        what editors ask                       dap        a program stepped through in editors
//! frames     texts on the pipes of both
//! ```
//!
//! # What is promised
//!
//! What this page shows is for programs that compile shaders: [`Compiler`] and [`Linker`](link::Linker), their options and
//! results, [`build`] for build scripts, [`bindings`], [`translate`], [`proof`] and [`verify`]. It changes with the version number as
//! semantic versioning has it. Modules that the page does not show are parts of the command line, which are public only
//! because a program is another crate than its library; they change without notice. So do the crates of the stations
//! between (`retroshade-frontend`, `retroshade-ir`, `retroshade-kit` and one for each chip), of which this crate exports
//! the types that its own functions take and return.
//!
//! ```
//! use retroshade::{Compiler, Source, Stage, find_target};
//!
//! let compiler = Compiler::new(find_target("agal1").unwrap());
//! let source = Source::new("flat.frag", Stage::Fragment, "void main() { gl_FragColor = vec4(1.0); }");
//! let compilation = compiler.compile(&source);
//! let program = compilation.result.expect("this shader is right");
//! assert_eq!(program.binary[0], 0xA0);
//! ```

#![forbid(unsafe_code)]

mod access;
#[cfg(feature = "explore")]
mod assist;
pub mod bindings;
pub mod build;
#[cfg(feature = "explore")]
#[doc(hidden)]
pub mod collection;
mod compiler;
#[cfg(feature = "explore")]
#[doc(hidden)]
pub mod counts;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod dap;
#[cfg(feature = "explore")]
#[doc(hidden)]
pub mod debug;
mod engine;
#[cfg(feature = "explore")]
#[doc(hidden)]
pub mod explore;
mod format;
#[cfg(feature = "cli")]
mod frames;
mod include;
#[cfg(feature = "explore")]
#[doc(hidden)]
pub mod instructions;
mod limits;
#[cfg(feature = "explore")]
mod lines;
pub mod link;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod lsp;
mod naming;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod pack;
mod parallel;
mod prelude;
#[cfg(feature = "explore")]
pub mod proof;
mod registry;
#[cfg(feature = "explore")]
#[doc(hidden)]
pub mod render;
#[cfg(feature = "explore")]
#[doc(hidden)]
pub mod schedule;
mod settings;
#[cfg(feature = "lift")]
mod shorten;
#[cfg(feature = "translate")]
pub mod translate;
mod verify;
mod warnings;

pub use access::{FileAccess, MOST_BYTES, Rewrite, WriteFault, reason, resolve, unwritable};
pub use compiler::{Compilation, Compiler, Language, LanguageOptions, Source};
pub use engine::Engine;
pub use format::{FormatError, format, format_joined};
pub use include::{FileIncluder, OpenFiles, plain, text_of};
pub use naming::{
    ONLY_STAGES, below, keeps_extension, may_do_without_stage, no_stage, stage_of_extension,
    stage_of_name, stage_without_programs,
};
pub use parallel::in_parallel;
pub use prelude::Prelude;
pub use registry::{
    aliases as target_aliases, find as find_target, machine, names as target_names,
    of_program as target_of_program, targets,
};
#[cfg(feature = "explore")]
pub use registry::{of_file as target_of_file, xbox as xbox_target};
pub use retroshade_diagnostics as diagnostics;
pub use retroshade_frontend::{Dialect, Family, preprocess};
pub use retroshade_ir::pass::{After, Hooks, Seen};
pub use retroshade_ir::{Shader, Stage};
pub use retroshade_kit::reflect::{self, Reflection};
pub use retroshade_kit::target::{
    Assembler, Binary, Chip, Compiled, Limit, MachineCode, Matrices, Optimize,
    Options as TargetOptions, Position, Target,
};
#[cfg(feature = "lift")]
pub use retroshade_lift::{
    Lifted, Options as LiftOptions, Position as LiftPosition, Semantics, lift,
};
pub use settings::{Settings, engine, language_version, prelude};
#[cfg(feature = "lift")]
pub use shorten::{Shortened, shorten};
pub use verify::{Contents, Subject, suspicions, verify};
pub use warnings::WarningPolicy;
