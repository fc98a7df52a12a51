//! From a checked program to the intermediate representation, and the stations on the way as text.

use crate::canonical::{Canonical, print};
use crate::lower::{UnsetLanes, lower, per_vertex};
use crate::naga_in;
use crate::request::{Request, checked, report, source_name};
use crate::typed::{Program, UniformBlock, Version};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::deep::guarded;
use retroshade_ir::locals::Locals;
use retroshade_ir::verify::verify_after;
use retroshade_ir::{Shader, Stage, lint};

/// The shader; `None` after an error.
pub fn compile(request: &mut Request<'_>) -> Option<Shader> {
    let linkable = compile_linkable(request)?;
    if let Some(span) = linkable.per_vertex {
        let message = "nothing is moved to the vertex shader, which is not known here";
        let warning =
            Diagnostic::warning(codes::warning::ALONE, message).at(span, "asked for here");
        request.diagnostics.push(
            warning.with_help("link both shaders: `retroshade link`, or `[[pairs]]` of a pack"),
        );
    }
    Some(without_places_of_varyings(linkable.shader))
}

/// A shader whose varyings have no locations: those are names for the other stage, not registers.
pub(crate) fn without_places_of_varyings(mut shader: Shader) -> Shader {
    let interface = &mut shader.interface;
    if shader.stage != Stage::Fragment {
        let varyings = interface.outputs.values_mut();
        varyings.for_each(|varying| varying.location = None);
    }
    if shader.stage != Stage::Vertex {
        let varyings = interface.inputs.values_mut();
        varyings.for_each(|varying| varying.location = None);
    }
    shader
}

/// The shader as a statement of what programs of it may compute: lanes of outputs that nobody sets are undefined, where
/// [`compile`] gives them a value that costs nothing. `None` after an error.
pub fn compile_meaning(request: &mut Request<'_>) -> Option<Shader> {
    request.guarded(|request| {
        let program = checked(request)?;
        let name = source_name(request);
        let result = lowered(&program, &name, UnsetLanes::Kept, None);
        Some(without_places_of_varyings(report(request, result)?))
    })
}

/// As [`compile`], with the variables of its functions; no warnings. `None` after an error.
pub fn compile_with_locals(request: &mut Request<'_>) -> Option<(Shader, Locals)> {
    request.guarded(|request| {
        let program = checked(request)?;
        let name = source_name(request);
        let mut locals = Locals::default();
        let result = lowered(&program, &name, UnsetLanes::Filled, Some(&mut locals));
        let shader = report(request, result)?;
        Some((without_places_of_varyings(shader), locals))
    })
}

/// A shader with what the rules for pairs ask for and the shader itself no longer has.
#[derive(Clone, Debug)]
pub struct Linkable {
    /// The shader.
    pub shader: Shader,
    /// The version of its source.
    pub version: Version,
    /// The uniform blocks of its source.
    pub blocks: Vec<UniformBlock>,
    /// Where a fragment shader asks for its work on varyings to be done for each vertex.
    pub per_vertex: Option<Span>,
}

/// The shader, for linking; `None` after an error.
pub fn compile_linkable(request: &mut Request<'_>) -> Option<Linkable> {
    request.guarded(|request| {
        let program = checked(request)?;
        let name = source_name(request);
        let result = lower_program(&program, &name);
        let shader = report(request, result)?;
        request.diagnostics.extend(lint::undefined(&shader));
        Some(Linkable {
            shader,
            version: program.version,
            per_vertex: per_vertex(&program),
            blocks: program.blocks,
        })
    })
}

/// The canonical text that naga reads; `None` after an error.
pub fn canonical_text(request: &mut Request<'_>) -> Option<String> {
    request.guarded(|request| Some(print(&checked(request)?).text))
}

/// naga's module as naga prints it, in WGSL; `None` after an error.
#[cfg(feature = "module-text")]
pub fn naga_text(request: &mut Request<'_>) -> Option<String> {
    request.guarded(|request| {
        let program = checked(request)?;
        report(request, naga_in::module_text(&print(&program)))
    })
}

/// Lowers a checked program. `name` is that of the source file, for people.
///
/// # Errors
/// The shader grows beyond what the compiler handles, or asks for what no target has; anything else is
/// a defect of this crate.
pub fn lower_program(program: &Program, name: &str) -> Result<Shader, Diagnostic> {
    lowered(program, name, UnsetLanes::Filled, None)
}

fn lowered(
    program: &Program,
    name: &str,
    unset: UnsetLanes,
    locals: Option<&mut Locals>,
) -> Result<Shader, Diagnostic> {
    let lowered = guarded(|| {
        let canonical = print(program);
        let shader = lower_text(&canonical, program, name, unset, locals)?;
        if cfg!(debug_assertions) {
            verify_after(&shader, "lower")?;
        }
        Ok(shader)
    });
    lowered.unwrap_or_else(|panic| Err(Diagnostic::bug("frontend", panic)))
}

/// Lowers a text that was printed already, for tests of the printer.
#[cfg(test)]
pub(crate) fn lower_canonical(
    canonical: &Canonical,
    program: &Program,
    name: &str,
) -> Result<Shader, Diagnostic> {
    let lowered = guarded(|| lower_text(canonical, program, name, UnsetLanes::Filled, None));
    lowered.unwrap_or_else(|panic| Err(Diagnostic::bug("frontend", panic)))
}

fn lower_text(
    canonical: &Canonical,
    program: &Program,
    name: &str,
    unset: UnsetLanes,
    locals: Option<&mut Locals>,
) -> Result<Shader, Diagnostic> {
    let parsed = naga_in::parse(canonical)?;
    lower(&parsed, canonical, program, name, unset, locals)
}
