//! Machine code, line by line, with the lines of the source that it was made for, and its counts.

use super::blocks::has_branches;
use super::listing::listing;
use super::messages::messages;
use super::question::Question;
use crate::assist::registers::places;
use crate::counts::counts;
use crate::lines::Lines;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Compiled, Target};
use serde_json::{Map, Value, json};

/// Compiles.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn answer(question: &Question) -> Result<Value, Fault> {
    let (compiler, source) = (question.compiler()?, question.source()?);
    let compilation = question.compile(&compiler)?;
    let program = compilation.result.as_ref();
    let reader = question.reader()?;
    let lines = Lines::behind(&source.text, reader.ahead);
    let program = program.map(|compiled| program_of(compiler.target, compiled, &lines));
    let diagnostics = messages(&compilation.sources, compilation.diagnostics, &reader);
    Ok(json!({ "program": program, "diagnostics": diagnostics }))
}

fn program_of(target: &dyn Target, compiled: &Compiled, lines: &Lines) -> Map<String, Value> {
    let counts = counts(target, &compiled.reflection).into_iter();
    let counts =
        counts.map(|count| json!({ "name": count.name, "value": count.value, "most": count.most }));
    let mut program = listing(target, compiled, lines);
    let more = [
        ("counts", counts.collect::<Vec<Value>>().into()),
        ("bytes", compiled.binary.len().into()),
        ("branches", has_branches(target, compiled).into()),
        ("places", places_of(&compiled.reflection).into()),
    ];
    program.extend(more.map(|(name, value)| (name.to_owned(), value)));
    program
}

/// Where each variable of the interface is, and each member of one, by their names.
fn places_of(reflection: &Reflection) -> Map<String, Value> {
    let lists = [
        &reflection.inputs,
        &reflection.outputs,
        &reflection.uniforms,
    ];
    let variables = lists.into_iter().flatten().map(|one| &one.name);
    let samplers = reflection.samplers.iter().map(|one| &one.name);
    let wholes = variables.chain(samplers).flat_map(|name| {
        let ends = name.match_indices(['.', '[']).map(|(end, _)| end);
        let ends = ends.chain([name.len()]);
        ends.filter_map(|end| name.get(..end))
    });
    let placed = wholes.map(|name| (name.to_owned(), places(reflection, name).into()));
    placed.collect()
}
