//! What to do about an error, in words and as changes of the text.

use crate::syntax;
use crate::typed::{ScalarKind, Type};
use retroshade_diagnostics::{Diagnostic, Edit, Span};

/// A line of help, with the changes that do it where they are known.
pub(super) struct Remedy {
    help: String,
    edits: Vec<Edit>,
}

impl Remedy {
    /// Words alone.
    pub(super) fn words(help: impl Into<String>) -> Remedy {
        Remedy {
            help: help.into(),
            edits: Vec::new(),
        }
    }

    /// Another text for what is written at a place. What a macro put there has another length, and stays.
    pub(super) fn replace(
        help: impl Into<String>,
        span: Span,
        written: &str,
        text: String,
    ) -> Remedy {
        let same = (span.end - span.start) as usize == written.len();
        Remedy {
            help: help.into(),
            edits: same.then_some(Edit { span, text }).into_iter().collect(),
        }
    }

    /// A conversion to a type around an expression.
    fn convert(ty: &str, source: Option<&syntax::Expression>) -> Remedy {
        let edits = source.into_iter().flat_map(|source| {
            let Span { file, start, end } = source.span;
            [
                Edit {
                    span: Span::new(file, start, start),
                    text: format!("{ty}("),
                },
                Edit {
                    span: Span::new(file, end, end),
                    text: ")".to_owned(),
                },
            ]
        });
        Remedy {
            help: format!("convert it: `{ty}(…)`"),
            edits: edits.collect(),
        }
    }

    /// A float of an int.
    pub(super) fn float(ty: Type, source: Option<&syntax::Expression>) -> Remedy {
        if let Some(remedy) = source.and_then(float_literal) {
            return remedy;
        }
        match ty.lanes() {
            Some(lanes @ 2..) => Remedy::convert(&format!("vec{lanes}"), source),
            _ => Remedy::convert("float", source),
        }
    }

    /// A value of one type of another one, which is spelled; `None` where there is no such conversion.
    pub(super) fn conversion(
        expected: Type,
        found: Type,
        value: &syntax::Expression,
        spelled: &str,
    ) -> Option<Remedy> {
        if expected.scalar_kind() == Some(ScalarKind::Float)
            && let Some(remedy) = float_literal(value)
        {
            return Some(remedy);
        }
        let (wanted, given) = (expected.components()?, found.components()?);
        let converts =
            given == 1 || given == wanted || (expected.lanes().is_some() && given > wanted);
        let same_shape = expected.matrix().is_some() == found.matrix().is_some();
        (converts && same_shape).then(|| Remedy::convert(spelled, Some(value)))
    }

    /// Adds the help and the edits to a message.
    pub(super) fn attach_to(self, diagnostic: Diagnostic) -> Diagnostic {
        let helped = diagnostic.with_help(self.help);
        self.edits.into_iter().fold(helped, |diagnostic, edit| {
            diagnostic.with_edit(edit.span, edit.text)
        })
    }
}

/// `2.0` for `2`.
fn float_literal(value: &syntax::Expression) -> Option<Remedy> {
    let literal = int_literal(value)?;
    let float = format!("{literal}.0");
    let help = format!("write `{float}`");
    Some(Remedy::replace(help, value.span, &literal, float))
}

/// The value of an `int` literal, perhaps negated.
fn int_literal(value: &syntax::Expression) -> Option<String> {
    match &value.kind {
        syntax::ExpressionKind::Int(value) => Some(value.to_string()),
        syntax::ExpressionKind::Prefix {
            operator: syntax::PrefixOperator::Negate,
            operand,
        } => match operand.kind {
            syntax::ExpressionKind::Int(value) => Some(format!("-{value}")),
            _ => None,
        },
        _ => None,
    }
}
