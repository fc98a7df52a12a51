//! Whole programs: functions, `main`, outputs.

use super::{ARGUMENT, CARRIED, Function, Generator, Sample, UNDEFINED, Value, Variable};
use crate::bounds::Bounds;
use crate::text::{Expr, Program, Stmt, Type};
use retroshade_ir::Stage;

/// An output of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Output {
    name: String,
    pub(super) lanes: u8,
    /// What it must lie within, where another program reads it.
    limit: Option<Bounds>,
}

impl Generator {
    /// Functions, `main` and the outputs.
    pub(super) fn program(mut self, seed: u64) -> Sample {
        let outputs = self.declare_outputs();
        let mut globals = Vec::new();
        if self.features.globals {
            for _ in 0..self.between(1, 2) {
                globals.push(self.global());
            }
        }
        if self.features.functions {
            for _ in 0..self.between(1, 3) {
                globals.push(self.function());
            }
        }
        let mut main = Vec::new();
        for output in &outputs {
            let value = self.leaf(output.lanes);
            main.push(self.hand_over(output, value));
        }
        if self.features.pressure {
            for _ in 0..self.between(6, 16) {
                self.declaration_of(&mut main, Type::Float(4), 1);
            }
        }
        while self.left > 0 {
            self.statement(&mut main, &outputs);
        }
        let (mut rounded, mut size) = (Vec::new(), 4.0f64);
        for output in &outputs {
            let (value, exact) = self.result(output);
            size = size.max(value.bounds.size());
            if !exact {
                let shown = match output.name.as_str() {
                    "color" => "gl_FragColor",
                    name => name,
                };
                rounded.push((shown.to_owned(), value.bounds.size().max(1.0)));
            }
            main.push(self.hand_over(output, value));
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
            reads: self.reads,
        }
    }

    /// Assigns to an output.
    pub(super) fn hand_over(&mut self, output: &Output, value: Value) -> Stmt {
        let value = match output.limit {
            Some(limit) if !value.bounds.within(limit) => self.fit(value, limit),
            _ => value,
        };
        Stmt::new(&format!("{} = @;", output.name), vec![value.expr])
    }

    fn declare_outputs(&mut self) -> Vec<Output> {
        let output = |name: &str, lanes, limit| Output {
            name: name.to_owned(),
            lanes,
            limit,
        };
        let essl300 = self.features.essl300;
        if self.stage == Stage::Fragment {
            if essl300 {
                self.head += "out vec4 color;\n";
                return vec![output("color", 4, None)];
            }
            return vec![output("gl_FragColor", 4, None)];
        }
        let mut outputs = vec![output("gl_Position", 4, None)];
        let word = if essl300 { "out" } else { "varying" };
        let wanted = self.wanted.clone();
        for (name, lanes, limit) in wanted {
            self.head += &format!("{word} {} {name};\n", Type::Float(lanes).name());
            outputs.push(output(&name, lanes, Some(limit)));
        }
        let most = if self.features.crowded { 6 } else { 2 };
        for _ in 0..self.between(0, most) {
            // A name that a target without a place for it keeps all the same.
            let (name, lanes) = (self.name("dummy"), self.width());
            self.head += &format!("{word} {} {name};\n", Type::Float(lanes).name());
            outputs.push(output(&name, lanes, None));
        }
        if self.chance(1, 12) {
            outputs.push(output("gl_PointSize", 1, None));
        }
        outputs
    }

    /// What an output gets: an expression and the sum of many variables, or something rounded.
    fn result(&mut self, output: &Output) -> (Value, bool) {
        let lanes = output.lanes;
        if self.features.rounding && output.limit.is_none() && self.chance(1, 2) {
            return (self.rounded(lanes), false);
        }
        let mut sum = self.float(lanes, 3);
        let most = if self.features.pressure { 40 } else { 12 };
        let is_local = |variable: &&Variable| variable.is_local;
        let locals: Vec<Variable> = self.variables.iter().filter(is_local).cloned().collect();
        for variable in locals.into_iter().rev().take(most) {
            let Some(value) = self.floats_of(&variable) else {
                continue;
            };
            let value = self.lanes(value, lanes);
            let bounds = sum.bounds.plus(value.bounds);
            if bounds.is_exact() {
                let holes = vec![sum.expr, value.expr];
                sum = Value::new(Type::Float(lanes), "(@ + @)", holes, bounds);
            }
        }
        (sum, true)
    }

    /// A variable of any type as floats.
    fn floats_of(&mut self, variable: &Variable) -> Option<Value> {
        let ty = variable.ty;
        let value = self.read(variable, 1);
        let Value { expr, bounds } = value;
        match ty {
            Type::Float(_) => Some(Value { expr, bounds }),
            Type::Int(1) | Type::Uint => {
                Some(Value::new(Type::Float(1), "float(@)", vec![expr], bounds))
            }
            Type::Int(lanes) => {
                let text = format!("vec{lanes}(@)");
                Some(Value::new(Type::Float(lanes), &text, vec![expr], bounds))
            }
            Type::Bool => {
                let bit = Bounds::new(0.0, 1.0, 0);
                Some(Value::new(Type::Float(1), "float(@)", vec![expr], bit))
            }
            Type::Bools(lanes) => {
                let (text, bit) = (format!("vec{lanes}(@)"), Bounds::new(0.0, 1.0, 0));
                Some(Value::new(Type::Float(lanes), &text, vec![expr], bit))
            }
            Type::Matrix(size) => {
                let index = self.index(u32::from(size), 1);
                let column = Type::Float(size);
                Some(Value::new(column, "@[@]", vec![expr, index], bounds))
            }
            Type::Struct(_) => self.float_part(Value { expr, bounds }),
        }
    }

    /// A variable that functions may read and write.
    fn global(&mut self) -> Stmt {
        let (name, ty) = (self.name("g"), Type::Float(self.width()));
        let value = self.literal(super::lanes_of(ty));
        let mut variable = Variable::new(&name, ty, CARRIED);
        variable.limit = Some(CARRIED);
        variable.is_local = true;
        variable.is_global = true;
        self.variables.push(variable);
        Stmt::new(&format!("{} {name} = @;", ty.name()), vec![value.expr])
    }

    fn function(&mut self) -> Stmt {
        let result = match self.random.below(8) {
            0 if self.features.ints => Type::Int(1),
            1 if self.features.matrices => Type::Matrix(self.between(2, 4) as u8),
            2 => self.structure().map_or(Type::Float(3), Type::Struct),
            _ => Type::Float(self.width()),
        };
        let outside = self.variables.len();
        let name = self.name("f");
        let (mut parameters, mut texts, mut body) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.between(1, 3) {
            let ty = match self.random.below(6) {
                0 if self.features.ints => Type::Int(1),
                1 => Type::Bool,
                2 => self.structure().map_or(Type::Float(2), Type::Struct),
                _ => Type::Float(self.width()),
            };
            let (text, writes) = self.parameter(ty, &parameters, &mut body);
            texts.push(text);
            parameters.push((ty, writes));
        }
        let left = std::mem::replace(&mut self.left, 0);
        self.left = self.between(0, 3);
        self.returns = Some((result, Bounds::literal(0.0)));
        self.depth += 1;
        while self.left > 0 {
            self.statement(&mut body, &[]);
        }
        self.depth -= 1;
        let last = self.returned(result);
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

    /// A parameter as declared, and whether it gives a value back; at most one does.
    fn parameter(
        &mut self,
        ty: Type,
        before: &[(Type, bool)],
        body: &mut Vec<Stmt>,
    ) -> (String, bool) {
        let name = self.name("p");
        let first = before.iter().all(|&(_, writes)| !writes);
        let kind = match (ty, self.random.below(6)) {
            _ if !first => "",
            (Type::Float(_), 0) => "inout ",
            (Type::Float(_), 1) if self.features.undefined => {
                body.push(Stmt::forget(ty, &name));
                "out "
            }
            (Type::Float(_), 2) => "const in ",
            _ => "",
        };
        let writes = kind.contains("out");
        // What leaves by a parameter stays within what came in.
        let mut variable = Variable::new(&name, ty, ARGUMENT);
        if writes {
            variable.bounds = UNDEFINED.join(ARGUMENT);
            variable.limit = Some(ARGUMENT);
        }
        variable.is_local = matches!(ty, Type::Float(_) | Type::Int(_)) && kind != "const in ";
        self.variables.push(variable);
        (format!("{kind}{} {name}", ty.name()), writes)
    }

    /// What a function of this result gives back.
    pub(super) fn returned(&mut self, result: Type) -> Value {
        match result {
            Type::Float(lanes) => self.float(lanes, 2),
            Type::Matrix(size) => self.matrix(size, 1),
            Type::Struct(number) => self.whole_structure(number, 1),
            _ => self.int(2),
        }
    }

    /// An argument of a function, within the limits of all.
    pub(super) fn argument(&mut self, ty: Type, depth: u32) -> Expr {
        match ty {
            Type::Float(lanes) => {
                let value = self.float(lanes, depth);
                self.fit(value, ARGUMENT).expr
            }
            Type::Int(_) => {
                let value = self.float(1, depth);
                let value = self.fit(value, ARGUMENT);
                Expr::new(ty, "int(@)", vec![value.expr])
            }
            Type::Struct(number) => self.structure_within(number, ARGUMENT),
            _ => self.bool(depth),
        }
    }

    /// A local variable, or lanes of one, for an `out` or `inout` parameter; its bounds are then those of
    /// all arguments.
    pub(super) fn place_for(&mut self, ty: Type) -> Option<Expr> {
        let part = self.chance(1, 4) && ty == Type::Float(1);
        let fits = |v: &Variable| {
            let room = |limit: Bounds| ARGUMENT.within(limit);
            let before = v.bounds.within(ARGUMENT);
            let same = match v.ty {
                Type::Float(lanes) if part => lanes > 1,
                other => other == ty,
            };
            v.is_local && same && v.length.is_none() && before && v.limit.is_none_or(room)
        };
        let found = self.find(fits)?;
        let both = found.bounds.join(ARGUMENT);
        for variable in self.variables.iter_mut().filter(|v| v.name == found.name) {
            variable.bounds = both;
        }
        let text = if part {
            format!("{}.y", found.name)
        } else {
            found.name
        };
        Some(Expr::new(ty, &text, Vec::new()))
    }
}
