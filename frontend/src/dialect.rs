//! Languages beside ESSL 1.00 and 3.00 that sources are written in: later ESSL, desktop GLSL, and Cg.
//!
//! The checker knows ESSL. A source in another dialect is checked as ESSL 3.00, with what its own language allows
//! beyond that where the machines can have it: locations of varyings, qualifiers in any order, blocks of varyings;
//! in desktop GLSL also conversions from integers, no precision, and the names of GLSL 1.20. Cg has words, conversions,
//! operators and functions of its own; what they mean is said in terms of ESSL 3.00 (`check/cg`).

use crate::typed::Version;

/// The language of a source beyond its [`Version`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// ESSL 1.00 or 3.00.
    #[default]
    Essl,
    /// ESSL 3.10 or 3.20.
    LaterEssl,
    /// GLSL 1.10 to 4.60, that for Vulkan included.
    Desktop,
    /// NVIDIA's Cg, as its profiles vp20 and fp20 take it.
    Cg,
}

/// The version of Cg, of which there is one here.
const CG: u32 = 200;

/// The versions of desktop GLSL.
const DESKTOP: [u32; 12] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450];

/// Extensions whose content is always understood in these dialects, or changes nothing for a shader that compiles.
const PART_OF_IT: [&str; 14] = [
    "GL_ARB_geometry_shader4",
    "GL_EXT_geometry_shader",
    "GL_EXT_geometry_shader4",
    "GL_OES_geometry_shader",
    "GL_ARB_separate_shader_objects",
    "GL_ARB_shading_language_420pack",
    "GL_ARB_explicit_attrib_location",
    "GL_ARB_explicit_uniform_location",
    "GL_ARB_uniform_buffer_object",
    "GL_ARB_shader_texture_lod",
    "GL_EXT_scalar_block_layout",
    "GL_EXT_shader_io_blocks",
    "GL_OES_shader_io_blocks",
    "GL_GOOGLE_cpp_style_line_directive",
];

/// The languages that a number behind `#version` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Those of OpenGL ES: `es` follows the number, except of 100.
    Es,
    /// Those of desktop OpenGL.
    Desktop,
    /// Cg, which has no `#version`: options say that a source is written in it.
    Cg,
}

impl Dialect {
    /// The version and dialect of a number behind `#version`.
    pub fn of(number: u32, family: Family) -> Option<(Version, Dialect)> {
        match (number, family) {
            (CG, Family::Cg) => Some((Version::Essl300, Dialect::Cg)),
            (_, Family::Cg) => None,
            (100, _) => Some((Version::Essl100, Dialect::Essl)),
            (300, Family::Es) => Some((Version::Essl300, Dialect::Essl)),
            (310 | 320, Family::Es) => Some((Version::Essl300, Dialect::LaterEssl)),
            (460, Family::Desktop) => Some((Version::Essl300, Dialect::Desktop)),
            (number, Family::Desktop) if DESKTOP.contains(&number) => {
                Some((Version::Essl300, Dialect::Desktop))
            }
            _ => None,
        }
    }

    /// True if it is desktop GLSL.
    pub fn is_desktop(self) -> bool {
        self == Dialect::Desktop
    }

    /// True if it is Cg.
    pub fn is_cg(self) -> bool {
        self == Dialect::Cg
    }

    /// The number of Cg in [`Family::Cg`].
    pub const CG: (u32, Family) = (CG, Family::Cg);

    /// True if it is later than ESSL 3.00: qualifiers stand in any order, varyings have locations, blocks and
    /// uniforms places.
    pub fn is_later(self) -> bool {
        self != Dialect::Essl
    }

    /// True if an extension asks for nothing that the dialect does not have anyway.
    pub(crate) fn has_extension(self, name: &str) -> bool {
        self.is_later() && PART_OF_IT.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_the_dialect() {
        assert_eq!(Dialect::of(300, Family::Desktop), None);
        assert_eq!(Dialect::of(330, Family::Es), None);
        assert_eq!(
            Dialect::of(320, Family::Es),
            Some((Version::Essl300, Dialect::LaterEssl))
        );
        let (number, family) = Dialect::CG;
        assert_eq!(
            Dialect::of(number, family),
            Some((Version::Essl300, Dialect::Cg))
        );
        assert_eq!(Dialect::of(300, Family::Cg), None);
        for number in DESKTOP {
            assert_eq!(
                Dialect::of(number, Family::Desktop),
                Some((Version::Essl300, Dialect::Desktop))
            );
        }
    }
}
