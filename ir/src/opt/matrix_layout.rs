//! `calc_matrix_layout`: lays matrix uniforms out by rows where that is asked for.
//!
//! Needs `lower_index`, which leaves no computed column of a matrix that must lie in rows, and `opt_cse`,
//! so that each column is read once; after `opt_reassociate`. Gives each matrix uniform the layout that
//! its declaration or the target fixes. By rows `M * v` is one inner product for each lane, by columns a sum of
//! products; `v * M` is the other way round, and so it is with sums of matrices times numbers. A column of a matrix in rows
//! is a `compose`. Cost: linear.

use crate::entity::SecondaryMap;
use crate::opt::blends::{Blend, Column, blended};
use crate::opt::products::{Matrix, Sum, Transposed, term};
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Capabilities, Inst, MatrixLayout, Op, Region, Shader, Swizzle, Uniform, Use, Value, Variable,
};
use retroshade_diagnostics::Diagnostic;
use rustc_hash::FxHashMap;

/// The pass.
pub const MATRIX_LAYOUT: Pass = Pass {
    name: "calc_matrix_layout",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        let is_matrix = |variable: &Variable| variable.shape.columns > 1;
        if !shader.interface.uniforms.values().any(is_matrix) {
            return Ok(false);
        }
        let products = shader.may_have(|inst| matches!(inst.op, Op::MatVec));
        let mut changed = false;
        if products && capabilities.arithmetic.quick_dot {
            changed = rewrite(shader, capabilities, &mut Transposed)?;
        }
        let by_rows = uniforms_by_rows(shader, capabilities);
        if by_rows.is_empty() {
            return Ok(changed);
        }
        let mut chosen = SecondaryMap::new();
        for uniform in by_rows {
            shader.interface.uniforms[uniform].layout = MatrixLayout::Rows;
            chosen[uniform] = true;
        }
        let mut pass = ByRows {
            chosen,
            columns: SecondaryMap::new(),
            products: vec![FxHashMap::default()],
            sums: SecondaryMap::new(),
        };
        rewrite(shader, capabilities, &mut pass)?;
        Ok(true)
    },
};

/// A product of a matrix, or a part of one, with a vector.
struct Product {
    matrix: Blend,
    /// The rows that make the result.
    rows: Swizzle,
    /// The columns that take part.
    columns: Swizzle,
}

/// What product of a matrix an instruction is, if all its columns are of one.
fn product(
    shader: &Shader,
    columns: &SecondaryMap<Value, Option<Column>>,
    inst: Inst,
) -> Option<Product> {
    let data = &shader.insts[inst];
    if !matches!(data.op, Op::MatVec) {
        return None;
    }
    let (_, parts) = data.args.split_last()?;
    let first = parts.first()?;
    let matrix = &columns[first.value].as_ref()?.blend;
    let mut numbers = Vec::with_capacity(4);
    for part in parts {
        let column = columns[part.value].as_ref()?;
        if column.blend != *matrix || part.swizzle != first.swizzle {
            return None;
        }
        numbers.push(column.number as u8);
    }
    Some(Product {
        matrix: matrix.clone(),
        rows: first.swizzle,
        columns: Swizzle::new(&numbers)?,
    })
}

/// The uniforms that lie by rows from here on.
fn uniforms_by_rows(shader: &Shader, capabilities: &Capabilities) -> Vec<Uniform> {
    let uniforms = shader.interface.uniforms.iter();
    uniforms
        .filter(|(_, variable)| {
            variable.shape.columns > 1
                && variable.layout == MatrixLayout::Columns
                && capabilities.layout(variable) == MatrixLayout::Rows
        })
        .map(|(uniform, _)| uniform)
        .collect()
}

struct ByRows {
    chosen: SecondaryMap<Uniform, bool>,
    /// The columns that values are: composed of rows, and sums of such times numbers.
    columns: SecondaryMap<Value, Option<Column>>,
    /// For each open region the products of a vector with a matrix that were made in it: the vector, the
    /// matrix, and the rows that take part.
    products: Vec<FxHashMap<(Use, Blend, Swizzle), Use>>,
    /// Sums of columns that values are which were written as inner products.
    sums: SecondaryMap<Value, Option<Sum>>,
}

/// An inner product with each row that takes part.
fn multiply(rw: &mut Rewriter<'_>, product: &Product, vector: Use) -> Use {
    let rows = product.rows.lanes().iter();
    let parts: Vec<Use> = rows
        .map(|&row| {
            let row = product.matrix.read_row(rw, row.into());
            rw.emit(Op::Dot, &[row.then(product.columns), vector])
        })
        .collect();
    match parts.as_slice() {
        [only] => *only,
        _ => rw.emit(Op::Compose, &parts),
    }
}

impl Transform for ByRows {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let with = match rw.inst(inst).op {
            Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. }
                if self.chosen[uniform] =>
            {
                self.column(rw, inst)?
            }
            Op::MatVec => self.product(rw, inst),
            Op::Dot => self.vector_times_matrix(rw, inst),
            Op::Add => self.sum(rw, inst),
            _ => None,
        };
        let Some(with) = with else {
            if let Some(column) = blended(rw, &self.columns, inst) {
                let result = rw.shader.result(inst);
                self.columns[result] = Some(column);
            }
            return Ok(Visit::Keep);
        };
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }

    fn begin_region(&mut self, _: &mut Rewriter<'_>, _: Inst, _: Region) {
        self.products.push(FxHashMap::default());
    }

    fn leave_region(&mut self, _: &mut Rewriter<'_>, _: Inst, _: Region) {
        self.products.pop();
    }
}

impl ByRows {
    /// Composes a column of lanes of rows. What was made here is in rows already.
    fn column(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Option<Use>, Diagnostic> {
        let data = rw.inst(inst);
        let (Op::Uniform {
            uniform,
            slot: base,
        }
        | Op::UniformIndexed { uniform, base, .. }) = data.op
        else {
            return Ok(None);
        };
        let shape = rw.shader.interface.uniforms[uniform].shape;
        let columns = u32::from(shape.columns);
        let index = match data.op {
            Op::UniformIndexed { stride, .. } if stride % columns != 0 => {
                let fault = "a column of a matrix in rows is computed";
                return Err(Diagnostic::bug("calc_matrix_layout", fault).at(data.span, "here"));
            }
            Op::UniformIndexed { stride, .. } => Some((stride / columns, data.args[0])),
            _ => None,
        };
        let matrix = Matrix {
            uniform,
            element: base / columns,
            index,
            columns: shape.columns,
            rows: shape.rows,
        };
        let (blend, number) = (Blend::of(matrix), base % columns);
        let parts: Vec<Use> = (0..u32::from(shape.rows))
            .map(|row| {
                blend
                    .read_row(rw, row)
                    .then(Swizzle::splat(number as u8, 1))
            })
            .collect();
        let composed = rw.emit_as_is(Op::Compose, &parts);
        self.columns[composed.value] = Some(Column { blend, number });
        Ok(Some(composed))
    }

    /// Inner products with rows.
    fn product(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Option<Use> {
        let product = product(rw.shader, &self.columns, inst)?;
        let vector = *rw.inst(inst).args.last()?;
        Some(multiply(rw, &product, vector))
    }

    /// A sum of columns times numbers, which is a product of the matrix. The sums within are needed no more.
    fn sum(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Option<Use> {
        let &[a, b] = rw.inst(inst).args.as_slice() else {
            return None;
        };
        let column = |value: Value| {
            let column = self.columns[value].as_ref()?;
            Some((column.blend.as_matrix()?, column.number as u8))
        };
        let part = |operand: Use| match &self.sums[operand.value] {
            Some(sum) if operand.swizzle == Swizzle::identity(sum.rows.len()) => Some(sum.clone()),
            _ => term(rw, operand, column),
        };
        let sum = part(a)?.and(&part(b)?)?;
        let (columns, vector) = sum.factors(rw)?;
        let product = Product {
            matrix: Blend::of(sum.matrix),
            rows: sum.rows,
            columns,
        };
        let result = multiply(rw, &product, vector);
        if result.swizzle == Swizzle::identity(sum.rows.len()) {
            self.sums[result.value] = Some(sum);
        }
        Some(result)
    }

    /// An inner product of a vector with a column as a lane of the sum of rows that `v * M` is.
    fn vector_times_matrix(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Option<Use> {
        let &[a, b] = rw.inst(inst).args.as_slice() else {
            return None;
        };
        let is_column = |operand: Use| self.columns[operand.value].clone();
        let (operand, column, vector) = match (is_column(a), is_column(b)) {
            (Some(column), _) => (a, column, b),
            (None, Some(column)) => (b, column, a),
            (None, None) => return None,
        };
        let key = (vector, column.blend, operand.swizzle);
        let lane = Swizzle::splat(column.number as u8, 1);
        let known = self.products.iter().find_map(|made| made.get(&key));
        if let Some(product) = known {
            return Some(product.then(lane));
        }
        let rows = operand.swizzle;
        let mut args: Vec<Use> = rows
            .lanes()
            .iter()
            .map(|&row| key.1.read_row(rw, row.into()))
            .collect();
        args.push(vector);
        // Lanes that nobody reads go later.
        let product = rw.emit(Op::MatVec, &args);
        if let Some(made) = self.products.last_mut() {
            made.insert(key, product);
        }
        Some(product.then(lane))
    }
}
