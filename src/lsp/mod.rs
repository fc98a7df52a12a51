//! `retroshade lsp`: the Language Server Protocol on pipes, for editors.
//!
//! ```text
//! server         the session, requests in their order       transport    messages on pipes
//! capabilities   what client and server can do              requests     requests by their methods
//! configuration  how a document is compiled                 world        documents and what is known of them
//! analysis       what the frontend knows of a document      machine      what the compiler makes of it
//! workers        threads that compile                       messages     diagnostics as editors take them
//! diagnostics    which file shows which, and what remedies them
//! hover, hints, completion, signature, navigation, symbols, rename, tokens       answers
//! text, files, uri      places in texts, the files of a compilation, addresses of files
//! ```
//!
//! Requests are answered one after the other from what the frontend knows, which is read again where a text changed.
//! Programs are made on other threads; only the answers that are about machine code wait for them, a little.

mod analysis;
mod capabilities;
mod completion;
mod configuration;
mod diagnostics;
mod files;
mod hints;
mod hover;
mod machine;
mod messages;
mod navigation;
mod refusal;
mod rename;
mod requests;
mod server;
mod signature;
mod symbols;
mod text;
mod tokens;
mod transport;
mod uri;
mod workers;
mod world;

use retroshade_ir::deep;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Serves one client until it ends the session; whether it ended it as the protocol has it, with `shutdown` first.
/// Included files must lie in all of `include_roots`.
///
/// # Errors
/// Those of the pipes.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut (dyn Write + Send),
    include_roots: Vec<PathBuf>,
) -> io::Result<bool> {
    // The frontend wants a deep stack, and has it once for all requests.
    let served = deep::guarded(|| server::serve(input, output, include_roots));
    served.unwrap_or_else(|panic| Err(io::Error::other(format!("a defect: {panic}"))))
}
