//! Proves a register assignment by replaying the finished code with symbols for values.
//!
//! The checker shares nothing with the search: it knows which value each component holds on every
//! way to a place, and demands that each read finds the value that the unallocated code names.

use std::fmt;

/// What holds at a place: the value of each component that is the same on every way there, four for
/// each register; nothing is known of those beyond the end.
type State = Vec<Option<u64>>;

/// Where the state has a component.
fn cell(register: u16, component: u8) -> usize {
    usize::from(register) * 4 + usize::from(component & 3)
}

/// A read that does not find its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The register.
    pub register: u16,
    /// The component.
    pub component: u8,
    /// The value that should be there.
    pub wanted: u64,
    /// The value that is there, if one is known.
    pub found: Option<u64>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lane = ["x", "y", "z", "w"]
            .get(usize::from(self.component))
            .unwrap_or(&"?");
        write!(
            f,
            "register {}.{lane} should hold value {}, but ",
            self.register, self.wanted
        )?;
        match self.found {
            Some(found) => write!(f, "holds {found}"),
            None => write!(f, "holds nothing known"),
        }
    }
}

/// Replays finished code in the order in which it is laid out. Values are numbers of the caller's.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    state: State,
    /// The state before each open branch, which has one arm.
    branches: Vec<State>,
}

impl Checker {
    /// Nothing is known of any register.
    pub fn new() -> Checker {
        Checker::default()
    }

    /// A component gets a value.
    pub fn write(&mut self, register: u16, component: u8, value: u64) {
        let cell = cell(register, component);
        if self.state.len() <= cell {
            self.state.resize(cell + 1, None);
        }
        self.state[cell] = Some(value);
    }

    /// A component gets some value that nobody may rely on.
    pub fn clobber(&mut self, register: u16, component: u8) {
        if let Some(known) = self.state.get_mut(cell(register, component)) {
            *known = None;
        }
    }

    /// A component is read for a value.
    ///
    /// # Errors
    /// If it holds another, or not the same on every way here.
    pub fn read(&self, register: u16, component: u8, wanted: u64) -> Result<(), Fault> {
        match self.state.get(cell(register, component)).copied().flatten() {
            Some(found) if found == wanted => Ok(()),
            found => Err(Fault {
                register,
                component,
                wanted,
                found,
            }),
        }
    }

    /// A branch opens.
    pub fn open(&mut self) {
        self.branches.push(self.state.clone());
    }

    /// The innermost branch ends: what holds with its arm and without is known.
    pub fn close(&mut self) {
        if let Some(before) = self.branches.pop() {
            for (cell, known) in self.state.iter_mut().enumerate() {
                if *known != before.get(cell).copied().flatten() {
                    *known = None;
                }
            }
        }
    }
}
