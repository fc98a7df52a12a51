//! A program that was given to the page: its source, and its text to compare with.

use super::messages::messages;
use super::question::{NAME, Reader};
use crate::collection::{self, Found};
use crate::{
    Contents, Stage, Subject, Target, TargetOptions, find_target, lift, target_of_program, text_of,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use indexmap::IndexMap;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, SourceFile, SourceMap, codes};
use retroshade_ir::essl;
use retroshade_kit::target::Binary;
use serde::Deserialize;
use serde_json::{Value, json};

/// A file.
#[derive(Deserialize)]
pub(super) struct Given {
    /// Its name, for messages.
    name: String,
    /// Its bytes, in base 64.
    bytes: String,
    /// The target and stage of a file that does not tell them.
    target: String,
    stage: String,
    /// Which program of several, from 0.
    program: Option<usize>,
}

/// Lifts. Of a file that holds several programs and of which none is chosen, the answer lists them.
///
/// # Errors
/// A question that makes no sense, and a file without a program.
pub(super) fn answer(given: &Given) -> Result<Value, Fault> {
    let bytes = STANDARD.decode(&given.bytes);
    let bytes = bytes.map_err(|fault| format!("the bytes are not in base 64: {fault}"))?;
    if !collection::is_collection(&bytes) {
        return given.lifted(bytes);
    }
    let found = collection::find(&bytes).map_err(|fault| fault.message)?;
    match (given.program, found.programs.as_slice()) {
        (_, []) => Err(format!("there is no program in {}", given.name).into()),
        (None, [_, _, ..]) => {
            let programs = found.programs.iter().enumerate().map(described);
            Ok(json!({ "programs": programs.collect::<Vec<Value>>() }))
        }
        (chosen, programs) => {
            let number = chosen.unwrap_or_default();
            let found = programs.get(number);
            let found = found.ok_or_else(|| format!("there is no program {number}"))?;
            lifted(found.target, &subject(found.contents.clone(), found.stage))
        }
    }
}

fn described((number, found): (usize, &Found)) -> Value {
    let stage = found.stage.map_or("", Stage::name);
    let (target, kind) = (found.target.name(), found.kind());
    json!({ "number": number, "name": format!("{number}: {target} {stage} {kind}") })
}

impl Given {
    /// Lifts a file that is a program, or the text of one.
    fn lifted(&self, bytes: Vec<u8>) -> Result<Value, Fault> {
        if let Some(target) = target_of_program(&bytes) {
            return lifted(target, &subject(Contents::Bytes(bytes), None));
        }
        let target = find_target(&self.target);
        let target = target.ok_or_else(|| format!("there is no target `{}`", self.target))?;
        let is_text = std::str::from_utf8(&bytes).is_ok_and(|text| !text.contains('\0'));
        let contents = if is_text {
            Contents::Text(text_of(bytes))
        } else {
            Contents::Bytes(bytes)
        };
        lifted(target, &subject(contents, Stage::of_name(&self.stage)))
    }
}

fn subject(contents: Contents, stage: Option<Stage>) -> Subject {
    Subject {
        name: NAME.to_owned(),
        contents,
        stage,
        side_files: IndexMap::new(),
    }
}

fn lifted(target: &'static dyn Target, subject: &Subject) -> Result<Value, Fault> {
    let mut sources = SourceMap::new();
    let options = TargetOptions::default();
    let made = match &subject.contents {
        Contents::Bytes(_) => source_of(target, subject.binary(&options)),
        Contents::Text(text) => {
            let file = sources.add(SourceFile::new(NAME, text.as_str()));
            let assembled = target.assemble(file, text, subject.stage, &options);
            assembled.and_then(|compiled| source_of(target, compiled.as_binary()))
        }
    };
    Ok(match made {
        Ok(answer) => answer,
        Err(errors) => json!({ "diagnostics": messages(&sources, errors, &Reader::default()) }),
    })
}

/// The source, and what the page needs beside it.
fn source_of(target: &'static dyn Target, binary: Binary<'_>) -> Result<Value, Diagnostics> {
    let code = target.read(binary)?;
    let record = code.interface()?;
    let (text, instructions) = (code.disassemble()?, code.instructions()?.len());
    let made = lift(binary, &record, &Default::default())?;
    let source = essl::write_calling(&made.shader, &made.functions).map_err(|what| {
        let message = format!("ESSL 1.00 has no words for {what}");
        Diagnostic::error(codes::container::NOT_LIFTED, message)
    })?;
    Ok(json!({
        "source": source,
        "stage": made.shader.stage.name(),
        "target": target.name(),
        "text": text,
        "instructions": instructions,
    }))
}
