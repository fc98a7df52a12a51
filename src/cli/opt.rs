//! `retroshade opt`: a shorter program of a program.

use super::arguments::Opt;
use super::files;
use super::output::{Destination, write};
use super::program::{Given, Loaded, Record};
use super::report::{Reporter, Status, usage};
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::{Rewrite, Shortened, TargetOptions, shorten};
use std::path::Path;

/// Runs the subcommand.
pub(crate) fn run(options: &Opt, inputs: &[Input]) -> Status {
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(fault),
    };
    let [input] = inputs else {
        return usage(format!("opt takes one file, not {}", inputs.len()));
    };
    let status = shortened(options, input, &reporter).unwrap_or_else(|status| status);
    reporter.finish();
    status
}

fn shortened(options: &Opt, input: &Input, reporter: &Reporter) -> Result<Status, Status> {
    files::announce([options.output.as_path()]).map_err(usage)?;
    let given = Given {
        common: &options.common,
        container: options.container.as_deref(),
        reflect: None,
        program: options.program.as_deref(),
    };
    let (loaded, record) = given.read(input, reporter)?;
    let name = files::shown_name(Path::new(&input.path));
    let written = written(options, &loaded, &record, |line| {
        reporter.say(format!("{name}: {line}\n").as_bytes());
    });
    Ok(match written {
        Ok(()) => Status::Done,
        Err(errors) => reporter.report(&SourceMap::new(), errors),
    })
}

fn written(
    options: &Opt,
    loaded: &Loaded,
    record: &Record,
    say: impl Fn(&str),
) -> Result<(), Diagnostics> {
    let (target, binary) = (loaded.target, loaded.binary());
    let settings = TargetOptions {
        container: options.container.clone(),
        ..TargetOptions::default()
    };
    let (bytes, assembly) = match shorten(target, binary, record.reflection(), &settings)? {
        Shortened::Shorter {
            compiled,
            before,
            after,
        } => {
            say(&format!(
                "{after} instructions instead of {before}, proved equal"
            ));
            (compiled.binary, compiled.assembly)
        }
        Shortened::Same(why) => {
            say(&format!("unchanged: {why}"));
            let assembly = target.read(binary)?.disassemble()?;
            (binary.bytes.to_vec(), assembly)
        }
    };
    let result = if options.assembly {
        assembly.into_bytes()
    } else {
        bytes
    };
    write(
        &Destination::new(&options.output),
        &result,
        Rewrite::IfDifferent,
    )?;
    Ok(())
}
