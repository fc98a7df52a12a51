//! `lower_arrays`: memory objects become values.
//!
//! Needs nothing; is best after loops are unrolled. Gives: no memory object all of whose indices are
//! literals, and none at all where the target cannot index memory. Elements are carried through `if`
//! and loops as results and parameters, stores by a computed index become selects on every element.
//! Cost: linear in the instructions plus, for each `if` and loop, the elements written in it.

use crate::entity::SecondaryMap;
use crate::opt::index::{choose, few, literal_index, one_hot, too_many};
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Array, Capabilities, Inst, Op, Region, Shader, Swizzle, Terminator, Type, Use, ValueData,
    ValueDef,
};
use retroshade_diagnostics::Diagnostic;
use std::collections::BTreeSet;

/// The pass.
pub const ARRAYS: Pass = Pass {
    name: "lower_arrays",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        if shader.arrays.is_empty() {
            return Ok(false);
        }
        let mut pass = Promote::new(shader, capabilities)?;
        if pass.slots.is_empty() {
            return Ok(false);
        }
        rewrite(shader, capabilities, &mut pass)
    },
};

/// One element of one promoted memory object.
type Slot = usize;

struct Promote {
    /// For each promoted memory object, the slot of element 0.
    first: SecondaryMap<Array, Option<Slot>>,
    /// Types of all slots.
    slots: Vec<Type>,
    /// What each slot holds here; nothing if it was not written.
    state: Vec<Option<Use>>,
    /// Slots with what they held before, in the order of the writes.
    log: Vec<(Slot, Option<Use>)>,
    scopes: Vec<Scope>,
    /// Slots written in each loop.
    written: SecondaryMap<Inst, Vec<Slot>>,
    /// Open loops.
    loops: Vec<Inst>,
}

/// An `if` or loop whose regions are being visited.
struct Scope {
    /// Length of the log at its start.
    start: usize,
    /// Values that the accepting arm left in the slots that it wrote.
    accept: Vec<(Slot, Option<Use>)>,
    /// Likewise the other arm.
    reject: Vec<(Slot, Option<Use>)>,
}

impl Promote {
    fn new(shader: &Shader, capabilities: &Capabilities) -> Result<Promote, Diagnostic> {
        let mut computed: SecondaryMap<Array, Option<Inst>> = SecondaryMap::new();
        let regions = shader.live_regions();
        let insts = regions
            .iter()
            .flat_map(|&region| &shader.regions[region].insts);
        for &inst in insts {
            let data = &shader.insts[inst];
            if let (Op::ArrayLoad(array) | Op::ArrayStore(array), Some(&index)) =
                (data.op, data.args.first())
                && shader.as_constant(index).is_none()
            {
                computed[array] = Some(inst);
            }
        }
        let mut pass = Promote {
            first: SecondaryMap::new(),
            slots: Vec::new(),
            state: Vec::new(),
            log: Vec::new(),
            scopes: Vec::new(),
            written: SecondaryMap::new(),
            loops: Vec::new(),
        };
        for (array, data) in shader.arrays.iter() {
            if let Some(inst) = computed[array] {
                if capabilities.index.arrays {
                    continue;
                }
                if !few(data.len) {
                    let what = format!("array `{}`", data.name);
                    let span = shader.insts[inst].span;
                    return Err(too_many(capabilities, &what, data.len, span));
                }
            }
            pass.first[array] = Some(pass.slots.len());
            pass.slots.extend((0..data.len.max(1)).map(|_| data.ty));
        }
        pass.state = vec![None; pass.slots.len()];
        pass.find_written(shader);
        Ok(pass)
    }

    /// Finds the slots that each loop writes, loops inside of it included.
    fn find_written(&mut self, shader: &Shader) {
        let mut around: SecondaryMap<Region, Option<Inst>> = SecondaryMap::new();
        let mut sets: SecondaryMap<Inst, BTreeSet<Slot>> = SecondaryMap::new();
        let mut loops = Vec::new();
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                let data = &shader.insts[inst];
                if let (Op::ArrayStore(array), Some(outer)) = (data.op, around[region]) {
                    sets[outer].extend(self.may_write(shader, array, data.args[0]));
                }
                if data.op == Op::Loop {
                    loops.push((inst, around[region]));
                }
                for &inner in &data.regions {
                    around[inner] = match data.op {
                        Op::Loop => Some(inst),
                        _ => around[region],
                    };
                }
            }
        }
        for (inst, outer) in loops.into_iter().rev() {
            let set = std::mem::take(&mut sets[inst]);
            if let Some(outer) = outer {
                sets[outer].extend(&set);
            }
            self.written[inst] = set.into_iter().collect();
        }
    }

    /// The slots that a store may write.
    fn may_write(&self, shader: &Shader, array: Array, index: Use) -> std::ops::Range<Slot> {
        let Some(first) = self.first[array] else {
            return 0..0;
        };
        let length = shader.arrays[array].len.max(1);
        match literal_index(shader, index, length) {
            Some(element) => first + element as usize..first + element as usize + 1,
            None => first..first + length as usize,
        }
    }

    fn set(&mut self, slot: Slot, value: Option<Use>) {
        let before = std::mem::replace(&mut self.state[slot], value);
        self.log.push((slot, before));
    }

    fn get(&self, rw: &mut Rewriter<'_>, slot: Slot) -> Use {
        match self.state[slot] {
            Some(value) => rw.resolve(value),
            None => rw.undefined(self.slots[slot]),
        }
    }

    fn load(&self, rw: &mut Rewriter<'_>, first: Slot, length: u32, index: Use) -> Use {
        if let Some(element) = literal_index(rw.shader, index, length) {
            return self.get(rw, first + element as usize);
        }
        let slots = first..first + length as usize;
        let elements: Vec<Use> = slots.map(|slot| self.get(rw, slot)).collect();
        choose(rw, index, &elements)
    }

    fn store(&mut self, rw: &mut Rewriter<'_>, first: Slot, length: u32, index: Use, value: Use) {
        if let Some(element) = literal_index(rw.shader, index, length) {
            return self.set(first + element as usize, Some(value));
        }
        let hot = one_hot(rw, index, length);
        for (slot, hot) in (first..).zip(hot) {
            let before = self.get(rw, slot);
            let wide = hot.then(Swizzle::splat(0, value.lanes()));
            let after = rw.emit(Op::Select, &[wide, value, before]);
            self.set(slot, Some(after));
        }
    }

    /// Takes back what was written since the log had a length; gives the last of each slot.
    fn undo(&mut self, start: usize) -> Vec<(Slot, Option<Use>)> {
        let mut last = Vec::new();
        let written: BTreeSet<Slot> = self.log[start..].iter().map(|&(slot, _)| slot).collect();
        for slot in written {
            last.push((slot, self.state[slot]));
        }
        for (slot, before) in self.log.drain(start..).rev() {
            self.state[slot] = before;
        }
        last
    }

    /// A further result of an `if` or loop.
    fn add_result(rw: &mut Rewriter<'_>, inst: Inst, ty: Type) -> Use {
        let index = rw.shader.insts[inst].results.len() as u32;
        let def = ValueDef::Result(inst, index);
        let value = rw.shader.values.push(ValueData { ty, def });
        rw.shader.insts[inst].results.push(value);
        rw.changed = true;
        rw.shader.whole(value)
    }

    /// Values carried round a loop: parameters, and later results, for what is written in it.
    fn enter_loop(&mut self, rw: &mut Rewriter<'_>, inst: Inst, body: Region) {
        self.loops.push(inst);
        for slot in self.written[inst].clone() {
            let before = self.get(rw, slot);
            rw.shader.insts[inst].args.push(before);
            let index = rw.shader.regions[body].parameters.len() as u32;
            let value = rw.shader.values.push(ValueData {
                ty: self.slots[slot],
                def: ValueDef::Parameter(body, index),
            });
            rw.shader.regions[body].parameters.push(value);
            rw.changed = true;
            let value = rw.shader.whole(value);
            self.set(slot, Some(value));
        }
    }

    /// Hands on what a loop writes where a region leaves to it.
    fn leave_to_loop(&mut self, rw: &mut Rewriter<'_>, region: Region) {
        let Some(&inst) = self.loops.last() else {
            return;
        };
        let leaves = matches!(
            rw.shader.regions[region].end,
            Terminator::Break(_) | Terminator::Continue(_)
        );
        if !leaves {
            return;
        }
        let slots = self.written[inst].clone();
        let values: Vec<Use> = slots.into_iter().map(|slot| self.get(rw, slot)).collect();
        if let Terminator::Break(uses) | Terminator::Continue(uses) =
            &mut rw.shader.regions[region].end
        {
            uses.extend(values);
        }
    }

    /// Joins the slots that the arms of an `if` wrote.
    fn leave_if(&mut self, rw: &mut Rewriter<'_>, inst: Inst, scope: &Scope) {
        let arms = rw.inst(inst).regions.clone();
        let yields: Vec<bool> = arms
            .iter()
            .map(|&arm| matches!(rw.shader.regions[arm].end, Terminator::Yield(_)))
            .collect();
        let written: BTreeSet<Slot> = scope
            .accept
            .iter()
            .chain(&scope.reject)
            .map(|&(slot, _)| slot)
            .collect();
        for slot in written {
            let last = |list: &[(Slot, Option<Use>)]| {
                list.iter()
                    .find(|&&(written, _)| written == slot)
                    .map_or(self.state[slot], |&(_, value)| value)
            };
            let values = [last(&scope.accept), last(&scope.reject)];
            for ((&arm, &yields), value) in arms.iter().zip(&yields).zip(values) {
                if !yields {
                    continue;
                }
                let value = match value {
                    Some(value) => rw.resolve(value),
                    None => rw.undefined(self.slots[slot]),
                };
                if let Terminator::Yield(uses) = &mut rw.shader.regions[arm].end {
                    uses.push(value);
                }
            }
            let result = Promote::add_result(rw, inst, self.slots[slot]);
            self.set(slot, Some(result));
        }
    }
}

impl Transform for Promote {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        match (data.op, data.args.as_slice()) {
            (Op::ArrayLoad(array), &[index]) => {
                let Some(first) = self.first[array] else {
                    return Ok(Visit::Keep);
                };
                let length = rw.shader.arrays[array].len.max(1);
                let value = self.load(rw, first, length, index);
                let result = rw.shader.result(inst);
                rw.replace(result, value);
                Ok(Visit::Done)
            }
            (Op::ArrayStore(array), &[index, value]) => {
                let Some(first) = self.first[array] else {
                    return Ok(Visit::Keep);
                };
                let length = rw.shader.arrays[array].len.max(1);
                self.store(rw, first, length, index, value);
                Ok(Visit::Done)
            }
            _ => Ok(Visit::Keep),
        }
    }

    fn enter_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, region: Region) {
        if rw.inst(owner).regions.first() == Some(&region) {
            self.scopes.push(Scope {
                start: self.log.len(),
                accept: Vec::new(),
                reject: Vec::new(),
            });
        }
        if rw.inst(owner).op == Op::Loop {
            self.enter_loop(rw, owner, region);
        }
    }

    fn leave_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, region: Region) {
        self.leave_to_loop(rw, region);
        let Some(start) = self.scopes.last().map(|scope| scope.start) else {
            return;
        };
        let mut last = self.undo(start);
        if !matches!(rw.shader.regions[region].end, Terminator::Yield(_)) {
            // What follows is not reached from here.
            last.clear();
        }
        let accept = rw.inst(owner).regions.first() == Some(&region);
        if let Some(scope) = self.scopes.last_mut() {
            if accept {
                scope.accept = last
            } else {
                scope.reject = last
            }
        }
    }

    fn leave(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let Some(scope) = self.scopes.pop() else {
            return Ok(Visit::Keep);
        };
        match rw.inst(inst).op {
            Op::Loop => {
                self.loops.pop();
                for slot in self.written[inst].clone() {
                    let result = Promote::add_result(rw, inst, self.slots[slot]);
                    self.set(slot, Some(result));
                }
            }
            _ => self.leave_if(rw, inst, &scope),
        }
        Ok(Visit::Keep)
    }
}

#[cfg(test)]
mod tests {
    use super::ARRAYS;
    use crate::opt::testing::{agrees, changes_on, read, run_on};
    use crate::opt::{CSE, DCE, SIMPLIFY};
    use crate::text::print;
    use crate::{Capabilities, Indexing, OpKind};

    const NO_MEMORY: Capabilities = Capabilities {
        index: Indexing {
            arrays: false,
            ..Indexing::ALL
        },
        ..Capabilities::FULL
    };

    #[test]
    fn literal_indices_are_values_through_ifs() {
        changes_on(
            &[ARRAYS, DCE],
            &Capabilities::FULL,
            r#"shader vertex "a"
input in0 "v" vec4
output out0 "gl_Position" vec4 builtin=position
array array0 "a" f4[2]
body {
  %0:f4 = input in0[0]
  %1:i1 = const 0
  %2:i1 = const 1
  array_store array0[%1] = %0
  array_store array0[%2] = %0.wzyx
  %3:b1 = lt %0.x, %0.y
  if %3 {
    %4:f4 = array_load array0[%1]
    %5:f4 = add %4, %4
    array_store array0[%1] = %5
    yield
  } else {
    yield
  }
  %6:f4 = array_load array0[%1]
  %7:f4 = array_load array0[%2]
  %8:f4 = mul %6, %7
  yield %8
}
"#,
            r#"shader vertex "a"
input in0 "v" vec4
output out0 "gl_Position" vec4 builtin=position
array array0 "a" f4[2]
body {
  %0:f4 = input in0[0]
  %1:b1 = lt %0.x, %0.y
  %2:f4 = if %1 {
    %3:f4 = add %0, %0
    yield %3
  } else {
    yield %0
  }
  %4:f4 = mul %2, %0.wzyx
  yield %4
}
"#,
        );
    }

    const BUBBLES: &str = r#"shader vertex "a"
input in0 "v" vec4
uniform uniform0 "i" int[2]
output out0 "gl_Position" vec4 builtin=position
array array0 "a" f1[4]
body {
  %0:f4 = input in0[0]
  %1:i1 = const 0
  %2:i1 = const 1
  %3:i1 = const 2
  %4:i1 = const 3
  %20:i1 = const 3
  array_store array0[%1] = %0.x
  array_store array0[%2] = %0.y
  array_store array0[%3] = %0.z
  array_store array0[%4] = %0.w
  %5:i1 = uniform uniform0[0]
  %6:f1 = loop (%7:i1 = %1, %8:f1 = %0.x) {
    %9:b1 = lt %7, %20
    if %9 { yield } else { break %8 }
    %10:f1 = array_load array0[%7]
    %11:i1 = add %7, %2
    %12:f1 = array_load array0[%11]
    %13:b1 = lt %12, %10
    %14:f1 = if %13 {
      array_store array0[%7] = %12
      array_store array0[%11] = %10
      %15:b1 = lt %10, %8
      if %15 { break %12 } else { yield }
      yield %10
    } else {
      array_store array0[%2] = %10
      yield %8
    }
    continue %11, %14
  }
  %16:f1 = array_load array0[%1]
  %17:f1 = array_load array0[%2]
  %18:f1 = array_load array0[%5]
  %19:f4 = compose %16, %17, %18, %6
  yield %19
}
"#;

    #[test]
    fn computed_indices_go_through_loops_and_early_exits() {
        let text = print(&agrees(&[ARRAYS], &NO_MEMORY, BUBBLES, 0.0));
        assert!(!text.contains("array_"), "{text}");
        let mut adding = NO_MEMORY;
        adding.native = adding.native.without(OpKind::Select);
        agrees(&[ARRAYS, SIMPLIFY, CSE, DCE], &adding, BUBBLES, 1e-6);
    }

    #[test]
    fn memory_stays_where_it_can_be_indexed() {
        changes_on(&[ARRAYS], &Capabilities::FULL, BUBBLES, BUBBLES);
    }

    #[test]
    fn large_memory_is_refused() {
        let text = BUBBLES.replace("f1[4]", "f1[400]");
        let fault = run_on(&[ARRAYS], &NO_MEMORY, &mut read(&text)).unwrap_err();
        assert_eq!(fault.code.id, "E0311");
        assert!(fault.message.contains("array `a`"), "{}", fault.message);
    }
}
