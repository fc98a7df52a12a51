//! Which units have something to do.

use super::Replay;
use crate::fault::{Checked, Fault};
use crate::pp::bundle::Slot;
use crate::pp::code::{Block, End, Kind};
use crate::pp::isa::{Field, Layout, Unit, op};
use crate::pp::schedule::Plan;

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
        let bundles = self.program.bundles.get(self.first..).unwrap_or_default();
        for (number, (bundle, asked)) in bundles.iter().zip(asked).enumerate() {
            for (unit, slot) in bundle.slots() {
                let reads_only = matches!(unit, Unit::Load | Unit::Const0 | Unit::Const1);
                if !reads_only && asked >> unit as u32 & 1 == 0 && !is_idle(slot) {
                    let fault = format!("nothing was selected for the {}", unit.name());
                    return Err(Fault::from(fault).within("instruction", number));
                }
            }
        }
        Ok(())
    }
}

/// Whether a component is copied to itself.
fn is_idle(slot: &Slot) -> bool {
    let place = slot.get(Field::Dest);
    let wanted = Slot::new(Layout::ScalarMul)
        .with(Field::Op, op::MUL_MOV)
        .with(Field::Arg0Src, place)
        .with(Field::Dest, place)
        .with(Field::OutEn, 1);
    *slot == wanted
}
