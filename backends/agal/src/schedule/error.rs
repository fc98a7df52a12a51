//! Why a program cannot be scheduled: lanes live at the point of highest pressure, and what they hold.

use super::code::Code;
use super::emit::Contradiction;
use super::graph::Graph;
use retroshade_diagnostics::Span;

/// Why no program came out.
#[derive(Clone, Debug)]
pub(crate) enum ScheduleError {
    /// More temporaries are needed than there are.
    Temporaries {
        /// Lanes live at the worst place of the best order.
        live: u32,
        /// The source of the operation at the worst place.
        span: Span,
        /// What is live there: the source that each value came from, and its lanes, most first.
        values: Vec<(Span, u32)>,
        /// The number of tokens that the program has without copies.
        tokens: usize,
    },
    /// A contradiction in the compiler's own work.
    Bug(Contradiction),
}

/// Describes the place of an order where most lanes are live.
pub(super) fn of(code: &Code, graph: &Graph, order: &[usize]) -> ScheduleError {
    let (live, before) = graph.worst(order);
    let (done, _) = order.split_at_checked(before).unwrap_or((order, &[]));
    let span_of = |op: &usize| code.ops[*op].span;
    // How many operations are still to read each variable.
    let mut left = graph.readers.clone();
    for var in done.iter().flat_map(|op| &graph.reads[*op]) {
        left[var.index()] -= 1;
    }
    let mut values: Vec<(Span, u32)> = Vec::new();
    for op in done {
        let defines = graph.defines[*op].iter();
        let lanes = defines.filter(|var| left[var.index()] > 0).count() as u32;
        let span = span_of(op);
        match values.iter_mut().find(|(other, _)| *other == span) {
            _ if lanes == 0 => {}
            Some((_, count)) => *count += lanes,
            None => values.push((span, lanes)),
        }
    }
    values.sort_by_key(|(_, lanes)| std::cmp::Reverse(*lanes));
    ScheduleError::Temporaries {
        live,
        span: done.last().map_or(Span::NONE, span_of),
        values,
        tokens: code.tokens(),
    }
}
