//! Sources and destinations.

use super::{Fragment, Machine};
use crate::pp::bundle::Slot;
use crate::pp::isa::{Argument, Field, source};
use retroshade_kit::machine::{Register, UNSET};

/// A component of a register.
pub(super) fn lane(register: Register, lane: i64) -> f32 {
    let value = register.get((lane & 3) as usize);
    value.copied().unwrap_or(f32::NAN)
}

fn modified(value: f32, absolute: bool, negative: bool) -> f32 {
    let value = if absolute { value.abs() } else { value };
    if negative { -value } else { value }
}

/// The components that a swizzle selects.
pub(super) fn swizzled(register: Register, swizzle: i64) -> Register {
    [0, 2, 4, 6].map(|shift| lane(register, swizzle >> shift))
}

impl Machine<'_> {
    /// What a source code names, whole.
    pub(super) fn register(&self, fragment: &Fragment, code: i64) -> Register {
        match code {
            source::CONST0 => self.constants[0],
            source::CONST1 => self.constants[1],
            source::TEXTURE => fragment.passing.texture,
            source::LOAD => fragment.passing.load,
            _ => {
                let number = usize::try_from(code).unwrap_or(usize::MAX);
                fragment.registers.get(number).copied().unwrap_or(UNSET)
            }
        }
    }

    /// One component by its number.
    pub(super) fn component(&self, fragment: &Fragment, code: i64) -> f32 {
        lane(self.register(fragment, code >> 2), code)
    }

    /// A vector operand with its swizzle and modifiers.
    pub(super) fn vector(&self, fragment: &Fragment, slot: &Slot, at: Argument) -> Register {
        let register = match slot.flag(Field::MulIn) && at == Argument::FIRST {
            true => fragment.passing.vector,
            false => self.register(fragment, slot.get(at.src)),
        };
        let (absolute, negative) = (slot.flag(at.absolute), slot.flag(at.negative));
        swizzled(register, slot.get(at.swizzle)).map(|value| modified(value, absolute, negative))
    }

    /// A scalar operand with its modifiers.
    pub(super) fn scalar(&self, fragment: &Fragment, slot: &Slot, at: Argument) -> f32 {
        let value = match slot.flag(Field::MulIn) && at == Argument::FIRST {
            true => fragment.passing.scalar,
            false => self.component(fragment, slot.get(at.src)),
        };
        modified(value, slot.flag(at.absolute), slot.flag(at.negative))
    }
}

impl Fragment {
    /// Writes the components of a mask.
    pub(super) fn write(&mut self, number: i64, mask: i64, value: Register) {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(register) = self.registers.get_mut(number) {
            if let Some(written) = &mut self.written {
                written.push((number, (mask & 15) as u8, value));
            }
            for (lane, (held, value)) in register.iter_mut().zip(value).enumerate() {
                if mask >> lane & 1 == 1 {
                    *held = value;
                }
            }
        }
    }

    /// Writes one component by its number.
    pub(super) fn write_component(&mut self, code: i64, value: f32) {
        self.write(code >> 2, 1 << (code & 3), [value; 4]);
    }
}
