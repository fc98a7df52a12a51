//! The operands of a token: masks, swizzles, sources, destinations, samplers.

use super::File;
use retroshade_ir::{LANES, Stage};
use retroshade_kit::lanes::{LaneMask, Swizzle};

/// What an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dest {
    /// The register file.
    pub file: File,
    /// The register's number.
    pub number: u16,
    /// The lanes.
    pub mask: LaneMask,
}

impl Dest {
    /// Appends it as assembly text has it.
    pub(crate) fn print(&self, stage: Stage, text: &mut String) {
        self.file.print(stage, self.number, text);
        text.push_str(&self.mask.suffix());
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

/// The operands that an instruction reads.
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
        text.push_str(&self.swizzle.to_string());
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
    /// True if coordinates are directions into a cube.
    pub fn is_cube(&self) -> bool {
        self.dimension == 1
    }

    /// True if lookups use other levels than the largest.
    pub fn has_levels(&self) -> bool {
        self.mip != 0
    }

    /// The words of `#pragma retroshade sampler` for its state, without the bias; `None` for what lookups are without
    /// further words.
    pub fn state(&self) -> Option<String> {
        let plain = |words: [&str; 4]| {
            let mut plain = Sampler::default();
            words.iter().for_each(|word| {
                flags::apply(&mut plain, word);
            });
            plain
        };
        let usual = if self.is_cube() {
            plain(["cube", "linear", "miplinear", "clamp"])
        } else {
            plain(["2d", "linear", "mipnone", "repeat"])
        };
        let unbiased = |sampler: &Sampler| Sampler {
            number: 0,
            bias: 0,
            ..*sampler
        };
        let own = unbiased(self);
        (own != usual).then(|| own.flags().trim_matches(['<', '>']).to_owned())
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
