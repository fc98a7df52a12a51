//! A pair of Stage3D programs as a class: the part that languages share.

use super::{Kind, Program, Register, names, unique};
use retroshade_kit::reflect::{Constant, Layout};
use retroshade_kit::target::{Compiled, Target};
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

/// A language in which a pair becomes a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassLanguage {
    /// ActionScript 3.
    ActionScript,
    /// Haxe.
    Haxe,
}

impl ClassLanguage {
    /// By the name of `-mfmt=`.
    pub fn of_format(format: &str) -> Option<ClassLanguage> {
        match format {
            "as3" => Some(ClassLanguage::ActionScript),
            "haxe" => Some(ClassLanguage::Haxe),
            _ => None,
        }
    }

    /// By the extension of a file, without its dot.
    pub fn of_extension(extension: &str) -> Option<ClassLanguage> {
        let all = [ClassLanguage::ActionScript, ClassLanguage::Haxe];
        all.into_iter()
            .find(|language| language.extension() == extension)
    }

    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            ClassLanguage::ActionScript => "as",
            ClassLanguage::Haxe => "hx",
        }
    }
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
    /// A description in words.
    pub(super) comment: String,
}

/// Registers in a row with the values they must hold.
pub(super) struct Upload {
    pub(super) register: u32,
    /// Four for each register.
    pub(super) values: Vec<f32>,
}

impl Class {
    /// A vertex and a fragment program under a name with packages before it: `com.example.Cube`.
    ///
    /// # Errors
    /// A part that is no name.
    pub fn new(name: &str, vertex: &Compiled, fragment: &Compiled) -> Result<Class, ClassError> {
        Class::check_name(name)?;
        let (package, name) = name.rsplit_once('.').unwrap_or(("", name));
        Ok(Class {
            package: package.to_owned(),
            name: name.to_owned(),
            vertex: Program::new("vertex", vertex),
            fragment: Program::new("fragment", fragment),
            assembly: [vertex, fragment].map(|program| program.assembly.clone()),
        })
    }

    /// True if the programs of a target can be in a class.
    pub fn exists_for(target: &dyn Target) -> bool {
        target.containers().contains(&"agal")
    }

    /// Whether a text is the name of a class with packages before it.
    ///
    /// # Errors
    /// The part that is no name.
    pub fn check_name(name: &str) -> Result<(), ClassError> {
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
        Ok(())
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
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            format!("Shader{name}")
        } else {
            name
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

    /// Both programs.
    pub(super) fn halves(&self) -> [Half<'_>; 2] {
        let [vertex, fragment] = &self.assembly;
        let half = |name, stage, program, assembly| Half {
            name,
            stage,
            program,
            assembly,
        };
        [
            half("vertex", "VERTEX", &self.vertex, vertex),
            half("fragment", "FRAGMENT", &self.fragment, fragment),
        ]
    }
}

/// One of the programs of a class.
pub(super) struct Half<'a> {
    /// `vertex` or `fragment`.
    pub(super) name: &'static str,
    /// The same in capital letters.
    pub(super) stage: &'static str,
    pub(super) program: &'a Program,
    assembly: &'a str,
}

/// How a language spells what classes have in all of them.
pub(super) struct Spelling {
    /// Before the lines of members.
    pub(super) indent: &'static str,
    /// What ends a comment on a member.
    pub(super) comment_end: &'static str,
    /// Before and after the name of a constant whole number.
    pub(super) integer: [&'static str; 2],
    /// Before and after the name of a constant text.
    pub(super) text: [&'static str; 2],
    /// Not a number, infinity and its opposite.
    pub(super) extremes: [&'static str; 3],
}

impl Spelling {
    /// The constants of a class, the version of AGAL first.
    pub(super) fn constants(&self, class: &Class) -> String {
        let version = Entry {
            name: "AGAL_VERSION".to_owned(),
            value: class.version().into(),
            comment: "The version of AGAL that both programs are in.".to_owned(),
        };
        let entries = std::iter::once(version).chain(class.entries());
        let lines: Vec<String> = entries.map(|entry| self.constant(&entry)).collect();
        lines.join("\n")
    }

    fn constant(&self, entry: &Entry) -> String {
        let (indent, [before, after]) = (self.indent, self.integer);
        format!(
            "{indent}/** {} {}\n{indent}{before}{}{after}{};\n",
            comment(&entry.comment),
            self.comment_end,
            entry.name,
            entry.value
        )
    }

    /// The listing of a program as a comment, and its bytes as a text of hexadecimal digits, 32 bytes to
    /// a line.
    pub(super) fn code(&self, half: &Half<'_>) -> String {
        let (indent, [before, after]) = (self.indent, self.text);
        let listing: String = half
            .assembly
            .lines()
            .map(|line| format!("{indent}// {line}\n"))
            .collect();
        let digits = |line: &[u8]| line.iter().map(|byte| format!("{byte:02x}")).collect();
        let lines: Vec<String> = half.program.code.chunks(32).map(digits).collect();
        let lines: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
        let next = format!(" +\n{indent}    ");
        format!(
            "{listing}{indent}{before}{}_CODE{after}\n{indent}    {};\n",
            half.stage,
            lines.join(&next)
        )
    }

    /// Numbers with commas between them.
    pub(super) fn numbers(&self, values: &[f32]) -> String {
        let [not_a_number, infinity, negative] = self.extremes;
        let number = |value: &f32| match *value {
            value if value.is_nan() => not_a_number.to_owned(),
            f32::INFINITY => infinity.to_owned(),
            f32::NEG_INFINITY => negative.to_owned(),
            value => value.to_string(),
        };
        let numbers: Vec<String> = values.iter().map(number).collect();
        numbers.join(", ")
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
    let mut layout = variable
        .layout
        .map_or_else(String::new, |layout| format!(", {}", layout.words()));
    if let (Some(way), "mat4") = (variable.layout, variable.ty.as_str()) {
        // Of `setProgramConstantsFromMatrix`.
        let transposed = way == Layout::Rows;
        layout.push_str(&format!(" (transposedMatrix = {transposed})"));
    }
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
