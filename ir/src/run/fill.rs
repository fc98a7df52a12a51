//! Data for any shader's interface, as tests make them.

use super::{InputData, Row, RunInputs, UniformData};
use crate::texture::{TextureData, TextureKind};
use crate::{SamplerKind, Scalar, Shader, Shape};

/// What a component belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A uniform.
    Uniform,
    /// An attribute or a varying.
    Input,
}

/// A component of a uniform, an attribute or a varying.
#[derive(Clone, Copy, Debug)]
pub struct Component<'a> {
    /// What it belongs to.
    pub owner: Owner,
    /// The name of the variable; of a structure, that of the member.
    pub name: &'a str,
    /// The number of the variable among the uniforms or among the inputs, in the order of the interface.
    pub variable: usize,
    /// The type.
    pub scalar: Scalar,
    /// The sample from 0; 0 of uniforms.
    pub sample: usize,
    /// The component from 0, as GL lists them.
    pub lane: usize,
}

/// A source of numbers and images.
pub trait Draw {
    /// The number of a component.
    fn number(&mut self, component: Component<'_>) -> f32;

    /// The image of sampler `sampler` of the interface.
    fn texture(&mut self, kind: TextureKind, sampler: u32) -> TextureData;
}

/// Gives every uniform, input and sampler of a shader a value, in the order of the interface: uniforms, then inputs
/// sample by sample, then samplers.
pub fn fill(shader: &Shader, samples: usize, draw: &mut impl Draw) -> RunInputs {
    let mut inputs = RunInputs {
        sample_count: Some(samples),
        ..RunInputs::default()
    };
    for (number, variable) in shader.interface.uniforms.values().enumerate() {
        for leaf in variable.leaves() {
            let shape = Shape {
                array: leaf.array,
                ..variable.shape
            };
            let row = Component {
                owner: Owner::Uniform,
                name: &leaf.name,
                variable: number,
                scalar: shape.scalar,
                sample: 0,
                lane: 0,
            };
            let value = numbers(shape, row, draw);
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert(leaf.name, data);
        }
    }
    for (number, variable) in shader.interface.inputs.values().enumerate() {
        let row = |sample| Component {
            owner: Owner::Input,
            name: &variable.name,
            variable: number,
            scalar: variable.shape.scalar,
            sample,
            lane: 0,
        };
        let values = (0..samples).map(|sample| numbers(variable.shape, row(sample), draw));
        let data = InputData {
            shape: None,
            values: values.collect(),
        };
        let table = inputs.table_mut(shader.stage);
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

/// The numbers of a variable in a sample; `first` is its first component.
fn numbers(shape: Shape, first: Component<'_>, draw: &mut impl Draw) -> Row {
    let lanes = u32::from(shape.columns) * u32::from(shape.rows) * shape.elements();
    (0..lanes as usize)
        .map(|lane| draw.number(Component { lane, ..first }))
        .collect()
}
