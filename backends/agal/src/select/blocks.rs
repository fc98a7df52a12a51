//! Puts operations under one comparison together: each conditional costs two tokens.
//!
//! An operation joins a conditional unless it needs something that depends on what is written there.
//! All that stands in a conditional is scheduled as one operation.

use super::code::{Code, Flow, Guard, Lane, Lanes, Op, Target};
use super::outputs::{PerLane, definitions};
use super::reach::Reach;
use std::borrow::Cow;

/// The code with each conditional as one operation.
pub(crate) fn form(code: &Code) -> Cow<'_, Code> {
    if code.ops.iter().all(|op| op.guarded().is_none()) {
        return Cow::Borrowed(code);
    }
    let count = code.ops.len();
    let mut former = Former {
        code,
        definition: definitions(code),
        reach: Reach::new(code),
        node: (0..count).collect(),
        members: (0..count).map(|op| vec![op]).collect(),
        open: Vec::new(),
    };
    let mut next = 0;
    while next < count {
        let first = next;
        let target = code.ops.get(first).map(|op| op.target);
        next += 1;
        let Some(guard) = former.outermost(first) else {
            continue;
        };
        // Several operations that write one value come in one conditional.
        while next < count && former.outermost(next) == Some(guard) && former.same(next, target) {
            next += 1;
        }
        former.enter(guard, first..next);
    }
    let ops = former.ordered();
    Cow::Owned(Code {
        ops,
        values: code.values.clone(),
        indices: code.indices.clone(),
    })
}

struct Former<'a> {
    code: &'a Code,
    definition: PerLane<Option<usize>>,
    reach: Reach,
    /// For each operation the first of those that it stands together with.
    node: Vec<usize>,
    /// For each of these all of them, in order.
    members: Vec<Vec<usize>>,
    /// Conditionals that may be joined, by their outermost comparison.
    open: Vec<(Guard, usize)>,
}

impl Former<'_> {
    fn outermost(&self, op: usize) -> Option<Guard> {
        let guarded = self.code.ops.get(op)?.guarded()?;
        guarded.guards.first().copied()
    }

    /// Whether an operation writes other lanes of the value of another one.
    fn same(&self, op: usize, target: Option<Target>) -> bool {
        let value = |target: Option<Target>| match target {
            Some(Target::Value(value, _)) => Some(value),
            _ => None,
        };
        value(target).is_some() && value(self.code.ops.get(op).map(|op| op.target)) == value(target)
    }

    /// Puts operations into a conditional that is there, or a new one.
    fn enter(&mut self, guard: Guard, ops: std::ops::Range<usize>) {
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
        for op in ops.filter(|op| *op != block) {
            self.node[op] = block;
            self.members[op].clear();
            self.members[block].push(op);
            self.reach.join(block, op);
        }
    }

    /// Whether an operation needs nothing that depends on a block, but what it writes over.
    fn may_join(&self, block: usize, op: usize) -> bool {
        let Some(op) = self.code.ops.get(op) else {
            return false;
        };
        let over = op.guarded().map_or(Lanes::EMPTY, |guarded| guarded.over);
        self.code.reads(op).into_iter().all(|lane| {
            let Lane::Value(value, place) = lane else {
                return true;
            };
            match self.definition.get(value, place) {
                Some(made) if self.node[made] == block => over.as_slice().contains(&lane),
                Some(made) => !self.reach.depends(block, made),
                None => true,
            }
        })
    }

    /// All operations after what they read.
    fn ordered(&self) -> Vec<Op> {
        let mut result = Vec::with_capacity(self.code.ops.len());
        let mut placed = vec![false; self.code.ops.len()];
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
                stack.push((node, true));
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

/// Operations that are under no further comparison, then a conditional for each one that the others
/// are under.
fn nested(ops: Vec<Op>) -> Vec<Op> {
    let outermost = |op: &Op| {
        op.guarded()
            .and_then(|guarded| guarded.guards.first().copied())
    };
    let (mut result, mut inner): (Vec<Op>, Vec<Op>) =
        ops.into_iter().partition(|op| outermost(op).is_none());
    while let Some((guard, span)) = inner.first().and_then(|op| Some((outermost(op)?, op.span))) {
        let (mut body, others): (Vec<Op>, Vec<Op>) = inner
            .into_iter()
            .partition(|op| outermost(op) == Some(guard));
        for guarded in body.iter_mut().filter_map(Op::guarded_mut) {
            guarded.guards.remove(0);
        }
        result.push(Op {
            opcode: guard.opcode,
            target: Target::None,
            a: Lanes::new([guard.a]),
            b: Lanes::new([guard.b]),
            matrix: None,
            sampler: None,
            flow: Some(Box::new(Flow::Block(nested(body)))),
            span,
        });
        inner = others;
    }
    result
}
