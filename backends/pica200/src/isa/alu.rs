//! What the arithmetic instructions compute, one function each, named by the rows of the table.
//!
//! Arithmetic is in float32, as the emulators do it; the simulator rounds results to float24 where
//! that is asked for. docs/pica200.md says which odd cases are known from the machine.

/// The four lanes of a register.
pub type Vector = [f32; 4];

/// What the sources of an instruction give, after selection and negation.
pub type Eval = fn(Rules, [Vector; 3]) -> Vector;

/// Choices where sources of knowledge about the machine disagree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether a product of zero and a number that is not one (NaN) is zero, as a published test on
    /// the machine says, or not a number, as the emulators have it.
    pub nan_times_zero_is_zero: bool,
}

impl Rules {
    /// A product: zero times infinity is zero.
    pub fn product(self, a: f32, b: f32) -> f32 {
        let product = a * b;
        let either_is_nan = a.is_nan() || b.is_nan();
        let rescued = !either_is_nan || (self.nan_times_zero_is_zero && (a == 0.0 || b == 0.0));
        if product.is_nan() && rescued {
            0.0
        } else {
            product
        }
    }
}

fn lanewise(a: Vector, b: Vector, f: impl Fn(f32, f32) -> f32) -> Vector {
    std::array::from_fn(|lane| f(a[lane], b[lane]))
}

/// Sums the products of the first lanes from the left, starting with zero.
fn dot(rules: Rules, a: Vector, b: Vector, lanes: usize) -> Vector {
    let pairs = a.iter().zip(&b).take(lanes);
    [pairs.fold(0.0, |sum, (a, b)| sum + rules.product(*a, *b)); 4]
}

fn truth(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

pub(super) fn add(_: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    lanewise(a, b, |a, b| a + b)
}

pub(super) fn mul(rules: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    lanewise(a, b, |a, b| rules.product(a, b))
}

/// The product is rounded before the sum.
pub(super) fn mad(rules: Rules, [a, b, c]: [Vector; 3]) -> Vector {
    lanewise(mul(rules, [a, b, c]), c, |product, c| product + c)
}

pub(super) fn dp3(rules: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    dot(rules, a, b, 3)
}

pub(super) fn dp4(rules: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    dot(rules, a, b, 4)
}

pub(super) fn dph(rules: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    dot(rules, [a[0], a[1], a[2], 1.0], b, 4)
}

pub(super) fn dst(rules: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    [1.0, rules.product(a[1], b[1]), a[2], b[3]]
}

pub(super) fn ex2(_: Rules, [a, ..]: [Vector; 3]) -> Vector {
    [f64::from(a[0]).exp2() as f32; 4]
}

pub(super) fn lg2(_: Rules, [a, ..]: [Vector; 3]) -> Vector {
    [f64::from(a[0]).log2() as f32; 4]
}

/// The largest magnitude of the exponent that `litp` hands on.
const LIT_EXPONENT: f32 = 32767.0 / 256.0;

pub(super) fn litp(_: Rules, [a, ..]: [Vector; 3]) -> Vector {
    let positive = |x: f32| if x > 0.0 { x } else { 0.0 };
    let exponent = if a[1].is_nan() {
        a[1]
    } else {
        a[1].clamp(-LIT_EXPONENT, LIT_EXPONENT)
    };
    [positive(a[0]), exponent, 0.0, positive(a[3])]
}

pub(super) fn sge(_: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    lanewise(a, b, |a, b| truth(a >= b))
}

pub(super) fn slt(_: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    lanewise(a, b, |a, b| truth(a < b))
}

pub(super) fn flr(_: Rules, [a, ..]: [Vector; 3]) -> Vector {
    a.map(f32::floor)
}

/// The second operand wins where they cannot be ordered.
pub(super) fn max(_: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    lanewise(a, b, |a, b| if a > b { a } else { b })
}

/// The second operand wins where they cannot be ordered.
pub(super) fn min(_: Rules, [a, b, _]: [Vector; 3]) -> Vector {
    lanewise(a, b, |a, b| if a < b { a } else { b })
}

pub(super) fn rcp(_: Rules, [a, ..]: [Vector; 3]) -> Vector {
    [1.0 / a[0]; 4]
}

pub(super) fn rsq(_: Rules, [a, ..]: [Vector; 3]) -> Vector {
    [1.0 / a[0].sqrt(); 4]
}

pub(super) fn mov(_: Rules, [a, ..]: [Vector; 3]) -> Vector {
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMULATOR: Rules = Rules {
        nan_times_zero_is_zero: false,
    };

    #[test]
    fn zero_times_infinity_is_zero_and_zero_times_nan_is_a_choice() {
        assert_eq!(EMULATOR.product(0.0, f32::INFINITY), 0.0);
        assert!(EMULATOR.product(0.0, f32::NAN).is_nan());
        let machine = Rules {
            nan_times_zero_is_zero: true,
        };
        assert_eq!(machine.product(f32::NAN, -0.0), 0.0);
        assert!(machine.product(f32::NAN, 1.0).is_nan());
    }

    #[test]
    fn the_second_operand_of_max_wins_against_nan() {
        let zero = [0.0; 4];
        let nan = [f32::NAN; 4];
        assert!(max(EMULATOR, [zero, nan, zero])[0].is_nan());
        assert_eq!(max(EMULATOR, [nan, zero, zero]), zero);
    }

    #[test]
    fn dph_takes_one_for_the_last_lane_of_its_first_source() {
        let a = [1.0, 2.0, 3.0, 100.0];
        let b = [1.0, 1.0, 1.0, 0.5];
        assert_eq!(dph(EMULATOR, [a, b, b]), [6.5; 4]);
    }
}
