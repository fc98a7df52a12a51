//! Messages on standard error, and exit statuses.

use super::arguments::{Color as ColorOption, Common, Messages};
use super::output::{Destination, write};
use clap::ValueEnum;
use retroshade::diagnostics::{
    Color, Counts, Diagnostic, Diagnostics, Renderer, Severity, SourceMap, Style, codes, printable,
    sarif_log,
};
use retroshade::translate::Language;
use retroshade::{Rewrite, Target, WarningPolicy, find_target};
use retroshade_diagnostics::fault::Fault;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What became of a command, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Every output was written.
    Done,
    /// An input is at fault.
    Failed,
    /// The command line is at fault.
    Usage,
    /// The compiler is at fault.
    Bug,
}

impl Status {
    /// The exit status of the process.
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Status::Done => 0,
            Status::Failed => 1,
            Status::Usage => 2,
            Status::Bug => 101,
        })
    }
}

/// The form of messages about the command line itself, which are said before its options are known as a
/// whole, or by those who have no reporter.
static FORM: OnceLock<Style> = OnceLock::new();

/// Looks for the form of messages among arguments that nobody has read yet.
pub(crate) fn listen(arguments: &[OsString]) {
    let mut form = None;
    let mut words = arguments.iter().map(|word| word.to_str().unwrap_or(""));
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--diagnostics") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        let known = value.and_then(|value| Messages::from_str(value, false).ok());
        form = known.map(style_of).or(form);
    }
    if let Some(form) = form {
        // The command line is read once.
        let _ = FORM.set(form);
    }
}

/// Says what is wrong with the command line.
pub(crate) fn usage(fault: impl Display) -> Status {
    let fault = fault.to_string();
    let style = FORM.get().copied().unwrap_or(Style::Rich);
    if style.is_text() {
        to_stderr(format!("retroshade: error: {}\n", printable(&fault)).as_bytes());
        return Status::Usage;
    }
    let sources = SourceMap::new();
    let mut text = Vec::new();
    let mut renderer = Renderer::new(&sources, style, Color::Never);
    // Writing to memory does not fail.
    let _ = renderer.render(&Diagnostic::error(codes::USAGE, fault), &mut text);
    to_stderr(&match style {
        Style::Sarif => log(&text),
        _ => text,
    });
    Status::Usage
}

/// A log of results in SARIF.
fn log(results: &[u8]) -> Vec<u8> {
    let results = String::from_utf8_lossy(results);
    sarif_log(&results, env!("CARGO_PKG_VERSION")).into_bytes()
}

fn style_of(form: Messages) -> Style {
    match form {
        Messages::Rich => Style::Rich,
        Messages::Short => Style::Short,
        Messages::Json => Style::Json,
        Messages::Sarif => Style::Sarif,
        Messages::Github => Style::GitHub,
    }
}

/// Prints what was asked for.
pub(crate) fn answer(text: &str) -> Status {
    deliver(&Destination::Standard, text)
}

/// Writes what was asked for.
pub(crate) fn deliver(to: &Destination, text: &str) -> Status {
    match write(to, text.as_bytes(), Rewrite::IfDifferent) {
        Ok(()) => Status::Done,
        Err(fault) => {
            to_stderr(format!("retroshade: error: {}\n", fault.message).as_bytes());
            Status::Failed
        }
    }
}

fn to_stderr(text: &[u8]) {
    // There is nowhere left to complain about standard error.
    let _ = io::stderr().lock().write_all(text);
}

/// What a message means for the exit status.
fn status_of(diagnostic: &Diagnostic) -> Status {
    let settings = diagnostic.code == codes::target::SETTING && diagnostic.primary.is_none();
    match diagnostic.severity {
        Severity::Bug => Status::Bug,
        // A setting that no line of the source asks for was asked for by an option.
        Severity::Error if settings || diagnostic.code == codes::language::UNKNOWN_STAGE => {
            Status::Usage
        }
        Severity::Error => Status::Failed,
        Severity::Warning => Status::Done,
    }
}

/// The renderer of messages, and a record of those shown.
#[derive(Debug)]
pub(crate) struct Reporter {
    style: Style,
    color: Color,
    policy: WarningPolicy,
    shown: Mutex<Shown>,
}

/// What a reporter has shown or holds back.
#[derive(Debug, Default)]
struct Shown {
    counts: Counts,
    /// Place, code and sentence of each message.
    seen: BTreeSet<String>,
    /// Results in SARIF, a line each, which go into one log.
    results: Vec<u8>,
    /// Text for standard output and standard error that waits for its turn.
    held: Option<(Vec<u8>, Vec<u8>)>,
}

fn color(wanted: ColorOption) -> Color {
    let colored = match wanted {
        ColorOption::Always => true,
        ColorOption::Never => false,
        ColorOption::Auto => {
            io::stderr().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
        }
    };
    if colored { Color::Always } else { Color::Never }
}

impl Reporter {
    /// By the options that all subcommands share.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) fn new(common: &Common) -> Result<Reporter, Fault> {
        let mut policy = WarningPolicy::default();
        policy.silent = common.no_warnings;
        for words in &common.warning {
            policy.add(words)?;
        }
        Ok(Reporter {
            style: style_of(common.diagnostics),
            color: color(common.color),
            policy,
            shown: Mutex::default(),
        })
    }

    /// By default options.
    pub(crate) fn plain() -> Reporter {
        Reporter {
            style: style_of(Messages::Rich),
            color: color(ColorOption::Auto),
            policy: WarningPolicy::default(),
            shown: Mutex::default(),
        }
    }

    /// Suppresses warnings from now on.
    pub(crate) fn silence(&mut self) {
        self.policy.silent = true;
    }

    /// A reporter of the same kind that has shown nothing yet.
    pub(crate) fn fresh(&self) -> Reporter {
        Reporter {
            style: self.style,
            color: self.color,
            policy: self.policy.clone(),
            shown: Mutex::default(),
        }
    }

    /// A reporter that holds back everything, so that inputs that are worked on at the same time speak
    /// one after the other.
    pub(crate) fn held(&self) -> Reporter {
        Reporter {
            shown: Mutex::new(Shown {
                held: Some(Default::default()),
                ..Shown::default()
            }),
            ..self.fresh()
        }
    }

    /// Lets out what another reporter held back.
    pub(crate) fn release(&self, other: Reporter) -> Status {
        let shown = other
            .shown
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        self.shown().counts.add(shown.counts);
        self.shown().results.extend(shown.results);
        let (out, err) = shown.held.unwrap_or_default();
        self.say(&err);
        match self.write(&Destination::Standard, &out, Rewrite::IfDifferent) {
            _ if out.is_empty() => Status::Done,
            Ok(()) => Status::Done,
            Err(fault) => self.report(&SourceMap::new(), fault.into()),
        }
    }

    /// The state. A thread that panicked while it had the state left it whole: every change is one
    /// assignment.
    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes on standard error.
    pub(crate) fn say(&self, text: &[u8]) {
        match &mut self.shown().held {
            Some((_, err)) => err.extend_from_slice(text),
            None => to_stderr(text),
        }
    }

    /// As [`output::write`](super::output::write); what goes to standard output may be held back.
    ///
    /// # Errors
    /// What cannot be written.
    pub(crate) fn write(
        &self,
        to: &Destination,
        bytes: &[u8],
        rewrite: Rewrite,
    ) -> Result<(), Diagnostic> {
        if let (Destination::Standard, Some((out, _))) = (to, &mut self.shown().held) {
            out.extend_from_slice(bytes);
            return Ok(());
        }
        write(to, bytes, rewrite)
    }

    /// What the user's warning flags say.
    pub(crate) fn policy(&self) -> &WarningPolicy {
        &self.policy
    }

    /// What is left of messages under the user's warning flags, with what stopped the compilation
    /// before the warnings.
    pub(crate) fn filter(&self, diagnostics: Diagnostics) -> Diagnostics {
        let (mut errors, mut warnings) = (Diagnostics::new(), Diagnostics::new());
        for diagnostic in self.policy.apply(diagnostics) {
            let list = if diagnostic.severity == Severity::Warning {
                &mut warnings
            } else {
                &mut errors
            };
            list.push(diagnostic);
        }
        errors.extend(warnings);
        errors
    }

    /// Shows messages that went through [`Reporter::filter`] and tells the status they mean.
    pub(crate) fn show(&self, sources: &SourceMap, diagnostics: &Diagnostics) -> Status {
        let mut text = Vec::new();
        let mut renderer = Renderer::new(sources, self.style, self.color);
        for diagnostic in diagnostics.iter() {
            if self.is_new(sources, diagnostic) {
                // Writing to memory does not fail.
                let _ = renderer.render(diagnostic, &mut text);
            }
        }
        match self.style {
            Style::Sarif => self.shown().results.extend(text),
            _ => self.say(&text),
        }
        self.shown().counts.add(renderer.counts());
        let statuses = diagnostics.iter().map(status_of);
        statuses.max().unwrap_or(Status::Done)
    }

    /// True if a message was not shown before: what several targets have to say of one source is the same
    /// where it is about the language.
    fn is_new(&self, sources: &SourceMap, diagnostic: &Diagnostic) -> bool {
        // The line that says it is in every fragment shader that was written for a browser.
        if diagnostic.code == codes::warning::HALF_PRECISION {
            return self.shown().seen.insert(diagnostic.code.id.to_owned());
        }
        let primary = diagnostic.primary.as_ref();
        let Some(place) = primary.and_then(|label| sources.place(label.span)) else {
            return true;
        };
        let place = format!("{}:{}:{}", place.file, place.line, place.column);
        let (code, message) = (diagnostic.code.id, &diagnostic.message);
        self.shown()
            .seen
            .insert(format!("{place}: {code}: {message}"))
    }

    /// Shows how many errors and warnings there were, if any.
    pub(crate) fn finish(&self) {
        let mut text = Vec::new();
        let counts = self.shown().counts;
        let _ = counts.write_summary(self.style, &mut text);
        if self.style == Style::Sarif {
            // A tool that reads the log wants one where nothing was found, too.
            text = log(&std::mem::take(&mut self.shown().results));
        }
        self.say(&text);
    }

    /// Filters and shows.
    pub(crate) fn report(&self, sources: &SourceMap, diagnostics: Diagnostics) -> Status {
        self.show(sources, &self.filter(diagnostics))
    }
}

/// The targets that `--target` names, each once.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn all_targets(names: &[String]) -> Result<Vec<&'static dyn Target>, Fault> {
    let mut targets: Vec<&'static dyn Target> = Vec::new();
    for name in names {
        let target = one_target(name)?;
        if targets.iter().all(|known| known.name() != target.name()) {
            targets.push(target);
        }
    }
    Ok(targets)
}

fn one_target(name: &str) -> Result<&'static dyn Target, Fault> {
    let spirv = ["vulkan", "opengl"]
        .iter()
        .any(|prefix| name.starts_with(prefix));
    find_target(name).ok_or_else(|| {
        let known = known_targets();
        if Language::named(name).is_some() {
            format!(
                "--target {name}: this is a language that sources are translated to; here a machine is wanted: {known}"
            )
            .into()
        } else if spirv {
            format!("target '{name}': --target spirv makes SPIR-V; there are {known}").into()
        } else {
            format!("unknown target '{name}'; there are {known}").into()
        }
    })
}

/// The names of all targets with an alias of each: `agal1 (flash), agal2`.
fn known_targets() -> String {
    let names = retroshade::targets().iter().map(|target| {
        let mut aliases = retroshade::target_aliases().iter();
        match aliases.find(|(_, name)| *name == target.name()) {
            Some((alias, name)) => format!("{name} ({alias})"),
            None => target.name().to_owned(),
        }
    });
    names.collect::<Vec<_>>().join(", ")
}

/// The only target that `--target` names.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn target(common: &Common) -> Result<Option<&'static dyn Target>, Fault> {
    match all_targets(&common.target)?[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err(format!(
            "--target={}: this takes one target",
            common.target.join(",")
        )
        .into()),
    }
}

/// The target that `--target` names, which this command cannot do without.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn needed_target(common: &Common) -> Result<&'static dyn Target, Fault> {
    target(common)?.ok_or_else(|| no_target().into())
}

/// Returns the message for commands that need a target and name none.
pub(crate) fn no_target() -> String {
    format!("no target; say --target with one of {}", known_targets())
}
