//! `opt_cse`: computes equal things once.
//!
//! Needs nothing. Gives: no two equal instructions of which one is visible to the other, loads from
//! memory without a store between them included; a load right after a store of the same index is
//! the value stored. Cost: one hash look-up for each instruction.

use crate::entity::SecondaryMap;
use crate::opt::rewrite::{Rewriter, Transform, Visit, rewrite};
use crate::pass::Pass;
use crate::{Array, Effect, Inst, Op, Region, Shader, Stage, Type, Use, Value};
use retroshade_diagnostics::Diagnostic;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

/// The pass.
pub const CSE: Pass = Pass {
    name: "opt_cse",
    run: |shader, capabilities| {
        let mut pass = Cse {
            fragment: shader.stage == Stage::Fragment,
            stored: stored_in_loops(shader),
            seen: FxHashMap::with_capacity_and_hasher(shader.insts.len(), FxBuildHasher),
            scopes: Vec::new(),
            versions: SecondaryMap::new(),
            next_version: 1,
        };
        rewrite(shader, capabilities, &mut pass)
    },
};

/// The most operands of an operation other than a loop.
const OPERANDS: usize = 5;

/// Everything that makes two instructions equal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    op: Op,
    args: [Option<Use>; OPERANDS],
    ty: Type,
    /// Of loads: the state of the memory object.
    version: u32,
}

/// Of the operation and its operands: the rest hardly ever tells two instructions apart.
impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.op.hash(state);
        for operand in self.args.iter().flatten() {
            operand.hash(state);
        }
    }
}

struct Cse {
    fragment: bool,
    /// Of each loop the memory objects written in it.
    stored: SecondaryMap<Inst, Vec<Array>>,
    seen: FxHashMap<Key, Use>,
    /// Keys entered in each open region.
    scopes: Vec<Vec<Key>>,
    /// Changes with each write.
    versions: SecondaryMap<Array, u32>,
    next_version: u32,
}

fn stored_in_loops(shader: &Shader) -> SecondaryMap<Inst, Vec<Array>> {
    let mut stored: SecondaryMap<Inst, Vec<Array>> = SecondaryMap::new();
    if !shader.may_have(|inst| matches!(inst.op, Op::ArrayStore(_))) {
        return stored;
    }
    let mut around: SecondaryMap<Region, Option<Inst>> = SecondaryMap::new();
    // Regions come after those around them, so going backwards loops hand on to loops around them.
    let mut loops = Vec::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            if let (Op::ArrayStore(array), Some(outer)) = (data.op, around[region]) {
                stored[outer].push(array);
            }
            if matches!(data.op, Op::Loop) {
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
        let mut arrays = std::mem::take(&mut stored[inst]);
        arrays.sort_unstable();
        arrays.dedup();
        if let Some(outer) = outer {
            stored[outer].extend(&arrays);
        }
        stored[inst] = arrays;
    }
    stored
}

impl Cse {
    fn written(&mut self, array: Array) {
        self.versions[array] = self.next_version;
        self.next_version += 1;
    }

    fn remember(&mut self, key: Key, value: Use) {
        self.seen.insert(key, value);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(key);
        }
    }

    fn key(&self, rw: &Rewriter<'_>, inst: Inst, result: Value) -> Option<Key> {
        let data = rw.inst(inst);
        let version = match data.op.effect(self.fragment) {
            Effect::Pure | Effect::Quad => 0,
            Effect::Read(array) => self.versions[array],
            Effect::Write(_) | Effect::Discard | Effect::Nested => return None,
        };
        let mut args = [None; OPERANDS];
        for (slot, &operand) in args.iter_mut().zip(&data.args) {
            *slot = Some(operand);
        }
        if data.op.is_commutative() {
            args[..2].sort_unstable();
        }
        Some(Key {
            op: data.op,
            args,
            ty: rw.shader.ty(result),
            version,
        })
    }
}

impl Transform for Cse {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        if let (Op::ArrayStore(array), &[index, value]) = (data.op, data.args.as_slice()) {
            self.written(array);
            let load = Key {
                op: Op::ArrayLoad(array),
                args: [Some(index), None, None, None, None],
                ty: rw.shader.arrays[array].ty,
                version: self.versions[array],
            };
            self.remember(load, value);
            return Ok(Visit::Keep);
        }
        // Two undefined values need not be equal, but may be.
        let &[result] = data.results.as_slice() else {
            return Ok(Visit::Keep);
        };
        let Some(key) = self.key(rw, inst, result) else {
            return Ok(Visit::Keep);
        };
        match self.seen.entry(key) {
            Entry::Occupied(equal) => {
                rw.replace(result, *equal.get());
                Ok(Visit::Done)
            }
            Entry::Vacant(place) => {
                place.insert(rw.shader.whole(result));
                if let Some(scope) = self.scopes.last_mut() {
                    scope.push(key);
                }
                Ok(Visit::Keep)
            }
        }
    }

    fn enter_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, _region: Region) {
        self.scopes.push(Vec::new());
        if matches!(rw.inst(owner).op, Op::Loop) {
            // Memory may have been written in an earlier round.
            for array in self.stored[owner].clone() {
                self.written(array);
            }
        }
    }

    fn leave_region(&mut self, _rw: &mut Rewriter<'_>, _owner: Inst, _region: Region) {
        for key in self.scopes.pop().unwrap_or_default() {
            self.seen.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CSE;
    use crate::opt::testing::{changes, keeps};

    #[test]
    fn equal_operations_are_done_once_in_sight_of_each_other() {
        changes(
            CSE,
            r#"shader fragment "a"
input in0 "v" vec2
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f2 = input in0[0]
  %1:f1 = add %0.x, %0.y
  %2:b1 = lt %0.x, %0.y
  %3:f1 = if %2 {
    %4:f1 = add %0.y, %0.x
    %5:f1 = mul %4, %1
    yield %5
  } else {
    %6:f1 = mul %1, %1
    yield %6
  }
  %7:f1 = mul %1, %1
  %8:f4 = compose %1, %1, %3, %7
  yield %8
}
"#,
            r#"shader fragment "a"
input in0 "v" vec2
output out0 "gl_FragColor" vec4 builtin=frag_color
body {
  %0:f2 = input in0[0]
  %1:f1 = add %0.x, %0.y
  %2:b1 = lt %0.x, %0.y
  %3:f1 = if %2 {
    %4:f1 = mul %1, %1
    yield %4
  } else {
    %5:f1 = mul %1, %1
    yield %5
  }
  %6:f1 = mul %1, %1
  %7:f4 = compose %1, %1, %3, %6
  yield %7
}
"#,
        );
    }

    #[test]
    fn loads_are_equal_until_a_store() {
        changes(
            CSE,
            r#"shader vertex "a"
input in0 "v" vec4
uniform uniform0 "i" int
output out0 "gl_Position" vec4 builtin=position
array array0 "a" f4[2]
body {
  %0:f4 = input in0[0]
  %1:i1 = uniform uniform0[0]
  %2:i1 = const 0
  array_store array0[%1] = %0
  %3:f4 = array_load array0[%1]
  %4:f4 = array_load array0[%2]
  array_store array0[%1] = %4
  %5:f4 = array_load array0[%2]
  %6:f4 = add %3, %4
  %7:f4 = add %6, %5
  yield %7
}
"#,
            r#"shader vertex "a"
input in0 "v" vec4
uniform uniform0 "i" int
output out0 "gl_Position" vec4 builtin=position
array array0 "a" f4[2]
body {
  %0:f4 = input in0[0]
  %1:i1 = uniform uniform0[0]
  %2:i1 = const 0
  array_store array0[%1] = %0
  %3:f4 = array_load array0[%2]
  array_store array0[%1] = %3
  %4:f4 = array_load array0[%2]
  %5:f4 = add %0, %3
  %6:f4 = add %5, %4
  yield %6
}
"#,
        );
    }

    #[test]
    fn memory_written_in_a_loop_is_read_anew_in_it() {
        keeps(
            CSE,
            r#"shader vertex "a"
input in0 "v" vec4
uniform uniform0 "i" int
output out0 "gl_Position" vec4 builtin=position
array array0 "a" f4[2]
body {
  %0:f4 = input in0[0]
  %1:i1 = uniform uniform0[0]
  array_store array0[%1] = %0
  %2:i1 = const 1
  %3:f4 = array_load array0[%2]
  %4:f4 = loop (%5:f4 = %3) {
    %6:f4 = array_load array0[%2]
    %7:f4 = add %6, %5
    array_store array0[%1] = %7
    %8:b1 = lt %7.x, %0.x
    if %8 {
      break %7
    } else {
      yield
    }
    continue %6
  }
  yield %4
}
"#,
        );
    }
}
