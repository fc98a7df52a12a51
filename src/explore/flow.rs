//! The ways of control through a program.

use super::blocks::{Block, Way, blocks_of};
use super::listing::listing;
use super::messages::messages;
use super::question::Question;
use crate::lines::Lines;
use retroshade_diagnostics::fault::Fault;
use serde_json::{Value, json};

/// Compiles, and divides the program into blocks.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn answer(question: &Question) -> Result<Value, Fault> {
    let (compiler, source) = (question.compiler()?, question.source()?);
    if let Some(absent) = question.without_instructions(&compiler)? {
        return Ok(json!({ "absent": absent, "diagnostics": [] }));
    }
    let compilation = question.compile(&compiler)?;
    let reader = question.reader()?;
    let mut diagnostics = compilation.diagnostics;
    let compiled = compilation.result.as_ref();
    let found = compiled.and_then(|compiled| {
        let blocks = blocks_of(compiler.target, compiled);
        let blocks = blocks.map_err(|errors| diagnostics.extend(errors)).ok()?;
        Some((compiled, blocks))
    });
    let diagnostics = messages(&compilation.sources, diagnostics, &reader);
    let flow = match found {
        Some((_, blocks)) if blocks.len() < 2 => {
            let absent = "the program has no branches";
            return Ok(json!({ "absent": absent, "diagnostics": diagnostics }));
        }
        Some((compiled, blocks)) => {
            let lines = Lines::behind(&source.text, reader.ahead);
            let mut flow = listing(compiler.target, compiled, &lines);
            let blocks: Vec<Value> = blocks.iter().map(spelled).collect();
            flow.insert("blocks".to_owned(), blocks.into());
            flow.into()
        }
        None => Value::Null,
    };
    Ok(json!({ "flow": flow, "diagnostics": diagnostics }))
}

fn spelled(block: &Block) -> Value {
    let next = block.next.iter().map(|next| {
        let way = match next.way {
            Way::Always => "always",
            Way::Taken => "taken",
            Way::NotTaken => "not taken",
        };
        json!({ "block": next.block, "way": way })
    });
    json!({
        "instructions": block.instructions,
        "next": next.collect::<Vec<Value>>(),
        "ends": block.ends,
    })
}
