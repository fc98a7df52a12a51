//! `#if` and its relatives.

use super::directive::Line;
use super::driver::Preprocessor;
use super::evaluate::{Evaluator, Undefined};
use super::state::Conditional;
use retroshade_diagnostics::codes::preprocessor as codes;
use retroshade_diagnostics::{Diagnostic, Span};

impl Preprocessor<'_> {
    /// True if the present group is skipped.
    #[inline]
    pub(super) fn skipping(&self) -> bool {
        self.conditionals
            .last()
            .is_some_and(|conditional| !conditional.active)
    }

    fn open_conditional(&mut self, span: Span, word: &'static str, value: Option<bool>) {
        // Within a skipped group, and after an error in the condition, no group is read.
        let active = value.unwrap_or(false);
        let taken = value != Some(false);
        let enclosed = self.skipping();
        self.conditionals.push(Conditional {
            span,
            word,
            active,
            taken,
            enclosed,
            otherwise: None,
        });
    }

    pub(super) fn begin_if(&mut self, line: Line) {
        let span = line.span;
        let value = if self.skipping() {
            None
        } else {
            self.condition(line, "if")
        };
        self.open_conditional(span, "if", value);
    }

    pub(super) fn begin_ifdef(&mut self, line: &Line) {
        self.begin_by_definition(line, "ifdef", true);
    }

    pub(super) fn begin_ifndef(&mut self, line: &Line) {
        self.begin_by_definition(line, "ifndef", false);
    }

    /// Begins lines that are read if a macro is defined, or if it is not, as `wanted` says.
    fn begin_by_definition(&mut self, line: &Line, word: &'static str, wanted: bool) {
        if self.skipping() {
            return self.open_conditional(line.span, word, None);
        }
        let value = match line.tokens.split_first() {
            Some((name, rest)) if name.symbol().is_some() => {
                self.extra_tokens(word, rest);
                let defined = name
                    .symbol()
                    .and_then(|symbol| self.macros.find(symbol))
                    .is_some();
                Some(defined == wanted)
            }
            Some((name, _)) => {
                let message = format!("`#{word}` needs a name");
                self.malformed(message, name.span, "this is not a name");
                None
            }
            None => {
                self.malformed(
                    format!("`#{word}` needs a name"),
                    line.head,
                    "nothing follows",
                );
                None
            }
        };
        self.open_conditional(line.span, word, value);
    }

    pub(super) fn elif(&mut self, line: Line) {
        let Some(conditional) = self.innermost(line.head, "elif") else {
            return;
        };
        conditional.active = false;
        if conditional.taken {
            return;
        }
        let value = self.condition(line, "elif");
        if let Some(conditional) = self.conditionals.last_mut() {
            conditional.active = value == Some(true);
            conditional.taken = value != Some(false);
        }
    }

    pub(super) fn begin_else(&mut self, line: &Line) {
        let Some(conditional) = self.innermost(line.head, "else") else {
            return;
        };
        conditional.active = !conditional.taken;
        conditional.taken = true;
        conditional.otherwise = Some(line.span);
        if !conditional.enclosed {
            self.extra_tokens("else", &line.tokens);
        }
    }

    pub(super) fn endif(&mut self, line: &Line) {
        let base = self.frames.last().map_or(0, |frame| frame.conditionals);
        if self.conditionals.len() <= base {
            let message = "`#endif` without `#if`";
            let diagnostic = Diagnostic::error(codes::UNMATCHED_CONDITIONAL, message);
            return self.report(diagnostic.at(line.head, "nothing is open here"));
        }
        self.conditionals.pop();
        if !self.skipping() {
            self.extra_tokens("endif", &line.tokens);
        }
    }

    /// The conditional that an `#elif` or `#else` belongs to.
    fn innermost(&mut self, span: Span, word: &str) -> Option<&mut Conditional> {
        let base = self.frames.last().map_or(0, |frame| frame.conditionals);
        let open = self.conditionals.len() > base;
        let problem = match self.conditionals.last() {
            Some(conditional) if open => conditional.otherwise.map(|otherwise| {
                Diagnostic::error(
                    codes::UNMATCHED_CONDITIONAL,
                    format!("`#{word}` after `#else`"),
                )
                .at(span, "only `#endif` may follow")
                .and_at(otherwise, "the `#else`")
            }),
            _ => Some(
                Diagnostic::error(
                    codes::UNMATCHED_CONDITIONAL,
                    format!("`#{word}` without `#if`"),
                )
                .at(span, "nothing is open here"),
            ),
        };
        match problem {
            None => self.conditionals.last_mut(),
            Some(diagnostic) => {
                self.report(diagnostic);
                None
            }
        }
    }

    /// The value of a condition; `None` after an error.
    fn condition(&mut self, line: Line, word: &str) -> Option<bool> {
        if line.tokens.is_empty() {
            self.malformed(
                format!("`#{word}` needs a condition"),
                line.head,
                "nothing follows",
            );
            return None;
        }
        let end = line.span;
        let tokens = self.expand_condition(line.tokens);
        let undefined = if self.output.dialect.is_cg() {
            Undefined::Zero
        } else {
            Undefined::Error
        };
        let mut evaluator = Evaluator::new(&tokens, end, self.names, &self.macros, undefined);
        match evaluator.whole() {
            Ok(value) => Some(value != 0),
            Err(problem) => {
                self.report(*problem);
                None
            }
        }
    }
}
