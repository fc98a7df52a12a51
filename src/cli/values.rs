//! What a shader reads, from a file of run data and from options.

use super::arguments::Values;
use super::files;
use retroshade::diagnostics::{Diagnostic, SourceFile, SourceMap};
use retroshade::render::{Assignment, load_textures};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Shader;
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::InputFiles;
use retroshade_kit::reflect::Reflection;
use std::path::Path;

/// The values of a command line, read and spelled right.
pub(crate) struct Given {
    inputs: RunInputs,
    assignments: Vec<Assignment>,
}

impl Values {
    /// The values that options assign, in their order.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) fn assignments(&self) -> Result<Vec<Assignment>, Fault> {
        let set = self
            .set
            .iter()
            .map(|text| Assignment::parse(text).map_err(|fault| format!("--set {fault}").into()));
        let textures = self.texture.iter().map(|text| {
            Assignment::parse_texture(text).map_err(|fault| format!("--texture {fault}").into())
        });
        set.chain(textures).collect()
    }

    /// Reads the file of inputs and the textures that it names, which are looked for beside it.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub(crate) fn read(
        &self,
        assignments: Vec<Assignment>,
        sources: &mut SourceMap,
    ) -> Result<Given, Diagnostic> {
        let Some(path) = &self.inputs else {
            return Ok(Given {
                inputs: RunInputs::default(),
                assignments,
            });
        };
        let text = files::read_text(path)?;
        let file = sources.add(SourceFile::new(files::shown_name(path), text.clone()));
        let mut inputs = RunInputs::from_json(&text, file)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        load_textures(&mut inputs, folder, files::read_file)?;
        Ok(Given {
            inputs,
            assignments,
        })
    }
}

impl Given {
    /// The values for these shaders: what options assign goes before the file.
    ///
    /// # Errors
    /// Names that no shader has, values that do not fit, files of textures that cannot be read.
    pub(crate) fn for_shaders(&self, shaders: &[&Shader]) -> Result<RunInputs, Diagnostic> {
        let mut inputs = self.inputs.clone();
        for assignment in &self.assignments {
            assignment.apply(shaders, &mut inputs)?;
        }
        load_textures(&mut inputs, Path::new(""), files::read)?;
        Ok(inputs)
    }

    /// The values for a program of which only the registers are known, and the names in its file.
    ///
    /// # Errors
    /// As [`Given::for_shaders`].
    pub(crate) fn for_registers(
        &self,
        known: &Reflection,
        registers: &InputFiles,
    ) -> Result<RunInputs, Diagnostic> {
        let mut inputs = self.inputs.clone();
        for assignment in &self.assignments {
            assignment.apply_to_registers(known, registers, &mut inputs)?;
        }
        load_textures(&mut inputs, Path::new(""), files::read)?;
        Ok(inputs)
    }

    /// The values of the file.
    pub(crate) fn inputs(&self) -> &RunInputs {
        &self.inputs
    }

    /// True if an option assigns a value.
    pub(crate) fn assigns(&self) -> bool {
        !self.assignments.is_empty()
    }
}
