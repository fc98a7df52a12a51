//! One shader for two targets, or at two levels.

use super::changes::changes;
use super::messages::messages;
use super::question::Question;
use crate::compiler::Compiler;
use crate::counts::{Count, counts};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::target::Compiled;
use serde::Deserialize;
use serde_json::{Value, json};

/// What to compare with.
#[derive(Deserialize)]
pub(super) struct Difference {
    #[serde(flatten)]
    question: Question,
    other: Other,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Other {
    /// The same shader for another target, or at another level.
    Compiled { target: String, level: String },
    /// The program that the page was given.
    Given { text: String, instructions: usize },
}

/// Compiles twice, or once beside a program.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn answer(asked: &Difference) -> Result<Value, Fault> {
    let one = asked.question.compiler()?;
    let other = match &asked.other {
        Other::Compiled { target, level } => asked.question.compiler_for(target, level)?,
        Other::Given { text, instructions } => {
            return beside_program(&asked.question, &one, (text, *instructions));
        }
    };
    let first = asked.question.compile(&one)?;
    let second = asked.question.compile(&other)?;
    let difference = match (&first.result, &second.result) {
        (Some(first), Some(second)) => {
            let counted = |compiler: &Compiler, compiled: &Compiled| {
                counts(compiler.target, &compiled.reflection)
            };
            let counts = beside(&counted(&one, first), &counted(&other, second));
            let lines = changes(&second.assembly, &first.assembly);
            Some(json!({ "lines": lines, "counts": counts }))
        }
        _ => None,
    };
    let mut diagnostics = first.diagnostics;
    // Errors of the language are in both; what is said once is enough.
    if second.result.is_none() && first.result.is_some() {
        diagnostics.extend(second.diagnostics);
    }
    let diagnostics = messages(&first.sources, diagnostics, &asked.question.reader()?);
    Ok(json!({ "difference": difference, "diagnostics": diagnostics }))
}

/// What is made of a shader, beside a program.
fn beside_program(
    question: &Question,
    one: &Compiler,
    (text, instructions): (&str, usize),
) -> Result<Value, Fault> {
    let made = question.compile(one)?;
    let difference = made.result.as_ref().map(|compiled| {
        let own = compiled.reflection.stats.instructions;
        let count = json!({ "name": "instructions", "value": own, "other": instructions });
        json!({ "lines": changes(text, &compiled.assembly), "counts": [count] })
    });
    let diagnostics = messages(&made.sources, made.diagnostics, &question.reader()?);
    Ok(json!({ "difference": difference, "diagnostics": diagnostics }))
}

/// Counts of the same name in one row.
fn beside(ones: &[Count], others: &[Count]) -> Vec<Value> {
    let row = |name: &str, value: Option<&Value>, other: Option<&Value>| json!({ "name": name, "value": value, "other": other });
    let mut rows: Vec<Value> = Vec::new();
    for one in ones {
        let other = others.iter().find(|other| other.name == one.name);
        rows.push(row(
            &one.name,
            Some(&one.value),
            other.map(|other| &other.value),
        ));
    }
    let rest = others
        .iter()
        .filter(|other| ones.iter().all(|one| one.name != other.name));
    rows.extend(rest.map(|other| row(&other.name, None, Some(&other.value))));
    rows
}
