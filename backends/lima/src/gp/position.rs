//! What the program does to gl_Position and gl_PointSize behind the shader: the chip has no viewport
//! transform, no division and no limits of point sizes, so the program computes them
//! (docs/lima-gp.md, "Outputs").
//!
//! The epilogue is added to the body before selection, so that it is scheduled with everything else.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::build::Builder;
use retroshade_ir::{
    Builtin, Constant, Op, Scalar, Shader, Shape, Swizzle, Terminator, Type, Uniform, Use, Variable,
};
use retroshade_kit::target::Position;

/// The largest |1/w|, so that w = 0 gives no infinity.
const LARGEST: f32 = 1e10;

/// A shader with its epilogue.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The shader.
    pub shader: Shader,
    /// Uniforms that the runtime supplies, with their names in reflection.
    pub driver: IndexMap<Uniform, &'static str>,
}

/// Adds what `position` asks for.
///
/// # Errors
/// `divide`, which the chip's rasteriser cannot take, and a body without an end, which is a defect.
pub fn prepare(shader: &Shader, position: Position) -> Result<Prepared, Diagnostic> {
    let mut prepared = Prepared {
        shader: shader.clone(),
        driver: IndexMap::new(),
    };
    match position {
        Position::Clip => return Ok(prepared),
        Position::Divide => {
            let message =
                "lima has no `--position divide`: its rasteriser takes screen coordinates";
            return Err(Diagnostic::error(codes::target::SETTING, message)
                .with_help("use `native`, or `clip` to get what the shader wrote"));
        }
        Position::Native => {}
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
            Some(Builtin::Position) if value.lanes() == 4 => screen(&mut prepared, value),
            Some(Builtin::PointSize) if value.lanes() == 1 => size(&mut prepared, value),
            _ => continue,
        };
        if let Terminator::Yield(outputs) = &mut prepared.shader.regions[body].end
            && let Some(output) = slot.and_then(|slot| outputs.get_mut(slot))
        {
            *output = result;
        }
    }
    Ok(prepared)
}

fn driver(prepared: &mut Prepared, name: &'static str, array: Option<u32>) -> Uniform {
    let shape = Shape {
        array,
        ..Shape::vector(Scalar::Float, 4)
    };
    let uniform = prepared
        .shader
        .interface
        .uniforms
        .push(Variable::new(name, shape));
    prepared.driver.insert(uniform, name);
    uniform
}

fn read(builder: &mut Builder<'_>, uniform: Uniform, slot: u32) -> Use {
    builder.typed(Op::Uniform { uniform, slot }, &[], Type::float(4))
}

fn literal(builder: &mut Builder<'_>, value: f32) -> Use {
    let constant = Constant::floats(&[value]);
    builder.typed(Op::Constant(constant), &[], Type::float(1))
}

/// Screen coordinates, and 1/w in w.
fn screen(prepared: &mut Prepared, clip: Use) -> Use {
    let viewport = driver(prepared, "gl_mali_ViewportTransform", Some(2));
    let w = clip.then(Swizzle::splat(3, 1));
    let one = prepared
        .shader
        .as_constant(w)
        .is_some_and(|constant| constant.float(0) == 1.0);
    let body = prepared.shader.body;
    let mut builder = Builder::new(&mut prepared.shader, body);
    let xyz = clip.then(Swizzle::identity(3));
    let scale = read(&mut builder, viewport, 0).then(Swizzle::identity(3));
    let offset = read(&mut builder, viewport, 1).then(Swizzle::identity(3));
    let (divided, inverse) = if one {
        (xyz, w)
    } else {
        let (low, high) = (
            literal(&mut builder, -LARGEST),
            literal(&mut builder, LARGEST),
        );
        let inverse = builder.op(Op::Rcp, &[w]);
        let inverse = builder.op(Op::Max, &[inverse, low]);
        let inverse = builder.op(Op::Min, &[inverse, high]);
        let wide = inverse.then(Swizzle::splat(0, 3));
        (builder.op(Op::Mul, &[xyz, wide]), inverse)
    };
    let scaled = builder.op(Op::Mul, &[divided, scale]);
    let moved = builder.op(Op::Add, &[scaled, offset]);
    builder.compose(&[moved, inverse])
}

/// clamp(size, p.x, p.y) * p.z
fn size(prepared: &mut Prepared, size: Use) -> Use {
    let parameters = driver(prepared, "gl_mali_PointSizeParameters", None);
    let body = prepared.shader.body;
    let mut builder = Builder::new(&mut prepared.shader, body);
    let whole = read(&mut builder, parameters, 0);
    let lane = |lane: u8| whole.then(Swizzle::splat(lane, 1));
    let bounded = builder.op(Op::Max, &[size, lane(0)]);
    let bounded = builder.op(Op::Min, &[bounded, lane(1)]);
    builder.op(Op::Mul, &[bounded, lane(2)])
}
