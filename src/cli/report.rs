//! Messages on standard error, and exit statuses.

use super::arguments::{Color as ColorOption, Common, Messages};
use super::output::{Destination, write};
use retroshade::diagnostics::{
    Color, Counts, Diagnostic, Diagnostics, Renderer, Severity, SourceMap, Style,
};
use retroshade::{Target, WarningPolicy, find_target};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// Says what is wrong with the command line.
pub(crate) fn usage(fault: &str) -> Status {
    to_stderr(format!("retroshade: error: {fault}\n").as_bytes());
    Status::Usage
}

/// Prints what was asked for.
pub(crate) fn answer(text: &str) -> Status {
    match write(&Destination::Standard, text.as_bytes(), false) {
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

/// How messages are shown, and what was shown.
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
    /// Text for standard output and standard error that waits for its turn.
    held: Option<(Vec<u8>, Vec<u8>)>,
}

impl Reporter {
    /// By the options that all subcommands share.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) fn new(common: &Common) -> Result<Reporter, String> {
        let mut policy = WarningPolicy::default();
        policy.silent = common.no_warnings;
        for words in &common.warning {
            policy.add(words)?;
        }
        let style = match common.diagnostics {
            Messages::Rich => Style::Rich,
            Messages::Short => Style::Short,
            Messages::Json => Style::Json,
        };
        let colored = match common.color {
            ColorOption::Always => true,
            ColorOption::Never => false,
            ColorOption::Auto => {
                io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
            }
        };
        let color = if colored { Color::Always } else { Color::Never };
        Ok(Reporter {
            style,
            color,
            policy,
            shown: Mutex::default(),
        })
    }

    /// Suppresses warnings from now on.
    pub(crate) fn silence(&mut self) {
        self.policy.silent = true;
    }

    /// A reporter that holds back everything, so that inputs that are worked on at the same time speak
    /// one after the other.
    pub(crate) fn held(&self) -> Reporter {
        Reporter {
            style: self.style,
            color: self.color,
            policy: self.policy.clone(),
            shown: Mutex::new(Shown {
                held: Some(Default::default()),
                ..Shown::default()
            }),
        }
    }

    /// Lets out what another reporter held back.
    pub(crate) fn release(&self, other: Reporter) -> Status {
        let shown = other
            .shown
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        self.shown().counts.add(shown.counts);
        let (out, err) = shown.held.unwrap_or_default();
        self.say(&err);
        match self.write(&Destination::Standard, &out, false) {
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
        refresh: bool,
    ) -> Result<(), Diagnostic> {
        if let (Destination::Standard, Some((out, _))) = (to, &mut self.shown().held) {
            out.extend_from_slice(bytes);
            return Ok(());
        }
        write(to, bytes, refresh)
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
        // Writing to memory does not fail.
        let _ = renderer.render_all(diagnostics, &mut text);
        self.say(&text);
        self.shown().counts.add(renderer.counts());
        match diagnostics.worst() {
            Some(Severity::Bug) => Status::Bug,
            Some(Severity::Error) => Status::Failed,
            Some(Severity::Warning) | None => Status::Done,
        }
    }

    /// Shows how many errors and warnings there were, if any.
    pub(crate) fn finish(&self) {
        let mut text = Vec::new();
        let counts = self.shown().counts;
        let _ = counts.write_summary(self.style, &mut text);
        self.say(&text);
    }

    /// Filters and shows.
    pub(crate) fn report(&self, sources: &SourceMap, diagnostics: Diagnostics) -> Status {
        self.show(sources, &self.filter(diagnostics))
    }
}

/// The target that `--target` names.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn target(common: &Common) -> Result<Option<&'static dyn Target>, String> {
    let Some(name) = common.target.as_deref() else {
        return Ok(None);
    };
    let spirv = ["vulkan", "opengl"]
        .iter()
        .any(|prefix| name.starts_with(prefix));
    match find_target(name) {
        Some(target) => Ok(Some(target)),
        None if spirv => Err(format!(
            "target '{name}': this compiler does not make SPIR-V; there are {}",
            retroshade::target_names()
        )),
        None => Err(format!(
            "unknown target '{name}'; there are {}",
            retroshade::target_names()
        )),
    }
}

/// The target that `--target` names, which this command cannot do without.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn needed_target(common: &Common) -> Result<&'static dyn Target, String> {
    target(common)?.ok_or_else(|| {
        format!(
            "no target; say --target with one of {}",
            retroshade::target_names()
        )
    })
}
