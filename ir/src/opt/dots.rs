//! `opt_dots`: sums of products of the lanes of a vector become inner products.
//!
//! `v.x * 0.3 + v.y * 0.6 + v.z * 0.1` is one instruction where there are inner products; so are two
//! lanes with literal factors, if a third factor is 0. Needs `opt_simplify`; must come before literals
//! and products are packed and fused. Gives: where the target has inner products, no sum of three
//! products of lanes of the same two values, or of lanes of one value and literals. Cost: linear, but
//! for sums of many terms, which are looked at in parts. Rounds, since the machine chooses the order of the additions.

use crate::entity::SecondaryMap;
use crate::pass::{Exactness, Pass};
use crate::{Capabilities, Constant, Inst, Op, OpKind, Region, Shader, Swizzle, Type, Use, Value};
use smallvec::SmallVec;

/// The pass.
pub const DOTS: Pass = Pass {
    name: "opt_dots",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        let product = |op| matches!(op, Op::Mul | Op::Dot);
        let worth = capabilities.arithmetic.quick_dot && capabilities.accepts(OpKind::Dot, 3);
        if !worth || !shader.may_have(|inst| product(inst.op)) {
            return Ok(false);
        }
        let mut pass = Dots::new(shader, capabilities);
        for region in pass.shader.live_regions() {
            pass.region(region);
        }
        Ok(pass.changed)
    },
};

/// The most terms of a sum that are looked at together.
const TERMS: usize = 16;

struct Dots<'a> {
    shader: &'a mut Shader,
    capabilities: &'a Capabilities,
    changed: bool,
    /// Uses of each value.
    uses: SecondaryMap<Value, u32>,
}

/// One lane.
type Lane = (Value, u8);

/// The factor of a lane.
#[derive(Clone, Copy, PartialEq)]
enum Factor {
    /// A literal.
    Number(f32),
    /// A lane of another value, or of the same.
    Lane(Lane),
}

/// A part of a sum.
struct Term {
    /// What is added or taken away.
    operand: Use,
    negative: bool,
    /// The lane and what it is multiplied with, if it is a product or may count as one.
    product: Option<(Lane, Factor)>,
    /// True if it is a product in the source.
    multiplied: bool,
}

/// The terms of a sum.
type Terms = SmallVec<[Term; 8]>;

/// Lanes of one value, and what each is multiplied with.
#[derive(Default)]
struct Product {
    lanes: SmallVec<[Lane; 4]>,
    factors: SmallVec<[Factor; 4]>,
}

impl<'a> Dots<'a> {
    fn new(shader: &'a mut Shader, capabilities: &'a Capabilities) -> Dots<'a> {
        let mut uses = SecondaryMap::with_len(shader.values.len());
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            for operand in data.end.uses() {
                uses[operand.value] += 1;
            }
            for &inst in &data.insts {
                for operand in &shader.insts[inst].args {
                    uses[operand.value] += 1;
                }
            }
        }
        Dots {
            shader,
            capabilities,
            changed: false,
            uses,
        }
    }

    /// Users come before what they use, so that a sum is met whole.
    fn region(&mut self, region: Region) {
        let insts = std::mem::take(&mut self.shader.regions[region].insts);
        let mut inside: SecondaryMap<Inst, bool> = SecondaryMap::with_len(self.shader.insts.len());
        for &inst in &insts {
            inside[inst] = true;
        }
        let mut backwards = Vec::with_capacity(insts.len());
        for inst in insts.into_iter().rev() {
            let before = match self.shader.insts[inst].op {
                Op::Add | Op::Sub => self.sum(inst, &mut inside),
                Op::Dot => self.widen(inst),
                _ => Vec::new(),
            };
            self.changed |= !before.is_empty();
            backwards.push(inst);
            backwards.extend(before.into_iter().rev());
        }
        backwards.reverse();
        self.shader.regions[region].insts = backwards;
    }

    /// An inner product of two lanes, of which one operand is a literal, gets a third.
    fn widen(&mut self, inst: Inst) -> Vec<Inst> {
        let &[a, b] = self.shader.insts[inst].args.as_slice() else {
            return Vec::new();
        };
        if a.lanes() != 2 || self.capabilities.accepts(OpKind::Dot, 2) {
            return Vec::new();
        }
        let literal = |operand| self.shader.as_constant(operand);
        let (vector, literal) = match (literal(a), literal(b)) {
            (None, Some(literal)) => (a, literal),
            (Some(literal), None) => (b, literal),
            _ => return Vec::new(),
        };
        let lanes = [0, 1].map(|lane| (vector.value, vector.swizzle.lane(lane)));
        let factors = [0, 1].map(|lane| Factor::Number(literal.float(lane)));
        let mut before = Vec::new();
        if let Some(args) = self.operands(inst, &lanes, &factors, &mut before) {
            self.shader.insts[inst].args = args.as_slice().into();
        }
        before
    }

    /// Turns what it can of a sum into inner products, in place; gives what must come before it.
    fn sum(&mut self, root: Inst, inside: &mut SecondaryMap<Inst, bool>) -> Vec<Inst> {
        let result = self.shader.result(root);
        // Where a sum of its own reads it, it is part of that one, which was looked at before.
        if self.shader.ty(result) != Type::float(1) || !inside[root] {
            return Vec::new();
        }
        let (mut terms, sums) = self.terms(root, inside);
        let mut before = Vec::new();
        let mut products: SmallVec<[[Use; 2]; 2]> = SmallVec::new();
        while let Some(Product { lanes, factors }) = self.take(&mut terms) {
            products.extend(self.operands(root, &lanes, &factors, &mut before));
        }
        if products.is_empty() {
            return Vec::new();
        }
        for sum in sums {
            inside[sum] = false;
        }
        self.add_up(root, &products, &terms, &mut before);
        before
    }

    /// The terms of a sum, and the sums within it.
    fn terms(&self, root: Inst, inside: &SecondaryMap<Inst, bool>) -> (Terms, SmallVec<[Inst; 8]>) {
        let mut terms = Terms::new();
        let mut sums: SmallVec<[Inst; 8]> = SmallVec::new();
        // The last operand on top, so that terms come in order.
        let mut pending: SmallVec<[(Use, bool); 8]> = SmallVec::new();
        let push = |pending: &mut SmallVec<[(Use, bool); 8]>, inst: Inst, negative: bool| {
            let data = &self.shader.insts[inst];
            for (index, &operand) in data.args.iter().enumerate().rev() {
                let flips = data.op == Op::Neg || data.op == Op::Sub && index == 1;
                pending.push((operand, negative != flips));
            }
        };
        push(&mut pending, root, false);
        while let Some((operand, negative)) = pending.pop() {
            let inner = self.shader.def_inst(operand.value).filter(|&inst| {
                matches!(self.shader.insts[inst].op, Op::Add | Op::Sub | Op::Neg)
                    && self.uses[operand.value] == 1
                    && inside[inst]
                    && self.shader.ty(operand.value).lanes == 1
                    && terms.len() + pending.len() + 2 <= TERMS
            });
            if let Some(inst) = inner {
                sums.push(inst);
                push(&mut pending, inst, negative);
                continue;
            }
            let (product, multiplied) = match self.product(operand) {
                Some(product) => (Some(product), true),
                None => {
                    let lane = (operand.value, operand.swizzle.lane(0));
                    let literal = self.shader.as_constant(operand).is_some();
                    ((!literal).then_some((lane, Factor::Number(1.0))), false)
                }
            };
            terms.push(Term {
                operand,
                negative,
                product,
                multiplied,
            });
        }
        (terms, sums)
    }

    /// The two sides of a product that only this term reads, or other terms of sums.
    fn product(&self, operand: Use) -> Option<(Lane, Factor)> {
        let data = &self.shader.insts[self.shader.def_inst(operand.value)?];
        let (Op::Mul, [a, b]) = (data.op, data.args.as_slice()) else {
            return None;
        };
        let lane = Swizzle::splat(operand.swizzle.lane(0), 1);
        let (a, b) = (a.then(lane), b.then(lane));
        // A vector of products serves as many sums as it has lanes.
        if self.uses[operand.value] > u32::from(self.shader.ty(operand.value).lanes) {
            return None;
        }
        let of = |operand: Use| (operand.value, operand.swizzle.lane(0));
        let number = |operand| self.shader.as_constant(operand).map(|value| value.float(0));
        match (number(a), number(b)) {
            (None, Some(factor)) => Some((of(a), Factor::Number(factor))),
            (Some(factor), None) => Some((of(b), Factor::Number(factor))),
            (None, None) => {
                let (a, b) = (of(a).min(of(b)), of(a).max(of(b)));
                Some((a, Factor::Lane(b)))
            }
            (Some(_), Some(_)) => None,
        }
    }

    /// Takes the terms of the widest inner product that pays out of a sum.
    fn take(&self, terms: &mut Terms) -> Option<Product> {
        let mad = self.capabilities.native.contains(OpKind::Mad);
        let mut best: SmallVec<[usize; 4]> = SmallVec::new();
        for first in 0..terms.len() {
            let Some((lane, factor)) = terms[first].product else {
                continue;
            };
            let alike = |term: &Term| match (term.product, factor) {
                (Some((other, Factor::Number(_))), Factor::Number(_)) => other.0 == lane.0,
                (Some((other, Factor::Lane(with))), Factor::Lane(own)) => {
                    other.0 == lane.0 && with.0 == own.0 && term.negative == terms[first].negative
                }
                _ => false,
            };
            let mut found: SmallVec<[usize; 4]> = SmallVec::new();
            let widest = if self.capabilities.accepts(OpKind::Dot, 4) {
                4
            } else {
                3
            };
            for index in (first..terms.len()).filter(|&index| alike(&terms[index])) {
                let again = |&other: &usize| terms[other].product == terms[index].product;
                if found.len() < widest && !found.iter().any(again) {
                    found.push(index);
                }
            }
            let products = found
                .iter()
                .filter(|&&index| terms[index].multiplied)
                .count();
            let literal = matches!(factor, Factor::Number(_));
            let pays = match found.len() {
                // With a factor 0 beside them; a sum of one product and a lane may be a `mad`.
                2 => literal && products >= if mad { 2 } else { 1 },
                // A term that is no product is a lane times 1: two of them are one addition of vectors where several
                // sums read them, which took 3 instructions on AGAL in place of 5
                // (`tests/shaders/vertex/no_dots_for_rotated_sums.vert`).
                3.. => products + 1 >= found.len() && (literal || !terms[first].negative),
                _ => false,
            };
            if pays && found.len() > best.len() {
                best = found;
            }
        }
        let mut taken = Product::default();
        for &index in &best {
            let term = &terms[index];
            let (lane, factor) = term.product?;
            taken.lanes.push(lane);
            taken.factors.push(match factor {
                Factor::Number(number) if term.negative => Factor::Number(-number),
                factor => factor,
            });
        }
        for &index in best.iter().rev() {
            terms.remove(index);
        }
        (!best.is_empty()).then_some(taken)
    }

    /// The operands of an inner product of three or four lanes; its literal is listed in `before`.
    fn operands(
        &mut self,
        root: Inst,
        lanes: &[Lane],
        factors: &[Factor],
        before: &mut Vec<Inst>,
    ) -> Option<[Use; 2]> {
        let mut numbers: SmallVec<[f32; 4]> = SmallVec::new();
        let mut others: SmallVec<[Lane; 4]> = SmallVec::new();
        for factor in factors {
            match *factor {
                Factor::Number(number) => numbers.push(number),
                Factor::Lane(lane) => others.push(lane),
            }
        }
        let vector = swizzled(lanes)?;
        if numbers.is_empty() {
            return Some([vector, swizzled(&others)?]);
        }
        numbers.resize(usize::from(vector.lanes()), 0.0);
        let literal = Op::Constant(Constant::floats(&numbers));
        let ty = Type::float(vector.lanes());
        let literal = self.emit(root, literal, &[], ty, before);
        Some([vector, literal])
    }

    /// Lists an operation in `before`.
    fn emit(&mut self, root: Inst, op: Op, args: &[Use], ty: Type, before: &mut Vec<Inst>) -> Use {
        let span = self.shader.insts[root].span;
        let inst = self.shader.make_inst(op, args, &[ty], Vec::new(), span);
        before.push(inst);
        self.shader.whole(self.shader.result(inst))
    }

    /// Makes `root` the sum of inner products and the terms that are left.
    fn add_up(&mut self, root: Inst, products: &[[Use; 2]], terms: &Terms, before: &mut Vec<Inst>) {
        let scalar = Type::float(1);
        let mut parts: SmallVec<[(Use, bool); 8]> = SmallVec::new();
        if let ([only], []) = (products, terms.as_slice()) {
            let data = &mut self.shader.insts[root];
            (data.op, data.args) = (Op::Dot, only.as_slice().into());
            return;
        }
        for product in products {
            parts.push((self.emit(root, Op::Dot, product, scalar, before), false));
        }
        parts.extend(terms.iter().map(|term| (term.operand, term.negative)));
        let op = |negative| if negative { Op::Sub } else { Op::Add };
        let (Some((sum, _)), Some((last, negative))) = (parts.first().copied(), parts.pop()) else {
            return;
        };
        let mut sum = sum;
        for &(part, negative) in parts.iter().skip(1) {
            sum = self.emit(root, op(negative), &[sum, part], scalar, before);
        }
        let data = &mut self.shader.insts[root];
        (data.op, data.args) = (op(negative), [sum, last].as_slice().into());
    }
}

/// Lanes of one value, three at least: beside a factor 0 any lane will do.
fn swizzled(lanes: &[Lane]) -> Option<Use> {
    let mut numbers: SmallVec<[u8; 4]> = lanes.iter().map(|lane| lane.1).collect();
    let &(value, last) = lanes.last()?;
    numbers.resize(numbers.len().max(3), last);
    Some(Use::new(value, Swizzle::new(&numbers)?))
}

#[cfg(test)]
#[path = "dots_test.rs"]
mod tests;
