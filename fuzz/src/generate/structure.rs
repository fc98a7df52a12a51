//! Structures: declared, built, chosen, and read by their fields.

use super::{Generator, Value, Variable, lanes_of};
use crate::bounds::Bounds;
use crate::text::{Expr, Stmt, Type};

/// A field: its name, its type, its elements if it is an array.
pub(super) type Field = (String, Type, Option<u32>);

/// A structure `S1` of the program.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub(super) number: u8,
    pub(super) fields: Vec<Field>,
}

impl Structure {
    /// True if ESSL 1.00 can build, compare and choose it.
    fn is_plain(&self) -> bool {
        self.fields.iter().all(|(_, _, length)| length.is_none())
    }

    /// Numbers in it, in order.
    pub(super) fn leaves(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter()
    }
}

impl Generator {
    /// Declares structures.
    pub(super) fn declare_structures(&mut self) {
        for number in 1..=self.between(1, 2) as u8 {
            let mut fields = Vec::new();
            for index in 0..self.between(1, 3) {
                let ty = match self.random.below(8) {
                    0 if self.features.ints => Type::Int(1),
                    1 if self.features.matrices => Type::Matrix(self.between(2, 4) as u8),
                    _ => Type::Float(self.width()),
                };
                let length = (number == 2 && self.chance(1, 3)).then(|| self.between(2, 3));
                fields.push((format!("m{index}"), ty, length));
            }
            self.head += &format!("struct S{number} {{ ");
            for (name, ty, length) in &fields {
                let brackets = length.map_or(String::new(), |length| format!("[{length}]"));
                self.head += &format!("{} {name}{brackets}; ", ty.name());
            }
            self.head += "};\n";
            self.structures.push(Structure { number, fields });
        }
    }

    /// The number of a structure that can be built.
    pub(super) fn structure(&mut self) -> Option<u8> {
        let plain = self.structures.iter().filter(|known| known.is_plain());
        let plain: Vec<u8> = plain.map(|known| known.number).collect();
        self.pick(&plain)
    }

    pub(super) fn fields(&self, number: u8) -> Vec<Field> {
        let mut all = self.structures.iter();
        let found = all.find(|known| known.number == number);
        found.map_or_else(Vec::new, |known| known.fields.clone())
    }

    /// A structure as a whole: a variable, one built, a choice of two, the result of a call.
    pub(super) fn whole_structure(&mut self, number: u8, depth: u32) -> Value {
        let ty = Type::Struct(number);
        if depth > 0 && self.chance(1, 3) {
            let condition = self.bool(1);
            let (a, b) = (
                self.whole_structure(number, depth - 1),
                self.whole_structure(number, depth - 1),
            );
            let bounds = a.bounds.join(b.bounds);
            return Value::new(ty, "(@ ? @ : @)", vec![condition, a.expr, b.expr], bounds);
        }
        if depth > 0
            && self.chance(1, 4)
            && let Some(value) = self.call(ty, depth - 1)
        {
            return value;
        }
        match self.find(|v| v.ty == ty) {
            Some(found) if self.chance(3, 4) => self.read(&found, depth),
            _ => self.built(number, depth, None),
        }
    }

    /// `S1(@, @)`, each field within limits if there are any.
    fn built(&mut self, number: u8, depth: u32, limit: Option<Bounds>) -> Value {
        let mut all: Option<Bounds> = None;
        let mut holes = Vec::new();
        for (_, ty, _) in self.fields(number) {
            let mut value = match ty {
                Type::Float(lanes) => self.float(lanes, depth),
                Type::Matrix(size) => self.matrix(size, 0),
                _ => self.int(depth.min(1)),
            };
            if let Some(limit) = limit
                && !value.bounds.within(limit)
            {
                value = match ty {
                    Type::Float(_) => self.fit(value, limit),
                    Type::Matrix(_) => Value::new(
                        ty,
                        &format!("{}(2.0)", ty.name()),
                        Vec::new(),
                        Bounds::new(0.0, 2.0, 0),
                    ),
                    _ => Value::new(ty, "2", Vec::new(), Bounds::literal(2.0)),
                };
            }
            all = Some(all.map_or(value.bounds, |all| all.join(value.bounds)));
            holes.push(value.expr);
        }
        let commas = vec!["@"; holes.len()].join(", ");
        let bounds = all.unwrap_or(Bounds::literal(0.0));
        let text = format!("S{number}({commas})");
        Value::new(Type::Struct(number), &text, holes, bounds)
    }

    /// One whose numbers all lie within limits.
    pub(super) fn structure_within(&mut self, number: u8, limit: Bounds) -> Expr {
        let value = self.whole_structure(number, 1);
        if value.bounds.within(limit) {
            value.expr
        } else {
            self.built(number, 1, Some(limit)).expr
        }
    }

    /// Floats by way of a field.
    pub(super) fn of_structure(&mut self, lanes: u8, depth: u32) -> Option<Value> {
        let whole = match self.structure() {
            Some(number) if self.chance(2, 3) => self.whole_structure(number, depth.min(2)),
            _ => {
                let found = self.find(|v| matches!(v.ty, Type::Struct(_)))?;
                self.read(&found, depth)
            }
        };
        let part = self.float_part(whole)?;
        Some(self.lanes(part, lanes))
    }

    /// A field of a structure, as floats.
    pub(super) fn float_part(&mut self, whole: Value) -> Option<Value> {
        let Type::Struct(number) = whole.expr.ty else {
            return None;
        };
        let fields = self.fields(number);
        let (name, ty, length) = self.pick(&fields)?;
        let bounds = whole.bounds;
        let mut holes = vec![whole.expr];
        let mut text = format!("@.{name}");
        if let Some(length) = length {
            text += "[@]";
            holes.push(self.index(length, 1));
        }
        let (text, ty) = match ty {
            Type::Matrix(size) => {
                holes.push(self.index(u32::from(size), 1));
                (text + "[@]", Type::Float(size))
            }
            Type::Int(_) => (format!("float({text})"), Type::Float(1)),
            _ => (text, ty),
        };
        Some(Value::new(ty, &text, holes, bounds))
    }

    /// A new structure, or a field of one that there is.
    pub(super) fn structure_statement(&mut self, list: &mut Vec<Stmt>) {
        let found = self.find(|v| v.is_local && matches!(v.ty, Type::Struct(_)));
        if let (Some(found), true) = (found, self.chance(1, 2)) {
            return self.field_assignment(list, &found);
        }
        let Some(number) = self.structure() else {
            return self.declaration(list);
        };
        let ty = Type::Struct(number);
        let (value, name) = (self.whole_structure(number, 2), self.name("r"));
        if self.chance(1, 4) {
            return self.structures_of(list, number, name);
        }
        let text = format!("{} {name} = @;", ty.name());
        list.push(Stmt::new(&text, vec![value.expr]));
        self.local(name, ty, value.bounds);
    }

    /// An array of structures, filled.
    fn structures_of(&mut self, list: &mut Vec<Stmt>, number: u8, name: String) {
        let ty = Type::Struct(number);
        let length = self.between(2, 3);
        list.push(Stmt::new(
            &format!("{} {name}[{length}];", ty.name()),
            Vec::new(),
        ));
        let mut all: Option<Bounds> = None;
        for index in 0..length {
            let value = self.whole_structure(number, 1);
            all = Some(all.map_or(value.bounds, |all| all.join(value.bounds)));
            list.push(Stmt::new(
                &format!("{name}[{index}] = @;"),
                vec![value.expr],
            ));
        }
        let bounds = all.unwrap_or(Bounds::literal(0.0));
        let mut variable = Variable::new(&name, ty, bounds);
        variable.length = Some(length);
        variable.is_local = true;
        self.variables.push(variable);
    }

    fn field_assignment(&mut self, list: &mut Vec<Stmt>, variable: &Variable) {
        let Type::Struct(number) = variable.ty else {
            return;
        };
        let fields = self.fields(number);
        let Some((field, ty @ Type::Float(_), None)) = self.pick(&fields) else {
            return self.declaration(list);
        };
        let value = self.float(lanes_of(ty), 2);
        let both = Value {
            bounds: variable.bounds.join(value.bounds),
            ..value
        };
        let limit = variable.limit.unwrap_or(both.bounds);
        let fitted = self.fit(both, limit);
        let expr = self.limited(variable, fitted);
        let name = &variable.name;
        let stmt = match variable.length {
            Some(length) => {
                let index = self.index(length, 2);
                Stmt::new(&format!("{name}[@].{field} = @;"), vec![index, expr])
            }
            None => Stmt::new(&format!("{name}.{field} = @;"), vec![expr]),
        };
        list.push(stmt);
    }
}
