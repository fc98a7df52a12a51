//! What a texture stage does.

macro_rules! modes {
    ($($(#[$m:meta])* $name:ident = $code:literal, $stages:expr, $text:expr;)*) => {
        /// What a texture stage does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mode { $($(#[$m])* $name,)* }

        impl Mode {
            /// All of them, in the order of their codes.
            pub const ALL: &[Mode] = &[$(Mode::$name,)*];

            /// The code in the stage program.
            pub const fn code(self) -> u32 {
                match self { $(Mode::$name => $code,)* }
            }

            /// The stages that can do it.
            pub const fn stages(self) -> &'static [u32] {
                match self { $(Mode::$name => $stages,)* }
            }

            /// The name in TS1.0; `None` where the text has no word, or it depends on what follows.
            pub const fn text(self) -> Option<&'static str> {
                match self { $(Mode::$name => $text,)* }
            }
        }
    };
}

const ANY: &[u32] = &[0, 1, 2, 3];
const LATER: &[u32] = &[1, 2, 3];
const LAST: &[u32] = &[2, 3];

modes! {
    /// Nothing: reads 0, 0, 0, 1 (captured).
    None = 0, ANY, Some("nop");
    /// Two coordinates, divided by the fourth.
    Plain = 1, ANY, Some("texture_2d");
    /// Three coordinates.
    Volume = 2, ANY, Some("texture_3d");
    /// A direction.
    Cube = 3, ANY, Some("texture_cube_map");
    /// The coordinates as a colour.
    Pass = 4, ANY, Some("pass_through");
    /// Kills by the sign of coordinates.
    Clip = 5, ANY, Some("cull_fragment");
    /// Coordinates moved by an earlier stage's result.
    Bump = 6, LATER, Some("offset_2d");
    /// The same, scaled by its luminance.
    BumpLuminance = 7, LATER, Some("offset_2d_scale");
    /// Two directions.
    Brdf = 8, LAST, Some("brdf");
    /// Looks up by this inner product and the one before.
    DotPlain = 9, LAST, Option::None;
    /// Depth from two inner products.
    DotDepth = 10, LAST, Option::None;
    /// Reflects the diffuse way.
    DotDiffuse = 11, &[2], Option::None;
    /// Reflects about the normal of three inner products.
    DotSpecular = 12, &[3], Option::None;
    /// Looks up a volume by three inner products.
    DotVolume = 13, &[3], Option::None;
    /// Looks up a cube by three inner products.
    DotCube = 14, &[3], Option::None;
    /// Looks up by alpha and red of an earlier stage.
    AlphaRed = 15, LATER, Some("dependent_ar");
    /// Looks up by green and blue.
    GreenBlue = 16, LATER, Some("dependent_gb");
    /// An inner product for a later stage.
    Dot = 17, &[1, 2], Option::None;
    /// Reflects with a constant eye vector.
    DotSpecularConstant = 18, &[3], Option::None;
}

/// Rows of texture stages whose inner products go together: the name that all stages of a row share in TS1.0, where
/// `_1of3` and the like follow, and their modes. Of rows with equal modes the first is the one that is printed.
pub const ROWS: &[(&str, &[Mode])] = &[
    ("dot_product_2d", &[Mode::Dot, Mode::DotPlain]),
    ("dot_product_rectangle", &[Mode::Dot, Mode::DotPlain]),
    ("dot_product_depth_replace", &[Mode::Dot, Mode::DotDepth]),
    (
        "dot_product_cube_map",
        &[Mode::Dot, Mode::Dot, Mode::DotCube],
    ),
    ("dot_product_3d", &[Mode::Dot, Mode::Dot, Mode::DotVolume]),
    (
        "dot_product_reflect_cube_map_eye_from_qs",
        &[Mode::Dot, Mode::Dot, Mode::DotSpecular],
    ),
    (
        "dot_product_reflect_cube_map_const_eye",
        &[Mode::Dot, Mode::Dot, Mode::DotSpecularConstant],
    ),
    (
        "dot_product_cube_map_and_reflect_cube_map_eye_from_qs",
        &[Mode::Dot, Mode::DotDiffuse, Mode::DotSpecular],
    ),
    (
        "dot_product_cube_map_and_reflect_cube_map_const_eye",
        &[Mode::Dot, Mode::DotDiffuse, Mode::DotSpecularConstant],
    ),
];

/// The modes that read an earlier stage.
pub const DEPENDENT: &[Mode] = &[
    Mode::Bump,
    Mode::BumpLuminance,
    Mode::Brdf,
    Mode::DotPlain,
    Mode::DotDepth,
    Mode::DotDiffuse,
    Mode::DotSpecular,
    Mode::DotVolume,
    Mode::DotCube,
    Mode::AlphaRed,
    Mode::GreenBlue,
    Mode::Dot,
    Mode::DotSpecularConstant,
];

impl Mode {
    /// By its code.
    pub fn of(code: u32) -> Option<Mode> {
        Mode::ALL.iter().copied().find(|mode| mode.code() == code)
    }

    /// True if it reads an earlier stage.
    pub fn is_dependent(self) -> bool {
        DEPENDENT.contains(&self)
    }

    /// Numbers that it needs: a matrix that moves coordinates, a scale and an offset of the luminance.
    pub fn numbers(self) -> u32 {
        match self {
            Mode::Bump => 4,
            Mode::BumpLuminance => 6,
            _ => 0,
        }
    }

    /// True if it computes an inner product, of which DOT_RGBMAPPING says how bytes are read.
    pub fn is_dot(self) -> bool {
        matches!(
            self,
            Mode::Dot
                | Mode::DotPlain
                | Mode::DotDepth
                | Mode::DotDiffuse
                | Mode::DotSpecular
                | Mode::DotVolume
                | Mode::DotCube
                | Mode::DotSpecularConstant
        )
    }
}
