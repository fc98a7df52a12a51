//! Joins scalars that a copy connects, so that the copy vanishes.
//!
//! First what goes to an output register: the instruction that makes a value writes the output
//! itself, if nobody else reads the value and it runs exactly as often as the copy. Then values that
//! conditions and loops hand on, wherever two scalars are never needed at the same time.

use super::code::{
    Block, Code, Lane, Node, Op, Scalar, ScalarMap, Source, count_reads, each_block,
    each_block_mut, each_op_mut, each_source_mut,
};
use super::live::{self, overlap, unite};
use crate::isa::Opcode;
use rustc_hash::FxHashSet;

/// Joins what can be joined. Copies that copy nothing any more are left for tidying.
pub(super) fn join(code: &mut Code) {
    while join_outputs(code) {}
    join_copies(code);
}

/// Where a copy goes to and where it comes from.
type Copied = (Scalar, Scalar);

/// A copy of one scalar to another, with its sign.
fn copied(op: &Op) -> Option<Copied> {
    let (Opcode::Mov, [to], [lanes]) = (op.opcode, op.results.as_slice(), op.operands.as_slice())
    else {
        return None;
    };
    match lanes.as_slice() {
        [
            Source {
                lane: Lane::Scalar(from),
                negate: false,
            },
        ] => Some((*to, *from)),
        _ => None,
    }
}

/// Scalars and what stands for them.
#[derive(Default)]
struct Names {
    of: ScalarMap<Scalar>,
    any: bool,
}

impl Names {
    /// What stands for a scalar, perhaps itself.
    fn get(&self, scalar: Scalar) -> Scalar {
        self.of[scalar].unwrap_or(scalar)
    }

    fn set(&mut self, scalar: Scalar, name: Scalar) {
        self.of[scalar] = Some(name);
        self.any = true;
    }

    /// What stands for what stands for a scalar, and so on to the last.
    fn last(&self, mut scalar: Scalar) -> Scalar {
        while let Some(next) = self.of[scalar] {
            scalar = next;
        }
        scalar
    }
}

fn rename(code: &mut Code, names: &Names) {
    let mut body = std::mem::take(&mut code.body);
    let name = |scalar: &mut Scalar| *scalar = names.get(*scalar);
    each_op_mut(&mut body, &mut |op| op.results.iter_mut().for_each(name));
    each_source_mut(&mut body, &mut |source| {
        if let Lane::Scalar(scalar) = &mut source.lane {
            name(scalar);
        }
    });
    for index in &mut code.addresses {
        if let Lane::Scalar(scalar) = &mut index.lane {
            name(scalar);
        }
    }
    code.body = body;
}

/// How often each scalar is needed, by copies, conditions, addresses and the rest.
fn needs(code: &Code) -> Vec<u32> {
    let mut counts = count_reads(code);
    for index in &code.addresses {
        if let Lane::Scalar(scalar) = index.lane
            && let Some(count) = counts.get_mut(scalar.0 as usize)
        {
            *count += 1;
        }
    }
    counts
}

/// Makes instructions write outputs directly. True if some did.
fn join_outputs(code: &mut Code) -> bool {
    let counts = needs(code);
    let single = |scalar: Scalar| counts.get(scalar.0 as usize) == Some(&1);
    let mut names = Names::default();
    each_block(&code.body, &mut |block| {
        for node in block {
            let Node::Op(op) = node else { continue };
            let Some((to, from)) = copied(op) else {
                continue;
            };
            let is_output = code.output_of(to).is_some() && code.output_of(from).is_none();
            if is_output && single(from) && written_once_in(block, from) {
                names.set(from, to);
            }
        }
    });
    if !names.any {
        return false;
    }
    // The copies themselves go.
    let mut body = std::mem::take(&mut code.body);
    each_block_mut(&mut body, &mut |block| {
        block.retain(|node| match node {
            Node::Op(op) => copied(op).is_none_or(|(to, from)| names.of[from] != Some(to)),
            _ => true,
        });
    });
    code.body = body;
    rename(code, &names);
    true
}

/// Whether every run through a block writes a scalar exactly once, in the block or the arms of its
/// conditions, and not in a loop.
fn written_once_in(block: &Block, scalar: Scalar) -> bool {
    writes(block, scalar) == Some(1)
}

/// How often a run through a block writes a scalar; `None` if that depends.
fn writes(block: &Block, scalar: Scalar) -> Option<u32> {
    let mut count = 0;
    for node in block {
        count += match node {
            Node::Op(op) => u32::from(op.results.contains(&scalar)),
            Node::If(branch) => {
                let accept = writes(&branch.accept, scalar)?;
                let reject = writes(&branch.reject, scalar)?;
                if accept != reject {
                    return None;
                }
                accept
            }
            Node::Loop(repeat) => match writes(&repeat.body, scalar)? {
                0 => 0,
                _ => return None,
            },
            Node::Break | Node::Continue => return if count == 0 { Some(0) } else { None },
        };
    }
    Some(count)
}

/// Attempts at finding copies whose readers may read the other end.
const ROUNDS: u32 = 4;

/// Joins the ends of copies that are never live together, or only while both hold the same.
///
/// A scalar that is read after it was copied lives beside its copy, though either would do: ranges
/// are those of code whose readers take the copy. That code and this one are the same once such a
/// copy is joined, so the others are found out again without those that could not be.
fn join_copies(code: &mut Code) {
    let mut copies = Vec::new();
    each_block(&code.body, &mut |block| {
        for node in block {
            if let Node::Op(op) = node
                && let Some((to, from)) = copied(op)
                && code.output_of(to).is_none()
                && code.output_of(from).is_none()
            {
                copies.push((to, from));
            }
        }
    });
    if copies.is_empty() {
        return;
    }
    let mut forwarded: FxHashSet<Copied> = copies.iter().copied().collect();
    for _ in 0..ROUNDS {
        let mut changed = code.clone();
        let used = forward(&mut changed, &forwarded);
        let names = joined(&changed, &copies);
        forwarded.clone_from(&used);
        forwarded.retain(|(to, from)| names.get(*to) == names.get(*from));
        if forwarded.len() == used.len() {
            return rename(code, &names);
        }
    }
    let names = joined(code, &copies);
    rename(code, &names);
}

/// Lets whoever reads a scalar after one of these copies, with nothing written in between, read the
/// copy. Gives the copies that got readers.
fn forward(code: &mut Code, copies: &FxHashSet<Copied>) -> FxHashSet<Copied> {
    let mut used = FxHashSet::default();
    let mut body = std::mem::take(&mut code.body);
    each_block_mut(&mut body, &mut |block| {
        for at in 0..block.len() {
            let Some((first, rest)) = block.split_at_mut_checked(at + 1) else {
                return;
            };
            let Some(Node::Op(op)) = first.last() else {
                continue;
            };
            if let Some(pair) = copied(op).filter(|pair| copies.contains(pair))
                && forward_one(rest, pair)
            {
                used.insert(pair);
            }
        }
    });
    code.body = body;
    used
}

/// Whether a read changed.
fn forward_one(nodes: &mut [Node], (to, from): Copied) -> bool {
    let mut changed = false;
    let mut change = |source: &mut Source| {
        if source.lane == Lane::Scalar(from) {
            source.lane = Lane::Scalar(to);
            changed = true;
        }
    };
    for node in nodes {
        match node {
            Node::Op(op) => {
                op.sources_mut().for_each(&mut change);
                if op.results.contains(&to) || op.results.contains(&from) {
                    break;
                }
            }
            Node::If(_) | Node::Loop(_) | Node::Break | Node::Continue => break,
        }
    }
    changed
}

/// Names for scalars, after the ends of copies were joined that are never live together.
fn joined(code: &Code, copies: &[Copied]) -> Names {
    let mut ranges = live::ranges(code).of;
    let mut names = Names::default();
    for (to, from) in copies {
        let (to, from) = (names.last(*to), names.last(*from));
        if to == from {
            continue;
        }
        let (Some(a), Some(b)) = (
            ranges.get(to.0 as usize).cloned(),
            ranges.get(from.0 as usize),
        ) else {
            continue;
        };
        if overlap(&a, b) {
            continue;
        }
        if let Some(list) = ranges.get_mut(from.0 as usize) {
            unite(list, &a);
        }
        names.set(to, from);
    }
    let mut resolved = Names::default();
    for (scalar, name) in names.of.iter() {
        if let Some(name) = name {
            resolved.set(scalar, names.last(*name));
        }
    }
    resolved
}
