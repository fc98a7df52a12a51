//! Registers, operand fetch, and the effect of each instruction.

use super::stacks::{Stacks, Unbalanced};
use super::{Emission, Environment, Execution, Fault, Precision, Settings};
use crate::container::{self, Constant, Kind, Shbin};
use crate::isa::{
    Decoded, Destination, Eval, Flow, Index, Instruction, LaneMask, Meaning, Opcode, Source,
    SourceRegister, Undecodable, Vector, float24,
};

/// A program ready to run.
#[derive(Clone, Debug)]
pub struct Executable {
    words: Vec<Result<Decoded, Undecodable>>,
    start: usize,
    is_geometry: bool,
    constants: Vec<Constant>,
    mapped: Vec<(u8, LaneMask)>,
}

/// An instruction that is about to run, for tracing.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The word.
    pub word: usize,
    /// What it says.
    pub instruction: &'a Instruction,
    /// What it computed, of which it wrote the lanes of its mask.
    pub wrote: Vector,
    /// The flags after it.
    pub flags: [bool; 2],
    /// The address registers `a0.x`, `a0.y` and `aL` after it.
    pub address: [i32; 3],
}

impl Executable {
    /// The `index`-th executable of a file; `None` if there are fewer.
    pub fn new(shbin: &Shbin, index: usize) -> Option<Executable> {
        let executable: &container::Executable = shbin.executables.get(index)?;
        let mapped = executable.output_map.iter();
        Some(Executable {
            words: shbin.decode(),
            start: executable.start as usize,
            is_geometry: executable.kind != Kind::Vertex,
            constants: executable.constants.clone(),
            mapped: mapped.map(|o| (o.register & 15, o.mask)).collect(),
        })
    }

    /// Whether it is a geometry program.
    pub fn is_geometry(&self) -> bool {
        self.is_geometry
    }

    /// Puts the constants of the container into their registers.
    pub fn load_constants(&self, environment: &mut Environment) {
        for constant in &self.constants {
            match *constant {
                Constant::Boolean { index, value } => {
                    environment.booleans[usize::from(index & 15)] = value;
                }
                Constant::Integer { index, value } => {
                    environment.integers[usize::from(index & 3)] = value;
                }
                Constant::Float { index, value } => {
                    if let Some(slot) = environment.floats.get_mut(usize::from(index)) {
                        *slot = value.map(float24::to_f32);
                    }
                }
            }
        }
    }

    /// Runs one invocation. `trace` sees every instruction after it ran.
    ///
    /// # Errors
    /// If the program does what the machine forbids, or does not end in time.
    pub fn run(
        &self,
        environment: &Environment,
        settings: &Settings,
        trace: &mut dyn FnMut(Step<'_>),
    ) -> Result<Execution, Fault> {
        let mut machine = Machine::new(environment, settings, self.start);
        loop {
            let word = machine.pc;
            let fault = |message: String| Fault {
                word,
                message,
                endless: false,
            };
            if machine.executed >= settings.max_steps {
                let message = format!("more than {} instructions ran", settings.max_steps);
                return Err(Fault {
                    endless: true,
                    ..fault(message)
                });
            }
            let instruction = match self.words.get(word) {
                Some(Ok(decoded)) => &decoded.instruction,
                Some(Err(why)) => return Err(fault(why.to_string())),
                None => {
                    let message = "the program ran past its last instruction without `end`";
                    return Err(fault(message.into()));
                }
            };
            machine.executed += 1;
            let ended = machine
                .execute(instruction, self)
                .map_err(|Unbalanced(message)| fault(message.into()))?;
            trace(Step {
                word,
                instruction,
                wrote: machine.wrote,
                flags: machine.flags,
                address: [
                    machine.address[0],
                    machine.address[1],
                    machine.stacks.counter,
                ],
            });
            if ended {
                return Ok(machine.finish(self));
            }
        }
    }
}

struct Machine<'a> {
    environment: &'a Environment,
    settings: &'a Settings,
    temporaries: [Vector; 16],
    known: [LaneMask; 16],
    /// Geometry programs have two sets of outputs and change over with every vertex.
    outputs: [[Vector; 16]; 2],
    bank: usize,
    written: [LaneMask; 16],
    address: [i32; 2],
    flags: [bool; 2],
    stacks: Stacks,
    pc: usize,
    executed: u64,
    emitter: Option<(u8, bool, bool)>,
    emitted: Vec<Emission>,
    /// Lanes of outputs written since the last vertex.
    fresh: [LaneMask; 16],
    notes: Vec<String>,
    after_mova: bool,
    /// The last result of arithmetic.
    wrote: Vector,
}

impl<'a> Machine<'a> {
    fn new(environment: &'a Environment, settings: &'a Settings, start: usize) -> Machine<'a> {
        Machine {
            environment,
            settings,
            temporaries: [[settings.uninitialized; 4]; 16],
            known: [LaneMask::NONE; 16],
            outputs: [[[0.0; 4]; 16]; 2],
            bank: 0,
            written: [LaneMask::NONE; 16],
            address: [0; 2],
            flags: [false; 2],
            stacks: Stacks::default(),
            pc: start,
            executed: 0,
            emitter: None,
            emitted: Vec::new(),
            fresh: [LaneMask::NONE; 16],
            notes: Vec::new(),
            after_mova: false,
            wrote: [0.0; 4],
        }
    }

    fn note(&mut self, message: String) {
        let message = format!("word {}: {message}", self.pc);
        if !self.notes.contains(&message) {
            self.notes.push(message);
        }
    }

    fn finish(mut self, program: &Executable) -> Execution {
        if !program.is_geometry {
            for (register, mask) in &program.mapped {
                let missing = mask.without(self.written[usize::from(*register)]);
                if !missing.is_empty() {
                    self.note(format!(
                        "o{register}.{missing} is mapped, but was not written"
                    ));
                }
            }
        }
        Execution {
            outputs: self.outputs[self.bank],
            written: self.written,
            executed: self.executed,
            emitted: self.emitted,
            notes: self.notes,
        }
    }

    /// Runs an instruction and says whether the program ended.
    fn execute(
        &mut self,
        instruction: &Instruction,
        program: &Executable,
    ) -> Result<bool, Unbalanced> {
        let opcode = instruction.opcode();
        if self.after_mova && opcode == Opcode::Mova {
            self.note("two consecutive `mova` freeze the unit".into());
        }
        self.after_mova = opcode == Opcode::Mova;
        if instruction.sources().len() > 1 {
            self.check_inputs(instruction);
        }
        let mut next = self.pc + 1;
        let mut breaks = false;
        match &opcode.info().meaning {
            Meaning::Arithmetic(eval) => self.arithmetic(instruction, *eval),
            Meaning::Lighting(eval) => {
                let [source, ..] = self.fetch(instruction);
                self.flags = [source[0] >= 0.0, source[3] >= 0.0];
                self.arithmetic(instruction, *eval);
            }
            Meaning::Address => self.move_address(instruction),
            Meaning::Compare => self.compare(instruction),
            Meaning::Flow(Flow::End) => return Ok(true),
            Meaning::Flow(Flow::Emit) => self.emit(program)?,
            Meaning::Flow(flow) => {
                (next, breaks) = self.flow(instruction, *flow, program.is_geometry)?;
            }
        }
        self.pc = self.stacks.advance(self.pc, next, breaks)?;
        Ok(false)
    }

    fn check_inputs(&mut self, instruction: &Instruction) {
        let read = instruction.sources().iter().map(|source| source.register);
        let mut inputs = read.filter_map(SourceRegister::as_input);
        if let Some(first) = inputs.next()
            && inputs.any(|other| other != first)
        {
            self.note("two different input registers in one instruction".into());
        }
    }

    /// A float24 number, or a float32 number as it is.
    fn round(&self, value: f32) -> f32 {
        match self.settings.precision {
            Precision::Single => value,
            Precision::Float24(rounding) => float24::round(value, rounding),
        }
    }

    fn uniform(&self, number: u8, index: Index) -> Vector {
        let offset = match index {
            Index::None => 0,
            Index::AddressX => self.address[0],
            Index::AddressY => self.address[1],
            Index::Loop => self.stacks.counter,
        };
        let offset = if (-128..=127).contains(&offset) {
            offset
        } else {
            0
        };
        let place = (i32::from(number) + offset) & 0x7f;
        let found = self.environment.floats.get(place as usize);
        found
            .copied()
            .map_or([1.0; 4], |v| v.map(|lane| self.round(lane)))
    }

    fn read(&self, source: &Source, index: Index) -> Vector {
        let register = source.register;
        let value = if let Some(input) = register.as_input() {
            self.environment.inputs[usize::from(input & 15)].map(|lane| self.round(lane))
        } else if let Some(temporary) = register.as_temporary() {
            self.temporaries[usize::from(temporary & 15)]
        } else {
            self.uniform(register.number().wrapping_sub(0x20), index)
        };
        let selected = source
            .swizzle
            .lanes()
            .map(|lane| value[usize::from(lane & 3)]);
        if source.negate {
            selected.map(|lane| -lane)
        } else {
            selected
        }
    }

    fn fetch(&mut self, instruction: &Instruction) -> [Vector; 3] {
        let mut values = [[0.0; 4]; 3];
        for (k, source) in instruction.sources().iter().enumerate() {
            if let Some(register) = source.register.as_temporary() {
                let lanes = instruction.lanes_read(k);
                let unknown = lanes.without(self.known[usize::from(register & 15)]);
                if !unknown.is_empty() {
                    self.note(format!(
                        "r{register}.{unknown} is read before it is written"
                    ));
                }
            }
            if let Some(slot) = values.get_mut(k) {
                *slot = self.read(source, instruction.index());
            }
        }
        values
    }

    fn arithmetic(&mut self, instruction: &Instruction, eval: Eval) {
        let Instruction::Arithmetic {
            opcode,
            destination,
            mask,
            ..
        } = instruction
        else {
            return;
        };
        let mut sources = self.fetch(instruction);
        let exact = matches!(opcode, Opcode::Mov | Opcode::Max | Opcode::Min);
        if self.settings.precision != Precision::Single
            && matches!(opcode, Opcode::Rcp | Opcode::Rsq)
        {
            // The unit knows no negative zero.
            sources[0] = sources[0].map(|lane| lane + 0.0);
        }
        let mut result = eval(self.settings.rules, sources);
        if !exact {
            result = result.map(|lane| self.round(lane));
        }
        self.store(*destination, *mask, result);
        self.wrote = result;
    }

    fn store(&mut self, destination: Destination, mask: LaneMask, value: Vector) {
        let register = usize::from(destination.number() & 15);
        let slot = if destination.as_output().is_some() {
            let twice = self.written[register].and(mask);
            if !twice.is_empty() && self.emitter.is_none() {
                self.note(format!("o{register}.{twice} is written more than once"));
            }
            self.written[register] = self.written[register].or(mask);
            self.fresh[register] = self.fresh[register].or(mask);
            &mut self.outputs[self.bank][register]
        } else {
            self.known[register] = self.known[register].or(mask);
            &mut self.temporaries[register]
        };
        for lane in mask.lanes() {
            slot[usize::from(lane)] = value[usize::from(lane)];
        }
    }

    fn move_address(&mut self, instruction: &Instruction) {
        let [source, ..] = self.fetch(instruction);
        for lane in instruction.mask().lanes().filter(|lane| *lane < 2) {
            let value = source[usize::from(lane)];
            // What no integer holds is out of range for every use.
            let inside = value.is_finite() && value.abs() < 2f32.powi(31);
            self.address[usize::from(lane)] = if inside { value as i32 } else { i32::MIN };
        }
    }

    fn compare(&mut self, instruction: &Instruction) {
        let [a, b, _] = self.fetch(instruction);
        if let Instruction::Compare { operators, .. } = instruction {
            self.flags = [
                operators[0].holds(a[0], b[0]),
                operators[1].holds(a[1], b[1]),
            ];
        }
    }

    fn emit(&mut self, program: &Executable) -> Result<(), Unbalanced> {
        if !program.is_geometry {
            return Err(Unbalanced("`emit` in a vertex program"));
        }
        for (register, mask) in &program.mapped {
            let stale = mask.without(self.fresh[usize::from(*register)]);
            if !stale.is_empty() {
                self.note(format!(
                    "o{register}.{stale} was not written for this vertex: it holds what it held two vertices before"
                ));
            }
        }
        self.fresh = [LaneMask::NONE; 16];
        let (vertex, primitive, winding) =
            self.emitter.ok_or(Unbalanced("`emit` without `setemit`"))?;
        self.emitted.push(Emission {
            vertex,
            primitive,
            winding,
            outputs: self.outputs[self.bank],
        });
        self.bank ^= 1;
        Ok(())
    }

    /// Where control goes by itself, and whether a loop is left.
    fn flow(
        &mut self,
        instruction: &Instruction,
        flow: Flow,
        is_geometry: bool,
    ) -> Result<(usize, bool), Unbalanced> {
        let here = self.pc;
        let (taken, target, length) = match *instruction {
            Instruction::Flags {
                opcode,
                condition,
                target,
                length,
            } => {
                let holds = condition.holds(self.flags[0], self.flags[1]);
                (holds || opcode == Opcode::Call, target, length)
            }
            Instruction::Boolean {
                boolean,
                inverted,
                target,
                length,
                ..
            } => {
                let value = self.environment.booleans[usize::from(boolean & 15)];
                (value != inverted, target, length)
            }
            Instruction::Loop { integer, last } => {
                let value = self.environment.integers[usize::from(integer & 3)];
                self.stacks
                    .open_loop(here + 1, usize::from(last) + 1, value)?;
                return Ok((here + 1, false));
            }
            Instruction::SetEmit {
                vertex,
                primitive,
                winding,
            } => {
                if !is_geometry {
                    return Err(Unbalanced("`setemit` in a vertex program"));
                }
                self.emitter = Some((vertex, primitive, winding));
                return Ok((here + 1, false));
            }
            _ => (true, 0, 0),
        };
        let target = usize::from(target);
        let end = target + usize::from(length);
        Ok(match flow {
            Flow::Call if taken => {
                self.stacks.call(end, here + 1)?;
                (target, false)
            }
            Flow::If if taken => {
                self.stacks.condition(target, end)?;
                (here + 1, false)
            }
            Flow::If => (target, false),
            Flow::Jump if taken => (target, false),
            Flow::Break => (here + 1, taken),
            _ => (here + 1, false),
        })
    }
}
