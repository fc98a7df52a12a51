//! What becomes of `gl_Position` at the end of a vertex shader whatever the shader is: another sign of y for
//! displays that are mounted or addressed so (`-finvert-y`), another range of z for machines whose clip
//! volume is not that of the source.

use crate::build::{Builder, change_handed_on};
use crate::{Builtin, ClipDepth, Op, Shader, Swizzle, Use};

/// Gives `gl_Position.y` the other sign at the end of a vertex shader, and in every vertex that a geometry shader makes; says whether the shader has a
/// position. What a fragment shader or a body without `yield` does stays.
pub fn invert_y(shader: &mut Shader) -> bool {
    change(shader, |builder, position| {
        let lane = |lane| position.then(Swizzle::splat(lane, 1));
        let y = builder.op(Op::Neg, &[lane(1)]);
        builder.compose(&[lane(0), y, lane(2), lane(3)])
    })
}

/// Brings `gl_Position.z` from one range to another at the end of a vertex shader, near to near and far to
/// far, as [`invert_y`] does; says whether the shader has a position.
pub fn convert_depth(shader: &mut Shader, from: ClipDepth, to: ClipDepth) -> bool {
    change(shader, |builder, position| {
        with_depth(builder, position, from, to)
    })
}

/// A position whose z was brought from one range to another.
pub(crate) fn with_depth(
    builder: &mut Builder<'_>,
    position: Use,
    from: ClipDepth,
    to: ClipDepth,
) -> Use {
    if from == to {
        return position;
    }
    let lane = |lane| position.then(Swizzle::splat(lane, 1));
    let [x, y, z, w] = [0, 1, 2, 3].map(lane);
    let (near, far) = from.bounds();
    let (new_near, new_far) = to.bounds();
    // z' = scale * z + offset * w; between these ranges either the offset or its share before scaling is a
    // whole number, so that w needs no product.
    let scale = (new_far - new_near) / (far - near);
    let offset = new_near - scale * near;
    let times = |builder: &mut Builder<'_>, operand: Use, factor: f32| match factor {
        1.0 => operand,
        _ => {
            let factor = builder.float(factor, 1);
            builder.op(Op::Mul, &[operand, factor])
        }
    };
    let plus_w = |builder: &mut Builder<'_>, operand: Use, factor: f32| match factor {
        0.0 => operand,
        -1.0 => builder.op(Op::Sub, &[operand, w]),
        _ => {
            let part = times(builder, w, factor);
            builder.op(Op::Add, &[operand, part])
        }
    };
    let share = offset / scale;
    let z = if share.fract() == 0.0 {
        let sum = plus_w(builder, z, share);
        times(builder, sum, scale)
    } else {
        let scaled = times(builder, z, scale);
        plus_w(builder, scaled, offset)
    };
    builder.compose(&[x, y, z, w])
}

fn change(shader: &mut Shader, mut change: impl FnMut(&mut Builder<'_>, Use) -> Use) -> bool {
    let slot = {
        let outputs = &shader.interface.outputs;
        let mut slots = shader.interface.output_slots();
        slots.position(|(output, _)| outputs[output].builtin == Some(Builtin::Position))
    };
    let mut found = false;
    change_handed_on(shader, |builder, uses| {
        let mut uses = uses.to_vec();
        let position = slot.and_then(|slot| uses.get_mut(slot));
        if let Some(position) = position.filter(|value| value.lanes() == 4) {
            found = true;
            if builder.shader.def_op(position.value) != Some(Op::Undefined) {
                *position = change(builder, *position);
            }
        }
        uses
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval;
    use crate::opt::testing::read;
    use crate::run::RunInputs;

    fn position(shader: &Shader) -> Vec<f32> {
        let outputs = eval::run(shader, &RunInputs::default()).unwrap().outputs;
        outputs["gl_Position"][0].clone()
    }

    fn at(z: f32, w: f32) -> Shader {
        read(&format!(
            "shader vertex \"a\"\noutput out0 \"gl_Position\" vec4 builtin=position\n\
             body {{\n  %0:f4 = const (1.0, 2.0, {z:?}, {w:?})\n  yield %0\n}}\n"
        ))
    }

    #[test]
    fn y_changes_its_sign_and_nothing_else_does() {
        let mut shader = at(3.0, 4.0);
        assert!(invert_y(&mut shader));
        assert_eq!(position(&shader), [1.0, -2.0, 3.0, 4.0]);
    }

    #[test]
    fn near_far_and_the_middle_keep_their_places() {
        let w = 4.0;
        for from in ClipDepth::ALL {
            for to in ClipDepth::ALL {
                let place = |range: ClipDepth, share: f32| {
                    let (near, far) = range.bounds();
                    w * (near + share * (far - near))
                };
                for share in [0.0, 0.25, 0.5, 1.0, 2.0] {
                    let mut shader = at(place(*from, share), w);
                    assert!(convert_depth(&mut shader, *from, *to));
                    let wanted = [1.0, 2.0, place(*to, share), w];
                    assert_eq!(position(&shader), wanted, "{from:?} to {to:?}");
                }
            }
        }
    }
}
