//! Names and numbers of attributes and outputs.

/// An output register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputRow {
    /// The number in the microcode.
    pub number: u8,
    /// The name this project prints.
    pub name: &'static str,
    /// Another name assemblers know it by; the same where there is none.
    pub alias: &'static str,
    /// What the fixed hardware behind the program takes it for.
    pub meaning: &'static str,
}

const fn output(
    number: u8,
    name: &'static str,
    alias: &'static str,
    meaning: &'static str,
) -> OutputRow {
    OutputRow {
        number,
        name,
        alias,
        meaning,
    }
}

/// All outputs; 1, 2 and 13 up do not exist.
pub const OUTPUTS: [OutputRow; 11] = [
    output(0, "oPos", "oPos", "position"),
    output(
        3,
        "oD0",
        "oDiffuse",
        "front diffuse colour, clamped to 0..1",
    ),
    output(
        4,
        "oD1",
        "oSpecular",
        "front specular colour, clamped to 0..1",
    ),
    output(5, "oFog", "oFog", "fog, from one lane"),
    output(6, "oPts", "oPts", "point size, from x"),
    output(
        7,
        "oB0",
        "oBackDiffuse",
        "back diffuse colour, clamped to 0..1",
    ),
    output(
        8,
        "oB1",
        "oBackSpecular",
        "back specular colour, clamped to 0..1",
    ),
    output(9, "oT0", "oTex0", "texture coordinate 0"),
    output(10, "oT1", "oTex1", "texture coordinate 1"),
    output(11, "oT2", "oTex2", "texture coordinate 2"),
    output(12, "oT3", "oTex3", "texture coordinate 3"),
];

/// The number of oPos.
pub const POSITION: u8 = 0;
/// The number of oFog.
pub const FOG: u8 = 5;
/// The number of oPts.
pub const POINT_SIZE: u8 = 6;

/// The row of an output number.
pub fn output_row(number: u8) -> Option<&'static OutputRow> {
    OUTPUTS.iter().find(|row| row.number == number)
}

/// The output of a name, in the exact spelling of the assembler.
pub fn output_by_name(name: &str) -> Option<u8> {
    OUTPUTS
        .iter()
        .find(|row| row.name == name || row.alias == name)
        .map(|row| row.number)
}

/// Attribute names by number. In programmable mode all are generic; the names matter to fixed
/// function and to the immediate-mode setters.
pub const ATTRIBUTE_NAMES: [&str; 13] = [
    "iPos",
    "iWeight",
    "iNormal",
    "iDiffuse",
    "iSpecular",
    "iFog",
    "iPts",
    "iBackDiffuse",
    "iBackSpecular",
    "iTex0",
    "iTex1",
    "iTex2",
    "iTex3",
];

/// The attribute of a name, in the exact spelling of the assembler.
pub fn attribute_by_name(name: &str) -> Option<u8> {
    let position = ATTRIBUTE_NAMES.iter().position(|known| *known == name)?;
    u8::try_from(position).ok()
}
