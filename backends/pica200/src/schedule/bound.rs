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
//! Every condition has a word that branches, every counted loop a `for`, every two addresses a `mova`, the
//! program its `end`. What may vanish counts nothing: copies between temporaries,
//! comparisons, which can share a word or come with `litp`, breaks, which can be the branch of their condition. Words of
//! different blocks are different words, unless there are procedures: then there is no bound.

use crate::isa::Opcode;
use crate::select::code::{
    Address, Block, Code, Home, Lane, Node, Op, Scalar, Source, each_op, each_source, is_lanewise,
};
use retroshade_diagnostics::Span;
use rustc_hash::FxHashMap;

/// What operations of a block have in common if they can share a word: the opcode, the registers of
/// operands (sorted, since some instructions exchange theirs), and the output register if it is one.
type Key = (Opcode, Vec<Home>, Option<u8>);

/// Results of a group in one block.
#[derive(Default)]
struct Group {
    lanes: usize,
    /// The longest chain of its operations.
    chain: usize,
    /// For each scalar that the block wrote, the operations of the group that it needs one after the
    /// other; absent for none.
    depth: FxHashMap<Scalar, usize>,
}

/// The bound for a program without procedures.
pub(super) fn words(code: &Code) -> usize {
    let mut addresses: Vec<Source> = Vec::new();
    each_source(&code.body, &mut |source| {
        if let Lane::Indexed(_, _, address) = source.lane {
            addresses.extend(code.addresses.get(address.0 as usize));
        }
    });
    addresses.sort_unstable();
    addresses.dedup();
    block_words(code, &code.body) + addresses.len().div_ceil(2) + 1
}

/// The source of the first node at which the bound of the program up to there is above a limit.
pub(super) fn passed(code: &Code, limit: usize) -> Span {
    let (mut fits, mut passes) = (0, code.body.len());
    while fits + 1 < passes {
        let middle = fits.midpoint(passes);
        match block_words(code, code.body.get(..middle).unwrap_or_default()) > limit {
            true => passes = middle,
            false => fits = middle,
        }
    }
    let node = passes.checked_sub(1).and_then(|at| code.body.get(at));
    node.map_or(Span::NONE, Node::span)
}

fn block_words(code: &Code, block: &[Node]) -> usize {
    let mut count = 0;
    let mut groups: FxHashMap<Key, Group> = FxHashMap::default();
    for node in block {
        match node {
            Node::Op(op) if vanishes(code, op) => {}
            Node::Op(op) if is_lanewise(op.opcode) => {
                groups.entry(key(code, op)).or_default().lanes += op.results.len();
            }
            Node::Op(_) => count += 1,
            Node::If(branch) => {
                let is_empty = branch.accept.is_empty() && branch.reject.is_empty();
                count += usize::from(!is_empty);
                count += block_words(code, &branch.accept) + block_words(code, &branch.reject);
            }
            Node::Loop(repeat) => {
                count += usize::from(repeat.rounds.is_some()) + block_words(code, &repeat.body);
            }
            Node::Break | Node::Continue => {}
        }
    }
    // A chain decides only where it may be longer than the lanes make it.
    for (key, group) in &mut groups {
        if group.lanes > 1 {
            group.follow(code, block, key);
        }
    }
    let longest = groups
        .values()
        .map(|group| group.lanes.div_ceil(4).max(group.chain));
    count + longest.sum::<usize>()
}

/// A copy from a temporary to a temporary: both may get the same register.
fn vanishes(code: &Code, op: &Op) -> bool {
    let from_temporary = op
        .sources()
        .all(|source| source.lane.home() == Home::Temporary);
    let to_temporary = op
        .results
        .iter()
        .all(|result| code.output_of(*result).is_none());
    op.opcode == Opcode::Mov && from_temporary && to_temporary
}

fn key(code: &Code, op: &Op) -> Key {
    let homes = op.operands.iter().filter_map(|lanes| lanes.first());
    let home = |source: &Source| match source.lane.home() {
        // Two addresses may hold the same.
        Home::Indexed(register, _) => Home::Indexed(register, Address(0)),
        home => home,
    };
    let mut homes: Vec<Home> = homes.map(home).collect();
    homes.sort_unstable();
    let output = op
        .results
        .first()
        .and_then(|result| code.output_of(*result));
    (op.opcode, homes, output.map(|output| output.register))
}

impl Group {
    /// What is written within a condition or loop needs nothing that is known of.
    fn forget(&mut self, block: &Block) {
        each_op(block, &mut |op| {
            for result in &op.results {
                self.depth.remove(result);
            }
        });
    }

    /// Follows the values of a block through its operations. What conditions and loops within it do is
    /// left out, which makes chains no longer than they are.
    fn follow(&mut self, code: &Code, block: &[Node], of: &Key) {
        for node in block {
            let op = match node {
                Node::Op(op) => op,
                Node::If(branch) => {
                    self.forget(&branch.accept);
                    self.forget(&branch.reject);
                    continue;
                }
                Node::Loop(repeat) => {
                    self.forget(&repeat.body);
                    continue;
                }
                Node::Break | Node::Continue => continue,
            };
            let needed = op.reads().filter_map(|scalar| self.depth.get(&scalar));
            let mut depth = needed.copied().max().unwrap_or(0);
            if is_lanewise(op.opcode) && !vanishes(code, op) && key(code, op) == *of {
                depth += 1;
                self.chain = self.chain.max(depth);
            }
            for result in &op.results {
                match depth {
                    0 => self.depth.remove(result),
                    _ => self.depth.insert(*result, depth),
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn op(opcode: Opcode, result: u32, reads: &[Lane]) -> Node {
        Node::Op(Op {
            opcode,
            results: vec![Scalar(result)],
            operands: reads
                .iter()
                .map(|lane| vec![Source::plain(*lane)])
                .collect(),
            origin: 0,
            span: Span::NONE,
        })
    }

    fn bound(body: Block) -> usize {
        let code = Code {
            scalars: vec![Default::default(); 16],
            body,
            ..Code::default()
        };
        words(&code)
    }

    const V: Lane = Lane::Input(0, 0);
    const W: Lane = Lane::Input(1, 0);

    #[test]
    fn four_lanes_take_a_word_and_five_take_two() {
        let sums = |count| (0..count).map(|k| op(Opcode::Add, k, &[V, V])).collect();
        assert_eq!((bound(sums(4)), bound(sums(5))), (2, 3));
    }

    #[test]
    fn other_registers_take_other_words() {
        assert_eq!(
            bound(vec![op(Opcode::Flr, 0, &[V]), op(Opcode::Flr, 1, &[W])]),
            3
        );
    }

    #[test]
    fn a_chain_takes_as_many_words_as_it_has_operations() {
        let s = |k| Lane::Scalar(Scalar(k));
        let body = vec![
            op(Opcode::Mul, 0, &[s(9), s(9)]),
            op(Opcode::Flr, 1, &[s(0)]),
            op(Opcode::Mul, 2, &[s(1), s(9)]),
            op(Opcode::Mul, 3, &[s(2), s(2)]),
        ];
        assert_eq!(bound(body), 5);
    }

    #[test]
    fn copies_between_temporaries_and_scalar_operations() {
        let s = |k| Lane::Scalar(Scalar(k));
        let body = vec![
            op(Opcode::Rcp, 0, &[V]),
            op(Opcode::Rcp, 1, &[V]),
            op(Opcode::Mov, 2, &[s(0)]),
        ];
        assert_eq!(bound(body), 3);
    }
}
