//! Where instructions come from: sources and lines.

use crate::lines::Lines;
use retroshade_diagnostics::{SourceMap, Span};
use retroshade_kit::reflect::Line;

/// A line of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLine {
    /// The source, as an index into [`Origins::sources`].
    pub file: usize,
    /// The line in its text, 1 for the first.
    pub line: usize,
}

/// A source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// As it was opened.
    pub name: String,
    /// The lines; none where only the name is known.
    pub lines: Vec<String>,
}

/// Where instructions come from: sources and lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The sources.
    pub sources: Vec<SourceText>,
    /// The program's own source among them; the others are included, or of the other program of a pair.
    pub main: usize,
    /// For each instruction the line that it was made for.
    pub places: Vec<Option<SourceLine>>,
}

impl Origins {
    /// By the spans of a compilation.
    pub fn of_spans(sources: &SourceMap, spans: &[Span]) -> Origins {
        let files: Vec<_> = sources.files().collect();
        let lines: Vec<Lines> = files
            .iter()
            .map(|(_, file)| Lines::new(&file.text))
            .collect();
        let place = |span: &Span| {
            let file = files.iter().position(|(id, _)| *id == span.file)?;
            let (line, _) = lines.get(file)?.place(span.start as usize);
            Some(SourceLine { file, line })
        };
        let text = |name: &str, text: &str| SourceText {
            name: name.to_owned(),
            lines: text.lines().map(expanded).collect(),
        };
        Origins {
            places: spans.iter().map(place).collect(),
            main: 0,
            sources: files
                .iter()
                .map(|(_, file)| text(&file.name, &file.text))
                .collect(),
        }
    }

    /// By the table of lines of a record. `read` gives the text of a source by its name, where it is at hand.
    pub fn of_lines(lines: &[Line], read: impl Fn(&str) -> Option<String>) -> Origins {
        let mut from = Origins::default();
        for Line {
            instruction,
            file,
            line,
            ..
        } in lines
        {
            let known = from.sources.iter().position(|source| source.name == *file);
            let index = known.unwrap_or_else(|| {
                let text = read(file).unwrap_or_default();
                from.sources.push(SourceText {
                    name: file.clone(),
                    lines: text.lines().map(expanded).collect(),
                });
                from.sources.len() - 1
            });
            let number = *instruction as usize;
            // A table from elsewhere may claim any number.
            if number >= from.places.len() && number < MOST_INSTRUCTIONS {
                from.places.resize(number + 1, None);
            }
            if let Some(place) = from.places.get_mut(number) {
                *place = Some(SourceLine {
                    file: index,
                    line: *line as usize,
                });
            }
        }
        from
    }

    /// The line of an instruction.
    pub fn of(&self, instruction: usize) -> Option<SourceLine> {
        self.places.get(instruction).copied().flatten()
    }

    /// A line as people write it: `a.frag:7`.
    pub fn spelled(&self, place: SourceLine) -> String {
        let name = self.sources.get(place.file);
        format!("{}:{}", name.map_or("?", |file| &file.name), place.line)
    }
}

/// More instructions than any program of any target has.
const MOST_INSTRUCTIONS: usize = 1 << 16;

/// A line with blanks for its tabs, for screens that count characters.
pub(super) fn expanded(line: &str) -> String {
    line.replace('\t', "    ")
}
