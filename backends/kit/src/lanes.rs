//! Write masks and swizzles as the fields of instructions hold them, and as assemblers spell them.

use retroshade_ir::LANES;
use std::fmt;

/// A set of lanes: bit 0 is x, bit 3 is w.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneMask(u8);

impl LaneMask {
    /// No lane.
    pub const NONE: LaneMask = LaneMask(0);
    /// x alone.
    pub const X: LaneMask = LaneMask(1);
    /// x, y and z.
    pub const XYZ: LaneMask = LaneMask(7);
    /// All four.
    pub const ALL: LaneMask = LaneMask(15);

    /// The set of the low four bits.
    pub const fn from_bits(bits: u8) -> LaneMask {
        LaneMask(bits & 15)
    }

    /// The set of the low four bits, of which the highest is x.
    pub const fn from_reversed(bits: u8) -> LaneMask {
        LaneMask((bits << 4).reverse_bits())
    }

    /// One lane, 0 to 3.
    pub const fn lane(lane: u8) -> LaneMask {
        LaneMask(1 << (lane & 3))
    }

    /// The bits, x lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The bits, x highest.
    pub const fn reversed(self) -> u8 {
        self.0.reverse_bits() >> 4
    }

    /// True if the set holds a lane.
    pub const fn has(self, lane: u8) -> bool {
        self.0 >> (lane & 3) & 1 == 1
    }

    /// True if it holds none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of lanes that it holds.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if it holds all lanes of another.
    pub const fn covers(self, other: LaneMask) -> bool {
        other.0 & !self.0 == 0
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

    /// The lanes in order.
    pub fn lanes(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |lane| self.has(*lane))
    }

    /// As assemblers spell it behind a register, with a dot; nothing for all lanes.
    pub fn suffix(self) -> String {
        match self {
            LaneMask::ALL => String::new(),
            mask => format!(".{mask}"),
        }
    }
}

impl FromIterator<u8> for LaneMask {
    fn from_iter<I: IntoIterator<Item = u8>>(lanes: I) -> LaneMask {
        let lanes = lanes.into_iter().map(LaneMask::lane);
        lanes.fold(LaneMask::NONE, LaneMask::or)
    }
}

impl fmt::Display for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lanes()
            .try_for_each(|lane| write!(f, "{}", LANES[usize::from(lane)]))
    }
}

impl fmt::Debug for LaneMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which lane of a register each lane of an operation reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Swizzle([u8; 4]);

impl Swizzle {
    /// `.xyzw`
    pub const IDENTITY: Swizzle = Swizzle([0, 1, 2, 3]);

    /// Lane i of the operation reads `lanes[i]`; only the low two bits of each count.
    pub const fn new(lanes: [u8; 4]) -> Swizzle {
        Swizzle([lanes[0] & 3, lanes[1] & 3, lanes[2] & 3, lanes[3] & 3])
    }

    /// Every lane reads the same one.
    pub const fn splat(lane: u8) -> Swizzle {
        Swizzle([lane & 3; 4])
    }

    /// Lanes that nobody asks for repeat the one before them, or the first that somebody asks for.
    pub fn filled(lanes: [Option<u8>; 4]) -> Swizzle {
        let mut last = lanes.iter().flatten().next().copied().unwrap_or(0);
        Swizzle::new(lanes.map(|lane| {
            last = lane.unwrap_or(last);
            last
        }))
    }

    /// The one with the shortest spelling that has these lanes where somebody asks for one: the identity, else as
    /// [`Swizzle::filled`].
    pub fn shortest(lanes: [Option<u8>; 4]) -> Swizzle {
        let mut asked = (0..).zip(lanes);
        if asked.all(|(position, lane)| lane.is_none_or(|lane| lane == position)) {
            Swizzle::IDENTITY
        } else {
            Swizzle::filled(lanes)
        }
    }

    /// The lanes of a text of one to four letters, the last of which is repeated for those that are missing; `None` for
    /// longer lists.
    pub fn of_letters(lanes: &[u8]) -> Option<Swizzle> {
        let last = *lanes.last().filter(|_| lanes.len() <= 4)?;
        let lane = |at| lanes.get(at).copied().unwrap_or(last);
        Some(Swizzle::new(std::array::from_fn(lane)))
    }

    /// From eight bits, two a lane, those of x lowest.
    pub const fn from_bits(bits: u8) -> Swizzle {
        Swizzle::new([bits, bits >> 2, bits >> 4, bits >> 6])
    }

    /// From eight bits, two a lane, those of x highest.
    pub const fn from_reversed(bits: u8) -> Swizzle {
        Swizzle::new([bits >> 6, bits >> 4, bits >> 2, bits])
    }

    /// Eight bits, two a lane, those of x lowest.
    pub const fn bits(self) -> u8 {
        let [x, y, z, w] = self.0;
        x | y << 2 | z << 4 | w << 6
    }

    /// Eight bits, two a lane, those of x highest.
    pub const fn reversed(self) -> u8 {
        let [x, y, z, w] = self.0;
        x << 6 | y << 4 | z << 2 | w
    }

    /// What each lane reads.
    pub const fn lanes(self) -> [u8; 4] {
        self.0
    }

    /// What a lane, 0 to 3, reads.
    pub const fn lane(self, lane: u8) -> u8 {
        self.0[(lane & 3) as usize]
    }

    /// The same but for what one lane reads.
    pub const fn with(mut self, lane: u8, read: u8) -> Swizzle {
        self.0[(lane & 3) as usize] = read & 3;
        self
    }

    /// True if all lanes read the same one.
    pub fn is_scalar(self) -> bool {
        self.0.iter().all(|lane| *lane == self.0[0])
    }

    /// The swizzle `outer` of what this one selects.
    pub fn then(self, outer: Swizzle) -> Swizzle {
        Swizzle(outer.0.map(|lane| self.lane(lane)))
    }

    /// The lanes that those of a mask read.
    pub fn read_by(self, positions: LaneMask) -> LaneMask {
        positions.lanes().map(|lane| self.lane(lane)).collect()
    }
}

impl fmt::Display for Swizzle {
    /// As assemblers spell it behind a register, with a dot: nothing for the identity, and a letter that is
    /// repeated at the end once.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Swizzle::IDENTITY {
            return Ok(());
        }
        let last = self.0.iter().rposition(|lane| *lane != self.0[3]);
        let length = last.map_or(1, |last| last + 2);
        write!(f, ".")?;
        let mut lanes = self.0.iter().take(length);
        lanes.try_for_each(|lane| write!(f, "{}", LANES[usize::from(*lane)]))
    }
}

impl fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lanes = self.0.iter();
        lanes.try_for_each(|lane| write!(f, "{}", LANES[usize::from(*lane)]))
    }
}

/// The lane of a letter: x y z w or r g b a, in either case.
pub fn lane_of_letter(letter: char) -> Option<u8> {
    let lower = letter.to_ascii_lowercase();
    let lane = ["xyzw", "rgba"].iter().find_map(|set| set.find(lower));
    lane.map(|lane| lane as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_read_back_in_either_order() {
        for bits in 0..=u8::MAX {
            assert_eq!(Swizzle::from_bits(bits).bits(), bits);
            assert_eq!(Swizzle::from_reversed(bits).reversed(), bits);
            let mask = LaneMask::from_bits(bits);
            assert_eq!(LaneMask::from_reversed(mask.reversed()), mask);
        }
        assert_eq!(Swizzle::IDENTITY.reversed(), 0x1b);
        assert_eq!(Swizzle::from_reversed(0x55), Swizzle::splat(1));
        assert_eq!(LaneMask::from_bits(0b0011).reversed(), 0b1100);
    }

    #[test]
    fn letters_are_those_of_assemblers() {
        assert_eq!(Swizzle::IDENTITY.to_string(), "");
        assert_eq!(Swizzle::splat(1).to_string(), ".y");
        assert_eq!(Swizzle::new([0, 0, 1, 1]).to_string(), ".xxy");
        assert_eq!(Swizzle::new([0, 1, 2, 2]).to_string(), ".xyz");
        assert_eq!(LaneMask::from_bits(0b1001).suffix(), ".xw");
        assert_eq!(LaneMask::ALL.suffix(), "");
        assert_eq!(
            Swizzle::of_letters(&[2, 1]),
            Some(Swizzle::new([2, 1, 1, 1]))
        );
        assert_eq!(Swizzle::of_letters(&[0; 5]), None);
        assert_eq!(Swizzle::of_letters(&[]), None);
    }

    #[test]
    fn swizzles_compose_from_the_inside_out() {
        let wyxz = Swizzle::new([3, 1, 0, 2]);
        let outer = Swizzle::new([0, 0, 3, 3]);
        assert_eq!(format!("{:?}", wyxz.then(outer)), "wwzz");
    }

    #[test]
    fn lanes_without_a_reader_repeat_their_neighbour() {
        let filled = |lanes| format!("{:?}", Swizzle::filled(lanes));
        assert_eq!(filled([Some(2), Some(1), None, None]), "zyyy");
        assert_eq!(filled([None, Some(3), None, Some(0)]), "wwwx");
        assert!(Swizzle::filled([None, Some(1), None, None]).is_scalar());
    }
}
