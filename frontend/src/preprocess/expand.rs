//! Macro expansion, as C defines it.
//!
//! Expansions are a stack of token lists in front of the file. A macro is *active* while its list is on
//! the stack; its name, met in that time, is painted and never expanded again. Arguments are expanded
//! on their own before they replace parameters, which is the only recursion here and is limited.

use super::driver::Preprocessor;
use super::macros::{MacroId, MacroKind, Predefined};
use super::state::{Base, Context, ContextTokens};
use super::{ARGUMENT_DEPTH_LIMIT, EXPANSION_LIMIT};
use crate::lex::raw::{RawKind, RawToken};
use crate::lex::{Punctuator, Spacing, words};
use retroshade_diagnostics::codes::preprocessor as codes;
use retroshade_diagnostics::{Diagnostic, Expansion, Span};

impl Preprocessor<'_> {
    /// The next token after macro expansion.
    pub(super) fn next(&mut self, base: Base) -> RawToken {
        loop {
            let mut token = self.pull(base);
            let RawKind::Identifier(symbol) = token.kind else {
                return token;
            };
            let Some(id) = self.macros.find(symbol) else {
                return token;
            };
            let is_operator = self.in_condition && symbol == words::DEFINED;
            if token.painted || is_operator {
                return token;
            }
            if self.macros.is_active(id) {
                token.painted = true;
                return token;
            }
            let Some(entry) = self.macros.get(id) else {
                return token;
            };
            match &entry.kind {
                MacroKind::Predefined(value) => {
                    let value = *value;
                    return self.predefined(token, value);
                }
                MacroKind::Object => self.expand_object(token, id),
                MacroKind::Function(parameters) => {
                    let parameters = parameters.len();
                    if !self.peek_left_paren(base) {
                        return token;
                    }
                    self.expand_function(token, id, parameters, base);
                }
            }
        }
    }

    /// Expands a list on its own, as in `#if` and in arguments.
    pub(super) fn expand_list(&mut self, tokens: Vec<RawToken>) -> Vec<RawToken> {
        let base = Base {
            floor: self.contexts.len(),
            file: false,
        };
        self.push(ContextTokens::List(tokens), Span::NONE, Spacing::None, None);
        let mut result = Vec::new();
        loop {
            let token = self.next(base);
            if token.kind == RawKind::End {
                return result;
            }
            result.push(token);
        }
    }

    /// Expands the tokens of a condition: the operands of `defined` stay as they are.
    pub(super) fn expand_condition(&mut self, tokens: Vec<RawToken>) -> Vec<RawToken> {
        let base = Base {
            floor: self.contexts.len(),
            file: false,
        };
        self.push(ContextTokens::List(tokens), Span::NONE, Spacing::None, None);
        self.in_condition = true;
        let mut result: Vec<RawToken> = Vec::new();
        let mut operand = false;
        loop {
            let token = if operand {
                self.pull(base)
            } else {
                self.next(base)
            };
            if token.kind == RawKind::End {
                self.in_condition = false;
                return result;
            }
            operand = if operand {
                token.is(Punctuator::LeftParen)
            } else {
                token.kind == RawKind::Identifier(words::DEFINED)
            };
            result.push(token);
        }
    }

    /// The next token before macro expansion.
    pub(super) fn pull(&mut self, base: Base) -> RawToken {
        while self.contexts.len() > base.floor {
            let Some(context) = self.contexts.last_mut() else {
                break;
            };
            let first = context.next == 0;
            let token = match &context.tokens {
                ContextTokens::List(list) => list.get(context.next).copied(),
                ContextTokens::Body(id) => {
                    let token = self
                        .macros
                        .get(*id)
                        .and_then(|entry| entry.body.get(context.next));
                    token.map(|token| RawToken {
                        definition: token.span,
                        span: context.use_site,
                        spacing: if first {
                            context.spacing
                        } else {
                            token.spacing
                        },
                        ..*token
                    })
                }
            };
            if let Some(token) = token
                && !self.stopped
            {
                context.next += 1;
                self.count_steps(1, token.span);
                return token;
            }
            if let Some(active) = self.contexts.pop().and_then(|context| context.active) {
                self.macros.set_active(active, false);
            }
        }
        if base.file {
            self.file_token()
        } else {
            END_OF_LIST
        }
    }

    /// True if the next token, however far, is `(`. Takes nothing.
    fn peek_left_paren(&mut self, base: Base) -> bool {
        let contexts = self.contexts.get(base.floor..).unwrap_or(&[]);
        for context in contexts.iter().rev() {
            let token = match &context.tokens {
                ContextTokens::List(list) => list.get(context.next),
                ContextTokens::Body(id) => self
                    .macros
                    .get(*id)
                    .and_then(|entry| entry.body.get(context.next)),
            };
            if let Some(token) = token {
                return token.is(Punctuator::LeftParen);
            }
        }
        match self.frames.last_mut() {
            Some(frame) if base.file => frame.scanner.peek_left_paren(),
            _ => false,
        }
    }

    fn push(
        &mut self,
        tokens: ContextTokens,
        use_site: Span,
        spacing: Spacing,
        active: Option<MacroId>,
    ) {
        self.contexts.push(Context {
            tokens,
            next: 0,
            use_site,
            spacing,
            active,
        });
    }

    fn count_steps(&mut self, steps: usize, span: Span) {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > EXPANSION_LIMIT && !self.stopped {
            self.stopped = true;
            let message = format!("macro expansion takes more than {EXPANSION_LIMIT} steps");
            self.fail(
                Diagnostic::error(codes::MACRO_BUDGET, message).at(span, "while expanding this"),
            );
        }
    }

    fn predefined(&self, token: RawToken, value: Predefined) -> RawToken {
        let value = match value {
            Predefined::Line => self.line_of(token.span),
            Predefined::File => self.frames.last().map_or(0, |frame| frame.string_number),
            Predefined::Version => self.version_number,
            Predefined::Number(number) => number,
        };
        RawToken {
            kind: RawKind::Int(value),
            ..token
        }
    }

    /// The line on which a span ends: for a token of a macro's body, that of the `)` of the invocation.
    fn line_of(&self, span: Span) -> u32 {
        let last = span.end.saturating_sub(1).max(span.start);
        let last = Span::new(span.file, last, last);
        self.sources.place(last).map_or(0, |place| place.line)
    }

    fn expand_object(&mut self, name: RawToken, id: MacroId) {
        self.record(id, name, name.span);
        self.macros.set_active(id, true);
        self.push(ContextTokens::Body(id), name.span, name.spacing, Some(id));
    }

    /// Notes the use for messages, if the name stands in the text of a file.
    fn record(&mut self, id: MacroId, name: RawToken, use_site: Span) {
        let Some(entry) = self.macros.get(id) else {
            return;
        };
        if name.definition.is_none() {
            let (definition, body) = (entry.definition, entry.extent);
            self.sources.add_expansion(Expansion {
                use_site,
                definition,
                body,
            });
        }
    }

    /// Reads the arguments of a function-like macro and puts its body in their place.
    fn expand_function(&mut self, name: RawToken, id: MacroId, parameters: usize, base: Base) {
        let Some(arguments) = self.collect(name, base) else {
            return;
        };
        let use_site = name.span.to(arguments.end);
        let mut lists = arguments.lists;
        if parameters == 0 && lists.iter().all(Vec::is_empty) {
            lists.clear();
        }
        if lists.len() != parameters {
            return self.wrong_count(name, id, use_site, parameters, lists.len());
        }
        self.record(id, name, use_site);
        let mut expanded = Vec::with_capacity(lists.len());
        for (index, list) in lists.into_iter().enumerate() {
            expanded.push(if self.uses_parameter(id, index) {
                self.expand_argument(name, list)
            } else {
                Vec::new()
            });
        }
        let list = self.substitute(id, use_site, name.spacing, &expanded);
        self.count_steps(list.len(), use_site);
        self.macros.set_active(id, true);
        self.push(ContextTokens::List(list), use_site, name.spacing, Some(id));
    }

    fn uses_parameter(&self, id: MacroId, index: usize) -> bool {
        let Some(entry) = self.macros.get(id) else {
            return false;
        };
        entry
            .body
            .iter()
            .any(|token| token.kind == RawKind::Parameter(index as u32))
    }

    fn expand_argument(&mut self, name: RawToken, list: Vec<RawToken>) -> Vec<RawToken> {
        let plain = |token: &RawToken| match token.kind {
            RawKind::Identifier(symbol) => token.painted || self.macros.find(symbol).is_none(),
            _ => true,
        };
        if list.iter().all(plain) {
            return list;
        }
        if self.argument_depth >= ARGUMENT_DEPTH_LIMIT {
            if !self.stopped {
                self.stopped = true;
                let message = format!(
                    "macro invocations nest more than {ARGUMENT_DEPTH_LIMIT} levels deep in arguments"
                );
                let diagnostic = Diagnostic::error(codes::MACRO_DEPTH, message);
                self.fail(diagnostic.at(name.span, "too deep here"));
            }
            return Vec::new();
        }
        self.argument_depth += 1;
        let list = self.expand_list(list);
        self.argument_depth -= 1;
        list
    }

    /// The body of a macro with arguments for parameters.
    fn substitute(
        &self,
        id: MacroId,
        use_site: Span,
        spacing: Spacing,
        arguments: &[Vec<RawToken>],
    ) -> Vec<RawToken> {
        let body = self.macros.get(id).map_or(&[][..], |entry| &entry.body);
        let mut list: Vec<RawToken> = Vec::with_capacity(body.len());
        for token in body {
            let start = list.len();
            match token.kind {
                RawKind::Parameter(index) => {
                    list.extend(arguments.get(index as usize).into_iter().flatten());
                }
                _ => {
                    let (span, definition) = (use_site, token.span);
                    list.push(RawToken {
                        span,
                        definition,
                        ..*token
                    });
                }
            }
            let before = if start == 0 { spacing } else { token.spacing };
            if let Some(first) = list.get_mut(start) {
                first.spacing = before;
            }
        }
        list
    }
}

/// What follows the last token of a list.
const END_OF_LIST: RawToken = RawToken {
    kind: RawKind::End,
    spacing: Spacing::None,
    painted: false,
    span: Span::NONE,
    definition: Span::NONE,
};
