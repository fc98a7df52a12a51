//! `retroshade targets`: what every target offers, as a table or JSON.

use super::arguments::Targets;
use super::report::{Status, answer, target, usage};
use super::spelling::Input;
use retroshade::{Stage, Target, targets};
use serde_json::{Map, Value, json};

/// Runs the subcommand.
pub(crate) fn run(options: &Targets, inputs: &[Input]) -> Status {
    if let Some(input) = inputs.first() {
        return usage(&format!(
            "'{}': targets takes no files",
            input.path.to_string_lossy()
        ));
    }
    let shown: Vec<&dyn Target> = match target(&options.common) {
        Ok(Some(one)) => vec![one],
        Ok(None) => targets().to_vec(),
        Err(fault) => return usage(&fault),
    };
    let text = if options.json {
        json_text(&shown)
    } else {
        table(&shown)
    };
    answer(&text)
}

fn table(targets: &[&dyn Target]) -> String {
    let mut text = String::new();
    for target in targets {
        for &stage in target.stages() {
            text.push_str(&format!(
                "{} {}  (containers: {})\n",
                target.name(),
                stage.name(),
                target.containers().join(", ")
            ));
            for limit in target.limits(stage) {
                text.push_str(&format!("  {:<28}{:>6}\n", limit.name, limit.value));
            }
        }
    }
    text
}

fn json_text(targets: &[&dyn Target]) -> String {
    let list: Vec<Value> = targets
        .iter()
        .map(|target| {
            let stages: Map<String, Value> = target
                .stages()
                .iter()
                .map(|&stage| (stage.name().to_owned(), limits(*target, stage)))
                .collect();
            json!({ "target": target.name(), "containers": target.containers(), "stages": stages })
        })
        .collect();
    // A list of strings and numbers always has a JSON form.
    let mut text = serde_json::to_string_pretty(&list).unwrap_or_default();
    text.push('\n');
    text
}

fn limits(target: &dyn Target, stage: Stage) -> Value {
    let limits: Map<String, Value> = target
        .limits(stage)
        .iter()
        .map(|limit| (limit.name.to_owned(), limit.value.into()))
        .collect();
    Value::Object(limits)
}
