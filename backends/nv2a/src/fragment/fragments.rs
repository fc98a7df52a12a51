//! The combiners and texture units as the target asks for them.

use super::container::RC;
use super::isa::{STAGES, UNITS};
use super::target::{self, LISTING};
use super::{generate, interface};
use crate::text;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, Shader, Stage};
use retroshade_kit::listing::Style;
use retroshade_kit::machine::InputFiles;
use retroshade_kit::position;
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Processor};

/// The combiners and texture units: the processor of fragments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fragments;

impl Processor for Fragments {
    fn stage(&self) -> Stage {
        Stage::Fragment
    }

    fn is_fixed(&self) -> bool {
        true
    }

    fn limits(&self) -> Vec<Limit> {
        let limit = |name, value| Limit { name, value };
        vec![
            limit("combiner stages", STAGES),
            limit("texture units", UNITS),
            // Two of each general combiner and two of the final one.
            limit("constant colours", 2 * (STAGES + 1)),
            limit("interpolated colours", 2),
        ]
    }

    fn input_files(&self) -> InputFiles {
        interface::FILES
    }

    fn listing(&self) -> Style {
        LISTING
    }

    fn extension(&self) -> Option<&'static str> {
        Some(RC)
    }

    fn capabilities(&self, _: &Options) -> Capabilities {
        retroshade_combiner::pipeline_capabilities("nv2a")
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
        match text::foreign(file, text) {
            Some(foreign) => Err(foreign.into()),
            None => target::assemble(file, text, options),
        }
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
        target::format(compiled, format, name)
    }
}
