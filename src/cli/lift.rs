//! `retroshade lift`: a source of a program.

use super::arguments::Lift;
use super::files::{self, Kind};
use super::output::{Destination, write};
use super::program::{self, Wanted};
use super::report::{Reporter, Status, target, usage};
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::{Rewrite, TargetOptions};
use retroshade_ir::{Shader, essl, text};
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Lift, inputs: &[Input]) -> Status {
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(&fault),
    };
    let [input] = inputs else {
        return usage(&format!("lift takes one file, not {}", inputs.len()));
    };
    let status = lifted(options, input, &reporter).unwrap_or_else(|status| status);
    reporter.finish();
    status
}

fn lifted(options: &Lift, input: &Input, reporter: &Reporter) -> Result<Status, Status> {
    let said = |fault: String| usage(&fault);
    let stage = input.stage.as_deref().map(files::stage_of_word);
    let stage = stage.transpose().map_err(said)?;
    let target = target(&options.common).map_err(said)?;
    let output = options.output.clone().unwrap_or_else(|| PathBuf::from("-"));
    files::announce([output.as_path()]).map_err(said)?;
    let path = Path::new(&input.path);
    let kind = match files::kind_of(input).map_err(said)? {
        Kind::Assembly => Kind::Assembly,
        _ if program::is_assembly_among_programs(path, target) => Kind::Assembly,
        _ => Kind::Binary,
    };
    let settings = TargetOptions {
        container: options.container.clone(),
        ..TargetOptions::default()
    };
    let wanted = Wanted {
        common: &options.common,
        target,
        settings: &settings,
        input: path,
        kind,
        stage,
        reflect: options.reflect.as_deref(),
        program: options.dvle.as_deref(),
    };
    let (loaded, record) = wanted.read(reporter)?;
    let lifted = retroshade::lift(loaded.binary(), record.reflection());
    let written = lifted.and_then(|lifted| {
        let text = source(&lifted.shader, &output)?;
        write(
            &Destination::new(&output),
            text.as_bytes(),
            Rewrite::IfDifferent,
        )?;
        Ok(())
    });
    Ok(match written {
        Ok(()) => Status::Done,
        Err(errors) => reporter.report(&SourceMap::new(), errors),
    })
}

/// The text of a shader in the form that the name of the output asks for.
fn source(shader: &Shader, output: &Path) -> Result<String, Diagnostics> {
    if output
        .extension()
        .is_some_and(|extension| extension == "ir")
    {
        return Ok(text::print(shader));
    }
    essl::write(shader).map_err(|what| {
        let message = format!("ESSL 1.00 has no words for {what}; -o FILE.ir has");
        Diagnostic::error(codes::container::NOT_LIFTED, message).into()
    })
}
