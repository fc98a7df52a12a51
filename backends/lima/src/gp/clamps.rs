//! Limits by two bounds, as one operation of the pass unit where two accumulators would do it one after the other. The
//! unit finds its bounds in the first two lanes of the vector that its instruction loads (docs/lima-gp.md).

use super::code::{Block, Code, From, NodeId, NodeOp, Read};
use super::isa::{UNIFORMS, acc};
use super::select::eliminate_dead_code;
use retroshade_ir::entity::EntityVec;
use smallvec::smallvec;

/// The larger of a value and a bound, and the smaller of that and another bound.
struct Limits {
    /// The operation for the lower bound, which nothing else reads.
    inner: NodeId,
    bounded: Read,
    /// The place of the lower bound among the operands of `inner`, and of the upper one among those of the whole.
    places: [usize; 2],
}

/// The limits that an operation ends with.
fn limits(block: &Block, uses: &EntityVec<NodeId, usize>, id: NodeId) -> Option<Limits> {
    let outer = &block.nodes[id];
    let is_inner = |read: &Read| {
        let node = read.from.node().filter(|_| !read.negate);
        node.is_some_and(|id| {
            let node = &block.nodes[id];
            node.op == NodeOp::Acc(acc::MAX) && uses[id] == 1 && node.stores.is_empty()
        })
    };
    if outer.op != NodeOp::Acc(acc::MIN) {
        return None;
    }
    let place = outer.reads.iter().position(is_inner)?;
    let inner = outer.reads[place].from.node()?;
    let reads = &block.nodes[inner].reads;
    let is_bound = |read: &Read| matches!(read.from, From::Literal(_) | From::Memory(..));
    let low = reads.iter().position(is_bound)?;
    let bounded = *reads.get(1 - low)?;
    let is_value = matches!(
        bounded.from,
        From::Node(_) | From::Attribute(..) | From::Variable(_)
    );
    (is_value && !bounded.negate && is_bound(&outer.reads[1 - place])).then_some(Limits {
        inner,
        bounded,
        places: [low, 1 - place],
    })
}

/// Gives pairs of literals that limit something the first two lanes of vectors, from the address `first` on. Gives the
/// pairs.
pub(super) fn place_bounds(code: &mut Code, first: u32) -> Vec<[u32; 2]> {
    let mut pairs: Vec<[u32; 2]> = Vec::new();
    for block in code.blocks.values_mut() {
        let uses = block.uses();
        for id in block.nodes.keys() {
            let Some(found) = limits(block, &uses, id) else {
                continue;
            };
            let [low, high] = found.places;
            let bounds = [(found.inner, low), (id, high)];
            let bits = bounds.map(|(id, place)| {
                let read = block.nodes[id].reads[place];
                match read.from {
                    From::Literal(bits) => Some(bits ^ u32::from(read.negate) << 31),
                    _ => None,
                }
            });
            let [Some(low), Some(high)] = bits else {
                continue;
            };
            // What the unit makes of bounds in the wrong order is not known.
            if f32::from_bits(low) > f32::from_bits(high) {
                continue;
            }
            let known = pairs.iter().position(|pair| *pair == [low, high]);
            let number = known.unwrap_or_else(|| {
                pairs.push([low, high]);
                pairs.len() - 1
            });
            let address = (first + number as u32).min(UNIFORMS - 1) as u16;
            for ((id, place), lane) in bounds.into_iter().zip(0..) {
                block.nodes[id].reads[place] = Read::of(From::Memory(address, lane));
            }
        }
    }
    pairs
}

/// Limits values by the pass unit where the bounds are in their places.
pub(super) fn form_clamps(code: &mut Code) {
    for block in code.blocks.values_mut() {
        let uses = block.uses();
        let mut changed = false;
        for id in block.nodes.keys() {
            let Some(found) = limits(block, &uses, id) else {
                continue;
            };
            let [low, high] = found.places;
            let bounds = [
                block.nodes[found.inner].reads[low],
                block.nodes[id].reads[high],
            ];
            let [From::Memory(first, 0), From::Memory(second, 1)] = bounds.map(|read| read.from)
            else {
                continue;
            };
            if first == second && bounds.iter().all(|read| !read.negate) {
                changed = true;
                let [low, high] = bounds;
                block.nodes[id].op = NodeOp::Clamp;
                // Bounds come first, so that they keep the port of uniform memory.
                block.nodes[id].reads = smallvec![low, high, found.bounded];
            }
        }
        if changed {
            eliminate_dead_code(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::{Place, samples};
    use super::*;

    const LOW: f32 = -2.0;
    const HIGH: f32 = 3.0;

    fn literal(value: f32) -> Read {
        Read::of(From::Literal(value.to_bits()))
    }

    /// min(max(a, LOW), HIGH) with its bounds in their places; the inner result is stored to some places.
    fn program(inner: Vec<Place>) -> Code {
        let attribute = Read::of(From::Attribute(0, 0));
        let low = literal(-LOW).negated();
        let max = samples::node(NodeOp::Acc(acc::MAX), [low, attribute], inner);
        let reads = [Read::of(samples::result(0)), literal(HIGH)];
        let min = samples::node(NodeOp::Acc(acc::MIN), reads, vec![Place::Output(0, 1)]);
        samples::program(vec![max, min])
    }

    #[test]
    fn a_limit_by_literals_is_one_operation() {
        let mut code = program(Vec::new());
        assert_eq!(
            place_bounds(&mut code, 7),
            [[LOW.to_bits(), HIGH.to_bits()]]
        );
        form_clamps(&mut code);
        assert_eq!(code.to_string(), "%0 = clamp u7.x, u7.y, a0.x -> v0.y\n");
    }

    #[test]
    fn what_is_wanted_between_the_bounds_stays() {
        let mut code = program(vec![Place::Output(0, 0)]);
        let before = code.clone();
        assert!(place_bounds(&mut code, 7).is_empty());
        form_clamps(&mut code);
        assert_eq!(code, before);
    }
}
