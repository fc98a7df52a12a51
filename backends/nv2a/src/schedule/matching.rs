//! The largest matching of a graph: as many disjoint pairs of neighbours as there can be.
//!
//! Edmonds' algorithm. A path between two lone vertices whose edges are by turns outside and inside the
//! matching shows a matching with one pair more; where there is no such path, the matching is the largest.
//! The search for one goes from a lone vertex, its root: from vertices at an *even* distance paths go on by
//! any edge, from the others to their partner only. An edge between two even vertices closes a cycle of odd
//! length, a *blossom*, which can be gone round either way: all its vertices become even, and share as
//! their *base* the one where the cycle hangs on the path from the root. A vertex from which no path was
//! found will not have one later either.
//!
//! Cubic in the number of vertices at worst. A library of graphs would do, but takes a build script longer
//! to compile than most of this crate.

/// How many pairs the largest matching has. For each vertex its neighbours are given, who have it among
/// theirs in turn.
pub(super) fn largest(neighbours: &[Vec<usize>]) -> usize {
    let mut partner = vec![None; neighbours.len()];
    for vertex in 0..neighbours.len() {
        if partner[vertex].is_none() {
            Search::new(neighbours, &mut partner, vertex).run();
        }
    }
    partner.iter().flatten().count() / 2
}

/// The search for a longer matching from one lone vertex.
struct Search<'a> {
    neighbours: &'a [Vec<usize>],
    partner: &'a mut [Option<usize>],
    /// From which vertex the path came to an odd one; within a blossom, how it goes on the other way.
    parent: Vec<Option<usize>>,
    /// The base of the blossom that a vertex is in, or the vertex itself.
    base: Vec<usize>,
    even: Vec<bool>,
    /// The even vertices in the order in which they were found.
    queue: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(
        neighbours: &'a [Vec<usize>],
        partner: &'a mut [Option<usize>],
        root: usize,
    ) -> Search<'a> {
        let count = neighbours.len();
        let mut even = vec![false; count];
        even[root] = true;
        Search {
            neighbours,
            partner,
            parent: vec![None; count],
            base: (0..count).collect(),
            even,
            queue: vec![root],
        }
    }

    /// Adds a pair to the matching if that can be.
    fn run(mut self) {
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            for &other in &self.neighbours[vertex] {
                if self.base[vertex] == self.base[other] {
                    continue;
                }
                if self.even[other] {
                    self.contract(vertex, other);
                } else if self.parent[other].is_none() {
                    self.parent[other] = Some(vertex);
                    match self.partner[other] {
                        None => return self.exchange(other),
                        Some(partner) => self.reach(partner),
                    }
                }
            }
        }
    }

    fn reach(&mut self, vertex: usize) {
        if !self.even[vertex] {
            self.even[vertex] = true;
            self.queue.push(vertex);
        }
    }

    /// The even vertex before an even vertex on the path; `None` at the root.
    fn before(&self, vertex: usize) -> Option<usize> {
        self.parent[self.partner[vertex]?]
    }

    /// Makes one of the vertices of the cycle that an edge between two even vertices closes.
    fn contract(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut inside = vec![false; self.base.len()];
        self.turn(one, other, base, &mut inside);
        self.turn(other, one, base, &mut inside);
        for vertex in 0..inside.len() {
            if inside[self.base[vertex]] {
                self.base[vertex] = base;
                self.reach(vertex);
            }
        }
    }

    /// Where the paths to two vertices part.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.base.len()];
        let mut path = Some(one);
        while let Some(vertex) = path {
            passed[self.base[vertex]] = true;
            path = self.before(self.base[vertex]);
        }
        let mut base = self.base[other];
        while !passed[base] {
            match self.before(base) {
                Some(vertex) => base = self.base[vertex],
                None => break,
            }
        }
        base
    }

    /// Follows one side of a cycle down to its base and notes that the other side leads there too.
    fn turn(&mut self, mut vertex: usize, mut from: usize, base: usize, inside: &mut [bool]) {
        while self.base[vertex] != base {
            let (Some(partner), Some(before)) = (self.partner[vertex], self.before(vertex)) else {
                break;
            };
            inside[self.base[vertex]] = true;
            inside[self.base[partner]] = true;
            self.parent[vertex] = Some(from);
            from = partner;
            vertex = before;
        }
    }

    /// Puts the edges of the path to a lone vertex into the matching that were outside, and takes out the
    /// others.
    fn exchange(self, last: usize) {
        let mut end = Some(last);
        while let Some(vertex) = end {
            let Some(parent) = self.parent[vertex] else {
                break;
            };
            end = self.partner[parent];
            self.partner[vertex] = Some(parent);
            self.partner[parent] = Some(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::random::Random;

    fn graph(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); count];
        for &(one, other) in edges {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        neighbours
    }

    /// The same by trying every edge both ways.
    fn tried(edges: &[(usize, usize)], taken: u32) -> usize {
        let Some((&(one, other), rest)) = edges.split_first() else {
            return 0;
        };
        let without = tried(rest, taken);
        let pair = 1 << one | 1 << other;
        match taken & pair {
            0 => without.max(1 + tried(rest, taken | pair)),
            _ => without,
        }
    }

    #[test]
    fn cycles_of_odd_length_leave_one_vertex_alone() {
        assert_eq!(largest(&graph(3, &[(0, 1), (1, 2), (2, 0)])), 1);
        let pentagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];
        assert_eq!(largest(&graph(5, &pentagon)), 2);
        assert_eq!(largest(&graph(4, &[])), 0);
    }

    #[test]
    fn blossoms_within_blossoms_are_opened() {
        let edges = [
            (0, 1),
            (1, 2),
            (2, 0),
            (2, 3),
            (3, 4),
            (4, 5),
            (5, 3),
            (5, 6),
            (6, 7),
        ];
        assert_eq!(largest(&graph(8, &edges)), 4);
    }

    #[test]
    fn random_graphs_agree_with_trying_everything() {
        let mut random = Random::new(1);
        for _ in 0..3000 {
            let count = 2 + random.below(9) as usize;
            let percent = random.below(60);
            let mut edges = Vec::new();
            for other in 1..count {
                for one in 0..other {
                    if random.below(100) < percent && edges.len() < 18 {
                        edges.push((one, other));
                    }
                }
            }
            assert_eq!(
                largest(&graph(count, &edges)),
                tried(&edges, 0),
                "{edges:?}"
            );
        }
    }
}
