//! Tests of passes as files.
//!
//! A file names passes in its first line, `; pass: dce, form_vectors`, then has a program and, behind
//! a line `; expect`, the text of the result.

use super::{Machine, Program, parse, verify};
use retroshade_diagnostics::FileId;
use retroshade_ir::pass::{self, Hooks, Pass};

/// The mark before the result.
const EXPECT: &str = "; expect\n";

/// A file as it should be: with what the passes that it names make of its program.
///
/// # Errors
/// A file that is no test, and what the verifier finds.
pub fn with_result<M: Machine, C>(
    file: &str,
    passes: &[Pass<Program<M>, C>],
    context: &C,
) -> Result<String, String> {
    let (input, _) = file.split_once(EXPECT).unwrap_or((file, ""));
    let found = run(input, passes, context)?;
    Ok(format!("{}\n\n{EXPECT}{found}", input.trim_end()))
}

/// The text of a program after the passes that its first line names.
fn run<M: Machine, C>(
    input: &str,
    passes: &[Pass<Program<M>, C>],
    context: &C,
) -> Result<String, String> {
    let first = input.lines().next().unwrap_or_default();
    let names = first
        .strip_prefix("; pass: ")
        .ok_or("no line `; pass: NAME`")?;
    let named = names.split(", ").map(|name| {
        let found = passes.iter().find(|pass| pass.name == name);
        found.copied().ok_or(format!("there is no pass `{name}`"))
    });
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let mut program = parse::<M>(input, FileId(0)).map_err(|fault| format!("{fault:?}"))?;
    verify(&program).map_err(|faults| format!("the input is wrong: {}", faults[0]))?;
    let mut hooks = Hooks {
        verify: true,
        ..Hooks::default()
    };
    pass::run(&named, &mut program, context, &mut hooks).map_err(|fault| format!("{fault:?}"))?;
    Ok(program.to_string())
}

/// Whether the text of a program parses back to the same text and breaks no rule.
///
/// # Errors
/// What is wrong with it.
pub fn parses_back<M: Machine>(text: &str) -> Result<(), String> {
    let program = parse::<M>(text, FileId(0)).map_err(|fault| format!("{fault:?}\n{text}"))?;
    verify(&program).map_err(|faults| format!("{}\n{text}", faults[0]))?;
    match program.to_string() == text {
        true => Ok(()),
        false => Err(format!("it prints as another text:\n{text}\n{program}")),
    }
}
