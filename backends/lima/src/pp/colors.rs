//! The one colour that a fragment program hands on.
//!
//! A frame buffer of this chip has one colour. In OpenGL ES such a frame buffer has no draw buffer for
//! the others, and what a shader writes to a colour without a draw buffer goes nowhere: so they are
//! left out, with a warning that names the place.

use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::entity::EntitySet;
use retroshade_ir::entity::EntityVec;
use retroshade_ir::opt::DCE;
use retroshade_ir::{Builtin, Op, Shader, Terminator, Variable};

/// A shader with one colour, and what is to be said about the others.
pub(super) struct Reduced {
    pub(super) shader: Shader,
    pub(super) warning: Diagnostic,
}

/// Leaves out all colours but the first; `None` if no other is written.
///
/// # Errors
/// If the first is not written, but another is.
pub(super) fn reduce(shader: &Shader) -> Result<Option<Reduced>, Diagnostic> {
    let body = shader.body;
    let Terminator::Yield(outputs) = &shader.regions[body].end else {
        return Ok(None);
    };
    let mut first = false;
    let mut others: Vec<(u32, &Variable)> = Vec::new();
    let mut kept = Vec::new();
    for ((output, slot), operand) in shader.interface.output_slots().zip(outputs) {
        let variable = &shader.interface.outputs[output];
        let number = number(variable, slot);
        if number.is_none_or(|number| number == 0) {
            kept.push((variable, slot, *operand));
        }
        let written = shader.def_op(operand.value) != Some(Op::Undefined);
        match number.filter(|_| written) {
            None => {}
            Some(0) => first = true,
            Some(number) => others.push((number, variable)),
        }
    }
    let Some(&(number, variable)) = others.first() else {
        return Ok(None);
    };
    if !first {
        let message = format!(
            "lima: a frame buffer has one colour, but the shader writes colour {number} only"
        );
        return Err(Diagnostic::error(codes::target::UNSUPPORTED, message)
            .at(variable.span, "goes nowhere")
            .with_help(
                "write colour 0: gl_FragColor, gl_FragData[0] or the output of location 0",
            ));
    }
    let numbers: EntitySet<u32> = others.iter().map(|(number, _)| *number).collect();
    let numbers: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
    let message = format!(
        "lima: a frame buffer has one colour; what is written to colour {} goes nowhere",
        numbers.join(", ")
    );
    let warning = Diagnostic::warning(codes::warning::DROPPED_COLOR, message)
        .at(variable.span, "more than colour 0 is written")
        .with_help("draw once for each colour, each time with a shader that writes it to colour 0");
    let mut variables = EntityVec::new();
    for (variable, slot, _) in &kept {
        if *slot == 0 {
            let mut variable = Variable::clone(variable);
            variable.shape.array = variable.shape.array.map(|_| 1);
            variables.push(variable);
        }
    }
    let uses = kept.into_iter().map(|(_, _, operand)| operand).collect();
    let mut shader = shader.clone();
    shader.interface.outputs = variables;
    shader.regions[body].end = Terminator::Yield(uses);
    (DCE.run)(&mut shader, &super::capability::CAPABILITIES)?;
    Ok(Some(Reduced { shader, warning }))
}

/// Which colour a slot of an output is; `None` for the depth.
fn number(variable: &Variable, slot: u32) -> Option<u32> {
    let color = variable.builtin != Some(Builtin::FragDepth);
    color.then(|| variable.location.unwrap_or(0).saturating_add(slot))
}
