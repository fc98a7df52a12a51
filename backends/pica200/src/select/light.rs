//! Selects `litp` for maxima with zero where that saves a word.
//!
//! `litp` gives max(x, 0) and max(w, 0) of one operand and sets the flags to x >= 0 and w >= 0. It
//! is an instruction of fixed lanes, so what it gives must lie in x or w of some register
//! ([`ScalarInfo::component`](super::code::ScalarInfo)). There are two uses:
//!
//! * of a uniform: `max` would read two uniform registers, of which one has to be copied first;
//! * of a value that a condition compares with zero right after: the comparison is not needed.
//!
//! Its middle lanes, a clamped exponent and zero, are what no shader asks for.

use super::code::{
    Block, Code, Condition, Home, Lane, Node, Op, Scalar, Source, Test, count_writes,
};
use super::live::needed;
use crate::isa::{Comparison, Opcode};
use retroshade_ir::entity::EntitySet;

/// The lanes that `litp` gives maxima in.
const LANES: [u8; 2] = [0, 3];

/// Selects `litp` in every block.
pub(super) fn light(code: &mut Code) {
    let writes = count_writes(code);
    let mut body = std::mem::take(&mut code.body);
    visit(code, &writes, &mut body);
    code.body = body;
}

fn visit(code: &mut Code, writes: &[u32], block: &mut Block) {
    for node in block.iter_mut() {
        match node {
            Node::If(branch) => {
                visit(code, writes, &mut branch.accept);
                visit(code, writes, &mut branch.reject);
            }
            Node::Loop(repeat) => visit(code, writes, &mut repeat.body),
            Node::Op(_) | Node::Break | Node::Continue => {}
        }
    }
    of_uniforms(code, writes, block);
    before_conditions(code, writes, block);
}

/// What a maximum with zero is taken of.
fn positive_part(node: &Node) -> Option<(Scalar, Source)> {
    let Node::Op(op) = node else {
        return None;
    };
    let ([result], [a, b]) = (op.results.as_slice(), op.operands.as_slice()) else {
        return None;
    };
    let ([a], [b]) = (a.as_slice(), b.as_slice()) else {
        return None;
    };
    let is_zero = |source: &Source| source.value() == Some(0.0);
    match (op.opcode, is_zero(a), is_zero(b)) {
        (Opcode::Max, false, true) => Some((*result, *a)),
        (Opcode::Max, true, false) => Some((*result, *b)),
        _ => None,
    }
}

/// Whether a result can be told to lie in a lane.
fn can_lie_in(code: &Code, writes: &[u32], result: Scalar, lane: u8) -> bool {
    match code.output_of(result) {
        Some(output) => output.lane == lane,
        None => writes.get(result.0 as usize) == Some(&1),
    }
}

fn fix(code: &mut Code, result: Scalar, lane: u8) {
    if let Some(info) = code.scalars.get_mut(result.0 as usize) {
        info.component = Some(lane);
    }
}

/// One or two lanes of a vector operation on a uniform register. For more of them a copy of the
/// register is no longer.
fn of_uniforms(code: &mut Code, writes: &[u32], block: &mut Block) {
    let mut groups: Vec<((u32, Home, bool), Vec<usize>)> = Vec::new();
    for (at, node) in block.iter().enumerate() {
        if let (Node::Op(op), Some((_, source))) = (node, positive_part(node))
            && matches!(source.lane, Lane::Uniform(..) | Lane::Indexed(..))
        {
            let key = (op.origin, source.lane.home(), source.negate);
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, places)) => places.push(at),
                None => groups.push((key, vec![at])),
            }
        }
    }
    let mut gone: EntitySet<usize> = EntitySet::new();
    groups.retain(|(_, places)| places.len() <= LANES.len());
    for (_, places) in groups {
        if !combine(code, writes, block, &places) {
            for place in places {
                combine(code, writes, block, &[place]);
            }
        } else if let Some((_, others)) = places.split_first() {
            gone.extend(others.iter().copied());
        }
    }
    let mut at = 0;
    block.retain(|_| {
        at += 1;
        !gone.contains(at - 1)
    });
}

/// Makes the first of one or two maxima a `litp` that gives all of them, if their results can lie
/// where it gives them.
fn combine(code: &mut Code, writes: &[u32], block: &mut Block, places: &[usize]) -> bool {
    let found: Vec<(Scalar, Source)> = places
        .iter()
        .filter_map(|at| positive_part(block.get(*at)?))
        .collect();
    let Some(lanes) = assigned(code, writes, &found) else {
        return false;
    };
    for ((result, _), lane) in found.iter().zip(&lanes) {
        fix(code, *result, *lane);
    }
    if let Some(Node::Op(op)) = places.first().and_then(|first| block.get_mut(*first)) {
        op.opcode = Opcode::Litp;
        op.results = found.iter().map(|(result, _)| *result).collect();
        op.operands = vec![found.iter().map(|(_, source)| *source).collect()];
    }
    true
}

/// A lane for each of one or two results, all of them temporaries or lanes of one output register.
fn assigned(code: &Code, writes: &[u32], found: &[(Scalar, Source)]) -> Option<Vec<u8>> {
    let orders = [LANES, [LANES[1], LANES[0]]];
    let output = |(result, _): &(Scalar, Source)| code.output_of(*result).map(|o| o.register);
    let fits = |lanes: &[u8; 2]| {
        let mut pairs = found.iter().zip(lanes);
        pairs.all(|((result, _), lane)| can_lie_in(code, writes, *result, *lane))
    };
    let first = output(found.first()?);
    let together = found.iter().all(|pair| output(pair) == first);
    if found.len() > LANES.len() || !together {
        return None;
    }
    let lanes = orders.iter().find(|lanes| fits(lanes))?;
    Some(lanes.iter().take(found.len()).copied().collect())
}

/// What a condition asks to be at least zero.
fn asked(condition: &Condition) -> Option<Source> {
    let Condition::Test(test) = condition else {
        return None;
    };
    at_least_zero(test)
}

/// The value of `x >= 0` or `0 <= x`.
pub(crate) fn at_least_zero(test: &Test) -> Option<Source> {
    let [a, b] = test.sources;
    match test.operator {
        Comparison::Ge if b.is(0.0) && a.value().is_none() => Some(a),
        Comparison::Le if a.is(0.0) && b.value().is_none() => Some(b),
        _ => None,
    }
}

/// A lone maximum before a condition that compares the same value with zero.
fn before_conditions(code: &mut Code, writes: &[u32], block: &mut Block) {
    for at in 0..block.len() {
        let Some(Node::If(branch)) = block.get(at) else {
            continue;
        };
        let Some(source) = asked(&branch.condition) else {
            continue;
        };
        let Some(place) = maximum_before(code, writes, block, at, source) else {
            continue;
        };
        if let Some(Node::Op(op)) = block.get_mut(place)
            && let Some(result) = op.results.first().copied()
        {
            op.opcode = Opcode::Litp;
            op.operands = vec![vec![source]];
            fix(code, result, LANES[0]);
        }
    }
}

/// The instruction that takes the maximum of a value with zero, before a condition and with nothing
/// in between that changes the value or the flags.
fn maximum_before(
    code: &Code,
    writes: &[u32],
    block: &Block,
    condition: usize,
    source: Source,
) -> Option<usize> {
    let origin = |at: usize| match block.get(at) {
        Some(Node::Op(op)) => Some(op.origin),
        _ => None,
    };
    for at in (0..condition).rev() {
        let Some(Node::Op(op)) = block.get(at) else {
            return None;
        };
        if let Some((result, of)) = positive_part(&block[at])
            && of == source
        {
            // A lane of a vector operation is no word of its own.
            let is_lane = |other: usize| other != at && origin(other) == Some(op.origin);
            let alone = !(0..block.len()).any(is_lane);
            return (alone && can_lie_in(code, writes, result, LANES[0])).then_some(at);
        }
        if op.opcode == Opcode::Litp || changes(code, op, &source) {
            return None;
        }
    }
    None
}

fn changes(code: &Code, op: &Op, source: &Source) -> bool {
    let mut changed = false;
    needed(code, source, &mut |scalar| {
        changed |= op.results.contains(&scalar)
    });
    changed
}

#[cfg(test)]
mod tests {
    use super::super::code::If;
    use super::*;
    use retroshade_diagnostics::Span;

    fn maximum(result: u32, source: Source, origin: u32) -> Node {
        Node::Op(Op {
            opcode: Opcode::Max,
            results: vec![Scalar(result)],
            operands: vec![vec![Source::literal(0.0)], vec![source]],
            origin,
            span: Span::NONE,
        })
    }

    fn program(body: Block) -> Code {
        Code {
            scalars: vec![Default::default(); 8],
            body,
            ..Code::default()
        }
    }

    fn opcodes(code: &Code) -> Vec<Opcode> {
        let ops = code.body.iter().filter_map(|node| match node {
            Node::Op(op) => Some(op.opcode),
            _ => None,
        });
        ops.collect()
    }

    fn uniform(lane: u8) -> Source {
        Source::plain(Lane::Uniform(4, lane))
    }

    #[test]
    fn two_lanes_of_a_uniform_are_one_instruction() {
        let mut code = program(vec![maximum(0, uniform(1), 7), maximum(1, uniform(2), 7)]);
        light(&mut code);
        assert_eq!(opcodes(&code), [Opcode::Litp]);
        let lanes: Vec<_> = code.scalars.iter().take(2).map(|s| s.component).collect();
        assert_eq!(lanes, [Some(0), Some(3)]);
    }

    #[test]
    fn three_lanes_of_a_uniform_stay() {
        let lanes = (0..3).map(|k| maximum(k, uniform(k as u8), 7));
        let mut code = program(lanes.collect());
        light(&mut code);
        assert_eq!(opcodes(&code), [Opcode::Max; 3]);
    }

    #[test]
    fn a_comparison_of_the_same_value_needs_it_right_before() {
        let test = |of: u32| {
            Node::If(If {
                condition: Condition::Test(Test {
                    operator: Comparison::Ge,
                    sources: [Source::scalar(Scalar(of)), Source::literal(0.0)],
                }),
                accept: Vec::new(),
                reject: Vec::new(),
                span: Span::NONE,
            })
        };
        let value = Source::scalar(Scalar(5));
        let mut same = program(vec![maximum(0, value, 1), test(5)]);
        light(&mut same);
        assert_eq!(opcodes(&same), [Opcode::Litp]);
        let mut other = program(vec![maximum(0, value, 1), test(6)]);
        light(&mut other);
        assert_eq!(opcodes(&other), [Opcode::Max]);
    }
}
