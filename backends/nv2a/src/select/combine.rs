//! Patterns that the chip rewards: multiply-add, homogeneous dot products, the free maximum with
//! zero of LIT, clamping that the colour outputs do anyway.

use super::graph::{Base, Graph, LaneRef, NodeId, Operation, index};
use crate::isa::{Ilu, Mac};

/// Outputs that the hardware clamps to 0..1.
const CLAMPED: [u8; 4] = [3, 4, 7, 8];

/// The lane of LIT's result that is max(a, 0).
const POSITIVE_OF_LIT: u8 = 1;

/// Rewrites a graph in place. Nodes that nothing reads any more stay behind.
pub(super) fn combine(graph: &mut Graph) {
    drop_clamps(graph);
    fuse_products(graph);
    homogeneous(graph);
    fold_plane(graph);
    positives(graph);
    push_signs(graph);
}

/// A use of a node: by an operand of another node, or by an output or a0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    Operand(NodeId, usize),
    Elsewhere,
}

/// Every use of every live node, each operand once.
fn users(graph: &Graph) -> Vec<Vec<User>> {
    let live = graph.live_lanes();
    let mut users: Vec<Vec<User>> = vec![Vec::new(); graph.nodes.len()];
    let mut note = |lane: LaneRef, user: User| {
        if let Some(list) = lane.node().and_then(|node| users.get_mut(index(node)))
            && !list.contains(&user)
        {
            list.push(user);
        }
    };
    for (id, node) in graph.nodes.iter() {
        if live.get(index(id)).copied().unwrap_or(0) == 0 {
            continue;
        }
        for (number, operand) in node.operands.iter().enumerate() {
            for lane in operand {
                note(*lane, User::Operand(id, number));
            }
        }
    }
    for lane in graph
        .outputs
        .iter()
        .flat_map(|output| output.lanes)
        .flatten()
    {
        note(lane, User::Elsewhere);
    }
    for address in graph.addresses.values() {
        note(address.index, User::Elsewhere);
    }
    users
}

/// The lanes of a node's operand as an operand that reads `lanes` of the node sees them.
fn through(operand: &[LaneRef], lanes: &[LaneRef], negate: bool) -> Option<Vec<LaneRef>> {
    let selected = lanes
        .iter()
        .map(|lane| operand.get(usize::from(lane.lane)).copied());
    let selected: Option<Vec<LaneRef>> = selected.collect();
    selected.map(|lanes| {
        let signed = lanes.into_iter();
        signed
            .map(|lane| if negate { lane.negated() } else { lane })
            .collect()
    })
}

/// Whether all lanes are of one node and of one sign; gives the sign.
fn of_one_node(lanes: &[LaneRef], node: NodeId) -> Option<bool> {
    let first = lanes.first()?;
    let same = |lane: &LaneRef| lane.base == Base::Node(node) && lane.negate == first.negate;
    lanes.iter().all(same).then_some(first.negate)
}

/// a * b, read by additions only, moves into them.
fn fuse_products(graph: &mut Graph) {
    let users = users(graph);
    for id in graph.nodes.keys() {
        if graph.nodes[id].operation != Operation::Mac(Mac::Mul) {
            continue;
        }
        let list = users.get(index(id)).map(Vec::as_slice).unwrap_or_default();
        let fits = |user: &User| match user {
            User::Operand(sum, number) => {
                let node = &graph.nodes[*sum];
                let operand = node.operands.get(*number);
                node.operation == Operation::Mac(Mac::Add)
                    && operand.is_some_and(|lanes| of_one_node(lanes, id).is_some())
            }
            User::Elsewhere => false,
        };
        // a * b + a * b is found twice in the list and would lose one of the two.
        let twice = list.iter().any(|user| match user {
            User::Operand(sum, _) => {
                list.iter()
                    .filter(|other| matches!(other, User::Operand(same, _) if same == sum))
                    .count()
                    > 1
            }
            User::Elsewhere => false,
        });
        if list.is_empty() || twice || !list.iter().all(fits) {
            continue;
        }
        let factors = graph.nodes[id].operands.clone();
        for user in list {
            if let User::Operand(sum, number) = user {
                fuse(graph, id, &factors, *sum, *number);
            }
        }
    }
}

fn fuse(graph: &mut Graph, product: NodeId, factors: &[Vec<LaneRef>], sum: NodeId, number: usize) {
    let node = &graph.nodes[sum];
    let (Some(lanes), Some(other)) = (
        node.operands.get(number),
        node.operands.get(1 - number.min(1)),
    ) else {
        return;
    };
    let Some(negate) = of_one_node(lanes, product) else {
        return;
    };
    let [a, b] = factors else { return };
    if let (Some(a), Some(b)) = (through(a, lanes, negate), through(b, lanes, false)) {
        let operands = vec![a, b, other.clone()];
        let node = &mut graph.nodes[sum];
        node.operation = Operation::Mac(Mac::Mad);
        node.operands = operands;
    }
}

/// Four-lane dot products with a 1 or 0 in one lane.
fn homogeneous(graph: &mut Graph) {
    for id in graph.nodes.keys() {
        let node = &mut graph.nodes[id];
        if node.operation != Operation::Mac(Mac::Dp4) {
            continue;
        }
        let [a, b] = node.operands.as_mut_slice() else {
            continue;
        };
        let find = |lanes: &[LaneRef], value: f32| lanes.iter().position(|lane| lane.is(value));
        let place =
            |value: f32, a: &[LaneRef], b: &[LaneRef]| find(a, value).or_else(|| find(b, value));
        if let Some(position) = place(0.0, a, b) {
            a.remove(position);
            b.remove(position);
            node.operation = Operation::Mac(Mac::Dp3);
        } else if let Some(position) = place(1.0, a, b) {
            a.swap(position, 3);
            b.swap(position, 3);
            if !a.last().is_some_and(|lane| lane.is(1.0)) {
                std::mem::swap(a, b);
            }
            a.truncate(3);
            node.operation = Operation::Mac(Mac::Dph);
        }
    }
}

/// dot(a.xyz, b.xyz) + b.w, where one register holds all of b.
fn fold_plane(graph: &mut Graph) {
    let users = users(graph);
    for id in graph.nodes.keys() {
        if graph.nodes[id].operation != Operation::Mac(Mac::Dp3) {
            continue;
        }
        let list = users.get(index(id)).map(Vec::as_slice).unwrap_or_default();
        let &[User::Operand(sum, number)] = list else {
            continue;
        };
        let node = &graph.nodes[sum];
        if node.operation != Operation::Mac(Mac::Add) || node.lanes != 1 {
            continue;
        }
        let reads = node
            .operands
            .get(number)
            .and_then(|lanes| lanes.first())
            .copied();
        let added = node
            .operands
            .get(1 - number.min(1))
            .and_then(|lanes| lanes.first())
            .copied();
        let (Some(reads), Some(added)) = (reads, added) else {
            continue;
        };
        let [a, b] = graph.nodes[id].operands.as_slice() else {
            continue;
        };
        let joins = |lanes: &[LaneRef]| {
            !reads.negate
                && added.as_literal().is_none()
                && lanes
                    .iter()
                    .all(|lane| lane.base == added.base && lane.negate == added.negate)
        };
        let (vector, plane) = if joins(b) {
            (a.clone(), b.clone())
        } else if joins(a) {
            (b.clone(), a.clone())
        } else {
            continue;
        };
        let mut plane = plane;
        plane.push(added);
        let node = &mut graph.nodes[sum];
        node.operation = Operation::Mac(Mac::Dph);
        node.operands = vec![vector, plane];
    }
}

/// max(a, 0) of one lane: LIT can do it too. Of a uniform only LIT can, since 0 would be a second
/// constant.
fn positives(graph: &mut Graph) {
    let mut by_lit = vec![false; graph.nodes.len()];
    for id in graph.nodes.keys() {
        let node = &mut graph.nodes[id];
        if node.operation != Operation::Mac(Mac::Max) || node.lanes != 1 {
            continue;
        }
        let is_zero = |operand: &Vec<LaneRef>| operand.first().is_some_and(|lane| lane.is(0.0));
        match node.operands.as_mut_slice() {
            [_, b] if is_zero(b) => {}
            [a, b] if is_zero(a) => std::mem::swap(a, b),
            _ => continue,
        }
        let lanes = node.operands.first().into_iter().flatten();
        let bases: Vec<Base> = lanes.map(|lane| lane.base).collect();
        if matches!(bases[..], [Base::Uniform(_) | Base::Relative(..)]) {
            node.operation = Operation::Ilu(Ilu::Lit);
            node.operands.truncate(1);
            node.lanes = 4;
            by_lit[index(id)] = true;
        } else {
            node.operation = Operation::Positive;
        }
    }
    for lane in graph.lanes_mut() {
        if lane.node().is_some_and(|node| by_lit[index(node)]) {
            lane.lane = POSITIVE_OF_LIT;
        }
    }
}

/// min(max(a, 0), 1) in front of an output that clamps.
fn drop_clamps(graph: &mut Graph) {
    for number in 0..graph.outputs.len() {
        let Some(output) = graph.outputs.get(number) else {
            continue;
        };
        if !CLAMPED.contains(&output.number) {
            continue;
        }
        let lanes = output
            .lanes
            .map(|lane| lane.map(|lane| unclamped(graph, lane)));
        if let Some(output) = graph.outputs.get_mut(number) {
            output.lanes = lanes;
        }
    }
}

/// What a lane was before it was clamped to 0..1 or a part of it.
fn unclamped(graph: &Graph, lane: LaneRef) -> LaneRef {
    let mut lane = lane;
    // Each step goes to an earlier node.
    while let Some(id) = lane.node().filter(|_| !lane.negate) {
        let node = &graph.nodes[id];
        let bound = match node.operation {
            Operation::Mac(Mac::Min) => 1.0,
            Operation::Mac(Mac::Max) => 0.0,
            _ => break,
        };
        let at = |number: usize| {
            let operand = node.operands.get(number)?;
            operand.get(usize::from(lane.lane)).copied()
        };
        let (Some(a), Some(b)) = (at(0), at(1)) else {
            break;
        };
        if b.is(bound) {
            lane = a;
        } else if a.is(bound) {
            lane = b;
        } else {
            break;
        }
    }
    lane
}

/// A result that is only ever wanted with the other sign is made with it.
fn push_signs(graph: &mut Graph) {
    let mut plain = vec![false; graph.nodes.len()];
    let mut flipped = plain.clone();
    let live = graph.live_lanes();
    let mut note = |lane: LaneRef, in_output: bool| {
        if let Some(node) = lane.node() {
            // Operands negate for nothing; only outputs gain.
            let list = if lane.negate && in_output {
                &mut flipped
            } else {
                &mut plain
            };
            if let Some(slot) = list.get_mut(index(node)) {
                *slot = true;
            }
        }
    };
    for (id, node) in graph.nodes.iter() {
        if live.get(index(id)).copied().unwrap_or(0) != 0 {
            node.operands
                .iter()
                .flatten()
                .for_each(|lane| note(*lane, false));
        }
    }
    for address in graph.addresses.values() {
        note(address.index, false);
    }
    for lane in graph
        .outputs
        .iter()
        .flat_map(|output| output.lanes)
        .flatten()
    {
        note(lane, true);
    }
    for id in graph.nodes.keys() {
        if flipped.get(index(id)) == Some(&true) && plain.get(index(id)) == Some(&false) {
            flip(graph, id);
        }
    }
}

/// Makes a node give the negative of its result, where operand signs can do that.
fn flip(graph: &mut Graph, id: NodeId) {
    let operands: &[usize] = match graph.nodes[id].operation {
        Operation::Mac(Mac::Mul | Mac::Dp3 | Mac::Dp4 | Mac::Mov) | Operation::Move => &[0],
        Operation::Mac(Mac::Add) => &[0, 1],
        Operation::Mac(Mac::Mad) => &[0, 2],
        _ => return,
    };
    for number in operands {
        if let Some(operand) = graph.nodes[id].operands.get_mut(*number) {
            for lane in operand {
                *lane = lane.negated();
            }
        }
    }
    for lane in graph
        .outputs
        .iter_mut()
        .flat_map(|output| output.lanes.iter_mut())
        .flatten()
    {
        if lane.base == Base::Node(id) {
            *lane = lane.negated();
        }
    }
}
