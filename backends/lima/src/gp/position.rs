//! What the program does to gl_Position and gl_PointSize behind the shader: the chip has no viewport
//! transform, no division and no limits of point sizes, so the program computes them
//! (docs/lima-gp.md, "Outputs").
//!
//! The epilogue is added to the body before the passes, so that they fold it and it is
//! scheduled with everything else.

use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::build::Builder;
use retroshade_ir::{
    Builtin, Constant, Op, Scalar, Shader, Shape, Swizzle, Terminator, Type, Uniform, Use, Variable,
};
use retroshade_kit::target::Position;

/// The largest |1/w|, so that w = 0 gives no infinity.
const LARGEST: f32 = 1e10;

/// Names of the uniforms that the runtime supplies.
pub const DRIVER: [&str; 2] = ["gl_mali_ViewportTransform", "gl_mali_PointSizeParameters"];

/// Adds what `position` asks for.
///
/// # Errors
/// `divide`, which the chip's rasteriser cannot take, and a body without an end, which is a defect.
pub fn prepare(shader: &mut Shader, position: Position) -> Result<(), Diagnostic> {
    match position {
        Position::Clip => return Ok(()),
        Position::Divide => {
            let message =
                "lima has no `--position divide`: its rasteriser takes screen coordinates";
            return Err(Diagnostic::error(codes::target::SETTING, message)
                .with_help("use `native`, or `clip` to get what the shader wrote"));
        }
        Position::Native => {}
    }
    // The printed form of a shader that has been through here has the epilogue already.
    let is_driver = |uniform: &Variable| DRIVER.contains(&uniform.name.as_str());
    if shader.interface.uniforms.values().any(is_driver) {
        return Ok(());
    }
    let body = shader.body;
    let Terminator::Yield(outputs) = &shader.regions[body].end else {
        return Err(Diagnostic::bug(
            "lima position",
            "the body does not end with its outputs",
        ));
    };
    let slots: Vec<_> = shader.interface.output_slots().collect();
    for ((output, _), value) in slots.into_iter().zip(outputs.clone()).collect::<Vec<_>>() {
        let slot = shader
            .interface
            .output_slots()
            .position(|(other, _)| other == output);
        // Nothing is gained by transforming what nobody wrote.
        if shader.def_op(value.value) == Some(Op::Undefined) {
            continue;
        }
        let result = match shader.interface.outputs[output].builtin {
            Some(Builtin::Position) if value.lanes() == 4 => screen(shader, value),
            Some(Builtin::PointSize) if value.lanes() == 1 => size(shader, value),
            _ => continue,
        };
        if let Terminator::Yield(outputs) = &mut shader.regions[body].end
            && let Some(output) = slot.and_then(|slot| outputs.get_mut(slot))
        {
            *output = result;
        }
    }
    Ok(())
}

fn driver(shader: &mut Shader, name: &'static str, array: Option<u32>) -> Uniform {
    let shape = Shape {
        array,
        ..Shape::vector(Scalar::Float, 4)
    };
    shader.interface.uniforms.push(Variable::new(name, shape))
}

fn read(builder: &mut Builder<'_>, uniform: Uniform, slot: u32) -> Use {
    builder.typed(Op::Uniform { uniform, slot }, &[], Type::float(4))
}

fn literal(builder: &mut Builder<'_>, value: f32) -> Use {
    let constant = Constant::floats(&[value]);
    builder.typed(Op::Constant(constant), &[], Type::float(1))
}

/// Appends to the body for the sake of a value, whose place in the source counts.
fn epilogue(shader: &mut Shader, value: Use) -> Builder<'_> {
    let made = shader.def_inst(value.value);
    let span = made.map_or(Span::NONE, |inst| shader.insts[inst].span);
    let region = shader.body;
    Builder {
        span,
        ..Builder::new(shader, region)
    }
}

/// Screen coordinates, and 1/w in w. A constant w is folded by the passes.
fn screen(shader: &mut Shader, clip: Use) -> Use {
    let viewport = driver(shader, DRIVER[0], Some(2));
    let mut builder = epilogue(shader, clip);
    let xyz = clip.then(Swizzle::identity(3));
    let scale = read(&mut builder, viewport, 0).then(Swizzle::identity(3));
    let offset = read(&mut builder, viewport, 1).then(Swizzle::identity(3));
    let low = literal(&mut builder, -LARGEST);
    let high = literal(&mut builder, LARGEST);
    let inverse = builder.op(Op::Rcp, &[clip.then(Swizzle::splat(3, 1))]);
    let inverse = builder.op(Op::Max, &[inverse, low]);
    let inverse = builder.op(Op::Min, &[inverse, high]);
    // The scale first: it does not wait for the reciprocal.
    let scaled = builder.op(Op::Mul, &[xyz, scale]);
    let divided = builder.op(Op::Mul, &[scaled, inverse.then(Swizzle::splat(0, 3))]);
    let moved = builder.op(Op::Add, &[divided, offset]);
    builder.compose(&[moved, inverse])
}

/// clamp(size, p.x, p.y) * p.z
fn size(shader: &mut Shader, size: Use) -> Use {
    let parameters = driver(shader, DRIVER[1], None);
    let mut builder = epilogue(shader, size);
    let whole = read(&mut builder, parameters, 0);
    let lane = |lane: u8| whole.then(Swizzle::splat(lane, 1));
    let bounded = builder.op(Op::Max, &[size, lane(0)]);
    let bounded = builder.op(Op::Min, &[bounded, lane(1)]);
    builder.op(Op::Mul, &[bounded, lane(2)])
}
