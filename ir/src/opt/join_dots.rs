//! Blends of inner products with one vector, as inner products with blended rows.
//!
//! `w.x * dot(a, v) + w.y * dot(b, v)` is `dot(w.x * a + w.y * b, v)`: bones blended as matrices, which other vectors
//! share. That is shorter for what it saves all over a shader, so an e-graph, which changes one node after the other,
//! finds it late or never. As in [`literal matrices`](super::literal_matrix) this makes a form of the shader that is
//! compiled beside the given one; [`spread_dots`](super::spread_dots) is the way back.

use crate::egraph::sensitive_values;
use crate::opt::rewrite::{Rewriter, Transform, Visit, compose_lane};
use crate::opt::simplify::rewrite;
use crate::{Capabilities, Inst, Op, Shader, Swizzle, Use, Value};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostic;
use smallvec::SmallVec;

/// Inner products that are blended at most.
const MOST: usize = 8;
/// Instructions that are looked at for a lane: of a product either side may be the sum.
const STEPS: u32 = 64;

/// The shader with inner products of blended rows in the place of blends; `None` where there are none.
pub fn with_joined_dots(shader: &Shader, capabilities: &Capabilities) -> Option<Shader> {
    if !shader.may_have(|inst| inst.op == Op::Dot) {
        return None;
    }
    let sensitive = sensitive_values(shader);
    let mut blends = IndexMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            let (Op::Add | Op::Sub | Op::Mad, &[result]) = (data.op, data.results.as_slice())
            else {
                continue;
            };
            let lanes = (0..shader.ty(result).lanes).map(|lane| blend(shader, (result, lane)));
            let lanes: Option<SmallVec<[Blend; 4]>> = lanes.collect();
            if let Some(lanes) = lanes
                && !sensitive[result]
            {
                blends.insert(inst, lanes);
            }
        }
    }
    if blends.is_empty() {
        return None;
    }
    let mut found = shader.clone();
    rewrite(&mut found, capabilities, &mut Join { blends }).ok()?;
    Some(found)
}

/// A lane of a value.
type Lane = (Value, u8);

/// A sum of inner products with one vector.
struct Blend {
    vector: Use,
    rows: Vec<Row>,
}

/// What a row is multiplied by in a sum.
#[derive(Clone, Debug, Default)]
struct Weight {
    factors: SmallVec<[Lane; 2]>,
    is_negative: bool,
}

struct Row {
    row: Use,
    weight: Weight,
}

/// A lane as a blend, if it is one of several rows.
fn blend(shader: &Shader, lane: Lane) -> Option<Blend> {
    let mut search = Search {
        shader,
        dots: Vec::new(),
        steps: STEPS,
    };
    if !search.add(lane, Weight::default()) || search.dots.len() < 2 {
        return None;
    }
    let operands = |inst: Inst| [shader.insts[inst].args[0], shader.insts[inst].args[1]];
    operands(search.dots[0].0).into_iter().find_map(|vector| {
        let rows = search.dots.iter().map(|(inst, weight)| {
            let row = match operands(*inst) {
                [a, b] if b == vector => a,
                [a, b] if a == vector => b,
                _ => return None,
            };
            Some(Row {
                row,
                weight: weight.clone(),
            })
        });
        let rows: Option<Vec<Row>> = rows.collect();
        // Blended as they are, rows are shared by inner products with some of their lanes.
        let rows = rows?;
        let is_alike = |row: &Row| {
            let (ty, first) = (shader.ty(row.row.value), shader.ty(rows[0].row.value));
            row.row.swizzle == rows[0].row.swizzle && ty == first
        };
        rows.iter().all(is_alike).then_some(Blend { vector, rows })
    })
}

/// The inner products that a lane is the sum of.
struct Search<'a> {
    shader: &'a Shader,
    dots: Vec<(Inst, Weight)>,
    /// Instructions that may still be looked at.
    steps: u32,
}

impl Search<'_> {
    /// Takes a lane apart until inner products are left; false where it is no sum of them.
    fn add(&mut self, (value, lane): Lane, weight: Weight) -> bool {
        let (Some(def), Some(steps)) = (self.shader.def_inst(value), self.steps.checked_sub(1))
        else {
            return false;
        };
        self.steps = steps;
        let data = &self.shader.insts[def];
        let arg = |number: usize| {
            let operand = data.args[number];
            (operand.value, operand.swizzle.lane(lane))
        };
        let negative = || Weight {
            is_negative: !weight.is_negative,
            ..weight.clone()
        };
        match data.op {
            Op::Dot => {
                self.dots.push((def, weight));
                self.dots.len() <= MOST
            }
            Op::Compose => {
                compose_lane(&data.args, lane).is_some_and(|lane| self.add(lane, weight))
            }
            Op::Neg => self.add(arg(0), negative()),
            Op::Add => self.add(arg(0), weight.clone()) && self.add(arg(1), weight),
            Op::Sub => self.add(arg(0), weight.clone()) && self.add(arg(1), negative()),
            Op::Mul => self.add_product(arg(0), arg(1), &weight),
            Op::Mad => self.add_product(arg(0), arg(1), &weight) && self.add(arg(2), weight),
            _ => false,
        }
    }

    /// Takes a product apart, of which one factor is a sum.
    fn add_product(&mut self, a: Lane, b: Lane, weight: &Weight) -> bool {
        let before = self.dots.len();
        [(a, b), (b, a)].into_iter().any(|(sum, factor)| {
            self.dots.truncate(before);
            let mut weight = weight.clone();
            weight.factors.push(factor);
            self.add(sum, weight)
        })
    }
}

struct Join {
    /// The lanes of each instruction's result.
    blends: IndexMap<Inst, SmallVec<[Blend; 4]>>,
}

impl Transform for Join {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let Some(lanes) = self.blends.get(&inst) else {
            return Ok(Visit::Keep);
        };
        let dots: SmallVec<[Use; 4]> = lanes
            .iter()
            .filter_map(|blend| {
                let row = blended(rw, &blend.rows)?;
                let vector = rw.resolve(blend.vector);
                Some(rw.emit(Op::Dot, &[row, vector]))
            })
            .collect();
        let with = rw.emit(Op::Compose, &dots);
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}

/// The sum of rows times their weights.
fn blended(rw: &mut Rewriter<'_>, rows: &[Row]) -> Option<Use> {
    let mut sum: Option<Use> = None;
    for Row { row, weight } in rows {
        let lanes = rw.shader.ty(row.value).lanes;
        let mut term = rw.resolve(Use::new(row.value, Swizzle::identity(lanes)));
        for &(factor, lane) in &weight.factors {
            let factor = rw.resolve(Use::new(factor, Swizzle::splat(lane, lanes)));
            term = rw.emit(Op::Mul, &[term, factor]);
        }
        sum = Some(match (sum, weight.is_negative) {
            (None, false) => term,
            (None, true) => rw.emit(Op::Neg, &[term]),
            (Some(sum), false) => rw.emit(Op::Add, &[sum, term]),
            (Some(sum), true) => rw.emit(Op::Sub, &[sum, term]),
        });
    }
    sum.map(|sum| sum.then(rows[0].row.swizzle))
}

#[cfg(test)]
#[path = "join_dots_test.rs"]
mod tests;
