//! A program as its machine issues it: what each unit does in each instruction, what that reads and writes, and
//! where control goes from there.
//!
//! A backend describes a decoded program by a [`Schedule`]. From it come, for every machine in the same way:
//!
//! ```text
//! values     which operation made what another reads, live registers, the longest chain of operations
//! paths      the shortest and the longest way through the program, and the unit that is busiest on it
//! ```
//!
//! Instructions are counted, not clock cycles: memory and texture units make programs wait for times that no
//! program tells.

#[cfg(feature = "tools")]
mod paths;
#[cfg(test)]
mod tests;
#[cfg(feature = "tools")]
mod values;

#[cfg(feature = "tools")]
pub use paths::{Path, Paths, paths};
#[cfg(feature = "tools")]
pub use values::{Edge, Operation, Values, values};

use std::fmt;

/// A program as its machine issues it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The names of the units that work side by side, in the order in which an instruction passes them.
    pub units: Vec<&'static str>,
    /// The instructions in the order of the program.
    pub rows: Vec<Row>,
    /// The ways of control. The first step is the start of the program. An instruction can be in several steps: in
    /// one for each place that a procedure is called from.
    pub steps: Vec<Step>,
    /// Loops of which the program tells how often they run.
    pub loops: Vec<Loop>,
    /// Registers whose values the program leaves behind.
    pub results: Vec<Place>,
}

/// An instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// What its units do, in the order of [`Cell::phase`].
    pub cells: Vec<Cell>,
}

/// What a unit does in an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The number of the unit.
    pub unit: usize,
    /// Cells of an instruction read what cells of lower phases in it wrote; those of one phase read before they
    /// write.
    pub phase: u8,
    /// As the assembly language has it.
    pub text: String,
    /// What it reads, as far as programs can write it.
    pub reads: Vec<Read>,
    /// What it writes.
    pub writes: Vec<Place>,
}

/// A value that a cell reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// Where it is.
    pub from: From,
    /// How many instructions the read is behind the write at least.
    pub delay: u32,
}

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// In a register or the like.
    Place(Place),
    /// It is the result of a unit, so many instructions before in the order of the program.
    Unit {
        /// The number of the unit.
        unit: usize,
        /// 0 is the same instruction.
        before: usize,
    },
}

/// A component of something that holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The register file.
    pub file: File,
    /// The register.
    pub number: u16,
    /// The component, 0 to 3.
    pub lane: u8,
}

/// A register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File {
    /// What stands before a register's number: `r`.
    pub name: &'static str,
    /// Whether it holds temporary values, of which the live ones are of interest.
    pub is_temporary: bool,
}

/// An instruction on the ways of control.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The number of the instruction.
    pub row: usize,
    /// The steps that may follow.
    pub next: Vec<usize>,
    /// Whether the program may end here.
    pub ends: bool,
}

/// A loop of which the program tells how often it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    /// The step that each round begins with.
    pub head: usize,
    /// The steps of a round, the head among them.
    pub body: Vec<usize>,
    /// How often the body runs unless it is left early, at least once.
    pub rounds: u32,
}

impl File {
    /// A file of temporary values.
    pub const fn temporary(name: &'static str) -> File {
        File {
            name,
            is_temporary: true,
        }
    }

    /// A file of outputs, constants or memory.
    pub const fn lasting(name: &'static str) -> File {
        File {
            name,
            is_temporary: false,
        }
    }
}

impl Read {
    /// Of a register that an instruction before this one wrote.
    pub fn place(place: Place) -> Read {
        Read {
            from: From::Place(place),
            delay: 1,
        }
    }

    /// Of a unit of the same instruction.
    pub fn unit(unit: usize) -> Read {
        Read {
            from: From::Unit { unit, before: 0 },
            delay: 0,
        }
    }
}

impl File {
    /// The components of a register that a mask has: bit 0 is the first.
    pub fn lanes(self, number: u16, mask: u8) -> impl Iterator<Item = Place> {
        let lanes = (0..4).filter(move |lane| mask >> lane & 1 == 1);
        lanes.map(move |lane| Place {
            file: self,
            number,
            lane,
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lane = ["x", "y", "z", "w"][usize::from(self.lane & 3)];
        write!(f, "{}{}.{lane}", self.file.name, self.number)
    }
}

impl Schedule {
    /// Steps of a program without branches: each instruction once, the last one ends it.
    pub fn straight(rows: usize) -> Vec<Step> {
        let step = |row: usize| Step {
            row,
            next: (row + 1 < rows).then_some(row + 1).into_iter().collect(),
            ends: row + 1 == rows,
        };
        (0..rows).map(step).collect()
    }
}
