//! The bits of a vertex as the numbers that a program is run in.

use super::Arithmetic;
use crate::isa::ONE_BITS;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::numbers::{
    Comparison, Detail, Function, Locations, Numbers, Outside, Samples, VectorFunction,
};

/// The sign of a number.
const SIGN: u32 = 1 << 31;

/// IEEE singles of one vertex, computed with by an arithmetic of the chip. Copies pass bits unchanged.
#[derive(Clone, Copy)]
pub struct Bits<'a> {
    /// What computes.
    pub arithmetic: &'a dyn Arithmetic,
    /// The number of the vertex in the image.
    pub sample: usize,
}

impl std::fmt::Debug for Bits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bits")
            .field("sample", &self.sample)
            .finish_non_exhaustive()
    }
}

fn truth(holds: bool) -> u32 {
    if holds { ONE_BITS } else { 0 }
}

impl Numbers for Bits<'_> {
    type Value = u32;
    type Address = i64;

    fn begin(&mut self, _: usize, _: Samples) {}

    fn taking_part(&self) -> Samples {
        1
    }

    fn literal(&mut self, number: f32) -> u32 {
        number.to_bits()
    }

    fn integer(&mut self, number: i64) -> u32 {
        (number as f32).to_bits()
    }

    /// Registers begin with 0.
    fn unset(&mut self) -> u32 {
        0
    }

    fn recorded(&mut self, value: u32, _: usize) -> f32 {
        f32::from_bits(value)
    }

    fn same(&self, a: u32, b: u32) -> bool {
        a == b
    }

    fn outside(&mut self, image: &RegisterImage, from: Outside) -> Result<u32, Trap> {
        from.of_sample(image, self.sample).map(f32::to_bits)
    }

    fn apply(&mut self, function: Function, operands: &[u32]) -> Result<u32, Trap> {
        let chip = self.arithmetic;
        let [a, b, c] = [0, 1, 2].map(|n| operands.get(n).copied().unwrap_or(0));
        Ok(match function {
            Function::Copy => a,
            Function::Negate => a ^ SIGN,
            Function::Absolute => a & !SIGN,
            Function::Multiply => chip.mul(a, b),
            Function::Add | Function::Sum => chip.sum(operands),
            Function::Minimum => {
                if chip.less(a, b) {
                    a
                } else {
                    b
                }
            }
            Function::Maximum => {
                if chip.less(a, b) {
                    b
                } else {
                    a
                }
            }
            Function::Compare(Comparison::LESS) => truth(chip.less(a, b)),
            Function::Compare(Comparison::GREATER_OR_EQUAL) => truth(!chip.less(a, b)),
            // Of 18 bits: a single has room for all of them.
            Function::Floor => (chip.floor(a) as f32).to_bits(),
            Function::Reciprocal => chip.rcp(a),
            Function::ClampedReciprocal => chip.rcc(a),
            Function::ReciprocalSquareRoot => chip.rsq(a),
            Function::Exp2OfFloor => chip.expp(a)[0],
            Function::Fraction => chip.expp(a)[1],
            Function::Exp2 => chip.expp(a)[2],
            Function::Exponent => chip.logp(a)[0],
            Function::Significand => chip.logp(a)[1],
            Function::Log2 => chip.logp(a)[2],
            Function::Positive => chip.lit(&[a, 0, 0, 0])[1],
            Function::LitPower => chip.lit(&[a, b, 0, c])[2],
            _ => return Err(Trap::Function(function)),
        })
    }

    fn apply_vector(&mut self, function: VectorFunction, _: &[u32]) -> Result<[u32; 4], Trap> {
        Err(Trap::VectorFunction(function))
    }

    fn rounded(&mut self, value: u32) -> u32 {
        value
    }

    fn jumps(&mut self, comparison: Comparison, a: u32, b: u32) -> Samples {
        let [a, b] = [a, b].map(f32::from_bits);
        Samples::from(comparison.holds_for(a, b))
    }

    fn holding(&mut self, condition: u32) -> Samples {
        Samples::from(condition & !SIGN != 0)
    }

    fn merged(&mut self, new: u32, _: u32) -> u32 {
        new
    }

    fn merged_for(&mut self, _: Samples, new: u32, _: u32) -> u32 {
        new
    }

    fn address(&mut self, base: i64, offset: Option<u32>) -> Result<Option<i64>, Trap> {
        let offset = offset.map_or(0, |offset| f32::from_bits(offset) as i64);
        Ok(Some(base.saturating_add(offset)))
    }

    fn displaced(&self, address: i64, by: i64) -> i64 {
        address.saturating_add(by)
    }

    fn locations(&self, address: i64) -> Locations {
        vec![(address, 1)]
    }

    fn accessed(&mut self, value: u32, _: i64) -> u32 {
        value
    }

    fn lookup(
        &mut self,
        _: &RegisterImage,
        _: i64,
        _: &[u32],
        _: Detail<u32>,
    ) -> Result<[u32; 4], Trap> {
        Err(Trap::Illegal("vertex programs look up no textures".into()))
    }
}
