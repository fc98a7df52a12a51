//! Faults of what has no place in a user's text: a program in machine code, the work of an earlier step of the compiler, a
//! name.

use std::borrow::Cow;
use std::fmt;

/// What is wrong, as a sentence, with its place in what was looked at: `block 2: operation 7: another modifier`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// From the outermost place to the innermost.
    places: Vec<Place>,
    message: Cow<'static, str>,
}

/// A part of something larger: its kind, and which of them it is where there are several.
type Place = (&'static str, Option<usize>);

impl Fault {
    /// The fault in a part of something larger: one of several by its number, or the only one of a name.
    pub fn within(mut self, what: &'static str, number: impl Into<Option<usize>>) -> Fault {
        self.places.insert(0, (what, number.into()));
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
            match number {
                Some(number) => write!(f, "{what} {number}: ")?,
                None => write!(f, "{what}: ")?,
            }
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<Fault> for String {
    fn from(fault: Fault) -> String {
        fault.to_string()
    }
}

/// A step of a check, or of a reader.
pub type Checked<T = ()> = Result<T, Fault>;

/// Demands that something holds.
///
/// # Errors
/// The fault if it does not.
pub fn demand(holds: bool, fault: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(fault.into()) }
}
