//! Lanes of values, and how operands are read.

use super::{Flattening, refuse};
use crate::expr::{Expr, Leaf};
use crate::poly::{Atom, Poly, Polys};
use crate::shader::Varying;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Constant, Input, MatrixLayout, Scalar, Uniform, Use};
use std::rc::Rc;

/// A lane of a value.
#[derive(Clone, Debug)]
pub(super) enum Lane {
    /// A float or an int.
    Number(Poly),
    /// A bool.
    Truth(Truth),
}

impl Lane {
    pub(super) fn number(&self) -> Option<Poly> {
        match self {
            Lane::Number(poly) => Some(*poly),
            Lane::Truth(_) => None,
        }
    }
}

/// A bool.
#[derive(Clone, Debug)]
pub(super) enum Truth {
    /// Of uniforms and literals: 0 or 1.
    Fixed(Expr),
    /// a < b
    Less(Poly, Poly),
    /// a >= b
    AtLeast(Poly, Poly),
    /// a == b
    Equal(Poly, Poly),
    /// a != b
    NotEqual(Poly, Poly),
    /// Some combination of others.
    Mixed,
    /// One of several holds.
    Any(Vec<Truth>),
}

impl Truth {
    pub(super) fn known(value: bool) -> Truth {
        Truth::Fixed(Expr::number(f64::from(u8::from(value))))
    }

    /// The value, if it does not depend on anything.
    pub(super) fn as_known(&self) -> Option<bool> {
        match self {
            Truth::Fixed(expr) => expr.as_number().map(|value| value != 0.0),
            _ => None,
        }
    }

    pub(super) fn not(self) -> Truth {
        match self {
            Truth::Fixed(expr) => Truth::Fixed(Expr::apply("not", vec![expr])),
            Truth::Less(a, b) => Truth::AtLeast(a, b),
            Truth::AtLeast(a, b) => Truth::Less(a, b),
            Truth::Equal(a, b) => Truth::NotEqual(a, b),
            Truth::NotEqual(a, b) => Truth::Equal(a, b),
            Truth::Mixed | Truth::Any(_) => Truth::Mixed,
        }
    }
}

impl Flattening<'_> {
    /// The lanes that an operand reads.
    pub(super) fn lanes_of(&self, operand: Use) -> Result<Vec<Lane>, Diagnostic> {
        if let Some((_, error)) = self.directions.get(&operand.value) {
            return Err(error.clone());
        }
        let Some(lanes) = self.lanes.get(&operand.value) else {
            return Err(Diagnostic::bug(
                "combiner",
                "a value is used before it is there",
            ));
        };
        let read = |lane: &u8| lanes.get(usize::from(*lane)).cloned();
        let read: Option<Vec<Lane>> = operand.swizzle.lanes().iter().map(read).collect();
        read.ok_or_else(|| Diagnostic::bug("combiner", "a lane does not exist"))
    }

    pub(super) fn numbers(&self, operand: Use) -> Result<Vec<Poly>, Diagnostic> {
        let lanes = self.lanes_of(operand)?;
        let numbers: Option<Vec<Poly>> = lanes.iter().map(Lane::number).collect();
        numbers.ok_or_else(|| Diagnostic::bug("combiner", "a bool is used as a number"))
    }

    pub(super) fn truths(&self, operand: Use) -> Result<Vec<Truth>, Diagnostic> {
        let lanes = self.lanes_of(operand)?.into_iter();
        let truths: Option<Vec<Truth>> = lanes
            .map(|lane| match lane {
                Lane::Truth(truth) => Some(truth),
                Lane::Number(_) => None,
            })
            .collect();
        truths.ok_or_else(|| Diagnostic::bug("combiner", "a number is used as a bool"))
    }

    pub(super) fn truth(&self, operand: Use) -> Result<Truth, Diagnostic> {
        let first = self.truths(operand)?.into_iter().next();
        first.ok_or_else(|| Diagnostic::bug("combiner", "a condition has no lane"))
    }

    pub(super) fn literal(&mut self, constant: Constant) -> Vec<Lane> {
        let lanes = 0..constant.ty.lanes;
        lanes
            .map(|lane| match constant.ty.scalar {
                Scalar::Float => Lane::Number(self.polys.constant(f64::from(constant.float(lane)))),
                Scalar::Int => Lane::Number(self.polys.constant(f64::from(constant.int(lane)))),
                Scalar::Bool => Lane::Truth(Truth::known(constant.bool(lane))),
            })
            .collect()
    }

    /// The lanes of a slot of an input.
    pub(super) fn input(
        &mut self,
        input: Input,
        slot: u32,
        lanes: u8,
    ) -> Result<Vec<Lane>, Diagnostic> {
        let variable = &self.shader.interface.inputs[input];
        if variable.builtin.is_some() || variable.shape.scalar != Scalar::Float {
            let target = self.abilities.target;
            let message = format!("{target}'s combiners do not see `{}`", variable.name);
            return Err(
                refuse(codes::target::UNSUPPORTED, self.place, message, "read here").with_help(
                    "compute what depends on it in the vertex shader, and hand it over as a colour",
                ),
            );
        }
        if variable.shape.array.is_some() || variable.shape.columns > 1 {
            let target = self.abilities.target;
            let message = format!(
                "`{}` is an array or a matrix, which {target} does not interpolate",
                variable.name
            );
            return Err(refuse(
                codes::target::UNSUPPORTED,
                variable.span,
                message,
                "declared here",
            )
            .with_help("declare a vector for each of its parts"));
        }
        let next = self.varyings.len() as u32;
        let number = *self.slots.entry((input, slot)).or_insert(next);
        if number == next {
            self.varyings.push(Varying {
                name: variable.name.clone(),
                ty: variable.glsl_type(),
                span: variable.span,
                bind: variable.bind.clone(),
                settled: None,
                colors: 0,
            });
        }
        let atoms = 0..lanes;
        Ok(atoms
            .map(|lane| Lane::Number(self.polys.of_atom(Atom::Varying(number, lane))))
            .collect())
    }

    /// The lanes of a slot of a uniform.
    pub(super) fn uniform(
        &mut self,
        uniform: Uniform,
        slot: u32,
        lanes: u8,
    ) -> Result<Vec<Lane>, Diagnostic> {
        let variable = &self.shader.interface.uniforms[uniform];
        if let Some(values) = variable.literal_slots().nth(slot as usize) {
            let values: Vec<f32> = values.to_vec();
            return Ok(values
                .iter()
                .map(|value| Lane::Number(self.polys.constant(f64::from(*value))))
                .collect());
        }
        let per_element = variable.slots_per_element().max(1);
        let (element, group) = (slot / per_element, slot % per_element);
        let leaves = variable.leaves();
        let leaf = leaves
            .iter()
            .rev()
            .find(|leaf| leaf.first_element <= element);
        let Some(leaf) = leaf else {
            return Err(Diagnostic::bug("combiner", "a slot belongs to no variable"));
        };
        let is_matrix = variable.shape.columns > 1;
        if is_matrix && leaf.array.is_some() {
            let message = format!(
                "`{}`: constants cannot come from an array of matrices",
                leaf.name
            );
            return Err(refuse(
                codes::target::UNSUPPORTED,
                self.place,
                message,
                "read here",
            ));
        }
        let ty = variable.glsl_type();
        let of_part = |part: Option<u32>, lanes: u8| {
            Rc::new(Leaf {
                name: leaf.name.clone(),
                ty: ty.clone(),
                array: leaf.array,
                part,
                lanes,
            })
        };
        let make = |lane: u8| match (is_matrix, variable.layout) {
            (true, MatrixLayout::Rows) => {
                Expr::Uniform(of_part(Some(lane.into()), variable.shape.rows), group as u8)
            }
            (true, MatrixLayout::Columns) => {
                Expr::Uniform(of_part(Some(group), variable.shape.rows), lane)
            }
            (false, _) => {
                let part = leaf.array.map(|_| element - leaf.first_element);
                Expr::Uniform(of_part(part, variable.shape.rows), lane)
            }
        };
        let scalar = variable.shape.scalar;
        let exprs: Vec<Expr> = (0..lanes).map(make).collect();
        Ok(exprs
            .into_iter()
            .map(|expr| match scalar {
                Scalar::Bool => Lane::Truth(Truth::Fixed(expr)),
                _ => Lane::Number(self.polys.of_atom(Atom::Uniform(expr))),
            })
            .collect())
    }

    /// Notes which lanes of varyings the colour is computed from.
    pub(super) fn mark_colors(&mut self, color: &[Poly; 4], reference: Option<Poly>) {
        let mut marks: Vec<(u32, u8)> = Vec::new();
        let mut see = |atom: &Atom| {
            if let Atom::Varying(number, lane) = atom {
                marks.push((*number, *lane));
            }
        };
        for poly in color.iter().copied().chain(reference) {
            self.polys.visit_atoms(poly, &mut see);
        }
        for condition in &self.conditions {
            self.polys.visit_atoms(condition.value, &mut see);
        }
        for (number, lane) in marks {
            self.varyings[number as usize].colors |= 1 << lane;
        }
    }
}

impl Polys {
    /// The expression of a polynomial in uniforms alone.
    pub fn expression(&self, poly: Poly) -> Expr {
        self.expression_with(poly, &|_, _| Expr::number(0.0))
    }

    /// The expression of a polynomial in uniforms and varyings; `varying` gives that of a lane of a slot.
    pub(crate) fn expression_with(&self, poly: Poly, varying: &dyn Fn(u32, u8) -> Expr) -> Expr {
        let mut sum: Option<Expr> = None;
        for term in self.terms(poly) {
            let mut product: Option<Expr> = None;
            for (atom, exponent) in self.factors(term.factors) {
                let expr = match self.atom(*atom) {
                    Atom::Uniform(expr) => expr.clone(),
                    Atom::Varying(number, lane) => varying(*number, *lane),
                    _ => continue,
                };
                for _ in 0..*exponent {
                    product = Some(match product {
                        None => expr.clone(),
                        Some(before) => Expr::apply("mul", vec![before, expr.clone()]),
                    });
                }
            }
            let negative = term.scale < 0.0;
            let size = term.scale.abs();
            let part = match product {
                None => Expr::number(size),
                Some(product) if (size - 1.0).abs() < 1e-7 => product,
                Some(product) => Expr::apply("mul", vec![Expr::number(size), product]),
            };
            sum = Some(match (sum, negative) {
                (None, false) => part,
                (None, true) => Expr::apply("neg", vec![part]),
                (Some(before), false) => Expr::apply("add", vec![before, part]),
                (Some(before), true) => Expr::apply("sub", vec![before, part]),
            });
        }
        sum.unwrap_or(Expr::number(0.0))
    }
}
