//! `opt_reassociate`: `(P * V) * p` becomes `P * (V * p)`.
//!
//! Needs nothing. Gives: no product of matrices that is only multiplied with vectors, fewer than it
//! has columns. A product of two 4x4 matrices is four products of a matrix and a vector; each vector
//! it would have been multiplied with costs one more instead. Works from the last use backwards, so
//! chains of any length come apart. Products that nobody uses (then) go. Cost: linear.

use crate::entity::SecondaryMap;
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, Operands, Shader, Type, Use, Value};

/// The pass.
pub const REASSOCIATE: Pass = Pass {
    name: "opt_reassociate",
    exactness: Exactness::Rounding,
    run: |shader, _| {
        let products = shader.may_have(|data| matches!(data.op, Op::MatVec));
        Ok(products && Reassociate::new(shader).run())
    },
};

struct Reassociate<'a> {
    shader: &'a mut Shader,
    /// Uses of each value.
    uses: SecondaryMap<Value, u32>,
    /// Those of them that are columns of a product with a vector.
    column_uses: SecondaryMap<Value, u32>,
    /// Products that nobody uses any more, whose own uses are taken back.
    released: SecondaryMap<Inst, bool>,
}

impl Reassociate<'_> {
    fn new(shader: &mut Shader) -> Reassociate<'_> {
        let mut pass = Reassociate {
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
        for &column in columns {
            let product = &self.shader.insts[self.product(column.value)?];
            let (&factor, matrix) = product.args.split_last()?;
            let same = left.get_or_insert_with(|| matrix.to_vec()) == matrix;
            let uses = self.uses[column.value];
            // Fewer vectors than the product has columns: each costs one product of a matrix and a vector more, and the
            // product of the matrices costs one for each column.
            let worth = uses == self.column_uses[column.value] && uses < columns.len() as u32;
            if !same || !worth || column.swizzle != swizzle {
                return None;
            }
            right.push(factor);
        }
        let ty = Type::float(right.first()?.lanes());
        right.push(vector);
        let span = data.span;
        let inner = self
            .shader
            .make_inst(Op::MatVec, right, &[ty], Vec::new(), span);
        let result = self.shader.whole(self.shader.result(inner));
        let mut args: Operands = left?
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
    use crate::Capabilities;
    use crate::opt::DCE;
    use crate::opt::testing::{agrees, keeps, read, run_on};
    use crate::text::print;

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
