//! Operands and results of a row of nodes, in the order in which they are met.

use crate::select::code::{Node, Scalar, Source, is_lanewise};

/// Operand lanes and results of a row of nodes, in order.
#[derive(Default)]
pub(super) struct Slots {
    pub(super) sources: Vec<Source>,
    pub(super) results: Vec<Scalar>,
}

impl Slots {
    pub(super) fn of(nodes: &[Node]) -> Slots {
        let mut slots = Slots::default();
        slots.collect(nodes);
        slots
    }

    fn collect(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Op(op) => {
                    self.sources.extend(op.sources());
                    self.results.extend(&op.results);
                }
                Node::If(branch) => {
                    self.sources.extend(branch.condition.sources());
                    self.collect(&branch.accept);
                    self.collect(&branch.reject);
                }
                Node::Loop(repeat) => self.collect(&repeat.body),
                Node::Break | Node::Continue => {}
            }
        }
    }
}

/// Words that a row of nodes takes about: lanes of one operation count once.
pub(super) fn words(nodes: &[Node]) -> usize {
    let mut groups = Vec::new();
    let mut count = 0;
    for node in nodes {
        count += match node {
            Node::Op(op) if is_lanewise(op.opcode) => {
                let group = (op.origin, op.opcode);
                let is_new = !groups.contains(&group);
                if is_new {
                    groups.push(group);
                }
                usize::from(is_new)
            }
            Node::Op(_) => 1,
            Node::If(branch) => 2 + words(&branch.accept) + words(&branch.reject),
            Node::Loop(repeat) => 1 + words(&repeat.body),
            Node::Break | Node::Continue => 1,
        };
    }
    count
}

/// Calls a function for every operand lane in the order of [`Slots`].
pub(super) fn change_sources(nodes: &mut [Node], f: &mut impl FnMut(&mut Source)) {
    for node in nodes {
        match node {
            Node::Op(op) => op.sources_mut().for_each(&mut *f),
            Node::If(branch) => {
                for test in branch.condition.tests_mut() {
                    test.sources.iter_mut().for_each(&mut *f);
                }
                change_sources(&mut branch.accept, f);
                change_sources(&mut branch.reject, f);
            }
            Node::Loop(repeat) => change_sources(&mut repeat.body, f),
            Node::Break | Node::Continue => {}
        }
    }
}
