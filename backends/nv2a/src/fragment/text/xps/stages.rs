//! General combiners and the final one as they are put together.

use crate::fragment::isa::{Input, Output, Register, Side};

/// One side of a combiner: A, B, C, D and what becomes of the products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Half {
    pub(super) inputs: [Input; 4],
    pub(super) output: Output,
}

/// A general combiner.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    /// Colour and alpha.
    pub(super) halves: [Option<Half>; 2],
    /// Numbers of the constants that its two factors hold.
    pub(super) constants: [Option<u32>; 2],
}

impl Stage {
    /// Input and output words of both sides.
    pub(super) fn words(&self) -> [(u32, u32); 2] {
        [(Side::Rgb, 0), (Side::Alpha, 1)].map(|(side, which)| {
            let half: Option<Half> = self.halves[which];
            half.map_or((idle(side), 0), |half| {
                (
                    u32::from_be_bytes(half.inputs.map(Input::byte)),
                    half.output.word(),
                )
            })
        })
    }
}

/// Inputs of a side that does nothing.
pub(super) fn idle(side: Side) -> u32 {
    match side {
        Side::Rgb => 0,
        Side::Alpha => 0x1010_1010,
    }
}

/// The final combiner.
#[derive(Clone, Debug)]
pub(super) struct Last {
    /// CW0 and CW1.
    pub(super) words: [u32; 2],
    pub(super) constants: [Option<u32>; 2],
}

/// Gives a constant one of two factors; `None` if both hold others.
pub(super) fn factor(factors: &mut [Option<u32>; 2], constant: u32) -> Option<Register> {
    let own = factors.iter().position(|held| *held == Some(constant));
    let place = own.or_else(|| factors.iter().position(Option::is_none))?;
    factors[place] = Some(constant);
    Some(Register::CONSTANTS[place])
}
