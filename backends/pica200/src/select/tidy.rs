//! Removes what nobody needs: instructions without readers, and conditions without content.

use super::code::{Block, Code, Lane, Node, Scalar, Scalars, each_block, each_op};
use super::live::needed;

/// Removes instructions whose results are neither read nor outputs, and empty conditions.
pub(super) fn tidy(code: &mut Code) {
    loop {
        let read = needed_scalars(code);
        let mut body = std::mem::take(&mut code.body);
        let removed = sweep(code, &read, &mut body);
        code.body = body;
        if !removed {
            return;
        }
    }
}

/// Scalars that something reads which is itself needed: a conservative set that shrinks as
/// instructions go.
fn needed_scalars(code: &Code) -> Scalars {
    // Who reads for whom; conditions read for themselves.
    let mut wanted = Vec::new();
    let mut read = Scalars::new();
    each_block(&code.body, &mut |block| {
        for node in block {
            if let Node::If(branch) = node {
                for source in branch.condition.sources() {
                    needed(code, source, &mut |scalar| {
                        read.insert(scalar);
                    });
                }
            }
        }
    });
    wanted.extend(&read);
    let mut writers: Vec<Vec<&super::code::Op>> = vec![Vec::new(); code.scalars.len()];
    each_op(&code.body, &mut |op| {
        for result in &op.results {
            if code.output_of(*result).is_some() {
                wanted.push(*result);
            }
            if let Some(list) = writers.get_mut(result.0 as usize) {
                list.push(op);
            }
        }
    });
    while let Some(scalar) = wanted.pop() {
        let list = writers
            .get(scalar.0 as usize)
            .map_or(&[][..], Vec::as_slice);
        for op in list {
            for source in op.sources() {
                needed(code, source, &mut |scalar| {
                    if read.insert(scalar) {
                        wanted.push(scalar);
                    }
                });
            }
        }
    }
    read
}

fn sweep(code: &Code, read: &Scalars, block: &mut Block) -> bool {
    let before = block.len();
    let mut removed = false;
    block.retain_mut(|node| match node {
        Node::Op(op) => {
            let own_copy = op.results.len() == 1
                && op.opcode == crate::isa::Opcode::Mov
                && op
                    .operands
                    .first()
                    .and_then(|lanes| lanes.first())
                    .is_some_and(|source| {
                        !source.negate
                            && Some(&source.lane)
                                == op.results.first().map(|r| Lane::Scalar(*r)).as_ref()
                    });
            let alive =
                |scalar: &Scalar| read.contains(*scalar) || code.output_of(*scalar).is_some();
            !own_copy && op.results.iter().any(alive)
        }
        Node::If(branch) => {
            removed |= sweep(code, read, &mut branch.accept);
            removed |= sweep(code, read, &mut branch.reject);
            !branch.accept.is_empty() || !branch.reject.is_empty()
        }
        Node::Loop(repeat) => {
            removed |= sweep(code, read, &mut repeat.body);
            true
        }
        Node::Break | Node::Continue => true,
    });
    removed || block.len() != before
}
