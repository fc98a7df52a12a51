//! Runs of programs, one function for each processor that runs any.
//!
//! What lima's vertex processor reads too early, or across a jump, is undefined here.

use super::{Outputs, Registers};
use crate::domain::{Domain, Value};
use crate::verdict::Verdict;
use retroshade_kit::machine::runner::{self, Execute, Stop};
use retroshade_kit::machine::{Kind, RegisterImage, UNSET};

/// Instructions of a run at most.
const STEPS: u64 = 100_000;

/// Runs a machine from the first instruction on, for one sample.
///
/// # Errors
/// The verdict on an illegal program, and on one that runs more instructions than `most`.
fn run_to_end(
    machine: &mut impl Execute<Domain>,
    most: u64,
    domain: &mut Domain,
) -> Result<(), Verdict> {
    let ran = runner::run(machine, domain, 1, most, |_, _, _, _| {});
    ran.map(|_| ()).map_err(|stop| {
        Verdict::Undecided(match stop {
            Stop::Trap(_, trap) => trap.to_string(),
            Stop::Endless => "the program takes too many steps".to_owned(),
        })
    })
}

/// As [`run_to_end`], of a machine that `record` tells of: what was done before the end, whatever that is. True if it
/// is that of the program.
pub(super) fn run_recorded<M: Execute<Domain>>(
    machine: &mut M,
    most: u64,
    domain: &mut Domain,
    mut record: impl FnMut(&M, &mut Domain, usize),
) -> bool {
    let look = |machine: &mut M, domain: &mut Domain, at, _| record(machine, domain, at);
    runner::run(machine, domain, 1, most, look).is_ok()
}

/// Each register of the file `o` of which something was written.
fn written(registers: &[[Option<Value>; 4]; 16]) -> Registers {
    let registers = (0..).zip(registers);
    let written = registers.filter(|(_, lanes)| lanes.iter().any(Option::is_some));
    written
        .map(|(number, lanes)| ("o".to_owned(), number, *lanes))
        .collect()
}

/// Vertex outputs.
fn of_vertex(registers: &[[Option<Value>; 4]; 16]) -> Outputs {
    Outputs {
        registers: written(registers),
        ..Outputs::default()
    }
}

/// Runs a program of AGAL for sample 0 of an image.
///
/// # Errors
/// The verdict on what is not modelled.
pub(super) fn agal(
    program: &retroshade_agal::isa::Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = retroshade_agal::Machine::new(program, image, domain);
    // Control only goes forward.
    run_to_end(&mut machine, program.tokens.len().max(1) as u64, domain)?;
    let registers = machine.registers.iter();
    let written = registers.filter(|((file, _), _)| file.kind(program.stage) == Kind::Output);
    Ok(Outputs {
        registers: written
            .map(|((file, number), lanes)| {
                let name = file.prefix(program.stage).to_owned();
                (name, u32::from(*number), *lanes)
            })
            .collect(),
        discarded: machine.discarded != 0,
        ..Outputs::default()
    })
}

/// Runs a vertex program of lima for vertex 0 of an image.
///
/// # Errors
/// The verdict on one that does not end.
pub(super) fn lima_vertex(
    program: &retroshade_lima::gp::Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = retroshade_lima::gp::execute::Machine::new(program, image, domain);
    run_to_end(&mut machine, STEPS, domain)?;
    let outputs = machine.outputs.into_iter();
    Ok(Outputs {
        registers: outputs
            .map(|(number, lanes)| ("v".to_owned(), number, lanes))
            .collect(),
        ..Outputs::default()
    })
}

/// Runs a fragment program of lima for fragment 0 of an image.
///
/// # Errors
/// The verdict on an illegal one, and on one that does not end.
pub(super) fn lima_fragment(
    program: &retroshade_lima::pp::Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = retroshade_lima::pp::Machine::new(program, image, domain);
    run_to_end(&mut machine, STEPS, domain)?;
    let registers = (0..).zip(machine.registers);
    Ok(Outputs {
        registers: registers
            .map(|(number, lanes)| ("$".to_owned(), number, lanes))
            .collect(),
        discarded: machine.discarded != 0,
        ..Outputs::default()
    })
}

/// Runs a vertex program of nv2a for vertex 0 of an image.
///
/// # Errors
/// The verdict on a program without slots.
pub(super) fn nv2a(
    program: &retroshade_nv2a::program::Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = retroshade_nv2a::execute::Machine::new(program, image, UNSET, domain);
    run_to_end(&mut machine, STEPS, domain)?;
    Ok(of_vertex(&machine.outputs))
}

/// Runs a vertex or geometry program of pica200 for vertex or primitive 0 of an image.
///
/// # Errors
/// The verdict on what the machine forbids, and on a program that does not end; on a triangle of slots that nothing was
/// put into.
pub(super) fn pica200(
    program: &retroshade_pica200::execute::Executable,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = retroshade_pica200::execute::Machine::new(program, image, domain);
    run_to_end(&mut machine, STEPS, domain)?;
    if !program.is_geometry() {
        return Ok(of_vertex(machine.outputs()));
    }
    let mut slots: [Option<Registers>; 3] = [None, None, None];
    let mut triangles = Vec::new();
    for vertex in &machine.emitted {
        if let Some(slot) = slots.get_mut(usize::from(vertex.vertex)) {
            *slot = Some(written(&vertex.outputs));
        }
        if vertex.primitive {
            let [Some(a), Some(b), Some(c)] = slots.clone() else {
                let why = "a triangle is sent of slots that hold nothing";
                return Err(Verdict::Undecided(why.to_owned()));
            };
            triangles.push(if vertex.winding { [b, a, c] } else { [a, b, c] });
        }
    }
    Ok(Outputs {
        triangles,
        ..Outputs::default()
    })
}
