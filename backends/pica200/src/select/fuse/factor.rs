//! Common factors of sums.

use super::{Definitions, Groups, definitions};
use crate::isa::Opcode;
use crate::machine::{Item, Op, Program, is_wide, one_lane, pair, single_result};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{Base, BlockId, Counts, Lane, LaneRef, OpId};

/// A product of lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    /// Without signs.
    factors: Vec<LaneRef>,
    negate: bool,
}

/// Takes common factors out of the sums of every block.
pub(in super::super) fn take_out_factors(program: &mut Program) -> bool {
    let groups = Groups::new(program);
    let reads = program.count_reads();
    let mut factoring = Factoring {
        program,
        reads,
        groups,
        replaced: EntitySet::new(),
    };
    for block in factoring.program.blocks_inner_first() {
        factoring.block(block);
    }
    let Factoring { replaced, .. } = factoring;
    program.remove_ops(|id| replaced.contains(id));
    !replaced.is_empty()
}

struct Factoring<'a> {
    program: &'a mut Program,
    reads: Counts,
    groups: Groups,
    /// Sums that others took the place of.
    replaced: EntitySet<OpId>,
}

/// What makes the sums and the products of a block.
struct SumsAndProducts {
    sums: Definitions,
    products: Definitions,
}

impl Factoring<'_> {
    fn single(&self, lane: LaneRef) -> Option<Lane> {
        lane.as_value().filter(|value| self.reads[*value] == 1)
    }

    /// Takes common factors out of the sums of a block.
    fn block(&mut self, block: BlockId) {
        let made = SumsAndProducts {
            sums: definitions(self.program, block, Opcode::Add),
            products: definitions(self.program, block, Opcode::Mul),
        };
        // Sums that are part of another sum are not roots.
        let mut inner: EntitySet<Lane> = EntitySet::new();
        for (_, id) in made.sums.iter().filter_map(|(_, def)| *def) {
            if let Some((a, b)) = pair(&self.program.ops[id]) {
                inner.extend([a, b].into_iter().filter_map(|lane| self.single(lane)));
            }
        }
        let mut replacements: SecondaryMap<usize, Option<Vec<OpId>>> = SecondaryMap::new();
        let mut any = false;
        for (lane, def) in made.sums.iter() {
            let Some((at, id)) = def.filter(|_| !inner.contains(lane)) else {
                continue;
            };
            let mut terms = Vec::new();
            let root = LaneRef::value(lane);
            self.terms(&made, root, root.as_value(), &mut terms);
            let root = self.program.ops[id].clone();
            if let Some(ops) = self.factored(&terms, &root) {
                replacements[at] = Some(ops);
                self.replaced.insert(id);
                any = true;
            }
        }
        if !any {
            return;
        }
        let items = std::mem::take(&mut self.program.blocks[block]);
        let mut placed = Vec::with_capacity(items.len());
        for (at, item) in items.into_iter().enumerate() {
            if let Some(ops) = replacements[at].take() {
                placed.extend(ops.into_iter().map(Item::Op));
            }
            placed.push(item);
        }
        self.program.blocks[block] = placed;
    }

    /// The terms of a sum; `value` is what `lane` reads, if that is to be taken apart.
    fn terms(
        &self,
        made: &SumsAndProducts,
        lane: LaneRef,
        value: Option<Lane>,
        terms: &mut Vec<Term>,
    ) {
        if let Some((_, id)) = value.and_then(|value| made.sums[value])
            && let Some((a, b)) = pair(&self.program.ops[id])
        {
            for part in [a, b] {
                let part = if lane.negate { part.negated() } else { part };
                self.terms(made, part, self.single(part), terms);
            }
            return;
        }
        let mut term = Term {
            factors: Vec::new(),
            negate: lane.is_negated(),
        };
        self.factors(&made.products, lane.plain(), &mut term);
        terms.push(term);
    }

    fn factors(&self, products: &Definitions, lane: LaneRef, term: &mut Term) {
        term.negate ^= lane.is_negated();
        if let Some((_, id)) = self.single(lane).and_then(|value| products[value])
            && let Some((a, b)) = pair(&self.program.ops[id])
        {
            self.factors(products, a, term);
            self.factors(products, b, term);
            return;
        }
        term.factors.push(lane.plain());
    }

    /// The instructions of a sum with a factor taken out; `None` if that saves nothing.
    fn factored(&mut self, terms: &[Term], root: &Op) -> Option<Vec<OpId>> {
        let factor = best_factor(terms)?;
        let mut ops = Vec::new();
        let result = self.sum(terms, Some(factor), root, &mut ops);
        // The last instruction writes what the root wrote.
        let last = *ops.last()?;
        let op = &mut self.program.ops[last];
        if single_result(op).map(LaneRef::value) != Some(result) {
            self.replaced.extend(ops);
            return None;
        }
        op.results.clone_from(&root.results);
        op.group = root.group;
        self.program.claim_results(last);
        Some(ops)
    }

    fn sum(
        &mut self,
        terms: &[Term],
        factor: Option<LaneRef>,
        root: &Op,
        ops: &mut Vec<OpId>,
    ) -> LaneRef {
        if let Some(factor) = factor {
            let has = |term: &&Term| term.factors.contains(&factor);
            let inside: Vec<Term> = terms
                .iter()
                .filter(has)
                .map(|term| {
                    let mut term = term.clone();
                    if let Some(at) = term.factors.iter().position(|lane| *lane == factor) {
                        term.factors.remove(at);
                    }
                    term
                })
                .collect();
            let rest: Vec<Term> = terms.iter().filter(|t| !has(t)).cloned().collect();
            let inner = self.sum(&inside, best_factor(&inside), root, ops);
            let product = self.make(Opcode::Mul, inner, factor, root, ops);
            if rest.is_empty() {
                return product;
            }
            let other = self.sum(&rest, best_factor(&rest), root, ops);
            return self.make(Opcode::Add, product, other, root, ops);
        }
        let mut sum = None;
        for term in terms {
            let mut factors = term.factors.iter().copied();
            let mut product = factors.next().unwrap_or(LaneRef::literal(1.0));
            for factor in factors {
                product = self.make(Opcode::Mul, product, factor, root, ops);
            }
            if term.negate {
                product = product.negated();
            }
            sum = Some(match sum {
                None => product,
                Some(sum) => self.make(Opcode::Add, sum, product, root, ops),
            });
        }
        sum.unwrap_or(LaneRef::literal(0.0))
    }

    fn make(
        &mut self,
        opcode: Opcode,
        a: LaneRef,
        b: LaneRef,
        root: &Op,
        ops: &mut Vec<OpId>,
    ) -> LaneRef {
        let id = self
            .program
            .add(opcode, [one_lane(a), one_lane(b)], root.span);
        ops.push(id);
        self.program.ops[id].group = self.groups.of(root.group, ops.len() as u32);
        let results: Vec<LaneRef> = self.program.results(id).collect();
        let result = results[0];
        if let Some(lane) = result.as_value() {
            self.reads[lane] = 1;
        }
        result
    }
}

/// A factor that several terms share, one of which has so many or so awkward others that taking it
/// out saves an instruction.
fn best_factor(terms: &[Term]) -> Option<LaneRef> {
    // How many terms each lane is a factor of. Which is taken does not depend on their order.
    let mut counts: Vec<(LaneRef, u32)> = Vec::new();
    for term in terms {
        for (k, lane) in term.factors.iter().enumerate() {
            let is_first = term.factors.iter().take(k).all(|other| other != lane);
            match counts.iter_mut().find(|(known, _)| known == lane) {
                Some((_, count)) => *count += u32::from(is_first),
                None => counts.push((*lane, 1)),
            }
        }
    }
    let saves = |factor: &LaneRef| {
        terms
            .iter()
            .filter(|term| term.factors.contains(factor))
            .any(|term| {
                let wide = term
                    .factors
                    .iter()
                    .filter(|lane| is_wide(lane.storage()))
                    .count();
                term.factors.len() >= 3 || wide >= 2
            })
    };
    let shared = counts.into_iter().filter(|(lane, count)| {
        *count >= 2 && !matches!(lane.base, Base::Literal(_)) && saves(lane)
    });
    shared
        .max_by_key(|(lane, count)| (*count, std::cmp::Reverse(*lane)))
        .map(|(lane, _)| lane)
}
