//! The assemblers that Xbox projects call.

use crate::cli::arguments::{Fp20Compiler, Nv2aVsh, Vp20Compiler};
use crate::cli::compile::render;
use crate::cli::files;
use crate::cli::output::Destination;
use crate::cli::report::{Reporter, Status, usage};
use retroshade::diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade::{Rewrite, Stage, TargetOptions, xbox_target};
use std::path::Path;

/// `vp20compiler FILE`: the words, behind the remarks of the text, which say where constants lie.
pub(super) fn vertex(options: &Vp20Compiler) -> Status {
    assemble(&options.file, Stage::Vertex, Remarks::Kept, Path::new("-"))
}

/// `fp20compiler FILE`: the calls of pbkit.
pub(super) fn fragment(options: &Fp20Compiler) -> Status {
    assemble(
        &options.file,
        Stage::Fragment,
        Remarks::LeftOut,
        Path::new("-"),
    )
}

/// `nv2avsh FILE OUTPUT`: the words.
pub(super) fn text(options: &Nv2aVsh) -> Status {
    assemble(
        &options.file,
        Stage::Vertex,
        Remarks::LeftOut,
        &options.output,
    )
}

/// Whether remarks of a text come out as remarks in C.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Remarks {
    Kept,
    LeftOut,
}

fn assemble(path: &Path, stage: Stage, remarks: Remarks, output: &Path) -> Status {
    files::access().expect_input(path);
    if let Err(fault) = files::announce([output]) {
        return usage(fault);
    }
    let reporter = Reporter::plain();
    let mut sources = SourceMap::new();
    let mut made = || -> Result<(Vec<u8>, Diagnostics), Diagnostics> {
        let text = files::read_text(path)?;
        let file = sources.add(SourceFile::new(files::shown_name(path), text.clone()));
        let target = xbox_target();
        let mut compiled = target.assemble(file, &text, Some(stage), &TargetOptions::default())?;
        let said = std::mem::take(&mut compiled.warnings);
        let mut bytes = Vec::new();
        if remarks == Remarks::Kept {
            // `#` in texts of cgc, `;` in those of this compiler.
            let lines = text
                .lines()
                .filter_map(|line| line.strip_prefix(['#', ';']));
            bytes.extend(lines.flat_map(|line| format!("//{}\n", line.trim_end()).into_bytes()));
        }
        bytes.extend(render(target, &compiled, Some("inl"), path)?);
        Ok((bytes, said))
    };
    let status = match made() {
        Ok((bytes, said)) => match reporter.report(&sources, said) {
            Status::Done => {
                let written = reporter.write(&Destination::new(output), &bytes, Rewrite::Always);
                written.map_or_else(
                    |fault| reporter.report(&sources, fault.into()),
                    |()| Status::Done,
                )
            }
            status => status,
        },
        Err(faults) => reporter.report(&sources, faults),
    };
    reporter.finish();
    status
}
