//! What the program does to gl_Position behind the shader: the chip has no viewport transform and
//! no division, so a program that wants either computes it (docs/nv2a.md, "Position").
//!
//! The epilogue is added to the body before selection, so that it is scheduled with everything else.

use crate::interface::VIEWPORT;
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::build::Builder;
use retroshade_ir::{
    Builtin, Inst, Op, Output, Scalar, Shader, Shape, Swizzle, Terminator, Type, Uniform, Use,
    Variable,
};
use retroshade_kit::target::Position;

/// A shader with its epilogue.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The shader.
    pub shader: Shader,
    /// Uniforms that the runtime supplies, with their names in reflection.
    pub driver: IndexMap<Uniform, &'static str>,
    /// Reciprocals that must stay finite where w is 0.
    pub clamped: Vec<Inst>,
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub struct PositionOptions {
    /// The space in which it leaves the program.
    pub space: Position,
    /// The constants of viewport scale and offset.
    pub viewport: [u8; 2],
}

/// Adds what the options ask of the position.
///
/// # Errors
/// A body that does not end with its outputs, which is a defect.
pub fn prepare(shader: &Shader, options: &PositionOptions) -> Result<Prepared, Diagnostic> {
    let mut prepared = Prepared {
        shader: shader.clone(),
        driver: IndexMap::new(),
        clamped: Vec::new(),
    };
    let slot = position_slot(shader);
    let Some(slot) = slot.filter(|_| options.space != Position::Clip) else {
        return Ok(prepared);
    };
    let body = shader.body;
    let Terminator::Yield(outputs) = &shader.regions[body].end else {
        return Err(Diagnostic::bug(
            "nv2a position",
            "the body does not end with its outputs",
        ));
    };
    let Some(clip) = outputs.get(slot).copied().filter(|clip| clip.lanes() == 4) else {
        return Ok(prepared);
    };
    // Nothing is gained by transforming what nobody wrote.
    if shader.def_op(clip.value) == Some(Op::Undefined) {
        return Ok(prepared);
    }
    let result = epilogue(&mut prepared, clip, options);
    if let Terminator::Yield(outputs) = &mut prepared.shader.regions[body].end
        && let Some(output) = outputs.get_mut(slot)
    {
        *output = result;
    }
    Ok(prepared)
}

/// The place of gl_Position among the outputs.
fn position_slot(shader: &Shader) -> Option<usize> {
    let mut slots = shader.interface.output_slots();
    let is_position =
        |output: Output| shader.interface.outputs[output].builtin == Some(Builtin::Position);
    slots.position(|(output, _)| is_position(output))
}

/// Adds the viewport transform of `clip`.
fn epilogue(prepared: &mut Prepared, clip: Use, options: &PositionOptions) -> Use {
    let PositionOptions {
        space,
        viewport: registers,
    } = *options;
    let xyz = clip.then(Swizzle::identity(3));
    let w = clip.then(Swizzle::splat(3, 1));
    let constant = |shader: &Shader, operand: Use| shader.as_constant(operand).map(|c| c.float(0));
    let unit_w = w_of(&prepared.shader, clip).map_or_else(|| constant(&prepared.shader, w), Some)
        == Some(1.0);
    let viewport = (space == Position::Native).then(|| {
        let names = ["viewport_scale", "viewport_offset"];
        let [scale, offset] = [0, 1].map(|which| {
            let mut variable = Variable::new(names[which], Shape::vector(Scalar::Float, 4));
            variable.bind = Some(format!("c{}", registers[which]));
            let uniform = prepared.shader.interface.uniforms.push(variable);
            prepared.driver.insert(uniform, names[which]);
            uniform
        });
        [scale, offset]
    });
    let span = prepared
        .shader
        .def_inst(clip.value)
        .map(|inst| prepared.shader.insts[inst].span);
    let body = prepared.shader.body;
    let mut builder = Builder::new(&mut prepared.shader, body);
    if let Some(span) = span {
        builder.span = span;
    }
    let divides = space != Position::Clip && !unit_w;
    let inverse = divides.then(|| builder.op(Op::Rcp, &[w]));
    let screen = match viewport {
        Some([scale, offset]) => {
            let mut read = |uniform| {
                let whole = builder.typed(Op::Uniform { uniform, slot: 0 }, &[], Type::float(4));
                whole.then(Swizzle::identity(3))
            };
            let (scale, offset) = (read(scale), read(offset));
            match inverse {
                Some(inverse) => {
                    let scaled = builder.op(Op::Mul, &[xyz, scale]);
                    let inverse = inverse.then(Swizzle::splat(0, 3));
                    builder.op(Op::Mad, &[scaled, inverse, offset])
                }
                None => builder.op(Op::Mad, &[xyz, scale, offset]),
            }
        }
        None => match inverse {
            Some(inverse) => builder.op(Op::Mul, &[xyz, inverse.then(Swizzle::splat(0, 3))]),
            None => xyz,
        },
    };
    let result = builder.compose(&[screen, w]);
    if let Some(inst) = inverse.and_then(|inverse| prepared.shader.def_inst(inverse.value)) {
        prepared.clamped.push(inst);
    }
    result
}

/// The literal in the last lane of a composed position.
fn w_of(shader: &Shader, clip: Use) -> Option<f32> {
    let inst = shader.def_inst(clip.value)?;
    let data = &shader.insts[inst];
    if data.op != Op::Compose {
        return None;
    }
    let mut lane = clip.swizzle.lane(3);
    for part in &data.args {
        if lane < part.lanes() {
            let operand = part.then(Swizzle::splat(lane, 1));
            return shader
                .as_constant(operand)
                .map(|constant| constant.float(0));
        }
        lane -= part.lanes();
    }
    None
}

/// The registers of scale and offset unless the user chose others.
pub const DEFAULT_VIEWPORT: [u8; 2] = VIEWPORT;
