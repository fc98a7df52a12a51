//! The shortest schedule of a block, if a bounded search finds it.
//!
//! A block is filled from its end as in [`super::fill`], but every choice is tried: an operation goes
//! into the open instruction, by each unit that has room, or stays out of it. What is left is
//! given up as soon as it cannot fit the instructions that are left: because of its chains of operations,
//! or because too many operations want too few units. Sets of operations from which the search failed
//! are remembered. The search counts its steps, so that results do not depend on the machine.

use super::block_dag::BlockDag;
use super::fill::Fill;
use super::finish::finished;
use super::word::{Word, stage};
use super::{Plan, Policy, ScheduleError};
use crate::pp::code::Node;
use crate::pp::isa::Unit;
use retroshade_ir::entity::EntityRef;
use rustc_hash::FxHashMap;

/// The largest block that is searched: larger ones exhaust any budget.
const LARGEST: usize = 160;

/// Replaces a schedule by the shortest one within the budget. If all shorter ones are ruled out, the
/// bound is the length.
pub(super) fn shorten(
    dag: &BlockDag<'_>,
    policy: Policy,
    plan: Plan,
    steps: u32,
) -> Result<Plan, ScheduleError> {
    let mut best = plan;
    let count = dag.block.operations.len();
    if count > LARGEST {
        return Ok(best);
    }
    let mut budget = steps;
    // What the order of selection allows would be one more thing to remember.
    let policy = Policy {
        guided: false,
        ..policy
    };
    let mut target = best.bound;
    while target < best.words.len() {
        let mut search = Search {
            dag,
            target,
            budget,
            crowded: false,
            failed: FxHashMap::default(),
        };
        let found = search.run(Fill::new(dag, policy, vec![0; count])?);
        budget = search.budget;
        if let Some(fill) = found {
            let bound = best.bound;
            best = Plan {
                bound,
                ..finished(fill)?
            };
            break;
        }
        if budget == 0 || search.crowded {
            break;
        }
        target += 1;
        best.bound = target;
    }
    Ok(best)
}

struct Search<'a> {
    dag: &'a BlockDag<'a>,
    /// The instructions there may be.
    target: usize,
    /// Steps left.
    budget: u32,
    /// True if something was left out for want of registers: then failure proves nothing.
    crowded: bool,
    /// Sets of placed operations, with the least number of instructions from which the rest did not
    /// fit. Only looked up.
    failed: FxHashMap<Vec<u64>, usize>,
}

impl<'a> Search<'a> {
    fn run(&mut self, mut fill: Fill<'a>) -> Option<Fill<'a>> {
        if self.budget == 0 {
            return None;
        }
        self.budget -= 1;
        if fill.ready.is_empty() {
            return Some(fill);
        }
        if self.is_hopeless(&fill) {
            return None;
        }
        let here = fill.words.len();
        let empty = fill.words.last() == Some(&Word::default());
        while let Some(node) = self.next(&fill, empty) {
            // The last option needs no copy of the state: what follows it is only that it stays out.
            for found in fill.options(node, usize::MAX) {
                let mut with = fill.clone();
                with.place(node, found);
                if let Some(done) = self.run(with) {
                    return Some(done);
                }
                if self.budget == 0 {
                    return None;
                }
            }
            fill.refused[node] = here;
            if self.is_hopeless(&fill) {
                return None;
            }
        }
        if (empty && !fill.must_idle()) || here >= self.target {
            return None;
        }
        let placed = placed(&fill);
        if self.failed.get(&placed).is_some_and(|words| *words <= here) {
            return None;
        }
        fill.words.push(Word::default());
        let done = self.run(fill);
        if done.is_none() && self.budget > 0 {
            self.failed.insert(placed, here);
        }
        done
    }

    /// The operation that is decided next: the one before which most has to happen.
    fn next(&mut self, fill: &Fill<'_>, empty: bool) -> Option<Node> {
        let here = fill.words.len();
        let open = fill.ready.iter().copied();
        let open = open.filter(|node| fill.refused[*node] != here);
        let mut best = None;
        for node in open {
            match fill.key(node, empty) {
                Some(key) => best = best.max(Some((key, node))),
                None => self.crowded = true,
            }
        }
        best.map(|(_, node)| node)
    }

    /// True if what is not placed cannot fit the instructions that are left.
    fn is_hopeless(&self, fill: &Fill<'_>) -> bool {
        let here = fill.words.len();
        let before = self.target.saturating_sub(here);
        let mut left = Vec::new();
        for (node, place) in fill.places.iter() {
            if place.is_some() {
                continue;
            }
            let depth = self.dag.depth[node];
            // Operations that stay out of the open instruction need one before it.
            let out = fill.refused[node] == here;
            let earliest = (depth / stage::COUNT) as usize + usize::from(out);
            if earliest > before {
                return true;
            }
            left.push(node);
        }
        let open = fill.words.last().map_or(0, |word| {
            let free = Unit::ALL.into_iter().filter(|unit| word.is_free(*unit));
            free.fold(0u32, |mask, unit| mask | 1 << unit as u32)
        });
        !self.dag.fits(&left, before as u32, open)
    }
}

/// The operations that are placed, as a set.
fn placed(fill: &Fill<'_>) -> Vec<u64> {
    let mut set = vec![0; fill.places.len().div_ceil(64)];
    for (node, place) in fill.places.iter() {
        set[node.index() / 64] |= u64::from(place.is_some()) << (node.index() % 64);
    }
    set
}

#[cfg(test)]
mod tests {
    use crate::pp::code::{Alu, Block, Cell, Code, End, Kind, Operand, Operation};
    use crate::pp::isa::OutMod;
    use crate::pp::schedule::{Plan, Policy, Scheduler};
    use retroshade_diagnostics::Span;
    use retroshade_ir::entity::{EntityRef, EntityVec};
    use retroshade_kit::mir::{OpId, VectorId};
    use retroshade_kit::random::Random;

    /// A block of operations on scalars that read two earlier results each.
    fn code(seed: u64, count: usize) -> Code {
        let mut random = Random::new(seed);
        let mut code = Code::default();
        let mut operations = EntityVec::new();
        for index in 0..count {
            let value = code.value(1);
            let mut earlier = || {
                let back = random.below(index.clamp(1, 5) as u64) as usize + 1;
                Operand::cell(Cell::new(VectorId::new(index.saturating_sub(back)), 0))
            };
            let args = vec![earlier(), earlier()];
            let kind = match (index, random.below(5)) {
                (0, _) => Kind::FrameRead { color: true },
                (_, 0) => Kind::Function(0),
                (_, 1 | 2) => Kind::Alu(Alu::MUL),
                _ => Kind::Alu(Alu::ADD),
            };
            let count = match kind {
                Kind::FrameRead { .. } => 0,
                Kind::Function(_) => 1,
                _ => 2,
            };
            operations.push(Operation {
                kind,
                args: args.into_iter().take(count).collect(),
                dest: vec![Cell::new(value, 0)],
                modifier: OutMod::None,
                components: [0, 1, 2, 3],
                id: OpId::new(0),
                span: Span::NONE,
            });
        }
        code.color = Some(VectorId::new(count - 1));
        code.blocks.push(Block {
            operations,
            end: End::Stop,
        });
        code
    }

    /// A quick schedule of the only block, and the one that a search finds.
    fn plans(code: &Code) -> (Plan, Plan) {
        let policy = Policy {
            guided: false,
            lanes: 22,
        };
        let scheduler = Scheduler::new(code);
        let quick = scheduler.schedule(policy).unwrap();
        let searched = scheduler.shortest(policy, &quick, 20_000).unwrap();
        (quick[0].clone(), searched[0].clone())
    }

    #[test]
    fn searched_schedules_are_no_longer_and_mostly_proved() {
        let (mut shorter, mut proved) = (0, 0);
        for seed in 0..40 {
            let code = code(seed, 14);
            let (quick, searched) = plans(&code);
            assert!(searched.words.len() <= quick.words.len());
            assert!(searched.bound <= searched.words.len());
            assert!(searched.bound >= quick.bound);
            shorter += usize::from(searched.words.len() < quick.words.len());
            proved += usize::from(searched.bound == searched.words.len());
        }
        assert!(
            shorter > 0 && proved > 30,
            "{shorter} shorter, {proved} proved"
        );
    }
}
