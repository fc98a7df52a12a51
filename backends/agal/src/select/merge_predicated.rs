//! Merges predicated operations under one comparison: each conditional costs two tokens.
//!
//! Before: operations with predicates in a straight line. After: conditionals with the operations in them,
//! which are still tied to what they write over. An operation joins a conditional unless it needs something
//! that depends on what is written there. All that stands in a conditional is scheduled as one operation.
//! It comes after all others that read what is written over; where that cannot be, what is written over is
//! moved first.

use super::copy_tied_operands::copy_tied_of;
use super::edit::body;
use super::outputs::covering_first;
use super::predicate::reads_first;
use super::reachability::Reach;
use super::slp::reads_in_order;
use crate::machine::{Item, Op, Predicate, Program, Test, sources};
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::dependence::DependenceGraph;
use retroshade_kit::mir::{Formula, If, Lane, LaneRef, OpId, VectorId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;

/// How often conditionals are formed before all that others read is copied. Chosen, not measured: a round helps only if
/// the copies of the one before made conditionals possible.
const ROUNDS: usize = 4;

/// Forms conditionals, in an order that respects outputs as well as data.
pub(crate) fn merge_predicated(program: &mut Program) -> bool {
    let is_predicated = program.ops.values().any(|op| op.predicate.is_some());
    if is_predicated {
        form_conditionals(program);
    }
    let items = std::mem::take(&mut program.blocks[program.body]);
    let before: Vec<Option<OpId>> = items.iter().map(Item::as_op).collect();
    let ordered = covering_first(program, items, Item::as_op);
    let is_same = ordered.iter().map(Item::as_op).eq(before);
    program.blocks[program.body] = ordered;
    is_predicated || !is_same
}

fn form_conditionals(program: &mut Program) {
    for round in 0.. {
        let mut former = Former::new(program);
        former.enter_all();
        let kept = std::mem::take(&mut former.kept);
        if kept.is_empty() || round > ROUNDS {
            let nodes = former.ordered();
            let items = nodes.into_iter().flat_map(|ops| nested(program, ops));
            let items = items.collect();
            program.blocks[program.body] = items;
            return;
        }
        let all = round == ROUNDS;
        copy_tied_of(program, |vector, _| all || kept.contains(&vector));
    }
}

struct Former<'a> {
    program: &'a Program,
    ops: Vec<OpId>,
    /// The places of operations in the list.
    places: SecondaryMap<OpId, usize>,
    reach: Reach,
    /// For each operation the first of those that it stands together with.
    node: Vec<usize>,
    /// For each of these all of them, in order.
    members: Vec<Vec<usize>>,
    /// Conditionals that may be joined, by their outermost comparison.
    open: Vec<(&'a Test, usize)>,
    /// Who reads each lane that is written over, that itself aside.
    readers: FxHashMap<LaneRef, SmallVec<[usize; 2]>>,
    /// For each conditional others that come before it because they read what it writes over.
    earlier: Vec<SmallVec<[usize; 2]>>,
    /// Operations under the same comparison that read in it what is written over: they have to come
    /// into this conditional, in which this vector is written.
    late: Vec<(usize, usize, VectorId)>,
    /// Vectors that cannot be written over what others read.
    kept: Vec<VectorId>,
}

impl<'a> Former<'a> {
    fn new(program: &'a Program) -> Former<'a> {
        let ops = body(program);
        let count = ops.len();
        let mut places = SecondaryMap::with_len(program.ops.len());
        for (at, id) in ops.iter().enumerate() {
            places[*id] = at;
        }
        let mut readers: FxHashMap<LaneRef, SmallVec<[usize; 2]>> = FxHashMap::default();
        for predicate in program.ops.values().filter_map(|op| op.predicate.as_ref()) {
            let over = predicate.over.iter();
            readers.extend(over.map(|lane| (*lane, SmallVec::new())));
        }
        for (index, id) in ops.iter().enumerate() {
            for lane in reads_in_order(program, *id) {
                if let Some(list) = readers.get_mut(&LaneRef::value(lane))
                    && list.last() != Some(&index)
                {
                    list.push(index);
                }
            }
        }
        Former {
            program,
            reach: Reach::new(program, &ops),
            ops,
            places,
            node: (0..count).collect(),
            members: (0..count).map(|op| vec![op]).collect(),
            open: Vec::new(),
            readers,
            earlier: vec![SmallVec::new(); count],
            late: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn op(&self, index: usize) -> &'a Op {
        &self.program.ops[self.ops[index]]
    }

    fn predicate(&self, index: usize) -> Option<&'a Predicate> {
        self.op(index).predicate.as_deref()
    }

    /// The vector that an operation writes.
    fn vector(&self, index: usize) -> Option<VectorId> {
        let op = self.op(index);
        let lane = op.values().next().filter(|_| op.out.is_none())?;
        self.program.lanes[lane].vector
    }

    /// The operation that assigns a value.
    fn made(&self, lane: Lane) -> Option<usize> {
        let id = self.program.def_op(LaneRef::value(lane))?;
        Some(self.places[id])
    }

    fn enter_all(&mut self) {
        let groups = self.groups();
        for (_, ops) in &groups {
            self.put(ops.start, ops.clone());
        }
        for (test, ops) in groups {
            self.enter(test, ops);
        }
        for (op, block, vector) in std::mem::take(&mut self.late) {
            if self.node[op] != block {
                self.kept.push(vector);
            }
        }
    }

    /// Operations that write one vector, which come in one conditional.
    fn groups(&self) -> Vec<(&'a Test, Range<usize>)> {
        let mut groups: Vec<(&'a Test, Range<usize>)> = Vec::new();
        for op in 0..self.ops.len() {
            let Some(test) = self
                .predicate(op)
                .and_then(|predicate| predicate.tests.first())
            else {
                continue;
            };
            let same =
                |other: usize| self.vector(op).is_some() && self.vector(op) == self.vector(other);
            match groups.last_mut() {
                Some((other, ops)) if *other == test && ops.end == op && same(ops.start) => {
                    ops.end += 1;
                }
                _ => groups.push((test, op..op + 1)),
            }
        }
        groups
    }

    /// Adds operations to a node.
    fn put(&mut self, node: usize, ops: Range<usize>) {
        for op in ops.filter(|op| *op != node) {
            self.reach.join(node, op);
            self.node[op] = node;
            self.members[op].clear();
            self.members[node].push(op);
        }
    }

    /// Puts operations into a conditional that is there, or a new one.
    fn enter(&mut self, test: &'a Test, ops: Range<usize>) {
        let fits = |&(other, block): &(&Test, usize)| {
            other == test && ops.clone().all(|op| self.may_join(block, op))
        };
        let mut open = self.open.iter().rev();
        let found = open.find(|entry| fits(entry)).map(|(_, block)| *block);
        let block = match found {
            Some(block) => block,
            None => {
                self.open.push((test, ops.start));
                ops.start
            }
        };
        if block != ops.start {
            self.put(block, ops.clone());
        }
        for op in ops.clone() {
            let (Some(vector), Some(predicate)) = (self.vector(op), self.predicate(op)) else {
                continue;
            };
            for lane in &predicate.over {
                if !self.claim(block, test, &ops, *lane, vector) {
                    self.kept.push(vector);
                }
            }
        }
    }

    /// Makes all others that read a lane come before a conditional that writes over it; says whether
    /// that can be.
    fn claim(
        &mut self,
        block: usize,
        test: &Test,
        group: &Range<usize>,
        lane: LaneRef,
        vector: VectorId,
    ) -> bool {
        let readers = self.readers.get(&lane).cloned().unwrap_or_default();
        for reader in readers {
            let op = self.op(reader);
            if self.vector(reader) == Some(vector) && group.contains(&reader) {
                if !reads_first(op, lane, group.len()) {
                    return false;
                }
                continue;
            }
            let node = self.node[reader];
            if only_compares(op, test, lane) {
                self.late.push((reader, block, vector));
            } else if node == block || self.reach.depends(block, node) {
                return false;
            } else {
                self.earlier[block].push(node);
                self.reach.order(node, block);
            }
        }
        true
    }

    /// True if an operation needs nothing that depends on a block, but what it writes over.
    fn may_join(&self, block: usize, index: usize) -> bool {
        if self.reach.depends(self.node[index], block) {
            return false;
        }
        let over = self.predicate(index).map(|predicate| &predicate.over);
        let is_tied = |lane: Lane| over.is_some_and(|over| over.contains(&LaneRef::value(lane)));
        reads_in_order(self.program, self.ops[index]).all(|lane| match self.made(lane) {
            Some(made) if self.node[made] == block => is_tied(lane),
            Some(made) => !self.reach.depends(block, self.node[made]),
            None => true,
        })
    }

    /// All operations after what they read, those of one conditional together.
    fn ordered(&self) -> Vec<Vec<OpId>> {
        let graph = DependenceGraph::new(self.members.len(), |node: usize, before| {
            before.extend(self.earlier[node].iter().map(|other| self.node[*other]));
            let members = self.members[node].iter();
            let reads = members.flat_map(|op| reads_in_order(self.program, self.ops[*op]));
            let made = reads.filter_map(|lane| Some(self.node[self.made(lane)?]));
            before.extend(made.filter(|made| *made != node));
        });
        let nodes = graph.post_order(self.node.iter().copied());
        let ops = |node: usize| self.members[node].iter().map(|op| self.ops[*op]).collect();
        nodes.into_iter().map(ops).collect()
    }
}

/// True if an operation reads a lane in its outermost comparison only, which is a given one.
fn only_compares(op: &Op, test: &Test, lane: LaneRef) -> bool {
    let Some(predicate) = &op.predicate else {
        return false;
    };
    let inner = predicate
        .tests
        .iter()
        .skip(1)
        .flat_map(|test| &test.operands);
    let mut others = sources(op).iter().chain([&predicate.over]).chain(inner);
    predicate.tests.first() == Some(test) && !others.any(|list| list.contains(&lane))
}

/// The operations of one conditional, with a conditional for each comparison that some of them are
/// under. An operation comes after the one that writes what it writes over; else those under no
/// further comparison come first, and those under the same one together.
fn nested(program: &mut Program, ops: Vec<OpId>) -> Vec<Item> {
    let mut parts: Vec<(Option<Test>, Vec<OpId>)> = vec![(None, Vec::new())];
    for id in ops {
        let predicate = program.ops[id].predicate.as_ref();
        let test = predicate.and_then(|predicate| predicate.tests.first().cloned());
        let tied = |other: &OpId| {
            let mut over = predicate.iter().flat_map(|predicate| &predicate.over);
            over.any(|lane| {
                program.ops[*other]
                    .values()
                    .any(|own| lane.as_value() == Some(own))
            })
        };
        let needs = |(_, others): &(_, Vec<OpId>)| others.iter().any(tied);
        let from = parts.iter().rposition(needs).unwrap_or(0);
        let mut candidates = parts.iter_mut().skip(from);
        match candidates.find(|(other, _)| *other == test) {
            Some((_, others)) => others.push(id),
            None => parts.push((test, vec![id])),
        }
    }
    let mut items = Vec::new();
    for (test, ops) in parts {
        match test {
            Some(test) => items.push(conditional(program, test, ops)),
            None => items.extend(ops.into_iter().map(Item::Op)),
        }
    }
    items
}

/// Operations under a comparison that all have as their outermost one.
fn conditional(program: &mut Program, test: Test, ops: Vec<OpId>) -> Item {
    let span = program.ops[ops[0]].span;
    for id in &ops {
        if let Some(predicate) = &mut program.ops[*id].predicate {
            predicate.tests.remove(0);
        }
    }
    let accepted = nested(program, ops);
    let accept = program.blocks.push(accepted);
    let reject = program.blocks.push(Vec::new());
    Item::If(If {
        tests: vec![test],
        formula: Formula::Test(0, true),
        accept,
        reject,
        span,
    })
}
