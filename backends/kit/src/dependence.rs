//! The dependence graph of straight-line code, on petgraph's: schedulers and passes walk it, and what is general about
//! walking it is here.

use petgraph::Direction::{self, Incoming, Outgoing};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{DfsPostOrder, EdgeRef, Reversed};
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};
use std::marker::PhantomData;

/// Operations and the dependences between them. An edge leads from an operation to one that has to come after it; its
/// weight says why.
///
/// The neighbours of an operation are given in the order in which their edges were listed, so that whatever is made
/// of them is the same in every run.
#[derive(Clone, Debug)]
pub struct DependenceGraph<K, W = ()> {
    graph: DiGraph<(), W>,
    key: PhantomData<K>,
}

fn node<K: EntityRef>(key: K) -> NodeIndex {
    NodeIndex::new(key.index())
}

fn key<K: EntityRef>(node: NodeIndex) -> K {
    K::new(node.index())
}

impl<K: EntityRef, W: Copy> DependenceGraph<K, W> {
    /// The graph of `count` operations with these edges. An edge that is listed twice is there twice.
    pub fn of(
        count: usize,
        edges: impl IntoIterator<Item = (K, K, W), IntoIter: DoubleEndedIterator>,
    ) -> DependenceGraph<K, W> {
        let edges = edges.into_iter();
        let mut graph = DiGraph::with_capacity(count, edges.size_hint().0);
        for _ in 0..count {
            graph.add_node(());
        }
        // petgraph gives the edges of a node from the last one that was added to the first.
        for (first, second, why) in edges.rev() {
            graph.add_edge(node(first), node(second), why);
        }
        let key = PhantomData;
        DependenceGraph { graph, key }
    }

    /// The number of operations.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// True if there are no operations.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The operations in the order of their numbers.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + use<K, W> {
        (0..self.len()).map(K::new)
    }

    /// The operations that an operation waits for, with the reasons.
    pub fn before(&self, of: K) -> impl Iterator<Item = (K, W)> + '_ {
        let edges = self.graph.edges_directed(node(of), Incoming);
        edges.map(|edge| (key(edge.source()), *edge.weight()))
    }

    /// The operations that wait for an operation, with the reasons.
    pub fn after(&self, of: K) -> impl Iterator<Item = (K, W)> + '_ {
        let edges = self.graph.edges(node(of));
        edges.map(|edge| (key(edge.target()), *edge.weight()))
    }

    /// For each operation the number of edges that come into it.
    pub fn waiting(&self) -> EntityVec<K, u32> {
        let mut waiting = EntityVec::filled(0, self.len());
        for edge in self.graph.raw_edges() {
            waiting[key(edge.target())] += 1;
        }
        waiting
    }

    /// The roots and all that they wait for, each once and after all that it waits for, as far as there is no circle. Of
    /// the operations that one waits for the last one listed is placed first.
    pub fn post_order(&self, roots: impl IntoIterator<Item = K>) -> Vec<K> {
        let reversed = Reversed(&self.graph);
        let mut walk = DfsPostOrder::empty(reversed);
        let mut order = Vec::with_capacity(self.len());
        for root in roots {
            walk.move_to(node(root));
            while let Some(next) = walk.next(reversed) {
                order.push(key(next));
            }
        }
        order
    }

    /// For each operation the length of the longest chain of operations that begins with it.
    pub fn heights(&self) -> EntityVec<K, u32> {
        let mut heights = EntityVec::filled(1, self.len());
        for at in self.post_order(self.keys()).into_iter().rev() {
            let above = self.after(at).map(|(next, _)| heights[next] + 1);
            heights[at] = above.max().unwrap_or(1);
        }
        heights
    }

    /// For each operation all that it waits for, directly or not.
    pub fn all_before(&self) -> EntityVec<K, EntitySet<K>> {
        self.closure(self.post_order(self.keys()), Incoming)
    }

    /// For each operation all that wait for it, directly or not.
    pub fn all_after(&self) -> EntityVec<K, EntitySet<K>> {
        let mut order = self.post_order(self.keys());
        order.reverse();
        self.closure(order, Outgoing)
    }

    fn closure(&self, order: Vec<K>, direction: Direction) -> EntityVec<K, EntitySet<K>> {
        let mut sets = EntityVec::filled(EntitySet::new(), self.len());
        for at in order {
            let mut set = EntitySet::new();
            for next in self.graph.neighbors_directed(node(at), direction) {
                set.insert(key(next));
                set.insert_all(&sets[key(next)]);
            }
            sets[at] = set;
        }
        sets
    }

    /// Makes an operation a part of another one, which takes over its edges but for those between the two. They are
    /// given before the edges that the other has.
    pub fn merge(&mut self, into: K, part: K) {
        let (into, part) = (node(into), node(part));
        for direction in [Incoming, Outgoing] {
            let edges = self.graph.edges_directed(part, direction);
            let taken: Vec<(NodeIndex, NodeIndex, W)> = edges
                .map(|edge| (edge.source(), edge.target(), *edge.weight()))
                .collect();
            for (source, target, why) in taken.into_iter().rev() {
                let moved = |end: NodeIndex| if end == part { into } else { end };
                let (source, target) = (moved(source), moved(target));
                if source != target {
                    self.graph.add_edge(source, target, why);
                }
            }
            while let Some(edge) = self.graph.first_edge(part, direction) {
                self.graph.remove_edge(edge);
            }
        }
    }
}

impl<K: EntityRef> DependenceGraph<K> {
    /// The graph of `count` operations. `list` adds to a list what an operation waits for.
    pub fn new(count: usize, mut list: impl FnMut(K, &mut Vec<K>)) -> DependenceGraph<K> {
        let (mut edges, mut found) = (Vec::new(), Vec::new());
        for second in (0..count).map(K::new) {
            list(second, &mut found);
            edges.extend(found.drain(..).map(|first| (first, second, ())));
        }
        DependenceGraph::of(count, edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(before: &[&[usize]]) -> DependenceGraph<usize> {
        DependenceGraph::new(before.len(), |at, found| found.extend(before[at]))
    }

    fn after(graph: &DependenceGraph<usize>, at: usize) -> Vec<usize> {
        graph.after(at).map(|(other, ())| other).collect()
    }

    #[test]
    fn what_comes_before_is_placed_first_and_once() {
        let graph = listed(&[&[1, 2], &[3], &[3, 1], &[], &[0]]);
        assert_eq!(graph.post_order([0, 4]), [3, 1, 2, 0, 4]);
        // A circle is cut somewhere.
        assert_eq!(listed(&[&[1], &[0]]).post_order([0]), [1, 0]);
    }

    #[test]
    fn neighbours_are_in_the_order_of_the_list() {
        let graph = listed(&[&[], &[0], &[1, 0, 1], &[2, 1]]);
        let before: Vec<usize> = graph.before(2).map(|(other, ())| other).collect();
        assert_eq!(before, [1, 0, 1]);
        assert_eq!(after(&graph, 1), [2, 2, 3]);
        let waiting: Vec<u32> = graph.waiting().values().copied().collect();
        assert_eq!(waiting, [0, 1, 3, 2]);
    }

    #[test]
    fn chains_and_all_that_comes_before_or_after() {
        let graph = listed(&[&[], &[0], &[], &[1, 2], &[2]]);
        let heights: Vec<u32> = graph.heights().values().copied().collect();
        assert_eq!(heights, [3, 2, 2, 1, 1]);
        let members = |sets: EntityVec<usize, EntitySet<usize>>, at: usize| -> Vec<usize> {
            sets[at].iter().collect()
        };
        assert_eq!(members(graph.all_before(), 3), [0, 1, 2]);
        assert_eq!(members(graph.all_before(), 0), [0; 0]);
        assert_eq!(members(graph.all_after(), 2), [3, 4]);
        assert_eq!(members(graph.all_after(), 0), [1, 3]);
    }

    #[test]
    fn merged_operations_keep_what_they_waited_for() {
        // 1 and 2 become one; the edge between them goes.
        let mut graph = listed(&[&[], &[0], &[1, 0], &[2], &[2, 1]]);
        graph.merge(1, 2);
        assert_eq!(after(&graph, 0), [1, 1]);
        assert_eq!(after(&graph, 1), [3, 4, 4]);
        assert_eq!(after(&graph, 2), [0; 0]);
        let waiting: Vec<u32> = graph.waiting().values().copied().collect();
        assert_eq!(waiting, [0, 2, 0, 1, 2]);
    }
}
