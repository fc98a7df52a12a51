//! Writes results: numbers with the fewest digits that read back to the same float, a sample a line.

use super::{Row, RunOutputs};

impl RunOutputs {
    /// The results as JSON with a line end: `outputs`, `discarded`, `stats`.
    pub fn to_json(&self) -> String {
        let mut text = String::from("{\n \"outputs\": {");
        for (position, (name, rows)) in self.outputs.iter().enumerate() {
            text.push_str(if position == 0 { "\n  " } else { ",\n  " });
            text.push_str(&quoted(name));
            text.push_str(": ");
            push_table(&mut text, rows);
        }
        text.push_str(if self.outputs.is_empty() { "}" } else { "\n }" });
        if let Some(discarded) = &self.discarded {
            let flags: Vec<&str> = discarded
                .iter()
                .map(|&gone| if gone { "true" } else { "false" })
                .collect();
            text.push_str(&format!(",\n \"discarded\": [{}]", flags.join(", ")));
        }
        if !self.stats.is_empty() {
            let counts: Vec<String> = self
                .stats
                .iter()
                .map(|(name, count)| format!("{}: {count}", quoted(name)))
                .collect();
            text.push_str(&format!(",\n \"stats\": {{{}}}", counts.join(", ")));
        }
        text.push_str("\n}\n");
        text
    }
}

fn push_table(text: &mut String, rows: &[Row]) {
    text.push('[');
    for (index, row) in rows.iter().enumerate() {
        text.push_str(if index == 0 { "\n   [" } else { ",\n   [" });
        let numbers: Vec<String> = row.iter().map(|&value| number(value)).collect();
        text.push_str(&numbers.join(", "));
        text.push(']');
    }
    text.push_str(if rows.is_empty() { "]" } else { "\n  ]" });
}

/// A JSON number, or a string where JSON has none for the value.
fn number(value: f32) -> String {
    if value.is_nan() {
        "\"nan\"".into()
    } else if value.is_infinite() {
        if value > 0.0 { "\"inf\"" } else { "\"-inf\"" }.into()
    } else {
        // `Debug` of a float is its shortest exact form, with an exponent where that is shorter.
        format!("{value:?}")
    }
}

fn quoted(name: &str) -> String {
    // A string cannot fail to serialise.
    serde_json::to_string(name).unwrap_or_default()
}
