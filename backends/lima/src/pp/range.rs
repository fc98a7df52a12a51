//! How large the values of a shader can become, as far as that can be told.
//!
//! Results of this processor end at 65504. Many sources have parts whose bounds are known: what comes
//! from `mod` or `fract`, from a texture, from gl_FragCoord. Arithmetic on these alone has known bounds
//! too, and where they lie beyond the range of half floats that is worth a warning, or another way of
//! computing the same. Varyings and uniforms may be anything, and so may be what is made of them.

use super::half;
use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::{Builtin, Inst, InstData, Op, Region, Scalar, Shader, Terminator, Use, Value};

/// The widest picture that coordinates are believed to be of, in pixels: twice what displays of these
/// devices have.
const PIXELS: f64 = 2048.0;

/// The numbers from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval(pub(super) f64, pub(super) f64);

/// Any number.
const ANY: Interval = Interval(f64::NEG_INFINITY, f64::INFINITY);
/// What colours and truth values are.
const UNIT: Interval = Interval(0.0, 1.0);

impl Interval {
    /// From the least to the greatest of some numbers; anything if one of them is none.
    fn around(numbers: &[f64]) -> Interval {
        if numbers.iter().any(|number| number.is_nan()) {
            return ANY;
        }
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Interval(least, most)
    }

    fn join(self, other: Interval) -> Interval {
        Interval(self.0.min(other.0), self.1.max(other.1))
    }

    fn map(self, function: impl Fn(f64) -> f64) -> Interval {
        Interval::around(&[function(self.0), function(self.1)])
    }

    fn add(self, other: Interval) -> Interval {
        Interval::around(&[self.0 + other.0, self.1 + other.1])
    }

    fn negated(self) -> Interval {
        Interval(-self.1, -self.0)
    }

    fn times(self, other: Interval) -> Interval {
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        Interval::around(&[
            product(self.0, other.0),
            product(self.0, other.1),
            product(self.1, other.0),
            product(self.1, other.1),
        ])
    }

    fn absolute(self) -> Interval {
        match self {
            Interval(least, most) if least >= 0.0 => Interval(least, most),
            Interval(least, most) if most <= 0.0 => Interval(-most, -least),
            Interval(least, most) => Interval(0.0, most.max(-least)),
        }
    }

    /// The greatest magnitude.
    fn reach(self) -> f64 {
        self.1.max(-self.0)
    }
}

/// The bounds of the four lanes of a value.
type Lanes = [Interval; 4];

/// A result that leaves the range of half floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Excess {
    /// The instruction.
    pub(super) inst: Inst,
    /// The magnitude that it can reach.
    pub(super) reach: f64,
}

/// What is known of the values of a shader.
pub(super) struct Bounds {
    known: SecondaryMap<Value, Lanes>,
    /// The results that leave the range of half floats by themselves, not because of an operand that did.
    pub(super) excesses: Vec<Excess>,
}

impl Bounds {
    /// The bounds of an operand's first lane.
    pub(super) fn first(&self, operand: Use) -> Interval {
        self.known[operand.value][usize::from(operand.swizzle.lane(0) & 3)]
    }

    /// True if no lane of an operand is negative.
    pub(super) fn is_positive(&self, operand: Use) -> bool {
        let lanes = operand.swizzle.lanes().iter();
        let mut bounds = lanes.map(|lane| self.known[operand.value][usize::from(lane & 3)]);
        bounds.all(|Interval(least, _)| least >= 0.0)
    }
}

/// The bounds of all values.
pub(super) fn bounds(shader: &Shader) -> Bounds {
    let mut ranges = Ranges {
        shader,
        known: SecondaryMap::with_default([ANY; 4]),
        found: Vec::new(),
    };
    ranges.region(shader.body);
    Bounds {
        known: ranges.known,
        excesses: ranges.found,
    }
}

struct Ranges<'a> {
    shader: &'a Shader,
    known: SecondaryMap<Value, Lanes>,
    found: Vec<Excess>,
}

impl Ranges<'_> {
    fn region(&mut self, region: Region) {
        let shader = self.shader;
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            for inner in &data.regions {
                self.region(*inner);
            }
            if let Op::If = data.op {
                self.choice(data);
                continue;
            }
            let &[result] = data.results.as_slice() else {
                continue;
            };
            if shader.ty(result).scalar == Scalar::Bool {
                self.known[result] = [UNIT; 4];
                continue;
            }
            let mut lanes = self.result(data);
            let count = usize::from(shader.ty(result).lanes);
            let reach = lanes.iter().take(count).map(|lane| lane.reach());
            let reach = reach.fold(0.0, f64::max);
            let literal = matches!(data.op, Op::Constant(_));
            if reach.is_finite() && reach > f64::from(half::LARGEST) && !literal {
                self.found.push(Excess { inst, reach });
                // What follows from it is not another fault.
                lanes = [ANY; 4];
            }
            self.known[result] = lanes;
        }
    }

    /// The results of a branch are those of either arm.
    fn choice(&mut self, data: &InstData) {
        for (index, result) in data.results.iter().enumerate() {
            let mut joined: Option<Lanes> = None;
            for region in &data.regions {
                if let Terminator::Yield(values) = &self.shader.regions[*region].end
                    && let Some(operand) = values.get(index)
                {
                    let lanes = self.operand(*operand);
                    joined = Some(match joined {
                        None => lanes,
                        Some(other) => pairwise(other, lanes, Interval::join),
                    });
                }
            }
            self.known[*result] = joined.unwrap_or([ANY; 4]);
        }
    }

    fn operand(&self, operand: Use) -> Lanes {
        let known = self.known[operand.value];
        let lanes = operand.swizzle.lanes();
        let lane = |index: usize| {
            let lane = lanes.get(index).or(lanes.last()).copied().unwrap_or(0);
            known[usize::from(lane & 3)]
        };
        [lane(0), lane(1), lane(2), lane(3)]
    }

    fn result(&self, data: &InstData) -> Lanes {
        let args: Vec<Lanes> = data.args.iter().map(|arg| self.operand(*arg)).collect();
        let positive = |lane: Interval| Interval(lane.0.max(0.0), lane.1.max(0.0));
        match (data.op, args.as_slice()) {
            (Op::Constant(constant), []) => {
                let number = |lane: u8| match constant.ty.scalar {
                    Scalar::Float => f64::from(constant.float(lane)),
                    Scalar::Int => f64::from(constant.int(lane)),
                    Scalar::Bool => f64::from(u8::from(constant.bool(lane))),
                };
                [0, 1, 2, 3].map(|lane| {
                    if lane < constant.ty.lanes {
                        Interval::around(&[number(lane)])
                    } else {
                        ANY
                    }
                })
            }
            (Op::Input { input, .. }, []) => match self.shader.interface.inputs[input].builtin {
                Some(Builtin::FragCoord) => {
                    [Interval(0.0, PIXELS), Interval(0.0, PIXELS), UNIT, ANY]
                }
                Some(
                    Builtin::PointCoord
                    | Builtin::FrontFacing
                    | Builtin::LastFragColor
                    | Builtin::LastFragDepth,
                ) => [UNIT; 4],
                _ => [ANY; 4],
            },
            (Op::Texture(_), _) => [UNIT; 4],
            (Op::Fract | Op::Saturate | Op::SetLt | Op::SetGe | Op::SetEq | Op::SetNe, _) => {
                [UNIT; 4]
            }
            (Op::Sin | Op::Cos, _) => [Interval(-1.0, 1.0); 4],
            (Op::Neg, [a]) => a.map(Interval::negated),
            (Op::Abs, [a]) => a.map(Interval::absolute),
            (Op::Floor, [a]) => a.map(|lane| lane.map(f64::floor)),
            (Op::Ceil, [a]) => a.map(|lane| lane.map(f64::ceil)),
            (Op::Trunc, [a]) => a.map(|lane| lane.map(f64::trunc)),
            (Op::Sqrt, [a]) => a.map(|lane| positive(lane).map(f64::sqrt)),
            (Op::Exp2, [a]) => a.map(|lane| lane.map(f64::exp2)),
            (Op::Add, [a, b]) => pairwise(*a, *b, Interval::add),
            (Op::Sub, [a, b]) => match self.remainder(data) {
                Some(lanes) => lanes,
                None => pairwise(*a, *b, |a, b| a.add(b.negated())),
            },
            (Op::Mul, [a, b]) if data.args.first() == data.args.get(1) => {
                let _ = b;
                a.map(|lane| lane.absolute().map(|number| number * number))
            }
            (Op::Mul, [a, b]) => pairwise(*a, *b, Interval::times),
            (Op::Min, [a, b]) => pairwise(*a, *b, |a, b| Interval(a.0.min(b.0), a.1.min(b.1))),
            (Op::Max, [a, b]) => pairwise(*a, *b, |a, b| Interval(a.0.max(b.0), a.1.max(b.1))),
            (Op::Dot, [a, b]) => {
                let count = data.args.first().map_or(0, |arg| usize::from(arg.lanes()));
                let products = if data.args.first() == data.args.get(1) {
                    a.map(|lane| lane.absolute().map(|number| number * number))
                } else {
                    pairwise(*a, *b, Interval::times)
                };
                let products = products.into_iter().take(count);
                [products.fold(Interval(0.0, 0.0), Interval::add); 4]
            }
            (Op::Select, [_, a, b]) => pairwise(*a, *b, Interval::join),
            (Op::Compose, _) => {
                let parts = data.args.iter().zip(&args);
                let mut lanes =
                    parts.flat_map(|(arg, lanes)| lanes.iter().take(arg.lanes().into()));
                [(); 4].map(|()| lanes.next().copied().unwrap_or(ANY))
            }
            _ => [ANY; 4],
        }
    }

    /// The bounds of `x - floor(x * c) * d`, where c is the reciprocal of d: what is left of a
    /// division, the language's `mod`.
    fn remainder(&self, data: &InstData) -> Option<Lanes> {
        let &[whole, part] = data.args.as_slice() else {
            return None;
        };
        let (floor, divisor) = self.scaled(part)?;
        let inner = self.shader.def_inst(floor.value)?;
        let inner = &self.shader.insts[inner];
        let &[quotient] = inner.args.as_slice() else {
            return None;
        };
        let (divided, factor) = self.divided(quotient).filter(|_| inner.op == Op::Floor)?;
        if divided.value != whole.value {
            return None;
        }
        let mut lanes = [ANY; 4];
        for (lane, (divisor, factor)) in lanes.iter_mut().zip(divisor.into_iter().zip(factor)) {
            let one = f64::from(divisor) * f64::from(factor);
            if (one - 1.0).abs() < 1e-3 && divisor > 0.0 {
                *lane = Interval(0.0, f64::from(divisor));
            }
        }
        Some(lanes)
    }

    /// A product of something and numbers, or the larger of two: the quotient where its sign is not known.
    fn divided(&self, operand: Use) -> Option<(Use, [f32; 4])> {
        if let Some(product) = self.scaled(operand) {
            return Some(product);
        }
        let data = &self.shader.insts[self.shader.def_inst(operand.value)?];
        let (Op::Max, &[product, _]) = (data.op, data.args.as_slice()) else {
            return None;
        };
        let (divided, numbers) = self.scaled(product)?;
        let last = product.lanes() - 1;
        let number = |lane: u8| numbers[usize::from(product.swizzle.lane(lane.min(last)))];
        Some((divided, [0, 1, 2, 3].map(number)))
    }

    /// A product of something and numbers: these two.
    fn scaled(&self, operand: Use) -> Option<(Use, [f32; 4])> {
        let inst = self.shader.def_inst(operand.value)?;
        let data = &self.shader.insts[inst];
        let (Op::Mul, &[a, b]) = (data.op, data.args.as_slice()) else {
            return None;
        };
        let numbers = |operand: Use| {
            let constant = self.shader.as_constant(operand)?;
            let lanes = constant.ty.lanes;
            let float = constant.ty.scalar == Scalar::Float;
            let lane = |lane: u8| constant.float(lane.min(lanes - 1));
            float.then(|| [lane(0), lane(1), lane(2), lane(3)])
        };
        match (numbers(a), numbers(b)) {
            (_, Some(numbers)) => Some((a, numbers)),
            (Some(numbers), None) => Some((b, numbers)),
            (None, None) => None,
        }
    }
}

fn pairwise(a: Lanes, b: Lanes, function: impl Fn(Interval, Interval) -> Interval) -> Lanes {
    [0, 1, 2, 3].map(|lane| function(a[lane], b[lane]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::FileId;
    use retroshade_ir::text;

    fn reaches(body: &str) -> Vec<f64> {
        let source = format!(
            r#"shader fragment "range.frag"
    input in0 "v" vec4
    input in1 "gl_FragCoord" vec4 builtin=frag_coord
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {{
      %0:f4 = input in0[0]
      %1:f4 = input in1[0]
{body}
    }}"#
        );
        let shader = text::parse(&source, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}"));
        let found = bounds(&shader).excesses;
        found.into_iter().map(|excess| excess.reach).collect()
    }

    #[test]
    fn what_mod_bounds_can_still_grow_too_large() {
        let body = "      %2:f4 = const (289.0, 289.0, 289.0, 289.0)
      %3:f4 = const (0.0034602077, 0.0034602077, 0.0034602077, 0.0034602077)
      %4:f4 = mul %0, %3
      %5:f4 = floor %4
      %6:f4 = mul %5, %2
      %7:f4 = sub %0, %6
      %8:f4 = mul %7, %7
      %9:f4 = mul %8, %0
      yield %9";
        assert_eq!(reaches(body), [289.0 * 289.0]);
    }

    #[test]
    fn what_may_be_anything_is_not_warned_about() {
        let body = "      %2:f4 = mul %0, %0
      %3:f4 = mul %2, %2
      %4:f4 = add %3, %1
      yield %4";
        assert!(reaches(body).is_empty());
    }

    #[test]
    fn coordinates_have_large_squares() {
        let body = "      %2:f1 = dot %1.xy, %1.xy
      %3:f1 = sqrt %2
      %4:f4 = mul %0, %3.xxxx
      yield %4";
        assert_eq!(reaches(body), [2.0 * 2048.0 * 2048.0]);
    }
}
