//! Interpreters of machine code over a [`Domain`](crate::domain::Domain), one for each chip. They decode the
//! bytes of the program and share no code with selection and schedulers. What instructions do they share with the
//! simulators where a chip says it in numbers of any kind.

pub(crate) mod agal;
pub(crate) mod code;
pub(crate) mod fixed;
pub(crate) mod lima;
mod numbers;
pub(crate) mod nv2a;
pub(crate) mod pica200;

use crate::domain::{Domain, Value};
use crate::verdict::Verdict;
use retroshade_kit::machine::runner::{self, Execute, Stop};

/// What a program left.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    /// Register file, number, lanes.
    pub(crate) registers: Vec<(String, u32, [Option<Value>; 4])>,
    pub(crate) discarded: bool,
}

impl Outputs {
    /// Those of a vertex program: each register of the file `o` of which something was written.
    pub(crate) fn of_vertex(registers: &[[Option<Value>; 4]; 16]) -> Outputs {
        let written = (0..)
            .zip(registers)
            .filter(|(_, lanes)| lanes.iter().any(Option::is_some));
        Outputs {
            registers: written
                .map(|(number, lanes)| ("o".to_owned(), number, *lanes))
                .collect(),
            discarded: false,
        }
    }
}

/// Instructions of a run at most.
const STEPS: u64 = 100_000;

/// Runs a machine from the first instruction on, for one sample.
///
/// # Errors
/// An illegal program, and one that does not end.
fn run_to_end(machine: &mut impl Execute<Domain>, domain: &mut Domain) -> Result<(), Verdict> {
    let ran = runner::run(machine, domain, 1, STEPS, |_, _, _, _| {});
    ran.map(|_| ()).map_err(undecided)
}

/// The verdict on a program that a run cannot follow to its end.
fn undecided(stop: Stop) -> Verdict {
    Verdict::Undecided(match stop {
        Stop::Trap(_, trap) => trap.to_string(),
        Stop::Endless => "the program takes too many steps".to_owned(),
    })
}
