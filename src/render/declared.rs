//! What a record says that a program reads, as a shader without a body.

use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::{Builtin, Sampler, SamplerKind, Shader, Stage, Variable};
use retroshade_kit::reflect::{self, Reflection};

/// The interface of a compiled program, or of one from anywhere: its inputs, uniforms and samplers, so that values
/// can be given to them by name, and defaults.
///
/// # Errors
/// A record with types or stages that there are not.
pub fn declared(record: &Reflection) -> Result<Shader, Diagnostic> {
    let fault = |message: String| Diagnostic::error(codes::files::RUN_DATA, message);
    let stage = Stage::of_name(&record.stage)
        .ok_or_else(|| fault(format!("reflection: the unknown stage `{}`", record.stage)))?;
    let mut shader = Shader::new(stage, record.source.clone());
    let variable = |one: &reflect::Variable| {
        let message = || {
            fault(format!(
                "reflection: `{}` has the unknown type `{}`",
                one.name, one.ty
            ))
        };
        // A register of four numbers is its own array of one.
        let array = one.array.filter(|array| *array > 1 || one.stride.is_some());
        let variable = Variable::of_type(one.name.clone(), &one.ty, array).ok_or_else(message)?;
        let mut builtins = Builtin::ALL.iter().copied();
        Ok::<_, Diagnostic>(Variable {
            builtin: builtins.find(|builtin| Some(builtin.name()) == one.builtin.as_deref()),
            ..variable
        })
    };
    for one in &record.inputs {
        shader.interface.inputs.push(variable(one)?);
    }
    for one in &record.uniforms {
        shader.interface.uniforms.push(variable(one)?);
    }
    for one in &record.samplers {
        shader.interface.samplers.push(Sampler {
            name: one.name.clone(),
            kind: kind_of(&one.ty),
            array: one.array,
            binding: None,
            bind: None,
            flags: None,
            nesting: None,
            span: Span::NONE,
        });
    }
    Ok(shader)
}

/// The kind of a sampler by its GLSL type.
pub(super) fn kind_of(ty: &str) -> SamplerKind {
    match ty {
        "samplerCube" => SamplerKind::Cube,
        _ => SamplerKind::D2,
    }
}
