//! One JSON document for tools and languages without bindings of their own.

use super::{Program, Register};
use serde_json::{Value, json};

/// The value of the document's `schema`.
pub const SCHEMA: &str = "retroshade-bindings-1";

/// The document: for each program its name, its code as words (`words`) or, where they do not come out
/// even, bytes (`bytes`), its file if it has one, the names that other bindings give its registers and units, and
/// under `reflection` the whole record.
pub fn document(programs: &[Program]) -> String {
    let programs: Vec<Value> = programs.iter().map(program).collect();
    let document = json!({ "schema": SCHEMA, "programs": programs });
    // Strings, numbers and lists cannot fail to serialise.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn program(program: &Program) -> Value {
    let mut reflection = program.reflection.clone();
    program.source().clone_into(&mut reflection.source);
    let mut value = json!({
        "name": program.name,
        "size": program.code.len(),
        "registers": program.registers.iter().map(register).collect::<Vec<_>>(),
        "units": program.units.iter().map(|unit| json!({
            "identifier": unit.identifier,
            "name": unit.sampler.name,
            "unit": unit.index,
            "count": unit.count,
        })).collect::<Vec<_>>(),
        "reflection": reflection,
    });
    if let Some(file) = &program.file {
        value["file"] = json!(file);
    }
    match program.words() {
        Some(words) => value["words"] = json!(words),
        None => value["bytes"] = json!(program.code),
    }
    value
}

fn register(register: &Register) -> Value {
    json!({
        "identifier": register.identifier,
        "name": register.variable.name,
        "file": register.file,
        "index": register.index,
        "count": register.count,
    })
}
