//! Tests of passes as files.
//!
//! A file names passes in its first line, `; pass: dce, form_vectors`, then has a program and, behind
//! a line `; expect`, the text of the result.

use super::{Machine, Program, parse, verify};
use crate::target::{Options, Target};
use retroshade_diagnostics::FileId;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::pass::{self, After, Hooks, Pass, Seen};
use retroshade_ir::{Shader, Stage};
use std::path::{Path, PathBuf};

/// The mark before the result.
const EXPECT: &str = "; expect\n";

/// Each file of a folder with the text that it should have.
///
/// # Errors
/// As [`with_result`], with the name of the file.
pub fn files<M: Machine, C>(
    folder: &Path,
    passes: &[Pass<Program<M>, C>],
    context: &C,
) -> Result<Vec<(PathBuf, String)>, String> {
    let describe = |fault: std::io::Error| format!("{}: {fault}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(describe)?;
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.map_err(describe)?.path();
        let text = std::fs::read_to_string(&path).map_err(describe)?;
        match with_result(&text, passes, context) {
            Ok(result) => Ok((path, result)),
            Err(fault) => Err(format!("{}: {fault}", path.display())),
        }
    };
    entries.map(file).collect()
}

/// The names of passes that no file of a folder is called after, or that no pipeline has.
pub fn without_file_or_pipeline<P, C>(
    folder: &Path,
    passes: &[Pass<P, C>],
    pipelines: &[&[Pass<P, C>]],
) -> Vec<&'static str> {
    let names = passes.iter().map(|pass| pass.name);
    let lacks = |name: &&str| {
        let file = folder.join(name).with_extension("mir");
        let listed = pipelines.iter().copied().flatten();
        !file.exists() || !listed.into_iter().any(|pass| pass.name == *name)
    };
    names.filter(lacks).collect()
}

/// Compiles a shader and holds the text after each pass over machine code to [`parses_back`]; tells how
/// many there were. What does not fit the chip is refused after the passes or between them.
///
/// # Errors
/// The first text that is wrong, with the name of its pass.
fn dumps_parse_back<M: Machine>(target: &dyn Target, shader: Shader) -> Result<usize, String> {
    let mut dumps = 0;
    let mut wrong = None;
    let mut look = |name: &'static str, seen: Seen<'_>| {
        if seen.shader().is_none() {
            dumps += 1;
            let fault = parses_back::<M>(&seen.to_string()).err();
            wrong = wrong
                .take()
                .or(fault.map(|fault| format!("{name}: {fault}")));
        }
    };
    let mut hooks = Hooks {
        print_after: After::All,
        look: Some(&mut look),
        ..Hooks::default()
    };
    let _ = target.compile_watched(shader, &Options::default(), &mut hooks);
    wrong.map_or(Ok(dumps), Err)
}

/// Compiles forty random shaders, each for the target and the stage that `of` gives for its seed, and holds the
/// text after each pass to [`parses_back`].
///
/// # Panics
/// At the first text that is wrong, and if there are no more than `least`.
pub fn every_dump_parses_back<M: Machine>(
    of: impl Fn(u64) -> (&'static dyn Target, Stage),
    least: usize,
) {
    let mut dumps = 0;
    for seed in 0..40 {
        let (target, stage) = of(seed);
        let knobs = Knobs {
            stage: Some(stage),
            operations: 20,
            ..Knobs::default()
        };
        let found = dumps_parse_back::<M>(target, sample(seed, &knobs).shader);
        dumps += found.unwrap_or_else(|fault| panic!("{fault}"));
    }
    assert!(dumps > least, "{dumps}");
}

/// The program of an example in a page: what follows `mir NAME` in a block of text.
pub fn example<M: Machine>(page: &str) -> Option<String> {
    let head = format!("mir {}", M::NAME);
    let (_, example) = page.split_once(&format!("```text\n{head}"))?;
    let (example, _) = example.split_once("```")?;
    Some(format!("{head}{example}"))
}

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
    if program.to_string() == text {
        Ok(())
    } else {
        Err(format!("it prints as another text:\n{text}\n{program}"))
    }
}
