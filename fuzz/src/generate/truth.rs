//! Expressions of bools.

use super::Generator;
use crate::text::{Expr, Type};

impl Generator {
    /// A bool.
    pub(super) fn bool(&mut self, depth: u32) -> Expr {
        let ty = Type::Bool;
        let variable = self.find(|v| v.ty == Type::Bool && v.length.is_none());
        if let (Some(found), true) = (variable, self.chance(1, 4)) {
            return Expr::new(ty, &found.name, Vec::new());
        }
        if depth > 0 && self.chance(1, 4) {
            let (a, b) = (self.bool(depth - 1), self.bool(depth - 1));
            let operator = self.pick(&["&&", "||", "^^"]).unwrap_or("&&");
            return Expr::new(ty, &format!("(@ {operator} @)"), vec![a, b]);
        }
        match self.random.below(10) {
            0 if depth > 0 => {
                let inner = self.bool(depth - 1);
                Expr::new(ty, "(!@)", vec![inner])
            }
            1 if self.chance(1, 2) => {
                let lanes = self.between(2, 4) as u8;
                let all = self.bools(lanes, depth.min(2));
                let index = self.index(u32::from(lanes), depth.min(1));
                match self.random.below(4) {
                    0 => Expr::new(ty, "any(@)", vec![all]),
                    1 => Expr::new(ty, "all(@)", vec![all]),
                    2 => Expr::new(ty, "@[@]", vec![all, index]),
                    _ => Expr::new(ty, "@.y", vec![all]),
                }
            }
            6 if self.features.structures && depth > 0 => {
                let Some(number) = self.structure() else {
                    return self.bool(depth - 1);
                };
                let a = self.whole_structure(number, depth.min(1));
                let b = self.whole_structure(number, 0);
                let operator = self.pick(&["==", "!="]).unwrap_or("==");
                Expr::new(ty, &format!("(@ {operator} @)"), vec![a.expr, b.expr])
            }
            7 if depth > 0 => {
                let float = self.float(1, depth);
                Expr::new(ty, "bool(@)", vec![float.expr])
            }
            1 => {
                let lanes = self.between(2, 4) as u8;
                let (a, b) = (self.float(lanes, depth), self.float(lanes, depth));
                let text = self
                    .pick(&[
                        "any(lessThan(@, @))",
                        "all(greaterThanEqual(@, @))",
                        "(@ == @)",
                        "(@ != @)",
                    ])
                    .unwrap_or("(@ == @)");
                Expr::new(ty, text, vec![a.expr, b.expr])
            }
            2..=5 if self.features.ints && self.features.essl300 => {
                let (a, b) = (self.uint(depth), self.uint(depth));
                self.compared(a.expr, b.expr)
            }
            2..=4 if self.features.ints => {
                let (a, b) = (self.int(depth), self.int(depth));
                self.compared(a.expr, b.expr)
            }
            _ => {
                let (a, b) = (self.float(1, depth), self.float(1, depth));
                self.compared(a.expr, b.expr)
            }
        }
    }

    fn compared(&mut self, a: Expr, b: Expr) -> Expr {
        let operator = self
            .pick(&["<", ">", "<=", ">=", "==", "!="])
            .unwrap_or("<");
        Expr::new(Type::Bool, &format!("(@ {operator} @)"), vec![a, b])
    }

    /// A vector of bools.
    pub(super) fn bools(&mut self, lanes: u8, depth: u32) -> Expr {
        let ty = Type::Bools(lanes);
        if let (Some(found), true) = (
            self.find(|v| v.ty == ty && v.length.is_none()),
            self.chance(1, 2),
        ) {
            return Expr::new(ty, &found.name, Vec::new());
        }
        if depth > 0 && self.chance(1, 4) {
            let inner = self.bools(lanes, depth - 1);
            return Expr::new(ty, "not(@)", vec![inner]);
        }
        if depth > 0 && self.chance(1, 4) {
            let parts: Vec<Expr> = (0..lanes).map(|_| self.bool(depth - 1)).collect();
            let text = format!("bvec{lanes}({})", ["@"; 4][..parts.len()].join(", "));
            return Expr::new(ty, &text, parts);
        }
        let function = self
            .pick(&[
                "lessThan",
                "greaterThan",
                "lessThanEqual",
                "equal",
                "notEqual",
            ])
            .unwrap_or("lessThan");
        let (a, b) = (self.float(lanes, depth), self.float(lanes, depth));
        Expr::new(ty, &format!("{function}(@, @)"), vec![a.expr, b.expr])
    }
}
