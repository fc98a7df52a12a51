//! What is said of a proof.

use super::arguments::Prove;
use super::report::Reporter;
use retroshade::diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade::proof::Verdict;

/// Prints the verdict on a program, or gives the error that it is where a proof was asked for.
pub(super) fn said(
    reporter: &Reporter,
    name: &str,
    verdict: &Verdict,
    asked: Prove,
) -> Diagnostics {
    let message = format!("{name}: {verdict}");
    if asked == Prove::Report {
        reporter.say(format!("{message}\n").as_bytes());
        return Diagnostics::new();
    }
    match verdict.is_proof() {
        true => Diagnostics::new(),
        false => Diagnostic::error(codes::target::UNPROVED, message).into(),
    }
}
