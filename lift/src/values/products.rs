//! Sums of products: inner products, and products of matrices with vectors.

use super::{Lanes, Made, Values, select};
use crate::blocks::{Code, Home};
use crate::interface::Part;
use retroshade_ir::{Op, Uniform, Use};
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::symbols::{Expression, Symbol};
use smallvec::SmallVec;

/// A lane of the product of a matrix with a vector.
pub(super) struct Product {
    pub(super) matrix: Uniform,
    /// The first column.
    pub(super) slot: u32,
    pub(super) row: u8,
    pub(super) vector: Lanes,
}

impl Code {
    /// The terms of a sum of two to four, and whether one instruction made all of it.
    fn sum(&self, symbol: Symbol) -> (SmallVec<[Symbol; 4]>, bool) {
        let step = self.step_of(symbol);
        let mut at_once = true;
        let mut terms: SmallVec<[Symbol; 4]> = SmallVec::new();
        match self.symbols.expression(symbol) {
            Expression::Apply(Function::Sum, operands) => terms.extend(operands.iter().copied()),
            _ => {
                let mut sum = symbol;
                while let Expression::Apply(Function::Add, operands) = self.symbols.expression(sum)
                    && let [a, b] = *operands.as_slice()
                    && terms.len() < 4
                {
                    at_once &= self.step_of(sum) == step;
                    let is_sum = |symbol| {
                        let expression = self.symbols.expression(symbol);
                        matches!(expression, Expression::Apply(Function::Add, _))
                    };
                    let (rest, term) = if is_sum(b) && !is_sum(a) {
                        (b, a)
                    } else {
                        (a, b)
                    };
                    terms.insert(0, term);
                    sum = rest;
                }
                terms.insert(0, sum);
            }
        }
        (terms, at_once)
    }

    /// The terms of a sum.
    pub(crate) fn terms(&self, symbol: Symbol) -> SmallVec<[Symbol; 4]> {
        self.sum(symbol).0
    }

    /// The factors of a sum of two to four products, and whether one instruction made all of it.
    pub(crate) fn products(&self, symbol: Symbol) -> Option<([Lanes; 2], bool)> {
        let (terms, mut at_once) = self.sum(symbol);
        let known = self.dots.as_ref().map(|dots| dots.contains(&symbol));
        at_once &= known != Some(false);
        if !(2..=4).contains(&terms.len()) {
            return None;
        }
        let step = self.step_of(symbol);
        let mut factors = [Lanes::new(), Lanes::new()];
        let count = terms.len();
        for (number, term) in terms.into_iter().enumerate() {
            match self.symbols.expression(term) {
                Expression::Apply(Function::Multiply, operands) if operands.len() == 2 => {
                    at_once &= known == Some(true) || self.step_of(term) == step;
                    factors[0].push(operands[0]);
                    factors[1].push(operands[1]);
                }
                // The last one of a homogeneous vector is 1 times a number.
                _ if at_once && number + 1 == count && count == 4 => {
                    factors[0].push(self.one);
                    factors[1].push(term);
                }
                _ => return None,
            }
        }
        if !at_once {
            self.sort(&mut factors);
        }
        Some((factors, at_once))
    }

    /// Sorts products, one factor of which are all uniforms, by their registers and lanes.
    fn sort(&self, factors: &mut [Lanes; 2]) {
        for side in [0, 1] {
            let place = |lane: &Symbol| match self.symbols.expression(*lane) {
                Expression::Uniform { file, number, lane } => Some((*file, *number, *lane)),
                _ => None,
            };
            let places: Option<SmallVec<[_; 4]>> = factors[side].iter().map(place).collect();
            let Some(places) = places else { continue };
            let mut order: SmallVec<[usize; 4]> = (0..places.len()).collect();
            order.sort_by_key(|at| places[*at]);
            for lanes in factors {
                *lanes = order.iter().map(|at| lanes[*at]).collect();
            }
            return;
        }
    }
}

impl Values<'_, '_> {
    /// The vectors of an inner product: of a sum of products that one instruction made, or whose first factors are of one
    /// register and whose second ones are of another.
    pub(super) fn dot(&self, symbol: Symbol) -> Option<[Lanes; 2]> {
        self.in_words()?;
        let (factors, at_once) = self.code.products(symbol)?;
        let together = |lanes: &Lanes| {
            let homes = lanes.iter().map(|lane| self.code.origin(*lane).0);
            let homes: SmallVec<[Home; 4]> = homes.collect();
            !matches!(homes[0], Home::Alone(_)) && homes.iter().all(|home| *home == homes[0])
        };
        (at_once || factors.iter().all(together)).then_some(factors)
    }

    /// The product of a whole matrix with a vector that a symbol is a lane of.
    pub(super) fn product(&self, symbol: Symbol) -> Option<Product> {
        self.in_words()?;
        let (factors, _) = self.code.products(symbol)?;
        for side in [0, 1] {
            let parts = factors[side].iter().map(|lane| self.part(*lane));
            let parts: Option<SmallVec<[Part<Uniform>; 4]>> = parts.collect();
            let Some(parts) = parts else { continue };
            let first = parts[0];
            let shape = &self.builder.shader.interface.uniforms[first.variable].shape;
            let columns = u32::from(shape.columns);
            let is_whole = columns > 1
                && parts.len() == usize::from(shape.columns)
                && first.slot % columns == 0;
            let mut lanes = parts.iter().zip(first.slot..);
            let is_row = |(part, slot): (&Part<Uniform>, u32)| *part == Part { slot, ..first };
            if is_whole && lanes.all(is_row) {
                return Some(Product {
                    matrix: first.variable,
                    slot: first.slot,
                    row: first.component,
                    vector: factors[1 - side].clone(),
                });
            }
        }
        None
    }

    /// The product of a matrix with a vector, made once.
    pub(super) fn whole_product(&mut self, matrix: Uniform, slot: u32, vector: &Lanes) -> Made {
        let key = (matrix, slot, vector.clone());
        if let Some(value) = self.products.get(&key) {
            return Ok(*value);
        }
        let mut operands: Vec<Use> = (slot..)
            .take(vector.len())
            .map(|column| self.column(matrix, column))
            .collect();
        operands.push(self.vector(vector)?);
        let value = self.builder.op(Op::MatVec, &operands);
        self.products.insert(key, value);
        Ok(value)
    }

    /// The product of a part of a matrix with a vector, if the lanes are inner products of its rows with it.
    pub(super) fn matrix(&mut self, lanes: &[Symbol]) -> Made<Option<Use>> {
        if self.in_words().is_none() {
            return Ok(None);
        }
        let factors = |lane: &Symbol| Some(self.code.products(*lane)?.0);
        let dots: Option<Vec<[Lanes; 2]>> = lanes.iter().map(factors).collect();
        let Some(dots) = dots.filter(|dots| dots.len() > 1) else {
            return Ok(None);
        };
        if lanes.iter().any(|lane| self.product(*lane).is_some()) {
            return Ok(None);
        }
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
