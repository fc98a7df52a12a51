//! The dependency rule of a pair: both outputs depend on both sources and what they include.

use super::Session;
use crate::cli::depfile::{Role, Rule, escape};
use retroshade::diagnostics::{Diagnostic, codes};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

impl Session<'_> {
    /// Options about rules that make no sense here.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(super) fn check_rule(&self) -> Result<(), String> {
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
        if !wanted.dep_file_too {
            return Ok(None);
        }
        let file = wanted.dep_file.clone().unwrap_or_else(|| {
            let output = self.options.output.as_ref().or(outputs.first());
            let mut name = output.cloned().unwrap_or_default().into_os_string();
            name.push(".d");
            name.into()
        });
        let refused = |name: OsString| {
            let message = format!("a dependency rule cannot hold the name {name:?}");
            Diagnostic::error(codes::files::UNWRITABLE, message)
                .with_note("make would read it as something else than one file, whatever is done")
        };
        let mut targets: Vec<Vec<u8>> = Vec::new();
        for name in &wanted.dep_target {
            targets.push(name.as_encoded_bytes().to_vec());
        }
        for name in &wanted.dep_target_quoted {
            targets.push(escape(name, Role::Target).map_err(refused)?);
        }
        if targets.is_empty() {
            for output in outputs {
                targets.push(escape(output.as_os_str(), Role::Target).map_err(refused)?);
            }
        }
        // Standard input is no file that could change.
        let sources = self.inputs.iter().map(|input| input.0.as_os_str());
        let sources = sources.filter(|name| *name != OsStr::new("-"));
        let dependencies: Vec<OsString> = sources
            .map(OsString::from)
            .chain(includes.iter().map(OsString::from))
            .collect();
        let rule = Rule {
            target: &targets.join(&b' '),
            dependencies: &dependencies,
            phony: wanted.dep_phony,
        };
        Ok(Some((file, rule.text().map_err(refused)?)))
    }
}
