//! What can come of a program.

use retroshade_kit::target::Optimize;
use std::fmt;

/// How a program failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The frontend refuses it, or the interpreter does: a defect of the generator or of one of these.
    Program,
    /// The compiler reports a defect of its own.
    Bug,
    /// The compiler refuses it for something that it cannot refuse, or a driver refuses it.
    Refusal,
    /// The simulator refuses the code.
    Illegal,
    /// Other numbers.
    Wrong,
    /// The printed form of the shader is no shader, or compiles to another program.
    Printed,
    /// The prover found inputs with other results.
    Disproved,
    /// A driver gives other numbers: a defect of the interpreter, the frontend or the driver.
    Driver,
}

impl Kind {
    /// The word of tables and file names.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Program => "program",
            Kind::Bug => "bug",
            Kind::Refusal => "refusal",
            Kind::Illegal => "illegal",
            Kind::Wrong => "wrong",
            Kind::Printed => "printed",
            Kind::Disproved => "disproved",
            Kind::Driver => "driver",
        }
    }
}

/// A failure and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// How.
    pub kind: Kind,
    /// The target; empty where none is asked.
    pub target: &'static str,
    /// The level.
    pub level: Optimize,
    /// The failure in words.
    pub message: String,
}

impl Failure {
    /// Makes the failure of a program for which no target is to blame.
    pub(crate) fn beside_targets(kind: Kind, message: String) -> Failure {
        Failure {
            kind,
            target: "",
            level: Optimize::None,
            message,
        }
    }

    /// True if another failure is probably of the same cause.
    pub fn is_like(&self, other: &Failure) -> bool {
        let same = (self.kind, self.target) == (other.kind, other.target);
        let missing = |failure: &Failure| failure.message.ends_with("is missing");
        // Other numbers may come out in another output, but an output that nothing writes is another matter.
        let numbers = matches!(self.kind, Kind::Wrong | Kind::Driver);
        let other_numbers = numbers
            && missing(self) == missing(other)
            && self.wants_enormous() == other.wants_enormous();
        same && (other_numbers || self.place() == other.place())
    }

    /// True if the number that is wanted is at the end of the range of floats, as after a division by 0.
    fn wants_enormous(&self) -> bool {
        let last = self.message.rsplit(' ').next();
        let wanted = last.and_then(|number| number.parse::<f64>().ok());
        wanted.is_some_and(|number| number.abs() > 1e30)
    }

    /// The message without its numbers.
    pub fn place(&self) -> String {
        self.message
            .chars()
            .filter(|c| !c.is_ascii_digit())
            .collect()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, message) = (self.kind.name(), &self.message);
        match self.target {
            "" => write!(f, "{kind}: {message}"),
            target => write!(f, "{target} {}: {kind}: {message}", level_name(self.level)),
        }
    }
}

/// A level as the compiler's command line has it.
pub fn level_name(level: Optimize) -> &'static str {
    match level {
        Optimize::None => "-O0",
        Optimize::Normal => "-O1",
        Optimize::Size => "-Os",
        Optimize::Most => "-O3",
    }
}

/// What came of a program on a target at a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The same numbers.
    Right,
    /// The same numbers up to the rounding of short constants.
    Rounded,
    /// The target cannot do that, with the code of the reason.
    Refused(&'static str),
    /// A failure.
    Failed(Failure),
}

impl Verdict {
    /// The word of tables.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Rounded => "rounded",
            Verdict::Refused(code) => code,
            Verdict::Failed(failure) => failure.kind.name(),
        }
    }
}
