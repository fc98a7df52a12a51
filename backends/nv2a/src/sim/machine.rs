//! The interpreter.

use super::Arithmetic;
use crate::isa::registers::POSITION;
use crate::isa::{ATTRIBUTES, CONSTANTS, Lanes, Mac, Mask, ONE_BITS, POSITION_VIEW, TEMPORARIES};
use crate::program::{Operand, Program, Register, Slot, Target, Unit, UnitOp, fetch};

/// The constant registers.
pub type Constants = [Lanes; CONSTANTS as usize];

/// The inputs of a vertex and its outputs.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// v0 to v15.
    pub attributes: [Lanes; ATTRIBUTES as usize],
    /// Outputs by number. A program should not read oPos through r12 before it wrote it, nor count
    /// on what it did not write.
    pub outputs: [Lanes; 13],
    /// Lanes written, by output number.
    pub written: [Mask; 13],
    /// Constants this vertex wrote.
    pub constants: Vec<(u8, Lanes)>,
}

impl Vertex {
    /// Attributes (0, 0, 0, 1), outputs all `unwritten`.
    pub fn new(unwritten: Lanes) -> Vertex {
        Vertex {
            attributes: [[0, 0, 0, ONE_BITS]; ATTRIBUTES as usize],
            outputs: [unwritten; 13],
            written: [0; 13],
            constants: Vec::new(),
        }
    }
}

/// What was noticed while running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// A relative read went outside `c[0]` to `c[191]`; it read 0, what the chip does is not known.
    pub out_of_range: bool,
}

/// What the units of a slot computed, before masks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Of the MAC, where it had something to do.
    pub mac: Option<Lanes>,
    /// Of the ILU.
    pub ilu: Option<Lanes>,
}

/// The state of one vertex.
pub struct Machine<'a> {
    arithmetic: &'a dyn Arithmetic,
    constants: &'a Constants,
    vertex: &'a mut Vertex,
    temporaries: [Lanes; TEMPORARIES as usize],
    address: i32,
    report: Report,
}

impl std::fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine")
            .field("temporaries", &self.temporaries)
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

fn merge(into: &mut Lanes, from: Lanes, mask: Mask) {
    for (lane, (slot, value)) in into.iter_mut().zip(from).enumerate() {
        if mask >> lane & 1 == 1 {
            *slot = value;
        }
    }
}

impl<'a> Machine<'a> {
    /// A machine before the first slot: temporaries and a0 are zero.
    pub fn new(
        arithmetic: &'a dyn Arithmetic,
        constants: &'a Constants,
        vertex: &'a mut Vertex,
    ) -> Machine<'a> {
        Machine {
            arithmetic,
            constants,
            vertex,
            temporaries: [[0; 4]; TEMPORARIES as usize],
            address: 0,
            report: Report::default(),
        }
    }

    fn constant(&self, index: u8) -> Lanes {
        let own = self.vertex.constants.iter().find(|own| own.0 == index);
        let shared = self.constants.get(usize::from(index));
        own.map(|own| own.1).or(shared.copied()).unwrap_or([0; 4])
    }

    fn read(&mut self, operand: &Operand) -> Lanes {
        let register = match operand.register {
            Register::Temporary(POSITION_VIEW) => self.vertex.outputs[usize::from(POSITION)],
            Register::Temporary(index) => self
                .temporaries
                .get(usize::from(index))
                .copied()
                .unwrap_or_default(),
            Register::Attribute(index) => self
                .vertex
                .attributes
                .get(usize::from(index))
                .copied()
                .unwrap_or_default(),
            Register::Constant(index) => self.constant(index),
            Register::Relative(index) => {
                let sum = i64::from(index) + i64::from(self.address);
                match u8::try_from(sum) {
                    Ok(index) if u32::from(index) < CONSTANTS => self.constant(index),
                    _ => {
                        self.report.out_of_range = true;
                        [0; 4]
                    }
                }
            }
        };
        fetch(register, operand)
    }

    fn compute<Op: UnitOp>(&mut self, unit: &Unit<Op>) -> Lanes {
        let operands = unit
            .ports
            .map(|operand| operand.map_or([0; 4], |operand| self.read(&operand)));
        (unit.op.info().eval)(self.arithmetic, &operands)
    }

    fn write<Op: UnitOp>(&mut self, unit: &Unit<Op>, result: Lanes) {
        if let Some(write) = unit.temporary
            && let Some(register) = self.temporaries.get_mut(usize::from(write.to))
        {
            merge(register, result, write.mask);
        }
        let Some(write) = unit.output else { return };
        match write.to {
            Target::Output(number) => {
                if let Some(register) = self.vertex.outputs.get_mut(usize::from(number)) {
                    merge(register, result, write.mask);
                }
                if let Some(written) = self.vertex.written.get_mut(usize::from(number)) {
                    *written |= write.mask;
                }
            }
            Target::Constant(index) => {
                let mut value = self.constant(index);
                merge(&mut value, result, write.mask);
                self.vertex.constants.retain(|own| own.0 != index);
                self.vertex.constants.push((index, value));
            }
        }
    }

    /// Executes one slot: both units read before either writes.
    pub fn step(&mut self, slot: &Slot) -> Step {
        let mac = slot.mac.map(|unit| (unit, self.compute(&unit)));
        let ilu = slot.ilu.map(|unit| (unit, self.compute(&unit)));
        if let Some((unit, result)) = mac {
            if unit.op == Mac::Arl {
                self.address = result[0] as i32;
            }
            self.write(&unit, result);
        }
        if let Some((unit, result)) = ilu {
            self.write(&unit, result);
        }
        Step {
            mac: mac.map(|(_, result)| result),
            ilu: ilu.map(|(_, result)| result),
        }
    }
}

/// Runs a program for one vertex.
pub fn run(
    program: &Program,
    arithmetic: &dyn Arithmetic,
    constants: &Constants,
    vertex: &mut Vertex,
) -> Report {
    run_watched(program, arithmetic, constants, vertex, &mut |_, _, _| {})
}

/// As [`run`]; `look` sees every slot with its number and what it computed.
pub fn run_watched(
    program: &Program,
    arithmetic: &dyn Arithmetic,
    constants: &Constants,
    vertex: &mut Vertex,
    look: &mut dyn FnMut(usize, &Slot, &Step),
) -> Report {
    let mut machine = Machine::new(arithmetic, constants, vertex);
    for (number, slot) in program.slots.iter().enumerate() {
        let step = machine.step(slot);
        look(number, slot, &step);
    }
    machine.report
}
