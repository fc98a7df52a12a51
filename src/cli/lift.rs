//! `retroshade lift`: a source of a program.

use super::arguments::{self, Lift};
use super::files;
use super::output::{Destination, write};
use super::program::Given;
use super::report::{Reporter, Status, usage};
use super::spelling::Input;
use super::translate::{language_of_name, options_of};
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::translate::{self, Language, translate_lifted};
use retroshade::{LiftOptions, LiftPosition, Lifted, Position, Reflection, Rewrite, Semantics};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::{essl, text};
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Lift, inputs: &[Input]) -> Status {
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(fault),
    };
    let [input] = inputs else {
        return usage(format!("lift takes one file, not {}", inputs.len()));
    };
    let status = lifted(options, input, &reporter).unwrap_or_else(|status| status);
    reporter.finish();
    status
}

fn lifted(options: &Lift, input: &Input, reporter: &Reporter) -> Result<Status, Status> {
    let output = options.output.clone().unwrap_or_else(|| PathBuf::from("-"));
    let form = Form::of(options, &output).map_err(usage)?;
    let outputs = [Some(output.as_path()), options.interface.as_deref()];
    files::announce(outputs.into_iter().flatten()).map_err(usage)?;
    let given = Given {
        common: &options.common,
        container: options.container.as_deref(),
        reflect: options.reflect.as_deref(),
        program: options.program.as_deref(),
    };
    let (loaded, record) = given.read(input, reporter)?;
    let wanted = LiftOptions {
        semantics: match options.semantics {
            arguments::Semantics::Readable => Semantics::Readable,
            arguments::Semantics::Exact => Semantics::Exact,
        },
        position: match options.position {
            arguments::LiftedPosition::Native => LiftPosition::Native,
            arguments::LiftedPosition::Clip => LiftPosition::Clip,
        },
    };
    let lifted = retroshade::lift(loaded.binary(), record.reflection(), &wanted);
    let written = lifted.and_then(|lifted| {
        let (bytes, interface) = match form {
            Form::Language(language, wanted) => {
                let translated = translate_lifted(&lifted, language, &wanted)?;
                reporter.report(&SourceMap::new(), translated.warnings);
                (translated.bytes, Some(translated.interface.to_json()))
            }
            Form::Ir => (
                text::print(&lifted.shader).into_bytes(),
                Some(record_of(&lifted).to_json()),
            ),
            Form::Essl => {
                let record = with_identifiers(record_of(&lifted));
                (source(&lifted)?.into_bytes(), Some(record.to_json()))
            }
        };
        write(&Destination::new(&output), &bytes, Rewrite::IfDifferent)?;
        if let (Some(path), Some(text)) = (&options.interface, interface) {
            let to = Destination::new(path);
            write(&to, text.as_bytes(), Rewrite::IfDifferent)?;
        }
        Ok(())
    });
    Ok(match written {
        Ok(()) => Status::Done,
        Err(errors) => reporter.report(&SourceMap::new(), errors),
    })
}

/// The form in which a shader is written.
enum Form {
    Essl,
    Ir,
    Language(Language, translate::Options),
}

impl Form {
    /// By `--to`, else by the name of the output.
    ///
    /// # Errors
    /// A sentence for the user.
    fn of(options: &Lift, output: &Path) -> Result<Form, Fault> {
        let extension = output.extension().and_then(|name| name.to_str());
        let language = match options.to.as_deref() {
            Some("essl") => None,
            Some("ir") => return Ok(Form::Ir),
            Some(name) => Some(Language::named(name).ok_or_else(|| {
                let all = Language::ALL.map(Language::name);
                format!("--to {name}: there are essl, ir, {}", all.join(", "))
            })?),
            None if extension == Some("ir") => return Ok(Form::Ir),
            None => language_of_name(output),
        };
        let Some(language) = language else {
            let translation = &options.translation;
            let flag = [
                (translation.glsl.is_some(), "--glsl"),
                (translation.group.is_some(), "--group"),
            ];
            return match flag.iter().find(|(on, _)| *on) {
                Some((_, flag)) => {
                    Err(format!("{flag} is for --to wgsl, spirv, hlsl, msl, glsl").into())
                }
                None => Ok(Form::Essl),
            };
        };
        let wanted = options_of(language, &options.translation, None)?;
        Ok(Form::Language(language, wanted))
    }
}

/// What tells where the program has the variables of its source, for `verify --against`.
fn record_of(lifted: &Lifted) -> Reflection {
    let mut record = lifted.record.clone();
    // The source says what the program leaves for the machine, or the program has a tail that the source has not.
    record.placement.position = match lifted.position {
        LiftPosition::Native => Position::Clip,
        LiftPosition::Clip => Position::Native,
    };
    record
}

/// The record with the names that a source in ESSL has.
fn with_identifiers(mut record: Reflection) -> Reflection {
    let variables = [
        &mut record.uniforms,
        &mut record.driver_uniforms,
        &mut record.inputs,
        &mut record.outputs,
    ];
    let own = variables.into_iter().flatten();
    for entry in own.filter(|entry| entry.builtin.is_none()) {
        entry.name = essl::identifier(&entry.name);
    }
    for sampler in &mut record.samplers {
        sampler.name = essl::identifier(&sampler.name);
    }
    record
}

/// The text of a shader in ESSL 1.00.
fn source(lifted: &Lifted) -> Result<String, Diagnostics> {
    essl::write_calling(&lifted.shader, &lifted.functions).map_err(|what| {
        let message = format!("ESSL 1.00 has no words for {what}; -o FILE.ir has");
        Diagnostic::error(codes::container::NOT_LIFTED, message).into()
    })
}
