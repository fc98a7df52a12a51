//! What the names of attributes and varyings say, for chips whose registers have fixed meanings.
//!
//! One rule for all of them: case and underscores do not count, and one word that says where a variable
//! stands, such as `v` or `frag`, is dropped from the front.

/// The words people put before a name, of which one is dropped.
const PREFIXES: [&str; 17] = [
    "attribute",
    "fragment",
    "varying",
    "vertex",
    "frag",
    "attr",
    "vert",
    "out",
    "var",
    "in",
    "vs",
    "fs",
    "a",
    "v",
    "i",
    "o",
    "f",
];

/// The meaning of a variable by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// A position.
    Position,
    /// Weights of bones.
    Weight,
    /// A normal.
    Normal,
    /// A quaternion that turns tangent space into view space.
    NormalQuaternion,
    /// The colour of this number: 0 diffuse, 1 specular.
    Color(u8),
    /// The same for back faces.
    BackColor(u8),
    /// A coordinate or factor of fog.
    Fog,
    /// The size of a point.
    PointSize,
    /// Coordinates of the texture of this number.
    TexCoord(u8),
    /// The third coordinate of texture 0.
    TexCoordW,
    /// The direction to the eye.
    View,
    /// Nothing: a value for a geometry program.
    Dummy,
}

use Meaning::{
    BackColor, Color, Fog, Normal, NormalQuaternion, PointSize, Position, TexCoordW, View, Weight,
};

/// Whole names in lower case without underscores. Those of texture coordinates are below.
const NAMES: [(Meaning, &[&str]); 12] = [
    (Position, &["position", "pos", "vertex", "coord", "hpos"]),
    (
        Weight,
        &["weight", "weights", "blendweight", "blendweights"],
    ),
    (Normal, &["normal", "norm"]),
    (
        NormalQuaternion,
        &["normalquat", "nquat", "normalquaternion"],
    ),
    (
        Color(0),
        &[
            "color", "color0", "colour", "colour0", "col", "col0", "clr", "diffuse",
        ],
    ),
    (
        Color(1),
        &["color1", "colour1", "col1", "specular", "secondarycolor"],
    ),
    (BackColor(0), &["backcolor", "backcolour", "backdiffuse"]),
    (
        BackColor(1),
        &["backcolor1", "backspecular", "backsecondarycolor"],
    ),
    (Fog, &["fog", "fogcoord", "fogfactor"]),
    (PointSize, &["pointsize", "psize", "pts"]),
    (
        TexCoordW,
        &["texcoordw", "texcoord0w", "tcoordw", "tcoord0w"],
    ),
    (View, &["view", "viewdir", "viewvector", "viewdirection"]),
];

/// Names of texture coordinates; a number may follow.
const TEXTURE_COORDINATES: [&str; 13] = [
    "texcoord",
    "texcoords",
    "texturecoord",
    "texturecoords",
    "texturecoordinate",
    "texturecoordinates",
    "texcoordinate",
    "texcoordinates",
    "tcoord",
    "tex",
    "tc",
    "uv",
    "st",
];

/// A name as the tables have it.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|letter| *letter != '_')
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

/// Returns the meaning of a name, as it is or without a word before it; `None` for a name that is in no table.
pub fn meaning(name: &str) -> Option<Meaning> {
    let name = plain(name);
    let shorter = PREFIXES.iter().filter_map(|word| name.strip_prefix(word));
    std::iter::once(name.as_str())
        .chain(shorter)
        .find_map(whole)
}

/// The meaning of a name that is in the tables as it is.
fn whole(name: &str) -> Option<Meaning> {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = name.get(stem.len()..).unwrap_or_default();
    if TEXTURE_COORDINATES.contains(&stem) {
        return match number {
            "" => Some(Meaning::TexCoord(0)),
            number => number.parse().ok().map(Meaning::TexCoord),
        };
    }
    if stem == "dummy" {
        return Some(Meaning::Dummy);
    }
    let row = NAMES.iter().find(|(_, names)| names.contains(&name));
    row.map(|(meaning, _)| *meaning)
}

/// What part of a name says about the registers of colours, which change what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// It is a colour: such a register is right if one must be chosen.
    Color,
    /// It is a place or a direction, which a colour's register would spoil.
    Geometry,
    /// Neither.
    Unknown,
}

/// What a name says of colours. The end of a name counts more than the rest: `normalColor` is a colour,
/// `colorPosition` a position.
pub fn shade(name: &str) -> Shade {
    let name = plain(name);
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let colors = ["color", "colour", "diffuse"];
    let geometry = ["position", "normal"];
    if colors.iter().any(|word| stem.ends_with(word)) {
        Shade::Color
    } else if geometry.iter().any(|word| stem.contains(word)) || stem.ends_with("pos") {
        Shade::Geometry
    } else if colors.iter().any(|word| stem.contains(word)) {
        Shade::Color
    } else {
        Shade::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prefix_is_dropped_once() {
        for word in PREFIXES {
            assert_eq!(
                meaning(&format!("{word}_Color")),
                Some(Color(0)),
                "{word}_Color"
            );
        }
        assert_eq!(meaning("vaColor"), None);
    }

    #[test]
    fn names_say_what_they_hold() {
        for (name, wanted) in [
            ("a_position", Some(Position)),
            ("fragPosition", Some(Position)),
            ("vertexPosition", Some(Position)),
            ("fragNormal", Some(Normal)),
            ("vs_TEXCOORD1", Some(Meaning::TexCoord(1))),
            ("TEXTURE_COORD_1", Some(Meaning::TexCoord(1))),
            ("fragTexCoord2", Some(Meaning::TexCoord(2))),
            ("v_backSpecular", Some(BackColor(1))),
            ("outDiffuse", Some(Color(0))),
            ("vDummy5", Some(Meaning::Dummy)),
            ("texcoord0w", Some(TexCoordW)),
            ("a_tangent", None),
            ("v", None),
            ("uv99999", None),
        ] {
            assert_eq!(meaning(name), wanted, "{name}");
        }
    }

    #[test]
    fn what_a_name_ends_in_says_most_of_colours() {
        for (name, wanted) in [
            ("vLitColor", Shade::Color),
            ("normal_colour", Shade::Color),
            ("colorMix", Shade::Color),
            ("colorPosition", Shade::Geometry),
            ("v_worldPos", Shade::Geometry),
            ("eyeNormal2", Shade::Geometry),
            ("vTangent", Shade::Unknown),
        ] {
            assert_eq!(shade(name), wanted, "{name}");
        }
    }
}
