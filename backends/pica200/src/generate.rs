//! From a prepared shader to a finished program, step by step.

use crate::EQUATE;
use crate::container::{Container, SHBIN, Shbin};
use crate::interface::Places;
use crate::reflect;
use crate::rules::verify;
use crate::schedule::{Frame, Plan, schedule};
use crate::select;
use crate::settings::Settings;
use crate::text::{Remarks, disassemble_with};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::pass::{self, Hooks};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::target::{Compiled, Options, Placement};

/// The refusal of a fragment shader.
pub(crate) fn no_fragments() -> Diagnostic {
    Diagnostic::error(
        codes::target::UNSUPPORTED,
        "pica200 runs programs for vertices and primitives only: its fragments are made by texture combiners",
    )
    .with_help("a fragment shader is compiled to a set-up of them; a text of one has the extension .tev")
}

/// Compiles a shader that went through the target's pipeline; `None` where the hooks stopped the passes.
pub(crate) fn generate(
    shader: &Shader,
    options: &Options,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Compiled>, Diagnostics> {
    if shader.stage == Stage::Fragment {
        return Err(no_fragments().into());
    }
    let request = Settings::of(shader, options)?;
    let settings = &request.selection;
    let (mut program, places) = select::lower(shader, settings)?;
    let places = &places;
    let report = pass::run(request.pipeline(), &mut program, settings, hooks)?;
    if report.stopped_after.is_some() {
        return Ok(None);
    }
    let frame = Frame {
        taken: places.taken.clone(),
        truth: places.free_boolean(),
        executable: reflect::tables(shader, places),
        budget: request.budget,
    };
    let plan = Plan {
        equate: EQUATE,
        finish: request.finish(),
        settings,
        procedures: request.procedures,
    };
    let Some(finished) = schedule(&program, &frame, &plan, hooks)? else {
        return Ok(None);
    };
    let assembly =
        disassemble_with(&finished.shbin, &remarks(shader, places)).map_err(|error| {
            Diagnostic::bug(
                "pica200 text",
                format!("the program has no text: {}", error.message),
            )
        })?;
    let (binary, side_files) = request.container.write(&finished.shbin);
    let mut reflection = reflect::reflection(shader, places, &finished);
    reflection.placement = Placement::of(options);
    Ok(Some(Compiled {
        binary,
        side_files,
        assembly,
        reflection,
        warnings: places.warnings.clone(),
        spans: finished.spans,
    }))
}

/// Several programs in one file.
pub(crate) fn join(programs: &[Compiled], container: Container) -> Result<Vec<u8>, Diagnostics> {
    if container != Container::Shbin {
        let message = format!("pica200: only the container {SHBIN} has room for several programs");
        return Err(Diagnostic::error(codes::target::SETTING, message).into());
    }
    let parts = programs
        .iter()
        .map(|program| Shbin::from_bytes(&program.binary));
    let parts: Vec<Shbin> = parts.collect::<Result<_, _>>()?;
    let shbin = Shbin::link(&parts).map_err(|error| {
        Diagnostic::error(codes::limit::INSTRUCTIONS, format!("pica200: {error}"))
    })?;
    match verify(&shbin).first() {
        Some(problem) => Err(Diagnostic::bug("pica200 link", problem.message()).into()),
        None => Ok(shbin.to_bytes()),
    }
}

/// The selected instructions as text.
pub(crate) fn selection(shader: &Shader, options: &Options) -> Result<String, Diagnostics> {
    if shader.stage == Stage::Fragment {
        return Err(no_fragments().into());
    }
    let request = Settings::of(shader, options)?;
    let (mut program, _) = select::lower(shader, &request.selection)?;
    let mut hooks = Hooks::default();
    pass::run(
        request.pipeline(),
        &mut program,
        &request.selection,
        &mut hooks,
    )?;
    Ok(program.to_string())
}

/// Names of varyings beside the outputs.
fn remarks(shader: &Shader, places: &Places) -> Remarks {
    let mut remarks = Remarks::default();
    for (output, variable) in shader.interface.outputs.iter() {
        let Some(place) = places.outputs[output] else {
            continue;
        };
        for slot in 0..variable.slots() {
            let register = place.register.saturating_add(slot as u8) & 15;
            let name = &mut remarks.outputs[usize::from(register)];
            if !name.is_empty() {
                name.push_str(", ");
            }
            name.push_str(&variable.name);
        }
    }
    remarks
}
