//! `opt_dce`: drops what nobody needs.
//!
//! Needs nothing. Gives: every instruction, every result of an `if` or loop and every value carried
//! round a loop is needed by an output, a discard, or a memory object that is read. Loops are taken
//! to end, so one that only counts goes. Cost: linear; everything is marked at most once, backwards
//! from what has an effect (the mark phase of Cytron et al., "Efficiently Computing Static Single
//! Assignment Form and the Control Dependence Graph", where regions take the place of control
//! dependence).

use crate::entity::SecondaryMap;
use crate::pass::{Exactness, Pass};
use crate::{Array, Inst, Op, Region, Shader, Terminator, Use, Value, ValueDef};

/// The pass.
pub const DCE: Pass = Pass {
    name: "opt_dce",
    exactness: Exactness::Exact,
    run: |shader, _| Ok(eliminate(shader)),
};

/// The place of every instruction and region.
pub(super) struct Places {
    /// Regions in an order in which owners come first.
    regions: Vec<Region>,
    owner: SecondaryMap<Region, Option<Inst>>,
    region: SecondaryMap<Inst, Option<Region>>,
    /// Of each loop the regions that end by its break or continue.
    exits: SecondaryMap<Inst, Vec<Region>>,
    stores: SecondaryMap<Array, Vec<Inst>>,
    effects: Vec<Inst>,
}

impl Places {
    pub(super) fn find(shader: &Shader) -> Places {
        let mut places = Places {
            regions: vec![shader.body],
            owner: SecondaryMap::new(),
            region: SecondaryMap::with_len(shader.insts.len()),
            exits: SecondaryMap::new(),
            stores: SecondaryMap::new(),
            effects: Vec::new(),
        };
        let mut around: SecondaryMap<Region, Option<Inst>> = SecondaryMap::new();
        let mut next = 0;
        while let Some(&region) = places.regions.get(next) {
            next += 1;
            let data = &shader.regions[region];
            if let (Terminator::Break(_) | Terminator::Continue(_), Some(inst)) =
                (&data.end, around[region])
            {
                places.exits[inst].push(region);
            }
            for &inst in &data.insts {
                places.region[inst] = Some(region);
                let data = &shader.insts[inst];
                match data.op {
                    Op::ArrayStore(array) => places.stores[array].push(inst),
                    Op::Discard | Op::EmitVertex => places.effects.push(inst),
                    _ => {}
                }
                for &inner in &data.regions {
                    places.owner[inner] = Some(inst);
                    around[inner] = match data.op {
                        Op::Loop => Some(inst),
                        _ => around[region],
                    };
                    places.regions.push(inner);
                }
            }
        }
        places
    }
}

enum Work {
    Inst(Inst),
    Value(Value),
}

struct Mark<'a> {
    shader: &'a Shader,
    places: &'a Places,
    insts: SecondaryMap<Inst, bool>,
    values: SecondaryMap<Value, bool>,
    /// Memory objects that something needed reads: all their stores are needed.
    arrays: SecondaryMap<Array, bool>,
    work: Vec<Work>,
}

/// The instructions that some values depend on, the control flow around them included.
pub(super) fn needed_by(
    shader: &Shader,
    places: &Places,
    roots: &[Use],
) -> SecondaryMap<Inst, bool> {
    let mut mark = Mark::new(shader, places);
    roots.iter().for_each(|&root| mark.operand(root));
    mark.follow();
    mark.insts
}

impl<'a> Mark<'a> {
    fn new(shader: &'a Shader, places: &'a Places) -> Mark<'a> {
        Mark {
            shader,
            places,
            insts: SecondaryMap::with_len(shader.insts.len()),
            values: SecondaryMap::with_len(shader.values.len()),
            arrays: SecondaryMap::new(),
            work: Vec::with_capacity(shader.insts.len()),
        }
    }

    /// Marks what has an effect.
    fn run(&mut self) {
        for &inst in &self.places.effects {
            self.inst(inst);
        }
        self.end(self.shader.body);
        self.follow();
    }

    fn follow(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Inst(inst) => self.need_inst(inst),
                Work::Value(value) => self.need_value(value),
            }
        }
    }

    fn inst(&mut self, inst: Inst) {
        if !std::mem::replace(&mut self.insts[inst], true) {
            self.work.push(Work::Inst(inst));
        }
    }

    fn operand(&mut self, operand: Use) {
        if !std::mem::replace(&mut self.values[operand.value], true) {
            self.work.push(Work::Value(operand.value));
        }
    }

    /// The end of the body, or of an arm or loop that is needed.
    fn end(&mut self, region: Region) {
        let data = &self.shader.regions[region];
        match &data.end {
            Terminator::Yield(uses) if region == self.shader.body => {
                uses.iter().for_each(|&operand| self.operand(operand));
            }
            // What never hands on control must stay, or control would arrive.
            Terminator::Unreachable => data.insts.last().into_iter().for_each(|&i| self.inst(i)),
            _ => {}
        }
    }

    fn need_inst(&mut self, inst: Inst) {
        let (shader, places) = (self.shader, self.places);
        let data = &shader.insts[inst];
        for &region in &data.regions {
            self.end(region);
        }
        if matches!(data.op, Op::Loop) {
            // Values carried are needed one by one; how often it goes round, always.
            for &exit in &places.exits[inst] {
                places.owner[exit].into_iter().for_each(|i| self.inst(i));
            }
        } else {
            data.args.iter().for_each(|&operand| self.operand(operand));
        }
        if let Op::ArrayLoad(array) = data.op
            && !std::mem::replace(&mut self.arrays[array], true)
        {
            places.stores[array].iter().for_each(|&i| self.inst(i));
        }
        let around = places.region[inst].and_then(|region| places.owner[region]);
        around.into_iter().for_each(|i| self.inst(i));
    }

    fn need_value(&mut self, value: Value) {
        let (shader, places) = (self.shader, self.places);
        match shader.values[value].def {
            ValueDef::Result(inst, index) => {
                self.inst(inst);
                let data = &shader.insts[inst];
                match data.op {
                    Op::If => self.handed_on(&data.regions, index, is_yield),
                    Op::Loop => self.handed_on(&places.exits[inst], index, is_break),
                    _ => {}
                }
            }
            ValueDef::Parameter(region, index) => {
                let Some(inst) = places.owner[region] else {
                    return;
                };
                self.inst(inst);
                if let Some(&first) = shader.insts[inst].args.get(index as usize) {
                    self.operand(first);
                }
                self.handed_on(&places.exits[inst], index, is_continue);
            }
        }
    }

    fn handed_on(&mut self, regions: &[Region], index: u32, which: fn(&Terminator) -> bool) {
        let shader = self.shader;
        for &region in regions {
            let end = &shader.regions[region].end;
            if let (true, Some(&operand)) = (which(end), end.uses().get(index as usize)) {
                self.operand(operand);
            }
        }
    }
}

fn is_yield(end: &Terminator) -> bool {
    matches!(end, Terminator::Yield(_))
}

fn is_break(end: &Terminator) -> bool {
    matches!(end, Terminator::Break(_))
}

fn is_continue(end: &Terminator) -> bool {
    matches!(end, Terminator::Continue(_))
}

/// A body without regions inside and without memory: whatever is needed is found on one way back.
fn eliminate_straight(shader: &mut Shader) -> bool {
    let mut values: SecondaryMap<Value, bool> = SecondaryMap::with_len(shader.values.len());
    let body = &mut shader.regions[shader.body];
    for operand in body.end.uses() {
        values[operand.value] = true;
    }
    let insts = &mut body.insts;
    let before = insts.len();
    // What stays moves to the end of the list, then up.
    let mut first = before;
    for index in (0..before).rev() {
        let inst = insts[index];
        let data = &shader.insts[inst];
        let has_effect = matches!(data.op, Op::Discard | Op::EmitVertex);
        if !has_effect && !data.results.iter().any(|&result| values[result]) {
            continue;
        }
        for operand in &data.args {
            values[operand.value] = true;
        }
        first -= 1;
        insts[first] = inst;
    }
    insts.drain(..first);
    first > 0
}

fn eliminate(shader: &mut Shader) -> bool {
    let body = &shader.regions[shader.body];
    let straight = |&inst: &Inst| {
        let data = &shader.insts[inst];
        data.regions.is_empty() && !matches!(data.op, Op::ArrayStore(_))
    };
    if matches!(body.end, Terminator::Yield(_)) && body.insts.iter().all(straight) {
        return eliminate_straight(shader);
    }
    let places = Places::find(shader);
    let mut mark = Mark::new(shader, &places);
    mark.run();
    let (insts, values) = (mark.insts, mark.values);
    let mut changed = false;
    for &region in &places.regions {
        let mut list = std::mem::take(&mut shader.regions[region].insts);
        let before = list.len();
        list.retain(|&inst| insts[inst]);
        changed |= list.len() != before;
        for &inst in &list {
            changed |= match shader.insts[inst].op {
                Op::If => narrow_if(shader, &values, inst),
                Op::Loop => narrow_loop(shader, &values, &places, inst),
                _ => false,
            };
        }
        shader.regions[region].insts = list;
    }
    changed
}

/// Those of `list` whose number is marked in `flags`.
fn kept<T: Copy, L: FromIterator<T>>(list: &[T], flags: &[bool]) -> L {
    let marked = list.iter().zip(flags).filter(|(_, keep)| **keep);
    marked.map(|(item, _)| *item).collect()
}

fn keep_end(shader: &mut Shader, region: Region, which: fn(&Terminator) -> bool, flags: &[bool]) {
    let end = &mut shader.regions[region].end;
    if !which(end) {
        return;
    }
    if let Terminator::Yield(uses) | Terminator::Break(uses) | Terminator::Continue(uses) = end {
        *uses = kept(uses, flags);
    }
}

/// Drops the results of an `if` or loop that nobody needs; `None` if all are needed.
fn narrow_results(
    shader: &mut Shader,
    values: &SecondaryMap<Value, bool>,
    inst: Inst,
) -> Option<Vec<bool>> {
    let results = &mut shader.insts[inst].results;
    let flags: Vec<bool> = results.iter().map(|&value| values[value]).collect();
    if flags.iter().all(|&flag| flag) {
        return None;
    }
    *results = kept(results, &flags);
    for (index, &value) in results.iter().enumerate() {
        shader.values[value].def = ValueDef::Result(inst, index as u32);
    }
    Some(flags)
}

fn narrow_if(shader: &mut Shader, values: &SecondaryMap<Value, bool>, inst: Inst) -> bool {
    let Some(flags) = narrow_results(shader, values, inst) else {
        return false;
    };
    for region in shader.insts[inst].regions.clone() {
        keep_end(shader, region, is_yield, &flags);
    }
    true
}

fn narrow_loop(
    shader: &mut Shader,
    values: &SecondaryMap<Value, bool>,
    places: &Places,
    inst: Inst,
) -> bool {
    let mut changed = false;
    if let Some(flags) = narrow_results(shader, values, inst) {
        changed = true;
        for &region in &places.exits[inst] {
            keep_end(shader, region, is_break, &flags);
        }
    }
    let Some(&body) = shader.insts[inst].regions.first() else {
        return changed;
    };
    let parameters = &mut shader.regions[body].parameters;
    let flags: Vec<bool> = parameters.iter().map(|&value| values[value]).collect();
    if flags.iter().all(|&flag| flag) {
        return changed;
    }
    *parameters = kept(parameters, &flags);
    for (index, &value) in parameters.iter().enumerate() {
        shader.values[value].def = ValueDef::Parameter(body, index as u32);
    }
    shader.insts[inst].args = kept(&shader.insts[inst].args, &flags);
    for &region in &places.exits[inst] {
        keep_end(shader, region, is_continue, &flags);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::DCE;
    use crate::opt::testing::changes;

    #[test]
    fn keeps_what_outputs_need() {
        changes(
            DCE,
            r#"shader vertex "a"
input in0 "a" vec4
output out0 "gl_Position" vec4 builtin=position
body {
  %0:f4 = input in0[0]
  %1:f4 = add %0, %0
  %2:f4 = mul %1, %1
  yield %1
}
"#,
            r#"shader vertex "a"
input in0 "a" vec4
output out0 "gl_Position" vec4 builtin=position
body {
  %0:f4 = input in0[0]
  %1:f4 = add %0, %0
  yield %1
}
"#,
        );
    }

    #[test]
    fn drops_results_and_carried_values_one_by_one() {
        changes(
            DCE,
            r#"shader fragment "a"
input in0 "v" float
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f1 = input in0[0]
  %1:f1 = const 1.0
  %2:f1, %3:f1 = loop (%4:f1 = %0, %5:f1 = %1, %6:f1 = %0) {
    %7:b1 = lt %4, %1
    %8:f1 = add %5, %0
    %9:f1 = add %6, %6
    %10:f1, %11:f1 = if %7 {
      %12:f1 = add %4, %1
      yield %12, %0
    } else {
      break %5, %9
    }
    continue %10, %8, %9
  }
  yield %2.xxxx
}
"#,
            r#"shader fragment "a"
input in0 "v" float
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f1 = input in0[0]
  %1:f1 = const 1.0
  %2:f1 = loop (%3:f1 = %0, %4:f1 = %1) {
    %5:b1 = lt %3, %1
    %6:f1 = add %4, %0
    %7:f1 = if %5 {
      %8:f1 = add %3, %1
      yield %8
    } else {
      break %4
    }
    continue %7, %6
  }
  yield %2.xxxx
}
"#,
        );
    }

    #[test]
    fn discards_and_what_steers_them_stay() {
        let text = r#"shader fragment "a"
input in0 "v" float
output out0 "gl_FragColor" vec4 builtin=frag_color
array array0 "a" f1[2]
body {
  %0:f1 = input in0[0]
  %1:f1 = const 0.0
  %2:i1 = const 1
  array_store array0[%2] = %0
  %3:b1 = lt %0, %1
  if %3 {
    %4:f1 = array_load array0[%2]
    %5:b1 = lt %4, %1
    discard %5
    yield
  } else {
    yield
  }
  yield %1.xxxx
}
"#;
        crate::opt::testing::keeps(DCE, text);
    }

    #[test]
    fn a_store_that_nobody_reads_goes_and_so_does_its_loop() {
        changes(
            DCE,
            r#"shader fragment "a"
input in0 "v" float
output out0 "gl_FragColor" vec4 builtin=frag_color
array array0 "a" f1[2]
body {
  %0:f1 = input in0[0]
  loop (%1:f1 = %0) {
    %2:b1 = lt %1, %0
    if %2 {
      %3:i1 = const 1
      array_store array0[%3] = %1
      yield
    } else {
      break
    }
    continue %0
  }
  yield %0.xxxx
}
"#,
            r#"shader fragment "a"
input in0 "v" float
output out0 "gl_FragColor" vec4 builtin=frag_color
array array0 "a" f1[2]
body {
  %0:f1 = input in0[0]
  yield %0.xxxx
}
"#,
        );
    }
}
