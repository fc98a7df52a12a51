//! Expressions of floats without rounding.

use super::{Generator, Value, Variable};
use crate::bounds::Bounds;
use crate::text::Type;

impl Generator {
    /// An expression of these lanes with at most `depth` operations inside one another.
    pub(super) fn float(&mut self, lanes: u8, depth: u32) -> Value {
        for _ in 0..4 {
            if depth == 0 {
                break;
            }
            let value = self.operation(lanes, depth - 1);
            if let Some(value) = value.filter(|value| value.bounds.is_exact()) {
                return value;
            }
        }
        self.leaf(lanes)
    }

    fn operation(&mut self, lanes: u8, depth: u32) -> Option<Value> {
        match self.random.below(31) {
            0..=5 => Some(self.arithmetic(lanes, depth)),
            6 => Some(self.product(lanes)),
            7 | 8 => Some(self.unary(lanes, depth)),
            9 => Some(self.extremes(lanes, depth)),
            10 | 11 => Some(self.choice(lanes, depth)),
            12 => self.table(lanes, depth),
            13 => Some(self.mixed(lanes, depth)),
            14 => Some(self.by_literal(lanes, depth)),
            15 => Some(self.inner(lanes, depth)),
            16 => Some(self.converted(lanes, depth)),
            17 => Some(self.put_together(lanes, depth)),
            18..=20 => self.of_matrix(lanes, depth),
            21 => self.element(lanes, depth),
            22 => self.call(Type::Float(lanes), depth),
            23 | 24 => self.lookup(lanes, depth),
            25 | 26 if self.features.structures => self.of_structure(lanes, depth),
            27 | 28 if self.features.macros => Some(self.by_macro(lanes, depth)),
            29 if self.features.dead_code => Some(self.guarded_quotient(lanes, depth)),
            _ => self.component(lanes, depth),
        }
    }

    fn arithmetic(&mut self, lanes: u8, depth: u32) -> Value {
        let a = self.float(lanes, depth);
        // A scalar beside a vector, or the same again.
        let b = match self.random.below(6) {
            0 if lanes > 1 => self.float(1, depth),
            1 => a.clone(),
            _ => self.float(lanes, depth),
        };
        let (operator, bounds) = match self.random.below(5) {
            0 | 1 => ("+", a.bounds.plus(b.bounds)),
            2 => ("-", a.bounds.plus(b.bounds.negated())),
            _ => ("*", a.bounds.by(b.bounds)),
        };
        let text = format!("(@ {operator} @)");
        Value::new(Type::Float(lanes), &text, vec![a.expr, b.expr], bounds)
    }

    /// `a * k * b * k`: factors of few kinds, some of which come twice.
    fn product(&mut self, lanes: u8) -> Value {
        let pool = [self.leaf(lanes), self.leaf(lanes), self.leaf(lanes)];
        let count = self.between(3, 4) as usize;
        let factors: Vec<Value> = (0..count).filter_map(|_| self.pick(&pool)).collect();
        let bounds = factors.iter().map(|factor| factor.bounds);
        let bounds = bounds.reduce(Bounds::by).unwrap_or(Bounds::literal(1.0));
        let text = ["@"; 4][..factors.len()].join(" * ");
        let holes = factors.into_iter().map(|factor| factor.expr).collect();
        Value::new(Type::Float(lanes), &format!("({text})"), holes, bounds)
    }

    fn unary(&mut self, lanes: u8, depth: u32) -> Value {
        let a = self.float(lanes, depth);
        let sign = Bounds::new(-1.0, 1.0, 0);
        let (text, bounds) = match self.random.below(7) {
            0 => ("(-@)", a.bounds.negated()),
            1 => ("abs(@)", a.bounds.abs()),
            2 => ("sign(@)", sign),
            3 => ("floor(@)", a.bounds.whole()),
            4 => ("ceil(@)", a.bounds.whole()),
            5 => (
                "fract(@)",
                Bounds {
                    low: 0.0,
                    high: 1.0,
                    ..a.bounds
                },
            ),
            _ => (
                "clamp(@, 0.0, 1.0)",
                a.bounds.max(Bounds::literal(0.0)).min(Bounds::literal(1.0)),
            ),
        };
        Value::new(Type::Float(lanes), text, vec![a.expr], bounds)
    }

    fn extremes(&mut self, lanes: u8, depth: u32) -> Value {
        let (a, b) = (self.float(lanes, depth), self.float(lanes, depth));
        let (text, bounds) = match self.random.below(3) {
            0 => ("min(@, @)", a.bounds.min(b.bounds)),
            1 => ("max(@, @)", a.bounds.max(b.bounds)),
            _ => ("step(@, @)", Bounds::new(0.0, 1.0, 0)),
        };
        Value::new(Type::Float(lanes), text, vec![a.expr, b.expr], bounds)
    }

    fn choice(&mut self, lanes: u8, depth: u32) -> Value {
        let condition = self.bool(depth.min(1));
        let (a, b) = (self.float(lanes, depth), self.float(lanes, depth));
        let bounds = a.bounds.join(b.bounds);
        let holes = vec![condition, a.expr, b.expr];
        Value::new(Type::Float(lanes), "(@ ? @ : @)", holes, bounds)
    }

    /// A choice between numbers that all differ.
    fn table(&mut self, lanes: u8, depth: u32) -> Option<Value> {
        let condition = self.bool(depth.min(1));
        let (a, b) = (self.palette(lanes), self.palette(lanes));
        let bounds = a.bounds.join(b.bounds);
        let holes = vec![condition, a.expr, b.expr];
        Some(Value::new(Type::Float(lanes), "(@ ? @ : @)", holes, bounds))
    }

    /// A macro of the head.
    fn by_macro(&mut self, lanes: u8, depth: u32) -> Value {
        let ty = Type::Float(lanes);
        let (a, b) = (self.float(lanes, depth), self.float(lanes, depth));
        match self.random.below(3) {
            0 => {
                let bounds = a.bounds.by(a.bounds);
                Value::new(ty, "SQUARE(@)", vec![a.expr], bounds)
            }
            1 => {
                let bounds = a.bounds.by(b.bounds).plus(a.bounds);
                Value::new(ty, "MAD(@, @)", vec![a.expr, b.expr], bounds)
            }
            _ => {
                let condition = self.bool(depth.min(1));
                let bounds = a.bounds.join(b.bounds);
                Value::new(ty, "PICK(@, @, @)", vec![condition, a.expr, b.expr], bounds)
            }
        }
    }

    fn mixed(&mut self, lanes: u8, depth: u32) -> Value {
        let (a, b) = (self.float(lanes, depth), self.float(lanes, depth));
        let part = self.pick(&[0.25, 0.5, 0.75, 0.0, 1.0]).unwrap_or(0.5);
        let t = Bounds::literal(part);
        let span = a.bounds.join(b.bounds);
        let bounds = Bounds {
            step: span.step + t.step,
            ..span
        };
        let text = format!("mix(@, @, {part:?})");
        Value::new(Type::Float(lanes), &text, vec![a.expr, b.expr], bounds)
    }

    /// Divided by a power of two, or what is left of that.
    fn by_literal(&mut self, lanes: u8, depth: u32) -> Value {
        let a = self.float(lanes, depth);
        let divisor = self.pick(&[2.0, 4.0, 8.0, 0.5]).unwrap_or(2.0);
        let ty = Type::Float(lanes);
        if self.chance(1, 3) {
            let bounds = Bounds {
                low: 0.0,
                high: divisor,
                step: a.bounds.step.max(1),
                ..a.bounds
            };
            return Value::new(ty, &format!("mod(@, {divisor:?})"), vec![a.expr], bounds);
        }
        let bounds = a.bounds.by(Bounds::literal(1.0 / divisor));
        Value::new(ty, &format!("(@ / {divisor:?})"), vec![a.expr], bounds)
    }

    fn inner(&mut self, lanes: u8, depth: u32) -> Value {
        if lanes == 3 {
            let (a, b) = (self.float(3, depth), self.float(3, depth));
            let product = a.bounds.by(b.bounds);
            let bounds = product.plus(product.negated());
            return Value::new(Type::Float(3), "cross(@, @)", vec![a.expr, b.expr], bounds);
        }
        let inside = self.between(2, 4) as u8;
        let (a, b) = (self.float(inside, depth), self.float(inside, depth));
        let bounds = a.bounds.by(b.bounds).times(inside);
        let dot = Value::new(Type::Float(1), "dot(@, @)", vec![a.expr, b.expr], bounds);
        self.lanes(dot, lanes)
    }

    /// A bool, an int or a comparison as a float.
    fn converted(&mut self, lanes: u8, depth: u32) -> Value {
        let ty = Type::Float(lanes);
        let bit = Bounds::new(0.0, 1.0, 0);
        if lanes > 1 && self.chance(1, 3) {
            let (a, b) = (self.float(lanes, depth), self.float(lanes, depth));
            let function = self.pick(&["lessThan", "greaterThanEqual", "equal", "notEqual"]);
            let text = format!("{}({}(@, @))", ty.name(), function.unwrap_or("lessThan"));
            return Value::new(ty, &text, vec![a.expr, b.expr], bit);
        }
        if self.features.ints && self.chance(3, 4) {
            if self.features.essl300 && self.chance(1, 2) {
                let whole = self.uint(depth);
                return Value::new(
                    ty,
                    &format!("{}(@)", ty.name()),
                    vec![whole.expr],
                    whole.bounds,
                );
            }
            let whole = match lanes {
                2.. if self.chance(1, 3) => self.ints(lanes, depth),
                _ => self.int(depth),
            };
            return Value::new(
                ty,
                &format!("{}(@)", ty.name()),
                vec![whole.expr],
                whole.bounds,
            );
        }
        let condition = self.bool(depth);
        Value::new(ty, &format!("{}(@)", ty.name()), vec![condition], bit)
    }

    /// `vec4(a, b.xy, 1.0)`
    fn put_together(&mut self, lanes: u8, depth: u32) -> Value {
        let ty = Type::Float(lanes);
        let mut left = lanes;
        let mut parts: Vec<Value> = Vec::new();
        while left > 0 {
            let size = self.between(1, u32::from(left.min(3))) as u8;
            parts.push(self.float(size, depth));
            left -= size;
        }
        let bounds = parts.iter().map(|part| part.bounds);
        let bounds = bounds.reduce(Bounds::join).unwrap_or(Bounds::literal(0.0));
        let text = ["@"; 4][..parts.len()].join(", ");
        let holes = parts.into_iter().map(|part| part.expr).collect();
        Value::new(ty, &format!("{}({text})", ty.name()), holes, bounds)
    }

    fn element(&mut self, lanes: u8, depth: u32) -> Option<Value> {
        let fits = |v: &Variable| v.length.is_some() && matches!(v.ty, Type::Float(_));
        let array = self.find(fits)?;
        let value = self.read(&array, depth + 1);
        Some(self.lanes(value, lanes))
    }

    /// A component of a vector by a computed index.
    fn component(&mut self, lanes: u8, depth: u32) -> Option<Value> {
        let fits = |v: &Variable| v.length.is_none() && matches!(v.ty, Type::Float(2..));
        let vector = self.find(fits)?;
        let Type::Float(size) = vector.ty else {
            return None;
        };
        let index = self.index(u32::from(size), depth);
        let text = format!("{}[@]", vector.name);
        let value = Value::new(Type::Float(1), &text, vec![index], vector.bounds);
        Some(self.lanes(value, lanes))
    }

    /// A call of a function of the program.
    pub(super) fn call(&mut self, ty: Type, depth: u32) -> Option<Value> {
        let fitting: Vec<_> = self
            .functions
            .iter()
            .filter(|f| f.result == ty)
            .cloned()
            .collect();
        let function = self.pick(&fitting)?;
        let mut holes = Vec::new();
        for (ty, writes) in function.parameters {
            holes.push(if writes {
                self.place_for(ty)?
            } else {
                self.argument(ty, depth)
            });
        }
        let commas = vec!["@"; holes.len()].join(", ");
        let text = format!("{}({commas})", function.name);
        Some(Value::new(ty, &text, holes, function.bounds))
    }

    fn lookup(&mut self, lanes: u8, depth: u32) -> Option<Value> {
        let samplers = self.samplers.clone();
        let sampler = self.pick(&samplers)?;
        let place = self.float(2, depth);
        let function = if self.features.essl300 {
            "texture"
        } else {
            "texture2D"
        };
        let text = match self.random.below(6) {
            0 => format!("{function}({sampler}, @, 0.0)"),
            1 => format!("{function}Proj({sampler}, vec3(@, 1.0))"),
            2 => format!("{function}Proj({sampler}, vec4(@, 0.0, 2.0))"),
            _ => format!("{function}({sampler}, @)"),
        };
        let bounds = Bounds::new(0.0, 1.0, 3);
        let value = Value::new(Type::Float(4), &text, vec![place.expr], bounds);
        Some(self.lanes(value, lanes))
    }
}
