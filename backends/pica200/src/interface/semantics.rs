//! Which semantic a varying gets by its name.

use crate::container::Semantic;
use retroshade_kit::names::{Meaning, meaning};

/// The semantic of a varying's name; `None` for a name that says nothing or what the pipeline does not
/// take, such as a normal.
pub fn by_name(name: &str) -> Option<Semantic> {
    match meaning(name)? {
        Meaning::NormalQuaternion => Some(Semantic::NormalQuaternion),
        Meaning::Color(0) => Some(Semantic::Color),
        Meaning::TexCoord(0) => Some(Semantic::TexCoord0),
        Meaning::TexCoord(1) => Some(Semantic::TexCoord1),
        Meaning::TexCoord(2) => Some(Semantic::TexCoord2),
        Meaning::TexCoordW => Some(Semantic::TexCoord0W),
        Meaning::View => Some(Semantic::View),
        Meaning::Dummy => Some(Semantic::Dummy),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_semantics() {
        assert_eq!(by_name("v_TexCoord"), Some(Semantic::TexCoord0));
        assert_eq!(by_name("oUV1"), Some(Semantic::TexCoord1));
        assert_eq!(by_name("v_view"), Some(Semantic::View));
        assert_eq!(by_name("fragColor"), Some(Semantic::Color));
        assert_eq!(by_name("v_dummy5"), Some(Semantic::Dummy));
        for name in ["vNormal", "fragPosition", "vColor1", "uv3"] {
            assert_eq!(by_name(name), None, "{name}");
        }
    }
}
