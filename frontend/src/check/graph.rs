//! The call graph: missing bodies, recursion, order of functions.

use super::Checker;
use crate::typed::FunctionId;
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

/// Functions that are called, times global variables.
const PAIR_LIMIT: usize = 1 << 20;

/// A call of a user's function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// The calling function; `None` in the initialiser of a global.
    pub(super) caller: Option<u32>,
    /// The called function.
    pub(super) callee: u32,
    /// The name at the call.
    pub(super) span: Span,
}

/// The state of a function in a depth-first search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

impl Checker<'_> {
    /// Ends the check: `main` and the functions it reaches, callees first, if all is well.
    pub(super) fn finish(&mut self) -> Option<(FunctionId, Vec<FunctionId>)> {
        self.check_outputs();
        self.check_bodies();
        let callees = self.callees();
        self.check_recursion(&callees);
        let main = self.find_main()?;
        if self.errors > 0 {
            return None;
        }
        let order = postorder(&callees, main as usize);
        // The reader behind the canonical text needs memory for each pair.
        if order.len().saturating_mul(self.globals.len()) > PAIR_LIMIT {
            let message = format!(
                "{} functions with {} global variables are too many",
                order.len(),
                self.globals.len()
            );
            let label = format!("the limit of their product is {PAIR_LIMIT}");
            self.error(semantic::TOO_LARGE, message, self.last_span(), &label);
            return None;
        }
        let order = order
            .into_iter()
            .map(|index| FunctionId(index as u32))
            .collect();
        Some((FunctionId(main), order))
    }

    fn find_main(&mut self) -> Option<u32> {
        let symbol = self.names.get("main");
        let found = self
            .signatures
            .iter()
            .position(|signature| Some(signature.name) == symbol && signature.definition.is_some());
        if let Some(index) = found {
            return u32::try_from(index).ok();
        }
        // A `main` that is something else was reported already.
        let taken = symbol.is_some_and(|symbol| {
            let entry = self.scopes.find(symbol);
            entry.is_some_and(|entry| entry.binding == super::scope::Binding::Poison)
        });
        if !taken {
            let mut diagnostic = Diagnostic::error(semantic::MAIN, "the shader has no `main`")
                .at(self.last_span(), "`void main()` is not defined up to here");
            let image = self
                .signatures
                .iter()
                .find(|signature| self.text(signature.name) == "mainImage");
            let similar = self.signatures.iter().find(|signature| {
                let name = self.text(signature.name);
                signature.definition.is_some() && super::suggest::distance(name, "main", 2) <= 2
            });
            if let Some(signature) = image {
                diagnostic = diagnostic
                    .and_at(signature.span, "an image shader of Shadertoy")
                    .with_help("read it with --shadertoy, which adds what Shadertoy does");
            } else if let Some(signature) = similar {
                let name = self.text(signature.name);
                diagnostic = diagnostic
                    .and_at(signature.span, "is this `main`?")
                    .with_help(format!("did you mean `main` by `{name}`?"));
            }
            self.report(diagnostic);
        }
        None
    }

    fn check_bodies(&mut self) {
        let mut reported = vec![false; self.signatures.len()];
        let calls = std::mem::take(&mut self.calls);
        for call in &calls {
            let Some(signature) = self.signatures.get(call.callee as usize) else {
                continue;
            };
            let Some(reported) = reported.get_mut(call.callee as usize) else {
                continue;
            };
            if signature.definition.is_some() || std::mem::replace(reported, true) {
                continue;
            }
            let name = self.text(signature.name);
            let diagnostic = Diagnostic::error(
                semantic::MISSING_BODY,
                format!("the function `{name}` is called but never defined"),
            )
            .at(call.span, "called here")
            .and_at(signature.span, "declared here");
            self.report(diagnostic);
        }
        self.calls = calls;
    }

    /// By function: the functions it calls, each once, with the first call.
    fn callees(&self) -> Vec<Vec<(usize, Span)>> {
        let mut callees: Vec<Vec<(usize, Span)>> = vec![Vec::new(); self.signatures.len()];
        // The caller that last called a function: calls of one caller are adjacent.
        let mut last_caller = vec![None; self.signatures.len()];
        for call in &self.calls {
            let Some(last) = last_caller.get_mut(call.callee as usize) else {
                continue;
            };
            let Some(caller) = call.caller else {
                continue;
            };
            if *last == Some(caller) {
                continue;
            }
            *last = Some(caller);
            if let Some(list) = callees.get_mut(caller as usize) {
                list.push((call.callee as usize, call.span));
            }
        }
        callees
    }

    /// Reports each cycle once, at the call that closes it.
    fn check_recursion(&mut self, callees: &[Vec<(usize, Span)>]) {
        let mut marks = vec![Mark::New; callees.len()];
        for root in 0..callees.len() {
            if marks.get(root) != Some(&Mark::New) {
                continue;
            }
            let mut path: Vec<(usize, usize)> = vec![(root, 0)];
            set(&mut marks, root, Mark::Open);
            while let Some(&(function, next)) = path.last() {
                let call = callees.get(function).and_then(|list| list.get(next));
                let Some(&(callee, span)) = call else {
                    set(&mut marks, function, Mark::Done);
                    path.pop();
                    continue;
                };
                if let Some(top) = path.last_mut() {
                    top.1 += 1;
                }
                match marks.get(callee) {
                    Some(Mark::New) => {
                        set(&mut marks, callee, Mark::Open);
                        path.push((callee, 0));
                    }
                    Some(Mark::Open) => self.recursion(&path, callee, span),
                    _ => {}
                }
            }
        }
    }

    #[cold]
    fn recursion(&mut self, path: &[(usize, usize)], callee: usize, span: Span) {
        let start = path
            .iter()
            .position(|(index, _)| *index == callee)
            .unwrap_or(0);
        let cycle = path.get(start..).unwrap_or(&[]);
        let name = |checker: &Self, index: usize| match checker.signatures.get(index) {
            Some(signature) => checker.text(signature.name).to_owned(),
            None => String::new(),
        };
        let first = name(self, callee);
        let message = match cycle {
            [_] => format!("the function `{first}` calls itself"),
            _ => format!("the function `{first}` calls itself through others"),
        };
        let mut diagnostic =
            Diagnostic::error(semantic::RECURSION, message).at(span, "this call closes the circle");
        if let Some(signature) = self.signatures.get(callee) {
            diagnostic = diagnostic.and_at(signature.span, "the function");
        }
        if cycle.len() > 1 {
            let mut names: Vec<String> = cycle
                .iter()
                .take(8)
                .map(|(index, _)| format!("`{}`", name(self, *index)))
                .collect();
            names.push(format!("`{first}`"));
            diagnostic = diagnostic.with_note(format!("the circle is {}", names.join(" → ")));
        }
        self.report(diagnostic.with_help("recursion is not allowed; use a loop"));
    }
}

fn set(marks: &mut [Mark], index: usize, mark: Mark) {
    if let Some(slot) = marks.get_mut(index) {
        *slot = mark;
    }
}

/// The functions that one reaches, callees first.
fn postorder(callees: &[Vec<(usize, Span)>], root: usize) -> Vec<usize> {
    let mut marks = vec![Mark::New; callees.len()];
    let mut order = Vec::new();
    let mut path: Vec<(usize, usize)> = vec![(root, 0)];
    set(&mut marks, root, Mark::Open);
    while let Some(&(function, next)) = path.last() {
        let Some(&(callee, _)) = callees.get(function).and_then(|list| list.get(next)) else {
            order.push(function);
            path.pop();
            continue;
        };
        if let Some(top) = path.last_mut() {
            top.1 += 1;
        }
        if marks.get(callee) == Some(&Mark::New) {
            set(&mut marks, callee, Mark::Open);
            path.push((callee, 0));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::postorder;
    use retroshade_diagnostics::Span;

    #[test]
    fn callees_come_first_and_the_rest_not_at_all() {
        let call = |index| (index, Span::NONE);
        let callees = vec![vec![call(1), call(2)], vec![call(2)], vec![], vec![call(0)]];
        assert_eq!(postorder(&callees, 0), [2, 1, 0]);
    }
}
