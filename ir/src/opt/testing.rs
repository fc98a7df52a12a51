//! What tests of passes share: before and after as text.

use crate::pass::{Hooks, Pass, Pipeline};
use crate::text::{parse, print};
use crate::verify::verify_after;
use crate::{Capabilities, Shader};
use retroshade_diagnostics::{Diagnostic, FileId};

/// Reads a valid shader.
pub(crate) fn read(text: &str) -> Shader {
    let shader = parse(text, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    verify_after(&shader, "the test").unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    shader
}

/// Runs passes on a shader, verifying after each.
pub(crate) fn run_on(
    passes: &[Pass],
    machine: &Capabilities,
    shader: &mut Shader,
) -> Result<bool, Diagnostic> {
    let pipeline = Pipeline::new(passes);
    let mut hooks = Hooks {
        verify: true,
        ..Hooks::default()
    };
    let report = pipeline.run(shader, machine, &mut hooks)?;
    Ok(report.changed)
}

/// Demands that passes turn one text into another.
pub(crate) fn changes_on(passes: &[Pass], machine: &Capabilities, before: &str, after: &str) {
    let mut shader = read(before);
    let changed = run_on(passes, machine, &mut shader).unwrap_or_else(|fault| panic!("{fault:?}"));
    let found = print(&shader);
    let wanted = print(&read(after));
    assert!(found == wanted, "found\n{found}\nwanted\n{wanted}");
    assert_eq!(
        changed,
        found != print(&read(before)),
        "says whether it changed"
    );
}

/// Demands that a pass turns one text into another where everything may stand.
pub(crate) fn changes(pass: Pass, before: &str, after: &str) {
    changes_on(&[pass], &Capabilities::FULL, before, after);
}

/// Demands that a pass leaves a text alone.
pub(crate) fn keeps(pass: Pass, text: &str) {
    changes_on(&[pass], &Capabilities::FULL, text, text);
}
