//! Brings the lanes of every operand and all results of an operation into one register: what packing
//! could not bring together is copied next to its partners just before it is read, or from there just
//! after it was written.

use super::cluster::{Clusters, Room};
use super::pack::{temporaries, temporary_results};
use crate::isa::Opcode;
use crate::select::code::{Block, Code, Lane, Node, Op, Scalar, Source};

/// Copies scalars until all lanes of each operand lie in one cluster.
pub(super) fn settle(code: &mut Code, clusters: &mut Clusters, room: &Room) {
    let mut body = std::mem::take(&mut code.body);
    block(code, clusters, room, &mut body);
    code.body = body;
}

fn block(code: &mut Code, clusters: &mut Clusters, room: &Room, nodes: &mut Block) {
    let old = std::mem::take(nodes);
    for mut node in old {
        let mut after = Block::new();
        match &mut node {
            Node::Op(op) => {
                let mut operands = std::mem::take(&mut op.operands);
                for lanes in &mut operands {
                    let scalars = temporaries(lanes);
                    if !clusters.together(&scalars) && !clusters.unite(&scalars, room) {
                        gather(code, clusters, room, op, lanes, nodes);
                    }
                }
                op.operands = operands;
                let results = temporary_results(code, op);
                if !clusters.together(&results) && !clusters.unite(&results, room) {
                    after = scatter(code, clusters, room, op);
                }
            }
            Node::If(branch) => {
                block(code, clusters, room, &mut branch.accept);
                block(code, clusters, room, &mut branch.reject);
            }
            Node::Loop(repeat) => block(code, clusters, room, &mut repeat.body),
            Node::Break | Node::Continue => {}
        }
        nodes.push(node);
        nodes.append(&mut after);
    }
}

/// Gives an operation results of its own that lie in one register, and copies them to where they are
/// wanted: one copy for each cluster. Whoever reads an operand that is a result too has read it by then.
fn scatter(code: &mut Code, clusters: &mut Clusters, room: &Room, op: &mut Op) -> Block {
    let wanted = temporary_results(code, op);
    let made: Vec<Scalar> = wanted.iter().map(|_| code.scalar()).collect();
    // A lane that the operation demands goes with the value.
    for (to, from) in made.iter().zip(&wanted) {
        let component = code
            .scalars
            .get(from.0 as usize)
            .and_then(|info| info.component);
        if let Some(info) = code.scalars.get_mut(to.0 as usize) {
            info.component = component;
        }
    }
    clusters.grow(code);
    clusters.unite(&made, room);
    let mut copies: Vec<(u32, Op)> = Vec::new();
    for (to, from) in wanted.iter().zip(&made) {
        let root = clusters.find(*to);
        let known = copies.iter().position(|(other, _)| *other == root);
        let at = known.unwrap_or_else(|| {
            copies.push((
                root,
                Op {
                    opcode: Opcode::Mov,
                    results: Vec::new(),
                    operands: vec![Vec::new()],
                    origin: op.origin,
                    span: op.span,
                },
            ));
            copies.len() - 1
        });
        if let Some((_, copy)) = copies.get_mut(at)
            && let Some(lanes) = copy.operands.first_mut()
        {
            copy.results.push(*to);
            lanes.push(Source::scalar(*from));
        }
    }
    for result in &mut op.results {
        if let Some(k) = wanted.iter().position(|other| other == result)
            && let Some(scalar) = made.get(k)
        {
            *result = *scalar;
        }
    }
    copies.into_iter().map(|(_, copy)| Node::Op(copy)).collect()
}

/// Copies the lanes of an operand together: into the cluster that most of them are in, if it has
/// room, or all into a new one. One copy for each cluster they come from.
fn gather(
    code: &mut Code,
    clusters: &mut Clusters,
    room: &Room,
    op: &Op,
    lanes: &mut [Source],
    nodes: &mut Block,
) {
    let mut groups: Vec<(u32, Vec<Scalar>)> = Vec::new();
    for scalar in temporaries(lanes) {
        let root = clusters.find(scalar);
        match groups.iter_mut().find(|(other, _)| *other == root) {
            Some((_, list)) if list.contains(&scalar) => {}
            Some((_, list)) => list.push(scalar),
            None => groups.push((root, vec![scalar])),
        }
    }
    groups.sort_by_key(|(_, list)| std::cmp::Reverse(list.len()));
    let wanted: usize = groups.iter().map(|(_, list)| list.len()).sum();
    let host = groups
        .first()
        .map(|(_, list)| list.clone())
        .unwrap_or_default();
    let stays = host
        .first()
        .is_some_and(|first| clusters.members(*first).len() + wanted - host.len() <= 4);
    let mut partners = if stays { host } else { Vec::new() };
    for (_, list) in groups.iter().skip(usize::from(stays)) {
        let copies: Vec<Scalar> = list.iter().map(|_| code.scalar()).collect();
        clusters.grow(code);
        nodes.push(Node::Op(Op {
            opcode: Opcode::Mov,
            results: copies.clone(),
            operands: vec![list.iter().map(|scalar| Source::scalar(*scalar)).collect()],
            origin: op.origin,
            span: op.span,
        }));
        for source in lanes.iter_mut() {
            if let Lane::Scalar(scalar) = source.lane
                && let Some(k) = list.iter().position(|other| *other == scalar)
                && let Some(copy) = copies.get(k)
            {
                source.lane = Lane::Scalar(*copy);
            }
        }
        partners.extend(copies);
        clusters.unite(&partners, room);
    }
}
