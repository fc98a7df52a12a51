//! Which units have something to do.

use super::Replay;
use crate::pp::code::{Block, End, Kind};
use crate::pp::emit::idle;
use crate::pp::isa::{Operation, Unit};
use crate::pp::schedule::Plan;
use retroshade_diagnostics::fault::{Checked, Fault};

impl Replay<'_> {
    /// Demands that no unit does anything but what an operation asks of it.
    pub(super) fn units(&self, block: &Block, plan: &Plan) -> Checked {
        let mut asked = vec![0u32; plan.words.len()];
        let mut ask = |word: usize, unit: Unit| asked[word] |= 1 << unit as u32;
        for (operation, place) in block.operations.values().zip(plan.places.values()) {
            ask(place.word, place.unit);
            place
                .copy
                .into_iter()
                .for_each(|copy| ask(place.word, copy));
            match operation.kind {
                Kind::Lookup(_) => ask(place.word, Unit::Varying),
                Kind::Select(_) => ask(place.word, Unit::ScalarMul),
                _ => {}
            }
        }
        if let End::Branch { .. } = block.end {
            ask(plan.words.len().saturating_sub(1), Unit::Branch);
        }
        let instructions = self.program.instructions.get(self.first..);
        let instructions = instructions.unwrap_or_default();
        for (number, (instruction, asked)) in instructions.iter().zip(asked).enumerate() {
            for operation in instruction.operations() {
                let unit = operation.op.unit;
                let reads_only = matches!(unit, Unit::Load | Unit::Const0 | Unit::Const1);
                if !reads_only && asked >> unit as u32 & 1 == 0 && !is_idle(operation) {
                    let fault = format!("nothing was selected for the {}", unit.name());
                    return Err(Fault::from(fault).within("instruction", number));
                }
            }
        }
        Ok(())
    }
}

/// True if a component is copied to itself.
fn is_idle(operation: &Operation) -> bool {
    let written = operation.dest.written();
    let idle = written.and_then(|(register, lanes)| idle(register, lanes.lanes().next()?).ok());
    idle == Some(*operation)
}
