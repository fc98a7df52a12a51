//! What is lifted is proved equal to the program that it came from, is a source that compiles again, and computes in the
//! interpreter what the simulator of the machine computes.

mod compiled;
mod exact;
mod foreign;
mod setups;

use retroshade_diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade_frontend::preprocess::NoIncludes;
use retroshade_frontend::{Request, compile};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::target::Target;

pub(crate) fn target(name: &str) -> &'static dyn Target {
    match name {
        "agal1" => &retroshade_agal::AGAL1,
        "agal2" => &retroshade_agal::AGAL2,
        "agal3" => &retroshade_agal::AGAL3,
        "lima" => &retroshade_lima::LIMA,
        "nv2a" => &retroshade_nv2a::NV2A,
        "pica200" => &retroshade_pica200::PICA200,
        other => panic!("{other} is no target"),
    }
}

/// The shader of a text in ESSL.
pub(crate) fn lowered(stage: Stage, text: &str) -> Shader {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("shader", text));
    let mut diagnostics = Diagnostics::new();
    let shader = compile(&mut Request {
        sources: &mut sources,
        file,
        stage: Some(stage),
        options: &retroshade_frontend::preprocess::Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    });
    shader.unwrap_or_else(|| panic!("{diagnostics:#?} in {text}"))
}
