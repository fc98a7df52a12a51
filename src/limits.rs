//! Places for what a target says of a shader as a whole: "needs 600 instructions" points at the line that takes
//! the most of them.

use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity, Span, codes};
use retroshade_ir::Shader;
use retroshade_ir::pass::Hooks;
use retroshade_kit::target::{Options, Target};
use std::collections::BTreeMap;

/// Gives a place to errors about limits and abilities that have none. `shader` is as the frontend made it; it
/// is asked for only where a place is missing.
pub(crate) fn placed(
    target: &dyn Target,
    options: &Options,
    errors: Diagnostics,
    shader: impl FnOnce() -> Option<Shader>,
) -> Diagnostics {
    if !errors.iter().any(lacks_place) {
        return errors;
    }
    let Some(shader) = shader() else {
        return errors;
    };
    let name = shader.name.clone();
    let place = busiest(target, options, shader);
    let place = |error: Diagnostic| match &place {
        _ if !lacks_place(&error) => error,
        Some((span, label)) => error.at(*span, label.as_str()),
        None => error.with_note(format!("the shader is `{name}`")),
    };
    errors.into_iter().map(place).collect()
}

fn lacks_place(diagnostic: &Diagnostic) -> bool {
    let code = diagnostic.code;
    let about_shader = codes::limit::ALL.contains(&code) || code == codes::target::UNSUPPORTED;
    diagnostic.severity == Severity::Error && diagnostic.primary.is_none() && about_shader
}

/// The place in the source that most operations come from when the target's passes are done, with loops
/// unrolled and functions inlined.
fn busiest(target: &dyn Target, options: &Options, mut shader: Shader) -> Option<(Span, String)> {
    // What the passes did up to an error of their own is good enough to count.
    let _ = target.prepare(&mut shader, options, &mut Hooks::default());
    let mut counts: BTreeMap<(u32, u32, u32), usize> = BTreeMap::new();
    for region in shader.live_regions() {
        for inst in &shader.regions[region].insts {
            let span = shader.insts[*inst].span;
            if !span.is_none() {
                *counts
                    .entry((span.file.0, span.start, span.end))
                    .or_default() += 1;
            }
        }
    }
    let all: usize = counts.values().sum();
    // Of equal counts the first place.
    let (&(file, start, end), &count) = counts
        .iter()
        .max_by_key(|(place, count)| (**count, std::cmp::Reverse(**place)))?;
    let label = match count {
        1 => "the program begins here".to_owned(),
        count => format!("{count} of the shader's {all} operations come from here, the most"),
    };
    let span = Span::new(retroshade_diagnostics::FileId(file), start, end);
    Some((span, label))
}
