//! Random programs on a driver of OpenGL ES, beside the interpreter.

use super::Driver;
use super::cases::{Subject, TRIALS};
use super::programs::{Judged, rounds};
use retroshade_diagnostics::fault::Fault;
use retroshade_fuzz::driver::Drivers;
use retroshade_fuzz::judge::compare_with_driver;
use retroshade_fuzz::{Failure, Sample, sample, shrink};

/// A program, and where it is run.
struct Beside<'a> {
    sample: Sample,
    drivers: &'a Drivers,
}

impl Beside<'_> {
    fn failure_of(&self, sample: &Sample) -> Option<Failure> {
        compare_with_driver(sample, self.drivers).err()
    }
}

impl Subject for Beside<'_> {
    fn seed(&self) -> u64 {
        self.sample.seed
    }

    fn again(&self, _failure: &Failure) -> Option<Failure> {
        self.failure_of(&self.sample)
    }

    fn shrunk(&self, failure: &Failure) -> Self {
        let fails = |sample: &Sample| self.failure_of(sample);
        Beside {
            sample: shrink(&self.sample, failure, TRIALS, fails),
            drivers: self.drivers,
        }
    }

    fn files(&self) -> Vec<(&'static str, String)> {
        self.sample.files()
    }
}

/// Judges the interpreter by a driver; whether they agree everywhere.
pub(super) fn judge(arguments: &Driver) -> Result<bool, Fault> {
    let drivers = Drivers::new(&arguments.command);
    let knobs = arguments.seeds.knobs();
    rounds(&arguments.seeds, &arguments.run, |seed| {
        let mut judged = Judged::new(Beside {
            sample: sample(seed, &knobs),
            drivers: &drivers,
        });
        let failure = judged.subject.failure_of(&judged.subject.sample);
        judged.failures.extend(failure);
        judged
    })
}
