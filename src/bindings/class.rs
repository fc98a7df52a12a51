//! A pair of Stage3D programs as a class: the part that languages share.

use super::{Kind, Program, Register, names, unique};
use crate::link::Pair;
use retroshade_kit::reflect::Constant;
use std::fmt;

/// A pair with the names of its class.
#[derive(Clone, Debug)]
pub struct Class {
    /// The packages, joined by dots; empty for none.
    pub package: String,
    /// The name of the class.
    pub name: String,
    /// The vertex program.
    pub vertex: Program,
    /// The fragment program.
    pub fragment: Program,
    /// Both programs as the mini assembler reads them.
    pub assembly: [String; 2],
}

/// Why a text is no name of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassError {
    /// The part that is no name.
    pub part: String,
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no name of a package or class", self.part)
    }
}

impl std::error::Error for ClassError {}

/// A number with a name.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) value: u32,
    /// What it is, in words.
    pub(super) comment: String,
}

/// Registers in a row with the values they must hold.
pub(super) struct Upload {
    pub(super) register: u32,
    /// Four for each register.
    pub(super) values: Vec<f32>,
}

impl Class {
    /// A pair under a name with packages before it: `com.example.Cube`.
    ///
    /// # Errors
    /// A part that is no name.
    pub fn new(name: &str, pair: &Pair) -> Result<Class, ClassError> {
        for part in name.split('.') {
            let mut letters = part.chars();
            let first = letters.next();
            let good = first.is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
                && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            if !good || names::is_reserved(part) {
                return Err(ClassError {
                    part: part.to_owned(),
                });
            }
        }
        let (package, name) = name.rsplit_once('.').unwrap_or(("", name));
        Ok(Class {
            package: package.to_owned(),
            name: name.to_owned(),
            vertex: Program::new("vertex", &pair.vertex),
            fragment: Program::new("fragment", &pair.fragment),
            assembly: [&pair.vertex, &pair.fragment].map(|program| program.assembly.clone()),
        })
    }

    /// The name of the class for sources of this name: `skinned-cube.vert` gives `SkinnedCube`.
    pub fn name_of(source: &str) -> String {
        let stem = source.rsplit(['/', '\\']).next().unwrap_or(source);
        let stem = stem.split('.').next().unwrap_or(stem);
        let capital = |word: &str| {
            let (first, rest) = word.split_at(word.len().min(1));
            format!("{}{rest}", first.to_ascii_uppercase())
        };
        let name: String = names::module_name(stem).split('_').map(capital).collect();
        match name.starts_with(|first: char| first.is_ascii_digit()) {
            true => format!("Shader{name}"),
            false => name,
        }
    }

    /// The version of AGAL that both programs are in.
    pub(super) fn version(&self) -> u8 {
        // A program begins with its magic number, then the version.
        self.vertex.code.get(1).copied().unwrap_or(1)
    }

    /// The constants of the class: attributes and texture units, then the uniforms of each program, which
    /// have registers of their own.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let mut taken = Vec::new();
        let mut entries = Vec::new();
        for register in of_kind(&self.vertex, Kind::Attribute) {
            let name = unique(register.identifier.clone(), &mut taken);
            entries.push(entry(name, register));
        }
        for unit in &self.fragment.units {
            entries.push(Entry {
                name: unique(unit.identifier.clone(), &mut taken),
                value: unit.index,
                comment: format!(
                    "{} {}: fs{}",
                    unit.sampler.ty, unit.sampler.name, unit.index
                ),
            });
        }
        for (stage, program) in [("VERTEX", &self.vertex), ("FRAGMENT", &self.fragment)] {
            for kind in [Kind::Uniform, Kind::Driver] {
                for register in of_kind(program, kind) {
                    let name = format!("{stage}_{}", register.identifier);
                    let name = unique(name, &mut taken);
                    let first = first_component(register);
                    entries.push(entry(name.clone(), register));
                    if first > 0 {
                        entries.push(Entry {
                            name: unique(format!("{name}_COMPONENT"), &mut taken),
                            value: first,
                            comment: format!(
                                "the component where {} begins",
                                register.variable.name
                            ),
                        });
                    }
                }
            }
        }
        entries
    }

    /// The literals of a program as registers in rows.
    pub(super) fn uploads(program: &Program) -> Vec<Upload> {
        let mut constants: Vec<&Constant> = program.constants.iter().collect();
        constants.sort_by_key(|constant| constant.index);
        let mut uploads: Vec<Upload> = Vec::new();
        for constant in constants {
            let values = (0..4).map(|lane| constant.value.get(lane).map_or(0.0, |number| number.0));
            let last = uploads.last_mut().filter(|last| {
                u64::from(last.register) + last.values.len() as u64 / 4 == u64::from(constant.index)
            });
            match last {
                Some(last) => last.values.extend(values),
                None => uploads.push(Upload {
                    register: constant.index,
                    values: values.collect(),
                }),
            }
        }
        uploads
    }

    /// Bytes as hexadecimal digits, 32 bytes to a line.
    pub(super) fn hex(code: &[u8]) -> Vec<String> {
        code.chunks(32)
            .map(|line| line.iter().map(|byte| format!("{byte:02x}")).collect())
            .collect()
    }
}

fn of_kind(program: &Program, kind: Kind) -> impl Iterator<Item = &Register> {
    program
        .registers
        .iter()
        .filter(move |register| register.kind == kind)
}

fn first_component(register: &Register) -> u32 {
    let components = register.variable.components.as_deref().unwrap_or("x");
    let first = components.chars().next().unwrap_or('x');
    "xyzw".find(first).unwrap_or(0) as u32
}

fn entry(name: String, register: &Register) -> Entry {
    let variable = &register.variable;
    let array = variable
        .array
        .map_or(String::new(), |length| format!("[{length}]"));
    let components = variable.components.as_deref().unwrap_or("xyzw");
    let place = match register.count {
        0 | 1 => format!("{}{}.{components}", register.file, register.index),
        count => {
            let last = register.index.saturating_add(count - 1);
            format!("{0}{1} to {0}{last}", register.file, register.index)
        }
    };
    let layout = match variable.layout {
        Some(retroshade_kit::reflect::Layout::Rows) => ", a row in each",
        Some(retroshade_kit::reflect::Layout::Columns) => ", a column in each",
        None => "",
    };
    Entry {
        name,
        value: register.index,
        comment: format!(
            "{} {} {}{array}: {place}{layout}",
            register.kind.words(),
            variable.ty,
            variable.name
        ),
    }
}

/// A text inside of a comment.
pub(super) fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}

/// Assembly as a comment of lines.
pub(super) fn listing(assembly: &str, indent: &str) -> String {
    let line = |line: &str| format!("{indent}// {line}\n");
    assembly.lines().map(line).collect()
}
