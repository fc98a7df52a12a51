//! Inner products with blended rows of uniforms, as blends of inner products with each row.
//!
//! Bones are blended as matrices, `mat4 skin = w.x * bones[i] + w.y * bones[j]`, or the vectors that each bone gives are.
//! Where one instruction multiplies a matrix in constant registers, the second is shorter, elsewhere the first mostly is:
//! an e-graph, which counts operations one by one, cannot see that. As in [`literal matrices`](super::literal_matrix)
//! this makes a form of the shader that is compiled beside the given one.

use crate::egraph::sensitive_values;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::{Capabilities, Inst, Op, Shader, Swizzle, Use};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostic;
use smallvec::{SmallVec, smallvec};

/// Rows that are blended at most.
const MOST: usize = 8;

/// The shader with inner products of rows in the place of those of blended ones; `None` where there are none, or the
/// machine has no instruction for matrices.
pub fn with_spread_dots(shader: &Shader, capabilities: &Capabilities) -> Option<Shader> {
    if !capabilities.uniform_matrices.whole {
        return None;
    }
    let sensitive = sensitive_values(shader);
    let mut blends = IndexMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            let (Op::Dot, &[a, b]) = (data.op, data.args.as_slice()) else {
                continue;
            };
            let pairs = [(a, b), (b, a)].into_iter();
            let mut found = pairs.filter_map(|(sum, vector)| Some((blend(shader, sum)?, vector)));
            if let Some(blend) = found.next()
                && !sensitive[shader.result(inst)]
            {
                blends.insert(inst, blend);
            }
        }
    }
    if blends.is_empty() {
        return None;
    }
    let mut found = shader.clone();
    rewrite(&mut found, capabilities, &mut Spread { blends }).ok()?;
    Some(found)
}

/// A row with what it is multiplied by.
#[derive(Clone, Debug)]
struct Term {
    row: Use,
    /// Single lanes.
    factors: SmallVec<[Use; 2]>,
    is_negative: bool,
}

/// The rows of which a value is the sum, if it is one of several.
fn blend(shader: &Shader, sum: Use) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    let whole = Term {
        row: sum,
        factors: smallvec![],
        is_negative: false,
    };
    (add_terms(shader, whole, &mut terms) && terms.len() > 1).then_some(terms)
}

/// Takes a term apart until rows are left; false where it is no sum of rows.
fn add_terms(shader: &Shader, term: Term, terms: &mut Vec<Term>) -> bool {
    let Some(def) = shader.def_inst(term.row.value) else {
        return false;
    };
    let data = &shader.insts[def];
    let arg = |number: usize| data.args[number].then(term.row.swizzle);
    let with = |row: Use| Term {
        row,
        ..term.clone()
    };
    let product = |a: Use, b: Use| {
        let (row, factor) = match (is_splat(a), is_splat(b)) {
            (false, true) => (a, b),
            (true, false) => (b, a),
            _ => return None,
        };
        let mut term = with(row);
        term.factors.push(factor.then(Swizzle::splat(0, 1)));
        Some(term)
    };
    match data.op {
        Op::Uniform { .. } | Op::UniformIndexed { .. } => {
            terms.push(term);
            terms.len() <= MOST
        }
        Op::Add => add_terms(shader, with(arg(0)), terms) && add_terms(shader, with(arg(1)), terms),
        Op::Sub => {
            let mut other = with(arg(1));
            other.is_negative ^= true;
            add_terms(shader, with(arg(0)), terms) && add_terms(shader, other, terms)
        }
        Op::Mul => product(arg(0), arg(1)).is_some_and(|product| add_terms(shader, product, terms)),
        Op::Mad => {
            product(arg(0), arg(1)).is_some_and(|product| add_terms(shader, product, terms))
                && add_terms(shader, with(arg(2)), terms)
        }
        _ => false,
    }
}

fn is_splat(operand: Use) -> bool {
    let lanes = operand.swizzle.lanes();
    lanes.iter().all(|lane| *lane == lanes[0])
}

struct Spread {
    /// By the inner product, with its other operand.
    blends: IndexMap<Inst, (Vec<Term>, Use)>,
}

impl Transform for Spread {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let Some((terms, vector)) = self.blends.get(&inst) else {
            return Ok(Visit::Keep);
        };
        let vector = rw.resolve(*vector);
        let mut sum: Option<Use> = None;
        for term in terms {
            let row = rw.resolve(term.row);
            let mut dot = rw.emit(Op::Dot, &[row, vector]);
            for factor in &term.factors {
                let factor = rw.resolve(*factor);
                dot = rw.emit(Op::Mul, &[factor, dot]);
            }
            sum = Some(match (sum, term.is_negative) {
                (None, false) => dot,
                (None, true) => rw.emit(Op::Neg, &[dot]),
                (Some(sum), false) => rw.emit(Op::Add, &[sum, dot]),
                (Some(sum), true) => rw.emit(Op::Sub, &[sum, dot]),
            });
        }
        if let Some(sum) = sum {
            let result = rw.shader.result(inst);
            rw.replace(result, sum);
        }
        Ok(Visit::Done)
    }
}

#[cfg(test)]
#[path = "spread_dots_test.rs"]
mod tests;
