//! The settings of a target (`--target-option NAME=VALUE`) as a table: names, values, and the help that
//! refusals print from it.

use crate::options;
use crate::position::INVARIANT;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, codes};

/// A setting that a target has.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// The values it takes.
    pub values: Values,
    /// Values that have a reason of their own to be refused, with the reason, which follows the target's
    /// name.
    pub refused: &'static [(&'static str, &'static str)],
}

/// The values that a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number without a sign; the word says what it counts.
    Number(&'static str),
    /// A value that its own reader takes, in words for the help.
    Other(&'static str),
}

impl Setting {
    /// A setting with one of some words for its value.
    pub const fn words(name: &'static str, values: &'static [&'static str]) -> Setting {
        Setting {
            name,
            values: Values::Words(values),
            refused: &[],
        }
    }

    /// A setting with a value that its reader checks, described in words.
    pub const fn other(name: &'static str, values: &'static str) -> Setting {
        Setting {
            name,
            values: Values::Other(values),
            refused: &[],
        }
    }

    const fn number(name: &'static str, what: &'static str) -> Setting {
        Setting {
            name,
            values: Values::Number(what),
            refused: &[],
        }
    }

    fn takes(&self, value: &str) -> bool {
        match self.values {
            Values::Words(words) => words.contains(&value),
            Values::Number(_) => value.parse::<u64>().is_ok(),
            Values::Other(_) => true,
        }
    }

    /// `invert-y=on|off`
    fn help(&self) -> String {
        match self.values {
            Values::Words(words) => format!("{}={}", self.name, words.join("|")),
            Values::Number(what) | Values::Other(what) => format!("{}={what}", self.name),
        }
    }
}

/// The two values of a switch.
pub const SWITCH: &[&str] = &["on", "off"];

/// Whether y is turned round; [`position::adapt`](crate::position::adapt) does it.
pub const INVERT_Y: Setting = Setting::words(options::INVERT_Y, SWITCH);
/// True if `gl_Position` is invariant although the source does not say so; [`position::adapt`](crate::position::adapt)
/// declares it.
pub const INVARIANT_POSITION: Setting = Setting::words(INVARIANT, SWITCH);
/// The range of z in the source; [`position::adapt`](crate::position::adapt) reads it.
pub const CLIP_DEPTHS: Setting = Setting::other(options::CLIP_DEPTH, "gl|native");
/// Whether `min` and `max` of a number and NaN give the number.
pub const NAN_CLAMP: Setting = Setting::words("nan-clamp", SWITCH);
/// The number of steps that the searches of -O3 take.
pub const BUDGET: Setting = Setting::number("budget", "STEPS");
/// Where pseudo-random choices start.
pub const SEED: Setting = Setting::number("seed", "NUMBER");

/// Checks settings against the table of a target.
///
/// # Errors
/// The first setting that the target has not, or whose value it does not take.
pub fn check(
    target: &str,
    table: &[Setting],
    given: &IndexMap<String, String>,
) -> Result<(), Diagnostic> {
    let refuse = |message: String| Diagnostic::error(codes::target::SETTING, message);
    for (name, value) in given {
        let Some(setting) = table.iter().find(|setting| setting.name == name) else {
            let all: Vec<String> = table.iter().map(Setting::help).collect();
            return Err(refuse(format!("{target} has no setting `{name}`"))
                .with_help(format!("{target} has {}", all.join(", "))));
        };
        if let Some((_, reason)) = setting.refused.iter().find(|(refused, _)| refused == value) {
            return Err(refuse(format!("{target} {reason}")));
        }
        if !setting.takes(value) {
            return Err(refuse_value(target, setting, value));
        }
    }
    Ok(())
}

/// The refusal of a value.
pub fn refuse_value(target: &str, setting: &Setting, value: &str) -> Diagnostic {
    let name = setting.name;
    let message = format!("`{value}` is no value of `{name}` for {target}");
    Diagnostic::error(codes::target::SETTING, message).with_help(setting.help())
}

/// The value of a setting that counts something, once [`check`] has seen it; `None` where it is not given.
pub fn number(given: &IndexMap<String, String>, setting: &Setting) -> Option<u64> {
    given.get(setting.name)?.parse().ok()
}

/// [`BUDGET`] in `given`, where it is set.
pub fn budget(given: &IndexMap<String, String>) -> Option<u32> {
    number(given, &BUDGET).map(|steps| u32::try_from(steps).unwrap_or(u32::MAX))
}

/// The container of a name, or the default.
///
/// # Errors
/// There is no such container; the help lists those of `names`.
pub fn container<C: Default>(
    target: &str,
    names: &[&str],
    parse: fn(&str) -> Option<C>,
    name: Option<&str>,
) -> Result<C, Diagnostic> {
    let Some(name) = name else {
        return Ok(C::default());
    };
    parse(name).ok_or_else(|| {
        let message = format!("{target} has no container `{name}`");
        Diagnostic::error(codes::target::SETTING, message)
            .with_help(format!("containers: {}", names.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Setting] = &[
        INVERT_Y,
        BUDGET,
        Setting {
            refused: &[("on", "does not say what NaN becomes")],
            ..NAN_CLAMP
        },
    ];

    fn message(name: &str, value: &str) -> Option<(String, Vec<String>)> {
        let given = IndexMap::from([(name.to_owned(), value.to_owned())]);
        let refusal = check("chip", TABLE, &given).err()?;
        Some((refusal.message, refusal.help))
    }

    #[test]
    fn known_settings_with_their_values_pass() {
        for (name, value) in [("invert-y", "on"), ("budget", "77"), ("nan-clamp", "off")] {
            assert_eq!(message(name, value), None, "{name}={value}");
        }
    }

    #[test]
    fn refusals_say_what_there_is() {
        let (text, help) = message("speed", "1").expect("a refusal");
        assert_eq!(text, "chip has no setting `speed`");
        assert_eq!(
            help,
            ["chip has invert-y=on|off, budget=STEPS, nan-clamp=on|off"]
        );
        let (text, help) = message("budget", "-1").expect("a refusal");
        assert_eq!(text, "`-1` is no value of `budget` for chip");
        assert_eq!(help, ["budget=STEPS"]);
        let (text, _) = message("nan-clamp", "on").expect("a refusal");
        assert_eq!(text, "chip does not say what NaN becomes");
    }
}
