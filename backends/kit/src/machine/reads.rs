//! What reaches a program through registers, for programs of which only the code is known.

use super::effects::{Decoded, From, Kind, Place};
use crate::reflect::{Reflection, Sampler, Variable};
use retroshade_ir::Builtin;
use std::collections::{BTreeMap, BTreeSet};

/// A register file: what the names of its registers begin with, and how many there are.
type File = (&'static str, u32);

/// The register files through which data reach the programs of a stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputFiles {
    /// Register files of uniforms.
    pub uniforms: &'static [File],
    /// Of attributes or varyings.
    pub inputs: &'static [File],
    /// The texture units.
    pub units: Option<File>,
}

/// The use of a register that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A value that is the same for all samples.
    Uniform,
    /// An attribute or varying.
    Input,
    /// A texture.
    Texture,
}

impl InputFiles {
    /// The register of a name, with its file and number; `None` if there is no such register.
    pub fn find(&self, name: &str) -> Option<(Role, &'static str, u32)> {
        let (prefix, index) = register(name)?;
        let within = |files: &[File]| {
            let mut files = files.iter();
            let file = files.find(|(file, count)| *file == prefix && index < *count)?;
            Some(file.0)
        };
        let roles = [
            (Role::Uniform, self.uniforms),
            (Role::Input, self.inputs),
            (Role::Texture, self.units.as_slice()),
        ];
        let mut roles = roles.into_iter();
        roles.find_map(|(role, files)| Some((role, within(files)?, index)))
    }

    /// The first and the last register of each file, for messages: `v0` to `v15`, `c0` to `c95`.
    pub fn described(&self) -> String {
        let all = self
            .inputs
            .iter()
            .chain(self.uniforms)
            .chain(self.units.as_slice());
        let ranges = all.map(|(file, count)| match count {
            1 => format!("`{file}0`"),
            _ => format!("`{file}0` to `{file}{}`", count - 1),
        });
        ranges.collect::<Vec<_>>().join(", ")
    }
}

/// The file and number of a register's name: `c5`, `c[5]`.
fn register(name: &str) -> Option<(&str, u32)> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (file, number) = name.split_at(digits);
    let (file, number) = match file.strip_suffix('[') {
        Some(file) => (file, number.strip_suffix(']')?),
        None => (file, number),
    };
    // `c+5` and the like would parse.
    let plain = number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| plain)?;
    (!file.is_empty()).then_some((file, number))
}

/// The registers that code reads, found without running it. Registers that only an index reaches are not
/// among them.
#[derive(Clone, Debug, Default)]
pub struct RegistersRead {
    /// By file and number, with the GLSL type of the values.
    pub uniforms: BTreeMap<(&'static str, u32), &'static str>,
    /// By file and number.
    pub inputs: BTreeSet<(&'static str, u32)>,
    /// Texture units by file and number, with the GLSL type of the sampler.
    pub textures: BTreeMap<(&'static str, u32), &'static str>,
    /// Values that other units of the machine give, as `gl_FragCoord`.
    pub builtins: BTreeSet<Builtin>,
}

impl RegistersRead {
    /// What the instructions of a program read at places that they state; uniforms are vectors.
    pub fn of(program: &impl Decoded) -> RegistersRead {
        let mut found = RegistersRead::default();
        let effects = (0..program.len()).flat_map(|index| program.effects(index));
        for read in effects.flat_map(|effect| effect.reads) {
            match read.from {
                From::Place(Place { file, number, .. }) => match file.kind {
                    Kind::Uniform => {
                        found.uniforms.insert((file.name, number.into()), "vec4");
                    }
                    Kind::Input => {
                        found.inputs.insert((file.name, number.into()));
                    }
                    _ => {}
                },
                From::Texture { unit, ty } => {
                    found.textures.insert((program.texture_file(), unit), ty);
                }
                From::Builtin(builtin) => {
                    found.builtins.insert(builtin);
                }
                From::Unit { .. } => {}
            }
        }
        found
    }

    /// Adds every register to a record that no variable or constant of it covers, under the register's name.
    pub fn complete(&self, record: &mut Reflection) {
        let covers = |variable: &Variable, file: &str, index: u32| {
            let first = variable.index.unwrap_or(u32::MAX);
            let count = variable.array.unwrap_or(1).max(1);
            variable.file.as_deref() == Some(file)
                && (first..first.saturating_add(count)).contains(&index)
        };
        for (&(file, index), ty) in &self.uniforms {
            let mut constants = record.constants.iter();
            if !constants.any(|constant| constant.file == file && constant.index == index)
                && !record.uniforms.iter().any(|one| covers(one, file, index))
            {
                record.uniforms.push(plain(file, index, ty));
            }
        }
        for &(file, index) in &self.inputs {
            if !record.inputs.iter().any(|one| covers(one, file, index)) {
                record.inputs.push(plain(file, index, "vec4"));
            }
        }
        for builtin in &self.builtins {
            record.inputs.push(Variable {
                name: builtin.name().to_owned(),
                ty: "vec4".to_owned(),
                builtin: Some(builtin.name().to_owned()),
                ..Variable::default()
            });
        }
        for (&(file, index), ty) in &self.textures {
            let covers = |one: &Sampler| {
                let first = one.index;
                (first..first.saturating_add(one.array.unwrap_or(1))).contains(&index)
            };
            if !record.samplers.iter().any(covers) {
                record.samplers.push(Sampler {
                    name: format!("{file}{index}"),
                    ty: (*ty).to_owned(),
                    array: None,
                    register: Some(format!("{file}{index}")),
                    index,
                    kind: None,
                });
            }
        }
    }
}

fn plain(file: &str, index: u32, ty: &str) -> Variable {
    let name = format!("{file}{index}");
    Variable {
        register: Some(name.clone()),
        name,
        ty: ty.to_owned(),
        file: Some(file.to_owned()),
        index: Some(index),
        ..Variable::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: InputFiles = InputFiles {
        uniforms: &[("c", 96), ("b", 16)],
        inputs: &[("v", 16)],
        units: Some(("tex", 4)),
    };

    #[test]
    fn registers_are_told_from_other_names() {
        assert_eq!(FILES.find("v0"), Some((Role::Input, "v", 0)));
        assert_eq!(FILES.find("c[95]"), Some((Role::Uniform, "c", 95)));
        assert_eq!(FILES.find("b15"), Some((Role::Uniform, "b", 15)));
        assert_eq!(FILES.find("tex3"), Some((Role::Texture, "tex", 3)));
        for name in [
            "", "v", "0", "v0x", "v16", "c[5", "uLight0s", "C5", "c[5]x", "c[+5]", "o0",
        ] {
            assert_eq!(FILES.find(name), None, "{name}");
        }
    }

    #[test]
    fn registers_without_a_name_get_their_own() {
        let mut record = Reflection::new("pica200", "vertex");
        record.uniforms.push(Variable {
            array: Some(4),
            ..plain("c", 8, "vec4")
        });
        let mut reads = RegistersRead::default();
        for index in [7, 8, 11, 12] {
            reads.uniforms.insert(("c", index), "vec4");
        }
        reads.inputs.insert(("v", 2));
        reads.textures.insert(("tex", 1), "samplerCube");
        reads.complete(&mut record);
        let names = |list: &[Variable]| -> Vec<String> {
            list.iter().map(|one| one.name.clone()).collect()
        };
        assert_eq!(names(&record.uniforms), ["c8", "c7", "c12"]);
        assert_eq!(names(&record.inputs), ["v2"]);
        assert_eq!(record.samplers[0].ty, "samplerCube");
    }
}
