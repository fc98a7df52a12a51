//! Register numbers as instruction words hold them.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_spelled_as_in_assembly() {
        assert_eq!(SourceRegister::uniform(5).to_string(), "c5");
        assert_eq!(SourceRegister::from_number(0x1f).to_string(), "r15");
        assert_eq!(Destination::output(3).to_string(), "o3");
        assert_eq!(SourceRegister::input(2).as_temporary(), None);
    }
}
