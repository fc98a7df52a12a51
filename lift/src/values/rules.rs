//! Functions in which the arithmetic of a chip differs from that of the language, as operations of a shader.

use retroshade_ir::build::Builder;
use retroshade_ir::outline::Function;
use retroshade_ir::{Input, Op, Scalar, Shader, Shape, Stage, Terminator, Type, Use, Variable};

/// A function by the rules of a chip (`retroshade_nv2a::sim::Ieee`, `retroshade_pica200::isa::compute`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A product with zero is zero, of finite numbers it is finite.
    Nv2aMultiply,
    /// A sum of finite numbers is finite, one of zeros has no sign.
    Nv2aAdd,
    /// What comes first in the order in which -0 is below 0 and what is no number above all.
    Nv2aMinimum,
    /// What comes last in it.
    Nv2aMaximum,
    /// 1 where the first operand comes before the second.
    Nv2aLess,
    /// 1 where it does not.
    Nv2aNotLess,
    /// 1 / a with a magnitude from 2^-64 to 2^64.
    ClampedReciprocal,
    /// a - floor(a); 0 of what is not finite.
    Fraction,
    /// floor(log2(a)), of no number the next one.
    Exponent,
    /// a / 2^exponent, of zero and infinity 1.
    Significand,
    /// a where it is above zero, else 0.
    Positive,
    /// The third result of LIT.
    LitPower,
    /// Zero times infinity is zero.
    Pica200Multiply,
    /// The second operand where they have no order.
    Pica200Minimum,
    /// The second operand where they have no order.
    Pica200Maximum,
}

impl Rule {
    const ALL: [Rule; 15] = [
        Rule::Nv2aMultiply,
        Rule::Nv2aAdd,
        Rule::Nv2aMinimum,
        Rule::Nv2aMaximum,
        Rule::Nv2aLess,
        Rule::Nv2aNotLess,
        Rule::ClampedReciprocal,
        Rule::Fraction,
        Rule::Exponent,
        Rule::Significand,
        Rule::Positive,
        Rule::LitPower,
        Rule::Pica200Multiply,
        Rule::Pica200Minimum,
        Rule::Pica200Maximum,
    ];

    /// What sources call it, and its operands.
    const fn signature(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Rule::Nv2aMultiply => ("nv_mul", &["a", "b"]),
            Rule::Nv2aAdd => ("nv_add", &["a", "b"]),
            Rule::Nv2aMinimum => ("nv_min", &["a", "b"]),
            Rule::Nv2aMaximum => ("nv_max", &["a", "b"]),
            Rule::Nv2aLess => ("nv_slt", &["a", "b"]),
            Rule::Nv2aNotLess => ("nv_sge", &["a", "b"]),
            Rule::ClampedReciprocal => ("nv_rcc", &["a"]),
            Rule::Fraction => ("nv_fraction", &["a"]),
            Rule::Exponent => ("nv_exponent", &["a"]),
            Rule::Significand => ("nv_significand", &["a"]),
            Rule::Positive => ("nv_positive", &["a"]),
            Rule::LitPower => ("nv_lit", &["light", "base", "power"]),
            Rule::Pica200Multiply => ("pica_mul", &["a", "b"]),
            Rule::Pica200Minimum => ("pica_min", &["a", "b"]),
            Rule::Pica200Maximum => ("pica_max", &["a", "b"]),
        }
    }

    /// The function of scalars that a source calls.
    fn function(self) -> Function {
        let (name, parameters) = self.signature();
        let mut body = Shader::new(Stage::Vertex, name);
        let mut inputs: Vec<Input> = Vec::new();
        for parameter in parameters {
            let variable = Variable::new(*parameter, Shape::vector(Scalar::Float, 1));
            inputs.push(body.interface.inputs.push(variable));
        }
        let result = Variable::new("result", Shape::vector(Scalar::Float, 1));
        body.interface.outputs.push(result);
        let region = body.body;
        let mut builder = Builder::new(&mut body, region);
        let mut read = |input: &Input| {
            let op = Op::Input {
                input: *input,
                slot: 0,
            };
            builder.typed(op, &[], Type::float(1))
        };
        let operands: Vec<Use> = inputs.iter().map(&mut read).collect();
        let result = Rules::new(&mut builder, &operands).apply(self, &operands);
        builder.end(Terminator::Yield(vec![result]));
        Function {
            name: name.to_owned(),
            body,
        }
    }
}

/// The functions that exact shaders call.
pub(crate) fn functions() -> Vec<Function> {
    Rule::ALL.into_iter().map(Rule::function).collect()
}

/// Appends what rules say of vectors.
pub(super) struct Rules<'a, 'b> {
    builder: &'a mut Builder<'b>,
    lanes: u8,
}

impl<'a, 'b> Rules<'a, 'b> {
    /// Of operands that all have as many lanes as the first.
    pub(super) fn new(builder: &'a mut Builder<'b>, operands: &[Use]) -> Rules<'a, 'b> {
        Rules {
            builder,
            lanes: operands.first().map_or(1, |operand| operand.lanes()),
        }
    }

    /// # Panics
    /// Fewer operands than the rule has: a defect of the caller.
    pub(super) fn apply(&mut self, rule: Rule, operands: &[Use]) -> Use {
        match (rule, operands) {
            (Rule::Nv2aMultiply, &[a, b]) => self.nv2a_multiply(a, b),
            (Rule::Nv2aAdd, &[a, b]) => {
                let sum = self.op(Op::Add, &[a, b]);
                let limited = self.limited(sum, [a, b]);
                // -0 and 0 is 0.
                let zero = self.number(0.0);
                self.op(Op::Add, &[limited, zero])
            }
            (Rule::Nv2aMinimum, &[a, b]) => {
                let less = self.less(a, b);
                self.op(Op::Select, &[less, a, b])
            }
            (Rule::Nv2aMaximum, &[a, b]) => {
                let less = self.less(a, b);
                self.op(Op::Select, &[less, b, a])
            }
            (Rule::Nv2aLess, &[a, b]) => {
                let less = self.less(a, b);
                self.op(Op::BoolToFloat, &[less])
            }
            (Rule::Nv2aNotLess, &[a, b]) => {
                let less = self.less(a, b);
                let not = self.op(Op::Not, &[less]);
                self.op(Op::BoolToFloat, &[not])
            }
            (Rule::ClampedReciprocal, &[a]) => self.clamped_reciprocal(a),
            (Rule::Fraction, &[a]) => {
                let finite = self.is_finite(a);
                let fraction = self.op(Op::Fract, &[a]);
                let zero = self.number(0.0);
                self.op(Op::Select, &[finite, fraction, zero])
            }
            (Rule::Exponent, &[a]) => {
                let exponent = self.parts(a).0;
                let finite = self.is_finite(a);
                self.op(Op::Select, &[finite, exponent, a])
            }
            (Rule::Significand, &[a]) => {
                let significand = self.parts(a).1;
                let special = [self.is_zero(a), self.is_infinite(a)];
                let special = self.op(Op::Or, &special);
                self.unless(special, 1.0, significand)
            }
            (Rule::Positive, &[a]) => {
                let zero = self.number(0.0);
                let above = self.op(Op::Lt, &[zero, a]);
                self.op(Op::Select, &[above, a, zero])
            }
            (Rule::LitPower, &[light, base, power]) => self.lit_power(light, base, power),
            (Rule::Pica200Multiply, &[a, b]) => {
                let cases = [(a, b), (b, a)].map(|(zero, other)| {
                    let case = [self.is_zero(zero), self.is_infinite(other)];
                    self.op(Op::And, &case)
                });
                let case = self.op(Op::Or, &cases);
                let product = self.op(Op::Mul, &[a, b]);
                self.unless(case, 0.0, product)
            }
            (Rule::Pica200Minimum, &[a, b]) => {
                let first = self.op(Op::Lt, &[a, b]);
                self.op(Op::Select, &[first, a, b])
            }
            (Rule::Pica200Maximum, &[a, b]) => {
                let first = self.op(Op::Lt, &[b, a]);
                self.op(Op::Select, &[first, a, b])
            }
            _ => panic!("{rule:?} of {} operands", operands.len()),
        }
    }

    fn number(&mut self, number: f32) -> Use {
        self.builder.float(number, self.lanes)
    }

    fn op(&mut self, op: Op, operands: &[Use]) -> Use {
        self.builder.op(op, operands)
    }

    fn is_zero(&mut self, a: Use) -> Use {
        let zero = self.number(0.0);
        self.op(Op::Eq, &[a, zero])
    }

    fn is_infinite(&mut self, a: Use) -> Use {
        let size = self.op(Op::Abs, &[a]);
        let largest = self.number(f32::MAX);
        self.op(Op::Lt, &[largest, size])
    }

    fn is_finite(&mut self, a: Use) -> Use {
        let size = self.op(Op::Abs, &[a]);
        let largest = self.number(f32::MAX);
        self.op(Op::Ge, &[largest, size])
    }

    /// `value` where a condition does not hold, else a number.
    fn unless(&mut self, condition: Use, number: f32, value: Use) -> Use {
        let number = self.number(number);
        self.op(Op::Select, &[condition, number, value])
    }

    /// A sum or product that is at most the largest number if both operands are finite.
    fn limited(&mut self, result: Use, operands: [Use; 2]) -> Use {
        let finite = operands.map(|operand| self.is_finite(operand));
        let finite = self.op(Op::And, &finite);
        let ends = [-f32::MAX, f32::MAX].map(|end| self.number(end));
        let limited = self.op(Op::Clamp, &[result, ends[0], ends[1]]);
        self.op(Op::Select, &[finite, limited, result])
    }

    fn nv2a_multiply(&mut self, a: Use, b: Use) -> Use {
        let zeros = [a, b].map(|factor| self.is_zero(factor));
        let zero = self.op(Op::Or, &zeros);
        let product = self.op(Op::Mul, &[a, b]);
        let limited = self.limited(product, [a, b]);
        self.unless(zero, 0.0, limited)
    }

    /// True where a is below b in the total order of the chip; what is no number has no sign here.
    fn less(&mut self, a: Use, b: Use) -> Use {
        let below = self.op(Op::Lt, &[a, b]);
        let zeros = [a, b].map(|operand| self.is_zero(operand));
        let zeros = self.op(Op::And, &zeros);
        // Of the zeros' signs nothing tells but reciprocals.
        let ends = [a, b].map(|zero| self.op(Op::Rcp, &[zero]));
        let order = self.op(Op::Lt, &ends);
        let minus_zero = self.op(Op::And, &[zeros, order]);
        let number = self.op(Op::Eq, &[a, a]);
        let none = self.op(Op::Ne, &[b, b]);
        let last = self.op(Op::And, &[number, none]);
        let either = self.op(Op::Or, &[below, minus_zero]);
        self.op(Op::Or, &[either, last])
    }

    fn clamped_reciprocal(&mut self, a: Use) -> Use {
        let inverse = self.op(Op::Rcp, &[a]);
        let size = self.op(Op::Abs, &[inverse]);
        let ends = [-64, 64].map(|power| self.number(2f32.powi(power)));
        let size = self.op(Op::Clamp, &[size, ends[0], ends[1]]);
        let negative = self.op(Op::Neg, &[size]);
        let zero = self.number(0.0);
        // Minus infinity has a reciprocal of -0, and -0 one of minus infinity.
        let below = [a, inverse].map(|value| self.op(Op::Lt, &[value, zero]));
        let below = self.op(Op::Or, &below);
        let signed = self.op(Op::Select, &[below, negative, size]);
        let number = self.op(Op::Eq, &[a, a]);
        self.op(Op::Select, &[number, signed, inverse])
    }

    /// Exponent and significand of a magnitude that is finite: a rounded logarithm may be the next integer.
    fn parts(&mut self, a: Use) -> (Use, Use) {
        let logarithm = self.op(Op::Log2, &[a]);
        let exponent = self.op(Op::Floor, &[logarithm]);
        let most = self.number(127.0);
        let exponent = self.op(Op::Min, &[exponent, most]);
        let power = self.op(Op::Exp2, &[exponent]);
        let significand = self.op(Op::Div, &[a, power]);
        let [one, two, half] = [1.0, 2.0, 0.5].map(|number| self.number(number));
        let low = self.op(Op::Lt, &[significand, one]);
        let high = self.op(Op::Ge, &[significand, two]);
        let [less, more] = [Op::Sub, Op::Add].map(|op| self.op(op, &[exponent, one]));
        let [halved, doubled] = [half, two].map(|factor| self.op(Op::Mul, &[significand, factor]));
        let upper = self.op(Op::Select, &[high, more, exponent]);
        let exponent = self.op(Op::Select, &[low, less, upper]);
        let upper = self.op(Op::Select, &[high, halved, significand]);
        (exponent, self.op(Op::Select, &[low, doubled, upper]))
    }

    /// The third result of LIT: its power is within 128 - 1/256, and of a power of 0 it is 1.
    fn lit_power(&mut self, light: Use, base: Use, power: Use) -> Use {
        let zero = self.number(0.0);
        let limit = 128.0 - 1.0 / 256.0;
        let ends = [-limit, limit].map(|end| self.number(end));
        let number = self.op(Op::Eq, &[power, power]);
        let none = power;
        let power = self.op(Op::Clamp, &[power, ends[0], ends[1]]);
        let below = self.op(Op::Lt, &[base, zero]);
        let base = self.op(Op::Select, &[below, zero, base]);
        let result = self.op(Op::Pow, &[base, power]);
        // The language has no power of 0.
        let infinity = self.op(Op::Rcp, &[base]);
        let inverse = self.op(Op::Lt, &[power, zero]);
        let of_zero = self.op(Op::Select, &[inverse, infinity, zero]);
        let is_zero = self.is_zero(base);
        let result = self.op(Op::Select, &[is_zero, of_zero, result]);
        let without = self.is_zero(power);
        let result = self.unless(without, 1.0, result);
        let result = self.op(Op::Select, &[number, result, none]);
        let lit = self.op(Op::Lt, &[zero, light]);
        self.op(Op::Select, &[lit, result, zero])
    }
}
