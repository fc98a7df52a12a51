//! The chip as a target of the compiler.

use crate::container;
use crate::fragment::{self, isa::Setup};
use crate::vertices::{CLIP_DEPTH, Vertices};
use crate::{format, interface, text};
use retroshade_combiner::processor::Combiners;
use retroshade_ir::Shader;
use retroshade_kit::interface::apart::{self, Meanings, Settled};
use retroshade_kit::reflect::Variable;
use retroshade_kit::target::{Assembler, Chip, ChipData, Target};

/// The original Xbox.
#[derive(Clone, Copy, Debug)]
pub struct Nv2a;

/// The target.
pub static NV2A: Nv2a = Nv2a;

static CHIP: ChipData = ChipData {
    name: "nv2a",
    processors: &[&Vertices, &Combiners::<Setup>::NEW],
    containers: &["raw", "xvu", fragment::container::RC],
    extension: "nv2a",
    magic: &[b"x ", b"xs", b"xw"],
    given_inputs: &[],
    varyings: None,
    clip_depth: CLIP_DEPTH,
    rounds: false,
    interpolated,
};

/// The four colours are between 0 and 1 behind the vertex program.
fn interpolated(output: &Variable, value: f32) -> f32 {
    match output.register.as_deref() {
        Some("oD0" | "oD1" | "oB0" | "oB1") => value.clamp(0.0, 1.0),
        _ => value,
    }
}

impl Chip for Nv2a {
    fn data(&self) -> &'static ChipData {
        &CHIP
    }
}

impl Target for Nv2a {
    fn settled(&self, shader: &Shader) -> Settled {
        apart::by_meaning(
            shader,
            &Meanings {
                named: &|variable| interface::named_output(shader, variable),
                colors: &["oD0", "oD1"],
                coordinates: &["oT0", "oT1", "oT2", "oT3"],
                wide_coordinates: true,
            },
        )
    }

    fn formats(&self) -> &'static [&'static str] {
        format::NAMES
    }
}

impl Assembler for Nv2a {
    fn recognizes(&self, bytes: &[u8]) -> bool {
        container::is_xvu(bytes)
    }

    fn extent(&self, bytes: &[u8]) -> Option<usize> {
        container::extent(bytes)
    }

    fn is_text(&self, text: &str) -> bool {
        fragment::text::is_text(text) || text::is_text(text)
    }
}
