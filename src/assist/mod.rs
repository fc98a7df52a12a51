//! What editors show while a shader is written, from what the frontend knows of it: without a protocol and without files.
//!
//! ```text
//! reading       a source with what its names refer to
//! completion    what can stand at a place
//! hover         what is said of the name and the expression at a place
//! registers     where a variable is in a program
//! tokens        what each name is, for its colour
//! descriptions  what built-in names are
//! ```
//!
//! The language server in `lsp` and the page in `explore` ask the same functions.

pub(crate) mod completion;
mod descriptions;
pub(crate) mod hover;
mod reading;
pub(crate) mod registers;
#[cfg(feature = "cli")]
pub(crate) mod tokens;

pub(crate) use reading::Reading;
