//! Moves computations into the arm of a condition that alone needs them, so that they run only there
//! and can write what the condition hands on.
//!
//! All lanes of one vector operation move together or not at all: taken apart they could not be
//! packed again.

use super::code::{Block, Code, Lane, Node, Op, Scalar, Source, count_writes};
use super::live::needed;
use retroshade_ir::entity::SecondaryMap;

/// Sinks in every block, outermost first, so that what has moved can move on.
pub(super) fn sink(code: &mut Code) {
    let writes = count_writes(code);
    let mut body = std::mem::take(&mut code.body);
    sink_block(code, &writes, &mut body);
    code.body = body;
}

fn sink_block(code: &Code, writes: &[u32], block: &mut Block) {
    // From the last condition to the first: what sinks into one may have fed another before it.
    let mut at = block.len();
    while at > 0 {
        at -= 1;
        if matches!(block.get(at), Some(Node::If(_))) {
            at = sink_into(code, writes, block, at);
        }
    }
    for node in block.iter_mut() {
        match node {
            Node::If(branch) => {
                sink_block(code, writes, &mut branch.accept);
                sink_block(code, writes, &mut branch.reject);
            }
            Node::Loop(repeat) => sink_block(code, writes, &mut repeat.body),
            Node::Op(_) | Node::Break | Node::Continue => {}
        }
    }
}

/// Who reads a scalar, seen from a condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Readers {
    accept: bool,
    reject: bool,
    elsewhere: bool,
}

type Reading = SecondaryMap<Scalar, Readers>;

fn read_nodes(code: &Code, nodes: &[Node], reading: &mut Reading, mark: fn(&mut Readers)) {
    let mut note = |source: &Source| {
        needed(code, source, &mut |scalar| mark(&mut reading[scalar]));
    };
    for node in nodes {
        match node {
            Node::Op(op) => op.sources().for_each(&mut note),
            Node::If(branch) => {
                branch.condition.sources().for_each(&mut note);
                let arms = [&branch.accept, &branch.reject];
                arms.into_iter()
                    .for_each(|arm| super::code::each_source(arm, &mut |source| note(source)));
            }
            Node::Loop(repeat) => {
                super::code::each_source(&repeat.body, &mut |source| note(source));
            }
            Node::Break | Node::Continue => {}
        }
    }
}

/// Sinks what stands before the condition at a place; gives its new place.
fn sink_into(code: &Code, writes: &[u32], block: &mut Block, at: usize) -> usize {
    let mut reading = Reading::with_len(code.scalars.len());
    let (before, rest) = block.split_at(at);
    let Some((Node::If(branch), after)) = rest.split_first() else {
        return at;
    };
    read_nodes(code, after, &mut reading, |r| r.elsewhere = true);
    read_nodes(code, &branch.accept, &mut reading, |r| r.accept = true);
    read_nodes(code, &branch.reject, &mut reading, |r| r.reject = true);
    for source in branch.condition.sources() {
        needed(code, source, &mut |scalar| {
            reading[scalar].elsewhere = true;
        });
    }
    // Outside of the block's view: loops that go round may read what was written before.
    let mut moved: SecondaryMap<usize, Option<bool>> = SecondaryMap::new();
    let mut any = false;
    let mut groups: SecondaryMap<usize, Vec<usize>> = SecondaryMap::new();
    for (k, node) in before.iter().enumerate() {
        if let Node::Op(op) = node {
            groups[op.origin as usize].push(k);
        }
    }
    for k in (0..before.len()).rev() {
        let Some(Node::Op(op)) = before.get(k) else {
            read_nodes(code, &before[k..=k], &mut reading, |r| r.elsewhere = true);
            continue;
        };
        if moved[k].is_some() {
            continue;
        }
        let group = groups[op.origin as usize].as_slice();
        // Lanes of one operation stand close together; the first one met decides for all.
        let arm = group_arm(code, writes, before, group, &reading, op);
        for &member in group {
            let Some(Node::Op(op)) = before.get(member) else {
                continue;
            };
            let mark: fn(&mut Readers) = match arm {
                Some(true) => |r| r.accept = true,
                Some(false) => |r| r.reject = true,
                None => |r| r.elsewhere = true,
            };
            if arm.is_none() && member != k {
                continue;
            }
            for source in op.sources() {
                needed(code, source, &mut |scalar| mark(&mut reading[scalar]));
            }
            moved[member] = arm;
            any |= arm.is_some();
        }
    }
    if !any {
        return at;
    }
    let old = std::mem::take(block);
    let (mut accept, mut reject) = (Vec::new(), Vec::new());
    let mut place = at;
    for (k, node) in old.into_iter().enumerate() {
        match (moved[k], node) {
            (Some(true), node) => accept.push(node),
            (Some(false), node) => reject.push(node),
            (None, Node::If(mut branch)) if k == at => {
                accept.append(&mut branch.accept);
                reject.append(&mut branch.reject);
                branch.accept = std::mem::take(&mut accept);
                branch.reject = std::mem::take(&mut reject);
                place = block.len();
                block.push(Node::If(branch));
            }
            (None, node) => block.push(node),
        }
    }
    place
}

/// The arm that a group of operations can move to: all of them are read there and nowhere else.
fn group_arm(
    code: &Code,
    writes: &[u32],
    before: &[Node],
    group: &[usize],
    reading: &Reading,
    first: &Op,
) -> Option<bool> {
    let mut arm = None;
    for &member in group {
        let Some(Node::Op(op)) = before.get(member) else {
            return None;
        };
        // What is assigned elsewhere too, or read from such scalars, stays in its place.
        let once = |scalar: &Scalar| writes.get(scalar.0 as usize) == Some(&1);
        let reads_variables = op.sources().any(|source| match source.lane {
            Lane::Scalar(scalar) => !once(&scalar),
            _ => false,
        });
        if op.opcode != first.opcode || reads_variables {
            return None;
        }
        for result in &op.results {
            if !once(result) || code.output_of(*result).is_some() {
                return None;
            }
            let readers = reading[*result];
            let wanted = match readers {
                Readers {
                    accept: true,
                    reject: false,
                    elsewhere: false,
                } => true,
                Readers {
                    accept: false,
                    reject: true,
                    elsewhere: false,
                } => false,
                _ => return None,
            };
            if arm.is_some_and(|arm| arm != wanted) {
                return None;
            }
            arm = Some(wanted);
        }
    }
    arm
}

#[cfg(test)]
mod tests {
    use super::super::code::{Condition, If, Test};
    use super::*;
    use crate::isa::{Comparison, Opcode};
    use retroshade_diagnostics::Span;

    fn op(result: u32, reads: &[u32], origin: u32) -> Node {
        Node::Op(Op {
            opcode: Opcode::Add,
            results: vec![Scalar(result)],
            operands: reads
                .iter()
                .map(|r| vec![Source::scalar(Scalar(*r))])
                .collect(),
            origin,
            span: Span::NONE,
        })
    }

    fn program(first: Vec<Node>, accept: Vec<Node>, after: Vec<Node>) -> Code {
        let branch = If {
            condition: Condition::Test(Test {
                operator: Comparison::Lt,
                sources: [Source::scalar(Scalar(0)), Source::literal(0.0)],
            }),
            accept,
            reject: Vec::new(),
            span: Span::NONE,
        };
        let mut body = first;
        body.push(Node::If(branch));
        body.extend(after);
        Code {
            scalars: vec![Default::default(); 10],
            body,
            ..Code::default()
        }
    }

    fn arm_length(code: &Code) -> usize {
        let found = code.body.iter().find_map(|node| match node {
            Node::If(branch) => Some(branch.accept.len()),
            _ => None,
        });
        found.unwrap()
    }

    #[test]
    fn what_one_arm_needs_moves_there_with_what_it_needs() {
        let first = vec![op(0, &[], 1), op(1, &[], 2), op(2, &[1], 3)];
        let mut code = program(first, vec![op(3, &[2], 4)], vec![]);
        sink(&mut code);
        assert_eq!((code.body.len(), arm_length(&code)), (2, 3));
    }

    #[test]
    fn lanes_of_one_operation_stay_together() {
        let first = vec![op(0, &[], 1), op(1, &[], 2), op(2, &[], 2)];
        let mut code = program(first, vec![op(3, &[1], 4)], vec![op(4, &[2], 5)]);
        sink(&mut code);
        assert_eq!(arm_length(&code), 1);
    }
}
