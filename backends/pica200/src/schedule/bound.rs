//! How many words the selected operations take at least, whatever their order, packing and registers.
//!
//! The argument, term by term. A word of arithmetic does one thing, writes one register, and reads each
//! operand from one register, so that two operations can share a word only if they lie in one block, are
//! of one opcode, read the same registers apart from temporaries and literals, which may still come to lie anywhere,
//! and write the same output register or both a temporary. Those that can form a *group*:
//!
//! * an instruction that works lane by lane has four lanes, so n results of a group take n / 4 words, rounded up;
//! * an operation that needs the result of another, by however many steps, runs after it: a chain of k operations of a
//!   group takes k words;
//! * any other instruction has one result, and takes a word each.
//!
//! Every condition has a word that branches, every counted loop a `for`, every two addresses but `aL` a `mova`, the
//! program its `end`. What may vanish counts nothing: copies between temporaries,
//! comparisons, which can share a word or come with `litp`, breaks, which can be the branch of their condition. Words of
//! different blocks are different words, unless there are procedures: then there is no bound.

use crate::isa::Opcode;
use crate::machine::{Item, Op, Program, counter_step};
use retroshade_diagnostics::Span;
use retroshade_ir::entity::EntityRef;
use retroshade_kit::mir::{AddressId, BlockId, Lane, LaneRef, Reg, Shape, Storage};
use rustc_hash::FxHashMap;

/// What operations of a block have in common if they can share a word: the opcode, the registers of
/// operands (sorted, since some instructions exchange theirs), and the output register if it is one.
type Key = (Opcode, Vec<Storage>, Option<Reg>);

/// Results of a group in one block.
#[derive(Default)]
struct Group {
    lanes: usize,
    /// The longest chain of its operations.
    chain: usize,
    /// For each value that the block wrote, the operations of the group that it needs one after the
    /// other; absent for none.
    depth: FxHashMap<Lane, usize>,
}

/// The bound for a program without procedures.
pub(super) fn words(program: &Program) -> usize {
    let mut addresses: Vec<LaneRef> = Vec::new();
    let reads = program.ops.values().flat_map(Op::reads);
    for lane in reads.chain(program.other_reads()) {
        if let Some(address) = lane.address() {
            addresses.push(program.addresses[address].index);
        }
    }
    addresses.retain(|index| counter_step(*index).is_none());
    addresses.sort_unstable();
    addresses.dedup();
    block_words(program, &program.blocks[program.body]) + addresses.len().div_ceil(2) + 1
}

/// The source of the first item at which the bound of the program up to there is above a limit.
pub(super) fn passed(program: &Program, limit: usize) -> Span {
    let body = &program.blocks[program.body];
    let (mut fits, mut passes) = (0, body.len());
    while fits + 1 < passes {
        let middle = fits.midpoint(passes);
        if block_words(program, body.get(..middle).unwrap_or_default()) > limit {
            passes = middle
        } else {
            fits = middle
        }
    }
    let item = passes.checked_sub(1).and_then(|at| body.get(at));
    item.map_or(Span::NONE, |item| program.span_of(item))
}

fn block_words(program: &Program, items: &[Item]) -> usize {
    let mut count = 0;
    let mut groups: FxHashMap<Key, Group> = FxHashMap::default();
    for item in items {
        match item {
            Item::Op(id) => {
                let op = &program.ops[*id];
                match op.shape() {
                    _ if vanishes(program, op) => {}
                    Shape::Lanewise => {
                        groups.entry(key(program, op)).or_default().lanes += op.results.len();
                    }
                    Shape::Broadcast | Shape::Fixed(_) => count += 1,
                }
            }
            Item::If(branch) => {
                let (accept, reject) = (
                    &program.blocks[branch.accept],
                    &program.blocks[branch.reject],
                );
                count += usize::from(!accept.is_empty() || !reject.is_empty());
                count += block_words(program, accept) + block_words(program, reject);
            }
            Item::Loop(repeat) => {
                count += usize::from(repeat.rounds.is_some());
                count += block_words(program, &program.blocks[repeat.body]);
            }
            Item::Emission(..) => count += 1,
            Item::Break | Item::Continue => {}
        }
    }
    // A chain decides only where it may be longer than the lanes make it.
    for (key, group) in &mut groups {
        if group.lanes > 1 {
            group.follow(program, items, key);
        }
    }
    let longest = groups
        .values()
        .map(|group| group.lanes.div_ceil(4).max(group.chain));
    count + longest.sum::<usize>()
}

/// A copy from a temporary to a temporary: both may get the same register.
fn vanishes(program: &Program, op: &Op) -> bool {
    let from_temporary = op.reads().all(|lane| lane.as_value().is_some());
    let to_temporary = op.values().all(|lane| program.output_of(lane).is_none());
    op.code == Opcode::Mov && from_temporary && to_temporary
}

fn key(program: &Program, op: &Op) -> Key {
    let lanes = op.operands.iter().filter_map(|lanes| lanes.first());
    let storage = |lane: &LaneRef| match lane.storage() {
        // Two addresses may hold the same.
        Storage::Indexed(register, _) => Storage::Indexed(register, AddressId::new(0)),
        storage => storage,
    };
    let mut storages: Vec<Storage> = lanes.map(storage).collect();
    storages.sort_unstable();
    let output = op.values().next().and_then(|lane| program.output_of(lane));
    (op.code, storages, output.map(|(reg, _)| reg))
}

impl Group {
    /// What is written within a condition or loop needs nothing that is known of.
    fn forget(&mut self, program: &Program, block: BlockId) {
        program.each_item(&program.blocks[block], &mut |item| {
            if let Item::Op(id) = item {
                for result in program.ops[*id].values() {
                    self.depth.remove(&result);
                }
            }
        });
    }

    /// Follows the values of a block through its operations. What conditions and loops within it do is
    /// left out, which makes chains no longer than they are.
    fn follow(&mut self, program: &Program, items: &[Item], of: &Key) {
        for item in items {
            let op = match item {
                Item::Op(id) => &program.ops[*id],
                Item::If(branch) => {
                    self.forget(program, branch.accept);
                    self.forget(program, branch.reject);
                    continue;
                }
                Item::Loop(repeat) => {
                    self.forget(program, repeat.body);
                    continue;
                }
                Item::Break | Item::Continue | Item::Emission(..) => continue,
            };
            let values = op.reads().filter_map(|lane| lane.as_value());
            let needed = values.filter_map(|value| self.depth.get(&value));
            let mut depth = needed.copied().max().unwrap_or(0);
            if op.shape() == Shape::Lanewise && !vanishes(program, op) && key(program, op) == *of {
                depth += 1;
                self.chain = self.chain.max(depth);
            }
            for result in op.values() {
                match depth {
                    0 => self.depth.remove(&result),
                    _ => self.depth.insert(result, depth),
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::FileId;
    use retroshade_kit::mir::parse;

    fn bound(body: &str) -> usize {
        let program = parse(&format!("mir pica200 lanes\n{body}"), FileId(0));
        words(&program.expect("a program"))
    }

    #[test]
    fn four_lanes_take_a_word_and_five_take_two() {
        let sums = |count: usize| -> String {
            (0..count)
                .map(|k| format!("%{k} = add [v0.x] [v0.x]\n"))
                .collect()
        };
        assert_eq!((bound(&sums(4)), bound(&sums(5))), (2, 3));
    }

    #[test]
    fn other_registers_take_other_words() {
        assert_eq!(bound("%0 = flr [v0.x]\n%1 = flr [v1.x]\n"), 3);
    }

    #[test]
    fn a_chain_takes_as_many_words_as_it_has_operations() {
        let body = "%0 = mul [%9] [%9]\n%1 = flr [%0]\n%2 = mul [%1] [%9]\n%3 = mul [%2] [%2]\n";
        assert_eq!(bound(body), 5);
    }

    #[test]
    fn copies_between_temporaries_and_scalar_operations() {
        assert_eq!(
            bound("%0 = rcp [v0.x]\n%1 = rcp [v0.x]\n%2 = mov [%0]\n"),
            3
        );
    }
}
