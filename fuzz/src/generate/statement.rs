//! Statements of `main` and of functions.

use super::{ARGUMENT, Function, Generator, INT, Sample, Value, Variable};
use crate::bounds::Bounds;
use crate::text::{Expr, Program, Stmt, Type};
use retroshade_ir::Stage;

/// What variables of the code around a loop stay within while it goes round.
const CARRIED: Bounds = Bounds {
    low: -16.0,
    high: 16.0,
    step: 3,
    constant: false,
};

/// What variables without a value are taken for.
const UNDEFINED: Bounds = Bounds {
    low: -4.0,
    high: 4.0,
    step: 1,
    constant: false,
};

impl Generator {
    /// Functions, `main` and the outputs.
    pub(super) fn program(mut self, seed: u64) -> Sample {
        let outputs = self.declare_outputs();
        let globals = match self.features.functions {
            true => (0..self.between(1, 3)).map(|_| self.function()).collect(),
            false => Vec::new(),
        };
        let early = Stmt::new(&format!("{} = @;", outputs[0].0), vec![self.leaf(4).expr]);
        let mut main = vec![early];
        while self.left > 0 {
            self.statement(&mut main, &outputs);
        }
        let (mut rounded, mut size) = (Vec::new(), 4.0f64);
        for (name, lanes) in &outputs {
            let (value, exact) = self.result(*lanes);
            size = size.max(value.bounds.size());
            if !exact {
                let shown = if name == "color" {
                    "gl_FragColor"
                } else {
                    name
                };
                rounded.push((shown.to_owned(), value.bounds.size().max(1.0)));
            }
            main.push(Stmt::new(&format!("{name} = @;"), vec![value.expr]));
        }
        let program = Program {
            head: self.head,
            globals,
            main,
        };
        Sample {
            seed,
            stage: self.stage,
            program,
            inputs: self.inputs,
            rounded,
            size,
        }
    }

    fn declare_outputs(&mut self) -> Vec<(String, u8)> {
        if self.stage == Stage::Fragment {
            if self.features.essl300 {
                self.head += "out vec4 color;\n";
                return vec![("color".into(), 4)];
            }
            return vec![("gl_FragColor".into(), 4)];
        }
        let mut outputs = vec![("gl_Position".to_owned(), 4)];
        let word = if self.features.essl300 {
            "out"
        } else {
            "varying"
        };
        for _ in 0..self.between(0, 2) {
            // A name that a target without a place for it keeps all the same.
            let (name, lanes) = (self.name("dummy"), self.width());
            self.head += &format!("{word} {} {name};\n", Type::Float(lanes).name());
            outputs.push((name, lanes));
        }
        outputs
    }

    /// What an output gets: an expression and the sum of many variables, or something rounded.
    fn result(&mut self, lanes: u8) -> (Value, bool) {
        if self.features.rounding && self.chance(1, 2) {
            return (self.rounded(lanes), false);
        }
        let mut sum = self.float(lanes, 3);
        let locals: Vec<Variable> = self
            .variables
            .iter()
            .filter(|v| v.is_local)
            .cloned()
            .collect();
        for variable in locals.into_iter().rev().take(12) {
            let Type::Float(_) = variable.ty else {
                continue;
            };
            let value = self.read(&variable, 1);
            let value = self.lanes(value, lanes);
            let bounds = sum.bounds.plus(value.bounds);
            if bounds.is_exact() {
                sum = Value::new(
                    Type::Float(lanes),
                    "(@ + @)",
                    vec![sum.expr, value.expr],
                    bounds,
                );
            }
        }
        (sum, true)
    }

    fn function(&mut self) -> Stmt {
        let result = Type::Float(self.width());
        let outside = self.variables.len();
        let name = self.name("f");
        let (mut parameters, mut texts, mut body) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.between(1, 2) {
            let ty = match self.random.below(5) {
                0 if self.features.ints => Type::Int(1),
                1 => Type::Bool,
                _ => Type::Float(self.width()),
            };
            let parameter = self.name("p");
            let first = parameters.iter().all(|&(_, writes): &(Type, bool)| !writes);
            let kind = match (ty, self.random.below(6)) {
                _ if !first => "",
                (Type::Float(_), 0) => "inout ",
                (Type::Float(_), 1) if self.features.undefined => {
                    body.push(Stmt::forget(ty, &parameter));
                    "out "
                }
                _ => "",
            };
            texts.push(format!("{kind}{} {parameter}", ty.name()));
            parameters.push((ty, !kind.is_empty()));
            // What leaves by a parameter stays within what came in.
            self.variables.push(Variable {
                name: parameter,
                ty,
                length: None,
                bounds: if kind.is_empty() {
                    ARGUMENT
                } else {
                    UNDEFINED.join(ARGUMENT)
                },
                is_local: !matches!(ty, Type::Bool),
                limit: (!kind.is_empty()).then_some(ARGUMENT),
            });
        }
        let left = std::mem::replace(&mut self.left, 0);
        self.left = self.between(0, 3);
        self.returns = Some((result, Bounds::literal(0.0)));
        self.depth += 1;
        while self.left > 0 {
            self.statement(&mut body, &[]);
        }
        self.depth -= 1;
        let last = self.float(result_lanes(result), 2);
        body.push(Stmt::new("return @;", vec![last.expr]));
        let returned = self
            .returns
            .take()
            .map_or(last.bounds, |(_, bounds)| bounds);
        let bounds = Bounds {
            constant: false,
            ..returned.join(last.bounds)
        };
        self.left = left;
        self.variables.truncate(outside);
        let head = format!("{} {name}({})", result.name(), texts.join(", "));
        self.functions.push(Function {
            name,
            parameters,
            result,
            bounds,
        });
        Stmt::block(&head, Vec::new(), body)
    }

    fn statement(&mut self, list: &mut Vec<Stmt>, outputs: &[(String, u8)]) {
        self.left = self.left.saturating_sub(1);
        let features = self.features;
        let nested = self.depth < 4;
        match self.random.below(20) {
            0..=4 => self.declaration(list),
            5..=8 => self.assignment(list),
            9 | 10 if features.branches && nested => self.branch(list, outputs),
            11 | 12 if features.loops && nested && self.loops < 2 => self.repetition(list, outputs),
            13 if features.arrays => self.array(list),
            14 if features.matrices => self.matrix_statement(list),
            15 if features.ints => self.int_statement(list),
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
            _ => self.declaration(list),
        }
    }

    fn local(&mut self, name: String, ty: Type, bounds: Bounds) {
        self.variables.push(Variable {
            name,
            ty,
            length: None,
            bounds,
            is_local: true,
            limit: None,
        });
    }

    fn declaration(&mut self, list: &mut Vec<Stmt>) {
        let ty = Type::Float(self.width());
        let value = self.float(result_lanes(ty), 3);
        let name = self.name("x");
        list.push(Stmt::new(
            &format!("{} {name} = @;", ty.name()),
            vec![value.expr],
        ));
        self.local(name, ty, value.bounds);
    }

    /// Notes what is assigned, brought within what the code around needs.
    fn limited(&mut self, variable: &Variable, value: Value) -> Expr {
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
            known.bounds = match inside || known.length.is_some() {
                true => known.bounds.join(value.bounds),
                false => value.bounds,
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
        let lanes = result_lanes(variable.ty);
        let name = &variable.name;
        let value = self.float(lanes, 3);
        let before = variable.bounds;
        match self.random.below(5) {
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
    fn block(&mut self, most: u32, outputs: &[(String, u8)]) -> Vec<Stmt> {
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

    fn branch(&mut self, list: &mut Vec<Stmt>, outputs: &[(String, u8)]) {
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

    fn repetition(&mut self, list: &mut Vec<Stmt>, outputs: &[(String, u8)]) {
        let before = self.variables.clone();
        for variable in self.variables.iter_mut().filter(|v| v.is_local) {
            let wide = match variable.ty {
                Type::Int(_) => INT,
                _ => CARRIED,
            };
            // What is beyond that already is only read inside.
            variable.is_local = variable.bounds.within(wide);
            if variable.is_local {
                let limit = variable.limit.unwrap_or(wide);
                variable.bounds = limit;
                variable.limit = Some(limit);
            }
        }
        let rounds = self.pick(&[2, 3, 3, 4, 5, 8, 14]).unwrap_or(3);
        let counter = self.name("i");
        let head = match self.random.below(4) {
            0 => format!(
                "for (int {counter} = {}; {counter} >= 0; {counter}--)",
                rounds - 1
            ),
            1 => format!("for (int {counter} = 0; {counter} < {rounds}; {counter} += 2)"),
            _ => format!("for (int {counter} = 0; {counter} < {rounds}; {counter}++)"),
        };
        let inner = self.variables.len();
        self.variables.push(Variable {
            name: counter,
            ty: Type::Int(1),
            length: None,
            bounds: Bounds::new(0.0, f64::from(rounds - 1), 0),
            is_local: false,
            limit: None,
        });
        self.loops += 1;
        let mut body = self.block(4, outputs);
        if self.chance(1, 4) {
            let condition = self.bool(1);
            let word = self.pick(&["break", "continue"]).unwrap_or("break");
            let leave = Stmt::new(&format!("if (@) {word};"), vec![condition]);
            let place = self.random.below(body.len() as u64 + 1) as usize;
            // Behind declarations that it must not cut off.
            body.insert(place.min(body.len()), leave);
        }
        self.loops -= 1;
        self.variables.truncate(inner);
        for (variable, old) in self.variables.iter_mut().zip(before) {
            variable.is_local = old.is_local;
            variable.limit = old.limit;
            variable.bounds = variable.bounds.join(old.bounds);
        }
        list.push(Stmt::block(&head, Vec::new(), body));
    }

    /// A new array, filled, or an element of one that there is.
    fn array(&mut self, list: &mut Vec<Stmt>) {
        let fits = |v: &Variable| v.is_local && v.length.is_some();
        let found = self.find(fits);
        if let (Some(found), true) = (found, self.chance(2, 3)) {
            let (length, lanes) = (found.length.unwrap_or(1), result_lanes(found.ty));
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
        let length = self.between(2, 5);
        let name = self.name("t");
        list.push(Stmt::new(
            &format!("{} {name}[{length}];", ty.name()),
            Vec::new(),
        ));
        let constants = self.chance(1, 3);
        let mut bounds: Option<Bounds> = None;
        for index in 0..length {
            let value = match constants {
                true => self.palette(result_lanes(ty)),
                false => self.float(result_lanes(ty), 1),
            };
            bounds = Some(bounds.map_or(value.bounds, |all| all.join(value.bounds)));
            list.push(Stmt::new(
                &format!("{name}[{index}] = @;"),
                vec![value.expr],
            ));
        }
        self.variables.push(Variable {
            name,
            ty,
            length: Some(length),
            bounds: bounds.unwrap_or(UNDEFINED),
            is_local: true,
            limit: None,
        });
    }

    /// A new matrix, multiplied a few times, or a column of one that there is.
    fn matrix_statement(&mut self, list: &mut Vec<Stmt>) {
        let fits = |v: &Variable| v.is_local && matches!(v.ty, Type::Matrix(_));
        let found = self.find(fits);
        if let (Some(found), true) = (found, self.chance(1, 2)) {
            let Type::Matrix(size) = found.ty else {
                return;
            };
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

    fn int_statement(&mut self, list: &mut Vec<Stmt>) {
        let fits = |v: &Variable| v.is_local && v.ty == Type::Int(1) && v.length.is_none();
        let found = self.find(fits);
        if let (Some(found), true) = (found, self.chance(1, 2)) {
            let value = match found.limit {
                Some(_) => self.int_within(&found),
                None => self.int(3),
            };
            let expr = self.limited(&found, value);
            list.push(Stmt::new(&format!("{} = @;", found.name), vec![expr]));
            return;
        }
        let value = self.int(3);
        let name = self.name("n");
        list.push(Stmt::new(&format!("int {name} = @;"), vec![value.expr]));
        self.local(name, Type::Int(1), value.bounds);
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

    fn undefined(&mut self, list: &mut Vec<Stmt>) {
        let ty = match self.random.below(6) {
            0 => Type::Bool,
            _ => Type::Float(self.width()),
        };
        let name = self.name("e");
        list.push(Stmt::undefined(ty, &name));
        self.local(name.clone(), ty, UNDEFINED);
        if let (Type::Float(lanes), true) = (ty, self.chance(1, 2)) {
            let condition = self.bool(1);
            let value = self.float(lanes, 2);
            let both = UNDEFINED.join(value.bounds);
            for known in self.variables.iter_mut().filter(|v| v.name == name) {
                known.bounds = both;
            }
            let text = format!("if (@) {name} = @;");
            list.push(Stmt::new(&text, vec![condition, value.expr]));
        }
    }

    /// A way out with statements behind it that are never executed.
    fn leaving(&mut self, list: &mut Vec<Stmt>, outputs: &[(String, u8)]) {
        let condition = self.bool(1);
        let before = self.variables.clone();
        let mut body = Vec::new();
        let returns = self.returns;
        let leave = match returns {
            Some((result, bounds)) => {
                let value = self.float(result_lanes(result), 2);
                self.returns = Some((result, bounds.join(value.bounds)));
                Stmt::new("return @;", vec![value.expr])
            }
            None if self.loops > 0 && self.chance(1, 2) => {
                let word = self.pick(&["break;", "continue;"]).unwrap_or("break;");
                Stmt::new(word, Vec::new())
            }
            None if self.features.discard && self.chance(1, 2) => Stmt::new("discard;", Vec::new()),
            None => {
                for (name, lanes) in outputs {
                    let value = self.float(*lanes, 1);
                    body.push(Stmt::new(&format!("{name} = @;"), vec![value.expr]));
                }
                Stmt::new("return;", Vec::new())
            }
        };
        body.push(leave);
        if self.chance(2, 3) {
            let dead = self.block(2, outputs);
            body.extend(dead);
        }
        for (variable, old) in self.variables.iter_mut().zip(before) {
            variable.bounds = variable.bounds.join(old.bounds);
        }
        list.push(Stmt::block("if (@)", vec![condition], body));
    }
}

/// The lanes of a vector of floats.
fn result_lanes(ty: Type) -> u8 {
    match ty {
        Type::Float(lanes) => lanes,
        _ => 1,
    }
}
