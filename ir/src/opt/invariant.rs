//! `opt_invariant`: gives each output that is declared `invariant` a copy of the computation of its own.
//!
//! ESSL 1.00, 4.6.1: two programs that give such an output the same expressions of the same inputs give it the
//! same bits, whatever else they compute. Some passes round differently by how often a value is used
//! ([`opt_reassociate`](super::REASSOCIATE), [`opt_dots`](super::DOTS)), others by the size of what stands in the
//! arms of an `if` ([`lower_branches`](super::BRANCHES)). After this pass the backward slice of an invariant
//! output shares nothing with other outputs but literals, uniforms and inputs, so that the decisions in it depend
//! on the slice alone.
//!
//! Comes first. [`opt_cse_in_slices`](super::CSE_IN_SLICES) keeps the slices apart as long as passes count uses;
//! [`opt_cse`](super::CSE) then merges what came out equal. What came out different stays twice: that is the price
//! of the guarantee. The first slice comes first in the body, since loops are unrolled within a budget for the
//! whole shader. Cost: the size of the shader for each invariant output beside another one.

use crate::entity::SecondaryMap;
use crate::opt::dce::{Places, needed_by};
use crate::pass::{Exactness, Pass};
use crate::{Array, Inst, Op, Operands, Output, Region, Shader, Stage, Terminator, Use, Value};

/// The pass.
pub const INVARIANT: Pass = Pass {
    name: "opt_invariant",
    exactness: Exactness::Exact,
    run: |shader, _| {
        let separate = slots(shader);
        let all = shader.interface.outputs.len();
        if separate.is_empty() || all < 2 {
            return Ok(false);
        }
        split(shader, &separate);
        Ok(true)
    },
};

/// The invariant outputs, each with the places of its slots among those that the body yields.
fn slots(shader: &Shader) -> Vec<(Output, Vec<usize>)> {
    let mut found: Vec<(Output, Vec<usize>)> = Vec::new();
    if shader.stage != Stage::Vertex {
        return found;
    }
    for (place, (output, _)) in shader.interface.output_slots().enumerate() {
        if !shader.interface.outputs[output].invariant {
            continue;
        }
        match found.last_mut() {
            Some((last, places)) if *last == output => places.push(place),
            _ => found.push((output, vec![place])),
        }
    }
    found
}

/// Puts a copy of the body for each of the outputs before the body.
fn split(shader: &mut Shader, outputs: &[(Output, Vec<usize>)]) {
    let Terminator::Yield(mut results) = shader.regions[shader.body].end.clone() else {
        return;
    };
    let original = std::mem::take(&mut shader.regions[shader.body].insts);
    let mut insts = Vec::with_capacity((outputs.len() + 1) * original.len());
    for (_, places) in outputs {
        let mut copy = Copy::new(shader);
        insts.extend(copy.insts(&original));
        for &place in places {
            results[place] = copy.operand(results[place]);
        }
    }
    insts.extend(original);
    let body = &mut shader.regions[shader.body];
    body.insts = insts;
    body.end = Terminator::Yield(results);
}

/// A copy of instructions with all that is nested in them, on memory objects of its own.
struct Copy<'a> {
    shader: &'a mut Shader,
    values: SecondaryMap<Value, Option<Value>>,
    arrays: SecondaryMap<Array, Option<Array>>,
}

impl Copy<'_> {
    fn new(shader: &mut Shader) -> Copy<'_> {
        Copy {
            values: SecondaryMap::with_len(shader.values.len()),
            arrays: SecondaryMap::new(),
            shader,
        }
    }

    fn operand(&self, operand: Use) -> Use {
        let value = self.values[operand.value].unwrap_or(operand.value);
        Use::new(value, operand.swizzle)
    }

    fn array(&mut self, array: Array) -> Array {
        if let Some(copy) = self.arrays[array] {
            return copy;
        }
        let data = self.shader.arrays[array].clone();
        let copy = self.shader.arrays.push(data);
        self.arrays[array] = Some(copy);
        copy
    }

    fn insts(&mut self, insts: &[Inst]) -> Vec<Inst> {
        insts.iter().map(|&inst| self.inst(inst)).collect()
    }

    fn inst(&mut self, inst: Inst) -> Inst {
        let data = self.shader.insts[inst].clone();
        let op = match data.op {
            Op::ArrayLoad(array) => Op::ArrayLoad(self.array(array)),
            Op::ArrayStore(array) => Op::ArrayStore(self.array(array)),
            op => op,
        };
        let args: Operands = data
            .args
            .iter()
            .map(|&operand| self.operand(operand))
            .collect();
        let regions = data
            .regions
            .iter()
            .map(|&region| self.region(region))
            .collect();
        let types: Vec<_> = data
            .results
            .iter()
            .map(|&value| self.shader.ty(value))
            .collect();
        let copy = self.shader.make_inst(op, args, &types, regions, data.span);
        for (index, &value) in data.results.iter().enumerate() {
            self.values[value] = Some(self.shader.insts[copy].results[index]);
        }
        copy
    }

    fn region(&mut self, region: Region) -> Region {
        let data = self.shader.regions[region].clone();
        let types: Vec<_> = data
            .parameters
            .iter()
            .map(|&value| self.shader.ty(value))
            .collect();
        let copy = self.shader.make_region(&types);
        for (index, &parameter) in data.parameters.iter().enumerate() {
            self.values[parameter] = Some(self.shader.regions[copy].parameters[index]);
        }
        let insts = self.insts(&data.insts);
        let mut end = data.end;
        for operand in end.uses_mut() {
            *operand = self.operand(*operand);
        }
        let data = &mut self.shader.regions[copy];
        data.insts = insts;
        data.end = end;
        copy
    }
}

/// For each instruction the invariant output whose slice it is in, counted from 1; 0 for what no slice has to
/// itself: literals and reads of the interface, and what is computed for the other outputs. `None` if the shader
/// has no slices to keep apart.
pub(super) fn slices(shader: &Shader) -> Option<SecondaryMap<Inst, u32>> {
    let outputs = slots(shader);
    let Terminator::Yield(results) = &shader.regions[shader.body].end else {
        return None;
    };
    if outputs.is_empty() {
        return None;
    }
    let places = Places::find(shader);
    let mut slices: SecondaryMap<Inst, u32> = SecondaryMap::with_len(shader.insts.len());
    for (number, (_, slots)) in (1..).zip(&outputs) {
        let roots: Vec<Use> = slots.iter().map(|&slot| results[slot]).collect();
        let needed = needed_by(shader, &places, &roots);
        for (inst, _) in needed.iter().filter(|(_, needed)| **needed) {
            if !is_shared(shader.insts[inst].op) {
                slices[inst] = number;
            }
        }
    }
    Some(slices)
}

/// True if the number of its uses says nothing about how a slice is computed.
fn is_shared(op: Op) -> bool {
    matches!(
        op,
        Op::Constant(_) | Op::Undefined | Op::Uniform { .. } | Op::Input { .. }
    )
}
