//! The record of a pair, read for one of its programs.

use super::Pair;
use retroshade_ir::Stage;
use retroshade_kit::reflect::{RecordError, Reflection};
use serde_json::{Value, json};

/// In what terms the inputs of a pair's fragment stage are named, where that is a set-up of combiners. Those of programs are
/// varyings anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// The registers that the set-up reads.
    Registers,
    /// The varyings and expressions that the vertex program puts into these.
    Varyings,
}

/// What [`Pair::to_json`] wrote.
#[derive(Clone, Debug)]
pub struct PairRecord {
    record: Value,
}

impl PairRecord {
    /// The record of a pair; `None` for any other text.
    pub fn from_json(text: &str) -> Option<PairRecord> {
        let record: Value = serde_json::from_str(text).ok()?;
        (record.get("schema")?.as_str()? == Pair::SCHEMA).then_some(PairRecord { record })
    }

    /// The record of the program of a stage.
    ///
    /// # Errors
    /// As [`Reflection::from_json`].
    pub fn program(&self, stage: Stage, terms: Terms) -> Result<Reflection, RecordError> {
        let mut half = self.record.get(stage.name()).cloned().unwrap_or_default();
        if stage == Stage::Fragment && terms == Terms::Varyings {
            self.name_varyings(&mut half);
        }
        Reflection::from_json(&half.to_string())
    }

    /// Puts the varyings in the place of the registers that hold them.
    fn name_varyings(&self, half: &mut Value) {
        let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned();
        let (Some(varyings), Some(inputs)) =
            (list(self.record.get("varyings")), list(half.get("inputs")))
        else {
            return;
        };
        let is_builtin = |input: &Value| input.get("builtin").is_some();
        let own = inputs.iter().filter(|input| !is_builtin(input));
        // Programs have their varyings' names already.
        if !own
            .clone()
            .all(|input| input.get("name") == input.get("register"))
        {
            return;
        }
        let mut named: Vec<Value> = Vec::new();
        for varying in &varyings {
            let Some(register) = own
                .clone()
                .find(|input| input.get("name") == varying.get("fragment_register"))
            else {
                continue;
            };
            let mut entry = register.clone();
            for key in ["name", "type", "components", "part", "expression"] {
                if let Some(value) = varying.get(key) {
                    entry[key] = value.clone();
                }
            }
            named.push(entry);
        }
        named.extend(inputs.iter().filter(|input| is_builtin(input)).cloned());
        half["inputs"] = json!(named);
    }
}
