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
    /// Whether powers of 2 and logarithms are polynomials, and not functions of their own.
    pub(crate) powers: bool,
    /// Whether functions of constants are what they are in numbers, since the compiler has computed them.
    pub(crate) folded: bool,
}

impl Meaning {
    /// Functions as one chip has them, all by instructions.
    pub(crate) const PLAIN: Meaning = Meaning {
        trigonometry: Trigonometry::Native,
        powers: false,
        folded: false,
    };

    /// What functions may mean in programs of a shader, the likeliest first.
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
