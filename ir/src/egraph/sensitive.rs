//! Values that decide something which jumps where their last place changes.
//!
//! `floor`, `fract`, comparisons and indices jump. What such an operation reads, and all that is computed of, keeps its
//! rounding. Results of lookups are not followed to the coordinate: a texel away is as far as any driver may be.

use crate::entity::SecondaryMap;
use crate::{Inst, Op, Shader, Value};

/// True if the result jumps for operands that hardly differ.
fn jumps(op: Op) -> bool {
    matches!(
        op,
        Op::Floor
            | Op::Ceil
            | Op::Fract
            | Op::Trunc
            | Op::Round
            | Op::Sign
            | Op::Mod
            | Op::Rem
            | Op::Step
            | Op::FloatToInt
            | Op::SetLt
            | Op::SetGe
            | Op::SetEq
            | Op::SetNe
            | Op::Lt
            | Op::Ge
            | Op::Eq
            | Op::Ne
            | Op::FaceForward
            | Op::Extract
            | Op::Insert
            | Op::UniformIndexed { .. }
            | Op::InputIndexed { .. }
            | Op::ArrayLoad(_)
            | Op::ArrayStore(_)
    )
}

/// The values whose rounding is kept.
pub(crate) fn sensitive_values(shader: &Shader) -> SecondaryMap<Value, bool> {
    let mut search = Search {
        shader,
        found: SecondaryMap::with_len(shader.values.len()),
        changed: true,
    };
    // Values carried round a loop are found in further rounds.
    while std::mem::take(&mut search.changed) {
        for region in shader.live_regions().into_iter().rev() {
            for &inst in shader.regions[region].insts.iter().rev() {
                search.inst(inst);
            }
        }
    }
    search.found
}

struct Search<'a> {
    shader: &'a Shader,
    found: SecondaryMap<Value, bool>,
    changed: bool,
}

impl Search<'_> {
    fn mark(&mut self, value: Value) {
        if !self.found[value] {
            self.found[value] = true;
            self.changed = true;
        }
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.shader.insts[inst];
        let decides = data.results.iter().any(|&result| self.found[result]);
        let is_lookup = matches!(data.op, Op::Texture(_));
        if jumps(data.op) || decides && !is_lookup {
            for operand in &data.args {
                self.mark(operand.value);
            }
        }
        for &region in &data.regions {
            let inner = &self.shader.regions[region];
            let carries = inner.parameters.iter().any(|&one| self.found[one]);
            if decides || carries {
                for operand in inner.end.uses().iter().chain(&data.args) {
                    self.mark(operand.value);
                }
            }
        }
    }
}
