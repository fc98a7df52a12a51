//! Makes a counted loop of code that does the same several times over, as a function called for each
//! bone or light leaves it.
//!
//! Copies are rows of nodes of the same shape, one after the other. What a copy reads is either the
//! same in all of them, made by the copy itself, handed on from the copy before, or another lane for
//! each copy. Uniform registers that are equally far apart are read behind the machine's loop counter. Other such lanes are put
//! into one register, of which the body reads the first lane and which a `mov` rotates at the end of each round. The
//! machine counts rounds by itself, so the loop costs a word and the rotations.
//!
//! ```text
//! plan     whether copies can be rounds of one loop, and what differs between them
//! rewrite  the loop
//! prove    that the loop computes what the copies did; without that nothing is changed
//! ```

mod plan;
mod prove;
mod rewrite;

use crate::best::Best;
use crate::counters::Counters;
use crate::isa::ROUNDS;
use crate::machine::{Item, Program};
use crate::select::slots::{Slots, count_needs};
use plan::Plan;
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{Base, BlockId, Counts, Lane, OpId};

/// Words that a loop must save: it costs a word and a rotation for each lane that differs, and takes as long as what it
/// replaces. Chosen, not measured.
const WORTH: usize = 8;
/// Copies whose lanes fit one register.
const COPIES: usize = 4;
/// Places for a loop that are looked at in one block, of as many copies as there are and of [`COPIES`] at most. Each is
/// built and proved; chosen for time, not measured.
const CANDIDATES: usize = 16;
/// The longest row of nodes that is looked at. Chosen for time, not measured.
const PERIOD: usize = 48;

/// Rerolls where that saves words, until it does nowhere.
pub(super) fn reroll(program: &mut Program) -> bool {
    let mut changed = false;
    // A found loop changes what can be found; programs have few.
    for _ in 0..8 {
        let facts = ProgramUses::new(program);
        if !roll_first(program, &facts, program.body, 0) {
            break;
        }
        changed = true;
    }
    changed
}

/// What is known of the whole program.
struct ProgramUses {
    writes: Counts,
    /// The number of times that each value is needed.
    reads: Counts,
    /// What loops count already.
    counters: Counters,
}

impl ProgramUses {
    fn new(program: &Program) -> ProgramUses {
        let mut facts = ProgramUses {
            writes: program.count_writes(),
            reads: Counts::with_len(program.lanes.len()),
            counters: Counters::of(program),
        };
        count_needs(program, &program.blocks[program.body], &mut facts.reads);
        facts
    }
}

/// Rerolls the first place where that saves words, inner blocks first. Returns whether there was one.
fn roll_first(program: &mut Program, facts: &ProgramUses, block: BlockId, loops: usize) -> bool {
    for at in 0..program.blocks[block].len() {
        let (inner, loops) = match &program.blocks[block][at] {
            Item::If(branch) => ([Some(branch.accept), Some(branch.reject)], loops),
            Item::Loop(repeat) => ([Some(repeat.body), None], loops + 1),
            Item::Op(_) | Item::Break | Item::Continue | Item::Emission(..) => continue,
        };
        let mut inner = inner.into_iter().flatten();
        if inner.any(|block| roll_first(program, facts, block, loops)) {
            return true;
        }
    }
    if loops >= 3 {
        return false;
    }
    let candidates = candidates(program, &program.blocks[block]);
    let mut candidates = candidates.iter();
    candidates.any(|candidate| roll(program, facts, block, candidate).is_some())
}

/// Puts a loop in the place of copies, if they allow it and the proof succeeds.
fn roll(
    program: &mut Program,
    facts: &ProgramUses,
    block: BlockId,
    candidate: &Candidate,
) -> Option<()> {
    let plan = Plan::make(program, facts, &program.blocks[block], candidate)?;
    let mut changed = program.clone();
    let rolled = plan.rolled(&mut changed, program.new_group(), block, candidate);
    let extent = candidate.start..candidate.start + candidate.period * candidate.copies;
    let copies = &program.blocks[block][extent.clone()];
    let mut inside = Counts::new();
    count_needs(program, copies, &mut inside);
    // Nobody in the program reads an output, and yet it must hold the same.
    let matters =
        |lane: &Lane| program.output_of(*lane).is_some() || facts.reads[*lane] > inside[*lane];
    let results = Slots::of(program, copies).results.into_iter();
    let wanted: Vec<(Lane, Lane)> = results
        .filter(matters)
        .map(|result| (result, plan.last[result].unwrap_or(result)))
        .collect();
    if !prove::same((program, copies), (&changed, &rolled), &wanted) {
        return None;
    }
    // All copies but the first go.
    let mut gone: EntitySet<OpId> = EntitySet::new();
    program.each_item(&copies[candidate.period..], &mut |item| match item {
        Item::Op(id) => {
            gone.insert(*id);
        }
        Item::If(branch) => {
            changed.blocks[branch.accept].clear();
            changed.blocks[branch.reject].clear();
        }
        Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
    });
    changed.blocks[block].splice(extent, rolled);
    // Who read the last copy's results reads those of the body, which hold what the last round made.
    for lane in changed.reads_mut() {
        if let Some(name) = lane.as_value().and_then(|value| plan.last[value]) {
            lane.base = Base::Value(name);
        }
    }
    changed.remove_ops(|id| gone.contains(id));
    *program = changed;
    Some(())
}

/// Rows of items: the first item, items in a row, and how many rows.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    start: usize,
    period: usize,
    copies: usize,
}

impl Candidate {
    fn copy<'a>(&self, items: &'a [Item], index: usize) -> &'a [Item] {
        let start = self.start + index * self.period;
        &items[start..start + self.period]
    }
}

/// Rows of the same shape that a loop would make shorter, the best first.
fn candidates(program: &Program, block: &[Item]) -> Vec<Candidate> {
    let same = |a: usize, b: usize| match (block.get(a), block.get(b)) {
        (Some(a), Some(b)) => same_shape(program, a, b),
        _ => false,
    };
    let (mut of_all, mut of_few) = (Best::new(CANDIDATES), Best::new(CANDIDATES));
    for period in 1..=PERIOD.min(block.len() / 2) {
        let mut start = 0;
        while start + 2 * period <= block.len() {
            let mut length = 0;
            while same(start + length, start + length + period) {
                length += 1;
            }
            let all = length / period + 1;
            // Rows may be cut at any place; each start is tried.
            for shift in 0..=(length % period).min(4) {
                let add = |best: &mut Best<Candidate>, copies: usize| {
                    let candidate = Candidate {
                        start: start + shift,
                        period,
                        copies,
                    };
                    best.add((copies - 1) * period, candidate);
                };
                if all > COPIES {
                    add(&mut of_all, all.min(ROUNDS.into()));
                }
                if all > 1 {
                    add(&mut of_few, all.min(COPIES));
                }
            }
            start += (length + 1).max(1);
        }
    }
    of_all.into_iter().chain(of_few.into_iter()).collect()
}

/// True if two items differ in what they read and write only. Those that cannot be in a copy have no
/// shape.
fn same_shape(program: &Program, a: &Item, b: &Item) -> bool {
    match (a, b) {
        (Item::Op(a), Item::Op(b)) => {
            let (a, b) = (&program.ops[*a], &program.ops[*b]);
            let lengths = a.operands.iter().zip(&b.operands);
            a.code == b.code
                && a.results.len() == b.results.len()
                && lengths.into_iter().all(|(a, b)| a.len() == b.len())
        }
        (Item::If(a), Item::If(b)) => {
            let ([x], [y]) = (a.tests.as_slice(), b.tests.as_slice()) else {
                return false;
            };
            let same_arm = |a: BlockId, b: BlockId| {
                let (a, b) = (&program.blocks[a], &program.blocks[b]);
                let mut pairs = a.iter().zip(b);
                a.len() == b.len() && pairs.all(|(a, b)| same_shape(program, a, b))
            };
            x.code == y.code
                && !x.operands.is_empty()
                && a.formula == b.formula
                && same_arm(a.accept, b.accept)
                && same_arm(a.reject, b.reject)
        }
        _ => false,
    }
}
