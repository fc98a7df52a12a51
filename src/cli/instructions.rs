//! The instructions of a program with their addresses and words, for people and as JSON.

use retroshade::diagnostics::{Diagnostic, Diagnostics};
use retroshade::{MachineCode, Stage, Target};
use retroshade_kit::listing::{Encoded, Spelled, Style, with_words};
use serde_json::{Value, json};

/// The text with address and words beside each instruction.
///
/// # Errors
/// As [`MachineCode::instructions`].
pub(crate) fn beside(
    target: &dyn Target,
    stage: Option<Stage>,
    code: &dyn MachineCode,
) -> Result<String, Diagnostics> {
    let text = code.disassemble()?;
    let (_, style, encoded) = read(target, stage, code)?;
    spelled(target, &style, &encoded, &text)?;
    Ok(with_words(&text, &style, &encoded))
}

/// The instructions as JSON, one a line.
///
/// # Errors
/// As [`MachineCode::instructions`].
pub(crate) fn json(
    target: &dyn Target,
    stage: Option<Stage>,
    code: &dyn MachineCode,
) -> Result<String, Diagnostics> {
    let text = code.disassemble()?;
    let (stage, style, encoded) = read(target, stage, code)?;
    let spelled = spelled(target, &style, &encoded, &text)?;
    let lines = encoded.iter().zip(&spelled).map(|(encoded, spelled)| {
        let instruction = instruction(&style, encoded, spelled);
        format!("  {instruction}")
    });
    let lines: Vec<String> = lines.collect();
    Ok(format!(
        "{{\n \"target\": \"{}\",\n \"stage\": \"{}\",\n \"instructions\": [\n{}\n ]\n}}\n",
        target.name(),
        stage.name(),
        lines.join(",\n")
    ))
}

/// The instructions, and the stage and style of the text; `stage` is for programs that do not say it.
fn read(
    target: &dyn Target,
    stage: Option<Stage>,
    code: &dyn MachineCode,
) -> Result<(Stage, Style, Vec<Encoded>), Diagnostics> {
    let encoded = code.instructions()?;
    // A program with words of no meaning has no interface, but a text.
    let known = code.interface().ok();
    let known = known.and_then(|known| Stage::of_name(&known.stage));
    let stage = known.or(stage).unwrap_or(Stage::Vertex);
    Ok((stage, target.listing(stage), encoded))
}

/// The instructions of the text, of which there must be as many as in the code.
fn spelled<'a>(
    target: &dyn Target,
    style: &Style,
    encoded: &[Encoded],
    text: &'a str,
) -> Result<Vec<Spelled<'a>>, Diagnostic> {
    let spelled = style.instructions(text);
    if spelled.len() == encoded.len() {
        return Ok(spelled);
    }
    let message = format!(
        "the text has {} instructions, the code {}",
        spelled.len(),
        encoded.len()
    );
    Err(Diagnostic::bug(target.name(), message))
}

fn instruction(style: &Style, encoded: &Encoded, spelled: &Spelled) -> Value {
    let words = encoded.words.iter().map(|word| format!("0x{word:08x}"));
    let words: Vec<String> = words.collect();
    let operations = style.operations(spelled.text).into_iter();
    let operations: Vec<Value> = operations
        .map(|one| json!({"mnemonic": one.mnemonic, "operands": one.operands}))
        .collect();
    let mut entry = json!({
        "address": encoded.address,
        "words": words,
        "text": spelled.text,
        "operations": operations,
    });
    if !spelled.labels.is_empty() {
        entry["labels"] = json!(spelled.labels);
    }
    entry
}
