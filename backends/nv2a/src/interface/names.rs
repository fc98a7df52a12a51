//! Which attribute or output a variable's name means (docs/nv2a.md, "Names").

use crate::isa::registers::{FOG, POINT_SIZE};
use retroshade_kit::names::{Meaning, meaning};

/// The first texture coordinate, attribute and output.
const FIRST_TEXTURE: u8 = 9;
/// Texture coordinates.
const TEXTURES: u8 = 4;

fn texture(unit: u8) -> Option<u8> {
    (unit < TEXTURES).then_some(FIRST_TEXTURE + unit)
}

/// The attribute of a name.
pub fn attribute(name: &str) -> Option<u8> {
    match meaning(name)? {
        Meaning::Position => Some(0),
        Meaning::Weight => Some(1),
        Meaning::Normal => Some(2),
        Meaning::Color(0) => Some(3),
        Meaning::Color(1) => Some(4),
        Meaning::Fog => Some(5),
        Meaning::PointSize => Some(6),
        Meaning::BackColor(0) => Some(7),
        Meaning::BackColor(1) => Some(8),
        Meaning::TexCoord(unit) => texture(unit),
        _ => None,
    }
}

/// The output of a name. No varying is the position.
pub fn output(name: &str) -> Option<u8> {
    match meaning(name)? {
        Meaning::Color(0) => Some(3),
        Meaning::Color(1) => Some(4),
        Meaning::Fog => Some(FOG),
        Meaning::PointSize => Some(POINT_SIZE),
        Meaning::BackColor(0) => Some(7),
        Meaning::BackColor(1) => Some(8),
        Meaning::TexCoord(unit) => texture(unit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_find_their_register() {
        for (name, wanted) in [
            ("a_position", Some(0)),
            ("vertexPosition", Some(0)),
            ("aColor", Some(3)),
            ("iNormal", Some(2)),
            ("a_texcoord2", Some(11)),
            ("inTexCoord", Some(9)),
            ("TEXTURE_COORD_1", Some(10)),
            ("a_texcoord4", None),
            ("a_tangent", None),
            ("v", None),
        ] {
            assert_eq!(attribute(name), wanted, "{name}");
        }
        for (name, wanted) in [
            ("v_color", Some(3)),
            ("fragTexCoord", Some(9)),
            ("vUv", Some(9)),
            ("v_backSpecular", Some(8)),
            ("v_fog", Some(5)),
            ("vPosition", None),
            ("vNormal", None),
        ] {
            assert_eq!(output(name), wanted, "{name}");
        }
    }
}
