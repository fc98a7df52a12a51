//! Writes the outputs: by the operation that computes them where that is possible, else by a move.

use super::edit::vector_at;
use crate::isa::{File, LaneMask, Opcode};
use crate::machine::{Op, Program, file, output, vector_of};
use retroshade_ir::Stage;
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{Counts, LaneRef, OpId, Operand, Out, Output, Shape, Storage, VectorId};
use std::collections::BTreeMap;

/// Appends what writes the outputs.
pub(super) fn write_outputs(program: &mut Program, stage: Stage) -> bool {
    let reads = program.count_reads();
    let mut order: SecondaryMap<OpId, usize> = SecondaryMap::with_len(program.ops.len());
    for (at, id) in program.ops_of(program.body).enumerate() {
        order[id] = at;
    }
    let outputs = std::mem::take(&mut program.outputs);
    for output in &outputs {
        let mut writer = Writer {
            program,
            reads: &reads,
            order: &order,
            output,
            stage,
        };
        writer.write();
    }
    !outputs.is_empty()
}

/// True if a register is a colour, which one instruction has to write with all four components.
pub(super) fn is_colour(output: &Output, stage: Stage) -> bool {
    file(output.reg) == File::Output && stage == Stage::Fragment
}

/// Components as a mask.
fn mask(out: &Out) -> LaneMask {
    LaneMask::from_bits(out.mask())
}

/// The components of an output that an operation writes besides those that are taken from it.
fn besides(op: &Op) -> LaneMask {
    let out = op.out.as_ref();
    out.map_or(LaneMask::NONE, |out| {
        LaneMask::from_bits(op.code.opcode.info().whole().bits() & !out.mask())
    })
}

/// True if an operation writes components of an output that another writes as well, which has to come
/// after.
pub(super) fn covers(op: &Op, other: &Op) -> bool {
    match (&op.out, &other.out) {
        (Some(out), Some(more)) => {
            out.reg == more.reg && besides(op).and(mask(more)) != LaneMask::NONE
        }
        _ => false,
    }
}

/// Puts operations that write components of an output which others write as well before those. `id` says
/// which operation an item is.
pub(super) fn covering_first<T>(
    program: &Program,
    items: Vec<T>,
    id: impl Fn(&T) -> Option<OpId>,
) -> Vec<T> {
    let op = |item: &T| id(item).map(|id| &program.ops[id]);
    let covers_any = |item: &T, others: &[T]| {
        let covers = |other: &T| Some(covers(op(item)?, op(other)?));
        others.iter().any(|other| covers(other) == Some(true))
    };
    let mut placed = items.iter().enumerate();
    if !placed.any(|(at, item)| covers_any(item, &items[..at])) {
        return items;
    }
    // Nothing reads outputs: those that write them may come last.
    let rank = |item: &T| match op(item).and_then(|op| op.out) {
        None => 0,
        Some(_) if covers_any(item, &items) => 1,
        Some(_) => 2,
    };
    let ranks: Vec<u8> = items.iter().map(rank).collect();
    let mut ranked: Vec<(u8, T)> = ranks.into_iter().zip(items).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, item)| item).collect()
}

struct Writer<'a> {
    program: &'a mut Program,
    reads: &'a Counts,
    /// The places of operations in the body.
    order: &'a SecondaryMap<OpId, usize>,
    output: &'a Output,
    stage: Stage,
}

/// For each component of the register the result of the operation that goes there.
type From = [Option<u8>; 4];

impl Writer<'_> {
    fn is_colour(&self) -> bool {
        is_colour(self.output, self.stage)
    }

    /// True if components that nobody cares for must be written all the same.
    fn fills(&self) -> bool {
        self.output.reg != output(File::Depth, 0)
    }

    fn write(&mut self) {
        let mut open: [Option<LaneRef>; 4] = self.output.lanes;
        // Undefined components take any value.
        let mut spare: Vec<usize> = (0..4)
            .filter(|component| {
                let lane = open[*component];
                lane == Some(LaneRef::UNDEFINED) || (lane.is_none() && self.fills())
            })
            .collect();
        for component in &spare {
            open[*component] = None;
        }
        for (id, mut from) in self.direct(&spare) {
            let covered = from.iter().flatten().count();
            if self.is_colour() && covered + spare.len() < 4 {
                continue;
            }
            let op = &mut self.program.ops[id];
            let whole = op.code.opcode.info().whole();
            let takes_any = !matches!(op.shape(), Shape::Fixed(_));
            if whole != LaneMask::NONE && !is_colour(self.output, self.stage) {
                spare.retain(|component| !whole.has(*component as u8));
            } else if is_colour(self.output, self.stage) && whole == LaneMask::ALL {
                spare.clear();
            } else if self.output.reg != output(File::Depth, 0) && takes_any {
                let lane = from.iter().flatten().next().copied();
                for component in spare.drain(..) {
                    from[component] = lane;
                }
            } else if is_colour(self.output, self.stage) && covered < 4 {
                continue;
            }
            let reg = self.output.reg;
            op.out = Some(Out { reg, from });
            for component in 0..4 {
                if from[component].is_some() {
                    open[component] = None;
                }
            }
        }
        self.moves(open, spare);
    }

    /// Operations that can write to the output themselves: all their lanes go there and nowhere
    /// else. One of them may write components of others, which come after it.
    fn direct(&self, spare: &[usize]) -> Vec<(OpId, From)> {
        let mut found: BTreeMap<(usize, OpId), From> = BTreeMap::new();
        for (component, lane) in self.output.lanes.iter().enumerate() {
            if let Some((id, result)) = lane.and_then(|lane| self.program.def(lane)) {
                found.entry((self.order[id], id)).or_default()[component] = Some(result);
            }
        }
        let mut covers = self.is_colour() || !self.fills();
        found.retain(|(_, id), from| {
            if !self.may_write(*id, from) {
                return false;
            }
            let free = spare
                .iter()
                .map(|component| LaneMask::lane(*component as u8));
            let taken = (0..4u8).filter(|at| from[usize::from(*at)].is_some());
            let free = free
                .chain(taken.map(LaneMask::lane))
                .fold(LaneMask::NONE, LaneMask::or);
            let whole = self.program.ops[*id].code.opcode.info().whole();
            free.covers(whole) || !std::mem::replace(&mut covers, true)
        });
        found
            .into_iter()
            .map(|((_, id), from)| (id, from))
            .collect()
    }

    fn may_write(&self, id: OpId, from: &From) -> bool {
        let op = &self.program.ops[id];
        // Outputs are not written in conditionals.
        if op.out.is_some() || op.predicate.is_some() {
            return false;
        }
        let is_whole = (0..).zip(&op.results).all(|(result, lane)| {
            let Some(lane) = lane else { return true };
            let here = from.iter().filter(|from| **from == Some(result)).count() as u32;
            self.reads[*lane] == here && here > 0
        });
        let in_place = (0..)
            .zip(from)
            .all(|(to, from)| from.is_none_or(|from| from == to));
        is_whole && (!matches!(op.shape(), Shape::Fixed(_)) || in_place)
    }

    /// Moves what is left; one move for each register that it comes from.
    fn moves(&mut self, open: [Option<LaneRef>; 4], spare: Vec<usize>) {
        let mut groups: BTreeMap<(Storage, Option<VectorId>), Vec<usize>> = BTreeMap::new();
        for (component, lane) in open.iter().enumerate() {
            let Some(lane) = lane else { continue };
            let key = if self.is_colour() {
                // One move must do, whatever has to come together for it.
                (Storage::Any, None)
            } else {
                (lane.storage(), vector_of(self.program, *lane))
            };
            groups.entry(key).or_default().push(component);
        }
        let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
        match groups.first_mut() {
            Some(first) => first.extend(spare),
            None if !spare.is_empty() => groups.push(spare),
            None => {}
        }
        for mut components in groups {
            components.sort_unstable();
            self.mov(&open, &components);
        }
    }

    fn mov(&mut self, open: &[Option<LaneRef>; 4], components: &[usize]) {
        let any = components.iter().find_map(|component| open[*component]);
        // Nothing but components that nobody cares for: they take 0.
        let any = any.unwrap_or(LaneRef::literal(0.0));
        let lanes = components
            .iter()
            .map(|component| open[*component].unwrap_or(any));
        let operand: Operand = lanes.collect();
        let id = self
            .program
            .append(Opcode::Mov.into(), [operand], self.output.span);
        let places: Vec<u8> = components
            .iter()
            .map(|component| *component as u8)
            .collect();
        vector_at(self.program, id, &places);
        let mut from = From::default();
        for (result, component) in (0..).zip(components) {
            from[*component] = Some(result);
        }
        let reg = self.output.reg;
        self.program.ops[id].out = Some(Out { reg, from });
    }
}
