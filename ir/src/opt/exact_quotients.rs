//! `exact_quotients`: quotients by literals whose whole part is asked for reach every integer that the
//! exact quotient reaches.
//!
//! Where the target does not divide, `x / 3.0` is a product with the literal nearest to 1/3. For
//! `floor`, `fract`, `mod` and conversions to int that is not near enough: a literal a little too small
//! makes `floor(6.0 / 3.0)` 1. So below these operations the literal is the one next to the reciprocal on
//! the side that keeps the product from falling short: away from zero for positive quotients under
//! `floor` and for all quotients under a truncation, towards zero for negative ones under `floor`. Under
//! `ceil` it is the other way round. Where the sign is not known and no single literal serves both sides,
//! the quotient is the larger (under `ceil` the smaller) of the two products, which costs one operation.
//!
//! Since an integer k is a number of the machine and rounding is monotone, products of multiples are then
//! on the right side however the machine rounds, as long as multiple and quotient are numbers of the
//! machine. Of other whole dividends none is lifted to the next integer while it is below two thirds of two
//! to the bits that a literal keeps less one: 680 with half floats, 43,000 with 17 bits.
//!
//! A product with a reciprocal that the source itself spells, `x * (1.0 / 3.0)`, is no quotient: its literal is
//! the nearest one.
//!
//! Needs ints to be lowered. Gives: no `mod` by a literal. Cost: linear.

use crate::opt::bound;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Arithmetic, Constant, Inst, Op, OpKind, Operands, ResultRounding, Scalar, Swizzle, Use,
};
use retroshade_diagnostics::Diagnostic;
use smallvec::SmallVec;

/// The pass.
pub const EXACT_QUOTIENTS: Pass = Pass {
    name: "exact_quotients",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        let divides = capabilities.native.contains(OpKind::Div);
        if divides || !shader.may_have(|data| matches!(data.op, Op::Div | Op::Mod)) {
            return Ok(false);
        }
        rewrite(shader, capabilities, &mut ExactQuotients)
    },
};

/// Products and quotients that are taken together at most.
const CHAIN: u32 = 8;

/// Operations looked at between a whole part and the quotients that it is of.
const VISITS: u32 = 16;

/// The side of an integer on which a quotient must not miss it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    /// Not below: for `floor` and `fract`.
    Above,
    /// Not above: for `ceil`.
    Below,
    /// No nearer to zero: for truncations, and for `floor` of what is cut off at zero.
    Farther,
}

impl Demand {
    /// The demand on the operand of an operation that asks for a whole part.
    fn of(op: Op) -> Option<Demand> {
        match op {
            Op::Floor | Op::Fract => Some(Demand::Above),
            Op::Ceil => Some(Demand::Below),
            Op::Trunc | Op::FloatToInt => Some(Demand::Farther),
            _ => None,
        }
    }

    /// The demand on operand `number` of an operation such that the result meets this one.
    fn on_operand(self, rw: &Rewriter<'_>, op: Op, args: &[Use], number: usize) -> Option<Demand> {
        let all = |index: usize, holds: fn(f32) -> bool| {
            let constant = args.get(index).and_then(|arg| rw.shader.as_constant(*arg));
            constant.is_some_and(|constant| {
                constant.ty.scalar == Scalar::Float
                    && constant
                        .lanes()
                        .iter()
                        .all(|&bits| holds(f32::from_bits(bits)))
            })
        };
        let other = 1 - number.min(1);
        let from_zero = |bound: f32| bound >= 0.0;
        let whole = |term: f32| term.fract() == 0.0;
        match (op, number) {
            (Op::Compose, _) => Some(self),
            (Op::Neg, 0) => Some(self.mirrored()),
            (Op::Abs, 0) => self
                .above_zero()
                .filter(|&demand| demand == Demand::Farther),
            (Op::Saturate, 0) => self.above_zero(),
            (Op::Clamp, 0) if all(1, from_zero) => self.above_zero(),
            (Op::Max, _) if all(other, from_zero) => self.above_zero(),
            (Op::Max | Op::Min, _) if all(other, f32::is_finite) => Some(self),
            (Op::Add, _) if all(other, whole) => self.moved(),
            (Op::Sub, 0) if all(1, whole) => self.moved(),
            (Op::Sub, 1) if all(0, whole) => self.mirrored().moved(),
            _ => None,
        }
    }

    fn mirrored(self) -> Demand {
        match self {
            Demand::Above => Demand::Below,
            Demand::Below => Demand::Above,
            Demand::Farther => Demand::Farther,
        }
    }

    /// What is left of the demand if what is below zero does not matter.
    fn above_zero(self) -> Option<Demand> {
        Some(match self {
            Demand::Above | Demand::Farther => Demand::Farther,
            Demand::Below => Demand::Below,
        })
    }

    /// The demand before an integer is added, which moves zero.
    fn moved(self) -> Option<Demand> {
        (self != Demand::Farther).then_some(self)
    }
}

struct ExactQuotients;

impl Transform for ExactQuotients {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        let (op, args) = (data.op, data.args.clone());
        let with = match (op, args.as_slice()) {
            (Op::Mod, &[a, b]) => remainder(rw, a, b),
            (_, &[operand]) => Demand::of(op).and_then(|demand| {
                let wanted = exact(rw, operand, demand, &mut { VISITS })?;
                Some(rw.typed(op, &[wanted], rw.shader.ty(rw.shader.result(inst))))
            }),
            _ => None,
        };
        let Some(with) = with else {
            return Ok(Visit::Keep);
        };
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}

/// `a - b * floor(a / b)` for a literal b.
fn remainder(rw: &mut Rewriter<'_>, a: Use, b: Use) -> Option<Use> {
    let quotient = Quotient {
        dividend: a,
        numerators: SmallVec::from_elem(1.0, a.lanes().into()),
        divisors: numbers(rw, b)?,
    };
    let quotient = quotient.emit(rw, Demand::Above)?;
    let whole = rw.emit(Op::Floor, &[quotient]);
    let product = rw.emit(Op::Mul, &[whole, b]);
    Some(rw.emit(Op::Sub, &[a, product]))
}

/// An operand computed anew so that the quotients in it meet a demand; `None` if there are none. Other
/// readers keep the operand as it is: how their value rounds must not depend on this one.
fn exact(rw: &mut Rewriter<'_>, operand: Use, demand: Demand, visits: &mut u32) -> Option<Use> {
    *visits = visits.checked_sub(1)?;
    if let Some(quotient) = Quotient::of(rw, operand) {
        return quotient.emit(rw, demand);
    }
    let data = rw.inst(rw.shader.def_inst(operand.value)?);
    let (op, mut args): (Op, Operands) = (data.op, data.args.clone());
    let mut changed = false;
    for number in 0..args.len() {
        let Some(demand) = demand.on_operand(rw, op, &args, number) else {
            continue;
        };
        if let Some(arg) = exact(rw, args[number], demand, visits) {
            args[number] = arg;
            changed = true;
        }
    }
    changed.then(|| rw.emit(op, &args).then(operand.swizzle))
}

/// `dividend * numerators / divisors`, lane by lane.
struct Quotient {
    dividend: Use,
    numerators: SmallVec<[f64; 4]>,
    divisors: SmallVec<[f64; 4]>,
}

/// The literals of an operand, one for each of its lanes; `None` where one is zero or no number.
fn numbers(rw: &Rewriter<'_>, operand: Use) -> Option<SmallVec<[f64; 4]>> {
    let constant = rw.shader.as_constant(operand)?;
    if constant.ty.scalar != Scalar::Float {
        return None;
    }
    let lanes = constant.lanes().iter().map(|&bits| f32::from_bits(bits));
    let usable = |number: f32| number.is_normal().then_some(f64::from(number));
    lanes.map(usable).collect()
}

impl Quotient {
    /// An operand as a quotient by literals; `None` if nothing is divided.
    fn of(rw: &Rewriter<'_>, operand: Use) -> Option<Quotient> {
        let ones = |lanes: u8| SmallVec::<[f64; 4]>::from_elem(1.0, lanes.into());
        let mut found = Quotient {
            dividend: operand,
            numerators: ones(operand.lanes()),
            divisors: ones(operand.lanes()),
        };
        let mut divided = false;
        for _ in 0..CHAIN {
            let at = found.dividend;
            let Some(inst) = rw.shader.def_inst(at.value) else {
                break;
            };
            let data = rw.inst(inst);
            let ones = ones(rw.shader.ty(at.value).lanes);
            match (data.op, data.args.as_slice()) {
                (Op::Neg, &[a]) => {
                    let minus: SmallVec<[f64; 4]> = ones.iter().map(|one| -one).collect();
                    found.take(at, &minus, &ones, a);
                }
                (Op::Mul, &[a, b]) => match (numbers(rw, a), numbers(rw, b)) {
                    (_, Some(factors)) => found.take(at, &factors, &ones, a),
                    (Some(factors), _) => found.take(at, &factors, &ones, b),
                    _ => break,
                },
                (Op::Div, &[a, b]) => match numbers(rw, b) {
                    Some(divisors) => {
                        found.take(at, &ones, &divisors, a);
                        divided = true;
                    }
                    None => break,
                },
                _ => break,
            }
        }
        divided.then_some(found)
    }

    /// Takes the factors and divisors of the dividend, which is `at`, into the quotient.
    fn take(&mut self, at: Use, factors: &[f64], divisors: &[f64], dividend: Use) {
        for (lane, &from) in at.swizzle.lanes().iter().enumerate() {
            self.numerators[lane] *= factors[usize::from(from)];
            self.divisors[lane] *= divisors[usize::from(from)];
        }
        self.dividend = dividend.then(at.swizzle);
    }

    /// Emits the quotient as products with literals such that a demand is met. `None` where a literal is
    /// beyond the range of floats.
    fn emit(self, rw: &mut Rewriter<'_>, demand: Demand) -> Option<Use> {
        let arithmetic = rw.capabilities.arithmetic;
        let lanes = self.dividend.lanes();
        let mut best = [0.0; 4];
        let (mut away, mut toward) = ([0.0; 4], [0.0; 4]);
        let mut serves = true;
        for lane in 0..usize::from(lanes) {
            let ratio = Ratio(self.numerators[lane], self.divisors[lane]);
            let dividend = self.dividend.then(Swizzle::splat(lane as u8, 1));
            let negative = sign(rw, dividend).map(|negative| negative != ratio.is_negative());
            away[lane] = ratio.rounded(arithmetic.literal_bits, Direction::AwayFromZero);
            toward[lane] = ratio.rounded(arithmetic.literal_bits, Direction::TowardZero);
            if !away[lane].is_normal() || !toward[lane].is_normal() {
                return None;
            }
            let one = ratio.on_both_sides(&arithmetic);
            let one = one.or_else(|| match (demand, negative) {
                (Demand::Farther, _)
                | (Demand::Above, Some(false))
                | (Demand::Below, Some(true)) => Some(away[lane]),
                (Demand::Above, Some(true)) | (Demand::Below, Some(false)) => Some(toward[lane]),
                (Demand::Above | Demand::Below, None) => None,
            });
            match one {
                Some(literal) => {
                    best[lane] = literal;
                    (away[lane], toward[lane]) = (literal, literal);
                }
                None => serves = false,
            }
        }
        let count = usize::from(lanes);
        if serves {
            let literal = rw.constant(Constant::floats(&best[..count]));
            return Some(rw.emit(Op::Mul, &[self.dividend, literal]));
        }
        let farther = match demand {
            Demand::Below => Op::Min,
            Demand::Above | Demand::Farther => Op::Max,
        };
        let (away, toward) = (&away[..count], &toward[..count]);
        let products = match lanes {
            // Both in one operation.
            1 | 2 => {
                let twice = self.dividend.then(Swizzle::new(match lanes {
                    1 => &[0, 0],
                    _ => &[0, 1, 0, 1],
                })?);
                let literals = rw.constant(Constant::floats(&[away, toward].concat()));
                let both = rw.emit(Op::Mul, &[twice, literals]);
                match lanes {
                    1 => [
                        both.then(Swizzle::splat(0, 1)),
                        both.then(Swizzle::splat(1, 1)),
                    ],
                    _ => [
                        both.then(Swizzle::new(&[0, 1])?),
                        both.then(Swizzle::new(&[2, 3])?),
                    ],
                }
            }
            _ => [away, toward].map(|literals| {
                let literals = rw.constant(Constant::floats(literals));
                rw.emit(Op::Mul, &[self.dividend, literals])
            }),
        };
        Some(rw.emit(farther, &products))
    }
}

/// Whether an operand is at most zero; `None` where that is not known.
fn sign(rw: &Rewriter<'_>, operand: Use) -> Option<bool> {
    match bound::range(rw.shader, operand) {
        (Some(low), _) if low >= 0.0 => Some(false),
        (_, Some(high)) if high <= 0.0 => Some(true),
        _ => None,
    }
}

/// The direction in which a number between two others is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    TowardZero,
    AwayFromZero,
}

/// A number with so many bits of significand.
pub(super) fn rounded(number: f64, bits: u8, direction: Direction) -> f32 {
    let dropped = 53 - u32::from(bits.clamp(1, 24));
    let unit = 1u64 << dropped;
    let below = number.to_bits() & !(unit - 1);
    let exact = below == number.to_bits();
    let up = direction == Direction::AwayFromZero && !exact;
    f64::from_bits(if up { below + unit } else { below }) as f32
}

/// The quotient of two literals.
#[derive(Clone, Copy)]
struct Ratio(f64, f64);

impl Ratio {
    fn is_negative(self) -> bool {
        (self.0 < 0.0) != (self.1 < 0.0)
    }

    /// The literal on one side of the ratio.
    fn rounded(self, bits: u8, direction: Direction) -> f32 {
        rounded(self.0 / self.1, bits, direction)
    }

    /// A literal that serves quotients of both signs, if there is one: its product with each multiple is the
    /// integer itself.
    ///
    /// With s bits of significand an integer is m 2^n, 1 <= m < 2, and half the distance to its neighbours
    /// is 2^(n-s). A literal that is off by the relative error e is off by m e 2^n there, which is rounded
    /// away for every m if e is at most 2^(-s-1).
    fn on_both_sides(self, arithmetic: &Arithmetic) -> Option<f32> {
        let nearest = (self.0 / self.1) as f32;
        let error = f64::from(nearest) * self.1 / self.0 - 1.0;
        let bits = arithmetic.literal_bits;
        let fits = rounded(nearest.into(), bits, Direction::TowardZero) == nearest;
        let small = error.abs() <= (-1.0 - f64::from(arithmetic.significand_bits)).exp2();
        let serves = match arithmetic.rounding {
            ResultRounding::Nearest => small,
            ResultRounding::NearestOrTowardZero => small && error >= 0.0,
            ResultRounding::Unknown => error == 0.0,
        };
        (fits && serves).then_some(nearest)
    }
}
