//! Types of values, lane selections, and literal values.

use std::fmt;
use std::num::NonZeroU16;

/// The letters of lanes.
pub const LANES: [char; 4] = ['x', 'y', 'z', 'w'];

/// The scalar type of a lane.
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
///
/// Two bits for each lane, the first one highest, before the number of lanes: operands are copied,
/// compared and hashed all the time, so one has to fit into a pair of machine registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Swizzle(NonZeroU16);

/// The lanes of each selection of four.
static SELECTIONS: [[u8; 4]; 256] = {
    let mut selections = [[0; 4]; 256];
    let mut packed = 0;
    while packed < 256 {
        let mut position = 0;
        while position < 4 {
            selections[packed][position] = (packed >> shift(position as u8)) as u8 & 3;
            position += 1;
        }
        packed += 1;
    }
    selections
};

/// How far above the others the lane at a position is packed.
const fn shift(position: u8) -> u32 {
    6 - 2 * position as u32
}

impl Swizzle {
    /// From packed lanes, of which those beyond `len` are 0. `len` is 1 to 4.
    const fn packed(lanes: u8, len: u8) -> Swizzle {
        match NonZeroU16::new((lanes as u16) << 8 | len as u16) {
            Some(bits) => Swizzle(bits),
            None => panic!("a swizzle selects at least one lane"),
        }
    }

    /// All there is of it, as a number.
    pub(crate) const fn bits(self) -> u16 {
        self.0.get()
    }

    const fn packed_lanes(self) -> u8 {
        (self.0.get() >> 8) as u8
    }

    /// The first `lanes` lanes in order. `lanes` is 1 to 4.
    pub const fn identity(lanes: u8) -> Swizzle {
        assert!(lanes >= 1 && lanes <= 4);
        let all = 0b00_01_10_11;
        let beyond = shift(lanes - 1);
        Swizzle::packed(all >> beyond << beyond, lanes)
    }

    /// One lane, `times` times.
    pub const fn splat(lane: u8, times: u8) -> Swizzle {
        assert!(lane < 4 && times >= 1 && times <= 4);
        let all = lane * 0b01_01_01_01;
        let beyond = shift(times - 1);
        Swizzle::packed(all >> beyond << beyond, times)
    }

    /// The listed lanes; `None` unless there are 1 to 4, each 0 to 3.
    pub fn new(lanes: &[u8]) -> Option<Swizzle> {
        if lanes.is_empty() || lanes.len() > 4 || lanes.iter().any(|&lane| lane > 3) {
            return None;
        }
        let positions = lanes.iter().zip(0..);
        let packed = positions.fold(0, |packed, (&lane, position)| {
            packed | lane << shift(position)
        });
        Some(Swizzle::packed(packed, lanes.len() as u8))
    }

    /// The number of lanes that the use sees.
    pub const fn len(self) -> u8 {
        self.0.get() as u8
    }

    /// Never: a swizzle selects at least one lane.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The lanes in order.
    pub fn lanes(self) -> &'static [u8] {
        &SELECTIONS[usize::from(self.packed_lanes())][..usize::from(self.len())]
    }

    /// The lane read at `position`. `position` is below [`Swizzle::len`].
    pub const fn lane(self, position: u8) -> u8 {
        assert!(position < self.len());
        self.packed_lanes() >> shift(position) & 3
    }

    /// The selection `outer` made from what `self` selects: `v.self.outer`.
    pub fn then(self, outer: Swizzle) -> Swizzle {
        let positions = 0..outer.len();
        let packed = positions.fold(0, |packed, position| {
            packed | self.lane(outer.lane(position)) << shift(position)
        });
        Swizzle::packed(packed, outer.len())
    }

    /// True if it reads the first `lanes` lanes in order.
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
            write!(f, "{}", LANES[lane as usize])?;
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

    /// True if it holds numbers only: folding leaves infinities where a literal is divided by 0.
    pub fn is_finite(&self) -> bool {
        let mut lanes = 0..self.ty.lanes;
        self.ty.scalar != Scalar::Float || lanes.all(|lane| self.float(lane).is_finite())
    }

    /// A lane as an int; meaningful for int constants only.
    pub fn int(&self, lane: u8) -> i32 {
        self.bits[lane as usize] as i32
    }

    /// A lane as a bool.
    pub fn bool(&self, lane: u8) -> bool {
        self.bits[lane as usize] != 0
    }

    /// The number that a machine which computes on floats alone holds for a lane: an int by its value, a
    /// bool as 0 or 1.
    pub fn number(&self, lane: u8) -> f32 {
        match self.ty.scalar {
            Scalar::Float => self.float(lane),
            Scalar::Int => self.int(lane) as f32,
            Scalar::Bool => f32::from(self.bool(lane)),
        }
    }

    /// The lanes a swizzle selects.
    pub fn swizzled(&self, swizzle: Swizzle) -> Constant {
        Constant::from_bits(
            self.ty.scalar,
            swizzle.lanes().iter().map(|&lane| self.bits[lane as usize]),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_are_their_lanes() {
        for lanes in [&[0][..], &[3], &[0, 1], &[2, 2, 0], &[3, 2, 1, 0]] {
            let swizzle = Swizzle::new(lanes).unwrap();
            assert_eq!(swizzle.lanes(), lanes);
            assert_eq!(usize::from(swizzle.len()), lanes.len());
            for (position, &lane) in lanes.iter().enumerate() {
                assert_eq!(swizzle.lane(position as u8), lane);
            }
        }
        for lanes in [&[][..], &[4], &[0, 0, 0, 0, 0]] {
            assert_eq!(Swizzle::new(lanes), None);
        }
        for count in 1..=4 {
            let all = &[0, 1, 2, 3][..usize::from(count)];
            assert_eq!(Swizzle::identity(count).lanes(), all);
            assert!(Swizzle::identity(count).is_identity(count));
            assert_eq!(Swizzle::splat(2, count).lanes(), vec![2; count.into()]);
        }
    }

    #[test]
    fn selections_follow_one_another() {
        let swizzle = |lanes: &[u8]| Swizzle::new(lanes).unwrap();
        let selected = swizzle(&[3, 1, 1]).then(swizzle(&[2, 0, 0, 1]));
        assert_eq!(selected, swizzle(&[1, 3, 3, 1]));
        assert_eq!(selected.mask(), 0b1010);
        assert!(swizzle(&[0, 1]) < swizzle(&[0, 2]));
        assert!(swizzle(&[0, 3]) < swizzle(&[1]));
    }
}
