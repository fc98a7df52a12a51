//! The shader after each pass, and what the pass changed.

use super::changes::{changes, plain};
use super::messages::messages;
use super::question::Question;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::pass::{After, Hooks, Seen};
use serde::Deserialize;
use serde_json::{Value, json};

/// The name of the shader before all passes.
const START: &str = "frontend";

/// Which pass to show.
#[derive(Deserialize)]
pub(super) struct Passes {
    #[serde(flatten)]
    question: Question,
    /// As an answer calls it; `None` for the last one that changed something.
    pass: Option<String>,
}

/// What one look between passes saw.
struct Step {
    /// The pass, with a number where it ran before: `opt_dce 2`.
    name: String,
    changed: bool,
    is_machine: bool,
}

/// All looks, and the texts around one of them. Other texts are not kept: they would be many times the program.
#[derive(Default)]
struct Seer {
    wanted: Option<String>,
    steps: Vec<Step>,
    /// The first machine pass, with which each way of making code begins.
    first_of_machine: Option<&'static str>,
    last: Option<(bool, String)>,
    shown: Option<Shown>,
}

struct Shown {
    name: String,
    before: Option<String>,
    after: String,
}

impl Seer {
    fn look(&mut self, pass: &'static str, seen: Seen<'_>) {
        let is_machine = seen.shader().is_none();
        let runs = |step: &&Step| step.name.split(' ').next() == Some(pass);
        let name = match self.steps.iter().filter(runs).count() {
            0 => pass.to_owned(),
            before => format!("{pass} {}", before + 1),
        };
        let text = seen.to_string();
        let begins = match (is_machine, self.first_of_machine) {
            (true, None) => {
                self.first_of_machine = Some(pass);
                true
            }
            (true, Some(first)) => first == pass,
            (false, _) => false,
        };
        // A way of making code does not go on from where the one before ended.
        let before = self
            .last
            .take()
            .filter(|(machine, _)| *machine == is_machine && !begins)
            .map(|(_, text)| text);
        let changed = before.as_ref() != Some(&text);
        let chosen = match &self.wanted {
            Some(wanted) => *wanted == name,
            None => changed,
        };
        if chosen || self.shown.is_none() {
            self.shown = Some(Shown {
                name: name.clone(),
                before,
                after: text.clone(),
            });
        }
        self.last = Some((is_machine, text));
        self.steps.push(Step {
            name,
            changed,
            is_machine,
        });
    }
}

/// Compiles, looking between passes.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn answer(asked: &Passes) -> Result<Value, Fault> {
    let compiler = asked.question.compiler()?;
    let source = asked.question.source()?;
    let mut seer = Seer {
        wanted: asked.pass.clone(),
        ..Seer::default()
    };
    let lowered = compiler.language.lower(&source);
    if let Some(shader) = &lowered.result {
        seer.look(START, Seen::Shader(shader));
    }
    let mut look = |pass: &'static str, seen: Seen<'_>| seer.look(pass, seen);
    let compilation = compiler.compile_watched(
        &source,
        &mut Hooks {
            print_after: After::All,
            look: Some(&mut look),
            ..Hooks::default()
        },
    );
    let steps = seer.steps.iter().map(
        |step| json!({ "name": step.name, "changed": step.changed, "machine": step.is_machine }),
    );
    let steps: Vec<Value> = steps.collect();
    // What a pass refuses has been seen until then.
    let shown = seer.shown.as_ref().map(|shown| {
        let lines = match &shown.before {
            Some(before) => changes(before, &shown.after),
            None => plain(&shown.after),
        };
        json!({ "steps": steps, "shown": shown.name, "lines": lines })
    });
    let diagnostics = messages(
        &compilation.sources,
        compilation.diagnostics,
        &asked.question.reader()?,
    );
    Ok(json!({ "passes": shown, "diagnostics": diagnostics }))
}
