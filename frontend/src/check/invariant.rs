//! `invariant gl_Position, vColor;`

use super::Checker;
use super::scope::Binding;
use crate::syntax::Name;
use crate::typed::{GlobalId, Role};
use retroshade_diagnostics::Diagnostic;
use retroshade_diagnostics::codes::semantic;
use retroshade_ir::Stage;

impl Checker<'_> {
    /// Marks variables that were declared before.
    pub(super) fn invariant_names(&mut self, names: &[Name]) {
        for name in names {
            let entry = self.scopes.find(name.symbol);
            let entry = entry.map(|entry| (entry.binding, entry.span));
            if let Some((_, declared)) = entry {
                self.note_use(*name, declared);
            }
            let id = match entry.map(|(binding, _)| binding) {
                Some(Binding::Global(id)) => id,
                Some(Binding::Poison) => continue,
                Some(_) => {
                    self.not_invariant(*name, "not a variable");
                    continue;
                }
                None => match self.builtin_variable_id(*name) {
                    Some(Some(id)) => {
                        self.note_builtin(*name);
                        id
                    }
                    Some(None) => continue,
                    None => {
                        self.unknown("variable", name.symbol, name.span);
                        continue;
                    }
                },
            };
            self.mark_invariant(*name, id);
        }
    }

    fn mark_invariant(&mut self, name: Name, id: GlobalId) {
        let (old, stage) = (self.is_100(), self.stage);
        let Some(global) = self.globals.get_mut(id.0 as usize) else {
            return;
        };
        let allowed = match &global.role {
            Role::VaryingOut | Role::FragmentOut | Role::BuiltinOut(_) => true,
            Role::VaryingIn | Role::BuiltinIn(_) => old && stage == Stage::Fragment,
            _ => false,
        };
        if allowed {
            global.invariant = true;
        } else {
            self.not_invariant(name, "not an output of this stage");
        }
    }

    #[cold]
    fn not_invariant(&mut self, name: Name, label: &str) {
        let text = self.text(name.symbol);
        self.report(
            Diagnostic::error(semantic::INVARIANT, format!("`{text}` cannot be invariant"))
                .at(name.span, label),
        );
    }
}
