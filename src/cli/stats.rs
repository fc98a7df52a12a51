//! `--stats`: the counts of a compiled shader.

use retroshade::counts::{counts, is_proved_shortest, limits};
use retroshade::diagnostics::Diagnostic;
use retroshade::schedule::Chart;
use retroshade::{Compiled, Reflection, Target};
use serde_json::json;

/// A line for each count, with the target's limit where there is one of that name.
pub(crate) fn text(target: &dyn Target, reflection: &Reflection) -> String {
    let mut text = format!(
        "{} {} {}\n",
        reflection.source, reflection.target, reflection.stage
    );
    for count in counts(target, reflection) {
        let limit = count.most.map(|most| format!(" of {most}"));
        let limit = limit.unwrap_or_default();
        text.push_str(&format!("  {:<24}{}{limit}\n", count.name, count.value));
    }
    if is_proved_shortest(&reflection.stats) {
        text.push_str(&format!("  {:<24}proved\n", "shortest"));
    }
    text
}

/// One JSON object on a line.
pub(crate) fn json(target: &dyn Target, reflection: &Reflection) -> String {
    let stats = serde_json::to_value(&reflection.stats).unwrap_or_default();
    let limits = limits(target, reflection);
    json!({
        "source": reflection.source, "target": reflection.target, "stats": stats, "limits": limits
    })
    .to_string()
}

/// What the units do in each instruction of a program.
///
/// # Errors
/// As [`Chart::new`], which finds one fault at most.
pub(crate) fn chart(target: &dyn Target, compiled: &Compiled) -> Result<Chart, Diagnostic> {
    Chart::new(target, compiled, Vec::new()).map_err(|errors| {
        let mut errors = errors.into_iter();
        let first = errors.next();
        first.unwrap_or_else(|| Diagnostic::bug("schedule", "no chart and no error"))
    })
}
