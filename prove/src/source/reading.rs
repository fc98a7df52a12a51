//! Which instructions of a shader its outputs depend on.

use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Array, Inst, Op, Region, Shader, Terminator, Value};
use rustc_hash::FxHashSet;

/// The instructions, by number, on which no output depends that `is_read`, and no discard.
pub(crate) fn unread(shader: &Shader, is_read: &dyn Fn(&str) -> bool) -> FxHashSet<usize> {
    let mut reading = Reading {
        shader,
        values: FxHashSet::default(),
        arrays: FxHashSet::default(),
        insts: FxHashSet::default(),
    };
    let body = &shader.regions[shader.body];
    let slots = shader.interface.output_slots().zip(body.end.uses());
    for ((output, _), used) in slots {
        if is_read(&shader.interface.outputs[output].name) {
            reading.values.insert(used.value);
        }
    }
    // Loops and arrays carry what is read to what was there before.
    loop {
        let before = reading.size();
        reading.region(shader.body);
        if reading.size() == before {
            break;
        }
    }
    let all = shader.insts.keys();
    let unread = all.filter(|inst| !reading.insts.contains(inst));
    unread.map(|inst| inst.index()).collect()
}

struct Reading<'a> {
    shader: &'a Shader,
    values: FxHashSet<Value>,
    arrays: FxHashSet<Array>,
    insts: FxHashSet<Inst>,
}

impl Reading<'_> {
    fn size(&self) -> usize {
        self.values.len() + self.arrays.len() + self.insts.len()
    }

    /// Marks what the instructions of a region read, from the last to the first; true if one of them is read.
    fn region(&mut self, region: Region) -> bool {
        let shader = self.shader;
        let data = &shader.regions[region];
        let mut any = false;
        for &inst in data.insts.iter().rev() {
            any |= self.inst(inst);
        }
        any
    }

    fn inst(&mut self, inst: Inst) -> bool {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let results = &data.results;
        let mut is_read = results.iter().any(|value| self.values.contains(value));
        is_read |= match data.op {
            Op::Discard => true,
            Op::ArrayStore(array) => self.arrays.contains(&array),
            _ => false,
        };
        for &inner in &data.regions {
            // A condition that ends a loop decides which values it carries.
            let end = &shader.regions[inner].end;
            let leaves = matches!(end, Terminator::Break(_) | Terminator::Continue(_));
            if is_read || leaves {
                self.values.extend(end.uses().iter().map(|used| used.value));
            }
            is_read |= self.region(inner) || leaves && data.op == Op::If;
        }
        if is_read {
            self.insts.insert(inst);
            self.values.extend(data.args.iter().map(|used| used.value));
            if let Op::ArrayLoad(array) = data.op {
                self.arrays.insert(array);
            }
        }
        is_read
    }
}
