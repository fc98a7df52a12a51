//! `opt_interface`: drops variables and memory objects that nobody uses.
//!
//! Needs `opt_dce`. Gives: every input, uniform, sampler and memory object is used, and every output
//! but the position is written; the rest keep their order. Cost: linear.

use crate::build::change_handed_on;
use crate::entity::{EntityRef, EntityVec, SecondaryMap};
use crate::pass::{Exactness, Pass};
use crate::{Array, Builtin, Input, Op, Output, SamplerId, Shader, TextureOp, Uniform};

/// The pass.
pub const INTERFACE: Pass = Pass {
    name: "opt_interface",
    exactness: Exactness::Exact,
    run: |shader, _| Ok(drop_unused(shader)),
};

/// Which variables are used.
#[derive(Default)]
struct Used {
    inputs: SecondaryMap<Input, bool>,
    uniforms: SecondaryMap<Uniform, bool>,
    samplers: SecondaryMap<SamplerId, bool>,
    arrays: SecondaryMap<Array, bool>,
    outputs: SecondaryMap<Output, bool>,
}

impl Used {
    fn find(shader: &Shader) -> Used {
        let mut used = Used::default();
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                match shader.insts[inst].op {
                    Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                        used.inputs[input] = true;
                    }
                    Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                        used.uniforms[uniform] = true;
                    }
                    Op::Texture(texture) => used.samplers[texture.sampler] = true,
                    Op::ArrayLoad(array) | Op::ArrayStore(array) => used.arrays[array] = true,
                    _ => {}
                }
            }
        }
        used.find_outputs(shader);
        used
    }

    /// An output is unused if none of its slots was ever given a value.
    fn find_outputs(&mut self, shader: &Shader) {
        let handed_on = shader.handed_on();
        if handed_on.is_empty() {
            // The end is never reached: nothing is known.
            for output in shader.interface.outputs.keys() {
                self.outputs[output] = true;
            }
            return;
        }
        for uses in handed_on {
            for ((output, _), operand) in shader.interface.output_slots().zip(uses) {
                let position = shader.interface.outputs[output].builtin == Some(Builtin::Position);
                let written = shader.def_op(operand.value) != Some(Op::Undefined);
                self.outputs[output] |= position || written;
            }
        }
    }
}

/// Keeps the marked entities; gives the new index of each.
fn keep<K: EntityRef, V>(
    all: &mut EntityVec<K, V>,
    used: &SecondaryMap<K, bool>,
    changed: &mut bool,
) -> SecondaryMap<K, Option<K>> {
    let mut places = SecondaryMap::with_len(all.len());
    let mut next = 0;
    for key in all.keys().filter(|&key| used[key]) {
        places[key] = Some(K::new(next));
        next += 1;
    }
    if next != all.len() {
        *changed = true;
        all.retain(|key| used[key]);
    }
    places
}

fn drop_unused(shader: &mut Shader) -> bool {
    let used = Used::find(shader);
    let mut changed = false;
    change_handed_on(shader, |builder, uses| {
        let slots = builder.shader.interface.output_slots().zip(uses);
        slots
            .filter(|((output, _), _)| used.outputs[*output])
            .map(|(_, &operand)| operand)
            .collect()
    });
    let interface = &mut shader.interface;
    let inputs = keep(&mut interface.inputs, &used.inputs, &mut changed);
    let uniforms = keep(&mut interface.uniforms, &used.uniforms, &mut changed);
    let samplers = keep(&mut interface.samplers, &used.samplers, &mut changed);
    keep(&mut interface.outputs, &used.outputs, &mut changed);
    let arrays = keep(&mut shader.arrays, &used.arrays, &mut changed);
    if !changed {
        return false;
    }
    for region in shader.live_regions() {
        for inst in shader.regions[region].insts.clone() {
            let op = &mut shader.insts[inst].op;
            // What an instruction names is used, so it has a new place.
            match op {
                Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                    *input = inputs[*input].unwrap_or(*input);
                }
                Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                    *uniform = uniforms[*uniform].unwrap_or(*uniform);
                }
                Op::Texture(TextureOp { sampler, .. }) => {
                    *sampler = samplers[*sampler].unwrap_or(*sampler);
                }
                Op::ArrayLoad(array) | Op::ArrayStore(array) => {
                    *array = arrays[*array].unwrap_or(*array);
                }
                _ => {}
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::INTERFACE;
    use crate::opt::testing::{changes, keeps};

    const AFTER: &str = r#"shader vertex "a"
input in0 "b" vec4
uniform uniform0 "m" mat2
sampler sampler0 "s" d2
output out0 "gl_Position" vec4 builtin=position
output out1 "y" vec2[2]
array array0 "k" f2[2]
body {
  %0:f4 = input in0[0]
  %1:f2 = uniform uniform0[1]
  %2:f2 = undefined
  %3:i1 = const 1
  array_store array0[%3] = %1
  %4:f2 = array_load array0[%3]
  %5:f1 = const 0.0
  %6:f4 = texture sampler0[0] %4 lod %5
  yield %0, %2, %6.xy
}
"#;

    #[test]
    fn unused_variables_go_and_the_others_move_up() {
        changes(
            INTERFACE,
            r#"shader vertex "a"
input in0 "a" vec4
input in1 "b" vec4
uniform uniform0 "f" float
uniform uniform1 "m" mat2
sampler sampler0 "r" cube
sampler sampler1 "s" d2
output out0 "x" vec2
output out1 "gl_Position" vec4 builtin=position
output out2 "y" vec2[2]
array array0 "j" f1[2]
array array1 "k" f2[2]
body {
  %0:f4 = input in1[0]
  %1:f2 = uniform uniform1[1]
  %2:f2 = undefined
  %3:i1 = const 1
  array_store array1[%3] = %1
  %4:f2 = array_load array1[%3]
  %5:f1 = const 0.0
  %6:f4 = texture sampler1[0] %4 lod %5
  yield %2, %0, %2, %6.xy
}
"#,
            AFTER,
        );
        keeps(INTERFACE, AFTER);
    }
}
