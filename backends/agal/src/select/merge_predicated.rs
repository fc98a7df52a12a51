//! Merges predicated operations under one comparison: each conditional costs two tokens.
//!
//! An operation joins a conditional unless it needs something that depends on what is written there.
//! All that stands in a conditional is scheduled as one operation. It comes after all others that read
//! what is written over; where that cannot be, what is written over is moved first.

use super::code::{Code, Flow, Guard, Lane, Lanes, Op, Target, ValueId};
use super::flow::{
    Definitions, copy_before_overwriting, covering_first, definitions, reach, reads_first,
};
use super::reachability::Reach;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;

/// How often conditionals are put together before all that others read is moved.
const ROUNDS: usize = 4;

/// The code with each conditional as one operation, in an order that respects outputs as well as data.
pub(crate) fn merge_predicated_ops(code: &Code) -> Cow<'_, Code> {
    covering_first(conditionals(code))
}

fn conditionals(code: &Code) -> Cow<'_, Code> {
    let mut code = Cow::Borrowed(code);
    if code.ops.iter().all(|op| op.guarded().is_none()) {
        return code;
    }
    for round in 0.. {
        let mut former = Former::new(&code);
        former.enter_all();
        let kept = std::mem::take(&mut former.kept);
        if kept.is_empty() || round > ROUNDS {
            let ops = former.ordered();
            code.to_mut().ops = ops;
            break;
        }
        let all = round == ROUNDS;
        copy_before_overwriting(code.to_mut(), |value| all || kept.contains(&value));
    }
    code
}

struct Former<'a> {
    code: &'a Code,
    definition: Definitions,
    reach: Reach,
    /// For each operation the first of those that it stands together with.
    node: Vec<usize>,
    /// For each of these all of them, in order.
    members: Vec<Vec<usize>>,
    /// Conditionals that may be joined, by their outermost comparison.
    open: Vec<(Guard, usize)>,
    /// Who reads each lane that is written over, that itself aside.
    readers: FxHashMap<Lane, SmallVec<[usize; 2]>>,
    /// For each conditional others that come before it because they read what it writes over.
    earlier: Vec<SmallVec<[usize; 2]>>,
    /// Operations under the same comparison that read in it what is written over: they have to come
    /// into this conditional, in which this value is written.
    late: Vec<(usize, usize, ValueId)>,
    /// Values that cannot be written over what others read.
    kept: Vec<ValueId>,
}

impl<'a> Former<'a> {
    fn new(code: &'a Code) -> Former<'a> {
        let count = code.ops.len();
        let mut readers: FxHashMap<Lane, SmallVec<[usize; 2]>> = FxHashMap::default();
        for guarded in code.ops.iter().filter_map(Op::guarded) {
            let over = guarded.over.as_slice().iter();
            readers.extend(over.map(|lane| (*lane, SmallVec::new())));
        }
        for (index, op) in code.ops.iter().enumerate() {
            for lane in code.reads(op) {
                if let Some(list) = readers.get_mut(&lane)
                    && list.last() != Some(&index)
                {
                    list.push(index);
                }
            }
        }
        Former {
            code,
            definition: definitions(code),
            reach: reach(code),
            node: (0..count).collect(),
            members: (0..count).map(|op| vec![op]).collect(),
            open: Vec::new(),
            readers,
            earlier: vec![SmallVec::new(); count],
            late: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn enter_all(&mut self) {
        let groups = self.groups();
        for (_, ops) in &groups {
            self.put(ops.start, ops.clone());
        }
        for (guard, ops) in groups {
            self.enter(guard, ops);
        }
        for (op, block, value) in std::mem::take(&mut self.late) {
            if self.node[op] != block {
                self.kept.push(value);
            }
        }
    }

    /// Operations that write one value, which come in one conditional.
    fn groups(&self) -> Vec<(Guard, Range<usize>)> {
        let mut groups: Vec<(Guard, Range<usize>)> = Vec::new();
        for op in 0..self.code.ops.len() {
            let Some(guard) = self.outermost(op) else {
                continue;
            };
            match groups.last_mut() {
                Some((other, ops))
                    if *other == guard && ops.end == op && self.same(op, ops.start) =>
                {
                    ops.end += 1;
                }
                _ => groups.push((guard, op..op + 1)),
            }
        }
        groups
    }

    /// Makes operations that stand together part of what another one stands for.
    fn put(&mut self, node: usize, ops: Range<usize>) {
        for op in ops.filter(|op| *op != node) {
            self.reach.join(node, op);
            self.node[op] = node;
            self.members[op].clear();
            self.members[node].push(op);
        }
    }

    fn outermost(&self, op: usize) -> Option<Guard> {
        let guarded = self.code.ops.get(op)?.guarded()?;
        guarded.guards.first().copied()
    }

    /// Whether two operations write one value.
    fn same(&self, op: usize, other: usize) -> bool {
        let value = |op: usize| match self.code.ops.get(op).map(|op| op.target) {
            Some(Target::Value(value, _)) => Some(value),
            _ => None,
        };
        value(op).is_some() && value(op) == value(other)
    }

    /// Puts operations into a conditional that is there, or a new one.
    fn enter(&mut self, guard: Guard, ops: Range<usize>) {
        let fits = |&(other, block): &(Guard, usize)| {
            other == guard && ops.clone().all(|op| self.may_join(block, op))
        };
        let found = self
            .open
            .iter()
            .rev()
            .find(|entry| fits(entry))
            .map(|(_, block)| *block);
        let block = match found {
            Some(block) => block,
            None => {
                self.open.push((guard, ops.start));
                ops.start
            }
        };
        if block != ops.start {
            self.put(block, ops.clone());
        }
        for op in ops.clone().filter_map(|op| self.code.ops.get(op)) {
            let (Target::Value(value, mask), Some(guarded)) = (op.target, op.guarded()) else {
                continue;
            };
            for lane in mask.lanes().map(|lane| guarded.over.at(lane.into())) {
                if !self.claim(block, guard, &ops, lane, value) {
                    self.kept.push(value);
                }
            }
        }
    }

    /// Makes all others that read a lane come before a conditional that writes over it; says whether
    /// that can be.
    fn claim(
        &mut self,
        block: usize,
        guard: Guard,
        group: &Range<usize>,
        lane: Lane,
        value: ValueId,
    ) -> bool {
        let readers = self.readers.get(&lane).cloned().unwrap_or_default();
        for reader in readers {
            let Some(op) = self.code.ops.get(reader) else {
                continue;
            };
            let writes_it = matches!(op.target, Target::Value(other, _) if other == value);
            if writes_it && group.contains(&reader) {
                if !reads_first(op, lane, group.len()) {
                    return false;
                }
                continue;
            }
            let node = self.node[reader];
            if only_compares(op, guard, lane) {
                self.late.push((reader, block, value));
            } else if node == block || self.reach.depends(block, node) {
                return false;
            } else {
                self.earlier[block].push(node);
                self.reach.order(node, block);
            }
        }
        true
    }

    /// Whether an operation needs nothing that depends on a block, but what it writes over.
    fn may_join(&self, block: usize, index: usize) -> bool {
        let Some(op) = self.code.ops.get(index) else {
            return false;
        };
        let over = op.guarded().map_or(Lanes::EMPTY, |guarded| guarded.over);
        if self.reach.depends(self.node[index], block) {
            return false;
        }
        self.code.reads(op).into_iter().all(|lane| {
            let Lane::Value(value, place) = lane else {
                return true;
            };
            match self.definition.get(value, place) {
                Some(made) if self.node[made] == block => over.as_slice().contains(&lane),
                Some(made) => !self.reach.depends(block, self.node[made]),
                None => true,
            }
        })
    }

    /// All operations after what they read.
    fn ordered(&self) -> Vec<Op> {
        let mut result = Vec::with_capacity(self.code.ops.len());
        let mut placed = vec![false; self.code.ops.len()];
        let mut entered = placed.clone();
        for root in 0..self.code.ops.len() {
            let mut stack = vec![(self.node[root], false)];
            while let Some((node, ready)) = stack.pop() {
                if placed[node] {
                    continue;
                }
                if ready {
                    placed[node] = true;
                    result.extend(self.block(node));
                    continue;
                }
                if std::mem::replace(&mut entered[node], true) {
                    continue;
                }
                stack.push((node, true));
                let earlier = self.earlier[node].iter();
                stack.extend(earlier.map(|other| (self.node[*other], false)));
                let members = self.members[node]
                    .iter()
                    .filter_map(|op| self.code.ops.get(*op));
                for lane in members.flat_map(|op| self.code.reads(op)) {
                    if let Lane::Value(value, lane) = lane
                        && let Some(made) = self.definition.get(value, lane)
                        && !placed[self.node[made]]
                        && self.node[made] != node
                    {
                        stack.push((self.node[made], false));
                    }
                }
            }
        }
        result
    }

    fn block(&self, node: usize) -> Vec<Op> {
        let members = self.members[node].iter();
        nested(
            members
                .filter_map(|op| self.code.ops.get(*op))
                .cloned()
                .collect(),
        )
    }
}

/// Whether an operation reads a lane in its outermost comparison only, which is a given one.
fn only_compares(op: &Op, guard: Guard, lane: Lane) -> bool {
    let Some(guarded) = op.guarded() else {
        return false;
    };
    let mut inner = guarded.guards.iter().skip(1);
    let mut others = op.operands().into_iter().chain([&guarded.over]);
    guarded.guards.first() == Some(&guard)
        && !inner.any(|other| other.a == lane || other.b == lane)
        && !others.any(|list| list.as_slice().contains(&lane))
}

/// The operations of one conditional, with a conditional for each comparison that some of them are
/// under. An operation comes after the one that writes what it writes over; else those under no
/// further comparison come first, and those under the same one together.
fn nested(ops: Vec<Op>) -> Vec<Op> {
    let mut parts: Vec<(Option<Guard>, Vec<Op>)> = vec![(None, Vec::new())];
    for op in ops {
        let guarded = op.guarded();
        let guard = guarded.and_then(|guarded| guarded.guards.first().copied());
        let needs = |(_, others): &(_, Vec<Op>)| others.iter().any(|other| op.writes_over(other));
        let from = parts.iter().rposition(needs).unwrap_or(0);
        let mut candidates = parts.iter_mut().skip(from);
        match candidates.find(|(other, _)| *other == guard) {
            Some((_, others)) => others.push(op),
            None => parts.push((guard, vec![op])),
        }
    }
    let made = parts.into_iter().map(|(guard, ops)| match guard {
        Some(guard) => conditional(guard, ops).into_iter().collect(),
        None => ops,
    });
    made.flatten().collect()
}

/// Operations under a comparison that all have as their outermost one; `None` if there are none.
fn conditional(guard: Guard, mut ops: Vec<Op>) -> Option<Op> {
    let span = ops.first()?.span;
    for guarded in ops.iter_mut().filter_map(Op::guarded_mut) {
        guarded.guards.remove(0);
    }
    Some(Op {
        opcode: guard.opcode,
        target: Target::None,
        a: Lanes::new([guard.a]),
        b: Lanes::new([guard.b]),
        matrix: None,
        sampler: None,
        flow: Some(Box::new(Flow::Block(nested(ops)))),
        span,
    })
}

#[cfg(test)]
mod tests {
    use super::super::code::{Guarded, ValueInfo};
    use super::*;
    use crate::isa::{File, Opcode};

    const INPUT: Lane = Lane::Register(File::Varying, 0, 0);

    fn value(value: u32) -> Lane {
        Lane::Value(ValueId(value), 0)
    }

    /// `%target = a + b`
    fn add(target: u32, a: Lane, b: Lane) -> Op {
        Op::scalar(Opcode::Add, target, a, b)
    }

    /// Under a comparison that all share, over another value.
    fn under(mut op: Op, over: u32) -> Op {
        let guard = Guard {
            opcode: Opcode::Ifl,
            a: INPUT,
            b: Lane::Register(File::Varying, 0, 1),
        };
        op.flow = Some(Box::new(Flow::Guarded(Guarded {
            guards: SmallVec::from_iter([guard]),
            over: Lanes::new([value(over)]),
        })));
        op
    }

    fn formed(ops: Vec<Op>) -> Code {
        let code = Code {
            ops,
            values: vec![ValueInfo::default(); 9],
            indices: Vec::new(),
        };
        merge_predicated_ops(&code).into_owned()
    }

    /// For each operation what it is, and how many are under it.
    fn shape(code: &Code) -> Vec<(Opcode, usize)> {
        let ops = code.ops.iter();
        ops.map(|op| (op.opcode, op.body().len())).collect()
    }

    #[test]
    fn one_comparison_is_made_once() {
        let code = formed(vec![
            add(0, INPUT, INPUT),
            under(add(1, INPUT, INPUT), 0),
            add(2, INPUT, INPUT),
            under(add(3, INPUT, INPUT), 2),
            add(4, value(1), value(3)),
        ]);
        let add = (Opcode::Add, 0);
        assert_eq!(shape(&code), [add, add, (Opcode::Ifl, 2), add]);
        assert_eq!(code.tokens(), 7);
    }

    #[test]
    fn what_depends_on_a_conditional_comes_after_it() {
        let code = formed(vec![
            add(0, INPUT, INPUT),
            under(add(1, INPUT, INPUT), 0),
            add(2, value(1), INPUT),
            add(3, INPUT, INPUT),
            under(add(4, value(2), INPUT), 3),
            add(5, value(4), INPUT),
        ]);
        let blocks = shape(&code).iter().filter(|op| op.1 == 1).count();
        assert_eq!((blocks, code.tokens()), (2, 10));
    }

    #[test]
    fn others_read_before_it_is_written_over() {
        let code = formed(vec![
            add(0, INPUT, INPUT),
            under(add(1, INPUT, INPUT), 0),
            add(2, value(0), INPUT),
            add(3, value(1), value(2)),
        ]);
        let add = (Opcode::Add, 0);
        assert_eq!(shape(&code), [add, add, (Opcode::Ifl, 1), add]);
    }

    #[test]
    fn what_is_read_later_is_moved() {
        let code = formed(vec![
            add(0, INPUT, INPUT),
            under(add(1, INPUT, INPUT), 0),
            add(2, value(0), value(1)),
        ]);
        let (add, mov) = ((Opcode::Add, 0), (Opcode::Mov, 0));
        assert_eq!(shape(&code), [add, mov, (Opcode::Ifl, 1), add]);
    }

    #[test]
    fn two_conditionals_that_each_need_the_other_to_come_first() {
        // Each result is computed from what the other one is written over.
        let mut second = under(add(4, INPUT, value(1)), 2);
        if let Some(guarded) = second.guarded_mut() {
            guarded.guards[0].opcode = Opcode::Ife;
        }
        let code = formed(vec![
            add(0, INPUT, INPUT),
            add(2, INPUT, INPUT),
            under(add(1, INPUT, value(2)), 0),
            second,
            add(5, value(0), value(4)),
        ]);
        let moves = shape(&code).iter().filter(|op| op.0 == Opcode::Mov).count();
        assert_eq!((moves, code.tokens()), (1, 10));
    }

    /// Under one more comparison.
    fn inside(mut op: Op, opcode: Opcode) -> Op {
        if let Some(guarded) = op.guarded_mut() {
            guarded.guards.push(Guard {
                opcode,
                a: INPUT,
                b: Lane::Register(File::Varying, 0, 2),
            });
        }
        op
    }

    /// The values that the operations of the only conditional write, those of a conditional in it
    /// in a list of their own.
    fn body(code: &Code) -> Vec<Vec<u32>> {
        let blocks = code.ops.iter().map(Op::body);
        let mut blocks = blocks.filter(|body| !body.is_empty());
        let (block, None) = (blocks.next().unwrap(), blocks.next()) else {
            panic!("there are two conditionals");
        };
        let value = |op: &&Op| match op.target {
            Target::Value(value, _) => Some(value.0),
            _ => None,
        };
        let written = |op: &Op| op.all().iter().filter_map(value).collect();
        block.iter().map(written).collect()
    }

    #[test]
    fn what_is_written_over_is_written_first() {
        // `1` is chosen in a conditional within the one in which `2` is written over it.
        let ops = [
            add(0, INPUT, INPUT),
            inside(under(add(1, INPUT, INPUT), 0), Opcode::Ife),
            under(add(2, INPUT, INPUT), 1),
            inside(under(add(3, INPUT, INPUT), 2), Opcode::Ife),
            add(4, value(3), INPUT),
        ];
        let code = formed(ops.to_vec());
        assert_eq!(body(&code), [vec![1], vec![2], vec![3]]);
    }

    #[test]
    fn what_does_not_depend_on_an_inner_conditional_comes_before_it() {
        let ops = [
            add(0, INPUT, INPUT),
            add(1, INPUT, INPUT),
            add(2, INPUT, INPUT),
            inside(under(add(3, INPUT, INPUT), 0), Opcode::Ife),
            under(add(4, INPUT, INPUT), 1),
            inside(under(add(5, INPUT, INPUT), 2), Opcode::Ife),
            add(6, value(3), value(4)),
            add(7, value(5), value(6)),
        ];
        let code = formed(ops.to_vec());
        assert_eq!(body(&code), [vec![4], vec![3, 5]]);
    }
}
