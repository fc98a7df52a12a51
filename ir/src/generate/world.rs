//! The interface of a generated program, the values it reads, and the data behind them.

use super::Generator;
use super::range::Range;
use crate::run::{InputData, Mode, Row, UniformData};
use crate::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use crate::{Op, Sampler, SamplerKind, Scalar, Shape, Stage, Type, Variable};
use retroshade_diagnostics::Span;

/// Samples in the data.
const SAMPLES: usize = 16;

/// Inputs are multiples of 2^-this, uniforms of 2^-(this - 1).
const QUANTUM: i32 = 4;

/// Elements of the arrays that are indexed by a value.
pub(super) const INDEXED: u32 = 3;

/// What is known of inputs, and of float uniforms.
pub(super) const INPUT: Range = Range::exact(-2.0, 2.0, QUANTUM);
pub(super) const UNIFORM: Range = Range::exact(-1.0, 1.0, QUANTUM - 1);

impl Generator {
    /// Declares everything and reads each slot once.
    pub(super) fn world(&mut self) {
        self.inputs.stage = Some(self.shader.stage);
        self.inputs.mode = if self.quads {
            Mode::Quads
        } else {
            Mode::Points
        };
        for (name, lanes) in [("a", 4), ("b", 3), ("c", 2)] {
            self.input(name, Shape::vector(Scalar::Float, lanes));
        }
        if self.knobs.indexing && self.shader.stage == Stage::Fragment && self.chance(1, 4) {
            let array = Some(INDEXED);
            self.input(
                "i",
                Shape {
                    array,
                    ..Shape::vector(Scalar::Float, 2)
                },
            );
        }
        if self.knobs.indexing && self.chance(1, 2) {
            let array = Some(INDEXED);
            self.uniform(
                "k",
                Shape {
                    array,
                    ..Shape::vector(Scalar::Float, 3)
                },
            );
        }
        for (name, lanes) in [("u", 4), ("w", 1), ("d", 3)] {
            self.uniform(name, Shape::vector(Scalar::Float, lanes));
        }
        if self.chance(1, 2) {
            self.uniform(
                "m",
                Shape {
                    columns: 3,
                    ..Shape::vector(Scalar::Float, 3)
                },
            );
        }
        if self.knobs.ints {
            self.uniform("n", Shape::vector(Scalar::Int, 1));
        }
        if self.chance(1, 3) {
            self.uniform("flag", Shape::vector(Scalar::Bool, 1));
        }
        if self.knobs.textures && self.shader.stage == Stage::Fragment {
            self.sampler("map", TextureKind::D2);
            self.sampler("sky", TextureKind::Cube);
        }
    }

    /// A multiple of 2^-`quantum` between -`size` and `size`.
    fn number(&mut self, size: f32, quantum: i32) -> f32 {
        let steps = (size * (quantum as f32).exp2()) as u64;
        let step = self.random.below(2 * steps + 1) as f32 - steps as f32;
        step * (-quantum as f32).exp2()
    }

    fn row(&mut self, lanes: usize, size: f32, quantum: i32) -> Row {
        (0..lanes).map(|_| self.number(size, quantum)).collect()
    }

    fn input(&mut self, name: &str, shape: Shape) {
        let input = self
            .shader
            .interface
            .inputs
            .push(Variable::new(name, shape));
        let mut values: Vec<Row> = Vec::new();
        let width = usize::from(shape.rows) * shape.elements() as usize;
        while values.len() < SAMPLES {
            let corner = self.row(width, 1.5, QUANTUM);
            if !self.quads {
                values.push(corner);
                continue;
            }
            // Linear over the quad, so that all ways to take a derivative agree.
            let (right, up) = (
                self.row(width, 0.25, QUANTUM),
                self.row(width, 0.25, QUANTUM),
            );
            for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
                let steps = right.iter().zip(&up).map(|(right, up)| x * right + y * up);
                values.push(
                    corner
                        .iter()
                        .zip(steps)
                        .map(|(corner, step)| corner + step)
                        .collect(),
                );
            }
        }
        let given = Some(shape);
        let table = self.inputs.table_mut(self.shader.stage);
        table.insert(
            name.into(),
            InputData {
                shape: given,
                values,
            },
        );
        for slot in 0..shape.elements() {
            let op = Op::Input { input, slot };
            let operand = self.builder().typed(op, &[], Type::float(shape.rows));
            self.enter(operand, INPUT);
        }
    }

    fn uniform(&mut self, name: &str, shape: Shape) {
        let variable = Variable::new(name, shape);
        let (slots, ty) = (
            variable.slots(),
            Type {
                scalar: shape.scalar,
                lanes: variable.slot_lanes(),
            },
        );
        let uniform = self.shader.interface.uniforms.push(variable);
        let lanes = slots as usize * usize::from(ty.lanes);
        let (value, range) = match shape.scalar {
            Scalar::Float => (
                self.row(lanes, 1.0, QUANTUM - 1),
                Range::exact(-1.0, 1.0, QUANTUM - 1),
            ),
            Scalar::Int => (
                vec![1.0 + self.random.below(4) as f32],
                Range::exact(1.0, 4.0, 0),
            ),
            Scalar::Bool => (vec![self.random.below(2) as f32], Range::exact(0.0, 1.0, 0)),
        };
        let data = UniformData {
            shape: Some(shape),
            value,
        };
        self.inputs.uniforms.insert(name.into(), data);
        for slot in 0..slots {
            let op = Op::Uniform { uniform, slot };
            let operand = self.builder().typed(op, &[], ty);
            self.enter(operand, range);
        }
    }

    fn sampler(&mut self, name: &str, kind: TextureKind) {
        let pattern = self.random.below(8) as u32;
        // A cube has edges whatever its filter; coordinates of it are exact.
        let (sampler_kind, filter) = match kind {
            TextureKind::D2 => (SamplerKind::D2, Filter::Linear),
            TextureKind::Cube => (SamplerKind::Cube, Filter::Nearest),
        };
        self.shader.interface.samplers.push(Sampler {
            name: name.into(),
            kind: sampler_kind,
            array: None,
            binding: None,
            bind: None,
            flags: None,
            nesting: None,
            span: Span::NONE,
        });
        let data = TextureData {
            kind,
            filter,
            wrap: match kind {
                TextureKind::D2 => Wrap::Repeat,
                TextureKind::Cube => Wrap::Clamp,
            },
            mipmap: Mipmap::None,
            source: TextureSource::Pattern(pattern),
        };
        self.inputs.textures.insert(name.into(), data);
    }
}
