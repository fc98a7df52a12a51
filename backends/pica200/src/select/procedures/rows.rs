//! Instructions in rows, and which rows have the same shapes.

use crate::isa::Opcode;
use crate::machine::{Item, Op, Program};
use crate::select::slots::Slots;
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{BlockId, Emission, Lane, Reg, Shape};
use rustc_hash::FxHashMap;

/// Programs of more steps are left alone: each step is compared with every other.
const MOST: usize = 1024;

/// What two steps have in common that differ in operands and temporaries only.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    /// The opcode, and the shape of each instruction.
    Ops(Opcode, Vec<OpShape>),
    Slot(u8, u8),
    Vertex,
}

/// What two instructions have in common besides the opcode.
#[derive(PartialEq, Eq, Hash)]
struct OpShape {
    /// For each result the component of an output that it is, if it is one.
    outputs: Vec<Option<(Reg, u8)>>,
    /// The number of lanes of each operand.
    operands: Vec<usize>,
}

/// A vector operation whose lanes stand one after the other, or one step of making a vertex.
#[derive(Clone, Copy, Debug)]
struct Step {
    block: BlockId,
    /// Its first item in the block, and how many there are.
    start: usize,
    items: usize,
    kind: usize,
    results: usize,
    /// Words that it takes about.
    words: i32,
}

/// The steps of a program in layout order.
pub(super) struct Rows {
    /// `None` where a row cannot go on.
    steps: Vec<Option<Step>>,
    /// For each pair of steps, the first earlier, how many have the same shapes from there on.
    common: Vec<u16>,
}

impl Rows {
    /// The rows of a program. None has a copy to an argument or from a result, which stand between procedures.
    pub(super) fn of(program: &Program, passed: &EntitySet<Lane>) -> Rows {
        let mut kinds = FxHashMap::default();
        let mut steps = Vec::new();
        for block in program.blocks_outer_first() {
            add_steps(program, passed, block, &mut kinds, &mut steps);
        }
        if steps.len() > MOST {
            steps.clear();
        }
        let common = common(&steps);
        Rows { steps, common }
    }

    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    fn common(&self, start: usize, other: usize) -> usize {
        self.common[start * self.steps.len() + other].into()
    }

    /// The length of the longest row from a step on that stands elsewhere, too.
    pub(super) fn longest(&self, start: usize) -> usize {
        let others = start + 1..self.steps.len();
        let lengths = others.map(|other| self.common(start, other).min(other - start));
        lengths.max().unwrap_or(0)
    }

    /// The places of rows of the same shapes from a step on, without those that overlap one before.
    pub(super) fn places(&self, start: usize, length: usize) -> Vec<usize> {
        let mut places = vec![start];
        let mut free = start + length;
        for other in start + 1..self.steps.len() {
            if other >= free && self.common(start, other) >= length {
                places.push(other);
                free = other + length;
            }
        }
        places
    }

    /// Words that a row takes about.
    pub(super) fn words(&self, start: usize, length: usize) -> i32 {
        let row = self.steps[start..start + length].iter().flatten();
        row.map(|step| step.words).sum()
    }

    /// The block and the items of a row.
    pub(super) fn extent(
        &self,
        start: usize,
        length: usize,
    ) -> Option<(BlockId, std::ops::Range<usize>)> {
        let first = (*self.steps.get(start)?)?;
        let last = (*self.steps.get(start + length - 1)?)?;
        Some((first.block, first.start..last.start + last.items))
    }

    /// Operand lanes and results of a row.
    pub(super) fn slots(&self, program: &Program, start: usize, length: usize) -> Slots {
        let extent = self.extent(start, length);
        let items = extent.and_then(|(block, extent)| program.blocks[block].get(extent));
        Slots::of(program, items.unwrap_or_default())
    }

    /// For each operand lane of a row its step, and the number of its operand there.
    pub(super) fn operands(
        &self,
        program: &Program,
        start: usize,
        length: usize,
    ) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for at in 0..length {
            let Some((block, extent)) = self.extent(start + at, 1) else {
                continue;
            };
            let items = program.blocks[block].get(extent).unwrap_or_default();
            for op in items.iter().filter_map(Item::as_op) {
                for (number, lanes) in program.ops[op].operands.iter().enumerate() {
                    found.extend(lanes.iter().map(|_| (at, number)));
                }
            }
        }
        found
    }

    /// The step of a row that makes a result, by the number of the result.
    pub(super) fn step_of_result(&self, start: usize, result: usize) -> usize {
        let row = self.steps.iter().skip(start).flatten();
        let mut results = 0;
        let made = row.take_while(|step| {
            results += step.results;
            results <= result
        });
        made.count()
    }
}

fn add_steps(
    program: &Program,
    passed: &EntitySet<Lane>,
    block: BlockId,
    kinds: &mut FxHashMap<Kind, usize>,
    steps: &mut Vec<Option<Step>>,
) {
    let items = &program.blocks[block];
    let mut start = 0;
    while let Some(item) = items.get(start) {
        let mut count = 1;
        let (mut words, mut results) = (1, 0);
        let kind = match item {
            Item::Op(id) => {
                let first = &program.ops[*id];
                let is_more = |item: &Item| match item {
                    Item::Op(id) => belongs(first, &program.ops[*id]),
                    _ => false,
                };
                let rest = items.get(start + 1..).unwrap_or_default();
                count += rest.iter().take_while(|item| is_more(item)).count();
                let ops = items.get(start..start + count).unwrap_or_default();
                let ops: Vec<&Op> = ops
                    .iter()
                    .filter_map(|item| Some(&program.ops[item.as_op()?]))
                    .collect();
                words = words_of(program, &ops);
                results = ops.iter().map(|op| op.values().count()).sum();
                let shapes = ops.iter().map(|op| shape(program, op)).collect();
                let passes = ops.iter().any(|op| passes(op, passed));
                (!passes).then_some(Kind::Ops(first.code, shapes))
            }
            Item::Emission(Emission::Slot(slot, sends), _) => Some(Kind::Slot(*slot, *sends as u8)),
            Item::Emission(Emission::Vertex, _) => Some(Kind::Vertex),
            Item::If(_) | Item::Loop(_) | Item::Break | Item::Continue => None,
        };
        steps.push(kind.map(|kind| {
            let next = kinds.len();
            Step {
                block,
                start,
                items: count,
                kind: *kinds.entry(kind).or_insert(next),
                results,
                words,
            }
        }));
        start += count;
    }
    // No row goes on in another block.
    steps.push(None);
}

/// True if two instructions that stand one after the other were lanes of one operation.
fn belongs(first: &Op, next: &Op) -> bool {
    let is_one = first.group != 0 && first.group == next.group && first.code == next.code;
    is_one && first.shape() == Shape::Lanewise
}

/// True if an instruction copies to an argument or from a result of a procedure.
fn passes(op: &Op, passed: &EntitySet<Lane>) -> bool {
    let read = op.reads().filter_map(|lane| lane.as_value());
    let mut copied = op.values().chain(read);
    op.code == Opcode::Mov && copied.any(|lane| passed.contains(lane))
}

/// Words of the lanes of one operation: one for each register that it writes.
fn words_of(program: &Program, ops: &[&Op]) -> i32 {
    let results = ops.iter().flat_map(|op| op.values());
    let mut written: Vec<Option<Reg>> = results
        .map(|result| program.output_of(result).map(|(reg, _)| reg))
        .collect();
    written.sort_unstable();
    written.dedup();
    written.len() as i32
}

fn shape(program: &Program, op: &Op) -> OpShape {
    let outputs = op.values().map(|result| program.output_of(result));
    let operands = op.operands.iter().map(|lanes| lanes.len());
    OpShape {
        outputs: outputs.collect(),
        operands: operands.collect(),
    }
}

/// For each pair of steps how many have the same shapes from there on.
fn common(steps: &[Option<Step>]) -> Vec<u16> {
    let count = steps.len();
    let mut common = vec![0_u16; count * count];
    let kind = |at: usize| steps.get(at).copied().flatten().map(|step| step.kind);
    for at in (0..count).rev() {
        for other in at + 1..count {
            if kind(at).is_some() && kind(at) == kind(other) {
                let rest = if other + 1 < count {
                    common[(at + 1) * count + other + 1]
                } else {
                    0
                };
                common[at * count + other] = rest.saturating_add(1);
            }
        }
    }
    common
}
