//! Errors of a description of a set of shaders.

use retroshade_diagnostics::{Diagnostic, codes};

/// An error about the pack rather than about a shader.
pub(super) fn fault(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::files::BUILD, message)
}
