//! `#define` and `#undef`.

use super::directive::Line;
use super::driver::{Origin, Preprocessor};
use super::emit::stray_hash;
use super::macros::{Macro, MacroKind};
use crate::intern::Symbol;
use crate::lex::raw::{RawKind, RawToken};
use crate::lex::{Punctuator, Spacing, words};
use crate::typed::Version;
use retroshade_diagnostics::codes::{preprocessor as codes, preprocessor_warning as warnings};
use retroshade_diagnostics::{Diagnostic, Span};

impl Preprocessor<'_> {
    pub(super) fn define(&mut self, line: &Line) {
        let Some((name, symbol)) = self.macro_name(line, "define") else {
            return;
        };
        let rest = line.tokens.get(1..).unwrap_or(&[]);
        let opens = rest
            .first()
            .is_some_and(|token| token.is(Punctuator::LeftParen) && token.spacing == Spacing::None);
        let (kind, body) = if !opens {
            (MacroKind::Object, rest)
        } else {
            match self.parameters(name, rest) {
                Some((parameters, body)) => (MacroKind::Function(parameters), body),
                None => return,
            }
        };
        let mut body = body.to_vec();
        if let Some(hash) = body.iter().find(|token| token.kind == RawKind::Hash) {
            self.fail(stray_hash().at(hash.span, ""));
            body.retain(|token| token.kind != RawKind::Hash);
        }
        if let MacroKind::Function(parameters) = &kind {
            for token in &mut body {
                let index = token
                    .symbol()
                    .and_then(|s| parameters.iter().position(|&p| p == s));
                if let Some(index) = index {
                    token.kind = RawKind::Parameter(index as u32);
                }
            }
        }
        let extent = body
            .last()
            .map_or(name.span, |last| name.span.to(last.span));
        let definition = Macro {
            name: symbol,
            kind,
            body,
            definition: name.span,
            extent,
            active: false,
        };
        if self.may_define(&definition) {
            self.macros.define(definition);
        }
    }

    pub(super) fn undef(&mut self, line: &Line) {
        let Some((name, symbol)) = self.macro_name(line, "undef") else {
            return;
        };
        self.extra_tokens("undef", line.tokens.get(1..).unwrap_or(&[]));
        let predefined = |entry: &Macro| matches!(entry.kind, MacroKind::Predefined(_));
        if self.macros.lookup(symbol).is_some_and(predefined) && !self.in_command_line() {
            return self.reserved(name, "is predefined and cannot be undefined");
        }
        self.macros.undefine(symbol);
    }

    fn in_command_line(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|frame| frame.origin == Origin::CommandLine)
    }

    /// The name that a directive is about.
    fn macro_name(&mut self, line: &Line, directive: &str) -> Option<(RawToken, Symbol)> {
        match line.tokens.first() {
            Some(name) => match name.symbol() {
                Some(symbol) => return Some((*name, symbol)),
                None => {
                    let message = format!("`#{directive}` needs a name");
                    self.malformed(message, name.span, "this cannot be the name of a macro");
                }
            },
            None => {
                let message = format!("`#{directive}` needs a name");
                self.malformed(message, line.head, "nothing follows");
            }
        }
        None
    }

    fn reserved(&mut self, name: RawToken, why: &str) {
        let text = self.spelled(name.span);
        let message = format!("`{text}` {why}");
        self.report(Diagnostic::error(codes::RESERVED_MACRO, message).at(name.span, ""));
    }

    /// True if a macro may get this definition; reports why not.
    fn may_define(&mut self, new: &Macro) -> bool {
        let name = RawToken {
            kind: RawKind::Identifier(new.name),
            spacing: Spacing::Blank,
            painted: false,
            span: new.definition,
            definition: Span::NONE,
        };
        let text = self.names.text(new.name);
        let old = self.macros.lookup(new.name);
        let is_operator = new.name == words::DEFINED;
        if is_operator && self.output.version == Version::Essl100 {
            self.reserved(name, "is an operator and cannot be a macro");
            return false;
        }
        if old.is_some_and(|old| matches!(old.kind, MacroKind::Predefined(_))) {
            self.reserved(name, "is predefined and cannot be redefined");
            return false;
        }
        if text.starts_with("GL_") {
            self.reserved(name, "begins with `GL_`, which is reserved");
            return false;
        }
        let trouble = if is_operator {
            Some("is the name of an operator")
        } else {
            text.contains("__")
                .then_some("contains `__`, which is reserved")
        };
        if let Some(trouble) = trouble {
            let message = format!("macro name `{text}` {trouble}");
            let warning = Diagnostic::warning(warnings::RESERVED_MACRO_NAME, message);
            self.report_warning(warning.at(name.span, ""));
        }
        if let Some(old) = self.macros.lookup(new.name)
            && !self.same(old, new)
        {
            let message = format!(
                "macro `{}` is defined differently",
                self.names.text(new.name)
            );
            let diagnostic = Diagnostic::error(codes::MACRO_REDEFINED, message)
                .at(new.definition, "second definition")
                .and_at(old.definition, "first definition")
                .with_help("`#undef` it first");
            self.report(diagnostic);
            return false;
        }
        true
    }

    /// Reads `(a, b)` and gives the parameters and what follows.
    fn parameters<'t>(
        &mut self,
        name: RawToken,
        tokens: &'t [RawToken],
    ) -> Option<(Vec<Symbol>, &'t [RawToken])> {
        let mut rest = tokens.get(1..).unwrap_or(&[]);
        let mut parameters = Vec::new();
        if let [close, body @ ..] = rest
            && close.is(Punctuator::RightParen)
        {
            return Some((parameters, body));
        }
        loop {
            let (parameter, separator, tail) = match rest {
                [parameter, separator, tail @ ..] => (parameter, separator, tail),
                [last] => return self.bad_parameters(last.span, "the list is not closed"),
                [] => return self.bad_parameters(name.span, "the list is not closed"),
            };
            let Some(symbol) = parameter.symbol() else {
                return self.bad_parameters(parameter.span, "this is not a parameter name");
            };
            if parameters.contains(&symbol) {
                return self.bad_parameters(parameter.span, "this parameter is there already");
            }
            parameters.push(symbol);
            match separator.kind {
                RawKind::Punctuator(Punctuator::RightParen) => return Some((parameters, tail)),
                RawKind::Punctuator(Punctuator::Comma) => rest = tail,
                _ => return self.bad_parameters(separator.span, "expected `,` or `)`"),
            }
        }
    }

    fn bad_parameters<T>(&mut self, span: Span, words: &str) -> Option<T> {
        let message = "the macro's parameter list is not well formed";
        self.report(Diagnostic::error(codes::MACRO_PARAMETERS, message).at(span, words));
        None
    }

    /// True if two definitions are the same: parameters, the spelling of tokens, and where there is
    /// white space.
    fn same(&self, old: &Macro, new: &Macro) -> bool {
        let first = old.body.first().map(|token| token.span);
        let spelled_alike = |a: &RawToken, b: &RawToken| match a.kind {
            RawKind::Identifier(_) | RawKind::Punctuator(_) | RawKind::Parameter(_) => true,
            // `1.0` and `1.`, `16` and `0x10` are tokens of the same value.
            _ => self.spelled(a.span) == self.spelled(b.span),
        };
        old.kind == new.kind
            && old.body.len() == new.body.len()
            && old.body.iter().zip(&new.body).all(|(a, b)| {
                let space = Some(a.span) == first || a.spacing == b.spacing;
                space && a.kind == b.kind && spelled_alike(a, b)
            })
    }
}
