//! What the target does with set-ups that are there already: assembles, disassembles, checks, runs them.

use super::check::{completeness, legality};
use super::container::{self, RC};
use super::isa::{Fault, Setup};
use super::text;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::Stage;
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::target::{Binary, Compiled, Options};
use retroshade_kit::verify::Finding;

/// Whether bytes are a set-up.
pub(crate) fn is_binary(program: &Binary) -> bool {
    match program.container {
        Some(name) => name == RC,
        None => program.stage != Some(Stage::Vertex) && container::is_rc(program.bytes),
    }
}

/// Assembles a set-up.
///
/// # Errors
/// What is wrong with the text; a container that does not hold set-ups.
pub(crate) fn assemble(
    file: FileId,
    source: &str,
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    container_of(options)?;
    let setup = text::parse(file, source)?;
    legality(&setup)
        .and_then(|()| completeness(&setup))
        .map_err(|Fault(why)| Diagnostic::error(codes::assembler::SYNTAX, why))?;
    let mut reflection = Reflection::new("nv2a", Stage::Fragment.name());
    reflection.stats = stats(&setup);
    Ok(Compiled {
        binary: container::write(&setup),
        side_files: IndexMap::new(),
        assembly: text::print(&setup),
        reflection,
        warnings: Diagnostics::new(),
        spans: Vec::new(),
    })
}

/// An error for containers other than `rc`.
pub(crate) fn container_of(options: &Options) -> Result<(), Diagnostic> {
    match options.container.as_deref() {
        None | Some(RC) => Ok(()),
        Some(other) => {
            let message = format!("`{other}` holds no fragment shaders of nv2a");
            Err(Diagnostic::error(codes::target::SETTING, message).with_help("use --container rc"))
        }
    }
}

/// Counts stages and words.
pub(crate) fn stats(setup: &Setup) -> Stats {
    let stages = setup.length();
    Stats {
        instructions: stages,
        words: setup.words.len() as u32,
        registers: 0,
        lower_bound: None,
        more: [("stages".to_owned(), u64::from(stages))]
            .into_iter()
            .collect(),
    }
}

fn read(program: &Binary) -> Result<Setup, Diagnostic> {
    container::read(program.bytes).map_err(|Fault(why)| {
        Diagnostic::error(
            codes::container::MALFORMED,
            format!("no fragment shader of nv2a: {why}"),
        )
    })
}

pub(crate) fn disassemble(program: &Binary) -> Result<String, Diagnostics> {
    Ok(text::print(&read(program)?))
}

/// Reading checks every rule.
pub(crate) fn verify(program: &Binary) -> Result<Vec<Finding>, Diagnostics> {
    read(program)?;
    Ok(Vec::new())
}
