//! What is written and never executed, and what is read and never written.

use super::program::Output;
use super::{Generator, UNDEFINED, Value, lanes_of};
use crate::text::{Expr, Stmt, Type};

impl Generator {
    /// A variable without a value, perhaps given one on one way only.
    pub(super) fn undefined(&mut self, list: &mut Vec<Stmt>) {
        let ty = match self.random.below(7) {
            0 => Type::Bool,
            1 if self.features.ints => Type::Int(1),
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
    pub(super) fn leaving(&mut self, list: &mut Vec<Stmt>, outputs: &[Output]) {
        let condition = self.bool(1);
        let before = self.variables.clone();
        let mut body = Vec::new();
        let returns = self.returns;
        let leave = match returns {
            Some((result, bounds)) => {
                let value = self.returned(result);
                self.returns = Some((result, bounds.join(value.bounds)));
                Stmt::new("return @;", vec![value.expr])
            }
            None if self.loops > 0 && self.chance(1, 2) => {
                let word = self.pick(&["break;", "continue;"]).unwrap_or("break;");
                Stmt::new(word, Vec::new())
            }
            None if self.features.discard && self.chance(1, 2) => Stmt::new("discard;", Vec::new()),
            None => {
                for output in outputs {
                    let value = self.float(output.lanes, 1);
                    body.push(self.hand_over(output, value));
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

    /// Statements under a condition that no data fulfils, among them divisions by 0.
    pub(super) fn impossible(&mut self, list: &mut Vec<Stmt>, outputs: &[Output]) {
        let value = self.leaf(1);
        let beyond = value.bounds.high.floor() + 1.0;
        let beyond = if beyond < 0.0 {
            format!("({beyond:?})")
        } else {
            format!("{beyond:?}")
        };
        let condition = Expr::new(Type::Bool, &format!("(@ > {beyond})"), vec![value.expr]);
        let before = self.variables.clone();
        let mut body = self.block(2, outputs);
        let target =
            self.find(|v| v.is_local && matches!(v.ty, Type::Float(_)) && v.length.is_none());
        if let Some(found) = target {
            let lanes = lanes_of(found.ty);
            let quotient = match self.random.below(4) {
                0 if self.features.ints => {
                    let whole = self.int(1);
                    let text = format!("{}(@ / 0)", found.ty.name());
                    Expr::new(found.ty, &text, vec![whole.expr])
                }
                1 => {
                    let float = self.float(lanes, 1);
                    Expr::new(found.ty, "mod(@, 0.0)", vec![float.expr])
                }
                2 => {
                    let float = self.float(lanes, 1);
                    Expr::new(found.ty, "(@ / (1.0 - 1.0))", vec![float.expr])
                }
                _ => {
                    let float = self.float(lanes, 1);
                    Expr::new(found.ty, "(@ / 0.0)", vec![float.expr])
                }
            };
            body.push(Stmt::new(&format!("{} = @;", found.name), vec![quotient]));
        }
        // Nothing of it happens.
        self.variables = before;
        list.push(Stmt::block("if (@)", vec![condition], body));
    }

    /// A choice whose condition only the data decides, always the same way, and which undefined numbers
    /// stand on the other side of.
    pub(super) fn guarded_quotient(&mut self, lanes: u8, depth: u32) -> Value {
        let (a, b) = (self.float(lanes, depth), self.leaf(1));
        let beyond = b.bounds.low.floor() - 1.0;
        let text = format!("(@ < ({beyond:?}) ? @ / 0.0 : @)");
        let bounds = a.bounds;
        Value::new(
            Type::Float(lanes),
            &text,
            vec![b.expr, a.expr.clone(), a.expr],
            bounds,
        )
    }
}
