//! Functions of one name: which declarations are the same function, and which contradict each other.

use super::Checker;
use super::builtins;
use super::functions::{Declares, Group, Head, Signature, SignatureParameter};
use super::scope::Binding;
use crate::syntax::Name;
use crate::typed::Type;
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// Enters a function among its overloads; gives its index unless something is wrong with it.
    pub(super) fn register(&mut self, head: &Head<'_>, declares: Declares) -> Option<u32> {
        let name = head.name;
        let parameters: Option<Vec<SignatureParameter>> = head
            .parameters
            .iter()
            .map(|parameter| {
                let ty = parameter.ty?;
                let direction = parameter.direction;
                Some(SignatureParameter { ty, direction })
            })
            .collect();
        let (Some(result), Some(parameters)) = (head.result, parameters) else {
            if self.scopes.find_here(name.symbol).is_none() {
                self.declare(name, Binding::Poison);
            }
            return None;
        };
        if self.text(name.symbol) == "main"
            && !self.is_cg()
            && !self.main_head(result, &parameters, name)
        {
            return None;
        }
        self.not_builtin(name, &parameters)?;
        let group = self.group(name)?;
        let known = self.find_signature(group, &parameters);
        match known {
            Some(index) => self.declare_again(index, name, result, &parameters, declares),
            None => Some(self.declare_first(group, name, result, parameters, declares)),
        }
    }

    fn main_head(&mut self, result: Type, parameters: &[SignatureParameter], name: Name) -> bool {
        if result.is_void() && parameters.is_empty() {
            return true;
        }
        let message = "`main` must be declared as `void main()`";
        self.error(semantic::MAIN, message, name.span, "declared otherwise");
        // What follows finds a function of this name, but no second message.
        if self.scopes.find_here(name.symbol).is_none() {
            self.scopes.declare(name.symbol, Binding::Poison, name.span);
        }
        false
    }

    /// Reports a function that would replace a built-in one.
    fn not_builtin(&mut self, name: Name, parameters: &[SignatureParameter]) -> Option<()> {
        let text = self.text(name.symbol);
        let Some(row) = builtins::function(text) else {
            return Some(());
        };
        // In desktop GLSL a function of the shader hides the built-in one; Cg's are others.
        if self.unit.dialect.is_desktop() || self.is_cg() {
            return Some(());
        }
        let replaced = row.overloads.iter().any(|overload| {
            let exists = overload.availability.check(self.place()).is_ok();
            let same = overload.result(parameters.iter().map(|p| p.ty)).is_some();
            exists && (same || !self.is_100())
        });
        if !replaced {
            return Some(());
        }
        let what = if self.is_100() {
            "redefined"
        } else {
            "redefined or overloaded"
        };
        let message = format!("the built-in function `{text}` cannot be {what}");
        let label = "a built-in function has this name and these parameters";
        let label = if self.is_100() {
            label
        } else {
            "a built-in function has this name"
        };
        self.error(semantic::BUILTIN_REDEFINED, message, name.span, label);
        if self.scopes.find_here(name.symbol).is_none() {
            self.scopes.declare(name.symbol, Binding::Poison, name.span);
        }
        None
    }

    /// The group of a name, new or known.
    fn group(&mut self, name: Name) -> Option<u32> {
        match self
            .scopes
            .find_here(name.symbol)
            .map(|entry| (entry.binding, entry.span))
        {
            Some((Binding::Functions(group), _)) => Some(group),
            Some((Binding::Poison, _)) => None,
            Some((_, earlier)) => {
                self.redeclared("name", name, earlier);
                None
            }
            None => {
                self.groups.push(Group::default());
                let group = self.groups.len() as u32 - 1;
                self.declare(name, Binding::Functions(group));
                Some(group)
            }
        }
    }

    fn find_signature(&self, group: u32, parameters: &[SignatureParameter]) -> Option<u32> {
        let group = self.groups.get(group as usize)?;
        group.overloads.iter().copied().find(|&index| {
            let types = parameters.iter().map(|parameter| parameter.ty);
            self.signatures
                .get(index as usize)
                .is_some_and(|signature| signature.parameters.iter().map(|p| p.ty).eq(types))
        })
    }

    fn declare_first(
        &mut self,
        group: u32,
        name: Name,
        result: Type,
        parameters: Vec<SignatureParameter>,
        declares: Declares,
    ) -> u32 {
        let index = self.signatures.len() as u32;
        self.signatures.push(Signature {
            name: name.symbol,
            result,
            parameters,
            span: name.span,
            prototype: (declares == Declares::Prototype).then_some(name.span),
            definition: (declares == Declares::Definition).then_some(name.span),
            function: None,
        });
        if let Some(group) = self.groups.get_mut(group as usize) {
            group.overloads.push(index);
        }
        index
    }

    /// A second declaration of the same function.
    fn declare_again(
        &mut self,
        index: u32,
        name: Name,
        result: Type,
        parameters: &[SignatureParameter],
        declares: Declares,
    ) -> Option<u32> {
        let text = self.text(name.symbol);
        let old = self.is_100();
        let signature = self.signatures.get_mut(index as usize)?;
        let first = signature.span;
        if signature.result != result {
            let message = format!("`{text}` differs from another function in its result only");
            return self.contradiction(message, name.span, first);
        }
        let differs = signature
            .parameters
            .iter()
            .zip(parameters)
            .any(|(a, b)| a.direction != b.direction);
        if differs {
            let message = format!("the qualifiers of the parameters of `{text}` changed");
            return self.contradiction(message, name.span, first);
        }
        let earlier = if declares == Declares::Definition {
            signature.definition.replace(name.span)
        } else {
            signature.prototype.replace(name.span).filter(|_| old)
        };
        if let Some(earlier) = earlier {
            let what = if declares == Declares::Definition {
                "defined"
            } else {
                "declared"
            };
            return self.fail(
                Diagnostic::error(
                    semantic::FUNCTION_REDEFINED,
                    format!("the function `{text}` is {what} twice"),
                )
                .at(name.span, format!("{what} again"))
                .and_at(earlier, format!("first {what} here")),
            );
        }
        Some(index)
    }

    #[cold]
    fn contradiction(&mut self, message: String, span: Span, first: Span) -> Option<u32> {
        self.fail(
            Diagnostic::error(semantic::FUNCTION_HEAD, message)
                .at(span, "declared differently here")
                .and_at(first, "first declared here"),
        )
    }
}
