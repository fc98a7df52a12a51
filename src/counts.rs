//! The counts of a compiled shader beside the target's limits, under the names that people see.

use retroshade_ir::Stage;
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::target::{Limit, Target};
use serde_json::{Map, Value};

/// A count of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// What is counted, in words: `texture samples`.
    pub name: String,
    /// The number of them.
    pub value: Value,
    /// How many there may be; `None` where nothing of this name is limited.
    pub most: Option<u64>,
}

/// All counts, in the order of the record.
pub fn counts(target: &dyn Target, reflection: &Reflection) -> Vec<Count> {
    let limits = limits(target, reflection);
    let Ok(Value::Object(stats)) = serde_json::to_value(&reflection.stats) else {
        return Vec::new();
    };
    let count = |(name, value): (String, Value)| {
        let name = name.replace('_', " ");
        Count {
            most: limits.get(&name).and_then(Value::as_u64),
            name: shown(target, reflection, &name).to_owned(),
            value,
        }
    };
    stats.into_iter().map(count).collect()
}

/// True if no program that computes what the shader says is shorter, as [`Stats::shader_bound`] proves.
pub fn is_proved_shortest(stats: &Stats) -> bool {
    stats
        .shader_bound
        .is_some_and(|bound| stats.instructions <= bound)
}

/// The limits by the names of the counts they bound.
pub fn limits(target: &dyn Target, reflection: &Reflection) -> Map<String, Value> {
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
pub fn counted(limit: &str) -> &str {
    match limit {
        "temporaries" => "registers",
        name => limit_name(name),
    }
}

/// The name under which people see a limit: a program is made of instructions, whatever a machine calls them.
pub fn limit_name(limit: &str) -> &str {
    match limit {
        "tokens" | "slots" => "instructions",
        name => name,
    }
}

/// The name under which people see a count: that of the limit that bounds it.
fn shown<'a>(target: &dyn Target, reflection: &Reflection, count: &'a str) -> &'a str {
    let limits = Stage::of_name(&reflection.stage).map(|stage| target.limits(stage));
    if limits.is_some_and(|limits| !bounds(&limits, "registers")) && count == "registers" {
        "temporaries"
    } else {
        count
    }
}
