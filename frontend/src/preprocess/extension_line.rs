//! `#extension`.

use super::directive::Line;
use super::driver::{Preprocessor, shorten};
use crate::extension::{Behavior, Extension, ExtensionState};
use crate::lex::Punctuator;
use crate::typed::Version;
use retroshade_diagnostics::codes::{preprocessor as codes, preprocessor_warning as warnings};
use retroshade_diagnostics::{Diagnostic, Span};

impl Preprocessor<'_> {
    pub(super) fn extension(&mut self, line: &Line) {
        let Some((name_span, behavior, behavior_span)) = self.extension_words(line) else {
            return;
        };
        self.check_position(line.span);
        let name = self.spelled(name_span).into_owned();
        if name == "all" {
            self.all_extensions(line.span, behavior, behavior_span);
        } else {
            self.one_extension(&name, name_span, line.span, behavior);
        }
        self.keep(line);
    }

    fn all_extensions(&mut self, line: Span, behavior: Behavior, behavior_span: Span) {
        if matches!(behavior, Behavior::Require | Behavior::Enable) {
            let message = "`all` extensions can only be set to `warn` or `disable`";
            let diagnostic = Diagnostic::error(codes::INVALID_EXTENSION, message);
            return self.report(diagnostic.at(behavior_span, "not with `all`"));
        }
        for &extension in &self.options.extensions {
            self.output.extensions.set(ExtensionState {
                extension,
                behavior,
                span: line,
            });
        }
    }

    fn one_extension(&mut self, name: &str, name_span: Span, line: Span, behavior: Behavior) {
        let known = Extension::from_name(name);
        let here = known.filter(|extension| self.options.extensions.contains(extension));
        let version = self.output.version;
        match here.filter(|extension| extension.versions().contains(&version)) {
            Some(extension) => {
                self.output.extensions.set(ExtensionState {
                    extension,
                    behavior,
                    span: line,
                });
            }
            None if self.output.dialect.has_extension(name) => {}
            None => {
                let reason = match (known, here) {
                    (None, _) => "is not known",
                    (_, None) => "is not available on this target",
                    _ => "does not belong to this version of the language",
                };
                let message = format!("the extension `{}` {reason}", shorten(name));
                if behavior == Behavior::Require {
                    let diagnostic = Diagnostic::error(codes::EXTENSION_UNSUPPORTED, message);
                    self.report(diagnostic.at(name_span, "required"));
                } else if behavior != Behavior::Disable {
                    let warning = Diagnostic::warning(warnings::UNKNOWN_EXTENSION, message);
                    self.report_warning(warning.at(name_span, "ignored"));
                }
            }
        }
    }

    /// Name and behaviour of `NAME : BEHAVIOR`.
    fn extension_words(&mut self, line: &Line) -> Option<(Span, Behavior, Span)> {
        let [name, colon, behavior, rest @ ..] = line.tokens.as_slice() else {
            return self.invalid_extension(line.span, "incomplete");
        };
        if name.symbol().is_none() {
            return self.invalid_extension(name.span, "this is not a name");
        }
        if !colon.is(Punctuator::Colon) {
            return self.invalid_extension(colon.span, "expected `:`");
        }
        let found = match &*self.spelled(behavior.span) {
            "require" => Behavior::Require,
            "enable" => Behavior::Enable,
            "warn" => Behavior::Warn,
            "disable" => Behavior::Disable,
            _ => {
                let words = "expected `require`, `enable`, `warn` or `disable`";
                return self.invalid_extension(behavior.span, words);
            }
        };
        self.extra_tokens("extension", rest);
        Some((name.span, found, behavior.span))
    }

    fn invalid_extension<T>(&mut self, span: Span, words: &str) -> Option<T> {
        let message = "`#extension` is not well formed";
        let diagnostic = Diagnostic::error(codes::INVALID_EXTENSION, message).at(span, words);
        self.report(diagnostic.with_note("the form is `#extension NAME : BEHAVIOR`"));
        None
    }

    /// The directive belongs before the first token.
    fn check_position(&mut self, span: Span) {
        if self.output.tokens.is_empty() || self.output.dialect.is_desktop() {
            return;
        }
        let message = "`#extension` stands behind the first declaration";
        match self.output.version {
            Version::Essl100 => {
                let warning = Diagnostic::warning(warnings::MISPLACED_EXTENSION, message);
                self.report_breach(warning.at(span, "move it to the top"));
            }
            Version::Essl300 => {
                let diagnostic = Diagnostic::error(codes::INVALID_EXTENSION, message);
                self.report(diagnostic.at(span, "move it to the top"));
            }
        }
    }
}
