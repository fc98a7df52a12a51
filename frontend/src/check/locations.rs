//! Locations of attributes and outputs, and outputs that exclude each other.

use super::Checker;
use crate::typed::{Base, Global, Role};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Builtin;
use rustc_hash::FxHashMap;

/// A variable with or without a `layout(location = N)`.
#[derive(Debug)]
struct Located {
    name: String,
    role: Role,
    location: Option<u32>,
    /// Locations it takes.
    count: u32,
    span: Span,
}

/// What a shader writes, and what has a location.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    /// `gl_FragColor` was written first here.
    pub(super) color: Option<Span>,
    /// `gl_FragData` was written first here.
    pub(super) data: Option<Span>,
    /// Outputs of a fragment shader and attributes.
    located: Vec<Located>,
}

impl Checker<'_> {
    /// Remembers what has a location, for [`Checker::check_outputs`].
    pub(super) fn note_location(&mut self, global: &Global) {
        if !matches!(global.role, Role::FragmentOut | Role::Attribute) {
            return;
        }
        let columns = match global.ty.base {
            Base::Matrix { columns, .. } => u32::from(columns),
            _ => 1,
        };
        self.outputs.located.push(Located {
            name: global.name.clone(),
            role: global.role.clone(),
            location: global.location,
            count: columns * global.ty.array.unwrap_or(1),
            span: global.span,
        });
    }

    /// Reports outputs that exclude each other and shared locations, at the end of the shader.
    pub(super) fn check_outputs(&mut self) {
        if let (Some(color), Some(data)) = (self.outputs.color, self.outputs.data) {
            self.report(
                Diagnostic::error(
                    semantic::FRAGMENT_OUTPUTS,
                    "the shader writes both `gl_FragColor` and `gl_FragData`",
                )
                .at(color.max(data), "one of the two is written here")
                .and_at(color.min(data), "the other is written here"),
            );
        }
        let located = std::mem::take(&mut self.outputs.located);
        // Only desktop GLSL has both.
        let declared = located.iter().find(|one| one.role == Role::FragmentOut);
        if let (Some(color), Some(declared)) = (self.outputs.color.or(self.outputs.data), declared)
        {
            let message = format!(
                "the shader writes both a `gl_` colour and `{}`",
                declared.name
            );
            self.report(
                Diagnostic::error(semantic::FRAGMENT_OUTPUTS, message)
                    .at(color, "one of the two is written here")
                    .and_at(declared.span, "the other is declared here"),
            );
        }
        let outputs = located
            .iter()
            .filter(|v| v.role == Role::FragmentOut)
            .count();
        // The variable that took each location.
        let mut taken: FxHashMap<u32, Span> = FxHashMap::default();
        for variable in &located {
            match variable.location {
                None if outputs > 1 && variable.role == Role::FragmentOut => {
                    let message = format!("the output `{}` needs a location", variable.name);
                    let diagnostic = Diagnostic::error(semantic::FRAGMENT_OUTPUTS, message)
                        .at(variable.span, "one of several outputs")
                        .with_help("write `layout(location = 0)` before it");
                    self.report(diagnostic);
                }
                None => {}
                Some(location) => self.take_locations(variable, location, &mut taken),
            }
        }
    }

    fn take_locations(&mut self, variable: &Located, first: u32, taken: &mut FxHashMap<u32, Span>) {
        for location in first..first.saturating_add(variable.count) {
            let Some(other) = taken.insert(location, variable.span) else {
                continue;
            };
            let code = match variable.role {
                Role::FragmentOut => semantic::FRAGMENT_OUTPUTS,
                _ => semantic::LAYOUT,
            };
            let diagnostic =
                Diagnostic::error(code, format!("the location {location} is used twice"))
                    .at(variable.span, "used again here")
                    .and_at(other, "used here");
            self.report(diagnostic);
            return;
        }
    }

    /// Whether a role is a colour output, which one at most of the two kinds may be written.
    pub(super) fn note_write(&mut self, role: &Role, span: Span) {
        match role {
            Role::BuiltinOut(Builtin::FragColor) => {
                self.outputs.color.get_or_insert(span);
            }
            Role::BuiltinOut(Builtin::FragData) => {
                self.outputs.data.get_or_insert(span);
            }
            _ => {}
        }
    }
}
