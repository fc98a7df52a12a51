//! `--stats`: the counts of a compiled shader.

use retroshade::{Limit, Reflection, Stage, Target};
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
            let name = shown(target, reflection, &name);
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
    let limits = Stage::of_name(&reflection.stage).map(|stage| target.limits(stage));
    let limits = limits.unwrap_or_default();
    let limits = limits.iter().map(|limit| {
        let name = match counted(limit.name) {
            // Lima bounds both its registers and what it spills.
            other if other != limit.name && bounds(&limits, other) => limit.name,
            name => name,
        };
        (name.to_owned(), limit.value.into())
    });
    limits.collect()
}

fn bounds(limits: &[Limit], name: &str) -> bool {
    limits.iter().any(|limit| limit.name == name)
}

/// The count that a limit bounds.
pub(crate) fn counted(limit: &str) -> &str {
    match limit {
        "temporaries" => "registers",
        name => limit_name(name),
    }
}

/// The name under which people see a limit, in `targets`, `--show-limits` and `--stats` alike: a program is
/// made of instructions, whatever a machine calls them.
pub(crate) fn limit_name(limit: &str) -> &str {
    match limit {
        "tokens" | "slots" => "instructions",
        name => name,
    }
}

/// The name under which people see a count: that of the limit that bounds it.
fn shown<'a>(target: &dyn Target, reflection: &Reflection, count: &'a str) -> &'a str {
    let limits = Stage::of_name(&reflection.stage).map(|stage| target.limits(stage));
    match limits.is_some_and(|limits| !bounds(&limits, "registers")) {
        true if count == "registers" => "temporaries",
        _ => count,
    }
}
