//! Vertices that a geometry program makes.
//!
//! The unit has two sets of output registers and changes over with every vertex, so that an output which is not written
//! holds what it held two vertices ago, or one where an emulator has one set. It is written unless both are what it is
//! to be.

use super::{Condition, Lowering};
use crate::isa::Comparison;
use crate::machine::{self, Compare};
use crate::select::emissions::{NUMBERS, in_turn};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::Inst;
use retroshade_kit::mir::{Emission, Item, LaneRef};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The contents of components of output registers.
type Contents = FxHashMap<(u8, u8), LaneRef>;

/// What the outputs of the last two vertices were, the last one first, as far as the block that is being made tells.
#[derive(Clone, Debug, Default)]
pub(super) struct Banks([Contents; 2]);

impl Lowering<'_> {
    pub(super) fn emit_vertex(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let emissions = self.emissions;
        let Some(steps) = emissions.steps(inst) else {
            self.write_outputs(inst)?;
            let number = self.shader.insts[inst].args.first().copied();
            let number = number.map(|number| self.lanes(number)).transpose()?;
            let Some(&[number]) = number.as_deref() else {
                return Err(self.bug("the number of a vertex is not one lane"));
            };
            self.choose_slot(number, 0..NUMBERS);
            self.push(Item::Emission(Emission::Vertex, self.span));
            return Ok(());
        };
        for step in steps {
            self.write_outputs(step.vertex)?;
            let slot = Emission::Slot(step.slot, step.sends);
            self.push(Item::Emission(slot, self.span));
            self.push(Item::Emission(Emission::Vertex, self.span));
        }
        Ok(())
    }

    /// Chooses the slot of a vertex whose number is one of these.
    fn choose_slot(&mut self, number: LaneRef, among: Range<u8>) {
        if among.len() <= 1 {
            let (slot, sends) = in_turn(among.start);
            self.push(Item::Emission(Emission::Slot(slot, sends), self.span));
            return;
        }
        let middle = among.start.midpoint(among.end);
        self.open_block();
        self.choose_slot(number, among.start..middle);
        let below = self.close_block();
        self.open_block();
        self.choose_slot(number, middle..among.end);
        let above = self.close_block();
        let compare = Compare {
            operator: Comparison::Lt,
            lanes: [number, LaneRef::literal(middle.into())],
        };
        let span = self.span;
        self.push_if(Condition::of(compare.test()), below, above, span);
    }

    /// Copies the outputs of a vertex to the output registers, but for those that hold them anyway.
    fn write_outputs(&mut self, vertex: Inst) -> Result<(), Diagnostic> {
        let shader = self.shader;
        let uses = shader.insts[vertex].args.get(1..).unwrap_or_default();
        let span = shader.insts[vertex].span;
        let mut written = Contents::default();
        for ((output, slot), operand) in shader.interface.output_slots().zip(uses) {
            let Some(place) = self.places.outputs[output] else {
                continue;
            };
            self.next_group();
            self.span = span;
            let register = place.register.saturating_add(slot as u8) & 15;
            for (k, value) in self.lanes(*operand)?.into_iter().enumerate() {
                let component = (register, place.lane + k as u8);
                written.insert(component, value);
                let mut banks = self.banks.0.iter();
                if banks.all(|bank| bank.get(&component) == Some(&value)) {
                    continue;
                }
                let to = self
                    .program
                    .new_output(machine::output(register), component.1);
                self.assign(to, value);
            }
        }
        let [last, _] = std::mem::take(&mut self.banks.0);
        self.banks.0 = [written, last];
        Ok(())
    }
}
