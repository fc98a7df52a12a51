//! Messages on standard error, and exit statuses.

use super::arguments::{Color as ColorOption, Common, Messages};
use retroshade::diagnostics::{Color, Counts, Diagnostics, Renderer, Severity, SourceMap, Style};
use retroshade::{Target, WarningPolicy, find_target};
use std::cell::Cell;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

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
    eprintln!("retroshade: error: {fault}");
    Status::Usage
}

/// How messages are shown.
#[derive(Clone, Debug)]
pub(crate) struct Reporter {
    style: Style,
    color: Color,
    policy: WarningPolicy,
    /// Of everything shown so far.
    counts: Cell<Counts>,
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
                std::io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
            }
        };
        let color = if colored { Color::Always } else { Color::Never };
        Ok(Reporter {
            style,
            color,
            policy,
            counts: Cell::default(),
        })
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
        // Writing to memory does not fail, and there is nowhere to complain about standard error.
        let _ = renderer.render_all(diagnostics, &mut text);
        let _ = std::io::stderr().lock().write_all(&text);
        let mut counts = self.counts.get();
        counts.add(renderer.counts());
        self.counts.set(counts);
        match diagnostics.worst() {
            Some(Severity::Bug) => Status::Bug,
            Some(Severity::Error) => Status::Failed,
            Some(Severity::Warning) | None => Status::Done,
        }
    }

    /// Shows how many errors and warnings there were, if any.
    pub(crate) fn finish(&self) {
        let mut text = Vec::new();
        let _ = self.counts.get().write_summary(self.style, &mut text);
        let _ = std::io::stderr().lock().write_all(&text);
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
            "--target-env={name}: this compiler does not make SPIR-V"
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
