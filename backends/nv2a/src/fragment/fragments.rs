//! The combiners and texture units as a processor.

use super::check::legality;
use super::container::{self, RC};
use super::inl::{header, inl};
use super::isa::{STAGES, Setup, UNITS};
use super::state::State;
use super::target::{LISTING, state};
use super::{generate, interface, text};
use crate::settings::SETTINGS;
use retroshade_combiner::processor::{SetUp, stats};
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_ir::Shader;
use retroshade_kit::listing::Style;
use retroshade_kit::machine::InputFiles;
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::settings;
use retroshade_kit::target::{Compiled, Limit, Options};

impl SetUp for Setup {
    const CHIP: &'static str = "nv2a";
    const CONTAINER: &'static str = RC;
    const LIMITS: &'static [Limit] = &[
        Limit::new("combiner stages", STAGES),
        Limit::new("texture units", UNITS),
        // Two of each general combiner and two of the final one.
        Limit::new("constant colours", 2 * (STAGES + 1)),
        Limit::new("interpolated colours", 2),
    ];
    const INPUT_FILES: InputFiles = interface::FILES;
    const LISTING: Style = LISTING;

    fn is_text(text: &str) -> bool {
        text::is_text(text)
    }

    fn is_file(bytes: &[u8]) -> bool {
        container::is_setup(bytes)
    }

    fn generate(shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        generate::generate(shader, options)
    }

    fn parse(
        file: FileId,
        source: &str,
        options: &Options,
    ) -> Result<(Setup, Vec<Span>), Diagnostics> {
        settings::check("nv2a", SETTINGS, &options.settings)?;
        let mut setup = text::parse(file, source)?;
        let complete = match state(options) {
            State::Program => Ok(()),
            State::Draw => setup.complete(),
        };
        legality(&setup)
            .and(complete)
            .map_err(|why| Diagnostic::error(codes::assembler::SYNTAX, why))?;
        Ok((setup, Vec::new()))
    }

    fn foreign(file: FileId, source: &str) -> Option<Diagnostic> {
        crate::text::foreign(file, source)
    }

    fn print(&self) -> String {
        text::print(self)
    }

    fn read(bytes: &[u8]) -> Result<Setup, Fault> {
        container::read(bytes)
    }

    fn write(&self) -> Vec<u8> {
        container::write(self)
    }

    fn stats(&self) -> Stats {
        stats(self.length(), self.words.len())
    }

    fn describe(options: &Options, record: &mut Reflection) {
        record.state = state(options).recorded();
    }

    fn format(
        &self,
        record: &Reflection,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        match format {
            "inl" => Some(inl(self, record)),
            "h" => Some(header(self, record, name)),
            _ => None,
        }
    }
}
