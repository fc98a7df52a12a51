//! The instruction set: versions and their limits, register files, operands, tokens, and the table
//! that holds every bit position. See `docs/agal.md`.

mod operand;
mod table;
mod token;

pub use operand::{Dest, Indirect, Sampler, Source, flags};
pub use retroshade_kit::lanes::{LaneMask, Swizzle};
pub use table::{Meaning, OpInfo, Opcode, Second, TABLE, Where, fields};
pub use token::{Decoded, Program, RawToken, SourceField, Token, TokenError};

use retroshade_ir::Stage;

/// A version of the bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    /// Flash 11: the baseline profiles.
    V1,
    /// Flash 14: the standard profiles; conditionals, derivatives, several colours, depth.
    V2,
    /// The extended standard profile: more registers and tokens, instance number.
    V3,
}

impl Version {
    /// Every version.
    pub const ALL: [Version; 3] = [Version::V1, Version::V2, Version::V3];

    /// The number in the header of a program.
    pub const fn number(self) -> u32 {
        match self {
            Version::V1 => 1,
            Version::V2 => 2,
            Version::V3 => 3,
        }
    }

    /// The version of a number.
    pub fn from_number(number: u32) -> Option<Version> {
        Version::ALL
            .into_iter()
            .find(|version| version.number() == number)
    }

    /// The most tokens a program may have.
    pub const fn tokens(self) -> u32 {
        match self {
            Version::V1 => 200,
            Version::V2 => 1024,
            Version::V3 => 2048,
        }
    }

    /// The number of registers of a file in a stage; 0 where the stage does not have the file.
    pub const fn registers(self, stage: Stage, file: File) -> u16 {
        let later = !matches!(self, Version::V1);
        match (stage, file) {
            (Stage::Vertex | Stage::Geometry, File::Attribute) if matches!(self, Version::V3) => 16,
            (Stage::Vertex | Stage::Geometry, File::Attribute) => 8,
            (Stage::Vertex | Stage::Geometry, File::Constant) => {
                if later {
                    250
                } else {
                    128
                }
            }
            (Stage::Fragment, File::Constant) => match self {
                Version::V1 => 28,
                Version::V2 => 64,
                Version::V3 => 200,
            },
            (_, File::Temporary) => {
                if later {
                    26
                } else {
                    8
                }
            }
            (_, File::Varying) => {
                if later {
                    10
                } else {
                    8
                }
            }
            (Stage::Vertex | Stage::Geometry, File::Output) => 1,
            (Stage::Fragment, File::Output) => {
                if later {
                    4
                } else {
                    1
                }
            }
            (Stage::Fragment, File::Sampler) => {
                if later {
                    16
                } else {
                    8
                }
            }
            (Stage::Fragment, File::Depth) => later as u16,
            (Stage::Vertex | Stage::Geometry, File::InstanceId) => {
                matches!(self, Version::V3) as u16
            }
            (Stage::Vertex | Stage::Geometry, File::Sampler | File::Depth)
            | (Stage::Fragment, File::Attribute | File::InstanceId) => 0,
        }
    }
}

/// The deepest nesting of conditionals that the reference assembler names.
pub const NESTING: usize = 4;

/// A register file. Every register holds four floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum File {
    /// Vertex attributes.
    Attribute,
    /// Uniforms and literals, uploaded before drawing.
    Constant,
    /// Temporaries, undefined at the start.
    Temporary,
    /// The position, or the colours.
    Output,
    /// What the vertex program writes and the fragment program reads, interpolated.
    Varying,
    /// Texture units.
    Sampler,
    /// The depth of the fragment.
    Depth,
    /// The number of the instance.
    InstanceId,
}

impl File {
    /// Every file in the order of the codes.
    pub const ALL: [File; 8] = [
        File::Attribute,
        File::Constant,
        File::Temporary,
        File::Output,
        File::Varying,
        File::Sampler,
        File::Depth,
        File::InstanceId,
    ];

    /// The code in a token.
    pub const fn code(self) -> u64 {
        self as u64
    }

    /// The file of a code.
    pub fn from_code(code: u64) -> Option<File> {
        File::ALL.into_iter().find(|file| file.code() == code)
    }

    /// The prefix of its registers in assembly text. The position, the first colour, the depth and
    /// the instance number are written without a number.
    pub const fn prefix(self, stage: Stage) -> &'static str {
        match (self, stage) {
            (File::Attribute, _) => "va",
            (File::Constant, Stage::Vertex | Stage::Geometry) => "vc",
            (File::Constant, Stage::Fragment) => "fc",
            (File::Temporary, Stage::Vertex | Stage::Geometry) => "vt",
            (File::Temporary, Stage::Fragment) => "ft",
            (File::Output, Stage::Vertex | Stage::Geometry) => "op",
            (File::Output, Stage::Fragment) => "oc",
            (File::Varying, _) => "v",
            (File::Sampler, Stage::Vertex | Stage::Geometry) => "vs",
            (File::Sampler, Stage::Fragment) => "fs",
            (File::Depth, _) => "od",
            (File::InstanceId, _) => "iid",
        }
    }

    /// A register as assembly text spells it.
    pub fn register(self, stage: Stage, number: u16) -> String {
        let mut text = String::new();
        self.print(stage, number, &mut text);
        text
    }

    /// Appends a register as assembly text spells it.
    pub(crate) fn print(self, stage: Stage, number: u16, text: &mut String) {
        match self {
            File::Output if number > 0 && stage == Stage::Fragment => text.push_str("fo"),
            _ => text.push_str(self.prefix(stage)),
        }
        let alone = matches!(self, File::Output | File::Depth | File::InstanceId);
        if !alone || number > 0 {
            print_number(number, text);
        }
    }
}

/// Appends a number in decimal.
fn print_number(number: u16, text: &mut String) {
    if number >= 10 {
        print_number(number / 10, text);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_spelled_as_the_reference_assembler_does() {
        assert_eq!(File::Output.register(Stage::Vertex, 0), "op");
        assert_eq!(File::Output.register(Stage::Fragment, 0), "oc");
        assert_eq!(File::Output.register(Stage::Fragment, 2), "fo2");
        assert_eq!(File::Temporary.register(Stage::Fragment, 7), "ft7");
        assert_eq!(File::InstanceId.register(Stage::Vertex, 0), "iid");
    }

    #[test]
    fn limits_grow_with_the_version() {
        for file in File::ALL {
            for stage in [Stage::Vertex, Stage::Fragment] {
                let counts = Version::ALL.map(|version| version.registers(stage, file));
                assert!(counts.is_sorted(), "{file:?} {counts:?}");
            }
        }
    }
}
