//! Register numbers as instruction words hold them, lane masks and lane selections.

use retroshade_ir::LANES;
use std::fmt;

/// Input registers `v0`..`v14` that programs may name; the assemblers refuse `v15`, whose location
/// the runtime library cannot tell from "not found".
pub const INPUTS: u8 = 15;
/// Attributes that citro3d's `AttrInfo_AddLoader` and `AttrInfo_AddFixed` take together.
pub const LOADED_INPUTS: u8 = 12;
/// Temporary registers `r0`..`r15`.
pub const TEMPORARIES: u8 = 16;
/// Float uniform registers `c0`..`c95`.
pub const UNIFORMS: u8 = 96;
/// Output registers `o0`..`o15`.
pub const OUTPUTS: u8 = 16;
/// The first output register that can only feed a geometry program.
pub const FIRST_DUMMY_OUTPUT: u8 = 7;
/// Outputs that libctru knows of: the mask that it keeps of them has eight bits (`DVLE_s::outmapMask`).
pub const LOADED_OUTPUTS: u8 = 8;
/// Integer uniform registers `i0`..`i3`.
pub const INTEGERS: u8 = 4;
/// Boolean uniform registers `b0`..`b15`.
pub const BOOLEANS: u8 = 16;

/// What a source field names: `v0`..`v15` are 0x00..0x0F, `r0`..`r15` 0x10..0x1F, `c0`..`c95`
/// 0x20..0x7F. Fields of five bits reach the first two only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceRegister(u8);

impl SourceRegister {
    /// The register of a field value; only its low seven bits count.
    pub const fn from_number(number: u8) -> SourceRegister {
        SourceRegister(number & 0x7f)
    }

    /// `v0`..`v15`
    pub const fn input(index: u8) -> SourceRegister {
        SourceRegister(index & 0xf)
    }

    /// `r0`..`r15`
    pub const fn temporary(index: u8) -> SourceRegister {
        SourceRegister(0x10 | index & 0xf)
    }

    /// `c0`..`c95`; larger indices do not exist and give `c95`.
    pub const fn uniform(index: u8) -> SourceRegister {
        let index = if index < UNIFORMS {
            index
        } else {
            UNIFORMS - 1
        };
        SourceRegister(0x20 + index)
    }

    /// The field value.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index of an input register.
    pub const fn as_input(self) -> Option<u8> {
        if self.0 < 0x10 { Some(self.0) } else { None }
    }

    /// The index of a temporary register.
    pub const fn as_temporary(self) -> Option<u8> {
        if self.0 >= 0x10 && self.0 < 0x20 {
            Some(self.0 - 0x10)
        } else {
            None
        }
    }

    /// The index of a float uniform register.
    pub const fn as_uniform(self) -> Option<u8> {
        if self.0 >= 0x20 {
            Some(self.0 - 0x20)
        } else {
            None
        }
    }
}

impl fmt::Display for SourceRegister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..0x10 => write!(f, "v{}", self.0),
            0x10..0x20 => write!(f, "r{}", self.0 - 0x10),
            _ => write!(f, "c{}", self.0 - 0x20),
        }
    }
}

impl fmt::Debug for SourceRegister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a destination field names: `o0`..`o15` are 0x00..0x0F, `r0`..`r15` 0x10..0x1F.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Destination(u8);

impl Destination {
    /// The register of a field value; only its low five bits count.
    pub const fn from_number(number: u8) -> Destination {
        Destination(number & 0x1f)
    }

    /// `o0`..`o15`
    pub const fn output(index: u8) -> Destination {
        Destination(index & 0xf)
    }

    /// `r0`..`r15`
    pub const fn temporary(index: u8) -> Destination {
        Destination(0x10 | index & 0xf)
    }

    /// The field value.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index of an output register.
    pub const fn as_output(self) -> Option<u8> {
        if self.0 < 0x10 { Some(self.0) } else { None }
    }

    /// The index of a temporary register.
    pub const fn as_temporary(self) -> Option<u8> {
        if self.0 < 0x10 {
            None
        } else {
            Some(self.0 - 0x10)
        }
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_output() {
            Some(index) => write!(f, "o{index}"),
            None => write!(f, "r{}", self.0 & 0xf),
        }
    }
}

impl fmt::Debug for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of lanes: bit 0 is x, bit 3 is w. (Operand descriptors hold it in reverse.)
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneMask(u8);

impl LaneMask {
    /// No lane.
    pub const NONE: LaneMask = LaneMask(0);
    /// All four.
    pub const ALL: LaneMask = LaneMask(0xf);

    /// The set of the low four bits.
    pub const fn from_bits(bits: u8) -> LaneMask {
        LaneMask(bits & 0xf)
    }

    /// One lane, 0 to 3.
    pub const fn lane(lane: u8) -> LaneMask {
        LaneMask(1 << (lane & 3))
    }

    /// The bits, x lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The four bits of an operand descriptor, x highest.
    pub const fn descriptor_bits(self) -> u32 {
        (self.0.reverse_bits() >> 4) as u32
    }

    /// From the four bits of an operand descriptor.
    pub const fn from_descriptor_bits(bits: u32) -> LaneMask {
        LaneMask((((bits & 0xf) as u8) << 4).reverse_bits())
    }

    /// Whether the set holds a lane.
    pub const fn has(self, lane: u8) -> bool {
        self.0 >> (lane & 3) & 1 != 0
    }

    /// Whether it holds none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many lanes it holds.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Lanes of either.
    pub const fn or(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 | other.0)
    }

    /// Lanes of both.
    pub const fn and(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 & other.0)
    }

    /// Lanes of `self` that `other` lacks.
    pub const fn without(self, other: LaneMask) -> LaneMask {
        LaneMask(self.0 & !other.0)
    }

    /// Its lanes in order.
    pub fn lanes(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |&lane| self.has(lane))
    }
}

impl fmt::Display for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for lane in self.lanes() {
            write!(f, "{}", LANES[usize::from(lane)])?;
        }
        Ok(())
    }
}

impl fmt::Debug for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which lane of a source each lane of the operation reads: four numbers 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Selector([u8; 4]);

impl Selector {
    /// `.xyzw`
    pub const IDENTITY: Selector = Selector([0, 1, 2, 3]);

    /// Lane k of the operation reads lane `lanes[k]`; only the low two bits of each count.
    pub const fn new(lanes: [u8; 4]) -> Selector {
        Selector([lanes[0] & 3, lanes[1] & 3, lanes[2] & 3, lanes[3] & 3])
    }

    /// Every lane reads the same one.
    pub const fn splat(lane: u8) -> Selector {
        Selector([lane & 3; 4])
    }

    /// From the eight bits of an operand descriptor: bits 7:6 are for lane x.
    pub const fn from_bits(bits: u32) -> Selector {
        Selector::new([
            (bits >> 6) as u8,
            (bits >> 4) as u8,
            (bits >> 2) as u8,
            bits as u8,
        ])
    }

    /// The eight bits of an operand descriptor.
    pub const fn bits(self) -> u32 {
        (self.0[0] as u32) << 6
            | (self.0[1] as u32) << 4
            | (self.0[2] as u32) << 2
            | self.0[3] as u32
    }

    /// What each lane reads.
    pub const fn lanes(self) -> [u8; 4] {
        self.0
    }

    /// What one lane reads.
    pub const fn lane(self, lane: u8) -> u8 {
        self.0[(lane & 3) as usize]
    }

    /// The selection `outer` made from what this one selects.
    pub const fn then(self, outer: Selector) -> Selector {
        Selector([
            self.lane(outer.0[0]),
            self.lane(outer.0[1]),
            self.lane(outer.0[2]),
            self.lane(outer.0[3]),
        ])
    }

    /// The lanes that the positions of a mask read.
    pub fn read_by(self, positions: LaneMask) -> LaneMask {
        positions.lanes().fold(LaneMask::NONE, |mask, position| {
            mask.or(LaneMask::lane(self.lane(position)))
        })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for lane in self.0 {
            write!(f, "{}", LANES[usize::from(lane & 3)])?;
        }
        Ok(())
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_reversed_in_descriptors() {
        let xy = LaneMask::from_bits(0b0011);
        assert_eq!(xy.descriptor_bits(), 0b1100);
        assert_eq!(LaneMask::from_descriptor_bits(0b1100), xy);
        assert_eq!(xy.to_string(), "xy");
    }

    #[test]
    fn selections_compose_from_the_inside_out() {
        let wyxz = Selector::new([3, 1, 0, 2]);
        assert_eq!(wyxz.then(Selector::new([0, 0, 3, 3])).to_string(), "wwzz");
        assert_eq!(Selector::IDENTITY.bits(), 0x1b);
        assert_eq!(Selector::from_bits(0x55), Selector::splat(1));
    }

    #[test]
    fn registers_are_spelled_as_in_assembly() {
        assert_eq!(SourceRegister::uniform(5).to_string(), "c5");
        assert_eq!(SourceRegister::from_number(0x1f).to_string(), "r15");
        assert_eq!(Destination::output(3).to_string(), "o3");
        assert_eq!(SourceRegister::input(2).as_temporary(), None);
    }
}
