//! The page that brings its compiler along, from a server that knows nothing but files. It needs the module of
//! `dist/web/build`, which is not part of a checkout.

use super::browser::Browser;
use super::files;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The module that `dist/web/build` made, where it did.
pub(super) fn module() -> Option<PathBuf> {
    let program = Path::new(env!("CARGO_BIN_EXE_retroshade"));
    let module = program.parent()?.parent()?.join("npm");
    module.join("retroshade_bg.wasm").exists().then_some(module)
}

/// Exports the page, opens it, and compiles, steps and draws in it.
pub(super) fn played(browser: &Browser, module: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let done = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .args(["explore", "--export"])
        .arg(folder.path())
        .arg("--module")
        .arg(module)
        .status();
    assert!(done.expect("the program starts").success());
    let address = files::serve(folder.path().to_owned());
    browser.open(&address);
    browser.until("document.documentElement.dataset.ready !== undefined");
    browser.until("document.querySelector('.pane:nth-child(1) .row')");
    browser.until("document.querySelector('.drawn img').naturalWidth > 0");
    // A pair, and what its pixel does.
    browser.choose("#example", "Textured cube, both");
    browser.until("document.querySelectorAll('.document').length === 2");
    browser.until("!document.querySelector('.pane.busy, .pane.stale')");
    browser.choose(".pane:nth-child(1) header select", "steps");
    browser.until("document.querySelector('.pane:nth-child(1) .registers td')");
    // Errors are those of the compiler.
    browser.run("document.getElementById('flags').value = '-DX=1 --matrices=sideways'");
    browser.run(
        "document.getElementById('flags').dispatchEvent(new Event('input', { bubbles: true }))",
    );
    browser.until("[...document.querySelectorAll('.fault')].some((one) => one.innerText.includes('sideways'))");
    let console = browser.console();
    assert!(console.is_empty(), "{}", console.join("\n"));
}
