//! What the page shows while its user writes: what can stand at a place, and what is known of it.

use super::question::Question;
use super::units::{byte_of, units};
use crate::assist::Reading;
use crate::assist::completion::{Completion, Kind, Word, completions};
use crate::assist::hover::{Said, hover};
use crate::compiler::{Compilation, Source};
use retroshade_diagnostics::FileId;
use retroshade_diagnostics::fault::Fault;
use retroshade_frontend::CrossReferences;
use serde::Deserialize;
use serde_json::{Value, json};

/// The file of the text that the user sees, as it is compiled.
const SHADER: FileId = FileId(0);

/// A place in the text.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    question: Question,
    /// Units of UTF-16 before it.
    at: usize,
}

/// A text that was read.
struct Read {
    compilation: Compilation<CrossReferences>,
    /// The bytes of what is compiled ahead of what the user sees.
    ahead: usize,
}

impl Read {
    /// Reads another text in the place of the user's, with the options of the question.
    fn new(question: &Question, text: String) -> Result<Read, Fault> {
        let source = Source {
            text,
            ..question.source()?
        };
        let language = question.compiler()?.language;
        Ok(Read {
            compilation: language.cross_references(&source),
            ahead: question.reader()?.ahead,
        })
    }

    fn reading(&self) -> Option<Reading<'_>> {
        let names = self.compilation.result.as_ref()?;
        Some(Reading {
            names,
            sources: &self.compilation.sources,
        })
    }
}

/// Lists what can stand at the place.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn complete(asked: &Asked) -> Result<Value, Fault> {
    let text = asked.question.source()?.text;
    let Some(word) = Word::at(&text, byte_of(&text, asked.at)) else {
        return Ok(json!({ "completions": [] }));
    };
    let read = Read::new(&asked.question, word.replaced(&text))?;
    let found = read.reading().map(|reading| {
        let start = read.ahead + word.start;
        completions(reading, SHADER, start, word)
    });
    let found: Vec<Value> = found.iter().flatten().map(spelled).collect();
    let unit = |byte: usize| units(&text, byte as u64);
    Ok(json!({ "from": unit(word.start), "to": unit(word.end), "completions": found }))
}

fn spelled(one: &Completion) -> Value {
    json!({
        "label": one.label,
        "kind": kind(one.kind),
        "detail": one.detail,
        "overloads": one.overloads,
        "description": one.description,
        "rank": one.rank,
    })
}

/// The page's word for what a completion names: those that its editor has signs for.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Field | Kind::Interface => "property",
        Kind::Function => "function",
        Kind::Structure => "class",
        Kind::Block => "interface",
        Kind::Constant => "constant",
        Kind::Variable => "variable",
        Kind::Keyword => "keyword",
    }
}

/// Tells what is known of the place.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn explain(asked: &Asked) -> Result<Value, Fault> {
    let text = asked.question.source()?.text;
    let at = byte_of(&text, asked.at);
    let read = Read::new(&asked.question, text.clone())?;
    let byte = u32::try_from(read.ahead + at).unwrap_or(u32::MAX);
    let found = read.reading().map(|reading| hover(reading, SHADER, byte));
    let Some(found) = found.filter(|found| !found.said.is_empty()) else {
        return Ok(json!({ "said": [] }));
    };
    let unit = |byte: u32| units(&text, u64::from(byte).saturating_sub(read.ahead as u64));
    let place = found.span.map(|span| (unit(span.start), unit(span.end)));
    let (from, to) = place.unwrap_or((asked.at, asked.at));
    let said = found.said.iter().map(|said| match said {
        Said::Code(code) => json!({ "code": code }),
        Said::Text(text) => json!({ "text": text }),
    });
    let variable = found.variable.and_then(|one| one.interface.as_ref());
    Ok(json!({
        "from": from,
        "to": to,
        "said": said.collect::<Vec<Value>>(),
        "variable": variable,
    }))
}
