//! Nodes with what is obvious about them done: literals are folded, neutral operands dropped, swizzles of swizzles
//! and of composes read through.

use crate::egraph::graph::Graph;
use crate::egraph::node::{Class, Head, Node, Operands};
use crate::{Constant, Op, Scalar, Swizzle, Type};
use smallvec::SmallVec;

/// How many classes a swizzle reads through.
const MOST_SELECTIONS: u32 = 4;

impl Graph {
    /// The class of a literal.
    pub(crate) fn literal_class(&mut self, literal: Constant) -> Class {
        let node = Node::new(Head::Op(Op::Constant(literal)), &[]);
        self.add(&node, literal.ty)
    }

    /// The class of a vector of floats. A zero has no sign.
    pub(crate) fn floats(&mut self, lanes: &[f32]) -> Class {
        let positive: SmallVec<[f32; 4]> = lanes.iter().map(|lane| lane + 0.0).collect();
        self.literal_class(Constant::floats(&positive))
    }

    /// The class of one float in every lane.
    pub(crate) fn splat_float(&mut self, number: f32, lanes: u8) -> Class {
        let all = [number; 4];
        self.floats(&all[..usize::from(lanes)])
    }

    /// True if a class is one float in every lane.
    pub(crate) fn is_float(&self, class: Class, number: f32) -> bool {
        self.splat_literal(class) == Some(number)
    }

    /// The float that all lanes of a literal are.
    pub(crate) fn splat_literal(&self, class: Class) -> Option<f32> {
        let literal = self.literal(class)?;
        let first = literal.float(0);
        let same = (1..literal.ty.lanes).all(|lane| literal.float(lane) == first);
        (literal.ty.scalar == Scalar::Float && same).then_some(first)
    }

    /// The class of an operation on floats whose result has the type of the first operand, or is a scalar.
    pub(crate) fn op(&mut self, op: Op, operands: &[Class]) -> Class {
        let ty = match op {
            Op::Dot => Type::float(1),
            _ => self.ty(operands[0]),
        };
        let neutral = match op {
            Op::Add => self.neutral(operands, 0.0),
            Op::Sub if self.is_float(operands[1], 0.0) => Some(operands[0]),
            Op::Mul => self.product(operands),
            Op::Neg => {
                let twice = self.operands_of(operands[0], Op::Neg);
                twice.first().map(|of| of[0])
            }
            _ => None,
        };
        if let Some(class) = neutral {
            return class;
        }
        let class = self.add(&Node::new(Head::Op(op), operands), ty);
        match self.literal(class) {
            Some(literal) => self.literal_class(literal),
            None => class,
        }
    }

    /// The other operand, if one is a number that changes nothing.
    fn neutral(&self, operands: &[Class], number: f32) -> Option<Class> {
        match operands {
            [one, other] if self.is_float(*one, number) => Some(*other),
            [one, other] if self.is_float(*other, number) => Some(*one),
            _ => None,
        }
    }

    /// What a product with 1, 0 or -1 is.
    fn product(&mut self, operands: &[Class]) -> Option<Class> {
        if let Some(class) = self.neutral(operands, 1.0) {
            return Some(class);
        }
        let zero = operands.iter().find(|&&one| self.is_float(one, 0.0));
        if let Some(&zero) = zero {
            return Some(zero);
        }
        let negated = self.neutral(operands, -1.0)?;
        Some(self.op(Op::Neg, &[negated]))
    }

    /// The class of the selected lanes of a class.
    pub(crate) fn select(&mut self, class: Class, swizzle: Swizzle) -> Class {
        let (mut class, mut swizzle) = (self.find(class), swizzle);
        for _ in 0..MOST_SELECTIONS {
            let Some((inner, selected)) = self.read_through(class, swizzle) else {
                break;
            };
            (class, swizzle) = (self.find(inner), selected);
        }
        if swizzle.is_identity(self.lanes(class)) {
            return class;
        }
        if let Some(literal) = self.literal(class) {
            return self.literal_class(literal.swizzled(swizzle));
        }
        let ty = self.ty(class).with_lanes(swizzle.len());
        self.add(&Node::new(Head::Swizzle(swizzle), &[class]), ty)
    }

    /// Lanes of an operand of a swizzle or a compose in the place of lanes of the class.
    fn read_through(&self, class: Class, swizzle: Swizzle) -> Option<(Class, Swizzle)> {
        for node in &self.class(class).nodes {
            match node.head {
                Head::Swizzle(inner) if self.find(node.operands[0]) != class => {
                    return Some((node.operands[0], inner.then(swizzle)));
                }
                Head::Op(Op::Compose) => {
                    let lanes = self.lanes_of(&node.operands);
                    let selected = swizzle.lanes().iter().map(|&lane| lanes[usize::from(lane)]);
                    let selected: SmallVec<[(Class, u8); 4]> = selected.collect();
                    let part = selected[0].0;
                    if part == class || selected.iter().any(|(other, _)| *other != part) {
                        continue;
                    }
                    let lanes: SmallVec<[u8; 4]> = selected.iter().map(|(_, lane)| *lane).collect();
                    return Some((part, Swizzle::new(&lanes)?));
                }
                _ => {}
            }
        }
        None
    }

    /// For each lane of a compose of these the part that it comes from, and the lane there.
    pub(crate) fn lanes_of(&self, parts: &[Class]) -> SmallVec<[(Class, u8); 4]> {
        let parts = parts.iter().map(|&part| self.find(part));
        parts
            .flat_map(|part| (0..self.lanes(part)).map(move |lane| (part, lane)))
            .collect()
    }

    /// A class as lanes of another one, where it has a swizzle, else as all lanes of itself.
    pub(crate) fn source(&self, class: Class) -> (Class, Swizzle) {
        let class = self.find(class);
        for node in &self.class(class).nodes {
            if let Head::Swizzle(swizzle) = node.head {
                return (self.find(node.operands[0]), swizzle);
            }
        }
        (class, Swizzle::identity(self.lanes(class)))
    }

    /// True if all lanes of a class are one.
    pub(crate) fn is_splat(&self, class: Class) -> bool {
        if self.splat_literal(class).is_some() {
            return true;
        }
        let nodes = self.class(class).nodes.iter();
        let mut swizzles = nodes.filter_map(|node| match node.head {
            Head::Swizzle(swizzle) => Some(swizzle),
            _ => None,
        });
        swizzles.any(is_splat)
    }

    /// The class of a scalar in several lanes.
    pub(crate) fn splat(&mut self, scalar: Class, lanes: u8) -> Class {
        self.select(scalar, Swizzle::splat(0, lanes))
    }

    /// The class of all lanes of all parts in order. Neighbouring lanes of one value become a swizzle of it.
    pub(crate) fn compose(&mut self, parts: &[Class]) -> Class {
        let mut joined: Operands = Operands::new();
        for &part in parts {
            let both = joined.last().and_then(|&last| self.join(last, part));
            match (both, joined.last_mut()) {
                (Some(Joined::Literal(literal)), Some(last)) => {
                    *last = self.literal_class(literal);
                }
                (Some(Joined::Lanes(class, swizzle)), Some(last)) => {
                    *last = self.select(class, swizzle);
                }
                _ => joined.push(self.find(part)),
            }
        }
        if let [only] = joined[..] {
            return only;
        }
        let lanes = joined.iter().map(|&part| self.lanes(part)).sum();
        let ty = self.ty(joined[0]).with_lanes(lanes);
        self.add(&Node::new(Head::Op(Op::Compose), &joined), ty)
    }

    /// Two neighbouring parts of a compose as one.
    fn join(&self, one: Class, other: Class) -> Option<Joined> {
        if let (Some(first), Some(second)) = (self.literal(one), self.literal(other)) {
            let lanes = first.lanes().iter().chain(second.lanes());
            return Some(Joined::Literal(Constant::from_bits(
                first.ty.scalar,
                lanes.copied(),
            )));
        }
        let ((source, first), (other, second)) = (self.source(one), self.source(other));
        if source != other || self.literal(one).is_some() {
            return None;
        }
        let lanes: SmallVec<[u8; 4]> = first
            .lanes()
            .iter()
            .chain(second.lanes())
            .copied()
            .collect();
        Some(Joined::Lanes(source, Swizzle::new(&lanes)?))
    }
}

/// Two parts of a compose as one.
enum Joined {
    Literal(Constant),
    Lanes(Class, Swizzle),
}

/// True if a swizzle selects one lane only.
pub(crate) fn is_splat(swizzle: Swizzle) -> bool {
    swizzle.mask().count_ones() == 1
}
