//! Tests of passes as files.
//!
//! A file `*.mir` names passes in its first line, `; pass: dce, form_vectors`, then has a program and, behind
//! a line `; expect`, the text of the result. `RETROSHADE_BLESS=1` writes that part.

use super::{Machine, Program, parse, verify};
use retroshade_diagnostics::FileId;
use retroshade_ir::pass::{self, Hooks, Pass};
use std::fs;
use std::path::Path;

/// Runs every file of a folder with these passes and panics with the differences.
pub fn check_folder<M: Machine, C>(folder: &Path, passes: &[Pass<Program<M>, C>], context: &C) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mir"));
    files.sort();
    assert!(!files.is_empty(), "{} has no tests", folder.display());
    let blesses = std::env::var_os("RETROSHADE_BLESS").is_some_and(|value| value == "1");
    let mut wrong = String::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let (input, expected) = text.split_once("; expect\n").unwrap_or((&text, ""));
        let found = match run(input, passes, context) {
            Ok(found) => found,
            Err(fault) => {
                wrong += &format!("{}: {fault}\n", file.display());
                continue;
            }
        };
        if found != expected && blesses {
            let input = input.trim_end();
            fs::write(&file, format!("{input}\n\n; expect\n{found}"))
                .expect("a test that can be written");
        } else if found != expected {
            wrong += &format!(
                "{}\n--- expected\n{expected}--- found\n{found}",
                file.display()
            );
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong}\nRETROSHADE_BLESS=1 writes what was found"
    );
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
