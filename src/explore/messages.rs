//! Diagnostics as the page takes them: those of `--diagnostics=json`, with places as editors count them.

use super::question::{PARTNER, Reader};
use super::units::units;
use retroshade_diagnostics::{Color, Diagnostics, FileId, Renderer, SourceMap, Style};
use serde_json::Value;

/// The messages of a compilation. `from` and `to` are offsets in the source in units of UTF-16; a message without a
/// place has 0 there. `partner` tells those whose places are in the shader of the other stage.
pub(super) fn messages(sources: &SourceMap, diagnostics: Diagnostics, reader: &Reader) -> Value {
    let text = |file: u32, ahead: usize| {
        let text = sources.file(FileId(file)).map_or("", |file| &file.text);
        Text {
            seen: text.get(ahead..).unwrap_or(text),
            ahead,
        }
    };
    let texts = [text(0, reader.ahead), text(1, reader.ahead_of_partner)];
    let mut written = Vec::new();
    let mut renderer = Renderer::new(sources, Style::Json, Color::Never);
    for diagnostic in reader.warnings.apply(diagnostics).iter() {
        // Writing to memory does not fail.
        let _ = renderer.render(diagnostic, &mut written);
    }
    let lines = serde_json::Deserializer::from_slice(&written).into_iter::<Value>();
    let mut list: Vec<Value> = lines.filter_map(Result::ok).collect();
    for message in &mut list {
        let is_partner = message["file"] == PARTNER;
        let text = &texts[usize::from(is_partner)];
        message["partner"] = is_partner.into();
        text.place(message);
        let edits = message.get_mut("edits").and_then(Value::as_array_mut);
        for edit in edits.into_iter().flatten() {
            text.place(edit);
            if let Value::Object(edit) = edit {
                let insert = edit.remove("text");
                edit.insert("insert".to_owned(), insert.unwrap_or_default());
            }
        }
    }
    list.into()
}

/// What the page shows of a source.
struct Text<'a> {
    seen: &'a str,
    /// The bytes before it.
    ahead: usize,
}

impl Text<'_> {
    fn place(&self, object: &mut Value) {
        let at = |name: &str| object.get(name).and_then(Value::as_u64).unwrap_or(0);
        let units = |name: &str| units(self.seen, at(name).saturating_sub(self.ahead as u64));
        let (from, to) = (units("byte"), units("end_byte"));
        if let Value::Object(object) = object {
            object.insert("from".to_owned(), from.into());
            object.insert("to".to_owned(), to.into());
        }
    }
}
