//! `retroshade lsp` in real sessions: a client starts the program and speaks the protocol over pipes.

mod client;
mod machine;
mod messages;
mod names;
mod protocol;
mod tokens;
mod writing;
