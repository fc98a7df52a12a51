//! Literal factors that lanes of one vector can share.

use super::Groups;
use crate::isa::Opcode;
use crate::machine::{Program, one_lane, pair, single_result};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{Counts, Item, Lane, LaneRef};

/// Arranges products so that lanes of one vector are multiplied by a literal in one instruction.
///
/// Where one lane `x` of a vector is scaled by a literal (as such, or in `(x + d) c`), and another
/// lane `y` is scaled by `(c s)`, then `y (c s)` becomes `(y c) s`: both lanes are scaled by `c`
/// together and the product `c s` is not needed any more.
pub(in super::super) fn share_literal_factors(program: &mut Program) -> bool {
    let mut facts = LiteralProducts::default();
    facts.collect(program);
    let Some(wanted) = facts.plan(&program.count_reads()) else {
        return false;
    };
    let mut groups = Groups::new(program);
    let mut scaled = Scaled::default();
    // New products stand right behind what they scale.
    for block in program.blocks_inner_first() {
        let items = std::mem::take(&mut program.blocks[block]);
        let mut placed = Vec::with_capacity(items.len());
        for item in items {
            let id = item.as_op();
            placed.push(item);
            let Some(id) = id else { continue };
            let op = &program.ops[id];
            let (group, span) = (op.group, op.span);
            let results: Vec<Lane> = op.values().collect();
            for result in results {
                for bits in &wanted[result] {
                    let operands = [LaneRef::value(result), LaneRef::bits(*bits)];
                    let product = program.add(Opcode::Mul, operands.map(one_lane), span);
                    program.ops[product].group = groups.of(group, *bits);
                    placed.push(Item::Op(product));
                    if let Some(lane) = single_result(&program.ops[product]) {
                        scaled.of[result].push((*bits, lane));
                        scaled.products.insert(lane);
                    }
                }
            }
        }
        program.blocks[block] = placed;
    }
    facts.apply(program, &scaled);
    true
}

/// Products that were made of values and literals.
#[derive(Default)]
struct Scaled {
    /// The literals that each value is scaled by, and the products.
    of: SecondaryMap<Lane, Vec<(u32, Lane)>>,
    products: EntitySet<Lane>,
}

impl Scaled {
    fn get(&self, lane: Lane, bits: u32) -> Option<Lane> {
        let mut products = self.of[lane].iter().rev();
        let found = products.find(|(literal, _)| *literal == bits);
        found.map(|(_, product)| *product)
    }
}

/// A literal as bits of its magnitude and whether it is negative.
fn literal(lane: LaneRef) -> Option<(u32, bool)> {
    Some((lane.plain().as_literal()?, lane.is_negated()))
}

/// What is known of products with literals.
#[derive(Default)]
struct LiteralProducts {
    /// The vector operation that makes each value.
    group: SecondaryMap<Lane, Option<u32>>,
    /// `c s`: the literal, its sign, and s.
    literal_product: SecondaryMap<Lane, Option<(u32, bool, LaneRef)>>,
    /// `x + d`: x and the literal.
    literal_sum: SecondaryMap<Lane, Option<(LaneRef, LaneRef)>>,
    /// Values that are made in one place only.
    products: Vec<(Lane, LaneRef, LaneRef)>,
}

impl LiteralProducts {
    fn collect(&mut self, program: &Program) {
        let mut twice: EntitySet<Lane> = EntitySet::new();
        for id in program.ops_outer_first() {
            let op = &program.ops[id];
            let Some(result) = single_result(op) else {
                continue;
            };
            if self.group[result].replace(op.group).is_some() {
                twice.insert(result);
            }
            let Some((a, b)) = pair(op) else { continue };
            let scaled = |x: LaneRef, y: LaneRef| {
                let (bits, negate) = literal(x)?;
                y.as_value().map(|_| (bits, negate, x, y))
            };
            let found = scaled(a, b).or_else(|| scaled(b, a));
            match (op.code, found) {
                (Opcode::Mul, found) => {
                    self.literal_product[result] =
                        found.map(|(bits, negate, _, y)| (bits, negate, y));
                    self.products.push((result, a, b));
                }
                (Opcode::Add, Some((_, _, d, x))) => self.literal_sum[result] = Some((x, d)),
                _ => {}
            }
        }
        for lane in &twice {
            self.group[lane] = None;
            self.literal_product[lane] = None;
            self.literal_sum[lane] = None;
        }
    }

    /// `y (c s)`: y, c and `c s`.
    fn nested(&self, a: LaneRef, b: LaneRef) -> Option<(Lane, u32, Lane)> {
        let one_way = |y: LaneRef, product: LaneRef| {
            let product = product.as_value()?;
            let (bits, _, _) = self.literal_product[product]?;
            Some((y.as_value()?, bits, product))
        };
        one_way(a, b).or_else(|| one_way(b, a))
    }

    /// Lanes that are scaled by a literal anyway, by vector operation.
    fn scaled_anyway(&self, reads: &Counts) -> SecondaryMap<usize, Vec<(u32, Lane)>> {
        let mut anyway: SecondaryMap<usize, Vec<(u32, Lane)>> = SecondaryMap::new();
        for (result, product) in self.literal_product.iter() {
            let Some((bits, _, x)) = product else {
                continue;
            };
            let base = x.as_value();
            let sum = base.and_then(|base| self.literal_sum[base].map(|(x, _)| (base, x)));
            let lane = match sum {
                Some((base, x)) if reads[base] == 1 => x.as_value(),
                _ => base,
            };
            if let Some(lane) = lane
                && let Some(group) = self.group[lane]
                && lane != result
            {
                anyway[group as usize].push((*bits, lane));
            }
        }
        anyway
    }

    /// Which literals to scale each value by, in the order of their bits; `None` if there is nothing to do.
    fn plan(&self, reads: &Counts) -> Option<SecondaryMap<Lane, Vec<u32>>> {
        let anyway = self.scaled_anyway(reads);
        let mut wanted: SecondaryMap<Lane, Vec<u32>> = SecondaryMap::new();
        let mut any = false;
        let mut want = |lane: Lane, bits: u32| {
            let list = &mut wanted[lane];
            if let Err(at) = list.binary_search(&bits) {
                list.insert(at, bits);
            }
            any = true;
        };
        // `c s` vanishes only if all its readers are rearranged.
        let mut nested: SecondaryMap<Lane, Vec<(Lane, u32)>> = SecondaryMap::new();
        for (_, a, b) in &self.products {
            if let Some((y, bits, product)) = self.nested(*a, *b) {
                nested[product].push((y, bits));
            }
        }
        for (product, users) in nested.iter() {
            let all = reads[product] == users.len() as u32;
            let partner = |(y, bits): &(Lane, u32)| {
                let lanes = anyway[self.group[*y]? as usize].iter();
                let lanes = lanes.filter(|(literal, lane)| literal == bits && lane != y);
                lanes.map(|(_, lane)| *lane).min()
            };
            let partners: Option<Vec<Lane>> = users.iter().map(partner).collect();
            if let (true, Some(partners)) = (all, partners) {
                let bits = users.first().map_or(0, |user| user.1);
                users.iter().for_each(|(lane, bits)| want(*lane, *bits));
                partners.iter().for_each(|lane| want(*lane, bits));
            }
        }
        any.then_some(wanted)
    }

    /// Puts the scaled lanes where they belong.
    fn apply(&self, program: &mut Program, scaled: &Scaled) {
        for op in program.ops.values_mut() {
            let Some((a, b)) = pair(op).filter(|_| op.code == Opcode::Mul) else {
                continue;
            };
            let signed = |lane: Lane, negate: bool| LaneRef {
                negate,
                ..LaneRef::value(lane)
            };
            if let Some((y, bits, product)) = self.nested(a, b)
                && let Some(scaled) = scaled.get(y, bits)
                && let Some((_, negate, s)) = self.literal_product[product]
            {
                let first = signed(scaled, a.negate ^ b.negate ^ negate);
                op.operands = [first, s].into_iter().map(one_lane).collect();
                continue;
            }
            let with_literal = |x: LaneRef, y: LaneRef| {
                let (bits, negate) = literal(x)?;
                Some((bits, negate ^ y.negate, y.as_value()?))
            };
            let Some((bits, flip, x)) = with_literal(a, b).or_else(|| with_literal(b, a)) else {
                continue;
            };
            let mut results = op.values();
            if results.any(|lane| scaled.products.contains(lane)) {
                continue;
            }
            drop(results);
            // `(x + d) c` becomes `x c + d c`, and `x c` what it is.
            if let Some((inner, d)) = self.literal_sum[x]
                && let Some(lane) = inner.as_value()
                && let Some(scaled) = scaled.get(lane, bits)
                && let Some(d) = d.number()
            {
                let sum = d * f32::from_bits(bits);
                let sum = LaneRef::literal(if flip { -sum } else { sum });
                let first = signed(scaled, inner.negate ^ flip);
                op.code = Opcode::Add;
                op.operands = [first, sum].into_iter().map(one_lane).collect();
            } else if let Some(scaled) = scaled.get(x, bits) {
                op.code = Opcode::Mov;
                op.operands = std::iter::once(one_lane(signed(scaled, flip))).collect();
            }
        }
    }
}
