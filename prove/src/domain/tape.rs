//! What a number depends on: a tape of the operations at one point, as reverse differentiation keeps one. Read backwards
//! from a result it tells which decisions show in it, and from a comparison which inputs move it.

use crate::field::Element;
use crate::sides::{Fork, Ways};

/// A place on the tape; 0 is that of numbers which depend on nothing.
pub(crate) type Node = u32;

/// A choice that moves a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Lever {
    /// A number of the point, by the order of drawing.
    Input(usize),
    /// The result of a lookup or a derivative, by its element.
    Lookup(Element),
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Lever(Lever, Node),
    Both(Node, Node),
    /// A way that a decision went on numbers of that node.
    Way(Fork, u64, Node),
    /// A number that depends on the sign of this one.
    Sign(Element, Node),
    /// Numbers that a question compares: they show only where both programs ask it.
    Question(usize, Node),
}

#[derive(Debug, Default)]
pub(crate) struct Tape(Vec<Entry>);

impl Tape {
    fn push(&mut self, entry: Entry) -> Node {
        self.0.push(entry);
        self.0.len() as Node
    }

    pub(crate) fn lever(&mut self, lever: Lever, of: Node) -> Node {
        self.push(Entry::Lever(lever, of))
    }

    pub(crate) fn join(&mut self, a: Node, b: Node) -> Node {
        match (a, b) {
            (0, node) | (node, 0) => node,
            _ if a == b => a,
            _ => self.push(Entry::Both(a, b)),
        }
    }

    pub(crate) fn way(&mut self, fork: Fork, way: u64, of: Node) -> Node {
        self.push(Entry::Way(fork, way, of))
    }

    pub(crate) fn sign(&mut self, element: Element, of: Node) -> Node {
        self.push(Entry::Sign(element, of))
    }

    /// True if a number depends on the sign of another.
    pub(crate) fn asks(&self, root: Node, element: Element) -> bool {
        let mut asks = false;
        self.walk(&[root], &mut |entry| {
            asks |= matches!(entry, Entry::Sign(other, _) if other == element || other == -element);
            !asks
        });
        asks
    }

    pub(crate) fn question(&mut self, question: usize, of: Node) -> Node {
        self.push(Entry::Question(question, of))
    }

    /// The ways of decisions that show in numbers, where `is_shared` says of a question whether both programs ask it.
    pub(crate) fn ways(&self, roots: &[Node], is_shared: &dyn Fn(usize) -> bool) -> Ways {
        let mut ways = Ways::default();
        self.walk(roots, &mut |entry| match entry {
            Entry::Way(fork, way, _) => {
                ways.add(fork, way);
                true
            }
            Entry::Question(question, _) => is_shared(question),
            Entry::Lever(..) | Entry::Both(..) | Entry::Sign(..) => true,
        });
        ways
    }

    /// Returns the levers that move a number.
    pub(crate) fn levers(&self, root: Node) -> Vec<Lever> {
        let mut levers = Vec::new();
        self.walk(&[root], &mut |entry| {
            if let Entry::Lever(lever, _) = entry {
                levers.push(lever);
            }
            true
        });
        levers
    }

    /// Visits what numbers depend on, each entry once; beyond those that `enter` says no to nothing.
    fn walk(&self, roots: &[Node], enter: &mut dyn FnMut(Entry) -> bool) {
        let mut visited = vec![false; self.0.len() + 1];
        let mut stack = roots.to_vec();
        while let Some(node) = stack.pop() {
            if node == 0 || std::mem::replace(&mut visited[node as usize], true) {
                continue;
            }
            let entry = self.0[node as usize - 1];
            if !enter(entry) {
                continue;
            }
            match entry {
                Entry::Both(a, b) => stack.extend([a, b]),
                Entry::Lever(_, of)
                | Entry::Way(_, _, of)
                | Entry::Sign(_, of)
                | Entry::Question(_, of) => stack.push(of),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sides::{GREATER, LESS};

    #[test]
    fn decisions_show_through_questions_that_both_ask() {
        let mut tape = Tape::default();
        let [one, other] = [0, 1].map(|input| tape.lever(Lever::Input(input), 0));
        let forks = [0, 1].map(|site| Fork::Source((site, 0)));
        let inner = tape.way(forks[0], LESS, one);
        let both = tape.join(inner, other);
        let question = tape.question(7, both);
        let outer = tape.way(forks[1], GREATER, question);
        for (shared, count) in [(true, 2), (false, 1)] {
            let ways = tape.ways(&[outer, 0], &|question| shared && question == 7);
            assert_eq!(ways.of(forks[1]), GREATER);
            assert_eq!(ways.without(&Ways::default()).len(), count);
        }
        assert_eq!(tape.levers(outer).len(), 2);
        assert_eq!(tape.levers(one), [Lever::Input(0)]);
        assert!(tape.levers(0).is_empty());
        let [number, third] = [5, 7].map(Element::from_bits);
        let sign = tape.sign(number, one);
        let below = tape.join(sign, other);
        assert!(tape.asks(below, number) && tape.asks(below, -number));
        assert!(!tape.asks(below, third) && !tape.asks(one, number));
        assert_eq!(
            (tape.join(0, one), tape.join(one, 0), tape.join(one, one)),
            (one, one, one)
        );
    }
}
