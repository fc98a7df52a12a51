//! Takes away what computes an output that the target has no place for.

use crate::build::Builder;
use crate::{Op, Output, Shader, Terminator, Type};

/// Leaves an output undefined, so that the passes remove what only it needed. The variable stays in the
/// interface, for messages. False if the body ends without outputs.
pub fn undefine_output(shader: &mut Shader, output: Output) -> bool {
    let slots: Vec<usize> = shader
        .interface
        .output_slots()
        .enumerate()
        .filter(|(_, (of, _))| *of == output)
        .map(|(slot, _)| slot)
        .collect();
    let body = shader.body;
    for slot in slots {
        let value = match &shader.regions[body].end {
            Terminator::Yield(values) => values.get(slot).copied(),
            _ => None,
        };
        let Some(value) = value else { return false };
        let scalar = shader.values[value.value].ty.scalar;
        let ty = Type {
            scalar,
            lanes: value.lanes(),
        };
        let mut builder = Builder::new(shader, body);
        let inst = builder.push(Op::Undefined, &[][..], &[ty], Vec::new());
        let undefined = shader.whole(shader.result(inst));
        if let Terminator::Yield(values) = &mut shader.regions[body].end
            && let Some(value) = values.get_mut(slot)
        {
            *value = undefined;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::EntityRef;
    use crate::{Capabilities, pipeline};
    use retroshade_diagnostics::FileId;

    #[test]
    fn what_only_an_undefined_output_needed_goes() {
        let text = "shader vertex \"a\"\ninput in0 \"v\" vec4\noutput out0 \"gl_Position\" vec4 \
                    builtin=position\noutput out1 \"b\" vec2\nbody {\n  %0:f4 = input in0[0]\n  \
                    %1:f2 = rsqrt %0.xy\n  yield %0, %1\n}\n";
        let mut shader = crate::text::parse(text, FileId(0)).unwrap();
        assert!(undefine_output(&mut shader, Output::new(1)));
        crate::verify::verify(&shader).unwrap();
        let mut hooks = crate::pass::Hooks::default();
        let capabilities = Capabilities::MINIMAL;
        pipeline::standard()
            .run(&mut shader, &capabilities, &mut hooks)
            .unwrap();
        assert!(!crate::text::print(&shader).contains("rsqrt"));
    }
}
