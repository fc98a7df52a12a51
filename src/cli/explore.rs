//! `retroshade explore`: a page that shows what becomes of a shader, for a browser on this machine, or as files for any
//! server.

mod export;

use super::arguments::Explore;
use super::files;
use super::report::{Reporter, Status, answer, usage};
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, SourceMap, codes};
use retroshade::explore::{Example, Explorer};
use retroshade::{Stage, reason, stage_of_name};
use retroshade_explore::Server;
use std::path::Path;
use std::sync::Arc;

/// Runs the subcommand, until the process is ended from outside.
pub(crate) fn run(options: &Explore, inputs: &[Input]) -> Status {
    let input = match inputs {
        [] => None,
        [input] => Some(input),
        more => {
            return usage(format!(
                "explore takes one file or link, not {}",
                more.len()
            ));
        }
    };
    let exported = options.export.as_deref().zip(options.module.as_deref());
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(fault),
    };
    let done = match exported {
        Some(_) if input.is_some() => {
            return usage("explore --export takes no file: a link brings its shader along");
        }
        Some((folder, module)) => export::write(folder, module),
        None => serve(options, input),
    };
    match done {
        Ok(status) => status,
        Err(fault) => reporter.report(&SourceMap::new(), fault.into()),
    }
}

fn serve(options: &Explore, input: Option<&Input>) -> Result<Status, Diagnostic> {
    let state = input.and_then(|input| link(&input.path.to_string_lossy()));
    let start = match (input, &state) {
        (Some(input), None) => Some(example(input)?),
        _ => None,
    };
    let fault = |what: &str, fault: &std::io::Error| {
        let message = format!("{what}: {}", reason(fault));
        Diagnostic::error(codes::files::LISTEN, message)
    };
    let explorer = Explorer { start };
    let api = move |name: &str, body: &[u8]| explorer.answer(name, body);
    let server = Server::start(options.port, Arc::new(api));
    let what = format!("cannot listen on port {} of 127.0.0.1", options.port);
    let server = server.map_err(|error| fault(&what, &error))?;
    let address = format!("{}{}\n", server.address(), state.unwrap_or_default());
    let status = answer(&address);
    if status != Status::Done {
        return Ok(status);
    }
    let ended = server.run();
    ended.map_err(|error| fault("the server has ended", &error))?;
    Ok(Status::Done)
}

/// The state in a link that an explorer made.
fn link(text: &str) -> Option<String> {
    let is_address = text.starts_with("http://") || text.starts_with('#');
    let state = is_address.then(|| text.split_once("#s=")).flatten()?.1;
    Some(format!("#s={state}"))
}

fn example(input: &Input) -> Result<Example, Diagnostic> {
    let path = Path::new(&input.path);
    let said = input.stage.as_deref();
    let said = said.and_then(|word| files::stage_of_word(word).ok());
    Ok(Example {
        name: files::shown_name(path),
        stage: said.or(stage_of_name(path)).unwrap_or(Stage::Fragment),
        source: files::read_source(path)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_a_state() {
        let state = Some("#s=abc".to_owned());
        assert_eq!(link("http://127.0.0.1:4000/token/#s=abc"), state);
        assert_eq!(link("#s=abc"), state);
        assert_eq!(link("http://127.0.0.1:4000/token/"), None);
        assert_eq!(link("a#s=b.frag"), None);
    }
}
