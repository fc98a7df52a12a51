//! PICA200: the way through the program is the simulator's with the reals; what is computed on it is
//! computed here, and where a comparison comes out otherwise the point says nothing.

use super::{Outputs, given};
use crate::domain::{Domain, Node, Value};
use retroshade_kit::machine::{RegisterImage, UNSET};
use retroshade_pica200::container::Shbin;
use retroshade_pica200::isa::{Comparison, Index, Instruction, Opcode, Source};
use retroshade_pica200::sim::{Environment, Executable, Settings};
use std::cmp::Ordering;

/// Instructions of a run at most.
const STEPS: u64 = 100_000;

/// Runs a program for sample 0 of an image.
///
/// # Errors
/// A file without a program, and what the simulator refuses.
pub(crate) fn run(
    shbin: &Shbin,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, String> {
    let executable = Executable::new(shbin, 0).ok_or("the file holds no program")?;
    let mut environment = Environment::default();
    for (index, slot) in (0..).zip(&mut environment.inputs) {
        *slot = image.input("v", index, 0, UNSET);
    }
    for (index, slot) in (0..).zip(&mut environment.floats) {
        *slot = image.uniform("c", index);
    }
    for (index, slot) in (0..).zip(&mut environment.integers) {
        *slot = image.uniform("i", index).map(|lane| lane as u8);
    }
    for (index, slot) in (0..).zip(&mut environment.booleans) {
        *slot = image.uniform("b", index)[0] > 0.5;
    }
    executable.load_constants(&mut environment);
    // The simulator takes numbers, not what inputs are known by.
    let mut plain = environment.clone();
    for register in plain.inputs.iter_mut().chain(&mut plain.floats) {
        *register = register.map(|number| domain.given(number).real as f32);
    }
    let mut machine = Machine {
        environment: &environment,
        domain,
        temporaries: [[None; 4]; 16],
        outputs: [[None; 4]; 16],
        address: [0; 3],
        flags: [0; 2],
        pointers: [0; 2],
        fault: None,
    };
    let settings = Settings {
        max_steps: STEPS,
        ..Settings::default()
    };
    let ran = executable.run(&plain, &settings, &mut |step| {
        machine.domain.at(step.word);
        if reads_flags(step.instruction) {
            let node = machine.domain.tape.join(machine.flags[0], machine.flags[1]);
            machine.domain.jump(&[], node);
        }
        machine.step(step.instruction, step.flags, step.address);
    });
    ran.map_err(|fault| fault.to_string())?;
    if let Some(fault) = machine.fault {
        return Err(fault);
    }
    Ok(Outputs::of_vertex(&machine.outputs))
}

/// Whether an instruction jumps or not as the flags say. What a boolean uniform says the source asks as well, or it is a
/// constant.
fn reads_flags(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Flags { .. })
}

struct Machine<'a> {
    environment: &'a Environment,
    domain: &'a mut Domain,
    temporaries: [[Option<Value>; 4]; 16],
    outputs: [[Option<Value>; 4]; 16],
    /// `a0.x`, `a0.y` and `aL` before the instruction.
    address: [i32; 3],
    /// What the flags depend on.
    flags: [Node; 2],
    /// What `a0.x` and `a0.y` depend on.
    pointers: [Node; 2],
    fault: Option<String>,
}

impl Machine<'_> {
    fn step(&mut self, instruction: &Instruction, flags: [bool; 2], address: [i32; 3]) {
        let sources = instruction.sources();
        let index = instruction.index();
        let values: Vec<[Value; 4]> = sources
            .iter()
            .map(|source| self.read(source, index))
            .collect();
        match instruction {
            Instruction::Arithmetic {
                opcode,
                destination,
                mask,
                ..
            } => {
                let mut result = [None; 4];
                for lane in mask.lanes() {
                    result[usize::from(lane)] = Some(self.lane(*opcode, &values, lane.into()));
                }
                let number = usize::from(destination.number() & 15);
                let register = match destination.as_output() {
                    Some(_) => &mut self.outputs[number],
                    None => &mut self.temporaries[number],
                };
                for (held, new) in register.iter_mut().zip(result) {
                    *held = new.or(*held);
                }
            }
            Instruction::Compare { operators, .. } => {
                for (lane, operator) in operators.iter().enumerate() {
                    let [a, b] = [values[0][lane], values[1][lane]];
                    let decision = self.domain.order_for(a, b, |order| holds(*operator, order));
                    self.flags[lane] = decision.node;
                    self.domain.unstable |= holds(*operator, decision.order) != flags[lane];
                }
            }
            Instruction::MoveAddress { mask, .. } => {
                for lane in mask.lanes().map(usize::from) {
                    let whole = self.domain.index(values[0][lane]);
                    self.pointers[lane] = whole.node;
                    self.domain.unstable |= whole.real != f64::from(address[lane]);
                }
            }
            _ => {}
        }
        self.address = address;
    }

    fn read(&mut self, source: &Source, index: Index) -> [Value; 4] {
        let undefined = self.domain.undefined();
        let register = source.register;
        let value = if let Some(input) = register.as_input() {
            given(
                self.domain,
                self.environment.inputs[usize::from(input & 15)],
            )
        } else if let Some(temporary) = register.as_temporary() {
            self.temporaries[usize::from(temporary & 15)].map(|lane| lane.unwrap_or(undefined))
        } else {
            let (offset, node) = match index {
                Index::None => (0, 0),
                Index::AddressX => (self.address[0], self.pointers[0]),
                Index::AddressY => (self.address[1], self.pointers[1]),
                Index::Loop => (self.address[2], 0),
            };
            let place = i32::from(register.number().wrapping_sub(0x20)) + offset;
            let float = usize::try_from(place)
                .ok()
                .and_then(|place| self.environment.floats.get(place));
            match float {
                Some(float) => given(self.domain, *float)
                    .map(|lane| lane.at(self.domain.tape.join(lane.node, node))),
                None => [undefined; 4],
            }
        };
        source.swizzle.lanes().map(|lane| {
            let value = value[usize::from(lane & 3)];
            if source.negate {
                self.domain.neg(value)
            } else {
                value
            }
        })
    }

    fn lane(&mut self, opcode: Opcode, values: &[[Value; 4]], lane: usize) -> Value {
        let domain = &mut *self.domain;
        let undefined = [domain.undefined(); 4];
        let [a, b, c] = [0, 1, 2].map(|k| values.get(k).copied().unwrap_or(undefined));
        let (x, y, z) = (a[lane], b[lane], c[lane]);
        match opcode {
            Opcode::Add => domain.add(x, y),
            Opcode::Mul => domain.mul(x, y),
            Opcode::Mad | Opcode::Madi => {
                let product = domain.mul(x, y);
                domain.add(product, z)
            }
            Opcode::Dp3 => domain.dot(&a[..3], &b[..3]),
            Opcode::Dp4 => domain.dot(&a, &b),
            Opcode::Dph | Opcode::Dphi => {
                let sum = domain.dot(&a[..3], &b[..3]);
                domain.add(sum, b[3])
            }
            Opcode::Dst | Opcode::Dsti => match lane {
                0 => domain.whole(1),
                1 => domain.mul(x, y),
                2 => x,
                _ => y,
            },
            Opcode::Ex2 => domain.exp2(a[0]),
            Opcode::Lg2 => domain.log2(a[0]),
            Opcode::Sge | Opcode::Sgei => domain.compare(x, y, Ordering::is_ge),
            Opcode::Slt | Opcode::Slti => domain.compare(x, y, Ordering::is_lt),
            Opcode::Flr => domain.floor(x),
            Opcode::Max => domain.max(x, y),
            Opcode::Min => domain.min(x, y),
            Opcode::Rcp => domain.rcp(a[0]),
            Opcode::Rsq => domain.rsqrt(a[0]),
            Opcode::Mov => x,
            other => {
                let name = other.row().name;
                self.fault
                    .get_or_insert_with(|| format!("{name} is not modelled"));
                undefined[0]
            }
        }
    }
}

fn holds(operator: Comparison, order: Ordering) -> bool {
    match operator {
        Comparison::Eq => order.is_eq(),
        Comparison::Ne => order.is_ne(),
        Comparison::Lt => order.is_lt(),
        Comparison::Le => order.is_le(),
        Comparison::Gt => order.is_gt(),
        Comparison::Ge => order.is_ge(),
    }
}
