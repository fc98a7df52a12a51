//! Numbers for any shader's interface.

use super::ADDED;
use retroshade_ir::random::Random;
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{OpKind, SamplerKind, Scalar, Shader, Shape, Stage};

const SAMPLES: usize = 8;

/// Whether a shader has an index that it computes: the numbers may be such indices, and must then be in
/// every array.
fn indexes(shader: &Shader) -> bool {
    let computed = [
        OpKind::UniformIndexed,
        OpKind::ArrayLoad,
        OpKind::ArrayStore,
    ];
    shader
        .insts
        .values()
        .any(|inst| computed.contains(&inst.op.kind()))
}

/// Eight samples with multiples of 1/8 from -1 to below 1.5, from 0 to below 1 where they may be indices.
pub fn data(shader: &Shader, random: &mut Random) -> RunInputs {
    let mut inputs = RunInputs {
        sample_count: Some(SAMPLES),
        ..RunInputs::default()
    };
    let (count, least) = match indexes(shader) {
        true => (8, 0.0),
        false => (20, -1.0),
    };
    let mut numbers = |shape: Shape| -> Vec<f32> {
        let lanes = u32::from(shape.columns) * u32::from(shape.rows) * shape.elements();
        let number = |_| match shape.scalar {
            Scalar::Float => random.below(count) as f32 / 8.0 + least,
            _ => random.below(2) as f32,
        };
        (0..lanes).map(number).collect()
    };
    for variable in shader.interface.uniforms.values() {
        for leaf in variable.leaves() {
            let shape = Shape {
                array: leaf.array,
                ..variable.shape
            };
            let value = numbers(shape);
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert(leaf.name, data);
        }
    }
    for (name, number) in ADDED {
        let value = vec![number];
        let data = UniformData { shape: None, value };
        inputs.uniforms.insert(name.to_owned(), data);
    }
    for variable in shader.interface.inputs.values() {
        let values = (0..SAMPLES).map(|_| numbers(variable.shape)).collect();
        let table = match shader.stage {
            Stage::Vertex => &mut inputs.attributes,
            Stage::Fragment => &mut inputs.varyings,
        };
        let data = InputData {
            shape: None,
            values,
        };
        table.insert(variable.name.clone(), data);
    }
    let place = |sample: usize| vec![sample as f32 + 0.5, 3.5, 0.5, 1.0];
    inputs.frag_coord = Some((0..SAMPLES).map(place).collect());
    inputs.point_coord = Some((0..SAMPLES).map(|_| vec![0.25, 0.75]).collect());
    for (number, sampler) in (0..).zip(shader.interface.samplers.values()) {
        let kind = match sampler.kind {
            SamplerKind::Cube => TextureKind::Cube,
            SamplerKind::D2 | SamplerKind::External => TextureKind::D2,
        };
        let texture = TextureData {
            kind,
            filter: Filter::Linear,
            wrap: Wrap::Repeat,
            mipmap: Mipmap::None,
            source: TextureSource::Pattern(number),
        };
        for leaf in sampler.leaves() {
            for element in 0..leaf.array.unwrap_or(1) {
                let name = match leaf.array {
                    Some(_) => format!("{}[{element}]", leaf.name),
                    None => leaf.name.clone(),
                };
                inputs.textures.insert(name, texture.clone());
            }
        }
    }
    inputs
}
