//! What each unit does in each instruction, as a picture.

use super::messages::messages;
use super::question::Question;
use crate::lines::Lines;
use crate::schedule::Chart;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{FileId, Span};
use serde_json::{Value, json};

/// Compiles and draws.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn answer(question: &Question) -> Result<Value, Fault> {
    let (compiler, source) = (question.compiler()?, question.source()?);
    // That is no fault of the shader.
    if let Some(absent) = question.without_instructions(&compiler)? {
        return Ok(json!({ "absent": absent, "diagnostics": [] }));
    }
    let compilation = question.compile(&compiler)?;
    let is_alone = question.partner()?.is_none();
    let mut diagnostics = compilation.diagnostics;
    let reader = question.reader()?;
    let lines = Lines::behind(&source.text, reader.ahead);
    let chart = compilation.result.and_then(|mut compiled| {
        // What a partner does not read is left out, which the bound of the shader by itself does not know.
        if is_alone {
            compiler.add_shader_bound(&source, &mut compiled);
        }
        let line = |span: &Span| {
            let own = span.file == FileId(0);
            own.then(|| lines.place(span.start as usize).0)
                .filter(|line| *line > 0)
        };
        let lines = compiled.spans.iter().map(line).collect();
        let chart = Chart::new(compiler.target, &compiled, lines);
        chart.map_err(|errors| diagnostics.extend(errors)).ok()
    });
    let schedule = chart.map(|chart| json!({ "svg": chart.svg(), "facts": chart.facts() }));
    let diagnostics = messages(&compilation.sources, diagnostics, &reader);
    Ok(json!({ "schedule": schedule, "diagnostics": diagnostics }))
}
