//! Faults: what a step of the compiler finds wrong with the work of an earlier one, or with a program.

use std::borrow::Cow;
use std::fmt;

/// What is wrong, with the place where it is: `block 2: operation 7: another modifier`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// From the outermost place to the innermost.
    places: Vec<(&'static str, usize)>,
    message: Cow<'static, str>,
}

impl Fault {
    /// The fault in a numbered part of something larger.
    pub(crate) fn within(mut self, what: &'static str, number: usize) -> Fault {
        self.places.insert(0, (what, number));
        self
    }
}

impl<T: Into<Cow<'static, str>>> From<T> for Fault {
    fn from(message: T) -> Fault {
        Fault {
            places: Vec::new(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, number) in &self.places {
            write!(f, "{what} {number}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// A step of a check.
pub(crate) type Checked<T = ()> = Result<T, Fault>;

/// Demands that something holds.
pub(crate) fn demand(holds: bool, fault: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(fault.into()) }
}
