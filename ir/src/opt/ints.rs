//! `lower_ints`: integers become floats that hold integers.
//!
//! Needs nothing; is best after loops are unrolled and indices folded. Gives, where the target has no
//! ints: no value of type int, and indices that are floats. Cost: linear.
//!
//! Sums, differences and products are exact as long as they stay below two to the significand's bits
//! (2^24 in 32-bit floats), as ESSL 1.00 lets integers be. Where literals keep fewer bits than that, see
//! [`narrow`]. Elsewhere a quotient is the truncated product with
//! a reciprocal that is a little too large: so much that rounding never pulls an exact quotient below
//! the integer, and so little that no other is lifted to it while the dividend is below 2^21 (by a
//! literal) or 2^20 (by a value), in general 3 or 4 bits less than the significand has. Bit operations
//! with a literal and shifts by one are floors of halves; others are refused. So is what gives with a
//! literal numbers that no float holds, whatever the other operand is: the literal itself where it has
//! more bits than the significand, and sums and differences of bits with one beyond the significand.

mod narrow;

use crate::entity::SecondaryMap;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{Constant, Inst, Op, Scalar, Shader, Swizzle, Type, Use};
use retroshade_diagnostics::{Diagnostic, codes};

/// The pass.
pub const INTS: Pass = Pass {
    name: "lower_ints",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        if capabilities.arithmetic.ints {
            return Ok(false);
        }
        let is_int = |ty: Type| ty.scalar == Scalar::Int;
        if !shader.values.values().any(|value| is_int(value.ty))
            && !shader.arrays.values().any(|array| is_int(array.ty))
        {
            return Ok(false);
        }
        let ints = on_ints(shader);
        retype(shader);
        rewrite(shader, capabilities, &mut LowerInts { ints })?;
        Ok(true)
    },
};

struct LowerInts {
    /// Instructions whose operands or literal were ints.
    ints: SecondaryMap<Inst, bool>,
}

fn on_ints(shader: &Shader) -> SecondaryMap<Inst, bool> {
    let mut ints = SecondaryMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            let is_int = |&operand: &Use| shader.ty(operand.value).scalar == Scalar::Int;
            ints[inst] = match data.op {
                Op::Constant(constant) => constant.ty.scalar == Scalar::Int,
                _ => data.args.iter().any(is_int),
            };
        }
    }
    ints
}

fn retype(shader: &mut Shader) {
    let of_values = shader.values.values_mut().map(|value| &mut value.ty.scalar);
    let of_arrays = shader.arrays.values_mut().map(|array| &mut array.ty.scalar);
    for scalar in of_values.chain(of_arrays) {
        if *scalar == Scalar::Int {
            *scalar = Scalar::Float;
        }
    }
}

/// The bits of a literal that is the same in all lanes. Ints are floats here already.
fn literal(rw: &Rewriter<'_>, operand: Use) -> Option<i32> {
    let constant = rw.shader.as_constant(operand)?;
    let first = constant.float(0);
    let same = constant.lanes().iter().all(|&bits| bits == first.to_bits());
    same.then_some(first as i32)
}

fn refusal(rw: &Rewriter<'_>, inst: Inst, message: &str) -> Diagnostic {
    let target = rw.capabilities.target;
    Diagnostic::error(codes::target::INTEGER, format!("{target} {message}"))
        .at(rw.inst(inst).span, "")
}

impl Transform for LowerInts {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        let op = data.op;
        if !self.ints[inst] && !matches!(op, Op::IntToFloat | Op::FloatToInt | Op::BoolToInt) {
            return Ok(Visit::Keep);
        }
        let args = data.args.clone();
        let with = match (op, args.as_slice()) {
            (Op::Constant(constant), _) => {
                let Some(floats) =
                    as_floats(&constant, rw.capabilities.arithmetic.significand_bits)
                else {
                    let message = "has no integers, and no float holds this one exactly";
                    return Err(refusal(rw, inst, message));
                };
                rw.constant(floats)
            }
            (Op::IntToFloat, &[a]) => a,
            (Op::FloatToInt, &[a]) => rw.emit(Op::Trunc, &[a]),
            (Op::BoolToInt, &[a]) => rw.emit(Op::BoolToFloat, &[a]),
            (Op::Add | Op::Sub | Op::Or | Op::Xor, _) if args.iter().any(|&a| is_beyond(rw, a)) => {
                let message = "has no integers, and floats lose the low bits of this result";
                return Err(refusal(rw, inst, message));
            }
            (Op::Div, &[a, b]) => quotient(rw, a, b),
            (Op::Rem, &[a, b]) => {
                let quotient = quotient(rw, a, b);
                narrow::left(rw, a, quotient, b)
            }
            (Op::Shl | Op::Shr | Op::And | Op::Or | Op::Xor, &[a, b]) => {
                let parts = lane_by_lane(rw, op, a, b);
                let Some(parts) = parts else {
                    let message =
                        "has no integers, and floats can do this with a constant operand only";
                    return Err(refusal(rw, inst, message));
                };
                parts
            }
            (Op::Not, &[a]) => {
                let minus_one = rw.float(-1.0, a.lanes());
                rw.emit(Op::Sub, &[minus_one, a])
            }
            _ => return Ok(Visit::Keep),
        };
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}

/// The floats that are these ints, if there are such with so many bits of significand.
fn as_floats(ints: &Constant, significand_bits: u8) -> Option<Constant> {
    let mut lanes = Vec::with_capacity(4);
    for &bits in ints.lanes() {
        let size = (bits as i32).unsigned_abs();
        let low_zeros = size.trailing_zeros().min(31);
        if u64::from(size >> low_zeros) >> significand_bits != 0 {
            return None;
        }
        lanes.push((bits as i32 as f32).to_bits());
    }
    Some(Constant::from_bits(Scalar::Float, lanes))
}

/// True if an operand is a literal above the numbers that the significand holds to the last bit.
fn is_beyond(rw: &Rewriter<'_>, operand: Use) -> bool {
    let largest = f32::from(rw.capabilities.arithmetic.significand_bits).exp2();
    let literal = rw.shader.as_constant(operand);
    literal.is_some_and(|literal| {
        let mut lanes = literal.lanes().iter();
        lanes.any(|&bits| f32::from_bits(bits).abs() > largest)
    })
}

/// `trunc(a / b)`
fn quotient(rw: &mut Rewriter<'_>, a: Use, b: Use) -> Use {
    if rw.capabilities.arithmetic.literal_bits < rw.capabilities.arithmetic.significand_bits
        && let Some(quotient) = narrow::quotient(rw, a, b)
    {
        return quotient;
    }
    let bits = i32::from(rw.capabilities.arithmetic.significand_bits);
    if let Some(divisor) = rw.shader.as_constant(b) {
        let excess = 1.0 + f64::from(2 - bits).exp2();
        let inverse = divisor.lanes().iter().map(|&bits| {
            let divisor = f64::from(f32::from_bits(bits));
            let exact = 1.0 / divisor as f32;
            if f64::from(exact) * divisor == 1.0 && is_power_of_two(divisor) {
                exact.to_bits()
            } else {
                ((excess / divisor) as f32).to_bits()
            }
        });
        let inverse = rw.constant(Constant::from_bits(Scalar::Float, inverse));
        let quotient = rw.emit(Op::Mul, &[a, inverse]);
        return rw.emit(Op::Trunc, &[quotient]);
    }
    let excess = rw.float(1.0 + (3.0 - bits as f32).exp2(), a.lanes());
    let quotient = rw.emit(Op::Div, &[a, b]);
    let quotient = rw.emit(Op::Mul, &[quotient, excess]);
    rw.emit(Op::Trunc, &[quotient])
}

fn is_power_of_two(number: f64) -> bool {
    (number.abs() as u64).is_power_of_two()
}

/// A bit operation with a literal in one operand, which may differ from lane to lane.
fn lane_by_lane(rw: &mut Rewriter<'_>, op: Op, a: Use, b: Use) -> Option<Use> {
    let commutes = matches!(op, Op::And | Op::Or | Op::Xor);
    let (value, other) = match rw.shader.as_constant(a) {
        Some(_) if commutes => (b, a),
        _ => (a, b),
    };
    rw.shader.as_constant(other)?;
    if let Some(literal) = literal(rw, other) {
        return bit_operation(rw, op, value, literal);
    }
    let mut parts = Vec::with_capacity(4);
    for lane in 0..value.lanes() {
        let one = Swizzle::splat(lane, 1);
        let literal = literal(rw, other.then(one))?;
        parts.push(bit_operation(rw, op, value.then(one), literal)?);
    }
    Some(rw.emit(Op::Compose, &parts))
}

fn bit_operation(rw: &mut Rewriter<'_>, op: Op, value: Use, literal: i32) -> Option<Use> {
    let lanes = value.lanes();
    match op {
        Op::Shl | Op::Shr => {
            let shift = u8::try_from(literal).ok().filter(|&shift| shift < 32)?;
            let power = f32::from(shift).exp2();
            if op == Op::Shl {
                let factor = rw.float(power, lanes);
                return Some(rw.emit(Op::Mul, &[value, factor]));
            }
            Some(multiple_below(rw, value, shift, 1.0))
        }
        Op::And => Some(masked(rw, value, literal)),
        Op::Or | Op::Xor => {
            // a | c = a + c - (a & c);  a ^ c = a + c - 2 (a & c)
            let common = masked(rw, value, literal);
            let times = rw.float(if op == Op::Or { 1.0 } else { 2.0 }, lanes);
            let common = rw.emit(Op::Mul, &[common, times]);
            let literal = rw.float(literal as f32, lanes);
            let sum = rw.emit(Op::Add, &[value, literal]);
            Some(rw.emit(Op::Sub, &[sum, common]))
        }
        _ => None,
    }
}

/// `floor(value / 2^shift) * unit`
fn multiple_below(rw: &mut Rewriter<'_>, value: Use, shift: u8, unit: f32) -> Use {
    if shift == 0 && unit == 1.0 {
        return value;
    }
    let lanes = value.lanes();
    let fraction = rw.float((-f32::from(shift)).exp2(), lanes);
    let scaled = rw.emit(Op::Mul, &[value, fraction]);
    let whole = rw.emit(Op::Floor, &[scaled]);
    let unit = rw.float(unit, lanes);
    rw.emit(Op::Mul, &[whole, unit])
}

/// `value & mask`: for each run of ones from bit `low` to below bit `high` what is left of the value
/// when bits below `low` are dropped, less what is left when those below `high` are.
fn masked(rw: &mut Rewriter<'_>, value: Use, mask: i32) -> Use {
    let lanes = value.lanes();
    if mask < 0 {
        // Infinitely many ones above: a - (a & ~mask).
        let rest = masked(rw, value, !mask);
        return rw.emit(Op::Sub, &[value, rest]);
    }
    let mut sum = rw.float(0.0, lanes);
    let mut low = 0u8;
    while low < 31 {
        if mask >> low & 1 == 0 {
            low += 1;
            continue;
        }
        let mut high = low;
        while high < 31 && mask >> high & 1 == 1 {
            high += 1;
        }
        let above_low = multiple_below(rw, value, low, f32::from(low).exp2());
        let above_high = multiple_below(rw, value, high, f32::from(high).exp2());
        let run = rw.emit(Op::Sub, &[above_low, above_high]);
        sum = rw.emit(Op::Add, &[sum, run]);
        low = high;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::INTS;
    use crate::opt::testing::{agrees, machines, read, run_on};
    use crate::opt::{COMPOSITE, DCE, SIMPLIFY};
    use crate::run::{InputData, RunInputs};
    use crate::text::print;
    use crate::{Arithmetic, Capabilities, eval};

    const FLOATS: Capabilities = Capabilities {
        arithmetic: Arithmetic {
            ints: false,
            ..Arithmetic::FULL
        },
        ..Capabilities::FULL
    };

    fn shader(body: &str) -> String {
        format!(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\ninput in1 \"i\" ivec4\n\
             input in2 \"j\" ivec4\noutput out0 \"gl_Position\" vec4 builtin=position\n\
             array array0 \"a\" i1[4]\nbody {{\n  %0:f4 = input in0[0]\n  %1:i4 = input in1[0]\n\
             %2:i4 = input in2[0]\n{body}}}\n"
        )
    }

    /// Runs a shader before and after on given ints.
    fn check(body: &str, pairs: &[(i32, i32)]) {
        check_on(&FLOATS, body, pairs);
    }

    /// As [`check`], for a machine.
    fn check_on(capabilities: &Capabilities, body: &str, pairs: &[(i32, i32)]) {
        let before = read(&shader(body));
        let mut after = before.clone();
        run_on(&[INTS], capabilities, &mut after).unwrap();
        assert!(!print(&after).contains(":i"), "{}", print(&after));
        let mut lowered = after.clone();
        let machine = &machines()[0];
        run_on(&[COMPOSITE, SIMPLIFY, DCE], machine, &mut lowered).unwrap();
        let row = |chunk: &[(i32, i32)], first: bool| -> Vec<f32> {
            let lane = |index: usize| chunk.get(index).unwrap_or(&chunk[0]);
            let pick = |&(a, b): &(i32, i32)| if first { a as f32 } else { b as f32 };
            (0..4).map(|index| pick(lane(index))).collect()
        };
        let mut inputs = RunInputs::default();
        let rows = |first| pairs.chunks(4).map(|chunk| row(chunk, first)).collect();
        let floats = pairs.chunks(4).map(|_| vec![1.0, 2.0, 3.0, 4.0]).collect();
        for (name, values) in [("v", floats), ("i", rows(true)), ("j", rows(false))] {
            let data = InputData {
                shape: None,
                values,
            };
            inputs.attributes.insert(name.into(), data);
        }
        let wanted = eval::run(&before, &inputs).unwrap().outputs;
        for shader in [&after, &lowered] {
            let found = eval::run(shader, &inputs).unwrap().outputs;
            assert_eq!(found, wanted, "{}", print(shader));
        }
    }

    fn pairs() -> Vec<(i32, i32)> {
        let numbers: [i32; 16] = [
            0, 1, 2, 3, 5, 7, 9, 10, 12, 99, 100, 255, 1000, 4095, 65535, 999_999,
        ];
        let mut pairs = Vec::new();
        for a in numbers {
            for b in numbers.into_iter().filter(|&b| b != 0) {
                pairs.extend([
                    (a, b),
                    (-a, b),
                    (a, -b),
                    (-a, -b),
                    (a.wrapping_mul(b) % 1_000_000, b),
                ]);
            }
        }
        pairs
    }

    #[test]
    fn quotients_and_rests_are_exact() {
        let finish = "%9:f4 = int_to_float %8 yield %9\n";
        check(&format!("%8:i4 = div %1, %2 {finish}"), &pairs());
        check(&format!("%8:i4 = rem %1, %2 {finish}"), &pairs());
        for divisor in [1, 2, 3, -5, 6, 7, 10, 16, 100, 255, 1000] {
            for op in ["div", "rem"] {
                let body = format!("%3:i1 = const {divisor} %8:i4 = {op} %1, %3.xxxx {finish}");
                check(&body, &pairs());
            }
        }
    }

    #[test]
    fn narrow_literals_divide_exactly_too() {
        let narrow = Capabilities {
            arithmetic: Arithmetic {
                literal_bits: 11,
                ..FLOATS.arithmetic
            },
            ..FLOATS
        };
        let finish = "%9:f4 = int_to_float %8 yield %9\n";
        let small = |&(a, b): &(i32, i32)| a.abs() < 1 << 19 && b.abs() < 1 << 19;
        let pairs: Vec<(i32, i32)> = pairs().into_iter().filter(small).collect();
        for op in ["div", "rem"] {
            check_on(&narrow, &format!("%8:i4 = {op} %1, %2 {finish}"), &pairs);
            for divisor in [3, -5, 7, 16, 63, 289, 911, 1023, 2047, 3001, -9999, 40001] {
                let body = format!("%3:i1 = const {divisor} %8:i4 = {op} %1, %3.xxxx {finish}");
                check_on(&narrow, &body, &pairs);
            }
        }
    }

    #[test]
    fn bits_with_literals_are_floors() {
        let finish = "%9:f4 = int_to_float %8 yield %9\n";
        for mask in [0, 1, 3, 6, 0xf0, 0xff, 0x5a5, -1, -4, -256] {
            for op in ["and", "or", "xor"] {
                let body = format!("%3:i1 = const {mask} %8:i4 = {op} %3.xxxx, %1 {finish}");
                check(&body, &pairs());
            }
        }
        check(
            &format!("%3:i4 = const (0, 1, 2, 5) %8:i4 = shr %1, %3 {finish}"),
            &pairs(),
        );
        check(
            &format!("%3:i1 = const 3 %8:i4 = shl %1, %3.xxxx {finish}"),
            &pairs(),
        );
        check(&format!("%8:i4 = not %1 {finish}"), &pairs());
    }

    #[test]
    fn conversions_indices_and_control_flow_follow() {
        let text = shader(
            "%3:i4 = float_to_int %0
             %4:i1 = const 1
             array_store array0[%4] = %3.x
             %5:i1 = array_load array0[%4]
             %6:i1 = const 4
             %7:i1, %8:i1 = loop (%9:i1 = %5, %10:i1 = %1.y) {
               %11:b1 = lt %9, %6
               if %11 { yield } else { break %9, %10 }
               %12:i1 = add %9, %4
               %13:b1 = eq %12, %10
               %14:i1 = bool_to_int %13
               %15:i1 = if %13 { yield %14 } else { yield %10 }
               continue %12, %15
             }
             %16:i4 = compose %7, %8, %3.zw
             %17:f4 = int_to_float %16
             yield %17
",
        );
        let after = agrees(&[INTS, SIMPLIFY, DCE], &FLOATS, &text, 0.0);
        assert!(!print(&after).contains(":i"));
    }

    #[test]
    fn what_floats_cannot_do_is_refused() {
        for body in [
            "%3:i4 = and %1, %2 %4:f4 = int_to_float %3 yield %4\n",
            "%3:i4 = shl %1, %2 %4:f4 = int_to_float %3 yield %4\n",
            "%3:i1 = const 16777217 %4:f1 = int_to_float %3 yield %4.xxxx\n",
            "%3:i1 = const -2147483648 %4:i4 = xor %1, %3.xxxx %5:f4 = int_to_float %4 yield %5\n",
            "%3:i1 = const 33554432 %4:i4 = add %1, %3.xxxx %5:f4 = int_to_float %4 yield %5\n",
        ] {
            let fault = run_on(&[INTS], &FLOATS, &mut read(&shader(body))).unwrap_err();
            assert_eq!(fault.code.id, "E0312");
        }
    }
}
