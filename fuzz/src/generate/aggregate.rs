//! Statements of arrays and matrices.

use super::{Generator, UNDEFINED, Value, Variable, lanes_of};
use crate::bounds::Bounds;
use crate::text::{Stmt, Type};

impl Generator {
    /// A new array, filled, or an element of one that there is.
    pub(super) fn array(&mut self, list: &mut Vec<Stmt>) {
        let fits =
            |v: &Variable| v.is_local && v.length.is_some() && matches!(v.ty, Type::Float(_));
        let found = self.find(fits);
        if let (Some(found), true) = (found, self.chance(2, 3)) {
            let (length, lanes) = (found.length.unwrap_or(1), lanes_of(found.ty));
            let index = self.index(length, 2);
            let value = self.float(lanes, 2);
            let expr = self.limited(&found, value);
            list.push(Stmt::new(
                &format!("{}[@] = @;", found.name),
                vec![index, expr],
            ));
            return;
        }
        let ty = Type::Float(self.width());
        let most = if self.features.crowded { 24 } else { 5 };
        let length = self.between(2, most);
        let name = self.name("t");
        list.push(Stmt::new(
            &format!("{} {name}[{length}];", ty.name()),
            Vec::new(),
        ));
        let constants = self.chance(1, 3);
        let mut bounds: Option<Bounds> = None;
        for index in 0..length {
            let value = if constants {
                self.palette(lanes_of(ty))
            } else {
                self.float(lanes_of(ty), 1)
            };
            bounds = Some(bounds.map_or(value.bounds, |all| all.join(value.bounds)));
            list.push(Stmt::new(
                &format!("{name}[{index}] = @;"),
                vec![value.expr],
            ));
        }
        let mut variable = Variable::new(&name, ty, bounds.unwrap_or(UNDEFINED));
        variable.length = Some(length);
        variable.is_local = true;
        self.variables.push(variable);
    }

    /// A new matrix, multiplied a few times, or a column of one that there is.
    pub(super) fn matrix_statement(&mut self, list: &mut Vec<Stmt>) {
        let fits = |v: &Variable| v.is_local && matches!(v.ty, Type::Matrix(_));
        let found = self.find(fits);
        if let (Some(found), true) = (found, self.chance(1, 2)) {
            let Type::Matrix(size) = found.ty else {
                return;
            };
            if self.chance(1, 4) {
                return self.element_of_matrix(list, &found, size);
            }
            let value = self.float(size, 2);
            let both = Value {
                bounds: found.bounds.join(value.bounds),
                ..value
            };
            let limit = found.limit.unwrap_or(both.bounds);
            let fitted = self.fit(both, limit);
            let expr = self.limited(&found, fitted);
            let index = self.index(u32::from(size), 2);
            list.push(Stmt::new(
                &format!("{}[@] = @;", found.name),
                vec![index, expr],
            ));
            return;
        }
        let size = self.between(2, 4) as u8;
        let value = self.matrix(size, 2);
        let name = self.name("m");
        let ty = Type::Matrix(size);
        list.push(Stmt::new(
            &format!("{} {name} = @;", ty.name()),
            vec![value.expr],
        ));
        let mut bounds = value.bounds;
        let factor = self.matrix(size, 0);
        for _ in 0..self.between(0, 2) {
            let product = bounds.by(factor.bounds).times(size);
            if product.is_exact() {
                list.push(Stmt::new(
                    &format!("{name} *= @;"),
                    vec![factor.expr.clone()],
                ));
                bounds = product;
            }
        }
        self.local(name, ty, bounds);
    }

    /// `m[i][j] = ...`
    fn element_of_matrix(&mut self, list: &mut Vec<Stmt>, found: &Variable, size: u8) {
        let value = self.float(1, 2);
        let both = Value {
            bounds: found.bounds.join(value.bounds),
            ..value
        };
        let limit = found.limit.unwrap_or(both.bounds);
        let fitted = self.fit(both, limit);
        let expr = self.limited(found, fitted);
        let column = self.index(u32::from(size), 2);
        let row = self.index(u32::from(size), 2);
        let text = format!("{}[@][@] = @;", found.name);
        list.push(Stmt::new(&text, vec![column, row, expr]));
    }
}
