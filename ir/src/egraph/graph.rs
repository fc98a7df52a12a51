//! The e-graph: nodes that have equal values share a class, and the operands of a node are classes.
//!
//! Congruence closure as in egg (Willsey et al., POPL 2021): a hash-cons of canonical nodes, a union-find over
//! classes, and [`Graph::rebuild`], which restores both after unions. Classes and nodes are kept in order of
//! creation and the hash table is only looked up, so nothing depends on hash order. Commutativity is no rule: the
//! operands of a commutative operation are sorted.

use crate::egraph::facts::Facts;
use crate::egraph::node::{Class, Head, Node, Operands};
use crate::entity::{EntityRef, EntityVec};
use crate::{Constant, Op, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct ClassData {
    /// The type of the value.
    pub(crate) ty: Type,
    /// The nodes, the oldest first; empty once the class is part of another one.
    pub(crate) nodes: Vec<Node>,
    /// What is known of the value.
    pub(crate) facts: Facts,
    /// True if the value decides something that jumps where a last place changes: no rule that rounds otherwise may
    /// touch it.
    pub(crate) is_sensitive: bool,
}

/// An e-graph.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    classes: EntityVec<Class, ClassData>,
    parents: Vec<Class>,
    table: FxHashMap<Node, Class>,
    /// The number of nodes in all classes.
    size: usize,
    /// The size at which rules stop.
    budget: usize,
    /// True if there were unions since the last rebuild.
    is_dirty: bool,
}

impl Graph {
    /// An empty graph that rules let grow to `budget` nodes.
    pub(crate) fn new(budget: usize) -> Graph {
        Graph {
            classes: EntityVec::new(),
            parents: Vec::new(),
            table: FxHashMap::default(),
            size: 0,
            budget,
            is_dirty: false,
        }
    }

    /// The number of nodes.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// True if the budget is spent.
    pub(crate) fn is_full(&self) -> bool {
        self.size > self.budget
    }

    /// The class that a class has become part of, or itself.
    pub(crate) fn find(&self, class: Class) -> Class {
        let mut class = class;
        while self.parents[class.index()] != class {
            class = self.parents[class.index()];
        }
        class
    }

    /// The data of a class.
    pub(crate) fn class(&self, class: Class) -> &ClassData {
        &self.classes[self.find(class)]
    }

    /// The type of a class.
    pub(crate) fn ty(&self, class: Class) -> Type {
        self.class(class).ty
    }

    /// The number of lanes of a class.
    pub(crate) fn lanes(&self, class: Class) -> u8 {
        self.ty(class).lanes
    }

    /// The literal that a class is equal to, if there is one.
    pub(crate) fn literal(&self, class: Class) -> Option<Constant> {
        self.class(class).facts.literal
    }

    /// The classes, the oldest first.
    pub(crate) fn live(&self) -> Vec<Class> {
        let all = self.classes.keys();
        all.filter(|&class| self.parents[class.index()] == class)
            .collect()
    }

    /// The number of classes that were ever made.
    pub(crate) fn classes_made(&self) -> usize {
        self.classes.len()
    }

    /// Operands of the nodes of a class that are a given operation.
    pub(crate) fn operands_of(&self, class: Class, op: Op) -> SmallVec<[Operands; 2]> {
        let nodes = self.class(class).nodes.iter();
        let of_op = nodes.filter(|node| node.head == Head::Op(op));
        of_op.map(|node| self.found(&node.operands)).collect()
    }

    /// The operands with classes in the place of those that became part of them.
    fn found(&self, operands: &Operands) -> Operands {
        // Copied whole: collecting costs several times as much.
        let mut found = Operands::from_slice(operands);
        for one in &mut found {
            *one = self.find(*one);
        }
        found
    }

    /// The node with classes in the place of those that became part of them, and sorted operands where their order
    /// has no meaning.
    pub(crate) fn canonical(&self, node: &Node) -> Node {
        let mut operands = self.found(&node.operands);
        if let (Head::Op(op), [first, second, ..]) = (node.head, &mut operands[..])
            && op.is_commutative()
            && *second < *first
        {
            std::mem::swap(first, second);
        }
        Node {
            head: node.head,
            operands,
        }
    }

    /// The class of a node, if the graph has it.
    pub(crate) fn lookup(&self, node: &Node) -> Option<Class> {
        let class = self.table.get(&self.canonical(node));
        class.map(|&class| self.find(class))
    }

    /// What follows for a node from its operands.
    fn facts(&self, node: &Node, ty: Type) -> Facts {
        let operands = node.operands.iter();
        let operands: SmallVec<[Facts; 4]> = operands.map(|&one| self.class(one).facts).collect();
        let mut facts = Facts::of(node.head, &operands, ty);
        if node.head == Head::Op(Op::Sub) {
            // A number without its fraction.
            let fractions = self.operands_of(node.operands[1], Op::Fract);
            let whole = self.find(node.operands[0]);
            facts.is_integral |= fractions.iter().any(|of| of[0] == whole);
        }
        facts
    }

    /// The class of a node, which is added where the graph does not have it.
    pub(crate) fn add(&mut self, node: &Node, ty: Type) -> Class {
        let node = self.canonical(node);
        if let Some(&class) = self.table.get(&node) {
            return self.find(class);
        }
        let facts = self.facts(&node, ty);
        let class = self.classes.push(ClassData {
            ty,
            nodes: vec![node.clone()],
            facts,
            is_sensitive: false,
        });
        self.parents.push(class);
        self.table.insert(node, class);
        self.size += 1;
        class
    }

    /// Makes two classes one. The younger becomes part of the older.
    pub(crate) fn union(&mut self, one: Class, other: Class) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        if one == other || self.classes[one].ty != self.classes[other].ty {
            return false;
        }
        let (old, young) = (one.min(other), one.max(other));
        let nodes = std::mem::take(&mut self.classes[young].nodes);
        let facts = self.classes[young].facts;
        let is_sensitive = self.classes[young].is_sensitive;
        let data = &mut self.classes[old];
        data.nodes.extend(nodes);
        data.facts = data.facts.and(facts);
        data.is_sensitive |= is_sensitive;
        self.parents[young.index()] = old;
        self.is_dirty = true;
        true
    }

    /// As [`Graph::union`], by a rule that rounds otherwise: integral values and those that decide something stay as
    /// they are.
    pub(crate) fn union_rounding(&mut self, one: Class, other: Class) -> bool {
        let keeps = |class: Class| {
            let data = self.class(class);
            data.is_sensitive || data.facts.is_integral
        };
        !keeps(one) && !keeps(other) && self.union(one, other)
    }

    /// Restores the invariants after unions: nodes are canonical, equal nodes are in one class, facts follow from
    /// facts of operands.
    pub(crate) fn rebuild(&mut self) {
        while std::mem::take(&mut self.is_dirty) {
            self.table.clear();
            self.size = 0;
            for class in self.live() {
                self.rebuild_class(class);
            }
            self.join_facts();
        }
    }

    fn rebuild_class(&mut self, class: Class) {
        // A union above may have made it part of an older one, which then is done in the next round.
        let nodes = std::mem::take(&mut self.classes[class].nodes);
        let mut kept: Vec<Node> = Vec::with_capacity(nodes.len());
        let mut equals = Vec::new();
        for node in nodes {
            let node = self.canonical(&node);
            // A value in terms of itself tells nothing.
            let is_own = matches!(node.head, Head::Swizzle(swizzle) if swizzle.is_identity(self.lanes(class)))
                && node.operands[0] == self.find(class);
            if is_own || kept.contains(&node) {
                continue;
            }
            match self.table.get(&node) {
                Some(&other) if self.find(other) != self.find(class) => equals.push(other),
                _ => {
                    self.table.insert(node.clone(), class);
                }
            }
            kept.push(node);
        }
        self.size += kept.len();
        let owner = self.find(class);
        self.classes[owner].nodes.extend(kept);
        for other in equals {
            self.union(class, other);
        }
    }

    /// Derives the facts of classes from their nodes until nothing new is found.
    fn join_facts(&mut self) {
        let live = self.live();
        loop {
            let mut changed = false;
            for &class in &live {
                let class = self.find(class);
                let data = &self.classes[class];
                let nodes = data.nodes.iter();
                let facts = nodes.fold(data.facts, |facts, node| {
                    facts.and(self.facts(node, data.ty))
                });
                if facts == data.facts {
                    continue;
                }
                changed = true;
                self.classes[class].facts = facts;
                if let Some(literal) = facts.literal {
                    let node = Node::new(Head::Op(Op::Constant(literal)), &[]);
                    let literal = self.add(&node, literal.ty);
                    self.union(class, literal);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Marks what decides something: `seeds`, and all that they are computed of. A lookup stands for itself.
    pub(crate) fn mark_sensitive(&mut self, seeds: &[Class]) {
        let mut open: Vec<Class> = seeds.iter().map(|&seed| self.find(seed)).collect();
        let live = self.live();
        open.extend(
            live.iter()
                .filter(|&&class| self.classes[class].is_sensitive),
        );
        let mut seen = vec![false; self.classes.len()];
        while let Some(class) = open.pop() {
            let class = self.find(class);
            if std::mem::replace(&mut seen[class.index()], true) {
                continue;
            }
            self.classes[class].is_sensitive = true;
            for node in &self.classes[class].nodes {
                if !matches!(node.head, Head::Op(Op::Texture(_))) {
                    open.extend(&node.operands);
                }
            }
        }
    }
}
