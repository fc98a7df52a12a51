//! Between vectors and their lanes. Each rule is directed by what is there already: to make all lanes of everything
//! equal to it multiplies the graph and finds the same.
//!
//! All of these are exact.

use crate::egraph::graph::Graph;
use crate::egraph::make::is_splat;
use crate::egraph::node::{Class, Head, Node, Operands};
use crate::{Op, Scalar, Swizzle};
use smallvec::SmallVec;

/// Operations on floats that are done lane by lane.
const LANEWISE: &[Op] = &[
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Min,
    Op::Max,
    Op::Neg,
    Op::Abs,
    Op::Saturate,
    Op::SetLt,
    Op::SetGe,
    Op::SetEq,
    Op::SetNe,
    Op::Fract,
    Op::Floor,
    Op::Sin,
    Op::Cos,
    Op::Rcp,
    Op::Rsqrt,
    Op::Sqrt,
    Op::Exp2,
    Op::Log2,
    Op::Div,
    Op::Pow,
    Op::Trunc,
];

fn is_lanewise(graph: &Graph, node: &Node) -> Option<Op> {
    let op = node.op()?;
    let floats = || {
        let mut operands = node.operands.iter();
        operands.all(|&one| graph.ty(one).scalar == Scalar::Float)
    };
    (LANEWISE.contains(&op) && floats()).then_some(op)
}

/// Applies every rule to every node.
pub(crate) fn apply(graph: &mut Graph) {
    let live = graph.live();
    let nodes: Vec<(Class, Node)> = live
        .into_iter()
        .flat_map(|class| {
            graph
                .class(class)
                .nodes
                .iter()
                .map(move |node| (class, node.clone()))
        })
        .collect();
    for (class, node) in nodes {
        if graph.is_full() {
            return;
        }
        let node = graph.canonical(&node);
        match node.head {
            Head::Swizzle(swizzle) => push_swizzle(graph, class, node.operands[0], swizzle),
            Head::Op(Op::Compose) => {
                if graph.ty(class).scalar == Scalar::Float {
                    vectorize(graph, class, &node.operands);
                }
            }
            _ => {
                if let Some(op) = is_lanewise(graph, &node) {
                    split_composes(graph, class, op, &node.operands);
                    narrow(graph, class, op, &node.operands);
                    widen(graph, class, op, &node.operands);
                    do_all_lanes(graph, class, op, &node.operands);
                }
            }
        }
    }
}

/// Lanes of an operation are the operation on lanes.
fn push_swizzle(graph: &mut Graph, class: Class, operand: Class, swizzle: Swizzle) {
    for node in graph.class(operand).nodes.clone() {
        let node = graph.canonical(&node);
        let equal = match node.head {
            Head::Swizzle(inner) => graph.select(node.operands[0], inner.then(swizzle)),
            Head::Op(Op::Compose) => {
                let lanes = graph.lanes_of(&node.operands);
                let parts: Operands = swizzle
                    .lanes()
                    .iter()
                    .map(|&lane| {
                        let (part, lane) = lanes[usize::from(lane)];
                        graph.select(part, Swizzle::splat(lane, 1))
                    })
                    .collect();
                graph.compose(&parts)
            }
            _ => {
                let Some(op) = is_lanewise(graph, &node) else {
                    continue;
                };
                let operands: Operands = node
                    .operands
                    .iter()
                    .map(|&one| graph.select(one, swizzle))
                    .collect();
                graph.op(op, &operands)
            }
        };
        graph.union(class, equal);
    }
}

/// A compose of like operations is the operation on composes: superword-level parallelism. Lanes without a sum or a
/// product get one with 0 or 1.
fn vectorize(graph: &mut Graph, class: Class, parts: &[Class]) {
    for &op in LANEWISE {
        let of: SmallVec<[Option<Operands>; 4]> = parts
            .iter()
            .map(|&part| graph.operands_of(part, op).into_iter().next())
            .collect();
        if of.iter().flatten().count() < 2 {
            continue;
        }
        let mut columns: SmallVec<[Operands; 4]> = SmallVec::new();
        for (&part, of) in parts.iter().zip(of) {
            let lanes = graph.lanes(part);
            let operands = match (of, op) {
                (Some(mut operands), _) => {
                    if let (true, Some(last)) = (op.is_commutative(), columns.last()) {
                        align(graph, last, &mut operands);
                    }
                    operands
                }
                (None, Op::Add | Op::Sub) => {
                    let zero = graph.splat_float(0.0, lanes);
                    Operands::from_slice(&[part, zero])
                }
                (None, Op::Mul) => {
                    let one = graph.splat_float(1.0, lanes);
                    Operands::from_slice(&[part, one])
                }
                (None, _) => break,
            };
            columns.push(operands);
        }
        if columns.len() < parts.len() {
            continue;
        }
        let operands: Operands = (0..columns[0].len())
            .map(|index| {
                let lanes: Operands = columns.iter().map(|operands| operands[index]).collect();
                graph.compose(&lanes)
            })
            .collect();
        let equal = graph.op(op, &operands);
        graph.union(class, equal);
    }
}

/// Exchanges operands where more of them then are lanes of what the operation before reads.
fn align(graph: &Graph, before: &[Class], operands: &mut Operands) {
    let same = |one: Class, other: Class| {
        let literals = graph.literal(one).is_some() && graph.literal(other).is_some();
        u32::from(graph.source(one).0 == graph.source(other).0) + u32::from(literals)
    };
    let straight = same(before[0], operands[0]) + same(before[1], operands[1]);
    let crossed = same(before[0], operands[1]) + same(before[1], operands[0]);
    if crossed > straight {
        operands.swap(0, 1);
    }
}

/// An operation on a compose is a compose of operations.
fn split_composes(graph: &mut Graph, class: Class, op: Op, operands: &[Class]) {
    let parts = operands
        .iter()
        .find_map(|&one| graph.operands_of(one, Op::Compose).into_iter().next());
    let Some(parts) = parts else {
        return;
    };
    let mut first = 0;
    let mut results = Operands::new();
    for part in parts {
        let lanes: SmallVec<[u8; 4]> = (first..first + graph.lanes(part)).collect();
        first += graph.lanes(part);
        let Some(swizzle) = Swizzle::new(&lanes) else {
            return;
        };
        let selected: Operands = operands
            .iter()
            .map(|&one| graph.select(one, swizzle))
            .collect();
        results.push(graph.op(op, &selected));
    }
    let equal = graph.compose(&results);
    graph.union(class, equal);
}

/// An operation on scalars in several lanes is that scalar in several lanes.
fn narrow(graph: &mut Graph, class: Class, op: Op, operands: &[Class]) {
    let lanes = graph.lanes(class);
    if lanes == 1 || !operands.iter().all(|&one| graph.is_splat(one)) {
        return;
    }
    let first = Swizzle::splat(0, 1);
    let scalars: Operands = operands
        .iter()
        .map(|&one| graph.select(one, first))
        .collect();
    let scalar = graph.op(op, &scalars);
    let equal = graph.splat(scalar, lanes);
    graph.union(class, equal);
}

/// An operation on lanes of vectors is lanes of the operation on the vectors, where that is there.
fn widen(graph: &mut Graph, class: Class, op: Op, operands: &[Class]) {
    let lanes = graph.lanes(class);
    let sources: SmallVec<[(Class, Swizzle); 4]> =
        operands.iter().map(|&one| graph.source(one)).collect();
    let scalars: SmallVec<[bool; 4]> = operands
        .iter()
        .zip(&sources)
        .map(|(&operand, &(source, swizzle))| {
            graph.splat_literal(operand).is_some()
                || is_splat(swizzle) && (lanes > 1 || graph.lanes(source) == 1)
        })
        .collect();
    let is_vector = |index: usize| graph.literal(operands[index]).is_none() && !scalars[index];
    let vector = (0..operands.len()).find(|&index| is_vector(index));
    let Some(vector) = vector else {
        return;
    };
    let (source, swizzle) = sources[vector];
    let wide = graph.lanes(source);
    if wide <= lanes {
        return;
    }
    let mut wider = Operands::new();
    for (index, &operand) in operands.iter().enumerate() {
        let (other, selected) = sources[index];
        let class = if let Some(number) = graph.splat_literal(operand) {
            graph.splat_float(number, wide)
        } else if graph.literal(operand).is_some() {
            return;
        } else if selected == swizzle && graph.lanes(other) == wide {
            other
        } else if scalars[index] {
            let splat = Head::Swizzle(Swizzle::splat(selected.lane(0), wide));
            let Some(class) = graph.lookup(&Node::new(splat, &[other])) else {
                return;
            };
            class
        } else {
            return;
        };
        wider.push(class);
    }
    if let Some(found) = graph.lookup(&Node::new(Head::Op(op), &wider)) {
        let equal = graph.select(found, swizzle);
        graph.union(class, equal);
    }
}

/// An operation on one lane of a vector is that lane of the operation on the vector. Only for vectors of two lanes and
/// for what reads the same lane of two vectors, where it is likely that the others are wanted, too.
fn do_all_lanes(graph: &mut Graph, class: Class, op: Op, operands: &[Class]) {
    if graph.lanes(class) != 1 {
        return;
    }
    let is_vector = |&&one: &&Class| graph.literal(one).is_none();
    let vectors = operands.iter().filter(is_vector).count();
    let Some(&first) = operands.iter().find(is_vector) else {
        return;
    };
    let (source, swizzle) = graph.source(first);
    let wide = graph.lanes(source);
    if wide == 1 || wide > 2 && vectors < 2 {
        return;
    }
    let mut wider = Operands::new();
    for &operand in operands {
        let (other, selected) = graph.source(operand);
        let class = match graph.splat_literal(operand) {
            Some(number) => graph.splat_float(number, wide),
            None if selected == swizzle && graph.lanes(other) == wide => other,
            None => return,
        };
        wider.push(class);
    }
    let wider = graph.op(op, &wider);
    let equal = graph.select(wider, swizzle);
    graph.union(class, equal);
}
