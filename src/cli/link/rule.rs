//! The dependency rule of a pair: both outputs depend on both sources and what they include.

use super::Session;
use crate::cli::depfile;
use retroshade::diagnostics::Diagnostic;
use retroshade_diagnostics::fault::Fault;
use std::path::PathBuf;

impl Session<'_> {
    /// Options about rules that make no sense here.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(super) fn check_rule(&self) -> Result<(), Fault> {
        let wanted = &self.options.dependencies;
        if wanted.dep_only {
            return Err("-M: link always makes programs; -MD writes a rule as well".into());
        }
        let named = wanted.dep_file.is_some()
            || !wanted.dep_target.is_empty()
            || !wanted.dep_target_quoted.is_empty();
        if named && !wanted.dep_file_too {
            return Err("-MF, -MT and -MQ need -MD".into());
        }
        Ok(())
    }

    /// Where the rule goes; `None` where none is asked for.
    pub(super) fn rule_file(&self, outputs: &[PathBuf]) -> Option<PathBuf> {
        let wanted = &self.options.dependencies;
        if !wanted.dep_file_too {
            return None;
        }
        Some(wanted.dep_file.clone().unwrap_or_else(|| {
            // With several targets each has a rule of its own.
            let named = self
                .options
                .output
                .as_ref()
                .filter(|_| !self.several_targets);
            let output = named.or(outputs.first());
            let mut name = output.cloned().unwrap_or_default().into_os_string();
            name.push(".d");
            name.into()
        }))
    }

    /// The file of the rule and its text; `None` where none is asked for.
    ///
    /// # Errors
    /// A name that no rule can hold.
    pub(super) fn rule(
        &self,
        outputs: &[PathBuf],
        includes: &[String],
    ) -> Result<Option<(PathBuf, Vec<u8>)>, Diagnostic> {
        let wanted = &self.options.dependencies;
        let Some(file) = self.rule_file(outputs) else {
            return Ok(None);
        };
        let inputs = self.inputs.iter().map(|input| input.0);
        let text = depfile::requested(wanted, outputs, inputs, includes)?;
        Ok(Some((file, text)))
    }
}
