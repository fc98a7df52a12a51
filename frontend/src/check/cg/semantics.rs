//! What a semantic is at each border of a stage. Names and aliases are those of the profiles vp20 and fp20; case does not
//! count.

use retroshade_ir::{Builtin, Stage};

/// The side of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Border {
    /// What the stage is given.
    In,
    /// What it makes.
    Out,
}

/// What a semantic connects to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Connection {
    /// An attribute or a varying of this name and at most so many components.
    Variable(String, u8),
    /// A variable of the machine.
    Machine(Builtin),
    /// Nothing that could be read: in fragments the size of a point.
    Nothing,
}

/// The attributes of vp20 by number: those of NV_vertex_program.
const ATTRIBUTES: [&str; 8] = [
    "POSITION",
    "BLENDWEIGHT",
    "NORMAL",
    "COLOR0",
    "COLOR1",
    "FOGCOORD",
    "PSIZE",
    "BLENDINDICES",
];

/// Texture coordinates that a semantic may number.
const COORDINATES: u8 = 8;

/// What a semantic connects to; `None` if there is no such semantic at this border.
pub(super) fn connection(text: &str, stage: Stage, border: Border) -> Option<Connection> {
    let text = text.to_ascii_uppercase();
    let word = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = text.get(word.len()..)?;
    let number: Option<u8> = match digits {
        "" => None,
        _ => Some(digits.parse().ok()?),
    };
    let variable = |name: &str| Some(Connection::Variable(name.to_owned(), 4));
    let scalar = |name: &str| Some(Connection::Variable(name.to_owned(), 1));
    let coordinate = |number: u8| {
        let known = number < COORDINATES;
        known.then(|| Connection::Variable(format!("TEXCOORD{number}"), 4))
    };
    let is_first = matches!(number, None | Some(0));
    match (stage, border, word) {
        (Stage::Vertex, Border::In, "ATTR") => match number? {
            number @ 8..=15 => coordinate(number - 8),
            number => variable(ATTRIBUTES.get(usize::from(number))?),
        },
        (Stage::Fragment, Border::Out, "COLOR" | "COL") if is_first => {
            Some(Connection::Machine(Builtin::FragColor))
        }
        (Stage::Fragment, Border::Out, "DEPTH" | "DEPR") if is_first => {
            Some(Connection::Machine(Builtin::FragDepth))
        }
        (Stage::Fragment, Border::Out, _) => None,
        (_, _, "TEXCOORD") => coordinate(number.unwrap_or(0)),
        (_, _, "COLOR" | "COL") if is_first => variable("COLOR0"),
        (_, _, "COLOR" | "COL") if number == Some(1) => variable("COLOR1"),
        (Stage::Vertex, Border::In, "DIFFUSE") if is_first => variable("COLOR0"),
        (Stage::Vertex, Border::In, "SPECULAR") if is_first => variable("COLOR1"),
        (Stage::Vertex, Border::In, "FOG" | "FOGCOORD" | "TESSFACTOR") if is_first => {
            variable("FOGCOORD")
        }
        (
            Stage::Vertex,
            Border::In,
            "POSITION" | "NORMAL" | "BLENDWEIGHT" | "BLENDINDICES" | "PSIZE" | "TANGENT"
            | "BINORMAL",
        ) if is_first => variable(word),
        (Stage::Vertex, Border::Out, "POSITION" | "HPOS") if is_first => {
            Some(Connection::Machine(Builtin::Position))
        }
        (Stage::Vertex, Border::Out, "PSIZE" | "PSIZ") if is_first => {
            Some(Connection::Machine(Builtin::PointSize))
        }
        (Stage::Fragment, Border::In, "POSITION" | "HPOS" | "WPOS") if is_first => {
            Some(Connection::Machine(Builtin::FragCoord))
        }
        (Stage::Fragment, Border::In, "PSIZE" | "PSIZ") if is_first => Some(Connection::Nothing),
        // Varyings alone from here on.
        (Stage::Vertex, Border::In, _) => None,
        (_, _, "TEX") => coordinate(number.unwrap_or(0)),
        (_, _, "FOG" | "FOGC" | "FOGP") if is_first => scalar("FOG"),
        (_, _, "BCOL") if is_first => variable("BACKCOLOR"),
        (_, _, "BCOL") if number == Some(1) => variable("BACKCOLOR1"),
        _ => None,
    }
}

/// The semantics at a border, for people.
pub(super) fn known(stage: Stage, border: Border) -> &'static str {
    match (stage, border) {
        (Stage::Fragment, Border::Out) => "COLOR and DEPTH",
        (Stage::Fragment, Border::In) => "COLOR0, COLOR1, TEXCOORD0 to TEXCOORD7, FOG and WPOS",
        (_, Border::In) => {
            "POSITION, BLENDWEIGHT, NORMAL, COLOR0, COLOR1, FOGCOORD, PSIZE, BLENDINDICES, TANGENT, BINORMAL, TEXCOORD0 to TEXCOORD7 and ATTR0 to ATTR15"
        }
        (_, Border::Out) => {
            "POSITION, COLOR0, COLOR1, TEXCOORD0 to TEXCOORD7, FOG, PSIZE, BCOL0 and BCOL1"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str, stage: Stage, border: Border) -> Option<String> {
        match connection(text, stage, border)? {
            Connection::Variable(name, _) => Some(name),
            Connection::Machine(builtin) => Some(format!("{builtin:?}")),
            Connection::Nothing => Some(String::new()),
        }
    }

    #[test]
    fn aliases_are_those_of_the_profiles() {
        use Border::{In, Out};
        use Stage::{Fragment, Vertex};
        for (text, stage, border, wanted) in [
            ("POSITION", Vertex, In, Some("POSITION")),
            ("position0", Vertex, In, Some("POSITION")),
            ("DIFFUSE", Vertex, In, Some("COLOR0")),
            ("ATTR3", Vertex, In, Some("COLOR0")),
            ("ATTR9", Vertex, In, Some("TEXCOORD1")),
            ("ATTR16", Vertex, In, None),
            ("TEXCOORD", Vertex, In, Some("TEXCOORD0")),
            ("TEXCOORD8", Vertex, In, None),
            ("HPOS", Vertex, Out, Some("Position")),
            ("COLOR1", Vertex, Out, Some("COLOR1")),
            ("COL0", Vertex, Out, Some("COLOR0")),
            ("TEX2", Vertex, Out, Some("TEXCOORD2")),
            ("FOGC", Vertex, Out, Some("FOG")),
            ("NORMAL", Vertex, Out, None),
            ("COLOR", Fragment, In, Some("COLOR0")),
            ("COLOR1", Fragment, In, Some("COLOR1")),
            ("POSITION", Fragment, In, Some("FragCoord")),
            ("COLOR", Fragment, Out, Some("FragColor")),
            ("COLOR1", Fragment, Out, None),
            ("COLOR2", Vertex, Out, None),
        ] {
            let found = name(text, stage, border);
            assert_eq!(found.as_deref(), wanted, "{text} {stage:?} {border:?}");
        }
    }
}
