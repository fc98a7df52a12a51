//! What is said of the name and the expression at a place: the declaration, the type, the value.

use super::descriptions;
use super::reading::Reading;
use retroshade_diagnostics::{FileId, Span};
use retroshade_frontend::CrossReferences;
use retroshade_frontend::typed::{
    Constant, Declaration, DeclarationKind, Meaning, Role, Scalar, Type, Value,
};

/// What is said of a place.
#[derive(Default)]
pub(crate) struct Hover<'a> {
    pub(crate) said: Vec<Said>,
    /// What it is said of: the name, else the expression.
    pub(crate) span: Option<Span>,
    /// The declaration of the variable at the place, if it may be in a register.
    pub(crate) variable: Option<&'a Declaration>,
}

/// A part of what is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Lines of GLSL.
    Code(String),
    /// A sentence, with code between backquotes.
    Text(String),
}

/// What is said of the place at a byte.
pub(crate) fn hover(reading: Reading<'_>, file: FileId, byte: u32) -> Hover<'_> {
    let mut found = of_name(reading, file, byte);
    let (said, wider) = of_value(reading, file, byte, found.span);
    found.said.extend(said.map(Said::Text));
    found.span = found.span.or(wider);
    found
}

/// What is said of a name.
fn of_name(reading: Reading<'_>, file: FileId, byte: u32) -> Hover<'_> {
    let names = reading.names;
    let mut found = Hover::default();
    let expansion = reading.sources.expansion_at(Span::new(file, byte, byte));
    if let Some(expansion) = expansion {
        let name = reading.sources.text(expansion.definition);
        let end = expansion.use_site.start + name.len() as u32;
        if byte <= end && !expansion.definition.is_none() {
            let body = reading.sources.text(expansion.body);
            found.said.push(Said::Code(format!("#define {body}")));
        }
    }
    let Some(used) = names.use_at(file, byte) else {
        return found;
    };
    found.span = Some(used.span);
    match used.meaning {
        Meaning::Builtin(symbol) => {
            let text = names.text(symbol);
            let overloads = names.builtin_function(text);
            let mut variables = names.builtin_variables();
            let variable = variables.find(|(name, _)| *name == text);
            match (overloads.is_empty(), variable) {
                (_, Some((_, spelled))) => found.said.push(Said::Code(spelled)),
                (false, None) => found.said.push(Said::Code(overloads.join("\n"))),
                (true, None) => {}
            }
            let description = descriptions::of(text);
            found
                .said
                .extend(description.map(|text| Said::Text(text.to_owned())));
        }
        Meaning::Declared(id) => {
            if let Some(declaration) = names.declaration(id) {
                found.said.push(Said::Code(with_value(names, declaration)));
                found.variable = Some(declaration).filter(|one| has_register(&one.kind));
            }
        }
    }
    found
}

/// A declaration, with its value if it is constant.
pub(crate) fn with_value(names: &CrossReferences, declaration: &Declaration) -> String {
    let constant = declaration.constant.as_ref().zip(declaration.ty);
    let value = constant.map(|(value, ty)| format!(" = {}", spelled(names, ty, value)));
    format!("{}{}", declaration.spelled, value.unwrap_or_default())
}

/// True if the reflection says where something is.
pub(crate) fn has_register(kind: &DeclarationKind) -> bool {
    matches!(
        kind,
        DeclarationKind::Global(
            Role::Uniform
                | Role::Attribute
                | Role::VaryingIn
                | Role::VaryingOut
                | Role::FragmentOut
        )
    )
}

/// Returns the type of the expression around a place, or its value if it is constant.
fn of_value(
    reading: Reading<'_>,
    file: FileId,
    byte: u32,
    name: Option<Span>,
) -> (Option<String>, Option<Span>) {
    let around = |value: &&Value| {
        value.span.file == file && value.span.start <= byte && byte <= value.span.end
    };
    let mut values = reading.names.values.iter().filter(around);
    // Inner ones come first. What is constant as a whole is shown as a whole.
    let inner = match name {
        Some(_) => None,
        None => values
            .clone()
            .min_by_key(|value| value.span.end - value.span.start),
    };
    let folded = values.rfind(|value| value.constant.is_some());
    let folded = folded.filter(|value| Some(value.span) != name && !is_literal(reading, value));
    let Some(shown) = folded.or(inner) else {
        return (None, None);
    };
    let ty = reading.names.spell(shown.ty);
    let text = match &shown.constant {
        Some(value) => format!("`{ty}` = `{}`", spelled(reading.names, shown.ty, value)),
        None => format!("`{ty}`"),
    };
    (Some(text), Some(shown.span))
}

fn is_literal(reading: Reading<'_>, value: &Value) -> bool {
    let text = reading.sources.text(value.span);
    text.parse::<f64>().is_ok() || text == "true" || text == "false"
}

/// A constant as ESSL writes it.
fn spelled(names: &CrossReferences, ty: Type, constant: &Constant) -> String {
    let scalars = constant.scalars.iter().map(|scalar| match scalar {
        Scalar::Float(value) => format!("{value:?}"),
        Scalar::Int(value) => value.to_string(),
        Scalar::Uint(value) => format!("{value}u"),
        Scalar::Bool(value) => value.to_string(),
    });
    let scalars: Vec<String> = scalars.collect();
    match &scalars[..] {
        [only] => only.clone(),
        all => format!("{}({})", names.spell(ty), all.join(", ")),
    }
}
