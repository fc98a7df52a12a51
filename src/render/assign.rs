//! Values and textures by name, as the command line gives them.

use super::declared::kind_of;
use super::picture::{MOST_TEXELS, read_image};
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::run::{InputData, RunInputs, UniformData};
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_ir::{Builtin, SamplerKind, Scalar, Shader, Shape, Stage, Variable};
use retroshade_kit::machine::{InputFiles, Role, role_of};
use retroshade_kit::reflect::Reflection;
use std::path::Path;

/// `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// A uniform, an element or member of one, a sampler, or a varying or attribute that is the same everywhere.
    pub name: String,
    value: Value,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Numbers(Vec<f32>),
    /// `#RRGGBB`: three numbers, or four with an alpha of 1.
    Color([f32; 3]),
    /// A texture's file and words such as `nearest`.
    File(String, Vec<String>),
}

impl Assignment {
    /// Reads `NAME=1.5`, `NAME=1,2,3`, `NAME=true`, `NAME=#ff8000` or `NAME=FILE.png,nearest,clamp`.
    ///
    /// # Errors
    /// A sentence for the user, without the name of the option.
    pub fn parse(text: &str) -> Result<Assignment, Fault> {
        let Some((name, value)) = text.split_once('=').filter(|(name, _)| !name.is_empty()) else {
            return Err(format!("`{text}` is not NAME=VALUE").into());
        };
        Ok(Assignment {
            name: name.to_owned(),
            value: Value::parse(value).ok_or_else(|| {
                format!(
                    "`{text}`: expected numbers with commas between them, true, false, a colour such as #ff8000, \
                     or a .png file"
                )
            })?,
        })
    }

    /// Reads `NAME=FILE,nearest,clamp` whatever the file is called.
    ///
    /// # Errors
    /// A sentence for the user, without the name of the option.
    pub fn parse_texture(text: &str) -> Result<Assignment, Fault> {
        let parts = text.split_once('=');
        match parts {
            Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok(Assignment {
                name: name.to_owned(),
                value: Value::file(value),
            }),
            _ => Err(format!("`{text}` is not NAME=FILE.png").into()),
        }
    }

    /// Numbers for a name.
    pub fn numbers(name: &str, numbers: Vec<f32>) -> Assignment {
        Assignment {
            name: name.to_owned(),
            value: Value::Numbers(numbers),
        }
    }

    /// A texture's file for a name, with words such as `nearest`.
    pub fn texture(name: &str, file: &str, words: &[&str]) -> Assignment {
        let words = words.iter().map(|&word| word.to_owned());
        Assignment {
            name: name.to_owned(),
            value: Value::File(file.to_owned(), words.collect()),
        }
    }

    /// Puts the value where one of the shaders wants it.
    ///
    /// # Errors
    /// No shader has the name, or the value does not fit the variable.
    pub fn apply(&self, shaders: &[&Shader], inputs: &mut RunInputs) -> Result<(), Diagnostic> {
        let mut found = false;
        for shader in shaders {
            found |= self.apply_to(shader, inputs)?;
        }
        if found {
            return Ok(());
        }
        let mut names: Vec<String> = shaders.iter().flat_map(|shader| known(shader)).collect();
        names.sort();
        names.dedup();
        let fault = data_fault(format!(
            "the shader reads nothing of the name `{}`",
            self.name
        ));
        Err(if names.is_empty() {
            fault
        } else {
            fault.with_help(format!("it reads {}", quoted(&names)))
        })
    }

    fn apply_to(&self, shader: &Shader, inputs: &mut RunInputs) -> Result<bool, Diagnostic> {
        let interface = &shader.interface;
        for variable in interface.uniforms.values() {
            let leaves = variable.leaves();
            let leaf = leaves.iter().find(|leaf| part_of(&self.name, &leaf.name));
            if let Some(leaf) = leaf {
                let shape = Shape {
                    array: leaf.array,
                    ..variable.shape
                };
                if self.name != leaf.name {
                    let message = format!("`{}` is a part of `{}`", self.name, leaf.name);
                    return Err(data_fault(message).with_help(format!("set `{}` whole", leaf.name)));
                }
                let value = self.values(shape)?;
                let data = UniformData {
                    shape: Some(shape),
                    value,
                };
                inputs.uniforms.insert(self.name.clone(), data);
                return Ok(true);
            }
        }
        for sampler in interface.samplers.values() {
            let leaves = sampler.leaves();
            if leaves.iter().any(|leaf| part_of(&self.name, &leaf.name)) {
                let texture = self.texture_data(sampler.kind)?;
                inputs.textures.insert(self.name.clone(), texture);
                return Ok(true);
            }
        }
        let mut variables = interface.inputs.values();
        let variable = variables.find(|one| has_value(one) && one.name == self.name);
        let Some(variable) = variable else {
            return Ok(false);
        };
        let numbers = self.values(variable.shape)?;
        self.give_everywhere(Some(variable.shape), numbers, shader.stage, inputs);
        Ok(true)
    }

    /// Puts the value where a program reads it of which only the registers are known: under the name of a register,
    /// or under what the program's file calls it.
    ///
    /// # Errors
    /// There is nothing of the name, or it takes another kind of value.
    pub fn apply_to_registers(
        &self,
        known: &Reflection,
        files: &InputFiles,
        inputs: &mut RunInputs,
    ) -> Result<(), Diagnostic> {
        let role = role_of(&self.name, known, files)?;
        if role == Role::Texture {
            let mut samplers = known.samplers.iter();
            let sampler = samplers.find(|one| one.name == self.name);
            let texture = self.texture_data(kind_of(sampler.map_or("", |one| &one.ty)))?;
            inputs.textures.insert(self.name.clone(), texture);
            return Ok(());
        }
        let value = match &self.value {
            Value::Numbers(numbers) => numbers.clone(),
            // Registers have four numbers.
            Value::Color(_) | Value::File(..) => self.values(Shape::vector(Scalar::Float, 4))?,
        };
        if role == Role::Uniform {
            let data = UniformData { shape: None, value };
            inputs.uniforms.insert(self.name.clone(), data);
        } else {
            let stage = Stage::of_name(&known.stage).unwrap_or(Stage::Vertex);
            self.give_everywhere(None, value, stage, inputs);
        }
        Ok(())
    }

    /// Gives every sample the same attribute or varying.
    fn give_everywhere(
        &self,
        shape: Option<Shape>,
        row: Vec<f32>,
        stage: Stage,
        inputs: &mut RunInputs,
    ) {
        let samples = inputs.samples().unwrap_or(1);
        let table = inputs.table_mut(stage);
        let values = vec![row; samples];
        table.insert(self.name.clone(), InputData { shape, values });
    }

    fn values(&self, shape: Shape) -> Result<Vec<f32>, Diagnostic> {
        let wanted =
            usize::from(shape.columns) * usize::from(shape.rows) * shape.elements() as usize;
        let numbers = match &self.value {
            Value::Numbers(numbers) => numbers.clone(),
            Value::Color([red, green, blue]) if wanted == 4 => vec![*red, *green, *blue, 1.0],
            Value::Color(color) => color.to_vec(),
            Value::File(name, _) => {
                let message = format!("`{}` is no sampler: it cannot be `{name}`", self.name);
                return Err(data_fault(message));
            }
        };
        if numbers.len() == wanted {
            return Ok(numbers);
        }
        Err(data_fault(format!(
            "`{}` is {}: it takes {wanted} numbers, not {}",
            self.name,
            shape.glsl(),
            numbers.len()
        )))
    }

    fn texture_data(&self, kind: SamplerKind) -> Result<TextureData, Diagnostic> {
        let Value::File(file, words) = &self.value else {
            let message = format!("`{}` is a sampler: it takes a .png file", self.name);
            return Err(data_fault(message));
        };
        let mut texture = TextureData {
            kind: match kind {
                SamplerKind::Cube => TextureKind::Cube,
                _ => TextureKind::D2,
            },
            filter: Filter::Linear,
            wrap: Wrap::Repeat,
            mipmap: Mipmap::None,
            source: TextureSource::File(file.clone()),
        };
        for word in words {
            match word.as_str() {
                "nearest" => texture.filter = Filter::Nearest,
                "linear" => texture.filter = Filter::Linear,
                "repeat" => texture.wrap = Wrap::Repeat,
                "clamp" => texture.wrap = Wrap::Clamp,
                "mirror" => texture.wrap = Wrap::Mirror,
                "mipmap" => texture.mipmap = Mipmap::Linear,
                _ => {
                    return Err(data_fault(format!(
                        "`{}`: there are nearest, linear, repeat, clamp, mirror and mipmap, not `{word}`",
                        self.name
                    )));
                }
            }
        }
        Ok(texture)
    }
}

impl Value {
    fn parse(text: &str) -> Option<Value> {
        if let Some(digits) = text.strip_prefix('#') {
            let number = u32::from_str_radix(digits, 16)
                .ok()
                .filter(|_| digits.len() == 6)?;
            let part = |shift: u32| (number >> shift & 255) as f32 / 255.0;
            return Some(Value::Color([part(16), part(8), part(0)]));
        }
        let number = |word: &str| match word.trim() {
            "true" => Some(1.0),
            "false" => Some(0.0),
            word => word.parse::<f32>().ok(),
        };
        let numbers: Option<Vec<f32>> = text.split(',').map(number).collect();
        match numbers {
            Some(numbers) => Some(Value::Numbers(numbers)),
            None if text.to_ascii_lowercase().contains(".png") => Some(Value::file(text)),
            None => None,
        }
    }

    fn file(text: &str) -> Value {
        let mut words = text.split(',').map(str::to_owned);
        let name = words.next().unwrap_or_default();
        Value::File(name, words.collect())
    }
}

/// True if a name is that of a leaf, or of an element of it.
fn part_of(name: &str, leaf: &str) -> bool {
    let rest = name.strip_prefix(leaf);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('[') && rest.ends_with(']'))
}

/// True if an input has a value by its name: attributes and varyings, and the positions that a vertex program hands on.
fn has_value(input: &Variable) -> bool {
    matches!(
        input.builtin,
        None | Some(Builtin::Position | Builtin::VertexCount)
    )
}

fn known(shader: &Shader) -> Vec<String> {
    let interface = &shader.interface;
    let uniforms = interface
        .uniforms
        .values()
        .flat_map(|variable| variable.leaves());
    let samplers = interface
        .samplers
        .values()
        .flat_map(|sampler| sampler.leaves());
    uniforms.chain(samplers).map(|leaf| leaf.name).collect()
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn data_fault(message: String) -> Diagnostic {
    Diagnostic::error(codes::files::RUN_DATA, message)
}

/// Reads the files that textures name, from `folder` where their names are relative.
///
/// # Errors
/// A file cannot be read, or is no picture.
pub fn load_textures(
    inputs: &mut RunInputs,
    folder: &Path,
    read: impl Fn(&Path) -> Result<Vec<u8>, Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut left = MOST_TEXELS;
    for texture in inputs.textures.values() {
        if let TextureSource::Texels(image) = &texture.source {
            left = left.saturating_sub(image.texels().len() as u64);
        }
    }
    for (name, texture) in &mut inputs.textures {
        let TextureSource::File(file) = &texture.source else {
            continue;
        };
        let path = folder.join(file);
        let faces = match texture.kind {
            TextureKind::D2 => 1,
            TextureKind::Cube => 6,
        };
        let image = read_image(&read(&path)?, faces, left).map_err(|fault| {
            let message = format!("the texture `{name}`: `{}`: {fault}", path.display());
            data_fault(message).with_help("textures are PNG files")
        })?;
        left = left.saturating_sub(image.texels().len() as u64);
        texture.source = TextureSource::Texels(image);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbers_colours_or_files() {
        let value = |text: &str| Assignment::parse(text).map(|one| one.value);
        assert_eq!(value("a=1.5"), Ok(Value::Numbers(vec![1.5])));
        assert_eq!(value("a=1, -2e1"), Ok(Value::Numbers(vec![1.0, -20.0])));
        assert_eq!(value("a=true"), Ok(Value::Numbers(vec![1.0])));
        assert_eq!(value("a=#ff0000"), Ok(Value::Color([1.0, 0.0, 0.0])));
        let file = Value::File("b.PNG".to_owned(), vec!["clamp".to_owned()]);
        assert_eq!(value("a=b.PNG,clamp"), Ok(file));
        for text in ["a", "=1", "a=", "a=x", "a=#12", "a=1,,2"] {
            assert!(value(text).is_err(), "{text}");
        }
    }
}
