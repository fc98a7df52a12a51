//! The dependency rule of a compilation.

use super::{Job, Session};
use crate::cli::depfile;
use retroshade::diagnostics::Diagnostic;
use retroshade_diagnostics::fault::Fault;
use std::path::{Path, PathBuf};

impl Session<'_> {
    /// Where the rule of an input goes; `None` where none is asked for.
    ///
    /// # Errors
    /// A sentence for the user where there is nothing to name the file after.
    pub(super) fn rule_file(&self, job: &Job<'_>) -> Result<Option<PathBuf>, Fault> {
        let wanted = &self.options.dependencies;
        if !wanted.dep_only && !wanted.dep_file_too {
            return Ok(None);
        }
        if let Some(path) = &wanted.dep_file {
            return Ok(Some(path.clone()));
        }
        if wanted.dep_only {
            return Ok(Some(job.output.clone()));
        }
        let standard = |path: &Path| path.as_os_str() == "-";
        if standard(&job.output) && standard(job.input) {
            return Err("-MD: neither input nor output has a name; use -MF".into());
        }
        let mut name = self.dependent(job).into_os_string();
        name.push(".d");
        Ok(Some(name.into()))
    }

    /// The file that a rule speaks of: the output as given, or as it would be named.
    fn dependent(&self, job: &Job<'_>) -> PathBuf {
        let named = !self.options.dependencies.dep_only || self.options.output.is_some();
        let standard = job.output.as_os_str() == "-";
        match named && !standard {
            // -M with -o names the file of the rule.
            true if !self.options.dependencies.dep_only => job.output.clone(),
            _ if job.input.as_os_str() == "-" => PathBuf::from("-"),
            _ => self.default_output(job),
        }
    }

    /// The text of the rule for the inputs that became the output of the first; `None` where none is
    /// asked for.
    ///
    /// # Errors
    /// A name that no rule can hold.
    pub(super) fn rule(
        &self,
        jobs: &[Job<'_>],
        includes: &[String],
    ) -> Result<Option<Vec<u8>>, Diagnostic> {
        let wanted = &self.options.dependencies;
        let Some(first) = jobs.first() else {
            return Ok(None);
        };
        if !wanted.dep_only && !wanted.dep_file_too {
            return Ok(None);
        }
        let inputs = jobs.iter().map(|job| job.input);
        depfile::requested(wanted, &[self.dependent(first)], inputs, includes).map(Some)
    }
}
