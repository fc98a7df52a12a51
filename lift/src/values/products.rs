//! Sums of products: inner products, and products of matrices with vectors.

use super::{Lanes, Made, Values, select};
use crate::blocks::Home;
use crate::interface::Part;
use retroshade_ir::{Op, Uniform, Use};
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::symbols::{Expression, Symbol};
use smallvec::SmallVec;

impl Values<'_, '_> {
    /// The factors of a sum of two to four products, and whether one instruction made all of it.
    pub(super) fn products(&self, symbol: Symbol) -> Option<([Lanes; 2], bool)> {
        let symbols = &self.code.symbols;
        let step = self.code.step_of(symbol);
        let mut at_once = true;
        let mut terms: SmallVec<[Symbol; 4]> = SmallVec::new();
        match symbols.expression(symbol) {
            Expression::Apply(Function::Sum, operands) => terms.extend(operands.iter().copied()),
            _ => {
                let mut sum = symbol;
                while let Expression::Apply(Function::Add, operands) = symbols.expression(sum)
                    && let [rest, term] = operands.as_slice()
                    && terms.len() < 4
                {
                    at_once &= self.code.step_of(sum) == step;
                    terms.insert(0, *term);
                    sum = *rest;
                }
                terms.insert(0, sum);
            }
        }
        if !(2..=4).contains(&terms.len()) {
            return None;
        }
        let mut factors = [Lanes::new(), Lanes::new()];
        let count = terms.len();
        for (number, term) in terms.into_iter().enumerate() {
            match symbols.expression(term) {
                Expression::Apply(Function::Multiply, operands) if operands.len() == 2 => {
                    at_once &= self.code.step_of(term) == step;
                    factors[0].push(operands[0]);
                    factors[1].push(operands[1]);
                }
                // The last one of a homogeneous vector is 1 times a number.
                _ if at_once && number + 1 == count && count == 4 => {
                    factors[0].push(self.code.one);
                    factors[1].push(term);
                }
                _ => return None,
            }
        }
        Some((factors, at_once))
    }

    /// The vectors of an inner product: of a sum of products that one instruction made, or whose first factors are of one
    /// register and whose second ones are of another.
    pub(super) fn dot(&self, symbol: Symbol) -> Option<[Lanes; 2]> {
        let (factors, at_once) = self.products(symbol)?;
        let together = |lanes: &Lanes| {
            let homes = lanes.iter().map(|lane| self.code.origin(*lane).0);
            let homes: SmallVec<[Home; 4]> = homes.collect();
            !matches!(homes[0], Home::Alone(_)) && homes.iter().all(|home| *home == homes[0])
        };
        (at_once || factors.iter().all(together)).then_some(factors)
    }

    /// The product of a matrix with a vector, if the lanes are inner products of rows of the matrix with it.
    pub(super) fn matrix(&mut self, lanes: &[Symbol]) -> Made<Option<Use>> {
        let factors = |lane: &Symbol| Some(self.products(*lane)?.0);
        let dots: Option<Vec<[Lanes; 2]>> = lanes.iter().map(factors).collect();
        let Some(dots) = dots.filter(|dots| dots.len() > 1) else {
            return Ok(None);
        };
        for vector in [0, 1] {
            let same = dots.iter().all(|dot| dot[vector] == dots[0][vector]);
            let rows: Option<Vec<Vec<Part<Uniform>>>> = dots
                .iter()
                .map(|dot| {
                    dot[1 - vector]
                        .iter()
                        .map(|lane| self.part(*lane))
                        .collect()
                })
                .collect();
            let Some(rows) = rows.filter(|_| same) else {
                continue;
            };
            let is_row = |row: &Vec<Part<Uniform>>| {
                let places = row.iter().zip(&rows[0]);
                let mut columns = places.map(|(part, first)| {
                    let column = (part.variable, part.slot) == (first.variable, first.slot);
                    column && part.component == row[0].component
                });
                columns.all(|is_column| is_column)
            };
            let slots = rows[0]
                .windows(2)
                .all(|pair| pair[0].slot + 1 == pair[1].slot);
            if !slots || !rows.iter().all(is_row) {
                continue;
            }
            let components: SmallVec<[u8; 4]> = rows.iter().map(|row| row[0].component).collect();
            let mut operands = Vec::with_capacity(5);
            for part in &rows[0] {
                let column = self.column(part.variable, part.slot);
                operands.push(select(column, &components));
            }
            operands.push(self.vector(&dots[0][vector])?);
            return Ok(Some(self.builder.op(Op::MatVec, &operands)));
        }
        Ok(None)
    }

    /// The part of a uniform that a lane is.
    fn part(&self, symbol: Symbol) -> Option<Part<Uniform>> {
        match self.code.symbols.expression(symbol) {
            Expression::Uniform { file, number, lane } => self.uniform(file, *number, *lane).ok(),
            _ => None,
        }
    }
}
