//! Slots to words. What cannot be encoded is not a slot: the scheduler asks here whether two
//! operations can share one.

use crate::isa::fields::{self, OPERANDS};
use crate::isa::registers::output_row;
use crate::isa::{
    ATTRIBUTES, CONSTANTS, Ilu, Mac, Mask, PAIRED_TEMPORARY, POSITION_VIEW, Port, SLOTS,
    TEMPORARIES,
};
use crate::program::{Operand, Program, Register, Slot, Target, Unit, UnitOp, Write};
use retroshade_kit::bits::{self, BitRange};
use retroshade_kit::lanes::LaneMask;
use std::fmt;

/// The words of a slot.
pub type Words = [u32; 4];

/// How unused fields are filled. Both are read alike by the chip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filler {
    /// As nv2a-vsh: an idle output port points at output 255.
    #[default]
    Output,
    /// As vp20compiler: an idle output port points at constant 255.
    Constant,
}

/// Why operations cannot share a slot, or are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two attributes.
    Attributes(u8, u8),
    /// Two constants.
    Constants(u8, u8),
    /// A constant with and without the address register.
    Relative,
    /// Two different operands on port C.
    PortC,
    /// Two outputs.
    Outputs,
    /// A paired scalar result for another temporary than r1.
    PairedTemporary(u8),
    /// A register that does not exist or cannot be written.
    NoRegister,
    /// An operand is missing or an unused port has one.
    Operands,
    /// ARL with a destination besides a0.
    AddressResult,
    /// An empty write mask.
    EmptyMask,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conflict::Attributes(a, b) => {
                write!(
                    f,
                    "one slot reads a single attribute, not both v{a} and v{b}"
                )
            }
            Conflict::Constants(a, b) => {
                write!(
                    f,
                    "one slot reads a single constant, not both c[{a}] and c[{b}]"
                )
            }
            Conflict::Relative => write!(
                f,
                "a0 is added to every constant operand of a slot or to none"
            ),
            Conflict::PortC => write!(
                f,
                "the operand of the scalar operation shares a port with the last operand of ADD and MAD and must be the same register with the same sign"
            ),
            Conflict::Outputs => write!(f, "one slot writes a single output or constant"),
            Conflict::PairedTemporary(index) => write!(
                f,
                "a scalar result goes to r1 when a vector operation shares the slot, not to r{index}"
            ),
            Conflict::NoRegister => write!(f, "the register does not exist or cannot be written"),
            Conflict::Operands => write!(f, "the number of operands does not fit the operation"),
            Conflict::AddressResult => write!(f, "ARL writes nothing but a0"),
            Conflict::EmptyMask => write!(f, "the write mask is empty"),
        }
    }
}

/// Values of a slot's shared fields so far.
#[derive(Clone, Copy, Debug, Default)]
struct Shared {
    attribute: Option<u8>,
    constant: Option<(u8, bool)>,
    ports: [Option<Operand>; 3],
}

impl Shared {
    fn read(&mut self, register: Register) -> Result<(), Conflict> {
        let (index, relative) = match register {
            Register::Temporary(index) if index <= POSITION_VIEW => return Ok(()),
            Register::Attribute(index) if index < ATTRIBUTES => {
                return match self.attribute.replace(index) {
                    Some(other) if other != index => Err(Conflict::Attributes(other, index)),
                    _ => Ok(()),
                };
            }
            Register::Constant(index) => (index, false),
            Register::Relative(index) => (index, true),
            Register::Temporary(_) | Register::Attribute(_) => return Err(Conflict::NoRegister),
        };
        if u32::from(index) >= CONSTANTS {
            return Err(Conflict::NoRegister);
        }
        match self.constant.replace((index, relative)) {
            Some((other, _)) if other != index => Err(Conflict::Constants(other, index)),
            Some((_, other)) if other != relative => Err(Conflict::Relative),
            _ => Ok(()),
        }
    }

    fn unit<Op: UnitOp>(&mut self, unit: &Unit<Op>) -> Result<(), Conflict> {
        let used = unit.op.info().operands;
        for port in [Port::A, Port::B, Port::C] {
            let operand = &unit.ports[port as usize];
            if operand.is_some() != used.iter().any(|(other, _)| *other == port) {
                return Err(Conflict::Operands);
            }
            if let Some(operand) = operand {
                self.read(operand.register)?;
            }
        }
        Ok(())
    }
}

/// The operand that port C gets when both units use it: the vector operation's, with the scalar
/// one's selectors in lanes that only the latter looks at.
fn shared_port_c(mac: &Unit<Mac>, ilu: &Unit<Ilu>) -> Result<Option<Operand>, Conflict> {
    let port = Port::C as usize;
    let (Some(vector), Some(scalar)) = (mac.ports[port], ilu.ports[port]) else {
        return Ok(mac.ports[port].or(ilu.ports[port]));
    };
    if vector.register != scalar.register || vector.negate != scalar.negate {
        return Err(Conflict::PortC);
    }
    let (wanted, also) = (mac.lanes_on(Port::C), ilu.lanes_on(Port::C));
    let mut merged = vector;
    for lane in LaneMask::from_bits(also).lanes() {
        let read = scalar.swizzle.lane(lane);
        if wanted >> lane & 1 == 1 && vector.swizzle.lane(lane) != read {
            return Err(Conflict::PortC);
        }
        merged.swizzle = merged.swizzle.with(lane, read);
    }
    Ok(Some(merged))
}

fn check_write<T>(write: &Option<Write<T>>, fits: impl Fn(&T) -> bool) -> Result<(), Conflict> {
    match write {
        Some(Write { mask, .. }) if *mask == 0 || *mask > 15 => Err(Conflict::EmptyMask),
        Some(Write { to, .. }) if !fits(to) => Err(Conflict::NoRegister),
        _ => Ok(()),
    }
}

fn check_destinations<Op: UnitOp>(unit: &Unit<Op>) -> Result<(), Conflict> {
    check_write(&unit.temporary, |index| *index < TEMPORARIES)?;
    check_write(&unit.output, |target| match target {
        Target::Output(number) => output_row(*number).is_some(),
        Target::Constant(index) => u32::from(*index) < CONSTANTS,
    })
}

/// Every rule of a slot; gives what the shared fields hold.
fn resolve(slot: &Slot) -> Result<Shared, Conflict> {
    let mut shared = Shared::default();
    if let Some(mac) = &slot.mac {
        shared.unit(mac)?;
        shared.ports = mac.ports;
        check_destinations(mac)?;
        if mac.op == Mac::Arl && (mac.temporary.is_some() || mac.output.is_some()) {
            return Err(Conflict::AddressResult);
        }
    }
    if let Some(ilu) = &slot.ilu {
        shared.unit(ilu)?;
        shared.ports[Port::C as usize] = ilu.ports[Port::C as usize];
        check_destinations(ilu)?;
    }
    if let (Some(mac), Some(ilu)) = (&slot.mac, &slot.ilu) {
        shared.ports[Port::C as usize] = shared_port_c(mac, ilu)?;
        if mac.output.is_some() && ilu.output.is_some() {
            return Err(Conflict::Outputs);
        }
        if let Some(Write { to, .. }) = ilu.temporary
            && to != PAIRED_TEMPORARY
        {
            return Err(Conflict::PairedTemporary(to));
        }
    }
    Ok(shared)
}

/// Whether the slot can be encoded.
///
/// # Errors
/// The first rule it breaks.
pub fn check(slot: &Slot) -> Result<(), Conflict> {
    resolve(slot).map(|_| ())
}

fn microcode_mask(mask: Mask) -> u64 {
    LaneMask::from_bits(mask).reversed().into()
}

/// Encodes one slot.
///
/// # Errors
/// The first rule it breaks.
pub fn encode_slot(slot: &Slot, last: bool, filler: Filler) -> Result<Words, Conflict> {
    let shared = resolve(slot)?;
    let mut words = [0; 4];
    // Every value below is in range by `resolve`; a misfit would leave its field zero and be found
    // when the program is decoded again.
    let mut set = |range: BitRange, value: u64| {
        let _ = bits::set(&mut words, range, value);
    };
    if slot.mac.is_none() && slot.ilu.is_none() {
        set(fields::FINAL, u64::from(last));
        return Ok(words);
    }
    set(fields::MAC, slot.mac.map_or(0, |unit| unit.op.row().code));
    set(fields::ILU, slot.ilu.map_or(0, |unit| unit.op.row().code));
    let (constant, relative) = shared.constant.unwrap_or((0, false));
    set(fields::CONSTANT, u64::from(constant));
    set(fields::RELATIVE, u64::from(relative));
    set(fields::ATTRIBUTE, u64::from(shared.attribute.unwrap_or(0)));
    let idle = Operand::new(Register::Attribute(0));
    for (place, operand) in OPERANDS.iter().zip(&shared.ports) {
        let operand = operand.unwrap_or(idle);
        let (mux, temporary) = match operand.register {
            Register::Temporary(index) => (1, u64::from(index)),
            Register::Attribute(_) => (2, 0),
            Register::Constant(_) | Register::Relative(_) => (3, 0),
        };
        set(place.mux, mux);
        set(place.temporary, temporary & place.temporary.max());
        if let Some(high) = place.temporary_high {
            set(high, temporary >> place.temporary.width());
        }
        set(place.swizzle, operand.swizzle.reversed().into());
        set(place.negate, u64::from(operand.negate));
    }
    let mac = slot.mac.and_then(|unit| unit.temporary);
    let ilu = slot.ilu.and_then(|unit| unit.temporary);
    set(fields::MAC_MASK, microcode_mask(mac.map_or(0, |w| w.mask)));
    set(fields::ILU_MASK, microcode_mask(ilu.map_or(0, |w| w.mask)));
    set(
        fields::TEMPORARY,
        u64::from(mac.or(ilu).map_or(7, |w| w.to)),
    );
    let outputs = [
        slot.mac.and_then(|unit| unit.output),
        slot.ilu.and_then(|unit| unit.output),
    ];
    set(fields::OUTPUT_UNIT, u64::from(outputs[1].is_some()));
    let output = outputs[0].or(outputs[1]);
    set(
        fields::OUTPUT_MASK,
        microcode_mask(output.map_or(0, |w| w.mask)),
    );
    let (register, address) = match output.map(|write| write.to) {
        Some(Target::Output(number)) => (1, u64::from(number)),
        Some(Target::Constant(index)) => (0, u64::from(index)),
        None => (u64::from(filler == Filler::Output), 0xff),
    };
    set(fields::OUTPUT_FILE, register);
    set(fields::OUTPUT_ADDRESS, address);
    set(fields::FINAL, u64::from(last));
    Ok(words)
}

/// Why a program cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// A slot breaks a rule.
    Slot(usize, Conflict),
    /// More slots than there is memory for.
    TooLong(usize),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Slot(slot, conflict) => write!(f, "slot {slot}: {conflict}"),
            EncodeError::TooLong(slots) => {
                write!(f, "the program needs {slots} slots, the limit is {SLOTS}")
            }
        }
    }
}

/// Encodes a program; the last slot gets the FINAL bit.
///
/// # Errors
/// If it is too long or a slot breaks a rule.
pub fn encode(program: &Program, filler: Filler) -> Result<Vec<Words>, EncodeError> {
    let count = program.slots.len();
    if count > SLOTS {
        return Err(EncodeError::TooLong(count));
    }
    let slots = program.slots.iter().enumerate();
    slots
        .map(|(index, slot)| {
            encode_slot(slot, index + 1 == count, filler)
                .map_err(|conflict| EncodeError::Slot(index, conflict))
        })
        .collect()
}
