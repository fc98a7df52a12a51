//! Runs every shader below `tests/shaders` and `examples` in the reference interpreter and on the
//! simulator of every target, and compares with what its comments promise.
//!
//! ```glsl
//! // target: agal1 agal2                 targets that must take it; `all` by default, `none` for none
//! // refuse: agal1 E0301                 a target that must refuse it, with this code
//! // run: aPosition=(1,2,3,1) uScale=2.0 -> gl_Position=(2,4,6,2)
//! // run: vColor=(1,0,0,1) -> discard
//! // limit: agal1 instructions <= 3      quality that must not be lost, at -O
//! // tolerate: nonconstant-global         a rule of ESSL whose breach is only a warning here
//! ```
//!
//! A `run` line is one sample. Values are listed as GL lists them (matrices column by column); inputs
//! that are not named are 0. Every line runs at -O0, -O, -Os and -O3, in the interpreter before and
//! after the target's passes, and on the machine.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use support::directives::Directives;
use support::folders::shaders_below;

fn main() -> std::process::ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for folder in ["tests/shaders", "examples"] {
        for path in shaders_below(&root.join(folder)) {
            let name = path
                .strip_prefix(root)
                .unwrap_or(&path)
                .display()
                .to_string();
            trials.push(Trial::test(name, move || check(&path)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let directives = Directives::parse(&text)?;
    support::check::check(path, text, &directives)
}
