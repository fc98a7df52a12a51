//! Equality saturation: the same shader in shorter forms.
//!
//! A sum can be written in many ways, and which one is short depends on the machine and on what else the shader
//! computes. The passes of [`opt`](crate::opt) rewrite in one direction each; this keeps all forms at once. A
//! straight-line part becomes an e-graph (Tate et al., "Equality saturation", POPL 2009; Willsey et al., "egg", POPL
//! 2021), rules add equal forms until a budget of nodes is spent, and a cost model of the target chooses among them.
//! The model does not know registers and schedules, so the forms are proposals: who asks for them compiles them and
//! keeps the shortest program, the given shader among them.
//!
//! ```text
//! node        nodes: operations on classes
//! graph       nodes in classes of equal values
//! facts       literals, values that are 0 or 1, integers
//! make        nodes with what is obvious done
//! block       a region as a graph, and chosen forms as instructions
//! sensitive   values whose rounding is kept
//! polynomial  sums of products as data
//! sums        forms of a polynomial
//! products    inner products, unit vectors, affine forms
//! lanes       vectors and their lanes
//! truth       logic on 0 and 1
//! rules       the rules in groups
//! cost        what operations cost on a target
//! extract     the choice of nodes
//! ```
//!
//! Rules that round otherwise leave alone what is an integer and what decides something that jumps (`floor`,
//! comparisons, indices). The precision of a value is no matter here: values of the representation have none.

mod block;
mod cost;
mod extract;
mod facts;
mod graph;
mod lanes;
mod make;
mod node;
mod polynomial;
mod products;
mod rules;
mod sensitive;
mod sums;
#[cfg(test)]
mod tests;
mod truth;

pub use cost::{Costs, INSTRUCTION};
pub use rules::{Group, Rules};
pub(crate) use sensitive::sensitive_values;

use crate::entity::SecondaryMap;
use crate::{Region, Shader, Value};
use block::Block;
use extract::{Chosen, Extraction};
use graph::Graph;
use polynomial::Known;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of a graph at which rules stop.
    pub nodes: usize,
    /// How often all rules are applied.
    pub rounds: u32,
    /// How often the choice begins again from a disturbed one.
    pub restarts: u32,
    /// The rules that are applied.
    pub rules: Rules,
}

/// Exchanges of nodes that are tried in a region.
const EXCHANGES: u32 = 20_000;

/// An equal shader that is shorter by the costs, and by how much in thousandths of an instruction.
pub type Proposal = (Shader, u32);

/// An equal shader that is shorter; `None` where there is none.
pub fn shorter(shader: &Shader, costs: &Costs, effort: Effort) -> Option<Proposal> {
    let found = proposals(shader, costs, effort, &[effort.restarts]);
    found.into_iter().next().flatten()
}

/// For each number of restarts what [`shorter`] finds with it, from graphs that are made once. The restarts of the
/// effort itself do not count.
pub fn proposals(
    shader: &Shader,
    costs: &Costs,
    effort: Effort,
    restarts: &[u32],
) -> Vec<Option<Proposal>> {
    let sensitive = sensitive::sensitive_values(shader);
    let mut forms: Vec<Option<Proposal>> = vec![Some((shader.clone(), 0)); restarts.len()];
    for region in shader.live_regions() {
        let mut known: Vec<(Shader, Option<Part>)> = Vec::new();
        for (form, &restarts) in forms.iter_mut().zip(restarts) {
            let Some((found, gain)) = form else {
                continue;
            };
            // Forms that have become different are different graphs from here on.
            let place = known.iter().position(|(shader, _)| shader == found);
            let place = place.unwrap_or_else(|| {
                let part = Part::new(found, region, &sensitive, costs, effort);
                known.push((found.clone(), part));
                known.len() - 1
            });
            let Some(part) = &mut known[place].1 else {
                continue;
            };
            let best = part.best(restarts);
            if best.cost >= part.given {
                continue;
            }
            *gain += part.given - best.cost;
            if !part.block.write(found, &part.extraction, &best) {
                *form = None;
            }
        }
    }
    forms
        .into_iter()
        .map(|form| form.filter(|(_, gain)| *gain > 0))
        .collect()
}
/// A region with all its forms.
struct Part {
    block: Block,
    extraction: Extraction,
    /// The cost of the region as it was before rules were applied.
    given: u32,
    start: Chosen,
    /// What climbing from the start ends at, and the exchanges that it tries; `None` while that is not known.
    climbed: Option<(Chosen, u32)>,
}

impl Part {
    /// `None` for a region that is too large, or has no choice that the source is.
    fn new(
        shader: &Shader,
        region: Region,
        sensitive: &SecondaryMap<Value, bool>,
        costs: &Costs,
        effort: Effort,
    ) -> Option<Part> {
        let mut block = Block::new(shader, region, sensitive, effort.nodes);
        if block.graph.is_full() {
            return None;
        }
        let given = Extraction::new(&block.graph, costs, &block.wanted);
        let given = given.start(&block.graph, &block.source)?.cost;
        saturate(&mut block.graph, effort);
        let extraction = Extraction::new(&block.graph, costs, &block.wanted);
        let start = extraction.start(&block.graph, &block.source)?;
        Some(Part {
            block,
            extraction,
            given,
            start,
            climbed: None,
        })
    }

    /// The cheapest choice that is found.
    fn best(&mut self, restarts: u32) -> Chosen {
        let whole = EXCHANGES * (1 + restarts);
        let mut budget = whole;
        let best = match &self.climbed {
            Some((climbed, tried)) if *tried < whole => {
                budget -= tried;
                climbed.clone()
            }
            _ => {
                let climbed = self.extraction.climb(&self.start, &mut budget);
                // A search that its budget ends says nothing about one that has more.
                if budget > 0 {
                    self.climbed = Some((climbed.clone(), whole - budget));
                }
                climbed
            }
        };
        if restarts == 0 {
            return best;
        }
        self.extraction.restart(&best, restarts, &mut budget)
    }
}

/// Applies all rules until nothing is new or a limit is reached. The first round has most of the gain, so what the
/// budget cuts off matters little.
fn saturate(graph: &mut Graph, effort: Effort) {
    for _ in 0..effort.rounds {
        let before = (graph.size(), graph.live().len());
        add_sums(graph, effort.rules);
        graph.rebuild();
        graph.mark_sensitive(&[]);
        if effort.rules.include(Group::Ranges) {
            truth::test_ranges(graph);
        }
        if effort.rules.include(Group::Lanes) {
            lanes::apply(graph);
        }
        graph.rebuild();
        graph.mark_sensitive(&[]);
        if graph.is_full() || (graph.size(), graph.live().len()) == before {
            return;
        }
    }
}

/// The rules that look at whole sums.
fn add_sums(graph: &mut Graph, rules: Rules) {
    let mut known = Known::default();
    let expanded = sums::expand(graph, &mut known);
    if rules.include(Group::Sums) {
        sums::write_forms(graph, &expanded);
    }
    if rules.include(Group::Extremes) {
        sums::exchange_extremes(graph, &expanded, &mut known);
    }
    if rules.include(Group::Truth) {
        truth::use_extremes(graph, &expanded);
    }
    if rules.include(Group::LaneSums) {
        sums::add_up_lanes(graph, &expanded);
    }
    if rules.include(Group::Linearity) {
        products::use_linearity(graph, &expanded, &mut known);
    }
    if rules.include(Group::AffineForms) {
        products::vectorize_affine_forms(graph, &expanded, &mut known);
    }
    if rules.include(Group::KnownSums) {
        sums::relate_sums(graph, &expanded);
    }
}
