//! Types of values, lane selections, and literal values.

use std::fmt;
use std::hash::{Hash, Hasher};

/// What a lane holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// A 32-bit IEEE float.
    Float,
    /// A 32-bit two's complement integer; ESSL 3.00 `uint` uses the same lanes.
    Int,
    /// True or false.
    Bool,
}

/// The type of a value: a vector of 1 to 4 lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// What each lane holds.
    pub scalar: Scalar,
    /// 1 to 4.
    pub lanes: u8,
}

impl Type {
    /// A vector of floats, `lanes` 1 to 4.
    pub const fn float(lanes: u8) -> Type {
        Type {
            scalar: Scalar::Float,
            lanes,
        }
    }

    /// A vector of ints, `lanes` 1 to 4.
    pub const fn int(lanes: u8) -> Type {
        Type {
            scalar: Scalar::Int,
            lanes,
        }
    }

    /// A vector of bools, `lanes` 1 to 4.
    pub const fn bool(lanes: u8) -> Type {
        Type {
            scalar: Scalar::Bool,
            lanes,
        }
    }

    /// The same scalar in another number of lanes.
    pub const fn with_lanes(self, lanes: u8) -> Type {
        Type {
            scalar: self.scalar,
            lanes,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scalar = match self.scalar {
            Scalar::Float => 'f',
            Scalar::Int => 'i',
            Scalar::Bool => 'b',
        };
        write!(f, "{scalar}{}", self.lanes)
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which lanes of a value a use reads, in order: 1 to 4 of them, each 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Swizzle {
    lanes: [u8; 4],
    len: u8,
}

/// In one step, since hashing operands is much of what finding equal instructions costs.
impl Hash for Swizzle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.len) << 32 | u64::from(u32::from_le_bytes(self.lanes)));
    }
}

impl Swizzle {
    /// The first `lanes` lanes in order. `lanes` is 1 to 4.
    pub const fn identity(lanes: u8) -> Swizzle {
        assert!(lanes >= 1 && lanes <= 4);
        let mut swizzle = Swizzle {
            lanes: [0; 4],
            len: lanes,
        };
        let mut lane = 0;
        while lane < lanes {
            swizzle.lanes[lane as usize] = lane;
            lane += 1;
        }
        swizzle
    }

    /// One lane, `times` times.
    pub const fn splat(lane: u8, times: u8) -> Swizzle {
        assert!(lane < 4 && times >= 1 && times <= 4);
        let mut swizzle = Swizzle {
            lanes: [0; 4],
            len: times,
        };
        let mut position = 0;
        while position < times {
            swizzle.lanes[position as usize] = lane;
            position += 1;
        }
        swizzle
    }

    /// The listed lanes; `None` unless there are 1 to 4, each 0 to 3.
    pub fn new(lanes: &[u8]) -> Option<Swizzle> {
        if lanes.is_empty() || lanes.len() > 4 || lanes.iter().any(|&lane| lane > 3) {
            return None;
        }
        let mut swizzle = Swizzle {
            lanes: [0; 4],
            len: lanes.len() as u8,
        };
        swizzle.lanes[..lanes.len()].copy_from_slice(lanes);
        Some(swizzle)
    }

    /// How many lanes the use sees.
    pub fn len(self) -> u8 {
        self.len
    }

    /// Never: a swizzle selects at least one lane.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The lanes in order.
    pub fn lanes(&self) -> &[u8] {
        &self.lanes[..self.len as usize]
    }

    /// The lane read at `position`. `position` is below [`Swizzle::len`].
    pub fn lane(self, position: u8) -> u8 {
        self.lanes()[position as usize]
    }

    /// The selection `outer` made from what `self` selects: `v.self.outer`.
    pub fn then(self, outer: Swizzle) -> Swizzle {
        let mut swizzle = outer;
        for position in 0..outer.len as usize {
            swizzle.lanes[position] = self.lane(outer.lanes[position]);
        }
        swizzle
    }

    /// Whether it reads the first `lanes` lanes in order.
    pub fn is_identity(self, lanes: u8) -> bool {
        self == Swizzle::identity(lanes)
    }

    /// The set of lanes read: bit n is lane n.
    pub fn mask(self) -> u8 {
        self.lanes().iter().fold(0, |mask, &lane| mask | 1 << lane)
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &lane in self.lanes() {
            write!(f, "{}", ['x', 'y', 'z', 'w'][lane as usize])?;
        }
        Ok(())
    }
}

impl fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A literal vector. Lanes are kept as bits so that constants compare and hash exactly: a float by
/// its IEEE bits, an int in two's complement, a bool as 0 or 1. Lanes beyond the type are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constant {
    /// Type.
    pub ty: Type,
    /// Bits of each lane.
    pub bits: [u32; 4],
}

impl Constant {
    /// A vector of 1 to 4 floats.
    pub fn floats(lanes: &[f32]) -> Constant {
        Constant::from_bits(Scalar::Float, lanes.iter().map(|lane| lane.to_bits()))
    }

    /// A vector of 1 to 4 ints.
    pub fn ints(lanes: &[i32]) -> Constant {
        Constant::from_bits(Scalar::Int, lanes.iter().map(|&lane| lane as u32))
    }

    /// A vector of 1 to 4 bools.
    pub fn bools(lanes: &[bool]) -> Constant {
        Constant::from_bits(Scalar::Bool, lanes.iter().map(|&lane| u32::from(lane)))
    }

    /// A vector of 1 to 4 lanes given by their bits.
    pub fn from_bits(scalar: Scalar, lanes: impl IntoIterator<Item = u32>) -> Constant {
        let mut constant = Constant {
            ty: Type { scalar, lanes: 0 },
            bits: [0; 4],
        };
        for (slot, bits) in constant.bits.iter_mut().zip(lanes) {
            *slot = bits;
            constant.ty.lanes += 1;
        }
        assert!(constant.ty.lanes >= 1, "a constant has at least one lane");
        constant
    }

    /// The bits of the lanes that exist.
    pub fn lanes(&self) -> &[u32] {
        &self.bits[..self.ty.lanes as usize]
    }

    /// A lane as a float; meaningful for float constants only.
    pub fn float(&self, lane: u8) -> f32 {
        f32::from_bits(self.bits[lane as usize])
    }

    /// A lane as an int; meaningful for int constants only.
    pub fn int(&self, lane: u8) -> i32 {
        self.bits[lane as usize] as i32
    }

    /// A lane as a bool.
    pub fn bool(&self, lane: u8) -> bool {
        self.bits[lane as usize] != 0
    }

    /// The lanes a swizzle selects.
    pub fn swizzled(&self, swizzle: Swizzle) -> Constant {
        Constant::from_bits(
            self.ty.scalar,
            swizzle.lanes().iter().map(|&lane| self.bits[lane as usize]),
        )
    }
}
