//! `opt_subscript`: what subscripts tell of the sign of ints, and literals that are added to subscripts.
//!
//! A subscript below zero means nothing. So an int that is read as one is not negative, and if it is `int(x)`, it is
//! `int(max(x, 0.0))`, for which the floor serves: the truncation costs twice as much on machines that have neither.
//! `k * int(x) + c` is negative for every negative `int(x)`, and for no other, if `0 <= c < k`. `u[int(x) + 1]` reads an
//! element at `int(x) = -1` and tells nothing by itself, but nothing is lost by the `max` where `u[int(x)]` is read
//! whenever it is: the rows of a bone's matrix are read so.
//!
//! Needs loops to be unrolled, and conditionals that are not computed on both sides yet, since what is read on both sides
//! tells nothing. Gives: `u[i + 1]` for an i that is not negative as element i of what follows the first element, which is
//! an offset in an operand. What a shader computes stays the same as long as no index is out of range. Cost: linear.

use crate::entity::{EntitySet, SecondaryMap};
use crate::opt::bound;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, OpKind, Region, Scalar, Shader, Use, Value};
use retroshade_diagnostics::Diagnostic;

/// The pass.
pub const SUBSCRIPT: Pass = Pass {
    name: "opt_subscript",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        if capabilities.arithmetic.ints || !shader.may_have(|data| is_access(data.op)) {
            return Ok(false);
        }
        let truncates = capabilities.native.contains(OpKind::Trunc);
        let mut clamped = EntitySet::new();
        for (inst, reading) in readings(shader) {
            // A target that truncates may do so where it reads the subscript.
            if reading == Reading::Scaled || reading == Reading::Plain && !truncates {
                clamped.insert(inst);
            }
        }
        rewrite(shader, capabilities, &mut Subscripts { clamped })
    },
};

fn is_access(op: Op) -> bool {
    matches!(op, Op::UniformIndexed { .. } | Op::InputIndexed { .. })
}

struct Subscripts {
    /// Conversions for which numbers below zero may count as zero.
    clamped: EntitySet<Inst>,
}

impl Transform for Subscripts {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        let with = match (data.op, data.args.as_slice()) {
            (Op::FloatToInt, &[a]) if self.clamped.contains(inst) => {
                if bound::is_nonnegative(rw.shader, a) {
                    return Ok(Visit::Keep);
                }
                let zero = rw.float(0.0, a.lanes());
                let a = rw.emit(Op::Max, &[a, zero]);
                rw.emit(Op::FloatToInt, &[a])
            }
            (op, &[index]) if is_access(op) => {
                let Some((op, index)) = without_offset(rw.shader, op, index) else {
                    return Ok(Visit::Keep);
                };
                let ty = rw.shader.ty(rw.shader.result(inst));
                rw.typed(op, &[index], ty)
            }
            _ => return Ok(Visit::Keep),
        };
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}

/// An access with the literal that is added to its index in its first slot instead, as long as that is a slot of the
/// variable.
fn without_offset(shader: &Shader, op: Op, index: Use) -> Option<(Op, Use)> {
    let data = &shader.insts[shader.def_inst(index.value)?];
    let (Op::Add, &[a, b]) = (data.op, data.args.as_slice()) else {
        return None;
    };
    let (a, b) = (a.then(index.swizzle), b.then(index.swizzle));
    let (rest, offset) = match (literal(shader, a, 0), literal(shader, b, 0)) {
        (_, Some(offset)) => (a, offset),
        (Some(offset), _) => (b, offset),
        (None, None) => return None,
    };
    if !is_natural(shader, rest) {
        return None;
    }
    let offset = u32::try_from(offset).ok()?;
    let moved = |base: u32, stride: u32, variable: &crate::Variable| {
        (offset < variable.reachable(base, stride)).then(|| base + stride * offset)
    };
    let op = match op {
        Op::UniformIndexed {
            uniform,
            base,
            stride,
        } => Op::UniformIndexed {
            uniform,
            base: moved(base, stride, &shader.interface.uniforms[uniform])?,
            stride,
        },
        Op::InputIndexed {
            input,
            base,
            stride,
        } => Op::InputIndexed {
            input,
            base: moved(base, stride, &shader.interface.inputs[input])?,
            stride,
        },
        _ => return None,
    };
    Some((op, rest))
}

/// True if an int is known not to be negative. Each step goes to an operand.
fn is_natural(shader: &Shader, mut operand: Use) -> bool {
    while let Some(inst) = shader.def_inst(operand.value) {
        let data = &shader.insts[inst];
        let factor = |number: usize| {
            let factor = data.args.get(number)?.then(operand.swizzle);
            literal(shader, factor, 0).filter(|factor| *factor >= 0)
        };
        operand = match (data.op, data.args.as_slice()) {
            (Op::FloatToInt, &[a]) => return bound::is_nonnegative(shader, a),
            (Op::Mul | Op::Add, &[a, _]) if factor(1).is_some() => a.then(operand.swizzle),
            (Op::Mul | Op::Add, &[_, b]) if factor(0).is_some() => b.then(operand.swizzle),
            _ => return false,
        };
    }
    false
}

/// A lane of an operand, if it is a literal int.
fn literal(shader: &Shader, operand: Use, lane: u8) -> Option<i64> {
    let constant = shader.as_constant(operand)?;
    (constant.ty.scalar == Scalar::Int).then(|| constant.int(lane).into())
}

/// What the results of a conversion are read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// As numbers, or not at all.
    Numbers,
    /// As subscripts, some of them scaled; what is below zero does not matter.
    Scaled,
    /// As subscripts that are not scaled; what is below zero does not matter.
    Plain,
}

/// The subscript `scale * n + offset` of a number n.
#[derive(Clone, Copy)]
struct Linear {
    scale: i64,
    offset: i64,
}

impl Linear {
    /// True if it is below zero for each negative n, and never for another.
    fn keeps_sign(self) -> bool {
        0 <= self.offset && self.offset < self.scale
    }
}

/// Bounds what literals make of a scale: far beyond any variable's slots, and no product overflows.
const FAR: i64 = 1 << 24;

/// A place in the structure of a shader.
#[derive(Clone, Copy, Default)]
struct Place {
    region: Option<Region>,
    /// Conditionals and loops before it in its region: without one between them, both of two instructions are executed
    /// or none.
    section: usize,
}

/// An access with a subscript that depends on a converted number.
#[derive(Clone, Copy)]
struct Access {
    inst: Inst,
    /// True if it is out of range for every negative number.
    tells: bool,
    scaled: bool,
}

/// What the results of conversions of floats to ints are read as.
fn readings(shader: &Shader) -> Vec<(Inst, Reading)> {
    let readers = Readers::of(shader);
    let conversions = readers.conversions.iter();
    conversions
        .map(|&inst| (inst, readers.of_conversion(inst)))
        .collect()
}

/// Where a value is an operand; `None` where it leaves a region.
type Reader = Option<(Inst, usize)>;

struct Readers<'a> {
    shader: &'a Shader,
    of: SecondaryMap<Value, Vec<Reader>>,
    places: SecondaryMap<Inst, Place>,
    /// The instructions that regions are of.
    owners: SecondaryMap<Region, Option<Inst>>,
    conversions: Vec<Inst>,
}

impl<'a> Readers<'a> {
    fn of(shader: &'a Shader) -> Readers<'a> {
        let mut readers = Readers {
            shader,
            of: SecondaryMap::new(),
            places: SecondaryMap::new(),
            owners: SecondaryMap::new(),
            conversions: Vec::new(),
        };
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            let mut section = 0;
            for &inst in &data.insts {
                readers.places[inst] = Place {
                    region: Some(region),
                    section,
                };
                let data = &shader.insts[inst];
                for (number, operand) in data.args.iter().enumerate() {
                    readers.of[operand.value].push(Some((inst, number)));
                }
                for &inner in &data.regions {
                    readers.owners[inner] = Some(inst);
                }
                section += usize::from(!data.regions.is_empty());
                if data.op == Op::FloatToInt {
                    readers.conversions.push(inst);
                }
            }
            for operand in data.end.uses() {
                readers.of[operand.value].push(None);
            }
        }
        readers
    }

    /// Returns how the results of a conversion are read.
    fn of_conversion(&self, inst: Inst) -> Reading {
        let result = self.shader.result(inst);
        let (mut is_read, mut scaled) = (false, false);
        for lane in 0..self.shader.ty(result).lanes {
            let mut accesses = Vec::new();
            let itself = Linear {
                scale: 1,
                offset: 0,
            };
            if !self.find(result, lane, itself, &mut accesses) {
                return Reading::Numbers;
            }
            let is_told = |access: &Access| {
                access.tells || accesses.iter().any(|other| self.tells(other, access))
            };
            if !accesses.iter().all(is_told) {
                return Reading::Numbers;
            }
            is_read |= !accesses.is_empty();
            scaled |= accesses.iter().any(|access| access.scaled);
        }
        match (is_read, scaled) {
            (false, _) => Reading::Numbers,
            (true, true) => Reading::Scaled,
            (true, false) => Reading::Plain,
        }
    }

    /// Collects the accesses whose subscript depends on a lane of a value, which is `number` of a converted one; false if
    /// anything else reads it. Each step goes to a later instruction.
    fn find(&self, value: Value, lane: u8, number: Linear, found: &mut Vec<Access>) -> bool {
        self.of[value].iter().all(|reader| match *reader {
            Some((inst, operand)) => self.find_at(inst, operand, lane, number, found),
            None => false,
        })
    }

    fn find_at(
        &self,
        inst: Inst,
        operand: usize,
        lane: u8,
        number: Linear,
        found: &mut Vec<Access>,
    ) -> bool {
        let data = &self.shader.insts[inst];
        let lanes = data.args[operand].swizzle;
        let mut reading = (0..).zip(lanes.lanes()).filter(|(_, read)| **read == lane);
        match data.op {
            Op::UniformIndexed { base, stride, .. } | Op::InputIndexed { base, stride, .. } => {
                if reading.next().is_some() {
                    found.push(Access {
                        inst,
                        tells: base < stride && number.keeps_sign(),
                        scaled: stride != 1 || number.scale != 1,
                    });
                }
                true
            }
            Op::Mul | Op::Add => reading.all(|(place, _)| {
                let other = data.args.get(1 - operand.min(1));
                let literal = other.and_then(|other| literal(self.shader, *other, place));
                let next = literal.map(|literal| match data.op {
                    Op::Mul => Linear {
                        scale: number.scale * literal,
                        offset: number.offset * literal,
                    },
                    _ => Linear {
                        offset: number.offset + literal,
                        ..number
                    },
                });
                let near =
                    |next: &Linear| 0 < next.scale && next.scale < FAR && next.offset.abs() < FAR;
                next.filter(near)
                    .is_some_and(|next| self.find(self.shader.result(inst), place, next, found))
            }),
            _ => reading.next().is_none(),
        }
    }

    /// True if an access that is out of range for negative numbers is executed whenever another one is.
    fn tells(&self, witness: &Access, other: &Access) -> bool {
        let place = self.places[witness.inst];
        let mut at = Some(other.inst);
        while let Some(inst) = at {
            let around = self.places[inst];
            if around.region == place.region {
                return witness.tells && place.section <= around.section;
            }
            at = around.region.and_then(|region| self.owners[region]);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Reading::{self, Numbers, Plain, Scaled};
    use super::{SUBSCRIPT, readings};
    use crate::opt::testing::{random_inputs, read, results, run_on};
    use crate::text::print;
    use crate::{Capabilities, Indexing, Shader};

    fn text(body: &str) -> String {
        format!(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"u\" vec4[24]\n\
             uniform uniform1 \"m\" mat4[6]\noutput out0 \"gl_Position\" vec4 builtin=position\n\
             body {{\n  %0:f4 = input in0[0]\n  %1:i2 = float_to_int %0.xy\n  %2:i1 = const 3\n{body}}}\n"
        )
    }

    fn answers(body: &str) -> Vec<Reading> {
        let found = readings(&read(&text(body)));
        found.into_iter().map(|(_, reading)| reading).collect()
    }

    #[test]
    fn subscripts_keep_the_sign_if_what_is_added_is_less_than_the_scale() {
        for (index, wanted) in [
            ("", Plain),
            (
                "%3:i1 = mul %1.x, %2\n%4:i1 = const 2\n%5:i1 = add %3, %4",
                Scaled,
            ),
            ("%3:i1 = mul %2, %1.y\n%5:i1 = add %3, %2", Numbers),
            ("%4:i1 = const 1\n%5:i1 = add %1.x, %4", Numbers),
            ("%4:i1 = const -3\n%5:i1 = mul %1.x, %4", Numbers),
            ("%5:i1 = mul %1.x, %1.y", Numbers),
        ] {
            let place = if index.is_empty() { "%1.x" } else { "%5" };
            let body =
                format!("{index}\n%9:f4 = uniform_indexed uniform0[0 + 1 * {place}]\nyield %9\n");
            assert_eq!(answers(&body), [wanted], "{index}");
        }
    }

    /// Element i, an element behind it, a condition and another lane's element.
    const FIRST: &str = "%10:f4 = uniform_indexed uniform0[0 + 1 * %1.x]\n";
    const NEXT: &str = "%11:i1 = add %1.x, %2\n%12:f4 = uniform_indexed uniform0[0 + 1 * %11]\n";
    const OTHER: &str = "%10:f4 = uniform_indexed uniform0[0 + 1 * %1.y]\n";
    const CONDITION: &str = "%20:b1 = lt %0.z, %0.w\n";

    #[test]
    fn an_element_that_is_read_whenever_a_later_one_is_tells_the_sign() {
        let sum = "%13:f4 = add %10, %12\n";
        for (body, wanted) in [
            (format!("{FIRST}{NEXT}{sum}yield %13\n"), Plain),
            (format!("{NEXT}{FIRST}{sum}yield %13\n"), Plain),
            // It is the same lane that counts.
            (format!("{OTHER}{NEXT}{sum}yield %13\n"), Numbers),
            // Both on one side of a conditional, or the later one alone.
            (
                format!(
                    "{CONDITION}%21:f4 = if %20 {{\n{FIRST}{NEXT}{sum}yield %13\n}} else {{\nyield %0\n}}\nyield %21\n"
                ),
                Plain,
            ),
            (
                format!(
                    "{FIRST}{CONDITION}%21:f4 = if %20 {{\n{NEXT}{sum}yield %13\n}} else {{\nyield %0\n}}\nyield %21\n"
                ),
                Plain,
            ),
            // The first one is not always read when the later one is.
            (
                format!(
                    "{CONDITION}%21:f4 = if %20 {{\n{FIRST}yield %10\n}} else {{\n{NEXT}yield %12\n}}\nyield %21\n"
                ),
                Numbers,
            ),
            (
                format!(
                    "{NEXT}{CONDITION}%21:f4 = if %20 {{\n{FIRST}{sum}yield %13\n}} else {{\nyield %12\n}}\nyield %21\n"
                ),
                Numbers,
            ),
            (
                format!(
                    "{NEXT}{CONDITION}%21:f4 = if %20 {{\nyield %12\n}} else {{\nyield %0\n}}\n{FIRST}{sum}%22:f4 = add %13, %21\nyield %22\n"
                ),
                Numbers,
            ),
        ] {
            assert_eq!(answers(&body), [wanted], "{body}");
        }
    }

    #[test]
    fn literals_that_are_added_to_a_subscript_are_slots() {
        let machine = Capabilities {
            index: Indexing::ALL,
            ..Capabilities::MINIMAL
        };
        let after = |body: &str| print(&agrees_in_range(&machine, &text(body)));
        let sum = "%13:f4 = add %10, %12\nyield %13\n";
        let found = after(&format!("{FIRST}{NEXT}{sum}"));
        assert!(found.contains("uniform0[3 + 1 *"), "{found}");
        assert!(found.contains(" = max "), "{found}");
        // Rows of a matrix: the element counts in slots.
        let scaled = "%3:i1 = mul %1.x, %2\n%4:i1 = const 2\n%5:i1 = add %4, %3\n\
                      %9:f4 = uniform_indexed uniform0[0 + 1 * %5]\nyield %9\n";
        let found = after(scaled);
        assert!(found.contains("uniform0[2 + 1 *"), "{found}");
        // Below zero it is the element 3 - 1, so that the literal is needed; and there is no slot 24.
        assert!(!after(&format!("{NEXT}yield %12\n")).contains("uniform0[3 +"));
        let far = format!("{FIRST}{NEXT}{sum}").replace("add %1.x, %2", "add %1.x, %3");
        let found = after(&format!("%3:i1 = const 24\n{far}"));
        assert!(!found.contains("uniform0[24"), "{found}");
    }

    /// Runs the pass, and compares results where no index is out of range.
    fn agrees_in_range(machine: &Capabilities, text: &str) -> Shader {
        let before = read(text);
        let mut after = before.clone();
        run_on(&[SUBSCRIPT], machine, &mut after).unwrap();
        for index in [0.0, 0.9, 1.0, 1.99, 4.0] {
            let mut inputs = random_inputs(&before, 1);
            for vector in &mut inputs.attributes["v"].values {
                vector[..2].fill(index);
            }
            let (wanted, found) = (results(&before, &inputs), results(&after, &inputs));
            assert_eq!(wanted.outputs, found.outputs, "{index}\n{}", print(&after));
        }
        after
    }

    #[test]
    fn later_elements_and_other_readers_need_the_truncation() {
        let column =
            |base: u32| format!("%9:f4 = uniform_indexed uniform1[{base} + 4 * %1.x]\nyield %9\n");
        assert_eq!(answers(&column(3)), [Scaled]);
        assert_eq!(answers(&column(4)), [Numbers]);
        let also = "%8:f4 = uniform_indexed uniform0[0 + 1 * %1.x]\n%7:f2 = int_to_float %1\n\
                    %9:f4 = compose %7, %8.xy\nyield %9\n";
        assert_eq!(answers(also), [Numbers]);
        assert_eq!(answers("yield %0\n"), [Numbers]);
    }
}
