//! What functions are taken to mean: chips have other formulas for them.

use retroshade_ir::{Op, Shader};

/// What sine, cosine and arc tangent are on the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigonometry {
    /// Instructions, but for the arc tangent.
    Native,
    /// Instructions that take turns, and an arc tangent of two steps.
    Turns,
    /// A polynomial of turns.
    Expanded,
    /// A shorter one, where the precision of the operands asks for no more.
    Coarse,
}

/// What functions are in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    pub(crate) trigonometry: Trigonometry,
    /// True if powers of 2 and logarithms are polynomials, and not functions of their own.
    pub(crate) powers: bool,
    /// True if functions of constants are what they are in numbers, since the compiler has computed them.
    pub(crate) folded: bool,
}

impl Meaning {
    /// Functions as one chip has them, all by instructions.
    pub(crate) const PLAIN: Meaning = Meaning {
        trigonometry: Trigonometry::Native,
        powers: false,
        folded: false,
    };

    /// Lists the meanings that functions may have in programs of a shader, the likeliest first.
    pub(crate) fn all(
        shader: &Shader,
        trigonometry: &[Trigonometry],
        has_powers: bool,
    ) -> Vec<Meaning> {
        let uses = |ops: &[Op]| shader.insts.values().any(|inst| ops.contains(&inst.op));
        let angles = [
            Op::Sin,
            Op::Cos,
            Op::Tan,
            Op::Asin,
            Op::Acos,
            Op::Atan,
            Op::Atan2,
        ];
        let powers = [Op::Exp, Op::Log, Op::Exp2, Op::Log2, Op::Pow];
        let mut all = Vec::new();
        for powers in [false, has_powers && uses(&powers)] {
            for folded in [false, uses(&angles)] {
                for &trigonometry in trigonometry {
                    let meaning = Meaning {
                        trigonometry,
                        powers,
                        folded,
                    };
                    if !all.contains(&meaning) {
                        all.push(meaning);
                    }
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::{SourceFile, SourceMap};
    use retroshade_ir::text::parse;

    /// Meanings of a shader with one operation, as trigonometry, powers, folded.
    fn all(op: &str, has_powers: bool) -> Vec<(Trigonometry, bool, bool)> {
        let text = format!(
            "shader vertex \"a\"\ninput in0 \"v\" float\noutput out0 \"r\" float\nbody {{\n%0:f1 = input in0[0]\n%1:f1 = {op}\nyield %1\n}}\n"
        );
        let file = SourceMap::new().add(SourceFile::new("test", &text));
        let shader = parse(&text, file).unwrap();
        let kinds = [Trigonometry::Expanded, Trigonometry::Coarse];
        let all = Meaning::all(&shader, &kinds, has_powers).into_iter();
        all.map(|one| (one.trigonometry, one.powers, one.folded))
            .collect()
    }

    #[test]
    fn meanings_are_those_that_the_shader_can_tell() {
        use Trigonometry::{Coarse, Expanded};
        let plain = [(Expanded, false, false), (Coarse, false, false)];
        let folded = [(Expanded, false, true), (Coarse, false, true)];
        let powers = [(Expanded, true, false), (Coarse, true, false)];
        assert_eq!(all("neg %0", true), plain);
        for op in ["exp", "log", "exp2", "log2", "pow"] {
            let call = match op {
                "pow" => "pow %0, %0".to_owned(),
                _ => format!("{op} %0"),
            };
            assert_eq!(all(&call, false), plain, "{op}");
            assert_eq!(all(&call, true), [plain, powers].concat(), "{op}");
        }
        for op in ["sin", "cos", "tan", "asin", "acos", "atan", "atan2"] {
            let call = match op {
                "atan2" => "atan2 %0, %0".to_owned(),
                _ => format!("{op} %0"),
            };
            assert_eq!(all(&call, true), [plain, folded].concat(), "{op}");
        }
    }
}
