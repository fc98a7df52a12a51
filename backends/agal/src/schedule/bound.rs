//! How many lanes are live at once in every order, as far as that is quick to see.
//!
//! Whatever the order, all that an operation depends on comes before it and all that depends on it
//! comes after it. A variable that one of the former defines and one of the latter reads is live
//! while the operation is executed, besides what the operation itself reads or writes. And where an
//! operation reads what several others make, one of those comes last, while the results of the rest
//! are held.

use super::graph::Graph;
use super::order::SEARCHED;
use retroshade_ir::entity::EntitySet;
use smallvec::SmallVec;

/// A number of lanes that every order needs at some place.
pub(super) fn least_live(graph: &Graph) -> u32 {
    let widest = graph.widest().max(forest(graph));
    if graph.len() > SEARCHED {
        return widest;
    }
    let earlier = graph.order.all_before();
    let later = graph.order.all_after();
    let readers = readers(graph);
    // Of each operation the variables that are live while it is executed, and those of them that it
    // does not read.
    let mut live = vec![(0, 0); graph.len()];
    for (op, defines) in graph.defines.iter().enumerate() {
        for var in defines {
            let readers = &readers[var.index()];
            let mut between = EntitySet::new();
            for reader in readers {
                between.insert_all(&earlier[reader]);
            }
            between.retain_all(&later[op]);
            for between in &between {
                let (through, beside) = &mut live[between];
                *through += 1;
                *beside += u32::from(!readers.contains(between));
            }
        }
    }
    let least = live.into_iter().enumerate().map(|(op, (through, beside))| {
        let written = graph.defines[op].len() as u32 + graph.wasted[op];
        let read = graph.reads[op].len() as u32;
        (through + written).max(beside + read)
    });
    least.fold(widest, u32::max)
}

/// An operation with all that is made for it alone.
#[derive(Clone, Copy)]
struct Tree {
    /// Lanes of the tree that are live at once at some place.
    need: u32,
    /// Lanes of the tree that are live at least from any place in it until its root's reader.
    held: u32,
    /// Lanes of the root that its reader reads.
    read: u32,
    /// Lanes that the root writes.
    written: u32,
}

/// What the trees need that are left where each operation keeps only the first of its readers.
fn forest(graph: &Graph) -> u32 {
    let mut trees: Vec<Tree> = Vec::with_capacity(graph.len());
    for op in 0..graph.len() {
        let children = graph.before(op);
        let children = children.filter(|child| graph.after(*child).next() == Some(op));
        let children: SmallVec<[Tree; 4]> = children.map(|child| trees[child]).collect();
        let children = children.iter();
        let reader = graph.after(op).next();
        let is_read = |var: &&_| reader.is_some_and(|reader| graph.reads[reader].contains(var));
        let read = graph.defines[op].iter().filter(is_read).count() as u32;
        let written = graph.defines[op].len() as u32 + graph.wasted[op];
        let held: u32 = children.clone().map(|child| child.held).sum();
        let results: u32 = children.clone().map(|child| child.read).sum();
        // One tree comes to its worst place last, one root is executed last.
        let deepest = children.clone().map(|child| child.need + held - child.held);
        let last = children
            .clone()
            .map(|child| child.written + results - child.read);
        let most = children.clone().map(|child| child.need).max();
        let need = [most, deepest.min(), last.min()];
        trees.push(Tree {
            need: need.into_iter().flatten().fold(written, u32::max),
            held: children.map(|child| child.held).fold(read, u32::min),
            read,
            written,
        });
    }
    trees.iter().map(|tree| tree.need).max().unwrap_or(0)
}

/// For each variable the operations that read it.
fn readers(graph: &Graph) -> Vec<EntitySet<usize>> {
    let mut sets = vec![EntitySet::new(); graph.readers.len()];
    for (op, reads) in graph.reads.iter().enumerate() {
        for var in reads {
            sets[var.index()].insert(op);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::super::code::{Code, Lane, Lanes, Op, Target, ValueId};
    use super::super::order;
    use super::*;
    use crate::isa::{LaneMask, Opcode};
    use retroshade_diagnostics::Span;
    use retroshade_kit::random::Random;

    /// Operations that read lanes of earlier ones.
    fn code(random: &mut Random, count: u32) -> Code {
        let mut code = Code::default();
        for index in 0..count {
            let mut operand = || {
                let lanes = random.below(4);
                let lane = |_| match index {
                    0 => Lane::Undefined,
                    _ => {
                        let value = ValueId(random.below(index.into()) as u32);
                        Lane::Value(value, random.below(2) as u8)
                    }
                };
                Lanes::new((0..lanes).map(lane))
            };
            let (a, b) = (operand(), operand());
            let value = code.value(Default::default());
            if random.one_in(3) {
                code.values[value.index()].clobbers = 15;
            }
            code.ops.push(Op {
                opcode: Opcode::Add,
                target: Target::Value(value, LaneMask::from_bits(3)),
                a,
                b,
                matrix: None,
                sampler: None,
                flow: None,
                span: Span::NONE,
            });
        }
        code
    }

    #[test]
    fn no_order_needs_less() {
        let mut random = Random::new(5);
        let mut exact = 0;
        for _ in 0..400 {
            let graph = Graph::new(&code(&mut random, 9));
            let fits = |lanes: u32| order::search(&graph, lanes, &mut 1_000_000).is_some();
            let least = (0..).find(|lanes| fits(*lanes)).unwrap();
            let bound = least_live(&graph);
            assert!(bound <= least, "{bound} {least}");
            exact += u32::from(bound == least);
        }
        assert!(exact > 10, "{exact}");
    }

    #[test]
    fn one_of_two_lookups_is_made_beside_the_result_of_the_other() {
        let mut code = code(&mut Random::new(1), 3);
        for (index, op) in code.ops.iter_mut().enumerate() {
            (op.a, op.b) = (Lanes::EMPTY, Lanes::EMPTY);
            op.target = Target::Value(ValueId(index as u32), LaneMask::X);
            code.values[index].clobbers = 15;
        }
        let lane = |value| Lanes::new([Lane::Value(ValueId(value), 0)]);
        (code.ops[2].a, code.ops[2].b) = (lane(0), lane(1));
        assert_eq!(least_live(&Graph::new(&code)), 5);
    }
}
