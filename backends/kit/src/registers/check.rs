//! Proves a register assignment by replaying the finished code with symbols for values.
//!
//! The checker shares nothing with the search: it knows which value each component holds on every
//! way to a place, and demands that each read finds the value that the unallocated code names.

use std::collections::BTreeMap;
use std::fmt;

/// Which component of which register: number and component 0 to 3.
type Cell = (u16, u8);

/// What holds at a place: the value of each component that is the same on every way there.
type State = BTreeMap<Cell, u64>;

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
    /// For each open branch: the state before it, and after its first arm once that has ended.
    branches: Vec<(State, Option<State>)>,
}

impl Checker {
    /// Nothing is known of any register.
    pub fn new() -> Checker {
        Checker::default()
    }

    /// A component gets a value.
    pub fn write(&mut self, register: u16, component: u8, value: u64) {
        self.state.insert((register, component), value);
    }

    /// A component gets some value that nobody may rely on.
    pub fn clobber(&mut self, register: u16, component: u8) {
        self.state.remove(&(register, component));
    }

    /// A component is read for a value.
    ///
    /// # Errors
    /// If it holds another, or not the same on every way here.
    pub fn read(&self, register: u16, component: u8, wanted: u64) -> Result<(), Fault> {
        match self.state.get(&(register, component)).copied() {
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
        self.branches.push((self.state.clone(), None));
    }

    /// The second arm of the innermost branch begins.
    pub fn turn(&mut self) {
        if let Some((before, then)) = self.branches.last_mut() {
            *then = Some(std::mem::replace(&mut self.state, before.clone()));
        }
    }

    /// The innermost branch ends: what both ways agree on is known.
    pub fn close(&mut self) {
        if let Some((before, then)) = self.branches.pop() {
            let other = then.unwrap_or(before);
            self.state
                .retain(|cell, value| other.get(cell) == Some(value));
        }
    }

    /// Forgets these components, as at the head of a loop whose body writes them.
    pub fn forget(&mut self, cells: impl IntoIterator<Item = (u16, u8)>) {
        for cell in cells {
            self.state.remove(&cell);
        }
    }
}
