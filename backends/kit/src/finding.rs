//! What a check of machine code finds: rules of the machine that a program breaks.

use retroshade_diagnostics::{Diagnostic, Severity, Span, codes};

/// A rule of the machine that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The instruction that breaks it, counted from 0 in the order of the program; `None` where the whole
    /// program is meant.
    pub instruction: Option<usize>,
    /// [`Severity::Error`] where the machine or its runtime refuses the program, hangs, or does what nobody
    /// knows; [`Severity::Warning`] where programs get away with it, or what is written is of no use.
    pub severity: Severity,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// The rule as the machine's world names it, such as the number of a runtime's error.
    pub rule: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Finding {
    /// An error about one instruction, or about the program.
    pub fn error(instruction: impl Into<Option<usize>>, message: impl Into<String>) -> Finding {
        Finding {
            instruction: instruction.into(),
            severity: Severity::Error,
            message: message.into(),
            rule: None,
            help: None,
        }
    }

    /// A warning about one instruction, or about the program.
    pub fn warning(instruction: impl Into<Option<usize>>, message: impl Into<String>) -> Finding {
        Finding {
            severity: Severity::Warning,
            ..Finding::error(instruction, message)
        }
    }

    /// The message about it, at the place where the instruction is written. Without a place the message
    /// says the instruction's number.
    pub fn diagnostic(&self, place: Span) -> Diagnostic {
        let message = match self.instruction {
            Some(number) if place == Span::NONE => {
                format!("instruction {number}: {}", self.message)
            }
            _ => self.message.clone(),
        };
        let diagnostic = match self.severity {
            Severity::Warning => Diagnostic::warning(codes::warning::HAZARD, message),
            Severity::Error | Severity::Bug => {
                Diagnostic::error(codes::container::ILLEGAL, message)
            }
        };
        let label = self.rule.clone().unwrap_or_default();
        let diagnostic = match (place == Span::NONE, &self.rule) {
            (true, Some(rule)) => diagnostic.with_note(rule.clone()),
            _ => diagnostic.at(place, label),
        };
        match &self.help {
            Some(help) => diagnostic.with_help(help.clone()),
            None => diagnostic,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::FileId;

    #[test]
    fn findings_are_told_at_their_place_or_by_number() {
        let finding = Finding {
            rule: Some("rule 7".to_owned()),
            help: Some("do less".to_owned()),
            ..Finding::error(3, "it hangs")
        };
        let nowhere = finding.diagnostic(Span::NONE);
        assert_eq!(nowhere.message, "instruction 3: it hangs");
        assert_eq!(
            (nowhere.primary, nowhere.notes),
            (None, vec!["rule 7".to_owned()])
        );
        assert_eq!(
            (nowhere.severity, nowhere.help),
            (Severity::Error, vec!["do less".to_owned()])
        );
        let place = Span::new(FileId(0), 4, 8);
        let there = finding.diagnostic(place);
        let label = there.primary.expect("a place");
        assert_eq!((label.span, label.message.as_str()), (place, "rule 7"));
        assert_eq!((there.message.as_str(), there.notes.len()), ("it hangs", 0));
        let whole = Finding::warning(None, "it is long").diagnostic(Span::NONE);
        assert_eq!(
            (whole.severity, whole.message.as_str()),
            (Severity::Warning, "it is long")
        );
    }
}
