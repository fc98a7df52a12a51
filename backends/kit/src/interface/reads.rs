//! What the body of a shader reads of its interface.

use indexmap::IndexMap;
use retroshade_ir::{Input, Op, SamplerId, Shader, Uniform};
use std::collections::BTreeMap;

/// The inputs, uniforms and samplers that a body reads.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// The slots read of each input: one more than the last.
    pub inputs: BTreeMap<Input, u32>,
    /// The slots read of each uniform and whether a value chooses among them, in the order of first use.
    pub uniforms: IndexMap<Uniform, (u32, bool)>,
    /// The elements read of each sampler.
    pub samplers: BTreeMap<SamplerId, u32>,
}

impl Reads {
    /// Of what a shader's body can reach.
    pub fn of(shader: &Shader) -> Reads {
        let mut reads = Reads::default();
        let interface = &shader.interface;
        let input = |reads: &mut Reads, input, slots: u32| {
            let read = reads.inputs.entry(input).or_default();
            *read = slots.max(*read);
        };
        let uniform = |reads: &mut Reads, uniform, slots: u32, indexed: bool| {
            let read = reads.uniforms.entry(uniform).or_default();
            *read = (slots.max(read.0), indexed || read.1);
        };
        for region in shader.live_regions() {
            for &inst in &shader.regions[region].insts {
                match shader.insts[inst].op {
                    Op::Input { input: id, slot } => input(&mut reads, id, slot + 1),
                    Op::InputIndexed { input: id, .. } => {
                        input(&mut reads, id, interface.inputs[id].slots());
                    }
                    Op::Uniform { uniform: id, slot } => uniform(&mut reads, id, slot + 1, false),
                    Op::UniformIndexed { uniform: id, .. } => {
                        uniform(&mut reads, id, interface.uniforms[id].slots(), true);
                    }
                    Op::Texture(texture) => {
                        let all = interface.samplers[texture.sampler].array.unwrap_or(1);
                        let elements = if texture.indexed {
                            all
                        } else {
                            texture.element + 1
                        };
                        let read = reads.samplers.entry(texture.sampler).or_default();
                        *read = elements.max(*read);
                    }
                    _ => {}
                }
            }
        }
        reads
    }

    /// The uniforms in the order of their declarations.
    pub fn declared_uniforms(&self) -> Vec<Uniform> {
        let mut uniforms: Vec<Uniform> = self.uniforms.keys().copied().collect();
        uniforms.sort_unstable();
        uniforms
    }
}
