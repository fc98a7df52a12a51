//! Rewrites sums and products: common factors are taken out of sums, literal factors are arranged so
//! that lanes share them, and a product that only a sum reads becomes part of it (`mad`).

use super::code::{
    Block, Code, Lane, Node, Op, Scalar, Source, count_reads, each_block_mut, each_op,
};
use crate::isa::Opcode;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Everything of this module, in order.
pub(super) fn rewrite(code: &mut Code) {
    share_literal_factors(code);
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
    fuse_products(code);
}

fn reads_of(code: &Code, body: &Block) -> Vec<u32> {
    let shell = Code {
        scalars: code.scalars.clone(),
        addresses: code.addresses.clone(),
        body: body.clone(),
    };
    let mut counts = count_reads(&shell);
    for index in &code.addresses {
        if let Lane::Scalar(scalar) = index.lane
            && let Some(count) = counts.get_mut(scalar.0 as usize)
        {
            *count += 1;
        }
    }
    counts
}

/// Fresh numbers for operations that take the place of lanes of one vector operation: the same for
/// the same step of the same operation.
struct Origins {
    next: u32,
    known: HashMap<(u32, u32), u32>,
}

impl Origins {
    fn new(code: &Code) -> Origins {
        let mut next = 0;
        each_op(&code.body, &mut |op| next = next.max(op.origin + 1));
        Origins {
            next,
            known: HashMap::new(),
        }
    }

    fn of(&mut self, origin: u32, step: u32) -> u32 {
        *self.known.entry((origin, step)).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// The two operands of an operation on single lanes.
fn pair(op: &Op) -> Option<(Source, Source)> {
    match op.operands.as_slice() {
        [a, b] => match (a.as_slice(), b.as_slice()) {
            ([a], [b]) => Some((*a, *b)),
            _ => None,
        },
        _ => None,
    }
}

fn single_result(op: &Op) -> Option<Scalar> {
    match op.results.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// The position of the instruction that makes each scalar of a block, by opcode.
fn makers(block: &Block, opcode: Opcode) -> BTreeMap<Scalar, usize> {
    let mut found = BTreeMap::new();
    let mut twice = BTreeSet::new();
    for (at, node) in block.iter().enumerate() {
        if let Node::Op(op) = node
            && let Some(result) = single_result(op)
        {
            let fits = op.opcode == opcode && pair(op).is_some();
            if fits && found.insert(result, at).is_some() {
                twice.insert(result);
            }
        }
    }
    found.retain(|scalar, _| !twice.contains(scalar));
    found
}

/// Whether an instruction can read these lanes: one uniform or literal, one input register.
pub(super) fn is_readable(sources: &[Source]) -> bool {
    let wide = sources.iter().filter(|source| source.lane.home().is_wide());
    let inputs: BTreeSet<u8> = sources
        .iter()
        .filter_map(|source| match source.lane {
            Lane::Input(register, _) => Some(register),
            _ => None,
        })
        .collect();
    wide.count() <= 1 && inputs.len() <= 1
}

/// `a b + c` as one instruction where the product has no other reader and the operands have room.
fn fuse_products(code: &mut Code) {
    let mut body = std::mem::take(&mut code.body);
    let reads = reads_of(code, &body);
    let single = |source: &Source| match source.lane {
        Lane::Scalar(scalar) => reads.get(scalar.0 as usize) == Some(&1),
        _ => false,
    };
    each_block_mut(&mut body, &mut |block| {
        let products = makers(block, Opcode::Mul);
        let mut used = BTreeSet::new();
        for at in 0..block.len() {
            let Some(Node::Op(op)) = block.get(at) else {
                continue;
            };
            let Some((a, b)) = pair(op).filter(|_| op.opcode == Opcode::Add) else {
                continue;
            };
            let fused = [(a, b), (b, a)].into_iter().find_map(|(product, other)| {
                let Lane::Scalar(scalar) = product.lane else {
                    return None;
                };
                let made = *products.get(&scalar).filter(|_| single(&product))?;
                let Some(Node::Op(maker)) = block.get(made).filter(|_| made < at) else {
                    return None;
                };
                let (mut x, y) = pair(maker)?;
                x.negate ^= product.negate;
                is_readable(&[x, y, other]).then_some((made, [x, y, other]))
            });
            if let Some((made, operands)) = fused {
                used.insert(made);
                if let Some(Node::Op(op)) = block.get_mut(at) {
                    op.opcode = Opcode::Mad;
                    op.operands = operands.map(|operand| vec![operand]).to_vec();
                }
            }
        }
        let mut at = 0;
        block.retain(|_| {
            at += 1;
            !used.contains(&(at - 1))
        });
    });
    code.body = body;
}

/// A product of lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    factors: Vec<Lane>,
    negate: bool,
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
        let mut inner = BTreeSet::new();
        for at in sums.values() {
            if let Some(Node::Op(op)) = block.get(*at)
                && let Some((a, b)) = pair(op)
            {
                inner.extend([a, b].into_iter().filter_map(|s| self.single(s)));
            }
        }
        let roots = sums.iter().filter(|(scalar, _)| !inner.contains(scalar));
        let mut replacements: BTreeMap<usize, Vec<Node>> = BTreeMap::new();
        for (scalar, at) in roots {
            let mut terms = Vec::new();
            let mut from = BTreeSet::new();
            let root = Source::scalar(*scalar);
            self.terms(block, &sums, &products, root, true, &mut terms, &mut from);
            // Everything the new sum reads must still be there before the root.
            let Some(Node::Op(op)) = block.get(*at) else {
                continue;
            };
            if let Some(nodes) = self.factored(&terms, op) {
                replacements.insert(*at, nodes);
            }
        }
        if replacements.is_empty() {
            return;
        }
        let old = std::mem::take(block);
        for (at, node) in old.into_iter().enumerate() {
            match replacements.remove(&at) {
                Some(nodes) => block.extend(nodes),
                None => block.push(node),
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a recursive walk over one sum")]
    fn terms(
        &self,
        block: &Block,
        sums: &BTreeMap<Scalar, usize>,
        products: &BTreeMap<Scalar, usize>,
        source: Source,
        is_root: bool,
        terms: &mut Vec<Term>,
        from: &mut BTreeSet<usize>,
    ) {
        let scalar = match source.lane {
            Lane::Scalar(scalar) if is_root => Some(scalar),
            _ => self.single(source),
        };
        let made = scalar.and_then(|scalar| sums.get(&scalar));
        if let Some(at) = made
            && let Some(Node::Op(op)) = block.get(*at)
            && let Some((mut a, mut b)) = pair(op)
        {
            from.insert(*at);
            a.negate ^= source.negate;
            b.negate ^= source.negate;
            self.terms(block, sums, products, a, false, terms, from);
            self.terms(block, sums, products, b, false, terms, from);
            return;
        }
        let mut term = Term {
            factors: Vec::new(),
            negate: source.negate,
        };
        self.factors(block, products, Source::plain(source.lane), &mut term);
        terms.push(term);
    }

    fn factors(
        &self,
        block: &Block,
        products: &BTreeMap<Scalar, usize>,
        source: Source,
        term: &mut Term,
    ) {
        term.negate ^= source.negate;
        let made = self.single(source).and_then(|scalar| products.get(&scalar));
        if let Some(at) = made
            && let Some(Node::Op(op)) = block.get(*at)
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
    let mut counts: BTreeMap<Lane, u32> = BTreeMap::new();
    for term in terms {
        let distinct: BTreeSet<&Lane> = term.factors.iter().collect();
        for lane in distinct {
            *counts.entry(*lane).or_default() += 1;
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

/// Arranges products so that lanes of one vector are multiplied by a literal in one instruction.
///
/// Where one lane `x` of a vector is scaled by a literal (as such, or in `(x + d) c`), and another
/// lane `y` is scaled by `(c s)`, then `y (c s)` becomes `(y c) s`: both lanes are scaled by `c`
/// together and the product `c s` is not needed any more.
fn share_literal_factors(code: &mut Code) {
    let mut facts = Facts::default();
    facts.collect(code);
    let reads = reads_of(code, &code.body.clone());
    let wanted = facts.plan(&reads);
    if wanted.is_empty() {
        return;
    }
    let mut origins = Origins::new(code);
    let mut scaled: BTreeMap<(Scalar, u32), Scalar> = BTreeMap::new();
    let mut body = std::mem::take(&mut code.body);
    // New products stand right behind what they scale.
    each_block_mut(&mut body, &mut |block| {
        let old = std::mem::take(block);
        for node in old {
            let made = match &node {
                Node::Op(op) => Some(op.clone()),
                _ => None,
            };
            block.push(node);
            let Some(op) = made else { continue };
            for result in &op.results {
                for (_, bits) in wanted.iter().filter(|(scalar, _)| scalar == result) {
                    let product = code.scalar();
                    scaled.insert((*result, *bits), product);
                    block.push(Node::Op(Op {
                        opcode: Opcode::Mul,
                        results: vec![product],
                        operands: vec![
                            vec![Source::scalar(*result)],
                            vec![Source::plain(Lane::Literal(*bits))],
                        ],
                        origin: origins.of(op.origin, *bits),
                        span: op.span,
                    }));
                }
            }
        }
    });
    facts.apply(&mut body, &scaled);
    code.body = body;
}

/// What is known of products with literals.
#[derive(Default)]
struct Facts {
    /// The vector operation that makes each scalar.
    origin: BTreeMap<Scalar, u32>,
    /// `c s`: the literal, its sign, and s.
    literal_product: BTreeMap<Scalar, (u32, bool, Source)>,
    /// `x + d`: x and the literal.
    literal_sum: BTreeMap<Scalar, (Source, Source)>,
    /// Scalars that are made in one place only.
    products: Vec<(Scalar, Source, Source)>,
}

impl Facts {
    fn collect(&mut self, code: &Code) {
        let mut twice = BTreeSet::new();
        each_op(&code.body, &mut |op| {
            let Some(result) = single_result(op) else {
                return;
            };
            if self.origin.insert(result, op.origin).is_some() {
                twice.insert(result);
            }
            let Some((a, b)) = pair(op) else { return };
            let literal = |x: Source, y: Source| match (x.lane, y.lane) {
                (Lane::Literal(bits), Lane::Scalar(_)) => Some((bits, x.negate, y)),
                _ => None,
            };
            let found = literal(a, b).or_else(|| literal(b, a));
            match (op.opcode, found) {
                (Opcode::Mul, Some(found)) => {
                    self.literal_product.insert(result, found);
                    self.products.push((result, a, b));
                }
                (Opcode::Mul, None) => self.products.push((result, a, b)),
                (Opcode::Add, Some((bits, negate, x))) => {
                    let literal = Source {
                        lane: Lane::Literal(bits),
                        negate,
                    };
                    self.literal_sum.insert(result, (x, literal));
                }
                _ => {}
            }
        });
        for scalar in twice {
            self.origin.remove(&scalar);
            self.literal_product.remove(&scalar);
            self.literal_sum.remove(&scalar);
        }
    }

    fn scalar_of(source: Source) -> Option<Scalar> {
        match source.lane {
            Lane::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// `y (c s)`: y, c and `c s`.
    fn nested(&self, a: Source, b: Source) -> Option<(Scalar, u32, Scalar)> {
        let one_way = |y: Source, product: Source| {
            let product = Facts::scalar_of(product)?;
            let (bits, _, _) = self.literal_product.get(&product)?;
            Some((Facts::scalar_of(y)?, *bits, product))
        };
        one_way(a, b).or_else(|| one_way(b, a))
    }

    /// Which scalars to scale by which literals.
    fn plan(&self, reads: &[u32]) -> BTreeSet<(Scalar, u32)> {
        // Lanes that are scaled by a literal anyway, by vector operation and literal.
        let mut anyway: BTreeMap<(u32, u32), BTreeSet<Scalar>> = BTreeMap::new();
        for (result, (bits, _, x)) in &self.literal_product {
            let base = Facts::scalar_of(*x);
            let sum = base.and_then(|base| self.literal_sum.get(&base).map(|(x, _)| (base, *x)));
            let single = |s: Scalar| reads.get(s.0 as usize) == Some(&1);
            let lane = match sum {
                Some((base, x)) if single(base) => Facts::scalar_of(x),
                _ => base,
            };
            if let Some(lane) = lane
                && let Some(origin) = self.origin.get(&lane)
                && lane != *result
            {
                anyway.entry((*origin, *bits)).or_default().insert(lane);
            }
        }
        let mut wanted = BTreeSet::new();
        // `c s` vanishes only if all its readers are rearranged.
        let mut nested: BTreeMap<Scalar, Vec<(Scalar, u32)>> = BTreeMap::new();
        for (_, a, b) in &self.products {
            if let Some((y, bits, product)) = self.nested(*a, *b) {
                nested.entry(product).or_default().push((y, bits));
            }
        }
        for (product, users) in nested {
            let all = reads.get(product.0 as usize) == Some(&(users.len() as u32));
            let partner = |(y, bits): &(Scalar, u32)| {
                let origin = self.origin.get(y)?;
                let lanes = anyway.get(&(*origin, *bits))?;
                lanes.iter().find(|lane| *lane != y).copied()
            };
            let partners: Option<Vec<Scalar>> = users.iter().map(partner).collect();
            if let (true, Some(partners)) = (all, partners) {
                wanted.extend(users.iter().copied());
                let bits = users.first().map_or(0, |user| user.1);
                wanted.extend(partners.into_iter().map(|lane| (lane, bits)));
            }
        }
        wanted
    }

    /// Puts the scaled lanes where they belong.
    fn apply(&self, body: &mut Block, scaled: &BTreeMap<(Scalar, u32), Scalar>) {
        super::code::each_op_mut(body, &mut |op| {
            let Some((a, b)) = pair(op).filter(|_| op.opcode == Opcode::Mul) else {
                return;
            };
            if let Some((y, bits, product)) = self.nested(a, b)
                && let Some(scaled) = scaled.get(&(y, bits))
                && let Some((_, negate, s)) = self.literal_product.get(&product)
            {
                let sign = a.negate ^ b.negate ^ negate;
                let first = Source {
                    lane: Lane::Scalar(*scaled),
                    negate: sign,
                };
                op.operands = vec![vec![first], vec![*s]];
                return;
            }
            let literal = match (a.lane, b.lane) {
                (Lane::Literal(bits), Lane::Scalar(x)) => Some((bits, a.negate, x, b.negate)),
                (Lane::Scalar(x), Lane::Literal(bits)) => Some((bits, b.negate, x, a.negate)),
                _ => None,
            };
            let Some((bits, negate, x, sign)) = literal else {
                return;
            };
            let made_here = op.results.first().copied();
            if scaled.values().any(|scalar| Some(*scalar) == made_here) {
                return;
            }
            // `(x + d) c` becomes `x c + d c`, and `x c` what it is.
            if let Some((inner, d)) = self.literal_sum.get(&x)
                && let Some(lane) = Facts::scalar_of(*inner)
                && let Some(scaled) = scaled.get(&(lane, bits))
                && let Some(d) = d.value()
            {
                let c = f32::from_bits(bits);
                let flip = negate ^ sign;
                let first = Source {
                    lane: Lane::Scalar(*scaled),
                    negate: inner.negate ^ flip,
                };
                let sum = d * c;
                op.opcode = Opcode::Add;
                op.operands = vec![
                    vec![first],
                    vec![Source::literal(if flip { -sum } else { sum })],
                ];
            } else if let Some(scaled) = scaled.get(&(x, bits)) {
                let source = Source {
                    lane: Lane::Scalar(*scaled),
                    negate: negate ^ sign,
                };
                op.opcode = Opcode::Mov;
                op.operands = vec![vec![source]];
            }
        });
    }
}
