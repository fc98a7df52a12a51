//! What the tests of the text half share.

pub(crate) mod dump;

use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostics, Severity, SourceFile, SourceMap};
use retroshade_frontend::intern::Interner;
use retroshade_frontend::lex::{Token, TokenKind};
use retroshade_frontend::parse::parse;
use retroshade_frontend::preprocess::{
    IncludeRequest, Included, Includer, Options, Preprocessed, preprocess, write_preprocessed,
};
use retroshade_frontend::syntax::TranslationUnit;
use std::collections::BTreeMap;

/// Includes from memory.
#[derive(Default)]
pub(crate) struct Files(pub(crate) BTreeMap<String, String>);

impl Files {
    pub(crate) fn new(files: &[(&str, &str)]) -> Files {
        Files(
            files
                .iter()
                .map(|(name, text)| (name.to_string(), text.to_string()))
                .collect(),
        )
    }
}

impl Includer for Files {
    fn include(&mut self, request: IncludeRequest<'_>) -> Result<Included, Fault> {
        let text = self.0.get(request.name).ok_or("not found")?;
        Ok(Included {
            name: request.name.to_owned(),
            text: text.clone(),
        })
    }
}

/// A source on its way.
pub(crate) struct Run {
    pub(crate) sources: SourceMap,
    pub(crate) names: Interner,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) result: Preprocessed,
}

impl Run {
    /// Preprocesses a source.
    pub(crate) fn with(text: &str, options: &Options, files: &mut Files) -> Run {
        let mut sources = SourceMap::new();
        let mut names = Interner::new();
        let mut diagnostics = Diagnostics::new();
        let file = sources.add(SourceFile::new("main", text));
        let result = preprocess(
            &mut sources,
            file,
            options,
            files,
            &mut names,
            &mut diagnostics,
        );
        Run {
            sources,
            names,
            diagnostics,
            result,
        }
    }

    pub(crate) fn new(text: &str) -> Run {
        Run::with(text, &Options::default(), &mut Files::default())
    }

    /// Preprocesses and, unless that is in vain, parses.
    pub(crate) fn parse(text: &str) -> (Run, Option<TranslationUnit>) {
        let mut run = Run::new(text);
        let unit = (!run.result.unusable).then(|| run.parse_result());
        (run, unit)
    }

    /// Parses what was preprocessed.
    pub(crate) fn parse_result(&mut self) -> TranslationUnit {
        parse(
            &self.result,
            &self.sources,
            &self.names,
            &mut self.diagnostics,
        )
    }

    /// The tokens in their spelling, separated by blanks.
    pub(crate) fn tokens(&self) -> String {
        let spelling = |token: &Token| match token.kind {
            TokenKind::Identifier(symbol) => self.names.text(symbol).to_owned(),
            TokenKind::Reserved(symbol) => format!("{}!", self.names.text(symbol)),
            TokenKind::Int(value) => value.to_string(),
            TokenKind::Uint(value) => format!("{value}u"),
            TokenKind::Float(value) => format!("{value:?}"),
            TokenKind::Punctuator(punctuator) => punctuator.text().to_owned(),
            TokenKind::End => String::new(),
            TokenKind::Keyword(_) | TokenKind::Type(_) => {
                let written = if token.definition.is_none() {
                    token.span
                } else {
                    token.definition
                };
                // A continuation may stand in the middle of a word.
                self.sources.text(written).replace(['\\', '\r', '\n'], "")
            }
        };
        let list: Vec<String> = self.result.tokens.iter().map(spelling).collect();
        list.join(" ").trim_end().to_owned()
    }

    /// `-E`.
    pub(crate) fn written(&self) -> String {
        write_preprocessed(&self.result, &self.sources, &self.names)
    }

    /// The messages as `line:column code`.
    pub(crate) fn messages(&self) -> Vec<String> {
        let place = |diagnostic: &retroshade_diagnostics::Diagnostic| {
            let place = diagnostic
                .primary
                .as_ref()
                .and_then(|label| self.sources.place(label.span));
            let place = place.map_or("-".to_owned(), |place| {
                format!("{}:{}", place.line, place.column)
            });
            format!("{place} {}", diagnostic.code.id)
        };
        self.diagnostics.iter().map(place).collect()
    }

    /// The ids of errors.
    pub(crate) fn errors(&self) -> Vec<&'static str> {
        let errors = self
            .diagnostics
            .iter()
            .filter(|d| d.severity != Severity::Warning);
        errors.map(|diagnostic| diagnostic.code.id).collect()
    }
}
