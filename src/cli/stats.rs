//! `--stats`: the counts of a compiled shader.

use retroshade::Reflection;
use serde_json::Value;

/// A line for each count.
pub(crate) fn text(reflection: &Reflection) -> String {
    let mut text = format!(
        "{} {} {}\n",
        reflection.source, reflection.target, reflection.stage
    );
    if let Ok(Value::Object(counts)) = serde_json::to_value(&reflection.stats) {
        for (name, count) in counts {
            text.push_str(&format!("  {:<24}{count}\n", name.replace('_', " ")));
        }
    }
    text
}

/// One JSON object on a line.
pub(crate) fn json(reflection: &Reflection) -> String {
    let stats = serde_json::to_value(&reflection.stats).unwrap_or_default();
    serde_json::json!({ "source": reflection.source, "target": reflection.target, "stats": stats })
        .to_string()
}
