//! Messages on standard error, and exit statuses.

use super::arguments::{Color, Common, Messages};
use retroshade::diagnostics::{ColorChoice, Diagnostics, Renderer, Severity, SourceMap, Style};
use retroshade::{Target, WarningPolicy, find_target};
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
    color: ColorChoice,
    policy: WarningPolicy,
}

impl Reporter {
    /// By the options that all subcommands share.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) fn new(common: &Common) -> Result<Reporter, String> {
        let mut policy = WarningPolicy {
            silent: common.no_warnings,
            ..WarningPolicy::default()
        };
        for words in &common.warning {
            policy.add(words)?;
        }
        let style = match common.diagnostics {
            Messages::Rich => Style::Rich,
            Messages::Short => Style::Short,
            Messages::Json => Style::Json,
        };
        let colored = match common.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
            }
        };
        let color = if colored {
            ColorChoice::Always
        } else {
            ColorChoice::Never
        };
        Ok(Reporter {
            style,
            color,
            policy,
        })
    }

    /// What is left of messages under the user's warning flags.
    pub(crate) fn filter(&self, diagnostics: Diagnostics) -> Diagnostics {
        self.policy.apply(diagnostics)
    }

    /// Shows messages that went through [`Reporter::filter`] and tells the status they mean.
    pub(crate) fn show(&self, sources: &SourceMap, diagnostics: &Diagnostics) -> Status {
        let mut text = Vec::new();
        let renderer = Renderer::new(sources, self.style, self.color);
        // Writing to memory does not fail, and there is nowhere to complain about standard error.
        let _ = renderer.write(&mut text, diagnostics);
        let _ = std::io::stderr().lock().write_all(&text);
        match diagnostics.worst() {
            Some(Severity::Bug) => Status::Bug,
            Some(Severity::Error) => Status::Failed,
            Some(Severity::Warning) | None => Status::Done,
        }
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
