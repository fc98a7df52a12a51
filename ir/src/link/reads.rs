//! What a fragment shader reads of its inputs, lane by lane.

use crate::entity::SecondaryMap;
use crate::{Input, Op, Shader, Value};

/// The parts of one input that a shader reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// For each slot the lanes that are read, a bit each. Slots behind the last that is read are left
    /// out.
    pub lanes: Vec<u8>,
    /// True if a value chooses among the slots. All of them then count as read in full.
    pub indexed: bool,
}

impl Read {
    /// True if nothing is read.
    pub fn is_nothing(&self) -> bool {
        self.lanes.is_empty()
    }

    fn add(&mut self, slot: u32, lanes: u8) {
        let slot = slot as usize;
        if lanes == 0 {
            return;
        }
        if slot >= self.lanes.len() {
            self.lanes.resize(slot + 1, 0);
        }
        if let Some(read) = self.lanes.get_mut(slot) {
            *read |= lanes;
        }
    }
}

/// What each input is read for. Cost: linear.
pub fn reads(shader: &Shader) -> SecondaryMap<Input, Read> {
    let used = used_lanes(shader);
    let mut reads: SecondaryMap<Input, Read> = SecondaryMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            match data.op {
                Op::Input { input, slot } => {
                    let lanes = data.results.iter().map(|value| used[*value]);
                    reads[input].add(slot, lanes.fold(0, |all, lanes| all | lanes));
                }
                Op::InputIndexed { input, .. } => {
                    let variable = &shader.interface.inputs[input];
                    let all = (1 << variable.slot_lanes().min(4)) - 1;
                    for slot in 0..variable.slots() {
                        reads[input].add(slot, all);
                    }
                    reads[input].indexed = true;
                }
                _ => {}
            }
        }
    }
    reads
}

/// For each value the lanes that some operand reads.
fn used_lanes(shader: &Shader) -> SecondaryMap<Value, u8> {
    let mut used: SecondaryMap<Value, u8> = SecondaryMap::new();
    for region in shader.live_regions() {
        let data = &shader.regions[region];
        let operands = data.insts.iter().flat_map(|&inst| &shader.insts[inst].args);
        for operand in operands.chain(data.end.uses()) {
            used[operand.value] |= operand.swizzle.mask();
        }
    }
    used
}
