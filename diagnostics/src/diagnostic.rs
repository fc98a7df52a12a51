//! One message, and the collection a stage hands on.

use crate::{Code, Span};

/// Whose fault it is, and whether a result exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The result is valid; something deserves a look.
    Warning,
    /// The input is at fault; there is no result. Exit status 1.
    Error,
    /// The compiler is at fault; there is no result. Exit status 101.
    Bug,
}

/// A place and what is to be said there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words beside the caret; may be empty.
    pub message: String,
}

/// A change of the source that a tool may make: the text of a place is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The place of the text that is replaced; of no length where something is put in.
    pub span: Span,
    /// The text that takes its place.
    pub text: String,
}

/// One error, warning or bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or bug.
    pub severity: Severity,
    /// The stable code.
    pub code: Code,
    /// The sentence after the code, without a full stop.
    pub message: String,
    /// Where; `None` when no place in a text is to blame.
    pub primary: Option<Label>,
    /// Further places, such as an earlier declaration.
    pub secondary: Vec<Label>,
    /// Facts, a line each.
    pub notes: Vec<String>,
    /// What to do, a line each.
    pub help: Vec<String>,
    /// The changes that do what the help says; all together, not overlapping.
    pub edits: Vec<Edit>,
}

impl Diagnostic {
    fn new(severity: Severity, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            code,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            edits: Vec::new(),
        }
    }

    /// An error with the given code.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message)
    }

    /// A warning with the given code.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message)
    }

    /// A defect of the compiler, found by itself in the named pass or stage.
    pub fn bug(stage: &str, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic::new(
            Severity::Bug,
            crate::codes::INTERNAL,
            format!("{stage}: {message}"),
        )
        .with_help("this is a defect of retroshade; please report it with the source")
    }

    /// Points at the place that is to blame.
    pub fn at(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        if !span.is_none() {
            self.primary = Some(Label {
                span,
                message: message.into(),
            });
        }
        self
    }

    /// Points at a further place.
    pub fn and_at(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        if !span.is_none() {
            self.secondary.push(Label {
                span,
                message: message.into(),
            });
        }
        self
    }

    /// Adds a fact.
    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Adds a remedy.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    /// Adds a change of the source that remedies it.
    pub fn with_edit(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        if !span.is_none() {
            let text = text.into();
            self.edits.push(Edit { span, text });
        }
        self
    }

    /// The flag that decides on it: `-Whalf-precision` for a warning, `-Werror=half-precision` for an error
    /// that a flag makes a warning.
    pub fn flag(&self) -> Option<String> {
        let name = self.code.name;
        match (self.code.id.starts_with('W'), self.severity) {
            (false, _) | (_, Severity::Bug) => None,
            (true, Severity::Warning) => Some(format!("-W{name}")),
            (true, Severity::Error) => Some(format!("-Werror={name}")),
        }
    }
}

/// The messages of a stage, in the order they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds all of another collection.
    pub fn extend(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
    }

    /// True if there is an error or a bug, so that no result may be used.
    pub fn has_errors(&self) -> bool {
        self.list
            .iter()
            .any(|diagnostic| diagnostic.severity >= Severity::Error)
    }

    /// The worst severity.
    pub fn worst(&self) -> Option<Severity> {
        self.list.iter().map(|diagnostic| diagnostic.severity).max()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// True if there is none at all.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of them.
    pub fn len(&self) -> usize {
        self.list.len()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics {
            list: vec![diagnostic],
        }
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Diagnostics {
        Diagnostics {
            list: diagnostics.into_iter().collect(),
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}
