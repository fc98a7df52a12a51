//! `#pragma`.

use super::KeptDirective;
use super::directive::Line;
use super::driver::Preprocessor;
use crate::lex::Spacing;
use crate::lex::raw::RawToken;
use crate::lex::splice::without_continuations;
use crate::typed::Directive;
use retroshade_diagnostics::codes::{preprocessor as codes, preprocessor_warning as warnings};
use retroshade_diagnostics::{Diagnostic, SourceMap};
use retroshade_ir::Stage;

impl Preprocessor<'_> {
    /// Known are `STDGL`, `retroshade`, `shader_stage` and `once`; all others are ignored, as ESSL says.
    pub(super) fn pragma(&mut self, line: &Line) {
        let text: String = line
            .tokens
            .iter()
            .map(|token| self.spelled(token.span))
            .collect();
        let first = line
            .tokens
            .first()
            .map(|token| self.spelled(token.span).into_owned());
        match first.as_deref().unwrap_or("") {
            "once" if line.tokens.len() == 1 => return self.pragma_once(line),
            "retroshade" => {
                let words = words(self.sources, line.tokens.get(1..).unwrap_or(&[]));
                self.output.directives.push(Directive {
                    words,
                    span: line.span,
                });
            }
            "STDGL" if text == "STDGLinvariant(all)" => {
                self.output.invariant_all = Some(line.span);
            }
            "STDGL" => {
                let warning = Diagnostic::warning(warnings::UNKNOWN_PRAGMA, "unknown STDGL pragma");
                let note = "the one there is: `#pragma STDGL invariant(all)`";
                self.report_warning(warning.at(line.span, "ignored").with_note(note));
            }
            "shader_stage" => self.pragma_stage(line, &text),
            _ => {}
        }
        self.keep(line);
    }

    /// Remembers a directive for `-E`.
    pub(super) fn keep(&mut self, line: &Line) {
        // What is left of line ends stands in comments.
        let one_line = self.spelled(line.span).replace(['\n', '\r'], " ");
        let at = self.output.tokens.len();
        self.output.kept.push(KeptDirective {
            at,
            text: one_line,
            span: line.span,
        });
    }

    fn pragma_once(&mut self, line: &Line) {
        if let Some(file) = self.sources.file(line.span.file)
            && file.included_from.is_some()
        {
            self.once.push(file.name.clone());
        }
    }

    fn pragma_stage(&mut self, line: &Line, text: &str) {
        let stage = match text {
            "shader_stage(vertex)" | "shader_stage(vert)" => Stage::Vertex,
            "shader_stage(fragment)" | "shader_stage(frag)" => Stage::Fragment,
            "shader_stage(geometry)" | "shader_stage(geom)" => Stage::Geometry,
            _ => {
                let message = "`#pragma shader_stage` names no stage that there is";
                let diagnostic = Diagnostic::error(codes::INVALID_STAGE, message)
                    .at(line.span, "")
                    .with_help(
                        "write `#pragma shader_stage(vertex)`, `(fragment)` or `(geometry)`",
                    );
                return self.report(diagnostic);
            }
        };
        self.output.stage = Some((stage, line.span));
    }
}

/// Tokens that touch each other, joined to words.
fn words(sources: &SourceMap, tokens: &[RawToken]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for token in tokens {
        let text = &*without_continuations(sources.text(token.span));
        match words.last_mut() {
            Some(word) if token.spacing == Spacing::None => word.push_str(text),
            _ => words.push(text.to_owned()),
        }
    }
    words
}
