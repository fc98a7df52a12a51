//! Random straight-line shaders: what is compiled computes what the interpreter computes, or is
//! refused for a limit.

use crate::common::check_shader;
use retroshade_agal::{AGAL1, AGAL2, AGAL3, Agal};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::codes;
use retroshade_ir::build::Builder;
use retroshade_ir::{
    Builtin, Constant, LevelOfDetail, MatrixLayout, Op, Sampler, SamplerKind, Scalar, Shader,
    Shape, Stage, Swizzle, Terminator, TextureOp, Type, Use, Variable,
};
use retroshade_kit::random::Random;
use retroshade_kit::target::{Compiled, Optimize, Options, Target};

fn float(lanes: u8) -> Shape {
    Shape::vector(Scalar::Float, lanes)
}

struct Generator<'a> {
    builder: Builder<'a>,
    random: Random,
    /// Values of moderate size.
    pool: Vec<Use>,
    /// Values that both machines agree on to the last bit.
    exact: Vec<Use>,
    /// Whether one value is chosen of two.
    chooses: bool,
    /// On what.
    conditions: Vec<Use>,
}

impl Generator<'_> {
    fn lanes(&mut self) -> u8 {
        1 + self.random.below(4) as u8
    }

    /// A random selection from a random value.
    fn operand(&mut self, lanes: u8, exact: bool) -> Use {
        if self.random.one_in(7) {
            let numbers: Vec<f32> = (0..lanes)
                .map(|_| self.random.below(64) as f32 / 16.0 - 2.0)
                .collect();
            return self.builder.constant(Constant::floats(&numbers));
        }
        let pool = if exact { &self.exact } else { &self.pool };
        // Late values are read more often.
        let count = pool.len() as u64;
        let index = self.random.below(count).max(self.random.below(count)) as usize;
        let value = pool[index];
        let width = value.lanes();
        let mut selected = Vec::new();
        let start = self.random.below(4) as u8;
        let straight = self.random.one_in(2);
        for lane in 0..lanes {
            let lane = if straight {
                start + lane
            } else {
                self.random.below(4) as u8
            };
            selected.push(lane % width);
        }
        value.then(Swizzle::new(&selected).unwrap())
    }

    /// Brings a value back to a moderate size.
    fn tame(&mut self, value: Use) -> Use {
        let lanes = value.lanes();
        let high = self.builder.float(4.0, lanes);
        let low = self.builder.float(-4.0, lanes);
        let below = self.builder.op(Op::Min, &[value, high]);
        self.builder.op(Op::Max, &[below, low])
    }

    fn step(&mut self, stage: Stage) {
        let lanes = self.lanes();
        let choice = self.random.below(if self.chooses { 34 } else { 22 });
        let unary = [Op::Neg, Op::Abs, Op::Saturate, Op::Neg];
        let binary = [
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::Min,
            Op::Max,
            Op::Add,
            Op::Mul,
            Op::Sub,
        ];
        let result = match choice {
            0..=7 => {
                let (a, b) = (self.operand(lanes, false), self.operand(lanes, false));
                let op = binary[choice as usize];
                self.builder.op(op, &[a, b])
            }
            8..=11 => {
                let a = self.operand(lanes, false);
                self.builder.op(unary[choice as usize - 8], &[a])
            }
            12 | 13 => {
                let (a, b) = (self.operand(lanes, true), self.operand(lanes, true));
                let op =
                    [Op::SetLt, Op::SetGe, Op::SetEq, Op::SetNe][self.random.below(4) as usize];
                self.builder.op(op, &[a, b])
            }
            14 => {
                let lanes = 3 + self.random.below(2) as u8;
                let (a, b) = (self.operand(lanes, false), self.operand(lanes, false));
                self.builder.op(Op::Dot, &[a, b])
            }
            15 => {
                let (a, b) = (self.operand(3, false), self.operand(3, false));
                self.builder.op(Op::Cross, &[a, b])
            }
            16 => {
                // Away from the origin, where directions are unstable.
                let a = self.operand(3, false);
                let a = self.builder.op(Op::Abs, &[a]);
                let one = self.builder.float(1.0, 3);
                let a = self.builder.op(Op::Add, &[a, one]);
                self.builder.op(Op::Normalize, &[a])
            }
            17 | 18 => {
                let mut parts = Vec::new();
                let mut left = 4;
                while left > 0 {
                    let lanes = 1 + self.random.below(left) as u8;
                    parts.push(self.operand(lanes, false));
                    left -= u64::from(lanes);
                }
                self.builder.op(Op::Compose, &parts)
            }
            19 => {
                let a = self.operand(lanes, true);
                self.builder.op(Op::Fract, &[a])
            }
            20 if stage == Stage::Fragment => {
                let a = self.operand(2, false);
                let sampler = self
                    .builder
                    .shader
                    .interface
                    .samplers
                    .keys()
                    .next()
                    .unwrap();
                let texture = TextureOp {
                    sampler,
                    element: 0,
                    indexed: false,
                    projective: false,
                    level: LevelOfDetail::Implicit,
                };
                self.builder.op(Op::Texture(texture), &[a])
            }
            22.. => self.select(lanes),
            _ => self.matrix(),
        };
        let result = self.tame_sometimes(choice, result);
        self.pool.push(result);
    }

    /// Few conditions, so that many values depend on the same one.
    fn select(&mut self, lanes: u8) -> Use {
        if self.conditions.is_empty() || self.random.one_in(4) {
            let width = if self.random.one_in(4) { 4 } else { 1 };
            let (a, b) = (self.operand(width, true), self.operand(width, true));
            let op = [Op::Lt, Op::Ge, Op::Eq, Op::Ne][self.random.below(4) as usize];
            let condition = self.builder.op(op, &[a, b]);
            self.conditions.push(condition);
        }
        let count = self.conditions.len() as u64;
        let index = self.random.below(count).max(self.random.below(count)) as usize;
        let condition = self.conditions[index];
        let condition = match condition.lanes() {
            1 => condition.then(Swizzle::splat(0, lanes)),
            _ => condition.then(Swizzle::identity(lanes)),
        };
        let (a, b) = (self.operand(lanes, false), self.operand(lanes, false));
        self.builder.op(Op::Select, &[condition, a, b])
    }

    fn tame_sometimes(&mut self, choice: u64, value: Use) -> Use {
        match choice {
            2 | 6 | 14 | 15 | 21 => self.tame(value),
            _ => value,
        }
    }

    fn matrix(&mut self) -> Use {
        let uniform = self
            .builder
            .shader
            .interface
            .uniforms
            .keys()
            .next()
            .unwrap();
        let lanes = 3 + self.random.below(2) as u8;
        let vector = self.operand(lanes, false);
        let rows: Vec<Use> = (0..lanes as u32)
            .map(|slot| {
                let row = self
                    .builder
                    .typed(Op::Uniform { uniform, slot }, &[], Type::float(4));
                let row = row.then(Swizzle::identity(lanes));
                self.builder.op(Op::Dot, &[row, vector])
            })
            .collect();
        let product = self.builder.op(Op::Compose, &rows);
        self.tame(product)
    }
}

fn generate(stage: Stage, steps: u64, seed: u64, chooses: bool) -> Shader {
    let mut random = Random::new(seed);
    let mut shader = Shader::new(stage, "random");
    let matrix = Shape {
        columns: 4,
        ..float(4)
    };
    let matrix = Variable {
        layout: MatrixLayout::Rows,
        ..Variable::new("uMatrix", matrix)
    };
    shader.interface.uniforms.push(matrix);
    for lanes in 1..=4 {
        shader
            .interface
            .uniforms
            .push(Variable::new(format!("u{lanes}"), float(lanes)));
        shader
            .interface
            .inputs
            .push(Variable::new(format!("in{lanes}"), float(lanes)));
    }
    let colour = match stage {
        Stage::Vertex => ("gl_Position", Builtin::Position),
        Stage::Fragment => ("gl_FragColor", Builtin::FragColor),
    };
    let mut output = Variable::new(colour.0, float(4));
    output.builtin = Some(colour.1);
    shader.interface.outputs.push(output);
    if stage == Stage::Vertex {
        for lanes in 1..=1 + random.below(4) as u8 {
            shader
                .interface
                .outputs
                .push(Variable::new(format!("v{lanes}"), float(lanes)));
        }
    } else {
        shader.interface.samplers.push(Sampler {
            name: "uMap".into(),
            kind: SamplerKind::D2,
            array: None,
            binding: None,
            bind: None,
            flags: None,
            nesting: None,
            span: Span::NONE,
        });
    }
    let outputs: Vec<u8> = shader
        .interface
        .outputs
        .values()
        .map(|output| output.shape.rows)
        .collect();
    let body = shader.body;
    let uniforms: Vec<_> = shader.interface.uniforms.keys().skip(1).collect();
    let inputs: Vec<_> = shader.interface.inputs.keys().collect();
    let builder = Builder::new(&mut shader, body);
    let mut generator = Generator {
        builder,
        random,
        pool: Vec::new(),
        exact: Vec::new(),
        chooses,
        conditions: Vec::new(),
    };
    for (lanes, (uniform, input)) in (1..).zip(uniforms.into_iter().zip(inputs)) {
        let ty = Type::float(lanes);
        let uniform = generator
            .builder
            .typed(Op::Uniform { uniform, slot: 0 }, &[], ty);
        let input = generator
            .builder
            .typed(Op::Input { input, slot: 0 }, &[], ty);
        generator.pool.extend([uniform, input]);
    }
    generator.exact = generator.pool.clone();
    for _ in 0..steps {
        generator.step(stage);
    }
    if stage == Stage::Fragment && generator.random.one_in(3) {
        let (a, b) = (generator.operand(1, true), generator.operand(1, true));
        let op = [Op::Lt, Op::Ge][generator.random.below(2) as usize];
        let condition = generator.builder.op(op, &[a, b]);
        generator
            .builder
            .push(Op::Discard, vec![condition], &[], Vec::new());
    }
    let values = outputs
        .into_iter()
        .map(|lanes| generator.operand(lanes, false))
        .collect();
    generator.builder.end(Terminator::Yield(values));
    shader
}

/// What comes out, or `None` where a limit is exceeded.
fn compiled(target: &Agal, shader: &Shader, seed: u64) -> Option<Compiled> {
    let limits = [
        codes::limit::TEMPORARIES,
        codes::limit::INSTRUCTIONS,
        codes::limit::CONSTANTS,
    ];
    match check_shader(target, shader) {
        Ok(compiled) => Some(compiled),
        Err(errors) => {
            assert!(
                errors.iter().all(|error| limits.contains(&error.code)),
                "seed {seed}: {errors:#?}\n{}",
                retroshade_ir::text::print(shader)
            );
            None
        }
    }
}

/// How many of the shaders compile.
fn run(target: &Agal, stage: Stage, steps: u64, seeds: std::ops::Range<u64>) -> usize {
    let compiles = |seed: &u64| {
        let shader = generate(stage, steps, *seed, false);
        compiled(target, &shader, *seed).is_some()
    };
    seeds.filter(compiles).count()
}

#[test]
fn small_shaders_agree_with_the_interpreter() {
    for stage in [Stage::Vertex, Stage::Fragment] {
        assert_eq!(run(&AGAL1, stage, 8, 0..60), 60, "all are small enough");
    }
}

#[test]
fn large_shaders_agree_with_the_interpreter() {
    for stage in [Stage::Vertex, Stage::Fragment] {
        assert!(run(&AGAL1, stage, 40, 1000..1012) > 8);
        assert!(run(&AGAL2, stage, 60, 2000..2010) > 8);
        assert!(run(&AGAL3, stage, 60, 3000..3004) > 3);
    }
}

#[test]
fn choices_agree_with_the_interpreter() {
    let (mut all, mut conditional, mut nested) = (0, 0, 0);
    for stage in [Stage::Vertex, Stage::Fragment] {
        for seed in 0..150 {
            let shader = generate(stage, 4 + seed % 50, 5000 + seed, true);
            let Some(found) = compiled(&AGAL2, &shader, seed) else {
                continue;
            };
            all += 1;
            conditional += usize::from(found.assembly.contains("\n  "));
            nested += usize::from(found.assembly.contains("\n    "));
        }
    }
    assert!(all > 290, "{all}");
    assert!(conditional > 70 && nested > 0, "{conditional} {nested}");
}

/// Values of so many lanes in all that are live at once, then combined two by two.
fn crowd(lanes: u8, seed: u64) -> Shader {
    let mut shader = Shader::new(Stage::Fragment, "crowd");
    shader.interface.inputs.push(Variable::new("v", float(4)));
    let mut colour = Variable::new("gl_FragColor", float(4));
    colour.builtin = Some(Builtin::FragColor);
    shader.interface.outputs.push(colour);
    let body = shader.body;
    let input = shader.interface.inputs.keys().next().expect("v");
    let mut random = Random::new(seed);
    let mut builder = Builder::new(&mut shader, body);
    let input = builder.typed(Op::Input { input, slot: 0 }, &[], Type::float(4));
    let (mut values, mut left) = (Vec::new(), lanes);
    let mut last = input;
    while left > 0 {
        let width = (1 + random.below(4) as u8).min(left);
        left -= width;
        let start = random.below(4) as u8;
        let source = if random.one_in(3) { input } else { last };
        let lanes = (0..width).map(|lane| (start + lane) % 4 % source.lanes());
        let selected: Vec<u8> = lanes.collect();
        let operand = source.then(Swizzle::new(&selected).expect("lanes"));
        let factor = builder.float(values.len() as f32 + 2.5, width);
        let scaled = builder.op(Op::Mul, &[operand, factor]);
        last = builder.op(Op::Fract, &[scaled]);
        values.push(last);
    }
    let mut take =
        |values: &mut Vec<Use>| values.swap_remove(random.below(values.len() as u64) as usize);
    while values.len() > 1 {
        let (a, b) = (take(&mut values), take(&mut values));
        let width = a.lanes().max(b.lanes());
        let widened = |value: Use| {
            let selected: Vec<u8> = (0..width).map(|lane| (lane + 1) % value.lanes()).collect();
            value.then(Swizzle::new(&selected).expect("lanes"))
        };
        let op = [Op::Min, Op::Add, Op::Max][values.len() % 3];
        values.push(builder.op(op, &[widened(a), widened(b)]));
    }
    let value = take(&mut values);
    let colour: Vec<u8> = (0..4).map(|lane| lane % value.lanes()).collect();
    let colour = value.then(Swizzle::new(&colour).expect("lanes"));
    builder.end(Terminator::Yield(vec![colour]));
    shader
}

#[test]
fn what_fits_at_the_usual_level_fits_without_optimization() {
    let fits = |shader: &Shader, optimize| {
        let options = Options {
            optimize,
            ..Options::default()
        };
        AGAL1.compile(shader, &options).is_ok()
    };
    let mut fitting = 0;
    // Some of these need the usual search for registers.
    for seed in 755..776 {
        let shader = crowd(30 + (seed % 60) as u8, seed);
        if fits(&shader, Optimize::Normal) {
            assert!(fits(&shader, Optimize::None), "seed {seed}");
            fitting += 1;
        }
    }
    assert!(fitting >= 10, "{fitting}");
}
