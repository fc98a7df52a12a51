//! Last uses of lanes, and the operations that read them.

use super::code::Code;
use super::graph::{Graph, Var, var_of};
use smallvec::SmallVec;

/// Points of the operation at a place in the order. Copies lie before the reads.
pub(super) const POINTS: u32 = 32;
pub(super) const READ: u32 = POINTS - 2;
pub(super) const WRITE: u32 = POINTS - 1;

/// An operand that reads: the place in the order, the operation, and which of its operands.
pub(super) type Read = (usize, usize, usize);

/// The reads of a variable.
pub(super) type Needs = SmallVec<[Need; 2]>;

/// A read of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    /// The end of the live range that it asks for.
    pub(super) end: u32,
    /// The operation and the operand; none for an index and a copy.
    pub(super) reader: Option<(u32, u16)>,
}

/// The end of the operands of the operation at a place; past its results, where these lie apart from
/// them.
pub(super) fn end_of_reads(place: usize, apart: bool) -> u32 {
    let last = if apart { WRITE } else { READ };
    place as u32 * POINTS + last + 1
}

/// For each variable the end of the operands that read it last.
pub(super) fn last_reads(code: &Code, graph: &Graph, places: &[usize], apart: bool) -> Vec<u32> {
    let mut last = vec![0; graph.readers.len()];
    for ((op, reads), place) in code.ops.iter().zip(graph.reads.iter()).zip(places) {
        let end = end_of_reads(*place, apart && op.is_product());
        for var in reads {
            let last = &mut last[var.index()];
            *last = end.max(*last);
        }
    }
    last
}

/// Who reads each variable of the code, and until when it has to be live for that. `representatives` has for
/// each variable the one whose component it shares.
pub(super) fn needs(
    code: &Code,
    graph: &Graph,
    places: &[usize],
    apart: bool,
    representatives: &[Var],
) -> Vec<Needs> {
    let mut needs = vec![Needs::new(); graph.readers.len()];
    for (index, op) in code.ops.iter().enumerate() {
        let end = end_of_reads(places[index], apart && op.is_product());
        op.each_operand(0, &mut |operand, lanes| {
            for var in lanes.as_slice().iter().copied().filter_map(var_of) {
                let var = representatives[var.index()];
                let need = Need {
                    end,
                    reader: Some((index as u32, operand as u16)),
                };
                let needs: &mut Needs = &mut needs[var.index()];
                if needs.last() != Some(&need) {
                    needs.push(need);
                }
            }
        });
        if code.indices.is_empty() && op.body().is_empty() {
            continue;
        }
        // Some of them are indices, or written over, for which there are no copies.
        for var in &graph.reads[index] {
            let var = representatives[var.index()];
            needs[var.index()].push(Need { end, reader: None });
        }
    }
    needs
}

/// True if a read is one of those of a list.
pub(super) fn is_among(need: &Need, reads: &[Read]) -> bool {
    let reader = |&(_, op, operand): &Read| need.reader == Some((op as u32, operand as u16));
    reads.iter().any(reader)
}
