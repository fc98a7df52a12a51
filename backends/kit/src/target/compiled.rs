//! Programs as they come from a target and as they go to it.

use crate::reflect::Reflection;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostics, Span};
use retroshade_ir::Stage;

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
    /// Instructions, then words: of two programs the one that has less is shorter.
    pub fn length(&self) -> (u32, u32) {
        let stats = &self.reflection.stats;
        (stats.instructions, stats.words)
    }

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
