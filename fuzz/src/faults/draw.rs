//! Numbers at which a fault may show: ordinary ones, special ones, large ones, and those of the shader.

use retroshade_ir::random::Random;
use retroshade_ir::run::fill::{Component, Draw, fill};
use retroshade_ir::run::{Mode, RunInputs};
use retroshade_ir::texture::{
    Filter, Image, Mipmap, TextureData, TextureKind, TextureSource, Wrap,
};
use retroshade_ir::{Op, OpKind, Scalar, Shader, Stage};

/// Samples of a draw: two quads.
const SAMPLES: usize = 8;
/// The side of an image.
const SIDE: u32 = 8;

/// How numbers of a draw are made.
#[derive(Clone, Copy, Debug)]
enum Profile {
    /// Evenly between these.
    Range(f32, f32),
    /// Of any size between 10^-5 and 10^4, of either sign.
    Sizes,
    /// Numbers that functions treat apart.
    Special,
    /// The shader's literals, half, twice and less than them, and numbers beside them.
    Literals,
    /// Whole numbers.
    Wholes,
    /// Any of these, for each number anew.
    Mixed,
}

const PROFILES: [Profile; 12] = [
    Profile::Range(0.0, 1.0),
    Profile::Mixed,
    Profile::Range(-1.0, 1.0),
    Profile::Literals,
    Profile::Mixed,
    Profile::Range(-20.0, 20.0),
    Profile::Wholes,
    Profile::Mixed,
    Profile::Range(-1500.0, 1500.0),
    Profile::Sizes,
    Profile::Mixed,
    Profile::Special,
];

const SPECIAL: [f32; 16] = [
    0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 0.25, 3.0, 10.0, 100.0, -100.0, 255.0, 1000.0, 20000.0,
    -20000.0,
];

struct Drawing<'a> {
    random: Random,
    profile: Profile,
    literals: &'a [f32],
}

impl Drawing<'_> {
    fn unit(&mut self) -> f32 {
        self.random.below(1 << 24) as f32 / (1_u32 << 24) as f32
    }

    fn float(&mut self, profile: Profile) -> f32 {
        match profile {
            Profile::Range(low, high) => low + (high - low) * self.unit(),
            Profile::Sizes => {
                let size = 10_f32.powf(self.unit() * 9.0 - 5.0);
                if self.random.one_in(2) { size } else { -size }
            }
            Profile::Special => self.random.pick(&SPECIAL).copied().unwrap_or(0.0),
            Profile::Literals => {
                let literal = self.random.pick(self.literals).copied().unwrap_or(1.0);
                match self.random.below(8) {
                    0 | 1 => literal,
                    2 => literal * 2.0,
                    3 => literal * 0.5,
                    4 => -literal,
                    5 => literal + 1.0,
                    6 => literal * (0.97 + 0.06 * self.unit()),
                    _ => literal * 3.0 * self.unit(),
                }
            }
            Profile::Wholes => {
                let most = [3, 6, 21][self.random.below(3) as usize];
                self.random.below(most) as f32
            }
            Profile::Mixed => {
                let profile = self.random.pick(&PROFILES).copied();
                match profile {
                    None | Some(Profile::Mixed) => self.float(Profile::Range(0.0, 1.0)),
                    Some(profile) => self.float(profile),
                }
            }
        }
    }
}

impl Draw for Drawing<'_> {
    fn number(&mut self, component: Component<'_>) -> f32 {
        match component.scalar {
            Scalar::Bool => self.random.below(2) as f32,
            Scalar::Float => self.float(self.profile),
            // Indices, counts, and now and then a large number.
            Scalar::Int => match self.random.below(3) {
                0 => self.float(Profile::Wholes),
                1 => self.float(Profile::Literals).round(),
                _ => self.float(self.profile).clamp(-1e6, 1e6).round(),
            },
        }
    }

    fn texture(&mut self, kind: TextureKind, _sampler: u32) -> TextureData {
        let faces = match kind {
            TextureKind::D2 => 1,
            TextureKind::Cube => 6,
        };
        // Without any symmetry, and with the ends of the range.
        let mut byte = || match self.random.below(10) {
            0 => 0.0,
            1 => 1.0,
            _ => self.random.below(256) as f32 / 255.0,
        };
        let texels = (0..SIDE * SIDE * faces).map(|_| [byte(), byte(), byte(), byte()]);
        let image = Image::new(SIDE, SIDE, texels.collect());
        TextureData {
            kind,
            filter: if self.random.one_in(2) {
                Filter::Nearest
            } else {
                Filter::Linear
            },
            wrap: Wrap::Repeat,
            mipmap: Mipmap::None,
            source: TextureSource::Texels(image),
        }
    }
}

/// The floats and whole numbers that a shader has as literals.
pub(super) fn literals(shader: &Shader) -> Vec<f32> {
    let mut literals = vec![1.0];
    for inst in shader.insts.values() {
        let Op::Constant(constant) = inst.op else {
            continue;
        };
        for lane in 0..constant.ty.lanes {
            let number = match constant.ty.scalar {
                Scalar::Float => constant.float(lane),
                Scalar::Int => constant.int(lane) as f32,
                Scalar::Bool => continue,
            };
            if number.is_finite() && number != 0.0 && !literals.contains(&number) {
                literals.push(number);
            }
        }
    }
    literals
}

/// Inputs of a shader: draw `number` of a seed.
pub(super) fn draw(shader: &Shader, literals: &[f32], seed: u64, number: usize) -> RunInputs {
    let mut drawing = Drawing {
        random: Random::new(seed ^ (number as u64) << 32),
        profile: PROFILES[number % PROFILES.len()],
        literals,
    };
    let mut inputs = fill(shader, SAMPLES, &mut drawing);
    let differs = |kind: OpKind| matches!(kind, OpKind::Dfdx | OpKind::Dfdy | OpKind::Fwidth);
    if shader.stage == Stage::Fragment && shader.insts.values().any(|inst| differs(inst.op.kind()))
    {
        inputs.mode = Mode::Quads;
    }
    let mut row = |lanes: usize| -> Vec<Vec<f32>> {
        let row = |_| (0..lanes).map(|_| drawing.unit()).collect();
        (0..SAMPLES).map(row).collect()
    };
    let mut places = row(4);
    for place in &mut places {
        // A pixel of 64 by 64, a depth, and 1 / w.
        let [x, y, _, w] = &mut place[..] else {
            continue;
        };
        (*x, *y, *w) = (*x * 64.0, *y * 64.0, *w + 0.1);
    }
    inputs.frag_coord = Some(places);
    inputs.point_coord = Some(row(2));
    let facing = (0..SAMPLES).map(|_| drawing.random.one_in(2));
    inputs.front_facing = Some(facing.collect());
    inputs
}
