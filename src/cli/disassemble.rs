//! `retroshade dis`: a program to text that `as` takes back.

use super::arguments::Disassemble;
use super::files;
use super::output::{Destination, write};
use super::report::{Reporter, Status, needed_target, usage};
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::{Binary, Target};
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Disassemble, inputs: &[Input]) -> Status {
    let prepared = Reporter::new(&options.common)
        .and_then(|reporter| Ok((reporter, needed_target(&options.common)?)));
    let (reporter, target) = match prepared {
        Ok(prepared) => prepared,
        Err(fault) => return usage(&fault),
    };
    let [input] = inputs else {
        return usage(&format!("dis takes one file, not {}", inputs.len()));
    };
    let stage = match input.stage.as_deref().map(files::stage_of_word).transpose() {
        Ok(stage) => stage,
        Err(fault) => return usage(&fault),
    };
    let path = Path::new(&input.path);
    let output = options.output.clone().unwrap_or_else(|| PathBuf::from("-"));
    let result = disassemble(target, path, stage, options)
        .and_then(|text| Ok(write(&Destination::new(&output), text.as_bytes(), false)?));
    match result {
        Ok(()) => Status::Done,
        Err(diagnostics) => {
            let status = reporter.report(&SourceMap::new(), diagnostics);
            reporter.finish();
            status
        }
    }
}

fn disassemble(
    target: &dyn Target,
    path: &Path,
    stage: Option<retroshade::Stage>,
    options: &Disassemble,
) -> Result<String, Diagnostics> {
    let bytes = files::read(path)?;
    let mut side_files = IndexMap::new();
    if let Some(path) = &options.opdesc {
        side_files.insert("opdesc", files::read(path)?);
    }
    target.disassemble(Binary {
        bytes: &bytes,
        container: options.container.as_deref(),
        stage: stage.or_else(|| files::stage_of_assembly(path)),
        side_files: &side_files,
    })
}
