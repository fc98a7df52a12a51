//! Random shaders with data to run them on: what differential tests of passes and backends compare
//! on.
//!
//! A seed and its [`Knobs`] always give the same [`Sample`]. Programs are valid, end, and read like
//! shaders: chains of multiply and add, dot products, normalised vectors, lookups, a few branches and
//! loops. Values are kept where comparisons make sense: the generator knows the bounds of each value
//! and how much rounding may have accumulated in it, and lets only values that every machine computes
//! exactly decide anything. [`Sample::error`] says how far a right program's outputs may be off.
//!
//! ```
//! use retroshade_ir::generate::{Knobs, sample};
//! use retroshade_ir::eval;
//!
//! let sample = sample(7, &Knobs::default());
//! let outputs = eval::run(&sample.shader, &sample.inputs).unwrap();
//! assert!(sample.difference(&outputs, &outputs).is_none());
//! ```

mod control;
mod decide;
mod function;
mod grow;
mod range;
mod world;

use crate::build::Builder;
use crate::entity::SecondaryMap;
use crate::random::Random;
use crate::run::{RunInputs, RunOutputs};
use crate::{
    Constant, Op, Region, Scalar, Shader, Stage, Swizzle, Terminator, Type, Use, Value, Variable,
};
use range::{Range, ULP};
use std::collections::VecDeque;

/// What programs may contain.
#[derive(Clone, Debug, PartialEq)]
pub struct Knobs {
    /// The stage; `None`: either.
    pub stage: Option<Stage>,
    /// About how many operations.
    pub operations: u32,
    /// Ints, and conversions between them and floats.
    pub ints: bool,
    /// Shifts and bitwise operations on ints (ESSL 3.00).
    pub bits: bool,
    /// `if`.
    pub branches: bool,
    /// `loop`.
    pub loops: bool,
    /// With `loops`: numbers of rounds that only the run data tells.
    pub open_loops: bool,
    /// Memory objects, and indexing of uniforms and vectors by a value.
    pub indexing: bool,
    /// Lookups in fragment shaders.
    pub textures: bool,
    /// `discard` in fragment shaders.
    pub discard: bool,
    /// Derivatives in fragment shaders; the samples are quads.
    pub derivatives: bool,
    /// sin, cos and their like.
    pub angles: bool,
}

impl Default for Knobs {
    /// Everything, in programs of about sixty operations.
    fn default() -> Knobs {
        Knobs {
            stage: None,
            operations: 60,
            ints: true,
            bits: false,
            branches: true,
            loops: true,
            open_loops: true,
            indexing: true,
            textures: true,
            discard: true,
            derivatives: true,
            angles: true,
        }
    }
}

/// A program and what to run it on.
#[derive(Clone, Debug)]
pub struct Sample {
    /// A valid shader.
    pub shader: Shader,
    /// Sixteen samples.
    pub inputs: RunInputs,
    /// How far outputs may lie from those of the interpreter where 32-bit arithmetic is done in another
    /// order or with other rounding of transcendental functions.
    pub error: f32,
}

impl Sample {
    /// The first difference between two runs that is larger than [`Sample::error`].
    pub fn difference(&self, wanted: &RunOutputs, found: &RunOutputs) -> Option<String> {
        let samples = wanted.outputs.values().map(Vec::len).max().unwrap_or(0);
        let gone = |outputs: &RunOutputs| match &outputs.discarded {
            Some(list) => list.clone(),
            None => vec![false; samples],
        };
        let (gone, now_gone) = (gone(wanted), gone(found));
        if gone != now_gone {
            return Some(format!("discarded is {now_gone:?}, expected {gone:?}"));
        }
        for (name, rows) in &wanted.outputs {
            let Some(found) = found.outputs.get(name) else {
                return Some(format!("output `{name}` is missing"));
            };
            for (index, (wanted, found)) in rows.iter().zip(found).enumerate() {
                for (lane, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                    let close = (wanted - found).abs() <= self.error;
                    if !close {
                        return Some(format!(
                            "{name}[{lane}] of sample {index} is {found}, expected {wanted} (± {})",
                            self.error
                        ));
                    }
                }
            }
        }
        None
    }
}

/// The sample of a seed.
pub fn sample(seed: u64, knobs: &Knobs) -> Sample {
    let mut random = Random::new(seed);
    let stage = knobs.stage.unwrap_or(if random.one_in(3) {
        Stage::Vertex
    } else {
        Stage::Fragment
    });
    let shader = Shader::new(stage, format!("generated {seed}"));
    let quads = knobs.derivatives && stage == Stage::Fragment && random.one_in(2);
    let mut generator = Generator {
        region: shader.body,
        shader,
        inputs: RunInputs::default(),
        random,
        knobs: knobs.clone(),
        quads,
        pool: Vec::new(),
        left: knobs.operations,
        depth: 0,
        divergent: false,
    };
    generator.world();
    while generator.left > 0 {
        generator.step();
    }
    generator.finish()
}

/// A value that may be used, and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    operand: Use,
    ty: Type,
    range: Range,
}

/// Noise that a value may have: an absolute error of about 0.00015.
const NOISE: f64 = 2500.0;

struct Generator {
    shader: Shader,
    inputs: RunInputs,
    random: Random,
    knobs: Knobs,
    quads: bool,
    /// The region that grows.
    region: Region,
    /// Values visible there, oldest first.
    pool: Vec<Entry>,
    /// Operations still to be made.
    left: u32,
    /// Regions around.
    depth: u32,
    /// Whether the control flow around may differ inside a quad.
    divergent: bool,
}

impl Generator {
    fn builder(&mut self) -> Builder<'_> {
        Builder::new(&mut self.shader, self.region)
    }

    /// Adds an operation, unless its result would be too large or too noisy.
    fn add(&mut self, op: Op, args: &[Use], range: Range) -> Option<Entry> {
        if !range.is_sane(NOISE) {
            return None;
        }
        let operand = self.builder().op(op, args);
        Some(self.enter(operand, range))
    }

    fn enter(&mut self, operand: Use, range: Range) -> Entry {
        let ty = self.shader.use_type(operand);
        let entry = Entry { operand, ty, range };
        self.pool.push(entry);
        entry
    }

    /// True in `part` of `whole` cases.
    fn chance(&mut self, part: u64, whole: u64) -> bool {
        self.random.below(whole) < part
    }

    /// An entry that fits, mostly a recent one.
    fn find(&mut self, fits: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let candidates: Vec<Entry> = self.pool.iter().copied().filter(fits).collect();
        let count = candidates.len() as u64;
        // The youngest third half of the time.
        let skipped = if self.chance(1, 2) {
            count - count.div_ceil(3)
        } else {
            0
        };
        let index = skipped + self.random.below(count - skipped);
        candidates.get(index as usize).copied()
    }

    /// Lanes of an entry: as they are if there are as many, or any.
    fn lanes_of(&mut self, entry: Entry, lanes: u8) -> Use {
        if entry.ty.lanes == lanes && !self.random.one_in(4) {
            return entry.operand;
        }
        let any: Vec<u8> = (0..lanes)
            .map(|_| self.random.below(u64::from(entry.ty.lanes)) as u8)
            .collect();
        match Swizzle::new(&any) {
            Some(swizzle) => entry.operand.then(swizzle),
            None => entry.operand,
        }
    }

    /// A float operand of some lanes.
    fn float(&mut self, lanes: u8) -> (Use, Range) {
        match self.find(|entry| entry.ty.scalar == Scalar::Float) {
            Some(entry) if !self.random.one_in(7) => (self.lanes_of(entry, lanes), entry.range),
            _ => self.literal(lanes),
        }
    }

    /// An exact float operand of some lanes.
    fn exact(&mut self, lanes: u8) -> (Use, Range) {
        match self.find(|entry| entry.ty.scalar == Scalar::Float && entry.range.is_exact()) {
            Some(entry) if !self.random.one_in(5) => (self.lanes_of(entry, lanes), entry.range),
            _ => self.literal(lanes),
        }
    }

    fn literal(&mut self, lanes: u8) -> (Use, Range) {
        let common = [0.5, 1.0, 2.0, 0.25, -1.0, 0.0, 3.0, -0.5, 0.125, 1.5];
        let number = self.random.pick(&common).copied().unwrap_or(1.0);
        let operand = self.builder().float(number, lanes);
        let number = f64::from(number);
        (operand, Range::exact(number, number, 3))
    }

    fn int_literal(&mut self, value: i32, lanes: u8) -> Use {
        self.builder().int(value, lanes)
    }

    /// 1 to 4, mostly what shaders have.
    fn width(&mut self) -> u8 {
        self.random
            .pick(&[1, 1, 2, 3, 3, 4, 4])
            .copied()
            .unwrap_or(1)
    }

    /// Hands the outputs over.
    fn finish(mut self) -> Sample {
        let shapes = match self.shader.stage {
            Stage::Vertex | Stage::Geometry => {
                vec![("gl_Position", 4), ("vColor", 3), ("vUv", 2), ("vFog", 1)]
            }
            Stage::Fragment => vec![("gl_FragColor", 4)],
        };
        let mut noise: f64 = 0.0;
        let mut outputs = Vec::new();
        let ends = self.loose_ends();
        let share = ends.len().div_ceil(shapes.len()).max(1);
        for (index, (name, lanes)) in shapes.into_iter().enumerate() {
            let mut variable = Variable::new(name, crate::Shape::vector(Scalar::Float, lanes));
            variable.builtin = match name {
                "gl_Position" => Some(crate::Builtin::Position),
                "gl_FragColor" => Some(crate::Builtin::FragColor),
                _ => None,
            };
            self.shader.interface.outputs.push(variable);
            let mine = ends
                .iter()
                .skip(index * share)
                .take(share)
                .copied()
                .collect::<Vec<_>>();
            let entry = self.mean(&mine, lanes);
            noise = noise.max(entry.range.noise);
            outputs.push(entry.operand);
        }
        let body = self.shader.body;
        self.shader.regions[body].end = Terminator::Yield(outputs);
        Sample {
            shader: self.shader,
            inputs: self.inputs,
            // Twice: the interpreter may be off in one direction, the machine in the other.
            error: (2.0 * noise * ULP) as f32 + 1e-6,
        }
    }

    /// Floats of the body that nothing uses yet: together they depend on almost everything.
    fn loose_ends(&self) -> Vec<Entry> {
        let mut used = SecondaryMap::<Value, bool>::new();
        for inst in self.shader.insts.values() {
            for operand in &inst.args {
                used[operand.value] = true;
            }
        }
        for region in self.shader.regions.values() {
            for operand in region.end.uses() {
                used[operand.value] = true;
            }
        }
        let is_loose =
            |entry: &&Entry| entry.ty.scalar == Scalar::Float && !used[entry.operand.value];
        self.pool.iter().filter(is_loose).copied().collect()
    }

    /// The mean of all entries, taken two by two.
    fn mean(&mut self, entries: &[Entry], lanes: u8) -> Entry {
        let (operand, range) = self.float(lanes);
        let half = self.builder().float(0.5, lanes);
        let ty = Type::float(lanes);
        let first = Entry { operand, ty, range };
        let mut waiting = VecDeque::from([first]);
        for &entry in entries {
            let operand = self.lanes_of(entry, lanes);
            waiting.push_back(Entry {
                operand,
                ty,
                ..entry
            });
        }
        while waiting.len() > 1 {
            let (Some(a), Some(b)) = (waiting.pop_front(), waiting.pop_front()) else {
                break;
            };
            let both = a.range.add(b.range);
            let range = both.mul(Range::exact(0.5, 0.5, 1));
            let sum = self.add(Op::Add, &[a.operand, b.operand], both);
            let mean = sum.and_then(|sum| self.add(Op::Mul, &[sum.operand, half], range));
            waiting.push_back(mean.unwrap_or(a));
        }
        waiting.pop_front().unwrap_or(first)
    }

    fn constant(&mut self, constant: Constant) -> Use {
        self.builder().constant(constant)
    }
}

#[cfg(test)]
mod tests;
