//! What the outputs depend on. The interpreter skips the rest, so that a value nobody needs is not
//! asked of the run data either. An arm that a literal condition never takes needs nothing.

use crate::entity::SecondaryMap;
use crate::shader::ValueDef;
use crate::{Array, Inst, Op, Region, Shader, Terminator, Use, Value};

/// A way to leave the body of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaving {
    /// By a break.
    Loop,
    /// By a continue.
    Round,
}

/// The instructions and values that matter.
pub(super) struct Active {
    pub(super) insts: SecondaryMap<Inst, bool>,
    pub(super) values: SecondaryMap<Value, bool>,
}

/// Finds what a verified shader's outputs and discards depend on: through data, through the
/// conditions of the control flow around, and through memory.
pub(super) fn active(shader: &Shader) -> Active {
    let mut search = Search {
        shader,
        found: Active {
            insts: SecondaryMap::new(),
            values: SecondaryMap::new(),
        },
        parents: SecondaryMap::new(),
        regions: SecondaryMap::new(),
        leaving: SecondaryMap::new(),
        stores: SecondaryMap::new(),
        new_values: Vec::new(),
        new_insts: Vec::new(),
    };
    search.survey();
    for operand in shader.regions[shader.body].end.uses() {
        search.need(operand.value);
    }
    search.run();
    search.found
}

struct Search<'a> {
    shader: &'a Shader,
    found: Active,
    /// The instruction a region belongs to.
    parents: SecondaryMap<Region, Option<Inst>>,
    /// The region that lists an instruction.
    regions: SecondaryMap<Inst, Option<Region>>,
    /// Regions that end by leaving a round of this loop.
    leaving: SecondaryMap<Inst, Vec<Region>>,
    /// Writes to a memory object.
    stores: SecondaryMap<Array, Vec<Inst>>,
    new_values: Vec<Value>,
    new_insts: Vec<Inst>,
}

impl<'a> Search<'a> {
    fn survey(&mut self) {
        let shader = self.shader;
        // Each region comes before those within, so the parents of its parents are known.
        let mut regions = vec![shader.body];
        let mut next = 0;
        while let Some(&region) = regions.get(next) {
            next += 1;
            let data = &shader.regions[region];
            for &inst in &data.insts {
                self.regions[inst] = Some(region);
                let inst_data = &shader.insts[inst];
                for &inner in self.taken(inst) {
                    self.parents[inner] = Some(inst);
                    regions.push(inner);
                }
                match inst_data.op {
                    Op::Discard | Op::EmitVertex => self.need_inst(inst),
                    Op::ArrayStore(array) => self.stores[array].push(inst),
                    _ => {}
                }
            }
            // Of a loop behind which nothing is reached, that it never ends is what the shader does.
            if data.end == Terminator::Unreachable
                && let Some(&last) = data.insts.last()
                && shader.insts[last].op == Op::Loop
            {
                self.need_inst(last);
            }
            if let Terminator::Break(_) | Terminator::Continue(_) = data.end
                && let Some(around) = self.loop_around(region)
            {
                self.leaving[around].push(region);
            }
        }
    }

    /// The regions of an instruction that may run.
    fn taken(&self, inst: Inst) -> &'a [Region] {
        let data = &self.shader.insts[inst];
        let condition = match (data.op, data.args.first()) {
            (Op::If, Some(&operand)) => self.shader.as_constant(operand),
            _ => None,
        };
        match (condition, data.regions.as_slice()) {
            (Some(literal), [accept, reject]) => {
                std::slice::from_ref(if literal.bool(0) { accept } else { reject })
            }
            (_, regions) => regions,
        }
    }

    fn loop_around(&self, mut region: Region) -> Option<Inst> {
        loop {
            let inst = self.parents[region]?;
            if self.shader.insts[inst].op == Op::Loop {
                return Some(inst);
            }
            region = self.regions[inst]?;
        }
    }

    fn need(&mut self, value: Value) {
        if !std::mem::replace(&mut self.found.values[value], true) {
            self.new_values.push(value);
        }
    }

    fn need_inst(&mut self, inst: Inst) {
        if !std::mem::replace(&mut self.found.insts[inst], true) {
            self.new_insts.push(inst);
        }
    }

    fn run(&mut self) {
        loop {
            if let Some(inst) = self.new_insts.pop() {
                self.visit_inst(inst);
            } else if let Some(value) = self.new_values.pop() {
                self.visit_value(value);
            } else {
                return;
            }
        }
    }

    fn visit_inst(&mut self, inst: Inst) {
        let shader = self.shader;
        let data = &shader.insts[inst];
        match data.op {
            // What a loop carries is needed value by value.
            Op::Loop => {
                for index in 0..self.leaving[inst].len() {
                    self.need_around(self.leaving[inst][index]);
                }
            }
            op => {
                for operand in &data.args {
                    self.need(operand.value);
                }
                if let Op::ArrayLoad(array) = op {
                    for store in std::mem::take(&mut self.stores[array]) {
                        self.need_inst(store);
                    }
                }
            }
        }
        if let Some(region) = self.regions[inst] {
            self.need_around(region);
        }
    }

    /// The instruction that decides whether a region runs; it needs the one around it in turn.
    fn need_around(&mut self, region: Region) {
        if let Some(inst) = self.parents[region] {
            self.need_inst(inst);
        }
    }

    fn visit_value(&mut self, value: Value) {
        let shader = self.shader;
        let (inst, from) = match shader.values[value].def {
            ValueDef::Result(inst, index) => (inst, index as usize),
            ValueDef::Parameter(region, index) => {
                let Some(inst) = self.parents[region] else {
                    return;
                };
                self.need_inst(inst);
                self.need_operand(&shader.insts[inst].args, index as usize);
                self.need_leaving(inst, index as usize, Leaving::Round);
                return;
            }
        };
        self.need_inst(inst);
        match shader.insts[inst].op {
            Op::If => {
                for &arm in self.taken(inst) {
                    if let Terminator::Yield(uses) = &shader.regions[arm].end {
                        self.need_operand(uses, from);
                    }
                }
            }
            Op::Loop => self.need_leaving(inst, from, Leaving::Loop),
            _ => {}
        }
    }

    fn need_operand(&mut self, uses: &[Use], index: usize) {
        if let Some(operand) = uses.get(index) {
            self.need(operand.value);
        }
    }

    /// Value `index` of every break, or every continue, of a loop.
    fn need_leaving(&mut self, inst: Inst, index: usize, leaving: Leaving) {
        let shader = self.shader;
        for which in 0..self.leaving[inst].len() {
            let end = &shader.regions[self.leaving[inst][which]].end;
            let is_break = matches!(end, Terminator::Break(_));
            if is_break == (leaving == Leaving::Loop) {
                self.need_operand(end.uses(), index);
            }
        }
    }
}
