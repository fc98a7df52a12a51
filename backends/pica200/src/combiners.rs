//! The combiners and texture units as a processor.

use crate::fragment::container::{self, TEV};
use crate::fragment::header::header;
use crate::fragment::isa::{STAGES, Setup, UNITS, encode};
use crate::fragment::target::{self, LISTING};
use crate::fragment::{generate, interface, text};
use crate::header;
use retroshade_combiner::processor::{SetUp, stats};
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span};
use retroshade_ir::Shader;
use retroshade_kit::listing::Style;
use retroshade_kit::machine::InputFiles;
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::target::{Compiled, Limit, Options};

impl SetUp for Setup {
    const CHIP: &'static str = "pica200";
    const CONTAINER: &'static str = TEV;
    const LIMITS: &'static [Limit] = &[
        Limit::new("combiner stages", STAGES as u32),
        Limit::new("texture units", UNITS as u32),
        Limit::new("constant colours", STAGES as u32),
        Limit::new("interpolated colours", 1),
    ];
    const INPUT_FILES: InputFiles = interface::FILES;
    const LISTING: Style = LISTING;

    fn is_text(text: &str) -> bool {
        target::is_text(text)
    }

    fn is_file(bytes: &[u8]) -> bool {
        container::is_tev(bytes)
    }

    fn generate(shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        generate::generate(shader, options)
    }

    fn parse(file: FileId, source: &str, _: &Options) -> Result<(Setup, Vec<Span>), Diagnostics> {
        let (setup, places) = text::parse(file, source)?;
        let spans = places[..setup.length()].to_vec();
        Ok((setup, spans))
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
        stats(self.length() as u32, encode(self).len())
    }

    fn format(
        &self,
        record: &Reflection,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        // The functions that set the stage up are named after it anyway.
        ["c", header::PLAIN, header::NAMED]
            .contains(&format)
            .then(|| header(self, record, name))
    }
}
