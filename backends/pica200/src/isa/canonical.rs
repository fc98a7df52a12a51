//! One form for all encodings of an instruction that the machine does not tell apart: they differ at
//! positions of swizzles that the instruction does not read.

use super::{Instruction, Source, Swizzle};

/// An instruction with x at the positions that it does not read.
pub(crate) fn canonical(instruction: &Instruction) -> Instruction {
    reswizzled(instruction, |asked| {
        Swizzle::new(asked.map(Option::unwrap_or_default))
    })
}

/// An instruction with swizzles as [`Swizzle::shortest`] has them.
pub(crate) fn shortened(instruction: &Instruction) -> Instruction {
    reswizzled(instruction, Swizzle::shortest)
}

/// Gives each operand the swizzle that a function makes of the lanes that are read, by position.
fn reswizzled(
    instruction: &Instruction,
    swizzle: impl Fn([Option<u8>; 4]) -> Swizzle,
) -> Instruction {
    let meaning = instruction.opcode().info().meaning;
    let mask = instruction.mask();
    instruction.with_sources(|k, source| {
        let read = meaning.positions(k, mask);
        let lane = |at| read.has(at).then(|| source.swizzle.lane(at));
        Source {
            swizzle: swizzle([0, 1, 2, 3].map(lane)),
            ..source
        }
    })
}
