//! Dot products with the same vector, whose other operands are lanes of the same few values: summed
//! by columns they need no value to be put together first.
//!
//! ```text
//! dot((a.x, b.x, c.x), k)      a.xyz * k.x
//! dot((a.y, b.y, c.y), k)  =   + b.xyz * k.y
//! dot((a.z, b.z, c.z), k)      + c.xyz * k.z
//! ```

use super::graph::{Base, Graph, LaneRef, Node, NodeId, Operation, index};
use crate::isa::{Mac, SLOTS};
use indexmap::IndexMap;
use retroshade_ir::entity::{EntityRef, SecondaryMap};

/// What products of one group have in common: the operation and the vector.
type Key = (Operation, Vec<LaneRef>);

/// A product with the lanes of its other operand.
struct Member {
    node: NodeId,
    lanes: Vec<LaneRef>,
}

/// Nodes up to which groups are looked for: more do not fit the program memory in any case.
const MOST: usize = 8 * SLOTS;

/// Rewrites groups in place and tells whether there were any.
pub(super) fn transpose(graph: &mut Graph) -> bool {
    let mut any = false;
    // A rewritten group may change what others read, so each is found anew.
    while graph.nodes.len() <= MOST
        && let Some((vector, members)) = find(graph)
    {
        rewrite(graph, &vector, &members);
        any = true;
    }
    any
}

/// The first group that is better summed by columns.
fn find(graph: &Graph) -> Option<(Vec<LaneRef>, Vec<Member>)> {
    let mut groups: IndexMap<Key, Vec<Member>> = IndexMap::new();
    for (id, node) in graph.nodes.iter() {
        if let Some((key, lanes)) = scattered(node) {
            groups
                .entry(key)
                .or_default()
                .push(Member { node: id, lanes });
        }
    }
    let first_users = first_users(graph);
    groups.into_iter().find_map(|((_, vector), mut members)| {
        // A register takes four sums.
        while !members.is_empty() {
            let rest = members.split_off(members.len().min(4));
            if is_rewritable(&vector, &members, &first_users) && pays(&vector, &members) {
                return Some((vector, members));
            }
            members = rest;
        }
        None
    })
}

/// The key of a dot product and the lanes of the operand that would have to be put together.
fn scattered(node: &Node) -> Option<(Key, Vec<LaneRef>)> {
    if !matches!(node.operation, Operation::Mac(Mac::Dp3 | Mac::Dp4)) {
        return None;
    }
    let [a, b] = node.operands.as_slice() else {
        return None;
    };
    let (vector, other) = match (copies(a), copies(b)) {
        (0, 1..) => (a, b),
        (1.., 0) => (b, a),
        _ => return None,
    };
    let literal = other.iter().any(|lane| lane.as_literal().is_some());
    let key = (node.operation, vector.clone());
    (!literal).then(|| (key, other.clone()))
}

/// How many copies an operand of these lanes may need: one for each value but one.
fn copies(lanes: &[LaneRef]) -> usize {
    let part = |lane: &LaneRef| (lane.base, lane.negate);
    let is_new = |(at, lane): &(usize, &LaneRef)| {
        let mut earlier = lanes.iter().take(*at);
        earlier.all(|other| part(other) != part(lane))
    };
    let parts = lanes.iter().enumerate().filter(is_new).count();
    parts.saturating_sub(1)
}

/// The lanes that a factor is multiplied with.
fn column(members: &[Member], column: usize) -> Vec<LaneRef> {
    let lanes = members.iter();
    lanes
        .filter_map(|member| member.lanes.get(column).copied())
        .collect()
}

/// Whether columns need fewer copies than rows.
fn pays(vector: &[LaneRef], members: &[Member]) -> bool {
    let rows: usize = members.iter().map(|member| copies(&member.lanes)).sum();
    let columns = (0..vector.len()).map(|number| copies(&column(members, number)));
    columns.sum::<usize>() < rows
}

/// For each node the first one that reads it.
fn first_users(graph: &Graph) -> Vec<Option<NodeId>> {
    let mut users = vec![None; graph.nodes.len()];
    for (id, node) in graph.nodes.iter() {
        for lane in node.operands.iter().flatten() {
            if let Some(user) = lane.node().and_then(|read| users.get_mut(index(read))) {
                user.get_or_insert(id);
            }
        }
    }
    users
}

/// Whether the last nodes of the group can hold the chain of sums, one for each lane of the vector:
/// all that is read comes before the first of them, and nobody reads a result before the last.
fn is_rewritable(vector: &[LaneRef], members: &[Member], first_users: &[Option<NodeId>]) -> bool {
    let first = members.len().checked_sub(vector.len());
    let first = first.and_then(|number| members.get(number));
    let (Some(first), Some(last)) = (first, members.last()) else {
        return false;
    };
    let after = |member: &Member| {
        let user = first_users.get(index(member.node)).copied().flatten();
        user.is_none_or(|user| index(user) > index(last.node))
    };
    let before = |lane: &LaneRef| {
        let node = lane.node();
        node.is_none_or(|node| index(node) < index(first.node))
    };
    members.iter().all(after) && members.iter().flat_map(|member| &member.lanes).all(before)
}

/// The last nodes of the group become the products of a column each, summed up.
fn rewrite(graph: &mut Graph, vector: &[LaneRef], members: &[Member]) {
    let count = members.len();
    let mut sum: Option<NodeId> = None;
    let skipped = count - vector.len().min(count);
    for ((number, factor), member) in vector.iter().enumerate().zip(members.iter().skip(skipped)) {
        let mut operands = vec![column(members, number), vec![*factor; count]];
        let operation = match sum {
            None => Mac::Mul,
            Some(sum) => {
                let lanes = (0..count as u8).map(|lane| LaneRef::of(Base::Node(sum), lane));
                operands.push(lanes.collect());
                Mac::Mad
            }
        };
        let node = &mut graph.nodes[member.node];
        node.operation = Operation::Mac(operation);
        node.operands = operands;
        node.lanes = count as u8;
        sum = Some(member.node);
    }
    let Some(sum) = sum else { return };
    let mut lanes: SecondaryMap<NodeId, Option<u8>> = SecondaryMap::new();
    for (at, member) in (0..).zip(members) {
        lanes[member.node] = Some(at);
    }
    let redirect = |lane: &mut LaneRef| {
        if let Some(at) = lane.node().and_then(|node| lanes[node]) {
            lane.base = Base::Node(sum);
            lane.lane = at;
        }
    };
    for number in index(sum) + 1..graph.nodes.len() {
        let node = &mut graph.nodes[NodeId::new(number)];
        node.operands.iter_mut().flatten().for_each(redirect);
    }
    let outputs = graph.outputs.iter_mut();
    outputs
        .flat_map(|output| output.lanes.iter_mut())
        .flatten()
        .for_each(redirect);
    graph
        .addresses
        .values_mut()
        .for_each(|address| redirect(&mut address.index));
}
