//! Extraction: a node for each class such that the program is short.
//!
//! To choose by the costs of trees counts shared values twice and gives programs longer than the input. This climbs
//! from the input's own choice: it exchanges one node after the other and keeps what makes the whole program shorter,
//! shared values counted once. Costs never rise. With restarts it begins again from choices by disturbed costs; the
//! disturbances are the same in every run.

use crate::egraph::cost::Costs;
use crate::egraph::graph::Graph;
use crate::egraph::node::{Class, Head, Node};
use crate::entity::EntityRef;
use crate::random::Random;
use crate::{Op, OpKind};
use smallvec::SmallVec;

/// What prefers fewer literals, selections and lanes among forms of equal length.
const LITERAL: u32 = 1;
/// For each lane that an operation leaves idle.
const IDLE_LANE: u32 = 1;
/// Rounds of climbing.
const MOST_ROUNDS: u32 = 8;
/// Rounds until costs of trees settle.
const MOST_SWEEPS: u32 = 24;

/// A node, by the numbers of classes.
struct Choice {
    operands: SmallVec<[usize; 4]>,
    cost: u32,
    kind: Kind,
}

/// What matters of a node beside its cost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Literal,
    Swizzle,
    /// Read from where it is: a leaf, an input, a uniform.
    Stored,
    Compose,
    Product,
    Sum,
    Other,
}

impl Kind {
    fn of(node: &Node) -> Kind {
        match node.head {
            Head::Leaf(_) => Kind::Stored,
            Head::Swizzle(_) => Kind::Swizzle,
            Head::Op(Op::Constant(_)) => Kind::Literal,
            Head::Op(Op::Input { .. } | Op::Uniform { .. } | Op::Undefined) => Kind::Stored,
            Head::Op(Op::UniformIndexed { .. } | Op::InputIndexed { .. }) => Kind::Stored,
            Head::Op(Op::Compose) => Kind::Compose,
            Head::Op(Op::Mul) => Kind::Product,
            Head::Op(Op::Add | Op::Sub) => Kind::Sum,
            Head::Op(_) => Kind::Other,
        }
    }
}

/// A node for each class, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// In thousandths of an instruction.
    pub(crate) cost: u32,
    /// By the number of a class in the extraction: the number of a node.
    picks: Vec<usize>,
}

/// The choices of a graph.
pub(crate) struct Extraction {
    classes: Vec<Class>,
    choices: Vec<Vec<Choice>>,
    roots: Vec<usize>,
    fuses: bool,
    copy: u32,
}

/// Working memory of [`Extraction::cost`].
struct Walk {
    state: Vec<State>,
    uses: Vec<u32>,
    /// Classes of the program, operands first.
    order: Vec<usize>,
    stack: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

impl Extraction {
    /// The choices for `roots`.
    pub(crate) fn new(graph: &Graph, costs: &Costs, roots: &[Class]) -> Extraction {
        let classes = graph.live();
        let mut numbers = vec![0; graph.classes_made()];
        for (number, class) in classes.iter().enumerate() {
            numbers[class.index()] = number;
        }
        let number = |class: Class| numbers[graph.find(class).index()];
        let choices = classes
            .iter()
            .map(|&class| {
                let nodes = graph.class(class).nodes.iter();
                let choice = |node: &Node| Choice {
                    operands: node.operands.iter().map(|&one| number(one)).collect(),
                    cost: cost(graph, costs, class, node),
                    kind: Kind::of(node),
                };
                nodes.map(choice).collect()
            })
            .collect();
        Extraction {
            choices,
            roots: roots.iter().map(|&root| number(root)).collect(),
            classes,
            fuses: costs.fuses,
            copy: costs.copy,
        }
    }

    /// The choice of the listed nodes, as long as they are no circle; other classes take what is short by itself.
    pub(crate) fn start(&self, graph: &Graph, nodes: &[(Class, Node)]) -> Option<Chosen> {
        let free = vec![false; self.classes.len()];
        let ones = vec![INDIFFERENT; self.classes.len()];
        let mut picks = self.short_trees(&vec![0; self.classes.len()], &free, &ones);
        let mut set = vec![false; self.classes.len()];
        for (class, node) in nodes {
            let class = graph.find(*class);
            let Ok(number) = self.classes.binary_search(&class) else {
                continue;
            };
            let node = graph.canonical(node);
            let place = graph.class(class).nodes.iter().position(|one| *one == node);
            // The oldest statement stands for equal ones.
            if let (Some(place), false) = (place, set[number]) {
                picks[number] = place;
                set[number] = true;
            }
        }
        let cost = self.cost(&picks, &mut self.walk(), u32::MAX)?;
        Some(Chosen { cost, picks })
    }

    /// The node that is chosen for a class.
    pub(crate) fn node<'a>(
        &self,
        graph: &'a Graph,
        chosen: &Chosen,
        class: Class,
    ) -> Option<&'a Node> {
        let class = graph.find(class);
        let number = self.classes.binary_search(&class).ok()?;
        graph.class(class).nodes.get(chosen.picks[number])
    }

    /// The classes that a choice computes, operands first.
    pub(crate) fn order(&self, chosen: &Chosen) -> Vec<Class> {
        let mut walk = self.walk();
        self.cost(&chosen.picks, &mut walk, u32::MAX);
        walk.order
            .iter()
            .map(|&number| self.classes[number])
            .collect()
    }

    fn walk(&self) -> Walk {
        Walk {
            state: vec![State::New; self.classes.len()],
            uses: vec![0; self.classes.len()],
            order: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// The cost of a class under a choice, its operands aside.
    fn own(&self, class: usize, picks: &[usize]) -> u32 {
        let choice = &self.choices[class][picks[class]];
        if choice.kind != Kind::Compose {
            return choice.cost;
        }
        // What is computed for the compose alone is written where it belongs; the rest is copied, literals together.
        let mut sources: SmallVec<[usize; 4]> = SmallVec::new();
        for &operand in &choice.operands {
            let chosen = &self.choices[operand][picks[operand]];
            let source = match chosen.kind {
                Kind::Literal => usize::MAX,
                Kind::Swizzle => chosen.operands[0],
                Kind::Stored => operand,
                _ => continue,
            };
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        choice.cost + self.copy * sources.len() as u32
    }

    /// The cost of a choice; `None` if it is a circle or exceeds `limit`.
    fn cost(&self, picks: &[usize], walk: &mut Walk, limit: u32) -> Option<u32> {
        walk.state.fill(State::New);
        walk.uses.fill(0);
        walk.order.clear();
        walk.stack.clear();
        let mut total = 0;
        for &root in &self.roots {
            walk.uses[root] += 1;
            if walk.state[root] == State::Done {
                continue;
            }
            walk.state[root] = State::Open;
            walk.stack.push((root, 0));
            while let Some((class, next)) = walk.stack.last_mut() {
                let class = *class;
                let choice = &self.choices[class][picks[class]];
                if let Some(&operand) = choice.operands.get(*next) {
                    *next += 1;
                    walk.uses[operand] += 1;
                    match walk.state[operand] {
                        State::New => {
                            walk.state[operand] = State::Open;
                            walk.stack.push((operand, 0));
                        }
                        State::Open => return None,
                        State::Done => {}
                    }
                    continue;
                }
                walk.state[class] = State::Done;
                walk.order.push(class);
                walk.stack.pop();
                // Whether a product is part of a sum is seen at the end.
                if !(self.fuses && choice.kind == Kind::Product) {
                    total += self.own(class, picks);
                }
                if total > limit {
                    return None;
                }
            }
        }
        if self.fuses {
            total += self.products(picks, walk);
        }
        (total <= limit).then_some(total)
    }

    /// The cost of the products that are not fused with a sum.
    fn products(&self, picks: &[usize], walk: &Walk) -> u32 {
        let mut total = 0;
        for &class in &walk.order {
            let choice = &self.choices[class][picks[class]];
            match choice.kind {
                Kind::Product => total += choice.cost,
                Kind::Sum => {
                    let fused = choice.operands.iter().find_map(|&operand| {
                        let chosen = &self.choices[operand][picks[operand]];
                        let fits = chosen.kind == Kind::Product && walk.uses[operand] == 1;
                        fits.then_some(chosen.cost)
                    });
                    // Its product came before it.
                    total -= fused.unwrap_or(0);
                }
                _ => {}
            }
        }
        total
    }

    /// For each class that is not `paid` the node with the cheapest tree, where paid classes cost nothing. `noise` is
    /// a factor of the cost of each class.
    fn short_trees(&self, picks: &[usize], paid: &[bool], noise: &[u32]) -> Vec<usize> {
        let mut picks = picks.to_vec();
        let mut costs: Vec<Option<u64>> = paid.iter().map(|&paid| paid.then_some(0)).collect();
        for _ in 0..MOST_SWEEPS {
            let mut changed = false;
            for class in 0..self.choices.len() {
                if paid[class] {
                    continue;
                }
                for (index, choice) in self.choices[class].iter().enumerate() {
                    let before = picks[class];
                    // Trees may be larger than any number: a chain of doublings doubles them each time.
                    let mut operands = choice.operands.iter();
                    let sum = operands.try_fold(0_u64, |sum, &operand| {
                        Some(sum.saturating_add(costs[operand]?))
                    });
                    let Some(operands) = sum else {
                        continue;
                    };
                    picks[class] = index;
                    let own = u64::from(self.own(class, &picks)) * u64::from(noise[class]);
                    let cost = operands.saturating_add(own);
                    if costs[class].is_none_or(|known| cost < known) {
                        costs[class] = Some(cost);
                        changed = true;
                    } else {
                        picks[class] = before;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        picks
    }

    /// Exchanges nodes as long as the program gets shorter. `budget` counts exchanges that are tried.
    pub(crate) fn climb(&self, start: &Chosen, budget: &mut u32) -> Chosen {
        let mut walk = self.walk();
        let (mut best, mut picks) = (start.cost, start.picks.clone());
        let ones = vec![INDIFFERENT; self.classes.len()];
        for _ in 0..MOST_ROUNDS {
            if self.cost(&picks, &mut walk, u32::MAX).is_none() {
                return start.clone();
            }
            let program = walk.order.clone();
            let mut paid = vec![false; self.classes.len()];
            for &class in &program {
                paid[class] = true;
            }
            // What the program does not have yet is chosen as suits it.
            picks = self.short_trees(&picks, &paid, &ones);
            let mut changed = false;
            for &class in program.iter().rev() {
                for index in 0..self.choices[class].len() {
                    let before = picks[class];
                    if index == before {
                        continue;
                    }
                    if *budget == 0 {
                        return Chosen { cost: best, picks };
                    }
                    *budget -= 1;
                    picks[class] = index;
                    match self.cost(&picks, &mut walk, best.saturating_sub(1)) {
                        Some(cost) => {
                            best = cost;
                            changed = true;
                        }
                        None => picks[class] = before,
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Chosen { cost: best, picks }
    }

    /// Climbs again from disturbed choices. Every second one keeps part of the best program.
    pub(crate) fn restart(&self, best: &Chosen, restarts: u32, budget: &mut u32) -> Chosen {
        let mut best = best.clone();
        let mut random = Random::new(SEED);
        let mut walk = self.walk();
        for round in 0..restarts {
            if *budget == 0 {
                break;
            }
            let noise: Vec<u32> = (0..self.classes.len())
                .map(|_| {
                    INDIFFERENT * 3 / 10 + random.below(u64::from(INDIFFERENT) * 14 / 10) as u32
                })
                .collect();
            let mut paid = vec![false; self.classes.len()];
            if round % 2 == 1 {
                self.cost(&best.picks, &mut walk, u32::MAX);
                let kept = random.below(walk.order.len() as u64 + 1);
                for &class in &walk.order[..kept as usize] {
                    paid[class] = true;
                }
            }
            let picks = self.short_trees(&best.picks, &paid, &noise);
            let Some(cost) = self.cost(&picks, &mut walk, u32::MAX) else {
                continue;
            };
            let found = self.climb(&Chosen { cost, picks }, budget);
            if found.cost < best.cost {
                best = found;
            }
        }
        best
    }
}

/// The factor of a cost that is not disturbed.
const INDIFFERENT: u32 = 1000;
/// The seed of disturbances; any would do.
const SEED: u64 = 88_172_645_463_325_252;

/// The cost of a node.
fn cost(graph: &Graph, costs: &Costs, class: Class, node: &Node) -> u32 {
    match Kind::of(node) {
        Kind::Literal | Kind::Compose | Kind::Swizzle => LITERAL,
        Kind::Stored => 0,
        _ => {
            let kind = node.op().map_or(OpKind::Undefined, Op::kind);
            let operand = node.operands.first();
            let operand_lanes = operand.map_or(0, |&one| graph.lanes(one));
            let idle = 4 - u32::from(graph.lanes(class));
            let base = costs.of(kind, operand_lanes);
            if base == 0 {
                0
            } else {
                base + IDLE_LANE * idle
            }
        }
    }
}
