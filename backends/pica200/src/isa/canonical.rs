//! One form for all encodings of an instruction that the machine does not tell apart.

use super::{Instruction, Selector, Source};

/// An instruction without what the machine does not look at: positions of selectors that it does not
/// read, which depend on who shares the operand descriptor.
pub(crate) fn canonical(instruction: &Instruction) -> Instruction {
    let reads = instruction.opcode().info().reads;
    let mask = instruction.mask();
    let plain = |k: usize, source: Source| {
        let read = reads.positions(k, mask);
        let lane = |lane: u8| {
            if read.has(lane) {
                source.selector.lane(lane)
            } else {
                0
            }
        };
        Source {
            selector: Selector::new([lane(0), lane(1), lane(2), lane(3)]),
            ..source
        }
    };
    let mut canonical = *instruction;
    match &mut canonical {
        Instruction::Arithmetic {
            opcode, sources, ..
        } => {
            let used = opcode.info().form.sources();
            for (k, source) in sources.iter_mut().enumerate().take(used) {
                *source = plain(k, *source);
            }
        }
        Instruction::MoveAddress { source, .. } => *source = plain(0, *source),
        Instruction::Compare { sources, .. } => {
            for (k, source) in sources.iter_mut().enumerate() {
                *source = plain(k, *source);
            }
        }
        _ => {}
    }
    canonical
}
