//! Makes a counted loop of code that does the same several times over, as a function called for each
//! bone or light leaves it.
//!
//! Copies are rows of nodes of the same shape, one after the other. What a copy reads is either the
//! same in all of them, made by the copy itself, handed on from the copy before, or another lane for
//! each copy. Such lanes are put into one register, of which the body reads the first lane and which
//! a `mov` rotates at the end of each round. The machine counts rounds by itself, so the loop costs a
//! word and the rotations.
//!
//! ```text
//! slots    operands and results of a row of nodes
//! plan     whether copies can be rounds of one loop, and what differs between them
//! rewrite  the loop
//! prove    that the loop computes what the copies did; without that nothing is changed
//! ```

mod plan;
mod prove;
mod rewrite;
mod slots;

use super::code::{
    Block, Code, Condition, Lane, Node, Scalar, ScalarMap, count_writes, each_block, each_op,
    each_source_mut,
};
use super::live::needed;
use crate::best::Best;
use crate::isa::INTEGERS;
use plan::Plan;
use slots::Slots;

/// Words that a loop must save.
const WORTH: usize = 8;
/// Copies whose lanes fit one register.
const COPIES: usize = 4;
/// Places for a loop that are looked at in one block.
const CANDIDATES: usize = 16;
/// The longest row of nodes that is looked at.
const PERIOD: usize = 48;

/// Rolls up what is worth it, as long as there is something.
pub(super) fn reroll(code: &mut Code) {
    let mut body = std::mem::take(&mut code.body);
    // A found loop changes what can be found; programs have few.
    for _ in 0..8 {
        code.body = body;
        let facts = Facts::new(code);
        body = std::mem::take(&mut code.body);
        if facts.rounds.len() >= usize::from(INTEGERS) {
            break;
        }
        let Some(names) = roll_first(code, &facts, &mut body, 0) else {
            break;
        };
        each_source_mut(&mut body, &mut |source| {
            if let Lane::Scalar(scalar) = &mut source.lane
                && let Some(name) = names[*scalar]
            {
                *scalar = name;
            }
        });
    }
    code.body = body;
}

/// What is known of the whole program.
struct Facts {
    writes: Vec<u32>,
    /// How often each scalar is read.
    reads: Vec<u32>,
    /// Different numbers of rounds.
    rounds: Vec<u16>,
    next_origin: u32,
}

impl Facts {
    fn new(code: &Code) -> Facts {
        let mut facts = Facts {
            writes: count_writes(code),
            reads: vec![0; code.scalars.len()],
            rounds: Vec::new(),
            next_origin: 0,
        };
        each_block(&code.body, &mut |block| {
            for node in block {
                if let Node::Loop(repeat) = node
                    && let Some(rounds) = repeat.rounds
                    && !facts.rounds.contains(&rounds)
                {
                    facts.rounds.push(rounds);
                }
            }
        });
        each_op(&code.body, &mut |op| {
            facts.next_origin = facts.next_origin.max(op.origin + 1);
        });
        count(code, &code.body, &mut facts.reads);
        facts
    }
}

fn count(code: &Code, nodes: &[Node], reads: &mut [u32]) {
    for node in nodes {
        for source in &Slots::of(std::slice::from_ref(node)).sources {
            needed(code, source, &mut |scalar| {
                if let Some(count) = reads.get_mut(scalar.0 as usize) {
                    *count += 1;
                }
            });
        }
    }
}

/// Rolls up the first place that is worth it, inner blocks first.
/// Gives the names under which results are known now.
fn roll_first(
    code: &mut Code,
    facts: &Facts,
    block: &mut Block,
    loops: usize,
) -> Option<ScalarMap<Scalar>> {
    for node in block.iter_mut() {
        let found = match node {
            Node::If(branch) => roll_first(code, facts, &mut branch.accept, loops)
                .or_else(|| roll_first(code, facts, &mut branch.reject, loops)),
            Node::Loop(repeat) => roll_first(code, facts, &mut repeat.body, loops + 1),
            Node::Op(_) | Node::Break | Node::Continue => None,
        };
        if found.is_some() {
            return found;
        }
    }
    if loops >= 3 {
        return None;
    }
    candidates(block)
        .iter()
        .find_map(|candidate| roll(code, facts, block, candidate))
}

/// Puts a loop in the place of copies, if they allow it and the proof succeeds.
fn roll(
    code: &mut Code,
    facts: &Facts,
    block: &mut Block,
    candidate: &Candidate,
) -> Option<ScalarMap<Scalar>> {
    let plan = Plan::make(code, facts, block, candidate)?;
    let rolled = plan.rolled(code, facts.next_origin, block, candidate);
    let extent = candidate.start..candidate.start + candidate.period * candidate.copies;
    let copies = block.get(extent.clone())?;
    let mut inside = vec![0; code.scalars.len()];
    count(code, copies, &mut inside);
    let read_outside = |scalar: &Scalar| {
        let at = scalar.0 as usize;
        facts.reads.get(at) > inside.get(at)
    };
    let results = Slots::of(copies).results;
    // Nobody in the program reads an output, and yet it must hold the same.
    let matters = |scalar: &Scalar| code.output_of(*scalar).is_some() || read_outside(scalar);
    let wanted: Vec<(Scalar, Scalar)> = results
        .into_iter()
        .filter(matters)
        .map(|result| (result, plan.last[result].unwrap_or(result)))
        .collect();
    if !prove::same(code, copies, &rolled, &wanted) {
        return None;
    }
    block.splice(extent, rolled);
    // Who read the last copy's results reads those of the body, which hold what the last round made.
    for source in &mut code.addresses {
        if let Lane::Scalar(scalar) = &mut source.lane
            && let Some(result) = plan.last[*scalar]
        {
            *scalar = result;
        }
    }
    Some(plan.last)
}

/// Rows of nodes: the first node, nodes in a row, and how many rows.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    start: usize,
    period: usize,
    copies: usize,
}

impl Candidate {
    fn copy<'a>(&self, block: &'a [Node], index: usize) -> &'a [Node] {
        let start = self.start + index * self.period;
        block.get(start..start + self.period).unwrap_or(&[])
    }
}

/// Rows of the same shape that a loop would make shorter, the best first.
fn candidates(block: &Block) -> Vec<Candidate> {
    let same = |a: usize, b: usize| match (block.get(a), block.get(b)) {
        (Some(a), Some(b)) => same_shape(a, b),
        _ => false,
    };
    let mut best = Best::new(CANDIDATES);
    for period in 1..=PERIOD.min(block.len() / 2) {
        let mut start = 0;
        while start + 2 * period <= block.len() {
            let mut length = 0;
            while same(start + length, start + length + period) {
                length += 1;
            }
            let copies = (length / period + 1).min(COPIES);
            if copies >= 2 {
                // Rows may be cut at any place; each start is tried.
                for shift in 0..=(length % period).min(4) {
                    let candidate = Candidate {
                        start: start + shift,
                        period,
                        copies,
                    };
                    best.add((copies - 1) * period, candidate);
                }
            }
            start += (length + 1).max(1);
        }
    }
    best.into_iter().collect()
}

/// Whether two nodes differ in what they read and write only. Those that cannot be in a copy have no
/// shape.
fn same_shape(a: &Node, b: &Node) -> bool {
    match (a, b) {
        (Node::Op(a), Node::Op(b)) => {
            a.opcode == b.opcode
                && a.results.len() == b.results.len()
                && a.operands.len() == b.operands.len()
                && a.operands
                    .iter()
                    .zip(&b.operands)
                    .all(|(a, b)| a.len() == b.len())
        }
        (Node::If(a), Node::If(b)) => {
            let (Condition::Test(x), Condition::Test(y)) = (&a.condition, &b.condition) else {
                return false;
            };
            let same_arm = |a: &Block, b: &Block| {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_shape(a, b))
            };
            x.operator == y.operator
                && same_arm(&a.accept, &b.accept)
                && same_arm(&a.reject, &b.reject)
        }
        _ => false,
    }
}
