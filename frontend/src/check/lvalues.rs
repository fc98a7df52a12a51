//! What may be written.

use super::Checker;
use super::scope::Binding;
use crate::syntax;
use crate::typed::{Direction, Expression, ExpressionKind, GlobalId, LocalId, Role};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// True if an expression may be written; reports it otherwise. `action` says how, as in `cannot be
    /// assigned`.
    pub(super) fn writable(
        &mut self,
        target: &Expression,
        source: &syntax::Expression,
        action: &str,
    ) -> bool {
        if self.has_sampler(target.ty) {
            let message = format!("`{}` cannot be {action}", self.spell(target.ty));
            self.error(semantic::SAMPLER_USE, message, target.span, "a sampler");
            return false;
        }
        let mut part = target;
        loop {
            part = match &part.kind {
                ExpressionKind::Member { base, .. } | ExpressionKind::Index { base, .. } => base,
                ExpressionKind::Swizzle { base, lanes } => {
                    if repeats(lanes) {
                        let message = "a component occurs twice in what is written";
                        let label = "has a component twice";
                        self.error(semantic::NOT_ASSIGNABLE, message, part.span, label);
                        return false;
                    }
                    base
                }
                ExpressionKind::Local(id) => return self.writable_local(*id, target, action),
                ExpressionKind::Global(id) => return self.writable_global(*id, target, action),
                _ => return self.not_writable(target, source, action),
            };
        }
    }

    fn writable_local(&mut self, id: LocalId, target: &Expression, action: &str) -> bool {
        let Some(body) = &mut self.body else {
            return false;
        };
        if let Some(writes) = body.writes.get_mut(id.0 as usize) {
            *writes += 1;
        }
        if body.parameters.get(id.0 as usize) != Some(&Direction::ConstIn) {
            return true;
        }
        if let Some(local) = body.locals.get(id.0 as usize) {
            let (name, span) = (local.name.clone(), local.span);
            self.read_only(
                &name,
                "a `const` parameter",
                target.span,
                (span, None),
                action,
            );
        }
        false
    }

    fn writable_global(&mut self, id: GlobalId, target: &Expression, action: &str) -> bool {
        let Some(global) = self.globals.get(id.0 as usize) else {
            return false;
        };
        let what = match &global.role {
            Role::Private | Role::VaryingOut | Role::FragmentOut | Role::BuiltinOut(_) => {
                let role = global.role.clone();
                self.note_write(&role, target.span);
                return true;
            }
            Role::Constant => "a constant",
            Role::Uniform | Role::DepthRange => "a uniform",
            Role::Attribute if self.is_100() => "an attribute",
            Role::VaryingIn if self.is_100() => "a varying, which only the vertex shader writes",
            Role::Attribute | Role::VaryingIn | Role::BuiltinIn(_) => "an input",
        };
        let builtin = matches!(global.role, Role::BuiltinIn(_) | Role::DepthRange);
        let declared = if builtin { Span::NONE } else { global.span };
        let (name, ty) = (global.name.clone(), global.ty);
        let copied = !builtin && !matches!(global.role, Role::Constant) && ty.array.is_none();
        let copy = copied.then(|| format!("change a copy: `{} changed = {name};`", self.spell(ty)));
        self.read_only(&name, what, target.span, (declared, copy), action);
        false
    }

    /// Reports a variable that is only read. `help` says what to do instead.
    #[cold]
    fn read_only(
        &mut self,
        name: &str,
        what: &str,
        span: Span,
        (declared, help): (Span, Option<String>),
        action: &str,
    ) {
        let message = format!("`{name}` cannot be {action}");
        let mut diagnostic = Diagnostic::error(semantic::NOT_ASSIGNABLE, message)
            .at(span, format!("`{name}` is {what}"))
            .and_at(declared, "declared here");
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
        self.report(diagnostic);
    }

    /// Reports a target that is no variable, or a constant, whose use is its value.
    #[cold]
    fn not_writable(
        &mut self,
        target: &Expression,
        source: &syntax::Expression,
        action: &str,
    ) -> bool {
        let mut root = source;
        loop {
            root = match &root.kind {
                syntax::ExpressionKind::Field { base, .. }
                | syntax::ExpressionKind::Index { base, .. } => base,
                syntax::ExpressionKind::Name(name) => {
                    let text = self.text(name.symbol).to_owned();
                    let declared = self
                        .scopes
                        .find(name.symbol)
                        .filter(|entry| {
                            matches!(entry.binding, Binding::Local(_) | Binding::Global(_))
                        })
                        .map_or(Span::NONE, |entry| entry.span);
                    self.read_only(&text, "a constant", target.span, (declared, None), action);
                    return false;
                }
                _ => break,
            };
        }
        let message = format!("this expression cannot be {action}");
        let label = "a value, not a variable";
        self.error(semantic::NOT_ASSIGNABLE, message, target.span, label);
        false
    }
}

fn repeats(lanes: &[u8]) -> bool {
    let mut seen = 0u8;
    lanes.iter().any(|&lane| {
        let bit = 1 << (lane & 7);
        let again = seen & bit != 0;
        seen |= bit;
        again
    })
}
