//! `calc_matrix_layout`: lays matrix uniforms out by rows where that is cheaper.
//!
//! Needs `opt_cse`, so that each column is read once; after `opt_reassociate`. Gives, where the target
//! allows rows: each square matrix uniform in the layout that costs fewer instructions. By rows
//! `M * v` is one inner product for each lane, by columns a sum of products; `v * M` is the other way
//! round. A column of a matrix in rows is a `compose`. Cost: linear.

use crate::entity::SecondaryMap;
use crate::opt::rewrite::{Rewriter, Transform, Visit, rewrite};
use crate::pass::Pass;
use crate::{
    Capabilities, Inst, MatrixLayout, Op, OpKind, Shader, Swizzle, Type, Uniform, Use, Value,
};
use retroshade_diagnostics::Diagnostic;

/// The pass.
pub const LAYOUT: Pass = Pass {
    name: "calc_matrix_layout",
    run: |shader, capabilities| {
        if !capabilities.matrix_rows || !shader.may_have(|inst| matches!(inst.op, Op::MatVec)) {
            return Ok(false);
        }
        let columns = find_columns(shader);
        let by_rows = choose(shader, capabilities, &columns);
        if by_rows.is_empty() {
            return Ok(false);
        }
        let mut chosen = SecondaryMap::new();
        for uniform in by_rows {
            shader.interface.uniforms[uniform].layout = MatrixLayout::Rows;
            chosen[uniform] = true;
        }
        let mut pass = ByRows {
            chosen,
            columns: SecondaryMap::new(),
        };
        rewrite(shader, capabilities, &mut pass)?;
        Ok(true)
    },
};

/// A column of a square matrix uniform that a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    uniform: Uniform,
    /// Slot of column 0 of the element, and what is added to it.
    first: u32,
    index: Option<(u32, Use)>,
    /// Which column.
    column: u32,
    /// Columns and rows of the matrix.
    size: u8,
}

fn column(shader: &Shader, inst: Inst) -> Option<Column> {
    let data = &shader.insts[inst];
    let (uniform, slot, index) = match data.op {
        Op::Uniform { uniform, slot } => (uniform, slot, None),
        Op::UniformIndexed {
            uniform,
            base,
            stride,
        } => (uniform, base, Some((stride, *data.args.first()?))),
        _ => return None,
    };
    let variable = &shader.interface.uniforms[uniform];
    let size = variable.shape.columns;
    let square = size > 1 && size == variable.shape.rows;
    if !square || variable.layout != MatrixLayout::Columns {
        return None;
    }
    let column = slot % u32::from(size);
    // Elements must be whole matrices apart.
    if index.is_some_and(|(stride, _)| stride % u32::from(size) != 0) {
        return None;
    }
    Some(Column {
        uniform,
        first: slot - column,
        index,
        column,
        size,
    })
}

fn find_columns(shader: &Shader) -> SecondaryMap<Value, Option<Column>> {
    let mut columns = SecondaryMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            if let Some(column) = column(shader, inst) {
                columns[shader.result(inst)] = Some(column);
            }
        }
    }
    columns
}

/// A product of a matrix uniform, or a part of one, with a vector.
struct Product {
    matrix: Column,
    /// The rows that make the result.
    rows: Swizzle,
    /// The columns that take part.
    columns: Swizzle,
}

/// What product of a matrix uniform an instruction is, if all its columns are of one matrix.
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
    let matrix = columns[first.value]?;
    let mut numbers = Vec::with_capacity(4);
    for part in parts {
        let column = columns[part.value]?;
        let same = Column {
            column: matrix.column,
            ..column
        };
        if same != matrix || part.swizzle != first.swizzle {
            return None;
        }
        numbers.push(column.column as u8);
    }
    Some(Product {
        matrix,
        rows: first.swizzle,
        columns: Swizzle::new(&numbers)?,
    })
}

/// The uniforms that are cheaper by rows.
fn choose(
    shader: &Shader,
    capabilities: &Capabilities,
    columns: &SecondaryMap<Value, Option<Column>>,
) -> Vec<Uniform> {
    // Instructions that rows save, and whether there is a product at all.
    let mut saved: SecondaryMap<Uniform, i32> = SecondaryMap::new();
    let mut products: SecondaryMap<Uniform, bool> = SecondaryMap::new();
    let mut composed: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut read = |saved: &mut SecondaryMap<Uniform, i32>, operand: &Use| {
        if let Some(column) = columns[operand.value] {
            // One lane of a column is one lane of a row.
            let several = operand.swizzle.mask().count_ones() > 1;
            if several && !std::mem::replace(&mut composed[operand.value], true) {
                saved[column.uniform] -= i32::from(column.size);
            }
        }
    };
    for region in shader.live_regions() {
        let data = &shader.regions[region];
        for &inst in &data.insts {
            let args = &shader.insts[inst].args;
            match product(shader, columns, inst) {
                Some(product) => {
                    let uniform = product.matrix.uniform;
                    products[uniform] = true;
                    saved[uniform] += saving(capabilities, &product);
                    args.last()
                        .into_iter()
                        .for_each(|operand| read(&mut saved, operand));
                }
                None => args.iter().for_each(|operand| read(&mut saved, operand)),
            }
        }
        data.end
            .uses()
            .iter()
            .for_each(|operand| read(&mut saved, operand));
    }
    let stepped = stepped_by_columns(shader);
    let uniforms = shader.interface.uniforms.keys();
    uniforms
        .filter(|&uniform| products[uniform] && !stepped[uniform] && saved[uniform] >= 0)
        .collect()
}

/// The uniforms with an index that steps by columns: rows have no register for such a column.
fn stepped_by_columns(shader: &Shader) -> SecondaryMap<Uniform, bool> {
    let mut stepped = SecondaryMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            if let Op::UniformIndexed {
                uniform, stride, ..
            } = shader.insts[inst].op
            {
                let columns = shader.interface.uniforms[uniform].shape.columns;
                stepped[uniform] |= stride % u32::from(columns.max(1)) != 0;
            }
        }
    }
    stepped
}

/// Instructions that inner products save over a sum of columns.
fn saving(capabilities: &Capabilities, product: &Product) -> i32 {
    let terms = i32::from(product.columns.len());
    let by_columns = match capabilities.native.contains(OpKind::Mad) {
        true => terms,
        false => 2 * terms - 1,
    };
    let each = match capabilities.accepts(OpKind::Dot, product.columns.len()) {
        true => 1,
        false => terms,
    };
    by_columns - each * i32::from(product.rows.len())
}

struct ByRows {
    chosen: SecondaryMap<Uniform, bool>,
    /// The columns that values composed of rows are.
    columns: SecondaryMap<Value, Option<Column>>,
}

/// Reads row `row` of a matrix.
fn read_row(rw: &mut Rewriter<'_>, matrix: &Column, row: u32) -> Use {
    let ty = Type::float(matrix.size);
    let slot = matrix.first + row;
    let uniform = matrix.uniform;
    match matrix.index {
        None => rw.typed(Op::Uniform { uniform, slot }, &[], ty),
        Some((stride, index)) => {
            let op = Op::UniformIndexed {
                uniform,
                base: slot,
                stride,
            };
            rw.typed(op, &[index], ty)
        }
    }
}

impl Transform for ByRows {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let with = match rw.inst(inst).op {
            Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. }
                if self.chosen[uniform] =>
            {
                self.column(rw, inst)
            }
            Op::MatVec => self.product(rw, inst),
            _ => None,
        };
        let Some(with) = with else {
            return Ok(Visit::Keep);
        };
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}

impl ByRows {
    /// Composes a column of lanes of rows.
    fn column(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Option<Use> {
        let data = rw.inst(inst);
        let (Op::Uniform {
            uniform,
            slot: base,
        }
        | Op::UniformIndexed { uniform, base, .. }) = data.op
        else {
            return None;
        };
        let size = rw.shader.interface.uniforms[uniform].shape.columns;
        let number = base % u32::from(size);
        let index = match data.op {
            Op::UniformIndexed { stride, .. } => Some((stride, data.args[0])),
            _ => None,
        };
        let column = Column {
            uniform,
            first: base - number,
            index,
            column: number,
            size,
        };
        let parts: Vec<Use> = (0..u32::from(size))
            .map(|row| read_row(rw, &column, row).then(Swizzle::splat(number as u8, 1)))
            .collect();
        let composed = rw.emit_as_is(Op::Compose, &parts);
        self.columns[composed.value] = Some(column);
        Some(composed)
    }

    /// Inner products with rows.
    fn product(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Option<Use> {
        let product = product(rw.shader, &self.columns, inst)?;
        let vector = *rw.inst(inst).args.last()?;
        let parts: Vec<Use> = product
            .rows
            .lanes()
            .iter()
            .map(|&row| {
                let row = read_row(rw, &product.matrix, row.into());
                rw.emit(Op::Dot, &[row.then(product.columns), vector])
            })
            .collect();
        Some(match parts.as_slice() {
            [only] => *only,
            _ => rw.emit(Op::Compose, &parts),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::LAYOUT;
    use crate::opt::testing::{agrees, machines};
    use crate::opt::{COMPOSITE, CSE, DCE, SIMPLIFY};
    use crate::text::print;

    fn shader(body: &str) -> String {
        format!(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"m\" mat4\n\
             uniform uniform1 \"n\" mat3[3]\nuniform uniform2 \"i\" int\n\
             output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n%0:f4 = input in0[0]\n\
             %1:f4 = uniform uniform0[0] %2:f4 = uniform uniform0[1]\n\
             %3:f4 = uniform uniform0[2] %4:f4 = uniform uniform0[3]\n\
             %5:i1 = uniform uniform2[0]\n\
             %6:f3 = uniform_indexed uniform1[0 + 3 * %5]\n\
             %7:f3 = uniform_indexed uniform1[1 + 3 * %5]\n\
             %8:f3 = uniform_indexed uniform1[2 + 3 * %5]\n{body}}}\n"
        )
    }

    /// What the pass makes of a body on each machine that allows rows.
    fn after(body: &str) -> Vec<String> {
        let passes = [LAYOUT, SIMPLIFY, CSE, DCE];
        let mut texts = Vec::new();
        for mut machine in machines() {
            machine.index_uniforms = true;
            if machine.matrix_rows {
                let text = shader(body);
                texts.push(print(&agrees(&passes, &machine, &text, 1e-5)));
                agrees(&[LAYOUT, COMPOSITE, CSE, DCE], &machine, &text, 1e-5);
            }
        }
        assert_eq!(texts.len(), 2);
        texts
    }

    #[test]
    fn matrix_times_vector_is_inner_products() {
        let body = "%10:f4 = matvec %1, %2, %3, %4, %0
                    %11:f3 = matvec %6, %7, %8, %0.wyx
                    %13:f4 = compose %10.xy, %11.zx
                    %14:f4 = add %10, %13
                    yield %14\n";
        for text in after(body) {
            assert_eq!(text.matches(" rows").count(), 2, "{text}");
            assert!(!text.contains("matvec"), "{text}");
            // One for each lane that is used.
            assert_eq!(text.matches("dot ").count(), 6);
        }
        // Parts of a matrix.
        after(
            "%10:f3 = matvec %1.xyz, %2.xyz, %3.xyz, %0.xyz
             %12:f2 = matvec %1.wy, %3.wy, %10.xy
             %13:f4 = compose %10.xy, %12
             yield %13\n",
        );
    }

    #[test]
    fn vector_times_matrix_keeps_columns() {
        let body = "%10:f1 = dot %0, %1 %11:f1 = dot %0, %2 %12:f1 = dot %0, %3
                    %13:f1 = dot %0, %4 %14:f4 = compose %10, %11, %12, %13 yield %14\n";
        for text in after(body) {
            assert!(!text.contains(" rows"), "{text}");
        }
    }

    #[test]
    fn a_matrix_with_a_computed_column_stays_in_columns() {
        let product = "%10:f4 = matvec %1, %2, %3, %4, %0\n";
        let element = "%10:f3 = matvec %6, %7, %8, %0.wyx\n";
        // Of a matrix, of one of an array, a lane of such a column, and one beside whole elements.
        for (product, read) in [
            (
                product,
                "%11:f4 = uniform_indexed uniform0[0 + 1 * %5] %12:f4 = add %10, %11\n",
            ),
            (
                product,
                "%11:f4 = uniform_indexed uniform0[1 + 2 * %5] %12:f4 = add %10, %11.yyyy\n",
            ),
            (
                element,
                "%11:f3 = uniform_indexed uniform1[3 + 1 * %5] %12:f4 = add %10.xyzz, %11.zzzz\n",
            ),
        ] {
            for text in after(&format!("{product}{read}yield %12\n")) {
                assert!(!text.contains(" rows"), "{text}");
            }
        }
    }

    #[test]
    fn the_cheaper_layout_wins_where_uses_differ() {
        let read = "%10:f4 = matvec %1, %2, %3, %4, %0
                    %11:f4 = add %10, %4.wwww
                    yield %11\n";
        for text in after(read) {
            // A single lane of a column is a lane of a row.
            assert!(text.contains(" rows"), "{text}");
        }
        let both = "%10:f4 = matvec %1, %2, %3, %4, %0
                    %11:f1 = dot %0, %1 %12:f1 = dot %0, %2
                    %13:f4 = compose %11, %12, %11, %12
                    %14:f4 = add %10, %13
                    yield %14\n";
        for text in after(both) {
            assert!(!text.contains(" rows"), "{text}");
        }
    }
}
