//! Which semantic a varying gets by its name.

use crate::container::Semantic;

/// Names in lower case without underscores.
const NAMES: &[(Semantic, &[&str])] = &[
    (
        Semantic::NormalQuaternion,
        &["normalquat", "nquat", "normalquaternion"],
    ),
    (
        Semantic::Color,
        &[
            "color", "color0", "colour", "colour0", "col", "col0", "clr", "diffuse",
        ],
    ),
    (
        Semantic::TexCoord0,
        &[
            "texcoord",
            "texcoord0",
            "texcoords",
            "texcoords0",
            "tcoord",
            "tcoord0",
            "tc",
            "tc0",
            "uv",
            "uv0",
            "tex",
            "tex0",
            "texturecoord",
            "texturecoord0",
            "texturecoordinate",
            "texturecoordinates",
            "texcoordinate",
        ],
    ),
    (
        Semantic::TexCoord0W,
        &["texcoord0w", "tcoord0w", "texcoordw"],
    ),
    (
        Semantic::TexCoord1,
        &[
            "texcoord1",
            "texcoords1",
            "tcoord1",
            "tc1",
            "uv1",
            "tex1",
            "texturecoord1",
        ],
    ),
    (
        Semantic::TexCoord2,
        &[
            "texcoord2",
            "texcoords2",
            "tcoord2",
            "tc2",
            "uv2",
            "tex2",
            "texturecoord2",
        ],
    ),
    (
        Semantic::View,
        &["view", "viewdir", "viewvector", "viewdirection"],
    ),
];

/// Every name with its semantic, for the documentation.
pub fn names() -> impl Iterator<Item = (Semantic, &'static [&'static str])> {
    NAMES.iter().map(|(semantic, names)| (*semantic, *names))
}

/// The semantic of a varying's name: case and underscores do not count, nor does a leading `a`, `v`,
/// `i` or `o`. `dummy` with any number after it is a value for a geometry program.
pub fn by_name(name: &str) -> Option<Semantic> {
    let plain: String = name
        .chars()
        .filter(|character| *character != '_')
        .map(|character| character.to_ascii_lowercase())
        .collect();
    let known = |name: &str| {
        let rows = NAMES.iter();
        let row = rows.clone().find(|(_, names)| names.contains(&name));
        let dummy = name.strip_prefix("dummy");
        match (row, dummy) {
            (Some((semantic, _)), _) => Some(*semantic),
            (None, Some(rest)) if rest.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(Semantic::Dummy)
            }
            _ => None,
        }
    };
    known(&plain).or_else(|| known(plain.strip_prefix(['a', 'v', 'i', 'o'])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_case_and_underscores_do_not_count() {
        assert_eq!(by_name("v_TexCoord"), Some(Semantic::TexCoord0));
        assert_eq!(by_name("oUV1"), Some(Semantic::TexCoord1));
        assert_eq!(by_name("v_view"), Some(Semantic::View));
        assert_eq!(by_name("view"), Some(Semantic::View));
        assert_eq!(by_name("v_dummy5"), Some(Semantic::Dummy));
        assert_eq!(by_name("vNormal"), None);
    }
}
