//! One operation at a time: which, on what, and what is known of the result.

use super::range::Range;
use super::world::{INDEXED, INPUT, UNIFORM};
use super::{Entry, Generator};
use crate::entity::EntityRef;
use crate::{
    LevelOfDetail, Op, SamplerId, SamplerKind, Scalar, Stage, Swizzle, TextureOp, Type, Use,
    Variable,
};

impl Generator {
    /// Makes one operation or one construct of control flow; now and then nothing fits.
    pub(super) fn step(&mut self) {
        // Counted even if nothing fits, so that this ends.
        self.left = self.left.saturating_sub(1);
        match self.random.below(100) {
            0..35 => self.arithmetic(),
            35..47 => self.bounds(),
            47..58 => self.vector(),
            58..68 => self.function(),
            68..76 => self.decision(),
            76..82 => self.ints(),
            82..88 => self.lookup(),
            88..92 => self.pack(),
            92..94 => self.derivative(),
            _ => self.control(),
        };
    }

    fn arithmetic(&mut self) -> Option<Entry> {
        let lanes = self.width();
        let ((a, ra), (b, rb)) = (self.float(lanes), self.float(lanes));
        match self.random.below(10) {
            0..3 => self.add(Op::Mul, &[a, b], ra.mul(rb)),
            3..5 => self.add(Op::Add, &[a, b], ra.add(rb)),
            5..6 => self.add(Op::Sub, &[a, b], ra.sub(rb)),
            6..9 => {
                let (c, rc) = self.float(lanes);
                self.add(Op::Mad, &[a, b, c], ra.mul(rb).add(rc))
            }
            _ => {
                let (t, rt) = self.float(lanes);
                let one = Range::exact(1.0, 1.0, 0);
                let range = ra.mul(one.sub(rt)).add(rb.mul(rt));
                self.add(Op::Mix, &[a, b, t], range)
            }
        }
    }

    /// Keeps values small, which keeps programs going.
    fn bounds(&mut self) -> Option<Entry> {
        let lanes = self.width();
        let (a, ra) = self.float(lanes);
        let unit = |high: f64| Range::exact(0.0, high, 0);
        match self.random.below(8) {
            0 => self.add(Op::Neg, &[a], ra.neg()),
            1 => self.add(Op::Abs, &[a], ra.abs()),
            2 => self.add(Op::Saturate, &[a], ra.max(unit(0.0)).min(unit(1.0))),
            3 | 4 => {
                let (b, rb) = self.float(lanes);
                let (op, range) = if self.chance(1, 2) {
                    (Op::Min, ra.min(rb))
                } else {
                    (Op::Max, ra.max(rb))
                };
                self.add(op, &[a, b], range)
            }
            5 => {
                let (low, high) = (
                    self.builder().float(-1.0, lanes),
                    self.builder().float(2.0, lanes),
                );
                let range = ra
                    .max(Range::exact(-1.0, -1.0, 0))
                    .min(Range::exact(2.0, 2.0, 0));
                self.add(Op::Clamp, &[a, low, high], range)
            }
            6 => {
                let (low, high) = (
                    self.builder().float(-0.5, lanes),
                    self.builder().float(1.5, lanes),
                );
                // The slope of Hermite interpolation is 1.5 over the width of the interval.
                let range = Range::rounded(0.0, 1.0, 0.75 * ra.noise + 8.0);
                self.add(Op::Smoothstep, &[low, high, a], range)
            }
            _ => {
                let scale = self.builder().float(0.25, lanes);
                self.add(Op::Mul, &[a, scale], ra.mul(Range::exact(0.25, 0.25, 2)))
            }
        }
    }

    fn vector(&mut self) -> Option<Entry> {
        let lanes = 2 + self.random.below(3) as u8;
        let ((a, ra), (b, rb)) = (self.float(lanes), self.float(lanes));
        match self.random.below(9) {
            0..3 => self.add(Op::Dot, &[a, b], ra.dot(rb, lanes)),
            3 => self.unit_vector(lanes).map(|(entry, _)| entry),
            4 => {
                // The length of a unit vector times a float, which is nowhere near 0.
                let (unit, size) = self.unit_vector(lanes)?;
                let scaled = self.add(Op::Mul, &[unit.operand, a], unit.range.mul(ra))?;
                let high = size * ra.size();
                let range = Range::rounded(0.0, high, scaled.range.noise * 2.0 + high);
                // The square root is steep near 0.
                if !ra.avoids_zero(0.25) {
                    return Some(scaled);
                }
                let op = if self.chance(1, 2) {
                    Op::Length
                } else {
                    Op::Distance
                };
                let zero = self.builder().float(0.0, lanes);
                let args = [scaled.operand, zero];
                self.add(op, if op == Op::Length { &args[..1] } else { &args }, range)
            }
            5 => {
                let ((a, ra), (b, rb)) = (self.float(3), self.float(3));
                let product = ra.mul(rb);
                self.add(Op::Cross, &[a, b], product.sub(product))
            }
            6 if self.chance(1, 2) => {
                let ((n, _), (i, _)) = (self.unit_vector(lanes)?, self.unit_vector(lanes)?);
                let eta = self.builder().float(0.5, 1);
                // With this ratio there is no total reflection, and the root is of 0.75 at least.
                let noise = 4.0 * (n.range.noise + i.range.noise) + 16.0;
                let range = Range::rounded(-1.5, 1.5, noise);
                self.add(Op::Refract, &[i.operand, n.operand, eta], range)
            }
            6 => {
                let (n, _) = self.unit_vector(lanes)?;
                let two = Range::exact(2.0, 2.0, 0);
                let range = ra.sub(ra.dot(n.range, lanes).mul(two).mul(n.range));
                self.add(Op::Reflect, &[a, n.operand], range)
            }
            7 => {
                // What decides is exact.
                let ((i, ri), (n, rn)) = (self.exact(lanes), self.exact(lanes));
                let sure = ri.dot(rn, lanes).is_exact();
                let range = ra.join(ra.neg());
                if sure {
                    self.add(Op::FaceForward, &[a, i, n], range)
                } else {
                    None
                }
            }
            _ => {
                let columns = 2 + self.random.below(3) as u8;
                let (v, rv) = self.float(columns);
                let (mut args, mut range) = (Vec::new(), Range::exact(0.0, 0.0, 0));
                for _ in 0..columns {
                    let (column, rc) = self.float(lanes);
                    args.push(column);
                    range = range.add(rc.mul(rv));
                }
                args.push(v);
                self.add(Op::MatVec, &args, range)
            }
        }
    }

    /// A normalised vector, one lane of which was 2, and the largest length it can have.
    fn unit_vector(&mut self, lanes: u8) -> Option<(Entry, f64)> {
        let (rest, range) = self.float(lanes - 1);
        let far = self.builder().float(2.0, 1);
        let range = range.join(Range::exact(2.0, 2.0, 0));
        let vector = self.add(Op::Compose, &[far, rest], range)?;
        // Slopes of the direction are at most 1 over the length.
        let unit = Range::rounded(-1.0, 1.0, range.noise + 8.0);
        Some((self.add(Op::Normalize, &[vector.operand], unit)?, 1.0))
    }

    fn lookup(&mut self) -> Option<Entry> {
        let samplers = &self.shader.interface.samplers;
        let count = samplers.len() as u64;
        let sampler = SamplerId::new(self.random.below(count) as usize);
        let kind = samplers.get(sampler)?.kind;
        let level = match self.random.below(5) {
            // The neighbours' coordinates must be there.
            0 if !self.divergent => LevelOfDetail::Bias,
            1 => LevelOfDetail::Explicit,
            _ if self.divergent => LevelOfDetail::Explicit,
            _ => LevelOfDetail::Implicit,
        };
        let mut texture = TextureOp {
            sampler,
            element: 0,
            indexed: false,
            projective: false,
            level,
        };
        let (mut args, noise) = if kind == SamplerKind::Cube {
            // A lane of 2 keeps the direction from being none.
            let (rest, range) = self.exact(2);
            let far = self.builder().float(2.0, 1);
            let range = range.join(Range::exact(2.0, 2.0, 0));
            (
                vec![self.add(Op::Compose, &[rest, far], range)?.operand],
                0.0,
            )
        } else {
            let (place, range) = self.float(2);
            texture.projective = self.random.one_in(5);
            let place = if texture.projective {
                let two = self.builder().float(2.0, 1);
                let range = range.join(Range::exact(2.0, 2.0, 0));
                self.add(Op::Compose, &[place, two], range)?.operand
            } else {
                place
            };
            // Eight texels in a unit, neighbours at most one apart, in two directions.
            (vec![place], 16.0 * (range.noise + range.size()))
        };
        if level != LevelOfDetail::Implicit {
            args.push(self.literal(1).0);
        }
        self.add(Op::Texture(texture), &args, Range::rounded(0.0, 1.0, noise))
    }

    fn pack(&mut self) -> Option<Entry> {
        let lanes = 2 + self.random.below(3) as u8;
        if self.knobs.indexing && self.random.one_in(3) {
            return if self.chance(1, 2) {
                self.choose_lane(lanes)
            } else {
                self.choose_slot()
            };
        }
        let (mut parts, mut left, mut range) = (Vec::new(), lanes, None::<Range>);
        while left > 0 {
            let width = 1 + self.random.below(u64::from(left)) as u8;
            let (part, part_range) = self.float(width);
            parts.push(part);
            range = Some(range.map_or(part_range, |range| range.join(part_range)));
            left -= width;
        }
        self.add(Op::Compose, &parts, range?)
    }

    /// A lane read or written by an index.
    fn choose_lane(&mut self, lanes: u8) -> Option<Entry> {
        let index = self.index(u32::from(lanes))?;
        let (vector, range) = self.float(lanes);
        if self.chance(1, 2) {
            return self.add(Op::Extract, &[vector, index], range);
        }
        let (lane, lane_range) = self.float(1);
        self.add(Op::Insert, &[vector, index, lane], range.join(lane_range))
    }

    /// A slot of the indexed uniform or input.
    fn choose_slot(&mut self) -> Option<Entry> {
        let index = self.index(INDEXED)?;
        let interface = &self.shader.interface;
        let is_array = |variable: &Variable| variable.shape.array.is_some();
        let input = interface
            .inputs
            .iter()
            .find(|(_, variable)| is_array(variable));
        let uniform = interface
            .uniforms
            .iter()
            .find(|(_, variable)| is_array(variable));
        let (op, range) = match (input, uniform) {
            (Some((input, _)), _) if self.random.one_in(3) => (
                Op::InputIndexed {
                    input,
                    base: 0,
                    stride: 1,
                },
                INPUT,
            ),
            (_, Some((uniform, _))) => (
                Op::UniformIndexed {
                    uniform,
                    base: 0,
                    stride: 1,
                },
                UNIFORM,
            ),
            _ => return None,
        };
        let lanes = if range == INPUT { 2 } else { 3 };
        let operand = self.builder().typed(op, &[index], Type::float(lanes));
        Some(self.enter(operand, range))
    }

    /// An int from 0 to `count - 1`.
    pub(super) fn index(&mut self, count: u32) -> Option<Use> {
        let last = f64::from(count) - 1.0;
        let inside = |entry: &Entry| {
            entry.ty.scalar == Scalar::Int && entry.range.low >= 0.0 && entry.range.high <= last
        };
        if let Some(entry) = self.find(inside) {
            return Some(self.lanes_of(entry, 1));
        }
        let (a, ra) = self.exact(1);
        let whole = self.add(Op::FloatToInt, &[a], ra.whole(f64::trunc))?;
        let (low, high) = (
            self.int_literal(0, 1),
            self.int_literal(count as i32 - 1, 1),
        );
        let range = Range::exact(0.0, last, 0);
        Some(
            self.add(Op::Clamp, &[whole.operand, low, high], range)?
                .operand,
        )
    }

    fn derivative(&mut self) -> Option<Entry> {
        let allowed = self.knobs.derivatives && self.shader.stage == Stage::Fragment;
        if !allowed || self.divergent {
            return None;
        }
        // Of an input, which is linear over the quad: coarse and fine derivatives agree.
        let input = |entry: &Entry| entry.range == INPUT;
        let inputs: Vec<Entry> = self.pool.iter().copied().take(3).filter(input).collect();
        let entry = self.random.pick(&inputs).copied()?;
        let lanes = self.width();
        let operand = self.lanes_of(entry, lanes);
        let op = self
            .random
            .pick(&[Op::Dfdx, Op::Dfdy, Op::Fwidth])
            .copied()?;
        let range = Range::exact(-0.5, 0.5, 4);
        self.add(op, &[operand], range)
    }

    /// All lanes of an entry in order, of a type.
    pub(super) fn whole(&self, entry: Entry, lanes: u8) -> Option<Use> {
        (entry.ty.lanes >= lanes).then(|| entry.operand.then(Swizzle::identity(lanes)))
    }
}
