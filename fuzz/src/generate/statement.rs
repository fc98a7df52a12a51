//! Statements of `main` and of functions.

use super::program::Output;
use super::{Generator, INT, Value, Variable, lanes_of};
use crate::bounds::Bounds;
use crate::text::{Expr, Stmt, Type};

impl Generator {
    pub(super) fn statement(&mut self, list: &mut Vec<Stmt>, outputs: &[Output]) {
        self.left = self.left.saturating_sub(1);
        let features = self.features;
        let nested = self.depth < if features.deep { 9 } else { 4 };
        match self.random.below(23) {
            0..=4 => self.declaration(list),
            5..=8 => self.assignment(list),
            9 | 10 if features.branches && nested => self.branch(list, outputs),
            11 | 12 if features.loops && nested && self.loops < 2 => self.repetition(list, outputs),
            13 if features.arrays => self.array(list),
            14 if features.matrices => self.matrix_statement(list),
            15 if features.ints => self.int_statement(list),
            16 if self.chance(1, 4) => {
                let lanes = self.between(2, 4) as u8;
                let (value, name) = (self.bools(lanes, 2), self.name("b"));
                list.push(Stmt::new(&format!("bvec{lanes} {name} = @;"), vec![value]));
                self.local(name, Type::Bools(lanes), Bounds::new(0.0, 1.0, 0));
            }
            16 => {
                let condition = self.bool(2);
                let name = self.name("b");
                list.push(Stmt::new(&format!("bool {name} = @;"), vec![condition]));
                self.local(name, Type::Bool, Bounds::new(0.0, 1.0, 0));
            }
            17 if features.undefined => self.undefined(list),
            18 if features.discard && self.returns.is_none() => {
                let condition = self.bool(1);
                list.push(Stmt::new("if (@) discard;", vec![condition]));
            }
            19 if features.dead_code => self.leaving(list, outputs),
            20 if features.dead_code && nested => self.impossible(list, outputs),
            21 if features.structures => self.structure_statement(list),
            22 if features.essl300 && features.branches && nested => self.switch(list, outputs),
            _ => self.declaration(list),
        }
    }

    pub(super) fn local(&mut self, name: String, ty: Type, bounds: Bounds) {
        let mut variable = Variable::new(&name, ty, bounds);
        variable.is_local = true;
        self.variables.push(variable);
    }

    pub(super) fn declaration(&mut self, list: &mut Vec<Stmt>) {
        let ty = Type::Float(self.width());
        let depth = if self.features.deep { 6 } else { 3 };
        self.declaration_of(list, ty, depth);
    }

    /// A new variable of floats, of an expression of this depth.
    pub(super) fn declaration_of(&mut self, list: &mut Vec<Stmt>, ty: Type, depth: u32) {
        let value = self.float(lanes_of(ty), depth);
        let name = self.name("x");
        let text = format!("{} {name} = @;", ty.name());
        list.push(Stmt::new(&text, vec![value.expr]));
        self.local(name, ty, value.bounds);
    }

    /// Notes what is assigned, brought within what the code around needs.
    pub(super) fn limited(&mut self, variable: &Variable, value: Value) -> Expr {
        let value = match variable.limit {
            Some(limit) if !value.bounds.within(limit) => self.fit(value, limit),
            _ => value,
        };
        let inside = self.loops > 0;
        for known in self
            .variables
            .iter_mut()
            .filter(|v| v.name == variable.name)
        {
            known.bounds = if inside || known.length.is_some() || known.is_global {
                known.bounds.join(value.bounds)
            } else {
                value.bounds
            };
        }
        value.expr
    }

    fn assignment(&mut self, list: &mut Vec<Stmt>) {
        let fits =
            |v: &Variable| v.is_local && v.length.is_none() && matches!(v.ty, Type::Float(_));
        let Some(variable) = self.find(fits) else {
            return self.declaration(list);
        };
        let lanes = lanes_of(variable.ty);
        let name = &variable.name;
        let depth = if self.features.deep { 5 } else { 3 };
        let value = self.float(lanes, depth);
        let before = variable.bounds;
        match self.random.below(6) {
            0 if lanes > 1 => {
                let part = self.pick(&["x", "y", "yx", "xy"]).unwrap_or("x");
                let value = self.float(part.len() as u8, 3);
                let both = Value {
                    bounds: before.join(value.bounds),
                    ..value
                };
                let limit = variable.limit.unwrap_or(both.bounds);
                let fitted = self.fit(both, limit);
                let expr = self.limited(&variable, fitted);
                list.push(Stmt::new(&format!("{name}.{part} = @;"), vec![expr]));
            }
            5 if lanes > 1 => {
                let value = self.float(1, 3);
                let both = Value {
                    bounds: before.join(value.bounds),
                    ..value
                };
                let limit = variable.limit.unwrap_or(both.bounds);
                let fitted = self.fit(both, limit);
                let expr = self.limited(&variable, fitted);
                let index = self.index(u32::from(lanes), 2);
                list.push(Stmt::new(&format!("{name}[@] = @;"), vec![index, expr]));
            }
            1 | 2 => {
                let (operator, bounds) = match self.random.below(3) {
                    0 => ("+=", before.plus(value.bounds)),
                    1 => ("-=", before.plus(value.bounds.negated())),
                    _ => ("*=", before.by(value.bounds)),
                };
                if bounds.is_exact() && variable.limit.is_none() && self.loops == 0 {
                    let result = Value { bounds, ..value };
                    let expr = self.limited(&variable, result);
                    list.push(Stmt::new(&format!("{name} {operator} @;"), vec![expr]));
                }
            }
            _ => {
                let expr = self.limited(&variable, value);
                list.push(Stmt::new(&format!("{name} = @;"), vec![expr]));
            }
        }
    }

    /// Statements in braces: what they declare goes.
    pub(super) fn block(&mut self, most: u32, outputs: &[Output]) -> Vec<Stmt> {
        let outside = self.variables.len();
        self.depth += 1;
        let mut body = Vec::new();
        for _ in 0..self.between(1, most) {
            self.statement(&mut body, outputs);
        }
        self.depth -= 1;
        self.variables.truncate(outside);
        body
    }

    fn branch(&mut self, list: &mut Vec<Stmt>, outputs: &[Output]) {
        let condition = self.bool(2);
        let before = self.variables.clone();
        let accept = self.block(3, outputs);
        let mut stmt = Stmt::block("if (@)", vec![condition], accept);
        let accepted = std::mem::replace(&mut self.variables, before);
        if self.chance(1, 2) {
            let reject = self.block(3, outputs);
            stmt = stmt.or_else(reject);
        }
        for (variable, other) in self.variables.iter_mut().zip(accepted) {
            variable.bounds = variable.bounds.join(other.bounds);
        }
        list.push(stmt);
    }

    /// A `switch` with cases that fall through.
    fn switch(&mut self, list: &mut Vec<Stmt>, outputs: &[Output]) {
        let selector = self.int(2);
        let before = self.variables.clone();
        let mut all = before.clone();
        let mut cases = Vec::new();
        // A `break` inside is the switch's, a `continue` the loop's: neither is written here.
        let loops = std::mem::replace(&mut self.loops, 0);
        for label in 0..self.between(2, 4) {
            cases.push(Stmt::new(&format!("case {label}:"), Vec::new()));
            cases.push(Stmt::block("", Vec::new(), self.block(2, outputs)));
            for (known, variable) in all.iter_mut().zip(&self.variables) {
                known.bounds = known.bounds.join(variable.bounds);
            }
            if self.chance(2, 3) {
                cases.push(Stmt::new("break;", Vec::new()));
            }
            // The next case is come to from the head or from here.
            self.variables.clone_from(&all);
        }
        if self.chance(1, 2) {
            cases.push(Stmt::new("default:", Vec::new()));
            cases.push(Stmt::block("", Vec::new(), self.block(2, outputs)));
            for (known, variable) in all.iter_mut().zip(&self.variables) {
                known.bounds = known.bounds.join(variable.bounds);
            }
        } else {
            cases.push(Stmt::new("default: break;", Vec::new()));
        }
        self.loops = loops;
        self.variables = all;
        list.push(Stmt::block("switch (@)", vec![selector.expr], cases));
    }

    fn int_statement(&mut self, list: &mut Vec<Stmt>) {
        let fits = |v: &Variable| v.is_local && v.ty == Type::Int(1) && v.length.is_none();
        let found = self.find(fits);
        if let (Some(found), true) = (found.clone(), self.chance(1, 4)) {
            return self.counted(list, &found);
        }
        if let (Some(found), true) = (found, self.chance(1, 2)) {
            let value = match found.limit {
                Some(_) => self.int_within(&found),
                None => self.int(3),
            };
            let expr = self.limited(&found, value);
            list.push(Stmt::new(&format!("{} = @;", found.name), vec![expr]));
            return;
        }
        if self.chance(1, 4) {
            let lanes = self.between(2, 4) as u8;
            let (value, name) = (self.ints(lanes, 2), self.name("n"));
            list.push(Stmt::new(
                &format!("ivec{lanes} {name} = @;"),
                vec![value.expr],
            ));
            return self.local(name, Type::Int(lanes), value.bounds);
        }
        let value = self.int(3);
        let name = self.name("n");
        list.push(Stmt::new(&format!("int {name} = @;"), vec![value.expr]));
        self.local(name, Type::Int(1), value.bounds);
    }

    /// `n++; n = n / 2;` and the like, which keep an int small.
    fn counted(&mut self, list: &mut Vec<Stmt>, variable: &Variable) {
        let name = &variable.name;
        let size = variable.bounds.size() + 1.0;
        let halved = Value::new(
            Type::Int(1),
            &format!("{name} / 2"),
            Vec::new(),
            Bounds::new(-size / 2.0, size / 2.0, 0).whole(),
        );
        let both = halved.bounds.join(Bounds::new(-1.0, 1.0, 0));
        if !both.within(variable.limit.unwrap_or(INT)) {
            return;
        }
        let step = self.pick(&["++", "--", " += 1", " -= 1"]).unwrap_or("++");
        list.push(Stmt::new(&format!("{name}{step};"), Vec::new()));
        let expr = self.limited(variable, halved);
        list.push(Stmt::new(&format!("{name} = @;"), vec![expr]));
    }

    /// An int that a variable may hold whatever it held before.
    fn int_within(&mut self, variable: &Variable) -> Value {
        let limit = variable.limit.unwrap_or(INT);
        for _ in 0..4 {
            let value = self.int(2);
            if value.bounds.within(limit) {
                return value;
            }
        }
        let bounds = Bounds::new(variable.bounds.low / 2.0, variable.bounds.high / 2.0, 0);
        Value::new(
            Type::Int(1),
            &format!("({} / 2)", variable.name),
            Vec::new(),
            bounds,
        )
    }
}
