//! Which lanes have been written: each mapped output lane once, each temporary before it is read.

use super::paths::{At, Domain};
use super::{Hazard, Problem};
use crate::container::{Executable, Kind};
use crate::effects::{OUTPUT, TEMPORARY, effect};
use crate::isa::{Instruction, LaneMask, Opcode, VERTEX_WORDS};
use retroshade_kit::machine::effects::{File, From, Place};

/// Lanes of 16 registers: bit 4 r + lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    /// Output lanes written on every way here.
    must: u64,
    /// Output lanes written on some way here.
    may: u64,
    /// Lanes of temporaries written on every way here.
    temporaries: u64,
    /// Of a geometry program, output lanes written on every way here in the set of the next vertex, and in the other set.
    sets: [u64; 2],
}

fn bits(register: u8, mask: LaneMask) -> u64 {
    u64::from(mask.bits()) << (4 * u32::from(register & 15))
}

/// The lanes of a register file among some places.
fn lanes(file: File, places: impl Iterator<Item = Place>) -> u64 {
    let places = places.filter(|place| place.file == file);
    places.fold(0, |lanes, place| {
        lanes | bits(place.number as u8, LaneMask::lane(place.lane))
    })
}

/// Splits a set of lanes by register.
fn registers(lanes: u64) -> impl Iterator<Item = (u8, LaneMask)> {
    let lane_set = move |register: u8| LaneMask::from_bits((lanes >> (4 * register)) as u8);
    let all = (0..16).map(move |register| (register, lane_set(register)));
    all.filter(|(_, mask)| !mask.is_empty())
}

pub(super) struct Lanes<'a> {
    /// Lanes that the fixed pipeline takes.
    mapped: u64,
    is_vertex: bool,
    /// True if it was reported that the program leaves the code memory.
    passed_end: bool,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Lanes<'a> {
    pub(super) fn new(executable: &Executable, problems: &'a mut Vec<Problem>) -> Lanes<'a> {
        let outputs = executable.output_map.iter();
        Lanes {
            mapped: outputs.fold(0, |lanes, output| {
                lanes | bits(output.register, output.mask)
            }),
            is_vertex: executable.kind == Kind::Vertex,
            passed_end: false,
            problems,
        }
    }
}

impl Domain for Lanes<'_> {
    type State = Written;

    fn start(&self) -> Written {
        Written {
            must: 0,
            may: 0,
            temporaries: 0,
            sets: [0; 2],
        }
    }

    fn join(&self, a: &Written, b: &Written) -> Written {
        Written {
            must: a.must & b.must,
            may: a.may | b.may,
            temporaries: a.temporaries & b.temporaries,
            sets: [a.sets[0] & b.sets[0], a.sets[1] & b.sets[1]],
        }
    }

    fn step(&mut self, at: &At<'_>, instruction: &Instruction, mut written: Written) -> Written {
        let pc = at.pc;
        let effect = effect(instruction);
        let read = effect.reads.iter().filter_map(|read| match read.from {
            From::Place(place) => Some(place),
            _ => None,
        });
        for (register, lanes) in registers(lanes(TEMPORARY, read) & !written.temporaries) {
            self.report(pc, Hazard::ReadUnwritten(register, lanes));
        }
        if self.is_vertex && pc >= VERTEX_WORDS && !self.passed_end {
            self.passed_end = true;
            self.report(pc, Hazard::NotLoaded);
        }
        match instruction.opcode() {
            Opcode::End if self.is_vertex => {
                for (register, lanes) in registers(self.mapped & !written.must) {
                    self.report(pc, Hazard::NotWritten(register, lanes));
                }
            }
            Opcode::Emit | Opcode::Setemit if self.is_vertex => {
                self.report(pc, Hazard::GeometryOnly);
            }
            Opcode::Emit => {
                for (register, lanes) in registers(self.mapped & !written.sets[0]) {
                    self.report(pc, Hazard::NotInVertex(register, lanes));
                }
                written.sets.swap(0, 1);
            }
            _ => {}
        }
        written.temporaries |= lanes(TEMPORARY, effect.writes.iter().copied());
        let outputs = lanes(OUTPUT, effect.writes.iter().copied());
        written.sets[0] |= outputs;
        if self.is_vertex {
            for (register, twice) in registers(outputs & written.may & self.mapped) {
                self.report(pc, Hazard::WrittenTwice(register, twice));
            }
            written.must |= outputs;
            written.may |= outputs;
        }
        written
    }

    fn report(&mut self, word: usize, hazard: Hazard) {
        self.problems.push(Problem {
            word: Some(word),
            hazard,
        });
    }
}
