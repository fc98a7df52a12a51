//! Matrices: products, columns, elements.

use super::{Generator, Value, Variable};
use crate::bounds::Bounds;
use crate::text::Type;

impl Generator {
    fn matrix_variable(&mut self, size: Option<u8>) -> Option<Variable> {
        self.find(|v| match v.ty {
            Type::Matrix(found) => size.is_none_or(|size| size == found),
            _ => false,
        })
    }

    /// An expression of matrices.
    pub(super) fn matrix(&mut self, size: u8, depth: u32) -> Value {
        let ty = Type::Matrix(size);
        for _ in 0..3 {
            if depth == 0 || self.chance(2, 5) {
                break;
            }
            let (a, b) = (self.matrix(size, depth - 1), self.matrix(size, depth - 1));
            let product = a.bounds.by(b.bounds);
            let (text, bounds) = match self.random.below(5) {
                0 | 1 => ("(@ * @)", product.times(size)),
                2 => ("(@ + @)", a.bounds.plus(b.bounds)),
                3 => ("(@ - @)", a.bounds.plus(b.bounds.negated())),
                _ => ("matrixCompMult(@, @)", product),
            };
            if bounds.is_exact() {
                return Value::new(ty, text, vec![a.expr, b.expr], bounds);
            }
        }
        if depth > 0 && self.chance(1, 6) {
            let condition = self.bool(1);
            let (a, b) = (self.matrix(size, depth - 1), self.matrix(size, depth - 1));
            let bounds = a.bounds.join(b.bounds);
            return Value::new(ty, "(@ ? @ : @)", vec![condition, a.expr, b.expr], bounds);
        }
        if depth > 0
            && self.chance(1, 5)
            && let Some(value) = self.call(ty, depth - 1)
        {
            return value;
        }
        if depth > 0 && self.features.essl300 && self.chance(1, 6) {
            let inner = self.matrix(size, depth - 1);
            return Value::new(ty, "transpose(@)", vec![inner.expr], inner.bounds);
        }
        match self.matrix_variable(Some(size)) {
            Some(found) if !self.chance(1, 8) => self.read(&found, depth),
            _ => self.constructed(size),
        }
    }

    /// `mat2(v, w)`, or a literal on the diagonal.
    fn constructed(&mut self, size: u8) -> Value {
        let ty = Type::Matrix(size);
        if self.chance(1, 3) {
            let number = self.literal(1);
            let bounds = number.bounds.join(Bounds::literal(0.0));
            let text = format!("{}(@)", ty.name());
            return Value::new(ty, &text, vec![number.expr], bounds);
        }
        let columns: Vec<Value> = (0..size).map(|_| self.leaf(size)).collect();
        let bounds = columns.iter().map(|column| column.bounds);
        let bounds = bounds.reduce(Bounds::join).unwrap_or(Bounds::literal(0.0));
        let text = format!("{}({})", ty.name(), ["@"; 4][..columns.len()].join(", "));
        let holes = columns.into_iter().map(|column| column.expr).collect();
        Value::new(ty, &text, holes, bounds)
    }

    /// Floats by way of a matrix.
    pub(super) fn of_matrix(&mut self, lanes: u8, depth: u32) -> Option<Value> {
        if !self.features.matrices {
            return None;
        }
        if self.features.essl300 && self.chance(1, 6) {
            return Some(self.outer(lanes, depth));
        }
        let same = self.matrix_variable((lanes > 1).then_some(lanes));
        let Type::Matrix(size) = same.or_else(|| self.matrix_variable(None))?.ty else {
            return None;
        };
        let column = Type::Float(size);
        let value = match self.random.below(9) {
            0 | 1 => {
                let (m, v) = (self.matrix(size, depth), self.float(size, depth));
                let bounds = m.bounds.by(v.bounds).times(size);
                Value::new(column, "(@ * @)", vec![m.expr, v.expr], bounds)
            }
            2 => {
                let (v, m) = (self.float(size, depth), self.matrix(size, depth));
                let bounds = m.bounds.by(v.bounds).times(size);
                Value::new(column, "(@ * @)", vec![v.expr, m.expr], bounds)
            }
            3 => self.chain(size),
            4 | 5 => {
                let found = self.matrix_variable(Some(size))?;
                let (m, index) = (
                    self.read(&found, depth),
                    self.index(u32::from(size), depth + 1),
                );
                Value::new(column, "@[@]", vec![m.expr, index], m.bounds)
            }
            6 => {
                let found = self.matrix_variable(Some(size))?;
                let m = self.read(&found, depth);
                let index = self.index(u32::from(size), depth + 1);
                let row = self.index(u32::from(size), depth + 1);
                Value::new(
                    Type::Float(1),
                    "@[@][@]",
                    vec![m.expr, index, row],
                    m.bounds,
                )
            }
            8 => {
                // A column of a matrix that no variable holds.
                let m = self.matrix(size, depth.min(2));
                let index = self.index(u32::from(size), depth + 1);
                Value::new(column, "@[@]", vec![m.expr, index], m.bounds)
            }
            _ => {
                // The same matrix once as a whole and once by a column.
                let found = self.matrix_variable(Some(size))?;
                let m = self.read(&found, 0);
                let v = self.leaf(size);
                let index = self.index(u32::from(size), depth + 1);
                let bounds = m.bounds.by(v.bounds).times(size).plus(m.bounds);
                let holes = vec![m.expr.clone(), v.expr, m.expr, index];
                Value::new(column, "(@ * @ + @[@])", holes, bounds)
            }
        };
        Some(self.lanes(value, lanes))
    }

    /// `m * (m * (m * v))`
    fn chain(&mut self, size: u8) -> Value {
        let mut value = self.leaf(size);
        let matrix = self.matrix(size, 0);
        for _ in 0..self.between(2, 4) {
            let bounds = matrix.bounds.by(value.bounds).times(size);
            if !bounds.is_exact() {
                break;
            }
            let holes = vec![matrix.expr.clone(), value.expr];
            value = Value::new(Type::Float(size), "(@ * @)", holes, bounds);
        }
        value
    }

    /// A column of the product of a column and a row of other lengths.
    fn outer(&mut self, lanes: u8, depth: u32) -> Value {
        let (rows, columns) = (self.between(2, 4) as u8, self.between(2, 4) as u8);
        let (a, b) = (self.float(rows, depth), self.float(columns, depth));
        let column = self.between(0, u32::from(columns) - 1);
        let text = format!("outerProduct(@, @)[{column}]");
        let bounds = a.bounds.by(b.bounds);
        let value = Value::new(Type::Float(rows), &text, vec![a.expr, b.expr], bounds);
        self.lanes(value, lanes)
    }
}
