//! What operations cost on a target, for the choice between equal forms.

use crate::OpKind;

/// An instruction, in the unit of costs.
pub const INSTRUCTION: u32 = 1000;

/// The costs of operations on a machine of four lanes: what an operation adds to the length of a program, in thousandths
/// of an instruction, all placing aside.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// Operations that are something else than one instruction.
    pub operations: &'static [(OpKind, u32)],
    /// The cost of an inner product of two lanes.
    pub dot2: u32,
    /// True if a sum with a product that nothing else reads is one instruction.
    pub fuses: bool,
    /// The cost of a copy, which a `compose` takes for each register that it gathers lanes from.
    pub copy: u32,
}

impl Costs {
    /// The cost of an operation with a result of `lanes` lanes.
    pub fn of(&self, kind: OpKind, operand_lanes: u8) -> u32 {
        if kind == OpKind::Dot && operand_lanes == 2 {
            return self.dot2;
        }
        let listed = self.operations.iter().find(|(listed, _)| *listed == kind);
        listed.map_or(INSTRUCTION, |(_, cost)| *cost)
    }
}
