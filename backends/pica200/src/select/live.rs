//! Where each scalar holds a value that is still needed.
//!
//! Instructions are numbered in the order in which the code is laid out; number i reads at point 2i
//! and writes at point 2i + 1. The comparison of a condition has a number, and so have the head and
//! the foot of a loop. Ranges have holes: what only one arm of a condition needs is not live in the
//! other.

use super::code::{Block, Code, Lane, Loop, Node, Op, Scalar, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Live ranges of all scalars.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// By the number of the scalar: sorted, apart from each other.
    pub of: Vec<Vec<Range<u32>>>,
    /// How many instructions there are.
    pub count: u32,
}

impl Ranges {
    /// The ranges of a scalar.
    pub fn get(&self, scalar: Scalar) -> &[Range<u32>] {
        self.of.get(scalar.0 as usize).map_or(&[], Vec::as_slice)
    }
}

/// Whether two sorted lists of ranges share a point.
pub fn overlap(a: &[Range<u32>], b: &[Range<u32>]) -> bool {
    let (mut i, mut k) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(k)) {
        if x.start < y.end && y.start < x.end {
            return true;
        }
        if x.end <= y.end {
            i += 1;
        } else {
            k += 1;
        }
    }
    false
}

/// Adds ranges to a sorted list, joining what touches.
pub fn unite(a: &mut Vec<Range<u32>>, b: &[Range<u32>]) {
    a.extend_from_slice(b);
    a.sort_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<u32>> = Vec::with_capacity(a.len());
    for range in a.drain(..) {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    *a = joined;
}

/// Whether no point lies in more than four of some ranges: what a register holds.
pub fn fit_register<'a>(ranges: impl Iterator<Item = &'a Range<u32>>) -> bool {
    let mut events: Vec<(u32, i32)> = ranges
        .flat_map(|range| [(range.start, 1), (range.end, -1)])
        .collect();
    events.sort_unstable();
    let mut live = 0;
    events.iter().all(|(_, change)| {
        live += change;
        live <= 4
    })
}

/// Calls a function with every scalar an operand lane needs: itself, or what its address is made of.
pub fn needed(code: &Code, source: &Source, f: &mut impl FnMut(Scalar)) {
    match source.lane {
        Lane::Scalar(scalar) => f(scalar),
        Lane::Indexed(_, _, address) => {
            let index = code.addresses.get(address.0 as usize);
            if let Some(Lane::Scalar(scalar)) = index.map(|source| source.lane) {
                f(scalar);
            }
        }
        Lane::Input(..) | Lane::Uniform(..) | Lane::Literal(_) => {}
    }
}

/// The live ranges of a program.
pub fn ranges(code: &Code) -> Ranges {
    let mut walk = Walk {
        code,
        at: 0,
        ranges: vec![Vec::new(); code.scalars.len()],
        loops: Vec::new(),
    };
    let count = size(&code.body);
    walk.at = count;
    let mut live = Live::new();
    walk.block(&code.body, &mut live);
    for (scalar, end) in live {
        walk.close(scalar, 0, end);
    }
    for list in &mut walk.ranges {
        let found = std::mem::take(list);
        unite(list, &found);
    }
    Ranges {
        of: walk.ranges,
        count,
    }
}

/// Numbers that a block takes.
fn size(block: &Block) -> u32 {
    let size = |node: &Node| match node {
        Node::Op(_) => 1,
        Node::If(branch) => 1 + size(&branch.accept) + size(&branch.reject),
        Node::Loop(repeat) => 2 + size(&repeat.body),
        Node::Break | Node::Continue => 1,
    };
    block.iter().map(size).sum()
}

/// Live scalars and the point where their current range ends.
type Live = BTreeMap<Scalar, u32>;

struct OpenLoop {
    /// What is needed when a round ends: when the body starts again, and after the loop if its last
    /// round may be over.
    round: BTreeSet<Scalar>,
    /// What is needed after the loop.
    exit: BTreeSet<Scalar>,
}

struct Walk<'a> {
    code: &'a Code,
    /// One past the number of the next instruction, going backwards.
    at: u32,
    ranges: Vec<Vec<Range<u32>>>,
    loops: Vec<OpenLoop>,
}

impl Walk<'_> {
    fn close(&mut self, scalar: Scalar, start: u32, end: u32) {
        if let Some(list) = self.ranges.get_mut(scalar.0 as usize)
            && start < end
        {
            list.push(start..end);
        }
    }

    fn read(&mut self, source: &Source, live: &mut Live) {
        let end = 2 * self.at + 1;
        needed(self.code, source, &mut |scalar| {
            live.entry(scalar).or_insert(end);
        });
    }

    fn write(&mut self, scalar: Scalar, live: &mut Live) {
        let start = 2 * self.at + 1;
        // What nobody reads still needs a place at that moment.
        let end = live.remove(&scalar).unwrap_or(start + 1);
        self.close(scalar, start, end);
    }

    fn op(&mut self, op: &Op, live: &mut Live) {
        for result in &op.results {
            if self.code.output_of(*result).is_none() {
                self.write(*result, live);
            }
        }
        for source in op.sources() {
            self.read(source, live);
        }
    }

    /// Goes through a block backwards.
    fn block(&mut self, block: &Block, live: &mut Live) {
        for node in block.iter().rev() {
            match node {
                Node::Op(op) => {
                    self.at -= 1;
                    self.op(op, live);
                }
                Node::If(branch) => {
                    let after = self.at;
                    let mut accepted: Live = live.clone();
                    self.block(&branch.reject, live);
                    let middle = self.at;
                    for end in accepted.values_mut() {
                        *end = 2 * middle;
                    }
                    debug_assert!(middle <= after);
                    for (scalar, end) in std::mem::take(live) {
                        self.close(scalar, 2 * middle, end);
                        live.insert(scalar, 0);
                    }
                    self.block(&branch.accept, &mut accepted);
                    self.at -= 1;
                    let test = 2 * self.at + 2;
                    let rejected = std::mem::take(live);
                    *live = accepted;
                    for (scalar, _) in rejected {
                        live.entry(scalar).or_insert(test);
                    }
                    for source in branch.condition.sources() {
                        self.read(source, live);
                    }
                }
                Node::Loop(repeat) => self.repeat(repeat, live),
                Node::Break | Node::Continue => {
                    self.at -= 1;
                    let point = 2 * self.at + 1;
                    // What the code after this place needs does not matter here.
                    for (scalar, end) in std::mem::take(live) {
                        self.close(scalar, 2 * self.at + 2, end);
                    }
                    let wanted = self.loops.last().map(|open| match node {
                        Node::Break => open.exit.clone(),
                        _ => open.round.clone(),
                    });
                    let wanted = wanted.unwrap_or_default();
                    live.extend(wanted.into_iter().map(|scalar| (scalar, point)));
                }
            }
        }
    }

    fn repeat(&mut self, repeat: &Loop, live: &mut Live) {
        let exit: BTreeSet<Scalar> = live.keys().copied().collect();
        let mut head = BTreeSet::new();
        loop {
            let found = needed_at_start(self.code, repeat, &head, &exit);
            if found == head {
                break;
            }
            head = found;
        }
        self.at -= 1;
        let foot = 2 * self.at + 1;
        for (scalar, end) in std::mem::take(live) {
            self.close(scalar, foot, end);
        }
        let after: BTreeSet<Scalar> = head.union(&exit).copied().collect();
        self.loops.push(OpenLoop {
            round: round(repeat, &head, &exit),
            exit,
        });
        // A counted loop may also fall out of its end.
        live.extend(after.into_iter().map(|scalar| (scalar, foot)));
        self.block(&repeat.body, live);
        self.loops.pop();
        self.at -= 1;
        // What is only needed after the loop lives through it.
        for scalar in head {
            live.entry(scalar).or_insert(2 * self.at + 2);
        }
    }
}

/// What is needed when a round of a loop ends.
fn round(repeat: &Loop, head: &BTreeSet<Scalar>, exit: &BTreeSet<Scalar>) -> BTreeSet<Scalar> {
    match repeat.rounds {
        Some(_) => head.union(exit).copied().collect(),
        None => head.clone(),
    }
}

/// What a loop's body needs when it starts, if `head` is needed when it goes round.
fn needed_at_start(
    code: &Code,
    repeat: &Loop,
    head: &BTreeSet<Scalar>,
    exit: &BTreeSet<Scalar>,
) -> BTreeSet<Scalar> {
    let mut live: BTreeSet<Scalar> = head.union(exit).copied().collect();
    let round = round(repeat, head, exit);
    backwards(code, &repeat.body, &mut live, &round, exit);
    live
}

fn backwards(
    code: &Code,
    block: &Block,
    live: &mut BTreeSet<Scalar>,
    round: &BTreeSet<Scalar>,
    exit: &BTreeSet<Scalar>,
) {
    for node in block.iter().rev() {
        match node {
            Node::Op(op) => {
                for result in &op.results {
                    live.remove(result);
                }
                for source in op.sources() {
                    needed(code, source, &mut |scalar| {
                        live.insert(scalar);
                    });
                }
            }
            Node::If(branch) => {
                let mut accepted = live.clone();
                backwards(code, &branch.accept, &mut accepted, round, exit);
                backwards(code, &branch.reject, live, round, exit);
                live.extend(accepted);
                for source in branch.condition.sources() {
                    needed(code, source, &mut |scalar| {
                        live.insert(scalar);
                    });
                }
            }
            Node::Loop(repeat) => {
                let after = live.clone();
                let mut inner = BTreeSet::new();
                loop {
                    let found = needed_at_start(code, repeat, &inner, &after);
                    if found == inner {
                        break;
                    }
                    inner = found;
                }
                *live = inner;
            }
            Node::Break => live.clone_from(exit),
            Node::Continue => live.clone_from(round),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::{Condition, If, Loop, Test};
    use super::*;
    use crate::isa::{Comparison, Opcode};
    use retroshade_diagnostics::Span;

    fn op(result: u32, reads: &[u32]) -> Node {
        let sources = reads.iter().map(|r| Source::scalar(Scalar(*r))).collect();
        Node::Op(Op {
            opcode: Opcode::Mov,
            results: vec![Scalar(result)],
            operands: vec![sources],
            origin: 0,
            span: Span::NONE,
        })
    }

    /// The ranges of a scalar as pairs.
    fn pairs(ranges: &Ranges, scalar: u32) -> Vec<(u32, u32)> {
        let list = ranges.get(Scalar(scalar)).iter();
        list.map(|range| (range.start, range.end)).collect()
    }

    fn code(scalars: usize, body: Block) -> Code {
        Code {
            scalars: vec![Default::default(); scalars],
            body,
            ..Code::default()
        }
    }

    fn test(scalar: u32) -> Condition {
        Condition::Test(Test {
            operator: Comparison::Lt,
            sources: [Source::scalar(Scalar(scalar)), Source::literal(0.0)],
        })
    }

    #[test]
    fn a_value_lives_from_its_write_to_its_last_read() {
        let code = code(3, vec![op(0, &[]), op(1, &[0]), op(2, &[0, 1])]);
        let found = ranges(&code);
        assert_eq!(pairs(&found, 0), [(1, 5)]);
        assert_eq!(pairs(&found, 1), [(3, 5)]);
        assert_eq!(pairs(&found, 2), [(5, 6)]);
    }

    #[test]
    fn what_one_arm_needs_is_not_live_in_the_other() {
        // 0: s0; 1: s1; 2: if s0 { 3: s2 = s0 } else { 4: s2 = s1 } 5: s3 = s2
        let branch = If {
            condition: test(0),
            accept: vec![op(2, &[0])],
            reject: vec![op(2, &[1])],
            span: Span::NONE,
        };
        let code = code(
            4,
            vec![op(0, &[]), op(1, &[]), Node::If(branch), op(3, &[2])],
        );
        let found = ranges(&code);
        assert_eq!(pairs(&found, 0), [(1, 7)]);
        assert_eq!(pairs(&found, 1), [(3, 6), (8, 9)]);
        assert_eq!(pairs(&found, 2), [(7, 8), (9, 11)]);
        assert!(!overlap(found.get(Scalar(0)), &found.get(Scalar(1))[1..]));
    }

    #[test]
    fn what_a_loop_reads_lives_through_it() {
        // 0: s0; 1: s1; 2: loop { 3: s1 = s1 + s0; 4: if s1 { break } 6: continue }; 8: s2 = s1
        let exit = If {
            condition: test(1),
            accept: vec![Node::Break],
            reject: Vec::new(),
            span: Span::NONE,
        };
        let body = vec![op(1, &[0, 1]), Node::If(exit), Node::Continue];
        let repeat = Loop {
            body,
            rounds: None,
            span: Span::NONE,
        };
        let code = code(
            3,
            vec![op(0, &[]), op(1, &[]), Node::Loop(repeat), op(2, &[1])],
        );
        let found = ranges(&code);
        assert_eq!(found.count, 9);
        let last = |scalar: u32| found.get(Scalar(scalar)).last().unwrap().end;
        // The arm that leaves does not need s0, everything else does.
        assert_eq!(pairs(&found, 0), [(1, 10), (12, 13), (14, 15)]);
        assert_eq!(last(1), 17);
    }

    #[test]
    fn lists_of_ranges_unite() {
        let mut list = vec![1..3, 8..9];
        unite(&mut list, &[3..5, 6..7]);
        assert_eq!(list, [1..5, 6..7, 8..9]);
        assert!(overlap(&list, &[4..6, 9..10]) && !overlap(&list, &[5..6, 7..8]));
    }
}
