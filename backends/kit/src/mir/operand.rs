//! What operands read, lane by lane.

use super::names::{AddressId, Lane, OpId, Reg};
use arrayvec::ArrayVec;

/// The source of an operand's lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// Any value: nobody depends on it.
    Undefined,
    /// A value.
    Value(Lane),
    /// A component of a register.
    Reg(Reg, u8),
    /// A component of the register whose number is that of the first plus an address value.
    Indexed(Reg, AddressId, u8),
    /// Bits of a literal.
    Literal(u32),
}

/// A lane as an operand reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneRef {
    /// What is read.
    pub base: Base,
    /// True if the sign is flipped, behind the absolute value; never for literals, whose bits hold it.
    pub negate: bool,
    /// True if it is the absolute value; on machines that have this modifier, and never for literals.
    pub absolute: bool,
}

/// Where lanes lie before registers are allocated. Lanes of one storage can come to lie in one register, so that one operand
/// reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Storage {
    /// Anywhere: the lanes are undefined.
    Any,
    /// Temporaries.
    Temporary,
    /// Registers of literals.
    Literals,
    /// This register.
    Reg(Reg),
    /// The register whose number is that of the first plus an address value.
    Indexed(Reg, AddressId),
}

/// A common owner of several lanes: the results of one instruction, one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Nothing.
    Undefined,
    /// Results of an instruction.
    Op(OpId),
    /// A variable.
    Variable(Lane),
    /// A register.
    Reg(Reg),
    /// A register behind an address value.
    Indexed(Reg, AddressId),
    /// Bits of a literal.
    Literal(u32),
}

impl From<Base> for LaneRef {
    fn from(base: Base) -> LaneRef {
        LaneRef {
            base,
            negate: false,
            absolute: false,
        }
    }
}

impl LaneRef {
    /// Any value.
    pub const UNDEFINED: LaneRef = LaneRef {
        base: Base::Undefined,
        negate: false,
        absolute: false,
    };

    /// A literal.
    pub fn literal(value: f32) -> LaneRef {
        LaneRef::bits(value.to_bits())
    }

    /// A literal by its bits.
    pub fn bits(bits: u32) -> LaneRef {
        Base::Literal(bits).into()
    }

    /// A value.
    pub fn value(lane: Lane) -> LaneRef {
        Base::Value(lane).into()
    }

    /// A component of a register.
    pub fn register(reg: Reg, component: u8) -> LaneRef {
        Base::Reg(reg, component).into()
    }

    /// Returns the storage of the lane.
    pub fn storage(self) -> Storage {
        match self.base {
            Base::Undefined => Storage::Any,
            Base::Value(_) => Storage::Temporary,
            Base::Literal(_) => Storage::Literals,
            Base::Reg(reg, _) => Storage::Reg(reg),
            Base::Indexed(reg, address, _) => Storage::Indexed(reg, address),
        }
    }

    /// The same lane with the other sign.
    pub fn negated(self) -> LaneRef {
        match self.base {
            Base::Literal(bits) => LaneRef::bits(bits ^ 1 << 31),
            Base::Undefined => self,
            _ => LaneRef {
                negate: !self.negate,
                ..self
            },
        }
    }

    /// The same lane, with the other sign if that is asked for.
    pub fn negated_if(self, negate: bool) -> LaneRef {
        if negate { self.negated() } else { self }
    }

    /// What a reader of a copy of this lane reads of the lane itself, with the modifiers of both.
    pub fn read_as(self, copy: LaneRef) -> LaneRef {
        if copy.absolute {
            LaneRef {
                base: self.base,
                ..copy
            }
        } else {
            self.negated_if(copy.negate)
        }
    }

    /// True if it has a modifier.
    pub fn is_modified(self) -> bool {
        self.negate || self.absolute
    }

    /// True if it is any value.
    pub fn is_undefined(self) -> bool {
        self.base == Base::Undefined
    }

    /// The bits, if it is a literal.
    pub fn as_literal(self) -> Option<u32> {
        match self.base {
            Base::Literal(bits) => Some(bits),
            _ => None,
        }
    }

    /// True if it is this literal, zeros of different signs being different.
    pub fn is(self, value: f32) -> bool {
        self.as_literal() == Some(value.to_bits())
    }

    /// The number, if it is a literal.
    pub fn number(self) -> Option<f32> {
        self.as_literal().map(f32::from_bits)
    }

    /// True if it is a literal equal to this one, zeros of either sign being equal.
    pub fn equals(self, value: f32) -> bool {
        self.number() == Some(value)
    }

    /// True if a sign is flipped: that of a lane, or the sign bit of a literal.
    pub fn is_negated(self) -> bool {
        self.negate || self.as_literal().is_some_and(|bits| bits >> 31 == 1)
    }

    /// The same lane without a sign; a literal's magnitude.
    pub fn plain(self) -> LaneRef {
        if self.is_negated() {
            self.negated()
        } else {
            self
        }
    }

    /// The register and the address value behind which it is read, if it is a register.
    pub fn as_register(self) -> Option<(Reg, Option<AddressId>)> {
        match self.base {
            Base::Reg(reg, _) => Some((reg, None)),
            Base::Indexed(reg, address, _) => Some((reg, Some(address))),
            Base::Undefined | Base::Value(_) | Base::Literal(_) => None,
        }
    }

    /// The value, if it is one.
    pub fn as_value(self) -> Option<Lane> {
        match self.base {
            Base::Value(lane) => Some(lane),
            _ => None,
        }
    }

    /// The address value that must be known before it is read.
    pub fn address(self) -> Option<AddressId> {
        match self.base {
            Base::Indexed(_, address, _) => Some(address),
            _ => None,
        }
    }
}

/// The lanes that an operand reads.
pub type Operand = ArrayVec<LaneRef, 4>;
