//! What to say where a program does not fit: how many lanes are live at the worst place, and which.

use super::graph::Graph;
use crate::select::Code;
use retroshade_diagnostics::Span;

/// Why no program came out.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// More temporaries are needed than there are.
    Temporaries {
        /// Lanes live at the worst place of the best order.
        live: u32,
        /// The source of the operation at the worst place.
        span: Span,
        /// What is live there: the source that each value came from, and its lanes, most first.
        values: Vec<(Span, u32)>,
        /// How many tokens the program has without copies.
        tokens: usize,
    },
    /// A contradiction in the compiler's own work.
    Bug(String),
}

/// Describes the place of an order where most lanes are live.
pub(super) fn of(code: &Code, graph: &Graph, order: &[usize]) -> Trouble {
    let live = graph.peak(order);
    let before = (1..=order.len())
        .find(|count| graph.peak(order.get(..*count).unwrap_or(order)) == live)
        .unwrap_or(0);
    let (done, rest) = order.split_at_checked(before).unwrap_or((order, &[]));
    let span_of = |op: &usize| code.ops.get(*op).map_or(Span::NONE, |op| op.span);
    let mut values: Vec<(Span, u32)> = Vec::new();
    for op in done {
        let is_read = |var: &&_| {
            let mut reads = rest.iter().filter_map(|later| graph.reads.get(*later));
            reads.any(|reads| reads.contains(var))
        };
        let defines = graph.defines.get(*op).into_iter().flatten();
        let lanes = defines.filter(is_read).count() as u32;
        let span = span_of(op);
        match values.iter_mut().find(|(other, _)| *other == span) {
            _ if lanes == 0 => {}
            Some((_, count)) => *count += lanes,
            None => values.push((span, lanes)),
        }
    }
    values.sort_by_key(|(_, lanes)| std::cmp::Reverse(*lanes));
    Trouble::Temporaries {
        live,
        span: done.last().map_or(Span::NONE, span_of),
        values,
        tokens: code.ops.len(),
    }
}
