//! Live ranges with holes, over the tree.
//!
//! Instructions are numbered in the order in which the code is laid out; number i reads at point 2i and
//! writes at point 2i + 1. The tests of a condition have a number, and so have the head and the foot of a
//! loop. What only one arm of a condition needs is not live in the other.

use super::{BlockId, Item, Lane, LaneRef, Loop, Machine, OpId, Program};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use std::ops::Range;

/// Where each value holds something that is still needed.
#[derive(Clone, Debug, Default)]
pub struct LiveRanges {
    /// For each value: sorted, apart from each other. Components of outputs have none.
    pub of: SecondaryMap<Lane, Vec<Range<u32>>>,
    /// The number of numbers.
    pub count: u32,
}

/// True if two sorted lists of ranges share a point.
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

/// Adds ranges to a sorted list; those that touch become one.
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

/// True if no point lies in more than four of some ranges: what a register holds.
pub fn fit_register<'a>(ranges: impl Iterator<Item = &'a Range<u32>>) -> bool {
    let mut ends: Vec<(u32, i32)> = ranges
        .flat_map(|range| [(range.start, 1), (range.end, -1)])
        .collect();
    ends.sort_unstable();
    let mut live = 0;
    ends.iter().all(|(_, change)| {
        live += change;
        live <= 4
    })
}

/// Computes the live ranges of all values, backwards over the tree.
pub fn live_ranges<M: Machine>(program: &Program<M>) -> LiveRanges {
    let count = size(program, program.body);
    let lanes = program.lanes.len();
    let mut finder = Finder {
        program,
        at: count,
        ranges: SecondaryMap::with_len(lanes),
        ends: SecondaryMap::with_len(lanes),
        loops: Vec::new(),
    };
    // What outputs hold in the end.
    let outputs = program.outputs.iter().flat_map(|output| output.lanes);
    let mut live: Lanes = outputs
        .flatten()
        .filter_map(|lane| program.needed(lane))
        .collect();
    finder.open_all(&live, 2 * count);
    finder.block(program.body, &mut live);
    finder.close_all(&live, 0);
    let mut of = finder.ranges;
    for lane in program.lanes.keys() {
        let found = std::mem::take(&mut of[lane]);
        unite(&mut of[lane], &found);
    }
    LiveRanges { of, count }
}

type Lanes = EntitySet<Lane>;

/// Numbers that a block takes.
fn size<M: Machine>(program: &Program<M>, block: BlockId) -> u32 {
    let size = |item: &Item<M>| match item {
        Item::Op(_) | Item::Break | Item::Continue | Item::Emission(..) => 1,
        Item::If(branch) => 1 + size(program, branch.accept) + size(program, branch.reject),
        Item::Loop(repeat) => 2 + size(program, repeat.body),
    };
    program.blocks[block].iter().map(size).sum()
}

/// What is needed where a loop goes on.
struct OpenLoop {
    /// When a round ends: when the body starts again, and after the loop if its last round may be over.
    round: Lanes,
    /// After the loop.
    exit: Lanes,
}

struct Finder<'p, M: Machine> {
    program: &'p Program<M>,
    /// One past the number of the next instruction, going backwards.
    at: u32,
    ranges: SecondaryMap<Lane, Vec<Range<u32>>>,
    /// Where the current range of each live value ends.
    ends: SecondaryMap<Lane, u32>,
    loops: Vec<OpenLoop>,
}

impl<M: Machine> Finder<'_, M> {
    fn close(&mut self, lane: Lane, start: u32, end: u32) {
        if start < end {
            self.ranges[lane].push(start..end);
        }
    }

    /// Begins the ranges of live values at a point.
    fn close_all(&mut self, live: &Lanes, start: u32) {
        for lane in live {
            self.close(lane, start, self.ends[lane]);
        }
    }

    fn open_all(&mut self, live: &Lanes, end: u32) {
        for lane in live {
            self.ends[lane] = end;
        }
    }

    fn read(&mut self, lane: LaneRef, live: &mut Lanes) {
        if let Some(value) = self.program.needed(lane)
            && live.insert(value)
        {
            self.ends[value] = 2 * self.at + 1;
        }
    }

    fn write(&mut self, lane: Lane, live: &mut Lanes) {
        let start = 2 * self.at + 1;
        // What nobody reads still needs a place at that moment.
        let end = if live.remove(lane) {
            self.ends[lane]
        } else {
            start + 1
        };
        self.close(lane, start, end);
    }

    fn op(&mut self, id: OpId, live: &mut Lanes) {
        let op = &self.program.ops[id];
        for result in op.values() {
            if self.program.output_of(result).is_none() {
                self.write(result, live);
            }
        }
        for lane in op.reads() {
            self.read(lane, live);
        }
    }

    fn block(&mut self, block: BlockId, live: &mut Lanes) {
        let program = self.program;
        for item in program.blocks[block].iter().rev() {
            match item {
                Item::Op(id) => {
                    self.at -= 1;
                    self.op(*id, live);
                }
                Item::If(branch) => {
                    let mut accepted = live.clone();
                    self.block(branch.reject, live);
                    let middle = 2 * self.at;
                    self.close_all(live, middle);
                    self.open_all(&accepted, middle);
                    self.block(branch.accept, &mut accepted);
                    self.at -= 1;
                    let rejected = std::mem::replace(live, accepted);
                    self.join(live, &rejected, 2 * self.at + 2);
                    for lane in branch.reads() {
                        self.read(lane, live);
                    }
                }
                Item::Loop(repeat) => self.repeat(repeat, live),
                // It reads outputs only, which have no ranges.
                Item::Emission(..) => self.at -= 1,
                Item::Break | Item::Continue => {
                    self.at -= 1;
                    // What the code behind this place needs does not matter here.
                    self.close_all(live, 2 * self.at + 2);
                    let wanted = self.loops.last().map(|open| match item {
                        Item::Break => open.exit.clone(),
                        _ => open.round.clone(),
                    });
                    *live = wanted.unwrap_or_default();
                    self.open_all(live, 2 * self.at + 1);
                }
            }
        }
    }

    /// Values that are needed on another way begin to be live at the point where the ways part.
    fn join(&mut self, live: &mut Lanes, others: &Lanes, point: u32) {
        for lane in others {
            if live.insert(lane) {
                self.ends[lane] = point;
            }
        }
    }

    fn repeat(&mut self, repeat: &Loop, live: &mut Lanes) {
        let exit = live.clone();
        let head = needed_by_loop(self.program, repeat, &exit);
        self.at -= 1;
        let foot = 2 * self.at + 1;
        self.close_all(live, foot);
        let round = round(repeat, &head, &exit);
        live.clone_from(&round);
        self.open_all(live, foot);
        self.loops.push(OpenLoop { round, exit });
        self.block(repeat.body, live);
        self.loops.pop();
        self.at -= 1;
        // What is only needed after the loop lives through it.
        self.join(live, &head, 2 * self.at + 2);
    }
}

/// What is needed when a round of a loop ends: a counted loop may also fall out of its end.
fn round(repeat: &Loop, head: &Lanes, exit: &Lanes) -> Lanes {
    let mut round = head.clone();
    if repeat.rounds.is_some() {
        round.insert_all(exit);
    }
    round
}

/// What a loop needs when it starts, if `exit` is needed after it. One round tells: what a later round reads before
/// anything writes it, that round would read first if it were the first (Brandner et al., "Computing Liveness Sets for
/// SSA-Form Programs", 2011). So loops within loops are looked at once for each loop around them.
fn needed_by_loop<M: Machine>(program: &Program<M>, repeat: &Loop, exit: &Lanes) -> Lanes {
    let round = round(repeat, &Lanes::new(), exit);
    let mut live = round.clone();
    backwards(program, repeat.body, &mut live, &round, exit);
    live
}

fn backwards<M: Machine>(
    program: &Program<M>,
    block: BlockId,
    live: &mut Lanes,
    round: &Lanes,
    exit: &Lanes,
) {
    for item in program.blocks[block].iter().rev() {
        match item {
            Item::Op(id) => {
                let op = &program.ops[*id];
                for result in op.values() {
                    live.remove(result);
                }
                live.extend(op.reads().filter_map(|lane| program.needed(lane)));
            }
            Item::If(branch) => {
                let mut accepted = live.clone();
                backwards(program, branch.accept, &mut accepted, round, exit);
                backwards(program, branch.reject, live, round, exit);
                live.insert_all(&accepted);
                live.extend(branch.reads().filter_map(|lane| program.needed(lane)));
            }
            Item::Loop(repeat) => *live = needed_by_loop(program, repeat, live),
            Item::Break => live.clone_from(exit),
            Item::Continue => live.clone_from(round),
            Item::Emission(..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fake::Fake;
    use super::super::parse;
    use super::*;
    use retroshade_diagnostics::FileId;

    /// The ranges of a program, value by value.
    fn ranges(text: &str) -> (Vec<Vec<(u32, u32)>>, u32) {
        let text = format!("mir fake lanes\n{text}");
        let program = parse::<Fake>(&text, FileId(0)).expect("a program");
        let found = live_ranges(&program);
        let pairs = |lane| {
            let list: &Vec<Range<u32>> = &found.of[lane];
            list.iter().map(|range| (range.start, range.end)).collect()
        };
        (program.lanes.keys().map(pairs).collect(), found.count)
    }

    #[test]
    fn a_value_lives_from_its_write_to_its_last_read() {
        let (found, _) = ranges("%0 = copy [v0.x]\n%1 = copy [%0]\n%2 = add [%0] [%1]\n");
        assert_eq!(found, [[(1, 5)], [(3, 5)], [(5, 6)]]);
    }

    #[test]
    fn what_one_arm_needs_is_not_live_in_the_other() {
        let (found, _) = ranges(
            "var %2\n%0 = copy [v0.x]\n%1 = copy [v0.y]\nif positive [%0] {\n%2 = copy [%0]\n} else {\n\
             %2 = copy [%1]\n}\n%3 = copy [%2]\n",
        );
        assert_eq!(found[0], [(1, 7)]);
        assert_eq!(found[1], [(3, 6), (8, 9)]);
        assert_eq!(found[2], [(7, 8), (9, 11)]);
        let range = |(start, end): (u32, u32)| start..end;
        assert!(!overlap(&[range(found[0][0])], &[range(found[1][1])]));
    }

    #[test]
    fn what_a_loop_reads_lives_through_it() {
        let (found, count) = ranges(
            "var %1\n%0 = copy [v0.x]\n%1 = copy [v0.y]\nloop {\n%1 = add [%1] [%0]\nif positive [%1] {\nbreak\n}\n\
             continue\n}\n%2 = copy [%1]\n",
        );
        assert_eq!(count, 9);
        // The arm that leaves does not need %0, everything else does.
        assert_eq!(found[0], [(1, 10), (12, 13), (14, 15)]);
        assert_eq!(found[1].last().map(|range| range.1), Some(17));
    }

    #[test]
    fn lists_of_ranges_unite() {
        let mut list = vec![1..3, 8..9];
        unite(&mut list, &[3..5, 6..7]);
        assert_eq!(list, [1..5, 6..7, 8..9]);
        assert!(overlap(&list, &[4..6, 9..10]) && !overlap(&list, &[5..6, 7..8]));
    }
}
