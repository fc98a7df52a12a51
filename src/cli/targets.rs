//! `retroshade targets`: what every target supports, as a table or JSON.

use super::arguments::Targets;
use super::report::{Status, all_targets, answer, usage};
use super::spelling::Input;
use retroshade::counts::limit_name;
use retroshade::translate::Language;
use retroshade::{Stage, Target, machine, target_aliases, targets};
use serde_json::{Map, Value, json};

/// Runs the subcommand.
pub(crate) fn run(options: &Targets, inputs: &[Input]) -> Status {
    if let Some(input) = inputs.first() {
        return usage(format!(
            "'{}': targets takes no files",
            input.path.to_string_lossy()
        ));
    }
    let shown: Vec<&dyn Target> = match all_targets(&options.target) {
        Ok(named) if named.is_empty() => targets().to_vec(),
        Ok(named) => named,
        Err(fault) => return usage(fault),
    };
    let text = if options.json {
        json_text(&shown)
    } else {
        let mut text = table(&shown);
        if options.target.is_empty() {
            text.push_str(&languages());
        }
        text
    };
    answer(&text)
}

fn table(targets: &[&dyn Target]) -> String {
    let mut text = String::new();
    for (index, target) in targets.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&format!("{}: {}", target.name(), machine(*target)));
        let aliases = aliases(*target);
        if !aliases.is_empty() {
            text.push_str(&format!(" (also --target {})", aliases.join(", ")));
        }
        text.push_str(&format!(
            "\n  containers: {}\n",
            target.containers().join(", ")
        ));
        for stage in target.stages() {
            let what = if target.is_fixed(stage) {
                "stage, set up by registers"
            } else {
                "programs"
            };
            text.push_str(&format!("  {} {what}\n", stage.name()));
            for limit in target.limits(stage) {
                let name = limit_name(limit.name);
                text.push_str(&format!("    {name:<28}{:>6}\n", limit.value));
            }
        }
    }
    text
}

/// The languages that sources are translated to.
fn languages() -> String {
    let mut text = String::from("\nlanguages that sources are translated to:\n");
    for language in Language::ALL {
        let (name, title, extension) = (language.name(), language.title(), language.extension());
        text.push_str(&format!("  {name:<6} .{extension:<6} {title}\n"));
    }
    text
}

fn aliases(target: &dyn Target) -> Vec<&'static str> {
    let all = target_aliases().iter();
    let of = all.filter(|(_, name)| *name == target.name());
    of.map(|(alias, _)| *alias).collect()
}

fn json_text(targets: &[&dyn Target]) -> String {
    let list: Vec<Value> = targets
        .iter()
        .map(|target| {
            let of = |fixed: bool| -> Map<String, Value> {
                let stages = target.stages().into_iter();
                stages
                    .filter(|stage| target.is_fixed(*stage) == fixed)
                    .map(|stage| (stage.name().to_owned(), limits(*target, stage)))
                    .collect()
            };
            json!({
                "target": target.name(), "machine": machine(*target), "aliases": aliases(*target),
                "containers": target.containers(), "stages": of(false),
                "fixed_stages": of(true)
            })
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
        .map(|limit| (limit_name(limit.name).to_owned(), limit.value.into()))
        .collect();
    Value::Object(limits)
}
