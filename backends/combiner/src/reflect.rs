//! The record of what the application has to do: constants to compute, ranges to keep.

use crate::expr::{Expr, Leaf};
use crate::interval::times;
use crate::poly::{Poly, Polys};
use crate::range::SLACK;
use retroshade_ir::LANES;
use retroshade_kit::reflect::{Assumption, Constant, Expression, Number, Reflection, Variable};
use std::rc::Rc;

/// Scalars as one vector expression; the same shape in all lanes becomes operations on vectors.
pub fn vector(lanes: &[Expr]) -> Expression {
    let Some((first, rest)) = lanes.split_first() else {
        return Expression::Constant(Vec::new());
    };
    let same = rest.iter().all(|lane| lane == first);
    let lanes = if same {
        std::slice::from_ref(first)
    } else {
        lanes
    };
    let numbers: Option<Vec<f64>> = lanes.iter().map(Expr::as_number).collect();
    if let Some(numbers) = numbers {
        let short = numbers.into_iter().map(|number| {
            if f64::from(number as f32) == number {
                // A literal of the source, as it was written.
                (number as f32).to_string().parse().unwrap_or(number)
            } else {
                number
            }
        });
        return Expression::Constant(short.collect());
    }
    if let Some(known) = of_uniform(lanes).or_else(|| of_varying(lanes)) {
        return known;
    }
    if let Expr::Apply(function, operands) = first {
        let all: Option<Vec<&Vec<Expr>>> = lanes
            .iter()
            .map(|lane| match lane {
                Expr::Apply(other, own) if other == function && own.len() == operands.len() => {
                    Some(own)
                }
                _ => None,
            })
            .collect();
        if let Some(all) = all {
            let operands = (0..operands.len()).map(|place| {
                let column: Vec<Expr> = all.iter().map(|own| own[place].clone()).collect();
                vector(&column)
            });
            return Expression::Apply((*function).to_owned(), operands.collect());
        }
    }
    let parts = lanes.iter().map(|lane| vector(std::slice::from_ref(lane)));
    Expression::Apply("vec".into(), parts.collect())
}

fn of_varying(lanes: &[Expr]) -> Option<Expression> {
    let mut letters = String::new();
    let Some(Expr::Varying(name, _, single)) = lanes.first() else {
        return None;
    };
    for lane in lanes {
        match lane {
            Expr::Varying(other, number, _) if other == name => {
                letters.push(LANES[usize::from(*number).min(3)]);
            }
            _ => return None,
        }
    }
    let varying = Expression::Varying(name.to_string());
    Some(if *single {
        varying
    } else {
        Expression::Swizzle(letters, Box::new(varying))
    })
}

fn of_uniform(lanes: &[Expr]) -> Option<Expression> {
    let mut leaf: Option<&Rc<Leaf>> = None;
    let mut letters = String::new();
    for lane in lanes {
        let Expr::Uniform(own, number) = lane else {
            return None;
        };
        if *leaf.get_or_insert(own) != own {
            return None;
        }
        letters.push(['r', 'g', 'b', 'a'][usize::from(*number).min(3)]);
    }
    let leaf = leaf?;
    let uniform = Expression::Uniform(leaf.name.clone(), leaf.part);
    Some(match leaf.lanes {
        1 => uniform,
        _ => Expression::Swizzle(letters, Box::new(uniform)),
    })
}

/// A register of a constant colour, and what each of its lanes must be.
#[derive(Clone, Debug)]
pub struct ConstantRegister {
    /// As the assembly spells it.
    pub register: String,
    /// The file.
    pub file: &'static str,
    /// The number.
    pub index: u32,
    /// The lanes.
    pub lanes: [Option<Poly>; 4],
    /// The letters of its lanes.
    pub letters: &'static str,
}

/// Adds the entries of a constant: what is known already, and what the application computes.
pub fn constant(polys: &Polys, of: &ConstantRegister, record: &mut Reflection) {
    let mut known = (String::new(), Vec::new());
    let mut computed = (String::new(), Vec::new());
    for (lane, letter) in of.lanes.iter().zip(of.letters.chars()) {
        let Some(poly) = lane else { continue };
        match polys.as_number(*poly) {
            Some(number) => {
                known.0.push(letter);
                known.1.push(Number(number as f32));
            }
            None => {
                computed.0.push(letter);
                computed.1.push(polys.expression(*poly));
            }
        }
    }
    let entry = |components: String| Constant {
        register: of.register.clone(),
        file: of.file.to_owned(),
        index: of.index,
        components: Some(components),
        ..Constant::default()
    };
    if !computed.0.is_empty() {
        record.constants.push(Constant {
            expression: Some(vector(&computed.1)),
            ..entry(computed.0)
        });
    }
    if !known.0.is_empty() {
        record.constants.push(Constant {
            value: known.1,
            embedded: true,
            ..entry(known.0)
        });
    }
}

/// Adds the uniforms that constants come from, and what is assumed of them: constants hold [0, 1].
pub(crate) fn uniforms(polys: &Polys, constants: &[Poly], record: &mut Reflection) {
    for poly in constants {
        let (low, high) = free_range(polys, *poly);
        let assumed = low < -SLACK || high > 1.0 + SLACK;
        for leaf in read(polys, *poly, record) {
            if assumed {
                assume(&leaf.name, record);
            }
        }
    }
}

/// Adds the uniforms that a number comes from, whatever their values are.
pub fn read(polys: &Polys, number: Poly, record: &mut Reflection) -> Vec<Rc<Leaf>> {
    let mut leaves: Vec<Rc<Leaf>> = Vec::new();
    let expr = polys.expression(number);
    expr.visit(&mut |leaf| leaves.push(leaf.clone()));
    for leaf in &leaves {
        if record.uniforms.iter().all(|known| known.name != leaf.name) {
            record.uniforms.push(Variable {
                name: leaf.name.clone(),
                ty: leaf.ty.clone(),
                array: leaf.array,
                ..Variable::default()
            });
        }
    }
    leaves
}

/// Notes that a uniform or varying must be in [0, 1].
pub(crate) fn assume(name: &str, record: &mut Reflection) {
    if record.assumes.iter().all(|known| known.name != name) {
        record.assumes.push(Assumption {
            name: name.to_owned(),
            min: 0.0,
            max: 1.0,
        });
    }
}

/// The range of a constant whatever its uniforms are.
fn free_range(polys: &Polys, poly: Poly) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for term in polys.terms(poly) {
        let mut product = (term.scale, term.scale);
        for (atom, exponent) in polys.factors(term.factors) {
            let crate::poly::Atom::Uniform(expr) = polys.atom(*atom) else {
                continue;
            };
            let range = polys.uniforms.free_range(expr);
            for _ in 0..*exponent {
                product = times(product, range);
            }
        }
        sum = (sum.0 + product.0, sum.1 + product.1);
    }
    sum
}
