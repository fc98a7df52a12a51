//! Where each scalar holds a value that is still needed.
//!
//! Instructions are numbered in the order in which the code is laid out; number i reads at point 2i
//! and writes at point 2i + 1. The comparison of a condition has a number, and so have the head and
//! the foot of a loop. Ranges have holes: what only one arm of a condition needs is not live in the
//! other.

use super::code::{Block, Code, Lane, Loop, Node, Op, Scalar, Scalars, Source};
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
    a.sort_unstable_by_key(|range| (range.start, range.end));
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
        ends: vec![0; code.scalars.len()],
        loops: Vec::new(),
    };
    let count = size(&code.body);
    walk.at = count;
    let mut live = Scalars::new();
    walk.block(&code.body, &mut live);
    walk.close_all(&live, 0);
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

struct OpenLoop {
    /// What is needed when a round ends: when the body starts again, and after the loop if its last
    /// round may be over.
    round: Scalars,
    /// What is needed after the loop.
    exit: Scalars,
}

struct Walk<'a> {
    code: &'a Code,
    /// One past the number of the next instruction, going backwards.
    at: u32,
    ranges: Vec<Vec<Range<u32>>>,
    /// Where the current range of each live scalar ends, by its number.
    ends: Vec<u32>,
    loops: Vec<OpenLoop>,
}

impl Walk<'_> {
    /// A scalar is live up to a point.
    fn open(&mut self, scalar: Scalar, end: u32) {
        if let Some(slot) = self.ends.get_mut(scalar.0 as usize) {
            *slot = end;
        }
    }

    fn close(&mut self, scalar: Scalar, start: u32, end: u32) {
        if let Some(list) = self.ranges.get_mut(scalar.0 as usize)
            && start < end
        {
            list.push(start..end);
        }
    }

    /// Begins the ranges of live scalars at a point.
    fn close_all(&mut self, live: &Scalars, start: u32) {
        for scalar in live {
            let end = self.ends.get(scalar.0 as usize).copied().unwrap_or(0);
            self.close(scalar, start, end);
        }
    }

    fn open_all(&mut self, live: &Scalars, end: u32) {
        for scalar in live {
            self.open(scalar, end);
        }
    }

    fn read(&mut self, source: &Source, live: &mut Scalars) {
        let end = 2 * self.at + 1;
        let code = self.code;
        needed(code, source, &mut |scalar| {
            if live.insert(scalar) {
                self.open(scalar, end);
            }
        });
    }

    fn write(&mut self, scalar: Scalar, live: &mut Scalars) {
        let start = 2 * self.at + 1;
        // What nobody reads still needs a place at that moment.
        let end = match live.remove(scalar) {
            true => self.ends.get(scalar.0 as usize).copied().unwrap_or(0),
            false => start + 1,
        };
        self.close(scalar, start, end);
    }

    fn op(&mut self, op: &Op, live: &mut Scalars) {
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
    fn block(&mut self, block: &Block, live: &mut Scalars) {
        for node in block.iter().rev() {
            match node {
                Node::Op(op) => {
                    self.at -= 1;
                    self.op(op, live);
                }
                Node::If(branch) => {
                    let after = self.at;
                    let mut accepted = live.clone();
                    self.block(&branch.reject, live);
                    let middle = self.at;
                    debug_assert!(middle <= after);
                    self.close_all(live, 2 * middle);
                    self.open_all(&accepted, 2 * middle);
                    self.block(&branch.accept, &mut accepted);
                    self.at -= 1;
                    let rejected = std::mem::replace(live, accepted);
                    self.join(live, &rejected, 2 * self.at + 2);
                    for source in branch.condition.sources() {
                        self.read(source, live);
                    }
                }
                Node::Loop(repeat) => self.repeat(repeat, live),
                Node::Break | Node::Continue => {
                    self.at -= 1;
                    let point = 2 * self.at + 1;
                    // What the code after this place needs does not matter here.
                    self.close_all(live, 2 * self.at + 2);
                    let wanted = self.loops.last().map(|open| match node {
                        Node::Break => open.exit.clone(),
                        _ => open.round.clone(),
                    });
                    *live = wanted.unwrap_or_default();
                    self.open_all(live, point);
                }
            }
        }
    }

    /// Scalars that are needed on another way begin to be live at the point where the ways part.
    fn join(&mut self, live: &mut Scalars, others: &Scalars, point: u32) {
        for scalar in others {
            if live.insert(scalar) {
                self.open(scalar, point);
            }
        }
    }

    fn repeat(&mut self, repeat: &Loop, live: &mut Scalars) {
        let exit = live.clone();
        let head = needed_by_loop(self.code, repeat, &exit);
        self.at -= 1;
        let foot = 2 * self.at + 1;
        self.close_all(live, foot);
        // A counted loop may also fall out of its end.
        live.insert_all(&head);
        self.open_all(live, foot);
        self.loops.push(OpenLoop {
            round: round(repeat, &head, &exit),
            exit,
        });
        self.block(&repeat.body, live);
        self.loops.pop();
        self.at -= 1;
        // What is only needed after the loop lives through it.
        self.join(live, &head, 2 * self.at + 2);
    }
}

/// What is needed when a round of a loop ends.
fn round(repeat: &Loop, head: &Scalars, exit: &Scalars) -> Scalars {
    let mut round = head.clone();
    if repeat.rounds.is_some() {
        round.insert_all(exit);
    }
    round
}

/// What a loop needs when it starts, if `exit` is needed after it.
fn needed_by_loop(code: &Code, repeat: &Loop, exit: &Scalars) -> Scalars {
    let mut head = Scalars::new();
    loop {
        let found = needed_at_start(code, repeat, &head, exit);
        if found == head {
            return head;
        }
        head = found;
    }
}

/// What a loop's body needs when it starts, if `head` is needed when it goes round.
fn needed_at_start(code: &Code, repeat: &Loop, head: &Scalars, exit: &Scalars) -> Scalars {
    let mut live = head.clone();
    live.insert_all(exit);
    let round = round(repeat, head, exit);
    backwards(code, &repeat.body, &mut live, &round, exit);
    live
}

fn backwards(code: &Code, block: &Block, live: &mut Scalars, round: &Scalars, exit: &Scalars) {
    for node in block.iter().rev() {
        match node {
            Node::Op(op) => {
                for result in &op.results {
                    live.remove(*result);
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
                live.insert_all(&accepted);
                for source in branch.condition.sources() {
                    needed(code, source, &mut |scalar| {
                        live.insert(scalar);
                    });
                }
            }
            Node::Loop(repeat) => {
                *live = needed_by_loop(code, repeat, live);
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
