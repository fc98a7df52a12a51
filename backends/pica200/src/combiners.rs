//! The texture combiners as the target asks for them.

use crate::fragment::container::TEV;
use crate::fragment::isa::{STAGES, UNITS};
use crate::fragment::target::{self, LISTING};
use crate::fragment::{generate, interface};
use crate::header;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, Shader, Stage};
use retroshade_kit::listing::Style;
use retroshade_kit::machine::InputFiles;
use retroshade_kit::position;
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Processor};

/// The combiners and texture units: the processor of fragments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Combiners;

impl Processor for Combiners {
    fn stage(&self) -> Stage {
        Stage::Fragment
    }

    fn is_fixed(&self) -> bool {
        true
    }

    fn limits(&self) -> Vec<Limit> {
        let limit = |name, value: usize| Limit {
            name,
            value: value as u32,
        };
        vec![
            limit("combiner stages", STAGES),
            limit("texture units", UNITS),
            limit("constant colours", STAGES),
            limit("interpolated colours", 1),
        ]
    }

    fn input_files(&self) -> InputFiles {
        interface::FILES
    }

    fn listing(&self) -> Style {
        LISTING
    }

    fn extension(&self) -> Option<&'static str> {
        Some(TEV)
    }

    fn capabilities(&self, _: &Options) -> Capabilities {
        retroshade_combiner::pipeline_capabilities("pica200")
    }

    fn adapt(&self, shader: &mut Shader, _: &Options) -> Result<(), Diagnostics> {
        position::replace_depth_range(shader);
        Ok(())
    }

    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        _: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        generate::generate(shader, options).map(Some)
    }

    fn assemble(
        &self,
        file: FileId,
        text: &str,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        target::assemble(file, text, options)
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        Ok(Box::new(target::read(&program)?))
    }

    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        // The functions that set the stage up are named after it anyway.
        let format = match format {
            header::NAMED => header::PLAIN,
            format => format,
        };
        target::format(compiled, format, name)
    }
}
