//! `retroshade lsp`: a language server on standard input and output.

use super::arguments::Lsp;
use super::report::{Reporter, Status, usage};
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, SourceMap, codes};
use retroshade::{lsp, reason};
use std::io::{BufReader, stdin, stdout};

/// Runs the subcommand, until the client ends the session.
pub(crate) fn run(options: &Lsp, inputs: &[Input]) -> Status {
    if !inputs.is_empty() {
        return usage("lsp takes no files: the editor sends them");
    }
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(fault),
    };
    match lsp::serve(
        BufReader::new(stdin()),
        &mut stdout(),
        options.include_root.clone(),
    ) {
        Ok(true) => Status::Done,
        // As the protocol has it for `exit` without `shutdown`.
        Ok(false) => Status::Failed,
        Err(fault) => {
            let message = format!("the session has ended: {}", reason(&fault));
            let fault = Diagnostic::error(codes::files::LISTEN, message);
            reporter.report(&SourceMap::new(), fault.into())
        }
    }
}
