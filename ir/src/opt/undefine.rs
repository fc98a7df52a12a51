//! Takes away what computes an output that the target has no place for.

use crate::build::change_handed_on;
use crate::{Op, Output, Shader};

/// Leaves an output undefined, so that the passes remove what only it needed. The variable stays in the
/// interface, for messages. False if the body ends without outputs.
pub fn undefine_output(shader: &mut Shader, output: Output) -> bool {
    let mut found = false;
    change_handed_on(shader, |builder, uses| {
        let slots: Vec<(Output, u32)> = builder.shader.interface.output_slots().collect();
        let uses = slots.iter().zip(uses);
        uses.map(|((of, _), value)| {
            if *of != output {
                return *value;
            }
            found = true;
            let ty = builder.shader.use_type(*value);
            builder.typed(Op::Undefined, &[], ty)
        })
        .collect()
    });
    found
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
