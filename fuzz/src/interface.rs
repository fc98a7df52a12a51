//! Data for any shader's interface.

use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{TextureData, TextureKind};
use retroshade_ir::{SamplerKind, Scalar, Shader, Shape, Stage};

/// Where numbers and images come from.
pub(crate) trait Draw {
    /// A number for a component of a uniform, an attribute or a varying.
    fn number(&mut self, scalar: Scalar) -> f32;

    /// An image for sampler `sampler` of the interface.
    fn texture(&mut self, kind: TextureKind, sampler: u32) -> TextureData;
}

/// Gives every uniform, input and sampler of a shader a value, in the order of the interface: uniforms, then inputs
/// sample by sample, then samplers.
pub(crate) fn fill(shader: &Shader, samples: usize, draw: &mut impl Draw) -> RunInputs {
    let mut inputs = RunInputs {
        sample_count: Some(samples),
        ..RunInputs::default()
    };
    for variable in shader.interface.uniforms.values() {
        for leaf in variable.leaves() {
            let shape = Shape {
                array: leaf.array,
                ..variable.shape
            };
            let value = numbers(shape, draw);
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert(leaf.name, data);
        }
    }
    for variable in shader.interface.inputs.values() {
        let values = (0..samples).map(|_| numbers(variable.shape, draw));
        let data = InputData {
            shape: None,
            values: values.collect(),
        };
        let table = match shader.stage {
            Stage::Vertex => &mut inputs.attributes,
            Stage::Fragment => &mut inputs.varyings,
        };
        table.insert(variable.name.clone(), data);
    }
    for (number, sampler) in (0..).zip(shader.interface.samplers.values()) {
        let kind = match sampler.kind {
            SamplerKind::Cube => TextureKind::Cube,
            SamplerKind::D2 | SamplerKind::External => TextureKind::D2,
        };
        for leaf in sampler.leaves() {
            for element in 0..leaf.array.unwrap_or(1) {
                let name = match leaf.array {
                    Some(_) => format!("{}[{element}]", leaf.name),
                    None => leaf.name.clone(),
                };
                let texture = draw.texture(kind, number);
                inputs.textures.insert(name, texture);
            }
        }
    }
    inputs
}

fn numbers(shape: Shape, draw: &mut impl Draw) -> Vec<f32> {
    let lanes = u32::from(shape.columns) * u32::from(shape.rows) * shape.elements();
    (0..lanes).map(|_| draw.number(shape.scalar)).collect()
}
