//! The operands of a token: masks, swizzles, sources, destinations, samplers.

use super::File;
use retroshade_ir::{LANES, Stage};
use std::fmt;

/// The lanes that an instruction writes: bit 0 is x, bit 3 is w.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mask(u8);

impl Mask {
    /// No lane.
    pub const NONE: Mask = Mask(0);
    /// x alone.
    pub const X: Mask = Mask(1);
    /// x, y and z.
    pub const XYZ: Mask = Mask(7);
    /// All four.
    pub const XYZW: Mask = Mask(15);

    /// The low four bits.
    pub const fn new(bits: u8) -> Mask {
        Mask(bits & 15)
    }

    /// One lane, 0 to 3.
    pub const fn lane(lane: u8) -> Mask {
        Mask(1 << (lane & 3))
    }

    /// The bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The number of lanes.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a lane is in it.
    pub const fn has(self, lane: u8) -> bool {
        self.0 >> (lane & 3) & 1 == 1
    }

    /// Whether all lanes of another mask are in it.
    pub const fn covers(self, other: Mask) -> bool {
        other.0 & !self.0 == 0
    }

    /// The lanes of both.
    pub const fn with(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    /// The lanes that both have.
    pub const fn and(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }

    /// The lanes in order.
    pub fn lanes(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |lane| self.has(*lane))
    }
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lanes()
            .try_for_each(|lane| write!(f, "{}", LANES[lane as usize & 3]))
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Which lane of a source each lane of the operation reads; two bits a lane, x in the low bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Swizzle(u8);

impl Swizzle {
    /// Every lane reads itself.
    pub const IDENTITY: Swizzle = Swizzle(0xe4);

    /// From the byte in a token.
    pub const fn from_bits(bits: u8) -> Swizzle {
        Swizzle(bits)
    }

    /// Lane i reads `lanes[i]`, 0 to 3.
    pub const fn new(lanes: [u8; 4]) -> Swizzle {
        Swizzle(lanes[0] & 3 | (lanes[1] & 3) << 2 | (lanes[2] & 3) << 4 | (lanes[3] & 3) << 6)
    }

    /// Every lane reads the same one, 0 to 3.
    pub const fn splat(lane: u8) -> Swizzle {
        Swizzle::new([lane; 4])
    }

    /// The byte in a token.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// What a lane, 0 to 3, reads.
    pub const fn lane(self, lane: u8) -> u8 {
        self.0 >> (2 * (lane & 3)) & 3
    }

    /// The lanes in order.
    pub const fn lanes(self) -> [u8; 4] {
        [self.lane(0), self.lane(1), self.lane(2), self.lane(3)]
    }

    /// Whether all lanes read the same one.
    pub const fn is_scalar(self) -> bool {
        matches!(self.0, 0x00 | 0x55 | 0xaa | 0xff)
    }

    /// Appends it as assembly text has it: nothing for the identity, repeated letters at the end
    /// once.
    fn print(self, text: &mut String) {
        if self == Swizzle::IDENTITY {
            return;
        }
        let lanes = self.lanes();
        let mut length = 4;
        while length > 1 && lanes[length - 1] == lanes[length - 2] {
            length -= 1;
        }
        text.push('.');
        let lanes = lanes.iter().take(length);
        text.extend(lanes.map(|lane| LANES[*lane as usize & 3]));
    }

    /// The lanes read by any of the four.
    pub const fn reads(self) -> Mask {
        let [x, y, z, w] = self.lanes();
        Mask(1 << x | 1 << y | 1 << z | 1 << w)
    }
}

impl fmt::Display for Swizzle {
    /// As assembly text has it: nothing for the identity, repeated letters at the end once.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.print(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lanes()
            .iter()
            .try_for_each(|lane| write!(f, "{}", LANES[*lane as usize & 3]))
    }
}

/// What an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dest {
    /// The register file.
    pub file: File,
    /// The register's number.
    pub number: u16,
    /// The lanes.
    pub mask: Mask,
}

impl Dest {
    /// As assembly text has it.
    pub fn display(&self, stage: Stage) -> String {
        let mut text = String::new();
        self.print(stage, &mut text);
        text
    }

    /// Appends it as assembly text has it.
    pub(crate) fn print(&self, stage: Stage, text: &mut String) {
        self.file.print(stage, self.number, text);
        if self.mask != Mask::XYZW {
            text.push('.');
            text.extend(self.mask.lanes().map(|lane| LANES[lane as usize & 3]));
        }
    }
}

/// The register that is added to a constant's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Indirect {
    /// Attribute, constant or temporary.
    pub file: File,
    /// The register's number.
    pub number: u16,
    /// The lane, 0 to 3.
    pub lane: u8,
    /// Added to its value.
    pub offset: u8,
}

/// What an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// The register file; constant where `indirect` is set.
    pub file: File,
    /// The register's number; 0 where `indirect` is set.
    pub number: u16,
    /// The lanes.
    pub swizzle: Swizzle,
    /// For `vc[r.c + offset]`: where the number comes from.
    pub indirect: Option<Indirect>,
}

impl Source {
    /// A register that is named outright.
    pub const fn direct(file: File, number: u16, swizzle: Swizzle) -> Source {
        Source {
            file,
            number,
            swizzle,
            indirect: None,
        }
    }

    /// As assembly text has it.
    pub fn display(&self, stage: Stage) -> String {
        let mut text = String::new();
        self.print(stage, &mut text);
        text
    }

    /// Appends it as assembly text has it.
    pub(crate) fn print(&self, stage: Stage, text: &mut String) {
        match self.indirect {
            None => self.file.print(stage, self.number, text),
            Some(Indirect {
                file,
                number,
                lane,
                offset,
            }) => {
                text.push_str(File::Constant.prefix(stage));
                text.push('[');
                file.print(stage, number, text);
                text.push('.');
                text.push(LANES[lane as usize & 3]);
                if offset > 0 {
                    text.push_str(&format!("+{offset}"));
                }
                text.push(']');
            }
        }
        self.swizzle.print(text);
    }
}

/// The texture operand of `tex`. All lookups through one sampler register must have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sampler {
    /// The unit.
    pub number: u16,
    /// Added to the level, in eighths.
    pub bias: i8,
    /// Texel format, an index into [`flags::FORMATS`].
    pub format: u8,
    /// Index into [`flags::DIMENSIONS`].
    pub dimension: u8,
    /// Bits in the order of [`flags::SPECIALS`].
    pub special: u8,
    /// Index into [`flags::WRAPS`].
    pub wrap: u8,
    /// Index into [`flags::MIPS`].
    pub mip: u8,
    /// Index into [`flags::FILTERS`].
    pub filter: u8,
}

impl Sampler {
    /// Whether coordinates are directions into a cube.
    pub fn is_cube(&self) -> bool {
        self.dimension == 1
    }

    /// The flags in canonical order, as assembly text has them.
    pub fn flags(&self) -> String {
        let word =
            |list: &[&'static str], index: u8| list.get(index as usize).copied().unwrap_or("?");
        let mut text = String::with_capacity(40);
        text.push('<');
        text.push_str(word(flags::DIMENSIONS, self.dimension));
        let format = (self.format > 0).then(|| word(flags::FORMATS, self.format));
        let filters = [
            word(flags::FILTERS, self.filter),
            word(flags::MIPS, self.mip),
            word(flags::WRAPS, self.wrap),
        ];
        let specials = flags::SPECIALS.iter().enumerate();
        let set = specials.filter(|(bit, _)| self.special >> bit & 1 == 1);
        let rest = format.into_iter().chain(filters);
        for word in rest.chain(set.map(|(_, special)| *special)) {
            text.push(',');
            text.push_str(word);
        }
        if self.bias != 0 {
            text.push_str(&format!(",{}", f32::from(self.bias) / 8.0));
        }
        text.push('>');
        text
    }
}

/// The words of the sampler fields. The position in a list is the code.
pub mod flags {
    use super::Sampler;

    /// Texel formats.
    pub const FORMATS: &[&str] = &["rgba", "dxt1", "dxt5", "video"];
    /// Dimensions.
    pub const DIMENSIONS: &[&str] = &["2d", "cube", "3d"];
    /// How many of these version 1 has. From version 2 on the verifier knows them all, though no client is
    /// known that looks a texture up in three dimensions.
    pub const BASIC_DIMENSIONS: usize = 2;
    /// Wrapping in u and v.
    pub const WRAPS: &[&str] = &["clamp", "repeat", "clamp_u_repeat_v", "repeat_u_clamp_v"];
    /// Mipmapping.
    pub const MIPS: &[&str] = &["mipnone", "mipnearest", "miplinear"];
    /// Filters.
    pub const FILTERS: &[&str] = &[
        "nearest",
        "linear",
        "anisotropic2x",
        "anisotropic4x",
        "anisotropic8x",
        "anisotropic16x",
    ];
    /// Special flags, a bit each.
    pub const SPECIALS: &[&str] = &["centroid", "single", "ignoresampler"];
    /// Other words for the same.
    const ALIASES: &[(&str, &str)] = &[
        ("compressed", "dxt1"),
        ("compressedalpha", "dxt5"),
        ("nomip", "mipnone"),
        ("wrap", "repeat"),
    ];

    /// Applies a word to a sampler and returns whether it is one. Later words of a kind override
    /// earlier ones; special flags accumulate.
    pub fn apply(sampler: &mut Sampler, word: &str) -> bool {
        let word = ALIASES
            .iter()
            .find(|alias| alias.0 == word)
            .map_or(word, |alias| alias.1);
        let index = |list: &[&str]| {
            list.iter()
                .position(|entry| *entry == word)
                .map(|index| index as u8)
        };
        if let Some(bit) = index(SPECIALS) {
            sampler.special |= 1 << bit;
            return true;
        }
        let Sampler {
            format,
            dimension,
            wrap,
            mip,
            filter,
            ..
        } = sampler;
        let fields = [
            (format, FORMATS),
            (dimension, DIMENSIONS),
            (wrap, WRAPS),
            (mip, MIPS),
            (filter, FILTERS),
        ];
        for (field, list) in fields {
            if let Some(index) = index(list) {
                *field = index;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_print_without_repeated_letters() {
        assert_eq!(Swizzle::IDENTITY.to_string(), "");
        assert_eq!(Swizzle::splat(1).to_string(), ".y");
        assert_eq!(Swizzle::new([0, 0, 1, 1]).to_string(), ".xxy");
        assert_eq!(Swizzle::new([0, 1, 2, 2]).to_string(), ".xyz");
    }

    #[test]
    fn sampler_words_print_in_canonical_order() {
        let mut sampler = Sampler {
            bias: -12,
            ..Sampler::default()
        };
        for word in ["miplinear", "wrap", "cube", "clamp", "single", "compressed"] {
            assert!(flags::apply(&mut sampler, word), "{word}");
        }
        assert_eq!(
            sampler.flags(),
            "<cube,dxt1,nearest,miplinear,clamp,single,-1.5>"
        );
        assert!(!flags::apply(&mut sampler, "bilinear"));
    }
}
