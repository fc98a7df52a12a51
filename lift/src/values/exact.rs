//! The arithmetic of a machine where it is not that of the language: zero times infinity, sums that end at the largest
//! number, orders of zeros and of what is no number.
//!
//! Each rule is a function that sources call, made of operations of a shader. None is called where what is known of the
//! operands says that the language has the same. Denormals are not told: the language leaves them to each device.

use super::rules::{Rule, Rules};
use super::{Lanes, Values};
use crate::semantics::Arithmetic;
use retroshade_ir::{Op, Use};
use retroshade_kit::machine::numbers::{Comparison, Function};
use retroshade_kit::machine::symbols::{Expression, Symbol, Symbols};

/// What a number may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts {
    /// No number.
    nan: bool,
    infinite: bool,
    zero: bool,
    /// It may have the sign bit.
    negative: bool,
    /// Its magnitude may be above 1.
    large: bool,
}

/// As many functions inside of each other are looked at to know what a number may be.
const DEPTH: u32 = 6;

impl Facts {
    const ANY: Facts = Facts {
        nan: true,
        infinite: true,
        zero: true,
        negative: true,
        large: true,
    };

    /// A number from 0 to 1, without a sign.
    const UNIT: Facts = Facts {
        nan: false,
        infinite: false,
        zero: true,
        negative: false,
        large: false,
    };

    fn of_number(number: f32) -> Facts {
        Facts {
            nan: number.is_nan(),
            infinite: number.is_infinite(),
            zero: number == 0.0,
            negative: number.is_sign_negative(),
            large: number.abs() > 1.0 || number.is_nan(),
        }
    }

    /// What holds for one or the other.
    fn or(self, other: Facts) -> Facts {
        Facts {
            nan: self.nan || other.nan,
            infinite: self.infinite || other.infinite,
            zero: self.zero || other.zero,
            negative: self.negative || other.negative,
            large: self.large || other.large,
        }
    }

    fn is_finite(self) -> bool {
        !self.nan && !self.infinite
    }

    fn of(symbol: Symbol, symbols: &Symbols, depth: u32) -> Facts {
        let (function, operands) = match symbols.expression(symbol) {
            Expression::Literal(bits) => return Facts::of_number(f32::from_bits(*bits)),
            Expression::Apply(function, operands) if depth > 0 => (*function, operands),
            _ => return Facts::ANY,
        };
        let operand = |place: usize| {
            let operand = operands.get(place);
            operand.map_or(Facts::ANY, |one| Facts::of(*one, symbols, depth - 1))
        };
        match function {
            Function::Negate => Facts {
                negative: true,
                ..operand(0)
            },
            Function::Absolute => Facts {
                negative: false,
                ..operand(0)
            },
            Function::Compare(_)
            | Function::Saturate
            | Function::Not
            | Function::And
            | Function::Or
            | Function::Xor => Facts::UNIT,
            Function::Exp2 | Function::Exp2OfFloor => Facts {
                negative: false,
                ..Facts::ANY
            },
            Function::Minimum | Function::Maximum => operand(0).or(operand(1)),
            _ => Facts::ANY,
        }
    }
}

/// True if zeros of both signs may meet, of which the language gives -0.
fn may_be_minus_zero(facts: Facts) -> bool {
    facts.zero && facts.negative
}

impl Values<'_, '_> {
    fn facts(&self, lanes: &[Symbol]) -> Facts {
        let facts = lanes
            .iter()
            .map(|lane| Facts::of(*lane, &self.code.symbols, DEPTH));
        facts.reduce(Facts::or).unwrap_or(Facts::ANY)
    }

    /// A function by the rules of a chip; `None` where the language has the same. `columns`: the lanes of each operand.
    pub(super) fn exactly(
        &mut self,
        arithmetic: Arithmetic,
        function: Function,
        columns: &[Lanes],
        values: &[Use],
    ) -> Option<Use> {
        let facts: Vec<Facts> = columns.iter().map(|lanes| self.facts(lanes)).collect();
        match (arithmetic, function) {
            (Arithmetic::Ieee, _) => None,
            (Arithmetic::Nv2a, Function::Add | Function::Sum) => self.nv2a_sum(values, &facts),
            (Arithmetic::Pica200, Function::Sum) => self.pica200_sum(values, &facts),
            (Arithmetic::Nv2a, _) => Some(self.by_rule(nv2a(function, &facts)?, values)),
            (Arithmetic::Pica200, _) => Some(self.by_rule(pica200(function, &facts)?, values)),
        }
    }

    fn by_rule(&mut self, rule: Rule, values: &[Use]) -> Use {
        Rules::new(&mut self.builder, values).apply(rule, values)
    }

    /// From the left.
    fn nv2a_sum(&mut self, values: &[Use], facts: &[Facts]) -> Option<Use> {
        let mut terms = values.iter().copied().zip(facts.iter().copied());
        let (mut sum, mut of_sum) = terms.next()?;
        for (term, of_term) in terms {
            let overflows = of_sum.large && of_term.large;
            let zeros = may_be_minus_zero(of_sum) && may_be_minus_zero(of_term);
            sum = if overflows || zeros {
                self.by_rule(Rule::Nv2aAdd, &[sum, term])
            } else {
                self.builder.op(Op::Add, &[sum, term])
            };
            of_sum = Facts::ANY;
        }
        Some(sum)
    }

    /// From the left, beginning with zero.
    fn pica200_sum(&mut self, values: &[Use], facts: &[Facts]) -> Option<Use> {
        let mut terms = values.iter().copied();
        let mut sum = terms.next()?;
        if facts.iter().copied().all(may_be_minus_zero) {
            let zero = self.builder.float(0.0, sum.lanes());
            sum = self.builder.op(Op::Add, &[sum, zero]);
        }
        Some(terms.fold(sum, |sum, term| self.builder.op(Op::Add, &[sum, term])))
    }
}

/// The rule of a function of NV2A, if it matters for such operands.
fn nv2a(function: Function, facts: &[Facts]) -> Option<Rule> {
    let [a, b] = [0, 1].map(|place| facts.get(place).copied().unwrap_or(Facts::ANY));
    let matters = match function {
        Function::Multiply => {
            let of_zero = |zero: Facts, other: Facts| {
                zero.zero && (!other.is_finite() || other.negative || zero.negative)
            };
            (a.large && b.large) || of_zero(a, b) || of_zero(b, a)
        }
        Function::Minimum | Function::Maximum | Function::Compare(_) => {
            a.nan || b.nan || (may_be_minus_zero(a) && b.zero) || (may_be_minus_zero(b) && a.zero)
        }
        _ => true,
    };
    let rule = match function {
        Function::Multiply => Rule::Nv2aMultiply,
        Function::Minimum => Rule::Nv2aMinimum,
        Function::Maximum => Rule::Nv2aMaximum,
        Function::Compare(Comparison::LESS) => Rule::Nv2aLess,
        Function::Compare(Comparison::GREATER_OR_EQUAL) => Rule::Nv2aNotLess,
        Function::ClampedReciprocal => Rule::ClampedReciprocal,
        Function::Fraction => Rule::Fraction,
        Function::Exponent => Rule::Exponent,
        Function::Significand => Rule::Significand,
        Function::Positive => Rule::Positive,
        Function::LitPower => Rule::LitPower,
        _ => return None,
    };
    matters.then_some(rule)
}

/// The rule of a function of PICA200, if it matters for such operands.
fn pica200(function: Function, facts: &[Facts]) -> Option<Rule> {
    let [a, b] = [0, 1].map(|place| facts.get(place).copied().unwrap_or(Facts::ANY));
    let (rule, matters) = match function {
        Function::Multiply => (
            Rule::Pica200Multiply,
            (a.zero && b.infinite) || (a.infinite && b.zero),
        ),
        Function::Minimum | Function::Maximum => {
            let rule = match function {
                Function::Minimum => Rule::Pica200Minimum,
                _ => Rule::Pica200Maximum,
            };
            let signs = a.negative || b.negative;
            (rule, b.nan || (a.zero && b.zero && signs))
        }
        _ => return None,
    };
    matters.then_some(rule)
}
