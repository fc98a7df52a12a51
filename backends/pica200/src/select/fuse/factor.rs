//! Common factors of sums.

use super::{Origins, makers, pair, reads_of, single_result};
use crate::isa::Opcode;
use crate::select::code::{
    Block, Code, Lane, Node, Op, Scalar, ScalarMap, Scalars, Source, each_block_mut,
};
use retroshade_ir::entity::SecondaryMap;

/// A product of lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    factors: Vec<Lane>,
    negate: bool,
}

/// Takes common factors out of the sums of every block.
pub(super) fn take_out_factors(code: &mut Code) {
    let mut origins = Origins::new(code);
    let mut body = std::mem::take(&mut code.body);
    let reads = reads_of(code, &body);
    let mut work = Factoring {
        code,
        reads,
        origins: &mut origins,
    };
    each_block_mut(&mut body, &mut |block| work.block(block));
    code.body = body;
}

struct Factoring<'a> {
    code: &'a mut Code,
    reads: Vec<u32>,
    origins: &'a mut Origins,
}

impl Factoring<'_> {
    fn single(&self, source: Source) -> Option<Scalar> {
        match source.lane {
            Lane::Scalar(scalar) if self.reads.get(scalar.0 as usize) == Some(&1) => Some(scalar),
            _ => None,
        }
    }

    /// Takes common factors out of the sums of a block.
    fn block(&mut self, block: &mut Block) {
        let sums = makers(block, Opcode::Add);
        let products = makers(block, Opcode::Mul);
        // Sums that are part of another sum are not roots.
        let mut inner = Scalars::new();
        let made = |(scalar, at): (Scalar, &Option<usize>)| Some((scalar, (*at)?));
        for (_, at) in sums.iter().filter_map(made) {
            if let Some(Node::Op(op)) = block.get(at)
                && let Some((a, b)) = pair(op)
            {
                inner.extend([a, b].into_iter().filter_map(|s| self.single(s)));
            }
        }
        let roots = sums.iter().filter_map(made);
        let roots = roots.filter(|(scalar, _)| !inner.contains(*scalar));
        let mut replacements: SecondaryMap<usize, Option<Block>> = SecondaryMap::new();
        let mut any = false;
        for (scalar, at) in roots {
            let mut terms = Vec::new();
            let root = Source::scalar(scalar);
            self.terms(block, [&sums, &products], root, true, &mut terms);
            let Some(Node::Op(op)) = block.get(at) else {
                continue;
            };
            if let Some(nodes) = self.factored(&terms, op) {
                replacements[at] = Some(nodes);
                any = true;
            }
        }
        if !any {
            return;
        }
        let old = std::mem::take(block);
        for (at, node) in old.into_iter().enumerate() {
            match replacements[at].take() {
                Some(nodes) => block.extend(nodes),
                None => block.push(node),
            }
        }
    }

    /// The terms of a sum, by what makes the sums and products of a block.
    fn terms(
        &self,
        block: &Block,
        makers @ [sums, products]: [&ScalarMap<usize>; 2],
        source: Source,
        is_root: bool,
        terms: &mut Vec<Term>,
    ) {
        let scalar = match source.lane {
            Lane::Scalar(scalar) if is_root => Some(scalar),
            _ => self.single(source),
        };
        let made = scalar.and_then(|scalar| sums[scalar]);
        if let Some(at) = made
            && let Some(Node::Op(op)) = block.get(at)
            && let Some((mut a, mut b)) = pair(op)
        {
            a.negate ^= source.negate;
            b.negate ^= source.negate;
            self.terms(block, makers, a, false, terms);
            self.terms(block, makers, b, false, terms);
            return;
        }
        let mut term = Term {
            factors: Vec::new(),
            negate: source.negate,
        };
        self.factors(block, products, Source::plain(source.lane), &mut term);
        terms.push(term);
    }

    fn factors(&self, block: &Block, products: &ScalarMap<usize>, source: Source, term: &mut Term) {
        term.negate ^= source.negate;
        let made = self.single(source).and_then(|scalar| products[scalar]);
        if let Some(at) = made
            && let Some(Node::Op(op)) = block.get(at)
            && let Some((a, b)) = pair(op)
        {
            self.factors(block, products, a, term);
            self.factors(block, products, b, term);
            return;
        }
        term.factors.push(source.lane);
    }

    /// The code of a sum with a factor taken out; `None` if that saves nothing.
    fn factored(&mut self, terms: &[Term], root: &Op) -> Option<Vec<Node>> {
        let factor = best_factor(terms)?;
        let mut nodes = Vec::new();
        let mut step = 0;
        let result = self.sum(terms, Some(factor), root, &mut nodes, &mut step);
        // The last instruction writes what the root wrote.
        let Some(Node::Op(last)) = nodes.last_mut() else {
            return None;
        };
        if result != Source::scalar(single_result(last)?) {
            return None;
        }
        last.results.clone_from(&root.results);
        last.origin = root.origin;
        Some(nodes)
    }

    fn sum(
        &mut self,
        terms: &[Term],
        factor: Option<Lane>,
        root: &Op,
        nodes: &mut Vec<Node>,
        step: &mut u32,
    ) -> Source {
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
            let inner = self.sum(&inside, best_factor(&inside), root, nodes, step);
            let product = self.make(Opcode::Mul, inner, Source::plain(factor), root, nodes, step);
            if rest.is_empty() {
                return product;
            }
            let other = self.sum(&rest, best_factor(&rest), root, nodes, step);
            return self.make(Opcode::Add, product, other, root, nodes, step);
        }
        let mut sum = None;
        for term in terms {
            let mut factors = term.factors.iter().map(|lane| Source::plain(*lane));
            let mut product = factors.next().unwrap_or(Source::literal(1.0));
            for factor in factors {
                product = self.make(Opcode::Mul, product, factor, root, nodes, step);
            }
            product.negate ^= term.negate;
            sum = Some(match sum {
                None => product,
                Some(sum) => self.make(Opcode::Add, sum, product, root, nodes, step),
            });
        }
        sum.unwrap_or(Source::literal(0.0))
    }

    fn make(
        &mut self,
        opcode: Opcode,
        a: Source,
        b: Source,
        root: &Op,
        nodes: &mut Vec<Node>,
        step: &mut u32,
    ) -> Source {
        let result = self.code.scalar();
        self.reads.push(1);
        *step += 1;
        nodes.push(Node::Op(Op {
            opcode,
            results: vec![result],
            operands: vec![vec![a], vec![b]],
            origin: self.origins.of(root.origin, *step),
            span: root.span,
        }));
        Source::scalar(result)
    }
}

/// A factor that several terms share, one of which has so many or so awkward others that taking it
/// out saves an instruction.
fn best_factor(terms: &[Term]) -> Option<Lane> {
    // How many terms each lane is a factor of. Which is taken does not depend on their order.
    let mut counts: Vec<(Lane, u32)> = Vec::new();
    for term in terms {
        for (k, lane) in term.factors.iter().enumerate() {
            let is_first = term.factors.iter().take(k).all(|other| other != lane);
            match counts.iter_mut().find(|(known, _)| known == lane) {
                Some((_, count)) => *count += u32::from(is_first),
                None => counts.push((*lane, 1)),
            }
        }
    }
    let saves = |factor: &Lane| {
        terms
            .iter()
            .filter(|term| term.factors.contains(factor))
            .any(|term| {
                let wide = term
                    .factors
                    .iter()
                    .filter(|lane| lane.home().is_wide())
                    .count();
                term.factors.len() >= 3 || wide >= 2
            })
    };
    let shared = counts
        .into_iter()
        .filter(|(lane, count)| *count >= 2 && !matches!(lane, Lane::Literal(_)) && saves(lane));
    shared
        .max_by_key(|(lane, count)| (*count, std::cmp::Reverse(*lane)))
        .map(|(lane, _)| lane)
}
