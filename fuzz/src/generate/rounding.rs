//! Expressions that round, of exact ones.

use super::{Generator, Value};
use crate::bounds::Bounds;
use crate::text::Type;

/// Bounds to which arguments of rounding functions are brought.
const SMALL: Bounds = Bounds {
    low: -4.0,
    high: 4.0,
    step: 4,
    constant: false,
};

impl Generator {
    fn small(&mut self, lanes: u8) -> Value {
        let value = self.float(lanes, 2);
        self.fit(value, SMALL)
    }

    /// A function that rounds; bounds tell the size only.
    pub(super) fn rounded(&mut self, lanes: u8) -> Value {
        let ty = Type::Float(lanes);
        let a = self.small(lanes);
        let unit = Bounds::new(-1.0, 1.0, 0);
        let (text, bounds) = match self.random.below(11) {
            0 => ("sin(@)", unit),
            1 => ("cos(@)", unit),
            2 => ("sin(cos(@))", unit),
            3 => ("sqrt(abs(@) + 0.5)", Bounds::new(0.0, 3.0, 0)),
            4 => ("inversesqrt(abs(@) + 0.5)", Bounds::new(0.0, 2.0, 0)),
            5 => ("exp2(@)", Bounds::new(0.0, 16.0, 0)),
            6 => ("(@ / 3.0)", Bounds::new(-2.0, 2.0, 0)),
            7 => ("pow(abs(@) + 0.5, @)", Bounds::new(0.0, 512.0, 0)),
            8 => ("(@ / (abs(@) + 0.5))", Bounds::new(-8.0, 8.0, 0)),
            9 => ("smoothstep(-1.0, 2.0, @)", Bounds::new(0.0, 1.0, 0)),
            _ if lanes > 1 => ("normalize(@)", unit),
            _ => ("log2(abs(@) + 0.5)", Bounds::new(-1.0, 3.0, 0)),
        };
        let mut holes = vec![a.expr];
        if text.matches('@').count() == 2 {
            holes.push(self.small(lanes).expr);
        }
        Value::new(ty, text, holes, bounds)
    }
}
