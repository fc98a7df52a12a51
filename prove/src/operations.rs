//! What the operations of the language mean, on top of the few that a [`Domain`] has.

use crate::domain::{Decision, Domain, Function, Node, Range, Value};
use std::cmp::Ordering;

impl Domain {
    /// `holds ? a : b`
    pub(crate) fn choose(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let decision = self.truth_of(condition);
        let chosen = if decision.holds() { a } else { b };
        let chosen = self.chosen(decision.node, chosen, a.range.or(b.range));
        Value {
            defined: chosen.defined && condition.defined,
            ..chosen
        }
    }

    /// A number that a decision chose.
    fn chosen(&mut self, node: Node, value: Value, range: Range) -> Value {
        let node = self.tape.join(node, value.node);
        let range = if value.constant && node == 0 {
            value.range
        } else {
            range
        };
        Value {
            range,
            ..value.at(node)
        }
    }

    /// Compares a truth value, 0 or 1, with 0.
    pub(crate) fn truth_of(&mut self, condition: Value) -> Decision {
        let zero = self.whole(0);
        // What is a constant at this point only may be either.
        let is_known = !(condition.constant && condition.given);
        let is_known = is_known && condition.range.is_within(Range::UNIT);
        let condition = Value {
            range: if is_known {
                condition.range
            } else {
                Range::UNIT
            },
            ..condition
        };
        self.order_for(condition, zero, Ordering::is_ne)
    }

    /// Notes whether that on which the machine code decided is defined.
    pub(crate) fn decided(&mut self, defined: bool) {
        self.lost |= !defined;
    }

    /// A logical operation on truth values, as 0 or 1. It is a constant where those of its operands that are say what it
    /// is.
    pub(crate) fn logic(&mut self, operands: &[Value], truth: fn(&[bool]) -> bool) -> Value {
        let decisions = operands.iter().map(|&value| self.truth_of(value));
        let decisions: Vec<Decision> = decisions.collect();
        let truths: Vec<bool> = decisions.iter().map(|one| one.holds()).collect();
        let varying: Vec<usize> = (0..operands.len())
            .filter(|&place| !operands[place].constant)
            .collect();
        let mut others = truths.clone();
        let mut same = |choice: usize| {
            for (bit, &place) in varying.iter().enumerate() {
                others[place] = choice >> bit & 1 != 0;
            }
            truth(&others) == truth(&truths)
        };
        let constant = (0..1 << varying.len()).all(&mut same);
        // An operand shows if the result is another when it alone is: as in modified condition/decision coverage.
        let mut node = 0;
        for (place, decision) in decisions.iter().enumerate() {
            let mut others = truths.clone();
            others[place] = !others[place];
            if truth(&others) != truth(&truths) {
                node = self.tape.join(node, decision.node);
            }
        }
        Value {
            constant,
            given: operands.iter().any(|value| value.given),
            carried: operands.iter().any(|value| value.carried),
            defined: operands.iter().all(|value| value.defined),
            range: Range::UNIT,
            ..self.truth(truth(&truths)).at(node)
        }
    }

    /// Whether a comparison holds, as 0 or 1.
    pub(crate) fn compare(&mut self, a: Value, b: Value, holds: fn(Ordering) -> bool) -> Value {
        let decision = self.order_for(a, b, holds);
        let truth = self.truth(holds(decision.order));
        Value {
            constant: a.constant && b.constant,
            given: a.given || b.given,
            carried: a.carried || b.carried,
            defined: a.defined && b.defined,
            range: decision.truths(holds),
            ..truth.at(decision.node)
        }
    }

    pub(crate) fn min(&mut self, a: Value, b: Value) -> Value {
        if !self.source
            && let Some(value) = beside_infinity(a, b, f64::min)
        {
            return value;
        }
        let decision = self.order(b, a);
        let is_less = decision.is_less() || decision.is_tie() && b.lean < a.lean;
        let less = if is_less { b } else { a };
        self.limited(decision, less, [a, b], a.range.min(b.range))
    }

    pub(crate) fn max(&mut self, a: Value, b: Value) -> Value {
        if !self.source
            && let Some(value) = beside_infinity(a, b, f64::max)
        {
            return value;
        }
        let decision = self.order(b, a);
        let is_greater = decision.is_greater() || decision.is_tie() && b.lean > a.lean;
        let greater = if is_greater { b } else { a };
        self.limited(decision, greater, [a, b], a.range.max(b.range))
    }

    /// One of two numbers by how they lie to each other.
    fn limited(
        &mut self,
        decision: Decision,
        value: Value,
        [a, b]: [Value; 2],
        range: Range,
    ) -> Value {
        let chosen = self.chosen(decision.node, value, range);
        Value {
            defined: a.defined && b.defined,
            given: a.given || b.given,
            carried: a.carried || b.carried,
            ..chosen
        }
    }

    pub(crate) fn clamp(&mut self, x: Value, low: Value, high: Value) -> Value {
        let above = self.max(x, low);
        self.min(above, high)
    }

    pub(crate) fn saturate(&mut self, x: Value) -> Value {
        let (zero, one) = (self.whole(0), self.whole(1));
        self.clamp(x, zero, one)
    }

    pub(crate) fn abs(&mut self, a: Value) -> Value {
        let zero = self.whole(0);
        let decision = self.order(a, zero);
        let size = if decision.is_less() { self.neg(a) } else { a };
        self.chosen(decision.node, size, a.range.abs())
    }

    pub(crate) fn sign(&mut self, a: Value) -> Value {
        let zero = self.whole(0);
        let decision = self.strict_order(a, zero);
        let sign = self.whole(decision.order as i64);
        Value {
            constant: a.constant,
            given: a.given,
            carried: a.carried,
            defined: a.defined,
            range: Range::SIGNED_UNIT,
            ..sign.at(decision.node)
        }
    }

    pub(crate) fn ceil(&mut self, a: Value) -> Value {
        let negative = self.neg(a);
        let below = self.floor(negative);
        self.neg(below)
    }

    pub(crate) fn trunc(&mut self, a: Value) -> Value {
        let zero = self.whole(0);
        let decision = self.order(a, zero);
        let whole = if decision.is_less() {
            self.ceil(a)
        } else {
            self.floor(a)
        };
        self.chosen(decision.node, whole, whole.range)
    }

    /// An index as a whole number: what lies below 0 is none.
    pub(crate) fn index(&mut self, a: Value) -> Value {
        if a.real < 0.0 {
            self.ceil(a)
        } else {
            self.floor(a)
        }
    }

    /// To the nearest integer, ties to even: by way of the integer below or of that below a half more.
    pub(crate) fn round(&mut self, a: Value) -> Value {
        self.floor(a);
        let half = self.literal(0.5);
        let shifted = self.add(a, half);
        let above = self.floor(shifted);
        if above.element == shifted.element && above.real % 2.0 != 0.0 {
            let one = self.whole(1);
            return self.sub(above, one);
        }
        above
    }

    /// The quotient of two integers, of which the second is not 0.
    pub(crate) fn quotient(&mut self, a: Value, b: Value) -> Value {
        let quotient = self.ratio(a, b);
        self.note_quotient(quotient);
        self.trunc(quotient)
    }

    pub(crate) fn modulo(&mut self, a: Value, b: Value) -> Value {
        let quotient = self.div(a, b);
        let whole = self.floor(quotient);
        let product = self.mul(b, whole);
        self.sub(a, product)
    }

    pub(crate) fn pow(&mut self, base: Value, exponent: Value) -> Value {
        let zero = self.whole(0);
        if base.element == zero.element && exponent.real > 0.0 {
            let defined = base.defined && exponent.defined;
            let constant = base.constant && exponent.constant;
            return Value {
                constant,
                defined,
                given: base.given || exponent.given,
                range: Range::POSITIVE,
                ..zero.at(base.node)
            };
        }
        let logarithm = self.log2(base);
        let product = self.mul(exponent, logarithm);
        let power = self.exp2(product);
        Domain::within(product.range.map(f64::exp2), power)
    }

    pub(crate) fn exp(&mut self, a: Value) -> Value {
        let factor = self.log2_of_e();
        let product = self.mul(a, factor);
        self.exp2(product)
    }

    pub(crate) fn log(&mut self, a: Value) -> Value {
        let logarithm = self.log2(a);
        let factor = self.log2_of_e();
        self.div(logarithm, factor)
    }

    pub(crate) fn mix(&mut self, a: Value, b: Value, t: Value) -> Value {
        let difference = self.sub(b, a);
        let part = self.mul(difference, t);
        let mixed = self.add(a, part);
        if t.range.is_within(Range::UNIT) {
            Domain::within(a.range.or(b.range), mixed)
        } else {
            mixed
        }
    }

    pub(crate) fn smoothstep(&mut self, low: Value, high: Value, x: Value) -> Value {
        let (over, range) = (self.sub(x, low), self.sub(high, low));
        let ratio = self.div(over, range);
        let t = self.saturate(ratio);
        let (two, three) = (self.whole(2), self.whole(3));
        let twice = self.mul(two, t);
        let factor = self.sub(three, twice);
        let square = self.mul(t, t);
        let step = self.mul(square, factor);
        Domain::within(Range::UNIT, step)
    }

    /// The sine as a function of its own.
    pub(crate) fn sin(&mut self, a: Value) -> Value {
        self.odd(Function::Sin, a, f64::sin)
    }

    /// The cosine as a function of its own.
    pub(crate) fn cos(&mut self, a: Value) -> Value {
        self.even(Function::Cos, a, f64::cos)
    }

    pub(crate) fn dot(&mut self, a: &[Value], b: &[Value]) -> Value {
        let mut sum = self.whole(0);
        for (a, b) in a.iter().zip(b) {
            let product = self.mul(*a, *b);
            sum = self.add(sum, product);
        }
        sum
    }

    pub(crate) fn length(&mut self, a: &[Value]) -> Value {
        match a {
            [only] => self.abs(*only),
            _ => {
                let square = self.dot(a, a);
                self.sqrt(square)
            }
        }
    }

    pub(crate) fn normalize(&mut self, a: &[Value]) -> Vec<Value> {
        let square = self.dot(a, a);
        let factor = self.rsqrt(square);
        a.iter().map(|lane| self.mul(*lane, factor)).collect()
    }

    pub(crate) fn cross(&mut self, a: &[Value], b: &[Value]) -> Vec<Value> {
        let pairs = [(1, 2), (2, 0), (0, 1)];
        let lanes = pairs.map(|(i, k)| {
            let (left, right) = (self.mul(a[i], b[k]), self.mul(a[k], b[i]));
            self.sub(left, right)
        });
        lanes.to_vec()
    }
}

/// The smaller or the greater of two of which one is an infinity, if that is one of the two: of 0 and a negative
/// infinity not every chip takes the greater.
fn beside_infinity(a: Value, b: Value, of: fn(f64, f64) -> f64) -> Option<Value> {
    let (infinity, other) = match [a, b].map(Value::is_infinity) {
        [true, false] => (a, b),
        [false, true] => (b, a),
        _ => return None,
    };
    let is_sure = other.defined && other.real != 0.0;
    let chosen = of(infinity.real, other.real);
    is_sure.then_some(if chosen == other.real {
        other
    } else {
        infinity
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_on_numbers_are_those_of_the_language() {
        let mut domain = Domain::new(1);
        let d = &mut domain;
        let numbers = [-2.5, -2.0, -0.5, 0.0, 0.5, 1.5, 2.0, 3.25];
        for number in numbers {
            let a = d.exact(number);
            let rows = [
                (d.abs(a), number.abs()),
                (d.sign(a), if number == 0.0 { 0.0 } else { number.signum() }),
                (d.fract(a), number - number.floor()),
                (d.floor(a), number.floor()),
                (d.ceil(a), number.ceil()),
                (d.trunc(a), number.trunc()),
                (d.round(a), number.round_ties_even()),
                (d.saturate(a), number.clamp(0.0, 1.0)),
                (d.length(&[a]), number.abs()),
            ];
            for (place, (found, wanted)) in rows.into_iter().enumerate() {
                let place = format!("{place} of {number}: {found:?}");
                assert_eq!(
                    (found.real, found.element),
                    (wanted, d.exact(wanted).element),
                    "{place}"
                );
                assert!(found.constant && found.defined, "{place}");
            }
            for other in [-1.5, 0.75, 2.0] {
                let b = d.exact(other);
                let rows = [
                    (d.min(a, b), number.min(other)),
                    (d.max(a, b), number.max(other)),
                    (d.modulo(a, b), number - other * (number / other).floor()),
                    (d.mix(a, b, b), number + (other - number) * other),
                    (d.clamp(a, b, d.exact(2.25)), number.max(other).min(2.25)),
                    (d.dot(&[a, b], &[b, b]), number * other + other * other),
                ];
                for (place, (found, wanted)) in rows.into_iter().enumerate() {
                    // Quotients by 3/4 and 3/2 are no floats, but elements.
                    assert!(
                        (found.real - wanted).abs() < 1e-12,
                        "{place} of {number}, {other}: {found:?}"
                    );
                }
            }
        }
        let [a, b, x] = [-0.5, 1.5, 0.5].map(|one| d.exact(one));
        assert_eq!(d.smoothstep(a, b, x).element, d.exact(0.5).element);
        assert_eq!(d.smoothstep(a, b, a).element, d.exact(0.0).element);
        let quarter = d.exact(0.0);
        assert_eq!(
            d.smoothstep(a, b, quarter).element,
            d.exact(0.15625).element
        );
        let (three, four) = (d.exact(3.0), d.exact(4.0));
        assert_eq!(d.length(&[three, four]).element, d.exact(5.0).element);
        assert_eq!(
            d.cross(&[a, b, x], &[three, four, x])
                .iter()
                .map(|one| one.real)
                .collect::<Vec<_>>(),
            [-1.25, 1.75, -6.5]
        );
        assert_eq!(
            d.normalize(&[three, four])[0].element,
            d.exact(3.0).element * d.exact(5.0).element.inverse().unwrap()
        );
    }

    #[test]
    fn powers_of_nothing() {
        let mut domain = Domain::new(1);
        let [zero, one, two] = [0, 1, 2].map(|one| domain.whole(one));
        let power = domain.pow(zero, two);
        assert!(power.element == zero.element && power.defined && power.constant);
        assert!(!domain.pow(zero, zero).defined);
        let mixed = Value {
            constant: false,
            ..two
        };
        assert!(!domain.pow(zero, mixed).constant);
        let open = Value {
            defined: false,
            ..two
        };
        assert!(!domain.pow(zero, open).defined);
        assert_eq!(domain.pow(two, two).element, domain.whole(4).element);
        let (e, inverse) = (domain.exp(one), domain.log(two));
        assert!((e.real - 1f64.exp()).abs() < 1e-12 && (inverse.real - 2f64.ln()).abs() < 1e-12);
        let back = domain.log(e);
        assert_eq!(back.element, one.element);
    }

    #[test]
    fn signs_and_sizes_of_inputs() {
        let mut domain = Domain::new(1);
        domain.declare_input(-0.75, 0x1234_5678_9abc, 0);
        let a = domain.given(-0.75);
        let size = domain.neg(a);
        assert_eq!(domain.length(&[a]).element, size.element);
        let sign = domain.sign(a);
        assert!(sign.real == -1.0 && !sign.constant && sign.defined);
        let open = Value {
            defined: false,
            ..a
        };
        assert!(!domain.sign(open).defined);
    }

    #[test]
    fn jumps_on_what_has_no_value_are_noted() {
        let mut domain = Domain::new(1);
        let (one, none) = (domain.whole(1), domain.undefined());
        domain.jump(&[one, one], 0);
        domain.decided(true);
        assert!(!domain.lost);
        domain.jump(&[one, none], 0);
        assert!(domain.lost);
    }
}
