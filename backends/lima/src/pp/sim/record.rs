//! What an instruction did to a fragment, for a recording.

use super::Machine;
use crate::pp::bundle::Bundle;
use crate::pp::isa::{Layout, Unit};
use retroshade_kit::machine::{Kind, Recorder};
use std::collections::BTreeMap;

impl Machine<'_> {
    /// Records an instruction, if the fragment of the recording took part in it.
    pub(super) fn record(&mut self, number: usize, bundle: &Bundle, recorder: &mut Recorder) {
        let fragment = self.fragments.get_mut(recorder.sample);
        let Some(fragment) = fragment.filter(|fragment| fragment.active) else {
            return;
        };
        recorder.begin(number);
        let written = fragment.written.iter_mut().flat_map(|list| list.drain(..));
        for (register, lanes, value) in written.filter(|(_, lanes, _)| *lanes != 0) {
            recorder.write(Kind::Temporary, &format!("${register}"), lanes, value);
        }
        let branch = bundle.slot(Unit::Branch);
        if branch.is_some_and(|slot| slot.layout() == Layout::Discard) {
            recorder.say("discarded");
        }
        let [const0, const1] = self.constants;
        let passing = fragment.passing;
        let pipeline = [
            (Unit::Const0, "^const0", 15, const0),
            (Unit::Const1, "^const1", 15, const1),
            // Of varyings and uniforms some lanes may be nobody's.
            (
                Unit::Varying,
                "^tex_coord",
                known(passing.coordinate),
                passing.coordinate,
            ),
            (Unit::Load, "^u", known(passing.load), passing.load),
            (Unit::Texture, "^tex_sampler", 15, passing.texture),
            (Unit::VectorMul, "^v0", 15, passing.vector),
            (Unit::ScalarMul, "^s0", 1, [passing.scalar; 4]),
        ];
        for (unit, name, lanes, value) in pipeline {
            match bundle.slot(unit) {
                Some(_) => recorder.hold_lanes(Kind::Pipeline, name, lanes, value),
                None => recorder.clear(Kind::Pipeline, name),
            }
        }
        let mut memory: BTreeMap<i64, [f32; 4]> = BTreeMap::new();
        for (component, value) in &fragment.temporaries {
            let held = memory.entry(component >> 2).or_insert([f32::NAN; 4]);
            held[(component & 3) as usize] = *value;
        }
        for (address, value) in memory {
            recorder.hold(Kind::Memory, &format!("t{address}"), value);
        }
    }
}

/// The lanes that are numbers.
fn known(value: [f32; 4]) -> u8 {
    let lanes = (0..4).filter(|lane| !f32::is_nan(value[*lane]));
    lanes.fold(0, |mask, lane| mask | 1 << lane)
}
