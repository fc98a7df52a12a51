//! Joins scalars that a copy connects, so that the copy vanishes.
//!
//! First what goes to an output register: the instruction that makes a value writes the output
//! itself, if nobody else reads the value and it runs exactly as often as the copy. Then values that
//! conditions and loops hand on, wherever two scalars are never needed at the same time.

use super::code::{
    Block, Code, Lane, Node, Op, Scalar, Source, count_reads, each_block, each_block_mut,
    each_op_mut, each_source_mut,
};
use super::live::{self, overlap, unite};
use crate::isa::Opcode;
use std::collections::BTreeMap;

/// Joins what can be joined. Copies that copy nothing any more are left for tidying.
pub(super) fn join(code: &mut Code) {
    while join_outputs(code) {}
    join_copies(code);
}

/// A copy of one scalar to another, with its sign.
fn copied(op: &Op) -> Option<(Scalar, Scalar)> {
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
type Names = BTreeMap<Scalar, Scalar>;

fn rename(code: &mut Code, names: &Names) {
    let mut body = std::mem::take(&mut code.body);
    let name = |scalar: &mut Scalar| {
        if let Some(new) = names.get(scalar) {
            *scalar = *new;
        }
    };
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
    let mut names = Names::new();
    each_block(&code.body, &mut |block| {
        for node in block {
            let Node::Op(op) = node else { continue };
            let Some((to, from)) = copied(op) else {
                continue;
            };
            let is_output = code.output_of(to).is_some() && code.output_of(from).is_none();
            if is_output && single(from) && written_once_in(block, from) {
                names.insert(from, to);
            }
        }
    });
    if names.is_empty() {
        return false;
    }
    // The copies themselves go.
    let mut body = std::mem::take(&mut code.body);
    each_block_mut(&mut body, &mut |block| {
        block.retain(|node| match node {
            Node::Op(op) => copied(op).is_none_or(|(to, from)| names.get(&from) != Some(&to)),
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

/// Joins the ends of copies that are never live together.
fn join_copies(code: &mut Code) {
    let mut copies = Vec::new();
    each_block(&code.body, &mut |block| {
        for node in block {
            if let Node::Op(op) = node
                && let Some(pair) = copied(op)
            {
                copies.push(pair);
            }
        }
    });
    if copies.is_empty() {
        return;
    }
    let mut ranges = live::ranges(code).of;
    let mut names = Names::new();
    let find = |names: &Names, mut scalar: Scalar| {
        while let Some(next) = names.get(&scalar) {
            scalar = *next;
        }
        scalar
    };
    for (to, from) in copies {
        let (to, from) = (find(&names, to), find(&names, from));
        if to == from || code.output_of(to).is_some() || code.output_of(from).is_some() {
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
        names.insert(to, from);
    }
    let flat: Names = names
        .keys()
        .map(|scalar| (*scalar, find(&names, *scalar)))
        .collect();
    rename(code, &flat);
}
