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
    let suffices = match asked {
        Prove::Report => {
            reporter.say(format!("{message}\n").as_bytes());
            true
        }
        Prove::Cells => verdict.is_proof(),
        Prove::Require => verdict.is_whole(),
    };
    if suffices {
        Diagnostics::new()
    } else {
        Diagnostic::error(codes::target::UNPROVED, message).into()
    }
}
