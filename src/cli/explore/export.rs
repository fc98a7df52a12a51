//! The page with the compiler in it, as files.

use crate::cli::files::{access, read_file};
use crate::cli::report::Status;
use retroshade::Rewrite;
use retroshade::diagnostics::{Diagnostic, codes};
use std::path::Path;

/// The files of the module that the page loads, as `dist/web/build` names them.
const MODULE: [&str; 2] = ["retroshade.js", "retroshade_bg.wasm"];

/// Writes the page into a folder.
///
/// # Errors
/// The module is missing or of another version, or a file cannot be written.
pub(super) fn write(folder: &Path, module: &Path) -> Result<Status, Diagnostic> {
    check_version(module)?;
    for name in MODULE {
        let bytes = part(module, name)?;
        access().write(&folder.join(name), &bytes, Rewrite::IfDifferent)?;
    }
    for (name, bytes) in retroshade_explore::site() {
        access().write(&folder.join(name), &bytes, Rewrite::IfDifferent)?;
    }
    Ok(Status::Done)
}

fn part(module: &Path, name: &str) -> Result<Vec<u8>, Diagnostic> {
    read_file(&module.join(name)).map_err(|fault| {
        fault
            .with_help("`dist/web/build` makes the module, in target/npm; so does a package of npm")
    })
}

/// The page asks in words that a module of another version may not know.
fn check_version(module: &Path) -> Result<(), Diagnostic> {
    let name = "package.json";
    let package = part(module, name)?;
    let package: Option<serde_json::Value> = serde_json::from_slice(&package).ok();
    let version = package.as_ref().and_then(|package| package.get("version"));
    let own = env!("CARGO_PKG_VERSION");
    match version.and_then(serde_json::Value::as_str) {
        Some(version) if version == own => Ok(()),
        Some(version) => Err(Diagnostic::error(
            codes::files::UNREADABLE,
            format!("the module is of version {version}, this program of {own}"),
        )
        .with_help("take both from one release, or build the module again: `dist/web/build`")),
        None => Err(Diagnostic::error(
            codes::files::UNREADABLE,
            format!("`{}` names no version", module.join(name).display()),
        )),
    }
}
