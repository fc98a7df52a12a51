//! What the body of a shader reads.

use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Op, Shader, Uniform, Use};
use smallvec::SmallVec;

/// Which parts of the interface the body reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// For each input the slots read; 0 where none.
    pub(super) inputs: Vec<u32>,
    /// For each uniform the slots read, and whether by a value.
    pub(super) uniforms: Vec<(u32, bool)>,
    /// For each sampler the elements read.
    pub(super) samplers: Vec<u32>,
    /// Uniforms that are read as parts of one vector, for each such vector.
    pub(super) composed: Vec<SmallVec<[Uniform; 4]>>,
}

impl Usage {
    pub(super) fn of(shader: &Shader) -> Usage {
        let interface = &shader.interface;
        let mut usage = Usage {
            inputs: vec![0; interface.inputs.len()],
            uniforms: vec![(0, false); interface.uniforms.len()],
            samplers: vec![0; interface.samplers.len()],
            composed: Vec::new(),
        };
        for &inst in &shader.regions[shader.body].insts {
            let data = &shader.insts[inst];
            match data.op {
                Op::Input { input, slot } => raise(&mut usage.inputs, input, slot + 1),
                Op::InputIndexed { input, .. } => {
                    raise(&mut usage.inputs, input, interface.inputs[input].slots());
                }
                Op::Uniform { uniform, slot } => {
                    if let Some(used) = usage.uniforms.get_mut(uniform.index()) {
                        used.0 = used.0.max(slot + 1);
                    }
                }
                Op::UniformIndexed { uniform, .. } => {
                    if let Some(used) = usage.uniforms.get_mut(uniform.index()) {
                        *used = (interface.uniforms[uniform].slots(), true);
                    }
                }
                Op::Texture(texture) => {
                    let array = interface.samplers[texture.sampler].array.unwrap_or(1);
                    let read = if texture.indexed {
                        array
                    } else {
                        texture.element + 1
                    };
                    raise(&mut usage.samplers, texture.sampler, read);
                }
                Op::Compose => {
                    let uniform = |part: &Use| match shader.def_op(part.value) {
                        Some(Op::Uniform { uniform, .. }) => Some(uniform),
                        _ => None,
                    };
                    let parts: SmallVec<[Uniform; 4]> =
                        data.args.iter().filter_map(uniform).collect();
                    if parts.len() > 1 {
                        usage.composed.push(parts);
                    }
                }
                _ => {}
            }
        }
        usage
    }
}

pub(super) fn raise<K: EntityRef>(list: &mut [u32], key: K, to: u32) {
    if let Some(value) = list.get_mut(key.index()) {
        *value = (*value).max(to);
    }
}
