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

pub use crate::machine::effects::{File, From, Place, Read};

use crate::machine::Kind;
use crate::machine::effects::{Decoded, Effect};
use std::collections::BTreeSet;

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
    /// The places that it reads, as far as programs can write them.
    pub reads: Vec<Read>,
    /// What it writes.
    pub writes: Vec<Place>,
}

/// An instruction on the ways of control.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The number of the instruction.
    pub row: usize,
    /// The steps that may follow.
    pub next: Vec<usize>,
    /// True if the program may end here.
    pub ends: bool,
}

/// A loop of which the program tells how often it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    /// The step that each round begins with.
    pub head: usize,
    /// The steps of a round, the head among them.
    pub body: Vec<usize>,
    /// The number of times that the body runs unless it is left early, at least once.
    pub rounds: u32,
}

impl Cell {
    /// What a unit does, as the assembly language has it.
    pub fn new(effect: Effect, text: String) -> Cell {
        Cell {
            unit: effect.unit,
            phase: effect.phase,
            text,
            reads: effect.reads,
            writes: effect.writes,
        }
    }
}

impl Schedule {
    /// Describes a program that leaves results behind; `texts` are the operations of each instruction, in the order of
    /// their effects.
    pub fn of(program: &impl Decoded, texts: Vec<Vec<String>>, results: Vec<Place>) -> Schedule {
        let rows = texts.into_iter().enumerate().map(|(index, texts)| {
            let cells = program.effects(index).into_iter().zip(texts);
            Row {
                cells: cells
                    .map(|(effect, text)| Cell::new(effect, text))
                    .collect(),
            }
        });
        let mut rows: Vec<Row> = rows.collect();
        let cells = rows.iter().flat_map(|row| &row.cells);
        let written: BTreeSet<File> = cells
            .flat_map(|cell| cell.writes.iter().map(|place| place.file))
            .collect();
        // Only what programs can write is handed on.
        for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
            cell.reads.retain(|read| match read.from {
                From::Unit { .. } => true,
                From::Texture { .. } | From::Builtin(_) => false,
                From::Place(Place { file, .. }) => {
                    !matches!(file.kind, Kind::Input | Kind::Uniform) || written.contains(&file)
                }
            });
        }
        let steps = (0..rows.len()).map(|index| {
            let flow = program.flow(index);
            Step {
                row: index,
                next: flow.next(index, rows.len()),
                ends: flow.ends,
            }
        });
        Schedule {
            units: program.units(),
            steps: steps.collect(),
            loops: Vec::new(),
            rows,
            results,
        }
    }

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
