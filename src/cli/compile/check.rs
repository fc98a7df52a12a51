//! Refusals before anything is read: combinations of options that make no sense, files that would be
//! in each other's way.

use super::{Job, Session};
use crate::cli::arguments::{Code, Compile, Station, Statistics};
use crate::cli::files::{self, Kind};
use crate::cli::report::{all_targets, needed_target};
use crate::cli::spelling::Input;
use retroshade::{Compiler, resolve};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::pass::After;
use retroshade_ir::pipeline;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Whether several inputs become one file: with `-o` on a target whose container has room for
/// several programs, or for whose formats such a file has a text.
pub(super) fn joins(options: &Compile, inputs: &[Input]) -> bool {
    let elsewhere = options.assembly
        || options.preprocess
        || options.emit.is_some()
        || options.code.stop_after.is_some()
        || options.opdesc.is_some()
        || options.stats.is_some()
        || options.dependencies.dep_only;
    let format = options.format.as_deref();
    let target = || {
        needed_target(&options.common).is_ok_and(|target| {
            target.joins() && format.is_none_or(|format| target.formats().contains(&format))
        })
    };
    options.output.is_some() && inputs.len() > 1 && !elsewhere && target()
}

/// Combinations of options that make no sense.
pub(super) fn options(options: &Compile, inputs: &[Input]) -> Result<(), Fault> {
    let dependencies = &options.dependencies;
    let several = inputs.len() > 1 && !joins(options, inputs);
    if inputs.is_empty() {
        return Err("no input files".into());
    }
    let targets = all_targets(&options.common.target)?.len();
    if options.output.is_some() && (several || targets > 1) {
        return Err(
            "cannot specify -o when generating multiple output files; --out-dir names a folder"
                .into(),
        );
    }
    if let Some(path) = &options.output {
        folder(path)?;
        if options.out_dir.is_some() {
            return Err("-o and --out-dir exclude each other".into());
        }
    }
    for (file, flag) in [
        (&options.reflect, "--reflect"),
        (&options.opdesc, "--opdesc"),
    ] {
        if file.is_some() && (inputs.len() > 1 || targets > 1) {
            let what = if targets > 1 { "targets" } else { "inputs" };
            return Err(format!("cannot specify {flag} with several {what}").into());
        }
    }
    let named = dependencies.dep_file.is_some()
        || !dependencies.dep_target.is_empty()
        || !dependencies.dep_target_quoted.is_empty();
    if dependencies.dep_only && dependencies.dep_file_too {
        return Err("-M and -MD exclude each other".into());
    }
    if (named || dependencies.dep_phony) && !dependencies.dep_only && !dependencies.dep_file_too {
        return Err("-MF, -MT, -MQ and -MP need -M or -MD".into());
    }
    if named && (several || targets > 1) {
        return Err("-MF, -MT and -MQ need a single input and target".into());
    }
    let writes = [
        (options.output.is_some(), "-o"),
        (options.out_dir.is_some(), "--out-dir"),
        (options.reflect.is_some(), "--reflect"),
        (options.opdesc.is_some(), "--opdesc"),
        (options.preprocess, "-E"),
        (options.assembly, "-S"),
        (options.emit.is_some(), "--emit"),
        (pictured(options), "--stats with a picture"),
        (options.code.stop_after.is_some(), "--stop-after"),
        (dependencies.dep_only, "-M"),
        (dependencies.dep_file_too, "-MD"),
    ];
    if let Some((_, flag)) = writes.iter().find(|(on, _)| options.check && *on) {
        return Err(format!("--check writes nothing, {flag} does").into());
    }
    if options.no_line_markers && !options.preprocess {
        return Err("-P needs -E".into());
    }
    let elsewhere = [
        (dependencies.dep_only, "-M"),
        (options.preprocess, "-E"),
        (options.assembly, "-S"),
        (options.emit.is_some(), "--emit"),
        (options.code.stop_after.is_some(), "--stop-after"),
        (options.reflect.is_some(), "--reflect"),
        (options.opdesc.is_some(), "--opdesc"),
        (options.format.is_some(), "--format"),
    ];
    let other = elsewhere.iter().find(|(on, _)| *on);
    if let (true, Some((_, flag))) = (pictured(options), other) {
        return Err(format!("--stats with a picture makes no program, {flag} needs one").into());
    }
    let text = [
        (options.dependencies.dep_only, "-M"),
        (options.preprocess, "-E"),
        (options.assembly, "-S"),
        (
            options.emit.is_some_and(|station| station != Station::Bin),
            "--emit",
        ),
    ];
    if let (Some(format), Some((_, flag))) = (&options.format, text.iter().find(|(on, _)| *on)) {
        return Err(
            format!("-mfmt={format} needs a binary output, which {flag} does not make").into(),
        );
    }
    if inputs.iter().filter(|input| input.path == "-").count() > 1 {
        return Err("standard input can be given once only".into());
    }
    Ok(())
}

/// Whether the output is a picture of the program.
pub(super) fn pictured(options: &Compile) -> bool {
    options.stats.is_some_and(Statistics::is_picture)
}

/// A folder is no name for an output.
fn folder(path: &Path) -> Result<(), Fault> {
    let shown = path.display();
    let slash = shown.to_string().ends_with(std::path::is_separator);
    if slash || path.is_dir() {
        Err(format!("-o {shown}: this is a folder; --out-dir {shown} writes into it").into())
    } else {
        Ok(())
    }
}

/// The container that `--container` names must be one of the target's.
pub(super) fn container(compiler: &Compiler) -> Result<(), Fault> {
    let target = compiler.target;
    match compiler.options.container.as_deref() {
        Some(name) if !target.containers().contains(&name) => Err(format!(
            "--container {name}: {} has {}",
            target.name(),
            target.containers().join(", ")
        )
        .into()),
        _ => Ok(()),
    }
}

/// What is not ESSL or WGSL has no preprocessor and no stations before its own.
pub(super) fn kind(options: &Compile, input: &Path, kind: Kind) -> Result<(), Fault> {
    let machine_code = matches!(kind, Kind::Assembly | Kind::Binary);
    let flag = if options.dependencies.dep_only {
        "-M"
    } else if options.preprocess {
        "-E"
    } else if options
        .emit
        .is_some_and(|station| !matches!(station, Station::Asm | Station::Bin))
    {
        "--emit"
    } else if options.code.stop_after.is_some() {
        "--stop-after"
    } else {
        return Ok(());
    };
    if machine_code || (kind == Kind::Ir && matches!(flag, "-M" | "-E")) {
        return Err(format!(
            "{flag} needs a source, which '{}' is not by -x",
            files::shown_name(input)
        )
        .into());
    }
    Ok(())
}

/// The passes that `--print-after` and `--stop-after` name must exist, and what `--without` leaves out.
pub(super) fn passes(code: &Code, compiler: &Compiler) -> Result<(), Fault> {
    let pipeline = pipeline::standard();
    let printed = match code.print_after.as_deref().map(After::parse) {
        Some(After::Named(names)) => names,
        _ => Vec::new(),
    };
    let printed = printed.iter().map(|name| ("--print-after", name));
    let target = compiler.target;
    let stages = target.stages();
    let machine = stages
        .iter()
        .flat_map(|stage| target.machine_passes(*stage));
    let passes = pipeline.passes().iter();
    let known = each_once(passes.map(|pass| pass.name).chain(machine));
    for (flag, name) in printed.chain(code.stop_after.iter().map(|name| ("--stop-after", name))) {
        if !known.contains(&name.as_str()) {
            return Err(no_such_pass(flag, name, target.name(), &known));
        }
    }
    let omittable = each_once(stages.iter().flat_map(|stage| target.omittable(*stage)));
    for name in &code.without {
        if !omittable.contains(&name.as_str()) {
            return Err(no_such_pass("--without", name, target.name(), &omittable));
        }
    }
    Ok(())
}

fn each_once(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut once = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

fn no_such_pass(flag: &str, name: &str, target: &str, known: &[&str]) -> Fault {
    let known = known.join(", ");
    format!("{flag}={name}: {target} has no such pass; there are {known}").into()
}

/// Announces every file that will be written. Two results that would go to one file, and results that would
/// overwrite an input, are refused before anything is done.
pub(super) fn outputs(session: &Session<'_>, jobs: &[Job<'_>]) -> Result<(), Fault> {
    let options = session.options;
    let mut planned: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    let joined = jobs.len() > 1 && options.output.is_some();
    for (index, job) in jobs.iter().enumerate() {
        let rule = session.rule_file(job)?;
        let main = Some(&job.output).filter(|_| !joined || index == 0);
        // -M writes the rule where the main result would have gone.
        let main = main.filter(|_| !options.dependencies.dep_only);
        let rule = rule.as_ref().filter(|_| !joined || index == 0);
        let all = [
            main,
            rule,
            options.reflect.as_ref(),
            options.opdesc.as_ref(),
        ];
        for path in all
            .into_iter()
            .flatten()
            .filter(|path| path.as_os_str() != "-")
        {
            files::announce([path.as_path()])?;
            match planned.insert(resolve(path), job.input) {
                None => {}
                Some(other) if other == job.input && !twice(jobs, other) => {
                    return Err(format!(
                        "two results of '{}' would both go to '{}'",
                        other.display(),
                        path.display()
                    )
                    .into());
                }
                Some(other) => {
                    return Err(format!(
                        "'{}' and '{}' would both write '{}'",
                        other.display(),
                        job.input.display(),
                        path.display()
                    )
                    .into());
                }
            }
        }
    }
    Ok(())
}

/// Whether an input was given more than once.
fn twice(jobs: &[Job<'_>], input: &Path) -> bool {
    let target = |job: &Job<'_>| job.compiler.as_ref().map(|compiler| compiler.target.name());
    let mut of_input = jobs.iter().filter(|job| job.input == input);
    let first = of_input.next().map(target);
    of_input.any(|job| Some(target(job)) == first)
}
