//! `opt_reassociate`: `(P * V) * p` becomes `P * (V * p)`.
//!
//! Needs nothing. Gives: no product of matrices that is only multiplied with vectors, where multiplying each
//! vector twice takes fewer instructions. A product of two 4x4 matrices is four products of a matrix and a vector;
//! each vector it would have been multiplied with costs one more instead. What one of them costs is the target's
//! to say ([`UniformMatrices`](crate::UniformMatrices)). Works from the last use backwards, so
//! chains of any length come apart. Products that nobody uses (then) go. Cost: linear.

use crate::entity::SecondaryMap;
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, Operands, Shader, Type, UniformMatrices, Use, Value};

/// The pass.
pub const REASSOCIATE: Pass = Pass {
    name: "opt_reassociate",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        let products = shader.may_have(|data| matches!(data.op, Op::MatVec));
        Ok(products && Reassociate::new(shader, capabilities.uniform_matrices).run())
    },
};

struct Reassociate<'a> {
    shader: &'a mut Shader,
    costs: UniformMatrices,
    /// Uses of each value.
    uses: SecondaryMap<Value, u32>,
    /// Those of them that are columns of a product with a vector.
    column_uses: SecondaryMap<Value, u32>,
    /// Products that nobody uses any more, whose own uses are taken back.
    released: SecondaryMap<Inst, bool>,
}

impl Reassociate<'_> {
    fn new(shader: &mut Shader, costs: UniformMatrices) -> Reassociate<'_> {
        let mut pass = Reassociate {
            costs,
            uses: SecondaryMap::new(),
            column_uses: SecondaryMap::new(),
            released: SecondaryMap::new(),
            shader,
        };
        for region in pass.shader.live_regions() {
            for operand in pass.shader.regions[region].end.uses().to_vec() {
                pass.uses[operand.value] += 1;
            }
            for inst in pass.shader.regions[region].insts.clone() {
                pass.count(inst, 1);
            }
        }
        pass
    }

    /// Adds `change` to the counts of an instruction's operands.
    fn count(&mut self, inst: Inst, change: i32) {
        let data = &self.shader.insts[inst];
        let columns = match data.op {
            Op::MatVec => data.args.len() - 1,
            _ => 0,
        };
        for (index, operand) in data.args.iter().enumerate() {
            let uses = &mut self.uses[operand.value];
            *uses = uses.saturating_add_signed(change);
            if index < columns {
                let uses = &mut self.column_uses[operand.value];
                *uses = uses.saturating_add_signed(change);
            }
        }
    }

    /// Takes back the counts of an instruction's operands, and of the products that nobody uses then:
    /// of each once, however many operands of its users it was.
    fn release(&mut self, inst: Inst) {
        let mut pending = vec![inst];
        while let Some(inst) = pending.pop() {
            self.count(inst, -1);
            for operand in &self.shader.insts[inst].args {
                let unused = self.uses[operand.value] == 0;
                if let (true, Some(inner)) = (unused, self.product(operand.value))
                    && !self.released[inner]
                {
                    self.released[inner] = true;
                    pending.push(inner);
                }
            }
        }
    }

    fn product(&self, value: Value) -> Option<Inst> {
        let inst = self.shader.def_inst(value)?;
        (matches!(self.shader.insts[inst].op, Op::MatVec)).then_some(inst)
    }

    fn run(mut self) -> bool {
        let mut changed = false;
        let mut regions = self.shader.live_regions();
        // Regions inside come after those around them: users first.
        regions.reverse();
        for region in regions {
            let insts = std::mem::take(&mut self.shader.regions[region].insts);
            let mut backwards = Vec::with_capacity(insts.len());
            for inst in insts.into_iter().rev() {
                if self.is_unused(inst) {
                    changed = true;
                    continue;
                }
                let mut pending = vec![inst];
                while let Some(inst) = pending.pop() {
                    match self.split(inst) {
                        Some(inner) => {
                            changed = true;
                            // Once more: what it multiplies with now may be a product, too.
                            pending.extend([inner, inst]);
                        }
                        None => backwards.push(inst),
                    }
                }
            }
            backwards.reverse();
            self.shader.regions[region].insts = backwards;
        }
        changed
    }

    /// True if the instruction is a product that nobody uses. Its own uses are then taken back.
    fn is_unused(&mut self, inst: Inst) -> bool {
        let data = &self.shader.insts[inst];
        let unused = matches!(data.op, Op::MatVec)
            && data.results.iter().all(|&result| self.uses[result] == 0);
        if unused && !self.released[inst] {
            self.released[inst] = true;
            self.release(inst);
        }
        unused
    }

    /// True if multiplying `vectors` vectors with the matrix of columns `right` and then with that of columns `left` takes
    /// fewer instructions than multiplying them with the product of the two.
    fn is_shorter(&self, left: &[Use], right: &[Use], vectors: u32) -> bool {
        let (of_left, of_right) = (self.product_cost(left), self.product_cost(right));
        let columns = right.len() as u32;
        let copies = if self.is_uniform(left) && self.is_uniform(right) {
            self.costs.column_copies
        } else {
            0
        };
        vectors * (of_left + of_right) < columns * (of_left + copies) + vectors * columns
    }

    /// Instructions that multiply a matrix with a vector.
    fn product_cost(&self, columns: &[Use]) -> u32 {
        if self.costs.whole && columns.len() > 2 && self.is_uniform(columns) {
            1
        } else {
            columns.len() as u32
        }
    }

    /// True if the columns are those of a uniform.
    fn is_uniform(&self, columns: &[Use]) -> bool {
        columns.iter().all(|column| {
            let inst = self.shader.def_inst(column.value);
            inst.is_some_and(|inst| {
                matches!(
                    self.shader.insts[inst].op,
                    Op::Uniform { .. } | Op::UniformIndexed { .. }
                )
            })
        })
    }

    /// Makes `(P * V) * p` in place into `P * x` and gives the instruction `x = V * p` for before it.
    fn split(&mut self, inst: Inst) -> Option<Inst> {
        let data = &self.shader.insts[inst];
        if !matches!(data.op, Op::MatVec) {
            return None;
        }
        let (&vector, columns) = data.args.split_last()?;
        let swizzle = columns.first()?.swizzle;
        let mut left: Option<Vec<Use>> = None;
        let mut right = Vec::with_capacity(5);
        let mut vectors = 0;
        for &column in columns {
            let product = &self.shader.insts[self.product(column.value)?];
            let (&factor, matrix) = product.args.split_last()?;
            let same = left.get_or_insert_with(|| matrix.to_vec()) == matrix;
            let uses = self.uses[column.value];
            if !same || uses != self.column_uses[column.value] || column.swizzle != swizzle {
                return None;
            }
            vectors = vectors.max(uses);
            right.push(factor);
        }
        let left = left?;
        if !self.is_shorter(&left, &right, vectors) {
            return None;
        }
        let ty = Type::float(right.first()?.lanes());
        right.push(vector);
        let span = data.span;
        let inner = self
            .shader
            .make_inst(Op::MatVec, right, &[ty], Vec::new(), span);
        let result = self.shader.whole(self.shader.result(inner));
        let mut args: Operands = left
            .into_iter()
            .map(|column| column.then(swizzle))
            .collect();
        args.push(result);
        // The new counts first, so that what both need stays.
        let old = std::mem::replace(&mut self.shader.insts[inst].args, args);
        self.count(inst, 1);
        self.count(inner, 1);
        let new = std::mem::replace(&mut self.shader.insts[inst].args, old);
        self.release(inst);
        self.shader.insts[inst].args = new;
        Some(inner)
    }
}

#[cfg(test)]
mod tests {
    use super::REASSOCIATE;
    use crate::opt::DCE;
    use crate::opt::testing::{agrees, keeps, read, run_on};
    use crate::text::print;
    use crate::{Capabilities, UniformMatrices};

    fn shader(body: &str) -> String {
        let mut text = String::from("shader vertex \"a\"\ninput in0 \"v\" vec4\n");
        for (index, name) in ["a", "b", "c"].iter().enumerate() {
            text += &format!("uniform uniform{index} \"{name}\" mat4\n");
        }
        text += "output out0 \"gl_Position\" vec4 builtin=position\nbody {\n%0:f4 = input in0[0]\n";
        for (index, name) in ["10", "20", "30"].iter().enumerate() {
            let first: u32 = name.parse().unwrap();
            for column in 0..4 {
                let value = first + column;
                text += &format!("%{value}:f4 = uniform uniform{index}[{column}]\n");
            }
        }
        text + body + "}\n"
    }

    /// The columns `to..` of the product of the matrices `a..` and `b..`.
    fn product(to: u32, a: u32, b: u32) -> String {
        (0..4)
            .map(|k| {
                let (result, factor) = (to + k, b + k);
                format!(
                    "%{result}:f4 = matvec %{}, %{}, %{}, %{}, %{factor}\n",
                    a,
                    a + 1,
                    a + 2,
                    a + 3
                )
            })
            .collect()
    }

    fn count(text: &str) -> usize {
        let passes = [REASSOCIATE, DCE];
        let after = agrees(&passes, &Capabilities::FULL, text, 1e-4);
        print(&after).matches("matvec").count()
    }

    #[test]
    fn chains_come_apart() {
        let two = product(40, 10, 20) + "%90:f4 = matvec %40, %41, %42, %43, %0 yield %90\n";
        assert_eq!(count(&shader(&two)), 2);
        let three = product(40, 10, 20)
            + &product(50, 40, 30)
            + "%90:f4 = matvec %50, %51, %52, %53, %0 yield %90\n";
        assert_eq!(count(&shader(&three)), 3);
    }

    /// A chain `((a b) b) ... b` of 200 products, multiplied with a vector: one product a factor is left.
    #[test]
    fn long_chains_come_apart_and_what_they_leave_is_not_looked_at_again() {
        let mut text = product(100, 10, 20);
        for factor in 1..200 {
            text += &product(100 + 4 * factor, 96 + 4 * factor, 20);
        }
        text += "%1000:f4 = matvec %896, %897, %898, %899, %0 yield %1000\n";
        let mut chain = read(&shader(&text));
        run_on(&[REASSOCIATE], &Capabilities::FULL, &mut chain).unwrap();
        assert_eq!(print(&chain).matches("matvec").count(), 201);
    }

    #[test]
    fn parts_of_a_product_too() {
        let text = product(40, 10, 20)
            + "%90:f3 = matvec %40.xyz, %41.xyz, %42.xyz, %0.wyx
               %91:f4 = matvec %40, %41, %42, %43, %0
               %92:f3 = add %90, %91.xyz
               %93:f4 = compose %92, %91.w
               yield %93\n";
        assert_eq!(count(&shader(&text)), 4);
    }

    /// The products left of a product of two uniform matrices and its products with `vectors` vectors.
    fn left_of(vectors: u32, uniform_matrices: UniformMatrices) -> usize {
        let mut text = product(40, 10, 20) + "%60:f4 = add %0, %0\n";
        for vector in 0..vectors {
            let (result, sum) = (100 + 2 * vector, 61 + vector);
            text += &format!(
                "%{result}:f4 = matvec %40, %41, %42, %43, %{}\n%{sum}:f4 = add %{}, %{result}\n",
                sum - 1,
                sum - 1
            );
        }
        text += &format!("yield %{}\n", 60 + vectors);
        let capabilities = Capabilities {
            uniform_matrices,
            ..Capabilities::FULL
        };
        let mut many = read(&shader(&text));
        run_on(&[REASSOCIATE, DCE], &capabilities, &mut many).unwrap();
        print(&many).matches("matvec").count()
    }

    #[test]
    fn the_target_says_for_how_many_vectors_a_product_is_made() {
        let by_columns = |column_copies| UniformMatrices {
            whole: false,
            column_copies,
        };
        assert_eq!(left_of(3, by_columns(0)), 2 * 3);
        assert_eq!(left_of(4, by_columns(0)), 4 + 4);
        assert_eq!(left_of(5, by_columns(2)), 2 * 5);
        assert_eq!(left_of(6, by_columns(2)), 4 + 6);
        // Two instructions a vector, where each product with the computed matrix would be four.
        let whole = UniformMatrices {
            whole: true,
            column_copies: 0,
        };
        assert_eq!(left_of(9, whole), 2 * 9);
    }

    #[test]
    fn a_product_that_is_needed_stays() {
        // Its last column is used for itself.
        let text = product(40, 10, 20)
            + "%90:f4 = matvec %40, %41, %42, %43, %0
               %91:f4 = add %90, %43
               yield %91\n";
        keeps(REASSOCIATE, &shader(&text));
    }
}
