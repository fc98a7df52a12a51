//! picasso's options in terms of this program's.

use crate::cli::SUBCOMMANDS;
use crate::cli::arguments::Picasso;
use crate::cli::files;
use crate::cli::report::{self, Reporter, Status, usage};
use retroshade::diagnostics::{Diagnostic, SourceMap};
use retroshade::stage_of_name;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Assembles and compiles all files into one SHBIN, and writes its registers if a header is asked for.
pub(super) fn run(options: &Picasso) -> Status {
    if options.version {
        let version = env!("CARGO_PKG_VERSION");
        return report::answer(&format!("retroshade {version}, in the place of picasso\n"));
    }
    let Some(output) = &options.output else {
        return usage("no output: -o FILE");
    };
    let sources = match sources(&options.files) {
        Ok(sources) => sources,
        Err(fault) => {
            let reporter = Reporter::plain();
            let status = reporter.report(&SourceMap::new(), fault.into());
            reporter.finish();
            return status;
        }
    };
    let program = start(options, &sources, &[], output);
    let header = options.header.as_ref().filter(|_| program == Status::Done);
    match header {
        // What there is to say was said.
        Some(header) => start(options, &sources, &["-w", "-mfmt=registers-h"], header),
        None => program,
    }
}

fn start(options: &Picasso, sources: &[PathBuf], more: &[&str], output: &Path) -> Status {
    let mut arguments: Vec<OsString> = vec!["--target=pica200".into()];
    if options.no_nop {
        arguments.push("--target-option=nop=off".into());
    }
    arguments.extend(more.iter().map(OsString::from));
    arguments.extend(["-o".into(), output.into()]);
    for source in sources {
        let language = if is_glsl(source) { "glsl" } else { "asm" };
        arguments.extend(["-x".into(), language.into(), source.into()]);
    }
    SUBCOMMANDS[0].start(arguments)
}

/// True if a file is named as sources in GLSL are. `.vsh` is what old projects call texts for picasso.
fn is_glsl(path: &Path) -> bool {
    let old = path.extension().is_some_and(|name| name == "vsh");
    !old && stage_of_name(path).is_some()
}

/// The files, those that lists name in the place of the lists.
///
/// # Errors
/// A list that cannot be read.
fn sources(files: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut sources = Vec::new();
    for file in files {
        if file.extension().is_none_or(|name| name != "shlist") {
            sources.push(file.clone());
            continue;
        }
        let text = files::read_text(file)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        sources.extend(text.split_whitespace().map(|name| folder.join(name)));
    }
    Ok(sources)
}
