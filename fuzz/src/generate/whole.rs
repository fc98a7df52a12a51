//! Expressions of ints and uints.

use super::{Generator, INT, Value, Variable};
use crate::bounds::Bounds;
use crate::text::Type;

impl Generator {
    /// An int.
    pub(super) fn int(&mut self, depth: u32) -> Value {
        for _ in 0..4 {
            if depth == 0 {
                break;
            }
            let value = self.int_operation(depth - 1);
            if value.bounds.within(INT) {
                return value;
            }
        }
        if self.chance(1, 3)
            && let Some(value) = self.int_of_lane()
        {
            return value;
        }
        let fits = |v: &Variable| v.ty == Type::Int(1) && v.length.is_none();
        match self.find(fits) {
            Some(found) if !self.chance(1, 4) => self.read(&found, 0),
            _ => self.int_literal(),
        }
    }

    /// `int(v.x)` of a variable of whole numbers.
    fn int_of_lane(&mut self) -> Option<Value> {
        let limit = INT;
        let fits = |v: &Variable| {
            matches!(v.ty, Type::Float(_)) && v.length.is_none() && v.bounds.within(limit)
        };
        let found = self.find(fits)?;
        let value = self.read(&found, 0);
        let lane = self.lanes(value, 1);
        let bounds = lane.bounds;
        Some(Value::new(Type::Int(1), "int(@)", vec![lane.expr], bounds))
    }

    fn int_literal(&mut self) -> Value {
        let number = self
            .pick(&[0, 1, 2, 3, 4, 5, 7, 9, 10, -1, -3])
            .unwrap_or(1);
        let text = if number < 0 {
            format!("({number})")
        } else {
            number.to_string()
        };
        let bounds = Bounds::literal(f64::from(number));
        Value::new(Type::Int(1), &text, Vec::new(), bounds)
    }

    fn int_operation(&mut self, depth: u32) -> Value {
        let ty = Type::Int(1);
        match self.random.below(12) {
            9 => {
                let lanes = self.between(2, 4) as u8;
                let whole = self.ints(lanes, depth);
                let index = self.index(u32::from(lanes), depth.min(1));
                if self.chance(1, 2) {
                    Value::new(ty, "@.y", vec![whole.expr], whole.bounds)
                } else {
                    Value::new(ty, "@[@]", vec![whole.expr, index], whole.bounds)
                }
            }
            10 if self.features.essl300 && self.features.bits => self.bitwise(depth),
            11 => match self.call(ty, depth) {
                Some(value) => value,
                None => self.int_literal(),
            },
            0 | 1 => {
                let value = self.float(1, depth);
                let value = self.fit_to_int(value);
                Value::new(ty, "int(@)", vec![value.expr], value.bounds.whole())
            }
            2 | 3 | 8 => self.quotient(depth),
            4 => {
                let condition = self.bool(depth);
                let (a, b) = (self.int(depth), self.int(depth));
                let bounds = a.bounds.join(b.bounds);
                Value::new(ty, "(@ ? @ : @)", vec![condition, a.expr, b.expr], bounds)
            }
            _ => {
                let (a, b) = (self.int(depth), self.int(depth));
                let (operator, bounds) = match self.random.below(3) {
                    0 => ("+", a.bounds.plus(b.bounds)),
                    1 => ("-", a.bounds.plus(b.bounds.negated())),
                    _ => ("*", a.bounds.by(b.bounds)),
                };
                Value::new(
                    ty,
                    &format!("(@ {operator} @)"),
                    vec![a.expr, b.expr],
                    bounds,
                )
            }
        }
    }

    /// A float of a magnitude that ints of programs have.
    fn fit_to_int(&mut self, value: Value) -> Value {
        let limit = Bounds {
            step: value.bounds.step,
            ..INT
        };
        self.fit(value, limit)
    }

    /// Division by a literal or by a value that is not 0, and what it leaves.
    fn quotient(&mut self, depth: u32) -> Value {
        let ty = Type::Int(1);
        let a = self.int(depth);
        let size = a.bounds.size();
        let bounds = Bounds {
            constant: false,
            ..Bounds::new(-size, size, 0)
        };
        if self.chance(1, 5) {
            let fits = |v: &Variable| {
                v.ty == Type::Int(1)
                    && v.length.is_none()
                    && v.bounds.low >= 0.0
                    && v.bounds.high < 9.0
            };
            if let Some(found) = self.find(fits) {
                let text = format!("(@ / ({} + 1))", found.name);
                return Value::new(ty, &text, vec![a.expr], bounds);
            }
        }
        let divisor = self.pick(&[2, 3, 5, 7, 9, 13, 4, 10, -3, 6]).unwrap_or(3);
        let divisor = if divisor < 0 {
            format!("({divisor})")
        } else {
            divisor.to_string()
        };
        if self.chance(1, 4) {
            let text = format!("(@ - @ / {divisor} * {divisor})");
            return Value::new(ty, &text, vec![a.expr.clone(), a.expr], bounds);
        }
        Value::new(ty, &format!("(@ / {divisor})"), vec![a.expr], bounds)
    }

    /// A `uint`.
    pub(super) fn uint(&mut self, depth: u32) -> Value {
        let ty = Type::Uint;
        if depth == 0 || self.chance(1, 3) {
            return match self.find(|v| v.ty == Type::Uint) {
                Some(found) if !self.chance(1, 3) => self.read(&found, 0),
                _ => {
                    let number = self.between(0, 12);
                    let bounds = Bounds::literal(f64::from(number));
                    Value::new(ty, &format!("{number}u"), Vec::new(), bounds)
                }
            };
        }
        let depth = depth - 1;
        if self.chance(1, 4) {
            let value = self.float(1, depth);
            let value = self.fit_to_int(value);
            let bounds = value.bounds.abs().whole();
            return Value::new(ty, "uint(abs(@))", vec![value.expr], bounds);
        }
        let (a, b) = (self.uint(depth), self.uint(depth));
        let (text, bounds) = match self.random.below(4) {
            0 => ("(@ + @)", a.bounds.plus(b.bounds)),
            1 => ("(@ * @)", a.bounds.by(b.bounds)),
            2 => ("min(@, @)", a.bounds.min(b.bounds)),
            _ => ("max(@, @)", a.bounds.max(b.bounds)),
        };
        if bounds.within(INT) {
            Value::new(ty, text, vec![a.expr, b.expr], bounds)
        } else {
            a
        }
    }

    /// Bitwise operations and shifts, of what they are defined for.
    fn bitwise(&mut self, depth: u32) -> Value {
        let ty = Type::Int(1);
        let a = self.int(depth);
        let bits = self.pick(&[1u32, 3, 6, 7, 12]).unwrap_or(7);
        let (low, high) = (a.bounds.low, a.bounds.high);
        let (text, bounds) = match self.random.below(5) {
            0 => (
                format!("(@ & {bits})"),
                Bounds::new(0.0, f64::from(bits), 0),
            ),
            1 => ("(@ << 1)".into(), Bounds::new(2.0 * low, 2.0 * high, 0)),
            2 => (
                "(@ >> 1)".into(),
                Bounds::new(low / 2.0, high / 2.0, 0).whole(),
            ),
            3 => ("(~@)".into(), Bounds::new(-high - 1.0, -low - 1.0, 0)),
            _ => {
                let size = 2.0 * a.bounds.size() + 16.0;
                let operator = self.pick(&["^", "|"]).unwrap_or("^");
                (
                    format!("(@ {operator} {bits})"),
                    Bounds::new(-size, size, 0),
                )
            }
        };
        Value::new(ty, &text, vec![a.expr], bounds)
    }

    /// A vector of ints.
    pub(super) fn ints(&mut self, lanes: u8, depth: u32) -> Value {
        let ty = Type::Int(lanes);
        let known = self.find(|v| v.ty == ty && v.length.is_none());
        if let (Some(found), true) = (known, self.chance(1, 2)) {
            return self.read(&found, 0);
        }
        if depth > 0 && self.chance(1, 2) {
            let (a, b) = (self.ints(lanes, depth - 1), self.ints(lanes, depth - 1));
            let (operator, bounds) = match self.random.below(3) {
                0 => ("+", a.bounds.plus(b.bounds)),
                1 => ("-", a.bounds.plus(b.bounds.negated())),
                _ => ("*", a.bounds.by(b.bounds)),
            };
            if bounds.within(INT) {
                let text = format!("(@ {operator} @)");
                return Value::new(ty, &text, vec![a.expr, b.expr], bounds);
            }
            return a;
        }
        let value = self.float(lanes, depth);
        let value = self.fit_to_int(value);
        let bounds = value.bounds.whole();
        Value::new(ty, &format!("ivec{lanes}(@)"), vec![value.expr], bounds)
    }
}
