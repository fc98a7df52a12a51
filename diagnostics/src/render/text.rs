//! Messages for people: with the source's line, or in one line.

use super::view::{Part, View};
use super::{Color, printable, severity_word};
use crate::{Diagnostic, Label, Severity, SourceMap};
use codespan_reporting::diagnostic as codespan;
use codespan_reporting::term::{self, Config, DisplayStyle, Styles, StylesWriter, termcolor::Ansi};
use std::io::{self, Write};

/// Writes the sentence, the source's lines with carets, notes and help.
pub(super) fn rich(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    color: Color,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let view = View::new(sources);
    let message = convert(diagnostic, &view);
    let config = Config {
        // A line of thousands of characters would bury the message.
        display_style: if view.has_long_line(diagnostic) {
            DisplayStyle::Medium
        } else {
            DisplayStyle::Rich
        },
        ..Config::default()
    };
    let mut text = Vec::new();
    let result = match color {
        Color::Never => term::emit_to_io_write(&mut text, &config, &view, &message),
        Color::Always => {
            let styles = Styles::default();
            let mut ansi = StylesWriter::new(Ansi::new(&mut text), &styles);
            term::emit_to_write_style(&mut ansi, &config, &view, &message)
        }
    };
    match result {
        Ok(()) => writer.write_all(&text),
        // A place that cannot be shown must not cost the message.
        Err(_) => writeln!(
            writer,
            "{}: {}",
            severity_word(diagnostic.severity),
            message.message
        ),
    }
}

fn convert(diagnostic: &Diagnostic, view: &View) -> codespan::Diagnostic<Part> {
    let severity = match diagnostic.severity {
        Severity::Warning => codespan::Severity::Warning,
        Severity::Error => codespan::Severity::Error,
        Severity::Bug => codespan::Severity::Bug,
    };
    let label = |style: codespan::LabelStyle, label: &Label| {
        let (part, range) = view.range(label.span)?;
        Some(
            codespan::Label::new(style, part, range)
                .with_message(printable(&label.message).as_ref()),
        )
    };
    let primary = diagnostic.primary.iter();
    let mut labels: Vec<_> = primary
        .filter_map(|found| label(codespan::LabelStyle::Primary, found))
        .collect();
    let secondary = diagnostic.secondary.iter();
    labels.extend(secondary.filter_map(|found| label(codespan::LabelStyle::Secondary, found)));
    let notes = diagnostic
        .notes
        .iter()
        .map(|note| format!("note: {}", printable(note)));
    let help = diagnostic
        .help
        .iter()
        .map(|help| format!("help: {}", printable(help)));
    let sentence = match diagnostic.flag() {
        Some(flag) => format!("{} [{flag}]", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    codespan::Diagnostic::new(severity)
        .with_code(diagnostic.code.id)
        .with_message(printable(&sentence).as_ref())
        .with_labels(labels)
        .with_notes(notes.chain(help).collect())
}

/// Writes one line as gcc does: `file:line:column: error: sentence [E0102]`, with the flag in the place of
/// the code for warnings. A message without a place begins with the name of the program.
pub(super) fn short(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    color: Color,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let primary = diagnostic.primary.as_ref();
    let place = match primary.and_then(|label| sources.place(label.span)) {
        Some(place) => format!("{}:{}:{}", place.file, place.line, place.column),
        None => "retroshade".to_owned(),
    };
    // Programs that read gcc's messages know two words.
    let (word, bright) = match diagnostic.severity {
        Severity::Warning => ("warning", "35"),
        Severity::Error => ("error", "31"),
        Severity::Bug => ("error: internal compiler error", "31"),
    };
    let word = match color {
        Color::Never => format!("{word}:"),
        Color::Always => format!("\u{1b}[1;{bright}m{word}:\u{1b}[0m"),
    };
    let code = diagnostic
        .flag()
        .unwrap_or_else(|| diagnostic.code.id.to_owned());
    let sentence = printable(&diagnostic.message).replace('\n', " ");
    writeln!(writer, "{}: {word} {sentence} [{code}]", printable(&place))
}
