//! The call graph: missing bodies, recursion, order of functions.

use super::Checker;
use crate::typed::FunctionId;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{DfsPostOrder, EdgeRef, VisitMap, Visitable};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

/// Functions that are called, times global variables.
const PAIR_LIMIT: usize = 1 << 20;

/// A call of a user's function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// The calling function; `None` in the initialiser of a global, and where the head of the function was reported.
    pub(super) caller: Option<u32>,
    /// The called function.
    pub(super) callee: u32,
    /// The name at the call.
    pub(super) span: Span,
}

/// Which functions call which.
type CallGraph = DiGraph<(), Span, u32>;

impl Checker<'_> {
    /// Ends the check: `main` and the functions it reaches, callees first, if all is well.
    pub(super) fn finish(&mut self) -> Option<(FunctionId, Vec<FunctionId>)> {
        let made = self.is_cg().then(|| self.make_entry());
        self.check_outputs();
        self.check_bodies();
        let graph = self.call_graph();
        self.check_recursion(&graph);
        let main = match made {
            Some(made) => made?,
            None => self.find_main()?,
        };
        if self.errors > 0 {
            return None;
        }
        let order = callees_first(&graph, main);
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
            let similar = self.signatures.iter().find(|signature| {
                let name = self.text(signature.name);
                signature.definition.is_some() && super::suggest::distance(name, "main", 2) <= 2
            });
            if let Some(signature) = similar {
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

    /// The functions by their numbers, with an edge for each that one calls: the span of the first call. petgraph gives
    /// the edges of a function from the last one to the first.
    fn call_graph(&self) -> CallGraph {
        let mut graph = CallGraph::new();
        for _ in &self.signatures {
            graph.add_node(());
        }
        // The caller that last called a function: calls of one caller are adjacent.
        let mut last_caller = vec![None; self.signatures.len()];
        for call in &self.calls {
            let (Some(last), Some(caller)) =
                (last_caller.get_mut(call.callee as usize), call.caller)
            else {
                continue;
            };
            if last.replace(caller) != Some(caller) {
                graph.add_edge(caller.into(), call.callee.into(), call.span);
            }
        }
        graph
    }

    /// Reports each cycle once, at the call that closes it. petgraph's depth-first search would do but for its
    /// recursion, which overflows the stack where functions call each other in a long row.
    fn check_recursion(&mut self, graph: &CallGraph) {
        let (mut found, mut finished) = (graph.visit_map(), graph.visit_map());
        let callees = |function: NodeIndex<u32>| -> Vec<(NodeIndex<u32>, Span)> {
            let edges = graph.edges(function);
            edges.map(|edge| (edge.target(), *edge.weight())).collect()
        };
        for root in graph.node_indices() {
            if !found.visit(root) {
                continue;
            }
            let mut path = vec![(root, callees(root))];
            while let Some((function, left)) = path.last_mut() {
                let Some((callee, span)) = left.pop() else {
                    finished.visit(*function);
                    path.pop();
                    continue;
                };
                if found.visit(callee) {
                    path.push((callee, callees(callee)));
                } else if !finished.is_visited(&callee) {
                    let path: Vec<usize> = path.iter().map(|(at, _)| at.index()).collect();
                    self.recursion(&path, callee.index(), span);
                }
            }
        }
    }

    #[cold]
    fn recursion(&mut self, path: &[usize], callee: usize, span: Span) {
        let start = path.iter().position(|index| *index == callee).unwrap_or(0);
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
                .map(|index| format!("`{}`", name(self, *index)))
                .collect();
            names.push(format!("`{first}`"));
            diagnostic = diagnostic.with_note(format!("the circle is {}", names.join(" → ")));
        }
        self.report(diagnostic.with_help("recursion is not allowed; use a loop"));
    }
}

/// The functions that one reaches, callees first.
fn callees_first(graph: &CallGraph, root: u32) -> Vec<FunctionId> {
    let mut walk = DfsPostOrder::new(graph, root.into());
    let order = std::iter::from_fn(|| walk.next(graph));
    order
        .map(|function| FunctionId(function.index() as u32))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_come_first_and_the_rest_not_at_all() {
        let calls = [(0, 1), (0, 2), (1, 2), (3, 0)];
        let calls = calls.map(|(caller, callee)| (caller, callee, Span::NONE));
        let graph = CallGraph::from_edges(calls);
        assert_eq!(callees_first(&graph, 0), [2, 1, 0].map(FunctionId));
        let calls = [(0, 3), (0, 1), (3, 2), (3, 1)];
        let calls = calls.map(|(caller, callee)| (caller, callee, Span::NONE));
        let graph = CallGraph::from_edges(calls);
        assert_eq!(callees_first(&graph, 0), [2, 1, 3, 0].map(FunctionId));
    }
}
