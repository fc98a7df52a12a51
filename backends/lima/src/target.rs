//! The chip as a target of the compiler: the stage says which processor a program is for.

use crate::container::Container;
use crate::gp::Vertices;
use crate::pp::Fragments;
use crate::pp::isa::VARYINGS;
use crate::processor::{CLIP_DEPTH, contents};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Stage;
use retroshade_kit::target::{Assembler, Binary, Chip, ChipData, Target, Varyings, as_written};

/// Mali-200, Mali-400, Mali-450.
#[derive(Clone, Copy, Debug)]
pub struct Lima;

/// The target.
pub static LIMA: Lima = Lima;

static CHIP: ChipData = ChipData {
    name: "lima",
    processors: &[&Vertices, &Fragments],
    containers: Container::NAMES,
    extension: Container::NAMES[0],
    magic: &[b"MBS1"],
    given_inputs: &[],
    varyings: Some(Varyings {
        registers: VARYINGS,
        prefix: "v",
        // Output 0 of the vertex program is the position.
        vertex_first: 1,
        clip_position: false,
    }),
    clip_depth: CLIP_DEPTH,
    rounds: true,
    interpolated: as_written,
};

impl Chip for Lima {
    fn data(&self) -> &'static ChipData {
        &CHIP
    }
}

impl Target for Lima {}

impl Assembler for Lima {
    fn stage_of_text(&self, _: &str) -> Result<Stage, Diagnostic> {
        Err(no_stage())
    }

    fn stage_of_binary(&self, program: &Binary) -> Result<Stage, Diagnostics> {
        Ok(contents(program)?.stage.ok_or_else(no_stage)?)
    }

    fn extent(&self, bytes: &[u8]) -> Option<usize> {
        crate::container::extent(bytes)
    }
}

/// The refusal of a text or file that does not say its stage.
fn no_stage() -> Diagnostic {
    Diagnostic::error(
        codes::assembler::SYNTAX,
        "nothing tells whether this is a vertex or a fragment program",
    )
    .with_help("say it with -fshader-stage=vertex or -fshader-stage=fragment")
}
