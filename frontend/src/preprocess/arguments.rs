//! The arguments of function-like macros.

use super::driver::Preprocessor;
use super::macros::MacroId;
use super::state::Base;
use crate::lex::Punctuator;
use crate::lex::raw::{RawKind, RawToken};
use retroshade_diagnostics::codes::preprocessor as codes;
use retroshade_diagnostics::{Diagnostic, Span};

/// The arguments of one invocation, with the closing parenthesis.
pub(super) struct Arguments {
    pub(super) lists: Vec<Vec<RawToken>>,
    pub(super) end: Span,
}

impl Preprocessor<'_> {
    /// Reads `( … )` after a macro's name. `None` after an error.
    pub(super) fn collect(&mut self, name: RawToken, base: Base) -> Option<Arguments> {
        self.collecting += usize::from(base.file);
        let arguments = self.collect_lists(base);
        self.collecting -= usize::from(base.file);
        if arguments.is_none() && !self.stopped {
            let text = self.names.text(name.symbol()?);
            let message = format!("the arguments of macro `{text}` never end");
            let diagnostic = Diagnostic::error(codes::MACRO_ARGUMENTS, message)
                .at(name.span, "no `)` for this invocation");
            self.fail(diagnostic);
        }
        arguments
    }

    fn collect_lists(&mut self, base: Base) -> Option<Arguments> {
        self.pull(base);
        let mut lists = vec![Vec::new()];
        let mut depth = 0usize;
        loop {
            let mut token = self.pull(base);
            match token.kind {
                RawKind::End => return None,
                RawKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                RawKind::Punctuator(Punctuator::RightParen) if depth == 0 => {
                    return Some(Arguments {
                        lists,
                        end: token.span,
                    });
                }
                RawKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                RawKind::Punctuator(Punctuator::Comma) if depth == 0 => {
                    lists.push(Vec::new());
                    continue;
                }
                RawKind::Identifier(symbol) => {
                    let active = self
                        .macros
                        .find(symbol)
                        .is_some_and(|id| self.macros.is_active(id));
                    token.painted |= active;
                }
                _ => {}
            }
            if let Some(list) = lists.last_mut() {
                list.push(token);
            }
        }
    }

    pub(super) fn wrong_count(
        &mut self,
        name: RawToken,
        id: MacroId,
        at: Span,
        wanted: usize,
        found: usize,
    ) {
        let Some(entry) = self.macros.get(id) else {
            return;
        };
        let definition = entry.definition;
        let text = self.names.text(entry.name);
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("macro `{text}` takes {wanted} argument{plural}, not {found}");
        let at = if name.definition.is_none() {
            at
        } else {
            name.span
        };
        let diagnostic = Diagnostic::error(codes::MACRO_ARGUMENTS, message)
            .at(at, format!("{found} given"))
            .and_at(definition, "defined here");
        self.fail(diagnostic);
    }
}
