//! Literals, variables, elements of arrays.

use super::{Generator, Value, Variable};
use crate::bounds::Bounds;
use crate::text::{Expr, Type};

const LANES: [char; 4] = ['x', 'y', 'z', 'w'];

impl Generator {
    /// A number that literals of this program are taken from.
    pub(super) fn number(&mut self) -> f64 {
        let literals = self.literals.clone();
        self.pick(&literals).unwrap_or(1.0)
    }

    /// `1.5` or `vec3(1.0, 2.0, 1.5)` or `vec3(1.5)`
    pub(super) fn literal(&mut self, lanes: u8) -> Value {
        let number = self.number();
        let one = |number: f64| {
            if number < 0.0 {
                format!("({number:?})")
            } else {
                format!("{number:?}")
            }
        };
        let ty = Type::Float(lanes);
        if lanes == 1 {
            return Value::new(ty, &one(number), Vec::new(), Bounds::literal(number));
        }
        if self.chance(1, 3) {
            let text = format!("{}({})", ty.name(), one(number));
            return Value::new(ty, &text, Vec::new(), Bounds::literal(number));
        }
        let numbers: Vec<f64> = (0..lanes).map(|_| self.number()).collect();
        let bounds = numbers.iter().map(|&number| Bounds::literal(number));
        let bounds = bounds.reduce(Bounds::join).unwrap_or(Bounds::literal(0.0));
        let texts: Vec<String> = numbers.into_iter().map(one).collect();
        let text = format!("{}({})", ty.name(), texts.join(", "));
        Value::new(ty, &text, Vec::new(), bounds)
    }

    /// Numbers that differ in every lane and from call to call, as tables of colours have them.
    pub(super) fn palette(&mut self, lanes: u8) -> Value {
        let numbers: Vec<f64> = (0..lanes)
            .map(|_| self.random.below(64) as f64 / 8.0 - 2.0)
            .collect();
        let bounds = numbers.iter().map(|&number| Bounds::literal(number));
        let bounds = bounds.reduce(Bounds::join).unwrap_or(Bounds::literal(0.0));
        let texts: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
        let ty = Type::Float(lanes);
        let text = match lanes {
            1 => texts.concat(),
            _ => format!("{}({})", ty.name(), texts.join(", ")),
        };
        Value::new(ty, &text, Vec::new(), bounds)
    }

    /// A variable that fits, mostly a recent one.
    pub(super) fn find(&mut self, fits: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let fitting: Vec<Variable> = self.variables.iter().filter(|v| fits(v)).cloned().collect();
        let count = fitting.len() as u64;
        let skipped = if self.chance(1, 3) { count / 2 } else { 0 };
        let index = skipped + self.random.below(count - skipped);
        fitting.get(index as usize).cloned()
    }

    /// A variable or an element of an array.
    pub(super) fn read(&mut self, variable: &Variable, depth: u32) -> Value {
        let Some(length) = variable.length else {
            return Value::new(variable.ty, &variable.name, Vec::new(), variable.bounds);
        };
        let fits = |v: &Variable| v.ty == Type::Int(1) && v.length.is_none();
        if let Type::Float(lanes) = variable.ty
            && self.chance(1, 6)
            && let Some(index) = self.find(fits)
        {
            // The index may be out of range where the element is not chosen.
            let (array, index) = (&variable.name, &index.name);
            let text = format!("({index} >= 0 && {index} < {length} ? {array}[{index}] : @)");
            let other = self.literal(lanes);
            let bounds = variable.bounds.join(other.bounds);
            return Value::new(variable.ty, &text, vec![other.expr], bounds);
        }
        let index = self.index(length, depth);
        let text = format!("{}[@]", variable.name);
        Value::new(variable.ty, &text, vec![index], variable.bounds)
    }

    /// An int from 0 to `length` - 1.
    pub(super) fn index(&mut self, length: u32, depth: u32) -> Expr {
        let last = f64::from(length - 1);
        if depth == 0 || self.chance(1, 4) {
            let place = self.between(0, length - 1);
            return Expr::new(Type::Int(1), &place.to_string(), Vec::new());
        }
        let fits = |v: &Variable| {
            v.ty == Type::Int(1)
                && v.length.is_none()
                && v.bounds.low >= 0.0
                && v.bounds.high <= last
        };
        if let (true, Some(found)) = (self.chance(2, 3), self.find(fits)) {
            return Expr::new(Type::Int(1), &found.name, Vec::new());
        }
        let float = self.float(1, 1);
        // Literals beside the index may lead out of what a machine has registers for.
        let text = match self.random.below(6) {
            0 => {
                let more = f64::from(self.between(1, 100));
                let (low, high) = (more, more + last);
                format!("(int(clamp(@ + {more:?}, {low:?}, {high:?})) - {more:.0})")
            }
            1 => {
                let less = f64::from(self.between(1, 100));
                format!(
                    "({less:.0} - int(clamp({less:?} - @, {:?}, {less:?})))",
                    less - last
                )
            }
            _ => format!("int(clamp(@, 0.0, {last:?}))"),
        };
        Expr::new(Type::Int(1), &text, vec![float.expr])
    }

    /// Something of these lanes without an operation: a literal, a variable, lanes of one.
    pub(super) fn leaf(&mut self, lanes: u8) -> Value {
        if self.chance(1, 4) {
            return self.literal(lanes);
        }
        let same = self.chance(1, 2);
        let fits = |v: &Variable| match v.ty {
            Type::Float(found) => found == lanes || (!same && (found > 1 || lanes == 1)),
            _ => false,
        };
        match self.find(fits) {
            Some(found) => {
                let value = self.read(&found, 0);
                self.lanes(value, lanes)
            }
            None => self.literal(lanes),
        }
    }

    /// Lanes of a float value.
    pub(super) fn lanes(&mut self, value: Value, lanes: u8) -> Value {
        let Type::Float(found) = value.expr.ty else {
            return value;
        };
        if found == lanes && !(lanes > 1 && self.chance(1, 4)) {
            return value;
        }
        let ty = Type::Float(lanes);
        if found == 1 {
            let text = format!("{}(@)", ty.name());
            return Value::new(ty, &text, vec![value.expr], value.bounds);
        }
        let swizzle: String = (0..lanes)
            .map(|_| LANES[self.random.below(u64::from(found)) as usize])
            .collect();
        Value::new(ty, &format!("@.{swizzle}"), vec![value.expr], value.bounds)
    }
}
