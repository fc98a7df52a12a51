//! `--stats`: the counts of a compiled shader.

use retroshade::{Reflection, Stage, Target};
use serde_json::{Map, Value, json};

/// A line for each count, with the target's limit where there is one of that name.
pub(crate) fn text(target: &dyn Target, reflection: &Reflection) -> String {
    let mut text = format!(
        "{} {} {}\n",
        reflection.source, reflection.target, reflection.stage
    );
    let limits = limits(target, reflection);
    if let Ok(Value::Object(counts)) = serde_json::to_value(&reflection.stats) {
        for (name, count) in counts {
            let name = name.replace('_', " ");
            let limit = limits.get(&name).map(|most| format!(" of {most}"));
            let limit = limit.unwrap_or_default();
            text.push_str(&format!("  {name:<24}{count}{limit}\n"));
        }
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

/// The limits by the names of the counts they bound.
fn limits(target: &dyn Target, reflection: &Reflection) -> Map<String, Value> {
    let mut stages = [Stage::Vertex, Stage::Fragment].into_iter();
    let stage = stages.find(|stage| stage.name() == reflection.stage);
    let limits = stage.map(|stage| target.limits(stage)).unwrap_or_default();
    let named = |name| limits.iter().any(|limit| limit.name == name);
    let limits = limits.iter().map(|limit| {
        let name = match counted(limit.name) {
            // Lima bounds both its registers and what it spills.
            other if other != limit.name && named(other) => limit.name,
            name => name,
        };
        (name.to_owned(), limit.value.into())
    });
    limits.collect()
}

/// The count that a limit bounds.
pub(crate) fn counted(limit: &str) -> &str {
    match limit {
        "tokens" | "slots" => "instructions",
        "temporaries" => "registers",
        name => name,
    }
}
