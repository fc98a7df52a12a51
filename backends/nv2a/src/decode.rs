//! Words to slots.
//!
//! Fields that an operation does not use hold anything in programs of other tools, mux 0 included;
//! they are not looked at.

use crate::encode::Words;
use crate::isa::fields::{self, OPERANDS};
use crate::isa::registers::output_row;
use crate::isa::{CONSTANTS, Ilu, Mac, Mask, PAIRED_TEMPORARY, POSITION_VIEW, SLOTS, TEMPORARIES};
use crate::program::{Operand, Program, Register, Slot, Target, Unit, UnitOp, Write};
use retroshade_kit::bits;
use retroshade_kit::lanes::Swizzle;
use std::fmt;

/// Why words are no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Bits without a meaning are set.
    UnknownBits,
    /// MAC operation 14 or 15.
    MacCode(u64),
    /// An operand that is used has mux 0.
    Mux(usize),
    /// A read of r13, r14 or r15.
    ReadTemporary(u64),
    /// A read of a constant beyond the last.
    ReadConstant(u64),
    /// A write of r12 to r15.
    WriteTemporary(u64),
    /// A write of an output that does not exist.
    WriteOutput(u64),
    /// A write of a constant beyond the last.
    WriteConstant(u64),
    /// ARL with a result besides a0.
    AddressResult,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownBits => write!(f, "bits without a known meaning are set"),
            Refusal::MacCode(code) => write!(f, "MAC operation {code} does not exist"),
            Refusal::Mux(port) => {
                let name = ["A", "B", "C"].get(*port).unwrap_or(&"?");
                write!(f, "operand {name} is used but selects no register file")
            }
            Refusal::ReadTemporary(index) => {
                write!(f, "r{index} is read; only r0 to r11 and r12 (oPos) exist")
            }
            Refusal::ReadConstant(index) => {
                write!(f, "c[{index}] is read; the last constant is c[191]")
            }
            Refusal::WriteTemporary(index) => {
                write!(f, "r{index} is written; only r0 to r11 can be")
            }
            Refusal::WriteOutput(number) => {
                write!(f, "output {number} is written, which does not exist")
            }
            Refusal::WriteConstant(index) => {
                write!(f, "c[{index}] is written; the last constant is c[191]")
            }
            Refusal::AddressResult => write!(f, "ARL has a result besides a0"),
        }
    }
}

/// A decoded slot and its FINAL bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The slot.
    pub slot: Slot,
    /// True if the program ends here.
    pub last: bool,
    /// True if the output port takes the result of a unit that does nothing, so that nothing is written.
    pub idle_output: bool,
}

/// Bits that no field covers.
fn has_unknown_bits(words: &Words) -> bool {
    words[0] != 0 || words[1] >> 28 != 0
}

fn operand(words: &Words, port: usize) -> Result<Operand, Refusal> {
    let Some(place) = OPERANDS.get(port) else {
        return Err(Refusal::Mux(port));
    };
    let get = |range| bits::get(words, range);
    let register = match get(place.mux) {
        1 => {
            let high = place.temporary_high.map_or(0, get);
            let index = high << place.temporary.width() | get(place.temporary);
            if index > u64::from(POSITION_VIEW) {
                return Err(Refusal::ReadTemporary(index));
            }
            Register::Temporary(index as u8)
        }
        2 => Register::Attribute(get(fields::ATTRIBUTE) as u8),
        3 => {
            let index = get(fields::CONSTANT);
            if index >= u64::from(CONSTANTS) {
                return Err(Refusal::ReadConstant(index));
            }
            if get(fields::RELATIVE) == 1 {
                Register::Relative(index as u8)
            } else {
                Register::Constant(index as u8)
            }
        }
        _ => return Err(Refusal::Mux(port)),
    };
    Ok(Operand {
        register,
        swizzle: Swizzle::from_reversed(get(place.swizzle) as u8),
        negate: get(place.negate) == 1,
    })
}

fn unit<Op: UnitOp>(words: &Words, op: Op) -> Result<Unit<Op>, Refusal> {
    let mut unit = Unit::new(op, &[]);
    for (port, _) in op.info().operands {
        let index = *port as usize;
        unit.ports[index] = Some(operand(words, index)?);
    }
    Ok(unit)
}

fn lanes(microcode: u64) -> Mask {
    (0..4)
        .filter(|lane| microcode >> (3 - lane) & 1 == 1)
        .fold(0, |mask, lane| mask | 1 << lane)
}

fn temporary(index: u64, mask: Mask) -> Result<Option<Write<u8>>, Refusal> {
    if mask == 0 {
        return Ok(None);
    }
    if index >= u64::from(TEMPORARIES) {
        return Err(Refusal::WriteTemporary(index));
    }
    Ok(Some(Write {
        to: index as u8,
        mask,
    }))
}

fn output(words: &Words) -> Result<Option<Write<Target>>, Refusal> {
    let mask = lanes(bits::get(words, fields::OUTPUT_MASK));
    let address = bits::get(words, fields::OUTPUT_ADDRESS);
    if mask == 0 {
        return Ok(None);
    }
    let to = if bits::get(words, fields::OUTPUT_FILE) == 1 {
        let number = u8::try_from(address).unwrap_or(u8::MAX);
        if output_row(number).is_none() {
            return Err(Refusal::WriteOutput(address));
        }
        Target::Output(number)
    } else {
        if address >= u64::from(CONSTANTS) {
            return Err(Refusal::WriteConstant(address));
        }
        Target::Constant(address as u8)
    };
    Ok(Some(Write { to, mask }))
}

/// Decodes one slot.
///
/// # Errors
/// Why the words are none.
pub fn decode_slot(words: &Words) -> Result<Decoded, Refusal> {
    if has_unknown_bits(words) {
        return Err(Refusal::UnknownBits);
    }
    let get = |range| bits::get(words, range);
    let code = get(fields::MAC);
    let mut mac = match Mac::from_code(code) {
        Some(op) => Some(unit(words, op)?),
        None if code == 0 => None,
        None => return Err(Refusal::MacCode(code)),
    };
    let mut ilu = match Ilu::from_code(get(fields::ILU)) {
        Some(op) => Some(unit(words, op)?),
        None => None,
    };
    let index = get(fields::TEMPORARY);
    let paired = mac.is_some();
    if let Some(unit) = &mut mac {
        let mask = lanes(get(fields::MAC_MASK));
        if unit.op == Mac::Arl && mask != 0 {
            return Err(Refusal::AddressResult);
        }
        unit.temporary = temporary(index, mask)?;
    }
    if let Some(unit) = &mut ilu {
        let index = if paired {
            u64::from(PAIRED_TEMPORARY)
        } else {
            index
        };
        unit.temporary = temporary(index, lanes(get(fields::ILU_MASK)))?;
    }
    let takes_ilu = get(fields::OUTPUT_UNIT) == 1;
    let taken_is_idle = if takes_ilu {
        ilu.is_none()
    } else {
        mac.is_none()
    };
    if takes_ilu {
        if let Some(unit) = &mut ilu {
            unit.output = output(words)?;
        }
    } else if let Some(unit) = &mut mac {
        unit.output = output(words)?;
        if unit.op == Mac::Arl && unit.output.is_some() {
            return Err(Refusal::AddressResult);
        }
    }
    Ok(Decoded {
        slot: Slot { mac, ilu },
        last: get(fields::FINAL) == 1,
        idle_output: taken_is_idle && get(fields::OUTPUT_MASK) != 0,
    })
}

/// Why words are no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// No slot at all.
    Empty,
    /// A slot that is none.
    Slot(usize, Refusal),
    /// More slots than there is memory for.
    TooLong,
    /// No slot has the FINAL bit.
    NoEnd,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Empty => write!(f, "the program has no slot"),
            DecodeError::Slot(slot, refusal) => write!(f, "slot {slot}: {refusal}"),
            DecodeError::TooLong => write!(f, "the program has more than {SLOTS} slots"),
            DecodeError::NoEnd => write!(f, "no slot has the FINAL bit"),
        }
    }
}

/// Decodes a program up to its FINAL slot; what follows is never executed.
///
/// # Errors
/// If a slot is none, there are too many, or none is the last.
pub fn decode(words: &[Words]) -> Result<Program, DecodeError> {
    if words.is_empty() {
        return Err(DecodeError::Empty);
    }
    let mut slots = Vec::with_capacity(words.len().min(SLOTS));
    for (index, words) in words.iter().enumerate() {
        if index >= SLOTS {
            return Err(DecodeError::TooLong);
        }
        let decoded = decode_slot(words).map_err(|refusal| DecodeError::Slot(index, refusal))?;
        slots.push(decoded.slot);
        if decoded.last {
            return Ok(Program { slots });
        }
    }
    Err(DecodeError::NoEnd)
}
