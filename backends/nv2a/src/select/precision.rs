//! Which values are below highp: ESSL gives an expression the highest precision of its operands.

use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::{Op, Precision, Shader, Value};

/// The precision of a value, as far as its operands tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Known {
    /// Only literals, which have no precision of their own.
    #[default]
    Nothing,
    /// All of them lowp or mediump.
    Coarse,
    /// Some of them highp.
    High,
}

/// The precision of every value of a straight-line body.
#[derive(Clone, Debug)]
pub(super) struct Precisions {
    known: SecondaryMap<Value, Known>,
}

impl Precisions {
    /// Works forward from the interface. A variable without qualifier is highp, the default of
    /// vertex shaders.
    pub(super) fn of(shader: &Shader) -> Precisions {
        let mut known: SecondaryMap<Value, Known> = SecondaryMap::new();
        let declared = |precision: Option<Precision>| match precision {
            Some(Precision::Low | Precision::Medium) => Known::Coarse,
            Some(Precision::High) | None => Known::High,
        };
        for inst in &shader.regions[shader.body].insts {
            let data = &shader.insts[*inst];
            let own = match data.op {
                Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
                    declared(shader.interface.inputs[input].precision)
                }
                Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                    declared(shader.interface.uniforms[uniform].precision)
                }
                _ => data.args.iter().fold(Known::Nothing, |sum, arg| {
                    match (sum, known[arg.value]) {
                        (Known::High, _) | (_, Known::High) => Known::High,
                        (Known::Coarse, _) | (_, Known::Coarse) => Known::Coarse,
                        (Known::Nothing, Known::Nothing) => Known::Nothing,
                    }
                }),
            };
            for value in &data.results {
                known[*value] = own;
            }
        }
        Precisions { known }
    }

    /// True if every operand of a value that has a precision is lowp or mediump.
    pub(super) fn is_coarse(&self, value: Value) -> bool {
        self.known[value] == Known::Coarse
    }
}
