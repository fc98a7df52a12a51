//! `opt_cse`: computes equal things once.
//!
//! Needs nothing. Gives: no two equal instructions of which one is visible to the other, loads from
//! memory without a store between them included; a load right after a store of the same index is
//! the value stored. Cost: one hash look-up for each instruction.
//!
//! `opt_cse_in_slices` does the same, but for what [`opt_invariant`](super::INVARIANT) keeps apart: how often a
//! value in the slice of an invariant output is used must not depend on other outputs before the passes are done
//! that count uses.

use crate::entity::SecondaryMap;
use crate::opt::invariant::slices;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{Array, Capabilities, Effect, Inst, Op, Region, Shader, Stage, Type, Use};
use retroshade_diagnostics::Diagnostic;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The pass.
pub const CSE: Pass = Pass {
    name: "opt_cse",
    exactness: Exactness::Exact,
    run: |shader, capabilities| share(shader, capabilities, None),
};

/// The pass that keeps the slices of invariant outputs apart.
pub const CSE_IN_SLICES: Pass = Pass {
    name: "opt_cse_in_slices",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        let slices = slices(shader);
        share(shader, capabilities, slices)
    },
};

fn share(
    shader: &mut Shader,
    capabilities: &Capabilities,
    slices: Option<SecondaryMap<Inst, u32>>,
) -> Result<bool, Diagnostic> {
    let mut pass = Cse {
        fragment: shader.stage == Stage::Fragment,
        stored: stored_in_loops(shader),
        seen: Seen::with_room(shader.insts.len()),
        scopes: Vec::new(),
        versions: SecondaryMap::new(),
        next_version: 1,
        slices,
    };
    rewrite(shader, capabilities, &mut pass)
}

/// What makes two instructions equal.
struct Key<'a> {
    op: Op,
    args: &'a [Use],
    ty: Type,
    /// For loads, the state of the memory object.
    version: u32,
    /// The slice in which it has to stay, or 0.
    slice: u32,
}

impl Key<'_> {
    /// Of all but the type, which hardly ever tells two instructions apart.
    fn hash(&self) -> u64 {
        let mut state = FxHasher::default();
        self.op.hash(&mut state);
        if self.version != 0 {
            self.version.hash(&mut state);
        }
        if self.slice != 0 {
            self.slice.hash(&mut state);
        }
        let mut args = self.args;
        if let (&[a, b, ref rest @ ..], true) = (args, self.op.is_commutative()) {
            a.min(b).hash(&mut state);
            a.max(b).hash(&mut state);
            args = rest;
        }
        args.iter().for_each(|operand| operand.hash(&mut state));
        state.finish()
    }

    fn equals(&self, other: &Key<'_>) -> bool {
        let same_args = match (self.args, other.args) {
            ([a, b, rest @ ..], [c, d, others @ ..]) if self.op.is_commutative() => {
                (a == c && b == d || a == d && b == c) && rest == others
            }
            (args, others) => args == others,
        };
        let same_place = self.version == other.version && self.slice == other.slice;
        same_args && self.op == other.op && self.ty == other.ty && same_place
    }
}

/// An instruction whose result is known: its own, or what it stored.
#[derive(Clone, Copy)]
struct Known {
    hash: u64,
    inst: Inst,
    version: u32,
    slice: u32,
    value: Use,
    /// The one before it in its chain; 0 for none, else one more than its place.
    before: u32,
}

impl Known {
    /// The key under which it is found, which its operands still make up: nothing rewrites an
    /// instruction after its visit.
    fn key<'s>(&self, shader: &'s Shader) -> Option<Key<'s>> {
        let data = &shader.insts[self.inst];
        let (op, args, ty) = match data.op {
            Op::ArrayStore(array) => {
                let ty = shader.arrays[array].ty;
                (Op::ArrayLoad(array), data.args.get(..1)?, ty)
            }
            op => (op, data.args.as_slice(), shader.ty(*data.results.first()?)),
        };
        Some(Key {
            op,
            args,
            ty,
            version: self.version,
            slice: self.slice,
        })
    }
}

/// A table of chains, from which the last that came in go first.
struct Seen {
    known: Vec<Known>,
    /// The last of each chain. The length is a power of two.
    chains: Vec<u32>,
}

impl Seen {
    fn with_room(instructions: usize) -> Seen {
        Seen {
            known: Vec::with_capacity(instructions),
            chains: vec![0; instructions.next_power_of_two()],
        }
    }

    fn chain(&self, hash: u64) -> usize {
        hash as usize & (self.chains.len() - 1)
    }

    fn find(&self, shader: &Shader, key: &Key<'_>, hash: u64) -> Option<Use> {
        let mut next = self.chains[self.chain(hash)];
        while let Some(place) = next.checked_sub(1) {
            let known = &self.known[place as usize];
            let same = known.hash == hash;
            if same && known.key(shader).is_some_and(|other| key.equals(&other)) {
                return Some(known.value);
            }
            next = known.before;
        }
        None
    }

    fn insert(&mut self, known: Known) {
        let chain = self.chain(known.hash);
        let before = std::mem::replace(&mut self.chains[chain], self.known.len() as u32 + 1);
        self.known.push(Known { before, ..known });
    }

    /// Forgets all that came in after there were so many.
    fn truncate(&mut self, length: usize) {
        while self.known.len() > length
            && let Some(known) = self.known.pop()
        {
            let chain = self.chain(known.hash);
            self.chains[chain] = known.before;
        }
    }
}

struct Cse {
    fragment: bool,
    /// Of each loop the memory objects written in it.
    stored: SecondaryMap<Inst, Vec<Array>>,
    seen: Seen,
    /// How many were known outside of each open region.
    scopes: Vec<usize>,
    /// Changes with each write.
    versions: SecondaryMap<Array, u32>,
    next_version: u32,
    /// The slices to keep apart, if there are any.
    slices: Option<SecondaryMap<Inst, u32>>,
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
    fn slice(&self, inst: Inst) -> u32 {
        self.slices.as_ref().map_or(0, |slices| slices[inst])
    }

    fn written(&mut self, array: Array) {
        self.versions[array] = self.next_version;
        self.next_version += 1;
    }

    /// The state of memory that an operation sees; `None` for one that is no value of its operands.
    fn version(&self, op: Op) -> Option<u32> {
        match op.effect(self.fragment) {
            Effect::Pure | Effect::Quad => Some(0),
            Effect::Read(array) => Some(self.versions[array]),
            Effect::Write(_) | Effect::Discard | Effect::Emit | Effect::Nested => None,
        }
    }

    /// From here on a load of the same index is what the instruction stores.
    fn store(&mut self, shader: &Shader, inst: Inst, array: Array) {
        self.written(array);
        let Some(&value) = shader.insts[inst].args.get(1) else {
            return;
        };
        let mut known = Known {
            hash: 0,
            inst,
            version: self.versions[array],
            slice: self.slice(inst),
            value,
            before: 0,
        };
        if let Some(key) = known.key(shader) {
            known.hash = key.hash();
            self.seen.insert(known);
        }
    }
}

impl Transform for Cse {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        if let Op::ArrayStore(array) = data.op {
            self.store(rw.shader, inst, array);
            return Ok(Visit::Keep);
        }
        // Two undefined values need not be equal, but may be.
        let (&[result], Some(version)) = (data.results.as_slice(), self.version(data.op)) else {
            return Ok(Visit::Keep);
        };
        let slice = self.slice(inst);
        let key = Key {
            op: data.op,
            args: &data.args,
            ty: rw.shader.ty(result),
            version,
            slice,
        };
        let hash = key.hash();
        if let Some(equal) = self.seen.find(rw.shader, &key, hash) {
            rw.replace(result, equal);
            return Ok(Visit::Done);
        }
        self.seen.insert(Known {
            hash,
            inst,
            version,
            slice,
            value: rw.shader.whole(result),
            before: 0,
        });
        Ok(Visit::Keep)
    }

    fn enter_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, _region: Region) {
        self.scopes.push(self.seen.known.len());
        if matches!(rw.inst(owner).op, Op::Loop) {
            // Memory may have been written in an earlier round.
            for array in self.stored[owner].clone() {
                self.written(array);
            }
        }
    }

    fn leave_region(&mut self, _rw: &mut Rewriter<'_>, _owner: Inst, _region: Region) {
        let outside = self.scopes.pop().unwrap_or_default();
        self.seen.truncate(outside);
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
