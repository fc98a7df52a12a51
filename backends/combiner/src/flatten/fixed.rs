//! Operations that only the application can do: their operands are uniforms and literals.

use super::values::Lane;
use super::{Flattening, refuse};
use crate::expr::Expr;
use crate::poly::{Atom, Poly, Polys};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{InstData, Op};

impl Flattening<'_> {
    /// A number that the application computes.
    pub(super) fn fixed(&mut self, function: &'static str, operands: Vec<Expr>) -> Poly {
        let expr = Expr::apply(function, operands);
        match expr.as_number() {
            Some(number) => self.polys.constant(number),
            None => self.polys.of_atom(Atom::Uniform(expr)),
        }
    }

    /// min or max of two numbers of the application.
    pub(super) fn both_fixed(&mut self, function: &'static str, a: Poly, b: Poly) -> Option<Poly> {
        if !self.polys.is_fixed(a) || !self.polys.is_fixed(b) {
            return None;
        }
        let operands = vec![self.polys.expression(a), self.polys.expression(b)];
        Some(self.fixed(function, operands))
    }

    /// A lane of an operation that no combiner does.
    pub(super) fn of_uniforms(&mut self, op: Op, at: &[Poly]) -> Result<Poly, Diagnostic> {
        if !at.iter().all(|poly| self.polys.is_fixed(*poly)) {
            return Err(self.no_such(op));
        }
        let operands: Vec<Expr> = at.iter().map(|poly| self.polys.expression(*poly)).collect();
        let function = match op {
            Op::Sign => "sign",
            Op::Floor => "floor",
            Op::Ceil => "ceil",
            Op::Fract => "fract",
            Op::Sqrt => "sqrt",
            Op::Rsqrt => "inversesqrt",
            Op::Exp => "exp",
            Op::Log => "log",
            Op::Exp2 => "exp2",
            Op::Log2 => "log2",
            Op::Sin => "sin",
            Op::Cos => "cos",
            Op::Tan => "tan",
            Op::Asin => "asin",
            Op::Acos => "acos",
            Op::Atan => "atan",
            Op::Div => "div",
            Op::Mod => "mod",
            Op::Pow => "pow",
            Op::Atan2 => "atan2",
            Op::Step => "step",
            Op::Smoothstep => "smoothstep",
            Op::SetLt => "lt",
            Op::SetGe => "ge",
            Op::SetEq => "eq",
            Op::SetNe => "ne",
            Op::Rcp => return Ok(self.fixed("div", [vec![Expr::number(1.0)], operands].concat())),
            Op::Trunc | Op::FloatToInt => {
                // Towards zero: the sign times the floor of the size.
                let size = Expr::apply("floor", vec![Expr::apply("abs", operands.clone())]);
                let sign = Expr::apply("sign", operands);
                return Ok(self.fixed("mul", vec![sign, size]));
            }
            Op::Round => {
                let half = vec![operands[0].clone(), Expr::number(0.5)];
                return Ok(self.fixed("floor", vec![Expr::apply("add", half)]));
            }
            _ => return Err(self.no_such(op)),
        };
        Ok(self.fixed(function, operands))
    }

    /// Operations on whole vectors; `None` for those that are lane by lane.
    pub(super) fn vector(
        &mut self,
        op: Op,
        operands: &[Vec<Poly>],
    ) -> Result<Option<Vec<Poly>>, Diagnostic> {
        let vector = matches!(
            op,
            Op::Length
                | Op::Distance
                | Op::Normalize
                | Op::Cross
                | Op::Reflect
                | Op::Refract
                | Op::FaceForward
                | Op::Extract
                | Op::Insert
        );
        if !vector {
            return Ok(None);
        }
        if let (Op::Cross, [a, b]) = (op, operands) {
            return Ok(Some(self.cross(a, b)));
        }
        if let (Op::Reflect, [incident, normal]) = (op, operands) {
            let dot = self.arithmetic_dot(incident, normal);
            let twice = self.polys.scale(dot, 2.0);
            let lanes = incident.iter().zip(normal).map(|(i, n)| {
                let product = self.polys.mul(twice, *n);
                self.polys.sub(*i, product)
            });
            return Ok(Some(lanes.collect()));
        }
        let fixed = operands
            .iter()
            .flatten()
            .all(|poly| self.polys.is_fixed(*poly));
        if !fixed {
            return Err(self.no_such(op));
        }
        let result = match (op, operands) {
            (Op::Length, [a]) => vec![self.length(a)],
            (Op::Distance, [a, b]) => {
                let difference: Vec<Poly> = a
                    .iter()
                    .zip(b)
                    .map(|(a, b)| self.polys.sub(*a, *b))
                    .collect();
                vec![self.length(&difference)]
            }
            (Op::Normalize, [a]) => {
                let square = self.arithmetic_dot(a, a);
                let expr = self.polys.expression(square);
                let factor = self.fixed("inversesqrt", vec![expr]);
                a.iter().map(|lane| self.polys.mul(*lane, factor)).collect()
            }
            _ => return Err(self.no_such(op)),
        };
        Ok(Some(result))
    }

    fn arithmetic_dot(&mut self, a: &[Poly], b: &[Poly]) -> Poly {
        a.iter().zip(b).fold(Polys::ZERO, |sum, (a, b)| {
            let product = self.polys.mul(*a, *b);
            self.polys.add(sum, product)
        })
    }

    fn length(&mut self, a: &[Poly]) -> Poly {
        let square = self.arithmetic_dot(a, a);
        let expr = self.polys.expression(square);
        self.fixed("sqrt", vec![expr])
    }

    fn cross(&mut self, a: &[Poly], b: &[Poly]) -> Vec<Poly> {
        [(1, 2), (2, 0), (0, 1)]
            .into_iter()
            .map(|(i, j)| {
                let (one, other) = (self.polys.mul(a[i], b[j]), self.polys.mul(a[j], b[i]));
                self.polys.sub(one, other)
            })
            .collect()
    }

    /// Bit operations on ints.
    pub(super) fn bits(&mut self, data: &InstData) -> Result<Vec<Lane>, Diagnostic> {
        Err(self.no_such(data.op))
    }

    /// The error about an operation that no combiner does.
    pub(super) fn no_such(&self, op: Op) -> Diagnostic {
        let target = self.abilities.target;
        let (what, help) = match op {
            Op::Div | Op::Rcp => (
                "divide by values that differ from fragment to fragment",
                "divide in the vertex shader, or by a uniform",
            ),
            Op::Pow | Op::Exp | Op::Exp2 | Op::Log | Op::Log2 => (
                "compute powers of fragment values, but for small whole exponents",
                "look the curve up in a texture, or square repeatedly",
            ),
            Op::Sqrt | Op::Rsqrt | Op::Length | Op::Distance | Op::Normalize => (
                "take square roots of fragment values",
                "normalise in the vertex shader, or look up a cube map of unit vectors",
            ),
            Op::Floor | Op::Ceil | Op::Fract | Op::Mod | Op::Trunc | Op::Round | Op::FloatToInt => {
                (
                    "round fragment values to whole numbers",
                    "look the steps up in a texture",
                )
            }
            Op::Sign
            | Op::Step
            | Op::SetLt
            | Op::SetGe
            | Op::SetEq
            | Op::SetNe
            | Op::FaceForward => return self.no_comparison(),
            Op::Dfdx | Op::Dfdy | Op::Fwidth => (
                "take derivatives",
                "compute what depends on them in the vertex shader",
            ),
            Op::Sin | Op::Cos | Op::Tan | Op::Asin | Op::Acos | Op::Atan | Op::Atan2 => (
                "compute angles and waves of fragment values",
                "compute it in the vertex shader, or look it up in a texture",
            ),
            _ => (
                "do this to fragment values",
                "compute it in the vertex shader, or look it up in a texture",
            ),
        };
        let message = format!("{target}'s combiners add and multiply; they cannot {what}");
        let label = format!("`{}` here", op.kind().name());
        refuse(codes::target::UNSUPPORTED, self.place, message, &label).with_help(help)
    }
}
