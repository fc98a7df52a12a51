//! Numbers for any shader's interface.

use super::ADDED;
use retroshade_ir::random::Random;
use retroshade_ir::run::fill::{Component, Draw, fill};
use retroshade_ir::run::{RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{OpKind, Scalar, Shader};

const SAMPLES: usize = 8;

/// True if a shader has an index that it computes: the numbers may be such indices, and must then be in
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

/// Multiples of 1/8, and the test images.
struct Eighths<'a> {
    random: &'a mut Random,
    count: u64,
    least: f32,
}

impl Draw for Eighths<'_> {
    fn number(&mut self, component: Component<'_>) -> f32 {
        match component.scalar {
            Scalar::Float => self.random.below(self.count) as f32 / 8.0 + self.least,
            _ => self.random.below(2) as f32,
        }
    }

    fn texture(&mut self, kind: TextureKind, sampler: u32) -> TextureData {
        TextureData {
            kind,
            filter: Filter::Linear,
            wrap: Wrap::Repeat,
            mipmap: Mipmap::None,
            source: TextureSource::Pattern(sampler),
        }
    }
}

/// Eight samples with multiples of 1/8 from -1 to below 1.5, from 0 to below 1 where they may be indices.
pub fn data(shader: &Shader, random: &mut Random) -> RunInputs {
    let (count, least) = if indexes(shader) {
        (8, 0.0)
    } else {
        (20, -1.0)
    };
    let mut draw = Eighths {
        random,
        count,
        least,
    };
    let mut inputs = fill(shader, SAMPLES, &mut draw);
    for (name, number) in ADDED {
        let value = vec![number];
        let data = UniformData { shape: None, value };
        inputs.uniforms.insert(name.to_owned(), data);
    }
    let place = |sample: usize| vec![sample as f32 + 0.5, 3.5, 0.5, 1.0];
    inputs.frag_coord = Some((0..SAMPLES).map(place).collect());
    inputs.point_coord = Some((0..SAMPLES).map(|_| vec![0.25, 0.75]).collect());
    inputs
}
