//! What each operation makes of its operands' lanes.

use super::values::{Lane, Truth};
use super::{Flattening, refuse};
use crate::poly::{Atom, Poly, Polys};
use crate::range::SLACK;
use crate::shader::Condition;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{InstData, Op};

impl Flattening<'_> {
    pub(super) fn compute(&mut self, data: &InstData) -> Result<Vec<Lane>, Diagnostic> {
        let lanes = data
            .results
            .first()
            .map_or(0, |value| self.shader.ty(*value).lanes);
        match data.op {
            Op::Constant(constant) => Ok(self.literal(constant)),
            Op::Undefined => {
                let bool = data.results.first().is_some_and(|value| {
                    self.shader.ty(*value).scalar == retroshade_ir::Scalar::Bool
                });
                let lane = if bool {
                    Lane::Truth(Truth::known(false))
                } else {
                    Lane::Number(Polys::ZERO)
                };
                Ok(vec![lane; lanes.into()])
            }
            Op::Input { input, slot } => self.input(input, slot, lanes),
            Op::Uniform { uniform, slot } => self.uniform(uniform, slot, lanes),
            Op::Texture(texture) => self.lookup(data, texture),
            Op::Compose => {
                let mut all = Vec::new();
                for operand in &data.args {
                    all.extend(self.lanes_of(*operand)?);
                }
                Ok(all)
            }
            Op::Lt
            | Op::Ge
            | Op::Eq
            | Op::Ne
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Not
            | Op::AnyTrue
            | Op::AllTrue => self.logic(data),
            Op::Select => self.select(data),
            Op::BoolToFloat | Op::BoolToInt => {
                let truths = self.truths(data.args[0])?;
                let one = Polys::ONE;
                let numbers = truths
                    .into_iter()
                    .map(|truth| self.choose(&truth, one, Polys::ZERO));
                numbers.map(|number| number.map(Lane::Number)).collect()
            }
            _ => {
                let mut operands = Vec::with_capacity(data.args.len());
                for operand in &data.args {
                    operands.push(self.numbers(*operand)?);
                }
                let numbers = self.arithmetic(data.op, &operands)?;
                Ok(numbers.into_iter().map(Lane::Number).collect())
            }
        }
    }

    fn arithmetic(&mut self, op: Op, operands: &[Vec<Poly>]) -> Result<Vec<Poly>, Diagnostic> {
        match op {
            Op::Dot => {
                let mut sum = Polys::ZERO;
                for (a, b) in operands[0].iter().zip(&operands[1]) {
                    let product = self.polys.mul(*a, *b);
                    sum = self.polys.add(sum, product);
                }
                return Ok(vec![sum]);
            }
            Op::MatVec => return Ok(self.matrix(operands)),
            _ => {}
        }
        if let Some(vector) = self.vector(op, operands)? {
            return Ok(vector);
        }
        let lanes = operands.first().map_or(0, Vec::len);
        (0..lanes)
            .map(|lane| {
                let at: Vec<Poly> = operands
                    .iter()
                    .filter_map(|operand| operand.get(lane).or(operand.first()).copied())
                    .collect();
                self.scalar(op, &at)
            })
            .collect()
    }

    fn matrix(&mut self, operands: &[Vec<Poly>]) -> Vec<Poly> {
        let Some((vector, columns)) = operands.split_last() else {
            return Vec::new();
        };
        let rows = columns.first().map_or(0, Vec::len);
        (0..rows)
            .map(|row| {
                let mut sum = Polys::ZERO;
                for (column, factor) in columns.iter().zip(vector) {
                    let product = self.polys.mul(column[row], *factor);
                    sum = self.polys.add(sum, product);
                }
                sum
            })
            .collect()
    }

    /// A lane of an operation on lanes.
    fn scalar(&mut self, op: Op, at: &[Poly]) -> Result<Poly, Diagnostic> {
        let polys = &mut self.polys;
        Ok(match (op, at) {
            (Op::Neg, [a]) => polys.neg(*a),
            (Op::IntToFloat, [a]) => *a,
            (Op::Add, [a, b]) => polys.add(*a, *b),
            (Op::Sub, [a, b]) => polys.sub(*a, *b),
            (Op::Mul, [a, b]) => self.product(*a, *b)?,
            (Op::Mad, [a, b, c]) => {
                let product = self.product(*a, *b)?;
                self.polys.add(product, *c)
            }
            (Op::Mix, [a, b, t]) => {
                let step = polys.sub(*b, *a);
                let product = self.product(*t, step)?;
                let mixed = self.polys.add(*a, product);
                if self.polys.is_unit(*t) {
                    let (one, other) = (self.polys.range(*a), self.polys.range(*b));
                    self.polys
                        .know(mixed, (one.0.min(other.0), one.1.max(other.1)));
                }
                mixed
            }
            (Op::Saturate, [a]) => self.clamped(*a),
            (Op::Clamp, [x, low, high])
                if polys.as_number(*low) == Some(-1.0)
                    && *high == Polys::ONE
                    && !polys.is_fixed(*x) =>
            {
                polys.clamped_signed(*x)
            }
            (Op::Clamp, [x, low, high]) => {
                let above = self.larger(*x, *low)?;
                self.smaller(above, *high)?
            }
            (Op::Max, [a, b]) => self.larger(*a, *b)?,
            (Op::Min, [a, b]) => self.smaller(*a, *b)?,
            (Op::Abs, [a]) => {
                if self.polys.is_fixed(*a) {
                    let expr = self.polys.expression(*a);
                    return Ok(self.fixed("abs", vec![expr]));
                }
                let negative = self.polys.neg(*a);
                let (low, high) = self.polys.range(*a);
                let (up, down) = (self.positive(*a)?, self.positive(negative)?);
                let size = self.polys.add(up, down);
                self.polys.know(size, (0.0, high.max(-low)));
                size
            }
            (Op::Div, [a, b]) => self.quotient(*a, *b)?,
            (Op::Pow, [a, b]) => self.power(*a, *b)?,
            (Op::Smoothstep, [low, high, x]) => self.smoothstep(*low, *high, *x)?,
            (Op::Step | Op::SetGe | Op::SetLt, [a, b])
                if !polys.is_fixed(*a) || !polys.is_fixed(*b) =>
            {
                let condition = match op {
                    Op::Step => Truth::AtLeast(*b, *a),
                    Op::SetGe => Truth::AtLeast(*a, *b),
                    _ => Truth::Less(*a, *b),
                };
                self.choose(&condition, Polys::ONE, Polys::ZERO)?
            }
            _ => return self.of_uniforms(op, at),
        })
    }

    fn product(&mut self, a: Poly, b: Poly) -> Result<Poly, Diagnostic> {
        let (one, other) = (self.polys.terms(a).len(), self.polys.terms(b).len());
        if one.saturating_mul(other) > 16 * super::TERMS {
            return Err(self.too_long());
        }
        let product = self.polys.mul(a, b);
        if self.polys.is_unit(a) && self.polys.is_unit(b) {
            self.polys.know(product, (0.0, 1.0));
        } else if a == b {
            self.polys.know(product, (0.0, f64::INFINITY));
        }
        Ok(product)
    }

    /// x clamped to [0, 1].
    pub(super) fn clamped(&mut self, x: Poly) -> Poly {
        // A bound that the clamp has, too, changes nothing.
        let bounded = self.floors.get(&x).or_else(|| self.ceilings.get(&x));
        if let Some(inner) = bounded.copied() {
            return self.clamped(inner);
        }
        let (low, high) = self.polys.range(x);
        if low >= -SLACK && high <= 1.0 + SLACK {
            return x;
        }
        if high <= 0.0 {
            return Polys::ZERO;
        }
        if low >= 1.0 {
            return Polys::ONE;
        }
        if self.polys.is_fixed(x) {
            let expr = self.polys.expression(x);
            return self.fixed("clamp", vec![expr, zero(), one()]);
        }
        self.polys.clamped(x)
    }

    /// max(x, 0): a clamp to [0, 1] of a part of x that is small enough, times a power of two.
    fn positive(&mut self, x: Poly) -> Result<Poly, Diagnostic> {
        let (low, high) = self.polys.range(x);
        if low >= -SLACK {
            return Ok(x);
        }
        if high <= SLACK {
            return Ok(Polys::ZERO);
        }
        let mut factors = (0..6).map(|k| f64::from(1 << k));
        let Some(factor) = factors.find(|factor| high <= factor + SLACK) else {
            let target = self.abilities.target;
            let message = format!(
                "a value here can be anything up to {high:.4}, which no stage of {target} holds"
            );
            return Err(refuse(
                codes::target::UNSUPPORTED,
                self.place,
                message,
                "compared here",
            )
            .with_help("clamp it to [0, 1] first"));
        };
        let part = self.polys.scale(x, 1.0 / factor);
        let clamped = self.clamped(part);
        Ok(self.polys.scale(clamped, factor))
    }

    fn larger(&mut self, a: Poly, b: Poly) -> Result<Poly, Diagnostic> {
        if let Some(fixed) = self.both_fixed("max", a, b) {
            return Ok(fixed);
        }
        if self.polys.is_number(a) {
            return self.larger(b, a);
        }
        // min(x, 1) and then max with 0 is one clamp.
        if b == Polys::ZERO && self.ceilings.contains_key(&a) {
            return Ok(self.clamped(a));
        }
        let (ra, rb) = (self.polys.range(a), self.polys.range(b));
        let difference = self.polys.sub(a, b);
        let positive = self.positive(difference)?;
        let result = self.polys.add(b, positive);
        self.polys.know(result, (ra.0.max(rb.0), ra.1.max(rb.1)));
        if b == Polys::ZERO {
            self.floors.insert(result, a);
        }
        Ok(result)
    }

    fn smaller(&mut self, a: Poly, b: Poly) -> Result<Poly, Diagnostic> {
        if let Some(fixed) = self.both_fixed("min", a, b) {
            return Ok(fixed);
        }
        if self.polys.is_number(a) {
            return self.smaller(b, a);
        }
        let (ra, rb) = (self.polys.range(a), self.polys.range(b));
        // max(x, 0) and then min with 1 is one clamp, and min(x, 1) of what is never negative is, too.
        if b == Polys::ONE && (ra.0 >= -SLACK || self.floors.contains_key(&a)) {
            return Ok(self.clamped(a));
        }
        let difference = self.polys.sub(a, b);
        let positive = self.positive(difference)?;
        let result = self.polys.sub(a, positive);
        self.polys.know(result, (ra.0.min(rb.0), ra.1.min(rb.1)));
        if b == Polys::ONE {
            self.ceilings.insert(result, a);
        }
        Ok(result)
    }

    fn quotient(&mut self, a: Poly, b: Poly) -> Result<Poly, Diagnostic> {
        if let Some(number) = self.polys.as_number(b).filter(|number| *number != 0.0) {
            return Ok(self.polys.scale(a, 1.0 / number));
        }
        if self.polys.is_fixed(a) && self.polys.is_fixed(b) {
            return self.of_uniforms(Op::Div, &[a, b]);
        }
        if self.polys.is_fixed(b) {
            let one = self.of_uniforms(Op::Div, &[Polys::ONE, b])?;
            return self.product(a, one);
        }
        self.of_uniforms(Op::Div, &[a, b])
    }

    fn power(&mut self, base: Poly, exponent: Poly) -> Result<Poly, Diagnostic> {
        let whole = self.polys.as_number(exponent);
        let whole = whole.filter(|number| (1.0..=16.0).contains(number) && number.fract() == 0.0);
        if let Some(whole) = whole
            && !self.polys.is_fixed(base)
        {
            let mut product = base;
            for _ in 1..whole as u32 {
                product = self.product(product, base)?;
            }
            return Ok(product);
        }
        self.of_uniforms(Op::Pow, &[base, exponent])
    }

    fn smoothstep(&mut self, low: Poly, high: Poly, x: Poly) -> Result<Poly, Diagnostic> {
        let fixed = [low, high, x]
            .into_iter()
            .all(|poly| self.polys.is_fixed(poly));
        if fixed {
            return self.of_uniforms(Op::Smoothstep, &[low, high, x]);
        }
        let (width, offset) = (self.polys.sub(high, low), self.polys.sub(x, low));
        let t = self.quotient(offset, width)?;
        let t = self.clamped(t);
        let square = self.polys.mul(t, t);
        let three = self.polys.constant(3.0);
        let twice = self.polys.scale(t, 2.0);
        let rest = self.polys.sub(three, twice);
        let result = self.polys.mul(square, rest);
        self.polys.know(result, (0.0, 1.0));
        Ok(result)
    }

    fn logic(&mut self, data: &InstData) -> Result<Vec<Lane>, Diagnostic> {
        let compares = matches!(data.op, Op::Lt | Op::Ge | Op::Eq | Op::Ne);
        let is_number = compares
            && self
                .lanes_of(data.args[0])?
                .iter()
                .all(|lane| lane.number().is_some());
        if is_number {
            let (a, b) = (self.numbers(data.args[0])?, self.numbers(data.args[1])?);
            let pairs = a.into_iter().zip(b);
            return Ok(pairs
                .map(|(a, b)| Lane::Truth(self.compare(data.op, a, b)))
                .collect());
        }
        let mut operands = Vec::new();
        for operand in &data.args {
            let lanes = self.lanes_of(*operand)?;
            if lanes.iter().any(|lane| lane.number().is_some()) {
                return self.bits(data);
            }
            operands.push(self.truths(*operand)?);
        }
        let combined = |one: Truth, other: Truth| combine(data.op, one, other);
        if matches!(data.op, Op::AnyTrue | Op::AllTrue) {
            let op = if data.op == Op::AnyTrue {
                Op::Or
            } else {
                Op::And
            };
            let all = operands.remove(0).into_iter();
            let all = all.reduce(|one, other| combine(op, one, other));
            return Ok(all.into_iter().map(Lane::Truth).collect());
        }
        let mut operands = operands.into_iter();
        let first = operands.next().unwrap_or_default();
        Ok(match operands.next() {
            None => first
                .into_iter()
                .map(|truth| Lane::Truth(truth.not()))
                .collect(),
            Some(second) => {
                let pairs = first.into_iter().zip(second);
                pairs
                    .map(|(one, other)| Lane::Truth(combined(one, other)))
                    .collect()
            }
        })
    }

    fn compare(&mut self, op: Op, a: Poly, b: Poly) -> Truth {
        if self.polys.is_fixed(a) && self.polys.is_fixed(b) {
            let name = match op {
                Op::Lt => "lt",
                Op::Ge => "ge",
                Op::Eq => "eq",
                _ => "ne",
            };
            let operands = vec![self.polys.expression(a), self.polys.expression(b)];
            return Truth::Fixed(crate::expr::Expr::apply(name, operands));
        }
        match op {
            Op::Lt => Truth::Less(a, b),
            Op::Ge => Truth::AtLeast(a, b),
            Op::Eq => Truth::Equal(a, b),
            _ => Truth::NotEqual(a, b),
        }
    }

    fn select(&mut self, data: &InstData) -> Result<Vec<Lane>, Diagnostic> {
        let conditions = self.truths(data.args[0])?;
        let (then, otherwise) = (self.lanes_of(data.args[1])?, self.lanes_of(data.args[2])?);
        let mut lanes = Vec::with_capacity(then.len());
        for ((condition, a), b) in conditions.into_iter().zip(then).zip(otherwise) {
            lanes.push(match (a, b) {
                (Lane::Number(a), Lane::Number(b)) => Lane::Number(self.choose(&condition, a, b)?),
                (a, b) => match condition.as_known() {
                    Some(true) => a,
                    Some(false) => b,
                    None => Lane::Truth(Truth::Mixed),
                },
            });
        }
        Ok(lanes)
    }

    /// `condition ? a : b`
    fn choose(&mut self, condition: &Truth, a: Poly, b: Poly) -> Result<Poly, Diagnostic> {
        if a == b {
            return Ok(a);
        }
        match condition.as_known() {
            Some(true) => return Ok(a),
            Some(false) => return Ok(b),
            None => {}
        }
        if let Truth::Fixed(expr) = condition {
            if self.polys.is_fixed(a) && self.polys.is_fixed(b) {
                let operands = vec![
                    expr.clone(),
                    self.polys.expression(a),
                    self.polys.expression(b),
                ];
                return Ok(self.fixed("select", operands));
            }
            let weight = self.polys.of_atom(Atom::Uniform(expr.clone()));
            self.polys.know(weight, (0.0, 1.0));
            let step = self.polys.sub(a, b);
            let product = self.product(weight, step)?;
            return Ok(self.polys.add(b, product));
        }
        let (x, y, a, b) = match *condition {
            Truth::AtLeast(x, y) if self.abilities.choices => (x, y, a, b),
            Truth::Less(x, y) if self.abilities.choices => (x, y, b, a),
            _ => return Err(self.no_comparison()),
        };
        let value = self.polys.sub(x, y);
        let mut known = self.conditions.iter();
        let number = known.position(|known| known.value == value);
        let number = number.unwrap_or_else(|| {
            self.conditions.push(Condition { value });
            self.conditions.len() - 1
        });
        let holds = self.polys.of_atom(Atom::Holds(number as u32));
        let step = self.polys.sub(a, b);
        let product = self.product(holds, step)?;
        Ok(self.polys.add(b, product))
    }

    /// The error about a decision on fragment values.
    pub(super) fn no_comparison(&self) -> Diagnostic {
        let target = self.abilities.target;
        let what = if self.abilities.choices {
            "choose between two values by `<` and `>=`; they cannot otherwise compare"
        } else {
            "cannot compare"
        };
        let message =
            format!("{target}'s combiners {what} values that differ from fragment to fragment");
        refuse(codes::target::UNSUPPORTED, self.place, message, "decided here")
            .with_help("a threshold can be a ramp, `clamp((x - t) * 4.0 + 0.5, 0.0, 1.0)`, or a texture that holds the answer")
    }
}

fn combine(op: Op, one: Truth, other: Truth) -> Truth {
    let name = match op {
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "eq",
        _ => "ne",
    };
    if let (Truth::Fixed(a), Truth::Fixed(b)) = (&one, &other) {
        return Truth::Fixed(crate::expr::Expr::apply(name, vec![a.clone(), b.clone()]));
    }
    match (op, one.as_known(), other.as_known()) {
        (Op::And, Some(true), _) | (Op::Or, Some(false), _) => other,
        (Op::And, _, Some(true)) | (Op::Or, _, Some(false)) => one,
        (Op::And, Some(false), _) | (Op::And, _, Some(false)) => Truth::known(false),
        (Op::Or, Some(true), _) | (Op::Or, _, Some(true)) => Truth::known(true),
        (Op::Or, ..) => Truth::Any(vec![one, other]),
        _ => Truth::Mixed,
    }
}

pub(super) fn zero() -> crate::expr::Expr {
    crate::expr::Expr::number(0.0)
}

pub(super) fn one() -> crate::expr::Expr {
    crate::expr::Expr::number(1.0)
}
