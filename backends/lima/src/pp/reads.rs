//! The varyings, uniforms and textures that a program reads.

use super::Program;
use super::isa::{Field, Layout, NONE, TEXTURE_CUBE, varying};
use retroshade_ir::Builtin;
use retroshade_kit::machine::RegistersRead;

/// What the instructions of a program read at places that they state.
pub(crate) fn registers_read(program: &Program) -> RegistersRead {
    let mut reads = RegistersRead::default();
    let slots = program.bundles.iter().flat_map(|bundle| bundle.slots());
    for (_, slot) in slots {
        let index = slot.memory_index();
        // Components that a field counts in groups of `width`.
        let register = |width: i64| u32::try_from(index.saturating_mul(width) / 4).ok();
        match slot.layout() {
            Layout::VaryingIndex => {
                let (source, perspective) = (slot.get(Field::Source), slot.get(Field::Perspective));
                let builtin = match (source, perspective) {
                    (varying::CUBE, 3) => Some(Builtin::FragCoord),
                    (varying::SPECIAL, 0) => Some(Builtin::PointCoord),
                    (varying::SPECIAL, _) => Some(Builtin::FrontFacing),
                    _ => None,
                };
                let width = match slot.get(Field::Align) {
                    0 => 1,
                    1 => 2,
                    _ => 4,
                };
                match (builtin, register(width)) {
                    (Some(builtin), _) => {
                        reads.builtins.insert(builtin);
                    }
                    (None, Some(index)) if slot.get(Field::OffsetVector) == NONE => {
                        reads.inputs.insert(("v", index));
                    }
                    _ => {}
                }
            }
            Layout::Load if slot.get(Field::Source) == 0 && !slot.flag(Field::OffsetEn) => {
                if let Some(index) = register(1 << slot.get(Field::Align).clamp(0, 2)) {
                    reads.uniforms.insert(("u", index), "vec4");
                }
            }
            Layout::Texture if !slot.flag(Field::OffsetEn) => {
                let ty = match slot.get(Field::Type) == TEXTURE_CUBE {
                    true => "samplerCube",
                    false => "sampler2D",
                };
                if let Ok(unit) = u32::try_from(index) {
                    reads.textures.insert(("tex", unit), ty);
                }
            }
            _ => {}
        }
    }
    reads
}
