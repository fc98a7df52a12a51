//! A failing program made small.

use crate::generate::Sample;
use crate::judge::Failure;

/// The smallest program that still fails in the same way that single cuts lead to, after at most `tries`
/// trials. `fails` judges a program.
pub fn shrink(
    sample: &Sample,
    failure: &Failure,
    mut tries: usize,
    fails: impl Fn(&Sample) -> Option<Failure>,
) -> Sample {
    let mut best = sample.clone();
    loop {
        let mut better = None;
        for program in best.program.smaller() {
            if tries == 0 {
                return best;
            }
            tries -= 1;
            let candidate = Sample {
                program,
                ..best.clone()
            };
            if fails(&candidate).is_some_and(|found| found.is_like(failure)) {
                better = Some(candidate);
                break;
            }
        }
        match better {
            Some(candidate) => best = candidate,
            None => return best,
        }
    }
}
