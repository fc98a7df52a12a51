//! What the target does with set-ups that are there already: assembles, disassembles, checks them.

use super::check::check;
use super::container::{self, TEV};
use super::isa::{Fault, STAGES, Setup};
use super::text;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::Stage;
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::target::{Binary, Compiled, Options};
use retroshade_kit::verify::Finding;

/// Whether a text is a set-up: what its first line begins with tells.
pub(crate) fn is_text(source: &str) -> bool {
    let lines = source.lines().map(|line| line.split("//").next());
    let mut words = lines.flatten().flat_map(str::split_whitespace);
    let stages = (0..STAGES).map(|number| format!("stage{number}"));
    words.next().is_some_and(|word| {
        SETTINGS.contains(&word) || stages.into_iter().any(|stage| stage == word)
    })
}

/// Words that begin lines of a set-up that are no stages.
const SETTINGS: [&str; 5] = ["units", "buffer", "alphatest", "fog", "fogcolor"];

/// Whether a line of a set-up is something else than a stage.
pub(crate) fn is_setting(line: &str) -> bool {
    let first = line.split_whitespace().next();
    first.is_some_and(|word| SETTINGS.contains(&word))
}

/// Whether bytes are a set-up.
pub(crate) fn is_binary(program: &Binary) -> bool {
    match program.container {
        Some(name) => name == TEV,
        None => program.stage != Some(Stage::Vertex) && container::is_tev(program.bytes),
    }
}

/// Assembles a set-up.
///
/// # Errors
/// Everything wrong with the text; a container that does not hold set-ups.
pub(crate) fn assemble(
    file: FileId,
    source: &str,
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    container_of(options)?;
    let (setup, places) = text::parse(file, source)?;
    let mut reflection = Reflection::new("pica200", Stage::Fragment.name());
    reflection.stats = stats(&setup);
    Ok(Compiled {
        binary: container::write(&setup),
        side_files: IndexMap::new(),
        assembly: text::print(&setup),
        reflection,
        warnings: Diagnostics::new(),
        spans: places[..setup.length()].to_vec(),
    })
}

/// An error for containers other than `tev`.
pub(crate) fn container_of(options: &Options) -> Result<(), Diagnostic> {
    match options.container.as_deref() {
        None | Some(TEV) => Ok(()),
        Some(other) => {
            let message = format!("`{other}` holds no fragment shaders of pica200");
            Err(Diagnostic::error(codes::target::SETTING, message).with_help("use --container tev"))
        }
    }
}

/// Counts stages and words.
pub(crate) fn stats(setup: &Setup) -> Stats {
    let stages = setup.length() as u32;
    Stats {
        instructions: stages,
        words: super::isa::encode(setup).len() as u32,
        registers: 0,
        lower_bound: None,
        more: [("stages".to_owned(), u64::from(stages))]
            .into_iter()
            .collect(),
    }
}

/// Reads the container.
pub(crate) fn read(program: &Binary) -> Result<Setup, Diagnostic> {
    container::read(program.bytes).map_err(|Fault(why)| {
        Diagnostic::error(
            codes::container::MALFORMED,
            format!("no fragment shader of pica200: {why}"),
        )
    })
}

pub(crate) fn disassemble(program: &Binary) -> Result<String, Diagnostics> {
    Ok(text::print(&read(program)?))
}

pub(crate) fn verify(program: &Binary) -> Result<Vec<Finding>, Diagnostics> {
    Ok(check(&read(program)?))
}
