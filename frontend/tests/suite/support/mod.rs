//! What the tests of the frontend share.

use retroshade_diagnostics::codes::warning;
use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::typed::Program;
use retroshade_frontend::{Request, checked};
use retroshade_ir::Stage;

/// A source after the checker.
#[allow(dead_code, reason = "not every test binary renders messages")]
pub(crate) struct Checked {
    /// The text.
    pub(crate) sources: SourceMap,
    /// Without an error.
    pub(crate) program: Option<Program>,
    /// Messages of all stages up to the checker.
    pub(crate) diagnostics: Diagnostics,
}

/// Takes a source as far as the checker.
pub(crate) fn check(name: &str, stage: Stage, text: &str) -> Checked {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(name, text));
    let mut diagnostics = Diagnostics::new();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    let program = checked(&mut request);
    // Most sources of tests are too short to place a vertex.
    let diagnostics = diagnostics.into_iter();
    let diagnostics = diagnostics.filter(|found| found.code != warning::MISSING_POSITION);
    let diagnostics = diagnostics.collect();
    Checked {
        sources,
        program,
        diagnostics,
    }
}

/// The stage of a file name.
#[allow(dead_code, reason = "not every test binary reads files")]
pub(crate) fn stage_of(name: &str) -> Stage {
    if name.ends_with(".vert") {
        Stage::Vertex
    } else {
        Stage::Fragment
    }
}
