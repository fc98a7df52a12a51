//! Which variable names mean which attribute or output (docs/nv2a.md, "Names").

use crate::isa::registers::{FOG, POINT_SIZE, POSITION};

/// The words people put before a name; tried with and without.
const PREFIXES: [&str; 13] = [
    "attribute",
    "varying",
    "vertex",
    "frag",
    "attr",
    "out",
    "var",
    "in",
    "a",
    "v",
    "i",
    "o",
    "f",
];

/// Names of attributes without case, underscores and prefix.
const ATTRIBUTES: [(&str, u8); 31] = [
    ("position", 0),
    ("pos", 0),
    ("vertex", 0),
    ("coord", 0),
    ("weight", 1),
    ("weights", 1),
    ("blendweight", 1),
    ("blendweights", 1),
    ("normal", 2),
    ("norm", 2),
    ("color", 3),
    ("colour", 3),
    ("color0", 3),
    ("colour0", 3),
    ("col", 3),
    ("diffuse", 3),
    ("color1", 4),
    ("colour1", 4),
    ("specular", 4),
    ("secondarycolor", 4),
    ("fog", 5),
    ("fogcoord", 5),
    ("pointsize", 6),
    ("psize", 6),
    ("pts", 6),
    ("backcolor", 7),
    ("backcolour", 7),
    ("backdiffuse", 7),
    ("backcolor1", 8),
    ("backspecular", 8),
    ("backsecondarycolor", 8),
];

/// Names of outputs without case, underscores and prefix.
const OUTPUTS: [(&str, u8); 22] = [
    ("color", 3),
    ("colour", 3),
    ("color0", 3),
    ("colour0", 3),
    ("col", 3),
    ("diffuse", 3),
    ("color1", 4),
    ("colour1", 4),
    ("specular", 4),
    ("secondarycolor", 4),
    ("fog", FOG),
    ("fogcoord", FOG),
    ("fogfactor", FOG),
    ("pointsize", POINT_SIZE),
    ("backcolor", 7),
    ("backcolour", 7),
    ("backdiffuse", 7),
    ("backcolor1", 8),
    ("backspecular", 8),
    ("backsecondarycolor", 8),
    ("position", POSITION),
    ("hpos", POSITION),
];

/// Names of texture coordinates; a digit may follow.
const TEXTURE_COORDINATES: [&str; 9] = [
    "texcoord",
    "texcoords",
    "texturecoord",
    "texturecoords",
    "texturecoordinate",
    "texcoordinate",
    "tex",
    "uv",
    "st",
];

/// The first texture coordinate, attribute and output.
const FIRST_TEXTURE: u8 = 9;
/// Texture coordinates.
const TEXTURES: u8 = 4;

/// Spellings of a name to look for: as it is and without a prefix.
fn candidates(name: &str) -> Vec<String> {
    let plain: String = name
        .chars()
        .filter(|letter| *letter != '_')
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let shorter = PREFIXES
        .iter()
        .filter_map(|prefix| plain.strip_prefix(prefix))
        .filter(|rest| !rest.is_empty())
        .map(str::to_owned);
    std::iter::once(plain.clone()).chain(shorter).collect()
}

fn texture(candidate: &str) -> Option<u8> {
    let digits = candidate.trim_end_matches(|c: char| c.is_ascii_digit());
    if !TEXTURE_COORDINATES.contains(&digits) {
        return None;
    }
    let unit = match candidate.get(digits.len()..)? {
        "" => 0,
        number => number.parse().ok()?,
    };
    (unit < TEXTURES).then_some(FIRST_TEXTURE + unit)
}

fn look_up(name: &str, table: &[(&str, u8)]) -> Option<u8> {
    candidates(name).iter().find_map(|candidate| {
        let row = table.iter().find(|(known, _)| known == candidate);
        row.map(|(_, number)| *number)
            .or_else(|| texture(candidate))
    })
}

/// The attribute that a name stands for.
pub fn attribute(name: &str) -> Option<u8> {
    look_up(name, &ATTRIBUTES)
}

/// The output that a name stands for. No varying is the position.
pub fn output(name: &str) -> Option<u8> {
    look_up(name, &OUTPUTS).filter(|number| *number != POSITION)
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
