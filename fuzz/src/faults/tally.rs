//! How many faults change a result, and how many of them are noticed.

use super::{Effect, Fault, Kind, Said};
use std::collections::BTreeMap;
use std::fmt;

/// Counts of faults that change a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub changing: u32,
    /// Faults of programs that are proved with reservations only.
    pub reserved: u32,
    /// Those that are still proved.
    pub missed: u32,
}

impl Counts {
    fn add(&mut self, fault: &Fault) {
        self.changing += 1;
        self.reserved += u32::from(fault.said == Said::WithReservations);
        self.missed += u32::from(fault.said == Said::Proved);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noticed = self.changing - self.missed;
        write!(f, "{noticed} of {} noticed", self.changing)?;
        if self.reserved > 0 {
            write!(f, ", {} of them by reservations", self.reserved)?;
        }
        Ok(())
    }
}

/// What came of the faults in programs of a target.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Faults that were made.
    pub made: u32,
    /// Faults that change a result.
    pub all: Counts,
    /// Those of them in shaders with conditions or limits.
    pub deciding: Counts,
    /// Those of them that leave no number where there was one, and show nowhere else.
    pub no_number: Counts,
    /// All by kind.
    pub kinds: BTreeMap<Kind, Counts>,
    /// Faults that change no result, and of those the ones that are not proved any more.
    pub idle: [u32; 2],
}

impl Tally {
    /// Adds a fault in a shader with (`decides`) or without conditions and limits.
    pub fn add(&mut self, fault: &Fault, decides: bool) {
        self.made += 1;
        let Some(effect) = fault.effect else {
            self.idle[0] += 1;
            self.idle[1] += u32::from(fault.said != Said::Proved);
            return;
        };
        self.all.add(fault);
        self.kinds.entry(fault.kind).or_default().add(fault);
        if decides {
            self.deciding.add(fault);
        }
        if effect == Effect::NoNumber {
            self.no_number.add(fault);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} faults; {}", self.made, self.all)?;
        writeln!(f, "  with conditions or limits: {}", self.deciding)?;
        writeln!(f, "  where only a number is lost: {}", self.no_number)?;
        for (kind, counts) in &self.kinds {
            writeln!(f, "  {}: {counts}", kind.name())?;
        }
        let [idle, doubted] = self.idle;
        writeln!(f, "  without effect: {idle}, {doubted} of them not proved")
    }
}
