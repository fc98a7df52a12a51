//! Conversions `int(x)` whose results are only subscripts, where what is below zero may count as zero:
//! a subscript below zero means nothing, so the floor of `max(x, 0.0)` serves as well as the truncation,
//! which costs twice as much on machines that have neither.
//!
//! A subscript may be scaled and moved: `k * int(x) + c` is below zero for every negative `int(x)` if
//! `0 <= c < k`. `u[int(x) + 1]` reads an element at `int(x) = -1` and is not such a subscript.

use crate::entity::SecondaryMap;
use crate::{Inst, Op, Scalar, Shader, Use, Value};

/// What the results of a conversion are read as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// As numbers, or not at all.
    #[default]
    Numbers,
    /// As subscripts, scaled first; what is below zero does not matter.
    Scaled,
    /// As subscripts; what is below zero does not matter.
    Subscripts,
}

/// Where a value is an operand; `None` where it leaves a region.
type Reader = Option<(Inst, usize)>;

struct Readers<'a> {
    shader: &'a Shader,
    of: SecondaryMap<Value, Vec<Reader>>,
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

/// What the results of conversions of floats to ints are read as.
pub(super) fn readings(shader: &Shader) -> SecondaryMap<Inst, Reading> {
    let mut found = SecondaryMap::new();
    let subscripts = |op: Op| matches!(op, Op::UniformIndexed { .. } | Op::InputIndexed { .. });
    if !shader.may_have(|data| subscripts(data.op)) {
        return found;
    }
    let readers = Readers::of(shader);
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            if data.op == Op::FloatToInt {
                let start = Linear {
                    scale: 1,
                    offset: 0,
                };
                found[inst] = readers.of_value(shader.result(inst), start);
            }
        }
    }
    found
}

impl<'a> Readers<'a> {
    fn of(shader: &'a Shader) -> Readers<'a> {
        let mut of: SecondaryMap<Value, Vec<Reader>> = SecondaryMap::new();
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            for &inst in &data.insts {
                for (number, operand) in shader.insts[inst].args.iter().enumerate() {
                    of[operand.value].push(Some((inst, number)));
                }
            }
            for operand in data.end.uses() {
                of[operand.value].push(None);
            }
        }
        Readers { shader, of }
    }

    /// Returns how a value is read that is `number` of a converted one. Each step goes to a later instruction.
    fn of_value(&self, value: Value, number: Linear) -> Reading {
        let readers = self.of[value].iter();
        let readings = readers.map(|reader| match reader {
            Some((inst, operand)) => self.by(*inst, *operand, number),
            None => Reading::Numbers,
        });
        readings.min().unwrap_or_default()
    }

    fn by(&self, inst: Inst, operand: usize, number: Linear) -> Reading {
        let data = &self.shader.insts[inst];
        let other = || {
            let other = data.args.get(1 - operand.min(1));
            other.and_then(|other| self.literal(*other))
        };
        let next = match data.op {
            Op::UniformIndexed { base, stride, .. } | Op::InputIndexed { base, stride, .. } => {
                return if base >= stride || !number.keeps_sign() {
                    Reading::Numbers
                } else if stride == 1 && number.scale == 1 {
                    Reading::Subscripts
                } else {
                    Reading::Scaled
                };
            }
            Op::Mul => other().filter(|factor| *factor > 0).map(|factor| Linear {
                scale: number.scale * factor,
                offset: number.offset * factor,
            }),
            Op::Add => other().map(|term| Linear {
                offset: number.offset + term,
                ..number
            }),
            _ => None,
        };
        match next.filter(|next| next.scale < FAR && next.offset.abs() < FAR) {
            Some(next) => self.of_value(self.shader.result(inst), next),
            None => Reading::Numbers,
        }
    }

    /// An int that is the same in all lanes.
    fn literal(&self, operand: Use) -> Option<i64> {
        let constant = self.shader.as_constant(operand)?;
        let first = constant.int(0);
        let same = constant.lanes().iter().all(|bits| *bits == first as u32);
        (constant.ty.scalar == Scalar::Int && same).then_some(first.into())
    }
}

#[cfg(test)]
mod tests {
    use super::Reading::{self, Numbers, Scaled, Subscripts};
    use super::readings;
    use crate::Op;
    use crate::opt::testing::read;

    fn answers(body: &str) -> Vec<Reading> {
        let text = format!(
            "shader vertex \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"u\" vec4[24]\n\
             uniform uniform1 \"m\" mat4[6]\noutput out0 \"gl_Position\" vec4 builtin=position\n\
             body {{\n  %0:f4 = input in0[0]\n  %1:i2 = float_to_int %0.xy\n  %2:i1 = const 3\n{body}}}\n"
        );
        let shader = read(&text);
        let found = readings(&shader);
        let conversions = shader
            .insts
            .iter()
            .filter(|(_, data)| data.op == Op::FloatToInt);
        conversions.map(|(inst, _)| found[inst]).collect()
    }

    #[test]
    fn subscripts_keep_the_sign_if_what_is_added_is_less_than_the_scale() {
        for (index, wanted) in [
            ("", Subscripts),
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
