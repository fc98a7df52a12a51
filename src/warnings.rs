//! Which warnings are shown and which become errors.

use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, Severity, codes};

/// The requests of `-w`, `-Wname`, `-Wno-name`, `-Werror`, `-Werror=name` and `-Wno-error=name`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WarningPolicy {
    /// `-w`: no warnings at all. Wins over everything else.
    pub silent: bool,
    /// `-Werror`: every warning that is shown is an error.
    pub errors: bool,
    /// The names with what is asked for them, the last for a name decides.
    names: Vec<(String, Wanted)>,
}

/// Names of groups of warnings.
const GROUPS: &[(&str, &[Code])] = &[
    ("all", codes::warning::UNUSED),
    ("unused", codes::warning::UNUSED),
    ("extra", codes::warning::OFF_BY_DEFAULT),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Hidden,
    Shown,
    /// Whatever `-Werror` says.
    Warning,
    Error,
}

impl WarningPolicy {
    /// Adds the words of one `-W…` flag, without the `-W`.
    ///
    /// # Errors
    /// A sentence for the user when no warning has the name.
    pub fn add(&mut self, words: &str) -> Result<(), Fault> {
        let (name, wanted) = match words.split_once('=') {
            Some(("error", name)) => (name, Wanted::Error),
            Some(("no-error", name)) => (name, Wanted::Warning),
            _ => match words {
                "error" => {
                    self.errors = true;
                    return Ok(());
                }
                "no-error" => {
                    self.errors = false;
                    return Ok(());
                }
                _ => match words.strip_prefix("no-") {
                    Some(name) => (name, Wanted::Hidden),
                    None => (words, Wanted::Shown),
                },
            },
        };
        if let Some((_, group)) = GROUPS.iter().find(|(group, _)| *group == name) {
            self.set(group, wanted);
            return Ok(());
        }
        match codes::find(name).filter(|code| code.is_warning()) {
            Some(code) => self.set(&[code], wanted),
            None => {
                return Err(
                    format!("-W{words}: there is no warning `{name}`; -Wlist prints all").into(),
                );
            }
        }
        Ok(())
    }

    fn set(&mut self, codes: &[Code], wanted: Wanted) {
        let names = codes.iter().map(|code| (code.name.to_owned(), wanted));
        self.names.extend(names);
    }

    /// True if what is declared and never used is to be looked for.
    pub fn looks_for_unused(&self) -> bool {
        let shown = |code: &Code| !matches!(self.asked(code), None | Some(Wanted::Hidden));
        !self.silent && codes::warning::UNUSED.iter().any(shown)
    }

    /// What flags ask for a warning, if any is about it.
    fn asked(&self, code: &Code) -> Option<Wanted> {
        let mut asked = self.names.iter().rev();
        let named = asked.find(|(name, _)| name == code.name);
        named.map(|(_, wanted)| *wanted)
    }

    /// Applies the policy to messages; returns those that are left.
    pub fn apply(&self, diagnostics: Diagnostics) -> Diagnostics {
        let mut kept = Diagnostics::new();
        for diagnostic in diagnostics {
            match self.decide(&diagnostic) {
                Wanted::Hidden => {}
                Wanted::Shown | Wanted::Warning => kept.push(diagnostic),
                Wanted::Error => {
                    kept.push(Diagnostic {
                        severity: Severity::Error,
                        ..diagnostic
                    });
                }
            }
        }
        kept
    }

    /// The rules whose breach is a warning because a flag says so by name: for
    /// [`preprocess::Options::tolerated`](retroshade_frontend::preprocess::Options::tolerated).
    pub fn tolerated(&self) -> Vec<Code> {
        let asked = |code: &&Code| {
            let asked = self.asked(code);
            asked.is_some_and(|wanted| wanted != Wanted::Error)
        };
        let rules = codes::warning::LENIENCIES.iter();
        rules.filter(asked).copied().collect()
    }

    /// True if a flag says by name that programs which break rules of their machine get a warning for it: for
    /// [`Options::assembles_illegal_code`](crate::TargetOptions::assembles_illegal_code).
    pub fn assembles_illegal_code(&self) -> bool {
        let asked = self.asked(&codes::warning::ILLEGAL_PROGRAM);
        asked.is_some_and(|wanted| wanted != Wanted::Error)
    }

    fn decide(&self, diagnostic: &Diagnostic) -> Wanted {
        if diagnostic.severity != Severity::Warning {
            return Wanted::Shown;
        }
        if self.silent {
            return Wanted::Hidden;
        }
        let off = codes::warning::OFF_BY_DEFAULT.contains(&diagnostic.code);
        match self.asked(&diagnostic.code) {
            None if off => Wanted::Hidden,
            Some(Wanted::Shown) | None if self.errors => Wanted::Error,
            Some(wanted) => wanted,
            None => Wanted::Shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn severity(flags: &[&str], silent: bool) -> Option<Severity> {
        let mut policy = WarningPolicy {
            silent,
            ..WarningPolicy::default()
        };
        for flag in flags {
            policy.add(flag).unwrap();
        }
        let warning = Diagnostic::warning(codes::warning::STRAY_SEMICOLON, "stray");
        policy.apply(warning.into()).worst()
    }

    #[test]
    fn the_last_flag_for_a_name_decides_and_silence_wins() {
        assert_eq!(severity(&[], false), Some(Severity::Warning));
        assert_eq!(severity(&["error"], false), Some(Severity::Error));
        assert_eq!(severity(&["error"], true), None);
        assert_eq!(severity(&["no-stray-semicolon"], false), None);
        assert_eq!(
            severity(&["error=stray-semicolon"], false),
            Some(Severity::Error)
        );
        assert_eq!(
            severity(&["error=stray-semicolon", "stray-semicolon"], false),
            Some(Severity::Warning)
        );
        assert_eq!(severity(&["error", "no-stray-semicolon"], false), None);
    }

    #[test]
    fn a_name_makes_an_error_of_the_language_a_warning() {
        let tolerated = |flags: &[&str]| {
            let mut policy = WarningPolicy::default();
            for flag in flags {
                policy.add(flag).unwrap();
            }
            policy.tolerated()
        };
        assert_eq!(tolerated(&["error", "no-error"]), []);
        let semicolon = [codes::warning::STRAY_SEMICOLON];
        for flag in [
            "no-error=stray-semicolon",
            "stray-semicolon",
            "no-stray-semicolon",
        ] {
            assert_eq!(tolerated(&[flag]), semicolon, "{flag}");
            assert_eq!(tolerated(&[flag, "error=stray-semicolon"]), [], "{flag}");
        }
        let both = ["no-error=stray-semicolon", "error"];
        assert_eq!(severity(&both, false), Some(Severity::Warning));
    }

    #[test]
    fn unknown_names_are_refused() {
        let fault = WarningPolicy::default().add("no-such-thing").unwrap_err();
        assert_eq!(
            fault.to_string(),
            "-Wno-such-thing: there is no warning `such-thing`; -Wlist prints all"
        );
    }

    #[test]
    fn every_warning_can_be_switched_by_name_and_by_code() {
        for code in codes::warnings() {
            for word in [code.name, code.id] {
                let mut policy = WarningPolicy::default();
                policy.add(&format!("no-{word}")).unwrap();
                let warning = Diagnostic::warning(code, "w");
                assert!(policy.apply(warning.into()).is_empty(), "{word}");
            }
        }
    }

    #[test]
    fn groups_switch_what_is_off_by_default() {
        let shown = |flags: &[&str]| {
            let mut policy = WarningPolicy::default();
            for flag in flags {
                policy.add(flag).unwrap();
            }
            let unused = Diagnostic::warning(codes::warning::UNUSED_UNIFORM, "u");
            let shown = !policy.apply(unused.into()).is_empty();
            assert!(!shown || policy.looks_for_unused());
            shown
        };
        assert!(!shown(&[]) && !shown(&["error"]));
        assert!(shown(&["all"]) && shown(&["unused"]) && shown(&["unused-uniform"]));
        assert!(!shown(&["all", "no-unused"]) && !shown(&["all", "no-unused-uniform"]));
    }
}
