//! `-finvert-y`: the picture the other way up, for displays that are mounted or addressed so.

use crate::build::Builder;
use crate::{Builtin, Op, Shader, Swizzle, Terminator};

/// Gives `gl_Position.y` the other sign at the end of a vertex shader; says whether the shader has a
/// position. What a fragment shader or a body without `yield` does stays.
pub fn invert_y(shader: &mut Shader) -> bool {
    let slot = {
        let outputs = &shader.interface.outputs;
        let mut slots = shader.interface.output_slots();
        slots.position(|(output, _)| outputs[output].builtin == Some(Builtin::Position))
    };
    let body = shader.body;
    let position = match (&shader.regions[body].end, slot) {
        (Terminator::Yield(values), Some(slot)) => values.get(slot).copied(),
        _ => None,
    };
    let (Some(position), Some(slot)) = (position.filter(|value| value.lanes() == 4), slot) else {
        return false;
    };
    if shader.def_op(position.value) == Some(Op::Undefined) {
        return true;
    }
    let lane = |lane| position.then(Swizzle::splat(lane, 1));
    let mut builder = Builder::new(shader, body);
    let y = builder.op(Op::Neg, &[lane(1)]);
    let result = builder.compose(&[lane(0), y, lane(2), lane(3)]);
    if let Terminator::Yield(values) = &mut shader.regions[body].end
        && let Some(value) = values.get_mut(slot)
    {
        *value = result;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval;
    use crate::run::RunInputs;
    use retroshade_diagnostics::{SourceFile, SourceMap};

    fn position(shader: &Shader) -> Vec<f32> {
        let outputs = eval::run(shader, &RunInputs::default()).unwrap().outputs;
        outputs["gl_Position"][0].clone()
    }

    #[test]
    fn y_changes_its_sign_and_nothing_else_does() {
        let text = "shader vertex \"a\"\noutput out0 \"gl_Position\" vec4 builtin=position\n\
                    body {\n  %0:f4 = const (1.0, 2.0, 3.0, 4.0)\n  yield %0\n}\n";
        let file = SourceMap::new().add(SourceFile::new("a", text));
        let mut shader = crate::text::parse(text, file).unwrap();
        let before = position(&shader);
        assert!(invert_y(&mut shader));
        assert_eq!(
            position(&shader),
            [before[0], -before[1], before[2], before[3]]
        );
    }
}
